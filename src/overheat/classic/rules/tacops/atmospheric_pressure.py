"""Atmospheric pressure: thin and dense air for what rides on it, and vacuum, where hulls leak and nothing burns."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.infantry_sheets import wears
from overheat.classic.rules.standard.under_water import exposed
from overheat.classic.rules.standard.weather import CONDITIONS, SORTS, UNFIT, Sort, holding
from overheat.classic.rules.tacops.planetary_conditions import rows
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

PRESSURE = TACTICAL_OPERATIONS("Atmospheric Pressure (Density)", 54)
TABLE = TACTICAL_OPERATIONS("Planetary Conditions Table", 35)
AIRLESS_ENGINES = frozenset({"fusion", "fission", "fuel_cell", "battery", "solar", "external", "maglev"})
"""Engines that need no air: fusion, and for those who may have them fission and anything electric."""
HARDY = "extreme conditions troops"
SUIT = "space_suit"


def sealed(sheet: Sheet) -> bool:
    """Whether a unit keeps its own air in: machines of war and suits do, others with environmental sealing."""
    if sheet.kind in ("war machine", "protomech", "battle armour"):
        return True
    if sheet.kind == "infantry":
        return HARDY in (sheet.platoon.specialities if sheet.platoon else ()) or wears(sheet, SUIT)
    return bool(sheet.flagged("environmental_sealing"))


def _runs(sheet: Sheet) -> bool:
    engine = sheet.engine
    return engine is None or sheet.kind == "infantry" or not AIRLESS_ENGINES.isdisjoint(engine.kind.flags)


@rule(
    "pressure.unfit",
    cite=TABLE,
    implements=("TO-035-movement-table-p35-4", "TO-035-movement-table-p35-6", "TO-054-atmosphere-vacuum-1"),
    slot=UNFIT,
)
def needs_air(rules: Ruleset, weather: Weather, sheet: Sheet) -> Refusal | None:
    """Without air only what is sealed takes the field, with an engine that needs none; rotors are not barred."""
    for name, row in holding(rules, weather):
        if "unsealed" not in row.unfit:
            continue
        if not sealed(sheet):
            return Refusal("pressure.unfit", f"{sheet.name} is not sealed against {name}", PRESSURE)
        if not _runs(sheet):
            return Refusal("pressure.unfit", f"the engine of {sheet.name} needs air", PRESSURE)
    return None


@rule("pressure.exposed", cite=PRESSURE, implements=("TO-054-atmosphere-vacuum-2",))
def leaks(state: State, unit: Unit, location: str) -> bool:
    """Without air to breathe every place of a machine or vehicle that takes damage may be breached, however it does."""
    rules = state.relief.rules
    below: bool = rules.below(leaks)(state, unit, location)
    if below or unit.sheet.kind in ("infantry", "battle armour"):
        return below
    return any(row.breaches for _, row in holding(rules, state.weather))


ROWS = CONDITIONS.amended(
    "atmospheric_pressure.kinds",
    rows("atmosphere"),
    cite=PRESSURE,
    where="overheat.classic.rules.tacops.atmospheric_pressure.ROWS",
)

LAYER = Layer(
    "atmospheric_pressure",
    title="Atmospheric pressure and vacuum",
    group="Planets",
    cite=PRESSURE,
    needs=("classic", "planetary_conditions"),
    add=(needs_air,),
    change=(
        ROWS,
        SORTS.amended(
            "atmospheric_pressure.sort",
            {"atmosphere": Sort(title="Atmospheric pressure", called="atmosphere")},
            cite=PRESSURE,
        ),
        exposed.wrapped_in(leaks),
    ),
)
