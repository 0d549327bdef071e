"""Helicopters that fire: where their barrels are, where they bear, and when they hover."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Give, Shoot
from overheat.platoon.battle.state import Ordering, Shooting, Volley
from overheat.platoon.rules.configuration import readings
from overheat.table.platoon.previews import battle_of
from overheat.table.platoon.shape import shape
from overheat.table.platoon.shots import shots
from platoon.cases import heat
from platoon.positions import BLUE, FIRE, RED, A, B, TableTop

V = "red/v"
CANNON = Shoot((Volley("0", B),))


def preview(table: TableTop, id: str = A) -> list[Any]:
    """The volleys that the page shows, as a browser reads them."""
    found: list[Any] = shots(table.game, table.state, id, B, "fire")["volleys"]  # type: ignore[assignment]
    return found


def attack(bearing: tuple[float, float], *options: str, target: str = "truck", z: float = 20, **facts: Any) -> TableTop:
    """An attack helicopter in the middle of a table with its nose north, and a target so far east and north of it."""
    table = TableTop(options=options, depth=144, width=144)
    table.add(RED, "attack_helicopter", 72, 72, z=20, id="a", order="fire", last="fire", **facts)
    table.add(BLUE, target, 72 + bearing[0], 72 + bearing[1], z=z, id="b", order="fire")
    return table.ready(Shooting(RED, A))


# Distances.


@pytest.mark.proves("HEAT-heli-slant-range")
def test_a_target_as_high_as_the_barrel_is_as_far_as_it_lies_from_the_nose() -> None:
    # The nose is 3.5 inches ahead of the middle: 18.5 inches from middle to middle are 15.00 from the barrel.
    table = attack((0, 18.5), target="attack_helicopter")
    assert preview(table)[0]["parts"][0]["distance"] == 15.00
    assert shots(table.game, table.state, A, B, "fire")["distance"] == 15.00


@pytest.mark.proves("HEAT-heli-slant-range")
def test_nothing_is_taken_off_for_the_base_of_a_man() -> None:
    table = TableTop(depth=96)
    table.add(RED, "attack_helicopter", 36, 1.5, z=28.8, id="a", order="fire", last="fire")
    table.add(BLUE, "medic", 36, 45, id="b", order="fire", men=1)
    # From the nose at 5 inches, 30 above the eyes of the man: 40 along and 30 up are 50.
    assert preview(table.ready(Shooting(RED, A)))[0]["parts"][0]["distance"] == 50.00


@pytest.mark.proves("HEAT-heli-slant-range")
def test_a_medium_autocannon_reaches_just_sixty_inches_from_its_barrel() -> None:
    def fired(y: float) -> Any:
        table = TableTop(depth=96)
        table.add(RED, "attack_helicopter", 36, 1.5, z=35.8, id="a", order="fire", last="fire")
        table.add(BLUE, "truck", 36, y, id="b", order="fire")
        return preview(table.ready(Shooting(RED, A)))[0]

    near = fired(53)["parts"][0]
    assert (near["distance"], [term["id"] for term in near["to_hit"]["terms"]]) == (60.00, ["base", "long_range"])
    assert fired(54)["refusal"]["id"] == "shooting.range"


@pytest.mark.proves("HEAT-heli-slant-range", "HEAT-heli-door-fire")
def test_men_aboard_measure_from_the_door_that_they_fire_from() -> None:
    def fired(x: float, y: float) -> float:
        table = TableTop(depth=72)
        table.add(RED, "light_helicopter", 36, 36, z=6, id="v", order="rally", last="rally")
        table.add(RED, "rifle_squad", 36, 36, id="a", place="aboard", carrier=V, men=4, order="fire")
        table.add(BLUE, "light_helicopter", x, y, z=6, id="b", order="fire")
        return float(preview(table.ready(Shooting(RED, A)))[0]["parts"][0]["distance"])

    # The hull is 5.5 inches long and 2 wide: the side doors are an inch from the middle, the ramp 2.75.
    assert (fired(46, 36), fired(26, 36), fired(36, 26)) == (9.00, 9.00, 7.25)


# Arcs.


@pytest.mark.proves("HEAT-heli-arcs")
def test_a_turret_of_a_helicopter_bears_in_the_quarter_ahead() -> None:
    assert attack((0, -20)).refuses(CANNON) == "shooting.bears"
    assert attack((20, 19)).refuses(CANNON) == "shooting.bears"
    for ahead in ((0, 20), (20, 20), (-20, 20)):
        assert attack(ahead).play(CANNON, (1, 1)).told(told.Fired)[0].shots == 2


@pytest.mark.proves("HEAT-heli-arcs")
def test_turrets_of_helicopters_may_bear_all_round() -> None:
    behind = attack((0, -20), "rotating_weapons", target="attack_helicopter")
    assert behind.play(CANNON, (1, 1)).told(told.Fired)[0].shots == 2
    missile = attack((0, -20), "rotating_weapons")
    assert missile.refuses(Shoot((Volley("1", B),))) == "shooting.bears"


def test_the_page_draws_where_the_turret_of_a_helicopter_bears() -> None:
    def drawn(*options: str) -> tuple[int, int]:
        table = attack((0, 20), *options)
        units: list[Any] = shape(battle_of(table.game, table.state), table.state, ("red",))["units"]  # type: ignore[assignment]
        arc = next(unit["arcs"][0] for unit in units if unit["id"] == A)
        return arc["from"], arc["to"]

    assert (drawn(), drawn("rotating_weapons")) == ((315, 45), (0, 360))


@pytest.mark.proves("HEAT-heli-arcs")
def test_a_rear_ramp_looks_at_the_rear_quarter() -> None:
    table = TableTop(depth=72)
    table.add(RED, "light_helicopter", 36, 36, z=6, id="v", order="rally", last="rally")
    table.add(RED, "rifle_squad", 36, 36, id="a", place="aboard", carrier=V, men=4, order="fire")
    table.add(BLUE, "rifle_squad", 36, 26, id="b", order="fire")
    table.add(BLUE, "rifle_squad", 60, 60, id="c")
    table.ready(Shooting(RED, A)).play(FIRE, *[(1,) * 8])
    assert table[V].doors == frozenset({"rear"})


# Hovering.


def flown(order: str, z: float = 6) -> TableTop:
    """A helicopter that has had an order this turn and is shot at, with men aboard who have not acted."""
    table = TableTop()
    table.add(RED, "light_helicopter", 30, 20, z=z, id="v", order=order, last=order)
    table.add(RED, "rifle_squad", 30, 20, id="a", place="aboard", carrier=V, men=4)
    table.add(BLUE, "rifle_squad", 40, 20, id="b", order="fire")
    return table.ready(Ordering(RED))


def fires_from_door(table: TableTop) -> bool:
    """Whether men aboard may be ordered to fire, which they may from a hover."""
    listed = table.game.legal(table.state, "red")
    return Give(A, "fire") in list(listed)


@pytest.mark.proves("HEAT-heli-hovering")
def test_men_fire_from_what_hovers_and_from_nothing_else() -> None:
    assert [fires_from_door(flown(order)) for order in ("advance", "run")] == [True, False]
    assert fires_from_door(flown("advance", z=0)) is False


def hit_and_shaken(order: str, *options: str) -> TableTop:
    """A helicopter that has had an order and is then shaken by a rocket, so that it goes down."""
    table = TableTop(options=options)
    table.add(RED, "rpg_team", 30, 32, id="r", order="fire", heading=180)
    table.add(BLUE, "light_helicopter", 30, 20, z=6, id="v", order=order, last=order)
    table.add(BLUE, "rifle_squad", 30, 20, id="b", place="aboard", carrier="blue/v", men=4)
    table.ready(Ordering(BLUE), Shooting(RED, "red/r"))
    table.play(Shoot((Volley("system", "blue/v"),)), 6, 2, 1, 1)
    assert table["blue/v"].order == "down"
    return table


@pytest.mark.proves("HEAT-heli-hovering")
def test_going_down_after_a_run_in_the_same_turn_does_not_make_it_hover() -> None:
    may = [
        Give(B, "fire") in list(table.game.legal(table.state, "blue"))
        for table in map(hit_and_shaken, ("run", "advance"))
    ]
    assert may == [False, True]


@pytest.mark.proves("HEAT-heli-hovering")
def test_going_down_before_it_has_run_is_a_hover() -> None:
    table = TableTop()
    table.add(RED, "light_helicopter", 30, 20, z=6, id="v", last="run")
    table.add(RED, "rifle_squad", 30, 20, id="a", place="aboard", carrier=V, men=4)
    table.add(BLUE, "rifle_squad", 40, 20, id="b", order="fire")
    table.ready(Ordering(RED), Ordering(RED))
    assert fires_from_door(table) is False
    assert fires_from_door(table.play(Give(V, "down"))) is True


# Earlier readings.


@pytest.mark.proves("helicopters.mounts_as_vehicles", "helicopters.no_barrel")
def test_at_first_turrets_bore_all_round_and_shots_were_measured_from_the_middle() -> None:
    behind = attack((0, -20), "first_readings", target="medic", z=0)
    barrel, middle = preview(attack((0, 20), target="medic", z=0))[0], preview(behind)[0]
    assert middle["refusal"] is None
    # Twenty inches along and 21.2 down from the top of the hull to the eyes of a man, less a base on each side.
    assert middle["parts"][0]["distance"] == round(hypot(20, 21.2) - 1, 2)
    assert barrel["parts"][0]["distance"] == round(hypot(16.5, 21.2), 2)
    assert attack((0, -20), "first_readings").refuses(Shoot((Volley("1", B),))) == "shooting.bears"


@pytest.mark.proves("helicopters.down_is_last")
def test_at_first_a_helicopter_that_ran_and_went_down_hovered() -> None:
    table = hit_and_shaken("run", "first_readings")
    assert table["blue/v"].last == "down"
    assert Give(B, "fire") in list(table.game.legal(table.state, "blue"))


def test_at_first_templates_counted_the_middle_of_a_base() -> None:
    assert readings(heat("first_readings")) == {"model_size": "point", "rotating_weapons": "all_round"}
