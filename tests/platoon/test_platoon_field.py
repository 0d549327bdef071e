"""Wrecks in the way, and units that casualties would tear apart; both as earlier versions had them, too."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from overheat.lab.games import kinds
from overheat.platoon.battle.commands import Drive, Shoot, Walk
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Moving, Shooting, Volley
from overheat.platoon.game import NO_DICE
from overheat.platoon.ground.geometry import Body, Leg, coherent, gap
from overheat.platoon.move.men import together
from overheat.table.platoon.shots import shots
from platoon.positions import BLUE, RED, A, B, TableTop, at

WRECK = Body(at(20, 20), 300, 600, 0, 200)


def with_wreck(unit: str, x: float, y: float, *, options: Sequence[str] = (), order: str = "advance") -> TableTop:
    """A unit that is about to move, and a wreck before it."""
    table = TableTop(options=options)
    table.add(RED, unit, x, y, id="a", order=order)
    table.add(BLUE, "rifle_squad", 60, 44, id="b")
    return table.ready(Moving(RED, A), wrecks=(WRECK,))


@pytest.mark.proves("movement.wrecks")
def test_nobody_stands_on_a_wreck_or_walks_through_it() -> None:
    assert with_wreck("rifle_squad", 20, 12).refuses(Walk(at(20, 16.8))) == "movement.room"
    assert with_wreck("rifle_squad", 20, 12).refuses(Walk(at(20, 18))) == "movement.impassable"
    assert with_wreck("rifle_squad", 20, 14, order="run").refuses(Walk(at(20, 26))) == "movement.impassable"
    with_wreck("rifle_squad", 20, 12).play(Walk(at(14, 12)))


@pytest.mark.proves("movement.wrecks")
def test_nothing_drives_through_a_wreck() -> None:
    table = with_wreck("old_tank", 20, 10)
    assert table.refuses(Drive((Leg(0, 9),))) == "movement.impassable"
    table.play(Drive((Leg(90, 9),)))


@pytest.mark.proves("movement.wrecks")
def test_no_move_that_is_offered_ends_on_a_wreck() -> None:
    table = with_wreck("rifle_squad", 20, 12)
    offered = [move for move in table.game.legal(table.state, "red") if isinstance(move, Walk)]
    assert len(offered) > 6
    for move in offered:
        bodies = Battle(with_wreck("rifle_squad", 20, 12).play(move).state, table.game.ruleset, NO_DICE)
        assert min(gap(body._replace(width=98), WRECK) for body in bodies.men_bodies(bodies.units[A])) > 0


@pytest.mark.proves("former.wrecks")
def test_in_earlier_versions_men_stood_on_wrecks() -> None:
    with_wreck("rifle_squad", 20, 12, options=["former_field"]).play(Walk(at(20, 18)))


def shot_at(options: Sequence[str] = ()) -> TableTop:
    """Seven riflemen, their NCO at the end of the first rank, two of them in the second; three are about to fall."""
    table = TableTop(options=options)
    table.add(RED, "mmg_team", 20, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 20, 20, id="b", men=7, order="fire")
    return table.ready(Shooting(RED, A))


FIRE = Shoot((Volley("system", B),))
THREE_FALL = ((6, 6, 6, 1, 1), (4, 4, 5))
"""Three hits, each of which fells a man without being exceptional."""


@pytest.mark.proves("damage.given_up", "HEAT-base-coherency")
def test_an_owner_gives_up_men_so_that_the_others_stay_together() -> None:
    table = shot_at().play(FIRE, *THREE_FALL)
    battle = Battle(table.state, table.game.ruleset, NO_DICE)
    assert len(table[B].men) == 4
    assert coherent(battle.rules, battle.men_bodies(table[B]), 1)


def test_men_on_wide_bases_keep_more_than_an_inch_from_the_end_of_a_wide_rank() -> None:
    table = TableTop(base=2.5)
    table.add(RED, "sniper_team", 22, 24, id="a", order="advance")
    table.add(BLUE, "rifle_squad", 36, 24, id="b", men=8)
    table.ready(Moving(RED, A))
    assert table.refuses(Walk(at(26, 24), 90)) == "movement.close"
    table.play(Walk(at(25, 24), 90))


def torn(options: Sequence[str] = ()) -> TableTop:
    """Men of a squad whom an earlier loss has left two groups of."""
    table = TableTop(options=options)
    table.add(RED, "rifle_squad", 20, 10, id="a", men=5, order="advance")
    table.add(BLUE, "rifle_squad", 60, 44, id="b")
    table.ready(Moving(RED, A))
    men = table[A].men
    left = msgspec.structs.replace(table[A], men=(men[0], men[1], men[4]))
    table.state.units[A] = left
    return table


@pytest.mark.proves("movement.closes_up", "HEAT-base-coherency")
def test_men_who_are_torn_apart_close_up_at_their_next_move_even_on_the_spot() -> None:
    table = torn()
    assert not together(Battle(table.state, table.game.ruleset, NO_DICE), table[A])
    table.play(Walk(at(20, 10)))
    assert coherent(table.game.ruleset, Battle(table.state, table.game.ruleset, NO_DICE).men_bodies(table[A]), 1)


@pytest.mark.proves("former.torn_apart")
def test_in_earlier_versions_men_who_stayed_where_they_were_did_not_close_up() -> None:
    table = torn(["former_field"])
    before = table[A].men
    assert table.play(Walk(at(20, 10)))[A].men == before


@pytest.mark.proves("former.given_up")
def test_in_earlier_versions_casualties_were_given_up_wherever_they_stood() -> None:
    now, then = (shot_at(options).play(FIRE, *THREE_FALL)[B].men for options in ([], ["former_field"]))
    assert len(now) == len(then) == 4
    assert now != then


def test_logs_of_earlier_versions_are_tried_with_the_field_of_their_time() -> None:
    assert kinds()["platoon"].formerly == ("former_field", "former_volleys")


@pytest.mark.parametrize(("far", "later"), [(30, 0), (45, 1), (62, 1)])
def test_the_preview_of_a_missile_says_how_many_turns_later_it_strikes(far: float, later: int) -> None:
    table = TableTop()
    table.add(RED, "atgm_team", 5, 10, id="a", order="fire", heading=90)
    table.add(BLUE, "old_tank", 5 + far, 10, id="b")
    table.ready(Shooting(RED, A))
    volleys: list[dict[str, dict[str, object]]] = shots(table.game, table.state, A, B, "fire")["volleys"]  # type: ignore[assignment]
    told = next(each["effect"] for each in volleys if each["volley"].arm == "system")  # type: ignore[attr-defined]
    assert told["turns"] == later
