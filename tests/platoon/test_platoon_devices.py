"""Hidden devices: who lays them, what sets them off, and what they do."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from overheat.kernel.dice import every
from overheat.lab.players import make_bot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Attach, Charge, Detonate, Drive, Hold, Lay, React, Walk
from overheat.platoon.battle.state import (
    Detonating,
    Device,
    Ducking,
    Keeping,
    Moving,
    Ordering,
    Probing,
    Shooting,
    Tasks,
    Watching,
)
from overheat.platoon.ground.geometry import Leg
from overheat.platoon.rosters.catalogue import unit_kind
from overheat.platoon.rules.standard import devices
from overheat.platoon.rules.standard.dice import count
from overheat.platoon.units.weapons import armoury
from platoon.cases import F, asked, heat, results
from platoon.positions import BLUE, RED, A, B, TableTop, at


def path(kind: devices.DeviceKind, squad: str = "rifle_squad") -> TableTop:
    """Five red men who go up the table towards a blue marker ten inches away."""
    table = TableTop(options=["later_kit"])
    table.add(RED, squad, 36, 10, id="a", order="run", men=5)
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "sapper_team", 60, 40, id="b", order="fire")
    return table.ready(Moving(RED, A), devices=(Device(BLUE, kind, at(36, 20), B),))


@pytest.mark.proves("HEAT-up-ied", "devices.near")
def test_a_marker_is_met_within_three_inches() -> None:
    table = path("ied").play(Walk(at(36, 16.49)))
    assert (table.told(told.DeviceMet), len(table.state.devices)) == ([], 1)
    table = path("ied").play(Walk(at(36, 16.5))).play(Hold(), 6)
    assert (len(table.told(told.DeviceMet)), table.state.devices) == (1, ())


@pytest.mark.proves("HEAT-up-ied", "devices.pen")
def test_an_improvised_device_pierces_as_four() -> None:
    table = path("ied").play(Walk(at(36, 20))).play(Hold(), 1, (1, 2, 2), 3)
    assert (len(table[A].men), table[A].pins, table.state.devices) == (3, 2, ())
    pen = asked(devices.pen_of)(armoury()["ied"])
    assert 4 * Fraction(sum(face > 1 and face + pen >= 5 for face in range(1, 7)), 6) == F(10, 3)


@pytest.mark.proves("HEAT-up-ied-trigger")
def test_the_trigger_roll() -> None:
    rules = heat()
    table = rules[devices.TRIGGERS]
    found = [table[face].real for face in range(1, 7)]
    assert [found.count("at_once"), found.count("warned"), found.count("nothing")] == [2, 3, 1]
    decoys = every(lambda dice: table[dice.roll("device", 1).total].decoy)
    pins = decoys.then(lambda each: every(lambda dice: sum(count(rules, dice, many, "pins") for many in each)))
    assert pins.mean == F(7, 4)


@pytest.mark.proves("HEAT-up-ied-trigger")
def test_men_who_are_warned_may_go_down_before_the_blast() -> None:
    table = path("ied").play(Walk(at(36, 20))).play(Hold(), 3)
    assert table.task == Ducking(RED, A)
    table.play(React(), 2, 1)
    assert (table[A].order, len(table[A].men)) == ("down", 4)


@pytest.mark.proves("HEAT-up-ied-trigger")
def test_a_decoy_pins() -> None:
    table = path("decoy").play(Walk(at(36, 18))).play(Hold(), 2, 4, 1)
    assert (table[A].pins, len(table[A].men), table.state.devices) == (3, 5, ())


@pytest.mark.proves("HEAT-up-engineers", "devices.decoy_pins")
def test_engineers_get_one_pin_from_a_decoy() -> None:
    table = path("decoy", "engineers").play(Walk(at(36, 18))).play(Hold(), 1)
    assert table[A].pins == 1


@pytest.mark.proves("HEAT-up-engineers", "devices.tries_again")
def test_engineers_may_roll_again_when_warned() -> None:
    table = path("ied", "engineers").play(Walk(at(36, 18))).play(Hold(), 4)
    assert isinstance(table.task, Probing)
    table.play(React(), 6)
    assert (table.state.devices, len(table[A].men)) == ((), 5)
    table = path("ied", "engineers").play(Walk(at(36, 18))).play(Hold(), 4).play(Hold())
    assert table.task == Ducking(RED, A)
    assert not isinstance(path("ied").play(Walk(at(36, 18))).play(Hold(), 4).task, Probing)


@pytest.mark.proves("HEAT-up-mine", "devices.facing")
def test_a_mine_under_a_tank_gains_nothing_from_its_facing() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "old_tank", 36, 10, id="a", order="advance")
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "rifle_squad", 60, 40, id="b", order="fire")
    table.ready(Moving(RED, A), devices=(Device(BLUE, "mine", at(36, 20)),))
    table.play(Drive((Leg(0, 9.0),))).play(Hold(), 1, 2, 1)
    (struck,) = table.told(told.Struck)
    assert (struck.facing, struck.result, table[A].pins) == ("front", "none", 1)
    assert results("mine", 9, "later_weapons") == (F(1, 3), F(1, 6), F(1, 3), F(1, 6), F(7, 24))


def sappers(order: str = "fire", charges: int = 3) -> TableTop:
    """Red sappers an inch from a blue tank, and a medic whose turn comes next."""
    table = TableTop(options=["later_kit"])
    table.add(RED, "sapper_team", 36, 10, id="a", order=order, charges=charges)
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "old_tank", 36, 15, id="b", order="fire")
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-up-sappers")
def test_sappers_lay_three_devices_and_any_number_of_decoys_within_an_inch() -> None:
    assert unit_kind("sapper_team").cost == (25, 35, 50)
    table = sappers()
    man = table[A].men[0].at
    near = man._replace(y=man.y - 150)
    assert table[A].charges == 3
    assert table.refuses(Lay("ied", near._replace(y=man.y - 200))) == "devices.far"
    table.play(Lay("ied", near))
    assert (table[A].charges, [each.kind for each in table.state.devices]) == (2, ["ied"])
    assert sappers(charges=0).refuses(Lay("ied", near)) == "devices.left"
    assert sappers(charges=0).play(Lay("decoy", near)).state.devices[0].kind == "decoy"


@pytest.mark.proves("devices.lay_refused")
def test_nothing_is_laid_on_a_run() -> None:
    refused = asked(devices.lay_refused)
    assert refused("ied", "run", 1, 3) is not None
    assert refused("ied", "advance", 1, 3) is None


@pytest.mark.proves("HEAT-up-sapper-attach", "devices.set_off_refused")
def test_a_device_on_a_vehicle_is_set_off_while_the_sapper_lives() -> None:
    table = sappers()
    tank = table[B].at
    gap = table.state.sheets[B].length / 200 + 1.5
    men = tuple(msgspec.structs.replace(man, at=at(36, tank.y / 100 - gap)) for man in table[A].men[:1])
    table.state.units[A] = msgspec.structs.replace(table[A], men=men)
    table.play(Attach(B))
    assert table.state.devices == (Device(RED, "ied", tank, A, B),)
    table.play(Detonate(0), 2, 1)
    assert (table.told(told.Struck)[0].facing, len(table.state.devices)) == ("front", 0)
    table.ready(Ordering(RED), devices=(Device(RED, "ied", tank, A, B),))
    table.state.units[A] = msgspec.structs.replace(table[A], place="lost", men=())
    assert table.refuses(Detonate(0)) == "devices.sapper"
    assert results("ied", 8, pen=4) == (F(1, 2), F(1, 6), F(1, 3), F(0), F(1, 6))


@pytest.mark.proves("HEAT-up-ied")
def test_a_device_is_set_off_from_afar_with_nobody_near() -> None:
    table = sappers().ready(Ordering(RED), devices=(Device(RED, "ied", at(5, 40), A), Device(BLUE, "ied", at(1, 1), B)))
    assert table.refuses(Detonate(1)) == "devices.none"
    table.play(Detonate(0))
    assert (len(table.told(told.Exploded)), len(table.state.devices)) == (1, 1)


def test_the_enemy_does_not_see_which_markers_are_real() -> None:
    table = path("ied")
    assert [each.kind for each in table.game.view(table.state, "red").devices] == ["decoy"]
    assert [each.kind for each in table.game.view(table.state, "blue").devices] == ["ied"]
    laid = told.DeviceLaid(B, at(1, 1), "ied")
    assert table.game.redact(table.state, laid, "red") == told.DeviceLaid(B, at(1, 1))
    assert table.game.redact(table.state, laid, "blue") == laid


def seen(table: TableTop, player: str) -> bytes:
    """All that a player is shown of a battle."""
    return msgspec.json.encode(table.game.view(table.state, player))


def test_the_enemy_learns_nothing_of_what_a_sapper_has_laid() -> None:
    def lay(kind: devices.DeviceKind) -> TableTop:
        table = sappers()
        man = table[A].men[0].at
        return table.play(Lay(kind, man._replace(y=man.y - 150)))

    real, decoy = lay("ied"), lay("decoy")
    assert seen(real, "blue") == seen(decoy, "blue")
    assert [each.game.view(each.state, "red").units[A].charges for each in (real, decoy)] == [2, 3]
    told_of = [[each.game.redact(each.state, event, "blue") for event in each.events] for each in (real, decoy)]
    assert told_of[0] == told_of[1]


def test_the_enemy_learns_the_kind_of_a_device_neither_when_warned_of_it_nor_while_he_waits_for_the_blast() -> None:
    warned = [path(kind, "engineers").play(Walk(at(36, 18))).play(Hold(), 4) for kind in ("ied", "mine")]
    assert isinstance(warned[0].task, Probing)
    assert seen(warned[0], "red") == seen(warned[1], "red")
    left = [table.play(Hold()) for table in warned]
    assert left[0].state.tasks[-2:] == (Detonating(Device(BLUE, "ied", at(36, 20), B)), Ducking(RED, A))
    assert seen(left[0], "red") == seen(left[1], "red")
    assert seen(left[0], "blue") != seen(left[1], "blue")


def test_the_enemy_learns_nothing_from_how_the_battle_was_set_up() -> None:
    def begin(kind: devices.DeviceKind) -> TableTop:
        table = path(kind)
        setup = msgspec.structs.replace(table.state.setup, devices=table.state.devices)
        table.state = msgspec.structs.replace(table.state, setup=setup)
        return table

    assert seen(begin("mine"), "red") == seen(begin("decoy"), "red")
    assert seen(begin("mine"), "blue") != seen(begin("decoy"), "blue")


def test_of_two_markers_at_the_end_of_a_move_the_nearer_is_met_first() -> None:
    far, near = Device(BLUE, "ied", at(36, 18.5), B), Device(BLUE, "ied", at(36, 17.5), B)
    for laid in ((far, near), (near, far)):
        table = path("ied").ready(Moving(RED, A), devices=laid).play(Walk(at(36, 16)))
        assert table.state.tasks[-2:] == (Watching(BLUE, A, far), Watching(BLUE, A, near))
        table.play(Hold(), 6)
        assert table.task == Watching(BLUE, A, far)


def test_devices_may_be_set_off_at_every_decision_of_their_side() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "sapper_team", 36, 10, id="a")
    table.add(RED, "rifle_squad", 20, 10, id="s", order="advance")
    table.add(BLUE, "rifle_squad", 36, 40, id="b", men=5)
    table.add(BLUE, "sapper_team", 60, 40, id="c")
    device = (Device(RED, "ied", at(36, 40), A), Device(RED, "decoy", at(30, 30), A), Device(BLUE, "ied", at(5, 5)))
    tasks: list[Tasks] = [
        Ordering(RED),
        Moving(RED, "red/s"),
        Shooting(RED, "red/s"),
        Ducking(RED, "red/s"),
        Keeping(RED),
    ]
    for task in tasks:
        table.ready(task, devices=device)
        lawful = [each for each in table.game.legal(table.state, "red") if isinstance(each, Detonate)]
        assert lawful == [Detonate(0)], task
    table.ready(Keeping(RED), devices=device).play(Detonate(0), (1, 1, 1), 1)
    assert table[B].pins == 1
    assert table.task == Ordering(RED)


def test_no_device_is_set_off_before_the_battle() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "sapper_team", 36, 10, id="a")
    table.add(BLUE, "rifle_squad", 36, 40, id="b")
    table.ready(Ordering(RED), turn=0, devices=(Device(RED, "ied", at(36, 40), A),))
    assert table.refuses(Detonate(0)) == "devices.early"


def test_a_greedy_player_keeps_a_device_until_enemies_are_upon_it() -> None:
    def choose(x: float) -> object:
        table = TableTop(options=["later_kit"])
        table.add(RED, "sapper_team", 36, 10, id="a", pins=1)
        table.add(BLUE, "rifle_squad", 36, 40, id="b", men=5)
        table.ready(Ordering(RED), devices=(Device(RED, "ied", at(x, 40), A),))
        greedy = make_bot("platoon", "greedy", 1, "red")
        return greedy.choose(table.game, table.state, "red", tuple(table.game.legal(table.state, "red")))

    assert choose(36) == Detonate(0)
    assert choose(30) != Detonate(0)


def test_men_who_run_past_a_marker_meet_it_where_they_are_nearest() -> None:
    table = path("decoy").play(Walk(at(36, 22))).play(Hold(), 4, 3)
    assert [event.how for event in table.told(told.DeviceMet)] == ["decoy"]
    assert (table[A].pins, table[A].at) == (1, at(36, 22))


def test_a_marker_three_inches_beside_the_way_is_met_and_one_farther_is_not() -> None:
    def past(x: float) -> TableTop:
        table = TableTop(options=["later_kit"])
        table.add(RED, "medic", 36, 10, id="a", order="run", men=1)
        table.add(RED, "rifle_squad", 5, 5, id="m")
        table.add(BLUE, "sapper_team", 60, 40, id="b", order="fire")
        return table.ready(Moving(RED, A), devices=(Device(BLUE, "ied", at(x, 16), B),)).play(Walk(at(36, 22)))

    assert len(past(39.5).play(Hold(), 6).told(told.DeviceMet)) == 1
    assert past(39.51).told(told.DeviceMet) == []


@pytest.mark.proves("HEAT-up-ied-trigger")
def test_men_who_go_down_on_their_way_stay_where_they_met_the_marker() -> None:
    table = path("ied").play(Walk(at(36, 22))).play(Hold(), 3)
    assert table.task == Ducking(RED, A)
    assert table[A].at == at(36, 20)
    table.play(React(), 1, 3)
    assert (table[A].at, table[A].order) == (at(36, 20), "down")
    table = path("ied").play(Walk(at(36, 22))).play(Hold(), 3).play(Hold(), (1, 1, 1), 3)
    assert (table[A].at, table[A].pins) == (at(36, 22), 2)


def test_a_vehicle_meets_a_mine_on_its_way_and_stops_only_if_it_must() -> None:
    def drive(*script: int | tuple[int, ...]) -> TableTop:
        table = TableTop(options=["later_kit"])
        table.add(RED, "old_tank", 36, 10, id="a", order="advance")
        table.add(RED, "medic", 5, 5, id="m")
        table.add(BLUE, "sapper_team", 60, 40, id="b", order="fire")
        table.ready(Moving(RED, A), devices=(Device(BLUE, "mine", at(36, 14), B),))
        return table.play(Drive((Leg(0, 9.0),))).play(Hold(), *script)

    assert drive(6)[A].at == at(36, 19)
    assert drive(1, 1, 1)[A].at == at(36, 19)
    stuck = drive(1, 5, 2, 1)
    assert (stuck[A].immobilised, stuck[A].at) == (True, at(36, 14))


def test_who_walks_away_from_a_marker_does_not_meet_it() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order="run", men=5)
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "sapper_team", 60, 40, id="b", order="fire")
    table.ready(Moving(RED, A), devices=(Device(BLUE, "mine", at(36, 8), B),)).play(Walk(at(36, 20)))
    assert table.told(told.DeviceMet) == []


def test_two_markers_on_the_way_are_met_one_after_the_other() -> None:
    table = path("decoy")
    table.ready(Moving(RED, A), devices=(Device(BLUE, "mine", at(36, 19), B), Device(BLUE, "decoy", at(36, 14), B)))
    table.play(Walk(at(36, 22))).play(Hold(), 4, 1)
    assert [(event.at, event.how) for event in table.told(told.DeviceMet)] == [(at(36, 14), "decoy")]
    table.play(Hold(), 6)
    assert [(event.at, event.how) for event in table.told(told.DeviceMet)] == [(at(36, 19), "nothing")]
    assert (table[A].at, table[A].pins, table.state.devices) == (at(36, 22), 1, ())


def test_men_who_charge_meet_a_marker_beside_their_enemy() -> None:
    table = TableTop(options=["later_kit"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order="run", men=5)
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "medic", 36, 16, id="b", order="fire", men=1)
    table.ready(Moving(RED, A), devices=(Device(BLUE, "decoy", at(36, 15), B),))
    table.play(Charge(B), (6, 1, 1, 1, 1), 3).play(Hold(), 6)
    assert [event.how for event in table.told(told.DeviceMet)] == ["decoy"]


@pytest.mark.proves("devices.set_off_refused")
def test_an_owner_may_set_a_device_off_while_an_enemy_moves_past_it() -> None:
    table = path("ied").play(Walk(at(36, 22)))
    assert table.task == Watching(BLUE, A, Device(BLUE, "ied", at(36, 20), B))
    assert (table[A].at, table.game.to_act(table.state)) == (at(36, 20), "blue")
    table.play(React(), (2, 2, 1), 3)
    assert (len(table[A].men), table[A].pins, table[A].at, table.state.devices) == (3, 2, at(36, 22), ())
    assert [event.how for event in table.told(told.DeviceMet)] == ["set_off"]


def test_nobody_learns_what_a_marker_is_from_the_owner_being_asked() -> None:
    """What cannot be set off is asked about all the same, and looks alike to the enemy."""
    table = path("decoy").play(Walk(at(36, 22)))
    assert table.refuses(React()) == "devices.remote"
    assert list(table.game.legal(table.state, "blue")) == [Hold()]
    real = path("ied").play(Walk(at(36, 22)))
    assert React() in real.game.legal(real.state, "blue")
    assert seen(table, "red") == seen(real, "red")


def test_men_who_charge_past_a_marker_meet_it_on_their_way() -> None:
    def charge() -> TableTop:
        table = TableTop(options=["later_kit"])
        table.add(RED, "rifle_squad", 36, 10, id="a", order="run", men=5)
        table.add(RED, "medic", 5, 5, id="m")
        table.add(BLUE, "medic", 36, 22, id="b", order="fire", men=1)
        return table.ready(Moving(RED, A), devices=(Device(BLUE, "mine", at(36, 14), B),))

    table = charge().play(Charge(B)).play(Hold(), 3)
    assert (table.task, table[A].at) == (Ducking(RED, A), at(36, 14))
    table.play(React(), 1, 3)
    assert (table[A].order, table[B].alive, table[A].at) == ("down", True, at(36, 14))
    table = charge().play(Charge(B)).play(Hold(), 6, (6, 1, 1, 1, 1), 3)
    assert not table[B].alive
    assert [event.how for event in table.told(told.DeviceMet)] == ["nothing"]


def test_a_greedy_player_sets_a_device_off_under_the_enemy_only() -> None:
    def choose(x: float) -> object:
        table = path("ied")
        table.ready(Moving(RED, A), devices=(Device(BLUE, "ied", at(x, 20), B),)).play(Walk(at(36, 22)))
        greedy = make_bot("platoon", "greedy", 1, "blue")
        return greedy.choose(table.game, table.state, "blue", tuple(table.game.legal(table.state, "blue")))

    assert choose(36) in (React(), Detonate(0))
    assert choose(31) == Hold()
