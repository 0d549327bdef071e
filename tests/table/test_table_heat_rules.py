"""A user's file for H.E.A.T at the table: what it brings is offered with words, said, told and awaited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from overheat.platoon.rulesets import LIBRARY
from platoon import cheers
from tabletop import Table, make, serving


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    LIBRARY.bring(str(cheers.written(tmp_path, monkeypatch)))
    with serving("sqlite://") as client:
        yield make(client, scenario="crossroads", kind="platoon", hot_seat=True, seed=2, rules=["cheers"])


def offered(table: Table) -> dict[str, Any]:
    answer: dict[str, Any] = table.get("attacker", "/legal").json()
    return answer


def until(table: Table, wanted: str) -> dict[str, Any]:
    """Play what comes first, shooting where that is possible, until a command is offered; what is offered then."""
    for _ in range(2000):
        found = offered(table)
        kinds = [command["type"] for command in found["commands"]]
        if wanted in kinds:
            return found
        shots = [command for command in found["commands"] if command["type"] == "Shoot"]
        fire = [c for c in found["commands"] if c["type"] == "Give" and c["order"] in ("fire", "advance")]
        said = (shots or fire or found["commands"])[0]
        assert table.post("attacker", "/say", command=said).status_code == 200
    raise AssertionError(f"{wanted} was never offered")


def test_a_phase_and_a_verb_of_a_users_file_are_offered_with_words_and_said(table: Table) -> None:
    found = until(table, "Cheer")
    side = found["player"]
    words = dict(zip(map(str, found["commands"]), found["words"], strict=True))
    quiet = {"type": "Quiet"}
    assert words[str(quiet)] == "keep quiet"
    cheer = next(command for command in found["commands"] if command["type"] == "Cheer")
    assert words[str(cheer)].startswith("cheer ")
    awaited = table.get("attacker", "/platoon/shape", player=side).json()["awaited"]
    assert (awaited["task"], awaited["what"], awaited["step"]) == ("Cheering", "cheer a pinned unit up", "Cheers")
    other = next(unit for unit in table.get("attacker", "/view").json()["view"]["units"] if not unit.startswith(side))
    no = table.post("attacker", "/say", command={"type": "Cheer", "unit": other})
    assert (no.status_code, no.json()["refusal"]["id"]) == (409, "cheers.pinned")
    assert table.post("attacker", "/say", command=cheer).status_code == 200
    told = [event["text"] for event in table.events("attacker") if event["kind"] == "Cheered"]
    assert told[-1].endswith("is cheered up.")


def test_every_command_of_the_game_comes_with_its_words(table: Table) -> None:
    found = until(table, "Whistle")
    assert len(found["words"]) == len(found["commands"])
    assert all(found["words"])
    assert "whistle" in found["words"]
