"""What the weapons of a unit are worth."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import attrgetter

import msgspec

from overheat.classic.battle_value.arrays import array_share
from overheat.classic.battle_value.machine.build import ARMS, Build
from overheat.classic.battle_value.machine.heat import HEAT
from overheat.classic.battle_value.worksheet import exact
from overheat.classic.books import TACTICAL_OPERATIONS, TECH_MANUAL
from overheat.classic.unit.equipment import Equipment, Weapon
from overheat.classic.unit.sheet import Mount
from overheat.kernel.cite import Cite
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Term, added, multiplied

AIDS = TECH_MANUAL("Battle Value, offensive", 303)

CAPACITORS: Table[str, int] = Table(
    "bv.capacitors",
    {
        "is_light_ppc": 44,
        "is_ppc": 88,
        "is_heavy_ppc": 53,
        "is_snub_nose_ppc": 87,
        "is_er_ppc": 114,
        "of the Clans": 136,
    },
    cite=AIDS,
)
"""What a capacitor adds to each kind of particle cannon."""

FIRE_CONTROLS: Table[str, Fraction] = Table(
    "bv.fire_controls",
    {"artemis_v": Fraction(13, 10), "artemis_iv": Fraction(6, 5), "artemis_proto": Fraction(11, 10)},
    cite=AIDS,
)
"""What each system that guides missiles multiplies its launcher by."""
BLADES = ("small", "medium", "large")
HOTTER = ("bv_heat_3", "bv_heat_2")
"""Prototype lasers that count for more heat than their own."""
GUIDED = frozenset({"srm", "lrm", "mml", "nlrm", "torpedo"})
LASERS = frozenset({"laser"})
PARTICLE_CANNONS = frozenset({"ppc"})
VOLLEYS = frozenset({"mrm"})
AIDED = {
    "apollo": VOLLEYS,
    "laser_insulator": LASERS,
    "laser_pulse_module": LASERS,
    "ppc_capacitor": PARTICLE_CANNONS,
}
"""Equipment, besides fire controls, that helps one weapon of its location, and the weapons that it may help."""
_NONE: frozenset[str] = frozenset()


class Armed(msgspec.Struct, frozen=True, gc=False):
    """A weapon as it counts: its heat, its place among others, and its term, within the heat and beyond it."""

    equipment: Equipment
    worth: Number
    heat: Number
    rank: tuple[Number, Number]
    """Those of lower ranks come first: the best, of equal ones the coolest."""
    within: Term
    beyond: Term


RANK = attrgetter("rank")


def weapon_terms(build: Build, efficiency: int | None, cite: Cite) -> list[Term]:
    """Every weapon, best first; those that the heat does not allow count half."""
    armed = _weapons(build, cite)
    if len(armed) > 1:
        armed.sort(key=RANK)
    if efficiency is None or sum([weapon.heat for weapon in armed]) <= efficiency:
        return [weapon.within for weapon in armed]
    terms = list[Term]()
    made: Number = 0
    for weapon in armed:
        terms.append(weapon.beyond if made >= efficiency and weapon.heat > 0 else weapon.within)
        made += weapon.heat
    return terms


def _counted(build: Build, weapon: Equipment, worth: Number, heat: Number, cite: Cite) -> Armed:
    """A weapon of some worth and heat, with its terms."""
    worth, heat = multiplied((worth,)), multiplied((heat,))
    half = multiplied((worth, build.factors["beyond the heat"]))
    within = Term("bv.weapon", worth, weapon.name, cite)
    beyond = Term("bv.weapon", half, f"{weapon.name}, beyond the heat it can bear", cite)
    return Armed(weapon, worth, heat, (-worth, heat), within, beyond)


def _weapons(build: Build, cite: Cite) -> list[Armed]:
    """Every weapon as it counts while nothing is too hot."""
    mounts = build.weapons
    if "defensive" in build.flags:
        mounts = tuple([mount for mount in mounts if "defensive" not in mount.equipment.flags])
    if "aes" in build.flags:
        armed = [_armed(build, mount, cite) for mount in mounts]
    else:
        aided = _aided(build)
        kept = build.rules.worked_out(("bv.targeted" if "targeting_computer" in build.flags else "bv.unaided", cite))
        armed = [
            kept.get(id(mount.equipment)) or _alike(build, mount, cite, kept)
            if not aided or mount.equipment.flags.isdisjoint(aided)
            else _armed(build, mount, cite)
            for mount in mounts
        ]
    if "vibroblade" in build.flags:
        blades = build.having("vibroblade")
        mounts += blades
        armed += [_blade(build, mount, cite) for mount in blades]
    share = build.rules[steered].function(build)
    if share != 1:
        armed = [_counted(build, weapon.equipment, weapon.worth * share, weapon.heat, cite) for weapon in armed]
    rear = [mount for mount in mounts if mount.rear]
    return _rear_halved(build, mounts, armed, cite) if rear else armed


def _aided(build: Build) -> frozenset[str]:
    """The flags of weapons that may have an aid of their own in this machine."""
    kinds = [] if build.flags.isdisjoint(AIDED) else [kinds for aid, kinds in AIDED.items() if aid in build.flags]
    if not build.flags.isdisjoint(build.rules[FIRE_CONTROLS].rows):
        kinds.append(GUIDED)
    return _NONE.union(*kinds)


def _alike(build: Build, mount: Mount, cite: Cite, kept: dict[int, Armed]) -> Armed:
    """A weapon without an aid of its own, kept: it counts alike wherever it is mounted."""
    armed = _armed(build, mount, cite)
    if not isinstance(mount.equipment.bv, str):
        kept[id(mount.equipment)] = armed
    return armed


def _armed(build: Build, mount: Mount, cite: Cite) -> Armed:
    """A weapon with what belongs to it; enhanced actuators help a particle cannon, but not its capacitor."""
    weapon = mount.equipment
    assert isinstance(weapon, Weapon)
    flags = weapon.flags
    worth = exact(weapon.bv) if not isinstance(weapon.bv, str) else _array(build, mount)
    heat: Number = weapon.heat
    if "aes" in build.flags:
        worth *= build.rules[enhanced_arm](build, mount)
    if "ppc" in flags and charged(build, mount):
        worth += build.rules[CAPACITORS].get("of the Clans" if weapon.tech == "Clan" else weapon.id, 0)
        heat += build.rules[HEAT]["capacitor"]
    if "laser" in flags:
        heat = _laser_heat(build, mount)
        if build.linked(mount, "laser_pulse_module", LASERS):
            worth *= build.factors["pulse module"]
    heat = build.rules[counted_heat].function(build.rules, heat, flags)
    return _counted(build, weapon, worth * _aim(build, mount), heat, cite)


def _blade(build: Build, mount: Mount, cite: Cite) -> Armed:
    """A vibroblade counts as a weapon, with the heat it makes while it runs."""
    gear = mount.equipment
    heat = next(build.rules[HEAT][f"{size} vibroblade"] for size in BLADES if size in gear.flags)
    worth = 0 if isinstance(gear.bv, str) else exact(gear.bv)
    worth *= build.rules[enhanced_arm](build, mount) * _aim(build, mount)
    return _counted(build, gear, worth, heat, cite)


def _laser_heat(build: Build, mount: Mount) -> Number:
    """A laser's heat: more for prototypes that run hot, one less with an insulator, two more with a pulse module."""
    weapon = mount.equipment
    assert isinstance(weapon, Weapon)
    made = build.rules[HEAT]
    heat = weapon.heat + next((made[flag] for flag in HOTTER if flag in weapon.flags), 0)
    if build.linked(mount, "laser_insulator", LASERS):
        heat = max(1, heat - 1)
    return heat + made["pulse module"] if build.linked(mount, "laser_pulse_module", LASERS) else heat


