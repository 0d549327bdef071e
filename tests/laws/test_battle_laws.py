"""What holds in every battle: machines of all kinds fight at random, and no law is broken."""

import random
from pathlib import Path

import pytest

import overheat.classic
from overheat.classic.battle.advance import advance
from overheat.classic.facts.commands import Charge, Command, Fire, Jump, Stand, Step, Strike
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal

MACHINES = sorted(
    path.stem for path in (Path(overheat.classic.__file__).parent / "data" / "units" / "machines").glob("*.mtf")
)
EAGER = (Fire, Strike, Charge, Step, Jump, Stand)
"""What random players do more often than anything else, so that battles are fought."""


def forces(chance: random.Random) -> Setup:
    """Two against two, near enough to fight at once."""
    units = tuple(
        Combatant(id=f"{side}{at}", side=side, unit=chance.choice(MACHINES), hex=f"{3 + 2 * at:02}{row}", facing=facing)
        for side, row, facing in (("red", "06", 3), ("blue", "09", 0))
        for at in range(2)
    )
    return Setup(board=chance.choice(("valley", "crossroads", "lakeside")), units=units, rounds=6)


def choice(chance: random.Random, legal: list[Command]) -> Command:
    return chance.choices(legal, [4 if isinstance(command, EAGER) else 1 for command in legal])[0]


def lawful(before: State, after: State) -> None:
    """No two machines share a hex, nothing lost comes back, and nobody is better off than before."""
    standing = [unit for unit in after.units.values() if unit.active and unit.machine]
    assert len({unit.hex for unit in standing}) == len(standing)
    for id, unit in after.units.items():
        _only_worse(before.units[id], unit)


def _only_worse(before: Unit, after: Unit) -> None:
    assert after.condition.heat >= 0
    assert not before.fate or after.fate == before.fate
    assert after.condition.crew_hits >= before.condition.crew_hits
    assert all(left <= had for left, had in zip(after.condition.shots, before.condition.shots, strict=True))
    for place in after.condition.locations:
        was = before.condition[place.code]
        assert 0 <= place.armour <= was.armour
        assert 0 <= place.structure <= was.structure
        assert was.critical_hits <= place.critical_hits
        assert was.destroyed <= place.destroyed


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_legal_is_accepted_and_events_alone_make_the_new_state(seed: int) -> None:
    chance, dice, game = random.Random(seed), Seeded(seed), Classic()
    started = game.start(forces(chance), dice)
    assert not isinstance(started, Refusal), started
    state = started[0]
    while (player := game.to_act(state)) is not None:
        command = choice(chance, list(game.legal(state, player)))
        answer = game.apply(state, player, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        after, events = answer
        rebuilt = state
        for event in events:
            rebuilt = advance(rebuilt, event)
        assert rebuilt.units == after.units
        lawful(state, after)
        state = after
    assert game.over(state) is not None


@pytest.mark.parametrize("seed", range(2))
def test_a_command_asked_about_alone_is_legal_where_it_is_in_the_whole_list(seed: int) -> None:
    chance, dice, game = random.Random(seed), Seeded(seed), Classic()
    started = game.start(forces(chance), dice)
    assert not isinstance(started, Refusal), started
    state, said = started[0], set[Command]()
    while (player := game.to_act(state)) is not None and state.round < 4:
        legal = list(game.legal(state, player))
        said |= set(legal)
        asked = [*legal, *chance.sample(sorted(said, key=repr), min(len(said), 20))]
        assert [command in game.legal(state, player) for command in asked] == [command in legal for command in asked]
        answer = game.apply(state, player, choice(chance, legal), dice)
        assert not isinstance(answer, Refusal), answer
        state = answer[0]
