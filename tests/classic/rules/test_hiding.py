"""Hidden units: where they hide, what gives them away, what probes find, and their fire at who comes too near."""

from __future__ import annotations

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.battle.knowing import known, redacted
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.facts.commands import Decide, Deploy, Done, Fire, Go, Jump, Step
from overheat.classic.facts.events import AttackRolled, Found, HeatSettled, Moved
from overheat.classic.facts.questions import answer_in_words
from overheat.classic.facts.state import RESERVE, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.hiding import DEPLOYMENT_OF, HIDDEN, hidden, in_hiding
from overheat.classic.rules.standard.switches import STEALTH_ON
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from skirmish import NORTH, armed, field, marked, mount, on_turn, refused, replace, say, told, unit

OPEN = field(3, 12)
PROBE, CLAN_PROBE, BLOODHOUND = "Beagle Probe@RT", "CLActiveProbe@RT", "Bloodhound Active Probe@RT"


def lurking(hex: str, *items: str, **others: Any) -> Unit:
    """A machine of blue that red does not know of."""
    return hidden(unit(armed(HUNTER, *items), "blue", hex, NORTH, **others))


def moving(red: Unit, *others: Unit, board: Any = OPEN) -> State:
    """Red is to move; nobody else is."""
    return on_turn(red, *others, board=board)


def found_by(red: Unit, *others: Unit, board: Any = OPEN) -> list[str]:
    """Whom red finds when it has ended its movement where it stands."""
    _, events = say(moving(red, *others, board=board), Scripted((3, 3), (4, 4), (3, 3), (4, 4)), Done())
    return [event.unit for event in told(events, Found)]


def setup(hex: str, what: str = HIDDEN) -> Setup:
    blue = Combatant(id="b", side="blue", unit="Wasp WSP-1A", hex=hex, loads={DEPLOYMENT_OF: what})
    return Setup(board="lakeside", units=(Combatant(id="r", side="red", unit="Wasp WSP-1A", hex="0101"), blue))


@pytest.mark.proves("hiding.declared", "hiding.ground")
def test_a_set_up_hides_a_unit_where_there_is_something_to_hide_in() -> None:
    board = setup("0101").field()
    woods = next(str(hex) for hex in board if "woods" in board[hex] and "road" not in board[hex])
    bare = next(str(hex) for hex in board if not any(True for _ in board[hex].features) and str(hex) != "0101")
    state = Classic().mustered(setup(woods))
    assert set(known(state, "red").units) == {"r"}
    assert set(known(state, "blue").units) == {"r", "b"}
    no = Classic().start(setup(bare), Scripted())
    assert isinstance(no, Refusal)
    assert no.id == "hiding.ground"
    assert set(known(Classic().mustered(setup(bare, "in the open")), "red").units) == {"r", "b"}


@pytest.mark.proves("deployment.hidden")
def test_a_hidden_unit_is_placed_where_it_can_hide_and_nobody_else_is_told() -> None:
    board = setup("0101").field()
    woods = next(hex for hex in board if "woods" in board[hex])
    bare = next(hex for hex in board if not any(True for _ in board[hex].features) and str(hex) != "0101")
    waiting = lurking("0101", fate=RESERVE)
    zones = {"blue": frozenset({woods, bare})}
    state = on_turn(waiting, unit(), phase="deployment", board=board, zones=zones)
    assert refused(state, Deploy(str(bare), 0)) == "hiding.ground"
    _, events = say(state, Scripted((3, 3), (4, 4), (3, 3), (4, 4)), Deploy(str(woods), 0))
    assert redacted(state, events[0], "red") is None
    assert redacted(state, events[0], "blue") == events[0]


@pytest.mark.proves("hiding.stirs")
def test_a_hidden_unit_that_waits_stays_hidden_and_one_that_moves_shows_itself() -> None:
    state = on_turn(lurking("0110"), unit(hex="0101"), board=OPEN)
    waited, _ = say(state, Scripted((3, 3), (4, 4), (3, 3), (4, 4)), Done())
    assert in_hiding(waited.units["blue"])
    went, events = say(state, Scripted(), Go("walk"))
    assert told(events, Found) == [Found("blue", state.units["blue"].hex)]
    assert "blue" in known(went, "red").units


@pytest.mark.proves("hiding.found", "hiding.ends_near")
def test_who_ends_next_to_a_hidden_unit_finds_it_and_who_goes_past_does_not() -> None:
    assert found_by(unit(hex="0101"), lurking("0102")) == ["blue"]
    assert found_by(unit(hex="0101"), lurking("0103")) == []
    passing, events = say(moving(unit(hex="0105"), lurking("0205")), Scripted(), Go("walk"), Step("forward"))
    assert told(events, Found) == []
    assert in_hiding(passing.units["blue"])


