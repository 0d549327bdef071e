"""Physical attacks: who may strike whom with what, the number to hit, and the damage."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import CLEAR, LEGS, Engagement
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Blow, State, Unit, Weather
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS, PhysicalWeapon, drawn, wielded
from overheat.classic.rules.standard.switches import illuminated
from overheat.classic.rules.standard.systems import has, hits_on, strengthened, works
from overheat.classic.sight.relief import Relief
from overheat.kernel.kept import kept
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
UNDER_WATER = TOTAL_WARFARE("Physical Attacks, underwater", 109)
ENHANCED = TACTICAL_OPERATIONS("Actuator Enhancement System", 279)
MYOMER = TACTICAL_OPERATIONS("Industrial Triple-Strength Myomer", 346)
TALONS = TACTICAL_OPERATIONS("Talons", 290)
THRASHING = TOTAL_WARFARE("Thrashing attacks", 149)
PROTOMECHS = TOTAL_WARFARE("ProtoMechs, frenzy attacks", 185)
LARGE_VEHICLES = TOTAL_WARFARE("Large Support Vehicles", 206)

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
        return self.rules[PHYSICAL_WEAPONS].get(self.kind)

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

WAYS: Slot[[State, Unit], tuple[tuple[str, str], ...]] = Slot("physical.ways", nothing=())
"""Further blows that a unit's body could strike: the kind of each, and the limb. Tables say the rest of a kind."""

CHARGING = named("charging", "{kind} at {about}")
"""The mark of a unit whose movement led to a charge or a death from above, and whom it is about."""


def charge_of(unit: Unit) -> Blow | None:
    """The charge or the death from above that a unit's movement led to."""
    mark = unit.marks.get(CHARGING)
    return None if mark is None else Blow(mark.kind, "", mark.about)


@rule("physical.skill", cite=PHYSICAL)
def skill(attack: PhysicalAttack) -> Term:
    """A physical attack starts from the pilot's skill in piloting; who wears his machine like a suit has but one."""
    if attack.kind == FRENZY:
        return Term("physical.skill", attack.attacker.gunnery, "gunnery skill", PROTOMECHS)
    return Term("physical.skill", attack.attacker.piloting, "piloting skill", PHYSICAL)


@rule("physical.kind", cite=PHYSICAL, implements=("QR-physical-type",), slot=EVERY_BLOW)
def kind(attack: PhysicalAttack) -> Term | None:
    """Kicks are easy, -2, clubs and pushes a little, -1, punches plain; a physical weapon has a number of its own."""
    value = attack.rules[KINDS][attack.kind] if attack.weapon is None else attack.weapon.to_hit
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
    handless = _gone(unit, "hand actuator", arm) and not clawed(unit, arm)
    if attack.kind == "punch" or (attack.kind == "brush off" and not _gone(unit, "lower arm actuator", arm)):
        value += handless
    return Term("physical.arm", value, f"damaged {arm}", PHYSICAL) if value else None


def clawed(unit: Unit, arm: str) -> bool:
    """Whether an arm ends in a claw that works."""
    return "claw" in unit.plan.flags and _carries(unit, "claw", arm)


def _carries(unit: Unit, flag: str, location: str) -> bool:
    """Whether something of a kind works in a location."""
    mounts = enumerate(unit.sheet.mounts)
    return any(flag in each.equipment.flags and each.location == location and works(unit, at) for at, each in mounts)


@rule("physical.claws", cite=WEAPONS, slot=EVERY_BLOW)
def claws(attack: PhysicalAttack) -> Term | None:
    """A claw punches clumsily, +1, and has no hand to miss."""
    if attack.kind != "punch" or not clawed(attack.attacker, attack.limb):
        return None
    return Term("physical.claws", 1, "claws", WEAPONS)


