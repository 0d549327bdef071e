"""Turn modes: the faster a vehicle means to go, the further it must go straight before it turns, or roll for it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.crashes import MISHAPS, skid
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.board.board import Ground
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.kinds.vehicle import hit_motive_system, stop
from overheat.classic.facts.events import FateMet, MarkLaid, Moved, VehicleHurt
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import FATES, WAYS, Way
from overheat.classic.rules.standard.driving import TURN_CHECKS
from overheat.classic.rules.standard.modes import MODES, Mode, running, walking
from overheat.classic.rules.standard.skids import skid_distance
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted

TURN_MODES = TACTICAL_OPERATIONS("Turn Modes", 25)
FAILURES = TACTICAL_OPERATIONS("Failed Maneuver Table", 26)
DECLARED = named("declared_points", "drives within {value} points")
"""The mark of a vehicle that has said how many points it means to spend."""
TURNED = named("turned_after", "straight on for {value} before its turn")
"""The mark of a vehicle that has turned in this move: how many hexes it had gone by then."""
EARLY = "turn_modes.early"
CAPSIZES, ROLLS_OVER, FISHTAIL = "turn_modes.capsizes", "turn_modes.roll_over", "fishtail"
FATES.says(CAPSIZES, "capsizes")
WAYS[ROLLS_OVER] = Way("rolls over")
WAYS[FISHTAIL] = Way("swings out")
PURPOSES.says("turn_modes.failed", "what comes of the failed turn of {who}")
PACES = (4, 9, 14, 19)
"""The most points of each turn mode: what a vehicle may say that it keeps to."""

FIGURES: Table[str, int] = Table(
    "turn_modes.figures",
    {"points": 5},
    cite=TURN_MODES,
    implements=("TO-025-turn-modes-a",),
    where="overheat.classic.rules.tacops.turn_modes.FIGURES",
)
"""The points that a vehicle means to spend for each hex that it must go straight."""

CONDITIONS: Table[str, int] = Table(
    "turn_modes.conditions",
    {"rough": 1, "rubble": 1},
    cite=TURN_MODES,
    implements=("TO-025-turn-modes-b",),
    where="overheat.classic.rules.tacops.turn_modes.CONDITIONS",
)
"""What the ground adds where an early turn is tried, besides what slippery ground adds to every roll."""

TYPES: Table[str, int] = Table(
    "turn_modes.types",
    {
        "wheeled off the road": 2,
        "vtol": 2,
        "hover": 4,
        "wige": 4,
        "hydrofoil": 4,
        "light": 1,
        "heavy": -1,
        "assault": -2,
    },
    cite=FAILURES,
    implements=("TO-025-turn-modes-b",),
    where="overheat.classic.rules.tacops.turn_modes.TYPES",
)
"""What the kind of a vehicle and its weight add to the roll for what comes of a failed turn."""

Outcome = Literal["minor fishtail", "moderate fishtail", "serious fishtail", "skid", "roll over"]
OUTCOMES: Table[int, Outcome] = Table(
    "turn_modes.outcomes",
    {2: "minor fishtail", 8: "moderate fishtail", 10: "serious fishtail", 12: "skid", 14: "roll over"},
    cite=FAILURES,
    implements=("TO-025-turn-modes-b",),
    where="overheat.classic.rules.tacops.turn_modes.OUTCOMES",
)
"""What comes of a failed turn, by the least that is rolled for it; only wheels roll over, and ships capsize."""


def turn_mode(rules: Ruleset, points: int) -> int:
    """The hexes that a vehicle must go straight before it turns, when it means to spend so many points."""
    return points // rules[FIGURES]["points"]


def declared(state: State, unit: Unit) -> int:
    """The points that a vehicle has said it means to spend; before it sets out, all that its mode gives."""
    said = unit.marks.get(DECLARED) if unit.marks else None
    return allowance(state, unit, unit.motion.mode) if said is None else said.value


def gone_straight(unit: Unit) -> int:
    """The hexes that a vehicle has gone since it last turned or reversed."""
    turned = unit.marks.get(TURNED) if unit.marks else None
    since = unit.motion.travelled - (0 if turned is None else turned.value)
    return min(unit.motion.hexes, since)


def _conditions(rules: Ruleset, ground: Ground) -> int:
    return sum(value for kind, value in rules[CONDITIONS].rows.items() if kind in ground)


@rule(EARLY, cite=TURN_MODES, implements=("TO-025-turn-modes-a", "TO-025-turn-modes-b"), slot=TURN_CHECKS)
def turns_early(state: State, unit: Unit, way: str, straight: int | None) -> Term | None:
    """A vehicle that turns before it has gone straight far enough rolls for each hex that it lacks, +1.

    What it has lost of its points on the way changes nothing; the ground where it turns may add more.
    """
    if not unit.vehicle:
        return None
    rules = state.relief.rules
    gone = gone_straight(unit) if straight is None else straight
    short = turn_mode(rules, declared(state, unit)) - gone
    if short <= 0:
        return None
    ground = _conditions(rules, state.relief.board[unit.hex]) if straight is None else 0
    return Term(f"{EARLY}_{way}", short + ground, f"turns after {counted(gone, 'hex', 'hexes')} straight", TURN_MODES)


@rule("turn_modes.declared", cite=TURN_MODES, implements=("TO-025-turn-modes-a",), slot=FOLLOWS)
def notes(scene: Scene, event: Event, before: State) -> None:
    """What a vehicle means to spend holds for its whole move, and every turn starts its straight way anew."""
    if not isinstance(event, Moved) or not scene.unit(event.unit).vehicle:
        return
    unit = scene.unit(event.unit)
    if event.how == "begin":
        points = allowance(scene.state, unit, event.motion.mode)
        scene.tell(MarkLaid(unit.id, DECLARED, Mark(points, this_round=True)))
    elif event.how.startswith(("turn_", FISHTAIL)):
        scene.tell(MarkLaid(unit.id, TURNED, Mark(event.motion.travelled, this_round=True)))


def type_modifier(rules: Ruleset, unit: Unit, ground: Ground) -> Tally:
    """What the kind of a vehicle adds to the roll for a failed turn."""
    rows, motive, tons = rules[TYPES].rows, unit.sheet.motive, unit.sheet.tons
    names = [motive] if motive in rows else []
    paved = any(kind in ground for kind in ("pavement", "road", "bridge"))
    names += ["wheeled off the road"] if motive == "wheeled" and not paved else []
    size = "light" if tons < 40 else "heavy" if 60 <= tons < 80 else "assault" if tons >= 80 else ""
    names += [size] if size in rows else []
    return Tally(tuple(Term("turn_modes.types", rows[name], name, FAILURES) for name in names if rows.get(name)))


def outcome(rules: Ruleset, total: int, motive: str) -> Outcome:
    """What comes of a failed turn."""
    rows = rules[OUTCOMES].rows
    found = rows[max((least for least in rows if least <= total), default=min(rows))]
    return "skid" if found == "roll over" and motive not in ("wheeled", "naval", "hydrofoil") else found


@rule("turn_modes.failed", cite=FAILURES, implements=("TO-025-turn-modes-b",), slot=MISHAPS)
def failed(scene: Scene, id: str, why: Term, missed_by: int) -> bool:
    """A failed early turn: the vehicle swings too little or too far, damages what it moves by, skids or rolls over."""
    if not why.id.startswith(EARLY):
        return False
    unit, ground = scene.unit(id), scene.state.relief.board[scene.unit(id).hex]
    more = int(type_modifier(scene.rules, unit, ground).total)
    total = scene.roll("turn_modes.failed", who=id) + missed_by + more
    came = outcome(scene.rules, total, unit.sheet.motive)
    if came == "skid":
        skid(scene, id, scene.rules[skid_distance](scene.rules, unit.motion.travelled))
    elif came == "roll over":
        _rolls_over(scene, id)
    else:
        _fishtails(scene, id, came, -2 if why.id.endswith("left") else 2)
    return True


def _fishtails(scene: Scene, id: str, came: Outcome, by: int) -> None:
    """A vehicle that swings out: not at all round, or a hexside too far, which wears on it and may stop it."""
    unit = scene.unit(id)
    by = 0 if came == "minor fishtail" else by
    motion = msgspec.structs.replace(
        unit.motion, spent=unit.motion.spent + 1, turned=True, done=came == "serious fishtail"
    )
    scene.tell(Moved(id, FISHTAIL, unit.hex, (unit.facing + by) % 6, unit.elevation, motion))
    if by and unit.sheet.motive in ("tracked", "wheeled"):
        less = Term("turn_modes.moderate", -1, "moderate fishtail", FAILURES)
        hit_motive_system(scene, id, "front", Tally((less,)) if came == "moderate fishtail" else None)


def _rolls_over(scene: Scene, id: str) -> None:
    """Wheels in the air: the vehicle moves no more, its crew is stunned; a ship that capsizes is lost."""
    unit = scene.unit(id)
    if unit.sheet.motive != "wheeled":
        scene.tell(FateMet(id, "destroyed", CAPSIZES))
        return
    motion = msgspec.structs.replace(unit.motion, skidded=True, done=True)
    scene.tell(Moved(id, ROLLS_OVER, unit.hex, unit.facing, unit.elevation, motion))
    scene.tell(VehicleHurt(id, "crew_stunned", {"crew_stunned": unit.condition.vehicle.crew_stunned + 1}))
    stop(scene, id, "immobilised")


def _within(most: int, *, flank: bool) -> Mode:
    """A way to drive that keeps to so many points; none where that is as many as there are."""

    def points(state: State, unit: Unit) -> int:
        whole = running(state, unit) if flank else walking(state, unit)
        least = walking(state, unit) if flank else 0
        return most if unit.vehicle and least < most < whole else 0

    said, told = ("flank", "flanked") if flank else ("cruise", "cruised")
    return Mode(
        word=f"{said} within {most} points",
        past=f"{told} within {most} points",
        points=points,
        attacker=2 if flank else 1,
        fast=flank,
        cite=TURN_MODES,
    )


MODE_ROWS = MODES.amended(
    "turn_modes.modes",
    {f"{pace}_within_{most}": _within(most, flank=pace == "flank") for pace in ("cruise", "flank") for most in PACES},
    cite=TURN_MODES,
    implements=("TO-025-turn-modes-a",),
)
"""A vehicle says how many points it means to spend: all that it has, or the most of some turn mode."""


class TurnAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that means to spend so many points, and turns after so many hexes."""

    declared_mp: Annotated[int, Meta(ge=0, le=200, description="The points that it means to spend.")]
    hexes_moved: Annotated[int, Meta(ge=0, le=200, description="The hexes that it has gone straight.")] = 0
    terrain: Annotated[tuple[str, ...], Meta(description="What is in the hex where it turns.")] = ()


