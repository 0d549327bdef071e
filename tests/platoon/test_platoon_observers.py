"""Forward observers: what they cost, how they call strikes, and what becomes of those."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from overheat.lab.players import make_bot
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import CallStrike, Give, Hold, Keep, Misdirect
from overheat.platoon.battle.state import Called, Misdirecting, Ordering, Shooting
from overheat.platoon.battle.wording import Wording
from overheat.platoon.facts import Quality
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.report.drawing import draw
from overheat.platoon.resolution import odds
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rules.standard import observers
from platoon.cases import F, asked, heat
from platoon.positions import BLUE, RED, A, B, TableTop, at, box


def watch(unit: str = "artillery_observer", men: int = 4, **facts: Any) -> TableTop:
    """A red observer on a Fire order and a blue squad thirty inches away, which has acted."""
    table = TableTop()
    table.add(RED, unit, 36, 5, id="a", order="fire", **facts)
    table.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire", men=men)
    return table.ready(Shooting(RED, A))


def next_turn(table: TableTop, *script: int | tuple[int, ...]) -> TableTop:
    """Both units pass their turn, and strikes are rolled for before the next."""
    table.play(Give(A, "rally"))
    return table.play(Give(B, "rally"), *script)


@pytest.mark.proves("HEAT-base-forward-observer")
def test_an_artillery_observer_costs_100_or_115() -> None:
    assert prices("artillery_observer") == [100, 115]


@pytest.mark.proves("HEAT-base-forward-observer")
def test_an_air_observer_costs_75_or_90() -> None:
    assert prices("air_observer") == [75, 90]


def prices(unit: str) -> list[int]:
    qualities: tuple[Quality, ...] = ("regular", "veteran")
    entries = [Enlisted(unit=unit, quality=quality) for quality in qualities]
    return [muster(Roster(name="One", selector="open", units=(entry,)), heat()).points for entry in entries]


def test_a_platoon_has_one_observer_at_most() -> None:
    must = (Enlisted(unit="junior_leader"), *(Enlisted(unit="rifle_squad", id=id) for id in ("x", "y")))
    one, two = Enlisted(unit="artillery_observer"), Enlisted(unit="air_observer")
    for selector in ("list", "reinforced"):
        found = [
            muster(Roster(name="P", selector=selector, units=(*must, *more)), heat()).findings
            for more in ((one,), (one, two))
        ]
        assert [len(findings) for findings in found] == [0, 1]


@pytest.mark.proves("HEAT-base-forward-observer")
def test_half_of_all_strikes_come_at_once_and_a_quarter_are_ever_misdirected() -> None:
    first = odds.strike_arrival(heat())
    assert first.probability("effect") == F(1, 2)
    assert odds.strike_misdirected(heat()) == F(1, 4)
    assert first.probability("delayed") == F(1, 3)


@pytest.mark.proves("observers.effects", "observers.air")
def test_the_odds_of_a_unit_under_a_strike() -> None:
    guns, aircraft = odds.strike_effect(heat(), "artillery"), odds.strike_effect(heat(), "air")
    assert [guns.probability(effect) for effect in ("nothing", "pins", "hit")] == [F(1, 2), F(1, 3), F(1, 6)]
    assert [aircraft.probability(effect) for effect in ("nothing", "pins", "hit")] == [0, F(1, 3), F(2, 3)]


@pytest.mark.proves("HEAT-base-forward-observer", "observers.due")
def test_a_strike_is_called_on_a_fire_order_and_comes_from_the_next_turn_on() -> None:
    table = watch()
    table.play(CallStrike(at(36, 35)), 4, 1, 1)
    called = table.told(told.StrikeCalled)
    assert [(event.unit, event.kind, event.at) for event in called] == [(A, "artillery", at(36, 35))]
    assert [event.how for event in table.told(told.StrikeRolled)] == ["effect"]
    assert (table.state.turn, table.state.called) == (2, ())


@pytest.mark.proves("observers.due")
def test_no_strike_comes_in_the_turn_in_which_it_is_called() -> None:
    due = asked(observers.due)
    assert [due(1, 1), due(1, 2), due(1, 4)] == [False, True, True]


@pytest.mark.proves("observers.call_refused")
def test_an_observer_calls_one_strike_on_a_fire_order_on_what_he_sees() -> None:
    def refused(**facts: Any) -> str:
        return watch(**facts).refuses(CallStrike(at(36, 35)))

    assert refused(spent=frozenset({"strike"})) == "observers.called"
    table = TableTop(box("building", 30, 20, 12, 4))
    table.add(RED, "artillery_observer", 36, 5, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 5, 35, id="b", order="fire")
    table.ready(Shooting(RED, A))
    assert table.refuses(CallStrike(at(36, 30))) == "observers.sight"
    assert table.refuses(CallStrike(at(36, 60))) == "observers.target"
    rule = asked(observers.call_refused)
    found = [rule("fire", True, True), rule("advance", False, True), rule("fire", False, False)]
    assert [each.id for each in found if each] == ["observers.called", "observers.order", "observers.sight"]
    assert rule("fire", False, True) is None


def test_only_observers_call_strikes() -> None:
    assert watch("rifle_squad").refuses(CallStrike(at(36, 35))) == "observers.none"


@pytest.mark.proves("HEAT-base-forward-observer")
def test_a_delayed_strike_is_rolled_for_again_in_the_next_turn() -> None:
    table = watch().play(CallStrike(at(36, 35)), 2)
    assert [event.how for event in table.told(told.StrikeRolled)] == ["delayed"]
    assert list(table.state.called) == [Called(A, RED, "artillery", at(36, 35), 1)]
    next_turn(table, 3)
    assert (table.state.turn, len(table.state.called)) == (3, 1)
    next_turn(table, 6, 1, 1)
    assert (table.state.turn, len(table.state.called)) == (4, 0)


@pytest.mark.proves("observers.reach")
def test_guns_reach_six_inches_and_a_die_from_the_marker() -> None:
    marker = at(36, 35 - 10.5)
    near = watch(men=5).play(CallStrike(marker), 4, 4, 1)
    assert [event.radius for event in near.told(told.StrikeFell)] == [10]
    assert [event.unit for event in near.told(told.Bombarded)] == [B]
    far = watch(men=5).play(CallStrike(at(36, 35 - 10.51)), 4, 4)
    assert far.told(told.Bombarded) == []


@pytest.mark.proves("observers.effects", "observers.near_miss", "observers.blast")
def test_a_unit_under_the_guns_is_missed_pinned_or_hit() -> None:
    spared = watch().play(CallStrike(at(36, 35)), 4, 1, 3)
    assert (spared[B].pins, len(spared[B].men)) == (0, 4)
    pinned = watch().play(CallStrike(at(36, 35)), 4, 1, 5, 6)
    assert (pinned[B].pins, len(pinned[B].men)) == (3, 4)
    struck = watch().play(CallStrike(at(36, 35)), 4, 1, 6, (2, 1, 1), 1)
    assert [(event.size, event.why) for event in struck.told(told.Exploded)] == [(3, "artillery_strike")]
    assert (struck[B].pins, len(struck[B].men)) == (1, 3)


def test_guns_spare_no_friends_and_nobody_in_the_air() -> None:
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire")
    table.add(RED, "old_tank", 36, 28, id="t", order="fire")
    table.add(BLUE, "light_helicopter", 30, 30, z=12, id="h", order="fire")
    table.ready(Shooting(RED, A)).play(CallStrike(at(36, 32)), 4, 6, 1, 1)
    assert {event.unit for event in table.told(told.Bombarded)} == {B, "red/t"}


@pytest.mark.proves("observers.misdirect")
def test_the_enemy_leads_a_misdirected_strike_up_to_twelve_inches_away() -> None:
    table = watch().play(CallStrike(at(36, 20)), 1)
    assert isinstance(table.task, Misdirecting)
    assert table.game.to_act(table.state) == "blue"
    assert table.refuses(Misdirect(at(36, 7.99))) == "observers.misdirect"
    table.play(Misdirect(at(36, 8)), 1, 6, (1,), 1)
    assert [event.unit for event in table.told(told.Bombarded)] == [A]
    assert table.state.called == ()


def test_an_aircraft_follows_the_unit_that_it_was_called_on() -> None:
    table = watch("air_observer")
    assert table.refuses(CallStrike(at(36, 35))) == "observers.target"
    assert table.refuses(CallStrike(target=A)) == "observers.target"
    table.play(CallStrike(target=B), 2)
    assert table.state.called == (Called(A, RED, "air", at(36, 35), 1, B),)
    next_turn(table, 4, 3, (2, 1, 1), 1)
    assert [event.effect for event in table.told(told.Bombarded)] == ["hit"]
    assert (len(table[B].men), table[B].pins) == (3, 1)


@pytest.mark.proves("observers.air")
def test_an_aircraft_that_misses_pins() -> None:
    table = watch("air_observer").play(CallStrike(target=B), 4, 2, 6)
    assert (len(table[B].men), table[B].pins) == (4, 3)


def test_the_enemy_picks_whom_a_misdirected_aircraft_attacks_near_the_marker() -> None:
    table = TableTop()
    table.add(RED, "air_observer", 36, 5, id="a", order="fire")
    table.add(RED, "rifle_squad", 36, 24, id="f", order="fire")
    table.add(BLUE, "rifle_squad", 36, 35, id="b", order="fire")
    table.ready(Shooting(RED, A)).play(CallStrike(target=B), 1)
    lawful = list(table.game.legal(table.state, "blue"))
    assert lawful == [Misdirect(target="red/f"), Misdirect(target=B)]
    assert table.refuses(Misdirect(target=A)) == "observers.misdirect"
    table.play(Misdirect(target="red/f"), 1, 4)
    assert table["red/f"].pins == 2


def test_an_aircraft_does_not_find_a_unit_that_is_gone() -> None:
    table = watch("air_observer").play(CallStrike(target=B), 3)
    table.state.units[B] = TableTop.moved(table[B], place="reserve")
    table.play(Give(A, "rally")).play(Give(B, "down")).play(Keep(), 5)
    assert [event.how for event in table.told(told.StrikeRolled)] == ["effect", "lost"]


def test_a_strike_comes_though_its_observer_is_lost() -> None:
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a", place="lost", men=1)
    table.add(RED, "medic", 5, 5, id="m", order="fire")
    table.add(BLUE, "rifle_squad", 36, 35, id="b")
    table.ready(Ordering(BLUE), called=(Called(A, RED, "artillery", at(36, 35), 1),), bag=(0, 0))
    table.play(Give(B, "rally"), 4, 1, 1)
    assert [event.how for event in table.told(told.StrikeRolled)] == ["effect"]


def test_calls_are_listed_and_every_listed_call_is_lawful() -> None:
    for unit in ("artillery_observer", "air_observer"):
        table = watch(unit)
        listed = [each for each in table.game.legal(table.state, "red") if isinstance(each, CallStrike)]
        assert listed
        for command in listed:
            dice = Scripted(*[2] * 9)
            assert not isinstance(table.game.apply(table.state, "red", command, dice), Refusal)
    assert CallStrike(at(36, 35)) in table_choices("artillery_observer")
    assert CallStrike(target=B) in table_choices("air_observer")


def table_choices(unit: str) -> list[object]:
    table = watch(unit)
    return list(table.game.legal(table.state, "red"))


def test_a_greedy_player_calls_strikes_where_enemies_crowd() -> None:
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a")
    for number in range(3):
        table.add(BLUE, "rifle_squad", 33 + 7 * number, 36, id=f"b{number}", order="fire")
    table.add(BLUE, "rifle_squad", 5, 36, id="lone", order="fire")
    table.ready(Ordering(RED))
    greedy = make_bot("platoon", "greedy", 1, "red")

    def choose() -> object:
        return greedy.choose(table.game, table.state, "red", tuple(table.game.legal(table.state, "red")))

    assert choose() == Give(A, "fire")
    table.play(Give(A, "fire"))
    chosen = choose()
    assert isinstance(chosen, CallStrike)
    assert chosen.at is not None
    assert all(abs(chosen.at.x - table[f"blue/b{number}"].at.x) <= 900 for number in range(3))


def test_a_strike_is_told_and_drawn_until_it_has_come() -> None:
    table = watch().play(CallStrike(at(36, 35)), 2)
    told_ = [Wording(table.state, table.game.ruleset).sentence(event) for event in table.events]
    assert "red's Artillery observer calls a barrage on (36, 35)." in told_
    assert "red's Artillery observer waits for a barrage: it is delayed." in told_
    assert f'data-strike="{A}"' in draw(table.state, table.game.ruleset)
    table.play(Give(A, "rally")).play(Give(B, "rally"), 4, 1, 1)
    assert "data-strike" not in draw(table.state, table.game.ruleset)


def test_an_observer_may_wait() -> None:
    table = watch().play(Hold())
    assert (table.state.called, table[A].spent) == ((), frozenset())


def test_strikes_are_part_of_what_everybody_sees() -> None:
    table = watch().play(CallStrike(Spot(3600, 3500)), 2)
    assert table.game.view(table.state, "blue").called == table.state.called


def test_keeping_ambushes_comes_before_strikes() -> None:
    table = TableTop()
    table.add(RED, "artillery_observer", 36, 5, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 5, 35, id="b", order="down")
    table.ready(Shooting(RED, A)).play(CallStrike(at(36, 35)))
    assert table.told(told.StrikeRolled) == []
    table.play(Keep(), 2)
    assert len(table.told(told.StrikeRolled)) == 1
