"""A volley at a war machine, lumped: the fast way, for the rules and machines that it knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State
from overheat.classic.outcomes.anatomy import Anatomy
from overheat.classic.outcomes.arrivals import Arrivals
from overheat.classic.outcomes.blows import Blow
from overheat.classic.outcomes.harm import Harm
from overheat.classic.outcomes.known_rules import unknown
from overheat.classic.outcomes.lumped import Landing, Lumped
from overheat.classic.outcomes.scenes import NotForeseenError
from overheat.classic.outcomes.verdicts import Verdicts
from overheat.classic.rules.standard.locations import goes_on_behind


class Foreseen(NamedTuple):
    """The chances of everything that may become of a machine, and whether some conditions stood for all."""

    chances: dict[str, float]
    thinned: bool


def foreseen(
    state: State, target: str, attacks: Sequence[WeaponAttack], most: int, fields: Sequence[State] = ()
) -> Foreseen:
    """What some attacks, resolved one after the other, may make of a machine."""
    arrivals = Arrivals(state, target)
    arrivals.check()
    listed = arrivals.all(attacks, fields)
    why = unknown(state, target, arrivals.hits)
    if why:
        raise NotForeseenError(why)
    anatomy = Anatomy(state, target)
    faces = frozenset({False, *(hit.side == "rear" for hit in arrivals.hits)})
    lumped = Lumped(anatomy, faces, Harm(state, target).lumped, most)
    landings = [_landing(arrivals, anatomy, hit) for hit in range(len(arrivals.hits))]
    mosts = [arrivals.most(found) for found in listed]
    left = sum(mosts)
    for (ways, out_of), damage in zip(listed, mosts, strict=True):
        left -= damage
        lumped.volley(ways, out_of, landings.__getitem__, left)
    return Foreseen(Verdicts(lumped).chances(), lumped.thinned)


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
