"""Logs of versions that read rules otherwise go on under the rulings of their time."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from overheat.kernel.log.alike import FORMAT
from overheat.kernel.log.replay import Session, read, rerun, verify
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario, game_of, kind_named
from overheat.lab.readings import former_games, played_again
from overheat.table.games.replaying import replayed
from overheat.table.offers import offers

SHELLS = gzip.decompress((Path(__file__).parent / "format1/platoon/ridge_shells.log.gz").read_bytes())

MINES = gzip.decompress((Path(__file__).parent / "format3/classic/lance_mines_whole.log.gz").read_bytes())


def test_a_log_that_names_no_version_is_played_as_rulings_were_read_then() -> None:
    header, _ = read(SHELLS)
    assert (header.version, "first_readings" in header.rules) == ("", False)
    assert header.rules[0] == "heat"
    assert game_of(header).rules == ("platoon", *header.rules[1:], "first_readings", "former_field", "former_volleys")
    plain = kind_named("platoon").make(header.rules)
    with pytest.raises(RefusedError, match="cannot be played again"):
        rerun(SHELLS, lambda _: plain)


def test_the_table_opens_such_a_log_and_its_first_line_names_the_rules_it_goes_on_under() -> None:
    session, _ = replayed(offers()["platoon"], SHELLS.splitlines())
    before, now = read(SHELLS)[0], read(session.log())[0]
    rules = ("platoon", *before.rules[1:], "first_readings", "former_field", "former_volleys")
    assert now == msgspec.structs.replace(before, format=FORMAT, rules=rules)


def test_a_new_log_names_its_version_and_is_played_as_rulings_are_read_now() -> None:
    kind, brief = find_scenario("ridge")
    session = Session(kind.make(()), brief.setup, 1)
    header, _ = read(session.log())
    assert (bool(header.version), game_of(header).rules) == (True, ("platoon",))


def test_a_log_of_todays_format_is_played_under_the_latest_earlier_reading_that_it_agrees_with() -> None:
    header, _ = read(MINES)
    assert verify(MINES, game_of) is not None
    tried = [game.rules[len(header.rules) :] for game in former_games(kind_named("classic"), header)]
    formerly = kind_named("classic").formerly
    assert tried == [formerly[at:] for at in reversed(range(len(formerly)))]
    for session in (played_again(MINES), replayed(offers()["classic"], MINES.splitlines())[0]):
        assert session.log() == MINES
        assert session.game.rules == (*header.rules, *formerly[formerly.index("former_mines") :])


def test_a_part_of_such_a_log_is_played_so_too_and_one_that_agrees_with_no_reading_is_played_as_today() -> None:
    _, commands = read(MINES)
    part = played_again(MINES, len(commands) // 2)
    assert MINES.startswith(part.log())
    assert "former_mines" in part.game.rules
    spoilt = MINES.replace(b'"faces":[', b'"faces":[9,', 1)
    assert "former_mines" not in played_again(spoilt).game.rules


def test_a_log_under_the_rules_of_today_has_no_earlier_readings() -> None:
    kind, brief = find_scenario("duel")
    header, _ = read(Session(kind.make(kind.layers(brief)), brief.setup, 1).log())
    assert list(former_games(kind, header)) == []
