"""Laws that hold whatever is played, shown on a very small game under random play."""

import msgspec
from hypothesis import given
from hypothesis import strategies as some

from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Header, Session, verify
from toy import RaceGame, Setup


def race(header: Header) -> RaceGame:
    return RaceGame()


@given(some.integers(0, 2**64), some.integers(1, 40))
def test_random_play_replays_and_undoes(seed: int, goal: int) -> None:
    game, bot = RaceGame(), Seeded(seed, stream="bot")
    session = Session(game, Setup(goal), seed)
    while (player := game.to_act(session.state)) is not None:
        choices = list(game.legal(session.state, player))
        before = session.state
        session.apply(player, choices[bot.roll("choice", 1, len(choices)).total - 1])
        assert session.state != before
        assert msgspec.json.decode(msgspec.json.encode(session.state), type=type(session.state)) == session.state
    assert game.over(session.state) is not None
    assert verify(session.log(), race) is None
    assert session.undone().undone(0).log() + b"" == b"\n".join(session.lines[: len(session.undone().lines)]) + b"\n"
