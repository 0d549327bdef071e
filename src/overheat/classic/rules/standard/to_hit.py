"""The number to hit: what every attack counts, and what weapon attacks count besides.

Each rule contributes one term to the sum, or nothing. Terms come in the order players add them up: skill, attacker's
movement, target, the rest, range.
"""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import Engagement, WeaponAttack, engaged_with, made_with
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.ranges import BRACKETS, by_bracket
from overheat.classic.rules.standard.switches import (
    ARMOUR,
    CHAMELEON,
    NULL_SIGNATURE,
    VOID_SIGNATURE,
    hides_by,
    stealthy,
)
from overheat.classic.rules.standard.systems import hits_on, sensor_hits, works
from overheat.classic.sight.buildings import inside_together
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Number, Tally, Term

ALL_ATTACKS = QUICK_REFERENCE("All Attacks")
ATTACKER_MOVEMENT = QUICK_REFERENCE("All Attacks, attacker's movement")
TARGET_STATUS = QUICK_REFERENCE("All Attacks, target")
TARGET_MOVEMENT = QUICK_REFERENCE("All Attacks, target's movement")
WEAPON_ATTACKS = QUICK_REFERENCE("Weapon Attacks")
RANGE_AND_TERRAIN = QUICK_REFERENCE("Range and Terrain")
INFANTRY = TOTAL_WARFARE("Infantry, attacker's movement", 215)
BUILDINGS = TOTAL_WARFARE("Combat Within Buildings", 171)
SIGNATURES = TACTICAL_OPERATIONS("Null signature system", 336)
CHAMELEONS = TACTICAL_OPERATIONS("Chameleon light polarization shield", 300)
VOIDS = TACTICAL_OPERATIONS("Void signature system", 349)

EVERY_ATTACK: Slot[[Engagement], Term | None] = Slot("to_hit.every_attack", nothing=None, lasting=engaged_with)
"""Terms of every attack, with a weapon or not."""

EVERY_SHOT: Slot[[WeaponAttack], Term | None] = Slot("to_hit.every_shot", nothing=None, lasting=made_with)
"""Terms of weapon attacks."""


def banded(bands: Table[int, int], number: Number) -> int:
    """The value of the highest band that a number reaches."""
    value = 0
    for lowest, found in bands.rows.items():
        if number < lowest:
            break
        value = found
    return value


@rule("to_hit.steady", cite=INFANTRY)
def steady(rules: Ruleset, attacker: Unit) -> bool:
    """Soldiers, in battle armour or not, attack as well on the move as standing."""
    return attacker.sheet.kind in ("infantry", "battle armour")


@rule("to_hit.attacker_movement", cite=ATTACKER_MOVEMENT, implements=("QR-attacker-movement",), slot=EVERY_ATTACK)
def attacker_movement(attack: Engagement) -> Term | None:
    """An attacker that moved shoots and strikes worse: by how it moved, not by how far."""
    if attack.rules[steady](attack.rules, attack.attacker):
        return None
    mode = mode_of(attack.rules, attack.attacker)
    how = mode.told_of(attack.attacker)
    return (
        Term("to_hit.attacker_movement", mode.attacker, f"attacker {how}", ATTACKER_MOVEMENT) if mode.attacker else None
    )


@rule(
    "to_hit.attacker_prone",
    cite=ATTACKER_MOVEMENT,
    implements=("QR-attacker-prone",),
    slot=EVERY_ATTACK,
    only=lambda attack: attack.attacker.machine and attack.attacker.condition.prone,
)
def attacker_prone(attack: Engagement) -> Term | None:
    """A prone machine attacks at +2; a quad with all its legs does not mind."""
    attacker = attack.attacker
    if not attacker.condition.prone or not attacker.machine:
        return None
    if attacker.quad and not any(place.destroyed for place in attacker.condition.locations if place.code[-1] == "L"):
        return None
    return Term("to_hit.attacker_prone", 2, "attacker prone", ATTACKER_MOVEMENT)


