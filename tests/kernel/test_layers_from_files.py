"""Layers from a user's own file are like those of the project, or refused with file, line and reason."""

import pickle
from fractions import Fraction
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.rules import optional, tacops
from overheat.classic.rules.standard.infantry import BURST_DICE
from overheat.classic.rules.standard.loads import LOADS
from overheat.classic.rules.standard.locations import PUNCH_LOCATIONS
from overheat.classic.rules.standard.movement import CHASSIS, run_points
from overheat.classic.rules.standard.riding import PLACES
from overheat.classic.rules.standard.terrain import TERRAIN_COSTS
from overheat.classic.rules.standard.to_hit import HEAT_BANDS
from overheat.classic.rules.standard.weather import WINDS
from overheat.classic.rules.tacops.hull_down import FIGURES
from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.kernel.cite import Book
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules import library as libraries
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.library import Library

TOML = """id = "quick_woods"
title = "Woods slow nobody down"
needs = ["classic"]

[rows."movement.terrain_costs"]
"light woods" = 0

[rows."to_hit.heat_bands"]
8 = 2

[new."to_hit.heat_bands"]
40 = 9

[rows."movement.chassis"]
bicycle = ["light woods", "rough"]
"""

PYTHON = """
from overheat.classic.rules.standard.movement import run_points
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

HERE = Book("House rules")("Running")

@rule("movement.run_twice", cite=HERE)
def twice(rules: Ruleset, walk: int) -> int:
    return 2 * walk

LAYER = Layer("sprinters", HERE, needs=("classic",), change=(run_points.replaced_by(twice),))
"""


@pytest.fixture
def library() -> Library:
    return Library(CLASSIC, optional)


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_rows_of_a_file_have_the_form_of_the_table(library: Library, tmp_path: Path) -> None:
    rules = library.ruleset([library.bring(written(tmp_path, "mine.toml", TOML))])
    assert rules[TERRAIN_COSTS]["light woods"] == 0
    assert rules[TERRAIN_COSTS]["heavy woods"] == TERRAIN_COSTS["heavy woods"]
    assert (rules[HEAT_BANDS][8], rules[HEAT_BANDS][40]) == (2, 9)
    assert rules[CHASSIS]["bicycle"] == frozenset({"light woods", "rough"})
    assert rules.who_says("movement.terrain_costs").rows == {"light woods": "quick_woods"}


def test_a_python_file_brings_a_layer_as_the_project_has_them(library: Library, tmp_path: Path) -> None:

    rules = library.ruleset([library.bring(written(tmp_path, "mine.py", PYTHON))])
    assert rules[run_points](rules, 5) == 10


def test_a_file_that_has_changed_takes_the_place_of_what_it_was(library: Library, tmp_path: Path) -> None:
    library.ruleset([library.bring(written(tmp_path, "mine.toml", TOML))])
    changed = written(tmp_path, "mine.toml", TOML.replace('"light woods" = 0', '"light woods" = 7'))
    assert library.ruleset([library.bring(changed)])[TERRAIN_COSTS]["light woods"] == 7


