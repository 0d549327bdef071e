"""Physical attacks: who may strike whom with what, the number to hit, and the damage."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import ceil

from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.attack import CLEAR, LEGS, Engagement
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.switches import illuminated
from overheat.classic.rules.standard.systems import has, hits_on, strengthened, works
from overheat.classic.sight.relief import Relief
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

PHYSICAL = QUICK_REFERENCE("Physical Attacks")
DAMAGE = QUICK_REFERENCE("Physical Attacks, damage")
CHARGE = QUICK_REFERENCE("Charge")
DEATH_FROM_ABOVE = QUICK_REFERENCE("Death From Above")
PUSH = QUICK_REFERENCE("Push")
WEATHER = QUICK_REFERENCE("Weather")
TERRAIN = QUICK_REFERENCE("All Attacks, Terrain")
REACH = TOTAL_WARFARE("Physical Attacks, reach", 144)
WEAPONS = TOTAL_WARFARE("Physical Weapons", 146)

ARMS = ("LA", "RA")


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

    @cached_property
    def levels(self) -> int:
        """How far the target's feet are above the attacker's."""
        board = self.relief.board
        own = board[self.attacker.hex].level + self.attacker.elevation
        return board[self.target.hex].level + self.target.elevation - own


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
        "hatchet": -1,
        "sword": -2,
        "charge": 0,
        "death from above": 0,
        "brush off": 4,
        "unintentional charge": 3,
    },
    cite=PHYSICAL,
    implements=("QR-physical-type", "QR-physical-other", "QR-push"),
    where="overheat.classic.rules.standard.physical.KINDS",
)
"""What each kind of blow adds; hatchets and swords as their own book has it."""

LIMBS: Table[str, str] = Table(
    "physical.limbs",
    {"kick": "leg", "push": "arms", "charge": "", "death from above": ""},
    cite=PHYSICAL,
    where="overheat.classic.rules.standard.physical.LIMBS",
)
"""What each kind of blow is struck with: a leg, both arms, or no limb at all; what is not listed takes an arm."""

WAYS: Slot[[State, Unit], tuple[tuple[str, str], ...]] = Slot("physical.ways", nothing=())
"""Further blows that a unit's body could strike: the kind of each, and the limb. Tables say the rest of a kind."""

HELD = ("club", "hatchet", "sword")
"""Blows with something in the hand."""

CHARGING = named("charging", "{kind} at {about}")
"""The mark of a unit whose movement led to a charge or a death from above, and whom it is about."""


def charge_of(unit: Unit) -> Blow | None:
    """The charge or the death from above that a unit's movement led to."""
    mark = unit.marks.get(CHARGING)
    return None if mark is None else Blow(mark.kind, "", mark.about)


@rule("physical.skill", cite=PHYSICAL)
def skill(attack: PhysicalAttack) -> Term:
    """A physical attack starts from the pilot's skill."""
    return Term("physical.skill", attack.attacker.piloting, "piloting skill", PHYSICAL)


@rule("physical.kind", cite=PHYSICAL, implements=("QR-physical-type",), slot=EVERY_BLOW)
def kind(attack: PhysicalAttack) -> Term | None:
    """Kicks are easy, -2, clubs and pushes a little, -1, punches plain."""
    value = attack.rules[KINDS][attack.kind]
    return Term("physical.kind", value, attack.kind, PHYSICAL) if value else None


@rule(
    "physical.arm",
    cite=PHYSICAL,
    implements=(
        "QR-physical-arm-actuator",
        "QR-physical-hand",
        "QR-crit-hand",
        "QR-crit-upper-arm",
        "QR-crit-lower-arm",
    ),
    slot=EVERY_BLOW,
)
def arm(attack: PhysicalAttack) -> Term | None:
    """A blow with a damaged arm is harder: 2 for an upper or lower actuator, 1 for a punch without a hand."""
    if attack.limb not in ARMS or attack.kind == "push":
        return None
    unit, arm = attack.attacker, attack.limb
    value = 2 * sum(_gone(unit, f"{part} actuator", arm) for part in ("upper arm", "lower arm"))
    if attack.kind == "punch":
        value += _gone(unit, "hand actuator", arm)
    return Term("physical.arm", value, f"damaged {arm}", PHYSICAL) if value else None


def _gone(unit: Unit, system: str, location: str) -> bool:
    """Whether an actuator is destroyed or was never there."""
    return hits_on(unit, system, location) > 0 or not has(unit, system, location)


