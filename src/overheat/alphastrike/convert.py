"""From a unit's sheet to its card, with every figure of the way."""

from __future__ import annotations

import msgspec

from overheat.alphastrike.abilities import abilities
from overheat.alphastrike.abilities.infantry import platoon_tons
from overheat.alphastrike.card import Card
from overheat.alphastrike.damage.conversion import firepower
from overheat.alphastrike.damage.firepower import Figures
from overheat.alphastrike.figure import Figure, round_up
from overheat.alphastrike.movement import movement
from overheat.alphastrike.points import points, points_at_skill
from overheat.alphastrike.points.skill import ORDINARY
from overheat.alphastrike.protection import armour, structure, threshold
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.size import size
from overheat.alphastrike.subject import Subject
from overheat.classic.construction.battle_armour.plan import CLASSES
from overheat.classic.unit.fielding import under
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.rules.rule import Ruleset

KILOGRAMS = 1000
"""Kilograms in a ton."""


class Conversion(msgspec.Struct, frozen=True, gc=False):
    """A card, and what it was made from."""

    card: Card
    sheet: Sheet
    rules: Ruleset

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that lead to the card, in the order they are worked out; they are worked out anew when asked."""
        _, tell = _worked_out(self.rules, self.sheet, self.card.skill)
        return tuple(tell())

    def __getitem__(self, id: str) -> Figure:
        for figure in self.figures:
            if figure.id == id:
                return figure
        raise KeyError(id)


def convert(sheet: Sheet, skill: int = ORDINARY, rules: Ruleset | None = None) -> Conversion:
    """The card of a unit under a crew of some skill, by some rules; a unit that has no card is refused."""
    held = rules or standard()
    card, _ = _worked_out(held, sheet, skill)
    return Conversion(card, sheet, held)


def _worked_out(held: Ruleset, sheet: Sheet, skill: int) -> tuple[Card, Figures]:
    """The card of a unit, and what tells its figures."""
    subject = Subject(held, under(held, sheet))
    large, moving = size(subject), held[movement].function(subject)
    shooting = held[firepower].function(subject, moving.jump)
    plates, frame = held[armour].function(subject), held[structure].function(subject)
    breach = held[threshold].function(subject, plates)
    special = held[abilities].function(subject, movement=moving, firepower=shooting)
    worth = points(
        subject,
        size=large,
        movement=moving,
        firepower=shooting,
        armour=plates,
        structure=frame,
        threshold=breach,
        abilities=special,
    )
    worth = points_at_skill(held, worth, skill)
    card = Card(
        name=sheet.name,
        chassis=f"{sheet.chassis} ({sheet.clan_name})" if sheet.clan_name else sheet.chassis,
        model=sheet.model,
        type=subject.type,
        tons=weight(held, sheet),
        size=int(large.value),
        moves=moving.moves,
        tmm=moving.tmm,
        damage=shooting.row,
        overheat=shooting.overheat,
        armour=int(plates.value),
        structure=int(frame.value),
        threshold=int(breach.value) if breach else None,
        abilities=special,
        arcs=shooting.arcs,
        role=sheet.role,
        skill=skill,
        points=int(worth.value),
    )
    between = (plates, frame, breach) if breach else (plates, frame)
    return card, lambda: (large, *moving.figures, *shooting.tell(), *between, worth)


def weight(rules: Ruleset, sheet: Sheet) -> float:
    """What a unit weighs on its card: a suit of battle armour by its class, a platoon as it counts aboard others."""
    if sheet.suit is not None:
        return rules[CLASSES][sheet.suit.weight_class].most / KILOGRAMS
    if sheet.platoon is not None:
        return round_up(rules[platoon_tons].function(rules, sheet, sheet.platoon))
    return sheet.tons
