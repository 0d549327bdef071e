"""A volley at a war machine, lumped: the fast way, for the rules and machines that it knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.outcomes.anatomy import Anatomy
from overheat.classic.outcomes.apart import Apart
from overheat.classic.outcomes.arrivals import Arrivals
from overheat.classic.outcomes.blows import Blow
from overheat.classic.outcomes.firsts import Firsts
from overheat.classic.outcomes.handover import Handover
from overheat.classic.outcomes.harm import Harm
from overheat.classic.outcomes.inward.machine import by_parts
from overheat.classic.outcomes.known_rules import unknown
from overheat.classic.outcomes.lumped import Landing, Lumped, Numbered, Rows
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.standing import standing
from overheat.classic.outcomes.tallies import Shares, Tallies, Weights
from overheat.classic.outcomes.verdicts import Verdicts
from overheat.classic.rules.standard.locations import goes_on_behind

Way = Literal["parts", "apart", "rows"]
FEW_TALLIES = 8
"""Of so few hits rows know sooner what becomes."""
PARTS = 10
"""Conditions of parts are told apart so many times as often as rows of whole machines."""


class Foreseen(NamedTuple):
    """The chances of everything that may become of a machine, and whether some conditions stood for all."""

    chances: dict[str, float]
    thinned: bool


def foreseen(
    state: State,
    target: str,
    attacks: Sequence[WeaponAttack],
    most: int,
    fields: Sequence[State] = (),
    *,
    ways: Sequence[Way] = ("parts", "rows"),
) -> Foreseen:
    """What some attacks, resolved one after the other, may make of a machine.

    By its `parts` where damage only ever goes inward, or by `rows` of whole machines, of which locations that know
    nothing of one another may be kept `apart`: that takes longer where few conditions are to be told apart, and far
    less where there are many. The first of some `ways` that leads there is taken, rows where none does.
    """
    arrivals = Arrivals(state, target)
    arrivals.check()
    listed = arrivals.all(attacks, fields)
    why = unknown(state, target, arrivals.hits)
    if why:
        raise NotForeseenError(why)
    anatomy = Anatomy(state, target)
    landings = [_landing(arrivals, anatomy, hit) for hit in range(len(arrivals.hits))]
    shares = [[(hits, weight / out_of) for hits, weight in ways] for ways, out_of in listed]
    if "parts" in ways:
        with suppress(NotForeseenError):
            tallies, alike = _dealt(landings, shares)
            if tallies.many > FEW_TALLIES:
                return Foreseen(by_parts(state, target, tallies, alike, PARTS * most), False)
    faces = frozenset({False, *(hit.side == "rear" for hit in arrivals.hits)})
    harm = Harm(state, target).lumped
    lumped = Lumped(anatomy, harm, most, faces)
    if "apart" in ways:
        with suppress(NotForeseenError):
            return by_places(lumped, landings, shares, harm)
        lumped = Lumped(anatomy, harm, most, faces)
    return by_rows(lumped, landings, shares)


def by_rows(lumped: Lumped, landings: Sequence[Landing], attacks: Sequence[Shares]) -> Foreseen:
    """The machine as a whole, hit by hit, in all conditions that it may be in."""
    left = sum(most_of(ways, landings) for ways in attacks)
    for ways in attacks:
        left -= most_of(ways, landings)
        lumped.volley(ways, landings.__getitem__, left)
    verdicts = Verdicts(lumped)
    return _told(lumped, verdicts.chances(), standing(lumped, verdicts.of_crew))


def by_places(
    lumped: Lumped, landings: Sequence[Landing], attacks: Sequence[Shares], harm: Callable[[int, int], int]
) -> Foreseen:
    """Each location by itself, and the machine as a whole from the hit on that concerns more than one."""
    tallies, alike = _dealt(landings, attacks)
    lumped.nobody()
    apart = Apart(lumped, tallies, alike)
    handover = Handover(apart, harm)
    steps = {(step.attack, step.before, step.kind): step for step in tallies.steps}
    left = sum(most_of(ways, apart.landings) for ways in tallies.attacks)
    for number, ways in enumerate(tallies.attacks):
        left -= most_of(ways, apart.landings)

        def joining(
            before: tuple[int, ...], kind: int, to_come: int, number: int = number
        ) -> list[tuple[Blow, Rows, Weights]]:
            return handover.before(steps[number, before, kind], to_come)

        lumped.volley(ways, apart.landings.__getitem__, left, joining)
    verdicts = Verdicts(lumped)
    return _told(
        lumped, verdicts.chances(), Firsts(apart, verdicts).chances(), standing(lumped, verdicts.of_crew, apart)
    )


def _dealt(landings: Sequence[Landing], attacks: Sequence[Shares]) -> tuple[Tallies, list[Landing]]:
    """How many hits of each kind there may be, and where those land that no cover stops."""
    uncovered = [_uncovered(landing) for landing in landings]
    alike: Numbered[Landing] = Numbered()
    numbers = [alike.number(landing) for landing, _ in uncovered]
    tallies = Tallies([_arriving(ways, numbers, [share for _, share in uncovered]) for ways in attacks])
    return tallies, alike.things


def _told(lumped: Lumped, *parts: dict[str, float]) -> Foreseen:
    chances: defaultdict[str, float] = defaultdict(float)
    for part in parts:
        for name, chance in part.items():
            chances[name] += chance
    return Foreseen(chances, lumped.thinned)


def most_of(ways: Shares, landings: Sequence[Landing]) -> int:
    """The most that an attack may do."""
    return max((sum(landings[hit].damage for hit in hits) for hits, _ in ways), default=0)


def _uncovered(landing: Landing) -> tuple[Landing, float]:
    """A landing without the places where cover stops it, and the share of all that is left."""
    share = sum(chance for blow, chance in landing.places if blow is not None)
    places = tuple((blow, chance / share) for blow, chance in landing.places if blow is not None)
    return landing._replace(places=places), share


def _arriving(ways: Shares, numbers: Sequence[int], shares: Sequence[float]) -> Shares:
    """Rows of hits by their landings, those that cover stops left out."""
    found: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for hits, chance in ways:
        some: dict[tuple[int, ...], float] = {(): chance}
        for hit in hits:
            after: defaultdict[tuple[int, ...], float] = defaultdict(float)
            for kept, likely in some.items():
                after[*kept, numbers[hit]] += likely * shares[hit]
                if shares[hit] < 1:
                    after[kept] += likely * (1 - shares[hit])
            some = after
        for kept, likely in some.items():
            found[kept] += likely
    return [(hits, chance) for hits, chance in found.items() if chance > 0]


def _landing(arrivals: Arrivals, anatomy: Anatomy, hit: int) -> Landing:
    """Where a hit may land; from behind it meets the armour of the back, and goes on as the rules say."""
    known, rules = arrivals.hits[hit], arrivals.rules
    rear = known.side == "rear"
    places, whole = arrivals.placed(arrivals.state, hit)
    return Landing(
        known.damage,
        tuple(
            (
                None
                if place.code in known.in_cover
                else Blow(
                    anatomy.at[place.code],
                    known.damage,
                    rules[goes_on_behind](rules, rear, place.code),
                    place.critical,
                    place.certain,
                ),
                weight / whole,
            )
            for place, weight in places
        ),
    )
