"""What a command writes into a file is what the name of the file says, for every command that has `--out`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from overheat.cli.console.forms import SUFFIXES, forms_of
from overheat.cli.main import app
from overheat.cli.platoon import odds as platoonodds
from terminal import refused, run

WASP = "Wasp WSP-1A"
WORDS: dict[str, tuple[str, ...]] = {
    "shot": (WASP, "--at", WASP, "--distance", "2"),
    "sight": ("crossroads", "0101", "0505"),
    "odds": (),
    "adjudicate": ("situation.json",),
    "battle": ("duel",),
    "compare": ("duel", "--rules", "quickref", "--games", "2", "--red", "random", "--blue", "random"),
    "tournament": ("duel", "--bots", "random,greedy", "--games", "1", "--report", "tournament"),
    "balance": (WASP, "STG-3R", "--value", "100", "--rounds", "1", "--report", "balance"),
    "replay": ("battle.log",),
    "legal": ("battle.position",),
    "bv": (WASP,),
    "cost": (WASP,),
    "convert": (WASP,),
    "force": ("force.toml",),
    "draft": ("--count", "1"),
    "rules": (),
    "rules show": ("QR-partial-cover",),
    "rules layers": (),
    "rules layer": ("dead_zones",),
    "board show": ("crossroads",),
    "board list": (),
    "board generate": (),
    "board tile": ("crossroads",),
    "coach": ("battle.log",),
    "platoon table": (),
    "platoon reference": ("--page", "1"),
    "platoon check": ("response_platoon",),
    "platoon design": (),
    "platoon card": ("response_platoon", "--unit", "alpha"),
    "platoon build": ("junior_leader", "rifle_squad", "rifle_squad"),
    "platoon shot": ("rpg", "20"),
    "platoon test": ("regular", "3"),
    "odds platoon shot": ("rpg", "20"),
    "odds platoon test": ("regular", "3"),
    "odds platoon penetration": ("atgm", "30"),
    "odds platoon he": ("2",),
    "odds platoon indirect": ("3",),
    "odds platoon strike": ("--air",),
    "odds platoon close": ("6",),
    "odds platoon assault": ("8", "6"),
    "odds platoon morale": ("regular", "2"),
    "odds platoon drone": (),
    "odds platoon missile": ("70",),
    "odds platoon flight": ("light", "run"),
    "odds platoon bag": ("10", "8"),
    "unit unplayed": (WASP,),
    "equipment show": ("Medium Laser",),
    "equipment list": ("laser",),
    "unit show": (WASP,),
    "unit check": (WASP,),
    "unit sheet": (WASP,),
    "unit list": (),
}
"""What each command must be told besides where to write to."""
BEGINS = {
    "svg": (b"<svg", b"<?xml"),
    "pdf": (b"%PDF",),
    "png": (b"\x89PNG",),
    "html": (b"<!doctype html", b"<!DOCTYPE html"),
    "board": (b"size ",),
    "mul": (b"<?xml",),
    "position": (b"game ",),
}
SITUATION = {
    "board": "crossroads",
    "attacker": {"unit": WASP, "hex": "0903", "facing": 3},
    "target": {"unit": WASP, "hex": "0906"},
    "weapon": {"name": "Medium Laser"},
}


def commands(found: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command and group under a command that has `--out`, with its words."""
    if any("--out" in option.opts for option in found.params):
        yield path, found
    for name, inner in getattr(found, "commands", {}).items():
        yield from commands(inner, f"{path} {name}".strip())


COMMANDS = dict(
    [
        *commands(typer.main.get_command(app)),
        *commands(typer.main.get_command(platoonodds.app), "odds platoon"),
    ]
)
"""The second door is opened by `odds` itself, which takes `platoon` for its first word."""


@pytest.fixture(scope="module")
def log() -> bytes:
    """The log of a battle."""
    return run("battle", "duel", "--format", "json").stdout.encode()


@pytest.fixture(scope="module")
def position(log: bytes, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A moment of that battle."""
    kept = tmp_path_factory.mktemp("position") / "battle.log"
    kept.write_bytes(log)
    return run("replay", str(kept), "--to", "5", "--format", "position").stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: bytes, position: str) -> Path:
    """A folder with the files that some commands read."""
    monkeypatch.chdir(tmp_path)
    Path("battle.log").write_bytes(log)
    Path("battle.position").write_text(position, encoding="utf-8")
    Path("force.toml").write_text(f'name = "One"\n[[unit]]\nunit = "{WASP}"\n', encoding="utf-8")
    Path("situation.json").write_text(json.dumps(SITUATION), encoding="utf-8")
    return tmp_path


def is_of(form: str, content: bytes) -> bool:
    """Whether a file looks like one of a form."""
    if form == "json":
        return all(
            json.loads(part) is not None for part in (content.splitlines() if b'"line"' in content else [content])
        )
    if form == "csv":
        return b"," in content.splitlines()[0]
    return content.startswith(BEGINS[form])


def test_every_command_with_out_is_tried_below() -> None:
    assert sorted(COMMANDS) == sorted(WORDS)


@pytest.mark.parametrize("words", WORDS)
def test_without_a_format_the_suffix_chooses_it_or_is_refused(words: str) -> None:
    forms = forms_of(COMMANDS[words])
    for suffix, form in SUFFIXES.items():
        out = Path(f"file{suffix.upper()}")
        if form in forms:
            run(*words.split(), *WORDS[words], "--out", str(out))
            assert is_of(form, out.read_bytes()), f"{words}: {out}"
        else:
            said = refused(*words.split(), *WORDS[words], "--out", str(out), code=2)
            assert f"there is no {form} here" in said
            assert not out.exists()


@pytest.mark.parametrize("words", [words for words in WORDS if forms_of(COMMANDS[words])])
def test_a_suffix_that_contradicts_the_format_is_refused(words: str) -> None:
    for asked in forms_of(COMMANDS[words]):
        out = Path("file.pdf" if asked != "pdf" else "file.svg")
        said = refused(*words.split(), *WORDS[words], "--format", asked, "--out", str(out), code=2)
        assert f"the options ask for {asked}" in said
        assert not out.exists()


@pytest.mark.parametrize("words", WORDS)
def test_a_suffix_that_promises_nothing_changes_nothing(words: str) -> None:
    printed = run(*words.split(), *WORDS[words]).stdout
    run(*words.split(), *WORDS[words], "--out", "file.txt")
    assert Path("file.txt").read_text(encoding="utf-8") == printed


def test_the_picture_of_a_turn_is_written_into_a_picture() -> None:
    run("replay", "battle.log", "--svg", "1", "--out", "turn.svg")
    assert Path("turn.svg").read_bytes().startswith(BEGINS["svg"])
    assert "the options ask for svg" in refused("replay", "battle.log", "--svg", "1", "--out", "turn.pdf", code=2)
    assert not Path("turn.pdf").exists()


def test_a_folder_may_be_called_what_it_likes(folder: Path) -> None:
    (folder / "cards.pdf").mkdir()
    run("convert", WASP, "--format", "svg", "--out", "cards.pdf")
    assert [path.suffix for path in (folder / "cards.pdf").iterdir()] == [".svg"]
