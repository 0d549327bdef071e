"""What a hit does, as an explained sum: its damage on its way, then at the place that it strikes.

The sums start from what weapon, blow or fall does by itself. Every contribution is asked with what the sum has come to
so far, so a share or a multiple of it is a term like any other (`scaled` of the kernel makes one, with its rounding).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

import msgspec

from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.state import Unit
from overheat.classic.facts.vocabulary import harm_of
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.falls import Fall
from overheat.classic.rules.standard.locations import Side
from overheat.classic.unit.equipment import Armour, Weapon
from overheat.kernel.cite import Cite
from overheat.kernel.facts import Id, Name
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Number, Tally, Term

DAMAGE = TOTAL_WARFARE("Damage", 119)
CRITICALS = QUICK_REFERENCE("Critical Hits")

Source = Engagement | Fall | Blast
"""What does damage: an attack, a fall, or a blast."""


BARE: frozenset[str] = frozenset()
"""Nothing that cover hides."""


class Hit(msgspec.Struct, frozen=True):
    """Damage on its way to a unit, from a side."""

    unit: str
    side: Side
    damage: int
    what: Id
    """What kind of harm it is: `fire`, a blow, a fall, walls."""
    in_cover: frozenset[str] = BARE
    """The locations that cover keeps it from."""
    weapon: Weapon | None = None
    """The weapon that it comes from; None for blows, falls and the like."""
    munition: str = "standard"
    location: str = ""
    """Where it was aimed, if that is where it goes."""
    by: Source | None = None
    """The attack, the fall or the blast that does it, as it was when it was declared; None for all else."""
    counted: bool = False
    """Whether dice said how many of a salvo hit."""
    item: Name = ""
    """What does it, by its name, where something that has one does."""

    @property
    def label(self) -> str:
        """What does it, in words."""
        return harm_of(self.what, self.item)

    def part(self, damage: int, location: str = "") -> Hit:
        """A group of its damage, and the location that it strikes where that is known."""
        return msgspec.structs.replace(self, damage=damage, location=location)


class Impact(msgspec.Struct, frozen=True):
    """A hit as the rules about its damage see it."""

    rules: Ruleset
    unit: Unit
    """Who is hit, as it is now."""
    hit: Hit
    damage: int
    """What the sum has come to so far."""
    location: str = ""
    """Where it strikes; nothing while that is not known."""
    rear: bool = False

    @property
    def attack(self) -> Engagement | None:
        """The attack on the unit that is hit; None for falls and blasts, and for what attackers do to themselves."""
        by = self.hit.by
        return by if isinstance(by, Engagement) and by.target.id == self.unit.id else None

    @property
    def blast(self) -> Blast | None:
        """The blast that does it; None for attacks and falls."""
        return self.hit.by if isinstance(self.hit.by, Blast) else None

    @property
    def armour(self) -> Armour | None:
        """What protects the place that is struck."""
        places = self.unit.sheet.locations
        return next((place.armour_kind for place in places if place.code == self.location), None)


def _struck_by(impact: Impact) -> tuple[object, ...]:
    hit = impact.hit
    return impact.unit.plan, impact.unit.sheet, hit.weapon, hit.munition


DAMAGE_TERMS: Slot[[Impact], Term | None] = Slot("impacts.damage_terms", nothing=None, lasting=_struck_by)
"""Terms of all the damage of an attack, a blow, a fall or a blast, before it falls in groups and in places."""

AT_THE_PLACE: Slot[[Impact], Term | None] = Slot("impacts.at_the_place", nothing=None)
"""Terms of each group of damage at the place that it strikes: what armour, cover and the like make of it.

