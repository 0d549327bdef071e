"""What a hit does, as an explained sum: its damage on its way, then at the place that it strikes.

The sums start from what weapon, blow or fall does by itself. Every contribution is asked with what the sum has come to
so far, so a share or a multiple of it is a term like any other (`scaled` of the kernel makes one, with its rounding).
"""

from __future__ import annotations

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
from overheat.kernel.facts import Id, Name
from overheat.kernel.rules.rule import Ruleset, Slot, rule
from overheat.kernel.terms import Tally, Term

DAMAGE = TOTAL_WARFARE("Damage", 119)
CRITICALS = QUICK_REFERENCE("Critical Hits")

Source = Engagement | Fall | Blast
"""What does damage: an attack, a fall, or a blast."""


class Hit(msgspec.Struct, frozen=True):
    """Damage on its way to a unit, from a side."""

    unit: str
    side: Side
    damage: int
    what: Id
    """What kind of harm it is: `fire`, a blow, a fall, walls."""
    in_cover: bool = False
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


DAMAGE_TERMS: Slot[[Impact], Term | None] = Slot("impacts.damage_terms", nothing=None)
"""Terms of all the damage of an attack, a blow, a fall or a blast, before it falls in groups and in places."""

AT_THE_PLACE: Slot[[Impact], Term | None] = Slot("impacts.at_the_place", nothing=None)
"""Terms of each group of damage at the place that it strikes: what armour, cover and the like make of it."""

AMONG_SOLDIERS: Slot[[Impact], Term | None] = Slot("impacts.among_soldiers", nothing=None)
"""Terms of how many soldiers of a platoon fall; the damage of the impact is how many fall so far."""

Stage = Slot[[Impact], Term | None]


def worked_out(impact: Impact, stage: Stage) -> Tally:
    """What comes of the damage at a stage, term by term; never less than nothing."""
    terms = [Term("impacts.damage", impact.damage, impact.hit.label, DAMAGE)]
    return Tally((*terms, *further(impact, stage)))


def further(impact: Impact, stage: Stage) -> tuple[Term, ...]:
    """What the rules of a stage add to a sum that has come so far, each asked with what those before it left."""
    terms: list[Term] = []
    for contribution in impact.rules[stage]:
        term = contribution.function(impact)
        if term is not None and term.value:
            terms.append(term)
            impact = msgspec.structs.replace(impact, damage=max(0, impact.damage + int(term.value)))
    return tuple(terms)


class Wear(NamedTuple):
    """What becomes of damage that meets armour."""

    lost: int
    """Points of armour that are gone."""
    left: int
    """Damage that goes on inward."""


@rule("impacts.wear", cite=DAMAGE)
def wear(impact: Impact, armour: int) -> Wear:
    """Armour stops a point of damage for every point of it that is lost."""
    lost = min(armour, impact.damage)
    return Wear(lost, impact.damage - lost)


class CriticalChance(msgspec.Struct, frozen=True):
    """A roll for critical hits that is to be made."""

    rules: Ruleset
    unit: Unit
    location: str
    hit: Hit | None = None
    """The hit that asks for it; None for explosions inside."""


CRITICAL_ROLL: Slot[[CriticalChance], Term | None] = Slot("impacts.critical_roll", nothing=None)
"""What is added to the roll for critical hits."""


def added_to_criticals(chance: CriticalChance) -> Tally:
    """What is added to a roll for critical hits, term by term."""
    return Tally.of(contribution.function(chance) for contribution in chance.rules[CRITICAL_ROLL])


RULES = (wear,)
