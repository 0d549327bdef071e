"""Questions of the drawing board: rounding of weights, sinks of an engine, what a location and an arm may hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.parties import UnitName
from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.machine.frame import most_armour
from overheat.classic.construction.machine.plan import rounded_tons
from overheat.classic.construction.machine.technology import hand_beside
from overheat.classic.construction.machine.tonnage import with_engine
from overheat.classic.unit.equipment import Engine, catalogue
from overheat.classic.unit.sheet import Location, Powerplant
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse

BUILDING = TECH_MANUAL("Designing units", 20)


class RoundingAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A weight that is worked out."""

    tons: Annotated[float, Meta(ge=0, le=1000)]
    rounding: Annotated[
        Literal["up to half tons", "up", "nearest", ""], Meta(description="How the part says that it is rounded.")
    ] = "up to half tons"


def rounding(desk: Desk, asked: RoundingAsked) -> Answer:
    """What a part of some worked out weight counts as."""
    tons = desk.rules[rounded_tons](desk.rules, Fraction(str(asked.tons)), asked.rounding)
    return Answer(figures={"tons": float(tons)})


class EngineAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An engine of some rating."""

    rating: Annotated[int, Meta(ge=10, le=500)]
    engine: Annotated[str, Meta(description="The kind of engine, by its name.")] = "Fusion Engine"


def engine_heat_sinks(desk: Desk, asked: EngineAsked) -> Answer:
    """How many heat sinks come with an engine and weigh nothing."""
    kind = catalogue().find(asked.engine, "IS") or catalogue().find(f"{asked.engine} Engine", "IS")
    if not isinstance(kind, Engine):
        raise refuse("situation.engine", f"engine: {asked.engine[:60]!r} is no engine", field="engine")
    return Answer(figures={"free": desk.rules[with_engine](desk.rules, Powerplant(kind, asked.rating))})


class ArmourAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Armour of a location of a war machine, front and rear together."""

    location: Annotated[str, Meta(description="HD, CT, LT, RT, LA, RA, LL or RL.")] = "HD"
    structure: Annotated[int, Meta(ge=0, le=200)] = 3
    points: Annotated[int, Meta(ge=0, le=1000)] = 0


def armour_limit(desk: Desk, asked: ArmourAsked) -> Answer:
    """The most points of armour that a location may have, and whether it may have those asked about."""
    place = Location(code=asked.location, armour=asked.points, structure=asked.structure)
    most = desk.rules[most_armour](desk.rules, place)
    return Answer(figures={"most": most, "legal": most is None or asked.points <= most})


class ArmAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A weapon in an arm of a war machine, beside its lower arm and hand."""

    weapon: str
    omni: bool = True
    hand: bool = True


def arm(desk: Desk, asked: ArmAsked) -> Answer:
    """Whether a machine may have a weapon and a hand in the same arm, where there are slots for both."""
    weapon = catalogue().find(asked.weapon, "IS")
    if weapon is None:
        raise refuse("situation.weapon", f"weapon: there is no {asked.weapon[:60]!r}", field="weapon")
    barred = asked.omni and asked.hand and not desk.rules[hand_beside](desk.rules, weapon)
    return Answer(figures={"legal": not barred})


class BuildAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit as its file has it."""

    unit: UnitName


def build(desk: Desk, asked: BuildAsked) -> Answer:
    """Whether a unit is built by the rules, what is wrong with it, and what it weighs part by part."""
    from overheat.classic.construction.check import check, weigh

    sheet = desk.sheet(asked.unit)
    errors = [finding for finding in check(sheet, desk.rules) if finding.severity == "error"]
    figures = {"legal": not errors, "errors": ", ".join(dict.fromkeys(finding.id for finding in errors))}
    return Answer(figures=figures, terms=weigh(sheet, desk.rules))


INQUIRIES = {
    "rounding": Inquiry(title="What a weight is rounded to", facts=RoundingAsked, answer=rounding, cite=BUILDING),
    "engine_heat_sinks": Inquiry(
        title="The heat sinks that come with an engine", facts=EngineAsked, answer=engine_heat_sinks, cite=BUILDING
    ),
    "armour_limit": Inquiry(
        title="How much armour a location may have", facts=ArmourAsked, answer=armour_limit, cite=BUILDING
    ),
    "arm": Inquiry(title="Whether an arm with a weapon keeps its hand", facts=ArmAsked, answer=arm, cite=BUILDING),
    "build": Inquiry(title="Whether a unit is built by the rules", facts=BuildAsked, answer=build, cite=BUILDING),
}
