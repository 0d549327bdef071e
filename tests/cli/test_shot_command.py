"""`overheat shot`: a shot or a volley without a board."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from terminal import refused, run

AT = ("--at", "WVR-6R", "--distance", "5")


def test_one_weapon_is_told_with_its_terms() -> None:
    """Gunnery 4, a target that ran 6 hexes (2), one hex of light woods (1)."""
    told = run("shot", "WHM-6R", *AT, "--weapon", "PPC", "--ran", "6", "--woods", "1").stdout
    assert "PPC: 7 to hit, 58.3%" in told
    assert "+2  target moved 6 hexes" in told
    assert "58.3% 10 or more" in told


def test_a_volley_is_told_weapon_by_weapon_with_what_cannot_fire() -> None:
    told = run("shot", "WHM-6R", *AT).stdout
    assert told.count("PPC ") == 2
    assert "Small Laser" in told
    assert "damage on average" in told


def test_programs_are_given_exact_figures() -> None:
    found = json.loads(run("shot", "WHM-6R", *AT, "--weapon", "PPC", "--weapon", "PPC", "--format", "json").stdout)
    number, chance = found["shots"][0]["target_number"], Fraction(found["shots"][0]["probability"])
    assert number == sum(term["value"] for term in found["shots"][0]["terms"])
    assert Fraction(found["damage"]["20"]) == chance * chance
    assert sum(Fraction(share) for share in found["damage"].values()) == 1


def test_rules_of_ones_own_change_the_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    file = tmp_path / "dim.toml"
    file.write_text(
        'id = "dim"\nneeds = ["classic"]\n\n[rows."to_hit.target_movement_bands"]\n5 = 4\n', encoding="utf-8"
    )
    shot = ("shot", "WHM-6R", *AT, "--weapon", "PPC", "--ran", "6")
    assert "PPC: 6 to hit" in run(*shot).stdout
    assert "PPC: 8 to hit" in run(*shot, "--rules", str(file)).stdout


def test_what_cannot_be_is_one_line() -> None:
    assert "has no 'Slingshot'" in refused("shot", "WHM-6R", *AT, "--weapon", "Slingshot", code=1)
    assert "in one way" in refused("shot", "WHM-6R", *AT, "--ran", "3", "--jumped", "3", code=1)
    assert "no unit 'Nobody'" in refused("shot", "Nobody", *AT, code=1)
    assert "distance 99 is not 1 to 60" in refused("shot", "WHM-6R", "--at", "WVR-6R", "--distance", "99", code=1)


def test_others_who_fire_at_the_target_are_named_with_their_distance_and_side() -> None:
    asked = ("shot", "WHM-6R", *AT, "--weapon", "PPC", "--format", "json", "--outcomes")
    alone, both = json.loads(run(*asked).stdout), json.loads(run(*asked, "--with", "WSP-1A@2:rear").stdout)
    names = [{effect["name"] for effect in told["outcomes"]["effects"]} for told in (alone, both)]
    assert "breach.CT.rear" not in names[0]
    assert names[0] < names[1]
    assert "is not a unit and a distance" in refused(*asked, "--with", "WSP-1A", code=1)


def test_outcomes_that_cannot_be_worked_out_are_played_and_say_so() -> None:
    asked = ("shot", "WHM-6R", *AT, "--weapon", "PPC", "--rules", "omega")
    told = run(*asked, "--outcomes").stdout
    assert "volleys were played, each within 2.0 points 19 times in 20" in told
    assert "not worked out here" in refused(*asked, "--exactly", code=1)
