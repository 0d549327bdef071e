"""Soldiers against war machines: attacks on their legs, swarms that climb them, and ways to be rid of those.

Both attacks are made in the weapon attack phase, from the hex of the machine, in place of any shot. A swarm that
succeeds holds on; from the next round on it fires at what it sits on and cannot miss.
"""

from __future__ import annotations

from fractions import Fraction

from overheat.classic.books import TECH_MANUAL, TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.aboard import carrier_of, passengers
from overheat.classic.rules.standard.battle_armour import ALONE, SQUAD
from overheat.classic.rules.standard.burdens import laden
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.infantry import soldiers_damage
from overheat.classic.rules.standard.infantry_sheets import climbs
from overheat.classic.rules.standard.locations import QUAD_LEGS
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.infantry_fire import damage_each
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

LEG_ATTACKS = TOTAL_WARFARE("Anti-'Mech attacks, leg attacks", 220)
SWARMS = TOTAL_WARFARE("Anti-'Mech attacks, swarm attacks", 220)
SWARM_DAMAGE = TOTAL_WARFARE("Anti-'Mech attacks, swarm damage", 221)
BOOSTED = TECH_MANUAL("Battle armour, myomer booster", 257)
BOOST = 2
"""The points that a myomer booster adds for each trooper."""

LEG_ATTACK, SWARM, SWARM_FIRE = "leg attack", "swarm", "swarm fire"
ASSAULTS = (LEG_ATTACK, SWARM, SWARM_FIRE)
"""Attacks of soldiers that are declared as blows and made in the weapon attack phase."""


class Assault(Engagement):
    """One attack of soldiers on a machine, hand to hand."""

    def __init__(self, state: State, attacker: Unit, target: Unit, kind: str) -> None:
        super().__init__(state.relief, attacker, target, state.weather)
        self.kind = kind
        self.swarmed = bool(passengers(state, target.id))
        """Whether somebody is on the target already."""


STRENGTHS: Table[tuple[str, str], dict[int, int]] = Table(
    "assaults.strengths",
    {
        (LEG_ATTACK, "battle armour"): {4: 0, 3: 2, 2: 5, 1: 7},
        (LEG_ATTACK, "infantry"): {22: 0, 16: 2, 10: 5, 5: 7},
        (SWARM, "battle armour"): {4: 2, 1: 5},
        (SWARM, "infantry"): {22: 2, 16: 5},
    },
    cite=LEG_ATTACKS,
    where="overheat.classic.rules.standard.assaults.STRENGTHS",
)
"""What is added to the number to hit, by the fewest troopers or soldiers that have it."""


@rule("assaults.skill", cite=LEG_ATTACKS)
def skill(rules: Ruleset, attacker: Unit) -> Term:
    """An attack on a machine starts from the skill against 'Mechs: what a platoon's sheet states, else the crew's."""
    platoon = attacker.sheet.platoon
    stated = None if platoon is None else platoon.anti_mek_skill
    value = attacker.piloting if stated is None else stated
    return Term("assaults.skill", value, "skill against 'Mechs", LEG_ATTACKS)


@rule("assaults.strength", cite=LEG_ATTACKS)
def strength(attack: Assault) -> int | None:
    """The fewer are left the harder it is; None when they are too few."""
    bands = attack.rules[STRENGTHS][attack.kind, attack.attacker.sheet.kind]
    return next((added for fewest, added in bands.items() if attack.attacker.condition.troopers >= fewest), None)


@rule("assaults.trained", cite=LEG_ATTACKS)
def trained(rules: Ruleset, unit: Unit, kind: str) -> bool:
    """Soldiers on foot, motorcycles, beasts or with jump packs climb machines, and squads whose suits can hold on."""
    if unit.sheet.kind == "infantry":
        return climbs(unit.sheet)
    wanted = {LEG_ATTACK: "leg_attack", SWARM: "swarm_mek", SWARM_FIRE: "swarm_mek"}[kind]
    return unit.sheet.kind == "battle armour" and any(mount.equipment.id == wanted for mount in unit.sheet.mounts)


@rule("assaults.allowed", cite=LEG_ATTACKS)
def allowed(attack: Assault) -> Refusal | None:
    """Only an enemy machine in the same hex can be attacked so, by who did nothing else; swarms climb vehicles too."""
    attacker, target, kind = attack.attacker, attack.target, attack.kind
    if kind not in ASSAULTS or not attack.rules[trained](attack.rules, attacker, kind):
        return Refusal("assaults.allowed", f"{attacker.sheet.name} makes no such attack", LEG_ATTACKS)
    within = target.machine or (target.vehicle and kind != LEG_ATTACK and not target.airborne)
    if not target.active or not within or target.side == attacker.side:
        return Refusal("assaults.allowed", "no such enemy can be attacked so", LEG_ATTACKS)
    if attacker.volley or attacker.blows or attacker.condition.troopers < 1:
        return Refusal("assaults.allowed", "who fires or has attacked does nothing else", LEG_ATTACKS)
    if kind == SWARM_FIRE:
        on_it = carrier_of(attacker) == target.id
        return None if on_it else Refusal("assaults.allowed", "it does not sit on the target", SWARMS)
    if carrier_of(attacker) or attack.distance > 0 or attacker.elevation != target.elevation:
        return Refusal("assaults.allowed", "the attackers must be at the machine's feet", LEG_ATTACKS)
    burden = attack.rules[laden](attack.rules, attacker)
    if burden is not None:
        return burden
    if kind == SWARM and attack.swarmed:
        return Refusal("assaults.allowed", "somebody is on the machine already", SWARMS)
    if attack.rules[strength](attack) is None:
        return Refusal("assaults.allowed", "too few are left", LEG_ATTACKS)
    return None


