"""Rules of one's own on the command line: battles are played, kept and replayed under a user's file."""

import json
from importlib import resources
from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from overheat.platoon.rulesets import LIBRARY as PLATOON
from terminal import refused, run

AT_RANDOM = ("--red", "random", "--blue", "random")
"""Who plays where it does not matter who does."""

FAR = """id = "hard_at_range"
needs = ["classic"]

[rows."to_hit.ranges"]
medium = 9
"""

SALUTE = '''"""A unit may salute in the weapon attack phase."""

import msgspec

from overheat.classic.facts.events import Twisted
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer

HERE = Book("House rules")("Salute")


class Salute(msgspec.Struct, frozen=True, tag=True):
    facing: int


SALUTES = VERBS.amended(
    "salute.verbs",
    {
        "salute": Verb(
            command=Salute,
            phases=("weapons",),
            offers=lambda state, unit: (Salute(unit.facing),),
            refuses=lambda state, unit, command: None,
            does=lambda scene, unit, command: scene.tell(Twisted(unit.id, command.facing)),
            words=always("salute"),
            worth=lambda state, unit, command: 0.0 if unit.torso == command.facing else 1.0,
        )
    },
    cite=HERE,
)
LAYER = Layer("salute", HERE, title="Saluting", needs=("classic",), change=(SALUTES,))
'''

REACTING = '''"""Who won the initiative may brace after the movement, and everybody may cheer in the End Phase."""

import msgspec

from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer

HERE = Book("House rules")("Reactions")


class Brace(msgspec.Struct, frozen=True, tag=True):
    """Make ready."""


class Cheer(msgspec.Struct, frozen=True, tag=True):
    """Be glad that the round is over."""


def verb(command, phase, mark):
    return Verb(
        command=command,
        phases=(phase,),
        offers=lambda state, unit: (command(),) if mark not in unit.marks else (),
        refuses=lambda state, unit, said: None,
        does=lambda scene, unit, said: scene.tell(MarkLaid(unit.id, mark, Mark(until=scene.state.round))),
        words=always(f"{mark} now"),
        worth=lambda state, unit, said: 1.0,
    )


REACTION = Phase(title="Reaction", after="movement", acts=lambda state, unit: unit.side == state.initiative[-1])
LAYER = Layer(
    "reacting",
    HERE,
    needs=("classic",),
    change=(
        PHASES.amended("reacting.phases", {"reaction": REACTION}, cite=HERE),
        VERBS.amended(
            "reacting.verbs",
            {"brace": verb(Brace, "reaction", "braced"), "cheer": verb(Cheer, "end", "glad")},
            cite=HERE,
        ),
    ),
)
'''


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "bundles", dict(LIBRARY.bundles))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})


def forget() -> None:
    """What another process knows: nothing of anybody's files."""
    for name in LIBRARY.files:
        del LIBRARY.layers[name]
    LIBRARY.files, LIBRARY._composed = {}, {}


def test_a_verb_of_a_users_file_is_said_by_bots_and_the_log_replays_with_the_file_alone(tmp_path: Path) -> None:
    rules, log = tmp_path / "salute.py", tmp_path / "duel.jsonl"
    rules.write_text(SALUTE, encoding="utf-8")
    run("battle", "duel", "--bot", "red=random", "--rules", str(rules), "--save", str(log))
    lines = log.read_text(encoding="utf-8").splitlines()
    assert rules_of(log)[-1] == "salute"
    assert any('"type":"Salute"' in line for line in lines)
    forget()
    assert "no rules layer 'salute'" in refused("replay", str(log), code=1)
    forget()
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout
    forget()
    rules.write_text(SALUTE.replace("unit.torso == command.facing", "unit.torso != 0"), encoding="utf-8")
    assert "played under other rules of 'salute'" in refused("replay", str(log), "--rules", str(rules), code=1)


def test_a_users_verb_is_offered_and_said_in_the_terminal(tmp_path: Path) -> None:
    rules = tmp_path / "salute.py"
    rules.write_text(SALUTE, encoding="utf-8")
    typed = "1\nstay\n1\nlist\nquit\n"
    told = run("play", "duel", "--rules", str(rules), typed=typed).stdout
    assert "  salute" in told


def test_the_help_of_the_terminal_tells_the_verbs_and_modes_of_layers(tmp_path: Path) -> None:
    rules = tmp_path / "reacting.py"
    rules.write_text(REACTING, encoding="utf-8")
    told = run("play", "duel", "--rules", str(rules), "--rules", "sprinting", typed="help\nreach\nquit\n").stdout
    assert "Brace (reaction): Make ready.\nCheer (end): Be glad that the round is over.\n" in told
    assert "walk, run, fly, swim, sprint   move step by step" in told
    assert "w walk, r run, j jump, S sprint, with the points" in told