@rule("to_hit.attacker_skidding", cite=ATTACKER_MOVEMENT, implements=("QR-attacker-skidding",), slot=EVERY_ATTACK)
def attacker_skidding(attack: Engagement) -> Term | None:
    """A unit that skidded this turn attacks at +1."""
    if not attack.attacker.motion.skidded:
        return None
    return Term("to_hit.attacker_skidding", 1, "attacker skidded", ATTACKER_MOVEMENT)


SPOTTING = named("spotting", "spots")
"""The mark of a unit that spots for others this round."""


def is_spotting(unit: Unit) -> bool:
    """Whether it spots for others this round."""
    return SPOTTING in unit.marks


def has_console(unit: Unit) -> bool:
    """Whether a second pilot or a commander sits at a console of his own."""
    return unit.sheet.cockpit.lower().startswith("command console") or "command_console" in unit.plan.flags


@rule(
    "to_hit.spotting",
    cite=WEAPON_ATTACKS,
    implements=("QR-spotting", "TO-301-command-console"),
    slot=EVERY_ATTACK,
    only=lambda attack: SPOTTING in attack.attacker.marks,
)
def spotting(attack: Engagement) -> Term | None:
    """A unit that spots for indirect fire makes its own attacks at +1, unless somebody at a command console spots."""
    if not is_spotting(attack.attacker) or has_console(attack.attacker):
        return None
    return Term("to_hit.spotting", 1, "attacker spots for others", WEAPON_ATTACKS)


TARGET_MOVEMENT_BANDS: Table[int, int] = Table(
    "to_hit.target_movement_bands",
    {0: 0, 3: 1, 5: 2, 7: 3, 10: 4, 18: 5, 25: 6},
    cite=TARGET_MOVEMENT,
    implements=("QR-target-movement",),
    where="overheat.classic.rules.standard.to_hit.TARGET_MOVEMENT_BANDS",
)


@rule("to_hit.target_movement", cite=TARGET_MOVEMENT, implements=("QR-target-movement",), slot=EVERY_ATTACK)
def target_movement(attack: Engagement) -> Term | None:
    """A target is harder to hit the more hexes it moved."""
    hexes = attack.target.motion.hexes
    value = banded(attack.rules[TARGET_MOVEMENT_BANDS], hexes)
    return Term("to_hit.target_movement", value, f"target moved {hexes} hexes", TARGET_MOVEMENT) if value else None


@rule("to_hit.target_jumped", cite=TARGET_STATUS, implements=("QR-target-status",), slot=EVERY_ATTACK)
def target_jumped(attack: Engagement) -> Term | None:
    """How a target moved may count on top of the hexes it moved: one that jumped is +1."""
    mode = mode_of(attack.rules, attack.target)
    if not mode.target:
        return None
    return Term("to_hit.target_jumped", mode.target, f"target {mode.told_of(attack.target)}", TARGET_STATUS)


@rule("to_hit.target_skidding", cite=TARGET_STATUS, implements=("QR-target-status",), slot=EVERY_ATTACK)
def target_skidding(attack: Engagement) -> Term | None:
    """A target that skidded this turn is +2."""
    return Term("to_hit.target_skidding", 2, "target skidded", TARGET_STATUS) if attack.target.motion.skidded else None


@rule(
    "to_hit.target_prone",
    cite=TARGET_STATUS,
    implements=("QR-target-status",),
    slot=EVERY_ATTACK,
    only=lambda attack: attack.target.condition.prone,
)
def target_prone(attack: Engagement) -> Term | None:
    """A prone target is easy from the next hex, -2, and hard from further off, +1."""
    if not attack.target.condition.prone:
        return None
    if attack.distance <= 1:
        return Term("to_hit.target_prone", -2, "target prone and adjacent", TARGET_STATUS)
    return Term("to_hit.target_prone", 1, "target prone at range", TARGET_STATUS)


