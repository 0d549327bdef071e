"""Ejection and abandoning: pilots leave their machines and crews their vehicles, and are on the map afterwards.

They are where they came down, each with the hits that they have taken, and walk a hex a round as soldiers on foot do,
whenever a unit of their side has its turn to move. They fight no more, and nobody takes them for a target; what they
left is out of the battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import CheckMade, CrewHurt, FateMet, ThingPlaced, TurnEnded
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import INJURIES, THINGS
from overheat.classic.rules.standard.crew import dead
from overheat.classic.rules.standard.damage import EXPLOSION_CREW_HITS
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.switches import ejects_from_explosion, may_eject
from overheat.classic.rules.standard.to_hit import has_console
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb, always
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.library import find
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term, parts

EJECTION = TACTICAL_OPERATIONS("Ejection and Abandoning Units", 196)
SELECTION, FIRST, SECOND = "TO-196-ejected-unit-selection", "TO-197-ejection-1", "TO-197-ejection-2"
ROLL, PILOT, CREW, HURT, ABANDONED = "ejection.roll", "ejection.pilot", "ejection.crew", "ejection.hurt", "crew_leaves"
EJECTED, EXPLODES = "ejected", "ammunition_explodes"
THINGS.says(PILOT, "pilot on foot ({value} hits)")
THINGS.says(CREW, "crew on foot")
INJURIES.says(HURT, "ejection")
PURPOSES.says(ROLL, "{who} ejects, {needed} needed")

FOOT = "Foot Platoon (Rifle)"
"""Soldiers who walk as far as pilots and crews on foot: a hex."""
A_STEP = 0.1
"""What a hex more between them and the enemy is worth to a bot."""

WHY = parts(Tally((Term(ROLL, 0, "ejects", EJECTION),)))
"""Why a pilot rolls, for the log."""

MODIFIERS: Table[str, int] = Table(
    "ejection.modifiers",
    {
        "prone": 5,
        "unconscious": 3,
        "automatic": 1,
        "head structure": 1,
        "clear": -2,
        "water": -1,
        "rough": 0,
        "rubble": 0,
        "light woods": 2,
        "heavy woods": 3,
        "ultra-heavy woods": 4,
        "building level": 1,
    },
    cite=EJECTION,
    implements=(FIRST,),
    where="overheat.classic.rules.tacops.ejecting_crews.MODIFIERS",
)
"""What the state of machine and pilot, and the ground they come down on, add to the roll."""
WOODS = {1: "light woods", 2: "heavy woods", 3: "ultra-heavy woods"}


@rule("ejection.may_eject", cite=EJECTION, implements=(FIRST, SELECTION))
def at_any_time(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A pilot who is awake may eject in the movement phase in place of all else, from a whole machine too.

    Nobody chooses the machine after that. Industrial machines need an ejection seat.
    """
    if not unit.machine or not unit.condition.conscious:
        return Refusal("crew.may_eject", "only the pilot of a war machine ejects", EJECTION)
    if unit.sheet.kind == "industrial machine" and "ejection_seat" not in unit.plan.flags:
        return Refusal("crew.may_eject", "an industrial machine needs an ejection seat for that", EJECTION)
    return None


@rule("ejection.by_explosion", cite=EJECTION, implements=(FIRST,))
def by_itself(rules: Ruleset, unit: Unit) -> bool:
    """The pilot of a machine with a seat is thrown clear before exploding ammunition does any damage."""
    return unit.machine and (unit.sheet.kind != "industrial machine" or "ejection_seat" in unit.plan.flags)


@rule("ejection.pilots", cite=EJECTION, implements=(SECOND,))
def pilots_of(rules: Ruleset, unit: Unit) -> int:
    """A machine with a command console or two seats has two pilots, and each rolls to eject."""
    return 2 if has_console(unit) or unit.sheet.cockpit.lower().startswith(("dual", "tripod", "superheavy")) else 1


def ground_of(ground: Ground) -> tuple[str, int]:
    """What a pilot comes down on, by the name that the table has, and how often it counts."""
    if ground.amount("bldg_elev"):
        return "building level", ground.amount("bldg_elev")
    if ground.amount("water") and "ice" not in ground:
        return "water", 1
    if ground.amount("woods") in WOODS:
        return WOODS[ground.amount("woods")], 1
    return next((kind for kind in ("rough", "rubble") if kind in ground), "clear"), 1


def number(rules: Ruleset, skill: int, reasons: Iterable[tuple[str, int]]) -> Tally:
    """What a pilot must roll to eject unhurt, from the reasons that count and how often each does."""
    rows = rules[MODIFIERS].rows
    terms = [Term("piloting.skill", skill, "piloting skill", EJECTION)]
    terms += [Term(ROLL, rows[name] * times, name, EJECTION) for name, times in reasons if rows.get(name, 0) * times]
    return Tally(tuple(terms))


