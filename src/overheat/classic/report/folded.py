"""Events in few words, for a log that is folded: one line a shot, with what came of it."""

from __future__ import annotations

from overheat.classic.facts import events as happened
from overheat.classic.facts.phrases import FACINGS, Cast, the
from overheat.classic.facts.vocabulary import harm_of, way_of
from overheat.classic.report.wording import sentence
from overheat.kernel.events import Event
from overheat.kernel.terms import number_of, number_to_read, total_of

GRAVE = (happened.CriticalHit, happened.Fell, happened.FateMet, happened.CrewHurt, happened.CrewSenses)
"""What is told in a folded line as it is told anywhere."""


def in_short(event: Event, cast: Cast) -> str:
    """A deed, an attack with its result, or what came of one; nothing for what only the unfolded log tells."""
    if isinstance(event, happened.AttackRolled):
        needed = f"{total_of(event.needed)}+, rolled {event.rolled}" if event.needed else "no roll needed"
        who = f"{cast.name(event.unit)}, {harm_of(event.what, event.weapon)} at {cast.name(event.target)}"
        return f"{who}: {needed}: {'hit' if event.hit else 'missed'}"
    if isinstance(event, happened.Moved) and way_of(event.how).begins:
        return f"{cast.name(event.unit)} {cast.goes(event.unit, event.motion.mode)} from {event.hex}"
    if isinstance(event, happened.TurnEnded):
        return f"{cast.name(event.unit)} stays where it is"
    if isinstance(event, happened.HeatSettled):
        before, after = (number_to_read(number_of(heat)) for heat in (event.before, event.after))
        return f"{cast.name(event.unit)}: heat {before} → {after}"
    if isinstance(event, happened.Struck):
        return f"{event.damage} in {the(event.location)}{', rear' if event.rear else ''}"
    return sentence(event, cast, None) if isinstance(event, GRAVE) else ""


def section_of(event: Event) -> str:
    """The part of a round that an event belongs to, where no event of its own announces that part."""
    return "Heat" if isinstance(event, happened.HeatSettled) else ""


def idles(event: Event) -> bool:
    """Whether nothing came of an event: a machine that was cool is so still."""
    return isinstance(event, happened.HeatSettled) and not (event.before or event.after)


def led_to(event: Event) -> str:
    """Where a step of a move led, for the line of the whole move; nothing for other events."""
    return f"{event.hex} facing {FACINGS[event.facing]}" if isinstance(event, happened.Moved) else ""
