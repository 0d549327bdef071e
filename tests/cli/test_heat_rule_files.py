"""A user's file for H.E.A.T on the command line: a battle is played, kept, told and replayed under it."""

import json
from pathlib import Path

import pytest

from platoon import cheers
from terminal import refused, run


def test_a_phase_of_a_users_file_is_played_by_bots_told_and_replayed_with_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, log = cheers.written(tmp_path, monkeypatch), tmp_path / "heat.jsonl"
    told = run("battle", "crossroads", "--rules", str(rules), "--save", str(log)).stdout
    assert "is cheered up." in told
    lines = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["rules"] == ["platoon", "cheers"]
    assert any('"type":"Cheer"' in line for line in lines)
    cheers.forget()
    assert "no rules layer 'cheers'" in refused("replay", str(log), code=1)
    cheers.forget()
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout
