"""Kinds of scenario for forces of one's own: zones and aims that fit the board, told and played to an end by bots."""

from __future__ import annotations

import pytest

from overheat.classic.facts.events import BattleEnded, MissionGiven, Scored
from overheat.classic.facts.missions import missions
from overheat.classic.facts.state import Objective
from overheat.classic.game import Classic
from overheat.classic.muster.meeting import Plan, set_up
from overheat.classic.muster.missions import AIMS, Orders
from overheat.classic.muster.places import Recruit
from overheat.classic.muster.setup import Setup, Zone
from overheat.classic.report.report import report
from overheat.classic.rulesets import standard
from overheat.kernel.log.replay import verify
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import game_of
from overheat.lab.match import play

FORCES = {
    "red": [Recruit(unit="Jenner JR7-D"), Recruit(unit="Wasp WSP-1A"), Recruit(unit="Locust LCT-1V")],
    "blue": [Recruit(unit="Panther PNT-9R"), Recruit(unit="Hunchback HBK-4G")],
}


def made(
    mission: str, board: str = "valley", by_players: bool = False, zones: tuple[Zone, ...] = (), **said: object
) -> Setup:
    orders = Orders(mission=mission, **said)  # type: ignore[arg-type]
    return set_up(Plan(board=board, orders=orders, by_players=by_players, zones=zones), FORCES, standard())


def test_every_kind_of_scenario_with_an_aim_has_one_and_they_are_all_in_the_data() -> None:
    assert set(AIMS) | {"meeting"} == set(missions())


@pytest.mark.parametrize(
    ("mission", "wanted"),
    [
        ("breakthrough", Objective(kind="breakthrough", side="red", edge="south", units=2)),
        ("line", Objective(kind="line", side="blue", edge="south", depth=5)),
        ("hunt", Objective(kind="hunt", side="red", targets=("blue-2",))),
    ],
)
def test_what_nobody_has_said_is_read_off_forces_and_board(mission: str, wanted: Objective) -> None:
    """More than half of three; three tenths of 17 rows; of the two enemies the Hunchback is worth more."""
    assert made(mission).objectives == (wanted,)


@pytest.mark.parametrize(("runners", "wanted"), [(1, 1), (2, 2), (3, 2), (4, 3)])
def test_more_than_half_of_the_runners_have_to_get_through(runners: int, wanted: int) -> None:
    forces = {"red": [Recruit(unit="Wasp WSP-1A")] * runners, "blue": FORCES["blue"]}
    setup = set_up(Plan(board="valley", orders=Orders(mission="breakthrough")), forces, standard())
    assert [goal.units for goal in setup.objectives] == [wanted]


def test_the_hill_is_high_ground_near_the_middle_and_everybody_wants_it() -> None:
    setup = made("hill", board="pass")
    red, blue = setup.objectives
    assert red.hexes == blue.hexes
    board = setup.field()
    middle, *around = (board.parse_hex(name) for name in red.hexes)
    assert all(middle.distance(hex) == 1 for hex in around)
    assert middle.distance(board.parse_hex("0809")) <= 3
    assert "water" not in board[middle]


def test_what_is_said_goes_before_what_is_usual() -> None:
    (goal,) = made("breakthrough", side="blue", units=1).objectives
    assert (goal.side, goal.edge, goal.units) == ("blue", "north", 1)
    (prey,) = made("hunt", side="blue", targets=("red-3",)).objectives
    assert prey.targets == ("red-3",)


def test_a_mission_side_or_depth_that_there_is_not_is_refused() -> None:
    for said in (
        {"mission": "siege"},
        {"mission": "hunt", "side": "green"},
        {"mission": "line", "depth": 17},
        {"mission": "breakthrough", "units": 60},
    ):
        with pytest.raises(RefusedError):
            made(**said)


def test_units_stand_in_the_zones_of_their_sides_and_face_the_enemy() -> None:
    zones = (Zone(side="red", corner="north-west", depth=5), Zone(side="blue", edge="east", gap=3, depth=2))
    setup = made("meeting", zones=zones)
    board = setup.field()
    places = {unit.id: (board.parse_hex(unit.hex), unit.facing) for unit in setup.units}
    for id, (hex, facing) in places.items():
        if id.startswith("red"):
            assert hex.column <= 5
            assert hex.row <= 5
        else:
            assert board.width - hex.column in (3, 4)
        enemy = board.parse_hex("1308") if id.startswith("red") else board.parse_hex("0303")
        assert hex.neighbour(facing).distance(enemy) < hex.distance(enemy)


@pytest.mark.parametrize("mission", sorted(missions()))
def test_bots_play_every_kind_to_its_end_and_the_log_tells_how_it_is_won(mission: str) -> None:
    """Bots place their units, and the log replays byte for byte."""
    session = play(Classic(), made(mission, by_players=True), 3, {"red": "normal", "blue": "greedy"})
    assert verify(session.log(), game_of) is None
    first, last = session.events[0], session.events[-1]
    assert isinstance(first, MissionGiven)
    assert isinstance(last, BattleEnded)
    told = "\n".join(report(session.state, session.events))
    assert missions()[mission].title in told
    assert all(goal.side in told for goal in session.state.objectives)
    if mission == "hill":
        assert any(isinstance(event, Scored) for event in session.events)
