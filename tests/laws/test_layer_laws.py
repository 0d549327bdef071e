"""What holds for the layers of both games: conflicts that are foretold are those that composing meets."""

from itertools import combinations
from types import ModuleType

import pytest

from overheat.classic.rules import omega, tacops
from overheat.classic.rulesets import LIBRARY as CLASSIC
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, Library, compose
from overheat.platoon.rulesets import LIBRARY as PLATOON


@pytest.mark.parametrize("library", [CLASSIC, PLATOON], ids=["classic", "platoon"])
def test_layers_that_are_said_to_conflict_are_those_that_cannot_be_composed(library: Library) -> None:
    """Every pair that speaks of one entry is composed; of the others, which have nothing to clash in, every 20th."""
    options = [layer for layer in library.layers.values() if layer is not library.base]
    refused, foretold = set(), set()
    for number, (one, other) in enumerate(combinations(options, 2)):
        if set(one.needs) | set(other.needs) != {library.base.id}:
            continue
        apart = _spoken_of(one).isdisjoint(_spoken_of(other)) and other.id not in library.conflicts(one.id)
        if apart and number % 20:
            continue
        if other.id in library.conflicts(one.id):
            foretold.add((one.id, other.id))
        try:
            compose(library.base, one, other)
        except RefusedError:
            refused.add((one.id, other.id))
    assert foretold == refused


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
