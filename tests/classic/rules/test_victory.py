"""When a battle is over: objectives, the last side on the field, and the end of time."""

from typing import Any

import msgspec
import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find
from overheat.classic.facts.commands import Choose, Go, Leave
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.events import BattleEnded, FateMet
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.victory import OBJECTIVES, VICTORY, VICTORY_CONDITIONS
from overheat.classic.rulesets import LIBRARY, standard
from overheat.classic.sight.relief import Relief
from overheat.classic.unitfile.library import find as find_unit
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.lab.match import play

SOUTHWARD = Objective(kind="breakthrough", side="red", edge="south", units=2)
HILL = Objective(kind="hold", side="blue", hexes=("0808", "0809"))


def battle(*units: Unit, **others: Any) -> State:
    relief = Relief(find("valley").board, standard())
    return State(relief=relief, units={unit.id: unit for unit in units}, **others)


def unit(id: str, hex: str = "0808", name: str = "Wasp WSP-1A", **others: Any) -> Unit:
    side = "red" if id.startswith("r") else "blue"
    return Unit.fresh(standard(), id, side, find_unit(name).sheet, Hex.parse(hex), **others)


def outcome(state: State) -> Ending | None:
    found = (rule.function(state) for rule in standard()[VICTORY])
    return next((one for one in found if one is not None), None)


def through(id: str, *edges: Any) -> Unit:
    return unit(id, fate="fled", left_over=edges)


def test_a_battle_goes_on_while_two_sides_stand() -> None:
    assert outcome(battle(unit("r1"), unit("b1"), round=40)) is None


@pytest.mark.proves("victory.last_standing")
def test_the_last_side_on_the_field_wins() -> None:
    found = outcome(battle(unit("r1", fate="destroyed"), unit("b1"), round=3))
    assert found is not None
    assert found.winners == ("blue",)


@pytest.mark.proves("victory.last_standing")
def test_nobody_left_is_a_draw() -> None:
    found = outcome(battle(unit("r1", fate="destroyed"), unit("b1", fate="destroyed"), round=3))
    assert found == Ending((), "nobody_left")


@pytest.mark.proves("victory.turn_limit")
def test_when_time_is_up_the_side_that_kept_the_larger_part_of_its_weight_wins() -> None:
    """Red keeps 20 of 120 tons, blue 20 of 40."""
    atlas = unit("r2", name="Atlas AS7-D", fate="destroyed")
    state = battle(unit("r1"), atlas, unit("b1"), unit("b2", fate="destroyed"), round=8, rounds=8)
    found = outcome(state)
    assert found is not None
    assert found.winners == ("blue",)
    assert "red keeps 17 % of its weight, blue keeps 50 %" in found.words


@pytest.mark.proves("victory.turn_limit")
def test_equal_losses_at_the_end_are_a_draw() -> None:
    found = outcome(battle(unit("r1"), unit("b1"), round=8, rounds=8))
    assert found is not None
    assert found.winners == ()


@pytest.mark.proves("victory.breakthrough")
def test_enough_units_over_the_edge_win_even_if_nobody_of_them_is_left_on_the_field() -> None:
    state = battle(through("r1", "south"), through("r2", "south", "east"), unit("b1"), objectives=(SOUTHWARD,))
    found = outcome(state)
    assert found is not None
    assert found.winners == ("red",)
    assert "2 of 2" in found.words


@pytest.mark.proves("victory.breakthrough")
def test_units_that_left_over_another_edge_do_not_count_and_too_few_left_lose() -> None:
    state = battle(through("r1", "north"), unit("r2"), unit("b1"), objectives=(SOUTHWARD,), round=2)
    found = outcome(state)
    assert found is not None
    assert found.winners == ("blue",)
    assert "too few are left" in found.words


def test_a_breakthrough_that_can_still_come_goes_on() -> None:
    assert outcome(battle(through("r1", "south"), unit("r2"), unit("b1"), objectives=(SOUTHWARD,))) is None


@pytest.mark.proves("victory.breakthrough")
def test_a_breakthrough_that_has_not_come_in_time_is_lost() -> None:
    state = battle(unit("r1"), unit("r2"), unit("b1", fate="destroyed"), unit("b2"), objectives=(SOUTHWARD,))
    found = outcome(msgspec.structs.replace(state, round=10, rounds=10))
    assert found is not None
    assert found.winners == ("blue",)