@rule(
    "physical.leg",
    cite=PHYSICAL,
    implements=("QR-physical-leg", "QR-crit-foot", "QR-crit-leg-actuators"),
    slot=EVERY_BLOW,
)
def leg(attack: PhysicalAttack) -> Term | None:
    """A kick with a damaged leg is harder: 2 for an upper or lower actuator, 1 for the foot."""
    if attack.kind != "kick":
        return None
    unit, leg = attack.attacker, attack.limb
    value = 2 * sum(hits_on(unit, f"{part} leg actuator", leg) for part in ("upper", "lower"))
    value += hits_on(unit, "foot actuator", leg)
    return Term("physical.leg", value, f"damaged {leg}", PHYSICAL) if value else None


@rule(
    "physical.push_shoulders", cite=PHYSICAL, implements=("QR-physical-shoulder", "QR-crit-shoulder"), slot=EVERY_BLOW
)
def push_shoulders(attack: PhysicalAttack) -> Term | None:
    """A push is harder by 2 for each destroyed shoulder."""
    if attack.kind != "push":
        return None
    value = 2 * sum(hits_on(attack.attacker, "shoulder", arm) for arm in ARMS)
    return Term("physical.push_shoulders", value, "destroyed shoulder", PHYSICAL) if value else None


@rule("physical.rear_kick", cite=PHYSICAL, implements=("QR-physical-other",), slot=EVERY_BLOW)
def rear_kick(attack: PhysicalAttack) -> Term | None:
    """A quad that kicks behind itself does so at +1."""
    if attack.kind != "kick" or not attack.attacker.quad or attack.limb not in ("RLL", "RRL"):
        return None
    return Term("physical.rear_kick", 1, "kick to the rear", PHYSICAL)


@rule(
    "physical.comparison", cite=CHARGE, implements=("QR-comparative-modifier", "QR-charge", "QR-dfa"), slot=EVERY_BLOW
)
def comparison(attack: PhysicalAttack) -> Term | None:
    """Charges and deaths from above pit pilot against pilot: the attacker's skill less the target's."""
    if attack.kind not in ("charge", "death from above", "unintentional charge"):
        return None
    value = attack.attacker.piloting - attack.target.piloting
    return Term("physical.comparison", value, "pilots compared", CHARGE) if value else None


@rule("physical.darkness", cite=WEATHER, implements=("QR-weather-physical",), slot=EVERY_BLOW)
def darkness(attack: PhysicalAttack) -> Term | None:
    """On a moonless night an unlit target is harder to strike, +1."""
    if attack.weather.light != "moonless" or illuminated(attack.target):
        return None
    return Term("physical.darkness", 1, "moonless night", WEATHER)


def struck_with(attack: PhysicalAttack) -> str:
    """What a blow is struck with: an arm, a leg, both arms, or no limb."""
    limbs = attack.rules[LIMBS].rows
    return limbs.get(attack.kind, "arm")


@rule("physical.adjacent", cite=REACH, slot=NO_BLOW)
def adjacent(attack: PhysicalAttack) -> Refusal | None:
    """Blows reach the next hex, and who sits on the machine itself."""
    reached = attack.distance == 1 or carrier_of(attack.target) == attack.attacker.id
    if reached and attack.target.active:
        return None
    return Refusal("physical.adjacent", "only a target in the next hex can be struck", REACH)


@rule("physical.able", cite=REACH, slot=NO_BLOW)
def able(attack: PhysicalAttack) -> Refusal | None:
    """Only a machine on its feet, with a pilot awake, strikes; a vehicle rams; who charges does nothing else."""
    unit = attack.attacker
    rams = unit.vehicle and attack.kind == "charge"
    if not (unit.machine or rams) or unit.immobile:
        return Refusal("physical.able", f"{unit.sheet.name} cannot strike", REACH)
    if unit.condition.prone:
        return Refusal("physical.able", "a prone machine does not strike", REACH)
    charge = charge_of(unit)
    if charge is not None and attack.blow != charge:
        return Refusal("physical.able", "a machine that charges does nothing else", CHARGE)
    return None


@rule("physical.moved_so", cite=REACH, slot=NO_BLOW)
def moved_so(attack: PhysicalAttack) -> Refusal | None:
    """Some ways to move leave a unit no attacks."""
    mode = mode_of(attack.rules, attack.attacker)
    if mode.attacks:
        return None
    return Refusal(
        "physical.moved_so", f"{attack.attacker.sheet.name} {mode.told_of(attack.attacker)}: no attacks", REACH
    )


