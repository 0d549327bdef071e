"""Converting heat: what a unit makes and gets rid of in a turn, and what that leaves of its damage.

Everything works on a `HeatCase`, the plain facts of one unit, so that a case written by hand and a unit from a file
take the same path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import ceil

import msgspec

from overheat.alphastrike.books import CONVERTING_HEAT
from overheat.alphastrike.damage.final import final_damage
from overheat.alphastrike.figure import round_up_to_tenth
from overheat.alphastrike.heat_case import Arc, Bracket, HeatCase, HeatSource, Sink
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Term, multiplied, ratio

OUTPUT = CONVERTING_HEAT("Heat output")
DISSIPATION = CONVERTING_HEAT("Heat dissipation")
MODIFIED = CONVERTING_HEAT("Heat-modified damage and overheat")
LONG = CONVERTING_HEAT("Heat-modified damage, long")

TRACKING = frozenset(
    {
        "BattleMech",
        "IndustrialMech",
        "AerospaceFighter",
        "SmallCraft",
        "DropShip",
        "JumpShip",
        "SatelliteSupportVehicle",
        "SpaceStation",
        "WarShip",
    }
)
"""The types of unit that track heat."""
MACHINES = frozenset({"BattleMech", "IndustrialMech"})
OVERHEATING = MACHINES | {"AerospaceFighter"}
"""The types of unit that may overheat on purpose."""
ALL_ROUND = frozenset({"DropShip", "JumpShip", "SatelliteSupportVehicle", "SpaceStation", "WarShip"})
"""The types of unit that attack into several arcs at once."""

HEAT: Table[str, int] = Table(
    "as.heat",
    {
        "borne without loss": 4,
        "most overheat": 4,
        "running": 2,
        "jumping at least": 3,
        "moving with an XXL engine": 6,
    },
    cite=OUTPUT,
)
"""The heat above its dissipation that a unit bears, the most that it may overheat by, and the heat of moving."""

ANTI_MISSILE_HEAT: Table[str, int] = Table(
    "as.anti_missile_heat",
    {"ams": 1, "laser_ams_clan": 5, "laser_ams_is": 7},
    cite=OUTPUT,
    implements=("AS-heat-output-ams",),
)
"""Heat for each anti-missile system."""

HIDING_HEAT: Table[str, int] = Table(
    "as.hiding_heat",
    {"stealth_armor": 10, "null_sig": 10, "void_sig": 10, "clps": 6},
    cite=OUTPUT,
    implements=("AS-heat-output-stealth",),
)
"""Heat of the systems that hide a unit."""

DISSIPATES: Table[str, int] = Table(
    "as.dissipates",
    {
        "standard": 1,
        "compact": 1,
        "double": 2,
        "laser": 2,
        "coolant_pod": 1,
        "partial_wing": 3,
        "radical_heat_sinks": 1,
        "emergency_coolant": 1,
    },
    cite=DISSIPATION,
    implements=("AS-dissipation-table",),
)
"""Heat that each heat sink, each coolant pod, and each other aid once, takes away."""


NAMES = {
    "ams": "anti-missile systems",
    "laser_ams_clan": "Clan laser anti-missile systems",
    "laser_ams_is": "laser anti-missile systems",
    "stealth_armor": "stealth armour",
    "null_sig": "null-signature system",
    "void_sig": "void-signature system",
    "clps": "chameleon light polarization shield",
    "partial_wing": "partial wing",
    "radical_heat_sinks": "radical heat sink system",
    "emergency_coolant": "RISC emergency coolant system",
}
"""What people call them."""


class Heated(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A heat case worked out."""

    tracks_heat: bool
    firing: tuple[HeatSource, ...] = ()
    """The weapons whose heat counts."""
    weapon_heat: int = 0
    movement_heat: int = 0
    equipment_heat: int = 0
    output: int = 0
    dissipation: int = 0
    adjusted: bool = False
    output_long: int = 0
    brackets: dict[str, Bracket] = {}
    overheat: int = 0
    overheat_long: bool = False

    def bracket(self, rules: Ruleset, subtotal: Number, band: str) -> Bracket:
        """Another damage of this unit at a range: an ability shares what heat does to the unit's own."""
        if self.adjusted and (band in ("S", "M") or self.overheat_long):
            return rules[heat_modified].function(rules, subtotal, self.dissipation, self.output)
        return rules[unheated].function(rules, subtotal)

    def as_json(self, rules: Ruleset) -> dict[str, object]:
        """All of it for programs, under the names of the worked cases."""
        found: dict[str, object] = {
            "tracks_heat": self.tracks_heat,
            "weapon_heat": self.weapon_heat,
            "movement_heat": self.movement_heat,
            "equipment_heat": self.equipment_heat,
            "heat_output": self.output,
            "dissipation": self.dissipation,
            "adjusted": self.adjusted,
            "heat_output_long": self.output_long,
            "OV": self.overheat,
            "OVL": self.overheat_long,
            "heat_modified": {name: _in_tenths(bracket.tenth) for name, bracket in self.brackets.items()},
            "final": {
                name: str(rules[final_damage].function(rules, bracket.tenth)) for name, bracket in self.brackets.items()
            },
        }
        return found if self.tracks_heat else {name: found[name] for name in UNHEATED}


