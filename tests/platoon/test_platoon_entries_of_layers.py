"""Weapons, qualities, terrain and kinds of unit that a user's file brings: priced, asked about, fought with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from overheat.kernel.refusal import Refusal
from overheat.lab.games import find_scenario
from overheat.platoon.game import NO_DICE, PlatoonGame
from overheat.platoon.ground import terrain as ground
from overheat.platoon.ground.terrain import Piece, Table
from overheat.platoon.rosters import catalogue
from overheat.platoon.rosters.roster import Enlisted, Roster, muster
from overheat.platoon.rulesets import LIBRARY
from overheat.platoon.units import weapons as arms
from platoon.users_files import FOLDER, brought, forgetting
from tabletop import serving
from terminal import refused, run

FILE = str(FOLDER / "frontier.toml")
PLATOON = """
name = "Rangers"
selector = "open"

[[units]]
unit = "rangers"
quality = "seasoned"
men = 6

[[units]]
unit = "rifle_squad"
men = 8

[[units]]
unit = "rangers"
"""
SCENARIO = """
game = "platoon"
name = "The cane"
players = ["red", "blue"]
platoons = ["{path}", "{path}"]

[table]
width = 48
depth = 36
pieces = [{{ kind = "cane", points = [[18, 14], [30, 14], [30, 22], [18, 22]] }}]

[[zones]]
west = 0
south = 0
east = 48
north = 8
edge = "south"

[[zones]]
west = 0
south = 28
east = 48
north = 36
edge = "north"
"""


@pytest.mark.proves("weapons.entries")
def test_a_weapon_of_a_file_is_a_row_like_any_other() -> None:
    with pytest.MonkeyPatch.context() as patch:
        brought("frontier.toml", patch)
        rules = LIBRARY.ruleset(["frontier"])
        weapon = arms.weapon_row(rules, "long_rifle")
        assert (weapon.name, weapon.reach) == ("Hunting rifle", 48)
        assert (arms.weapon_row(rules, "ar").to_hit, arms.weapon_row(rules, "ar").name) == (1, "Assault rifle")


@pytest.mark.proves("units.entries")
def test_a_kind_of_unit_of_a_file_is_bought_at_the_prices_of_its_quality() -> None:
    with pytest.MonkeyPatch.context() as patch:
        brought("frontier.toml", patch)
        rules = LIBRARY.ruleset(["frontier"])
        assert catalogue.unit_kind("rangers", rules).base == "long_rifle"
        units = (Enlisted(unit="rangers", quality="seasoned"), Enlisted(unit="rangers", quality="veteran"))
        seasoned, veteran = muster(Roster(name="", selector="open", units=units), rules).units
        assert seasoned.cost.total == veteran.cost.total
        assert {man.arms for man in seasoned.sheet.men} == {"long_rifle"}


@pytest.mark.proves("terrain.kinds")
def test_terrain_of_a_file_covers() -> None:
    with pytest.MonkeyPatch.context() as patch:
        brought("frontier.toml", patch)
        rules = LIBRARY.ruleset(["frontier"])
        table = Table(48, 36, (Piece("cane", ((10, 10), (20, 10), (20, 20))),))
        (feature,) = ground.Ground(table, ground.terrain(rules)).features
        assert (feature.kind.cover, feature.kind.sight) == ("soft", "thick")


def written(folder: Path) -> tuple[str, str]:
    """A platoon and a scenario of what the file brings."""
    platoon, scenario = folder / "rangers.toml", folder / "cane.toml"
    platoon.write_text(PLATOON)
    scenario.write_text(SCENARIO.format(path=platoon))
    return str(platoon), str(scenario)


def test_a_battle_of_it_is_fought_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting(monkeypatch)
    platoon, scenario = written(tmp_path)
    log = tmp_path / "log.jsonl"
    checked = run("platoon", "check", platoon, "--rules", FILE).stdout
    assert "Rangers" in checked
    told = run("battle", scenario, "--rules", FILE, "--seed", "3", "--save", str(log)).stdout
    assert ": hunting rifle, " in told
    assert "every byte the same" in run("replay", str(log)).stdout
    drawn = run("replay", str(log), "--svg", "2").stdout
    assert 'points="180,220 300,220 300,140 180,140" fill="#b8ad8f"' in drawn
    assert "Hunting rifle" in run("platoon", "card", platoon, "--rules", FILE).stdout


def test_the_terminal_gives_the_odds_of_its_weapon_and_its_quality(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting(monkeypatch)
    assert "to hit: 2/3" in run("platoon", "shot", "long_rifle", "30", "--rules", FILE).stdout
    assert "no weapon 'long_rifle'" in run("platoon", "shot", "long_rifle", "30", code=None).stderr
    assert "morale, seasoned" in run("platoon", "test", "seasoned", "2", "--rules", FILE).stdout
    question = json.dumps({"ask": "morale", "quality": "seasoned", "pins": 1})
    assert "seasoned" in run("adjudicate", "--rules", "platoon", "--rules", FILE, typed=question).stdout


def test_the_table_lists_its_weapon_and_its_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    brought("frontier.toml", monkeypatch)
    with serving("sqlite://") as client:
        weapons = client.get("/api/platoon/weapons", params={"rules": ["frontier"]}).json()
        assert "long_rifle" in [weapon["id"] for weapon in weapons]
        listed = client.get("/api/platoon/catalogue", params={"rules": ["frontier"]}).json()
        rangers = next(unit for unit in listed["units"] if unit["id"] == "rangers")
        assert rangers["prices"]["seasoned"] == rangers["prices"]["veteran"]
        assert listed["qualities"][-1] == "seasoned"


def test_without_the_file_nothing_of_it_takes_the_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting(monkeypatch)
    platoon, scenario = written(tmp_path)
    assert "no terrain kind 'cane'" in refused("battle", scenario, code=1)
    assert "no unit 'rangers' in the catalogue" in refused("platoon", "check", platoon, code=1)
    brought("frontier.toml", monkeypatch)
    units = (Enlisted(unit="rangers"),)
    sheets = muster(Roster(name="", selector="open", units=units), LIBRARY.ruleset(["frontier"])).sheets
    setup = replace(find_scenario("village")[1].setup, forces=(sheets, sheets))
    no = PlatoonGame().start(setup, NO_DICE)
    assert isinstance(no, Refusal)
    assert no.reason == "no unit 'rangers' in the catalogue"
    assert not isinstance(PlatoonGame(["frontier"]).start(setup, NO_DICE), Refusal)


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        ('[new."weapons.entries"]\nbow = {name = "Bow", chart = "archery"}', 4, "row 'bow' of 'weapons.entries'"),
        ('[new."units.entries"]\nknights = {name = "Knights"}', 4, "row 'knights' of 'units.entries'"),
        ('[new."terrain.kinds"]\nlava = {cover = "hot"}', 4, "row 'lava' of 'terrain.kinds'"),
        ('[new."orders.quality"]\ngreen = {morale = "low"}', 4, "row 'green' of 'orders.quality'"),
    ],
)
def test_a_wrong_row_is_refused_with_file_line_and_reason(
    rows: str, line: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetting(monkeypatch)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(f'id = "wrong"\nneeds = ["platoon"]\n{rows}\n')
    assert f"wrong.toml:{line}: {reason}" in refused("battle", "village", "--rules", str(wrong), code=1)