@rule(
    "to_hit.target_immobile",
    cite=TARGET_STATUS,
    implements=("QR-target-status", "TO-285-artillery-cannons-2"),
    slot=EVERY_ATTACK,
)
def target_immobile(attack: Engagement) -> Term | None:
    """A target that cannot move is -4; not for artillery cannons, whatever they are fired at."""
    if not attack.target.immobile:
        return None
    if isinstance(attack, WeaponAttack) and "artillery_cannon" in attack.weapon.flags:
        return None
    return Term("to_hit.target_immobile", -4, "target immobile", TARGET_STATUS)


@rule("to_hit.target_sheltered", cite=BUILDINGS, slot=EVERY_ATTACK)
def target_sheltered(attack: Engagement) -> Term | None:
    """Walls give partial cover to a target inside a building from an attacker who is not in it."""
    board = attack.relief.board
    inside = board[attack.target.hex]
    if is_ground(attack.target.id):
        return None
    if "building" not in inside or not 0 <= attack.target.elevation < inside.amount("bldg_elev"):
        return None
    if "building" in board[attack.attacker.hex] and inside_together(
        board, attack.attacker.viewpoint, attack.target.viewpoint
    ):
        return None
    return Term("to_hit.target_sheltered", 1, "target inside a building", BUILDINGS)


HEAT_BANDS: Table[int, int] = Table(
    "to_hit.heat_bands",
    {0: 0, 8: 1, 13: 2, 17: 3, 24: 4},
    cite=WEAPON_ATTACKS,
    implements=("QR-heat-tohit",),
    where="overheat.classic.rules.standard.to_hit.HEAT_BANDS",
)


@rule("to_hit.heat", cite=WEAPON_ATTACKS, implements=("QR-heat-tohit",), slot=EVERY_SHOT)
def heat(attack: WeaponAttack) -> Term | None:
    """An overheated machine shoots worse; the heat scale says by how much."""
    level = attack.attacker.condition.heat
    value = banded(attack.rules[HEAT_BANDS], level)
    return Term("to_hit.heat", value, f"heat {level}", WEAPON_ATTACKS) if value else None


@rule(
    "to_hit.sensors",
    cite=WEAPON_ATTACKS,
    implements=("QR-sensor-hit-tohit", "QR-crit-sensors"),
    slot=EVERY_SHOT,
    only=lambda attack: attack.attacker.machine,
)
def sensors(attack: WeaponAttack) -> Term | None:
    """A hit on the sensors costs 2 on every shot."""
    return Term("to_hit.sensors", 2, "sensors hit", WEAPON_ATTACKS) if sensor_hits(attack.attacker) == 1 else None


@rule(
    "to_hit.arm_damage",
    cite=WEAPON_ATTACKS,
    implements=(
        "QR-shoulder-hit-tohit",
        "QR-arm-actuator-tohit",
        "QR-crit-shoulder",
        "QR-crit-upper-arm",
        "QR-crit-lower-arm",
    ),
    slot=EVERY_SHOT,
    only=lambda attack: attack.attacker.machine and attack.mount.location in ARMS,
)
def arm_damage(attack: WeaponAttack) -> Term | None:
    """Weapons in an arm suffer from its actuators: +1 each, +4 for the shoulder, which overrides the others."""
    arm = attack.mount.location
    if arm not in ARMS or not attack.attacker.machine:
        return None
    if hits_on(attack.attacker, "shoulder", arm):
        return Term("to_hit.shoulder", 4, "shoulder hit", WEAPON_ATTACKS)
    actuators = [part for part in ("upper arm", "lower arm") if hits_on(attack.attacker, f"{part} actuator", arm)]
    if not actuators:
        return None
    return Term("to_hit.arm_actuator", len(actuators), f"{' and '.join(actuators)} actuator hit", WEAPON_ATTACKS)