def _in_tenths(value: Number) -> str:
    """A number of tenths as a decimal."""
    whole, tenths = divmod(int(value * 10), 10)
    return f"{whole}.{tenths}" if tenths else str(whole)


UNHEATED = ("tracks_heat", "OV", "OVL", "heat_modified", "final")
"""What there is to say of a unit that does not track heat."""


@rule("as.tracks_heat", cite=CONVERTING_HEAT("Converting heat"), implements=("AS-heat-tracking-units",))
def tracks_heat(rules: Ruleset, unit_type: str) -> bool:
    """Machines, aerospace fighters, satellites and spacecraft track heat; nothing else does."""
    return unit_type in TRACKING


@rule("as.unheated", cite=CONVERTING_HEAT("Converting heat"), implements=("AS-non-heat-tracking",))
def unheated(rules: Ruleset, subtotal: Number) -> Bracket:
    """Damage that heat does not touch is rounded up to the next tenth."""
    return Bracket(subtotal, subtotal, round_up_to_tenth(subtotal))


@rule("as.one_shot_heat", cite=OUTPUT, implements=("AS-heat-output-oneshot",))
def heats(rules: Ruleset, weapon: HeatSource) -> bool:
    """Rocket launchers and one-shot launchers make no heat that counts."""
    return not (weapon.rocket or weapon.one_shot)


@rule("as.rear_heat", cite=OUTPUT, implements=("AS-heat-output-rear",))
def firing_arc(rules: Ruleset, case: HeatCase) -> Arc | None:
    """The front weapons count, or those of the rear if only they are there or do more; both on an all-round unit.

    Either arc or, as None, both. The damage compared is that of all ranges together.
    """
    if case.unit_type in ALL_ROUND:
        return None
    if "front" not in [weapon.arc for weapon in case.weapons]:
        return "rear"
    if case.rear_damage is None:
        return "front"
    return "rear" if (case.front_damage or 0) < case.rear_damage else "front"


@rule("as.weapon_heat", cite=OUTPUT, implements=("AS-heat-output-weapons",))
def weapon_heat(rules: Ruleset, weapons: Iterable[HeatSource]) -> int:
    """The heat of firing everything that counts."""
    return sum([weapon.heat * weapon.count for weapon in weapons])