def reasons_of(unit: Unit, ground: Ground, *, automatic: bool) -> list[tuple[str, int]]:
    """All that counts for a pilot who ejects from a machine."""
    head = next((place for place in unit.sheet.locations if place.code == "HD"), None)
    lost = 0 if head is None else int(head.structure - unit.condition["HD"].structure)
    found = [("prone", int(unit.condition.prone)), ("unconscious", int(not unit.condition.conscious))]
    return [*found, ("automatic", int(automatic)), ("head structure", lost), ground_of(ground)]


def landing_hex(state: State, unit: Unit) -> Hex:
    """Where a pilot comes down: behind the machine, or where it stands at the edge of the map."""
    behind = unit.hex.neighbour((unit.facing + 3) % 6)
    return behind if behind in state.relief.board else unit.hex


@rule("ejection.lands", cite=EJECTION, implements=(FIRST, SECOND), slot=FOLLOWS)
def lands(scene: Scene, event: Event, before: State) -> None:
    """Each pilot rolls to come down unhurt, after 2 hits by feedback where ammunition explodes; a crew climbs out."""
    if not isinstance(event, FateMet) or event.fate != EJECTED:
        return
    unit = before.units[event.unit]
    if event.why == ABANDONED:
        scene.tell(ThingPlaced(Thing(f"{unit.id}_crew", CREW, unit.hex, unit.side, by=unit.id)))
        return
    automatic, hex = event.why == EXPLODES, landing_hex(scene.state, unit)
    hits = unit.condition.crew_hits
    if automatic:
        feedback = scene.rules[EXPLOSION_CREW_HITS][""]
        scene.tell(CrewHurt(unit.id, feedback, "explosion"))
        hits += feedback
    reasons = reasons_of(unit, scene.state.relief.board[hex], automatic=automatic)
    needed = number(scene.rules, unit.piloting, reasons)
    for pilot in range(1, scene.rules[pilots_of](scene.rules, unit) + 1):
        _comes_down(scene, unit, hex, needed, Thing(f"{unit.id}_pilot_{pilot}", PILOT, hex, unit.side, value=hits))


def _comes_down(scene: Scene, unit: Unit, hex: Hex, needed: Tally, pilot: Thing) -> None:
    """One pilot rolls, is hurt by a failure, and lies on the map if that did not kill."""
    rolled = scene.roll(ROLL, who=unit.id, needed=int(needed.total))
    passed = rolled >= needed.total
    scene.tell(CheckMade(unit.id, ROLL, parts(needed), rolled, passed, cause=WHY))
    hits = pilot.value
    if not passed:
        scene.tell(CrewHurt(unit.id, 1, HURT))
        hits += 1
    if not scene.rules[dead](scene.rules, hits):
        scene.tell(ThingPlaced(msgspec.structs.replace(pilot, value=hits, by=unit.id)))


class Abandon(msgspec.Struct, frozen=True, tag=True):
    """Leave a vehicle for good."""


def _refuses(state: State, unit: Unit, command: Abandon) -> Refusal | None:
    vehicle = unit.condition.vehicle
    if not unit.vehicle or unit.airborne:
        return Refusal("ejection.abandon", "crews abandon vehicles on the ground", EJECTION)
    if vehicle.crew_dead or vehicle.crew_stunned:
        return Refusal("ejection.abandon", "nobody aboard can leave", EJECTION)
    if unit.motion.mode != "stationary" or unit.motion.done:
        return Refusal("ejection.abandon", "a crew leaves in place of all else", EJECTION)
    return None


def _abandon(scene: Scene, unit: Unit, command: Abandon) -> None:
    scene.tell(FateMet(unit.id, EJECTED, ABANDONED))
    scene.tell(TurnEnded(unit.id))


VERB = Verb(
    command=Abandon,
    phases=("movement",),
    offers=lambda state, unit: (Abandon(),),
    refuses=_refuses,
    does=_abandon,
    words=always("abandon the vehicle"),
    title="Abandon",
)


class Walk(msgspec.Struct, frozen=True, tag=True):
    """Have a pilot or a crew on foot walk to a hex beside them."""

    crew: str
    hex: str


@cache
def _on_foot() -> Sheet:
    """Soldiers on foot, as who has left a machine walks."""
    return find(FOOT).sheet


