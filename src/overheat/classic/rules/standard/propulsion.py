"""What a unit carries that makes it faster or slower: wings, boosters, shields, heavy armour, packs of weapons."""

from __future__ import annotations

import msgspec

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TACTICAL_OPERATIONS, TECH_MANUAL, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.state import ORDINARY_AIR, Unit, Weather
from overheat.classic.rules.standard.burdens import BURDENED, PACKS, has_packs, launchers_on
from overheat.classic.rules.standard.heat import BUILDS, SINKS_IT, Toil, engine_kind_heat, movement_heat
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.modular_armour import modular_left
from overheat.classic.rules.standard.movement import LEAPS, RUNS, SLOWS, Pace, jump_jets, walk_points
from overheat.classic.rules.standard.systems import works
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Term

SHIELDS = TACTICAL_OPERATIONS("Shields", 288)
MODULAR = TACTICAL_OPERATIONS("Modular armour", 281)
HARDENED = TACTICAL_OPERATIONS("Hardened armour", 280)
WINGS = TACTICAL_OPERATIONS("Partial wing", 292)
PROTOMECHS = TECH_MANUAL("ProtoMech myomer booster", 85)
SUITS = TECH_MANUAL("Battle armour, movement", 257)
TRACKS = TECH_MANUAL("Tracks", 249)
QUADVEES = INTERSTELLAR_OPERATIONS("QuadVees, vehicle mode", 127)
SUPER_COOLED = INTERSTELLAR_OPERATIONS("RISC super-cooled myomer", 94)
UNDER_WATER = TOTAL_WARFARE("Jumping, water", 52)

LIGHT_ENOUGH = 55
"""Tons up to which partial wings lift two hexes farther, and above it one."""
HEAVY_SUITS = ("heavy", "assault")
LEAST = 1
"""What a squad with packs of weapons has left at least."""
PACK = 3
"""The points that packs of weapons cost."""


def _working(unit: Unit, flag: str) -> list[int]:
    """The mounts of a unit with a flag that work."""
    if flag not in unit.plan.flags:
        return []
    mounts = enumerate(unit.sheet.mounts)
    return [at for at, mount in mounts if flag in mount.equipment.flags and works(unit, at)]


@rule("movement.shields", cite=SHIELDS, slot=SLOWS, only=lambda pace: "shield" in pace.unit.plan.flags)
def shields_slow(pace: Pace) -> Term | None:
    """Each medium or large shield costs a walking point."""
    mounts = pace.unit.sheet.mounts
    held = sum("small" not in mounts[at].equipment.flags for at in _working(pace.unit, "shield"))
    lost = min(held, pace.points)
    return Term("movement.shields", -lost, "shields", SHIELDS) if lost else None


@rule(
    "movement.modular_armour",
    cite=MODULAR,
    implements=("TO-281-modular-armor-3",),
    slot=SLOWS,
    only=lambda pace: "modular_armour" in pace.unit.plan.flags,
)
def modular_armour_slows(pace: Pace) -> Term | None:
    """Modular armour costs a walking point, however much of it there is, until all of it is gone."""
    if not pace.points or not modular_left(pace.unit):
        return None
    return Term("movement.modular_armour", -1, "modular armour", MODULAR)


BOOSTERS: Table[str, tuple[int, int]] = Table(
    "battle_armour.boosters",
    {"myomer_booster": (2, 1), "mechanical_jump_booster": (1, 1)},
    cite=SUITS,
    where="overheat.classic.rules.standard.propulsion.BOOSTERS",
)
"""The walking points that boosters add to a suit, and to a heavy one."""


@rule("battle_armour.boosted", cite=SUITS, slot=SLOWS, only=lambda pace: pace.unit.sheet.suit is not None)
def suits_boosted(pace: Pace) -> Term | None:
    """Myomer boosters add two points to a suit, one to a heavy one; mechanical jump boosters add one."""
    suit = pace.unit.sheet.suit
    if suit is None:
        return None
    heavy = suit.weight_class in HEAVY_SUITS
    rows = pace.rules[BOOSTERS].rows
    more = sum(points[heavy] for flag, points in rows.items() if flag in pace.unit.plan.flags)
    return Term("battle_armour.boosted", more, "boosters", SUITS) if more else None


