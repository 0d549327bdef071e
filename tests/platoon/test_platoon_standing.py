"""What stands from one moment of a battle to the next is what a battle without a memory finds out anew."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from overheat.kernel.rules.rule import Ruleset
from overheat.lab import platoon_kind
from overheat.lab.players.platoon_appraising import Thinking
from overheat.platoon.battle import standing
from overheat.platoon.battle.commands import ThrowSmoke
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.standing import Standing
from overheat.platoon.battle.state import Ordering, Shooting, State, Unit
from overheat.platoon.facts import Shot, Target
from overheat.platoon.fire import aiming, grenades, guns
from overheat.platoon.fire.volleys import possible_volleys, smoke_choices, volley_choices
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground.geometry import Body, Spot, ahead, box_around, gap, heading_to, nearest
from overheat.platoon.ground.terrain import FIRER_LEANS_OVER, WORSE, ground
from overheat.platoon.move import men as moving
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard.orders import ORDER_KINDS
from overheat.platoon.turn.choices import order_choices
from overheat.platoon.units.weapons import armoury
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
                    found.append(list(guns.shots_of(scene, unit, volley, "order")))
    return found


def orders_and_rooms(scene: Battle) -> list[Any]:
    """The orders that units may take, and where men might stand who go to where others are."""
    found: list[Any] = [order_choices(scene, Ordering(side)) for side in (0, 1)]
    men = [unit for unit in scene.on_table() if unit.men]
    return [*found, *(moving.places_for(scene, unit, other.at) for unit in men[:3] for other in scene.on_table())]


@pytest.mark.parametrize(("name", "bot"), [("village", "greedy"), ("sectors", "random")])
def test_what_stands_is_what_would_be_found_out_anew(name: str, bot: str) -> None:
    rules, looked_at = PlatoonGame(()).ruleset, 0

    def look(state: State) -> None:
        nonlocal looked_at
        looked_at += 1
        if looked_at % EVERY == 0:
            assert fire(Battle(state, rules, NO_DICE)) == fire(Forgetful(state, rules))
            anew = orders_and_rooms(Forgetful(state, rules))
            assert orders_and_rooms(Battle(state, rules, NO_DICE)) == anew

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


@given(bodies, bodies)
def test_bodies_are_no_nearer_than_the_oblongs_around_them(first: list[Body], second: list[Body]) -> None:
    assert box_around(first).apart(box_around(second)) <= nearest(first, second) + 1e-9


VILLAGE = ground(platoon_kind.find("village").setup.table)
spots = st.tuples(st.integers(0, 7200), st.integers(0, 4800), st.integers(0, 700)).map(lambda at: Spot(*at))


@given(spots, spots)
def test_lines_are_hidden_and_covered_by_the_pieces_of_terrain_that_say_so(a: Spot, b: Spot) -> None:
    assert VILLAGE.sees(a, b) == (not VILLAGE.hiding(a, b))
    worst = max((each.kind.cover for each in VILLAGE.covering(a, b)), key=WORSE.__getitem__, default="none")
    assert VILLAGE.cover(a, b) == worst


@given(spots)
def test_who_is_within_an_inch_of_a_piece_of_terrain_leans_over_it(at: Spot) -> None:
    for feature in VILLAGE.features:
        assert feature.leant_over(at) == (feature.area.distance(Point(at.x, at.y)) <= FIRER_LEANS_OVER * 100)


shots = st.builds(
    Shot,
    weapon=st.sampled_from([weapon for weapon in armoury() if weapon.bands]),
    distance=st.floats(0, 80) | st.sampled_from([6.0, 6.0000005, 12.0, 15.0, 24.0]),
    order=st.sampled_from(["fire", "advance", "run", "ambush"]),
    quality=st.sampled_from(["inexperienced", "regular", "veteran"]),
    pins=st.integers(0, 4),
    attendants=st.none() | st.integers(0, 3),
    mounted=st.booleans(),
    pintle=st.booleans(),
    door=st.booleans(),
    way=st.sampled_from(["direct", "guided", "dropped"]),
    tumbling=st.booleans(),
    countermeasures=st.booleans(),
    high_explosive=st.booleans(),
    target=st.builds(
        Target,
        soft=st.booleans(),
        men=st.integers(1, 10),
        down=st.booleans(),
        cover=st.sampled_from(["none", "soft", "hard"]),
        drone=st.sampled_from([None, "grounded", "airborne", "ran"]),
    ),
)


@pytest.mark.parametrize("options", [(), ("later_versions",), ("anti_drone", "ar_long_range")])
@given(st.lists(shots, min_size=2, max_size=20))
def test_a_score_that_was_kept_is_what_all_rules_say(options: tuple[str, ...], several: list[Shot]) -> None:
    rules = PlatoonGame(options).ruleset
    for shot in several:
        assert resolve.score_needed(rules, shot) == resolve.score_needed_plain(rules, shot)


@pytest.mark.parametrize("options", [(), ("leash_36",)])
def test_a_chance_to_be_obeyed_that_was_kept_is_that_of_the_test(options: tuple[str, ...]) -> None:
    game = PlatoonGame(options)
    for state in moments("crossroads", "random", 2):
        thinking = Thinking(game, state)
        for unit in thinking.on_table():
            for order in (*game.ruleset[ORDER_KINDS].rows, "down", "fire"):
                test = Battle(state, game.ruleset, NO_DICE).facts(unit, order)
                assert thinking.obeys(unit, order) == float(odds.order_test(game.ruleset, test))


@pytest.mark.parametrize(("options", "throws"), [((), False), (("squad_smoke",), True)])
def test_smoke_is_offered_wherever_it_is_not_refused(options: tuple[str, ...], throws: bool) -> None:
    rules, offered = PlatoonGame(options).ruleset, 0
    for state in moments("heath", "random", 2):
        scene = Battle(state, rules, NO_DICE)
        for unit in [msgspec.structs.replace(unit, order="fire") for unit in scene.on_table()]:
            scene.put(unit)
            found = list(smoke_choices(scene, Shooting(unit.side, unit.id)))
            assert found == [each for each in smokes(scene, unit) if grenades.throw_refused(scene, unit, each) is None]
            offered += len(found)
    assert bool(offered) == throws


def smokes(scene: Battle, unit: Unit) -> list[ThrowSmoke]:
    """Smoke six inches before a unit on the table, towards each enemy."""
    ways = [heading_to(unit.at, enemy.at) for enemy in scene.enemies(unit)]
    middles = [(way, ahead(unit.at, way, 6)) for way in ways]
    return [ThrowSmoke(tuple(ahead(middle, way + 90, off) for off in (-1, 0, 1))) for way, middle in middles]


def test_what_was_asked_last_is_not_taken_for_another_moment() -> None:
    game, states = PlatoonGame(()), moments("village", "random", 3)[:20]
    for state in (*states, *reversed(states)):
        for player in state.setup.players:
            assert list(game.legal(state, player)) == list(PlatoonGame(()).legal(state, player))
