"""Whether the rules in force and the machine under fire are ones that lumped chances know: else the engine is asked.

Nothing is taken for granted: every rule that has a say in what a hit does must be the one that was written with these
chances in mind, and every slot that a layer may put a rule in must be empty or hold only those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from overheat.classic.attack.decisions import DECISIONS
from overheat.classic.battle.scene import COUNTS_AS, FOLLOWS
from overheat.classic.damage.aftermath import SPARES, SYSTEM_HIT
from overheat.classic.damage.falls import SAVES
from overheat.classic.damage.hull.plates import INTERPOSES
from overheat.classic.damage.kinds.machine import CONTAINS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard import crew, damage, locations
from overheat.classic.rules.standard.aboard import passengers
from overheat.classic.rules.standard.armours import reactive_slots, thin_armour
from overheat.classic.rules.standard.impacts import (
    ARMOUR_RATE,
    AT_THE_PLACE,
    CRITICAL_ROLL,
    PIERCES,
    STRUCTURE_RATE,
    CriticalChance,
    Hit,
    Impact,
    Within,
    added_to_criticals,
    inner_wear,
    piercing,
    protected,
    wear,
)
from overheat.classic.rules.standard.orders import dumped_bins
from overheat.classic.rules.standard.piloting import CAUSES, battered
from overheat.classic.rules.standard.piloting import SPARES as SPARED_FALLS
from overheat.classic.rules.standard.plates import component_armour
from overheat.classic.rules.standard.switches import ejects_from_explosion
from overheat.classic.rules.standard.systems import cockpit_in
from overheat.classic.rules.standard.under_water import exposed
from overheat.kernel.rules.rule import Rule, Ruleset, Slot

DECIDED: tuple[Rule[..., Any], ...] = (
    damage.by_slots,
    damage.fatal,
    damage.can_be_hit,
    damage.spared_slot,
    damage.critical_hits,
    damage.explosion_of,
    damage.weapon_explosion,
    damage.vented,
    damage.lost_with,
    crew.dead,
    crew.head_hit,
    locations.on_rear_armour,
    locations.strikes_again,
    wear,
    inner_wear,
    thin_armour,
    component_armour,
    exposed,
    battered,
    ejects_from_explosion,
)
"""Decisions that must be those of the standard game."""

EMPTY: tuple[Slot[..., Any], ...] = (
    FOLLOWS,
    COUNTS_AS,
    DECISIONS,
    SPARES,
    SAVES,
    SPARED_FALLS,
    INTERPOSES,
    AT_THE_PLACE,
)
"""Slots that must be empty."""

HELD: dict[Slot[..., Any], frozenset[str]] = {
    SYSTEM_HIT: frozenset({"engines.fuel_explodes", "engines.leaks_in_machines", "engines.leaks_in_vehicles"}),
    CONTAINS: frozenset({"case_ii.vents"}),
    ARMOUR_RATE: frozenset({"armours.rate"}),
    STRUCTURE_RATE: frozenset({"armours.structure_rate"}),
    PIERCES: frozenset({"munitions.armour_piercing", "munitions.tandem_charge"}),
    CRITICAL_ROLL: frozenset({"armours.criticals"}),
}
"""Slots that may hold rules with nothing to say about the machines that are looked at here."""

PECULIAR = frozenset({"shield", "modular_armour", "case_ii", "harjel_ii", "harjel_iii", "spikes"})
"""What a machine may carry that changes what hits do to it."""


def unknown(state: State, target: str, hits: Iterable[Hit]) -> str:
    """Why chances of a target are not lumped: a rule, a slot, something about the machine; nothing where they are."""
    rules, unit = state.relief.rules, state.units[target]
    differ = differing(rules, DECIDED, EMPTY, HELD) or _about_falls(rules)
    return differ or _about_machine(state, unit) or about_hits(rules, unit, hits)


def differing(
    rules: Ruleset,
    decided: Iterable[Rule[..., Any]],
    empty: Iterable[Slot[..., Any]],
    held: Mapping[Slot[..., Any], frozenset[str]],
) -> str:
    """What differs from rules as they are known: decisions, slots that must be empty, or hold only certain rules."""
    for decision in decided:
        if rules[decision] is not decision:
            return f"the rule {decision.id}"
    for slot in empty:
        if rules[slot]:
            return f"rules of {slot.id}"
    for slot, known in held.items():
        if not {rule.id for rule in rules[slot]} <= known:
            return f"rules of {slot.id}"
    return ""


def _about_falls(rules: Ruleset) -> str:
    causes = rules[CAUSES]
    alike = {causes[reason] for reason in ("leg or foot actuator destroyed", "hip destroyed", "gyro hit")}
    return "" if len(alike) == 1 else "reasons to roll that differ"


def _about_machine(state: State, unit: Unit) -> str:
    engine = unit.sheet.engine
    if not unit.machine or engine is None or "fusion" not in engine.kind.flags:
        return "something else than a machine with a fusion engine"
    if cockpit_in(unit) != "HD" or unit.condition["HD"].destroyed:
        return "a cockpit that is not in the head"
    if not unit.plan.flags.isdisjoint(PECULIAR) or protected(state.relief.rules, unit):
        return "armour or gear that hits are changed by"
    if unit.elevation < 0 or passengers(state, unit.id) or any(dumped_bins(unit)):
        return "water, passengers or ammunition that is dumped"
    return "" if all(_plain(state.relief.rules, unit, place.code) for place in unit.condition.locations) else "armour"


def _plain(rules: Ruleset, unit: Unit, code: str) -> bool:
    """Whether nothing about a location changes what hits do there."""
    place = unit.condition[code]
    if place.armour % 1 or place.rear_armour % 1 or place.structure % 1 or place.flooded or reactive_slots(unit, code):
        return False
    if any(rule.function(Within(rules, unit, code, 1)) is not None for rule in rules[STRUCTURE_RATE]):
        return False
    return not any(rules[component_armour](rules, unit, code, slot) for slot in range(len(unit.plan.slots[code])))


def about_hits(rules: Ruleset, unit: Unit, hits: Iterable[Hit]) -> str:
    """Why hits are not ones that armour stops point for point; nothing where they are."""
    for hit in hits:
        for place in unit.condition.locations:
            impact = Impact(rules, unit, hit, hit.damage, place.code)
            if any(rule.function(impact) is not None for rule in rules[ARMOUR_RATE]) or any(piercing(impact)):
                return "a hit that armour does not stop point for point"
            if rules[thin_armour](rules, unit, place.code, hit.damage):
                return "thin armour"
            if added_to_criticals(CriticalChance(rules, unit, place.code, hit)).terms:
                return "rolls for critical hits that something is added to"
    return ""
