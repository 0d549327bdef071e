"""`overheat adjudicate --questions` and `overheat odds QUESTION`: what can be asked, under users' files too."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.rulesets import LIBRARY
from overheat.platoon.rulesets import LIBRARY as PLATOON
from terminal import refused, run

SITUATION: dict[str, Any] = {
    "board": "crossroads",
    "attacker": {"unit": "Warhammer WHM-6R", "hex": "0903", "facing": 3},
    "target": {"unit": "Wasp WSP-1A", "hex": "0906"},
    "weapon": {"name": "SRM 6"},
}

OWN = '''"""A question of one's own: how loud a cheer is."""

import msgspec

from overheat.classic.adjudicator import INQUIRIES
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.terms import Tally, Term

HERE = Book("House rules")("Cheers")


class Cheer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    voices: int = 3


def loud(desk, facts):
    if facts.voices < 0:
        raise ZeroDivisionError("nobody cheers")
    return Answer.needing(Tally((Term("cheers.voices", 10 - facts.voices, "voices", HERE),)), loud=facts.voices > 4)


ROW = Inquiry(title="How loud a cheer is", facts=Cheer, answer=loud, cite=HERE)
LAYER = Layer(
    "cheers", HERE, needs=("classic",), change=(INQUIRIES.amended("cheers.questions", {"cheer": ROW}, cite=HERE),)
)
'''

POOR_SALVOS = """id = "poor_salvos"
needs = ["classic"]

[rows."clusters.hits"]
6 = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
"""

SHARP = """id = "sharp"
needs = ["classic"]

[rows."to_hit.ranges"]
short = 5
"""


@pytest.fixture(autouse=True)
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in (LIBRARY, PLATOON):
        monkeypatch.setattr(library, "layers", dict(library.layers))
        monkeypatch.setattr(library, "bundles", dict(library.bundles))
        monkeypatch.setattr(library, "files", {})
        monkeypatch.setattr(library, "_composed", {})


def listed(*options: str) -> dict[str, Any]:
    found = json.loads(run("adjudicate", "--questions", "--format", "json", *options).stdout)
    return {row["id"]: row for row in found["questions"]}


def odds(*words: str, typed: str = "") -> dict[str, Fraction]:
    rows = csv.DictReader(io.StringIO(run("odds", *words, "--format", "csv", typed=typed).stdout))
    return {row["outcome"]: Fraction(row["exactly"]) for row in rows}


def test_what_can_be_asked_is_listed_with_facts_types_and_defaults() -> None:
    found = listed()
    assert {"attack", "blow", "piloting", "fall", "damage", "clusters", "criticals", "heat", "movement"} <= found.keys()
    facts = {fact["name"]: fact for fact in found["heat"]["facts"]}
    assert (facts["unit"]["needed"], facts["heat"]["type"], facts["heat"]["default"]) == (True, "whole number", 0)
    attacker = next(fact for fact in found["attack"]["facts"] if fact["name"] == "attacker")
    assert {"unit", "hex", "gunnery"} <= {fact["name"] for fact in attacker["fields"]}
    assert all(row["cite"] and row["title"] for row in found.values())
    told = run("adjudicate", "--questions").stdout
    assert "heat: What heat does to a machine" in told
    assert "  attacker, target, spotter (if any):\n" in told


def test_the_other_game_lists_its_own() -> None:
    for name in ("platoon", "heat"):
        assert {"shot", "order test", "drone drop"} <= listed("--rules", name).keys()


@pytest.mark.parametrize("rules", [["platoon"], ["heat"], []])
def test_the_other_game_is_asked_in_the_same_way(rules: list[str]) -> None:
    question = {"ask": "order test", "rules": rules, "quality": "regular", "pins": 3}
    answer = json.loads(run("adjudicate", "--format", "json", typed=json.dumps(question)).stdout)
    assert answer["sum"]["total"] == 6
    assert answer["headline"]["chance"] == [5, 12]
    assert "goes down" in run("adjudicate", typed=json.dumps(question)).stdout


def test_rules_of_the_command_line_name_the_game_too() -> None:
    told = run("adjudicate", "--rules", "platoon", typed=json.dumps({"ask": "morale", "quality": "regular"})).stdout
    assert "the unit holds" in told


def test_a_users_file_brings_a_question(tmp_path: Path) -> None:
    file = tmp_path / "cheers.py"
    file.write_text(OWN, encoding="utf-8")
    row = listed("--rules", str(file))["cheer"]
    assert (row["layer"], row["facts"][0]["default"]) == ("cheers", 3)
    question = json.dumps({"ask": "cheer", "rules": ["cheers"], "voices": 5})
    told = run("adjudicate", "--rules", str(file), typed=question).stdout
    assert "5  voices  [House rules: Cheers]" in told
    assert "30 in 36, 83.3 %" in told
    assert odds("cheer", "--rules", str(file), typed="{}") == {"made": Fraction(21, 36), "missed": Fraction(15, 36)}
    bad = refused("adjudicate", "--rules", str(file), code=1, typed=json.dumps({"ask": "cheer", "voices": "x"}))
    assert "not a situation for 'cheer': voices: Expected `int`, got `str`" in bad
    fault = refused("adjudicate", "--rules", str(file), code=1, typed=json.dumps({"ask": "cheer", "voices": -1}))
    assert "cheers.py:" in fault
    assert "nobody cheers" in fault


def test_the_odds_of_an_attack_are_its_damage_misses_counted() -> None:
    """4 or more hits, 33 in 36; a six-pack of two points each has all six hit on 11 and 12."""
    found = odds("attack", "-", typed=json.dumps(SITUATION))
    assert found["0"] == Fraction(3, 36)
    assert found["12"] == Fraction(33, 36) * Fraction(3, 36)
    assert sum(found.values()) == 1


def test_odds_are_felt_under_a_row_of_a_users_file(tmp_path: Path) -> None:
    situation, salvos, sharp = tmp_path / "s.json", tmp_path / "salvos.toml", tmp_path / "sharp.toml"
    situation.write_text(json.dumps(SITUATION), encoding="utf-8")
    salvos.write_text(POOR_SALVOS, encoding="utf-8")
    sharp.write_text(SHARP, encoding="utf-8")
    assert odds("attack", str(situation), "--rules", str(salvos)) == {"0": Fraction(3, 36), "2": Fraction(33, 36)}
    # Gunnery 4 and 5 for short range: 9 or more, ten in 36.
    assert odds("--rules", str(sharp), "attack", str(situation))["0"] == Fraction(26, 36)
    assert "=9" in run("odds", "attack", str(situation), "--rules", str(sharp)).stdout
    assert json.loads(run("odds", "2d6", "8", "--rules", str(sharp), "--format", "json").stdout)[0]["total"] == 8


def test_what_has_no_odds_is_told() -> None:
    assert "nothing is rolled for 'points'" in refused(
        "odds", "points", "-", code=2, typed=json.dumps({"unit": "Wasp WSP-1A"})
    )
    assert "are no dice" in refused("odds", "atack", "x.json", code=2)
    assert "no rules layer 'magic'" in refused("odds", "attack", "-", "--rules", "magic", code=2, typed="{}")
    assert "No such file" in refused("odds", "attack", "nowhere.json", code=1)


def test_lists_and_questions_do_not_go_together() -> None:
    assert "not both" in refused("adjudicate", "a.json", "--questions", code=2)


def test_a_file_of_many_questions_may_ask_all_sorts(tmp_path: Path) -> None:
    lines = [
        SITUATION,
        {"ask": "points", "unit": "Wasp WSP-1A"},
        {"ask": "bag", "mine": 1, "theirs": 1},
        {"ask": "points", "unit": "Wsp"},
    ]
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run("adjudicate", "--jsonl", str(file), code=1)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["target_number"] == 4
    assert answers[1]["jump"] == 6
    assert answers[2]["headline"]["chance"] == [1, 2]
    assert "no unit 'Wsp'" in answers[3]["error"]


ACROSS: dict[str, Any] = {
    "attacker": {"unit": "WHM-6R", "moved": "walk"},
    "target": {"unit": "WVR-6R", "moved": "run", "hexes_moved": 6},
    "distance": 5,
    "intervening": ["light woods"],
}


def test_a_shot_across_a_distance_needs_no_board() -> None:
    asked = {"ask": "shot", **ACROSS, "weapon": {"name": "Medium Laser"}}
    told = json.loads(run("adjudicate", "--format", "json", typed=json.dumps(asked)).stdout)
    assert told["target_number"] == 4 + 1 + 2 + 2 + 1
    found = odds("shot", typed=json.dumps({name: value for name, value in asked.items() if name != "ask"}))
    assert found == {"0": Fraction(30, 36), "5": Fraction(6, 36)}
    asked["distance"] = 4
    asked["intervening"] = []
    asked["target"] = {"unit": "WVR-6R"}
    told = json.loads(run("adjudicate", "--format", "json", typed=json.dumps(asked)).stdout)
    assert told["target_number"] == 4 + 1 + 2


def test_the_odds_of_a_volley_are_those_of_all_its_weapons_together() -> None:
    asked = {**ACROSS, "weapons": [{"name": "PPC"}, {"name": "Medium Laser"}]}
    hit, burnt = Fraction(15, 36), Fraction(6, 36)
    assert odds("volley", typed=json.dumps(asked)) == {
        "0": (1 - hit) * (1 - burnt),
        "5": (1 - hit) * burnt,
        "10": hit * (1 - burnt),
        "15": hit * burnt,
    }
    told = json.loads(run("adjudicate", "--format", "json", typed=json.dumps({"ask": "volley", **ACROSS})).stdout)
    assert told["target_numbers"]["PPC (2)"] == 8
    assert "beyond long range" in told["refused"]["Small Laser (1)"]


def test_a_shot_across_no_distance_or_through_more_than_there_is_room_for_is_refused() -> None:
    asked = {"ask": "shot", **ACROSS, "weapon": {"name": "PPC"}}
    for distance, reason in ((0, "distance 0 is not 1 to 60"), (1, "units 1 apart have 0 between them, not 1 hexes")):
        assert reason in run("adjudicate", typed=json.dumps({**asked, "distance": distance}), code=1).stderr
