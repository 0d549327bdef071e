"""What play passes over is told by name: on the sheet, in the battle's head, in the log, and before it begins.

Parts become played as layers bring rules for them, so these tests take rows out of the table instead of waiting for
parts that nobody plays yet.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from boards import CORPUS, needs_corpus
from machines import HUNTER, KNIGHT, sheet
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.report.not_played import not_played
from overheat.classic.rules.standard.gadgets import GADGETS
from overheat.classic.rules.standard.played import PLAYED, QUIET, unplayed
from overheat.classic.rulesets import CLASSIC, ruleset
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unitfile.library import find
from overheat.kernel.log.replay import read
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset
from terminal import run

SOURCE = Path(__file__).resolve().parents[3] / "src" / "overheat" / "classic"
READERS = ("rules", "attack", "damage", "turn", "facts", "battle", "unit")
HERE = TOTAL_WARFARE("here")

GROUNDED = """
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.rules.standard.played import PLAYED
from overheat.kernel.rules.layers import Layer

HERE = TOTAL_WARFARE("here")
ROWS = PLAYED.amended("grounded.parts", {}, out=("jump_jet",), cite=HERE)
LAYER = Layer("grounded", title="Nobody plays jump jets", cite=HERE, needs=("classic",), change=(ROWS,))
"""


def without(*traits: str) -> Ruleset:
    """The standard game as if nothing played some traits."""
    played = PLAYED.amended("poor.played", {}, out=[trait for trait in traits if trait in PLAYED], cite=HERE)
    quiet = QUIET.amended("poor.quiet", {}, out=[trait for trait in traits if trait in QUIET], cite=HERE)
    return compose(CLASSIC, Layer("poor", title="Poor", cite=HERE, change=(played, quiet)))


def idle(rules: Ruleset, text: str) -> list[str]:
    return [str(part) for part in rules[unplayed](rules, sheet(text))]


@pytest.mark.proves("play.unplayed", "play.parts", "play.quiet_parts")
def test_a_part_is_told_by_name_when_nothing_plays_a_trait_of_it() -> None:
    assert idle(ruleset(()), HUNTER) == []
    assert idle(without("jump_jet"), HUNTER) == ["Jump Jet"]
    assert idle(without("standard_structure"), HUNTER) == ["Standard structure"]
    assert idle(without("cockpit:standard", "gyro:standard"), HUNTER) == ["Standard Cockpit", "Standard Gyro"]
    assert "Stealth armour" in idle(without("stealth"), KNIGHT)
    assert idle(without("autocannon"), HUNTER) == ["AC/10 (in part)"]


def keeled() -> Sheet:
    """A machine with something that no catalogue knows."""
    keel = msgspec.structs.replace(catalogue().entries["cargo"], id="keel", name="Keel", flags=frozenset({"keel"}))
    plain = sheet(HUNTER)
    return msgspec.structs.replace(plain, mounts=(*plain.mounts, Mount(equipment=keel, location="CT")))


def test_what_is_new_is_told_until_a_layer_plays_it_by_a_row_of_its_own() -> None:
    rules = ruleset(())
    assert [part.name for part in rules[unplayed](rules, keeled())] == ["Keel"]
    mine = PLAYED.amended("mine.played", {"keel": "mine.keel"}, cite=HERE)
    rules = compose(CLASSIC, Layer("mine", title="Mine", cite=HERE, change=(mine,)))
    assert rules[unplayed](rules, keeled()) == ()
    assert not set(PLAYED.rows) & set(QUIET.rows)


def test_every_flag_that_is_called_played_is_read_by_some_rule() -> None:
    texts = [path.read_text(encoding="utf-8") for folder in READERS for path in (SOURCE / folder).rglob("*.py")]
    words = {word for text in texts for word in re.findall(r'"([a-z0-9_]+)"', text)}
    flags = {flag for entry in catalogue().entries.values() for flag in entry.flags}
    by_figure = {"heat_1d6", "heat_2d6", "divisor_0_5", "divisor_1", "divisor_2", "armour_kit", "anti_mek"}
    by_figure |= {"laser_heat_sink"}
    arcs = {trait for trait, why in PLAYED.rows.items() if why == "arcs"}
    assert {trait for trait in PLAYED.rows if trait in flags} - by_figure - arcs - words == set()


def test_a_unit_is_told_what_it_is_paid_for_and_does_not_do() -> None:
    rules = without("stealth")
    found = not_played(rules, sheet(KNIGHT))
    assert found.battle_value != 0
    assert "Stealth armour" in found.names
    assert f"({found.battle_value:+,} battle value" in str(found)
    assert not_played(ruleset(()), sheet(HUNTER)).changes_worth is False


@pytest.fixture(scope="module")
def grounded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of rules under which nobody plays jump jets."""
    path = tmp_path_factory.mktemp("rules") / "grounded.py"
    path.write_text(GROUNDED, encoding="utf-8")
    return str(path)


