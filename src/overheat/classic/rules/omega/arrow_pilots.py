"""What may be said of Arrows, and what it is worth to bots: to launch one, to fly it somewhere, to strike with it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.attack.unmanned import chance_by
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.omega.arrows import (
    LASER,
    attack_from,
    base_number,
    kind_of,
    launcher,
    munition_of,
)
from overheat.classic.rules.omega.courses import (
    first_of,
    legs_of,
    munition_in,
    needed_by,
    steered,
    way_to,
)
from overheat.classic.rules.omega.flight import FIGURES as COURSE
from overheat.classic.rules.omega.flight import headings, turned
from overheat.classic.rules.omega.guidance import designated
from overheat.classic.rules.omega.payloads import KINDS
from overheat.classic.rules.standard.ranges import furthest
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.odds import dice
from overheat.kernel.verbs import Foreseen

WORTHWHILE = Fraction(1, 4)
"""The chance from which on a bot launches an Arrow."""
BETTER_THAN_NONE = Fraction(1, 12)
"""The chance from which on it strikes with one that is in the air, and does not fly on for a better one."""
LATER = 0.6
"""What an Arrow is worth that strikes in a later turn, beside one that strikes at once."""
BEAM = 12.0
"""What a laser-guided Arrow is worth at a target that a beam was declared at."""
BESIDE_A_STRIKE = 100
"""What divides the worth of flying on, so that no strike is missed for it."""
NEXT_TIME = 10
"""How far from its target an Arrow is best kept for the next turn."""
SEVERAL = 3
"""Turns of flight that a bot launches an Arrow for."""


class LaunchArrow(msgspec.Struct, frozen=True, tag=True):
    """Launch an Arrow, to be flown."""

    mount: int
    feed: int
    target: str = ""


class FlyArrow(msgspec.Struct, frozen=True, tag=True):
    """Fly an Arrow on, straight to a hex."""

    arrow: str
    hex: str


class StrikeWithArrow(msgspec.Struct, frozen=True, tag=True):
    """Fly an Arrow to a unit and attack it."""

    arrow: str
    target: str


class DropFromArrow(msgspec.Struct, frozen=True, tag=True):
    """Strew what an Arrow carries over a hex of its way."""

    arrow: str
    hex: str


def foreseen(state: State, unit: Unit, command: StrikeWithArrow) -> Foreseen | str:
    """What an Arrow needs at a target, and what it may do there."""
    thing = steered(state, unit, command.arrow)
    assert thing is not None
    needed, attack = needed_by(state, thing, command.target), attack_from(state, thing, command.target)
    if needed is None or attack is None:
        return "needs a beam on its target"
    chance, damage = chance_by(state, thing, command.target, needed), attack.rules[damage_at](attack)
    return Foreseen(
        f"{needed.total}+ {100 * float(chance):.1f} %, {damage} damage", {"to hit": needed}, chance, chance * damage
    )


def strike_worth(state: State, unit: Unit, command: StrikeWithArrow) -> float:
    """The damage to expect, where it is likely enough or the Arrow comes to the end of its reach."""
    thing = steered(state, unit, command.arrow)
    assert thing is not None
    if munition_of(state.relief.rules, thing) == LASER:
        friends = state.on_side(unit.side)
        return BEAM if any(designated(friend, Shot(0, command.target)) for friend in friends) else 0.0
    found = foreseen(state, unit, command)
    if isinstance(found, str) or found.damage is None or found.chance is None:
        return 0.0
    return float(found.damage) if found.chance >= BETTER_THAN_NONE or _last_turn(state, unit, thing) else 0.0


def _last_turn(state: State, unit: Unit, thing: Thing) -> bool:
    """Whether an Arrow cannot fly on for another turn."""
    mount = launcher(state.relief.rules, unit)
    weapon = None if mount is None else unit.sheet.mounts[mount].weapon
    if weapon is None:
        return True
    least = state.relief.rules[COURSE]["least hexes"]
    return len(thing.path) - 1 + least > furthest(state.relief.rules, weapon.range)


def launch_worth(state: State, unit: Unit, command: LaunchArrow) -> float:
    """The damage to expect of a launch, at once or in some turns, where firing directly does not promise more."""
    rules, weapon = state.relief.rules, unit.sheet.mounts[command.mount].weapon
    munition = munition_in(unit, command.feed)
    thing = Thing("worth", kind_of(munition), unit.hex, unit.side, path=(unit.hex,), by=unit.id)
    if weapon is not None and not command.target and munition in rules[KINDS]:
        return 0.0 if rules[KINDS][munition].counters else 2.0 * _under_its_way(state, unit, thing)
    foe = state.units.get(command.target)
    if foe is None or weapon is None or not weapon.range[0] < (far := unit.hex.distance(foe.hex)):
        return 0.0
    base = rules[base_number](rules, weapon, far, switched=False)
    if base is None or far > SEVERAL * rules[COURSE]["most hexes"]:
        return 0.0
    meant = msgspec.structs.replace(thing, value=base, about=foe.id)
    needed, attack = needed_by(state, meant, foe.id), attack_from(state, meant, foe.id)
    if needed is None or attack is None:
        return 0.0
    chance = chance_by(state, meant, foe.id, needed)
    if chance < WORTHWHILE or chance <= _directly(state, unit, command):
        return 0.0
    soon = 1.0 if way_to(state, unit, meant, foe) is not None else LATER
    return soon * float(chance * attack.rules[damage_at](attack))


def _directly(state: State, unit: Unit, command: LaunchArrow) -> Fraction:
    """The chance of the same Arrow fired directly; none where it cannot be."""
    attack = attack_of(state, unit, Shot(command.mount, command.target, command.feed))
    return Fraction(0) if refusal(attack) is not None else dice(2, 6).at_least(int(target_number(attack).total))


def _under_its_way(state: State, unit: Unit, thing: Thing) -> int:
    """How many enemies an Arrow can be flown over this turn."""
    foes = (foe for foe in state.units.values() if foe.active and foe.side != unit.side)
    return sum(way_to(state, unit, thing, foe) is not None for foe in foes)


def fly_worth(state: State, unit: Unit, command: FlyArrow) -> float:
    """What a leg gains over flying straight on: enemies that the Arrow is over, or can strike in the next turn."""
    thing = steered(state, unit, command.arrow)
    assert thing is not None
    leg = legs_of(state, unit, thing).get(command.hex, ())
    foes = [foe for foe in state.units.values() if foe.active and foe.side != unit.side]
    if not foes or not leg:
        return 0.0
    if munition_of(state.relief.rules, thing) in state.relief.rules[KINDS]:
        return float(sum(_spoils(state, foe) and foe.hex == leg[-1] for foe in foes))
    gain = _prospect(state, unit, thing, leg, foes) - _prospect(state, unit, thing, (), foes)
    return gain / BESIDE_A_STRIKE


def _spoils(state: State, foe: Unit) -> bool:
    """Whether none of the other side stands where an enemy does."""
    return all(other.side == foe.side for other in state.at(foe.hex))


def _prospect(state: State, unit: Unit, thing: Thing, leg: tuple[Hex, ...], foes: list[Unit]) -> float:
    """How good it is for an Arrow to have flown a leg by the end of the phase; off the map is as bad as can be."""
    rules, board = state.relief.rules, state.relief.board
    path, flown = (*thing.path, *leg), thing.flown + len(leg)
    way = headings(path)
    heading = way[-1] if way else next(iter(first_of(state, unit)), unit.facing)
    for _ in range(max(0, rules[COURSE]["least hexes"] - flown)):
        path = (*path, path[-1].neighbour(heading))
    if path[-1] not in board:
        return -100.0
    near = min(foes, key=lambda foe: foe.hex.distance(path[-1]))
    far = near.hex.distance(path[-1])
    if not 0 < far < rules[COURSE]["most hexes"]:
        return -float(far)
    ahead = turned(heading, path[-1].direction(near.hex)) <= 1
    return (50.0 if ahead else 10.0) - abs(far - NEXT_TIME) / 10


def drop_worth(state: State, unit: Unit, command: DropFromArrow) -> float:
    """What stands in a hex under an Arrow: each enemy is worth something, each friend costs more."""
    here = state.at(state.relief.board.parse_hex(command.hex))
    return float(sum(1 if other.side != unit.side else -2 for other in here if other.active)) * 3
