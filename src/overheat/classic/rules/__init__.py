"""The rules of the classic game: the standard game, and packages of options with a file for each layer.

`rulesets` makes layers of them. A package beside `standard` is found by being there.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

STANDARD = "standard"


def packages() -> tuple[ModuleType, ...]:
    """The packages of options."""
    names = sorted(found.name for found in iter_modules(__path__) if found.ispkg and found.name != STANDARD)
    return tuple(import_module(f"{__name__}.{name}") for name in names)
