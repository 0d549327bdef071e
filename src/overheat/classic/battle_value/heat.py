"""How much heat the weapons of a war machine may make before they count half."""

from __future__ import annotations

from math import ceil

from overheat.classic.battle_value.build import Build


def heat_efficiency(build: Build) -> int:
    """Six, and what it gets rid of, less the heat of moving and of the systems that hide it.

    Machines without a fusion engine reckon alike, with the sinks they have (ruling TO-308-nonfusion-mechs-c).
    """
    return 6 + dissipation(build) - max(_run_heat(build), _jump_heat(build)) - _hiding_heat(build)


def dissipation(build: Build) -> int:
    """The heat its sinks and aids take away."""
    sinks = build.sheet.heat_sinks
    count, capacity = (sinks.count, sinks.dissipation) if sinks else (0, 0)
    if "radical_heat_sink" in build.flags:
        capacity += ceil(count * 2 / 5)
    if "coolant_pod" in build.flags:
        capacity += ceil(count * len(build.having("coolant_pod")) / 5)
    if "emergency_coolant" in build.flags and build.sheet.engine:
        capacity += build.sheet.engine.rating // 60
    return capacity + (3 if "partial_wing" in build.flags else 0)


def _run_heat(build: Build) -> int:
    """Two for running; six with an XXL engine, none without fusion or with super-cooled myomer."""
    if build.powered_by("combustion", "fuel_cell") or "super-cooled" in build.sheet.myomer.lower():
        return 0
    return 6 if build.powered_by("xxl") else 2


def _jump_heat(build: Build) -> int:
    """One for each jumping point, half that with improved jets, and three at least; doubled by an XXL engine."""
    jump = build.sheet.jump
    if not jump:
        return 0
    heat = max(3, ceil(jump / 2)) if "improved_jump_jet" in build.flags else max(3, jump)
    return heat * 2 if build.powered_by("xxl") else heat


def _hiding_heat(build: Build) -> int:
    """Ten for stealth, null and void signature, six for a chameleon shield: it all counts.

    Rulings TO-381-chameleon-bv and TO-382-null-sig-bv.
    """
    flags = build.flags
    hidden = build.armoured_with("stealth") or "null_signature" in flags
    return 10 * hidden + 6 * ("chameleon" in flags) + 10 * ("void_signature" in flags)
