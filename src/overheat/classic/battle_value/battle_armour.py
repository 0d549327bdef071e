"""The battle value of a squad in battle armour.

One trooper is rated, the squad in proportion: a defensive rating times the defensive factor, an offensive one times
the speed factor, and both together times the size of the squad. What only some troopers carry counts as the share
that falls on each. Manipulators that let a squad climb a 'Mech make its arm weapons count once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from overheat.classic.battle_value.factors import FACTORS, hard_to_hit_by
from overheat.classic.battle_value.machine.movement import movement_modifier, speed_factor
from overheat.classic.battle_value.shots import shots_worth
from overheat.classic.battle_value.worksheet import Step, Worksheet, exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.equipment import Armour
from overheat.classic.unit.sheet import BattleSuit, Mount, Sheet
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Number, Tally, Term

DEFENSIVE = TECH_MANUAL("Battle Value, battle armor, defensive", 310)
OFFENSIVE = TECH_MANUAL("Battle Value, battle armor, offensive", 310)
SQUAD = TECH_MANUAL("Battle Value, battle armor, final")
ARMOUR = TACTICAL_OPERATIONS("Armor", 380)
MYOMER_BOOSTER = TACTICAL_OPERATIONS("Battle Armor Myomer Booster", 380)
ANGEL_ECM = TACTICAL_OPERATIONS("Angel ECM Suite", 380)

RESISTANT = frozenset({"fire_resistant", "reflective", "reactive"})
HEAVY = frozenset({"heavy", "assault"})
SLIGHT = frozenset({"PA(L)", "light"})
NOT_IN_HAND = frozenset({"squad support weapon mount", "detachable weapon pack"})
CLIMBING = frozenset({"vibro", "magnetic"})


def battle_armour_battle_value(rules: Ruleset, sheet: Sheet) -> Worksheet:
    """The battle value of a squad in battle armour, as a worksheet."""
    return Worksheet((defensive(rules, sheet), offensive(rules, sheet)), (_squad(rules, sheet),))


def _suit(sheet: Sheet) -> BattleSuit:
    if sheet.suit is None or not sheet.troopers:
        raise refuse("bv.suit", f"{sheet.name} is no squad in battle armour")
    return sheet.suit


def _squad(rules: Ruleset, sheet: Sheet) -> Term:
    """A squad is worth more than its troopers: a tenth of each for every other one beside it."""
    worth = sheet.troopers * (1 + rules[FACTORS]["each further trooper"] * (sheet.troopers - 1))
    return Term("bv.squad", worth, f"squad of {sheet.troopers}", SQUAD)


def _share(sheet: Sheet, mount: Mount) -> Fraction:
    """How much of a mount falls on each trooper: one squad support weapon, or one trooper's gear, is for them all."""
    alone = mount.location != "Squad" or mount.mounting == "squad support weapon mount"
    return Fraction(1, sheet.troopers if alone else 1)


def _number(mount: Mount) -> Number:
    worth = mount.equipment.bv
    return 0 if isinstance(worth, str) else exact(worth)


def defensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Armour, the trooper inside and protective gear, times how hard the suit is to hit."""
    suit = _suit(sheet)
    worth = rules[armour_worth](rules, _armour_kind(sheet))
    armour = Term("bv.armour", suit.armour * worth, f"{suit.armour} armour x {float(worth)}", DEFENSIVE)
    trooper = Term("bv.trooper", rules[FACTORS]["trooper"], "trooper", DEFENSIVE)
    tally = Tally.of([armour, trooper, *_sensors(sheet), rules[ecm](rules, sheet), *_point_defence(sheet)])
    return Step("Defensive battle rating of a trooper", tally, (_hard_to_hit(rules, sheet),))


def _armour_kind(sheet: Sheet) -> Armour | None:
    return next((place.armour_kind for place in sheet.locations if place.armour_kind), None)


@rule("bv.battle_armour.armour", cite=ARMOUR, implements=("TO-380-modular-armor-bv-3",))
def armour_worth(rules: Ruleset, kind: Armour | None) -> Fraction:
    """A point of armour is worth 2.5, of fire-resistant, reflective or reactive armour 3.5."""
    return Fraction(7, 2) if kind is not None and kind.flags & RESISTANT else Fraction(5, 2)


def _sensors(sheet: Sheet) -> Iterator[Term]:
    """Each kind of sensors that warns of the enemy counts once, whoever in the squad carries it."""
    kinds = {mount.equipment.id: mount for mount in sheet.flagged("probe")}
    for mount in kinds.values():
        yield Term("bv.defence", _number(mount), mount.equipment.name, DEFENSIVE)


@rule("bv.battle_armour.ecm", cite=ANGEL_ECM, implements=("TO-380-ba-angel-ecm-bv",))
def ecm(rules: Ruleset, sheet: Sheet) -> Term | None:
    """An ECM suite protects the whole squad and adds one point, an Angel suite two."""
    suites = sheet.flagged("ecm")
    if not suites:
        return None
    angel = any("angel_ecm" in mount.equipment.flags for mount in suites)
    return Term("bv.ecm", 2 if angel else 1, "Angel ECM suite" if angel else "ECM suite", ANGEL_ECM)


def _point_defence(sheet: Sheet) -> Iterator[Term]:
    """Weapons against missiles count as protection."""
    for mount in sheet.weapons:
        if "defensive" in mount.equipment.flags:
            yield Term("bv.defence", _number(mount) * _share(sheet, mount), mount.equipment.name, DEFENSIVE)


def _hard_to_hit(rules: Ruleset, sheet: Sheet) -> Term:
    """One, a tenth for so small a target, and a tenth for each point of movement modifier and of what hides it."""
    jump = jump_points(sheet)
    moved = max(
        movement_modifier(rules, rules[ground_points](rules, sheet)),
        movement_modifier(rules, swim_points(sheet)),
        movement_modifier(rules, jump) + 1 if jump else 0,
    )
    points = 1 + moved + _hidden(sheet)
    return Term("bv.defensive_factor", hard_to_hit_by(rules, points), "defensive factor", DEFENSIVE)


def _hidden(sheet: Sheet) -> int:
    """Camouflage hides by two points; so does stealth armour, by three when improved or mimetic."""
    kind = _armour_kind(sheet)
    flags = kind.flags if kind else frozenset()
    camouflage = 2 if sheet.flagged("camo") else 0
    if "stealth" not in flags:
        return camouflage
    return camouflage + (3 if flags & {"improved", "mimetic"} else 2)


@rule("bv.battle_armour.ground", cite=MYOMER_BOOSTER, implements=("TO-380-ba-myomer-bv",))
def ground_points(rules: Ruleset, sheet: Sheet) -> int:
    """Points on the ground, with boosters: myomer adds two, one on heavy suits; mechanical jump boosters add one."""
    myomer = 1 if _suit(sheet).weight_class in HEAVY else 2
    points = sheet.walk + (myomer if sheet.flagged("myomer_booster") else 0)
    return points + (1 if sheet.flagged("mechanical_jump_booster") else 0)


def jump_points(sheet: Sheet) -> int:
    """Points of jumping or of flying: one more with a booster or a partial wing, one of mechanical boosters alone."""
    if sheet.motive == "umu":
        return 0
    more = (1 if sheet.flagged("jump_booster") else 0) + (1 if sheet.flagged("partial_wing") else 0)
    jump = sheet.jump + more if sheet.jump else 0
    return max(jump, 1) if sheet.flagged("mechanical_jump_booster") else jump


def swim_points(sheet: Sheet) -> int:
    """Points under water; the file of an underwater suit writes them as its jump."""
    return sheet.jump if sheet.motive == "umu" else 0


def offensive(rules: Ruleset, sheet: Sheet) -> Step:
    """Weapons, ammunition and tools, and what the squad climbs with, times the speed factor of its best movement."""
    terms = [*_weapons(sheet), *_anti_mek(sheet)]
    best = max(rules[ground_points](rules, sheet), jump_points(sheet), swim_points(sheet))
    speed = Term("bv.speed", rules[speed_factor](rules, best), "speed factor", OFFENSIVE)
    return Step("Offensive battle rating of a trooper", Tally.of(terms), (speed,))


def _weapons(sheet: Sheet) -> Iterator[Term]:
    """Every weapon, ammunition and tool for attack. Weapons against infantry in their mounts count nothing."""
    for mount in sheet.mounts:
        share = _share(sheet, mount)
        if _weapon(mount):
            yield Term("bv.weapon", _number(mount) * share, mount.equipment.name, OFFENSIVE)
        elif mount.ammunition:
            yield Term("bv.ammunition", shots_worth(mount) * share, mount.equipment.name, OFFENSIVE)
        elif mount.gear and _number(mount) and not mount.equipment.flags & {"defensive", "manipulator"}:
            yield Term("bv.tool", _number(mount) * share, mount.equipment.name, OFFENSIVE)


def _weapon(mount: Mount) -> bool:
    return mount.weapon is not None and not mount.equipment.flags & {"defensive", "infantry"}


def _anti_mek(sheet: Sheet) -> Iterator[Term]:
    """For a squad that can climb 'Mechs: weapons in hand once more, and claws that help to hold on.

    Missiles, weapons on the body, squad support weapons and detachable packs are no help on a 'Mech's back.
    """
    if not climbs(sheet):
        return
    for mount in sheet.mounts:
        flags = mount.equipment.flags
        if _weapon(mount):
            counts = "missile" not in flags and mount.limb != "body" and mount.mounting not in NOT_IN_HAND
        else:
            counts = "manipulator" in flags and bool(flags & CLIMBING)
        if counts:
            worth = _number(mount) * _share(sheet, mount)
            yield Term("bv.anti_mek", worth, f"{mount.equipment.name} against 'Mechs", OFFENSIVE)


def climbs(sheet: Sheet) -> bool:
    """Whether a squad makes leg and swarm attacks: suits up to medium weight with arms and hands to hold on.

    One battle claw will do, or two basic manipulators; two armoured gloves only for light suits and below. Suits made
    to swim do not climb.
    """
    suit = _suit(sheet)
    if suit.chassis == "quad" or suit.weight_class in HEAVY or sheet.motive == "umu":
        return False
    hands = [mount.equipment.id for mount in sheet.flagged("manipulator")]
    if sheet.flagged("claw") or sum(id.startswith("ba_basic_manipulator") for id in hands) >= 2:
        return True
    return suit.weight_class in SLIGHT and hands.count("ba_armoured_glove") >= 2


RULES = (armour_worth, ecm, ground_points)
