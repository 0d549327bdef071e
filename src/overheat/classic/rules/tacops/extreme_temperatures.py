"""Extreme temperatures: what is hot makes machines hotter, what is cold cools them, and both wear others out."""

from __future__ import annotations

from math import ceil

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import Weather
from overheat.classic.rules.standard.heat import BUILDS, SINKS_IT, Toil
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.weather import SORTS, UNFIT, Sort
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

TEMPERATURES = TACTICAL_OPERATIONS("Extreme Temperatures", 62)
HEAT = TACTICAL_OPERATIONS("Expanded Heat Point Table", 63)
COLDEST, HOTTEST = -200, 200
STEP = 10
HARDY = "extreme conditions troops"

BOUNDS: Table[str, int] = Table(
    "temperatures.bounds",
    {"hot": 50, "cold": -30},
    cite=HEAT,
    implements=("TO-063-heat-table-high-temp",),
    where="overheat.classic.rules.tacops.extreme_temperatures.BOUNDS",
)
"""The degrees from which it is too hot, and too cold; hot was 30 before the errata."""


def steps(rules: Ruleset, weather: Weather) -> int:
    """Tens of degrees beyond what is bearable, each that is begun: above 0 where it is hot, below where it is cold."""
    hot, cold, degrees = rules[BOUNDS]["hot"], rules[BOUNDS]["cold"], weather.temperature
    return ceil((degrees - hot) / STEP) if degrees > hot else -ceil((cold - degrees) / STEP) if degrees < cold else 0


@rule("temperatures.heat", cite=HEAT, implements=("TO-063-heat-table-high-temp",), slot=BUILDS)
def heats(toil: Toil) -> Term | None:
    """Every ten degrees above 50 are a point of heat a turn."""
    more = steps(toil.rules, toil.weather)
    return Term("temperatures.heat", more, f"at {toil.weather.temperature} degrees", HEAT) if more > 0 else None


@rule("temperatures.cold", cite=HEAT, slot=SINKS_IT)
def cools(toil: Toil) -> Term | None:
    """Every ten degrees below 30 of frost sink a point of heat a turn."""
    less = -steps(toil.rules, toil.weather)
    return Term("temperatures.cold", less, f"at {toil.weather.temperature} degrees", HEAT) if less > 0 else None


@rule("temperatures.points", cite=TEMPERATURES, slot=SLOWS)
def wears_out(pace: Pace) -> Term | None:
    """Vehicles, ProtoMechs and soldiers lose a walking point for every ten degrees beyond what is bearable."""
    lost = min(pace.points, abs(steps(pace.rules, pace.weather)))
    if not lost or pace.unit.machine or _hardy(pace.unit.sheet):
        return None
    return Term("temperatures.points", -lost, f"at {pace.weather.temperature} degrees", TEMPERATURES)


def _hardy(sheet: Sheet) -> bool:
    """Whether soldiers are trained and dressed for it."""
    return sheet.platoon is not None and HARDY in sheet.platoon.specialities


@rule("temperatures.unfit", cite=TEMPERATURES, slot=UNFIT)
def stays_at_home(rules: Ruleset, weather: Weather, sheet: Sheet) -> Refusal | None:
    """Soldiers without armour who are not trained for it do not take the field in extreme temperatures."""
    if sheet.kind != "infantry" or _hardy(sheet) or not steps(rules, weather):
        return None
    reason = f"{sheet.name} cannot take the field at {weather.temperature} degrees"
    return Refusal("temperatures.unfit", reason, TEMPERATURES)


LAYER = Layer(
    "extreme_temperatures",
    title="Extreme temperatures",
    group="Planets",
    cite=TEMPERATURES,
    needs=("classic", "planetary_conditions"),
    add=(heats, cools, wears_out, stays_at_home, BOUNDS),
    change=(
        SORTS.amended(
            "temperatures.sort",
            {"temperature": Sort(title="Temperature in degrees Celsius", least=COLDEST, most=HOTTEST)},
            cite=TEMPERATURES,
        ),
    ),
)
