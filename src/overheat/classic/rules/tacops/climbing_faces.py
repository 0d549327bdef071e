"""Climbing: a machine with hands goes up and down what is too steep for it to walk, level by level.

While it hangs there it stands in its hex as high as it has come: lines of sight go by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.battle.steps import has_room_for, points_left, too_far
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import check_piloting
from overheat.classic.damage.falls import fall as come_down
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.commands import Adopt, Charge, DropProne, Jump, Leave, Stand, Step
from overheat.classic.facts.events import MarkLaid, MarkLifted, Moved, Posture
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import WAYS, Way
from overheat.classic.rules.standard.falls import Fall, fall_damage, seat_belt
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.piloting import STEADINESS, Check, piloting_number
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import VETOES, Names, Saying, Verb
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term, parts
from overheat.kernel.verbs import Costs, Foreseen

CLIMBING = TACTICAL_OPERATIONS("Climbing", 22)
FIRST, SECOND = "TO-022-climbing-1", "TO-022-climbing-2"
HANGS = named("climbing", "hangs on a steep face")
"""The mark of a machine in the middle of a climb: the direction of what it climbs."""
ROLL = "climbing.roll"
UP, DOWN, OVER = "climbing.up", "climbing.down", "climbing.over"
WAYS[UP] = Way("climbs a level up")
WAYS[DOWN] = Way("climbs a level down")
WAYS[OVER] = Way("climbs over the edge", enters=True)
ACTUATORS = ("hand actuator", "lower arm actuator", "upper arm actuator", "shoulder")
WALKED = 2
"""Levels that a machine walks up and down."""

FIGURES: Table[str, int] = Table(
    "climbing.figures",
    {"level": 2, "other rolls": 1, "one arm": 2, "to hit": -2},
    cite=CLIMBING,
    implements=(FIRST, SECOND),
    where="overheat.classic.rules.tacops.climbing_faces.FIGURES",
)
"""Points for a level; what a climb adds to other rolls, and one good arm to all; attacks on a climber."""


class ClimbFace(msgspec.Struct, frozen=True, tag=True):
    """Climb a level up the steep face ahead, or a level down."""

    up: bool = True


class Hold(NamedTuple):
    """Where a climb by one level leads."""

    how: str
    hex: Hex
    facing: int
    elevation: int
    hangs: int | None
    """The direction of the face that it hangs on then; None when it stands."""


def climbs(unit: Unit) -> bool:
    """Whether a unit is in the middle of a climb."""
    return bool(unit.marks) and HANGS in unit.marks


def good_arms(unit: Unit) -> int:
    """The arms of a machine that have all four actuators, none of them damaged."""
    return sum(_good(unit, place.code) for place in unit.condition.locations if place.code in ARMS)


def _good(unit: Unit, arm: str) -> bool:
    has = all(any(code == arm for code, _ in unit.plan.systems.get(system, ())) for system in ACTUATORS)
    return has and not unit.condition[arm].destroyed and not any(hits_on(unit, system, arm) for system in ACTUATORS)


def leads_to(state: State, unit: Unit, up: bool) -> Hold | Refusal:
    """Where a climb by one level would lead, or why there is nothing to climb."""
    board = state.relief.board
    hung = unit.marks.get(HANGS) if unit.marks else None
    direction = unit.facing if hung is None else hung.value
    ahead = unit.hex.neighbour(direction)
    if ahead not in board:
        return Refusal("climbing.face", "there is nothing to climb ahead", CLIMBING)
    rise = board[ahead].level - board[unit.hex].level - unit.elevation
    if hung is None and (rise <= WALKED if up else rise >= -WALKED):
        return Refusal("climbing.face", "nobody climbs what can be walked", CLIMBING)
    if hung is None and not up:
        return Hold(DOWN, ahead, (direction + 3) % 6, -rise - 1, (direction + 3) % 6)
    if up and rise <= 1:
        no = has_room_for(state, unit, ahead, 0)
        return no if no is not None else Hold(OVER, ahead, unit.facing, 0, None)
    elevation = unit.elevation + (1 if up else -1)
    return Hold(UP if up else DOWN, unit.hex, unit.facing, elevation, direction if elevation else None)


def _price(state: State) -> Tally:
    return Tally((Term("climbing.level", state.relief.rules[FIGURES]["level"], "a level climbed", CLIMBING),))


def _refuses(state: State, unit: Unit, command: ClimbFace) -> Refusal | None:
    mode = mode_of(state.relief.rules, unit)
    if not unit.machine or unit.quad or unit.rolls_on or unit.condition.prone or unit.condition.stance is not None:
        return Refusal("climbing.able", "only machines with hands climb, on their feet", CLIMBING)
    if not good_arms(unit):
        return Refusal("climbing.able", "a climb takes an arm with all its actuators", CLIMBING)
    if not mode.moves or mode.fast or mode.leaps or mode.skims or unit.motion.done:
        return Refusal("climbing.able", "who climbs walks", CLIMBING)
    if not climbs(unit) and unit.elevation:
        return Refusal("climbing.able", "a climb begins on the ground", CLIMBING)
    hold, cost, left = leads_to(state, unit, command.up), _price(state), points_left(state, unit)
    return hold if isinstance(hold, Refusal) else too_far(cost, left) if cost.total > left else None


def _why() -> Term:
    return Term(ROLL, 0, "climbs", CLIMBING)


def _does(scene: Scene, unit: Unit, command: ClimbFace) -> None:
    hold, cost = leads_to(scene.state, unit, command.up), _price(scene.state)
    assert isinstance(hold, Hold)
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + int(cost.total))
    if not check_piloting(scene, unit.id, _why()):
        scene.tell(Moved(unit.id, "stop", unit.hex, unit.facing, unit.elevation, motion, parts(cost)))
        lets_go(scene, unit.id)
        return
    if hold.hex != unit.hex:
        motion = msgspec.structs.replace(motion, hexes=motion.hexes + 1, travelled=motion.travelled + 1)
    scene.tell(Moved(unit.id, hold.how, hold.hex, hold.facing, hold.elevation, motion, parts(cost)))
    if hold.hangs is not None:
        scene.tell(MarkLaid(unit.id, HANGS, Mark(hold.hangs)))
    elif climbs(unit):
        scene.tell(MarkLifted(unit.id, HANGS))


def lets_go(scene: Scene, id: str) -> None:
    """A machine falls from the highest level that it has reached."""
    come_down(scene, id, _why(), scene.unit(id).elevation)


def _offers(state: State, unit: Unit) -> Iterator[ClimbFace]:
    yield ClimbFace(True)
    yield ClimbFace(False)


def _cost(state: State, unit: Unit, command: ClimbFace) -> Costs:
    return {"points": _price(state)}


def _preview(state: State, unit: Unit, command: ClimbFace) -> Foreseen:
    check = Check(state.relief.rules, unit, _why(), state.relief.board[unit.hex], state=state)
    needed = piloting_number(check)
    return Foreseen(f"piloting roll: {int(needed.total)}+, or it falls", {"climbs": needed})


def _words(state: State, unit: Unit, command: ClimbFace, names: Names) -> str:
    return f"climb a level {'up' if command.up else 'down'}"


@rule("climbing.other_rolls", cite=CLIMBING, implements=(FIRST,), slot=STEADINESS)
def other_rolls(check: Check) -> Term | None:
    """Any other roll that a climber must make is at 1 more."""
    if not climbs(check.unit) or check.cause.id == ROLL:
        return None
    return Term("climbing.other_rolls", check.rules[FIGURES]["other rolls"], "climbs", CLIMBING)


@rule("climbing.one_arm", cite=CLIMBING, implements=(FIRST,), slot=STEADINESS)
def one_arm(check: Check) -> Term | None:
    """With only one arm that has all its actuators, every roll of a climber is at 2 more, that to climb too."""
    if not (climbs(check.unit) or check.cause.id == ROLL) or good_arms(check.unit) != 1:
        return None
    return Term("climbing.one_arm", check.rules[FIGURES]["one arm"], "one good arm", CLIMBING)


def _from_its_level(falling: Fall) -> Fall:
    """A fall in the middle of a climb, from where the machine hangs."""
    if falling.levels or not climbs(falling.unit):
        return falling
    return msgspec.structs.replace(falling, levels=max(0, falling.unit.elevation))


@rule("climbing.fall_damage", cite=CLIMBING, implements=(FIRST,))
def falls_far(fall: Fall) -> int:
    """Who falls while it climbs falls from the last level that it has reached."""
    return fall.rules.below(falls_far)(_from_its_level(fall))


@rule("climbing.seat_belt", cite=CLIMBING, implements=(FIRST,))
def held_by_belt(fall: Fall) -> Term | None:
    """And so does its pilot."""
    return fall.rules.below(held_by_belt)(_from_its_level(fall))


@rule("climbing.ends", cite=CLIMBING, implements=(FIRST,), slot=FOLLOWS)
def climb_ends(scene: Scene, event: Event, before: State) -> None:
    """Who falls or is pushed away hangs on no longer, and who falls lies at the foot of the face."""
    if not isinstance(event, Posture | Moved) or event.unit not in scene.state.units:
        return
    unit = scene.unit(event.unit)
    if not climbs(unit) or event.unit not in before.units:
        return
    if isinstance(event, Posture) and event.prone:
        scene.tell(MarkLifted(unit.id, HANGS))
        scene.tell(Moved(unit.id, "come_down", unit.hex, unit.facing, 0, unit.motion))
    elif isinstance(event, Moved) and event.hex != before.units[unit.id].hex and event.how not in (UP, DOWN, OVER):
        scene.tell(MarkLifted(unit.id, HANGS))


@rule("climbing.hands_full", cite=CLIMBING, implements=(SECOND,), slot=FORBIDS)
def rear_weapons_alone(attack: WeaponAttack) -> Refusal | None:
    """In the middle of a climb a machine fires only what is mounted facing rear."""
    if not climbs(attack.attacker) or attack.mount.rear:
        return None
    return Refusal("climbing.hands_full", "a climber fires only weapons that face rear", CLIMBING)


@rule("climbing.no_blows", cite=CLIMBING, implements=(SECOND,), slot=NO_BLOW)
def no_blows(attack: PhysicalAttack) -> Refusal | None:
    """A climber strikes nobody."""
    if not climbs(attack.attacker):
        return None
    return Refusal("climbing.no_blows", "a climber strikes nobody", CLIMBING)


@rule("climbing.easy_target", cite=CLIMBING, implements=(SECOND,), slot=EVERY_ATTACK)
def easy_target(attack: Engagement) -> Term | None:
    """Attacks on a climber are at 2 less."""
    if not climbs(attack.target):
        return None
    return Term("climbing.easy_target", attack.rules[FIGURES]["to hit"], "target climbs", CLIMBING)


@rule("climbing.holds_on", cite=CLIMBING, slot=VETOES, only=lambda saying: bool(saying.unit.marks))
def holds_on(saying: Saying) -> Refusal | None:
    """Who hangs on a face goes nowhere but up or down."""
    if not climbs(saying.unit) or not isinstance(
        saying.command, Step | Jump | Charge | DropProne | Adopt | Leave | Stand
    ):
        return None
    return Refusal("climbing.holds_on", f"{saying.unit.sheet.name} hangs on a steep face", CLIMBING)


VERB = Verb(
    command=ClimbFace,
    phases=("movement",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Climb",
    cost=_cost,
    preview=_preview,
)
VERB_ROW = VERBS.amended("climbing.verbs", {"climbing.climb_face": VERB}, cite=CLIMBING, implements=(FIRST, SECOND))

LAYER = Layer(
    "climbing_faces",
    title="Climbing",
    group="Movement",
    cite=CLIMBING,
    needs=("classic",),
    add=(other_rolls, one_arm, climb_ends, rear_weapons_alone, no_blows, easy_target, holds_on, FIGURES),
    change=(VERB_ROW, fall_damage.wrapped_in(falls_far), seat_belt.wrapped_in(held_by_belt)),
)
