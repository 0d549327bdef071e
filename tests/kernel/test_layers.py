"""Layers compose into a ruleset, or are refused by name."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mypy import api

import overheat
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules import library as libraries
from overheat.kernel.rules.bundles import beside
from overheat.kernel.rules.clashes import clash
from overheat.kernel.rules.layers import CHECKS, Bundle, Layer, compose
from overheat.kernel.rules.library import Library
from overheat.kernel.rules.rule import Ruleset, Slot, Swap, Table, rule

HERE = Book("Rulebook")("Somewhere")

EXTRAS: Slot[[int], int] = Slot("extras", nothing=0)


class Fact:
    """What decisions are asked with."""

    def __init__(self, rules: Ruleset, number: int) -> None:
        self.rules = rules
        self.number = number


class RareFact(Fact):
    pass


@rule("base", cite=HERE)
def base(fact: Fact) -> int:
    """The number itself."""
    return fact.number


@rule("base.ten", cite=HERE)
def ten(fact: Fact) -> int:
    return 10


@rule("base.more", cite=HERE)
def one_more(fact: Fact) -> int:
    return fact.rules.below(one_more)(fact) + 1


@rule("base.twice", cite=HERE)
def twice(fact: Fact) -> int:
    return 2 * fact.rules.below(twice)(fact)


@rule("base.of_two", cite=HERE)
def of_two(fact: Fact, other: Fact) -> int:
    return 0


@rule("base.of_text", cite=HERE)
def of_text(fact: str) -> int:
    return 0


@rule("base.rare", cite=HERE)
def of_rare_facts(fact: RareFact) -> int:
    return 0


@rule("extra.one", cite=HERE, slot=EXTRAS)
def extra(number: int) -> int:
    return 1


PRICES: Table[str, int] = Table("prices", {"apple": 3, "pear": 4}, cite=HERE)

GROUND = Layer("ground", HERE, add=(base, extra, PRICES))
TEN = Layer("ten", HERE, change=(base.replaced_by(ten),))
MORE = Layer("more", HERE, change=(base.wrapped_in(one_more),))
TWICE = Layer("twice", HERE, change=(base.wrapped_in(twice),))
DEAR = Layer("dear", HERE, change=(PRICES.amended("prices.dear", {"apple": 9}, cite=HERE),))
PLUMS = Layer("plums", HERE, change=(PRICES.amended("prices.plums", {"plum": 5}, out=("pear",), cite=HERE),))


def untyped(old: Any, new: Any) -> Swap[..., Any]:
    """A swap that a type checker has not seen."""
    return Swap(old, new)


def answer(*layers: Layer) -> int:
    rules = compose(GROUND, *layers)
    return rules[base](Fact(rules, 4))


def test_a_table_that_stands_by_rising_numbers_keeps_that_order_with_new_rows() -> None:
    bands: Table[int, int] = Table("bands", {0: 0, 8: 1, 13: 2}, cite=HERE)
    ground = Layer("ground", HERE, add=(bands,))
    finer = Layer("finer", HERE, change=(bands.amended("bands.finer", {5: 7, 20: 3, 8: 9}, cite=HERE),))
    assert [*compose(ground, finer)[bands].rows.items()] == [(0, 0), (5, 7), (8, 9), (13, 2), (20, 3)]
    plums = compose(GROUND, PLUMS)[PRICES]
    assert [*plums.rows][-1] == "plum"


def test_a_wrap_asks_the_rule_that_it_lies_on() -> None:
    assert answer(MORE) == 5
    assert answer(TWICE) == 8


def test_two_wraps_of_one_rule_both_count_in_the_order_of_their_layers() -> None:
    assert answer(MORE, TWICE) == 10
    assert answer(TWICE, MORE) == 9


def test_a_swap_lies_beneath_every_wrap_whichever_was_laid_first() -> None:
    assert answer(TEN, MORE) == answer(MORE, TEN) == 11


def test_who_says_names_every_layer_that_had_a_hand_in_a_rule() -> None:
    standing = compose(GROUND, TEN, MORE).who_says("base")
    assert (standing.layer, standing.overrides) == ("more", ("ten", "ground"))


def test_what_lies_on_nothing_has_nothing_below() -> None:
    rules = compose(GROUND)
    with pytest.raises(RefusedError, match="'base' lies on no other rule"):
        rules.below(base)


def test_layers_change_different_rows_of_one_table() -> None:
    assert compose(GROUND, DEAR, PLUMS)[PRICES].rows == {"apple": 9, "plum": 5}
    assert compose(GROUND)[PRICES].rows == {"apple": 3, "pear": 4}


def test_a_table_remembers_which_layer_each_changed_row_is_from() -> None:
    assert compose(GROUND, DEAR, PLUMS).who_says("prices").rows == {"apple": "dear", "plum": "plums", "pear": "plums"}


def refusal(*layers: Layer) -> Refusal:
    with pytest.raises(RefusedError) as caught:
        compose(*layers)
    assert str(caught.value) == str(caught.value.refusal)
    return caught.value.refusal


@rule("checks.cheap", cite=HERE, slot=CHECKS)
def nothing_is_dear(rules: Ruleset) -> Refusal | None:
    """No price is above 8."""
    return Refusal("test.dear", "something is dear") if max(rules[PRICES].rows.values()) > 8 else None


@pytest.mark.parametrize(
    ("layers", "id"),
    [
        ((GROUND, GROUND), "rules.twice"),
        ((Layer("again", HERE, needs=("ground",)),), "rules.needs"),
        ((GROUND, Layer("copy", HERE, add=(base,))), "rules.exists"),
        ((GROUND, Layer("nothing", HERE, change=(of_text.replaced_by(of_text),))), "rules.nothing"),
        ((GROUND, Layer("nothing", HERE, change=(of_text.wrapped_in(of_text),))), "rules.nothing"),
        ((GROUND, Layer("nothing", HERE, drop=(of_text,))), "rules.nothing"),
        ((Layer("nothing", HERE, change=DEAR.change),), "rules.nothing"),
        (
            (GROUND, Layer("nothing", HERE, change=(PRICES.amended("prices.out", {}, out=("fig",), cite=HERE),))),
            "rules.nothing",
        ),
        ((GROUND, TEN, Layer("other", HERE, change=(base.replaced_by(base),))), "rules.conflict"),
        ((GROUND, TEN, Layer("other", HERE, drop=(base,))), "rules.conflict"),
        ((GROUND, MORE, Layer("other", HERE, drop=(base,))), "rules.conflict"),
        ((GROUND, DEAR, Layer("other", HERE, drop=(PRICES,))), "rules.conflict"),
        ((GROUND, Layer("off", HERE, drop=(base,)), TEN), "rules.nothing"),
        ((GROUND, DEAR, Layer("dearer", HERE, change=(PRICES.amended("p", {"apple": 8}, cite=HERE),))), "rules.row"),
        ((GROUND, Layer("twice_over", HERE, change=(*DEAR.change, *DEAR.change))), "rules.row"),
        ((GROUND, TEN, Layer("foe", HERE, excludes=("ten",))), "rules.excludes"),
        ((GROUND, Layer("foe", HERE, excludes=("ten",)), TEN), "rules.excludes"),
        ((GROUND, Layer("table", HERE, change=(untyped(base, PRICES),))), "rules.shape"),
        ((GROUND, Layer("slot", HERE, change=(untyped(base, extra),))), "rules.shape"),
        ((GROUND, Layer("arity", HERE, change=(untyped(base, of_two),))), "rules.shape"),
        ((GROUND, Layer("kind", HERE, change=(untyped(base, of_text),))), "rules.shape"),
        ((GROUND, Layer("narrow", HERE, change=(untyped(base, of_rare_facts),))), "rules.shape"),
        ((GROUND, Layer("careful", HERE, add=(nothing_is_dear,)), DEAR), "test.dear"),
    ],
)
def test_composition_refuses_nonsense(layers: tuple[Layer, ...], id: str) -> None:
    assert refusal(*layers).id == id


def test_a_refusal_names_both_layers_and_what_they_quarrel_about() -> None:
    dearer = Layer("dearer", HERE, change=(PRICES.amended("p", {"apple": 8}, cite=HERE),))
    no = refusal(GROUND, DEAR, dearer)
    assert (no.facts["layer"], no.facts["other"], no.facts["rule"]) == ("dearer", "dear", "prices")
    assert "'apple'" in no.reason


def test_a_layer_may_change_again_what_a_layer_it_needs_has_changed() -> None:
    rules = compose(GROUND, TEN, Layer("again", HERE, needs=("ten",), change=(base.replaced_by(base),)))
    assert rules[base](Fact(rules, 4)) == 4
    assert rules.who_says("base").overrides == ("ten", "ground")
    cheap = Layer("cheap", HERE, needs=("dear",), change=(PRICES.amended("p", {"apple": 1}, cite=HERE),))
    assert compose(GROUND, DEAR, cheap)[PRICES]["apple"] == 1


def package(monkeypatch: pytest.MonkeyPatch, path: Path, **modules: Layer | Bundle) -> ModuleType:
    """A package of rules with a layer or a bundle in each module."""
    found = ModuleType("made")
    found.__path__ = [str(path)]
    monkeypatch.setitem(sys.modules, "made", found)
    for name, content in modules.items():
        (path / f"{name}.py").write_text("", encoding="utf-8")
        module = ModuleType(f"made.{name}")
        setattr(module, "LAYER" if isinstance(content, Layer) else "BUNDLE", content)
        monkeypatch.setitem(sys.modules, f"made.{name}", module)
    return found


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    rich = Bundle("rich", HERE, "Rich", ("dear", "bigger"))
    bigger = Bundle("bigger", HERE, "Bigger", ("more", "twice"))
    made = package(
        monkeypatch, tmp_path, a=TEN, b=MORE, c=TWICE, d=DEAR, e=rich, f=bigger, g=Layer("foe", HERE, excludes=("ten",))
    )
    return Library(GROUND, made)


def test_layers_and_bundles_are_found_by_being_there(library: Library) -> None:
    assert list(library.layers) == ["ground", "ten", "more", "twice", "dear", "foe"]
    assert list(library.bundles) == ["rich", "bigger"]


def test_a_bundle_stands_for_its_layers_and_those_of_bundles_in_it(library: Library) -> None:
    assert library.names(["twice", "rich"]) == ("ground", "twice", "dear", "more")
    assert library.ruleset(["rich"]) is library.ruleset(["ground", "dear", "more", "twice"])


def test_a_library_remembers_a_bounded_number_of_rulesets(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "COMPOSED", 2)
    first, second = library.ruleset(), library.ruleset(["more"])
    assert library.ruleset(["more"]) is second
    library.ruleset(["twice"])
    assert library.ruleset(["more"]) is not second
    assert library.ruleset() is first


def test_an_unknown_layer_is_refused_with_the_names_there_are(library: Library) -> None:
    with pytest.raises(
        RefusedError, match="no rules layer 'rihc'; there are ground, ten, more, twice, dear, foe, rich"
    ):
        library.ruleset(["rihc"])


def test_two_layers_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = package(monkeypatch, tmp_path, a=TEN, b=Layer("ten", HERE))
    with pytest.raises(RefusedError, match="'ten'"):
        Library(GROUND, made)


def test_the_library_knows_which_layers_cannot_lie_together(library: Library) -> None:
    assert library.conflicts("ten") == {"foe": "one excludes the other"}
    assert library.conflicts("more") == {}


def test_what_two_layers_contradict_each_other_in_is_told() -> None:
    eleven = Layer("eleven", HERE, change=(base.replaced_by(base),))
    dearer = Layer("dearer", HERE, change=(PRICES.amended("p", {"apple": 1}, cite=HERE),))
    priceless = Layer("priceless", HERE, drop=(PRICES,))
    assert clash(TEN, eleven) == "both decide base"
    assert clash(DEAR, dearer) == "both change the row 'apple' of prices"
    assert clash(DEAR, priceless) == "one drops prices, of which the other speaks"
    assert clash(TEN, dearer) == ""


def test_a_plus_joins_names_and_a_bundle_brings_what_its_layers_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_top = Layer("on_top", HERE, needs=("ground", "ten"))
    tall = Bundle("tall", HERE, "Tall", ("on_top",))
    library = Library(GROUND, package(monkeypatch, tmp_path, a=on_top, b=TEN, c=MORE, d=tall))
    assert library.names(["tall+more"]) == ("ground", "ten", "on_top", "more")
    with pytest.raises(RefusedError, match="'more' is named twice"):
        library.names(["tall+more", "more"])


def test_a_bundle_finds_the_layers_beside_it_and_leaves_out_those_that_contradict_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(monkeypatch, tmp_path, a=TEN, b=MORE, c=Layer("foe", HERE, excludes=("ten",)))
    assert beside("made.bundle") == ("ten", "more")


SNIPPET = """
from overheat.kernel.cite import Book
from overheat.kernel.rules.rule import Table, rule

