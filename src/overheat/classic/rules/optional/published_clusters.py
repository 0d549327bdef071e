"""The cluster table as it is usually published: another column 7, and the sizes that the quick reference lacks."""

from __future__ import annotations

from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.battle_armour import SOLDIERS_HITTING
from overheat.classic.rules.standard.clusters import CLUSTERS
from overheat.kernel.rules.layers import Layer

CLUSTER_HITS = TOTAL_WARFARE("Cluster Hits Table", 116)

PUBLISHED = CLUSTERS.amended(
    "clusters.published",
    {**SOLDIERS_HITTING.rows, 7: (2, 2, 3, 4, 4, 4, 4, 6, 6, 7, 7)},
    cite=CLUSTER_HITS,
    where="overheat.classic.rules.optional.published_clusters.PUBLISHED",
)
"""By the size of the salvo, how many hit on rolls of 2 to 12."""

LAYER = Layer(
    "published_clusters",
    title="The published cluster table",
    cite=CLUSTER_HITS,
    needs=("classic",),
    change=(PUBLISHED,),
)