@rule("battle_armour.packed", cite=PACKS, slot=SLOWS, only=lambda pace: pace.unit.sheet.suit is not None)
def packs_slow(pace: Pace) -> Term | None:
    """Packs of weapons cost a squad three points, but leave it one."""
    if not has_packs(pace.unit):
        return None
    lost = min(PACK, pace.points - LEAST)
    return Term("battle_armour.packed", -lost, "weapon packs", PACKS) if lost > 0 else None


@rule("movement.hardened_legs", cite=HARDENED, slot=RUNS)
def hardened_legs(pace: Pace) -> Term | None:
    """Hardened armour on the legs costs a running point."""
    if not pace.unit.machine or not pace.unit.sheet.hardened_legs:
        return None
    return Term("movement.hardened_legs", -1, "hardened armour on the legs", HARDENED)


@rule("protomechs.myomer_booster", cite=PROTOMECHS, slot=RUNS)
def protomech_boosted(pace: Pace) -> Term | None:
    """A ProtoMech with a myomer booster runs twice as far as it walks."""
    sheet = pace.unit.sheet
    if sheet.kind != "protomech" or not _working(pace.unit, "myomer_booster"):
        return None
    walk = sheet.walk if pace.state is None else int(walk_points(pace.state, pace.unit).total)
    more = 2 * walk - pace.points
    return Term("protomechs.myomer_booster", more, "myomer booster", PROTOMECHS) if more > 0 else None


@rule("movement.wet_jets", cite=UNDER_WATER, slot=LEAPS)
def wet_jets(pace: Pace) -> Term | None:
    """Jets under water do not lift: those of the legs of who stands in depth 1, all of who is deeper or lies in it.

    A ProtoMech is under water as a whole in any depth. Who has leapt into it has leapt already.
    """
    unit = pace.unit
    if not (unit.machine or unit.protomech) or unit.elevation >= 0 or unit.motion.travelled:
        return None
    under = unit.elevation < -1 or unit.condition.prone or unit.protomech
    jets = [at for at in jump_jets(unit) if works(unit, at)]
    wet = sum(under or unit.sheet.mounts[at].location in LEGS for at in jets)
    lost = pace.points if under else min(pace.points, wet)
    return Term("movement.wet_jets", -lost, "jump jets under water", UNDER_WATER) if lost else None


WING_LIFT: Table[str, tuple[int, int]] = Table(
    "movement.wing_lift",
    {"vacuum": (0, 0), "trace": (0, 0), "thin": (1, 0), "standard": (2, 1), "high": (2, 2), "very high": (3, 2)},
    cite=WINGS,
    implements=("TO-293-partial-wing-jump-2a",),
    where="overheat.classic.rules.standard.propulsion.WING_LIFT",
)
"""How many hexes farther partial wings carry in air of some pressure: what weighs up to 55 tons, and more."""
WING_COOLING: Table[str, int] = Table(
    "heat.wing_cooling",
    {"vacuum": 0, "trace": 1, "thin": 2, "standard": 3, "high": 3, "very high": 3},
    cite=WINGS,
    implements=("TO-293-partial-wing-heat-2b",),
    where="overheat.classic.rules.standard.propulsion.WING_COOLING",
)
"""The heat that partial wings of a machine take away in air of some pressure."""


def wing_bonus(rules: Ruleset, unit: Unit, weather: Weather) -> int:
    """How many hexes farther wings carry a unit: one less for every critical hit; a ProtoMech loses them by one."""
    if "partial_wing" not in unit.plan.flags:
        return 0
    light, heavy = rules[WING_LIFT].rows.get(weather.atmosphere, (0, 0))
    if unit.protomech and not _working(unit, "partial_wing"):
        return 0
    whole = heavy if unit.sheet.suit or unit.sheet.tons > LIGHT_ENOUGH else light
    return max(0, whole - torn_wings(unit))


