"""When a weapon may not fire at all: each rule gives a reason, or nothing."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.arcs import ARMS, LEGS
from overheat.classic.facts.attack import WeaponAttack, made_with
from overheat.classic.facts.lasting import named
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.battle_armour import SOLDIERS_HITTING
from overheat.classic.rules.standard.clusters import CLUSTER_HITS, CLUSTERS
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.orders import DUMPING, dumping
from overheat.classic.rules.standard.physical import CHARGING, charge_of
from overheat.classic.rules.standard.remote_sensors import spotters
from overheat.classic.rules.standard.salvos import all_hit, salvo_size
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.systems import sensor_hits, whole, works
from overheat.classic.rules.standard.to_hit import is_spotting
from overheat.classic.rules.standard.under_water import WET_RANGES, in_the_water
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, rule

WEAPON_ATTACKS = QUICK_REFERENCE("Weapon Attacks")
ATTACKER = QUICK_REFERENCE("All Attacks, attacker's movement")
RANGE = QUICK_REFERENCE("Range and Terrain")
UNDER_WATER = QUICK_REFERENCE("Under Water", "26 / 102")
FIRING_ARCS = TOTAL_WARFARE("Firing Arcs", 104)
DECLARATION = TOTAL_WARFARE("Declaring Attacks", 97)
AMMUNITION = TOTAL_WARFARE("Ammunition", 104)
INDIRECT = TOTAL_WARFARE("Indirect Fire", 111)

FORBIDS: Slot[[WeaponAttack], Refusal | None] = Slot("fire.forbids", nothing=None, lasting=made_with)
"""Reasons why a weapon attack may not be made."""

WORTH: Slot[[WeaponAttack], int] = Slot("fire.worth", nothing=0)
"""What a hit is worth to a bot besides damage and heat, in points of damage."""

PROPPING = named("propping", "leans on its {about}")
"""The mark of a prone biped that leans on an arm this round, which it is about."""


def propping_arm(unit: Unit) -> str:
    """The arm that a prone biped leans on."""
    return unit.about(PROPPING)


@rule("fire.all_rolls_first", cite=DECLARATION)
def all_rolls_first(rules: Ruleset) -> bool:
    """One weapon is fired after the other: what it does is seen before the next is rolled for."""
    return False


@rule("fire.crew", cite=DECLARATION, slot=FORBIDS)
def crew(attack: WeaponAttack) -> Refusal | None:
    """Nobody fires from a machine that is shut down or whose pilot is out."""
    condition = attack.attacker.condition
    if condition.shut_down:
        return Refusal("fire.crew", f"{attack.attacker.sheet.name} is shut down", DECLARATION)
    if not condition.conscious or condition.vehicle.crew_dead or condition.vehicle.crew_stunned:
        return Refusal("fire.crew", f"nobody aboard {attack.attacker.sheet.name} can fire", DECLARATION)
    return None


@rule(
    "fire.sensors",
    cite=WEAPON_ATTACKS,
    implements=("QR-sensor-hit-tohit", "QR-crit-sensors"),
    slot=FORBIDS,
    only=lambda attack: attack.attacker.machine,
)
def blind(attack: WeaponAttack) -> Refusal | None:
    """A machine whose sensors are hit twice makes no weapon attacks."""
    if sensor_hits(attack.attacker) < 2:
        return None
    return Refusal("fire.sensors", "both sensors are destroyed: no weapon attacks", WEAPON_ATTACKS)


@rule("fire.broken", cite=WEAPON_ATTACKS, slot=FORBIDS)
def broken(attack: WeaponAttack) -> Refusal | None:
    """A weapon that was hit, lost or jammed, or has no power, does not fire."""
    name = attack.weapon.name
    if attack.index in attack.attacker.condition.jammed:
        return Refusal("fire.broken", f"the {name} is jammed", WEAPON_ATTACKS)
    if not works(attack.attacker, attack.index):
        gone = not whole(attack.attacker, attack.index)
        return Refusal("fire.broken", f"the {name} is {'destroyed' if gone else 'shut off'}", WEAPON_ATTACKS)
    return None


@rule("fire.moved_so", cite=ATTACKER, slot=FORBIDS)
def moved_so(attack: WeaponAttack) -> Refusal | None:
    """Some ways to move leave a unit no attacks."""
    mode = mode_of(attack.rules, attack.attacker)
    if mode.attacks:
        return None
    return Refusal(
        "fire.moved_so", f"{attack.attacker.sheet.name} {mode.told_of(attack.attacker)}: no attacks", ATTACKER
    )


@rule(
    "fire.charging",
    cite=QUICK_REFERENCE("Charge"),
    implements=("QR-charge", "QR-dfa"),
    slot=FORBIDS,
    only=lambda attack: CHARGING in attack.attacker.marks,
)
def charging(attack: WeaponAttack) -> Refusal | None:
    """Who charges or jumps on somebody fires nothing this turn."""
    if charge_of(attack.attacker) is None:
        return None
    return Refusal("fire.charging", "a unit that charges or attacks from above fires nothing", charging.cite)


@rule(
    "fire.prone",
    cite=ATTACKER,
    implements=("QR-attacker-prone",),
    slot=FORBIDS,
    only=lambda attack: attack.attacker.machine and attack.attacker.condition.prone,
)
def prone(attack: WeaponAttack) -> Refusal | None:
    """A prone machine cannot use its leg weapons, nor a biped the weapons of the arm it leans on.

    A biped that has lost an arm cannot fire at all: it takes both to lie and shoot.
    """
    attacker, place = attack.attacker, attack.mount.location
    if not attacker.condition.prone or not attacker.machine:
        return None
    if place in LEGS:
        return Refusal("fire.prone", "leg weapons cannot be used while prone", ATTACKER, {"location": place})
    if any(location.code in ARMS and location.destroyed for location in attacker.condition.locations):
        return Refusal("fire.prone", "a prone machine that lacks an arm cannot fire", ATTACKER)
    if propping_arm(attacker) == place:
        return Refusal("fire.prone", f"the {place} props the machine up", ATTACKER, {"location": place})
    return None


@rule("fire.ammunition", cite=AMMUNITION, slot=FORBIDS)
def ammunition(attack: WeaponAttack) -> Refusal | None:
    """A weapon that needs ammunition fires only from a bin that fits and has enough shots left."""
    attacker, weapon = attack.attacker, attack.weapon
    if weapon.shots:
        if attacker.condition.shots[attack.index] < 1:
            return Refusal("fire.ammunition", f"the {weapon.name} has fired its shot", AMMUNITION)
        return None
    bins = attacker.plan.feeds.get(attack.index)
    if bins is None:
        return None
    if attack.feed is None:
        return Refusal("fire.ammunition", f"the {weapon.name} has no ammunition to fire", AMMUNITION)
    if attack.feed not in bins:
        return Refusal("fire.ammunition", f"that ammunition does not fit the {weapon.name}", AMMUNITION)
    if attacker.condition.shots[attack.feed] < attack.rate or not works(attacker, attack.feed):
        return Refusal("fire.ammunition", f"too few shots are left for the {weapon.name}", AMMUNITION)
    if attacker.marks and dumping(attack.feed) in attacker.marks:
        return Refusal("fire.ammunition", f"that ammunition of the {weapon.name} is being dumped", DUMPING)
    return None


@rule("fire.arc", cite=FIRING_ARCS, slot=FORBIDS)
def arc(attack: WeaponAttack) -> Refusal | None:
    """The target must lie in the weapon's firing arc."""
    if attack.bears:
        return None
    return Refusal("fire.arc", f"{attack.target.hex} is outside the arc of the {attack.weapon.name}", FIRING_ARCS)


