"""Bangalores: works, walls, devices, and men."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.kernel.dice import every
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Breach, Shoot, Walk
from overheat.platoon.battle.state import Device, Moving, Shooting, Volley
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rules.standard import bangalores
from overheat.platoon.rules.standard.dice import count
from platoon.cases import F, asked, heat
from platoon.positions import BLUE, RED, A, B, TableTop, at, box

LATER = ("later_kit", "later_weapons")


def odds(work: bangalores.Work, *options: str) -> list[object]:
    """The chances that nothing happens, that it is breached, goes off, or is disarmed."""
    rules = heat(*options)
    charge = rules[bangalores.CHARGES][work]
    found = every(lambda dice: charge.effects.get(count(rules, dice, charge.die, "bangalore"), "nothing"))
    return [found.probability(effect) for effect in ("nothing", "breached", "detonates", "disarmed")]


@pytest.mark.proves("HEAT-up-bangalores", "bangalores.charges")
def test_what_a_bangalore_does() -> None:
    assert odds("fortification") == [F(1, 2), F(1, 2), 0, 0]
    assert odds("wall") == [F(2, 3), F(1, 3), 0, 0]
    assert odds("device") == [F(1, 3), 0, F(1, 3), F(1, 3)]


def squad(*pieces: Any, options: tuple[str, ...] = LATER, men: int = 8, **facts: Any) -> TableTop:
    """Red men with a bangalore, a medic whose turn comes next, and a blue squad within reach."""
    table = TableTop(*pieces, options=options)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", men=men, options={"bangalore": 1}, **facts)
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "rifle_squad", 36, 26, id="b", order="fire")
    return table.ready(Shooting(RED, A))


@pytest.mark.proves("HEAT-up-bangalores")
def test_a_breached_fence_is_no_obstacle() -> None:
    fence = box("fence", 30, 14, 12, 1)
    table = squad(fence).play(Breach("fortification", 0), 6)
    assert (table.state.breached, table.told(told.Breached)[0].effect) == ((0,), "breached")
    assert squad(fence).play(Breach("fortification", 0), 1).state.breached == ()
    assert squad(fence, spent=frozenset({"bangalore"})).refuses(Breach("fortification", 0)) == "bangalores.spent"
    assert squad(box("fence", 30, 18.5, 12, 1)).refuses(Breach("fortification", 0)) == "bangalores.far"
    assert squad(fence).refuses(Breach("wall", 0)) == "bangalores.target"


@pytest.mark.proves("bangalores.charges")
def test_a_breach_in_a_wall_strikes_who_is_behind_it() -> None:
    table = TableTop(box("building", 34, 14), options=LATER)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"bangalore": 1})
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "rifle_squad", 36, 16, id="b", building=0, order="fire")
    table.ready(Shooting(RED, A)).play(Breach("wall", 0), 5, 1, 5, 1)
    assert (len(table[B].men), table[B].pins) == (3, 1)


@pytest.mark.proves("bangalores.charges")
def test_a_bangalore_clears_a_device() -> None:
    for face, left, blasts in ((1, 1, 0), (3, 0, 1), (6, 0, 0)):
        table = squad()
        table.ready(Shooting(RED, A), devices=(Device(BLUE, "mine", at(36, 15)),))
        table.play(Breach("device", 0), face)
        assert (len(table.state.devices), len(table.told(told.Exploded))) == (left, blasts)


@pytest.mark.proves("HEAT-up-bangalores")
def test_a_bangalore_is_a_weapon_too() -> None:
    table = TableTop(options=LATER)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"bangalore": 1})
    table.add(RED, "medic", 5, 5, id="m")
    table.add(BLUE, "rifle_squad", 36, 15, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(Shoot((Volley("bangalore", B),)), 1)
    assert (table.told(told.Fired)[0].weapon, table[A].spent) == ("bangalore", frozenset({"bangalore"}))


def test_a_bangalore_is_listed_wherever_it_may_be_used() -> None:
    table = TableTop(box("fence", 30, 12, 12, 1), options=LATER)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="fire", options={"bangalore": 1})
    table.add(BLUE, "rifle_squad", 36, 16, id="b", order="fire")
    table.ready(Shooting(RED, A), devices=(Device(BLUE, "mine", at(36, 14)),))
    lawful = list(table.game.legal(table.state, "red"))
    uses = (Shoot((Volley("bangalore", B),)), Breach("fortification", 0), Breach("device", 0))
    assert [use in lawful for use in uses] == [True, True, True]
    both = Shoot((Volley("arms", B), Volley("bangalore", B)))
    assert table.refuses(both) == "shooting.bangalore"
    table.play(Shoot((Volley("bangalore", B),)), 1)
    table.ready(Shooting(RED, A))
    table.state.units[A] = TableTop.moved(table[A], spent=frozenset({"bangalore"}))
    assert not [use for use in uses if use in list(table.game.legal(table.state, "red"))]


def test_a_bangalore_of_the_lists_is_no_weapon_of_men_on_the_move() -> None:
    table = TableTop(options=(*LATER, "list_bangalores"))
    table.add(RED, "rifle_squad", 36, 10, id="a", order="advance", options={"bangalore": 1})
    table.add(BLUE, "rifle_squad", 36, 16, id="b", order="fire")
    assert table.ready(Shooting(RED, A)).refuses(Shoot((Volley("bangalore", B),))) == "bangalores.order"


@pytest.mark.proves("HEAT-up-bangalores-list", "bangalores.list_charges")
def test_bangalores_of_the_lists_work_on_two_and_more() -> None:
    assert odds("fortification", "list_bangalores") == [F(1, 6), F(5, 6), 0, 0]
    plain, laden = (
        muster(
            Roster(name="One", selector="open", units=(Enlisted(unit="rifle_squad", options=bought),)),
            heat("later_kit"),
        ).points
        for bought in ({}, {"bangalore": 1})
    )
    assert laden - plain == 15


@pytest.mark.proves("bangalores.two_men")
def test_six_of_eight_men_fire_while_two_work_the_bangalore_of_the_lists() -> None:
    table = squad(box("fence", 30, 14, 12, 1), options=(*LATER, "list_bangalores"))
    table.play(Breach("fortification", 0), 2).play(Shoot((Volley("arms", B),)), (1,) * 6)
    assert table.told(told.Fired)[0].shots == 6


@pytest.mark.proves("bangalores.tied_up")
def test_otherwise_the_whole_unit_is_busy() -> None:
    table = squad(box("fence", 30, 14, 12, 1)).play(Breach("fortification", 0), 2)
    assert not isinstance(table.task, Shooting)


@pytest.mark.proves("bangalores.fire_only")
def test_bangalores_of_the_lists_need_a_fire_order() -> None:
    assert asked(bangalores.refused, "list_bangalores")("advance", 3, False) is not None
    assert asked(bangalores.refused, "list_bangalores")("fire", 3, False) is None


def test_men_run_through_a_breach_but_not_over_a_fence() -> None:
    table = TableTop(box("fence", 30, 14, 12, 1), options=LATER)
    table.add(RED, "rifle_squad", 36, 10, id="a", order="run")
    table.add(BLUE, "rifle_squad", 5, 45, id="b")
    assert table.ready(Moving(RED, A)).refuses(Walk(at(36, 20))) == "movement.obstacle"
    assert table.ready(Moving(RED, A), breached=(0,)).play(Walk(at(36, 20)))[A].at == at(36, 20)
