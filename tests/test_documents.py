"""The documents are true: their commands run, their questions are answered, their Python does what it says."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from machines import HUNTER
from overheat.cli.main import app
from overheat.lab.games import kinds
from terminal import run

DOCS = Path(__file__).parents[1] / "docs"
MINE = """id = "mine"
needs = ["classic"]

[rows."to_hit.ranges"]
short = 1
"""
CARDS = 'file,type,size,move,s,m,l,e,ov,armor,structure,pv,specials\nhunter.mtf,BM,1,10",1,1,1,0,0,3,2,20,\n'
GAME = '{"key":"k","arm":"printed","seed":1,"winners":["red"],"reason":"alone","rounds":3,"commands":9}\n'
SLOWER = {"200": "2"}
"""Numbers of games that only people have the time for."""


def blocks(name: str, language: str) -> list[str]:
    """The examples of a document in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)


COMMANDS = [
    (document.name, line)
    for document in sorted(DOCS.glob("*.md"))
    for block in blocks(document.name, "sh")
    for line in block.splitlines()
    if line.startswith("overheat ")
]
OUTPUTS = [
    (document.name, *example)
    for document in sorted(DOCS.glob("*.md"))
    for example in re.findall(r"```console\n\$ overheat ([^\n]*)\n(.*?)```", document.read_text("utf-8"), re.DOTALL)
]
QUESTIONS = [
    ("battle.md", block if block.startswith('{"rules"') else line)
    for block in blocks("battle.md", "json")
    for line in ([block] if block.startswith('{"rules"') else block.splitlines())
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the documents speak of."""
    folder = tmp_path_factory.mktemp("documents")
    situation = blocks("battle.md", "json")[0]
    files = {
        "situation.json": situation,
        "thousands.jsonl": json.dumps(json.loads(situation)) + "\n",
        "mine.toml": MINE,
        "mine.mtf": HUNTER,
        "published.csv": CARDS,
        "lance.toml": blocks("alphastrike.md", "toml")[0],
        "scenario.toml": blocks("battle.md", "toml")[0],
        "units/hunter.mtf": HUNTER,
        "mine/Hunter.mtf": HUNTER,
        "mine/games.jsonl": GAME,
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    for name in ("duel.log", "old.log"):
        run("battle", "duel", "--red", "random", "--blue", "random", "--save", str(folder / name))
    run("replay", str(folder / "duel.log"), "--to=40", "--format=position", "--out", str(folder / "here.position"))
    run("play", "duel", "--save", str(folder / "game.log"), typed="quit\n", code=None)
    return folder


@pytest.fixture
def folder(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything happens where those files are, and rules of one's own are forgotten again."""
    monkeypatch.chdir(written)
    monkeypatch.setenv("OVERHEAT_HOME", str(written / "home"))
    for kind in kinds().values():
        assert kind.library is not None
        monkeypatch.setattr(kind.library, "layers", dict(kind.library.layers))
        monkeypatch.setattr(kind.library, "files", {})


def test_there_are_examples() -> None:
    assert len(COMMANDS) > 20
    assert len(QUESTIONS) > 4
    assert OUTPUTS


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("document", "command"), COMMANDS)
def test_a_command_of_a_document_gives_an_answer(document: str, command: str) -> None:
    words = [SLOWER.get(word, word) for word in shlex.split(command, comments=True)[1:]]
    told = run(*words, typed="quit\n")
    assert told.stdout or "--out" in words or "--save" in words


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("document", "command", "output"), OUTPUTS)
def test_a_command_of_a_document_prints_what_it_says(document: str, command: str, output: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command))
    told, dots, _ = output.partition("\n...")
    assert result.stdout.startswith(told) if dots else result.stdout.strip() == output.strip()


@pytest.mark.parametrize(("document", "question"), QUESTIONS)
def test_a_question_of_a_document_is_answered(document: str, question: str) -> None:
    told = json.loads(run("adjudicate", "--format", "json", typed=question).stdout)
    assert told["refusal"] is None
    assert len(told) > 1


@pytest.mark.usefixtures("folder")
def test_the_scenario_of_the_document_is_played() -> None:
    assert "A duel at the ford" in run("battle", "scenario.toml", "--red", "random", "--blue", "random").stdout


@pytest.mark.usefixtures("folder")
def test_the_force_of_the_document_adds_up() -> None:
    assert "units" in run("force", "lance.toml").stdout


def test_the_python_of_the_conversion_does_what_it_says() -> None:
    failures, tried = doctest.testfile(str(DOCS / "alphastrike.md"), module_relative=False)
    assert tried > 2
    assert failures == 0


def test_the_python_of_the_lab_does_what_it_says() -> None:
    found = doctest.testfile(str(DOCS / "lab.md"), module_relative=False)
    assert found.attempted > 3
    assert found.failed == 0


def test_the_python_of_the_platoon_game_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks("platoon.md", "python")
    exec(compile(program, "platoon.md", "exec"), {})
    assert "victory points" in capsys.readouterr().out
