"""What holds for the layers of both games: conflicts that are foretold are those that composing meets."""

from collections.abc import Iterable
from itertools import combinations, permutations
from types import ModuleType

import pytest

from overheat.classic.rules import omega, tacops
from overheat.classic.rulesets import LIBRARY as CLASSIC
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.library import Library
from overheat.platoon.rulesets import LIBRARY as PLATOON


@pytest.mark.parametrize("library", [CLASSIC, PLATOON], ids=["classic", "platoon"])
def test_layers_that_are_said_to_conflict_are_those_that_cannot_be_composed(library: Library) -> None:
    """Every pair that speaks of one entry is composed; of the others, which have nothing to clash in, every 100th."""
    options = [layer for layer in library.layers.values() if layer is not library.base]
    refused, foretold = set(), set()
    for number, (one, other) in enumerate(combinations(options, 2)):
        if set(one.needs) | set(other.needs) != {library.base.id}:
            continue
        apart = _spoken_of(one).isdisjoint(_spoken_of(other)) and other.id not in library.conflicts(one.id)
        if apart and number % 100:
            continue
        if other.id in library.conflicts(one.id):
            foretold.add((one.id, other.id))
        try:
            compose(library.base, one, other)
        except RefusedError:
            refused.add((one.id, other.id))
    assert foretold == refused


def test_any_two_advanced_options_go_together_or_refuse_each_other_by_name() -> None:
    """Every pair with what it needs, in both orders; pairs that change no entry and no row in common cannot clash, and
    that all of them go together where they may is seen by composing the preset."""
    options = [layer for layer in Library(CLASSIC.base, tacops).layers.values() if layer is not CLASSIC.base]
    touched, foes = ({layer.id: ask(layer) for layer in options} for ask in (_touched, _foes))
    clashes = 0
    for one, other in permutations(options, 2):
        if touched[one.id].isdisjoint(touched[other.id]) and other.id not in foes[one.id]:
            continue
        names = dict.fromkeys((CLASSIC.base.id, *_with_needs(one), *_with_needs(other)))
        no = _refused(names)
        clashes += no is not None
        if no is not None:
            assert {one.id, other.id} <= {str(fact) for fact in no.facts.values()}, no
            assert other.id in foes[one.id]
    assert clashes


def _foes(layer: Layer) -> set[object]:
    return set(CLASSIC.conflicts(layer.id))


def _refused(names: Iterable[str]) -> Refusal | None:
    try:
        compose(*(CLASSIC.layers[name] for name in names))
    except RefusedError as error:
        return error.refusal
    return None


def _with_needs(layer: Layer) -> tuple[str, ...]:
    needs = (each for need in layer.needs for each in _with_needs(CLASSIC.layers[need]))
    return (*needs, layer.id)


def _touched(layer: Layer) -> set[object]:
    """Every entry that a layer adds, swaps or drops, and every single row that it brings."""
    rows = {(rows.table.id, key) for rows in layer.rows for key in rows.keys}
    return {*rows, *(swap.old.id for swap in layer.swaps), *(entry.id for entry in (*layer.add, *layer.drop))}


def _spoken_of(layer: Layer) -> set[str]:
    """Every entry that a layer adds, changes or drops."""
    changed = {swap.old.id for swap in layer.swaps} | {rows.table.id for rows in layer.rows}
    return changed | {entry.id for entry in (*layer.add, *layer.drop)}


@pytest.mark.parametrize("library", [CLASSIC, PLATOON], ids=["classic", "platoon"])
def test_every_preset_can_be_composed(library: Library) -> None:
    assert library.bundles
    for name, bundle in library.bundles.items():
        assert len(library.ruleset([name]).layers) > len(bundle.layers)


@pytest.mark.parametrize(("preset", "package"), [("tacops", tacops), ("omega", omega)])
def test_a_preset_of_a_package_names_its_layers_unless_they_contradict_one_that_it_names(
    preset: str, package: ModuleType
) -> None:
    there = {layer for layer in Library(CLASSIC.base, package).layers if layer != CLASSIC.base.id}
    named = set(CLASSIC.bundles[preset].layers)
    assert named <= there
    for left_out in there - named:
        assert not named.isdisjoint(CLASSIC.conflicts(left_out))