def test_a_phase_of_a_users_file_and_its_verb_for_the_end_phase_are_played_by_bots_and_replayed(tmp_path: Path) -> None:
    rules, log = tmp_path / "reacting.py", tmp_path / "duel.jsonl"
    rules.write_text(REACTING, encoding="utf-8")
    run("battle", "duel", "--rules", str(rules), "--save", str(log))
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    events = [row["event"] for row in rows if row["line"] == "event"]
    begun = [event for event in events if event["type"] == "PhaseBegan"]
    asked = [(event["phase"], len(event["order"])) for event in begun[:6]]
    assert asked == [("movement", 2), ("reaction", 1), ("weapons", 2), ("physical", 2), ("end", 2), ("movement", 2)]
    assert {event["mark"] for event in events if event["type"] == "MarkLaid"} == {"braced", "glad"}
    forget()
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout


def test_a_turn_in_the_end_phase_of_a_users_file_is_taken_in_the_terminal(tmp_path: Path) -> None:
    rules = tmp_path / "reacting.py"
    rules.write_text(REACTING, encoding="utf-8")
    told = run("play", "duel", "--rules", str(rules), typed="done\nbrace\ndone\ndone\ndone\nlist\nquit\n").stdout
    assert "glad now" in told


def test_the_adjudicator_answers_under_a_users_file(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(FAR, encoding="utf-8")
    party = {"unit": "Wasp WSP-1A", "facing": 0}
    question = {
        "board": "valley",
        "attacker": {**party, "hex": "0805"},
        "target": {**party, "hex": "0801"},
        "weapon": {"name": "Medium Laser", "location": "RA"},
    }
    asked = json.dumps(question)
    plain = json.loads(run("adjudicate", "--format", "json", typed=asked).stdout)
    mine = json.loads(run("adjudicate", "--format", "json", "--rules", str(rules), typed=asked).stdout)
    assert mine["target_number"] == plain["target_number"] + 7


def test_a_bad_file_is_one_line_with_its_place(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(FAR.replace("9", '"nine"'), encoding="utf-8")
    for command in (("battle", "duel", "--rules"), ("sight", "valley", "0101", "--rules")):
        assert f"{rules}:5: row 'medium'" in refused(*command, str(rules), code=2 if command[0] == "sight" else 1)


def rules_of(log: Path) -> list[str]:
    """The layers that a log names."""
    return list(json.loads(log.read_text(encoding="utf-8").splitlines()[0])["rules"])


def test_the_edition_that_is_played_is_the_published_one_unless_another_is_named(tmp_path: Path) -> None:
    printed = LIBRARY.bundles["printed"].layers
    own, log = tmp_path / "own.toml", tmp_path / "duel.jsonl"
    told = (resources.files("overheat.classic") / "data" / "scenarios" / "duel.toml").read_text(encoding="utf-8")
    own.write_text('rules = ["quickref", "evading"]\n' + told, encoding="utf-8")
    for scenario, given, wanted in (
        ("duel", (), printed),
        ("duel", ("evading",), (*printed, "evading")),
        ("duel", ("quickref",), ()),
        ("duel", ("classic+evading",), ("evading",)),
        (str(own), (), ("evading",)),
        (str(own), ("printed",), ("evading", *printed)),
    ):
        run("battle", scenario, *(word for name in given for word in ("--rules", name)), *AT_RANDOM, "--save", str(log))
        assert rules_of(log) == ["classic", *wanted], (scenario, given)


def test_presets_layers_and_files_are_joined_on_the_command_line(tmp_path: Path) -> None:
    rules, log = tmp_path / "mine.toml", tmp_path / "duel.jsonl"
    rules.write_text(FAR, encoding="utf-8")
    run("battle", "duel", "--rules", f"printed+floating_criticals+{rules}", *AT_RANDOM, "--save", str(log))
    printed = LIBRARY.bundles["printed"].layers
    assert rules_of(log) == ["classic", *printed, "floating_criticals", "hard_at_range"]
    assert "every byte the same" in run("replay", str(log), "--rules", str(rules)).stdout
    run("battle", "duel", "--rules", "quickref+omega", "--rules", "evading", *AT_RANDOM, "--save", str(log))
    assert set(rules_of(log)) == {"classic", *LIBRARY.bundles["omega"].layers, "evading"}


def test_a_bundle_of_a_users_file_is_played_under(tmp_path: Path) -> None:
    club, log = tmp_path / "club.toml", tmp_path / "duel.jsonl"
    club.write_text('id = "club"\nlayers = ["printed", "evading"]\n', encoding="utf-8")
    run("battle", "duel", "--rules", str(club), *AT_RANDOM, "--save", str(log))
    assert rules_of(log) == ["classic", *LIBRARY.bundles["printed"].layers, "evading"]


def test_odds_and_platoons_are_worked_out_under_a_users_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLATOON, "layers", dict(PLATOON.layers))
    monkeypatch.setattr(PLATOON, "files", {})
    rules = tmp_path / "calm.toml"
    rules.write_text(
        'id = "calm"\nneeds = ["heat"]\n[rows."orders.quality"]\nregular = {morale = 11}\n', encoding="utf-8"
    )
    plain = json.loads(run("odds", "platoon", "test", "regular", "3", "--format", "json").stdout)
    calm = json.loads(run("odds", "platoon", "test", "regular", "3", "--format", "json", "--rules", str(rules)).stdout)
    assert calm["sum"]["total"] == plain["sum"]["total"] + 2
    wrong = refused("odds", "platoon", "test", "regular", "--rules", str(tmp_path / "none.toml"), code=2)
    assert "No such file" in wrong