`only` of a rule goes by the hit and neither by its side nor by its place: where it does not hold, the rule has nothing
to say anywhere."""

AMONG_SOLDIERS: Slot[[Impact], Term | None] = Slot("impacts.among_soldiers", nothing=None)
"""Terms of how many soldiers of a platoon fall; the damage of the impact is how many fall so far."""

Stage = Slot[[Impact], Term | None]


def first_term(impact: Impact) -> Term:
    """What a sum of damage starts from."""
    return Term("impacts.damage", impact.damage, impact.hit.label, DAMAGE)


def worked_out(impact: Impact, stage: Stage) -> Tally:
    """What comes of the damage at a stage, term by term; never less than nothing."""
    return Tally((first_term(impact), *further(impact, stage)))


def further(impact: Impact, stage: Stage) -> tuple[Term, ...]:
    """What the rules of a stage add to a sum that has come so far, each asked with what those before it left."""
    terms: list[Term] = []
    for contribution in impact.rules.among(stage, impact):
        term = contribution.function(impact)
        if term is not None and term.value:
            terms.append(term)
            impact = msgspec.structs.replace(impact, damage=max(0, impact.damage + int(term.value)))
    return tuple(terms)


PROTECTS: Table[str, str] = Table(
    "impacts.protects",
    {
        "ferro_lamellor": "lets less through",
        "hardened": "stops more",
        "reflective": "halves the damage of energy weapons",
        "reactive": "halves the damage of missiles and artillery",
        "ballistic_reinforced": "halves the damage of shells and missiles",
        "impact_resistant": "lets less of blows and falls through",
        "fire_resistant": "stops flames",
        "spikes": "soften blows",
        "blue_shield": "halves the damage of particle cannons",
    },
    cite=DAMAGE,
    where="overheat.classic.rules.standard.impacts.PROTECTS",
)
"""What of a unit makes it matter where it is hit, by the flag of armour or gear or the id of a structure, and why."""

ARMOUR_TERMS: Slot[[Impact], Term | None] = Slot("impacts.armour_terms", nothing=None)
"""Terms of what armour and the like make of a hit, after all others; asked of units that have a row of `PROTECTS`."""


def protected(rules: Ruleset, unit: Unit) -> bool:
    """Whether a unit is made of anything that makes it matter where it is hit."""
    return not unit.plan.traits.isdisjoint(rules[PROTECTS].rows)


def placed(rules: Ruleset, unit: Unit, hit: Hit) -> bool:
    """Whether what a hit does may depend on the place that it strikes.

    Rules about places count the near misses of a ProtoMech besides, whatever they have to say of the hit.
    """
    if protected(rules, unit):
        return True
    asked = rules[AT_THE_PLACE]
    if not asked or unit.protomech:
        return bool(asked)
    impact = Impact(rules, unit, hit, hit.damage)
    return any(rule.only is None or rule.only(impact) for rule in asked)


def at_the_place(impact: Impact) -> tuple[Term, ...]:
    """All that is made of a hit at the place that it strikes, in order."""
    terms = further(impact, AT_THE_PLACE) if impact.rules[AT_THE_PLACE] else ()
    if not protected(impact.rules, impact.unit):
        return terms
    left = max(0, impact.damage + int(sum(term.value for term in terms)))
    return (*terms, *further(msgspec.structs.replace(impact, damage=left), ARMOUR_TERMS))


class Rate(NamedTuple):
    """How many points of armour or structure a point of damage takes, and what says so."""

    points: Fraction
    id: Id
    label: str
    cite: Cite
    counts: bool = False
    """Whether only whole points that are lost count as damage for piloting rolls."""


class Wear(NamedTuple):
    """What becomes of damage that meets armour or structure."""

    lost: Number
    """Points that are gone."""
    left: int
    """Damage that goes on inward."""
    terms: tuple[Term, ...] = ()
    """How the points come of the damage, where that is not point for point."""
    counts: bool = False
    """Whether only whole points that are lost count as damage for piloting rolls."""


def worn_at(rate: Rate | None, damage: int, points: Number) -> Wear:
    """What damage takes off so many points: one for one, or at another rate. Parts of a point stay exact."""
    if rate is None:
        lost = min(points, damage)
        return Wear(lost, damage - ceil(lost))
    lost = _plainly(min(points, damage * rate.points))
    left = damage - ceil(lost / rate.points)
    first = Term("impacts.damage", damage, "damage", DAMAGE)
    beyond = lost - (damage - left) * rate.points
    more = (
        Term(rate.id, damage * (rate.points - 1), rate.label, rate.cite),
        Term("impacts.goes_on", -left * rate.points, "goes on inward", DAMAGE) if left else None,
        Term("impacts.wasted", beyond, "finds nothing", DAMAGE) if beyond else None,
    )
    return Wear(lost, left, Tally.of([first, *more]).terms, rate.counts)


def _plainly(points: Number) -> Number:
    return points.numerator if points.denominator == 1 else points


ARMOUR_RATE: Slot[[Impact], Rate | None] = Slot("impacts.armour_rate", nothing=None)
"""How many points of armour a point of damage takes, where that is not one; the first rule that says so decides."""


@rule("impacts.wear", cite=DAMAGE)
def wear(impact: Impact, armour: Number) -> Wear:
    """Armour stops a point of damage for every point of it that is lost, but for kinds that hold more or less."""
    rates = (rule.function(impact) for rule in impact.rules[ARMOUR_RATE])
    return worn_at(next((rate for rate in rates if rate is not None), None), impact.damage, armour)


class Within(msgspec.Struct, frozen=True):
    """Damage that has come to the structure of a location."""

    rules: Ruleset
    unit: Unit
    location: str
    damage: int


STRUCTURE_RATE: Slot[[Within], Rate | None] = Slot("impacts.structure_rate", nothing=None)
"""How many points of structure a point of damage takes, where that is not one; the first rule that says so decides."""


@rule("impacts.inner_wear", cite=DAMAGE)
def inner_wear(within: Within, structure: Number) -> Wear:
    """Structure stops a point of damage for every point of it that is lost, but for kinds that hold more or less."""
    rates = (rule.function(within) for rule in within.rules[STRUCTURE_RATE])
    return worn_at(next((rate for rate in rates if rate is not None), None), within.damage, structure)


class CriticalChance(msgspec.Struct, frozen=True):
    """A roll for critical hits that is to be made."""

    rules: Ruleset
    unit: Unit
    location: str
    hit: Hit | None = None
    """The hit that asks for it; None for explosions inside."""


PIERCES: Slot[[Impact], Term | None] = Slot("impacts.pierces", nothing=None)
"""What goes through armour that holds: a critical hit is rolled for with this added, or a trooper may fall."""


RESISTS: Slot[[Impact], Term | Refusal | None] = Slot("impacts.resists", nothing=None)
"""What armour makes of what would go through it: more or less on its roll, or why it does not go through."""


def piercing(impact: Impact) -> Iterator[Term]:
    """What goes through armour that holds, each with what it adds to its roll, as the armour lets it."""
    for contribution in impact.rules[PIERCES]:
        term = contribution.function(impact)
        if term is not None:
            yield from _through(impact, term)


def _through(impact: Impact, term: Term) -> Iterator[Term]:
    made = [rule.function(impact) for rule in impact.rules[RESISTS]]
    if any(isinstance(found, Refusal) for found in made):
        return
    for found in made:
        if isinstance(found, Term):
            term = Term(term.id, term.value + found.value, f"{term.label} on {found.label}", term.cite)
    yield term


CRITICAL_ROLL: Slot[[CriticalChance], Term | None] = Slot("impacts.critical_roll", nothing=None)
"""What is added to the roll for critical hits."""


def added_to_criticals(chance: CriticalChance) -> Tally:
    """What is added to a roll for critical hits, term by term."""
    return Tally.of(contribution.function(chance) for contribution in chance.rules[CRITICAL_ROLL])


RULES = (wear, inner_wear, PROTECTS)
