"""What damage does to driving and shooting from a vehicle, and how vehicles skid, slip sideways, fly and crash."""

from __future__ import annotations

from math import ceil

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.entries import SKID_BANDS, skids_on
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.movement import BARS, SLOWS, Entry, Pace
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, banded, is_spotting
from overheat.classic.rules.standard.vehicles import (
    CRITICAL_HITS,
    MOST_SENSOR_HITS,
    MOTIVE_DAMAGE,
    ROTOR,
    VTOL_CRITICAL_HITS,
    VTOL_LOCATIONS,
)
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

SKIDDING = QUICK_REFERENCE("Piloting Skill Rolls, skidding")
SIDESLIPPING = TOTAL_WARFARE("Sideslipping", 67)
ROADS = TOTAL_WARFARE("Movement along roads and pavement", 52)
FLIGHT = TOTAL_WARFARE("VTOL movement", 54)
NAVAL = TOTAL_WARFARE("Naval movement", 53)
CRASHES = TOTAL_WARFARE("VTOL crashes", 198)
AIRBORNE = TOTAL_WARFARE("Attack Modifiers, airborne target", 117)
BLOWS_AT_VEHICLES = TOTAL_WARFARE("Physical attacks against vehicles", 144)
RAMMING = TOTAL_WARFARE("Charge attacks by vehicles", 148)

SLIDES = ("hover", "wige", "hydrofoil", "vtol")
"""What slips sideways instead of skidding."""


@rule("vehicles.rotor_slows", cite=VTOL_LOCATIONS, slot=SLOWS, only=lambda pace: not pace.unit.machine)
def rotor_slows(pace: Pace) -> Term | None:
    """Each hit on the rotor costs a cruising point, and without a rotor nothing flies."""
    unit = pace.unit
    gone = any(place.code == ROTOR and place.destroyed for place in unit.condition.locations)
    lost = pace.points if gone else min(pace.points, unit.condition.vehicle.rotor_hits)
    return Term("vehicles.rotor_slows", -lost, "damaged rotor", VTOL_LOCATIONS) if lost else None


STEERING: Table[str, int] = Table(
    "vehicles.steering",
    {"minor": 1, "moderate": 2, "heavy": 3},
    cite=MOTIVE_DAMAGE,
    where="overheat.classic.rules.standard.driving.STEERING",
)


@rule("vehicles.motive_steering", cite=MOTIVE_DAMAGE, slot=STEADINESS)
def motive_steering(check: Check) -> Term | None:
    """Motive damage makes driving harder, by 1, 2 or 3 for its grade; each grade counts once."""
    taken = check.unit.condition.vehicle.motive_levels
    value = sum(value for grade, value in check.rules[STEERING].rows.items() if grade in taken)
    return Term("vehicles.motive_steering", value, "motive damage", MOTIVE_DAMAGE) if value else None


@rule("vehicles.driver", cite=CRITICAL_HITS, slot=STEADINESS)
def driver(check: Check) -> Term | None:
    """A driver or a pilot who was hit drives worse, +2."""
    hit = check.unit.condition.vehicle.driver_hit
    return Term("vehicles.driver", 2, "driver hit", CRITICAL_HITS) if hit else None


@rule("vehicles.commander_driving", cite=CRITICAL_HITS, slot=STEADINESS)
def commander_driving(check: Check) -> Term | None:
    """Without its commander a ground crew drives worse, +1; a rotorcraft flies without its co-pilot as well as with."""
    if check.unit.sheet.motive == "vtol" or not check.unit.condition.vehicle.commander_hit:
        return None
    return Term("vehicles.commander_driving", 1, "commander hit", CRITICAL_HITS)


@rule("vehicles.flight_stabiliser", cite=VTOL_CRITICAL_HITS, slot=STEADINESS)
def flight_stabiliser(check: Check) -> Term | None:
    """A damaged flight stabiliser makes flying harder, +3."""
    if ROTOR not in check.unit.condition.vehicle.stabilisers:
        return None
    return Term("vehicles.flight_stabiliser", 3, "flight stabiliser hit", VTOL_CRITICAL_HITS)


@rule(
    "vehicles.sensors",
    cite=CRITICAL_HITS,
    slot=EVERY_SHOT,
    only=lambda attack: attack.attacker.condition.vehicle.sensors > 0,
)
def vehicle_sensors(attack: WeaponAttack) -> Term | None:
    """Each hit on a vehicle's sensors costs 1 on every shot."""
    hits = attack.attacker.condition.vehicle.sensors
    return Term("vehicles.sensors", hits, "sensors hit", CRITICAL_HITS) if hits else None