def charged(build: Build, mount: Mount) -> bool:
    """Whether a particle cannon has a capacitor."""
    return build.linked(mount, "ppc_capacitor", PARTICLE_CANNONS)


@rule(
    "bv.enhanced_arm",
    cite=TACTICAL_OPERATIONS("Battle Value, actuator enhancement", 380),
    implements=("TO-380-aes-bv-1", "TO-383-bv-is-b-9"),
)
def enhanced_arm(build: Build, mount: Mount) -> Number:
    """Enhanced actuators count a quarter more for the weapons of their arm."""
    enhanced = mount.location in ARMS and build.has(mount.location, "aes")
    return build.factors["enhanced actuators"] if enhanced else 1


def _aim(build: Build, mount: Mount) -> Number:
    """What a weapon is multiplied by: its fire control and the targeting computer."""
    flags = mount.equipment.flags
    factor: Number = 1
    if not flags.isdisjoint(GUIDED) and "streak" not in flags:
        factor *= _fire_control(build, mount)
    if "mrm" in flags and build.linked(mount, "apollo", VOLLEYS):
        factor *= build.factors["missile guidance"]
    if "targeting_computer" in build.flags and "direct" in flags:
        factor *= build.factors["targeting computer"]
    return factor


@rule("bv.drone_weapons", cite=TACTICAL_OPERATIONS("Battle Value, drones", 381), implements=("TO-381-drone-bv",))
def steered(build: Build) -> Number:
    """The weapons of a drone count four fifths, its ammunition in full."""
    return build.factors["drone weapons"] if "drone" in build.flags else 1


