"""Jammers: ECM suites, how far each works, and what lies within their reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.switches import silent
from overheat.classic.rules.standard.systems import works
from overheat.classic.unit.equipment import Gear
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, rule

JAMMERS = TOTAL_WARFARE("ECM suites", 134)
ANGELS = TACTICAL_OPERATIONS("Angel ECM suite", 279)
ANGEL = "angel_ecm"
USUAL_REACH = 6


@rule("jamming.no_lock", cite=ANGELS)
def no_lock(attack: WeaponAttack) -> bool:
    """An Angel suite of the enemy within reach of the line leaves streak launchers without a lock: they fire blind."""
    ends = attack.attacker.hex, attack.target.hex
    found = jammers_between(attack.rules, attack.attacker.side, *ends, attack.others)
    return any(ANGEL in unit.plan.flags for unit in found)


def jammers_between(rules: Ruleset, side: Player, start: Hex, end: Hex, units: Iterable[Unit]) -> Iterator[Unit]:
    """The units of other sides whose jammers work within reach of any hex from one to another."""
    for unit in units:
        if unit.side == side or "ecm" not in unit.plan.flags:
            continue
        if not unit.active or unit.condition.shut_down or silent(unit):
            continue
        reach = max((rules[jams_as_far](rules, unit, at) for at in range(len(unit.sheet.mounts))), default=0)
        if reach and any(unit.hex.distance(hex) <= reach for hex in _line(start, end)):
            yield unit


def _line(start: Hex, end: Hex) -> Iterator[Hex]:
    """The hexes on the line from one to another, ends included."""
    yield from (start, end)
    yield from (hex for step in start.line(end) for hex in step)


@rule("jamming.reach", cite=JAMMERS)
def jams_as_far(rules: Ruleset, unit: Unit, mount: int) -> int:
    """How far a mount jams: usually six hexes, and not at all for what is no jammer, or broken."""
    gear = unit.sheet.mounts[mount].equipment
    if not isinstance(gear, Gear) or "ecm" not in gear.flags or not works(unit, mount):
        return 0
    return gear.jams or USUAL_REACH


RULES = (no_lock, jams_as_far)
