"""The rules of conversion, a layer over the classic game whose figures cards are made from, and the options of both."""

from __future__ import annotations

from collections.abc import Sequence

from overheat.alphastrike import abilities as specials
from overheat.alphastrike import heat, movement, protection, size, weapons
from overheat.alphastrike.abilities.build import RULES as BUILD
from overheat.alphastrike.abilities.equipment import RULES as EQUIPMENT
from overheat.alphastrike.abilities.explosives import RULES as EXPLOSIVES
from overheat.alphastrike.abilities.fighter import RULES as FIGHTER
from overheat.alphastrike.abilities.infantry import RULES as INFANTRY
from overheat.alphastrike.abilities.machine import RULES as MACHINE
from overheat.alphastrike.abilities.point_defence import RULES as POINT_DEFENCE
from overheat.alphastrike.abilities.transport import RULES as TRANSPORT
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.damage import abilities, arcs, conversion, final, guns, share, squads
from overheat.alphastrike.points import bonuses, defence, offence, rated, skill, value
from overheat.classic.rules import packages
from overheat.classic.rulesets import CLASSIC
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.library import Library
from overheat.kernel.rules.rule import Ruleset

CONVERSION = Layer(
    "alphastrike",
    title="Alpha Strike cards",
    cite=ALPHA_STRIKE("conversion"),
    needs=("classic",),
    add=(
        *size.RULES,
        *movement.RULES,
        *weapons.RULES,
        *share.RULES,
        *guns.RULES,
        *heat.RULES,
        *final.RULES,
        *abilities.RULES,
        *squads.RULES,
        *arcs.RULES,
        *conversion.RULES,
        *protection.RULES,
        *BUILD,
        *EQUIPMENT,
        *EXPLOSIVES,
        *FIGHTER,
        *INFANTRY,
        *MACHINE,
        *POINT_DEFENCE,
        *TRANSPORT,
        *specials.RULES,
        *rated.RULES,
        *value.RULES,
        *offence.RULES,
        *defence.RULES,
        *bonuses.RULES,
        *skill.RULES,
    ),
)
"""How a unit of the classic game becomes a card."""

LIBRARY = Library(CLASSIC, *packages(), given=(CONVERSION,))
LAYERS = LIBRARY.layers
"""Every layer by the name that command lines use."""


def standard() -> Ruleset:
    """The rules of conversion with no options."""
    return LIBRARY.ruleset()


def ruleset(names: Sequence[str]) -> Ruleset:
    """The rules that some layer names stand for; those of conversion lie below whether named or not."""
    return LIBRARY.ruleset(names)