@rule(
    "to_hit.targeting_computer",
    cite=WEAPON_ATTACKS,
    implements=("QR-targeting-computer",),
    slot=EVERY_SHOT,
    only=lambda attack: "targeting_computer" in attack.attacker.plan.flags,
)
def targeting_computer(attack: WeaponAttack) -> Term | None:
    """A targeting computer helps direct-fire weapons, -1; not missiles, not scattering shot."""
    flags = attack.weapon.flags
    if "targeting_computer" not in attack.attacker.plan.flags or "direct" not in flags:
        return None
    if attack.munition == "cluster" or not _works(attack, "targeting_computer"):
        return None
    if attack.aimed and not attack.target.immobile:
        return None
    return Term("to_hit.targeting_computer", -1, "targeting computer", WEAPON_ATTACKS)


def _works(attack: WeaponAttack, flag: str) -> bool:
    """Whether an item of the attacker is still whole."""
    mounts = enumerate(attack.attacker.sheet.mounts)
    return any(flag in mount.equipment.flags and works(attack.attacker, at) for at, mount in mounts)


WEAPON_TYPES: Table[str, int] = Table(
    "to_hit.weapon_types",
    {
        "pulse": -2,
        "heavy laser": 1,
        "cluster ammunition": -1,
        "medium-range missiles": 1,
        "rockets": 1,
        "flak": -2,
        "hyper-assault flak": -3,
    },
    cite=WEAPON_ATTACKS,
    implements=("QR-weapon-type-mods",),
    where="overheat.classic.rules.standard.to_hit.WEAPON_TYPES",
)


@rule(
    "to_hit.weapon_type",
    cite=WEAPON_ATTACKS,
    implements=("QR-weapon-type-mods",),
    slot=EVERY_SHOT,
    only=lambda attack: attack.weapon.to_hit is not None or bool(_kind(attack.weapon.flags)),
)
def weapon_type(attack: WeaponAttack) -> Term | None:
    """Pulse lasers hit more easily, -2; heavy lasers, medium-range missiles and rockets less, +1.

    What the entry of a weapon states comes before that, by range where it states several.
    """
    types = attack.rules[WEAPON_TYPES]
    stated = attack.weapon.to_hit
    if stated is not None:
        value = stated if isinstance(stated, int) else _at_range(attack, stated)
        return Term("to_hit.weapon_type", value, attack.weapon.name, WEAPON_ATTACKS) if value else None
    kind = _kind(attack.weapon.flags)
    return Term("to_hit.weapon_type", types[kind], kind, WEAPON_ATTACKS) if kind else None


def _at_range(attack: WeaponAttack, steps: tuple[int, ...]) -> int:
    """What a weapon adds at the range of an attack; beyond its last step what that says."""
    brackets = [*attack.rules[BRACKETS].rows]
    at = brackets.index(attack.bracket) if attack.bracket else len(brackets)
    return steps[min(at, len(steps) - 1)]


def _kind(flags: frozenset[str]) -> str:
    if "pulse" in flags:
        return "pulse"
    if "heavy" in flags and "laser" in flags:
        return "heavy laser"
    if "mrm" in flags:
        return "medium-range missiles"
    return "rockets" if "rocket" in flags else ""


@rule(
    "to_hit.munition",
    cite=WEAPON_ATTACKS,
    implements=("QR-weapon-type-mods",),
    slot=EVERY_SHOT,
    only=lambda attack: attack.munition.lower() == "cluster" or attack.target.sheet.motive in ("vtol", "wige"),
)
def munition(attack: WeaponAttack) -> Term | None:
    """Cluster ammunition scatters, -1; flak bursts near whatever flies, -2; cluster ammunition does both.

    Artillery cannons and hyper-assault Gauss rifles burst so by themselves.
    """
    types = attack.rules[WEAPON_TYPES]
    flying = attack.target.elevation > 0 and attack.target.sheet.motive in ("vtol", "wige")
    kind = attack.munition.lower()
    value = types["cluster ammunition"] if kind == "cluster" else 0
    if flying and "hag" in attack.weapon.flags:
        value += types["hyper-assault flak"]
    elif flying and (kind in ("cluster", "flak") or not attack.weapon.flags.isdisjoint(("flak", "anti_aircraft"))):
        value += types["flak"]
    return Term("to_hit.munition", value, f"{attack.munition} ammunition", WEAPON_ATTACKS) if value else None


