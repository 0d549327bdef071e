"""How much heat the weapons of a war machine may make before they count half."""

from __future__ import annotations

from math import ceil

from overheat.classic.battle_value.build import Build
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules import rule

DOUBLE = frozenset({"double", "laser"})


@rule("bv.heat_efficiency", cite=TACTICAL_OPERATIONS("Engine systems", 308), implements=("TO-308-nonfusion-mechs-c",))
def heat_efficiency(build: Build) -> int:
    """Six, and what it gets rid of, less the heat of moving and of the systems that hide it.

    Machines without a fusion engine reckon alike, with the sinks that they have.
    """
    return 6 + dissipation(build) - max(_run_heat(build), _jump_heat(build)) - build.rules[hiding_heat](build)


def dissipation(build: Build) -> int:
    """The heat its sinks and aids take away."""
    count, capacity = _sinks(build)
    if "radical_heat_sink" in build.flags:
        capacity += ceil(count * 2 / 5)
    if "coolant_pod" in build.flags:
        capacity += ceil(count * len(build.having("coolant_pod")) / 5)
    if "emergency_coolant" in build.flags and build.sheet.engine:
        capacity += build.sheet.engine.rating // 60
    return capacity + (3 if "partial_wing" in build.flags else 0)


def _sinks(build: Build) -> tuple[int, int]:
    """How many heat sinks there are and what they take: double and laser ones two, prototypes among singles too."""
    sinks = build.sheet.heat_sinks
    if sinks is None:
        return 0, 0
    if sinks.kind in DOUBLE:
        return sinks.count, sinks.count * 2
    prototypes = sum("prototype" in mount.equipment.flags for mount in build.having("heat_sink"))
    return sinks.count, sinks.count + prototypes


def _run_heat(build: Build) -> int:
    """Two for running; six with an XXL engine, none without fusion or with super-cooled myomer."""
    if build.powered_by("combustion", "fuel_cell") or "super-cooled" in build.sheet.myomer.lower():
        return 0
    return 6 if build.powered_by("xxl") else 2


def _jump_heat(build: Build) -> int:
    """One for each jump jet, half that with improved jets, and three at least; doubled by an XXL engine."""
    jets = len(build.having("jump_jet"))
    if not jets:
        return 0
    heat = max(3, ceil(jets / 2)) if "improved_jump_jet" in build.flags else max(3, jets)
    return heat * 2 if build.powered_by("xxl") else heat


@rule(
    "bv.hiding_heat",
    cite=TACTICAL_OPERATIONS("Battle Value, signatures", 381),
    implements=("TO-381-chameleon-bv", "TO-382-null-sig-bv"),
)
def hiding_heat(build: Build) -> int:
    """Ten for stealth, null and void signature, six for a chameleon shield: it all counts."""
    flags = build.flags
    hidden = build.armoured_with("stealth") or "null_signature" in flags
    return 10 * hidden + 6 * ("chameleon" in flags) + 10 * ("void_signature" in flags)


RULES = (heat_efficiency, hiding_heat)
