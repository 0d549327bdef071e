"""How `hard` of H.E.A.T manages a platoon: who stays, who goes on, who looks for somebody."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal
from overheat.lab.players.platoon_appraising import Thinking
from overheat.lab.players.soldier import orders, setting_up
from overheat.lab.players.soldier.aims import SENT, aim_of, left_to_go
from overheat.lab.players.soldier.bot import Easy, Hard, Normal, Soldier
from overheat.lab.players.soldier.danger import danger
from overheat.lab.players.soldier.kills import foreseen, outcome
from overheat.lab.players.soldier.preferences import HARD
from overheat.lab.players.soldier.ways import walks_to
from overheat.platoon.battle.commands import Deploy, Give, Hold
from overheat.platoon.battle.state import Deploying, Moving, Objective, Ordering, Unit, Volley
from overheat.platoon.ground.geometry import ahead, flat
from platoon.positions import BLUE, RED, A, B, TableTop, at, box

D = "red/d"


def thinking(table: TableTop) -> Thinking:
    return Thinking(table.game, table.state)


def with_objectives(table: TableTop, *found: Objective) -> TableTop:
    setup = msgspec.structs.replace(table.state.setup, objectives=found)
    table.state = msgspec.structs.replace(table.state, setup=setup)
    return table


def goal(battle: Thinking, unit: Unit) -> str:
    aim = aim_of(battle, unit, HARD)
    return aim.name if aim is not None else ""


def said(table: TableTop, bot: Soldier | None = None) -> Any:
    player = table.game.to_act(table.state)
    assert player is not None
    legal = list(table.game.legal(table.state, player))
    return (bot or Hard(Seeded(1, "bot"))).choose(table.game, table.state, player, legal)


def weighed(table: TableTop, order: str, unit: str = A, **doing: Any) -> tuple[float, str]:
    return orders.weighed(table.game, thinking(table), Give(unit, order, **doing), HARD)


MILL, BARN = Objective("The mill", 20, 24, 3, 4), Objective("The barn", 52, 24, 3, 4)


def test_who_holds_an_objective_stays_there_under_pins_while_others_come_near() -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 20, 24, id="a", pins=3)
    table.add(RED, "rifle_squad", 22, 19, id="d")
    table.add(BLUE, "rifle_squad", 36, 46, id="b")
    battle = thinking(with_objectives(table.ready(Ordering(RED), turn=3), MILL, BARN))
    assert goal(battle, table[A]) == "The mill"
    assert goal(battle, table[D]) == "The barn"


def between(mill_first: str) -> TableTop:
    """Two squads side by side between two objectives, either of them half an inch nearer to the mill."""
    table = TableTop()
    for id, y in ((mill_first, 14), ("d" if mill_first == "a" else "a", 8)):
        table.add(RED, "rifle_squad", 36, y, id=id)
    table.add(BLUE, "rifle_squad", 36, 46, id="b")
    return with_objectives(table.ready(Ordering(RED), turn=3), MILL, BARN)


def test_who_is_on_the_way_to_an_objective_is_not_called_back_for_a_few_inches() -> None:
    bot, begun, later = Hard(Seeded(1, "bot")), between("a"), between("d")
    before, fresh = thinking(begun), thinking(later)
    assert goal(before, begun[A]) != goal(fresh, later[A])
    for unit in (A, D):
        bot.remember(before, Give(unit, "run"))
    known = thinking(later)
    player = later.game.to_act(later.state)
    assert player is not None
    bot.thoughts(later.game, known, list(later.game.legal(later.state, player)))
    assert known.kept[SENT] == {unit: goal(before, begun[unit]) for unit in (A, D)}
    assert goal(known, later[A]) == goal(before, begun[A])
    assert goal(known, later[D]) == goal(before, begun[D])


@pytest.mark.parametrize(("unit", "shown"), [("tracked_carrier", True), ("rifle_squad", False)])
def test_a_hull_is_in_danger_behind_a_rise_that_hides_men(unit: str, shown: bool) -> None:
    table = TableTop(msgspec.structs.replace(box("hill", 20, 18, 30, 3), height=1.3))
    table.add(RED, unit, 36, 30, id="a")
    table.add(BLUE, "old_tank", 36, 4, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert battle.sees(table[B], table[A]) == shown
    assert (danger(battle, table[A], table[A].at) > 0) == shown


def test_an_order_that_leads_two_inches_is_worth_less_than_one_that_leads_far() -> None:
    def run(x: float) -> tuple[float, float]:
        table = TableTop()
        table.add(RED, "senior_leader", x, 10, id="a")
        table.add(RED, "rifle_squad", 60, 10, id="d", men=10)
        table.add(BLUE, "rifle_squad", 36, 44, id="b", order="down")
        table.ready(Ordering(RED))
        aim = aim_of(thinking(table), table[A], HARD)
        assert aim is not None
        return weighed(table, "run")[0], left_to_go(thinking(table), aim, table[A].at)

    far, left = run(30)
    near, little = run(30 + left - 1.5)
    assert little == pytest.approx(1.5)
    assert 0 < near < far / 2


def test_who_has_pins_and_nothing_to_fear_does_not_lie_down() -> None:
    table = TableTop(box("building", 4, 20, 64, 3))
    table.add(RED, "senior_leader", 36, 6, id="a", pins=1)
    table.add(BLUE, "rifle_squad", 36, 44, id="b")
    command = said(table.ready(Ordering(RED)))
    assert isinstance(command, Give)
    assert command.order != "down"


def test_nobody_is_told_to_fire_who_has_nobody_to_fire_at() -> None:
    table = TableTop(box("building", 20, 20, 32, 3))
    table.add(RED, "mmg_team", 36, 10, id="a", pins=1)
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    table.ready(Ordering(RED))
    assert weighed(table, "fire")[1].endswith("no target")
    assert weighed(table, "fire")[0] < weighed(table, "ambush")[0]


def riding(*, moved: bool) -> TableTop:
    """A squad in a carrier that has had its order, and has driven or has stayed where it is."""
    table = TableTop(width=96, depth=60)
    table.add(RED, "tracked_carrier", 20, 12, id="d", order="fire" if not moved else "run", moved=moved)
    table.add(RED, "rifle_squad", 20, 12, id="a", place="aboard", carrier=D)
    table.add(BLUE, "rifle_squad", 90, 58, id="b")
    return with_objectives(table.ready(Ordering(RED)), Objective("The mill", 20, 52, 1, 5))


def test_men_get_out_of_a_carrier_that_stays_where_it_is() -> None:
    assert weighed(riding(moved=False), "advance", doing="disembark")[0] > 0.2
    assert weighed(riding(moved=True), "advance", doing="disembark")[0] < 0


@pytest.mark.parametrize("level", [Easy, Normal, Hard])
def test_who_is_offered_no_place_to_get_out_at_stays_aboard_and_does_not_walk(level: type[Soldier]) -> None:
    table = TableTop()
    table.add(RED, "tracked_carrier", 20, 12, id="d", order="advance")
    table.add(RED, "rifle_squad", 20, 12, id="a", place="aboard", carrier=D, order="advance")
    table.add(BLUE, "rifle_squad", 60, 40, id="b")
    table.ready(Moving(RED, A, "disembark"))
    found = level(Seeded(1, "bot")).choose(table.game, table.state, "red", [Hold()])
    assert not isinstance(table.game.apply(table.state, "red", found, Seeded(1)), Refusal)


@pytest.mark.parametrize("busy", [True, False])
def test_nobody_gets_into_a_carrier_that_would_rather_stay_and_shoot(busy: bool) -> None:
    table = TableTop(width=96, depth=60)
    table.add(RED, "tracked_carrier", 20, 8, id="d")
    table.add(RED, "rifle_squad", 24, 8, id="a")
    if busy:
        table.add(BLUE, "mmg_team", 16, 22, id="m", men=3)
    table.add(BLUE, "rifle_squad", 90, 58, id="b")
    with_objectives(table.ready(Ordering(RED)), Objective("The mill", 20, 52, 1, 5))
    assert (weighed(table, "fire", D)[0] > weighed(table, "run", D)[0]) == busy
    assert (weighed(table, "run", doing="embark", carrier=D)[0] > 0) == (not busy)


def test_a_mortar_that_sees_nobody_in_its_reach_comes_nearer() -> None:
    table = TableTop(box("building", 26, 18, 20, 3))
    table.add(RED, "light_mortar", 36, 14, id="a")
    table.add(BLUE, "rifle_squad", 36, 31, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert not battle.sees(table[A], table[B])
    aim = aim_of(battle, table[A], HARD)
    assert aim is not None
    assert left_to_go(battle, aim, table[A].at) > 1
    assert aim.near > 12


def test_a_machine_gun_does_not_run_after_a_tank() -> None:
    table = TableTop(box("building", 26, 18, 20, 3))
    table.add(RED, "mmg_team", 36, 10, id="a")
    table.add(BLUE, "old_tank", 36, 40, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert aim_of(battle, table[A], HARD) is None


@pytest.mark.parametrize("unit", ["light_mortar", "flamethrower_team", "rpg_team"])
def test_only_who_can_fire_at_what_flies_goes_for_a_helicopter(unit: str) -> None:
    table = TableTop()
    table.add(RED, unit, 36, 6, id="a")
    table.add(BLUE, "light_helicopter", 36, 44, z=6, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert (goal(battle, table[A]) == "Light helicopter") == (unit == "rpg_team")


@pytest.mark.parametrize("way", range(10, 360, 50))
def test_a_walk_goes_as_far_as_is_allowed_whichever_way_it_leads(way: int) -> None:
    table = TableTop()
    table.add(RED, "rifle_squad", 36, 24, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 4, 4, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    first = next(walks_to(battle, table[A], ahead(table[A].at, way, 20), 0.5))
    assert flat(table[A].at, first.to) > 5.95


@pytest.mark.parametrize(("last", "acted"), [("down", False), ("fire", False), ("down", True)])
def test_who_went_down_last_time_is_expected_to_do_so_again_while_it_may(last: str, acted: bool) -> None:
    table = TableTop()
    table.add(RED, "mmg_team", 36, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 30, id="b", men=6, last=last, order="fire" if acted else None)
    battle = thinking(table.ready(Ordering(RED)))
    volleys = (Volley("system", B),)
    plain, expected = (found(battle, table[A], volleys, "order").worth for found in (outcome, foreseen))
    assert (expected < plain - 0.05) == (last == "down" and not acted)


def test_a_weapon_begins_where_it_reaches_the_ways_and_not_in_cover_from_where_it_only_sees_them() -> None:
    table = TableTop(box("orchard", 90, 2, 8, 8), width=120)
    table.add(RED, "hmg_team", 5, 5, id="a", place="waiting")
    table.add(BLUE, "rifle_squad", 60, 44, id="b")
    battle = thinking(table.ready(Deploying(RED)))
    near, far = (setting_up.place_worth(battle, Deploy(A, at(x, 6))) for x in (60, 94))
    assert near > far


def test_a_mortar_whose_spotter_is_gone_looks_for_somebody_itself() -> None:
    table = TableTop(box("building", 26, 18, 20, 3))
    table.add(RED, "medium_mortar", 36, 8, id="a")
    table.add(BLUE, "rifle_squad", 36, 44, id="b")
    battle = thinking(table.ready(Ordering(RED)))
    assert not battle.sees(table[A], table[B])
    assert goal(battle, table[A]) == "Rifle squad"
