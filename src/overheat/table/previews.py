"""What a page shows before anything is said: where a unit can go, and what each of its weapons would do.

Numbers are those of the rules themselves, from the functions that the game asks when something is said.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.targets import target_of
from overheat.classic.attack.to_hit import refusal
from overheat.classic.commands import Command, Fire, Strike
from overheat.classic.preview import Preview, heat_after, of_blow, of_shot
from overheat.classic.rules.standard.salvos import rates
from overheat.classic.rules.standard.systems import works
from overheat.classic.state import Shot, State, Unit
from overheat.classic.turn.physical import legal as legal_blows
from overheat.classic.turn.reach import reach, rehearse
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.refusal import Refusal, refuse


def unit_of(state: State, id: str) -> Unit:
    """A unit that is still in the battle."""
    unit = state.units.get(id)
    if unit is None or not unit.active:
        raise refuse("preview.unit", f"no unit {id[:60]!r} is in the battle", unit=id[:60])
    return unit


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A way to end a move: where, what it costs, which rolls it asks for, and the commands that lead there."""

    hex: str
    facing: int
    mode: str
    points: int
    hexes: int
    rolls: tuple[str, ...]
    path: tuple[Command, ...]


def places(state: State, id: str) -> list[Place]:
    """Every place that a unit can end its move in, with the cheapest way there."""
    unit = unit_of(state, id)
    if unit.motion.mode != "stationary" or unit.motion.done:
        raise refuse("preview.moved", "the unit has set off already", unit=id)
    if unit.condition.prone:
        raise refuse("preview.prone", "the unit must stand up first", unit=id)
    return [
        Place(
            hex=str(found.hex),
            facing=found.facing,
            mode=found.mode,
            points=found.spent,
            hexes=found.hexes,
            rolls=_rolls(state, unit, found.path) if found.trips else (),
            path=found.path,
        )
        for found in reach(state, unit)
    ]


def _rolls(state: State, unit: Unit, path: tuple[Command, ...]) -> tuple[str, ...]:
    """What the piloting rolls on a way are for."""
    steps = rehearse(state, unit, path)
    return () if isinstance(steps, Refusal) else tuple(check.label for step in steps for check in step.checks)


def shots(state: State, id: str, target_id: str) -> list[dict[str, object]]:
    """Every way to fire every weapon of a unit at a target: its number explained or its refusal, and what to expect."""
    unit, target = unit_of(state, id), target_of(state, target_id)
    if target is None:
        raise refuse("preview.target", f"no target {target_id[:60]!r}", target=target_id[:60])
    return [_shot(state, unit, shot) for mount in unit.plan.weapons for shot in _ways(state, unit, mount, target.id)]


def _ways(state: State, unit: Unit, mount: int, target: str) -> Iterator[Shot]:
    """A shot for each kind of ammunition and each rate."""
    weapon = unit.sheet.mounts[mount].weapon
    assert weapon is not None
    kinds: dict[str, int | None] = {}
    for feed in unit.plan.feeds.get(mount) or (None,):
        kind = "" if feed is None else unit.sheet.mounts[feed].equipment.id
        if kind not in kinds or (feed is not None and unit.condition.shots[feed] > 0):
            kinds.setdefault(kind, feed)
    for feed in kinds.values():
        for rate in state.relief.rules[rates](weapon):
            yield Shot(mount, target, feed, rate)


def _shot(state: State, unit: Unit, shot: Shot) -> dict[str, object]:
    attack = attack_of(state, unit, shot)
    no = refusal(attack)
    if no is None and not works(unit, shot.mount):
        no = Refusal("preview.works", "it no longer works")
    feed = None if shot.feed is None else unit.sheet.mounts[shot.feed].equipment.name
    fire = Fire(shot.mount, shot.target, shot.feed, shot.rate)
    told: dict[str, object] = {
        "command": fire,
        "weapon": attack.weapon.name,
        "location": attack.mount.location,
        "rear": attack.mount.rear,
        "ammunition": feed,
        "distance": attack.distance,
        "heat": attack.weapon.heat * shot.rate,
    }
    promise = _none(no) if no is not None else _promise(of_shot(state, unit, fire))
    return {**told, **promise, **_heat(state, unit, fire)}


def blows(state: State, id: str, target: str) -> list[dict[str, object]]:
    """Every blow that a unit may strike at a target now, with its number explained and what to expect."""
    unit = unit_of(state, id)
    if state.phase != "physical" or state.acting != id:
        raise refuse("preview.phase", "blows are struck in the unit's own turn of the physical phase", unit=id)
    strikes = [command for command in legal_blows(state, unit) if isinstance(command, Strike)]
    return [
        {"command": strike, **_promise(of_blow(state, unit, strike))} for strike in strikes if strike.target == target
    ]


def _promise(preview: Preview) -> dict[str, object]:
    return {
        "target_number": int(preview.needed.total),
        "terms": [term.as_json() for term in preview.needed],
        "probability": (int(36 * preview.chance), 36),
        "expected_damage": round(float(preview.damage), 3),
        "refusal": None,
    }


def _none(no: Refusal) -> dict[str, object]:
    return {
        "target_number": None,
        "terms": [],
        "probability": None,
        "expected_damage": None,
        "refusal": no.as_json(),
    }


def _heat(state: State, unit: Unit, fire: Fire) -> dict[str, object]:
    """The heat at the end of the round, if this is fired besides what was declared."""
    if not unit.machine:
        return {"heat_after": None, "heat_built": None, "heat_sunk": None}
    built, sunk, after = heat_after(state, unit, (fire,))
    return {"heat_after": after, "heat_built": built.as_json(), "heat_sunk": sunk.as_json()}
