"""Why something may not be done: a value with an id, facts and a citation, never a large number."""

from __future__ import annotations

import msgspec

from overheat.kernel.cite import Cite

Fact = str | int | bool | None


class Refusal(msgspec.Struct, frozen=True):
    """A typed no. `id` is for programs, `reason` is one line for people, `facts` are what was measured."""

    id: str
    reason: str
    cite: Cite | None = None
    facts: dict[str, Fact] = {}

    def __str__(self) -> str:
        return f"{self.reason} [{self.cite}]" if self.cite else self.reason

    def as_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "reason": self.reason,
            "cite": str(self.cite) if self.cite else None,
            "facts": self.facts,
        }


class RefusedError(Exception):
    """Carries a refusal to where it is told."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[RefusedError], tuple[Refusal]]:
        return RefusedError, (self.refusal,)


def refuse(id: str, reason: str, cite: Cite | None = None, **facts: Fact) -> RefusedError:
    """The exception to raise: `raise refuse("move.turn", "it is not your turn", player="red")`."""
    return RefusedError(Refusal(id, reason, cite, facts))
