"""Weather is what the tables of the rules have rows for: a file of rules brings another, and all else is refused."""

from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from terminal import refused, run

SLEET = """id = "sleet"
needs = ["classic"]

[new."to_hit.precipitation_kinds"]
sleet = 1

[new."movement.fog_costs"]
frozen = 1
"""
SCENARIO = """title = "A cold day"
board = "valley"
rounds = 8
rules = []
weather = {{ precipitation = "{falling}", fog = "{fog}" }}

[[force]]
side = "red"
units = [{{ unit = "Warhammer WHM-6R", hex = "0502", facing = 3 }}]

[[force]]
side = "blue"
units = [{{ unit = "Warhammer WHM-6R", hex = "0516", facing = 0 }}]
"""


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("layers", "bundles", "files"):
        monkeypatch.setattr(LIBRARY, name, dict(getattr(LIBRARY, name)))
    monkeypatch.setattr(LIBRARY, "_composed", {})


def battle(folder: Path, falling: str, fog: str) -> str:
    path = folder / "cold.toml"
    path.write_text(SCENARIO.format(falling=falling, fog=fog), encoding="utf-8")
    return str(path)


def test_a_file_of_rules_brings_weather_that_a_scenario_may_have(tmp_path: Path) -> None:
    rules = tmp_path / "sleet.toml"
    rules.write_text(SLEET, encoding="utf-8")
    cold = battle(tmp_path, "sleet", "frozen")
    shot, walked = (
        run("battle", cold, "--red", bot, "--blue", bot, "--rules", str(rules), "--format", "json").stdout.splitlines()
        for bot in ("greedy", "random")
    )
    assert any('"AttackRolled"' in line and '"sleet"' in line for line in shot)
    assert any('"Moved"' in line and '"frozen fog"' in line for line in walked)


def test_weather_that_the_rules_do_not_know_is_refused_with_what_there_is(tmp_path: Path) -> None:
    told = refused("battle", battle(tmp_path, "sleet", ""), code=1)
    assert "precipitation 'sleet': there is 'moderate rain', 'heavy rain', " in told
    assert "fog 'frozen': there is 'light', 'heavy'" in refused("battle", battle(tmp_path, "", "frozen"), code=1)