@rule(
    "movement.partial_wings",
    cite=WINGS,
    implements=("TO-293-partial-wing-jump-2a",),
    slot=LEAPS,
    only=lambda pace: "partial_wing" in pace.unit.plan.flags,
)
def wings_lift(pace: Pace) -> Term | None:
    """Partial wings carry what jumps farther: two hexes in common air, one above 55 tons and in battle armour.

    What has nothing to jump with they do not lift. What the file of a machine states beyond its jets has them counted
    in already.
    """
    unit = pace.unit
    if pace.points < 1 or "partial_wing" not in unit.plan.flags:
        return None
    light, heavy = pace.rules[WING_LIFT].rows.get(ORDINARY_AIR, (0, 0))
    stated = heavy if unit.sheet.suit or unit.sheet.tons > LIGHT_ENOUGH else light
    counted_in = max(0, unit.sheet.jump - len(jump_jets(unit))) if unit.machine else 0
    more = wing_bonus(pace.rules, unit, pace.weather) - min(counted_in, stated)
    return Term("movement.partial_wings", more, "partial wings", WINGS) if more else None


def torn_wings(unit: Unit) -> int:
    """How many slots of partial wings are hit or lost."""
    mounts = enumerate(unit.sheet.mounts)
    slots = (slot for at, mount in mounts if "partial_wing" in mount.equipment.flags for slot in _slots(unit, at))
    return sum(unit.condition[code].destroyed or index in unit.condition[code].critical_hits for code, index in slots)


def _slots(unit: Unit, mount: int) -> tuple[tuple[str, int], ...]:
    return tuple(unit.plan.mount_slots.get(mount, ()))


@rule("heat.partial_wings", cite=WINGS, implements=("TO-293-partial-wing-heat-2b",), slot=SINKS_IT)
def wings_cool(toil: Toil) -> Term | None:
    """Partial wings take away 3 points of heat more in common air, in use or not, while they work; not under water."""
    unit = toil.unit
    if not unit.machine or "partial_wing" not in unit.plan.flags or toil.depth > 1 or _torn_off(unit):
        return None
    points = toil.rules[WING_COOLING].rows.get(toil.weather.atmosphere, 0)
    return Term("heat.partial_wings", points, "from partial wings", WINGS) if points > 0 else None


def _torn_off(unit: Unit) -> bool:
    """Whether every slot of a unit's partial wings is hit or lost."""
    mounts = enumerate(unit.sheet.mounts)
    slots = sum(len(_slots(unit, at)) for at, mount in mounts if "partial_wing" in mount.equipment.flags)
    return 0 < slots <= torn_wings(unit)


@rule("heat.winged_jumps", cite=WINGS, implements=("TO-293-partial-wing-heat-2b",), slot=BUILDS)
def winged_jumps(toil: Toil) -> Term | None:
    """The hexes that wings carry a machine farther make no heat, but no jump makes less than the shortest does."""
    unit, mode = toil.unit, mode_of(toil.rules, toil.unit)
    if not mode.leaps or "partial_wing" not in unit.plan.flags:
        return None
    bonus = wing_bonus(toil.rules, unit, toil.weather)
    motion = msgspec.structs.replace(unit.motion, travelled=max(0, unit.motion.travelled - bonus))
    shorter = msgspec.structs.replace(toil, unit=msgspec.structs.replace(unit, motion=motion))
    less = _heat_of_jump(shorter) - _heat_of_jump(toil)
    return Term("heat.winged_jumps", less, "carried by wings", WINGS) if less else None


def _heat_of_jump(toil: Toil) -> Number:
    """The heat of a jump as such, with what the engine adds to it."""
    found = (toil.rules[movement_heat](toil), toil.rules[engine_kind_heat](toil))
    return sum((term.value for term in found if term is not None), start=0)


@rule("heat.super_cooled_myomer", cite=SUPER_COOLED, slot=BUILDS)
def super_cooled(toil: Toil) -> Term | None:
    """A machine of super-cooled myomer walks and runs cold, as long as none of it is hit."""
    mode = mode_of(toil.rules, toil.unit)
    if "super_cooled_myomer" not in toil.unit.plan.flags or not mode.moves or mode.leaps:
        return None
    mounts = enumerate(toil.unit.sheet.mounts)
    held = [at for at, mount in mounts if "super_cooled_myomer" in mount.equipment.flags]
    if not all(works(toil.unit, at) for at in held):
        return None
    return Term("heat.super_cooled_myomer", -mode.heat(toil.rules, toil.unit), "super-cooled myomer", SUPER_COOLED)


