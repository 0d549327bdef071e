"""The advanced rules together: every layer of this package, and of those that contradict each other the first."""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.kernel.rules.bundles import beside
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle("tacops", TACTICAL_OPERATIONS("the whole book"), "Advanced rules", beside(__name__))
