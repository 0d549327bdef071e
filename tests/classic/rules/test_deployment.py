"""Deployment: units without a hex are placed in the zone of their side before the first initiative."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from overheat.classic.facts.commands import Choose, Deploy, Done
from overheat.classic.facts.events import Deployed, InitiativeSet, PhaseBegan
from overheat.classic.facts.state import RESERVE, State
from overheat.classic.game import Classic
from overheat.classic.muster import scenario
from overheat.classic.muster.setup import Combatant, Setup, Zone
from overheat.classic.report.field_map import field_map
from overheat.classic.rules.standard.deployment import DEPLOYMENT, Deploying
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.round import listed
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.lab.match import play
from overheat.lab.players import make_bot

BOARD = "size 6 9\n{hexes}end\n"
NORTH, SOUTH = Zone(side="red", edge="north", depth=2), Zone(side="blue", edge="south", depth=1)
WASP, TANK = "Wasp WSP-1A", "Scorpion Light Tank"


def setup(*units: Combatant, hexes: str = "", zones: tuple[Zone, ...] = (NORTH, SOUTH)) -> Setup:
    """Two wasps of red's and one of blue's are to be placed, or whoever is named."""
    standing = tuple(
        Combatant(id=id, side=side, unit=WASP) for id, side in (("r1", "red"), ("r2", "red"), ("b1", "blue"))
    )
    return Setup(board="field.board", board_text=BOARD.format(hexes=hexes), units=units or standing, zones=zones)


def begun(battle: Setup, game: Classic | None = None) -> State:
    started = (game or Classic()).start(battle, Scripted())
    assert not isinstance(started, Refusal), started
    return started[0]


def said(state: State, *commands: msgspec.Struct, dice: Scripted | None = None) -> State:
    for command in commands:
        answer = Classic().apply(state, Classic().to_act(state) or "", command, dice or Scripted())
        assert not isinstance(answer, Refusal), answer
        state = answer[0]
    return state


def refused(state: State, command: msgspec.Struct, game: Classic | None = None) -> str:
    answer = (game or Classic()).apply(state, Classic().to_act(state) or "", command, Scripted())
    return answer.id if isinstance(answer, Refusal) else ""


@pytest.mark.proves("deployment.order")
def test_the_sides_place_their_units_in_turn_before_the_first_initiative() -> None:
    state = begun(setup())
    assert (state.round, state.phase, state.order) == (0, "deployment", ("red", "red", "blue"))
    assert listed(state)["deployment"] == "Deployment"
    state = said(state, Choose("r1"), Deploy("0301", 3), Choose("r2"), Deploy("0402", 2), Choose("b1"))
    answer = Classic().apply(state, "blue", Deploy("0309", 0), Scripted((1, 1), (6, 6)))
    assert not isinstance(answer, Refusal)
    after, events = answer
    assert Deployed("b1", after.units["b1"].hex, 0) == events[0]
    assert InitiativeSet(("red", "blue")) in events
    assert (after.round, after.phase, "deployment" in listed(after)) == (1, "movement", False)
    assert [(str(unit.hex), unit.facing, unit.torso) for unit in after.units.values()] == [
        ("0301", 3, 3),
        ("0402", 2, 2),
        ("0309", 0, 0),
    ]


@pytest.mark.proves("deployment.zone")
def test_a_unit_is_placed_in_the_zone_of_its_side_only() -> None:
    state = said(begun(setup()), Choose("r1"))
    assert refused(state, Deploy("0303", 3)) == "deployment.zone"
    assert refused(state, Deploy("0309", 3)) == "deployment.zone"
    assert refused(state, Deploy("0302", 3)) == ""


@pytest.mark.proves("deployment.room")
def test_a_machine_is_not_placed_where_another_stands() -> None:
    state = said(begun(setup()), Choose("r1"), Deploy("0301", 3), Choose("r2"))
    assert refused(state, Deploy("0301", 3)) == "movement.stacking"
    assert Deploy("0301", 3) not in Classic().legal(state, "red")


@pytest.mark.proves("deployment.ground")
def test_a_tank_is_not_placed_in_woods_that_it_may_not_enter() -> None:
    units = (Combatant(id="r1", side="red", unit=TANK), Combatant(id="b1", side="blue", unit=WASP))
    heavy = 'hex 0301 0 "woods:2;foliage_elev:2" ""\n'
    state = said(begun(setup(*units, hexes=heavy)), Choose("r1"))
    assert refused(state, Deploy("0301", 3)) == "movement.prohibited"
    assert refused(state, Deploy("0401", 3)) == ""


def test_each_place_is_offered_once_facing_the_enemy_and_any_facing_may_be_said() -> None:
    state = said(begun(setup()), Choose("r1"))
    offers = list(Classic().legal(state, "red"))
    assert len(offers) == 12
    assert {offer.facing for offer in offers if isinstance(offer, Deploy)} == {3}
    assert refused(state, Deploy("0301", 1)) == ""
    assert refused(state, Deploy("0301", 6)) == "deployment.unit"


def test_nobody_is_done_while_there_is_a_place_and_whoever_has_none_waits() -> None:
    state = said(begun(setup()), Choose("r1"))
    assert refused(state, Done()) == "deployment.waits"
    narrow = setup(zones=(Zone(side="red", hexes=("0301",)), SOUTH))
    state = said(begun(narrow), Choose("r1"), Deploy("0301", 3), Choose("r2"))
    assert list(Classic().legal(state, "red")) == [Done()]
    state = said(state, Done(), Choose("b1"), Deploy("0309", 0), dice=Scripted((1, 1), (6, 6)))
    assert (state.round, state.units["r2"].fate) == (1, RESERVE)


def test_a_unit_in_reserve_is_in_nobodys_way_no_target_and_not_drawn() -> None:
    units = (
        Combatant(id="r1", side="red", unit=WASP, hex="0301", facing=3),
        Combatant(id="r2", side="red", unit=WASP),
        Combatant(id="b1", side="blue", unit=WASP, hex="0309"),
    )
    state = begun(setup(*units))
    waiting = state.units["r2"]
    assert (waiting.active, waiting.hex in state.relief.board) == (False, False)
    assert [unit.id for unit in state.on_side("red")] == ["r1"]
    assert "R2" not in field_map(state)
    view = Classic().view(state, "blue")
    assert (view["units"]["r2"]["hex"], view["units"]["r2"]["fate"]) == ("", RESERVE)
    assert view["zones"]["blue"] == ["0109", "0209", "0309", "0409", "0509", "0609"]


@pytest.mark.parametrize(
    ("battle", "reason"),
    [
        (setup(zones=(NORTH,)), "b1 has no hex, and blue no zone"),
        (setup(zones=(NORTH, Zone(side="blue"))), "the zone of blue needs an edge, a corner or hexes"),
        (setup(zones=(NORTH, Zone(side="blue", hexes=("9999",)))), "9999"),
    ],
)
def test_a_set_up_without_a_place_for_a_unit_is_refused(battle: Setup, reason: str) -> None:
    answer = Classic().start(battle, Scripted())
    assert isinstance(answer, Refusal)
    assert reason in answer.reason


def test_a_battle_whose_units_have_hexes_begins_with_the_initiative() -> None:
    session: Session[Setup, State, msgspec.Struct] = Session(Classic(), scenario.find("duel")[1], 1)
    assert [event.phase for event in session.events if isinstance(event, PhaseBegan)] == ["movement"]


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_bots_place_their_units_and_the_log_replays(name: str) -> None:
    battle = msgspec.structs.replace(scenario.find("combined_arms")[1].deploying(), rounds=1)
    session = play(Classic(), battle, 3, {}, default=name)
    placed = [event for event in session.events if isinstance(event, Deployed)]
    assert len(placed) == len(battle.units)
    assert rerun(session.log(), lambda header: Classic(header.rules)).log() == session.log()


def test_a_bot_places_a_unit_in_the_woods_of_its_zone() -> None:
    state = said(begun(setup(hexes='hex 0502 0 "woods:1;foliage_elev:2" ""\n')), Choose("r1"))
    bot = make_bot("classic", "greedy", 1, "red")
    assert bot.choose(Classic(), state, "red", list(Classic().legal(state, "red"))) == Deploy("0502", 3)


def test_a_scenario_file_names_zones(tmp_path: Path) -> None:
    path = tmp_path / "meeting.toml"
    path.write_text(
        """title = "Meeting"
