"""Indirect fire of later versions: aims at places, stray shells, and what a gun learns from them."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.lab.players import make_bot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Give, Hold, React, Shell, Shoot
from overheat.platoon.battle.state import Adopting, Ducking, Ordering, Reacting, Shooting, Volley, Zero
from overheat.platoon.battle.wording import Wording
from overheat.platoon.rules.standard import dice, indirect
from platoon.cases import asked, heat
from platoon.positions import BLUE, RED, A, B, TableTop, at, box

NORTH, EAST = 360, 90


def battery(*options: str, order: str | None = "fire", **facts: Any) -> TableTop:
    """A red mortar forty inches from a blue squad, with a blue team beside that."""
    table = TableTop(options=options)
    table.add(RED, "medium_mortar", 36, 4, id="a", order="fire", **facts)
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=5, order=order)
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-up-indirect-rework")
def test_a_miss_lands_as_far_away_as_a_d3_times_the_number_needed() -> None:
    rules = heat("stray_shells")
    lands, small = asked(indirect.miss_lands, "stray_shells"), asked(dice.small, "stray_shells")
    assert rules[indirect.stray_die](rules) == "D3"
    assert [(lands(6) or 0) * small(3, 3), (lands(4) or 0) * small(3, 5)] == [12, 12]


@pytest.mark.proves("HEAT-up-indirect-rework")
def test_a_miss_at_six_with_a_two_lands_twelve_inches_off() -> None:
    table = battery("stray_shells").play(Shoot((Volley("system", B, indirect=True),)), 5, 3, (270,))
    assert table.task == Adopting(RED, A, at(24, 44))
    assert [(event.at, event.why) for event in table.told(told.Exploded)] == [(at(24, 44), "stray_shell")]


@pytest.mark.proves("HEAT-up-indirect-rework", "indirect.far_stray_die")
def test_the_first_version_rolls_a_whole_die() -> None:
    table = TableTop(options=["far_strays"])
    table.add(RED, "medium_mortar", 36, 4, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=5, order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B, indirect=True),)), 5, 5, (EAST,))
    assert [event.at for event in table.told(told.Exploded)] == [at(66, 44)]


@pytest.mark.proves("HEAT-up-indirect-rework", "indirect.any_place")
def test_guns_aim_at_places_and_zero_in_on_them() -> None:
    table = battery("stray_shells").play(Shell("system", at(20, 40)), 1, 6, (NORTH,))
    assert [(event.at, event.hit, event.score) for event in table.told(told.Shelled)] == [(at(20, 40), False, 6)]
    assert table[A].zero == Zero(5, "", at(20, 40))
    table = battery("stray_shells", zero=Zero(4, "", at(20, 40))).play(Shell("system", at(20, 40)), 4)
    assert [(event.score, event.hit) for event in table.told(told.Shelled)] == [(4, True)]
    assert table[A].zero == Zero(2, "", at(20, 40))
    table = battery("stray_shells", zero=Zero(4, "", at(20, 40))).play(Shell("system", at(20, 41)), 5, 6, (NORTH,))
    assert [event.score for event in table.told(told.Shelled)] == [6]


@pytest.mark.proves("indirect.places")
def test_guns_aim_at_units_alone_in_the_standard_game() -> None:
    assert battery().refuses(Shell("system", at(20, 40))) == "indirect.place"


@pytest.mark.proves("indirect.stray_die", "indirect.stray")
def test_a_stray_that_leaves_the_table_does_nothing() -> None:
    table = battery("stray_shells").play(Shoot((Volley("system", B, indirect=True),)), 5, 3, (NORTH,))
    assert table.told(told.Exploded) == []


@pytest.mark.proves("HEAT-up-indirect-rework", "indirect.all_warned")
def test_men_under_a_stray_shell_may_go_down_first() -> None:
    table = TableTop(options=["stray_shells"])
    table.add(RED, "medium_mortar", 36, 4, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=5, order="fire")
    table.add(BLUE, "mmg_team", 42, 44, id="m", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("system", B, indirect=True),)), 5, 1, (EAST,))
    assert table.task == Ducking(BLUE, "blue/m")
    table.play(React(), 1, 3)
    assert table["blue/m"].order == "down"
    assert (len(table["blue/m"].men), table["blue/m"].pins) == (3, 2)


@pytest.mark.proves("indirect.warned")
def test_nobody_ducks_under_a_stray_where_the_rules_do_not_say_so() -> None:
    assert asked(indirect.warned)() is False
    assert asked(indirect.warned, "stray_shells")() is True


def test_men_under_a_shell_for_a_place_may_go_down_too() -> None:
    table = battery("stray_shells").play(Shell("system", at(36, 44)), 6)
    assert table.task == Ducking(BLUE, B)
    table.play(Hold(), (1, 1, 1), 1)
    assert (len(table[B].men), table[B].pins) == (5, 1)


def test_a_shell_for_a_house_strikes_those_in_it() -> None:
    table = TableTop(box("building", 34, 30, 6, 6), options=["stray_shells"])
    table.add(RED, "medium_mortar", 36, 4, id="a", order="fire", zero=Zero(3, "", at(37, 33)))
    table.add(BLUE, "rifle_squad", 37, 33, id="b", men=5, order="down", building=0)
    table.ready(Shooting(RED, A)).play(Shell("system", at(37, 33)), 3, 4, (1, 1), 1)
    assert table[B].pins == 1


@pytest.mark.proves("HEAT-up-indirect-rework", "indirect.adopts_what_is_seen")
def test_a_gun_may_adopt_where_its_stray_shell_fell() -> None:
    table = battery("stray_shells").play(Shoot((Volley("system", B, indirect=True),)), 5, 3, (270,))
    assert table[A].zero == Zero(5, B, at(36, 44))
    adopted = table.play(React())
    assert [event.at for event in adopted.told(told.Adopted)] == [at(24, 44)]
    assert adopted[A].zero == Zero(2, "", at(24, 44))
    table = battery("stray_shells").play(Shoot((Volley("system", B, indirect=True),)), 5, 3, (270,)).play(Hold())
    assert table[A].zero == Zero(5, B, at(36, 44))


@pytest.mark.proves("indirect.adopts", "indirect.adopts_what_is_seen")
def test_only_what_somebody_sees_is_adopted_and_nothing_in_the_standard_game() -> None:
    later, standard = asked(indirect.adopts, "stray_shells"), asked(indirect.adopts)
    assert [later(True), later(False)] == [True, False]
    assert [standard(True), standard(False)] == [False, False]


def test_a_target_that_has_not_acted_still_reacts_first() -> None:
    table = battery("stray_shells", order=None).play(Shoot((Volley("system", B, indirect=True),)))
    assert table.task == Reacting(BLUE, B)


def test_a_shell_obeys_range_sight_and_arms() -> None:
    table = battery("stray_shells")
    assert table.refuses(Shell("system", at(36, 14))) == "shooting.range"
    assert table.refuses(Shell("system", at(3, 6))) == "shooting.bears"
    assert table.refuses(Shell("ugl", at(36, 30))) == "shooting.arm"
    assert table.refuses(Shell("system", at(36, 99))) == "shooting.place"
    hidden = TableTop(box("building", 30, 10, 12, 4), options=["stray_shells"])
    hidden.add(RED, "medium_mortar", 36, 4, id="a", order="fire")
    hidden.add(BLUE, "rifle_squad", 60, 44, id="b", order="fire")
    assert hidden.ready(Shooting(RED, A)).refuses(Shell("system", at(36, 40))) == "indirect.blind"


def test_grenade_launchers_lay_smoke_on_places() -> None:
    table = TableTop(options=["stray_shells"])
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"ugl": 1})
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "rifle_squad", 36, 44, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shell("ugl", at(36, 25), "smoke"), 6)
    assert table.state.puffs == (at(36, 25),)


def test_shells_at_places_are_listed_told_and_chosen_by_a_greedy_player() -> None:
    table = TableTop(options=["stray_shells"])
    table.add(RED, "medium_mortar", 36, 4, id="a", order="fire", zero=Zero(2, "", at(36, 44)))
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=5, order="fire")
    table.ready(Shooting(RED, A))
    lawful = tuple(table.game.legal(table.state, "red"))
    assert Shell("system", at(36, 44)) in lawful
    greedy = make_bot("platoon", "greedy", 1, "red")
    assert greedy.choose(table.game, table.state, "red", lawful) == Shell("system", at(36, 44))
    said = Wording(table.state, table.game.ruleset).sentence(told.Shelled(A, at(36, 44), "mortar_medium", True, 2))
    assert said == "red's Medium mortar team fires at (36, 44): medium mortar, a shell at 2+, which hits."


def test_a_gun_that_moves_loses_the_place_it_was_zeroed_in_on() -> None:
    table = TableTop(options=["stray_shells"])
    table.add(RED, "medium_mortar", 36, 4, id="a", zero=Zero(2, "", at(36, 44)), moved=True)
    table.add(BLUE, "rifle_squad", 36, 44, id="b", men=5, order="fire")
    table.ready(Ordering(RED)).play(Give(A, "fire")).play(Shell("system", at(36, 44)), 5, 6, (NORTH,))
    assert [event.score for event in table.told(told.Shelled)] == [6]