@rule("as.movement_heat", cite=OUTPUT, implements=("AS-heat-output-movement",))
def movement_heat(rules: Ruleset, case: HeatCase) -> int:
    """A battle machine runs for 2; a machine that jumps makes 1 for every 2 inches, at least 3; nothing else counts."""
    if case.unit_type not in MACHINES:
        return 0
    if case.jump_inches and case.improved_jump_jets:
        return rules[improved_jump_heat].function(rules, case.jump_inches, case.engine)
    if case.engine.upper() == "XXL":
        return rules[xxl_heat].function(rules, case.jump_inches)
    if case.jump_inches:
        return max(rules[HEAT]["jumping at least"], ceil(case.jump_inches / 2))
    return rules[HEAT]["running"] if case.unit_type == "BattleMech" else 0


@rule("as.xxl_heat", cite=OUTPUT, implements=("AS-heat-output-xxl",))
def xxl_heat(rules: Ruleset, jump_inches: int) -> int:
    """With an XXL engine moving makes 6, and jumping 2 for every 2 inches, at least 6."""
    return max(rules[HEAT]["moving with an XXL engine"], jump_inches)


@rule("as.improved_jump_heat", cite=OUTPUT, implements=("AS-heat-output-ijj",))
def improved_jump_heat(rules: Ruleset, jump_inches: int, engine: str) -> int:
    """Improved jets halve the heat of jumping, rounded up, at least 3; of an XXL engine's too."""
    divisor = 2 if engine.upper() == "XXL" else 4
    return max(rules[HEAT]["jumping at least"], ceil(jump_inches / divisor))


def anti_missile_terms(rules: Ruleset, case: HeatCase) -> Iterator[Term]:
    """What shooting at missiles heats."""
    if not (case.ams or case.laser_ams_clan or case.laser_ams_is):
        return
    for kind, count in (
        ("ams", case.ams),
        ("laser_ams_clan", case.laser_ams_clan),
        ("laser_ams_is", case.laser_ams_is),
    ):
        if count:
            yield Term("heat.anti_missile", count * rules[ANTI_MISSILE_HEAT][kind], f"{count} {NAMES[kind]}", OUTPUT)


def equipment_terms(rules: Ruleset, case: HeatCase) -> Iterator[Term]:
    """Anti-missile systems, and what hides the unit: one system of ten points, and the chameleon shield."""
    yield from anti_missile_terms(rules, case)
    if case.stealth:
        yield Term("heat.hiding", rules[HIDING_HEAT][case.stealth], NAMES[case.stealth], OUTPUT)
    if case.chameleon:
        yield Term("heat.hiding", rules[HIDING_HEAT]["clps"], NAMES["clps"], OUTPUT)


def dissipation_terms(rules: Ruleset, case: HeatCase) -> Iterator[Term]:
    """What the heat sinks, the pods and the other aids take away in a turn."""
    for sink, count in case.heat_sinks.items():
        if count:
            yield sinks_term(count, sink, rules[DISSIPATES][sink])
    if case.coolant_pods:
        pods = case.coolant_pods * rules[DISSIPATES]["coolant_pod"]
        yield Term("heat.coolant_pods", pods, f"{case.coolant_pods} coolant pods", DISSIPATION)
    if case.partial_wing:
        yield _aid(rules, "partial_wing")
    if case.radical_heat_sinks:
        yield _aid(rules, "radical_heat_sinks")
    if case.emergency_coolant:
        yield _aid(rules, "emergency_coolant")


@cache
def sinks_term(count: int, sink: Sink, each: int) -> Term:
    """Heat sinks of a kind, each taking away so much."""
    return Term("heat.sinks", count * each, f"{count} {sink} heat sinks", DISSIPATION)


def _aid(rules: Ruleset, kind: str) -> Term:
    return Term("heat.aid", rules[DISSIPATES][kind], NAMES[kind], DISSIPATION)


def equipment_heat(rules: Ruleset, case: HeatCase) -> int:
    """The heat of all equipment that is no weapon."""
    return sum([int(term.value) for term in equipment_terms(rules, case)])


def dissipation(rules: Ruleset, case: HeatCase) -> int:
    """The heat that all of it takes away."""
    return sum([int(term.value) for term in dissipation_terms(rules, case)])


