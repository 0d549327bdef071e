"""Clusters: how many of a salvo hit, and in what groups their damage falls."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.rules.standard.battle_armour import SOLDIERS_HITTING
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

CLUSTER_HITS = QUICK_REFERENCE("Cluster Hits")
GROUPS = QUICK_REFERENCE("Damage Grouping")


@cache
def _rows() -> dict[int, tuple[int, ...]]:
    text = files("overheat.classic").joinpath("data/tables/cluster_hits.toml").read_text(encoding="utf-8")
    return {int(size): tuple(hits) for size, hits in tomllib.loads(text)["hits"].items()}


CLUSTERS: Table[int, tuple[int, ...]] = Table(
    "clusters.hits",
    _rows(),
    cite=CLUSTER_HITS,
    implements=("QR-cluster-table",),
    where="overheat.classic.data.tables.cluster_hits",
)
"""By the size of the salvo, how many hit on rolls of 2 to 12."""


class ClusterRoll(msgspec.Struct, frozen=True):
    """A roll for how many of a salvo, or of the soldiers who fire, hit."""

    rules: Ruleset
    size: int
    """How many there are."""
    roll: int
    """What fell, with all that is added to it."""
    attack: WeaponAttack | None = None
    """The attack that it is rolled for, where it is one."""


def columns(rules: Ruleset) -> dict[int, tuple[int, ...]]:
    """Every column of the cluster table by its size: those for soldiers only where the table has none of its own."""
    return {**rules[SOLDIERS_HITTING].rows, **rules[CLUSTERS].rows}


@rule("clusters.count", cite=CLUSTER_HITS, implements=("QR-cluster-table",))
def cluster_hits(cluster: ClusterRoll) -> int:
    """How many of a salvo hit; rolls beyond the table count as its ends. A size without a column is refused."""
    size = cluster.size
    if size == 1:
        return 1
    hits = cluster.rules[CLUSTERS].get(size) or cluster.rules[SOLDIERS_HITTING].get(size)
    if hits is None:
        raise refuse("clusters.column", f"the cluster table has no column for {size}", CLUSTER_HITS, size=size)
    return hits[min(12, max(2, cluster.roll)) - 2]


def _launched_with(attack: WeaponAttack) -> tuple[object, ...]:
    return attack.mount, attack.ammunition


SCATTER: Slot[[WeaponAttack], Term | None] = Slot("clusters.scatter", nothing=None, lasting=_launched_with)
"""What is added to the roll of a salvo on the cluster table."""

EVERY_CLUSTER: Slot[[WeaponAttack], Term | None] = Slot("clusters.every_cluster", nothing=None)
"""What is added to every roll on the cluster table: soldiers' fire and missiles that find their way included."""


@rule("clusters.further_dice", cite=CLUSTER_HITS)
def further_dice(attack: WeaponAttack) -> int:
    """Two dice say how many of a salvo hit; of more than two the lowest two count."""
    return 0


def lowest_two(faces: Sequence[int]) -> int:
    """What dice come to of which only the lowest two count."""
    return sum(sorted(faces)[:2])


def in_every_cluster(attack: WeaponAttack) -> Tally:
    """What is added to every roll on the cluster table, term by term."""
    return Tally.of(contribution.function(attack) for contribution in attack.rules[EVERY_CLUSTER])


GROUPING: Table[str, int] = Table(
    "clusters.groups",
    {"long-range missiles": 5, "charge": 5, "death from above": 5, "fall": 5, "blast": 5},
    cite=GROUPS,
    implements=("QR-damage-groups",),
    where="overheat.classic.rules.standard.clusters.GROUPING",
)
"""Points of damage that strike one location together."""

BY_FIVE = ("lrm", "mrm", "rocket", "atm", "hag")
"""Families of weapons whose hits come in groups as those of long-range missiles do."""


@rule("clusters.group_size", cite=GROUPS, implements=("QR-damage-groups",))
def group_size(attack: WeaponAttack, each: int) -> int:
    """How much damage hits one location together: long-range missiles 5 points, all else projectile by projectile."""
    if attack.weapon.group is not None:
        return attack.weapon.group * each
    together = not attack.weapon.flags.isdisjoint(BY_FIVE) if attack.load is None else attack.load.in_groups
    return attack.rules[GROUPING]["long-range missiles"] if together else each


def in_groups(total: int, size: int) -> tuple[int, ...]:
    """A total in groups of a size; the last carries the remainder: 12 by fives is 5, 5, 2."""
    whole, rest = divmod(total, size)
    return (size,) * whole + ((rest,) if rest else ())


RULES = (cluster_hits, further_dice, group_size, CLUSTERS, GROUPING)
