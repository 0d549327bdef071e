"""What play passes over is told by name: on the sheet, in the battle's head, in the log, and before it begins."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from boards import CORPUS, needs_corpus
from machines import HUNTER, KNIGHT, line, sheet, slot
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.report.not_played import not_played
from overheat.classic.rules.standard.played import PLAYED, QUIET, unplayed
from overheat.classic.rulesets import CLASSIC, ruleset
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unitfile.library import find
from overheat.kernel.log.replay import read
from overheat.kernel.rules.layers import Layer, compose
from terminal import run

SOURCE = Path(__file__).resolve().parents[3] / "src" / "overheat" / "classic"
READERS = ("rules", "attack", "damage", "turn", "facts", "battle", "unit")


def idle(text: str) -> list[str]:
    rules = ruleset(())
    return [str(part) for part in rules[unplayed](rules, sheet(text))]


@pytest.mark.proves("play.unplayed", "play.parts", "play.quiet_parts")
def test_what_no_rule_reads_is_told_by_name_and_a_plain_machine_has_nothing_to_tell() -> None:
    assert idle(HUNTER) == []
    assert idle(KNIGHT) == ["PPC Capacitor"]
    spoiled = slot(HUNTER, "RT", "-Empty-", "ISBeagleActiveProbe x2")
    assert idle(slot(spoiled, "RT", "-Empty-", "ISBeagleActiveProbe")) == ["Active Probe (Beagle)"]
    assert idle(line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)")) == ["Hardened armour"]
    assert idle(line(HUNTER, "structure:IS Standard", "structure:Reinforced")) == ["Reinforced structure"]
    assert idle(line(HUNTER, "walk mp:4", "walk mp:4\ncockpit:Command Console")) == ["Command Console"]


def test_a_layer_that_plays_a_part_says_so_by_its_own_row() -> None:
    played = PLAYED.amended("mine.played", {"hardened": "mine.hardened"}, cite=TOTAL_WARFARE("mine"))
    rules = compose(CLASSIC, Layer("mine", title="Mine", cite=TOTAL_WARFARE("mine"), change=(played,)))
    clad = sheet(line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)"))
    assert rules[unplayed](rules, clad) == ()


def test_what_is_new_in_the_catalogue_is_not_played_until_somebody_says_so() -> None:
    known = {*PLAYED.rows, *QUIET.rows}
    flags = {flag for entry in catalogue().entries.values() for flag in entry.flags}
    assert {"masc", "supercharger", "c3_slave", "c3i", "probe", "hardened", "reactive", "coolant_pod"} <= flags - known
    assert not set(PLAYED.rows) & set(QUIET.rows)


def test_every_flag_that_is_called_played_is_read_by_some_rule() -> None:
    texts = [path.read_text(encoding="utf-8") for folder in READERS for path in (SOURCE / folder).rglob("*.py")]
    words = {word for text in texts for word in re.findall(r'"([a-z0-9_]+)"', text)}
    flags = {flag for entry in catalogue().entries.values() for flag in entry.flags}
    by_figure = {"heat_1d6", "heat_2d6", "divisor_0_5", "divisor_1", "divisor_2", "armour_kit", "anti_mek"}
    arcs = {trait for trait, why in PLAYED.rows.items() if why == "arcs"}
    assert {trait for trait in PLAYED.rows if trait in flags} - by_figure - arcs - words == set()


def test_a_unit_is_told_what_it_is_paid_for_and_does_not_do() -> None:
    rules = ruleset(())
    clad = sheet(line(HUNTER, "armor:Standard(Inner Sphere)", "armor:Hardened(Inner Sphere)"))
    found = not_played(rules, clad)
    assert found.battle_value > 0
    assert str(found).startswith("not played: Hardened armour (+")
    assert not_played(rules, sheet(HUNTER)).changes_worth is False


def test_unit_show_tells_what_is_not_played() -> None:
    assert "not played: Active Probe (Beagle) (+13 battle value" in run("unit", "show", "Raven RVN-3L").stdout
    shown = json.loads(run("unit", "show", "Raven RVN-3L", "--format", "json").stdout)
    assert shown["not_played"]["parts"] == [{"name": "Active Probe (Beagle)", "traits": ["probe"], "partly": False}]
    assert "not played" not in run("unit", "show", "Warhammer WHM-6R").stdout


def test_a_folder_is_listed_by_unit_and_summed_by_part(tmp_path: Path) -> None:
    (tmp_path / "hunter.mtf").write_text(HUNTER, encoding="utf-8")
    (tmp_path / "knight.mtf").write_text(KNIGHT, encoding="utf-8")
    told = run("unit", "unplayed", str(tmp_path)).stdout
    assert "Knight KNT-3S: not played: PPC Capacitor" in told
    assert "1 of 2 units carry something that is not played" in told
    assert re.search(r"^ +1  PPC Capacitor$", told, re.MULTILINE)
    found = json.loads(run("unit", "unplayed", str(tmp_path), "--format", "json").stdout)
    assert (found["looked_at"], [each["unit"] for each in found["units"]]) == (2, ["Knight KNT-3S"])
    assert found["parts"] == [{"part": "PPC Capacitor", "units": 1}]


FORCE = """
name = "{name}"
[[unit]]
unit = "{unit}"
"""


def test_a_battle_says_it_before_it_begins_in_its_head_and_in_its_log(tmp_path: Path) -> None:
    for name, unit in (("red", "Raven RVN-3L"), ("blue", "Locust LCT-1V")):
        (tmp_path / f"{name}.toml").write_text(FORCE.format(name=name, unit=unit), encoding="utf-8")
    kept = tmp_path / "game.jsonl"
    armies = [str(tmp_path / f"{side}.toml") for side in ("red", "blue")]
    done = run("battle", *armies, "--bot", "red=random", "--bot", "blue=random", "--save", str(kept))
    assert done.stderr.count("not played: Active Probe (Beagle)") == 1
    head, _, _ = done.stdout.partition("value: ")
    assert "not played: Active Probe (Beagle) (+13 battle value" in head
    assert "Locust" in head
    header, _ = read(kept.read_bytes())[:2]
    assert list(header.not_played.values()) == [("Active Probe (Beagle)",)]


@needs_corpus
def test_the_sweep_of_the_corpus_misses_nothing_that_is_known_to_change_battles() -> None:
    rules = ruleset(())
    least = {
        "c3": 290,
        "boosters": 200,
        "probe": 200,
        "armour": 140,
        "artillery": 45,
        "ppc_capacitor": 36,
        "coolant_pod": 27,
    }
    kinds = {
        "c3": {"c3_slave", "c3_master", "c3i", "c3_emergency_master"},
        "boosters": {"masc", "supercharger"},
        "armour": {"hardened", "reactive", "reflective", "ferro_lamellor", "ballistic_reinforced", "impact_resistant"}
        | {"anti_penetrative", "heat_dissipating"},
    }
    counts = dict.fromkeys(least, 0)
    paths = [path for folder in ("meks", "vehicles") for path in (CORPUS / "units" / folder).rglob("*.*")]
    for path in paths:
        traits = {trait for part in rules[unplayed](rules, find(path).sheet) for trait in part.traits}
        for name in least:
            counts[name] += not traits.isdisjoint(kinds.get(name, {name}))
    assert {name: count for name, count in counts.items() if count < least[name]} == {}
