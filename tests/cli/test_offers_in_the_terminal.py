"""The terminal plays what it does not know: any phase and any command, with what it takes and what it promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parades import on_parade
from terminal import run


def shown(rules: str, *lines: str) -> str:
    """What is shown when these lines are typed in a duel."""
    return run("play", "duel", "--rules", rules, typed="".join(f"{line}\n" for line in lines)).stdout


def test_a_phase_of_ones_own_lists_words_costs_and_promises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with on_parade(tmp_path, monkeypatch) as path:
        listed = shown(path, "stay", "quit")
        number = re.search(r"^ *(\d+)  salute towards 1: cheers on 8\+, 58\.3 % \[0\.5 heat\]$", listed, re.MULTILINE)
        assert number is not None, listed
        assert "march past HEX: 48 hexes, which list tells" in listed
        why = shown(path, "stay", f"? {number[1]}", "march past 0301", "quit")
    assert "0.5  pride  [House rules: Parade]" in why
    assert "+1  the way" in why
    assert "cheers on 8+" in why
    assert "turns its torso north-west" in why


def test_a_command_of_a_layer_is_offered_before_the_move(tmp_path: Path) -> None:
    told = shown("minefields+evading", "lay mines in 0604", "quit")
    assert "evade " in told.split("Where to?")[0]
    assert "lay mines in HEX:" in told
    assert "minefield" in told