@rule("as.too_hot", cite=DISSIPATION, implements=("AS-heat-threshold",))
def too_hot(rules: Ruleset, output: int, dissipation: int) -> bool:
    """Heat matters once it is more than four points above what the unit gets rid of."""
    return dissipation < output - rules[HEAT]["borne without loss"]


@rule("as.heat_modified", cite=MODIFIED, implements=("AS-heat-modified-formula",))
def heat_modified(rules: Ruleset, subtotal: Number, dissipation: int, output: int) -> Bracket:
    """Damage times dissipation, divided by four less than the heat, rounded up to the next tenth."""
    raw = multiplied((subtotal, ratio(dissipation, output - rules[HEAT]["borne without loss"])))
    return Bracket(subtotal, raw, round_up_to_tenth(raw))


@rule("as.short_and_medium", cite=MODIFIED, implements=("AS-short-medium",))
def short_and_medium(
    rules: Ruleset, subtotals: Mapping[str, Number], dissipation: int, output: int
) -> dict[str, Bracket]:
    """Heat lowers short range first, then medium, each by itself."""
    return {
        band: rules[heat_modified].function(rules, subtotals.get(band, 0), dissipation, output) for band in ("S", "M")
    }


@rule("as.overheat", cite=MODIFIED, implements=("AS-ov",))
def overheat(rules: Ruleset, brackets: Mapping[str, Bracket]) -> int:
    """The overheat value is what medium range lost, at most 4; what short range lost if medium has no damage."""
    return min(rules[HEAT]["most overheat"], brackets["M" if brackets["M"].subtotal else "S"].drop)


@rule("as.overheats_at_all", cite=LONG)
def overheats_at_all(rules: Ruleset, overheat: int) -> bool:
    """Only a unit that has an overheat value may have it at long range too."""
    return overheat > 0


@rule("as.heat_checked_at_long", cite=LONG)
def heat_checked_at_long(rules: Ruleset, case: HeatCase, output_long: int) -> int:
    """Whether a unit overheats at long range is asked without the heat of shooting at missiles."""
    return output_long - sum(int(term.value) for term in anti_missile_terms(rules, case))


@rule("as.overheats_at_long", cite=LONG, implements=("AS-ovl-check",))
def overheats_at_long(rules: Ruleset, subtotal: Number, dissipation: int, output_long: int) -> bool:
    """A unit overheats at long range too if the weapons that reach it are already too hot to keep its whole damage."""
    return (
        rules[too_hot].function(rules, output_long, dissipation)
        and rules[heat_modified].function(rules, subtotal, dissipation, output_long).drop >= 1
    )


@rule("as.long_damage", cite=LONG, implements=("AS-long-actual",))
def long_damage(rules: Ruleset, subtotal: Number, dissipation: int, output: int, overheats: bool) -> Bracket:
    """Long range is lowered by all the heat if the unit overheats there, and else not at all."""
    return (
        rules[heat_modified].function(rules, subtotal, dissipation, output)
        if overheats
        else rules[unheated].function(rules, subtotal)
    )


@rule("as.other_long_damage", cite=MODIFIED, implements=("AS-non-mech-long",))
def other_long_damage(rules: Ruleset, subtotal: Number, dissipation: int, output: int) -> Bracket:
    """What is neither machine nor fighter has its long range lowered like the others, and no overheat value."""
    return rules[heat_modified].function(rules, subtotal, dissipation, output)


@rule("as.weapon_classes", cite=MODIFIED, implements=("AS-weapon-classes",))
def by_class(rules: Ruleset, subtotals: Mapping[str, Number], dissipation: int, output: int) -> dict[str, Bracket]:
    """Classes of weapons in one arc are each lowered by themselves, by the heat of all of them."""
    if not rules[too_hot].function(rules, output, dissipation):
        return {name: rules[unheated].function(rules, subtotal) for name, subtotal in subtotals.items()}
    return {
        name: rules[heat_modified].function(rules, subtotal, dissipation, output)
        for name, subtotal in subtotals.items()
    }


