"""A minefield is seen by its owner alone until it goes off under somebody."""

from typing import Any

import pytest

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done, Step
from overheat.classic.facts.events import Struck, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.rules.tacops.minefields import LayMines
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from skirmish import moved, on_turn, replace, told, unit

FIELD = Thing("minefield-blue", "minefield", Hex(1, 2), "blue", hidden=True, value=10)


def field(**others: Any) -> State:
    before = on_turn(unit(**others), unit(id="blue", hex="0104", facing=0), board="0 0 0 0")
    return replace(before, relief=Relief(before.relief.board, ruleset(["minefields"])))


@pytest.mark.proves("minefields.verb", "minefields.figures")
def test_a_unit_lays_one_field_in_the_first_round_before_it_moves() -> None:
    state = field()
    assert [command for command in legal(state, state.units["red"]) if isinstance(command, LayMines)] == [
        LayMines("0102"),
        LayMines("0103"),
        LayMines("0104"),
    ]
    scene = Scene(state, Scripted())
    assert carry_out(scene, scene.unit("red"), LayMines("0103")) is None
    again = carry_out(scene, scene.unit("red"), LayMines("0102"))
    assert again is not None
    assert again.id == "minefields.once"
    for late in (replace(state, round=2), field(motion=moved("walk"))):
        assert not [command for command in legal(late, late.units["red"]) if isinstance(command, LayMines)]


@pytest.mark.proves("minefields.met", "minefields.figures", "minefields.number", "minefields.goes_off_on")
def test_a_field_of_ten_points_goes_off_on_nine_in_groups_of_five_and_stays() -> None:
    scene = stepped(Scripted((4, 5), (1,), (4,)))
    assert [(hit.location, hit.damage) for hit in told(scene.events, Struck)] == [("RL", 5), ("LL", 5)]
    assert list(scene.state.things) == [FIELD.id]


def test_a_field_that_does_not_go_off_stays_hidden() -> None:
    scene = stepped(Scripted((4, 4)))
    assert told(scene.events, Struck) == []
    assert scene.state.things == {FIELD.id: FIELD}


def stepped(dice: Scripted) -> Scene:
    scene = Scene(replace(field(motion=moved("walk")), things={FIELD.id: FIELD}), dice)
    assert carry_out(scene, scene.unit("red"), Step("forward")) is None
    return scene


def test_the_enemy_sees_nothing_of_a_field_until_it_goes_off() -> None:
    game = Classic(["minefields"])
    state = field(motion=moved("walk"))
    mined = replace(state, things={FIELD.id: FIELD})
    assert game.view(state, "red") == game.view(mined, "red")
    assert list(game.legal(state, "red")) == list(game.legal(mined, "red"))
    scene = Scene(mined, Scripted((6, 6), (1,), (4,)))
    carry_out(scene, scene.unit("red"), Step("forward"))
    shown = told(scene.events, ThingPlaced)
    assert [game.redact(mined, event, "red") for event in shown] == shown
    assert [thing["id"] for thing in game.view(scene.state, "red")["things"]] == [FIELD.id]


def test_laying_is_told_to_its_side_only() -> None:
    game = Classic(["minefields"])
    scene = Scene(field(), Scripted())
    carry_out(scene, scene.unit("red"), LayMines("0102"))
    laid = told(scene.events, ThingPlaced)[0]
    assert (game.redact(field(), laid, "blue"), game.redact(field(), laid, "red")) == (None, laid)
    assert Done() in list(game.legal(scene.state, "red"))
