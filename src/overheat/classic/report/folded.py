"""Events in few words, for a log that is folded: one line a shot, with what came of it."""

from __future__ import annotations

from overheat.classic.facts import events as happened
from overheat.classic.facts.phrases import Cast, the
from overheat.classic.facts.vocabulary import harm_of
from overheat.classic.report.wording import sentence
from overheat.kernel.events import Event
from overheat.kernel.terms import total_of

GRAVE = (happened.CriticalHit, happened.Fell, happened.FateMet, happened.CrewHurt, happened.CrewSenses)
"""What is told in a folded line as it is told anywhere."""


def in_short(event: Event, cast: Cast) -> str:
    """An attack with its number and its result, or what came of one; nothing for what only the unfolded log tells."""
    if isinstance(event, happened.AttackRolled):
        needed = f"{total_of(event.needed)}+, rolled {event.rolled}" if event.needed else "no roll needed"
        who = f"{cast.name(event.unit)}, {harm_of(event.what, event.weapon)} at {cast.name(event.target)}"
        return f"{who}: {needed}: {'hit' if event.hit else 'missed'}"
    if isinstance(event, happened.Struck):
        return f"{event.damage} in {the(event.location)}{', rear' if event.rear else ''}"
    return sentence(event, cast, None) if isinstance(event, GRAVE) else ""