@pytest.mark.proves("victory.hold")
def test_who_stands_alone_where_it_wanted_to_when_time_is_up_wins() -> None:
    state = battle(unit("r1", "0101"), unit("b1", "0809"), objectives=(HILL,), round=6, rounds=6)
    found = outcome(state)
    assert found is not None
    assert found.winners == ("blue",)
    assert "blue held 0808, 0809" in found.words
    assert outcome(msgspec.structs.replace(state, round=5)) is None


@pytest.mark.proves("victory.hold")
@pytest.mark.parametrize("place", ["0808", "0809"])
def test_an_enemy_on_the_ground_takes_it_from_who_stands_there(place: str) -> None:
    others = (unit("b2", "0101"), unit("r2", "0102", fate="destroyed"))
    state = battle(unit("r1", place), unit("b1", "0809"), *others, objectives=(HILL,), round=6, rounds=6)
    found = outcome(state)
    assert found is not None
    assert found.winners == ("red",)


def test_where_nobody_holds_what_several_wanted_weight_decides() -> None:
    wanted = (HILL, Objective(kind="hold", side="red", hexes=("0101",)))
    state = battle(unit("r1", "0505"), unit("b1", "0506"), objectives=wanted, round=6, rounds=6)
    found = outcome(state)
    assert found is not None
    assert "of its weight" in found.words


def setup(**others: Any) -> Setup:
    units = (
        Combatant(id="r1", side="red", unit="Wasp WSP-1A", hex="0117", facing=3),
        Combatant(id="b1", side="blue", unit="Wasp WSP-1A", hex="1601", facing=3),
    )
    return Setup(board="valley", units=units, **others)


@pytest.mark.proves("victory.objectives")
def test_a_unit_that_leaves_is_known_by_the_edge_it_left_over() -> None:
    game, dice = Classic(), Seeded(5)
    started = game.start(setup(objectives=(SOUTHWARD,)), dice)
    assert not isinstance(started, Refusal)
    state = started[0]
    while game.to_act(state) != "red":
        ahead = game.apply(state, "blue", next(iter(game.legal(state, "blue"))), dice)
        assert not isinstance(ahead, Refusal)
        state = ahead[0]
    for command in (Choose("r1"), Go("walk"), Leave()):
        ahead = game.apply(state, "red", command, dice)
        assert not isinstance(ahead, Refusal)
        state, events = ahead
    assert FateMet("r1", "fled", "left_the_board", ("south",)) in events
    assert state.units["r1"].left_over == ("south",)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Objective(kind="breakthrough", side="red"), "it needs an edge"),
        (Objective(kind="breakthrough", side="green", edge="south"), "there is no such side"),
        (Objective(kind="hold", side="red", hexes=("0101",)), "a number of rounds"),
        (Objective(kind="hold", side="red"), "it needs hexes"),
        (Objective(kind="capture", side="red"), "there is no such objective, but breakthrough, hold"),
    ],
)
def test_an_objective_that_makes_no_sense_is_refused(wanted: Objective, reason: str) -> None:
    found = Classic().start(setup(objectives=(wanted,)), Seeded(1))
    assert isinstance(found, Refusal)
    assert reason in found.reason


def test_what_a_side_may_want_is_a_row_that_a_layer_brings_and_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule("capture.flag", cite=VICTORY_CONDITIONS, slot=VICTORY)
    def captured(state: State) -> Ending | None:
        """Who stands in the hex wins at once."""
        for aim in state.objectives:
            there = {unit.side for unit in state.units.values() if unit.active and str(unit.hex) in aim.hexes}
            if aim.kind == "capture" and aim.side in there:
                return Ending((aim.side,), "the_flag_is_captured")
        return None

    rows = OBJECTIVES.amended("capture.objectives", {"capture": ("hexes",)}, cite=VICTORY_CONDITIONS)
    layer = Layer("capture", VICTORY_CONDITIONS, needs=("classic",), add=(captured,), change=(rows,))
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    monkeypatch.setattr(LIBRARY, "_composed", {})
    flag = Objective(kind="capture", side="red", hexes=("0508",))
    session = play(Classic(["capture"]), setup(objectives=(flag,)), 1, {})
    assert session.events[-1] == BattleEnded(("red",), "the_flag_is_captured")
    assert "0508" in {str(unit.hex) for unit in session.state.on_side("red")}
    bare = Classic(["capture"]).start(setup(objectives=(Objective(kind="capture", side="red"),)), Seeded(1))
    assert isinstance(bare, Refusal)
    assert "capture of red: it needs hexes" in bare.reason
