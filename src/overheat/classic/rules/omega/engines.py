"""Hits on engines and lucky hits of Omega: heat sinks go with the engine, reactors vaporise, a 2 strikes anywhere."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Feature, Ground
from overheat.classic.damage.falls import stand_or_fall
from overheat.classic.facts.events import FateMet, GroundChanged
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import FATES, GROUND
from overheat.classic.report.wording import of
from overheat.classic.rules.standard.damage import fatal
from overheat.classic.rules.standard.heat import SINKS_IT, Toil, broken_sinks, engine_heat
from overheat.classic.rules.standard.locations import Luck, Placement, luck
from overheat.classic.rules.standard.piloting import CAUSES, Check, cause, piloting_number
from overheat.classic.rules.standard.systems import engine_hits, hits_on
from overheat.classic.turn.heat import heat_of
from overheat.classic.unit.sheet import HeatSinks
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Who
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Sum, Term, parts, total_of
from overheat.kernel.wording.phrases import counted

OMEGA = Book("Omega Rules")
ENGINES = OMEGA("Engine hits", 24)
VAPORISING = OMEGA("Vaporizing units", 25)
LOCATIONS = OMEGA("Hit locations", 25)
NEARBY, EJECTING = "an engine explodes next to it", "ejecting from an exploding engine"
LOST = "engine_destroyed"
"""Why a unit is lost whose engine has taken its last hit."""
VAPORISED = "omega.vaporised_with_another"
FATES.says(VAPORISED, "vaporised together with another unit")
GROUND.says("omega.vaporise", "an engine explodes: the ground is torn up")

SINKS: Table[str, int] = Table(
    "omega.engine_sinks",
    {"rating for each": 25, "hits that destroy all": 2},
    cite=ENGINES,
    implements=("OM-engine-hits",),
    where="overheat.classic.rules.omega.engines.SINKS",
)
"""The rating that an engine has a heat sink for, and the hits after which none of those is left."""

REASONS = CAUSES.amended(
    "omega.explosions",
    {NEARBY: 2, EJECTING: 5},
    cite=VAPORISING,
    implements=("OM-vaporize",),
    where="overheat.classic.rules.omega.engines.REASONS",
)


def sinks_lost(toil: Toil) -> int:
    """Heat sinks that came with the engine and have gone with it: half of them with the first hit, rounded down."""
    engine, sinks = toil.unit.sheet.engine, toil.unit.sheet.heat_sinks
    hits = hits_on(toil.unit, "engine") if toil.unit.vehicle else engine_hits(toil.unit)
    if engine is None or sinks is None or not hits:
        return 0
    figures = toil.rules[SINKS]
    built_in = min(sinks.count, engine.rating // figures["rating for each"])
    lost = built_in if hits >= figures["hits that destroy all"] else built_in // 2
    return min(lost, max(0, sinks.count - broken_sinks(toil.unit)))


@rule("omega.sinks_of_the_engine", cite=ENGINES, implements=("OM-engine-hits",), slot=SINKS_IT)
def lost_with_the_engine(toil: Toil) -> Term | None:
    """The first hit on an engine destroys half of the heat sinks that came with it, the second the rest."""
    lost, sinks = sinks_lost(toil), toil.unit.sheet.heat_sinks
    if not lost or sinks is None:
        return None
    each = 2 if sinks.kind in ("double", "laser") else 1
    return Term(
        "omega.sinks_of_the_engine", -lost * each, f"{counted(lost, 'heat sink')} lost with the engine", ENGINES
    )


@rule("omega.luck", cite=LOCATIONS, implements=("OM-hit-location-2",))
def strikes_anywhere(placement: Placement) -> Luck:
    """A 2 is rolled again, and adds a certain critical hit where the damage goes; each further 2 adds another."""
    two = placement.roll == 2
    return Luck(certain=int(two), again=two)


class Ejected(Event, frozen=True):
    """The pilot of a unit that vaporises has tried to eject in time."""

    unit: Who
    needed: Sum
    rolled: int
    safe: bool


@of(Ejected)
def _told(event: Ejected, cast: Cast, roll: Roll | None) -> str:
    came = "ejected safely" if event.safe else "was killed"
    return f"{cast.name(event.unit)}'s pilot needed {total_of(event.needed)}, rolled {event.rolled}: {came}"


def vaporises(unit: Unit, event: Event) -> bool:
    """Whether an event is the end of a unit by its fusion engine."""
    engine = unit.sheet.engine
    fusion = engine is not None and "fusion" in engine.kind.flags
    return isinstance(event, FateMet) and event.why == LOST and fusion


@rule("omega.vaporise", cite=VAPORISING, implements=("OM-vaporize",), slot=FOLLOWS)
def vaporise(scene: Scene, event: Event, before: State) -> None:
    """The third hit on a fusion engine vaporises the unit, and whoever shares its hex.

    The ground is left rough unless it is water, machines next to it roll at +2 to stay up, and the pilot is out only
    with a piloting roll at +5.
    """
    if not isinstance(event, FateMet) or not vaporises(before.units[event.unit], event):
        return
    unit = before.units[event.unit]
    _eject(scene, unit)
    ground = scene.state.relief.board[unit.hex]
    if "water" not in ground:
        scene.tell(GroundChanged(unit.hex, _rough(ground), "omega.vaporise"))
    for other in scene.state.at(unit.hex):
        scene.tell(FateMet(other.id, "destroyed", VAPORISED))
    shock = cause(scene.rules[CAUSES], NEARBY)
    for other in scene.state.units.values():
        near = other.active and other.machine and other.hex.distance(unit.hex) == 1
        if near and not scene.unit(other.id).condition.prone:
            stand_or_fall(scene, other.id, shock)


def _rough(ground: Ground) -> Ground:
    return Ground(ground.level, (Feature("rough", 1),), ground.theme)


def _eject(scene: Scene, unit: Unit) -> None:
    """The pilot's last roll."""
    if not unit.condition.conscious:
        return
    why = cause(scene.rules[CAUSES], EJECTING)
    needed = piloting_number(Check(scene.rules, unit, why, None, state=scene.state))
    rolled = scene.roll("omega.eject", who=unit.id, needed=int(needed.total))
    scene.tell(Ejected(unit.id, parts(needed), rolled, rolled >= needed.total))


class EngineAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fusion engine of a machine, and the hits on it."""

    rating: Annotated[int, Meta(ge=10, le=500)]
    double: Annotated[bool, Meta(description="Whether the heat sinks are double ones.")] = False
    hits: Annotated[int, Meta(ge=0, le=3)] = 1


def _answer(desk: Desk, asked: EngineAsked) -> Answer:
    """The heat sinks that go with an engine, what they would have sunk, and whether the engine explodes."""
    state, unit = staged(desk, OneUnit(unit=EXAMPLE, damage=("CT engine",) * asked.hits))
    engine = unit.sheet.engine
    assert engine is not None
    count = asked.rating // desk.rules[SINKS]["rating for each"]
    sheet = msgspec.structs.replace(
        unit.sheet,
        engine=msgspec.structs.replace(engine, rating=asked.rating),
        heat_sinks=HeatSinks(count, "double" if asked.double else "single"),
    )
    unit = msgspec.structs.replace(unit, sheet=sheet)
    toil = Toil(desk.rules, unit, (), state=state)
    term = desk.rules[lost_with_the_engine](toil)
    figures = {
        "sinks_lost": sinks_lost(toil),
        "dissipation_lost": 0 if term is None else -term.value,
        "extra_heat": heat_of(toil)[0].total,
        "explodes": desk.rules[fatal](desk.rules, unit) == LOST,
    }
    return Answer(figures=figures)


EXAMPLE = "Atlas AS7-D"
"""The machine that engines are asked about in."""

QUESTION = INQUIRIES.amended(
    "omega.engine_question",
    {
        "engine hits": Inquiry(
            title="What hits on an engine do to its heat sinks", facts=EngineAsked, answer=_answer, cite=ENGINES
        )
    },
    cite=ENGINES,
)

LAYER = Layer(
    "omega_engines",
    title="Engine hits, vaporising units and lucky hits",
    group="Omega",
    cite=ENGINES,
    needs=("classic",),
    excludes=("floating_criticals",),
    add=(SINKS, lost_with_the_engine, vaporise),
    change=(luck.replaced_by(strikes_anywhere), REASONS, QUESTION),
    drop=(engine_heat,),
)