@pytest.mark.proves("hiding.probed", "hiding.probe", "TO-278-bloodhound-probe")
def test_a_probe_finds_within_its_reach_what_it_sees() -> None:
    beagle = unit(armed(HUNTER, PROBE))
    assert found_by(beagle, lurking("0105")) == ["blue"]
    assert found_by(beagle, lurking("0106")) == []
    assert found_by(unit(armed(HUNTER, BLOODHOUND)), lurking("0109")) == ["blue"]
    hill = "0 0 5 0 0"
    assert found_by(beagle, lurking("0105"), board=hill) == []
    assert found_by(beagle, lurking("0105"), board="0 0 0 0 0") == ["blue"]


@pytest.mark.proves("hiding.probe")
def test_no_probe_works_in_a_unit_that_hides_behind_stealth_or_when_it_is_hit() -> None:
    sheet = armed(HUNTER, BLOODHOUND, "NullSignatureSystem@LT")
    seeing = unit(sheet)
    assert found_by(seeing, lurking("0106")) == ["blue"]
    assert found_by(replace(seeing, marks=marked(STEALTH_ON)), lurking("0106")) == []
    at = mount(seeing, "Bloodhound Active Probe")
    lost = replace(seeing.condition, lost=frozenset({at}))
    assert found_by(replace(seeing, condition=lost), lurking("0106")) == []


@pytest.mark.proves("hiding.probed")
def test_jammers_blind_probes_and_only_an_angel_suite_blinds_a_bloodhound() -> None:
    beagle, hound = unit(armed(HUNTER, PROBE)), unit(armed(HUNTER, BLOODHOUND))
    guardian, angel = lurking("0105", "Guardian ECM Suite@LT"), lurking("0105", "Angel ECM Suite@LT")
    assert (found_by(beagle, guardian), found_by(hound, guardian)) == ([], ["blue"])
    assert (found_by(beagle, angel), found_by(hound, angel)) == ([], [])


def sprung(*answers: str, dice: tuple[tuple[int, ...], ...] = ()) -> tuple[State, list[Any]]:
    """Red runs up to who is hidden, who answers."""
    red = unit(hex="0101")
    state, events = say(moving(red, lurking("0105")), Scripted(), Go("run"), *[Step("forward")] * 3)
    game = Classic()
    result = game.apply(state, "red", Done(), Scripted(*dice))
    assert not isinstance(result, Refusal)
    state, more = result
    events += more
    for answer in answers:
        answered = game.apply(state, "blue", Decide(answer), Scripted(*dice))
        assert not isinstance(answered, Refusal), answered
        state, more = answered
        events += more
    return state, events


@pytest.mark.proves("hiding.pointblank", "hiding.pointblank_target")
def test_who_was_hidden_fires_pointblank_as_if_the_target_stood_still() -> None:
    laser = mount(unit(), "Medium Laser")
    state, _ = sprung()
    assert answer_in_words(state, str(laser)) == "fire the Medium Laser, which needs 4"
    state, events = sprung(str(laser), "enough", dice=((6, 6), (3, 4)))
    (rolled,) = told(events, AttackRolled)
    assert {part.id for part in rolled.needed}.isdisjoint({"to_hit.target_movement", "to_hit.target_jumped"})
    assert sum(part.value for part in rolled.needed) == 4
    assert rolled.hit


@pytest.mark.proves("fire.pointblank", "heat.pointblank")
def test_who_fired_pointblank_fires_no_more_in_the_round_and_its_heat_counts() -> None:
    laser = mount(unit(), "Medium Laser")
    state, _ = sprung(str(laser), "enough", dice=((1, 1),))
    state = replace(state, phase="weapons", acting="blue", acted=frozenset({"red"}), order=("blue",))
    assert refused(state, Fire(laser, "red")) == "fire.pointblank"
    state = replace(state, phase="physical", acting="blue", acted=frozenset({"red"}), order=("blue",))
    _, events = say(state, Scripted((3, 3), (4, 4), (3, 3), (4, 4)), Done())
    heat = {event.unit: {part.id: part.value for part in event.built} for event in told(events, HeatSettled)}
    assert heat["blue"]["heat.pointblank"] == 3


def test_who_walks_into_a_hidden_unit_is_stopped_before_it() -> None:
    state, events = say(moving(unit(hex="0101"), lurking("0103")), Scripted(), Go("walk"), *[Step("forward")] * 2)
    assert state.units["red"].hex == unit(hex="0102").hex
    assert state.units["red"].motion.done
    assert [event.by for event in told(events, Found)] == ["red"]


def test_who_jumps_onto_a_hidden_unit_pushes_it_on() -> None:
    state, events = say(moving(unit(hex="0101"), lurking("0103")), Scripted(*[(6, 6)] * 20), Go("jump"), Jump("0103"))
    assert state.units["red"].hex == unit(hex="0103").hex
    assert state.units["blue"].hex == unit(hex="0104").hex
    assert "make_room" in [event.how for event in told(events, Moved)]


def test_a_blast_uncovers_who_is_hidden_in_it() -> None:
    state = moving(unit(hex="0101"), lurking("0110"))
    scene = Scene(state, Scripted(*[(4, 4)] * 20))
    burst(scene, Blast(scene.rules, "shell", state.units["blue"].hex, (5,), "red"))
    assert told(scene.events, Found) == [Found("blue", state.units["blue"].hex)]
