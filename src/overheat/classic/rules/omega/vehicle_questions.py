"""What may be asked about vehicles of Omega: how one is built, what hits have done to it, and where it is hit."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.battle.steps import allowance
from overheat.classic.construction.machine.plan import ENGINES as ENGINE_TONS
from overheat.classic.construction.machine.plan import rounded_tons
from overheat.classic.construction.machine.tonnage import with_engine
from overheat.classic.construction.vehicle.frame import least_engine
from overheat.classic.construction.vehicle.plan import VehiclePlan
from overheat.classic.construction.vehicle.tonnage import SHARES as BASE_SHARES
from overheat.classic.construction.weights import exact
from overheat.classic.rules.omega.vehicle_building import FORBIDDEN, SHARES
from overheat.classic.rules.omega.vehicles import (
    BUILDING,
    CODES,
    COMBAT,
    CREW,
    DRIVE,
    ENGINES,
    LIFE,
    LIFT,
    PARTS_OF,
    SECTIONS,
    TABLE,
    drive_hits,
    engine_dead,
    factor,
    halvings,
    lift_hits,
    sectioned,
    stopped,
    structure_of,
)
from overheat.classic.rules.standard.damage import fatal
from overheat.classic.rules.standard.locations import Luck, Placement, Side, luck, weapon_location
from overheat.classic.unit.equipment import Engine
from overheat.classic.unit.fielding import under
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Powerplant
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.odds import dice
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Number

EngineAsked = Literal["fusion", "XL fusion", "ICE", "XL ICE"]
STRUCTURE_SHARE = Fraction(1, 10)


class FrameAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that is to be built."""

    tons: Annotated[int, Meta(ge=1, le=200)] = 50
    motive: Literal["tracked", "wheeled", "hover"] = "tracked"
    engine: EngineAsked = "fusion"
    tech: Literal["IS", "Clan"] = "IS"
    turret: bool = False
    equipment: Annotated[str, Meta(description="Something that it is to carry, by its flag or name.")] = ""
    rating: Annotated[int, Meta(ge=0, le=500, description="That of its engine; nothing is told of it without one.")] = 0


def frame(desk: Desk, asked: FrameAsked) -> Answer:
    """What a vehicle of so many tons has: slots and structure by section, its engine's slots, and what parts weigh."""
    rules, top = desk.rules, "turret" if asked.turret else "top"
    row = asked.engine.lower().replace("xl fusion", f"xl fusion {asked.tech}").replace("xl ice", f"xl ice {asked.tech}")
    engine = rules[ENGINES][row]
    shares, tons = rules[SHARES], Fraction(asked.tons)
    plan = VehiclePlan(msgspec.structs.replace(desk.sheet("Savannah Master Hovercraft"), motive=asked.motive), rules)
    legal = _may_carry(rules, asked)
    return Answer(
        figures={
            "legal": legal,
            "slots": {name: rules[SECTIONS][name] for name in ("front", "rear", "left", "right", top)},
            "structure": {
                name: structure_of(rules, asked.tons, name) for name in ("front", "rear", "left", "right", top)
            },
            "structure_tons": _rounded(rules, tons * STRUCTURE_SHARE),
            "engine_slots": sum(count for name, count in engine.items() if name != "fuel"),
            "engine_by_section": {name: count for name, count in engine.items() if name != "fuel"},
            "fuel_slots": engine.get("fuel", 0),
            "fuel_tons": _rounded(rules, tons * shares["fuel"]) if engine.get("fuel", 0) else Fraction(0),
            "turret_tons": _rounded(rules, tons * shares["turret"]) if asked.turret else Fraction(0),
            "controls_tons": _rounded(rules, tons * rules[BASE_SHARES]["controls"]),
            "lift_tons": _rounded(rules, tons * rules[BASE_SHARES]["lift"]) if asked.motive == "hover" else Fraction(0),
            "lift_slots": rules[PARTS_OF][LIFT] if asked.motive == "hover" else {},
            "drive_slots": rules[PARTS_OF][DRIVE],
            "cockpit_slots": sum(rules[PARTS_OF][CREW].values()),
            "life_support_slots": sum(rules[PARTS_OF][LIFE].values()),
            "life_support_tons": shares["life support"],
            **_engine(rules, asked),
            "least_engine_share": rules[least_engine](plan) / exact_tons(plan),
        },
        terms=None,
        refusal=None if legal else Refusal("omega.never_on_vehicles", f"it carries no {asked.equipment}", BUILDING),
    )


