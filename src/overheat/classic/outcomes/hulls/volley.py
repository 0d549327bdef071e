"""A volley at a vehicle, lumped: the fast way, for the rules and vehicles that it knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from overheat.classic.damage.kinds.vehicle import where_struck
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.outcomes.arrivals import Arrivals
from overheat.classic.outcomes.blows import Blow
from overheat.classic.outcomes.hulls.curtain import HullBlows
from overheat.classic.outcomes.hulls.hull import Common, Hull
from overheat.classic.outcomes.hulls.known import unknown
from overheat.classic.outcomes.inward.lately import Lately
from overheat.classic.outcomes.lumped import Conditions, Landing
from overheat.classic.outcomes.machines import Foreseen, most_of
from overheat.classic.outcomes.scenes import Foreseen as Scene
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.tallies import Weights
from overheat.classic.outcomes.verdicts import all_chances, lay, of_fate
from overheat.classic.rules.standard.impacts import Hit
from overheat.kernel.branching import all_ways

LARGE = 100_000
"""Of a vehicle that is known in more states nothing is kept."""


def foreseen(
    state: State, target: str, attacks: Sequence[WeaponAttack], most: int, fields: Sequence[State] = ()
) -> Foreseen:
    """What some attacks, resolved one after the other, may make of a vehicle."""
    arrivals = Arrivals(state, target)
    arrivals.check()
    listed = arrivals.all(attacks, fields)
    why = unknown(state, target, arrivals.hits)
    if why:
        raise NotForeseenError(why)
    shares = [[(hits, weight / out_of) for hits, weight in ways] for ways, out_of in listed]
    with lately.lent(state, target) as known:
        rows, landings = known.rows, [_landing(known.hull, hit) for hit in arrivals.hits]
        rows.begin(most)
        left = sum(most_of(ways, landings) for ways in shares)
        for ways in shares:
            left -= most_of(ways, landings)
            rows.volley(ways, landings.__getitem__, left)
        return Foreseen(_chances(known), rows.thinned)


class Known:
    """A vehicle and what is known of hits on it."""

    def __init__(self, state: State, target: str) -> None:
        self.hull = Hull(state, target)
        blows = HullBlows(self.hull)
        self.curtain = blows.curtain
        self.rows: Conditions[Common] = Conditions(self.hull, blows, lambda harm, _: 0, 1)

    def of(self, state: State, target: str) -> bool:
        """Whether it is of a vehicle as it is."""
        return self.hull.state.relief is state.relief and self.hull.unit == state.units[target]

    def large(self) -> bool:
        """Whether it is more than is kept."""
        return self.curtain.many + sum(len(held.things) for held in self.rows.locals) > LARGE


lately: Lately[Known] = Lately(Known, Known.of, Known.large)
"""Vehicles that were fired at lately."""


def _landing(hull: Hull, hit: Hit) -> Landing:
    """Where a hit may land."""
    places, whole = all_ways(lambda branch: where_struck(Scene(hull.state, branch, hull.id), hit))
    motive = Blow(hull.motive, 0, False, False, 0, hit.side)
    return Landing(
        hit.damage,
        tuple(
            (
                Blow(hull.at[code], hit.damage, False, found.critical, 0, then=motive if found.motive else None),
                weight / whole,
            )
            for (found, code), weight in places
        ),
    )


def _chances(known: Known) -> dict[str, float]:
    """The chances of everything that may have become of a vehicle, by name."""
    ends, weights = known.rows.ends()
    spared: dict[str, Weights] = {}
    for part in range(len(known.hull.codes)):
        lay(spared, ends[:, part], partial(_of_part, known, part))
    return all_chances(ends[:, -1], weights, [of_fate(fate) for fate in known.rows.fates.things], spared)


def _of_part(known: Known, part: int, number: int) -> dict[str, float]:
    """What a part means that is left so: each name with the chance that it has not happened after all."""
    local, whole = known.rows.locals[part].things[number], known.hull.start[part]
    found = dict(known.curtain.spared(part, local.lot))
    if local.front == 0 < whole.front:
        found[f"breach.{known.hull.codes[part]}"] = 0.0
    return found
