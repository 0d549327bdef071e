"""The rules of the classic game, as layers: the standard game, and one layer for each option and variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from overheat.classic.rules import optional
from overheat.classic.rules.standard import CLASSIC
from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Layer, Ruleset, compose


def _options() -> Iterator[Layer]:
    """The `LAYER` of every file of optional rules."""
    for module in iter_modules(optional.__path__, f"{optional.__name__}."):
        yield import_module(module.name).LAYER


LAYERS: dict[str, Layer] = {layer.id: layer for layer in (CLASSIC, *_options())}
"""Every layer by the name that command lines and saves use."""


@cache
def standard() -> Ruleset:
    """The classic game with no options."""
    return compose(CLASSIC)


def ruleset(names: Sequence[str]) -> Ruleset:
    """The rules that some layer names stand for; the standard game lies below whether named or not."""
    chosen = list(names) if CLASSIC.id in names else [CLASSIC.id, *names]
    for name in chosen:
        if name not in LAYERS:
            raise refuse("rules.layer", f"no rules layer {name!r}; there are {', '.join(LAYERS)}", layer=name)
    return compose(*(LAYERS[name] for name in chosen))
