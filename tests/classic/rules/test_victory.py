"""When a battle is over: objectives, the last side on the field, and the end of time."""

from typing import Any

import msgspec
import pytest

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.board.hexes import Hex
from overheat.classic.board.library import find
from overheat.classic.facts.commands import Choose, Go, Leave
from overheat.classic.facts.endings import Ending
from overheat.classic.facts.events import BattleEnded, FateMet
from overheat.classic.facts.state import Objective, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.victory import OBJECTIVES, SCORES, VICTORY, VICTORY_CONDITIONS, Score
from overheat.classic.rulesets import LIBRARY, ruleset, standard
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
def test_when_time_is_up_the_side_that_kept_the_larger_part_of_its_battle_value_wins() -> None:
    """Red keeps 400 of 1,600, blue 300 of 600, whatever they weigh."""
    heavy = unit("r2", name="Atlas AS7-D", value=400)
    lost = unit("r1", value=1200, fate="destroyed")
    state = battle(lost, heavy, unit("b1", value=300), unit("b2", value=300, fate="destroyed"), round=8, rounds=8)
    found = outcome(state)
    assert found is not None
    assert found.winners == ("blue",)
    assert "red keeps 25 % of its battle value, 400 of 1,600; blue keeps 50 %" in found.words


def test_a_unit_takes_the_field_with_its_battle_value_under_its_crew() -> None:
    crews = {"r": (4, 5), "b": (2, 3)}
    units = tuple(
        Combatant(id=id, side=id, unit="Wasp WSP-1A", hex=hex, gunnery=gunnery, piloting=piloting)
        for (id, (gunnery, piloting)), hex in zip(crews.items(), ("0101", "0808"), strict=True)
    )
    state = Classic().mustered(Setup(board="valley", units=units))
    assert state.units["r"].value == battle_value(find_unit("Wasp WSP-1A").sheet).total
    assert state.units["b"].value > state.units["r"].value


@pytest.mark.proves("former.turn_limit")
def test_logs_of_earlier_versions_go_on_counting_weight() -> None:
    """Red keeps 20 of 120 tons, blue 20 of 40."""
    rules = ruleset(("former_results",))
    lost = unit("r2", name="Atlas AS7-D", fate="destroyed")
    state = battle(unit("r1"), lost, unit("b1"), unit("b2", fate="destroyed"), round=8, rounds=8)
    found = next(one for rule in rules[VICTORY] if (one := rule.function(state)) is not None)
    assert found.winners == ("blue",)
    assert "red keeps 17 % of its weight, blue keeps 50 %" in found.words


@pytest.mark.proves("victory.turn_limit")
def test_equal_losses_at_the_end_are_a_draw() -> None:
    found = outcome(battle(unit("r1", value=500), unit("b1", value=300), round=8, rounds=8))
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


def test_where_nobody_holds_what_several_wanted_battle_value_decides() -> None:
    wanted = (HILL, Objective(kind="hold", side="red", hexes=("0101",)))
    state = battle(unit("r1", "0505"), unit("b1", "0506"), objectives=wanted, round=6, rounds=6)
    found = outcome(state)
    assert found is not None
    assert "of its battle value" in found.words


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


PREY = Objective(kind="hunt", side="red", targets=("b1",))


@pytest.mark.proves("victory.hunt")
@pytest.mark.parametrize("fate", ["destroyed", "ejected"])
def test_hunters_win_when_their_prey_is_out_of_action_whoever_else_stands(fate: str) -> None:
    found = outcome(battle(unit("r1"), unit("b1", fate=fate), unit("b2"), objectives=(PREY,), round=2))
    assert found is not None
    assert found.winners == ("red",)
    assert found.words == "red has brought down Wasp WSP-1A"


@pytest.mark.proves("victory.hunt")
def test_hunters_lose_when_their_prey_leaves_the_field_or_outlives_the_time() -> None:
    gone = outcome(battle(unit("r1"), through("b1", "south"), unit("b2"), objectives=(PREY,), round=2))
    lives = outcome(battle(unit("r1"), unit("b1"), unit("b2"), objectives=(PREY,), round=9, rounds=9))
    assert [found and found.winners for found in (gone, lives)] == [("blue",), ("blue",)]
    assert outcome(battle(unit("r1"), unit("b1"), objectives=(PREY,), round=9)) is None


KNOLL = tuple(Objective(kind="hill", side=side, hexes=("0808", "0809"), points=3) for side in ("red", "blue"))


@pytest.mark.proves("victory.hill_points")
def test_who_alone_stands_on_the_hill_at_the_end_of_a_round_has_a_point() -> None:
    def scored(*units: Unit) -> list[Score]:
        return [one for rule in standard()[SCORES] for one in rule.function(battle(*units, objectives=KNOLL))]

    assert scored(unit("r1"), unit("b1", "0101")) == [Score("red", 1, "hill")]
    assert scored(unit("r1"), unit("b1", "0809")) == []
    assert scored(unit("r1", "0101"), unit("b1", "0102")) == []


@pytest.mark.proves("victory.hill")
def test_enough_points_win_at_once_and_most_when_time_is_up() -> None:
    on = battle(unit("r1"), unit("b1", "0101"), objectives=KNOLL, round=4, rounds=8)
    assert outcome(msgspec.structs.replace(on, scores={"red": 2, "blue": 1})) is None
    king = outcome(msgspec.structs.replace(on, scores={"red": 1, "blue": 3}))
    most = outcome(msgspec.structs.replace(on, scores={"red": 2, "blue": 1}, round=8))
    assert [found and found.winners for found in (king, most)] == [("blue",), ("red",)]
    assert king is not None
    assert king.words == "points for the hill: red 1, blue 3"


REAR = Objective(kind="line", side="blue", edge="south", depth=4)


@pytest.mark.proves("victory.line")
@pytest.mark.parametrize(("hex", "winner"), [("0813", "blue"), ("0814", "red")])
def test_a_line_is_held_if_no_enemy_stands_behind_it_when_time_is_up(hex: str, winner: str) -> None:
    """The valley has 17 rows: the fourth from the south is 14."""
    state = battle(unit("r1", hex), unit("b1"), objectives=(REAR,), round=7)
    assert outcome(state) is None
    found = outcome(msgspec.structs.replace(state, rounds=7))
    assert found is not None
    assert found.winners == (winner,)


def test_an_objective_that_says_too_little_or_hunts_a_friend_is_refused() -> None:
    units = (
        Combatant(id="r", side="red", unit="Wasp WSP-1A", hex="0101"),
        Combatant(id="b", side="blue", unit="Wasp WSP-1A", hex="0808"),
    )
    for wanted, reason in (
        (Objective(kind="hunt", side="red"), "enemy units to hunt"),
        (Objective(kind="hunt", side="red", targets=("r",)), "'r' is no enemy unit"),
        (Objective(kind="line", side="red", edge="north"), "a depth"),
    ):
        begun = Classic().start(Setup(board="valley", units=units, objectives=(wanted,), rounds=9), Seeded(1))
        assert isinstance(begun, Refusal)
        assert reason in begun.reason
