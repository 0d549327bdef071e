"""No turn goes on for ever: who never says that it is done runs out of other things to say."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from overheat.classic.facts.commands import Choose, Done, Eject, Go, Jump, Leave, Step, Switch, Twist
from overheat.classic.facts.state import Motion, State, Weather
from overheat.classic.game import Classic
from overheat.classic.muster import scenario
from overheat.classic.rules.standard.turns import MOST_CHANGES
from overheat.classic.rulesets import LAYERS, LIBRARY
from overheat.kernel.dice import Scripted, Seeded
from overheat.kernel.refusal import Refusal
from overheat.lab.games import kind_named
from overheat.lab.players import make_bot
from skirmish import field, known, on_turn, refused, say, unit

LONGEST = 150
"""More commands than any turn takes."""
ENDINGS = (Done, Leave, Eject)
ENDLESS = "restless"


@cache
def every_layer() -> tuple[str, ...]:
    """As many layers at once as do not contradict each other, without the one that lets turns go on."""
    found: list[str] = []
    for name, layer in LAYERS.items():
        if name == ENDLESS or not set(layer.needs) <= {LIBRARY.base.id, *found}:
            continue
        if LIBRARY.conflicts(name).keys().isdisjoint(found):
            found.append(name)
    return tuple(found)


def turns(game: Classic, name: str, seed: int) -> Iterator[int]:
    """The lengths of turns in which units do whatever they can at random before they are done."""
    dice, bot = Seeded(seed), make_bot(game.name, "random", seed, "anybody")
    setup = msgspec.structs.replace(scenario.find(name)[1], rounds=2)
    started = game.start(setup, dice)
    assert not isinstance(started, Refusal), started
    state, said = started[0], 0
    while (player := game.to_act(state)) is not None and said <= LONGEST:
        legal = list(game.legal(state, player))
        open_ended = [command for command in legal if not isinstance(command, ENDINGS)] or [Done()]
        command = bot.choose(game, state, player, open_ended)
        answer = game.apply(state, player, command, dice)
        assert not isinstance(answer, Refusal), answer
        state, said = answer[0], 0 if isinstance(command, Choose) else said + 1
        if isinstance(command, Choose) or state.acting is None:
            yield said
    yield said


@pytest.mark.parametrize("name", ["duel", "lance", "combined_arms", "breakthrough"])
def test_every_turn_comes_to_its_end(name: str) -> None:
    assert max(turns(Classic(), name, 5)) <= LONGEST


@pytest.mark.parametrize("name", ["duel", "lance", "town_watch", "breakthrough"])
def test_every_turn_comes_to_its_end_under_every_layer(name: str) -> None:
    """Not with the mixed forces of the standard game, some of which a layer refuses."""
    assert max(turns(Classic(every_layer()), name, 5)) <= LONGEST


def spun(state: State, *commands: msgspec.Struct) -> int:
    """How often commands can be said over and over."""
    said = 0
    while said <= LONGEST:
        for command in commands:
            if refused(state, command) == "turns.free_changes":
                return said
            state, said = say(state, Scripted(), command)[0], said + 1
    return said


LANDED = Motion("jump", 2, 2, spent=2)


@pytest.mark.proves("turns.free_changes")
def test_who_has_landed_turns_so_often_and_no_more() -> None:
    assert spun(on_turn(unit(motion=LANDED), board=field(1, 9)), Step("left")) == MOST_CHANGES


@pytest.mark.proves("turns.free_changes")
def test_soldiers_who_turn_for_nothing_do_so_no_more_often() -> None:
    soldiers = unit(known("Foot Platoon (Rifle)"), motion=Motion("walk"))
    assert spun(on_turn(soldiers, board=field(1, 9)), Step("left"), Step("right")) == MOST_CHANGES


@pytest.mark.proves("turns.free_changes")
def test_a_torso_is_twisted_and_a_light_switched_no_more_often() -> None:
    armed = on_turn(unit(), unit(id="blue", hex="0109"), phase="weapons", board=field(1, 9))
    assert spun(armed, Twist(2), Twist(3)) == MOST_CHANGES
    dark = on_turn(unit(), weather=Weather(light="moonless"), board=field(1, 9))
    assert spun(dark, Switch("searchlight", True), Switch("searchlight", False)) == MOST_CHANGES


def test_any_facing_can_be_had_after_a_jump_and_the_next_turn_begins_anew() -> None:
    state = on_turn(unit(motion=LANDED), unit(id="blue", hex="0109"), board=field(1, 9))
    for _ in range(6):
        state, _ = say(state, Scripted(), Step("left"))
    assert (state.units["red"].facing, state.changes) == (unit().facing, 6)
    state, _ = say(state, Scripted(), Done())
    side = Classic().to_act(state) or ""
    answer = Classic().apply(state, side, Choose(side), Scripted())
    assert not isinstance(answer, Refusal)
    assert answer[0].changes == 0


def test_turns_that_cost_points_are_not_counted() -> None:
    state, _ = say(on_turn(unit(), board=field(1, 9)), Scripted(), Go("walk"), Step("left"), Step("right"))
    assert state.changes == 0


@pytest.mark.proves("turns.any_changes")
def test_logs_of_the_first_format_are_played_on_without_that_limit() -> None:
    kind = kind_named("classic")
    assert kind.earlier == (ENDLESS,)
    rules = LIBRARY.ruleset(kind.earlier)
    state = on_turn(unit(motion=LANDED), board=field(1, 9), changes=MOST_CHANGES)
    relief = type(state.relief)(state.relief.board, rules)
    answer = Classic(kind.earlier).apply(msgspec.structs.replace(state, relief=relief), "red", Step("left"), Scripted())
    assert not isinstance(answer, Refusal)
    assert refused(state, Step("left")) == "turns.free_changes"


def test_a_jump_itself_is_no_free_change() -> None:
    state, _ = say(
        on_turn(unit(known("Wasp WSP-1A")), board=field(1, 9)), Scripted(), Go("jump"), Jump("0104"), Step("left")
    )
    assert state.changes == 1