HERE = Book("Rulebook")("Somewhere")

@rule("a", cite=HERE)
def old(number: int) -> int:
    return number

@rule("b", cite=HERE)
def new(number: int) -> int:
    return number

@rule("c", cite=HERE)
def misfit(number: int, text: str) -> int:
    return number

PRICES: Table[str, int] = Table("p", {}, cite=HERE)
old.replaced_by(new)
old.wrapped_in(new)
PRICES.amended("q", {"apple": 1}, cite=HERE)
"""


WRONG = ("old.replaced_by(misfit)", "old.wrapped_in(misfit)", 'PRICES.amended("q", {1: "x"}, cite=HERE)')


def test_a_type_checker_sees_changes_that_do_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(Path(overheat.__file__).parents[1]))
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET + "\n".join(WRONG) + "\n", encoding="utf-8")
    told, _, _ = api.run(["--config-file=", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    first = len(SNIPPET.splitlines()) + 1
    wrong = {row.split(": error:")[0] for row in told.splitlines() if ": error:" in row}
    assert wrong == {f"{file}:{line}" for line in range(first, first + len(WRONG))}


def test_a_rule_is_named_in_the_refusal_of_a_swap_that_does_not_fit() -> None:
    no = refusal(GROUND, Layer("kind", HERE, change=(untyped(base, of_text),)))
    assert "whose fact 1 is str and not Fact" in no.reason