@rule("fire.range", cite=RANGE, implements=("QR-range-mods",), slot=FORBIDS)
def out_of_range(attack: WeaponAttack) -> Refusal | None:
    """Beyond long range, or the furthest that there is, there is no attack."""
    if attack.bracket is not None:
        return None
    last, bracket = attack.limits[-1]
    facts: dict[str, str | int | bool | None] = {"distance": attack.distance, "range": last}
    return Refusal("fire.range", f"{attack.distance} hexes is beyond {bracket} range, {last}", RANGE, facts)


@rule("fire.sight", cite=RANGE, slot=FORBIDS)
def unseen(attack: WeaponAttack) -> Refusal | None:
    """Without a line of sight, the attacker's or for indirect fire the spotter's, there is no attack."""
    return attack.line.refusal


ASKED_FIRST = (out_of_range, unseen)
"""What stands against most shots: it asks for nothing that another rule has to make sure of before."""


@rule("fire.guides", cite=INDIRECT)
def guides(state: State, unit: Unit, shot: Shot) -> tuple[str, ...]:
    """Who may be named to see the target for a shot: friends who spot for others, and sensors that are heard."""
    spotting = (friend for friend in state.on_side(unit.side) if friend.id != unit.id and is_spotting(friend))
    return tuple(friend.id for friend in (*spotting, *spotters(state, unit.side)))


