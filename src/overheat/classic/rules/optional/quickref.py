"""The game as the quick reference prints it, where books that are usually published say something else."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.kernel.rules.layers import Bundle

BUNDLE = Bundle("quickref", QUICK_REFERENCE("the whole sheet"), "As the quick reference has it", (), edition=True)
