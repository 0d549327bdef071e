"""Minimum ranges of Omega: only missiles out of racks have any, as the figures of their racks say."""

from __future__ import annotations

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.omega.racks import rack_of
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, minimum_range
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Term

MINIMUM = Book("Omega Rules")("Minimum Ranges", 20)


@rule("omega.minimum_range", cite=MINIMUM, implements=("OM-minimum-ranges",), slot=EVERY_SHOT)
def only_missiles(attack: WeaponAttack) -> Term | None:
    """Arrows and long-range missiles of the Inner Sphere keep their minimum ranges, and nothing else has one."""
    return None if rack_of(attack.rules, attack.weapon) is None else attack.rules.below(only_missiles)(attack)


LAYER = Layer(
    "omega_minimum_ranges",
    title="Minimum ranges for missiles alone",
    group="Omega",
    cite=MINIMUM,
    needs=("classic", "omega_missiles"),
    change=(minimum_range.wrapped_in(only_missiles),),
)
