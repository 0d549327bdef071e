"""Leaping down: a machine jumps off what is too high to walk down, and its legs bear it or not."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import Prospect, elevation_in, entry_of, has_room_for, points_left, too_far
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import check_piloting, stand_or_fall
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.events import Moved
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import HARMS, WAYS, Way
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import entry_cost
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Term, parts
from overheat.kernel.verbs import Costs, Foreseen
from overheat.kernel.wording.phrases import counted

LEAPING = TACTICAL_OPERATIONS("Leaping", 23)
LEAP = "leaping_down.leap"
WAYS[LEAP] = Way("leaps down", enters=True)
HARMS.says(LEAP, "leap")
WALKED = 2
"""Levels that a machine walks down."""

FIGURES: Table[str, int] = Table(
    "leaping_down.figures",
    {"legs": 2, "fall": 1},
    cite=LEAPING,
    where="overheat.classic.rules.tacops.leaping_down.FIGURES",
)
"""What each level adds to the roll that spares the legs, and to the roll to stay up."""


class LeapDown(msgspec.Struct, frozen=True, tag=True):
    """Leap into the hex ahead, more than two levels down."""


def leap(state: State, unit: Unit) -> Prospect | Refusal:
    """What a leap down would come to: it costs what two levels do."""
    board, hex = state.relief.board, unit.hex.neighbour(unit.facing)
    mode = mode_of(state.relief.rules, unit)
    if not unit.machine or unit.rolls_on or unit.condition.prone or unit.condition.stance is not None:
        return Refusal("leaping_down.able", "only machines on their feet leap down", LEAPING)
    if not mode.moves or mode.leaps or mode.skims or unit.motion.done or hex not in board:
        return Refusal("leaping_down.able", "a leap goes into the hex ahead, on the way", LEAPING)
    top = board[unit.hex].level + unit.elevation
    elevation = elevation_in(board[hex], unit, top, road=False)
    levels = top - board[hex].level - elevation
    if levels <= WALKED:
        return Refusal("leaping_down.able", "nobody leaps down what can be walked", LEAPING)
    cost = entry_cost(entry_of(state, unit, board[unit.hex], hex, (top, top - WALKED)))
    no = cost if isinstance(cost, Refusal) else has_room_for(state, unit, hex, elevation)
    if no is not None or isinstance(cost, Refusal):
        return no if no is not None else Refusal("leaping_down.able", "it cannot go there", LEAPING)
    if cost.total > points_left(state, unit):
        return too_far(cost, points_left(state, unit))
    motion = msgspec.structs.replace(
        unit.motion,
        hexes=unit.motion.hexes + 1,
        travelled=unit.motion.travelled + 1,
        spent=unit.motion.spent + int(cost.total),
        turned=False,
        backwards=False,
        heading=unit.facing,
    )
    rolls = rolls_of(state.relief.rules, levels)
    return Prospect(LEAP, hex, unit.facing, elevation, motion, cost, rolls, levels)


def rolls_of(rules: Ruleset, levels: int) -> tuple[Term, Term]:
    """The two rolls of a leap: whether the legs bear it, and whether the machine stays up."""
    figures, far = rules[FIGURES], counted(levels, "level")
    return (
        Term("leaping_down.legs", figures["legs"] * levels, f"its legs after a leap of {far}", LEAPING),
        Term("leaping_down.fall", figures["fall"] * levels, f"leaps down {far}", LEAPING),
    )


def _refuses(state: State, unit: Unit, command: LeapDown) -> Refusal | None:
    found = leap(state, unit)
    return found if isinstance(found, Refusal) else None


def _does(scene: Scene, unit: Unit, command: LeapDown) -> None:
    found = leap(scene.state, unit)
    assert isinstance(found, Prospect)
    scene.tell(Moved(unit.id, found.how, found.hex, found.facing, found.elevation, found.motion, parts(found.cost)))
    legs, stays_up = found.checks
    if not check_piloting(scene, unit.id, legs):
        for place in unit.condition.locations:
            if (
                place.code in LEGS
                and scene.unit(unit.id).active
                and not scene.unit(unit.id).condition[place.code].destroyed
            ):
                hit_machine(scene, Hit(unit.id, "front", found.levels, LEAP), place.code, through_armour=True)
    if scene.unit(unit.id).active:
        stand_or_fall(scene, unit.id, stays_up, found.levels)
    if scene.unit(unit.id).active:
        meet_hazards(scene, unit.id)


def _cost(state: State, unit: Unit, command: LeapDown) -> Costs:
    found = leap(state, unit)
    return {} if isinstance(found, Refusal) else {"points": found.cost}


def _preview(state: State, unit: Unit, command: LeapDown) -> Foreseen | None:
    found = leap(state, unit)
    if isinstance(found, Refusal):
        return None
    ground = state.relief.board[found.hex]
    needed = {
        why.label: piloting_number(Check(state.relief.rules, unit, why, ground, state=state)) for why in found.checks
    }
    told = ", ".join(f"{label} {int(number.total)}+" for label, number in needed.items())
    return Foreseen(f"piloting rolls: {told}", needed)


VERB = Verb(
    command=LeapDown,
    phases=("movement",),
    offers=lambda state, unit: (LeapDown(),),
    refuses=_refuses,
    does=_does,
    words=always("leap down"),
    title="Leap down",
    cost=_cost,
    preview=_preview,
)

LAYER = Layer(
    "leaping_down",
    title="Leaping",
    group="Movement",
    cite=LEAPING,
    needs=("classic",),
    add=(FIGURES,),
    change=(VERBS.amended("leaping_down.verbs", {"leaping_down.leap_down": VERB}, cite=LEAPING),),
)