board = "valley"

[[force]]
side = "red"
zone = { edge = "north", depth = 2 }
units = [{ unit = "Wasp WSP-1A" }]

[[force]]
side = "blue"
units = [{ unit = "Wasp WSP-1A", hex = "0515" }]
""",
        encoding="utf-8",
    )
    found = scenario.find(str(path))[1]
    assert found.zones == (Zone(side="red", edge="north", depth=2),)
    assert begun(found).order == ("red",)


HERE = Book("House rules")("Spacing")


@rule("spacing.apart", cite=HERE, slot=DEPLOYMENT)
def apart(deploying: Deploying) -> Refusal | None:
    """Units are placed at least three hexes apart."""
    others = deploying.state.on_side(deploying.unit.side)
    near = any(other.hex.distance(deploying.unit.hex) < 3 for other in others)
    return Refusal("spacing.apart", "too near to a friend", HERE) if near else None


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch) -> Callable[[Layer], Classic]:
    def laid(layer: Layer) -> Classic:
        monkeypatch.setattr(LIBRARY, "_composed", {})
        monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
        return Classic([layer.id])

    return laid


def test_a_layer_may_add_a_reason_why_a_unit_is_not_placed_somewhere(lay: Callable[[Layer], Classic]) -> None:
    game = lay(Layer("spacing", HERE, needs=("classic",), add=(apart,)))
    state = said(begun(setup(), game), Choose("r1"), Deploy("0301", 3), Choose("r2"))
    assert refused(state, Deploy("0401", 3), game) == "spacing.apart"
    assert Deploy("0601", 3) in game.legal(state, "red")


def test_a_zone_of_no_depth_cannot_be_named() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"side": "red", "edge": "north", "depth": 0}, Zone)
    with pytest.raises(RefusedError):
        Zone(side="red").on(begun(setup()).relief.board)