def test_another_file_of_the_same_name_is_refused(library: Library, tmp_path: Path) -> None:
    library.bring(written(tmp_path, "mine.toml", TOML))
    with pytest.raises(RefusedError, match="two layers or bundles are called 'quick_woods'"):
        library.bring(written(tmp_path, "other.toml", TOML))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("mine.toml", TOML.replace("= 0", '= "none"'), r"mine\.toml:6: row 'light woods' of 'movement\.terrain_costs'"),
        ("mine.toml", TOML.replace("terrain_costs", "terrain_cost"), r"mine\.toml:5: there is no table"),
        ("mine.toml", TOML.replace("8 = 2", "eight = 2"), r"mine\.toml:9: row 'eight'"),
        ("mine.toml", TOML.replace("8 = 2", "9 = 2"), r"mine\.toml:9: row '9' .*: there is no such row; a new one"),
        ("mine.toml", TOML.replace("40 = 9", "8 = 9"), r"row '8' .*: there is such a row already"),
        (
            "mine.toml",
            TOML.replace("t woods", "t wods"),
            r"mine\.toml:6: row 'light wods' .* mean 'light woods'\?; a new",
        ),
        ("mine.toml", TOML.replace("title", "titel"), r"mine\.toml:\d: .*titel"),
        ("mine.toml", TOML.replace('"classic"', '"heat"'), r"has 'classic' among its needs"),
        ("mine.toml", "id = \n", r"mine\.toml:1: "),
        ("mine.py", "\n\nx = (\n", r"mine\.py:3: "),
        ("mine.py", "\nimport no_such_module\n", r"mine\.py:2: ModuleNotFoundError"),
        ("mine.py", "\n\n\n1 / 0\n", r"mine\.py:4: ZeroDivisionError"),
        ("mine.py", "LAYER = 3\n", r"mine\.py: a file of rules defines LAYER, a Layer, or BUNDLE"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_the_line_and_the_reason(
    library: Library, tmp_path: Path, name: str, text: str, reason: str
) -> None:
    before = dict(library.layers)
    with pytest.raises(RefusedError, match=reason) as caught:
        library.bring(written(tmp_path, name, text))
    assert caught.value.refusal.id in ("rules.file", "rules.foreign")
    assert library.layers == before


def test_a_file_that_is_not_there_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"none\.py: No such file"):
        library.bring(str(tmp_path / "none.py"))


def test_rules_of_a_file_are_pickled_with_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    monkeypatch.setattr(LIBRARY, "_composed", {})
    kept = pickle.dumps(LIBRARY.ruleset([LIBRARY.bring(written(tmp_path, "mine.toml", TOML))]))
    del LIBRARY.layers["quick_woods"]
    LIBRARY.files, LIBRARY._composed = {}, {}
    assert pickle.loads(kept)[TERRAIN_COSTS]["light woods"] == 0