@rule("movement.on_wheels", cite=QUADVEES, slot=SLOWS)
def wheels_speed(pace: Pace) -> Term | None:
    """A machine that goes on wheels has a point more."""
    if pace.unit.rolls_on != "wheeled" or not pace.points:
        return None
    return Term("movement.on_wheels", 1, "on wheels", QUADVEES)


@rule("movement.on_tracks", cite=TRACKS, slot=LEAPS)
def tracks_ground(pace: Pace) -> Term | None:
    """A machine that goes on tracks or wheels does not jump."""
    if not pace.points or not pace.unit.rolls_on:
        return None
    return Term("movement.on_tracks", -pace.points, "on its tracks or wheels", TRACKS)


@rule("heat.on_tracks", cite=TRACKS, slot=BUILDS)
def tracks_cool(toil: Toil) -> Term | None:
    """A machine on tracks or wheels moves cold."""
    mode = mode_of(toil.rules, toil.unit)
    if not toil.unit.rolls_on or not mode.moves:
        return None
    return Term("heat.on_tracks", -mode.heat(toil.rules, toil.unit), "on its tracks or wheels", TRACKS)


@rule(
    "movement.modular_armour_lift", cite=MODULAR, slot=LEAPS, only=lambda pace: "modular_armour" in pace.unit.plan.flags
)
def modular_armour_grounds(pace: Pace) -> Term | None:
    """Modular armour costs a jumping point too."""
    if pace.points < 1 or not modular_left(pace.unit):
        return None
    return Term("movement.modular_armour_lift", -1, "modular armour", MODULAR)


@rule("movement.large_shield", cite=SHIELDS, slot=LEAPS, only=lambda pace: "shield" in pace.unit.plan.flags)
def large_shield_grounds(pace: Pace) -> Term | None:
    """Nothing jumps behind a large shield."""
    mounts = pace.unit.sheet.mounts
    large = any("large" in mounts[at].equipment.flags for at in _working(pace.unit, "shield"))
    return Term("movement.large_shield", -pace.points, "a large shield", SHIELDS) if large and pace.points else None


@rule("battle_armour.jump_boosters", cite=SUITS, slot=LEAPS, only=lambda pace: pace.unit.sheet.suit is not None)
def suits_lifted(pace: Pace) -> Term | None:
    """A jump booster carries a suit one hex farther; mechanical boosters lift one that has no jets."""
    flags = pace.unit.plan.flags
    if pace.unit.sheet.suit is None:
        return None
    more = int(pace.points > 0 and "jump_booster" in flags)
    more = max(more, 1 - pace.points) if "mechanical_jump_booster" in flags else more
    return Term("battle_armour.jump_boosters", more, "jump boosters", SUITS) if more else None


@rule("battle_armour.packs_ground", cite=PACKS, slot=LEAPS, only=lambda pace: pace.unit.sheet.suit is not None)
def packs_ground(pace: Pace) -> Term | None:
    """Packs of weapons cost a squad three jumping points."""
    if pace.points < 1 or not has_packs(pace.unit):
        return None
    return Term("battle_armour.packs_ground", -min(PACK, pace.points), "weapon packs", PACKS)


@rule("battle_armour.burdened", cite=BURDENED, slot=LEAPS, only=lambda pace: pace.unit.sheet.suit is not None)
def burdened(pace: Pace) -> Term | None:
    """Missiles in one-shot launchers on the body keep a squad on the ground until they are fired, not the Clans'."""
    if pace.points < 1 or not launchers_on(pace.unit):
        return None
    return Term("battle_armour.burdened", -pace.points, "missiles on the body", BURDENED)


RULES = (
    shields_slow,
    modular_armour_slows,
    suits_boosted,
    packs_slow,
    hardened_legs,
    protomech_boosted,
    wet_jets,
    wings_lift,
    modular_armour_grounds,
    large_shield_grounds,
    suits_lifted,
    wings_cool,
    winged_jumps,
    super_cooled,
    wheels_speed,
    tracks_ground,
    tracks_cool,
    packs_ground,
    burdened,
    BOOSTERS,
    WING_LIFT,
    WING_COOLING,
)
