"""Physical attacks: the blow as rules see it, its kinds, and where rules about blows take part.

What a blow needs is in `blow_numbers`, why it may not be struck in `blow_limits`, what it does in `blow_force`.
"""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.board.hexes import Hex
from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.attack import CLEAR, Engagement
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS, PhysicalWeapon, drawn, swung_at, wielded
from overheat.classic.rules.standard.systems import has, hits_on, works
from overheat.classic.sight.relief import Relief
from overheat.kernel.kept import kept
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Slot, Table
from overheat.kernel.terms import Term

PHYSICAL = QUICK_REFERENCE("Physical Attacks")
DAMAGE = QUICK_REFERENCE("Physical Attacks, damage")
CHARGE = QUICK_REFERENCE("Charge")
DEATH_FROM_ABOVE = QUICK_REFERENCE("Death From Above")
PUSH = QUICK_REFERENCE("Push")
REACH = TOTAL_WARFARE("Physical Attacks, reach", 144)
WEAPONS = TOTAL_WARFARE("Physical Weapons", 146)
PROTOMECHS = TOTAL_WARFARE("ProtoMechs, frenzy attacks", 185)
ARMS = ("LA", "RA")


FRENZY = "frenzy"
"""What a ProtoMech does with all its limbs at once."""


THRASH = "thrash"
"""What a machine that lies on the ground does to soldiers around it."""


class PhysicalAttack(Engagement):
    """One blow at one target."""

    def __init__(
        self,
        relief: Relief,
        attacker: Unit,
        target: Unit,
        blow: Blow,
        weather: Weather,
        effects: Mapping[Hex, Mapping[str, Mark]] = CLEAR,
    ) -> None:
        super().__init__(relief, attacker, target, weather, effects)
        self.blow = blow
        self.kind = blow.kind
        self.limb = blow.limb

    @kept
    def levels(self) -> int:
        """How far the target's feet are above the attacker's."""
        board = self.relief.board
        own = board[self.attacker.hex].level + self.attacker.elevation
        return board[self.target.hex].level + self.target.elevation - own

    @kept
    def weapon(self) -> PhysicalWeapon | None:
        """What it is struck with, where that is a physical weapon."""
        return self.rules[PHYSICAL_WEAPONS].get(swung_at(self.rules, self.kind)[1])

    @kept
    def aimed(self) -> str:
        """Where it is swung at with a physical weapon: `high`, `low`, or nothing for wherever it lands."""
        return swung_at(self.rules, self.kind)[0]

    @kept
    def mount(self) -> int | None:
        """The mount of the physical weapon that it is struck with; None where there is none that works."""
        return wielded(self.rules, self.attacker, self.kind, self.limb)

    @property
    def switched_on(self) -> bool:
        """Whether the physical weapon is out, or running."""
        return self.mount is not None and drawn(self.attacker, self.mount)


EVERY_BLOW: Slot[[PhysicalAttack], Term | None] = Slot("physical.every_blow", nothing=None)
"""Terms of physical attacks, besides those of every attack."""


NO_BLOW: Slot[[PhysicalAttack], Refusal | None] = Slot("physical.forbids", nothing=None)
"""Reasons why a physical attack may not be made."""


KINDS: Table[str, int] = Table(
    "physical.kinds",
    {
        "kick": -2,
        "punch": 0,
        "club": -1,
        "push": -1,
        "charge": 0,
        "death from above": 0,
        "brush off": 4,
        "frenzy": 0,
        "thrash": 0,
        "unintentional charge": 3,
        "whip grapple": 0,
    },
    cite=PHYSICAL,
    implements=("QR-physical-type", "QR-physical-other", "QR-push"),
    where="overheat.classic.rules.standard.physical.KINDS",
)
"""What each kind of blow adds; physical weapons have rows of their own."""


LIMBS: Table[str, str] = Table(
    "physical.limbs",
    {"kick": "leg", "push": "arms", "charge": "", "death from above": "", "frenzy": "", "thrash": ""},
    cite=PHYSICAL,
    where="overheat.classic.rules.standard.physical.LIMBS",
)
"""What each kind of blow is struck with: a leg, both arms, or no limb at all; what is not listed takes an arm."""


LEVELS: Table[str, tuple[int, ...]] = Table(
    "physical.levels",
    {
        "punch": (0, 1),
        "kick": (0, -1),
        "push": (0,),
        "club": (0, 1, -1),
        "charge": (0, 1, -1),
        "death from above": tuple(range(-20, 21)),
        "brush off": tuple(range(-20, 21)),
        "frenzy": (0, -1),
        "thrash": (0, -1),
        "whip grapple": (0, 1, -1),
    },
    cite=REACH,
    where="overheat.classic.rules.standard.physical.LEVELS",
)
"""How far the feet of a target that stands two levels tall may be above the attacker's."""


WAYS: Slot[[State, Unit], tuple[tuple[str, str], ...]] = Slot("physical.ways", nothing=())
"""Further blows that a unit's body could strike: the kind of each, and the limb. Tables say the rest of a kind."""


CHARGING = named("charging", "{kind} at {about}")
"""The mark of a unit whose movement led to a charge or a death from above, and whom it is about."""


def charge_of(unit: Unit) -> Blow | None:
    """The charge or the death from above that a unit's movement led to."""
    mark = unit.marks.get(CHARGING)
    return None if mark is None else Blow(mark.kind, "", mark.about)


def clawed(unit: Unit, arm: str) -> bool:
    """Whether an arm ends in a claw that works."""
    return "claw" in unit.plan.flags and carries(unit, "claw", arm)


def carries(unit: Unit, flag: str, location: str) -> bool:
    """Whether something of a kind works in a location."""
    mounts = enumerate(unit.sheet.mounts)
    return any(flag in each.equipment.flags and each.location == location and works(unit, at) for at, each in mounts)


def gone(unit: Unit, system: str, location: str) -> bool:
    """Whether an actuator is destroyed or was never there."""
    return hits_on(unit, system, location) > 0 or not has(unit, system, location)


def struck_with(attack: PhysicalAttack) -> str:
    """What a blow is struck with: an arm, a leg, both arms, or no limb."""
    limbs = attack.rules[LIMBS].rows
    return limbs.get(attack.kind, "arm") if attack.weapon is None else "weapon"


RULES = (KINDS, LIMBS, LEVELS)