@rule("physical.enhanced_limbs", cite=ENHANCED, implements=("TO-279-aes",), slot=EVERY_BLOW)
def enhanced_limbs(attack: PhysicalAttack) -> Term | None:
    """Enhanced actuators make a blow of their arm, a kick or a charge easier, -1; what takes two arms needs both."""
    unit = attack.attacker
    if "aes" not in unit.plan.flags:
        return None
    legs = attack.kind == "charge" or struck_with(attack) == "leg"
    limbs = LEGS if legs else ARMS if attack.kind == "club" else (attack.limb,)
    there = [code for code in limbs if any(place.code == code for place in unit.condition.locations)]
    if not there or not all(_carries(unit, "aes", code) for code in there):
        return None
    return Term("physical.enhanced_limbs", -1, "enhanced actuators", ENHANCED)


@rule("physical.industrial_myomer", cite=MYOMER, slot=EVERY_BLOW)
def industrial_myomer(attack: PhysicalAttack) -> Term | None:
    """Industrial triple-strength myomer is strong and clumsy, +2."""
    if "industrial_tsm" not in attack.attacker.plan.flags:
        return None
    return Term("physical.industrial_myomer", 2, "industrial myomer", MYOMER)


@rule("physical.large_target", cite=LARGE_VEHICLES, slot=EVERY_BLOW)
def large_target(attack: PhysicalAttack) -> Term | None:
    """The largest of support vehicles are hard to miss from near by, -1 more than from afar."""
    if attack.target.sheet.kind != "support vehicle" or not attack.target.plan.oversized:
        return None
    return Term("physical.large_target", -1, "large, and near", LARGE_VEHICLES)


@rule("physical.soldiers_from_above", cite=DEATH_FROM_ABOVE, slot=EVERY_BLOW)
def soldiers_from_above(attack: PhysicalAttack) -> Term | None:
    """Soldiers are hard to land on, +3."""
    if attack.kind != "death from above" or attack.target.sheet.kind not in ("infantry", "battle armour"):
        return None
    return Term("physical.soldiers_from_above", 3, "soldiers scatter", DEATH_FROM_ABOVE)


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
    """A blow with a damaged leg is harder: 2 for an upper or lower actuator, 1 for the foot."""
    if struck_with(attack) != "leg":
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
    return limbs.get(attack.kind, "arm") if attack.weapon is None else "weapon"


@rule("physical.adjacent", cite=REACH, slot=NO_BLOW)
def adjacent(attack: PhysicalAttack) -> Refusal | None:
    """Blows reach the next hex, and who sits on the machine itself; a ProtoMech goes for who is in its own hex."""
    reached = attack.distance == 1 or carrier_of(attack.target) == attack.attacker.id
    if attack.kind in (FRENZY, THRASH):
        reached = attack.distance == 0
    if reached and attack.target.active:
        return None
    return Refusal("physical.adjacent", "only a target in the next hex can be struck", REACH)


@rule("physical.able", cite=REACH, slot=NO_BLOW)
def able(attack: PhysicalAttack) -> Refusal | None:
    """Only a machine on its feet, with a pilot awake, strikes; a vehicle rams; who charges does nothing else."""
    unit = attack.attacker
    rams = unit.vehicle and attack.kind == "charge"
    frenzied = unit.sheet.kind == "protomech"
    strikes = frenzied if attack.kind == FRENZY else unit.machine or rams
    if not strikes or unit.immobile:
        return Refusal("physical.able", f"{unit.sheet.name} cannot strike", REACH)
    if unit.condition.prone != (attack.kind == THRASH):
        return Refusal("physical.able", "only a prone machine thrashes, and it does not strike", REACH)
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
    """An arm strikes where it can fire, a leg in front of the legs; a push goes straight ahead of the feet."""
    unit, hex = attack.attacker, attack.target.hex
    if attack.kind == "push":
        good = unit.hex.neighbour(unit.facing) == hex
    elif struck_with(attack) == "leg":
        behind = unit.quad and attack.limb in ("RLL", "RRL")
        good = in_arc(unit.hex, (unit.facing + 3) % 6 if behind else unit.facing, hex, Arc.FORWARD)
    elif attack.limb in ARMS:
        good = in_arc(unit.hex, unit.torso, hex, Arc.LEFT_ARM if attack.limb == "LA" else Arc.RIGHT_ARM)
    elif attack.mount is not None:
        rear = unit.sheet.mounts[attack.mount].rear
        good = in_arc(unit.hex, unit.torso, hex, Arc.REAR if rear else Arc.FORWARD)
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
        "charge": (0, 1, -1),
        "death from above": tuple(range(-20, 21)),
        "brush off": tuple(range(-20, 21)),
        "frenzy": (0, -1),
        "thrash": (0, -1),
    },
    cite=REACH,
    where="overheat.classic.rules.standard.physical.LEVELS",
)
"""How far the feet of a target that stands two levels tall may be above the attacker's."""