@rule("physical.arc", cite=REACH, slot=NO_BLOW)
def arc(attack: PhysicalAttack) -> Refusal | None:
    """An arm strikes where it can fire, a leg in front of the legs, a push straight ahead."""
    unit, hex = attack.attacker, attack.target.hex
    if attack.kind == "push":
        good = unit.hex.neighbour(unit.torso) == hex and unit.torso == unit.facing
    elif struck_with(attack) == "leg":
        behind = unit.quad and attack.limb in ("RLL", "RRL")
        good = in_arc(unit.hex, (unit.facing + 3) % 6 if behind else unit.facing, hex, Arc.FORWARD)
    elif attack.limb in ARMS:
        good = in_arc(unit.hex, unit.torso, hex, Arc.LEFT_ARM if attack.limb == "LA" else Arc.RIGHT_ARM)
    else:
        good = True
    return None if good else Refusal("physical.arc", f"{hex} cannot be reached with a {attack.kind}", REACH)


LEVELS: Table[str, tuple[int, ...]] = Table(
    "physical.levels",
    {
        "punch": (0, 1),
        "kick": (0, -1),
        "push": (0,),
        "club": (0, 1, -1),
        "hatchet": (0, 1, -1),
        "sword": (0, 1, -1),
        "charge": (0, 1, -1),
        "death from above": tuple(range(-20, 21)),
        "brush off": tuple(range(-20, 21)),
    },
    cite=REACH,
    where="overheat.classic.rules.standard.physical.LEVELS",
)
"""How far the target's feet may be above the attacker's."""


@rule("physical.height", cite=REACH, slot=NO_BLOW)
def height(attack: PhysicalAttack) -> Refusal | None:
    """Punches reach up, kicks reach down."""
    if attack.levels in attack.rules[LEVELS][attack.kind]:
        return None
    return Refusal("physical.height", f"the target stands {attack.levels} levels off", REACH)


@rule(
    "physical.limb",
    cite=PHYSICAL,
    implements=(
        "QR-physical-shoulder",
        "QR-physical-hand",
        "QR-physical-leg",
        "QR-crit-shoulder",
        "QR-crit-hand",
        "QR-crit-hip",
    ),
    slot=NO_BLOW,
)
def limb(attack: PhysicalAttack) -> Refusal | None:
    """A blow needs its limb: arms with a shoulder, hands for what is held, legs with no hip destroyed anywhere."""
    unit, at = attack.attacker, attack.limb
    taken = struck_with(attack)
    if not taken:
        return None
    if taken == "arms":
        whole = all(has(unit, "shoulder", arm) and not unit.condition[arm].destroyed for arm in ARMS if not unit.quad)
        return None if whole and not unit.quad else Refusal("physical.limb", f"a {attack.kind} takes two arms", PUSH)
    if not any(place.code == at and not place.destroyed for place in unit.condition.locations):
        return Refusal("physical.limb", f"there is no {at or 'limb'} to strike with", PHYSICAL)
    if taken == "leg":
        if at not in LEGS or hits_on(unit, "hip"):
            return Refusal("physical.limb", f"nobody can {attack.kind} with a destroyed hip", PHYSICAL)
        return None
    if at not in ARMS or hits_on(unit, "shoulder", at):
        return Refusal("physical.limb", f"the shoulder of the {at} is destroyed", PHYSICAL)
    if attack.kind in HELD and _gone(unit, "hand actuator", at):
        return Refusal("physical.limb", f"the {at} has no hand", PHYSICAL)
    return None


@rule("physical.fired", cite=REACH, implements=("QR-push",), slot=NO_BLOW)
def fired(attack: PhysicalAttack) -> Refusal | None:
    """A limb that fired does not strike, and a push needs two arms that did not."""
    unit = attack.attacker
    used = {unit.sheet.mounts[shot.mount].location for shot in unit.volley}
    limbs = set(ARMS) if struck_with(attack) == "arms" else {attack.limb}
    both = used & limbs
    return Refusal("physical.fired", f"the {min(both)} has fired this turn", REACH) if both else None


@rule("physical.once", cite=REACH, slot=NO_BLOW)
def once(attack: PhysicalAttack) -> Refusal | None:
    """A turn has two punches, or one of anything else; the two punches are of two arms."""
    blows = attack.attacker.blows
    if not blows:
        return None
    if attack.kind == "punch" and all(blow.kind == "punch" and blow.limb != attack.limb for blow in blows):
        return None
    return Refusal("physical.once", "no more blows this turn", REACH)