@rule(
    "to_hit.indirect",
    cite=WEAPON_ATTACKS,
    implements=("QR-indirect-fire", "TO-301-command-console"),
    slot=EVERY_SHOT,
    only=lambda attack: attack.spotter is not None,
)
def indirect(attack: WeaponAttack) -> Term | None:
    """Indirect fire is +1, or +2 if the spotter attacks as well, and as much more as the spotter moved.

    Whose spotter sits at a command console may attack without that.
    """
    if attack.spotter is None:
        return None
    moved = mode_of(attack.rules, attack.spotter).attacker
    distracted = attack.spotter_attacks and not has_console(attack.spotter)
    value = moved + (2 if distracted else 1)
    return Term("to_hit.indirect", value, "indirect fire, spotter's movement included", WEAPON_ATTACKS)


@rule(
    "to_hit.secondary_target",
    cite=WEAPON_ATTACKS,
    implements=("QR-secondary-target",),
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.secondary),
)
def secondary_target(attack: WeaponAttack) -> Term | None:
    """A second target is +1 in the forward arc and +2 elsewhere."""
    if not attack.secondary:
        return None
    value = 1 if attack.secondary == "forward" else 2
    where = "forward" if attack.secondary == "forward" else "to the side or rear"
    return Term("to_hit.secondary_target", value, f"secondary target {where}", WEAPON_ATTACKS)


STEALTH: Table[str, int] = Table(
    "to_hit.stealth_ranges",
    {"short": 0, "medium": 1, "long": 2},
    cite=TARGET_STATUS,
    implements=("QR-stealth-armor",),
    where="overheat.classic.rules.standard.to_hit.STEALTH",
)


@rule(
    "to_hit.stealth",
    cite=TARGET_STATUS,
    implements=("QR-stealth-armor",),
    slot=EVERY_SHOT,
    only=lambda attack: stealthy(attack.target),
)
def stealth(attack: WeaponAttack) -> Term | None:
    """Stealth armour that is switched on hides its wearer at medium range, +1, and at long range, +2."""
    value = _hidden(attack, ARMOUR)
    return Term("to_hit.stealth", value, "stealth armour", TARGET_STATUS) if value else None


@rule("to_hit.null_signature", cite=SIGNATURES, slot=EVERY_SHOT, only=lambda attack: stealthy(attack.target))
def null_signature(attack: WeaponAttack) -> Term | None:
    """A null signature system that is switched on hides a machine as stealth armour does."""
    value = _hidden(attack, NULL_SIGNATURE)
    return Term("to_hit.null_signature", value, "null signature", SIGNATURES) if value else None


@rule("to_hit.chameleon", cite=CHAMELEONS, slot=EVERY_SHOT, only=lambda attack: stealthy(attack.target))
def chameleon(attack: WeaponAttack) -> Term | None:
    """A chameleon shield that is switched on hides a machine as stealth armour does, and on top of a null signature."""
    value = _hidden(attack, CHAMELEON)
    return Term("to_hit.chameleon", value, "chameleon shield", CHAMELEONS) if value else None


def _hidden(attack: WeaponAttack, system: str) -> int:
    """What a stealth system of the target adds at this range; the eyes of soldiers on foot are not deceived."""
    target = attack.target
    if not stealthy(target) or attack.bracket is None or attack.attacker.sheet.kind == "infantry":
        return 0
    return by_bracket(attack.rules[STEALTH].rows, attack.bracket) if system in hides_by(target) else 0


