"""Bundles that list themselves: the layers of a package, found by being there."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from overheat.kernel.rules.clashes import clash
from overheat.kernel.rules.layers import Layer


def beside(module: str) -> tuple[str, ...]:
    """The layers in the package that a module stands in, by name; of those that contradict each other the first."""
    package = module.rpartition(".")[0]
    found: list[Layer] = []
    for each in iter_modules(import_module(package).__path__, f"{package}."):
        layer = getattr(import_module(each.name), "LAYER", None)
        if isinstance(layer, Layer) and not any(clash(layer, other) for other in found):
            found.append(layer)
    return tuple(layer.id for layer in found)
