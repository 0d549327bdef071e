"""How much heat the weapons of a war machine may make before they count half."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from overheat.classic.battle_value.machine.build import Build
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.kernel.rules.rule import Table, rule

HEAT: Table[str, int] = Table(
    "bv.heat",
    {
        "allowance": 6,
        "running": 2,
        "running with an XXL engine": 6,
        "jumping at least": 3,
        "partial wing": 3,
        "stealth or null signature": 10,
        "void signature": 10,
        "chameleon shield": 6,
        "capacitor": 5,
        "pulse module": 2,
        "small vibroblade": 3,
        "medium vibroblade": 5,
        "large vibroblade": 7,
        "bv_heat_2": 2,
        "bv_heat_3": 3,
    },
    cite=TECH_MANUAL("Battle Value, offensive", 303),
)
"""The heat that weapons may make before they count half, and what makes it; prototype lasers by their flag."""
DOUBLE = frozenset({"double", "laser"})


@rule("bv.heat_efficiency", cite=TACTICAL_OPERATIONS("Engine systems", 308), implements=("TO-308-nonfusion-mechs-c",))
def heat_efficiency(build: Build) -> int:
    """Six, and what it gets rid of, less the heat of moving and of the systems that hide it.

    Machines without a fusion engine reckon alike, with the sinks that they have.
    """
    made = build.rules[HEAT].rows
    moving = max(_run_heat(build, made), _jump_heat(build, made))
    return made["allowance"] + dissipation(build) - moving - build.rules[hiding_heat].function(build)


def dissipation(build: Build) -> int:
    """The heat its sinks and aids take away."""
    count, capacity = _sinks(build)
    if "radical_heat_sink" in build.flags:
        capacity += ceil(count * 2 / 5)
    if "coolant_pod" in build.flags:
        capacity += ceil(count * len(build.having("coolant_pod")) / 5)
    if "emergency_coolant" in build.flags and build.sheet.engine:
        capacity += build.sheet.engine.rating // 60
    return capacity + (build.rules[HEAT]["partial wing"] if "partial_wing" in build.flags else 0)


def _sinks(build: Build) -> tuple[int, int]:
    """How many heat sinks there are and what they take: double and laser ones two, prototypes among singles too."""
    sinks = build.sheet.heat_sinks
    if sinks is None:
        return 0, 0
    if sinks.kind in DOUBLE:
        return sinks.count, sinks.count * 2
    if "prototype" not in build.flags:
        return sinks.count, sinks.count
    prototypes = sum("prototype" in mount.equipment.flags for mount in build.having("heat_sink"))
    return sinks.count, sinks.count + prototypes


def _run_heat(build: Build, made: Mapping[str, int]) -> int:
    """Two for running; six with an XXL engine, none without fusion or with super-cooled myomer."""
    if build.powered_by("combustion", "fuel_cell") or "super-cooled" in build.sheet.myomer.lower():
        return 0
    return made["running with an XXL engine" if build.powered_by("xxl") else "running"]


def _jump_heat(build: Build, made: Mapping[str, int]) -> int:
    """One for each jump jet, half that with improved jets, and three at least; doubled by an XXL engine."""
    jets = build.jets
    if not jets:
        return 0
    heat = max(made["jumping at least"], (jets + 1) // 2 if "improved_jump_jet" in build.flags else jets)
    return heat * 2 if build.powered_by("xxl") else heat


@rule(
    "bv.hiding_heat",
    cite=TACTICAL_OPERATIONS("Battle Value, signatures", 381),
    implements=("TO-381-chameleon-bv", "TO-382-null-sig-bv"),
)
def hiding_heat(build: Build) -> int:
    """Ten for stealth, null and void signature, six for a chameleon shield: it all counts."""
    flags, made = build.flags, build.rules[HEAT].rows
    hidden = "stealth" in build.plating or "null_signature" in flags
    heat = made["stealth or null signature"] if hidden else 0
    if "chameleon" in flags:
        heat += made["chameleon shield"]
    return heat + made["void signature"] if "void_signature" in flags else heat


RULES = (HEAT, heat_efficiency, hiding_heat)
