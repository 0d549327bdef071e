"""Clusters by range: salvos hit with more at short range, and with less at long range."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.clusters import EVERY_CLUSTER
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CLUSTERS = TACTICAL_OPERATIONS("Cluster hits by range", 81)

BY_RANGE: Table[str, int] = Table(
    "cluster_penalty.ranges",
    {"short": 1, "medium": 0, "long": -1},
    cite=CLUSTERS,
    where="overheat.classic.rules.tacops.cluster_penalty.BY_RANGE",
)
"""What a range bracket adds to the roll on the cluster table."""


@rule("cluster_penalty.range", cite=CLUSTERS, slot=EVERY_CLUSTER)
def by_range(attack: WeaponAttack) -> Term | None:
    """A salvo rolls for its hits at +1 at short range, and at -1 at long range."""
    rows = attack.rules[BY_RANGE].rows
    bracket = attack.in_range(*(bracket for bracket, added in rows.items() if added))
    return Term("cluster_penalty.range", rows[bracket], f"{bracket} range", CLUSTERS) if bracket else None


LAYER = Layer(
    "cluster_penalty",
    title="Cluster hits by range",
    group="Gunnery",
    cite=CLUSTERS,
    needs=("classic",),
    add=(by_range, BY_RANGE),
)
