"""Soldiers on foot, on wheels, tracks and jump packs: how they shoot, what shots do to them, and how they move."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from overheat.classic.board.board import Ground
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry_sheets import (
    damage_divisor,
    land_points,
    serves_artillery,
    unladen_points,
    wears,
)
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.physical import NO_BLOW, THRASH, PhysicalAttack
from overheat.classic.rules.standard.ranges import BRACKETS
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.infantry_fire import damage_each
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term

ATTACKS = TOTAL_WARFARE("Infantry, attacks by infantry", 215)
RANGES = TOTAL_WARFARE("Infantry, range modifiers", 215)
CLOSE = TECH_MANUAL("Infantry weapons, special features", 349)
DAMAGE = TOTAL_WARFARE("Infantry, damage to conventional infantry", 216)
BURSTS = TOTAL_WARFARE("Infantry, burst-fire weapons", 217)
TERRAIN = TOTAL_WARFARE("Infantry, terrain", 217)
FIELD_GUNS = TECH_MANUAL("Field guns", 311)
MOVEMENT = TECH_MANUAL("Infantry, movement", 311)
FIELDWORKS = TACTICAL_OPERATIONS("Fieldworks, fortified hexes", 112)
IMPLANTS = TACTICAL_OPERATIONS("Specialized infantry, implants", 341)
SNEAKING = TACTICAL_OPERATIONS("Infantry armour, sneak suits", 317)
REACH = TOTAL_WARFARE("Physical Attacks, reach", 144)
MOWN_DOWN = TOTAL_WARFARE("Industrial equipment against infantry", 217)

SOLDIERS = ("infantry", "battle armour")
MECHANISED = ("tracked", "wheeled", "hover", "vtol", "submarine")
GROUP = 2
"""Points of damage that soldiers do in one place."""


@rule("infantry.damage", cite=ATTACKS)
def soldiers_damage(rules: Ruleset, each: Fraction, soldiers: int) -> int:
    """Soldiers do together what each does on average, to the nearest whole point."""
    return int(each * soldiers + Fraction(1, 2))


def damage_per_soldier(attack: WeaponAttack) -> Fraction:
    """What one soldier does with what he fires."""
    platoon, weapon = attack.attacker.sheet.platoon, attack.weapon
    if platoon is not None and "platoon" in weapon.flags:
        return damage_each(platoon, through_armour=attack.target.sheet.kind != "infantry")
    return Fraction(0) if isinstance(weapon.damage, tuple) else Fraction(str(weapon.damage))


@rule("infantry.all_hit", cite=ATTACKS)
def all_soldiers_hit(rules: Ruleset, attacker: Unit) -> bool:
    """When soldiers hit, the table of cluster hits says how many of them do."""
    return attacker.sheet.kind not in SOLDIERS


RANGE_MODIFIERS: Table[int, tuple[int, ...]] = Table(
    "infantry.range_modifiers",
    {
        0: (0,),
        1: (-2, 0, 2, 4),
        2: (-2, 0, 0, 2, 2, 4, 4),
        3: (-2, 0, 0, 0, 2, 2, 2, 4, 4, 4),
        4: (-2, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4),
        5: (-1, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4),
        6: (-1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 4, 4, 5, 5, 5),
        7: (-1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 6, 6, 6, 6),
    },
    cite=RANGES,
    where="overheat.classic.rules.standard.infantry.RANGE_MODIFIERS",
)
"""By the range of a weapon, what each distance adds to the number to hit; the first is the own hex."""


@rule("infantry.range", cite=RANGES, slot=EVERY_SHOT, only=lambda attack: "infantry" in attack.weapon.flags)
def infantry_range(attack: WeaponAttack) -> Term | None:
    """Weapons that soldiers hold have ranges of their own: easiest in the same hex, harder in small steps."""
    if "infantry" not in attack.weapon.flags:
        return None
    table = attack.rules[RANGE_MODIFIERS]
    steps = table[min(attack.weapon.range[1], len(table.rows) - 1)]
    value = steps[min(attack.distance, len(steps) - 1)]
    return Term("infantry.range", value, f"soldiers' weapons at {attack.distance} hexes", RANGES) if value else None


@rule("infantry.close_quarters", cite=CLOSE, slot=EVERY_SHOT, only=lambda attack: "infantry" in attack.weapon.flags)
def close_quarters(attack: WeaponAttack) -> Term | None:
    """In the same hex a burst weapon is easier to use, -1; blades are harder, +1, and so is what is heavy to carry."""
    flags = attack.weapon.flags
    if "infantry" not in flags or attack.distance > 0:
        return None
    heavy = not flags.isdisjoint(("encumbering", "crew_2", "crew_3", "crew_4", "crew_5"))
    value = ("point_blank" in flags) + heavy - ("burst" in flags)
    return Term("infantry.close_quarters", value, "weapons in close quarters", CLOSE) if value else None


SUITS: Table[str, tuple[int, ...]] = Table(
    "infantry.sneak_suits",
    {"sneak_camo": (3, 2, 1, 0), "sneak_ir": (1, 1, 2), "dest": (1, 1, 2)},
    cite=SNEAKING,
    where="overheat.classic.rules.standard.infantry.SUITS",
)
"""What camouflage adds by the hexes that soldiers moved; what suits that hide heat add at short, medium, long range."""


@rule(
    "infantry.camouflage", cite=SNEAKING, slot=EVERY_SHOT, only=lambda attack: attack.target.sheet.platoon is not None
)
def camouflage(attack: WeaponAttack) -> Term | None:
    """Soldiers in camouflage are hard to make out while they stay, +3, and less by one for each hex they moved."""
    target = attack.target
    if target.sheet.platoon is None or not wears(target.sheet, "sneak_camo"):
        return None
    steps = attack.rules[SUITS]["sneak_camo"]
    value = steps[min(target.motion.travelled, len(steps) - 1)]
    return Term("infantry.camouflage", value, "camouflage suits", SNEAKING) if value else None


@rule(
    "infantry.cold_suits", cite=SNEAKING, slot=EVERY_SHOT, only=lambda attack: attack.target.sheet.platoon is not None
)
def cold_suits(attack: WeaponAttack) -> Term | None:
    """Suits that hide the heat of soldiers deceive all sensors, the more the further off; not the eyes of infantry."""
    target, kind = attack.target, attack.attacker.sheet.kind
    if target.sheet.platoon is None or kind == "infantry" or attack.bracket is None:
        return None
    worn = next((suit for suit in ("sneak_ir", "dest") if wears(target.sheet, suit)), "")
    if not worn:
        return None
    steps = attack.rules[SUITS][worn]
    value = steps[min([*attack.rules[BRACKETS].rows].index(attack.bracket), len(steps) - 1)]
    return Term("infantry.cold_suits", value, "suits that hide heat", SNEAKING) if value else None


@rule("infantry.fortified", cite=FIELDWORKS, slot=EVERY_SHOT, only=lambda attack: attack.target.sheet.kind in SOLDIERS)
def fortified(attack: WeaponAttack) -> Term | None:
    """Soldiers on foot and in suits who are in a fortified hex are harder to hit, +2."""
    target = attack.target
    if target.sheet.kind not in SOLDIERS or (target.sheet.kind == "infantry" and target.sheet.motive in MECHANISED):
        return None
    if "fortified" not in attack.relief.board[target.hex]:
        return None
    return Term("infantry.fortified", 2, "fortified hex", FIELDWORKS)


@rule("infantry.sights", cite=IMPLANTS, slot=EVERY_SHOT, only=lambda attack: attack.attacker.sheet.platoon is not None)
def laser_sights(attack: WeaponAttack) -> Term | None:
    """Soldiers whose implanted eyes have laser sights aim their own weapons better, -1."""
    platoon = attack.attacker.sheet.platoon
    if platoon is None or "platoon" not in attack.weapon.flags or "cyber_imp_laser" not in platoon.augmentations:
        return None
    return Term("infantry.sights", -1, "laser sights", IMPLANTS)


@rule("infantry.one_target", cite=ATTACKS, slot=FORBIDS, only=lambda attack: attack.attacker.sheet.kind in SOLDIERS)
def one_target(attack: WeaponAttack) -> Refusal | None:
    """A platoon or a squad fires at one target a turn."""
    if attack.attacker.sheet.kind not in SOLDIERS:
        return None
    if all(shot.target == attack.target.id for shot in attack.attacker.volley):
        return None
    return Refusal("infantry.one_target", "soldiers fire at one target a turn", ATTACKS)


@rule(
    "infantry.field_guns", cite=FIELD_GUNS, slot=FORBIDS, only=lambda attack: attack.attacker.sheet.kind == "infantry"
)
def field_guns(attack: WeaponAttack) -> Refusal | None:
    """Field guns fire where they stand and while enough are left to serve them; the gunners fire nothing else."""
    attacker, guns = attack.attacker, "Field Guns"
    if attacker.sheet.kind != "infantry":
        return None
    fired = {attacker.sheet.mounts[shot.mount].location for shot in attacker.volley if shot.mount != attack.index}
    if fired - {attack.mount.location}:
        return Refusal("infantry.field_guns", "a platoon fires its field guns or its own weapons", FIELD_GUNS)
    if attack.mount.location != guns:
        return None
    if mode_of(attack.rules, attacker).moves:
        return Refusal("infantry.field_guns", "field guns do not fire on the move", FIELD_GUNS)
    served = [at for at in attacker.plan.weapons if attacker.sheet.mounts[at].location == guns]
    tons = attack.weapon.tons
    crew = max(2, ceil(tons if isinstance(tons, int | float) else 2))
    if served.index(attack.index) >= attacker.condition.troopers // crew:
        return Refusal("infantry.field_guns", f"too few soldiers are left: a gun needs {crew}", FIELD_GUNS)
    return None


@rule("infantry.too_small", cite=REACH, slot=NO_BLOW)
def too_small(attack: PhysicalAttack) -> Refusal | None:
    """Nobody pushes soldiers or runs them down, and nobody charges a ProtoMech; only soldiers are thrashed at."""
    if attack.kind == THRASH and attack.target.sheet.kind not in SOLDIERS:
        return Refusal("infantry.too_small", "a machine thrashes at soldiers, and at nobody else", REACH)
    soldiers = attack.target.sheet.kind in SOLDIERS
    if not (soldiers and attack.kind in ("push", "charge")) and not (
        attack.target.sheet.kind == "protomech" and attack.kind == "charge"
    ):
        return None
    return Refusal("infantry.too_small", f"so small a target cannot be reached with a {attack.kind}", REACH)


@rule("infantry.mown_down", cite=MOWN_DOWN, implements=("TO-374-ap-mortar",))
def mown_down(hit: Hit) -> int:
    """Saws and combines fell as many soldiers as dice say, and shells against soldiers one die each; how many dice."""
    if hit.munition == "anti-personnel" and hit.weapon is not None:
        return hit.weapon.cluster
    weapon = hit.by.weapon if isinstance(hit.by, PhysicalAttack) else None
    return 0 if weapon is None else weapon.soldiers


CLASSES: Table[str, tuple[int | Fraction, int]] = Table(
    "infantry.weapon_classes",
    {
        "direct fire": (10, 0),
        "cluster shells": (10, 1),
        "pulse": (10, 2),
        "missiles": (5, 0),
        "area effect": (Fraction(1, 2), 0),
        "thrashing": (1, 0),
        "fragments": (1, 0),
    },
    cite=DAMAGE,
    where="overheat.classic.rules.standard.infantry.CLASSES",
)
"""What damage to soldiers is divided by, and what is added."""

BURST_DICE: Table[str, tuple[Fraction, Fraction]] = Table(
    "infantry.burst_dice",
    {
        "light machine gun": (Fraction(1), Fraction(1, 2)),
        "machine gun": (Fraction(2), Fraction(1)),
        "heavy machine gun": (Fraction(3), Fraction(2)),
        "superheavy machine gun": (Fraction(3), Fraction(3)),
        "flamer": (Fraction(4), Fraction(3)),
        "heavy flamer": (Fraction(6), Fraction(4)),
        "pulse laser": (Fraction(2), Fraction(2)),
        "extended pulse laser": (Fraction(1), Fraction(1)),
        "gauss rifle": (Fraction(2), Fraction(2)),
        "needler": (Fraction(3), Fraction(3)),
        "plasma": (Fraction(2), Fraction(2)),
        "grenades": (Fraction(1), Fraction(1)),
        "light recoilless rifle": (Fraction(1), Fraction(1)),
        "recoilless rifle": (Fraction(2), Fraction(2)),
        "mortar": (Fraction(1), Fraction(1)),
        "other": (Fraction(1), Fraction(1)),
    },
    cite=BURSTS,
    implements=("TO-312-heavy-flamer-3", "TO-320-er-pulse-small"),
    where="overheat.classic.rules.standard.infantry.BURST_DICE",
)
"""Dice of damage to soldiers: by a weapon of a machine or vehicle, and by one of battle armour."""


@rule("infantry.weapon_class", cite=DAMAGE)
def weapon_class(hit: Hit) -> str:
    """How a weapon strikes at soldiers; blows and whatever else is no weapon and no blast count as direct fire."""
    weapon = hit.weapon
    if isinstance(hit.by, PhysicalAttack) and hit.by.kind == THRASH:
        return "thrashing"
    if weapon is None:
        return "area effect" if isinstance(hit.by, Blast) else "direct fire"
    if hit.munition != "standard" and any(word in hit.munition for word in ("Flechette", "Fragmentation")):
        return "fragments"
    if "missile" in weapon.flags:
        return "missiles"
    if hit.munition == "cluster" or not weapon.flags.isdisjoint(("hag", "m_pod")):
        return "cluster shells"
    return "pulse" if "pulse" in weapon.flags else "direct fire"


@rule("infantry.burst_dice_of", cite=BURSTS)
def burst_dice(rules: Ruleset, weapon: Weapon | None) -> Fraction | None:
    """Dice of damage that a burst-fire weapon or a pod does to soldiers; None for other weapons."""
    if weapon is None or "infantry" in weapon.flags:
        return None
    lobs = "battle_armour" in weapon.flags and ("mortar" in weapon.flags or "recoilless" in weapon.id)
    if not lobs and weapon.flags.isdisjoint(("burst", "b_pod")):
        return None
    return rules[BURST_DICE][_burst_kind(weapon)]["battle_armour" in weapon.flags]


FURTHER_DICE: Slot[[Ruleset, Hit], int] = Slot("infantry.further_dice", nothing=0)
"""Dice that a burst does to soldiers besides those of its weapon."""


def _burst_kind(weapon: Weapon) -> str:
    flags, damage = weapon.flags, weapon.damage
    if "machine_gun" in flags:
        if "superheavy" in weapon.id:
            return "superheavy machine gun"
        return {1: "light machine gun", 3: "heavy machine gun"}.get(
            int(damage) if not isinstance(damage, tuple) else 0, "machine gun"
        )
    if "flamer" in flags:
        return "heavy flamer" if not isinstance(damage, tuple) and damage > 2 else "flamer"
    if "pulse" in flags:
        return "extended pulse laser" if "er" in flags else "pulse laser"
    if "needler" in weapon.id:
        return "needler"
    if "recoilless" in weapon.id:
        return "light recoilless rifle" if "light" in weapon.id else "recoilless rifle"
    named = {
        "mortar": "mortar",
        "gauss": "gauss rifle",
        "plasma": "plasma",
        "grenade": "grenades",
        "grenade_launcher": "grenades",
    }
    return next((name for flag, name in named.items() if flag in flags), "other")


@rule("infantry.one_lump", cite=DAMAGE)
def in_one_lump(attack: WeaponAttack) -> bool:
    """A shot at conventional infantry strikes all of it at once: nobody rolls for how many missiles hit."""
    return attack.target.sheet.kind == "infantry"


SHELTER: Table[str, bool] = Table(
    "infantry.shelter",
    {"woods": True, "jungle": True, "building": True},
    cite=TERRAIN,
    where="overheat.classic.rules.standard.infantry.SHELTER",
)
"""Terrain in which soldiers are not in the open."""


@rule("infantry.in_the_open", cite=TERRAIN)
def in_the_open(rules: Ruleset, ground: Ground, unit: Unit) -> bool:
    """Soldiers outside woods, jungle and buildings are in the open; so are those on a roof."""
    if "building" in ground and unit.elevation >= ground.amount("bldg_elev"):
        return True
    return not any(kind in ground for kind in rules[SHELTER].rows)


def harm_to_soldiers(classes: Table[str, tuple[int | Fraction, int]], kind: str, damage: int) -> int:
    """What damage of a class does to soldiers, rounded up."""
    divisor, added = classes[kind]
    return ceil(damage / Fraction(divisor) + added)


@rule("infantry.riding_vehicles", cite=DAMAGE)
def on_wheels(rules: Ruleset, unit: Unit, harm: int, burst: bool, by_soldiers: bool) -> int:
    """Mechanised soldiers take double from what machines and vehicles fire, but half of bursts and soldiers' fire.

    Half of a burst is rounded down.
    """
    if unit.sheet.motive not in MECHANISED:
        return harm
    if burst:
        return harm // 2
    return ceil(Fraction(harm, 2)) if by_soldiers else harm * 2


@rule("infantry.armour", cite=DAMAGE)
def through_armour(rules: Ruleset, unit: Unit, harm: int) -> int:
    """What soldiers wear divides what comes through, rounded up."""
    return ceil(Fraction(harm) / Fraction(damage_divisor(rules, unit.sheet)))


def casualties(unit: Unit, first: Term, steps: tuple[tuple[str, str, int], ...], more: tuple[Term, ...] = ()) -> Tally:
    """How many fall, as a sum: what the shot does, and what each step after it adds or takes away."""
    terms, so_far = [first], int(first.value)
    for id, label, after in steps:
        if after != so_far:
            terms.append(Term(id, after - so_far, label, DAMAGE))
        so_far = after
    terms += more
    so_far += sum(int(term.value) for term in more)
    beyond = so_far - unit.condition.troopers
    if beyond > 0:
        terms.append(Term("infantry.nobody_left", -beyond, "nobody is left", DAMAGE))
    return Tally(tuple(terms))


@rule("infantry.mounted", cite=MOVEMENT, slot=SLOWS, only=lambda pace: pace.unit.sheet.platoon is not None)
def mounted(pace: Pace) -> Term | None:
    """Soldiers go as far as the animals that they ride, and flying ones a hex on foot."""
    sheet = pace.unit.sheet
    if sheet.platoon is None or not (sheet.platoon.beast or sheet.motive == "vtol"):
        return None
    more = unladen_points(pace.rules, sheet) - sheet.walk
    return Term("infantry.mounted", more, sheet.platoon.beast or "on foot", MOVEMENT) if more else None


@rule("infantry.laden", cite=MOVEMENT, slot=SLOWS, only=lambda pace: pace.unit.sheet.platoon is not None)
def laden(pace: Pace) -> Term | None:
    """Heavy armour and heavy support weapons slow soldiers down, and artillery stays nearly where it is."""
    sheet = pace.unit.sheet
    if sheet.platoon is None:
        return None
    lost = min(pace.points, pace.points - land_points(pace.rules, sheet))
    return Term("infantry.laden", -lost, "what the soldiers carry", MOVEMENT) if lost > 0 else None


@rule("infantry.turning", cite=MOVEMENT)
def turning_cost(rules: Ruleset, unit: Unit, cost: int) -> int:
    """Soldiers have no facing and turn as they like; others pay for every hexside, and crews of artillery as well."""
    heavy = unit.sheet.platoon is not None and serves_artillery(unit.sheet)
    return 0 if unit.sheet.kind in SOLDIERS and not heavy else cost


@rule("infantry.one_hex", cite=MOVEMENT)
def may_drag(state: State, unit: Unit) -> bool:
    """Soldiers whose load leaves them no points may still move one hex, at no cost, and then shoot nobody."""
    sheet = unit.sheet
    if sheet.kind not in SOLDIERS or sheet.motive in ("vtol", "submarine"):
        return False
    return (sheet.walk if sheet.platoon is None else land_points(state.relief.rules, sheet)) < 1


@rule("infantry.dragged", cite=MOVEMENT, slot=FORBIDS, only=lambda attack: not attack.attacker.machine)
def dragged(attack: WeaponAttack) -> Refusal | None:
    """Soldiers that have moved without points to do so do not fire."""
    unit = attack.attacker
    if not unit.motion.travelled or unit.sheet.kind not in SOLDIERS or mode_of(attack.rules, unit).leaps:
        return None
    field = State(relief=attack.relief, units={unit.id: unit}, weather=attack.weather)
    if not attack.rules[may_drag](field, unit):
        return None
    return Refusal(
        "infantry.dragged", f"{unit.sheet.name} has moved with all that it carries and does not fire", MOVEMENT
    )


RULES = (
    turning_cost,
    may_drag,
    dragged,
    soldiers_damage,
    all_soldiers_hit,
    infantry_range,
    close_quarters,
    camouflage,
    cold_suits,
    SUITS,
    fortified,
    laser_sights,
    one_target,
    field_guns,
    too_small,
    mown_down,
    weapon_class,
    burst_dice,
    in_one_lump,
    in_the_open,
    on_wheels,
    through_armour,
    mounted,
    laden,
    RANGE_MODIFIERS,
    CLASSES,
    BURST_DICE,
    SHELTER,
)