@rule("physical.held", cite=WEAPONS, slot=NO_BLOW)
def held(attack: PhysicalAttack) -> Refusal | None:
    """A hatchet or a sword must be there and whole."""
    if attack.kind not in ("hatchet", "sword"):
        return None
    unit = attack.attacker
    for at, mount in enumerate(unit.sheet.mounts):
        if attack.kind in mount.equipment.flags and mount.location == attack.limb and works(unit, at):
            return None
    return Refusal("physical.held", f"there is no {attack.kind} in the {attack.limb}", WEAPONS)


@rule("physical.prone_target", cite=REACH, slot=NO_BLOW)
def prone_target(attack: PhysicalAttack) -> Refusal | None:
    """What lies on the ground of the same level is kicked, not punched or pushed."""
    if not attack.target.condition.prone or attack.kind not in ("punch", "push", "charge"):
        return None
    if attack.kind == "punch" and attack.levels == 1:
        return None
    return Refusal("physical.prone_target", f"a prone target cannot be reached with a {attack.kind}", REACH)


@rule("physical.damage", cite=DAMAGE, implements=("QR-damage-punch", "QR-damage-kick-club"))
def blow_damage(attack: PhysicalAttack) -> int:
    """A punch does a tenth of the weight, a kick, a club or a hatchet a fifth, a sword a tenth and one, rounded up.

    Hot triple-strength myomer strikes twice as hard.
    """
    tens, times = ceil(attack.attacker.sheet.tons / 10), 2 if strengthened(attack.attacker) else 1
    if attack.kind in ("punch", "sword"):
        return times * (tens + (attack.kind == "sword"))
    return times * ceil(attack.attacker.sheet.tons / 5) if attack.kind in ("kick", "club", "hatchet") else 0


@rule(
    "physical.weakened",
    cite=DAMAGE,
    implements=(
        "QR-physical-arm-actuator",
        "QR-physical-leg",
        "QR-crit-upper-arm",
        "QR-crit-lower-arm",
        "QR-crit-leg-actuators",
    ),
)
def weakened(attack: PhysicalAttack, damage: int) -> int:
    """Each upper or lower actuator that is gone halves a punch or a kick; rounded down once at the end."""
    if attack.kind == "punch":
        gone = sum(_gone(attack.attacker, f"{part} arm actuator", attack.limb) for part in ("upper", "lower"))
    elif attack.kind == "kick":
        gone = sum(hits_on(attack.attacker, f"{part} leg actuator", attack.limb) for part in ("upper", "lower"))
    else:
        gone = 0
    return damage >> gone


@rule("physical.charge_damage", cite=CHARGE, implements=("QR-damage-charge", "QR-charge"))
def charge_damage(rules: Ruleset, attacker: Unit, target: Unit, hexes: int) -> tuple[int, int]:
    """A charge does a tenth of the weight for each hex, and a tenth of the target's weight comes back, rounded up."""
    return ceil(attacker.sheet.tons * hexes / 10), ceil(target.sheet.tons / 10)


@rule("physical.from_above_damage", cite=DEATH_FROM_ABOVE, implements=("QR-dfa",))
def from_above_damage(rules: Ruleset, attacker: Unit) -> tuple[int, int]:
    """Death from above does three tenths of the weight, and a fifth of it to the attacker's legs, rounded up."""
    return ceil(attacker.sheet.tons * 3 / 10), ceil(attacker.sheet.tons / 5)


@rule("physical.terrain", cite=TERRAIN, implements=("QR-attack-terrain",))
def terrain(attack: PhysicalAttack) -> Tally:
    """Woods and water that the target stands in shield it from blows as from shots."""
    return attack.sight.target_hex


def blow_number(attack: PhysicalAttack, every: tuple[Term | None, ...]) -> Tally:
    """What must be rolled for a blow, term by term; `every` are the terms of every attack."""
    own = (rule.function(attack) for rule in attack.rules[EVERY_BLOW])
    return Tally.of([attack.rules[skill](attack), *every, *own]) + attack.rules[terrain](attack)


RULES = (
    skill,
    kind,
    arm,
    leg,
    push_shoulders,
    rear_kick,
    comparison,
    darkness,
    able,
    moved_so,
    adjacent,
    limb,
    held,
    once,
    fired,
    arc,
    height,
    prone_target,
    blow_damage,
    weakened,
    charge_damage,
    from_above_damage,
    terrain,
    KINDS,
    LIMBS,
    LEVELS,
)
