"""Claims are found in modules and layers, proofs in marks; what cannot be read is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.register import Claim
from overheat.register.gather import entries, gather_claims, gather_proofs, index_text, proofs_of, rulings_of_figures

STANDARD = """
from overheat.kernel.cite import Cite
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule

HERE = Cite("Made Up", "all of it")
ROWS = Table("rows", {"woods": 2}, cite=HERE, implements=["MADE-table"])
PLACED = Table("placed", {}, cite=HERE, implements=["MADE-placed"], where="made/up.toml")

@rule("decides", cite=HERE, implements=["MADE-decision"])
def decides(height):
    return height > 2

@rule("loose", cite=HERE, implements=["MADE-loose"])
def loose(height):
    return height

@rule("listed", cite=HERE, implements=["MADE-listed"])
def _made(height):
    return height

LISTED = [_made]
del _made
LAYER = Layer("standard", cite=HERE, add=(decides, ROWS))
"""

VARIANT = """
from gathered.standard import HERE, ROWS, Layer, decides, rule

@rule("decides", cite=HERE, implements=["MADE-variant", "MADE-decision"])
def otherwise(height):
    return height > 3

LAYER = Layer("variant", cite=HERE, needs=("standard",), change=(decides.replaced_by(otherwise),))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A made-up package of two rule modules."""
    folder = tmp_path / "gathered"
    folder.mkdir()
    (folder / "__init__.py").write_text("from gathered.standard import ROWS\n", encoding="utf-8")
    (folder / "__main__.py").write_text("raise SystemExit('only to be run')\n", encoding="utf-8")
    (folder / "standard.py").write_text(STANDARD, encoding="utf-8")
    (folder / "variant.py").write_text(VARIANT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "gathered"
    for name in [name for name in sys.modules if name.split(".")[0] == "gathered"]:
        del sys.modules[name]


def test_claims_name_the_rule_its_place_and_its_layer(package: str) -> None:
    decides = Claim("decides", "gathered.standard.decides", "standard")
    otherwise = Claim("decides", "gathered.variant.otherwise", "variant", "decides")
    assert gather_claims([package, "absent_package"]) == {
        "MADE-decision": (decides, otherwise),
        "MADE-listed": (Claim("listed", "gathered.standard._made"),),
        "MADE-loose": (Claim("loose", "gathered.standard.loose"),),
        "MADE-placed": (Claim("placed", "made/up.toml"),),
        "MADE-table": (Claim("rows", "gathered.standard.ROWS", "standard"),),
        "MADE-variant": (otherwise,),
    }


def test_each_entry_is_collected_once(package: str) -> None:
    found = [entry.id for entry in entries([package])]
    assert sorted(found) == ["decides", "decides", "listed", "loose", "placed", "rows"]


def test_proofs_are_read_from_functions_classes_and_modules(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "deep").mkdir(parents=True)
    (tests / "deep" / "test_one.py").write_text(
        """
import pytest
from pytest import mark

@pytest.mark.parametrize("x", [1])
@pytest.mark.proves("MADE-a", "MADE-b")
def test_two(x): ...

@mark.proves("MADE-c")
class TestGroup:
    @mark.proves("MADE-a")
    def test_inside(self): ...
    def helper(self): ...

def test_none(): ...
""",
        encoding="utf-8",
    )
    (tests / "test_whole.py").write_text(
        "import pytest\npytestmark = [pytest.mark.slow, pytest.mark.proves('MADE-d')]\ndef test_all(): ...\n",
        encoding="utf-8",
    )
    inside = "tests/deep/test_one.py::TestGroup::test_inside"
    assert gather_proofs(tests) == {
        "MADE-a": (inside, "tests/deep/test_one.py::test_two"),
        "MADE-b": ("tests/deep/test_one.py::test_two",),
        "MADE-c": (inside,),
        "MADE-d": ("tests/test_whole.py::test_all",),
    }


def test_a_test_of_every_figure_proves_the_rulings_of_all_of_them(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    source = "import pytest\n@pytest.mark.proves_figures\ndef test_each(): ...\n"
    (tests / "test_figures.py").write_text(source, encoding="utf-8")
    proofs = gather_proofs(tests)
    assert list(proofs) == rulings_of_figures()
    assert proofs["TO-089-physical-table-2"] == ("tests/test_figures.py::test_each",)


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.proves(NAME)\ndef test_a(): ...",
        "@pytest.mark.proves(*IDS)\ndef test_a(): ...",
        "@pytest.mark.proves('MADE-a', 3)\ndef test_a(): ...",
        "@pytest.mark.proves(id='MADE-a')\ndef test_a(): ...",
        "@pytest.mark.proves()\ndef test_a(): ...",
        "@pytest.mark.proves\ndef test_a(): ...",
        "@pytest.mark.proves('MADE-a')\ndef helper(): ...",
        "CASES = [pytest.param(1, marks=pytest.mark.proves('MADE-a'))]",
        "pytestmark = make(pytest.mark.proves('MADE-a'))",
    ],
)
def test_a_mark_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(RefusedError, match=r"^test_made_up\.py:\d+: "):
        list(proofs_of(source, "test_made_up.py"))


def test_an_index_has_a_line_for_each_id() -> None:
    claims = {"MADE-b": (Claim("b", "made.b"),), "MADE-a": (Claim("a", "made.a", "layer", "old"),)}
    assert index_text(claims) == (
        '{\n"MADE-a": [{"rule":"a","where":"made.a","layer":"layer","replaces":"old"}],\n'
        '"MADE-b": [{"rule":"b","where":"made.b"}]\n}\n'
    )
    assert index_text({}) == "{}\n"