def test_unit_show_tells_what_is_not_played(grounded: str) -> None:
    assert "not played: Jump Jet (" in run("unit", "show", "Phoenix Hawk PXH-1", "--rules", grounded).stdout
    shown = json.loads(run("unit", "show", "Phoenix Hawk PXH-1", "--rules", grounded, "--format", "json").stdout)
    assert shown["not_played"]["parts"] == [{"name": "Jump Jet", "traits": ["jump_jet"], "partly": False}]
    assert shown["not_played"]["cost"] > 0
    assert "not played" not in run("unit", "show", "Phoenix Hawk PXH-1").stdout


def test_a_folder_is_listed_by_unit_and_summed_by_part(tmp_path: Path, grounded: str) -> None:
    units = tmp_path / "units"
    units.mkdir()
    (units / "hunter.mtf").write_text(HUNTER, encoding="utf-8")
    plain = HUNTER.replace("Jump Jet", "-Empty-").replace("jump mp:4", "jump mp:0")
    (units / "plain.mtf").write_text(plain, encoding="utf-8")
    told = run("unit", "unplayed", str(units), "--rules", grounded).stdout
    assert "Hunter HUN-1A: not played: Jump Jet" in told
    assert "1 of 2 units carry something that is not played" in told
    assert re.search(r"^ +1  Jump Jet$", told, re.MULTILINE)
    found = json.loads(run("unit", "unplayed", str(units), "--rules", grounded, "--format", "json").stdout)
    assert (found["looked_at"], [each["unit"] for each in found["units"]]) == (2, ["Hunter HUN-1A"])
    assert found["parts"] == [{"part": "Jump Jet", "units": 1}]


def test_a_battle_says_it_before_it_begins_in_its_head_and_in_its_log(tmp_path: Path, grounded: str) -> None:
    for side, unit in (("red", "Phoenix Hawk PXH-1"), ("blue", "Warhammer WHM-6R")):
        (tmp_path / f"{side}.toml").write_text(f'name = "{side}"\n[[unit]]\nunit = "{unit}"\n', encoding="utf-8")
    kept = tmp_path / "game.jsonl"
    armies = [str(tmp_path / f"{side}.toml") for side in ("red", "blue")]
    bots = ("--bot", "red=random", "--bot", "blue=random")
    done = run("battle", *armies, *bots, "--rules", grounded, "--save", str(kept))
    assert done.stderr.count("not played: Jump Jet") == 1
    head, _, _ = done.stdout.partition("value: ")
    assert head.count("not played: Jump Jet (") == 1
    header = read(kept.read_bytes())[0]
    assert list(header.not_played.values()) == [("Jump Jet",)]


CHANGING = {
    "c3": ({"c3_slave", "c3_master", "c3i", "c3_emergency_master"}, 290),
    "boosters": ({"masc", "supercharger"}, 200),
    "probes": ({"probe"}, 200),
    "armour": (
        {"hardened", "reactive", "reflective", "ferro_lamellor", "ballistic_reinforced", "impact_resistant"}
        | {"anti_penetrative", "heat_dissipating"},
        140,
    ),
    "artillery": ({"artillery"}, 45),
    "capacitors": ({"ppc_capacitor"}, 36),
    "coolant pods": ({"coolant_pod"}, 27),
}
"""What is known to change battles, by its traits, and in how many machines and vehicles it is at least."""


@needs_corpus
def test_the_sweep_of_the_corpus_misses_nothing_that_changes_a_battle() -> None:
    traits = {trait for known, _ in CHANGING.values() for trait in known}
    none = GADGETS.amended("poor.gadgets", {}, out=list(GADGETS.rows), cite=HERE)
    played = PLAYED.amended("poor.played", {}, out=[trait for trait in traits if trait in PLAYED], cite=HERE)
    rules = compose(CLASSIC, Layer("poor", title="Poor", cite=HERE, change=(none, played)))
    counts = dict.fromkeys(CHANGING, 0)
    for folder in ("meks", "vehicles"):
        for path in (CORPUS / "units" / folder).rglob("*.*"):
            found = {trait for part in rules[unplayed](rules, find(path).sheet) for trait in part.traits}
            for name, (known, _) in CHANGING.items():
                counts[name] += not found.isdisjoint(known)
    assert {name: count for name, count in counts.items() if count < CHANGING[name][1]} == {}