def answer(desk: Desk, asked: TurnAsked) -> Answer:
    """How far a vehicle must go straight, and what an early turn adds to the driving roll."""
    mode = turn_mode(desk.rules, asked.declared_mp)
    early, rows = max(0, mode - asked.hexes_moved), desk.rules[CONDITIONS].rows
    terms = [Term(EARLY, early, f"{counted(early, 'hex', 'hexes')} too early", TURN_MODES)] if early else []
    terms += [Term("turn_modes.conditions", rows[kind], kind, TURN_MODES) for kind in asked.terrain if kind in rows]
    told = Tally(tuple(terms) if early else ())
    figures = {"turn_mode": mode, "modifier": int(told.total), "roll_needed": bool(early)}
    return Answer(figures=figures, terms={"modifier": told})


class FailureAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A turn that failed."""

    roll: Annotated[int, Meta(ge=2, le=12)]
    margin_of_failure: Annotated[int, Meta(ge=1, le=20)]
    type_modifier: Annotated[int, Meta(ge=-10, le=10, description="What the kind of vehicle adds.")] = 0
    motive: str = "tracked"


def answer_failure(desk: Desk, asked: FailureAsked) -> Answer:
    """What comes of a failed turn."""
    total = asked.roll + asked.margin_of_failure + asked.type_modifier
    return Answer(figures={"total": total, "result": outcome(desk.rules, total, asked.motive)}, terms=None)


QUESTIONS = INQUIRIES.amended(
    "turn_modes.questions",
    {
        "turn_mode": Inquiry(title="How early a vehicle turns", facts=TurnAsked, answer=answer, cite=TURN_MODES),
        "failed_turn": Inquiry(
            title="What comes of a turn that failed", facts=FailureAsked, answer=answer_failure, cite=FAILURES
        ),
    },
    cite=TURN_MODES,
)

LAYER = Layer(
    "turn_modes",
    title="Turn modes",
    group="Movement",
    cite=TURN_MODES,
    needs=("classic",),
    add=(turns_early, notes, failed, FIGURES, CONDITIONS, TYPES, OUTCOMES),
    change=(MODE_ROWS, QUESTIONS),
)