def steps_of(state: State, crew: Thing) -> tuple[Hex, ...]:
    """The hexes beside a pilot or a crew on foot that soldiers on foot could enter, whatever that costs."""
    if crew.hex is None or crew.setting == state.round:
        return ()
    board, sheet = state.relief.board, _on_foot()
    walker = Unit.fresh(
        state.relief.rules, crew.id, crew.owner, sheet, crew.hex, elevation=elevation_at(board, crew.hex, sheet)
    )
    with_them = state.with_unit(walker)
    return tuple(sorted({place.hex for place in reach(with_them, walker) if place.hex.distance(crew.hex) == 1}))


def _walkers(state: State, unit: Unit) -> Iterator[Thing]:
    for thing in state.things.values():
        if thing.kind in (PILOT, CREW) and thing.owner == unit.side:
            yield thing


def _walks(state: State, unit: Unit) -> Iterator[Walk]:
    for crew in _walkers(state, unit):
        yield from (Walk(crew.id, str(hex)) for hex in steps_of(state, crew))


def _cannot_walk(state: State, unit: Unit, command: Walk) -> Refusal | None:
    crew = next((crew for crew in _walkers(state, unit) if crew.id == command.crew), None)
    if crew is None:
        return Refusal("ejection.walk", f"there is no crew {command.crew!r} on foot", EJECTION)
    if crew.setting == state.round:
        return Refusal("ejection.walk", "they have walked in this round", EJECTION)
    if command.hex not in map(str, steps_of(state, crew)):
        return Refusal("ejection.walk", "they walk one hex, where soldiers on foot could go", EJECTION)
    return None


def _walk(scene: Scene, unit: Unit, command: Walk) -> None:
    crew = scene.state.things[command.crew]
    to = scene.state.relief.board.parse_hex(command.hex)
    scene.tell(ThingPlaced(msgspec.structs.replace(crew, hex=to, setting=scene.state.round)))


def _where(state: State, unit: Unit, command: Walk, names: Names) -> str:
    crew = state.things[command.crew]
    left = names.get(crew.by, crew.by)
    return f"{'pilot' if crew.kind == PILOT else 'crew'} of {left} on foot to {command.hex}"


def _away(state: State, unit: Unit, command: Walk) -> float:
    """To a bot: away from the enemy, a little."""
    crew = state.things[command.crew]
    enemies = [other.hex for other in state.units.values() if other.active and other.side != unit.side]
    if not enemies or crew.hex is None:
        return 0.0
    to = state.relief.board.parse_hex(command.hex)
    return A_STEP * (min(map(to.distance, enemies)) - min(map(crew.hex.distance, enemies)))


WALK = Verb(
    command=Walk,
    phases=("movement",),
    offers=_walks,
    refuses=_cannot_walk,
    does=_walk,
    words=_where,
    title="On foot",
    worth=_away,
)


class EjectionAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A pilot who ejects: from what, and onto what ground."""

    piloting: Annotated[int, Meta(ge=0, le=13)] = 5
    prone: bool = False
    unconscious: bool = False
    automatic: Annotated[bool, Meta(description="Thrown out because ammunition explodes.")] = False
    head_structure_lost: Annotated[int, Meta(ge=0, le=3)] = 0
    terrain: Annotated[str, Meta(description="clear, water, rough, rubble, light woods, ...")] = "clear"
    pilots: Annotated[int, Meta(ge=1, le=3)] = 1


def answer(desk: Desk, asked: EjectionAsked) -> Answer:
    """What each pilot must roll, and the hits of feedback before that."""
    reasons = [("prone", int(asked.prone)), ("unconscious", int(asked.unconscious)), (asked.terrain, 1)]
    reasons += [("automatic", int(asked.automatic)), ("head structure", asked.head_structure_lost)]
    needed = number(desk.rules, asked.piloting, reasons)
    figures = {
        "target_number": int(needed.total),
        "rolls": asked.pilots,
        "feedback_damage": desk.rules[EXPLOSION_CREW_HITS][""] if asked.automatic else 0,
    }
    return Answer(figures=figures, terms={"target_number": needed})


ROW = Inquiry(title="What a pilot must roll to eject", facts=EjectionAsked, answer=answer, cite=EJECTION)

LAYER = Layer(
    "ejecting_crews",
    title="Ejection and abandoning units",
    group="Piloting",
    cite=EJECTION,
    needs=("classic",),
    excludes=("ejection_seats",),
    add=(pilots_of, lands, MODIFIERS),
    change=(
        may_eject.replaced_by(at_any_time),
        ejects_from_explosion.replaced_by(by_itself),
        VERBS.amended("ejection.verbs", {"ejection.abandon": VERB, "ejection.walk": WALK}, cite=EJECTION),
        INQUIRIES.amended("ejection.questions", {"ejection": ROW}, cite=EJECTION),
    ),
)
