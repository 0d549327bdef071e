"""The Omega rules together: every layer of this package."""

from __future__ import annotations

from overheat.kernel.cite import Book
from overheat.kernel.rules.bundles import beside
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle("omega", Book("Omega Rules")("the whole document"), "Omega rules", beside(__name__))
