"""Kinds of armour and structure: what they make of a hit, how many of their points it costs, and of critical hits.

What a kind does are figures of its row, or for what it halves of its entry in the catalogue; a hit is told by its
harms: the flags of its weapon, `blow`, `fall`, `blast`, and `piercing` or `inferno` by its munition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TECH_MANUAL, TOTAL_WARFARE
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.falls import Fall
from overheat.classic.rules.standard.impacts import (
    ARMOUR_RATE,
    ARMOUR_TERMS,
    CRITICAL_ROLL,
    RESISTS,
    STRUCTURE_RATE,
    CriticalChance,
    Hit,
    Impact,
    Rate,
    Within,
)
from overheat.classic.rules.standard.physical import KINDS, PhysicalAttack
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS
from overheat.classic.unit.condition import LocationCondition
from overheat.classic.unit.equipment import Armour
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import as_id

FERRO_LAMELLOR = TACTICAL_OPERATIONS("Ferro-Lamellor Armor", 280)
HARDENED = TACTICAL_OPERATIONS("Hardened Armor", 280)
REFLECTIVE = TACTICAL_OPERATIONS("Laser Reflective Armor", 281)
REACTIVE = TACTICAL_OPERATIONS("Reactive Armor", 282)
IMPACT_RESISTANT = INTERSTELLAR_OPERATIONS("Impact-Resistant Armor", 81)
BALLISTIC = INTERSTELLAR_OPERATIONS("Ballistic-Reinforced Armor", 81)
HEAT_DISSIPATING = INTERSTELLAR_OPERATIONS("Heat-Dissipating Armor", 81)
ABLATION = INTERSTELLAR_OPERATIONS("Anti-Penetrative Ablation Armor", 80)
FIRE_RESISTANT = TECH_MANUAL("Fire-resistant battle armor", 253)
BARRIER = TOTAL_WARFARE("Barrier Armor Rating", 207)
STRUCTURES = TACTICAL_OPERATIONS("Internal structure, advanced", 342)

HALF, TWICE = Fraction(1, 2), Fraction(2)
EVERYTHING = ""
"""The harm that every hit does."""
PIERCING = ("armor-piercing", "tandem-charge")
"""What munitions are called that go through armour."""
BRUISES = frozenset({"fall", "skid", "walls", "collapse", "crash"})
"""What hurts like a fall, without being one."""
BEST_BARRIER = 10
GOES_UP = 2


@dataclass(frozen=True, kw_only=True)
class ArmourKind:
    """What a kind of armour is good and bad for."""

    cite: Cite
    left: Mapping[str, Fraction] = field(default_factory=dict)
    """The share of a hit that it lets through, rounded down, by its harm."""
    least: int = 1
    """What is left of such a hit at least."""
    costs: Mapping[str, Fraction] = field(default_factory=dict)
    """The points of it that a point of damage costs, by the harm of the hit; one where nothing is said."""
    unlike: frozenset[str] = frozenset()
    """Harms that find it to be like any other armour."""
    counts: bool = False
    """Whether only its whole points that are lost count as damage for piloting rolls."""
    criticals: int = 0
    """What is added to rolls for critical hits as long as any of it is left."""
    pierced: int | None = 0
    """What is added to such rolls for what goes through armour; None where that does not go through it."""
    heat: Fraction = Fraction(1)
    """The share of the heat that others put into its wearer."""

    def __str__(self) -> str:
        """What it is, for those who read a table."""
        told = [f"{share} of {harm or 'all'} damage is left" for harm, share in self.left.items()]
        told += [f"a point of {harm or 'any'} damage costs {points} points" for harm, points in self.costs.items()]
        told += [f"{self.criticals:+} to critical hits"] if self.criticals else []
        told += ["nothing pierces it"] if self.pierced is None else []
        told += [f"{self.pierced:+} to critical hits of what pierces"] if self.pierced else []
        return ", ".join([*told, *([f"{self.heat} of heat from others"] if self.heat != 1 else [])])


ARMOUR_KINDS: Table[str, ArmourKind] = Table(
    "armours.kinds",
    {
        "ferro_lamellor": ArmourKind(
            cite=FERRO_LAMELLOR,
            left={EVERYTHING: Fraction(4, 5)},
            least=0,
            unlike=frozenset({"piercing"}),
            pierced=None,
        ),
        "hardened": ArmourKind(
            cite=HARDENED,
            costs={EVERYTHING: HALF},
            unlike=frozenset({"piercing"}),
            counts=True,
            criticals=-2,
            pierced=None,
        ),
        "reflective": ArmourKind(
            cite=REFLECTIVE,
            costs={"blow": TWICE, "fall": TWICE, "blast": TWICE, "area_effect": TWICE},
            pierced=2,
            heat=HALF,
        ),
        "reactive": ArmourKind(cite=REACTIVE, pierced=None),
        "ballistic_reinforced": ArmourKind(cite=BALLISTIC),
        "impact_resistant": ArmourKind(
            cite=IMPACT_RESISTANT, left={"blow": Fraction(2, 3), "fall": Fraction(2, 3)}, pierced=1
        ),
        "heat_dissipating": ArmourKind(cite=HEAT_DISSIPATING, heat=HALF),
        "anti_penetrative": ArmourKind(cite=ABLATION, pierced=None),
        "fire_resistant": ArmourKind(
            cite=FIRE_RESISTANT, left={"flamer": Fraction(0), "inferno": Fraction(0)}, least=0
        ),
    },
    cite=TACTICAL_OPERATIONS("Armor, game rules", 280),
    of="kind of armour",
    where="overheat.classic.rules.standard.armours.ARMOUR_KINDS",
)
"""What kinds of armour do besides being there, by the flag of their entry."""

STRUCTURE_KINDS: Table[str, Fraction] = Table(
    "armours.structures",
    {"composite_structure": TWICE, "reinforced_structure": HALF},
    cite=STRUCTURES,
    implements=("TO-343-reinforced-structure",),
    of="kind of structure",
    where="overheat.classic.rules.standard.armours.STRUCTURE_KINDS",
)
"""The points that a point of damage costs a kind of structure, by the id of its entry."""


def kind_of(rules: Ruleset, armour: Armour | None) -> ArmourKind | None:
    """What the rules say of an armour; None for plain kinds."""
    if armour is None:
        return None
    rows = rules[ARMOUR_KINDS].rows
    return next((rows[flag] for flag in rows if flag in armour.flags), None)


def harms(rules: Ruleset, hit: Hit) -> frozenset[str]:
    """What sort of harm a hit does, in the words that armour is told by."""
    if hit.weapon is not None:
        munition = hit.munition.lower()
        special = {"piercing"} if munition.startswith(PIERCING) else {"inferno"} if "inferno" in munition else set()
        return hit.weapon.flags | special
    if isinstance(hit.by, Blast) or hit.what == "blast":
        return frozenset({"blast"})
    if isinstance(hit.by, Fall) or hit.what in BRUISES:
        return frozenset({"fall"})
    return frozenset({"blow"}) if isinstance(hit.by, PhysicalAttack) or _is_blow(rules, hit.what) else frozenset()


def _is_blow(rules: Ruleset, what: str) -> bool:
    """Whether an id of harm is that of a blow: of one that its own attacker takes, who is not its target."""
    return any(as_id(kind) == what for table in (KINDS, PHYSICAL_WEAPONS) for kind in rules[table].rows)


def whole_in(unit: Unit, location: str) -> LocationCondition | None:
    """A location of a unit as it is now; None where it has no such location."""
    return next((place for place in unit.condition.locations if place.code == location), None)


def _holds(impact: Impact) -> bool:
    """Whether any armour is left at the place that is struck."""
    place = whole_in(impact.unit, impact.location)
    return place is not None and bool(place.rear_armour if impact.rear else place.armour)


@rule(
    "armours.halves",
    cite=TACTICAL_OPERATIONS("Armor, game rules", 280),
    implements=("TO-281-reflective-armor-3", "TO-282-reactive-armor-3"),
    slot=ARMOUR_TERMS,
)
def halves(impact: Impact) -> Term | None:
    """Reflective armour halves what energy weapons do, reactive missiles and artillery; a point is left at least.

    So does that of battle armour, by what the entry of the armour says that it halves.
    """
    armour = impact.armour
    if armour is None or not armour.halves or impact.damage < 1 or not _holds(impact):
        return None
    if armour.halves.isdisjoint(harms(impact.rules, impact.hit)):
        return None
    left = max(1, impact.damage // 2)
    return Term("armours.halves", left - impact.damage, f"{armour.name} armour", _cite(impact.rules, armour))


def _cite(rules: Ruleset, armour: Armour) -> Cite:
    kind = kind_of(rules, armour)
    return ARMOUR_KINDS.cite if kind is None else kind.cite


@rule("armours.share", cite=FERRO_LAMELLOR, implements=("TO-280-ferro-lamellor",), slot=ARMOUR_TERMS)
def share(impact: Impact) -> Term | None:
    """Some armour lets only a share of a hit through: ferro-lamellor takes a point off for every 5 begun."""
    armour = impact.armour
    kind = kind_of(impact.rules, armour)
    if armour is None or kind is None or not kind.left or not _holds(impact):
        return None
    found = harms(impact.rules, impact.hit)
    through = next((left for harm, left in kind.left.items() if not harm or harm in found), None)
    if through is None or not kind.unlike.isdisjoint(found):
        return None
    left = max(min(kind.least, impact.damage), floor(impact.damage * through))
    return Term("armours.share", left - impact.damage, f"{armour.name} armour", kind.cite)


@rule(
    "armours.rate",
    cite=HARDENED,
    implements=("TO-281-hardened-armor-1", "TO-281-reflective-armor-2"),
    slot=ARMOUR_RATE,
)
def armour_rate(impact: Impact) -> Rate | None:
    """A point of hardened armour stops two of damage; blows, falls and blasts cost reflective armour twice as much.

    What is more than the armour had goes on as it came. Reflective suits have no such weakness.
    """
    armour = impact.armour
    kind = kind_of(impact.rules, armour)
    if armour is None or kind is None or not kind.costs or impact.unit.sheet.kind == "battle armour":
        return None
    found = harms(impact.rules, impact.hit)
    points = next((points for harm, points in kind.costs.items() if not harm or harm in found), None)
    if points is None or not kind.unlike.isdisjoint(found):
        return None
    return Rate(points, "armours.rate", f"{armour.name} armour", kind.cite, kind.counts)


@rule("armours.structure_rate", cite=STRUCTURES, slot=STRUCTURE_RATE)
def structure_rate(within: Within) -> Rate | None:
    """A point of damage costs composite structure two points, reinforced structure half of one."""
    structure = within.unit.sheet.structure
    points = within.rules[STRUCTURE_KINDS].get(structure.id) if structure is not None and within.unit.machine else None
    if structure is None or points is None:
        return None
    return Rate(points, "armours.structure_rate", f"{structure.name} structure", STRUCTURES)


@rule("armours.criticals", cite=HARDENED, slot=CRITICAL_ROLL)
def criticals(chance: CriticalChance) -> Term | None:
    """Hardened armour keeps critical hits off as long as any of it is left, -2."""
    place = next((place for place in chance.unit.sheet.locations if place.code == chance.location), None)
    kind = None if place is None else kind_of(chance.rules, place.armour_kind)
    if kind is None or not kind.criticals or place is None or place.armour_kind is None:
        return None
    now = whole_in(chance.unit, chance.location)
    rear = chance.hit is not None and chance.hit.side == "rear" and place.rear_armour > 0
    if now is None or not (now.rear_armour if rear else now.armour):
        return None
    return Term("armours.criticals", kind.criticals, f"{place.armour_kind.name} armour", kind.cite)


@rule("armours.resists", cite=ABLATION, slot=RESISTS)
def resists(impact: Impact) -> Term | Refusal | None:
    """Nothing goes through hardened, ferro-lamellor, reactive and ablative armour; reflective armour is weak there."""
    armour, kind = impact.armour, kind_of(impact.rules, impact.armour)
    if armour is None or kind is None or impact.unit.sheet.kind == "battle armour":
        return None
    if kind.pierced is None:
        return Refusal("armours.resists", f"nothing goes through {armour.name} armour", kind.cite)
    return Term("armours.resists", kind.pierced, f"{armour.name} armour", kind.cite) if kind.pierced else None


def reactive_slots(unit: Unit, location: str) -> frozenset[int]:
    """The slots of a location that reactive armour takes up."""
    place = next((place for place in unit.sheet.locations if place.code == location), None)
    if place is None or place.armour_kind is None or "reactive" not in place.armour_kind.flags:
        return frozenset()
    return frozenset(at for at, line in enumerate(place.slots) if "reactive" in line.lower())


@rule("armours.goes_up", cite=REACTIVE, implements=("TO-282-reactive-armor-2",))
def goes_up(rules: Ruleset, roll: int) -> bool:
    """Reactive armour that a critical hit finds goes up on a 2: all of it is gone there, and a point goes inside."""
    return roll == GOES_UP


@rule("armours.heat", cite=HEAT_DISSIPATING)
def heat_through(rules: Ruleset, unit: Unit, points: int) -> int:
    """Reflective and heat-dissipating armour let half of the heat through that others put in, rounded down, 1 at least.

    It is told by the armour of the centre torso.
    """
    place = next((place for place in unit.sheet.locations if place.code == "CT"), None)
    kind = None if place is None else kind_of(rules, place.armour_kind)
    if kind is None or kind.heat == 1 or points < 1:
        return points
    now = whole_in(unit, "CT")
    return max(1, floor(points * kind.heat)) if now is not None and now.armour else points


BARRIERS: Table[str, int] = Table(
    "armours.barriers",
    {
        "bar_2": 2,
        "bar_3": 3,
        "bar_4": 4,
        "bar_5": 5,
        "bar_6": 6,
        "bar_7": 7,
        "bar_8": 8,
        "bar_9": 9,
    },
    cite=BARRIER,
    of="kind of armour",
    where="overheat.classic.rules.standard.armours.BARRIERS",
)
"""The ratings of armour that is not made for war, by the flag of its entry."""


@rule("armours.barrier", cite=BARRIER)
def barrier(rules: Ruleset, unit: Unit, location: str) -> int:
    """The rating of the armour of a location: 10 for armour made for war, less for commercial and support armour."""
    place = next((place for place in unit.sheet.locations if place.code == location), None)
    flags = place.armour_kind.flags if place is not None and place.armour_kind is not None else frozenset()
    rated = next((rating for flag, rating in rules[BARRIERS].rows.items() if flag in flags), None)
    return rated or unit.sheet.bar or BEST_BARRIER


@rule("armours.thin", cite=BARRIER)
def thin_armour(rules: Ruleset, unit: Unit, location: str, damage: int) -> bool:
    """Armour with a rating below 10 lets a critical hit through when a hit does more damage than its rating."""
    rating = rules[barrier](rules, unit, location)
    return rating < BEST_BARRIER and damage > rating


RULES = (
    halves,
    share,
    armour_rate,
    structure_rate,
    criticals,
    resists,
    barrier,
    thin_armour,
    goes_up,
    heat_through,
    BARRIERS,
    ARMOUR_KINDS,
    STRUCTURE_KINDS,
)