@rule("as.converted_heat", cite=CONVERTING_HEAT("Converting heat"), implements=("AS-seed-example", "AS-worked-cases"))
def converted_heat(rules: Ruleset, case: HeatCase) -> Heated:
    """The whole heat step: output against dissipation, then each range in turn."""
    if not rules[tracks_heat].function(rules, case.unit_type):
        return Heated(tracks_heat=False, brackets=_unheated(rules, {**case.subtotals, **case.class_subtotals}))
    arc, counts = rules[firing_arc].function(rules, case), rules[heats].function
    firing = [weapon for weapon in case.weapons if (arc is None or weapon.arc == arc) and counts(rules, weapon)]
    weapons, moving, equipment = (
        rules[weapon_heat].function(rules, firing),
        rules[movement_heat].function(rules, case),
        equipment_heat(rules, case),
    )
    output = weapons + moving + equipment if case.stated_output is None else case.stated_output
    taken = dissipation(rules, case) if case.stated_dissipation is None else case.stated_dissipation
    at_long = output - rules[weapon_heat].function(rules, [weapon for weapon in firing if not weapon.long])
    adjusted = rules[too_hot].function(rules, output, taken)
    brackets, over, over_at_long = _ranges(rules, case, output, taken, at_long if adjusted else None)
    if case.class_subtotals:
        brackets |= rules[by_class].function(rules, case.class_subtotals, taken, output)
    return Heated(
        tracks_heat=True,
        firing=tuple(firing),
        weapon_heat=weapons,
        movement_heat=moving,
        equipment_heat=equipment,
        output=output,
        dissipation=taken,
        adjusted=adjusted,
        output_long=at_long,
        brackets=brackets,
        overheat=over,
        overheat_long=over_at_long,
    )


def _unheated(rules: Ruleset, subtotals: Mapping[str, Number]) -> dict[str, Bracket]:
    touched = rules[unheated].function
    return {name: touched(rules, subtotal) for name, subtotal in subtotals.items()}


Ranges = tuple[dict[str, Bracket], int, bool]
"""Damage at each range, the overheat value, and whether that is had at long range too."""


def _ranges(rules: Ruleset, case: HeatCase, output: int, taken: int, too_hot_at_long: int | None) -> Ranges:
    """The ranges of a unit that tracks heat, given the heat at long range where all of it is too hot."""
    if too_hot_at_long is None or not case.subtotals:
        return _unheated(rules, case.subtotals), 0, False
    brackets = rules[short_and_medium].function(rules, case.subtotals, taken, output)
    far = [band for band in ("L", "E") if band in case.subtotals]
    if case.unit_type not in OVERHEATING:
        brackets |= {
            band: rules[other_long_damage].function(rules, case.subtotals[band], taken, output) for band in far
        }
        return brackets, 0, False
    long = case.subtotals.get("L", 0)
    over = rules[overheat].function(rules, brackets)
    overheats = (
        long > 0
        and rules[overheats_at_all].function(rules, over)
        and rules[overheats_at_long].function(
            rules, long, taken, rules[heat_checked_at_long].function(rules, case, too_hot_at_long)
        )
    )
    brackets |= {
        band: rules[long_damage].function(rules, case.subtotals[band], taken, output, overheats) for band in far
    }
    return brackets, over, overheats


RULES = (
    HEAT,
    ANTI_MISSILE_HEAT,
    HIDING_HEAT,
    DISSIPATES,
    tracks_heat,
    unheated,
    heats,
    firing_arc,
    weapon_heat,
    movement_heat,
    xxl_heat,
    improved_jump_heat,
    too_hot,
    heat_modified,
    short_and_medium,
    overheat,
    overheats_at_all,
    heat_checked_at_long,
    overheats_at_long,
    long_damage,
    other_long_damage,
    by_class,
    converted_heat,
)
