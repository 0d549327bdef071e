"""Special unit abilities: what a unit has besides its numbers, each with what gives it."""

from __future__ import annotations

from collections.abc import Callable

from overheat.alphastrike.abilities.build import armour, engine, ways_to_move, whole_unit
from overheat.alphastrike.abilities.craft import large_craft
from overheat.alphastrike.abilities.equipment import gather
from overheat.alphastrike.abilities.explosives import explosives
from overheat.alphastrike.abilities.fighter import fighter
from overheat.alphastrike.abilities.infantry import conventional, squad
from overheat.alphastrike.abilities.machine import machine, protomech
from overheat.alphastrike.abilities.merging import merge
from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.abilities.transport import transport
from overheat.alphastrike.abilities.vehicle import combat_vehicle, support_vehicle
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, CardType
from overheat.alphastrike.damage.firepower import Firepower
from overheat.alphastrike.movement import Movement
from overheat.alphastrike.subject import Subject
from overheat.kernel.rules.rule import rule

ABILITIES = ALPHA_STRIKE("Special abilities")

OWN: dict[CardType, Callable[[Pool, Subject], None]] = {
    "BM": machine,
    "IM": machine,
    "PM": protomech,
    "CV": combat_vehicle,
    "SV": support_vehicle,
    "BA": squad,
    "CI": conventional,
    "AF": fighter,
    "CF": fighter,
    "SC": large_craft,
    "DS": large_craft,
    "DA": large_craft,
    "JS": large_craft,
    "WS": large_craft,
    "SS": large_craft,
}
"""What each type has by being of that type."""
ON_FOOT: frozenset[CardType] = frozenset({"BA", "CI"})
"""Types that have no engine, and of whose ways to move nothing more is told."""


@rule("as.card.abilities", cite=ABILITIES)
def abilities(subject: Subject, *, movement: Movement, firepower: Firepower) -> tuple[Ability, ...]:
    """Every special unit ability of a unit, in the order of its card."""
    pool = Pool()
    gather(pool, subject)
    explosives(pool, subject)
    armour(pool, subject)
    if subject.type not in ON_FOOT:
        engine(pool, subject)
        ways_to_move(subject.rules, pool, movement)
    whole_unit(pool, subject)
    transport(pool, subject)
    if subject.type in OWN:
        OWN[subject.type](pool, subject)
    return merge(pool, firepower.abilities)


def printed(abilities: tuple[Ability, ...]) -> str:
    """Abilities as a card prints them: `AC2/2/-,CASE,IF2`."""
    return ",".join(ability.printed for ability in abilities)


RULES = (abilities,)
