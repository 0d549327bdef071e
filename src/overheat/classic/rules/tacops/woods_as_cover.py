"""Woods as cover: the woods that a target stands in do not make it harder to hit, but stop part of every hit."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.impacts import AT_THE_PLACE, Impact
from overheat.classic.rules.standard.sight import target_hex_terrain
from overheat.classic.sight.model import TargetHex
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

COVER = TACTICAL_OPERATIONS("Woods and jungle as cover", 66)
TREES = ("woods", "jungle")

STOPPED: Table[str, int] = Table(
    "woods_as_cover.stopped",
    {
        "light woods": 2,
        "heavy woods": 4,
        "ultra-heavy woods": 6,
        "light jungle": 2,
        "heavy jungle": 4,
        "ultra-heavy jungle": 6,
    },
    cite=COVER,
    where="overheat.classic.rules.tacops.woods_as_cover.STOPPED",
)
"""Points of each group of damage that trees around a target stop."""


@rule("woods_as_cover.to_hit", cite=COVER)
def not_harder(place: TargetHex) -> tuple[Term, ...]:
    """Trees around a target do not count for shots at it; smoke does."""
    usual = place.rules.below(not_harder)(place)
    return tuple(term for term in usual if not term.id.endswith(TREES))


def _in_trees(impact: Impact) -> bool:
    """Whether trees stop anything of a hit, wherever it strikes."""
    return impact.rules[trees_stop](impact) is not None


@rule("woods_as_cover.damage", cite=COVER, slot=AT_THE_PLACE, only=_in_trees)
def trees_stop(impact: Impact) -> Term | None:
    """Light woods stop two points of each group of a shot, heavy ones four, ultra-heavy ones six.

    A unit above them is not in them.
    """
    attack = impact.attack
    if not isinstance(attack, WeaponAttack) or attack.at_most(0):
        return None
    relief, seen = attack.relief, attack.target.viewpoint
    level = relief.board[seen.hex].level + seen.height
    around = (obstacle for obstacle in relief.obstacles[relief.index(seen.hex)] if obstacle.top >= level)
    rows = impact.rules[STOPPED]
    stops = sum(rows[obstacle.kind] for obstacle in around if obstacle.kind in rows)
    return Term("woods_as_cover.damage", -min(stops, impact.damage), "trees", COVER) if stops else None


LAYER = Layer(
    "woods_as_cover",
    title="Woods as cover",
    group="Gunnery",
    cite=COVER,
    needs=("classic",),
    add=(trees_stop, STOPPED),
    change=(target_hex_terrain.wrapped_in(not_harder),),
)