def test_an_installed_package_brings_layers_by_entry_points(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Book("House rules")("Elsewhere")
    brought = {"a": Layer("elsewhere", here, needs=("classic",)), "b": Layer("other_game", here, needs=("heat",))}

    class Point(EntryPoint):
        def load(self) -> Any:
            return brought[self.name]

    def points(group: str) -> list[EntryPoint]:
        return [Point(name, "", group) for name in brought]

    monkeypatch.setattr(libraries, "entry_points", points)
    assert library.names(["elsewhere"]) == ("classic", "elsewhere")
    assert "other_game" not in library.layers


SHAPES = """id = "shapes"
needs = ["classic"]

[rows."to_hit.winds"]
"moderate gale" = [2, 1]

[rows."salvos.loads"]
"mml, LRM" = {damage = 2}

[rows."infantry.burst_dice"]
"light machine gun" = ["3/2", 0.5]

[rows."locations.punches".left]
1 = "HD"

[rows."riding.places"]
"RT, False" = "Trooper 3"
"""


def test_rows_of_a_file_may_be_lists_fractions_and_records_and_their_keys_may_have_parts(
    library: Library, tmp_path: Path
) -> None:
    rules = library.ruleset([library.bring(written(tmp_path, "shapes.toml", SHAPES))])
    assert rules[WINDS]["moderate gale"] == (2, 1)
    assert rules[LOADS]["mml", "LRM"] == LOADS["mml", "LRM"]._replace(damage=2)
    assert rules[BURST_DICE]["light machine gun"] == (Fraction(3, 2), Fraction(1, 2))
    assert rules[PUNCH_LOCATIONS]["left"] == {**PUNCH_LOCATIONS["left"], 1: "HD"}
    assert rules[PLACES]["RT", False] == "Trooper 3"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("[2, 1]", "[2]", ":5: row 'moderate gale' of 'to_hit.winds': a row has 2 values, not 1"),
        ("[2, 1]", '["a", 1]', ":5: row 'moderate gale' of 'to_hit.winds': Expected `int`"),
        ("3/2", "1/0", ":11: row 'light machine gun' of 'infantry.burst_dice': '1/0' is no fraction"),
        ("mml, LRM", "mml, XRM", ":8: row 'mml, XRM' of 'salvos.loads': there is no such row"),
        ("{damage = 2}", "{harm = 2}", ":8: row 'mml, LRM' of 'salvos.loads': there is no 'harm'"),
        ('1 = "HD"', '11 = "HD"', "row 'left' of 'locations.punches': there is no '11' in such a row"),
        ('"HD"', "5", "row 'left' of 'locations.punches': Expected `str`"),
    ],
)
def test_a_row_that_does_not_fit_its_table_is_refused(
    library: Library, tmp_path: Path, before: str, after: str, reason: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        library.bring(written(tmp_path, "shapes.toml", SHAPES.replace(before, after)))
    assert reason in caught.value.refusal.reason


def test_a_file_may_import_one_that_lies_beside_it(library: Library, tmp_path: Path) -> None:
    written(tmp_path, "factor_beside.py", "FACTOR = 3\n")
    text = f"from factor_beside import FACTOR\n{PYTHON}".replace("2 * walk", "FACTOR * walk")
    rules = library.ruleset([library.bring(written(tmp_path, "mine.py", text))])
    assert rules[run_points](rules, 4) == 12


BUNDLE = """
from overheat.kernel.cite import Book
from overheat.kernel.rules.layers import Bundle

HERE = Book("House rules")("Our club")
"""


def test_a_python_file_brings_a_layer_and_a_bundle_that_names_it(library: Library, tmp_path: Path) -> None:
    both = f'{BUNDLE}{PYTHON}\nBUNDLE = Bundle("club", HERE, "Our club", ("sprinters", "dead_zones"))\n'
    name = library.bring(written(tmp_path, "club.py", both))
    assert (name, library.names([name])) == ("club", ("classic", "sprinters", "dead_zones"))
    alone = f'{BUNDLE}\nBUNDLE = Bundle("club", HERE, "Our club", ("dead_zones",))\n'
    assert library.names([library.bring(written(tmp_path, "club.py", alone))]) == ("classic", "dead_zones")


def test_a_toml_file_brings_a_bundle_by_its_layers(library: Library, tmp_path: Path) -> None:
    text = 'id = "club"\ntitle = "Our club"\nlayers = ["printed", "dead_zones"]\n'
    name = library.bring(written(tmp_path, "club.toml", text))
    assert set(library.names(["club"])) == {*library.names(["printed"]), "dead_zones"}
    assert library.bundles[name].title == "Our club"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('id = "club"\nlayers = ["deadzones"]\n', "there is no layer 'deadzones' for the bundle"),
        ('id = "club"\n', "gives rows of tables, or the layers of a bundle"),
        (TOML.replace("needs", 'layers = ["dead_zones"]\nneeds'), "gives rows of tables, or the layers of a bundle"),
    ],
)
def test_a_bundle_of_layers_that_are_not_there_is_refused(
    library: Library, tmp_path: Path, text: str, reason: str
) -> None:
    with pytest.raises(RefusedError, match=reason):
        library.bring(written(tmp_path, "club.toml", text))
    assert "club" not in library.bundles


def test_a_file_changes_rows_of_a_table_that_a_layer_it_needs_brings(tmp_path: Path) -> None:
    library = Library(CLASSIC, tacops)
    text = 'id = "low"\nneeds = ["classic", "hull_down"]\n[rows."hull_down.figures"]\n"to hit" = 3\n'
    name = library.bring(written(tmp_path, "low.toml", text))
    assert library.ruleset(["hull_down", name])[FIGURES]["to hit"] == 3
    with pytest.raises(RefusedError, match=r"there is no table 'hull_down\.figures'"):
        library.bring(written(tmp_path, "low.toml", text.replace(', "hull_down"', "")))


def test_a_file_that_ends_the_program_is_refused(library: Library, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="ends the program"):
        library.bring(written(tmp_path, "mine.py", "import sys\nsys.exit(3)\n"))
