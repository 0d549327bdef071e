"""What a layer changes is told as it is under it and without it: rules, rows, commands, phases, equipment."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from overheat.classic.rulesets import CLASSIC, LIBRARY
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.figures import ENTRIES, FIGURES, Figure
from overheat.kernel.cite import Book
from overheat.kernel.rules.changes import Change, about, changes
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from parades import on_parade

HERE = Book("Test")("somewhere")


@rule("test.sum", cite=HERE)
def plain_sum() -> int:
    """Twos and twos are four."""
    return 4


@rule("test.sum", cite=HERE)
def other_sum() -> int:
    """Twos and twos are five."""
    return 5


PRICES: Table[str, int] = Table("test.prices", {"apple": 1, "pear": 2, "fig": 9}, cite=HERE)
DEARER = PRICES.amended("test.dearer", {"pear": 3, "plum": 4}, cite=HERE, out=("fig",))
BASE = Layer("base", HERE, add=(plain_sum, PRICES))


def told(layer: Layer, *below: Layer) -> dict[str, Change]:
    known = {each.id: each for each in (BASE, *below, layer)}
    return {change.id: change for change in changes(layer, known)}


def test_a_replaced_rule_is_told_with_the_sentence_that_it_replaces() -> None:
    dear = Layer("dear", HERE, needs=("base",), change=(plain_sum.replaced_by(other_sum),))
    found = told(dear)["test.sum"]
    assert (found.change, found.what) == ("replaces", "rule")
    assert (found.says, found.before) == ("Twos and twos are five.", "Twos and twos are four.")
    above = Layer("above", HERE, needs=("base", "dear"), change=(plain_sum.wrapped_in(plain_sum),))
    assert told(above, dear)["test.sum"]._replace(rows=()) == Change(
        "test.sum", "rule", "wraps", "Twos and twos are four.", "Twos and twos are five.", str(HERE)
    )


def test_a_table_is_told_by_the_rows_that_are_otherwise() -> None:
    found = told(Layer("dear", HERE, needs=("base",), change=(DEARER,)))["test.prices"]
    assert (found.change, found.what) == ("changes", "table")
    assert [tuple(row) for row in found.rows] == [("pear", "2", "3"), ("plum", "", "4"), ("fig", "9", "")]


class Crop(msgspec.Struct, frozen=True):
    says: str
    months: frozenset[str] = frozenset()
    frosts: bool = True
    yields: dict[str, int] = {}


def grown() -> None:
    """Whoever sows it reaps it."""


def test_a_record_is_told_by_what_is_not_usual_in_it_in_one_order() -> None:
    crops: Table[str, Crop] = Table("test.crops", {}, cite=HERE, of="crop")
    flax = Crop("Blue in June.", frozenset({"June", "July", "April"}), False, {"oil": 2, "fibre": 3})
    rows = crops.amended("test.more_crops", {"flax": flax, "hay": Crop("Grass.")}, cite=HERE)
    found = told(Layer("field", HERE, needs=("base", "farm"), change=(rows,)), Layer("farm", HERE, add=(crops,)))
    assert found["flax"].says == "Blue in June; months April, July, June; no frosts; yields oil 2, fibre 3"
    assert found["hay"].says == "Grass"


def test_a_procedure_in_a_table_is_told_by_its_sentence() -> None:
    ways = Table("test.ways", {"sown": grown}, cite=HERE)
    found = told(Layer("farm", HERE, needs=("base",), add=(ways,)))["test.ways"]
    assert [tuple(row) for row in found.rows] == [("sown", "", "Whoever sows it reaps it")]


def test_of_many_rows_some_are_told_and_the_rest_counted() -> None:
    many = PRICES.amended("test.many", {f"fruit {at}": at for at in range(50)}, cite=HERE)
    found = told(Layer("many", HERE, needs=("base",), change=(many,)))["test.prices"]
    assert (len(found.rows), found.more, found.change) == (40, 10, "adds")


def test_a_dropped_rule_is_told_by_what_it_said() -> None:
    found = told(Layer("frugal", HERE, needs=("base",), drop=(plain_sum,)))["test.sum"]
    assert (found.change, found.says, found.before) == ("drops", "", "Twos and twos are four.")


def test_a_layer_is_told_over_what_the_layers_it_needs_need() -> None:
    first = Layer("first", HERE, needs=("base",), change=(plain_sum.replaced_by(other_sum),))
    second = Layer("second", HERE, needs=("base", "first"))
    third = Layer("third", HERE, needs=("second",), drop=(plain_sum,))
    assert told(third, first, second)["test.sum"].before == "Twos and twos are five."


def test_figures_of_equipment_are_told_with_those_of_the_catalogue() -> None:
    figures = FIGURES.amended("hot.figures", {"Medium Laser": Figure(heat=Fraction(3, 2), damage=6)}, cite=HERE)
    gun = ENTRIES.amended("hot.entries", {"gun": Weapon(id="gun", name="Thunder Gun", cite="here")}, cite=HERE)
    layer = Layer("hot", cite=HERE, title="Hot lasers", needs=("classic",), change=(figures, gun))
    laser, thunder = changes(layer, {"classic": CLASSIC, "hot": layer})
    assert laser == Change("Medium Laser", "equipment", "changes", "heat 3/2, damage 6", "heat 3, damage 5", str(HERE))
    assert (thunder.change, thunder.says) == ("adds", "Thunder Gun")


def test_phases_commands_and_ways_to_move_are_told_for_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with on_parade(tmp_path, monkeypatch):
        found = changes(LIBRARY.layers["parade"], LIBRARY.layers)
    assert [(change.what, change.id, change.says) for change in found] == [
        ("phase", "Parade", "Parade, after movement: units salute"),
        ("command", "Salutes", "Salutes, in parade and weapons"),
        ("command", "March", "March, in parade"),
    ]
    (evading,) = changes(LIBRARY.layers["evading"], LIBRARY.layers)
    assert (evading.what, evading.says) == (
        "way to move",
        "attacks +2, attacks on it +1, as fast as a run, attacks nobody",
    )


@pytest.mark.parametrize("name", [name for name, layer in LIBRARY.layers.items() if layer is not LIBRARY.base])
def test_every_layer_says_what_it_changes(name: str) -> None:
    rules: Ruleset = LIBRARY.ruleset()
    for change in changes(LIBRARY.layers[name], LIBRARY.layers):
        assert change.cite
        assert change.says or change.rows or change.change == "drops"
        assert change.what != "rule" or change.change == "adds" or change.before or change.id not in dict(rules.items())


def test_layers_of_the_same_name_are_told_from_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What two files say of their layers, also where both layers have one name."""
    layers = [Layer("twin", HERE), Layer("twin", HERE)]
    for number, layer in enumerate(layers):
        home = ModuleType(f"twin_{number}", f"Twin number {number}.")
        home.__dict__["LAYER"] = layer
        monkeypatch.setitem(sys.modules, home.__name__, home)
    assert [about(layer) for layer in layers] == ["Twin number 0.", "Twin number 1."]
