"""What stands from one moment of a battle to the next is what a battle without a memory finds out anew."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

from overheat.kernel.rules.rule import Ruleset
from overheat.lab import platoon_kind
from overheat.platoon.battle import standing
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.standing import Standing
from overheat.platoon.battle.state import Shooting, State, Unit
from overheat.platoon.fire import aiming
from overheat.platoon.fire.volleys import possible_volleys, volley_choices
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.geometry import Body, Spot, gap, nearest
from overheat.platoon.ground.terrain import ground
from platoon.battles import battle

EVERY = 9
"""Of so many moments of a battle one is looked at."""


class Forgetful(Battle):
    """A battle that finds everything out for itself, and again whenever it is asked about two units or one."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        super().__init__(state, rules, NO_DICE)
        self.standing = Standing(rules, state.sheets, state.setup.table)
        self.standing.lasts = False

    def between(self, unit: Unit, target: Unit) -> dict[Any, Any]:
        return {}

    def posed(self, unit: Unit, target: Unit) -> dict[Any, Any]:
        return {}

    def alone(self, unit: Unit) -> dict[Any, Any]:
        return {}


def moments(name: str, bot: str, seed: int) -> list[State]:
    """Some moments of a battle between two bots of a kind, in their order."""
    found: list[State] = []
    battle(platoon_kind.find(name).setup, seed, (bot, bot), watch=found.append)
    return found[::EVERY]


def fire(scene: Battle) -> list[Any]:
    """Everything that units may fire, with why not, their shots, who sees whom and how far apart all are."""
    found: list[Any] = []
    for unit in scene.on_table():
        task = Shooting(unit.side, unit.id)
        found.append(list(volley_choices(scene, task)))
        for enemy in scene.enemies(unit):
            found += [scene.sees(unit, enemy), scene.distance(unit, enemy)]
            for volley in possible_volleys(scene, unit, enemy, task):
                found.append(aiming.check_volley(scene, unit, volley, "order"))
                if found[-1] is None and not volley.indirect:
                    found.append(list(aiming.shots_of(scene, unit, volley, "order")))
    return found


@pytest.mark.parametrize(("name", "bot"), [("village", "greedy"), ("sectors", "random")])
def test_what_stands_is_what_would_be_found_out_anew(name: str, bot: str) -> None:
    rules, looked_at = PlatoonGame(()).ruleset, 0

    def look(state: State) -> None:
        nonlocal looked_at
        looked_at += 1
        if looked_at % EVERY == 0:
            assert fire(Battle(state, rules, NO_DICE)) == fire(Forgetful(state, rules))

    battle(platoon_kind.find(name).setup, 3, (bot, bot), watch=look)
    assert looked_at > 10 * EVERY


def test_units_that_stand_alike_are_one_and_all_others_are_not() -> None:
    game = PlatoonGame(())
    state = moments("village", "random", 1)[-1]
    held = Standing(game.ruleset, state.sheets, state.setup.table)
    unit = next(unit for unit in state.units.values() if unit.place == "table" and not unit.marks)
    as_it_is = held.look(unit)
    changed = {
        "pins": unit.pins + 1,
        "at": unit.at._replace(x=unit.at.x + 1),
        "moved": not unit.moved,
        "order": "down" if unit.order != "down" else "fire",
    }
    looks = {name: held.look(msgspec.structs.replace(unit, **{name: value})) for name, value in changed.items()}
    assert looks["moved"].fires == as_it_is.fires
    assert looks["pins"].fires != as_it_is.fires
    assert looks["pins"].stands == as_it_is.stands
    assert looks["pins"].pose == looks["order"].pose == as_it_is.pose
    assert looks["order"].stands != as_it_is.stands
    assert as_it_is.pose != looks["at"].pose
    assert as_it_is.stands != looks["at"].stands


def test_no_more_units_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MOST_UNITS", 5)
    game = PlatoonGame(())
    state = moments("village", "random", 1)[0]
    held = Standing(game.ruleset, state.sheets, state.setup.table)
    unit = next(iter(state.units.values()))
    several = [msgspec.structs.replace(unit, pins=pins) for pins in range(20)]
    assert [held.look(each).unit for each in several] == several
    assert len(held._looks) <= 5


inches = st.integers(0, 600)
discs = st.tuples(inches, inches).map(lambda at: Body(Spot(*at), 100, height=80))
others = st.tuples(inches, inches, st.sampled_from([20, 300]), st.sampled_from([0, 400])).map(
    lambda drawn: Body(Spot(drawn[0], drawn[1], drawn[0] // 3), drawn[2], drawn[3], drawn[1] % 360, drawn[2])
)
bodies = st.lists(discs, min_size=1, max_size=6) | st.lists(others, min_size=1, max_size=3)


@given(bodies, bodies)
def test_the_nearest_of_many_bodies_are_as_far_apart_as_any_two_of_them_are_at_least(
    first: list[Body], second: list[Body]
) -> None:
    assert nearest(first, second) == min(gap(a, b) for a in first for b in second)


@pytest.mark.parametrize("name", ["village", "heath"])
def test_an_area_crosses_the_pieces_of_terrain_that_it_touches(name: str) -> None:
    table = ground(platoon_kind.find(name).setup.table)
    corners = [(x * 1300, y * 1100) for x in range(5) for y in range(4)]
    for three in combinations(corners, 3):
        area = Polygon(three)
        assert table.crossed(area) == [each for each in table.features if each.area.intersects(area)]
    for (x, y), (to_x, to_y) in combinations(corners, 2):
        straight = LineString([(x, y), (to_x, to_y)])
        way = table.on_way(Spot(x, y), Spot(to_x, to_y))
        assert list(way) == [each for each in table.features if each.area.intersects(straight)]