VOID: Table[int, int] = Table(
    "to_hit.void_signature_bands",
    {0: 3, 1: 2, 3: 1, 6: 0},
    cite=VOIDS,
    where="overheat.classic.rules.standard.to_hit.VOID",
)
"""What a void signature system adds, by the hexes that its machine moved."""


@rule("to_hit.void_signature", cite=VOIDS, slot=EVERY_SHOT, only=lambda attack: stealthy(attack.target))
def void_signature(attack: WeaponAttack) -> Term | None:
    """A void signature system hides a machine at every range, the better the less it moved."""
    target = attack.target
    if not stealthy(target) or attack.attacker.sheet.kind == "infantry" or VOID_SIGNATURE not in hides_by(target):
        return None
    value = banded(attack.rules[VOID], target.motion.hexes)
    return Term("to_hit.void_signature", value, "void signature", VOIDS) if value else None


RANGES: Table[str, int] = Table(
    "to_hit.ranges",
    {"short": 0, "medium": 2, "long": 4},
    cite=RANGE_AND_TERRAIN,
    implements=("QR-range-mods",),
    where="overheat.classic.rules.standard.to_hit.RANGES",
)


@rule(
    "to_hit.range",
    cite=RANGE_AND_TERRAIN,
    implements=("QR-range-mods",),
    slot=EVERY_SHOT,
    only=lambda attack: "infantry" not in attack.weapon.flags,
)
def range_bracket(attack: WeaponAttack) -> Term | None:
    """Medium range is +2, long range +4; weapons that soldiers hold have steps of their own."""
    if attack.bracket is None or "infantry" in attack.weapon.flags:
        return None
    value = by_bracket(attack.rules[RANGES].rows, attack.bracket)
    return Term("to_hit.range", value, f"{attack.bracket} range", RANGE_AND_TERRAIN) if value else None


@rule("to_hit.minimum_range", cite=RANGE_AND_TERRAIN, implements=("QR-minimum-range",), slot=EVERY_SHOT)
def minimum_range(attack: WeaponAttack) -> Term | None:
    """At or inside its minimum range a weapon is harder to use, by one more than the target is inside it."""
    minimum = attack.reach[0]
    if minimum <= 0 or attack.distance > minimum:
        return None
    return Term("to_hit.minimum_range", minimum - attack.distance + 1, "minimum range", RANGE_AND_TERRAIN)


@rule("to_hit.gunnery", cite=ALL_ATTACKS)
def gunnery(attack: WeaponAttack) -> Term:
    """A weapon attack starts from the gunner's skill."""
    return Term("to_hit.gunnery", attack.attacker.gunnery, "gunnery skill", ALL_ATTACKS)


@rule("to_hit.fixed", cite=ALL_ATTACKS)
def fixed_number(attack: WeaponAttack) -> Tally | None:
    """The number of an attack that is no sum of skill and circumstances; None where it is one, as it always is here."""
    return None


@rule("to_hit.terrain_along_line", cite=RANGE_AND_TERRAIN)
def terrain(attack: WeaponAttack) -> Tally:
    """What stands between and what the target stands in, along the spotter's line where one spots."""
    return attack.line.modifiers + attack.line.target_hex


RULES = (
    gunnery,
    steady,
    attacker_movement,
    attacker_prone,
    attacker_skidding,
    spotting,
    heat,
    sensors,
    arm_damage,
    targeting_computer,
    weapon_type,
    munition,
    indirect,
    secondary_target,
    target_movement,
    target_jumped,
    target_skidding,
    target_prone,
    target_immobile,
    target_sheltered,
    stealth,
    null_signature,
    chameleon,
    void_signature,
    VOID,
    range_bracket,
    minimum_range,
    fixed_number,
    terrain,
    TARGET_MOVEMENT_BANDS,
    HEAT_BANDS,
    WEAPON_TYPES,
    STEALTH,
    RANGES,
)
