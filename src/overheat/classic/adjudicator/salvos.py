"""How many of a salvo hit, and how many critical hits a roll gives."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.desk import Desk, Faces, OneUnit, only, staged, thrown
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.clusters import CLUSTER_HITS, ClusterRoll, cluster_hits, columns, lowest_two
from overheat.classic.rules.standard.damage import CRITICALS, CriticalRoll, critical_hits
from overheat.classic.rules.standard.impacts import CriticalChance, Hit, added_to_criticals
from overheat.classic.rules.standard.vehicles import VehicleCritical, critical_effect
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import as_id, counted


class ClustersAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A salvo, and what is added to its roll."""

    size: Annotated[int, Meta(description="How many there are: missiles, pellets, soldiers.", ge=1)]
    modifier: Annotated[int, Meta(description="What is added to the roll.")] = 0
    lowest_of: Annotated[int, Meta(description="Dice that are thrown, of which the lowest two count.", ge=2, le=4)] = 2
    dice: Faces = ()


def clusters(desk: Desk, asked: ClustersAsked) -> Answer:
    """How many of a salvo hit for the dice that are told; without them, how likely each number is."""
    rules, size, more = desk.rules, asked.size, asked.modifier
    if size > 1 and size not in columns(rules):
        there = ", ".join(map(str, sorted(columns(rules))))
        reason = f"size: the cluster table has no column for {size}; there are {there}"
        raise refuse("situation.size", reason, CLUSTER_HITS, field="size")
    terms = Tally((Term("clusters.modifier", more, "added to the roll", CLUSTER_HITS),) if more else ())
    if size == 1:
        return Answer(figures={"hits": 1}, terms=terms)

    def hits(dice: Dice) -> int:
        rolled = lowest_two(dice.roll("clusters", asked.lowest_of).faces)
        return rules[cluster_hits](ClusterRoll(rules, size, rolled + more))

    found = thrown(asked.dice, hits)
    outcomes = Outcomes.of("how many hit", found, lambda many: f"{counted(many, 'hits', 'hit')}")
    return Answer(figures={"hits": only(found)}, terms=terms, outcomes=None if asked.dice else outcomes)


Count = Annotated[int, Meta(ge=0, le=10_000)]
NO_ATTACK = ("fall", "skid", "walls", "explosion")
"""What does damage without anybody's attack."""


class CriticalsAsked(OneUnit, kw_only=True):
    """A unit, and the location whose armour is gone."""

    location: Annotated[str, Meta(description="CT, LA, ... of a machine; FR, TU, ... of a vehicle.")] = ""
    points: Annotated[Count | None, Meta(description="Of the hit; an explosion inside if left out.")] = None
    harm: Annotated[str, Meta(description="What hit: fire, a kick, a fall.")] = "fire"
    margin: Annotated[Count | None, Meta(description="By how much the roll to hit beat its number.")] = None
    dice: Faces = ()


def criticals(desk: Desk, asked: CriticalsAsked) -> Answer:
    """What a roll for critical hits gives for the dice that are told; without them, how likely each result is."""
    state, unit = staged(desk, asked)
    if not unit.machine and not unit.vehicle:
        return Answer.refused(Refusal("damage.soldiers", "soldiers take no critical hits", CRITICALS), "criticals")
    there = [place.code for place in unit.condition.locations]
    location = asked.location.upper() or ("CT" if unit.machine else there[0])
    if location not in there:
        reason = f"location: {unit.sheet.name} has no {asked.location[:40]!r}; it has {', '.join(there)}"
        raise refuse("situation.location", reason, field="location")
    added = added_to_criticals(CriticalChance(desk.rules, unit, location, _hit(state, unit, asked)))

    def result(dice: Dice) -> int | str:
        return _result(desk.rules, unit, location, dice.roll("criticals").total + int(added.total))

    found = thrown(asked.dice, result)
    outcomes = None if asked.dice else Outcomes.of(f"critical hits on the {location}", found, _told)
    return Answer(figures={"criticals": only(found)}, terms=added, outcomes=outcomes)


def _hit(state: State, unit: Unit, asked: CriticalsAsked) -> Hit | None:
    """The hit that asks for the roll, where the question tells of one."""
    if asked.points is None:
        return None
    attack = Engagement(state.relief, unit, unit, state.weather)
    attack = attack if asked.margin is None else attack.rolled(asked.margin)
    by = None if asked.harm in NO_ATTACK else attack
    return Hit(unit.id, "front", asked.points, as_id(asked.harm), by=by)


def _result(rules: Ruleset, unit: Unit, location: str, roll: int) -> int | str:
    """How many critical hits a machine takes, or what happens to a vehicle."""
    if unit.machine:
        return rules[critical_hits](CriticalRoll(rules, unit, location, roll))
    return rules[critical_effect](VehicleCritical(rules, unit, location, roll)) or "nothing"


def _told(result: int | str) -> str:
    return result.replace("_", " ") if isinstance(result, str) else counted(result, "critical hit")


INQUIRIES = {
    "clusters": Inquiry(
        title="How many of a salvo hit", facts=ClustersAsked, answer=clusters, cite=CLUSTER_HITS, also=("cluster",)
    ),
    "criticals": Inquiry(
        title="How many critical hits a location takes", facts=CriticalsAsked, answer=criticals, cite=CRITICALS
    ),
}
