"""`overheat adjudicate`: situations in, explained numbers out, and whatever is wrong in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from terminal import refused, run

SITUATION: dict[str, Any] = {
    "board": "crossroads",
    "attacker": {"unit": "Warhammer WHM-6R", "hex": "0903", "facing": 3, "moved": "walk", "hexes_moved": 3},
    "target": {"unit": "Wasp WSP-1A", "hex": "0906", "facing": 0, "moved": "jump", "hexes_moved": 5},
    "weapon": {"name": "Medium Laser", "location": "LT"},
}


def changed(**parts: Any) -> dict[str, Any]:
    """The situation with some things different; a part that is a table keeps the rest of its own."""
    made = dict(SITUATION)
    for name, value in parts.items():
        made[name] = {**made[name], **value} if isinstance(value, dict) else value
    return made


def asked(situation: dict[str, Any], *options: str) -> str:
    return run("adjudicate", *options, typed=json.dumps(situation)).stdout


def test_a_number_is_told_with_its_terms_and_its_chance() -> None:
    """Gunnery 4, walked 1, jumped 1, moved five hexes 2, short range 0: 8, which 15 of 36 rolls make."""
    told = asked(SITUATION)
    assert "4  gunnery skill" in told
    assert "+1  attacker walked" in told
    assert "=8" in told
    assert "15 in 36, 41.7 %" in told


def test_programs_get_number_terms_and_chance() -> None:
    answer = json.loads(asked(SITUATION, "--format", "json"))
    assert answer["target_number"] == 8
    assert answer["probability"] == [15, 36]
    assert sum(term["value"] for term in answer["terms"]) == 8
    assert all(term["id"] and term["cite"] for term in answer["terms"])
    assert answer["refusal"] is None


def test_what_may_not_be_is_a_no_with_its_reason() -> None:
    behind = changed(target={"hex": "0901"})
    assert asked(behind).startswith("No: ")
    answer = json.loads(asked(behind, "--format", "json"))
    assert answer["target_number"] is None
    assert answer["refusal"]["id"] == "fire.arc"


def test_paths_are_looked_for_beside_the_situation(tmp_path: Path) -> None:
    from testbed import MACHINE

    (tmp_path / "own.mtf").write_text(MACHINE)
    file = tmp_path / "situation.json"
    file.write_text(json.dumps(changed(attacker={"unit": "own.mtf"}, weapon={"location": "LA"})))
    assert "=8" in run("adjudicate", str(file)).stdout


def test_many_situations_give_an_answer_each_and_a_bad_line_does_not_stop_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(f"{json.dumps(SITUATION)}\nnonsense\n\n{json.dumps(SITUATION)}\n")
    result = run("adjudicate", "--jsonl", str(file), code=1)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["target_number"] for answer in answers] == [8, None, 8]
    assert "line 2: not a situation" in result.stderr


def test_every_line_is_told_by_its_number_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(f"\n\n{json.dumps(SITUATION)}\nnonsense\n")
    assert "line 4: " in run("adjudicate", "--jsonl", str(file), code=1).stderr


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"attacker": {"unit": "Warhamer"}}, "no unit 'Warhamer'"),
        ({"attacker": {"hex": "9999"}}, "attacker: hex 9999 is not on crossroads"),
        ({"attacker": {"gunnery": 44}}, "attacker: gunnery 44 is not 0 to 13"),
        ({"target": {"facing": 6}}, "target: facing 6 is not 0 to 5"),
        ({"target": {"colour": "red"}}, "unknown field `colour`"),
        ({"weapon": {"name": "Bow"}}, "Warhammer WHM-6R has no 'Bow' in LT"),
        ({"weapon": {"name": "SRM 6", "location": "RT", "ammo": "Cheese"}}, "carries no 'Cheese'"),
        ({"board": "atlantis"}, "no board 'atlantis'"),
        ({"rules": ["magic"]}, "no rules layer 'magic'"),
        ({"secondary": "left"}, "a second target is forward or other"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(parts: dict[str, Any], reason: str) -> None:
    assert reason.lower() in refused("adjudicate", code=1, typed=json.dumps(changed(**parts))).lower()


@pytest.mark.parametrize("text", ["", "{}", "[1]", "{", "\x00", '{"attacker": 3}'])
def test_what_is_no_situation_is_told(text: str) -> None:
    assert "not a situation" in refused("adjudicate", code=1, typed=text)


def test_a_file_and_many_at_once_are_not_asked_for_together(tmp_path: Path) -> None:
    assert "not both" in refused("adjudicate", "a.json", "--jsonl", "b.jsonl", code=2)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "No such file" in refused("adjudicate", str(tmp_path / "none.json"), code=1)
    assert "No such file" in refused("adjudicate", "--jsonl", str(tmp_path / "none.jsonl"), code=1)