def assault_number(attack: Assault) -> Tally:
    """What must be rolled: skill, strength, and what every attack counts of the target."""
    rules, attacker = attack.rules, attack.attacker
    added = rules[strength](attack) or 0
    few = Term("assaults.strength", added, f"{attacker.condition.troopers} left", LEG_ATTACKS) if added else None
    every = (each.function(attack) for each in rules.among(EVERY_ATTACK, attack))
    return Tally.of([rules[skill](rules, attacker), few, rules[claws](attack), rules[easily_climbed](attack), *every])


@rule("assaults.busy", cite=LEG_ATTACKS, slot=FORBIDS, only=lambda attack: bool(attack.attacker.blows))
def busy(attack: WeaponAttack) -> Refusal | None:
    """Who attacks a machine hand to hand fires nothing."""
    if not any(blow.kind in ASSAULTS for blow in attack.attacker.blows):
        return None
    return Refusal("assaults.busy", "who attacks a machine hand to hand fires nothing", LEG_ATTACKS)


@rule("assaults.claws", cite=SWARMS)
def claws(attack: Assault) -> Term | None:
    """Magnetic claws make a swarm easier, -1."""
    if attack.kind != SWARM or not attack.attacker.sheet.flagged("magnetic"):
        return None
    return Term("assaults.claws", -1, "magnetic claws", SWARMS)


@rule("assaults.easily_climbed", cite=SWARMS)
def easily_climbed(attack: Assault) -> Term | None:
    """Vehicles are easier to climb, -2, and industrial machines a little, -1."""
    value = -2 if attack.target.vehicle else -1 if attack.target.sheet.kind == "industrial machine" else 0
    if attack.kind != SWARM or not value:
        return None
    return Term("assaults.easily_climbed", value, attack.target.sheet.kind, SWARMS)


@rule("assaults.leg_damage", cite=LEG_ATTACKS)
def leg_damage(rules: Ruleset, attacker: Unit) -> int:
    """A leg attack does 4 points, one more for each vibro-claw of a suit; a critical hit is rolled for besides."""
    suits = attacker.sheet.kind == "battle armour"
    return 4 + (len(attacker.sheet.flagged("vibro")) if suits else 0) + rules[boosted](rules, attacker)


@rule("assaults.boosted", cite=BOOSTED)
def boosted(rules: Ruleset, attacker: Unit) -> int:
    """Myomer boosters add two points for every trooper to what a squad does to a machine hand to hand."""
    if attacker.sheet.suit is None or "myomer_booster" not in attacker.plan.flags:
        return 0
    return BOOST * attacker.condition.troopers


@rule("assaults.strikes_at_once", cite=SWARMS)
def strikes_at_once(attack: Assault) -> bool:
    """A swarm holds on in the round that it succeeds, and fires from the next one on."""
    return attack.kind == SWARM_FIRE


@rule("assaults.swarm_damage", cite=SWARM_DAMAGE)
def swarm_damage(rules: Ruleset, attacker: Unit) -> int:
    """Who sits on a machine does all that it can: nobody misses; suits leave out missiles and what is on bodies."""
    platoon, left = attacker.sheet.platoon, attacker.condition.troopers
    if platoon is not None:
        return rules[soldiers_damage](rules, damage_each(platoon), left)
    total = Fraction(0)
    for mount in attacker.sheet.mounts:
        weapon = mount.weapon
        if weapon is not None and "missile" not in weapon.flags and mount.limb != "body":
            total += _most(weapon) * (left if mount.location == SQUAD and mount.mounting not in ALONE else 1)
    return (
        rules[soldiers_damage](rules, total, 1) + len(attacker.sheet.flagged("vibro")) + rules[boosted](rules, attacker)
    )


def _most(weapon: Weapon) -> Fraction:
    return Fraction(str(max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage))


SWARM_LOCATIONS: Table[int, tuple[str, bool]] = Table(
    "assaults.swarm_locations",
    {
        2: ("HD", False),
        3: ("CT", True),
        4: ("RT", True),
        5: ("RT", False),
        6: ("RA", False),
        7: ("CT", False),
        8: ("LA", False),
        9: ("LT", False),
        10: ("LT", True),
        11: ("CT", True),
        12: ("HD", False),
    },
    cite=SWARM_DAMAGE,
    where="overheat.classic.rules.standard.assaults.SWARM_LOCATIONS",
)
"""Where a swarm hits what it sits on, and whether from behind."""


@rule("assaults.swarm_location", cite=SWARM_DAMAGE)
def swarm_location(attack: Assault, roll: int) -> tuple[str, bool]:
    """A swarm hits high, front or rear; a quad's front legs take the place of arms."""
    code, rear = attack.rules[SWARM_LOCATIONS][roll]
    return (QUAD_LEGS.get(code, code) if attack.target.quad else code), rear


RULES = (
    skill,
    strength,
    trained,
    allowed,
    busy,
    claws,
    easily_climbed,
    leg_damage,
    boosted,
    strikes_at_once,
    swarm_damage,
    swarm_location,
    STRENGTHS,
    SWARM_LOCATIONS,
)
