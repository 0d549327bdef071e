"""From README to the right file in two steps: by the id of a ruling, by a word, by a topic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from terminal import run

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
LEXICON = (PROJECT / "docs" / "words.md").read_text(encoding="utf-8")
WORDS = {
    "ammunition explosion": "classic/damage/kinds/machine.py",
    "order dice": "platoon/turn/turns.py",
    "point value": "alphastrike/points",
    "undo": "table/games/room.py",
    "heat scale": "classic/rules/standard/heat.py",
    "line of sight": "classic/sight",
    "morale": "platoon/rules/standard/damage.py",
    "battle value": "classic/battle_value",
    "dice log": "kernel/events.py",
    "replay": "kernel/log/replay.py",
    "golden file": "tests/transcripts",
    "property test": "tests/laws",
    "fixture": "tests/machines.py",
    "plugin": "kernel/rules/files.py",
}
IDS = {
    "QR-partial-cover": "classic/rules/standard/sight.py",
    "QR-attacker-movement": "classic/rules/standard/to_hit.py",
    "AS-final-rounding": "alphastrike/damage/final.py",
    "AS-dissipation-table": "alphastrike/heat.py",
    "HEAT-base-ambush-turn-end": "platoon/rules/standard/orders.py",
    "QR-cluster-table": "classic/data/tables/cluster_hits.toml",
    "TO-077-floating-criticals": "classic/rules/tacops/floating_criticals.py",
    "OM-ac-ammo-heat": "classic/rules/omega/autocannons.py",
    "HEAT-weapon-ied": "platoon/data/weapons.toml",
    "HEAT-base-morale-half": "platoon/rules/standard/damage.py",
}


def links(text: str) -> list[str]:
    """The files that a text links to, without places in them."""
    return [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("http")]


def test_the_readme_leads_to_lexicon_map_topics_and_register() -> None:
    assert {"docs/words.md", "docs/map.md", "docs/rules/index.md", "CONTRIBUTING.md"} <= set(links(README))
    assert "overheat rules show ID" in README


@pytest.mark.parametrize(("word", "file"), WORDS.items())
def test_a_word_leads_through_the_lexicon_to_its_file(word: str, file: str) -> None:
    rows = [row for row in LEXICON.splitlines() if row.startswith("| ") and word in row.split("|")[1]]
    assert any(file in row for row in rows), rows


def test_every_noun_of_the_lexicon_has_one_row() -> None:
    rows = [row.split("|")[1] for row in LEXICON.split("## Words of engineers")[0].splitlines() if row.startswith("| ")]
    nouns = [noun.strip() for row in rows if row.strip() != "word" for noun in row.split(",")]
    assert len(nouns) > 40
    assert sorted(nouns) == sorted(set(nouns))


@pytest.mark.parametrize(("id", "file"), IDS.items())
def test_an_id_leads_through_one_command_to_its_file(id: str, file: str) -> None:
    shown = run("rules", "show", id, columns=160).stdout
    assert f"src/overheat/{file}" in shown
    assert (PROJECT / "src" / "overheat" / file).is_file()
    assert re.search(r"tests/[a-z_/]+\.py::test_", shown)


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in (PROJECT / "docs").glob("*.md"))]
)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = PROJECT / page
    dead = [link for link in links(path.read_text(encoding="utf-8")) if link and not (path.parent / link).exists()]
    assert dead == []