WIELDED = (0, 1, -1)
"""The same for physical weapons."""


@rule("physical.height", cite=REACH, slot=NO_BLOW)
def height(attack: PhysicalAttack) -> Refusal | None:
    """Punches reach up, kicks reach down; what is one level tall must be where the blow falls.

    A standing machine is reached where one of its two levels is; a tank, a squad or what lies on the ground has only
    the lower one.
    """
    levels = WIELDED if attack.weapon is not None else attack.rules[LEVELS][attack.kind]
    if attack.levels in levels and (attack.target.stature or attack.levels - 1 in levels):
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
    """A blow needs its limb: arms with a shoulder, hands for what is held, every leg with its hip for a kick."""
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
        lost = any(place.destroyed for place in unit.condition.locations if place.code in LEGS)
        if at not in LEGS or hits_on(unit, "hip") or lost:
            return Refusal("physical.limb", f"nobody can {attack.kind} with a destroyed hip or a leg gone", PHYSICAL)
        return None
    if taken == "weapon" and at not in ARMS:
        return None
    if at not in ARMS or hits_on(unit, "shoulder", at):
        return Refusal("physical.limb", f"the shoulder of the {at} is destroyed", PHYSICAL)
    if _in_hand(attack) and _gone(unit, "hand actuator", at) and not clawed(unit, at):
        return Refusal("physical.limb", f"the {at} has no hand", PHYSICAL)
    return None


def _in_hand(attack: PhysicalAttack) -> bool:
    """Whether a blow is struck with something in the hand."""
    return attack.kind == "club" if attack.weapon is None else attack.weapon.hand


@rule("physical.fired", cite=REACH, implements=("QR-push",), slot=NO_BLOW)
def fired(attack: PhysicalAttack) -> Refusal | None:
    """A limb that fired does not strike, and a push needs two arms that did not."""
    unit = attack.attacker
    used = {unit.sheet.mounts[shot.mount].location for shot in unit.volley}
    limbs = set(ARMS) if struck_with(attack) == "arms" else {attack.limb}
    if attack.kind == THRASH:
        limbs = {*ARMS, *LEGS}
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
    """A physical weapon must be there and whole, and out if it can be put away; a drawn blade leaves no fist."""
    if attack.kind == "punch" and _blade_out(attack):
        return Refusal("physical.held", f"the blade of the {attack.limb} is out", WEAPONS)
    if attack.weapon is None:
        return None
    if attack.mount is None:
        return Refusal("physical.held", f"there is no {attack.kind} in the {attack.limb}", WEAPONS)
    if attack.weapon.folds and not attack.switched_on:
        return Refusal("physical.held", f"the {attack.kind} of the {attack.limb} is not at the ready", WEAPONS)
    return None


def _blade_out(attack: PhysicalAttack) -> bool:
    """Whether the arm that would punch has a weapon that folds, and has it out."""
    unit, rows = attack.attacker, attack.rules[PHYSICAL_WEAPONS].rows
    if not unit.marks or "physical" not in unit.plan.flags:
        return False
    folding = ((kind, wielded(attack.rules, unit, kind, attack.limb)) for kind, each in rows.items() if each.folds)
    return any(at is not None and drawn(unit, at) for _, at in folding)