def _engine(rules: Ruleset, asked: FrameAsked) -> dict[str, Number]:
    """What an engine of a rating weighs, twice as much where it burns fuel, and the heat sinks built into it."""
    if not asked.rating:
        return {}
    burns, light = "ICE" in asked.engine, asked.engine.startswith("XL")
    name = "I.C.E. Engine" if burns else "XL Engine" if light else "Fusion Engine"
    kind = catalogue_of(rules).find(name, asked.tech)
    assert isinstance(kind, Engine)
    tons = exact(rules[ENGINE_TONS].get(asked.rating, 0)) * exact(kind.weight_multiplier)
    halved = tons * rules[SHARES]["xl ice"] if burns and light else tons
    sinks = rules[with_engine](rules, Powerplant(kind, asked.rating))
    return {"engine_tons": _rounded(rules, halved), "heat_sinks": sinks}


def _rounded(rules: Ruleset, tons: Fraction) -> Fraction:
    return rules[rounded_tons](rules, tons, "nearest")


def _may_carry(rules: Ruleset, asked: FrameAsked) -> bool:
    """Whether a vehicle with such an engine may have something: a part by its name, or what no vehicle has by words."""
    words = asked.equipment.casefold().replace("_", " ")
    if not words or words == "omni":
        return not words
    banned = rules[FORBIDDEN].rows
    if any(words.rstrip("s") in (flag.replace("_", " "), told.casefold().rstrip("s")) for flag, told in banned.items()):
        return False
    item = catalogue_of(rules).find(asked.equipment, asked.tech)
    if item is None:
        reason = f"equipment: there is no {asked.equipment[:60]!r}"
        raise refuse("situation.equipment", reason, field="equipment")
    return item.flags.isdisjoint(banned) and not ("energy" in item.flags and "ICE" in asked.engine)


def exact_tons(plan: VehiclePlan) -> Fraction:
    """The tons of a vehicle."""
    return Fraction(plan.sheet.tons)


def hull(desk: Desk, asked: OneUnit) -> Answer:
    """What damage has done to a vehicle: hits on drive, lift and engine, how it moves now, and whether it is lost."""
    state, unit = staged(desk, asked)
    if not sectioned(unit.sheet):
        raise refuse("situation.unit", f"{unit.sheet.name} has no sections", field="unit")
    rules = desk.rules
    why = rules[fatal](rules, unit)
    still = stopped(rules, unit)
    return Answer(
        figures={
            "lift_hits": lift_hits(rules, unit),
            "drive_hits": drive_hits(rules, unit),
            "lift_factor": factor(rules, lift_hits(rules, unit)),
            "drive_factor": factor(rules, drive_hits(rules, unit)),
            "mp_factor": Fraction(0) if still else Fraction(1, 2 ** halvings(rules, unit)),
            "cruise": 0 if still else allowance(state, unit, "walk"),
            "immobile": still,
            "destroyed": bool(why),
            "why": why,
            "crew_dead": why == "crew_killed",
            "shutdown": engine_dead(rules, unit),
            "vaporised": why == "engine_destroyed",
        },
        terms=None,
    )


class TableAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A side that is hit, and what two dice show."""

    side: Side = "front"
    roll: Annotated[int, Meta(ge=2, le=12)] | None = None
    unit: str = "Manticore Heavy Tank"


def table(desk: Desk, asked: TableAsked) -> Answer:
    """Where the table of vehicles has a roll, or how likely each of its entries is."""
    sheet = under(desk.rules, desk.sheet(asked.unit))
    _, unit = staged(desk, OneUnit(unit=asked.unit))
    names = {code: name for name, code in CODES.items()}

    def entry(roll: int) -> str:
        placement = Placement(desk.rules, unit, asked.side, roll)
        found: Luck = desk.rules[luck](placement)
        place = names[desk.rules[weapon_location](placement)]
        return "crit(roll)" if found.again else f"crit({place})" if found.certain else place

    if asked.roll is not None:
        return Answer(figures={"location": entry(asked.roll), "sections": len(sheet.locations)}, terms=None)
    odds = dice(2, 6).map(entry)
    return Answer(figures={"location": None}, outcomes=Outcomes.of("where a vehicle is hit", odds, str))


QUESTIONS = INQUIRIES.amended(
    "omega.vehicle_questions",
    {
        "vehicle frame": Inquiry(title="How a vehicle is built", facts=FrameAsked, answer=frame, cite=BUILDING),
        "vehicle hull": Inquiry(title="What hits have done to a vehicle", facts=OneUnit, answer=hull, cite=COMBAT),
        "vehicle table": Inquiry(title="Where a vehicle is hit", facts=TableAsked, answer=table, cite=TABLE),
    },
    cite=BUILDING,
)

LAYER = Layer(
    "omega_vehicle_questions",
    title="Questions about vehicles",
    group="Omega",
    cite=BUILDING,
    needs=("classic", "omega_vehicle_building"),
    change=(QUESTIONS,),
)
