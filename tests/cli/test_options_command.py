"""`overheat rules layers` lists what can be chosen, `overheat rules layer` tells what a choice changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overheat.classic.rulesets import LIBRARY
from overheat.lab.games import kinds
from parades import on_parade
from terminal import run


def test_layers_are_listed_under_their_headings_after_the_presets() -> None:
    shown = run("rules", "layers").stdout
    assert shown.splitlines()[0].startswith("omega  Omega rules: a preset of")
    assert "  evading  Evading [Tactical Operations" in shown
    assert shown.index("\nMovement") < shown.index("evading  Evading")
    assert f"{len(LIBRARY.layers) - 1} layers" in shown
    assert "DMR from 0 to 36 inches" in run("rules", "layers", "--game", "platoon").stdout
    assert "classic, platoon, alphastrike" in run("rules", "layers", "--game", "chess", code=1).stderr


def test_words_are_looked_for_in_what_layers_change() -> None:
    found = json.loads(run("rules", "layers", "--search", "LAYS smoke", "--format", "json").stdout)
    assert found == []
    found = json.loads(run("rules", "layers", "--search", "SMOKE screen", "--format", "json").stdout)
    assert {"omega_reaction", "omega_countermeasures"} <= {layer["id"] for layer in found}


def test_a_layer_tells_what_it_adds_replaces_and_changes() -> None:
    shown = run("rules", "layer", "omega_reaction").stdout
    assert "- adds the phase Reaction: Reaction, after movement" in shown
    assert "- adds the command Lay smoke: Lay a smoke screen in one's own hex" in shown
    assert "    to hit: 2" in shown
    replaced = run("rules", "layer", "floating_criticals").stdout
    assert "replaces the rule locations.luck: A 2 rolls again" in replaced
    assert "instead of: A 2 goes through the armour" in replaced
    assert "charge: 2 -> 0" in run("rules", "layer", "steady_charger").stdout
    assert "Cannot go with dmr_0_38: both decide weapons.marksman_range." in (run("rules", "layer", "dmr_0_36").stdout)


def test_a_preset_tells_of_all_its_layers_and_a_file_of_ones_own_of_its_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads(run("rules", "layer", "tacops", "--format", "json").stdout)
    assert {layer["id"] for layer in told} >= {"evading", "hull_down", "minefields"}
    with on_parade(tmp_path, monkeypatch) as path:
        assert "adds the phase Parade" in run("rules", "layer", path).stdout
    assert "no rules layer 'nonsense'" in run("rules", "layer", "nonsense", code=1).stderr


@pytest.mark.parametrize(
    ("game", "rule", "table"),
    [
        ("classic", "rule sight.building: A building or a fuel tank is solid", "table clusters.hits: "),
        ("platoon", "rule measure.within: A length is within a limit", "table terrain.kinds: "),
    ],
)
def test_the_lowest_layer_of_a_game_tells_every_rule_and_table(game: str, rule: str, table: str) -> None:
    shown = " ".join(run("rules", "layer", game, columns=200).stdout.split())
    assert f"- {rule}" in shown
    assert f"- {table}" in shown
    (facts,) = json.loads(run("rules", "layer", game, "--format", "json").stdout)
    library = kinds()[game].library
    assert library is not None
    assert {change["id"] for change in facts["changes"]} == {entry.id for entry in library.base.add}