@rule(
    "fire.indirect",
    cite=INDIRECT,
    implements=("TO-285-artillery-cannons-1",),
    slot=FORBIDS,
    only=lambda attack: attack.spotter is not None,
)
def not_indirect(attack: WeaponAttack) -> Refusal | None:
    """Only long-range missiles and their like fire indirectly, and only at what the firer does not see."""
    if attack.spotter is None:
        return None
    if "indirect" not in attack.weapon.flags or (attack.load is not None and not attack.load.indirect):
        return Refusal("fire.indirect", f"the {attack.weapon.name} cannot fire indirectly", INDIRECT)
    if attack.sight.visible:
        return Refusal("fire.indirect", "the target is in plain sight: indirect fire is for what is not seen", INDIRECT)
    return None


def never_indirect(rules: Ruleset, weapon: Weapon) -> bool:
    """Whether a weapon never fires indirectly: the rule as it is published goes by what kind of weapon it is."""
    return "indirect" not in weapon.flags and not_indirect in rules[FORBIDS]


@rule(
    "fire.wet_weapon",
    cite=WET_RANGES.cite,
    slot=FORBIDS,
    only=lambda attack: attack.attacker.elevation < 0 or "torpedo" in attack.weapon.flags,
)
def useless_under_water(attack: WeaponAttack) -> Refusal | None:
    """Under water only beams and torpedoes are of any use: no shells, no missiles, no flames, no plasma."""
    if not attack.under_water or any(attack.reach):
        return None
    return Refusal("fire.wet_weapon", f"the {attack.weapon.name} does not fire under water", WET_RANGES.cite)


@rule(
    "fire.under_water",
    cite=UNDER_WATER,
    implements=("QR-underwater",),
    slot=FORBIDS,
    only=lambda attack: (
        attack.attacker.elevation < 0 or attack.target.elevation < 0 or "torpedo" in attack.weapon.flags
    ),
)
def under_water(attack: WeaponAttack) -> Refusal | None:
    """Nothing is fired through the surface: a wet weapon reaches what is in the water, a dry one what is not."""
    rules, target = attack.rules, attack.target
    if attack.both_ways:
        return None
    ground = attack.relief.board[target.hex]
    if attack.under_water:
        if rules[in_the_water](rules, target, ground):
            return None
        reason = f"the {attack.weapon.name} is under water and the target is not"
        return Refusal("fire.under_water", reason, UNDER_WATER)
    if target.elevation < 0 and rules[submerged](rules, attack.relief.board, target.viewpoint):
        return Refusal("fire.under_water", "a submerged target is hit by submerged weapons only", UNDER_WATER)
    return None


@rule("fire.torpedoes", cite=UNDER_WATER, slot=FORBIDS, only=lambda attack: "torpedo" in attack.weapon.flags)
def out_of_water(attack: WeaponAttack) -> Refusal | None:
    """Torpedoes run through water of depth 1 and more: where they start, where they strike, and all between."""
    if "torpedo" not in attack.weapon.flags:
        return None
    board = attack.relief.board
    way = [hex for step in attack.attacker.hex.line(attack.target.hex) for hex in step]
    if attack.under_water and all(board[hex].amount("water") > 0 for hex in way if hex in board):
        return None
    return Refusal("fire.torpedoes", f"the {attack.weapon.name} runs through water only", UNDER_WATER)


@rule("fire.column", cite=CLUSTER_HITS, implements=("QR-cluster-table",), slot=FORBIDS)
def no_column(attack: WeaponAttack) -> Refusal | None:
    """A salvo whose size has no column in any table of cluster hits cannot be fired; soldiers roll in parts."""
    rules, size = attack.rules, attack.rules[salvo_size](attack)
    if (
        size <= 1
        or size in rules[CLUSTERS]
        or size in rules[SOLDIERS_HITTING]
        or rules[all_hit](attack)
        or not (attack.attacker.machine or attack.attacker.vehicle)
    ):
        return None
    return Refusal("fire.column", f"the cluster table has no column for {size}", CLUSTER_HITS, {"size": size})


RULES = (
    all_rolls_first,
    guides,
    crew,
    blind,
    broken,
    moved_so,
    charging,
    prone,
    ammunition,
    arc,
    useless_under_water,
    out_of_range,
    under_water,
    not_indirect,
    unseen,
    out_of_water,
    no_column,
)
