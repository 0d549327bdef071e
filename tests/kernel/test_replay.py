"""The log is the game: it replays byte for byte, undoes, and is refused when broken."""

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.kernel.replay import Header, Session, first_difference, read, rerun, verify
from toy import Pass, Race, RaceGame, Setup, Throw


def played() -> Session[Setup, Race, Throw | Pass]:
    session = Session(RaceGame(), Setup(goal=7), seed=11)
    commands: list[Throw | Pass] = [Throw(2), Throw(1), Pass(), Throw(1)]
    for player, command in zip(("red", "blue") * 2, commands, strict=True):
        session.apply(player, command)
    return session


def game(header: Header) -> RaceGame:
    assert header.game == "race"
    return RaceGame()


def test_a_log_replays_byte_for_byte() -> None:
    session = played()
    assert verify(session.log(), game) is None
    assert rerun(session.log(), game).log() == session.log()
    assert rerun(session.log(), game).state == session.state


def test_a_forged_roll_is_found_and_told_with_its_line() -> None:
    forged = played().log().replace(b'"steps":', b'"steps":1', 1)
    difference = verify(forged, game)
    assert difference is not None
    assert difference.line == 4
    assert "the log says" in str(difference)


def test_a_shortened_log_is_found() -> None:
    lines = played().log().splitlines(keepends=True)
    difference = verify(b"".join(lines[:-1]), game)
    assert difference is not None
    assert difference.expected == ""


def test_every_roll_is_in_the_log_with_its_purpose() -> None:
    assert played().log().count(b'"purpose":"race.throw"') == 3


def test_undo_is_the_log_without_its_last_commands() -> None:
    session = played()
    back = session.undone(2)
    assert back.log() == b"\n".join(session.lines[: len(back.lines)]) + b"\n"
    back.apply("red", Pass())
    back.apply("blue", Throw(1))
    assert back.log() == session.log()


def test_a_refused_command_changes_nothing() -> None:
    session = played()
    before = session.log(), session.state
    with pytest.raises(RefusedError, match="blue may not do that now"):
        session.apply("blue", Throw(1))
    assert (session.log(), session.state) == before
    assert verify(session.log(), game) is None


def test_a_game_that_may_not_start_is_refused() -> None:
    with pytest.raises(RefusedError, match="a race needs a goal"):
        Session(RaceGame(), Setup(goal=0), seed=1)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (b"", "line 1: a log begins with its header"),
        (b"\xff\xfe", "line 1: not a line of a log"),
        (b'{"line":"command","player":"red","command":{}}', "line 1: a log begins with its header"),
        (b'{"line":"header","format":99,"game":"race","rules":[],"seed":1,"setup":{}}', "log format 99"),
        (b'{"line":"header","format":1,"game":"race","rules":[],"seed":1,"setup":{}}\n{"x":', "line 2: not a line"),
    ],
)
def test_a_broken_log_is_refused_with_its_line(log: bytes, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        read(log)


def test_a_log_of_another_set_up_is_refused() -> None:
    with pytest.raises(RefusedError, match="set-up: "):
        rerun(b'{"line":"header","format":1,"game":"race","rules":[],"seed":1,"setup":{"goal":"x"}}', game)


def test_wording_may_differ_and_names_may_not() -> None:
    header = b'{"setup":{"players":["Red Team","Blue Team"]}}'
    kept = [header, b'{"winner":"Red Team","value":4,"why":"last on the field"}']
    worded = [header, b'{"winner":"Red Team","value":4,"why":"nobody else is left"}']
    assert first_difference(kept, worded, any_wording=True) is None
    for other in (b'{"winner":"Blue Team","value":4,"why":"x y"}', b'{"winner":"Red Team","value":3,"why":"x y"}', b""):
        difference = first_difference(kept, [header, other], any_wording=True)
        assert difference is not None
        assert difference.line == 2
    assert first_difference(kept, worded) is not None
