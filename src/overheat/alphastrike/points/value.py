"""The point value of a card: offence and defence, bonuses, and the rounding."""

from __future__ import annotations

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.figure import Figure, Step, round_half_up
from overheat.alphastrike.movement import Movement
from overheat.alphastrike.points import aerospace, defence
from overheat.alphastrike.points.bonuses import force, ground_bonuses, network
from overheat.alphastrike.points.offence import offensive
from overheat.alphastrike.points.rated import Rated
from overheat.alphastrike.subject import Subject
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally

POINT_VALUE = ALPHA_STRIKE("Point value")
LEAST = 1
ARCED = frozenset({"DS", "DA", "JS", "WS", "SS", "MS"})
"""Types whose cards tell damage for each firing arc."""


def points(
    subject: Subject,
    *,
    size: Figure,
    movement: Movement,
    firepower: Firepower,
    armour: Figure,
    structure: Figure,
    threshold: Figure | None,
    abilities: tuple[Ability, ...],
) -> Figure:
    """The point value of a unit with an ordinary crew."""
    rated = Rated(
        subject.rules,
        subject.type,
        size=int(size.value),
        moves=movement.moves,
        jump=movement.jump,
        tmm=movement.tmm,
        row=firepower.row,
        overheat=firepower.overheat,
        armour=int(armour.value),
        structure=int(structure.value),
        threshold=int(threshold.value) if threshold else 0,
        abilities=abilities,
    )
    return rated.rules[point_value].function(rated)


@rule("as.card.points", cite=POINT_VALUE)
def point_value(rated: Rated) -> Figure:
    """The point value of a card: a sum rounded to the nearest whole number, and one at least."""
    if rated.type in ARCED:
        raise refuse("alphastrike.arcs", f"no point value without damage by firing arc for a {rated.type}", POINT_VALUE)
    flying = rated.aerospace
    terms = (*offensive(rated), *(aerospace if flying else defence).defensive(rated))
    bonuses = network(rated, terms) if flying else ground_bonuses(rated, terms)
    tally = Tally((*terms, *bonuses, *force(rated)))
    rounded = Step(f"rounded, at least {LEAST}", max(LEAST, round_half_up(tally.total)), POINT_VALUE)
    return Figure("points", "Point value", tally, (rounded,))


RULES = (point_value,)