def _fire_control(build: Build, mount: Mount) -> Number:
    for system, factor in build.rules[FIRE_CONTROLS].rows.items():
        if build.linked(mount, system, GUIDED):
            return factor
    return 1


@rule("bv.weapon_heat", cite=TACTICAL_OPERATIONS("Battle Value, bombast laser", 382), implements=("TO-382-bombast-bv",))
def counted_heat(rules: Ruleset, heat: Number, flags: frozenset[str]) -> Number:
    """The most heat that it can make: every shot at once, half where it seldom fires, a quarter where it fires once."""
    if "ultra" in flags:
        heat *= 2
    elif "rotary" in flags:
        heat *= 6
    if "streak" in flags:
        heat = Fraction(heat, 2)
    if not flags.isdisjoint({"one_shot", "improved_one_shot"}):
        heat = Fraction(heat, 4)
    return heat


def _array(build: Build, mount: Mount) -> Number:
    """A machine gun array is worth a share of its guns; the arrays of a location share the guns there.

    Ruling TO-385-bv-clan-cont-7 says a tenth, which is an option here: every published value since takes 0.67.
    """
    kind = mount.equipment.id.removesuffix("_array")
    here = [other.equipment for other in build.weapons if other.location == mount.location]
    arrays = sum(weapon is mount.equipment for weapon in here)
    guns = [weapon for weapon in here if weapon.id == kind]
    worth = sum(exact(gun.bv) for gun in guns if not isinstance(gun.bv, str))
    share = build.rules[array_share](build.rules)
    return worth * share * Fraction(1, arrays)


def _rear_halved(build: Build, mounts: Iterable[Mount], armed: list[Armed], cite: Cite) -> list[Armed]:
    """Weapons to the rear count half, or those to the front where the rear ones are worth more."""
    mounted = list(zip(mounts, armed, strict=True))
    fixed = [pair for pair in mounted if pair[0].location not in ARMS and not pair[0].turret]
    front = added([weapon.worth for mount, weapon in fixed if not mount.rear])
    rear = added([weapon.worth for mount, weapon in fixed if mount.rear])
    if not rear:
        return armed
    weaker_is_rear, half = rear <= front, build.factors["to the rear"]
    return [
        _counted(build, weapon.equipment, multiplied((weapon.worth, half)), weapon.heat, cite)
        if mount.rear == weaker_is_rear and mount.location not in ARMS and not mount.turret
        else weapon
        for mount, weapon in mounted
    ]


RULES = (CAPACITORS, FIRE_CONTROLS, enhanced_arm, steered, counted_heat)
