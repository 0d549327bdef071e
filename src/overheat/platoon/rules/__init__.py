"""The rules of the platoon game, as layers: the standard game, and one layer for each option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Layer, Ruleset, compose
from overheat.platoon.rules import optional
from overheat.platoon.rules.standard import HEAT


def _options() -> Iterator[Layer]:
    """The `LAYER` of every file of optional rules."""
    for module in iter_modules(optional.__path__, f"{optional.__name__}."):
        yield import_module(module.name).LAYER


LAYERS: dict[str, Layer] = {layer.id: layer for layer in (HEAT, *_options())}
"""Every layer by the name that command lines and saves use."""


@cache
def standard() -> Ruleset:
    """The platoon game with no options."""
    return compose(HEAT)


@cache
def _composed(names: tuple[str, ...]) -> Ruleset:
    return compose(*(LAYERS[name] for name in names))


def ruleset(names: Sequence[str] = ()) -> Ruleset:
    """The rules that some layer names stand for; the standard game lies below whether named or not."""
    chosen = [HEAT.id, *(name for name in names if name != HEAT.id)]
    for name in chosen:
        if name not in LAYERS:
            raise refuse("rules.layer", f"no rules layer {name!r}; there are {', '.join(LAYERS)}", layer=name)
    return _composed(tuple(chosen))
