"""Standing orders: what a crew makes ready in its turn and is carried out in the End Phase.

A machine is powered down, ammunition is dumped, a light or a stealth system is switched for the next round.
"""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.systems import works
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule

DUMPING = TOTAL_WARFARE("Dumping Ammunition", 104)
SHUTDOWN = TOTAL_WARFARE("Shutdown", 160)
SWITCHING = TACTICAL_OPERATIONS("Searchlights", 57)

POWERED_DOWN = "powered_down"
"""The mark of a machine that its own pilot has shut down."""
POWERING_DOWN = "about_to_power_down"
"""The mark of a machine that shuts down in the End Phase."""
DUMPED = named("dumping", "dumping {kind} ({about}, bin {value})")
"""The mark of a bin that is being dumped."""
TO_BE_DUMPED = named("about_to_dump", "about to be dumping {kind} ({about}, bin {value})")
"""The mark of a bin that is dumped in the next round."""
TORSO = ("LT", "CT", "RT")
STERN = "RR"
"""The rear of a vehicle."""


@rule("orders.power_down", cite=SHUTDOWN)
def may_power_down(rules: Ruleset, unit: Unit) -> Refusal | None:
    """The pilot of a war machine that runs may have it shut down in the End Phase."""
    if not unit.machine or unit.condition.shut_down:
        return Refusal("orders.power_down", "only a war machine that runs is powered down", SHUTDOWN)
    if POWERING_DOWN in unit.marks:
        return Refusal("orders.power_down", "that is ordered already", SHUTDOWN)
    return None


@rule("orders.start_up", cite=SHUTDOWN)
def may_start_up(rules: Ruleset, unit: Unit, now: int) -> Refusal | None:
    """What a pilot has powered down stays down for a round at least, until he starts it up in an End Phase."""
    mark = unit.marks.get(POWERED_DOWN)
    if mark is not None and mark.value < now:
        return None
    if mark is not None:
        return Refusal("orders.start_up", "it was powered down just now", SHUTDOWN)
    return Refusal("orders.start_up", "only what its pilot has powered down is started up", SHUTDOWN)


@rule("orders.switch", cite=SWITCHING, implements=("TO-057-searchlights-5",))
def may_switch_later(rules: Ruleset, unit: Unit, order: str) -> Refusal | None:
    """A searchlight, and a stealth system, may be switched in any End Phase as well as before moving."""
    return Refusal("orders.switch", "that is ordered already", SWITCHING) if order in unit.marks else None


def dumping(mount: int) -> str:
    """The mark of a bin that is being dumped."""
    return each(DUMPED, mount)


def about_to_dump(mount: int) -> str:
    """The mark of a bin that is dumped in the next round."""
    return each(TO_BE_DUMPED, mount)


def bin_mark(unit: Unit, mount: int) -> Mark:
    """What such a mark tells of a bin."""
    held = unit.sheet.mounts[mount]
    return Mark(mount, kind=held.equipment.name, about=held.location)


def dumped_bins(unit: Unit) -> Iterator[int]:
    """The bins that are being dumped."""
    if unit.marks:
        yield from (at for at in range(len(unit.sheet.mounts)) if dumping(at) in unit.marks)


@rule("orders.dump", cite=DUMPING)
def may_dump(rules: Ruleset, unit: Unit, mount: int) -> Refusal | None:
    """A war machine or a vehicle may dump what is left in a bin: it is announced, and takes all of the next round."""
    if (
        not (unit.machine or unit.vehicle)
        or not 0 <= mount < len(unit.sheet.mounts)
        or unit.sheet.mounts[mount].ammunition is None
    ):
        return Refusal("orders.dump", f"{unit.sheet.name} has no such ammunition to dump", DUMPING)
    if not unit.condition.shots[mount] or not works(unit, mount):
        return Refusal("orders.dump", "nothing is left to be dumped", DUMPING)
    if dumping(mount) in unit.marks or about_to_dump(mount) in unit.marks:
        return Refusal("orders.dump", "that is ordered already", DUMPING)
    return None


@rule("orders.dumping_explodes", cite=DUMPING)
def dumping_explodes(rules: Ruleset, location: str, rear: bool) -> bool:
    """A hit on the rear of the torso sets off what is being dumped, one on the rear of a vehicle as well."""
    return (rear and location in TORSO) or location == STERN


RULES = (may_power_down, may_start_up, may_switch_later, may_dump, dumping_explodes)
