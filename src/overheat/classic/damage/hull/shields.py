"""What shields take of hits, which of two takes one, and what a shield does that strikes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.construction.machine.shields import Shield, shield
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blow_force import FORCE
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modular_armour import Plate, chipped
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rules.standard.shields import places_behind
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

SHIELDS = TACTICAL_OPERATIONS("Shield", 290)
MODES = TACTICAL_OPERATIONS("Shields, modes", 291)
BROKEN_SHIELD = 5
"""Points that a shield takes less in all for every critical hit on it; of each blow it takes one less."""
PAST_SHIELDS = frozenset(
    {
        "charge",
        "unintentional_charge",
        "death_from_above",
        "accidental_fall",
        "fall",
        "walls",
        "collapse",
        "skid",
        "crash",
        "blast",
    }
)
"""What shields do not protect from, besides mines."""


@dataclass(frozen=True)
class Guarded:
    """A hit on a location that may have a shield before it."""

    rules: Ruleset
    unit: Unit
    hit: Hit
    location: str
    rear: bool = False


def left_of(rules: Ruleset, unit: Unit, mount: int) -> Shield:
    """What a shield still takes of each blow, and in all."""
    whole = rules[shield](rules, unit.sheet, unit.sheet.mounts[mount])
    slots = unit.plan.mount_slots.get(mount, ())
    hits = sum(index in unit.condition[code].critical_hits for code, index in slots)
    capacity = max(0, whole.capacity - BROKEN_SHIELD * hits - chipped(unit, mount))
    return Shield(max(0, whole.absorption - hits), capacity)


@rule("plates.shields", cite=SHIELDS, implements=("TO-291-shield-1",))
def shield_plates(guarded: Guarded) -> tuple[Plate, ...]:
    """A shield takes some points of each hit on what it protects as it is held, as long as it lasts.

    It is no help against charges, what comes from above, mines, buildings and falls, nor against hits from behind.
    """
    unit, hit = guarded.unit, guarded.hit
    if "shield" not in unit.plan.flags or not unit.machine or hit.what in PAST_SHIELDS or hit.by is None:
        return ()
    return tuple(plate for plate in _shields(guarded) if plate.most > 0)


def _shields(guarded: Guarded) -> Iterator[Plate]:
    rules, unit = guarded.rules, guarded.unit
    for at, mount in enumerate(unit.sheet.mounts):
        if "shield" not in mount.equipment.flags or guarded.rear:
            continue
        if guarded.location in places_behind(rules, unit, at):
            left = left_of(rules, unit, at)
            yield Plate(at, min(left), left.capacity)


TAKES = "shields.takes"


def which_takes(unit: Unit, plates: tuple[Plate, ...], location: str, damage: int) -> Question:
    """Whom two shields before one location belong to decides which of them takes a hit."""
    options = tuple("left" if unit.sheet.mounts[plate.mount].location == "LA" else "right" for plate in plates)
    left = {f"{side}_left": plate.left for side, plate in zip(options, plates, strict=True)}
    return Question(TAKES, unit.side, options, unit.id, {"location": location, "damage": damage, **left})


@rule(TAKES, cite=MODES, implements=("TO-291-shield-3",), slot=QUESTIONS)
def takes_it(rules: Ruleset) -> Asking[State]:
    """With two shields in active defence its player says which of them takes a hit between them."""
    return Asking(
        words=lambda state, question: (
            f"{question.facts['damage']} damage on the {question.facts['location']} of {question.unit}: "
            "which shield takes it?"
        ),
        option=lambda state, question, answer: f"the {answer} shield, with {question.facts[f'{answer}_left']} left",
        worth=lambda state, question, answer: float(question.facts[f"{answer}_left"]),
    )


@rule("physical.shield_bash", cite=MODES, implements=("TO-291-shield-4",), slot=FORCE)
def bashed(attack: PhysicalAttack, damage: int) -> Term | None:
    """A shield strikes as hard as it still takes of a blow, whatever moves the arm."""
    if attack.weapon is None or "shield" not in attack.weapon.flags or attack.mount is None:
        return None
    value = left_of(attack.rules, attack.attacker, attack.mount).absorption - damage
    return Term("physical.shield_bash", value, "what the shield still takes", MODES)


RULES = (shield_plates, takes_it, bashed)