@rule("physical.prone_target", cite=REACH, slot=NO_BLOW)
def prone_target(attack: PhysicalAttack) -> Refusal | None:
    """What lies on the ground of the same level is kicked, not punched, pushed or charged; a vehicle runs into it."""
    if not attack.target.condition.prone or attack.kind not in ("punch", "push", "charge"):
        return None
    if (attack.kind == "punch" and attack.levels == 1) or attack.attacker.vehicle:
        return None
    return Refusal("physical.prone_target", f"a prone target cannot be reached with a {attack.kind}", REACH)


@rule("physical.damage", cite=DAMAGE, implements=("QR-damage-punch", "QR-damage-kick-club", "TO-292-vibroblades"))
def blow_damage(attack: PhysicalAttack) -> int:
    """A punch does a tenth of the weight, with a claw a seventh, a kick or a club a fifth; physical weapons have rows.

    Thrashing does a third, rounded to the nearest.

    All rounded up. Hot or industrial myomer strikes twice as hard, but not with what has a motor of its own, and a
    vibroblade that is switched off never harder than one that is on.
    """
    unit = attack.attacker
    tons, strong = unit.sheet.tons, strengthened(unit) or "industrial_tsm" in unit.plan.flags
    times = 2 if strong else 1
    weapon = attack.weapon
    if weapon is not None:
        on = attack.switched_on and bool(weapon.switched[0])
        done = weapon.damage(tons, on=on) * (times if weapon.myomer and not on else 1)
        return min(done, weapon.switched[0] or done)
    if attack.kind == THRASH:
        return int(tons / 3 + 0.5)
    if attack.kind == FRENZY:
        return attack.rules[frenzy_damage](attack.rules, attack.attacker)
    if attack.kind in ("punch", "brush off"):
        return times * ceil(tons / (7 if clawed(attack.attacker, attack.limb) else 10))
    return times * ceil(tons / 5) if attack.kind in ("kick", "club") else 0


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
    if attack.kind in ("punch", "brush off"):
        gone = sum(_gone(attack.attacker, f"{part} arm actuator", attack.limb) for part in ("upper", "lower"))
    elif attack.kind == "kick":
        gone = sum(hits_on(attack.attacker, f"{part} leg actuator", attack.limb) for part in ("upper", "lower"))
    else:
        gone = 0
    return damage >> gone


FRENZIES: Table[int, int] = Table(
    "physical.frenzies",
    {0: 1, 6: 2, 10: 3},
    cite=PROTOMECHS,
    where="overheat.classic.rules.standard.physical.FRENZIES",
)
"""What a ProtoMech of so many tons or more does with its limbs."""


@rule("physical.frenzy_damage", cite=PROTOMECHS)
def frenzy_damage(rules: Ruleset, unit: Unit) -> int:
    """A ProtoMech does a point, from 6 tons two, from 10 three; a melee weapon adds a fifth of its weight."""
    done = max(points for tons, points in rules[FRENZIES].rows.items() if unit.sheet.tons >= tons)
    armed = any("melee" in mount.equipment.id and works(unit, at) for at, mount in enumerate(unit.sheet.mounts))
    return done + (ceil(unit.sheet.tons / 5) if armed else 0)


FORCE: Slot[[PhysicalAttack, int], Term | None] = Slot("physical.force", nothing=None)
"""What else changes the damage of a blow, asked in order with what it has come to."""


