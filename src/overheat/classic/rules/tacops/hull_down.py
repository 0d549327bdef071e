"""Hull down: a machine makes itself one level tall behind what stands next to it, and is harder to hit there.

Of machines; vehicles behind fieldworks have a ruling of their own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack, line_between
from overheat.classic.facts.commands import Charge, DropProne, Go, Jump, Step
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blow_limits import WIELDED, height
from overheat.classic.rules.standard.cover import in_cover
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.physical import LEVELS, NO_BLOW, PhysicalAttack, struck_with
from overheat.classic.rules.standard.postures import POSTURES, Posture, posture_of
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

HULL_DOWN = TACTICAL_OPERATIONS("Hull Down", 21)
ID = "postures.hull_down"
LEG_ACTUATORS = ("hip", "upper leg actuator", "lower leg actuator", "foot actuator")
ALL_WAYS = tuple(range(6))

FIGURES: Table[str, int] = Table(
    "hull_down.figures",
    {"from standing": 2, "from prone": 1, "leg actuator": 1, "stand up": 2, "to hit": 2},
    cite=HULL_DOWN,
    where="overheat.classic.rules.tacops.hull_down.FIGURES",
)
"""Movement points to go hull down and to stand up again, and what a covered machine adds to attacks on it."""


@rule(
    ID,
    cite=HULL_DOWN,
    implements=("TO-021-hull-down-1", "TO-021-hull-down-2", "TO-021-hull-down-3"),
    slot=POSTURES,
)
def hull_down(rules: Ruleset) -> Posture:
    """A machine that is hull down counts as one level tall, and level 1 next to it gives it partial cover.

    It keeps its facing, unless it goes hull down from lying on the ground: then it faces as it likes, without a roll.
    """
    return Posture(
        title="hull down",
        stature=0,
        lowered=1,
        takes=_takes,
        rises=_rises,
        facings=_facings,
        bars=_bars,
        worth=_worth,
    )


def _worth(state: State, unit: Unit) -> float:
    """A point for each enemy from whom it covers, and one less for each whom it hides from both ways."""
    stance = unit.condition.stance or posture_of(state.relief.rules, ID).stance(ID)
    low = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=False, stance=stance))
    up = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, prone=False, stance=None))
    found = 0.0
    for other in state.units.values():
        if not other.active or other.side == unit.side:
            continue
        line = line_between(state.relief, other.viewpoint, low.viewpoint)
        if line.visible:
            found += line.target_cover is not None
        elif line_between(state.relief, other.viewpoint, up.viewpoint).visible:
            found -= 1
    return found


def _takes(state: State, unit: Unit) -> Tally | Refusal:
    figures = state.relief.rules[FIGURES]
    if not unit.machine:
        return Refusal("hull_down.machine", "only machines go hull down", HULL_DOWN)
    if mode_of(state.relief.rules, unit).leaps:
        return Refusal("hull_down.jump", "who jumps lands on its feet", HULL_DOWN)
    if not unit.condition.prone:
        return Tally((Term("hull_down.from_standing", figures["from standing"], "hull down from standing", HULL_DOWN),))
    lame = lame_actuators(unit)
    legs = Term("hull_down.leg_actuators", lame * figures["leg actuator"], f"{lame} leg actuators", HULL_DOWN)
    return Tally.of(
        (Term("hull_down.from_prone", figures["from prone"], "hull down from prone", HULL_DOWN), legs if lame else None)
    )


def lame_actuators(unit: Unit) -> int:
    """Leg actuators that are hit, or gone with their leg."""
    gone = {place.code for place in unit.condition.locations if place.code in LEGS and place.destroyed}
    lost = sum(code in gone for system in LEG_ACTUATORS for code, _ in unit.plan.systems.get(system, ()))
    here = [place.code for place in unit.condition.locations if place.code in LEGS and place.code not in gone]
    return lost + sum(hits_on(unit, system, code) for system in LEG_ACTUATORS for code in here)


def _rises(state: State, unit: Unit) -> Tally | Refusal:
    points = state.relief.rules[FIGURES]["stand up"]
    return Tally((Term("hull_down.stand_up", points, "stand up from hull down", HULL_DOWN),))


def _facings(state: State, unit: Unit) -> tuple[int, ...]:
    return ALL_WAYS if unit.condition.prone else (unit.facing,)


def _bars(state: State, unit: Unit, command: Any) -> Refusal | None:
    leaps = (
        isinstance(command, Go) and command.mode in (modes := state.relief.rules[MODES]) and modes[command.mode].leaps
    )
    if leaps or isinstance(command, Step | Jump | Charge | DropProne):
        return Refusal("hull_down.moves", f"{unit.sheet.name} is hull down and must stand up first", HULL_DOWN)
    return None


def is_hull_down(unit: Unit) -> bool:
    """Whether a unit is hull down."""
    return unit.condition.stance is not None and unit.condition.stance.id == ID


@rule("to_hit.hull_down", cite=HULL_DOWN, slot=EVERY_SHOT)
def harder_to_hit(attack: WeaponAttack) -> Term | None:
    """A target that is hull down and has partial cover is harder to hit, +2 besides the cover.

    Water of depth 1 that it crouches in covers it from whatever height it is shot at.
    """
    if not is_hull_down(attack.target) or not (attack.rules[in_cover](attack) or _to_the_chest_in_water(attack)):
        return None
    return Term("to_hit.hull_down", attack.rules[FIGURES]["to hit"], "target hull down", HULL_DOWN)


def _to_the_chest_in_water(attack: WeaponAttack) -> bool:
    seen = attack.target.viewpoint
    return not attack.under_water and seen.height < 0 <= seen.upright and "water" in attack.relief.board[seen.hex]


@rule("fire.hull_down", cite=HULL_DOWN, slot=FORBIDS)
def no_leg_weapons(attack: WeaponAttack) -> Refusal | None:
    """A machine that is hull down cannot use its leg weapons."""
    if not is_hull_down(attack.attacker) or attack.mount.location not in LEGS:
        return None
    return Refusal("fire.hull_down", "leg weapons cannot be used while hull down", HULL_DOWN)


@rule("physical.hull_down", cite=HULL_DOWN, slot=NO_BLOW)
def no_kicks(attack: PhysicalAttack) -> Refusal | None:
    """A machine that is hull down does not kick, nor strike with its legs otherwise; it can be punched all the same."""
    if not is_hull_down(attack.attacker) or struck_with(attack) != "leg":
        return None
    return Refusal("physical.hull_down", "nobody strikes with a leg while hull down", HULL_DOWN)


@rule("physical.hull_down_height", cite=HULL_DOWN, slot=NO_BLOW)
def reached_as_standing(attack: PhysicalAttack) -> Refusal | None:
    """Blows reach a machine that is hull down where they reach one that stands."""
    levels = WIELDED if attack.weapon is not None else attack.rules[LEVELS][attack.kind]
    if is_hull_down(attack.target) and attack.levels in levels:
        return None
    return attack.rules.below(reached_as_standing)(attack)


LAYER = Layer(
    "hull_down",
    title="Hull down",
    group="Movement",
    cite=HULL_DOWN,
    needs=("classic",),
    add=(hull_down, FIGURES, harder_to_hit, no_leg_weapons, no_kicks),
    change=(height.wrapped_in(reached_as_standing),),
)
