"""Designated spotters: a man with a place of his own who sees for the guns of his platoon."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.lab.players import platoon_worth as greed
from overheat.platoon.battle.commands import Deploy, Give, Shoot, Walk
from overheat.platoon.battle.state import Deploying, Drone, Moving, Ordering, Shooting, Zero
from overheat.table.platoon.shots import shots
from platoon.positions import BLUE, RED, SHELL, A, B, TableTop, at, box

SPOTTER = "red/a_spotter"


def behind_a_building(*, seen_from: tuple[float, float] | None, **facts: Any) -> TableTop:
    """A mortar that a building keeps from seeing its aim, with its own spotter somewhere or without one."""
    table = TableTop(box("building", 20, 12, 40, 3), depth=72)
    options = {"spotter": 1} if seen_from else {}
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", options=options, **facts)
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    if seen_from:
        table.station(SPOTTER, *seen_from, order="rally")
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-spot-dedicated")
def test_a_mortar_behind_a_building_zeroes_in_by_the_eyes_of_its_own_spotter() -> None:
    table = behind_a_building(seen_from=(66, 20))
    assert Shoot(SHELL.volleys) in list(table.game.legal(table.state, "red"))
    table.play(SHELL, 3)
    assert table[A].zero == Zero(5, B, at(36, 40))


@pytest.mark.proves("HEAT-spot-dedicated")
def test_without_a_spotter_who_sees_the_aim_the_mortar_is_refused() -> None:
    assert behind_a_building(seen_from=None).refuses(SHELL) == "indirect.blind"
    assert behind_a_building(seen_from=(30, 5)).refuses(SHELL) == "indirect.blind"


@pytest.mark.proves("HEAT-spot-dedicated")
def test_the_preview_of_a_shell_depends_on_where_the_spotter_stands() -> None:
    def refusal(table: TableTop) -> Any:
        volleys: list[Any] = shots(table.game, table.state, A, B, "fire")["volleys"]  # type: ignore[assignment]
        return next(each for each in volleys if each["volley"].indirect)["refusal"]

    assert refusal(behind_a_building(seen_from=(66, 20))) is None
    assert refusal(behind_a_building(seen_from=(30, 5)))["id"] == "indirect.blind"


@pytest.mark.proves("HEAT-spot-dedicated", "HEAT-spot-any-gun")
def test_a_designated_spotter_serves_the_other_guns_of_his_platoon() -> None:
    table = TableTop(box("building", 20, 12, 40, 3), depth=72)
    table.add(RED, "medium_mortar", 36, 5, id="a", order="fire")
    table.add(RED, "light_howitzer", 50, 5, id="g", order="fire", options={"spotter": 1})
    table.station("red/g_spotter", 66, 20, order="rally")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(SHELL, 3)
    assert table[A].zero == Zero(5, B, at(36, 40))


@pytest.mark.proves("HEAT-spot-dedicated")
def test_a_gun_asks_its_own_spotter_before_a_drone_that_tells_one_gun_a_turn() -> None:
    def reported(options: dict[str, int]) -> bool:
        table = TableTop(box("building", 20, 12, 40, 3), depth=72)
        table.add(RED, "drone_team", 30, 5, id="a0", order="rally", drone=Drone(at(36, 30, 10)))
        table.add(RED, "medium_mortar", 36, 5, id="a", order="fire", options=options)
        if options:
            table.station(SPOTTER, 66, 20, order="rally")
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        table.add(BLUE, "rifle_squad", 60, 60, id="c")
        drone = table.ready(Shooting(RED, A)).play(SHELL, 3)["red/a0"].drone
        assert drone is not None
        return drone.reported

    assert (reported({}), reported({"spotter": 1})) == (True, False)


@pytest.mark.proves("HEAT-spot-dedicated")
def test_a_spotter_is_set_up_where_his_owner_likes_and_walks_on_his_own() -> None:
    table = TableTop(box("building", 20, 12, 40, 3))
    table.add(RED, "medium_mortar", 36, 5, id="a", options={"spotter": 1})
    table.station(SPOTTER, 0, 0, place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Deploying(RED))
    assert {command.unit for command in table.game.legal(table.state, "red") if isinstance(command, Deploy)} == {
        SPOTTER
    }
    table.play(Deploy(SPOTTER, at(66, 10)))
    assert (table[SPOTTER].place, table[SPOTTER].at, table[A].at) == ("table", at(66, 10), at(36, 5))
    walking = TableTop()
    walking.add(RED, "medium_mortar", 36, 5, id="a", options={"spotter": 1}, order="fire")
    walking.station(SPOTTER, 60, 5, order="advance")
    walking.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    walking.ready(Moving(RED, SPOTTER)).play(Walk(at(60, 11)))
    assert (walking[SPOTTER].at, walking[A].at) == (at(60, 11), at(36, 5))


# Bots.


def test_a_bot_puts_its_spotter_where_it_sees_what_matters_and_uses_it() -> None:
    table = TableTop(box("building", 10, 13, 45, 3))
    table.add(RED, "medium_mortar", 36, 5, id="a", options={"spotter": 1})
    table.station(SPOTTER, 0, 0, place="waiting")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
    table.ready(Deploying(RED))
    legal = list(table.game.legal(table.state, "red"))
    chosen = greed.best(table.game, table.state, legal)
    assert not table.sees(A, B)
    assert table.play(chosen).sees(SPOTTER, B)


def test_a_bot_fires_the_mortar_that_its_spotter_sees_for() -> None:
    table = behind_a_building(seen_from=(66, 20))
    legal = list(table.game.legal(table.state, "red"))
    assert greed.best(table.game, table.state, legal) == SHELL


def test_a_spotter_who_sees_the_enemy_stays_where_he_is() -> None:
    def walks(x: float) -> bool:
        table = TableTop(box("building", 10, 13, 45, 3))
        table.add(RED, "medium_mortar", 36, 5, id="a", options={"spotter": 1}, order="fire")
        table.station(SPOTTER, x, 8)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        table.ready(Ordering(RED))
        chosen = greed.best(table.game, table.state, list(table.game.legal(table.state, "red")))
        return isinstance(chosen, Give) and chosen.order in ("run", "advance")

    assert (walks(30), walks(70)) == (True, False)


def test_a_bot_hides_a_mortar_that_has_a_spotter() -> None:
    def exposed(options: dict[str, int]) -> bool:
        table = TableTop(box("building", 10, 9, 45, 2))
        table.add(RED, "medium_mortar", 0, 0, id="a", options=options, place="waiting")
        if options:
            table.station(SPOTTER, 66, 10)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", order="fire")
        table.ready(Deploying(RED))
        chosen = greed.best(table.game, table.state, list(table.game.legal(table.state, "red")))
        assert isinstance(chosen, Deploy)
        assert chosen.at is not None
        return table.play(chosen).sees(A, B)

    assert (exposed({}), exposed({"spotter": 1})) == (True, False)