@rule("physical.talons", cite=TALONS, slot=FORCE)
def talons(attack: PhysicalAttack, damage: int) -> Term | None:
    """Talons make a kick half as strong again, rounded to the nearest; they need the foot."""
    if attack.kind != "kick" or not has_talons(attack.attacker, attack.limb):
        return None
    return Term("physical.talons", (damage + 1) // 2, "talons", TALONS)


def has_talons(unit: Unit, leg: str) -> bool:
    """Whether a leg has talons that work, on a foot that does."""
    return "talons" in unit.plan.flags and _carries(unit, "talons", leg) and not hits_on(unit, "foot actuator", leg)


@rule("physical.under_water", cite=UNDER_WATER, slot=FORCE)
def under_water(attack: PhysicalAttack, damage: int) -> Term | None:
    """A limb under water strikes half as hard, rounded up."""
    unit = attack.attacker
    depth = -unit.elevation if "ice" not in attack.relief.board[unit.hex] else 0
    if depth < (1 if struck_with(attack) == "leg" else 2):
        return None
    return Term("physical.under_water", -(damage // 2), "under water", UNDER_WATER)


def force_of(attack: PhysicalAttack) -> Tally:
    """What a blow does by itself, term by term."""
    rules = attack.rules
    whole = rules[blow_damage](attack)
    left = rules[weakened](attack, whole)
    terms = [Term("physical.damage", whole, attack.kind, DAMAGE)]
    if left != whole:
        terms.append(Term("physical.weakened", left - whole, "damaged limb", DAMAGE))
    for changes in rules[FORCE]:
        term = changes.function(attack, left)
        if term is not None and term.value:
            terms.append(term)
            left += int(term.value)
    return Tally(tuple(terms))


@rule("physical.charge_damage", cite=CHARGE, implements=("QR-damage-charge", "QR-charge"))
def charge_damage(rules: Ruleset, attacker: Unit, target: Unit, hexes: int) -> tuple[int, int]:
    """A charge does a tenth of the weight for each hex, and a tenth of the target's weight comes back, rounded up."""
    return ceil(attacker.sheet.tons * hexes / 10), ceil(target.sheet.tons / 10)


@rule("physical.from_above_damage", cite=DEATH_FROM_ABOVE, implements=("QR-dfa",))
def from_above_damage(rules: Ruleset, attacker: Unit) -> tuple[int, int]:
    """Death from above does three tenths of the weight, and a fifth of it to the attacker's legs, rounded up.

    Talons make the one half as strong again.
    """
    done = ceil(attacker.sheet.tons * 3 / 10)
    if any(has_talons(attacker, place.code) for place in attacker.condition.locations if place.code in LEGS):
        done = (3 * done + 1) // 2
    return done, ceil(attacker.sheet.tons / 5)


@rule("physical.terrain", cite=TERRAIN, implements=("QR-attack-terrain",))
def terrain(attack: PhysicalAttack) -> Tally:
    """Woods and water that the target stands in shield it from blows as from shots, but not from above."""
    return Tally() if attack.kind == "death from above" else attack.sight.target_hex


SURE = 2
"""What two dice always show."""
ON_ITSELF = ("brush off",)
"""Blows at who sits on the machine: nobody's movement and no ground matter for them."""


def blow_number(attack: PhysicalAttack, every: tuple[Term | None, ...]) -> Tally:
    """What must be rolled for a blow, term by term; `every` are the terms of every attack."""
    own = (rule.function(attack) for rule in attack.rules[EVERY_BLOW])
    if attack.kind == THRASH:
        return Tally((Term("physical.thrash", SURE, "thrashing always hits", THRASHING),))
    if attack.kind in ON_ITSELF:
        return Tally.of([attack.rules[skill](attack), *own])
    return Tally.of([attack.rules[skill](attack), *every, *own]) + attack.rules[terrain](attack)


RULES = (
    skill,
    kind,
    arm,
    leg,
    push_shoulders,
    rear_kick,
    comparison,
    claws,
    enhanced_limbs,
    industrial_myomer,
    large_target,
    soldiers_from_above,
    darkness,
    able,
    moved_so,
    adjacent,
    limb,
    held,
    once,
    fired,
    arc,
    prone_target,
    height,
    blow_damage,
    weakened,
    frenzy_damage,
    talons,
    under_water,
    charge_damage,
    from_above_damage,
    terrain,
    KINDS,
    LIMBS,
    LEVELS,
    FRENZIES,
)
