"""Options of later versions and of the base game, on small tables."""

from __future__ import annotations

import pytest

from overheat.platoon import resolve
from overheat.platoon.commands import Shoot
from overheat.platoon.events import Fired
from overheat.platoon.facts import Strike
from overheat.platoon.state import Shooting, Volley
from platoon.heatbed import heat, hit, results
from platoon.table_top import BLUE, RED, A, B, TableTop, at, box, duel


@pytest.mark.proves("HEAT-scale")
def test_distances_are_inches_whatever_the_size_of_the_models() -> None:
    assert [hit("rifle", length) > 0 for length in (24, 24.1)] == [True, False]


def burn(*options: str, fuel: tuple[int, ...] = ()) -> TableTop:
    """A flamethrower that misses, and the die for its fuel where one is rolled."""
    table = TableTop(options=options)
    table.add(RED, "flamethrower_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 15, id="b", order="fire")
    return table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B),)), 1, *fuel)


@pytest.mark.proves("HEAT-base-flamethrower-fuel")
def test_flamethrowers_of_men_may_run_dry() -> None:
    assert burn()[A].spent == frozenset()
    assert burn("flamethrower_fuel", fuel=(2,))[A].spent == frozenset()
    dry = burn("flamethrower_fuel", fuel=(1,))
    assert dry[A].spent == {"system"}
    dry.ready(Shooting(RED, A))
    dry.state.units[A] = resolve.msgspec.structs.replace(dry[A], spent=frozenset({"system"}))
    assert dry.refuses(Shoot((Volley("system", B),))) == "shooting.arm"
    assert dry.play(Shoot((Volley("arms", B),)), (1, 1)).told(Fired)[0].weapon == "pistol"