@rule(
    "vehicles.blind",
    cite=CRITICAL_HITS,
    slot=FORBIDS,
    only=lambda attack: attack.attacker.condition.vehicle.sensors > 0,
)
def blind(attack: WeaponAttack) -> Refusal | None:
    """With four hits on its sensors a vehicle fires no more."""
    if attack.attacker.condition.vehicle.sensors < MOST_SENSOR_HITS:
        return None
    return Refusal("vehicles.blind", "the sensors are destroyed: no weapon attacks", CRITICAL_HITS)


@rule(
    "vehicles.unsteady",
    cite=VTOL_CRITICAL_HITS,
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.attacker.condition.vehicle.stabilisers),
)
def unsteady(attack: WeaponAttack) -> Term | None:
    """A damaged flight stabiliser costs 1 on every shot."""
    if ROTOR not in attack.attacker.condition.vehicle.stabilisers:
        return None
    return Term("vehicles.unsteady", 1, "flight stabiliser hit", VTOL_CRITICAL_HITS)


@rule(
    "vehicles.commander",
    cite=CRITICAL_HITS,
    slot=EVERY_SHOT,
    only=lambda attack: attack.attacker.condition.vehicle.commander_hit,
)
def commander(attack: WeaponAttack) -> Term | None:
    """Without its commander, or its co-pilot, a crew shoots worse, +1."""
    hit = attack.attacker.condition.vehicle.commander_hit
    return Term("vehicles.commander", 1, "commander hit", CRITICAL_HITS) if hit else None


@rule(
    "vehicles.stabiliser",
    cite=CRITICAL_HITS,
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.attacker.condition.vehicle.stabilisers),
)
def stabiliser(attack: WeaponAttack) -> Term | None:
    """A damaged stabiliser doubles what the attacker's own movement costs the weapons of its location."""
    if attack.mount.location not in attack.attacker.condition.vehicle.stabilisers:
        return None
    value = mode_of(attack.rules, attack.attacker).attacker
    return Term("vehicles.stabiliser", value, "stabiliser hit", CRITICAL_HITS) if value else None


@rule(
    "vehicles.airborne_target",
    cite=AIRBORNE,
    slot=EVERY_ATTACK,
    only=lambda attack: attack.target.sheet.motive in ("vtol", "wige"),
)
def airborne_target(attack: Engagement) -> Term | None:
    """A target in the air is harder to hit, +1."""
    if not attack.target.airborne:
        return None
    return Term("vehicles.airborne_target", 1, "target in the air", AIRBORNE)


@rule(
    "vehicles.malfunction",
    cite=CRITICAL_HITS,
    slot=FORBIDS,
    only=lambda attack: bool(attack.attacker.condition.vehicle.malfunctions),
)
def malfunction(attack: WeaponAttack) -> Refusal | None:
    """A weapon that malfunctions does not fire until the crew has cleared it."""
    if attack.index not in attack.attacker.condition.vehicle.malfunctions:
        return None
    return Refusal("vehicles.malfunction", f"the {attack.weapon.name} malfunctions", CRITICAL_HITS)


@rule(
    "vehicles.no_power",
    cite=CRITICAL_HITS,
    implements=("TO-312-heavy-flamer-4", "TO-320-chemical-lasers"),
    slot=FORBIDS,
    only=lambda attack: attack.attacker.condition.vehicle.engine_hit,
)
def no_power(attack: WeaponAttack) -> Refusal | None:
    """Without an engine there is no power for energy weapons; chemical lasers and heavy flamers need none."""
    if not attack.attacker.condition.vehicle.engine_hit or "energy" not in attack.weapon.flags:
        return None
    if "chemical" in attack.weapon.flags or attack.weapon.ammunition == "heavy_flamer":
        return None
    return Refusal("vehicles.no_power", f"no engine drives the {attack.weapon.name}", CRITICAL_HITS)


@rule("vehicles.may_clear", cite=CRITICAL_HITS)
def may_clear(rules: Ruleset, unit: Unit, mount: int | None) -> Refusal | None:
    """A crew that can act and has not fired may free its jammed turret, or make one weapon work again."""
    vehicle = unit.condition.vehicle
    if unit.volley or is_spotting(unit) or vehicle.crew_stunned:
        return Refusal("vehicles.may_clear", "the crew has no time to clear anything this turn", CRITICAL_HITS)
    if mount is None and (not vehicle.turret_jammed or vehicle.turret_locked):
        return Refusal("vehicles.may_clear", "the turret does not need clearing, or is past it", CRITICAL_HITS)
    if mount is not None and mount not in vehicle.malfunctions:
        return Refusal("vehicles.may_clear", f"mount {mount} does not malfunction", CRITICAL_HITS)
    return None


HANDLING: Slot[[Entry, Motion], Term | None] = Slot("vehicles.handling", nothing=None)
"""Further driving rolls that entering a hex asks of a vehicle."""

