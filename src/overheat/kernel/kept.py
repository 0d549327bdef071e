"""Facts that are worked out when they are first asked for, and kept."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    kept = cached_property
else:

    class kept(cached_property):  # noqa: N801
        """A `cached_property` that takes no lock, as Python's own does not from 3.12 on."""

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
