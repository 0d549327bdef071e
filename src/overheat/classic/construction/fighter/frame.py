"""The frame of a fighter: its weight, its engine and thrust, its armour."""

from __future__ import annotations

from overheat.classic.books import TECH_MANUAL
from overheat.classic.construction.fighter.plan import FIGHTER, LIMITS, FighterPlan
from overheat.classic.construction.findings import broken, found, weighed
from overheat.classic.construction.machine.plan import LIMITS as ENGINE_LIMITS
from overheat.classic.construction.machine.plan import Finding
from overheat.classic.construction.machine.tonnage import FREE_HEAT_SINKS
from overheat.kernel.rules.rule import rule

CHASSIS = TECH_MANUAL("Fighters, design the chassis")
ENGINE = TECH_MANUAL("Fighters, engines")
HEAT_SINKS = TECH_MANUAL("Fighters, heat sinks")
ARMOUR = TECH_MANUAL("Fighters, armour")

NOT_FOR_FIGHTERS = frozenset({"battle_armour", "protomech", "capital", "heat_dissipating", "impact_resistant"})
"""Armour that no fighter wears, by its flags."""

OF_THE_GROUND = frozenset(
    {
        "is_ferro_fibrous",
        "clan_ferro_fibrous",
        "light_ferro_fibrous",
        "heavy_ferro_fibrous",
        "ferro_fibrous_prototype",
        "stealth_armour",
        "is_aerospace_armour",
        "clan_aerospace_armour",
        "primitive_aerospace_armour",
    }
)
"""Armour of war machines and of large craft, which fighters have in a make of their own."""


@rule("construction.fighter.tonnage", cite=CHASSIS, slot=FIGHTER)
def tonnage(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter weighs 5 to 100 tons by steps of 5; one that flies in air alone no more than 50."""
    tons, step = plan.sheet.tons, plan.rules[LIMITS]["step of tons"]
    most = plan.rules[LIMITS]["most tons in air" if plan.conventional else "most tons"]
    reason = f"{tons:g} tons; a {plan.sheet.kind} weighs {step} to {most} by steps of {step}"
    wrong = not step <= tons <= most or tons % step != 0
    return broken("construction.fighter.tonnage", CHASSIS, reason, when=wrong)


@rule("construction.fighter.weight", cite=CHASSIS, slot=FIGHTER)
def weight(plan: FighterPlan) -> tuple[Finding, ...]:
    """All that a fighter is made of weighs no more than the fighter; what it weighs less is told."""
    return weighed("construction.fighter.weight", CHASSIS, plan.weight().total, plan.sheet.tons)


@rule("construction.fighter.thrust", cite=ENGINE, slot=FIGHTER)
def thrust(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter has thrust: one for space more than the two points that need no rating."""
    least = 1 if plan.conventional else plan.rules[LIMITS]["thrust without rating"] + 1
    reason = f"has a safe thrust of at least {least}, found {plan.sheet.walk}"
    return broken("construction.fighter.thrust", ENGINE, reason, when=plan.sheet.walk < least)


@rule("construction.fighter.engine", cite=ENGINE, slot=FIGHTER)
def engine(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter has an engine; only fusion flies in space."""
    fitted = plan.sheet.engine
    if fitted is None:
        return broken("construction.fighter.engine", ENGINE, "has no engine that is known", when=True)
    wrong = not plan.conventional and not plan.powered_by("fusion")
    return broken("construction.fighter.engine", ENGINE, f"{fitted.kind.name} does not fly in space", when=wrong)


@rule("construction.fighter.engine_limit", cite=ENGINE, slot=FIGHTER)
def engine_limit(plan: FighterPlan) -> tuple[Finding, ...]:
    """Engines are rated up to 400, large ones to 500."""
    most = plan.rules[ENGINE_LIMITS]["most rating of a large engine" if plan.powered_by("large") else "most rating"]
    reason = f"{plan.sheet.tons:g} tons at {plan.sheet.walk} need a rating of {plan.rating}; up to {most} are made"
    return broken("construction.fighter.engine_limit", ENGINE, reason, when=plan.rating > most)


@rule("construction.fighter.heat_sinks", cite=HEAT_SINKS, slot=FIGHTER)
def heat_sinks(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter for space has at least the ten heat sinks that come with its engine."""
    count, least = plan.sheet.heat_sinks.count if plan.sheet.heat_sinks else 0, plan.rules[FREE_HEAT_SINKS]["fusion"]
    wrong = not plan.conventional and count < least
    reason = f"has at least {least} heat sinks, found {count}"
    return broken("construction.fighter.heat_sinks", HEAT_SINKS, reason, when=wrong)


@rule("construction.fighter.armour_limit", cite=ARMOUR, slot=FIGHTER)
def armour_limit(plan: FighterPlan) -> tuple[Finding, ...]:
    """A fighter for space has at most 8 points of armour for each ton, one for air alone a single point."""
    each = plan.rules[LIMITS]["armour of each ton in air" if plan.conventional else "armour of each ton"]
    most = int(plan.sheet.tons) * each
    points = sum(place.armour for place in plan.sheet.locations)
    reason = f"may have {most} points of armour, found {points}"
    return broken("construction.fighter.armour_limit", ARMOUR, reason, when=points > most)


@rule("construction.fighter.armour_kind", cite=ARMOUR, slot=FIGHTER)
def armour_kind(plan: FighterPlan) -> tuple[Finding, ...]:
    """Armour made for other kinds of unit is not worn."""
    worn = [(place.code, place.armour_kind) for place in plan.sheet.locations if place.armour_kind]
    return found(
        "construction.fighter.armour_kind",
        ARMOUR,
        (
            (code, f"{kind.name} on {code} is not made for fighters")
            for code, kind in worn
            if kind.id in OF_THE_GROUND or not kind.flags.isdisjoint(NOT_FOR_FIGHTERS)
        ),
    )


RULES = (LIMITS, tonnage, weight, thrust, engine, engine_limit, heat_sinks, armour_limit, armour_kind)
