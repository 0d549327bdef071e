"""The log is the game: it replays byte for byte, undoes, and is refused when broken."""

from typing import Any

import msgspec
import pytest

from overheat import __version__
from overheat.kernel.dice import Dice
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.log.alike import FORMAT, Worded
from overheat.kernel.log.replay import Header, Session, first_difference, read, rerun, verify
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.digest import Digest
from overheat.lab.games import game_of, kind_named
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


class Wager(msgspec.Struct, frozen=True, tag=True):
    stake: float


class Staked(Event, frozen=True):
    stake: float


class WageringGame(RaceGame):
    """A race in which one may bet any part of anything instead of throwing."""

    commands: Any = Throw | Pass | Wager

    def apply(self, state: Race, player: Player, command: Any, dice: Dice) -> tuple[Race, tuple[Event, ...]] | Refusal:
        if isinstance(command, Wager):
            return msgspec.structs.replace(state, turn=state.turn + 1), (Staked(command.stake),)
        return super().apply(state, player, command, dice)


def test_a_whole_number_said_where_a_command_holds_a_broken_one_replays_byte_for_byte() -> None:
    session: Session[Any, Any, Any] = Session(WageringGame(), Setup(goal=7), seed=11)
    session.apply("red", Wager(9))
    assert verify(session.log(), lambda header: WageringGame()) is None
    assert session.log().count(b'"stake":9.0') == 2


@pytest.mark.parametrize("nonsense", [None, "throw", object()])
def test_what_is_no_command_is_refused_by_the_game_and_not_by_its_log(nonsense: Any) -> None:
    session: Session[Any, Any, Any] = Session(RaceGame(), Setup(goal=7), seed=11)
    with pytest.raises(RefusedError, match="may not do that"):
        session.apply("red", nonsense)


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


HEADER = b'{"line":"header","format":%d,"game":"x","rules":[],"seed":1,"setup":{}}'
WORDED = Worded(sentences={"Ended": frozenset({"why"})}, sums={"Ended": frozenset({"needed"})})


def ended(winner: str, why: str, label: str) -> bytes:
    event = {"type": "Ended", "winner": winner, "why": why, "needed": [["a.part", 4, label]]}
    return msgspec.json.encode({"line": "event", "event": event})


@pytest.mark.parametrize("earlier", range(1, FORMAT))
def test_a_log_of_an_earlier_format_is_held_to_the_facts_that_both_formats_keep(earlier: int) -> None:
    kept = [HEADER % earlier, ended("Red Team", "last on the field", "skill")]
    assert first_difference(kept, [HEADER % FORMAT, ended("Red Team", "end.last", "the skill")], WORDED) is None
    more = ended("Red Team", "end.last", "skill").replace(b'"winner"', b'"hex":"0101","winner"')
    assert first_difference(kept, [HEADER % FORMAT, more], WORDED) is None
    for other in (
        ended("Blue Team", "end.last", "skill"),
        ended("Red Team", "x", "skill").replace(b",4,", b",5,"),
        b"",
    ):
        difference = first_difference(kept, [HEADER % FORMAT, other], WORDED)
        assert difference is not None
        assert difference.line == 2


@pytest.mark.parametrize("written", range(1, FORMAT + 1))
def test_a_log_of_an_earlier_format_lacks_events_that_there_were_not_yet(written: int) -> None:
    worded = msgspec.structs.replace(WORDED, later=frozenset({"Noted"}))
    kept = [HEADER % written, ended("Red Team", "end.last", "skill")]
    noted = b'{"line":"event","event":{"type":"Noted","what":"a fact"}}'
    for found in ([noted, kept[1]], [kept[1], noted]):
        assert (first_difference(kept, [HEADER % FORMAT, *found], worded) is None) == (written < FORMAT)


def test_in_any_wording_labels_may_differ_and_ids_may_not() -> None:
    kept = [HEADER % FORMAT, ended("Red Team", "end.last", "skill")]
    assert first_difference(kept, [HEADER % FORMAT, ended("Red Team", "end.last", "the skill")], WORDED) is not None
    worded = [HEADER % FORMAT, ended("Red Team", "end.last", "the skill")]
    assert first_difference(kept, worded, WORDED, any_wording=True) is None
    other = [HEADER % FORMAT, ended("Red Team", "end.time", "skill")]
    assert first_difference(kept, other, WORDED, any_wording=True) is not None


def test_dice_of_format_1_are_held_to_their_faces() -> None:
    kept = [HEADER % 1, b'{"line":"event","event":{"type":"Rolled","roll":{"purpose":"to hit","sides":6,"faces":[3]}}}']
    for faces, same in ((b"3", True), (b"4", False)):
        roll = b'{"purpose":"fire.to_hit","sides":6,"faces":[%s],"who":"red"}' % faces
        now = [HEADER % FORMAT, b'{"line":"event","event":{"type":"Rolled","roll":%s}}' % roll]
        assert (first_difference(kept, now, Worded()) is None) == same


def duel() -> Session[Any, Any, Any]:
    kind = kind_named("classic")
    session: Session[Any, Any, Any] = Session(kind.make(()), kind.find("duel").setup, 3)
    for _ in range(6):
        player = session.game.to_act(session.state)
        assert player is not None
        session.apply(player, next(iter(session.game.legal(session.state, player))))
    return session


def under_other_rules(log: bytes) -> bytes:
    """The log as an older version would have written it, whose classic layer was another."""
    header, _ = read(log)
    assert header.digest is not None
    older = msgspec.structs.replace(
        header, version="0.0.9", digest=Digest("0", {**header.digest.layers, "classic": "1"})
    )
    return b"\n".join([msgspec.json.encode(older), *log.splitlines()[1:]]) + b"\n"


def test_a_log_names_the_version_and_the_rules_it_was_begun_under() -> None:
    session = duel()
    header, _ = read(session.log())
    assert (header.version, header.digest) == (__version__, session.game.digest)
    assert b"version" not in played().log()


def test_a_log_of_another_version_replays_and_goes_on_with_the_header_it_had() -> None:
    log = under_other_rules(duel().log())
    assert verify(log, game_of) is None
    session = rerun(log, game_of)
    assert session.log() == log
    assert session.undone().log() == b"".join(log.splitlines(keepends=True)[: len(session.undone().lines)])


def test_a_replay_that_differs_tells_of_other_rules() -> None:
    log = under_other_rules(duel().log())
    differing = verify(log.replace(b'"round":1', b'"round":7'), game_of)
    assert "played under other rules: version 0.0.9" in str(differing)
    assert "changed layers: classic" in str(differing)
    assert "other rules" not in str(verify(duel().log().replace(b'"round":1', b'"round":7'), game_of))


def test_a_command_that_cannot_be_played_again_is_refused_with_its_line() -> None:
    log = under_other_rules(duel().log()).replace(b'"type":"Choose","unit":"', b'"type":"Choose","unit":"no', 1)
    lines = log.splitlines()
    at = next(number for number, line in enumerate(lines, start=1) if b'"nored' in line or b'"noblue' in line)
    with pytest.raises(RefusedError, match=f"line {at}: command 1 cannot be played again: .*other rules") as told:
        rerun(log, game_of)
    assert told.value.refusal.id == "turn.unit"
    assert told.value.refusal.facts["line"] == at


def test_a_log_of_rules_that_are_gone_is_refused_with_its_line() -> None:
    log = duel().log().replace(b'"rules":["classic"]', b'"rules":["classic","gone"]')
    with pytest.raises(RefusedError, match="line 1: the game cannot be set up: no rules layer 'gone'"):
        rerun(log, game_of)
