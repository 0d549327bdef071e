"""Layers of rules as an option screen shows them: what each one is about, and everything that it changes, in words."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from overheat.kernel.rules.changes import about, changes
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.library import Library

MOST_LAYERS = 400
"""So many layers of rules may be named at once: a preset spelled out is more than half of what a game has."""

_KEPT: dict[tuple[int, bool], tuple[tuple[Layer, ...], list[dict[str, object]]]] = {}
"""What was told of a library, with the layers it had then: what layers change takes seconds to find out."""
_ONE_AT_A_TIME = Lock()


def told(library: Library, with_changes: bool = True) -> list[dict[str, object]]:
    """Every layer of a game, if wanted with what it changes; the first is the game itself."""
    library.discover()
    layers = tuple(library.layers.values())
    with _ONE_AT_A_TIME:
        held = _KEPT.get((id(library), with_changes))
        if held is None or len(held[0]) != len(layers) or any(a is not b for a, b in zip(held[0], layers, strict=True)):
            held = layers, [_layer(layer, library, with_changes) for layer in layers]
            _KEPT[id(library), with_changes] = held
    return held[1]


def told_bundles(library: Library) -> list[dict[str, object]]:
    """Every name for several layers, with the layers that it stands for; editions of the game come first."""
    return [
        {"id": bundle.id, "title": bundle.title, "cite": str(bundle.cite), "layers": names(library, [bundle.id])}
        for bundle in sorted(library.bundles.values(), key=lambda bundle: not bundle.edition)
    ]


def names(library: Library | None, rules: Sequence[str]) -> tuple[str, ...]:
    """The layers that rules stand for, without the game itself."""
    return library.names(rules)[1:] if library else tuple(rules)


def in_words(library: Library | None, rules: Sequence[str]) -> list[str]:
    """Rules in few words: names for several layers that are among them whole, and the titles of the layers besides."""
    if library is None:
        return list(rules)
    chosen = [id for id in rules if id != library.base.id]
    stands = {bundle.id: names(library, [bundle.id]) for bundle in library.bundles.values()}
    whole = {id: layers for id, layers in stands.items() if layers and set(layers) <= set(chosen)}
    covered = {id for layers in whole.values() for id in layers}
    besides = [_title(library.layers[id]) if id in library.layers else id for id in chosen if id not in covered]
    return [library.bundles[id].title for id in whole] + besides


def _title(layer: Layer) -> str:
    return layer.title or layer.id.replace("_", " ")


def _layer(layer: Layer, library: Library, with_changes: bool) -> dict[str, object]:
    base = layer is library.base
    against = {} if base else library.conflicts(layer.id)
    found = changes(layer, library.layers) if with_changes and not base else []
    return {
        "id": layer.id,
        "title": _title(layer),
        "group": layer.group,
        "cite": str(layer.cite),
        "needs": layer.needs,
        "conflicts": [{"layer": other, "reason": reason} for other, reason in against.items()],
        "base": base,
        "about": about(layer),
        "says": [{**change._asdict(), "rows": [row._asdict() for row in change.rows]} for change in found],
    }
