"""Holding shields: each is lowered, or held in passive or in active defence, before the shooting begins."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hull.shields import left_of
from overheat.classic.facts.commands import HoldShield
from overheat.classic.facts.events import MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.gadgets import near
from overheat.classic.rules.standard.physical_weapons import DRAWN
from overheat.classic.rules.standard.shields import (
    ACTIVE,
    MODES,
    PASSIVE,
    RAISED,
    SHIELD_MODES,
    mode_of_shield,
    places_behind,
    shields_of,
)
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset

FIRE_RANGE = 12
"""Hexes within which a bot expects to be shot at."""
HITS_A_TURN = 4
"""Hits that a bot expects a turn."""
HALF = 0.5
"""The chance that a bot gives a weapon to hit."""
HARDER = 0.12
"""What it gives away of that for a point on the number."""
WAYS = {"HD": 1, "CT": 7, "LT": 5, "RT": 5, "LA": 5, "RA": 5, "LL": 4, "RL": 4}
"""In how many of 36 ways a hit from ahead strikes each place."""


def _offers(state: State, unit: Unit) -> Iterator[HoldShield]:
    for at in shields_of(unit):
        yield from (HoldShield(at, mode) for mode in state.relief.rules[SHIELD_MODES].rows)


def _refuses(state: State, unit: Unit, command: HoldShield) -> Refusal | None:
    rules = state.relief.rules
    if command.mount not in shields_of(unit) or command.mode not in rules[SHIELD_MODES]:
        return Refusal("shields.hold", "there is no such shield, or no such way to hold it", MODES)
    if unit.helpless:
        return Refusal("shields.hold", "nobody aboard can do anything", MODES)
    if mode_of_shield(unit, command.mount) == command.mode:
        return Refusal("shields.hold", "the shield is held so already", MODES)
    return rules[may_change](rules, state.changes)


def _does(scene: Scene, unit: Unit, command: HoldShield) -> None:
    marks = {ACTIVE: each(RAISED, command.mount), PASSIVE: each(DRAWN, command.mount)}
    detail = Mark(about=unit.sheet.mounts[command.mount].equipment.name)
    for mode, mark in marks.items():
        if mode != command.mode and mark in unit.marks:
            scene.tell(MarkLifted(unit.id, mark, detail))
    if command.mode in marks:
        scene.tell(MarkLaid(unit.id, marks[command.mode], detail))


def _words(state: State, unit: Unit, command: HoldShield, names: Names) -> str:
    mount = unit.sheet.mounts[command.mount]
    said = state.relief.rules[SHIELD_MODES][command.mode].words.format(item=mount.equipment.name.lower())
    return f"{said} ({mount.location})"


def _promises(state: State, unit: Unit, command: HoldShield) -> str:
    rules = state.relief.rules
    left, behind = left_of(rules, unit, command.mount), places_behind(rules, unit, command.mount, command.mode)
    to_hit = rules[SHIELD_MODES][command.mode].to_hit
    fire = "weapons there do not fire" if to_hit is None else f"weapons there at {to_hit:+}"
    return f"takes {min(left)} of each hit on {', '.join(behind)}, {left.capacity} in all; {fire}"


def _worth(state: State, unit: Unit, command: HoldShield) -> float:
    """What the shield stops when it is held so, less what is not fired past it, against how it is held now."""
    if not near(state, unit, FIRE_RANGE):
        return 0.0
    rules, now = state.relief.rules, mode_of_shield(unit, command.mount)
    return _good_for(rules, unit, command.mount, command.mode) - _good_for(rules, unit, command.mount, now)


def _good_for(rules: Ruleset, unit: Unit, mount: int, mode: str) -> float:
    places, to_hit = places_behind(rules, unit, mount, mode), rules[SHIELD_MODES][mode].to_hit
    stops = min(left_of(rules, unit, mount)) * HITS_A_TURN * sum(WAYS.get(code, 0) for code in places) / 36
    lost = HALF if to_hit is None else HARDER * to_hit
    weapons = ((at, unit.sheet.mounts[at]) for at in unit.plan.weapons)
    behind = (held.weapon for at, held in weapons if held.location in places and not held.rear and works(unit, at))
    return stops - lost * sum(map(_harm, behind))


def _harm(weapon: Weapon | None) -> float:
    """What a weapon does at its best."""
    if weapon is None:
        return 0
    return weapon.cluster * (max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage)


VERBS: dict[str, Verb] = {
    "shields.hold": Verb(
        command=HoldShield,
        only=lambda unit: "shield" in unit.plan.flags,
        phases=("movement",),
        offers=_offers,
        refuses=_refuses,
        does=_does,
        words=_words,
        title="Shields",
        preview=_promises,
        worth=_worth,
    ),
}
