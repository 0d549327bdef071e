"""Heat sinks and jump jets: how many, of which kind, and where."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.construction.findings import found
from overheat.classic.construction.machine.plan import LIMITS, MACHINE, TORSOS, Finding, Plan, is_leg
from overheat.classic.construction.machine.tonnage import free_heat_sinks
from overheat.classic.unit.sheet import Mount
from overheat.kernel.rules.rule import rule

HEAT_SINKS = TECH_MANUAL("Heat sinks", 53)
COMPACT = TACTICAL_OPERATIONS("Compact heat sinks", 316)
JUMP_JETS = TECH_MANUAL("Jump jets", 51)
NON_FUSION = TACTICAL_OPERATIONS("Non-fusion engines", 308)


def holds(plan: Plan) -> int:
    """How many heat sinks fit into the engine; two for one if compact."""
    engine, sinks = plan.sheet.engine, plan.sheet.heat_sinks
    if engine is None:
        return 0
    each = plan.rules[LIMITS]["rating of each heat sink in the engine"]
    return engine.rating // each * (2 if sinks and sinks.kind == "compact" else 1)


def outside(plan: Plan) -> tuple[Mount, ...]:
    """The heat sinks in critical slots."""
    return plan.sheet.flagged("heat_sink")


@rule("construction.heat_sink_minimum", cite=HEAT_SINKS, slot=MACHINE)
def heat_sink_minimum(plan: Plan) -> tuple[Finding, ...]:
    """A machine has at least the heat sinks that come with its engine: ten with fusion."""
    sinks, least = plan.sheet.heat_sinks, free_heat_sinks(plan)
    there = sinks.count if sinks else 0
    if there >= least:
        return ()
    reason = f"needs at least {least} heat sinks, found {there}"
    return (Finding(id="construction.heat_sink_minimum", reason=reason, cite=HEAT_SINKS),)


@rule("construction.heat_sink_count", cite=HEAT_SINKS, slot=MACHINE)
def heat_sink_count(plan: Plan) -> tuple[Finding, ...]:
    """Heat sinks that the engine has no room for stand in slots, one each, and none that are not counted."""
    sinks = plan.sheet.heat_sinks
    if sinks is None:
        return ()
    there = sum(2 if "pair" in mount.equipment.flags else 1 for mount in outside(plan))
    least = max(0, sinks.count - holds(plan))
    if least <= there <= sinks.count:
        return ()
    reason = f"of {sinks.count} heat sinks {min(sinks.count, holds(plan))} fit into the engine, found {there} in slots"
    return (Finding(id="construction.heat_sink_count", reason=reason, cite=HEAT_SINKS),)


def _kind(mount: Mount) -> str:
    """Which kind of heat sinks a mounted one belongs to."""
    flags = mount.equipment.flags
    return next((kind for kind in ("compact", "laser_heat_sink", "double") if kind in flags), "single")


@rule("construction.heat_sink_kind", cite=HEAT_SINKS, slot=MACHINE)
def heat_sink_kind(plan: Plan) -> tuple[Finding, ...]:
    """Single and double heat sinks are not mixed, prototypes of double ones excepted."""
    sinks = plan.sheet.heat_sinks
    if sinks is None:
        return ()
    stated = "laser_heat_sink" if sinks.kind == "laser" else sinks.kind
    return tuple(
        Finding(
            id="construction.heat_sink_kind",
            location=mount.location,
            reason=f"heat sinks are {sinks.kind}, found {mount.equipment.name} in {mount.location}",
            cite=HEAT_SINKS,
        )
        for mount in outside(plan)
        if _kind(mount) != stated
        and "compact" not in (_kind(mount), stated)
        and not (stated == "single" and "prototype" in mount.equipment.flags)
    )


@rule("construction.compact_heat_sinks", cite=COMPACT, implements=("TO-316-heat-sinks-compact",), slot=MACHINE)
def compact_heat_sinks(plan: Plan) -> tuple[Finding, ...]:
    """A machine with compact heat sinks carries no other kind."""
    sinks = plan.sheet.heat_sinks
    kinds = {_kind(mount) for mount in outside(plan)} | ({sinks.kind} if sinks else set())
    if "compact" not in kinds or len(kinds) == 1:
        return ()
    others = ", ".join(sorted(kinds - {"compact"}))
    reason = f"compact heat sinks stand beside others: {others}"
    return (Finding(id="construction.compact_heat_sinks", reason=reason, cite=COMPACT),)


@rule("construction.jump_points", cite=JUMP_JETS, implements=("TO-281-hardened-armor-2",), slot=MACHINE)
def jump_points(plan: Plan) -> tuple[Finding, ...]:
    """Jumping points are no more than walking ones, with improved jets running ones, whatever the armour takes."""
    if plan.sheet.flagged("mechanical_jump_booster"):
        return ()
    most = plan.run if plan.sheet.flagged("improved_jump_jet") else plan.sheet.walk
    points = max(plan.sheet.jump, len(plan.sheet.flagged("umu")))
    if points <= most:
        return ()
    reason = f"may jump {most}, found {points}"
    return (Finding(id="construction.jump_points", reason=reason, cite=JUMP_JETS),)


@rule("construction.jump_jets", cite=JUMP_JETS, slot=MACHINE)
def jump_jets(plan: Plan) -> tuple[Finding, ...]:
    """A jump jet for every jumping point; underwater manoeuvring units may be counted or not."""
    there, swimming = len(plan.sheet.flagged("jump_jet")), len(plan.sheet.flagged("umu"))
    boosted = bool(plan.sheet.flagged("mechanical_jump_booster"))
    if plan.sheet.jump in (there, there + swimming) or boosted:
        return ()
    reason = f"jumping {plan.sheet.jump} needs as many jets, found {there}"
    return (Finding(id="construction.jump_jets", reason=reason, cite=JUMP_JETS),)


@rule("construction.jump_jet_kind", cite=JUMP_JETS, slot=MACHINE)
def jump_jet_kind(plan: Plan) -> tuple[Finding, ...]:
    """Jets are all of one kind."""
    kinds = sorted({mount.equipment.name for mount in plan.sheet.flagged("jump_jet", "umu")})
    if len(kinds) <= 1:
        return ()
    return (
        Finding(id="construction.jump_jet_kind", reason=f"jets of several kinds: {', '.join(kinds)}", cite=JUMP_JETS),
    )


@rule("construction.jump_jet_place", cite=JUMP_JETS, slot=MACHINE)
def jump_jet_place(plan: Plan) -> tuple[Finding, ...]:
    """Jets stand in torsos and legs."""
    reasons = (
        (mount.location, f"{mount.equipment.name} in {mount.location}, not in a torso or leg")
        for mount in plan.sheet.flagged("jump_jet", "umu")
        if mount.location not in TORSOS and not is_leg(mount.location)
    )
    return found("construction.jump_jet_place", JUMP_JETS, reasons)


@rule("construction.jump_jet_power", cite=NON_FUSION, implements=("TO-308-nonfusion-mechs-b",), slot=MACHINE)
def jump_jet_power(plan: Plan) -> tuple[Finding, ...]:
    """Combustion engines and fuel cells drive no jump jets; underwater units and jump boosters need neither."""
    engine = plan.sheet.engine
    if engine is None or engine.kind.flags.isdisjoint(("combustion", "fuel_cell")):
        return ()
    jets = plan.sheet.flagged("jump_jet")
    if not jets:
        return ()
    reason = f"{len(jets)} jump jets with a {engine.kind.name}"
    return (Finding(id="construction.jump_jet_power", reason=reason, cite=NON_FUSION),)


RULES = (
    heat_sink_minimum,
    heat_sink_count,
    heat_sink_kind,
    compact_heat_sinks,
    jump_points,
    jump_jets,
    jump_jet_kind,
    jump_jet_place,
    jump_jet_power,
)
