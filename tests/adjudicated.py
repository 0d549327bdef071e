"""Questions for the adjudicator of the classic game, asked in one line."""

from __future__ import annotations

from typing import Any

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.kernel.inquiries import question_of


def adjudicated(ask: str, *rules: str, **facts: Any) -> dict[str, Any]:
    """What `overheat adjudicate` answers under some rules."""
    return ADJUDICATOR.answer(question_of({"ask": ask, "rules": list(rules), **facts})).as_json()
