"""Logs of H.E.A.T from before they named a version go on under the rulings of their time."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from overheat.kernel.log.alike import FORMAT
from overheat.kernel.log.replay import Session, read, rerun
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario, game_of, kind_named
from overheat.table.games.replaying import replayed
from overheat.table.offers import offers

SHELLS = gzip.decompress((Path(__file__).parent / "format1/platoon/ridge_shells.log.gz").read_bytes())


def test_a_log_that_names_no_version_is_played_as_rulings_were_read_then() -> None:
    header, _ = read(SHELLS)
    assert (header.version, "first_readings" in header.rules) == ("", False)
    assert header.rules[0] == "heat"
    assert game_of(header).rules == ("platoon", *header.rules[1:], "first_readings")
    plain = kind_named("platoon").make(header.rules)
    with pytest.raises(RefusedError, match="cannot be played again"):
        rerun(SHELLS, lambda _: plain)


def test_the_table_opens_such_a_log_and_its_first_line_names_the_rules_it_goes_on_under() -> None:
    session, _ = replayed(offers()["platoon"], SHELLS.splitlines())
    before, now = read(SHELLS)[0], read(session.log())[0]
    assert now == msgspec.structs.replace(before, format=FORMAT, rules=("platoon", *before.rules[1:], "first_readings"))


def test_a_new_log_names_its_version_and_is_played_as_rulings_are_read_now() -> None:
    kind, brief = find_scenario("ridge")
    session = Session(kind.make(()), brief.setup, 1)
    header, _ = read(session.log())
    assert (bool(header.version), game_of(header).rules) == (True, ("platoon",))
