"""What events mean for a target: a short name for each thing that may become of it, and the name in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overheat.classic.facts.events import (
    ArmourLost,
    CrewHurt,
    CrewSenses,
    CriticalHit,
    Exploded,
    FateMet,
    Fell,
    LocationLost,
    Struck,
    VehicleHurt,
)
from overheat.classic.facts.phrases import place
from overheat.classic.facts.state import Unit
from overheat.classic.facts.vocabulary import FATES
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.unit.plan import Held
from overheat.kernel.events import Event
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words

DESTROYED = "destroyed"
FALL = "fall"
ONCE = ("breach.", "lost.", "destroyed")
"""What happens to a target at most once, however often it is hit."""


def effects_of(events: Iterable[Event], id: str, before: Unit) -> tuple[str, ...]:
    """What events mean for a unit as it was before them, each once; nothing counts once it is out of the battle."""
    found: dict[str, None] = {}
    hits = {system: _hits(before, system) for system in COUNTED}
    for event in events:
        if getattr(event, "unit", "") == id:
            found.update(dict.fromkeys(_meant(event, before, hits)))
            if isinstance(event, FateMet):
                break
    return tuple(found)


def _meant(event: Event, unit: Unit, hits: dict[str, int]) -> Iterator[str]:
    match event:
        case ArmourLost(location=code, rear=rear, before=before, after=left):
            if before and not left:
                yield f"breach.{code}{'.rear' if rear else ''}"
        case LocationLost(location=code):
            yield f"lost.{code}"
        case Struck(location="HD"):
            yield "head"
        case CriticalHit():
            yield "critical"
            yield from _critical(event, unit, hits)
        case Exploded():
            yield "explosion"
        case CrewHurt():
            yield "crew.hurt"
        case CrewSenses(conscious=False):
            yield "crew.unconscious"
        case VehicleHurt(what=what, changed=changed):
            yield f"vehicle.{what}"
            if changed.get("immobile"):
                yield "immobile"
        case Fell():
            yield FALL
        case FateMet(why=why):
            yield DESTROYED
            yield f"destroyed.{why}"
            if why == "pilot_killed":
                yield "crew.killed"


COUNTED = ("engine", "gyro", "sensors")
"""Systems of which it matters how often they were hit."""


def _hits(unit: Unit, system: str) -> int:
    """How often a system has been hit."""
    return sum(slot in unit.condition.hit.get(code, ()) for code, slot in unit.plan.systems.get(system, ()))


def _critical(event: CriticalHit, unit: Unit, hits: dict[str, int]) -> Iterator[str]:
    """Which system was hit and how often by now, or which kind of part."""
    what = event.what
    if what or event.location not in unit.plan.slots:
        yield f"critical.{what}"
        if what in hits:
            hits[what] += 1
            if hits[what] > 1:
                yield f"critical.{what}.{hits[what]}"
        return
    for at in unit.plan.slots[event.location][event.slot].mounts:
        mount = unit.sheet.mounts[at]
        yield f"critical.{'ammunition' if mount.ammunition else 'weapon' if mount.weapon else 'part'}"


def kind_of_slot(rules: Ruleset, unit: Unit, held: Held) -> object:
    """What a critical hit on a slot is to its unit: parts that neither explode nor steady it are alike."""
    if held.system:
        return held.system
    if any(_explosive(rules, unit, at) for at in held.mounts):
        return held
    weapons = any(unit.sheet.mounts[at].weapon for at in held.mounts)
    return "weapon" if weapons else "part"


def _explosive(rules: Ruleset, unit: Unit, at: int) -> bool:
    mount = unit.sheet.mounts[at]
    return mount.ammunition is not None or bool(rules[weapon_explosion](MountHit(rules, unit, at)))


WORDS = {
    "head": "head hit",
    "critical": "critical hit",
    "explosion": "explosion inside",
    "crew.hurt": "crew hurt",
    "crew.unconscious": "crew unconscious",
    "crew.killed": "pilot killed",
    "immobile": "immobilised",
    FALL: "falls",
    DESTROYED: "destroyed",
}


def in_plain_words(name: str) -> str:
    """An effect by its name, in words."""
    if name in WORDS:
        return WORDS[name]
    kind, _, rest = name.partition(".")
    if kind == "breach":
        code, _, rear = rest.partition(".")
        return f"armour of the {place(code)}{', rear,' if rear else ''} gone"
    if kind == "lost":
        return f"{place(rest)} destroyed"
    if kind == "critical":
        what, _, times = rest.partition(".")
        return f"critical hit: {in_words(what)}{f', {times} times' if times else ''}"
    if kind == DESTROYED:
        return f"destroyed: {FATES.told(rest)}"
    return in_words(rest)


ORDER = ("destroyed", "head", "fall", "immobile", "explosion", "crew", "critical", "vehicle", "breach", "lost")


def in_reading_order(name: str) -> tuple[int, str]:
    """Where an effect stands among others: what decides most first."""
    kind = name.partition(".")[0]
    return (ORDER.index(kind) if kind in ORDER else len(ORDER)), name
