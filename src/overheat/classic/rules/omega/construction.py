"""How units are built under Omega: heat sinks of the engine, no limit of armour, what omni machines may hold, rounding.

The document speaks of the criticals of machines; heat sinks of other fusion engines come by the same rule.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

import msgspec

from overheat.classic.construction.machine.frame import most_armour
from overheat.classic.construction.machine.plan import rounded_tons
from overheat.classic.construction.machine.technology import NOT_IN_PODS, hand_beside
from overheat.classic.construction.machine.tonnage import with_engine
from overheat.classic.construction.vehicle.frame import armour_limit as vehicle_armour_limit
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.fielding import REFITS, Fielding, Refit
from overheat.classic.unit.sheet import Location, Mount, Powerplant, Sheet
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

CONSTRUCTION = Book("Omega Rules")("Construction", 21)

BUILT_FOR = "Omega Rules"
"""The source of a unit that was designed for these rules, as its file says."""

FIGURES: Table[str, Fraction] = Table(
    "omega.construction_figures",
    {"rating of each heat sink": Fraction(25), "step of tons": Fraction(1, 4)},
    cite=CONSTRUCTION,
    implements=("OM-con-heat-sinks", "OM-con-rounding"),
    where="overheat.classic.rules.omega.construction.FIGURES",
)
"""The rating that brings a heat sink, and the part of a ton that weights are rounded to."""


@rule("omega.engine_heat_sinks", cite=CONSTRUCTION, implements=("OM-con-heat-sinks",))
def engine_heat_sinks(rules: Ruleset, engine: Powerplant) -> int:
    """A fusion engine holds a heat sink for each 25 of its rating, without weight and without slots."""
    if "fusion" not in engine.kind.flags:
        return rules.below(engine_heat_sinks)(rules, engine)
    return int(engine.rating // rules[FIGURES]["rating of each heat sink"])


@rule("omega.sinks_of_machines", cite=CONSTRUCTION, implements=("OM-con-heat-sinks",), slot=REFITS)
def sinks_of_machines(fielding: Fielding) -> Refit | None:
    """A machine has the heat sinks of its fusion engine and those in its slots, whatever its file counts."""
    sheet, sinks = fielding.sheet, fielding.sheet.heat_sinks
    if sinks is None or sheet.engine is None or not sheet.kind.endswith("machine"):
        return None
    if "fusion" not in sheet.engine.kind.flags:
        return None
    count = fielding.rules[with_engine](fielding.rules, sheet.engine) + _in_slots(sheet)
    if count == sinks.count:
        return None
    told = f"heat sinks: {count}, where the file has {sinks.count}"
    return Refit(msgspec.structs.replace(sheet, heat_sinks=msgspec.structs.replace(sinks, count=count)), (told,))


def _in_slots(sheet: Sheet) -> int:
    return sum(2 if "pair" in mount.equipment.flags else 1 for mount in sheet.flagged("heat_sink"))


@rule("omega.built_whole", cite=CONSTRUCTION, slot=REFITS)
def built_whole(fielding: Fielding) -> Refit | None:
    """Weapons of machines that were designed for these rules fill the slots that they need here.

    Files list slots by the name of what is in them, and are read by the slots that it has elsewhere.
    """
    sheet = fielding.sheet
    if sheet.source != BUILT_FOR or not sheet.kind.endswith("machine"):
        return None
    groups: dict[tuple[str, str, bool], list[int]] = {}
    for at, mount in enumerate(sheet.mounts):
        if mount.weapon is not None and isinstance(mount.weapon.slots, int) and not mount.also_in:
            groups.setdefault((mount.location, mount.weapon.id, mount.rear), []).append(at)
    mounts: dict[int, Mount] = dict(enumerate(sheet.mounts))
    for found in groups.values():
        each, filled = int(mounts[found[0]].equipment.slots), sum(mounts[at].slots for at in found)
        if each and filled % each == 0 and len(found) != filled // each:
            whole = msgspec.structs.replace(mounts[found[0]], slots=each)
            for at in found:
                del mounts[at]
            mounts |= dict.fromkeys(found[: filled // each], whole)
    made = tuple(mounts[at] for at in sorted(mounts))
    return None if made == sheet.mounts else Refit(msgspec.structs.replace(sheet, mounts=made))


@rule("omega.any_armour", cite=CONSTRUCTION, implements=("OM-con-armor",))
def any_armour(rules: Ruleset, place: Location) -> int | None:
    """A location has as much armour as there is tonnage for, on omni machines beyond that of the chassis as well."""
    return None


@rule("omega.hands_beside_all", cite=CONSTRUCTION, implements=("OM-con-omni",))
def hands_beside_all(rules: Ruleset, weapon: Equipment) -> bool:
    """The arm of an omni machine keeps its hand beside any weapon, where there are slots for both."""
    return True


@rule("omega.quarter_tons", cite=CONSTRUCTION, implements=("OM-con-rounding",))
def quarter_tons(rules: Ruleset, tons: Fraction, rounding: str) -> Fraction:
    """Every weight is rounded to the nearest quarter of a ton, and what lies between two of them up."""
    step = rules[FIGURES]["step of tons"]
    return floor(tons / step + Fraction(1, 2)) * step


LAYER = Layer(
    "omega_construction",
    title="Construction",
    group="Omega",
    cite=CONSTRUCTION,
    needs=("classic",),
    add=(FIGURES, built_whole, sinks_of_machines),
    change=(
        with_engine.wrapped_in(engine_heat_sinks),
        most_armour.replaced_by(any_armour),
        hand_beside.replaced_by(hands_beside_all),
        rounded_tons.replaced_by(quarter_tons),
        NOT_IN_PODS.amended("omega.in_pods", {}, out=("masc",), cite=CONSTRUCTION, implements=("OM-con-omni",)),
    ),
    drop=(vehicle_armour_limit,),
)