TURN_CHECKS: Slot[[State, Unit, str, int | None], Term | None] = Slot("movement.turn_checks", nothing=None)
"""The rolls that a turn to one side asks of a unit that has gone so many hexes straight; None for as it is.

Where the hexes are given, a way is looked at that it has not gone yet."""


def handling_checks(entry: Entry, motion: Motion) -> tuple[Term, ...]:
    """The driving rolls that going on in a new direction asks of a vehicle."""
    found = [entry.rules[vehicle_skid](entry, motion), entry.rules[sideslip](entry, motion)]
    found += [contribution.function(entry, motion) for contribution in entry.rules[HANDLING]]
    return tuple(term for term in found if term is not None)


def turn_checks(state: State, unit: Unit, way: str, straight: int | None = None) -> tuple[Term, ...]:
    """The rolls that a turn by a hexside asks of a unit."""
    found = (contribution.function(state, unit, way, straight) for contribution in state.relief.rules[TURN_CHECKS])
    return tuple(term for term in found if term is not None)


def _swings(entry: Entry, motion: Motion) -> bool:
    """Whether a vehicle at flank speed goes on another way than it came."""
    new = entry.unit.facing != motion.heading
    return entry.rules[MODES][motion.mode].fast and motion.travelled > 0 and not motion.backwards and new


@rule("vehicles.skid", cite=SKIDDING, implements=("QR-psr-skid",))
def vehicle_skid(entry: Entry, motion: Motion) -> Term | None:
    """Tracks and wheels at flank speed that turn on pavement, road or ice and go on may skid, as machines do."""
    smooth = skids_on(entry.rules, entry.origin)
    if entry.unit.sheet.motive in SLIDES or not smooth or not _swings(entry, motion):
        return None
    value = banded(entry.rules[SKID_BANDS], motion.travelled)
    return Term(
        "vehicles.skid", value, f"turns at flank speed after {counted(motion.travelled, 'hex', 'hexes')}", SKIDDING
    )


@rule("vehicles.sideslip", cite=SIDESLIPPING)
def sideslip(entry: Entry, motion: Motion) -> Term | None:
    """What rides on air may slip sideways wherever it turns at flank speed and goes on."""
    if entry.unit.sheet.motive not in SLIDES or not _swings(entry, motion):
        return None
    return Term("vehicles.sideslip", 0, "turns at flank speed", SIDESLIPPING)


@rule("vehicles.sideslip_distance", cite=SIDESLIPPING)
def sideslip_distance(rules: Ruleset, missed_by: int, hexes: int) -> int:
    """A slip goes as far as the roll failed by, and always less far than the vehicle has come."""
    return max(0, min(missed_by, hexes - 1))


@rule("vehicles.road_bonus", cite=ROADS)
def road_bonus(rules: Ruleset, unit: Unit) -> int:
    """A ground vehicle that keeps to roads and pavement all the way has a point more."""
    on_wheels = unit.vehicle and unit.sheet.motive in ("tracked", "wheeled", "hover")
    return 1 if on_wheels and unit.motion.mode in ("walk", "run") and not unit.motion.off_road else 0


CLIMB = 1
CEILING = 50
CANOPY = 2
"""How high woods and jungle stand."""
FIELDS_STAND = 1
"""How high crops stand."""

NO_LANDING = ("woods", "jungle", "water", "rough", "rubble", "swamp", "mud", "magma")


@rule("vehicles.air_is_clear", cite=FLIGHT)
def air_is_clear(rules: Ruleset, ground: Ground, elevation: int) -> bool:
    """Rotorcraft fly above the ground, above woods and roofs, and over or under the deck of a bridge."""
    if "bridge" in ground and elevation == ground.amount("bridge_elev"):
        return False
    return top_of(ground) < elevation <= CEILING


def top_of(ground: Ground) -> int:
    """How high woods, crops, industry and buildings stand above the surface of a hex."""
    canopy = ground.amount("foliage_elev", CANOPY) if "woods" in ground or "jungle" in ground else 0
    crops = FIELDS_STAND if "planted_fields" in ground else 0
    return max(canopy, crops, ground.amount("heavy_industrial"), ground.amount("bldg_elev"))


@rule("vehicles.can_land", cite=FLIGHT)
def can_land(rules: Ruleset, ground: Ground) -> bool:
    """Rotorcraft land on clear ground, pavement, roads and roofs."""
    if any(kind in ground for kind in ("pavement", "road", "bldg_elev", "ice")):
        return True
    return not any(kind in ground and ground.amount(kind) > 0 for kind in NO_LANDING)


@rule("vehicles.can_come_down", cite=CRASHES)
def can_come_down(rules: Ruleset, ground: Ground) -> bool:
    """In an emergency rough ground will do as well; woods, water, rubble and mud will not."""
    return not any(kind in ground and ground.amount(kind) > 0 for kind in NO_LANDING if kind != "rough")


@rule("vehicles.flies", cite=FLIGHT, slot=BARS)
def flies(entry: Entry) -> Refusal | None:
    """Rotorcraft keep their level from hex to hex, and cannot enter what reaches up to it; on the ground they stay.

    Along a road they fly below the tops of the woods that it is cut through.
    """
    if entry.unit.sheet.motive != "vtol":
        return None
    if not entry.unit.airborne:
        return Refusal("vehicles.flies", f"{entry.unit.sheet.name} must rise first", FLIGHT)
    above = entry.to_level - entry.target.level
    if entry.rules[air_is_clear](entry.rules, entry.target, above) or (entry.by_road and _cut_through(entry, above)):
        return None
    return Refusal("vehicles.flies", "the ground there, or what stands on it, is too high to fly over", FLIGHT)


def _cut_through(entry: Entry, above: int) -> bool:
    """Whether a road leads a rotorcraft through nothing but woods, on its own level."""
    return above > 0 and not any(kind in entry.target for kind in ("building", "bridge"))


@rule("vehicles.own_element", cite=NAVAL, slot=BARS)
def own_element(entry: Entry) -> Refusal | None:
    """Ships, submarines and hydrofoils stay in the water, and trains on their rails."""
    motive, target = entry.unit.sheet.motive, entry.target
    if motive in ("naval", "submarine", "hydrofoil") and (target.amount("water") < 1 or "ice" in target):
        return Refusal("vehicles.own_element", f"{motive} units stay in the water", NAVAL)
    if motive in ("rail", "maglev") and "rail" not in target:
        return Refusal("vehicles.own_element", "a train stays on its rails", NAVAL)
    return None


EMERGENCIES: Table[str, int] = Table(
    "vehicles.emergencies",
    {"forced landing": 4, "pilot hit": 0},
    cite=CRASHES,
    where="overheat.classic.rules.standard.driving.EMERGENCIES",
)
"""What the pilot of a rotorcraft must roll for when the engine stops or the pilot is hit."""


@rule("vehicles.crash_damage", cite=CRASHES)
def crash_damage(rules: Ruleset, tons: float, levels: int) -> int:
    """A crash does a tenth of the weight, rounded, for every level and one more."""
    return int(tons / 10 + 0.5) * (levels + 1)


@rule("vehicles.slip_damage", cite=SIDESLIPPING)
def slip_damage(rules: Ruleset, tons: float, hexes: int) -> int:
    """Slipping into a hillside does a tenth of the weight for every hex moved this turn, rounded up."""
    return ceil(tons * hexes / 10)


@rule("vehicles.burns", cite=CRASHES)
def burns(rules: Ruleset, unit: Unit) -> bool:
    """A crash that reaches the structure sets off whatever does not run on fusion."""
    return unit.sheet.engine is not None and "fusion" not in unit.sheet.engine.kind.flags


@rule("vehicles.in_reach", cite=BLOWS_AT_VEHICLES, slot=NO_BLOW)
def in_reach(attack: PhysicalAttack) -> Refusal | None:
    """Nobody pushes a vehicle, however large it is."""
    if attack.kind != "push" or not attack.target.vehicle:
        return None
    return Refusal("vehicles.in_reach", "nobody pushes a vehicle", BLOWS_AT_VEHICLES)


@rule("vehicles.may_ram", cite=RAMMING)
def may_ram(rules: Ruleset, unit: Unit) -> bool:
    """Vehicles on the ground ram others; what flies, swims or sits there with a stunned crew does not."""
    vehicle = unit.condition.vehicle
    return unit.sheet.motive in ("tracked", "wheeled", "hover") and not (unit.immobile or vehicle.crew_stunned)


RULES = (
    rotor_slows,
    motive_steering,
    driver,
    commander_driving,
    flight_stabiliser,
    vehicle_sensors,
    blind,
    unsteady,
    commander,
    stabiliser,
    airborne_target,
    malfunction,
    no_power,
    may_clear,
    vehicle_skid,
    sideslip,
    sideslip_distance,
    road_bonus,
    air_is_clear,
    can_land,
    can_come_down,
    flies,
    own_element,
    crash_damage,
    slip_damage,
    burns,
    in_reach,
    may_ram,
    STEERING,
    EMERGENCIES,
)


def emergency(rules: Ruleset, what: str) -> Term:
    """Why a pilot must roll at once."""
    return Term(f"vehicles.{what.replace(' ', '_')}", rules[EMERGENCIES][what], what, CRASHES)
