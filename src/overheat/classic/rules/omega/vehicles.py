"""Vehicles of Omega: sections with critical slots, engines, drive trains and lift equipment that are hit slot by slot.

Tracked, wheeled and hover vehicles of the library get their slots when they are fielded; what flies, floats or is too
large for five sections stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Literal

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.damage.kinds.vehicle import stop
from overheat.classic.facts.events import CriticalHit, FateMet, LocationLost, PowerChanged
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import FATES
from overheat.classic.rules.standard.damage import CriticalRoll, by_slots, critical_hits, fatal
from overheat.classic.rules.standard.electric import stays_down
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.locations import Luck, Placement, luck, weapon_location
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.sight import submerged
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.unit.equipment import Equipment
from overheat.classic.unit.fielding import REFITS, Fielding, Refit
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import HeatSinks, Location, Mount, Powerplant, Sheet
from overheat.classic.unit.slot_line import understand
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

OMEGA = Book("Omega Rules")
BUILDING = OMEGA("Vehicle construction", 20)
COMBAT = OMEGA("Vehicle combat", 21)
TABLE = OMEGA("Vehicle hit locations", 21)

SIDES = ("FR", "RS", "LS", "RR")
TURRET, TOP = "TU", "TP"
MOTIVES = ("tracked", "wheeled", "hover")
"""The vehicles that have sections."""
HULL_LOST = "omega.hull_destroyed"
FATES.says(HULL_LOST, "nothing is left of its hull")

ENGINE, FUEL, CREW, LIFE, DRIVE, LIFT = "Engine", "Fuel", "Cockpit", "Life Support", "Drive Train", "Lift Equipment"

SECTIONS: Table[str, int] = Table(
    "omega.sections",
    {"front": 12, "rear": 12, "left": 12, "right": 12, "turret": 12, "top": 12},
    cite=BUILDING,
    implements=("OM-veh-sections",),
    where="overheat.classic.rules.omega.vehicles.SECTIONS",
)
"""The critical slots of each section."""

NAMES = {"FR": "front", "RR": "rear", "LS": "left", "RS": "right", TURRET: "turret", TOP: "top"}
CODES = {name: code for code, name in NAMES.items()}

STRUCTURE: Table[str, Fraction] = Table(
    "omega.vehicle_structure",
    {
        "front": Fraction(3, 10),
        "rear": Fraction(3, 10),
        "turret": Fraction(3, 10),
        "top": Fraction(3, 10),
        "left": Fraction(1, 5),
        "right": Fraction(1, 5),
    },
    cite=BUILDING,
    implements=("OM-veh-structure",),
    where="overheat.classic.rules.omega.vehicles.STRUCTURE",
)
"""The points of structure of a section for each ton of the vehicle, to the nearest, halves up."""

ENGINES: Table[str, dict[str, int]] = Table(
    "omega.vehicle_engines",
    {
        "fusion": {"front": 3, "rear": 3},
        "xl fusion IS": {"front": 3, "rear": 3, "left": 3, "right": 3},
        "xl fusion Clan": {"front": 3, "rear": 3, "left": 2, "right": 2},
        "ice": {"front": 3, "rear": 3, "fuel": 1},
        "xl ice IS": {"front": 3, "rear": 3, "left": 3, "right": 3, "fuel": 1},
        "xl ice Clan": {"front": 3, "rear": 3, "left": 2, "right": 2, "fuel": 1},
    },
    cite=BUILDING,
    implements=("OM-veh-engine-crits",),
    where="overheat.classic.rules.omega.vehicles.ENGINES",
)
"""The slots of an engine in each section; fuel lies beside it."""

PARTS_OF: Table[str, dict[str, int]] = Table(
    "omega.vehicle_parts",
    {
        DRIVE: {"left": 3, "right": 3},
        LIFT: {"front": 2, "left": 2, "right": 2, "rear": 2},
        CREW: {"front": 1},
        LIFE: {"front": 2},
    },
    cite=BUILDING,
    implements=("OM-veh-lift", "OM-veh-drive", "OM-veh-turret-controls"),
    where="overheat.classic.rules.omega.vehicles.PARTS_OF",
)
"""The slots of everything that makes a vehicle go, and of its crew."""

HARM: Table[str, int] = Table(
    "omega.vehicle_harm",
    {
        "half at": 2,
        "immobile at": 4,
        "lift of a lost section": 2,
        "drive of a lost side": 3,
        "engine hits": 3,
        "sinks for each": 25,
    },
    cite=COMBAT,
    implements=("OM-veh-lift", "OM-veh-drive", "OM-veh-ice-damage"),
    where="overheat.classic.rules.omega.vehicles.HARM",
)
"""The hits on drive train or lift that halve movement and that end it, what lost sections count for, the hits that an
engine takes, and the rating that it has a heat sink for."""


def _column(words: str) -> dict[int, str]:
    """Where rolls from 3 to 11 strike."""
    return dict(zip(range(3, 12), words.split(), strict=True))


HITS: Table[str, dict[int, str]] = Table(
    "omega.vehicle_hits",
    {
        "front": _column("rear left left front turret front right right rear"),
        "rear": _column("front left left rear turret rear right right front"),
        "left": _column("right front front left turret left rear rear right"),
        "right": _column("left front front right turret right rear rear left"),
    },
    cite=TABLE,
    implements=("OM-veh-hit-table",),
    where="overheat.classic.rules.omega.vehicles.HITS",
)
"""Two dice by the side that is hit: a 2 is rolled again, a 12 strikes that side, both with a certain critical hit."""


def sectioned(sheet: Sheet) -> bool:
    """Whether a vehicle has sections with slots."""
    return sheet.kind == "vehicle" and any(place.slots for place in sheet.locations)


def structure_of(rules: Ruleset, tons: float, section: str) -> int:
    """The points of structure of a section."""
    return int(rules[STRUCTURE][section] * Fraction(tons) + Fraction(1, 2))


def engine_kind(engine: Powerplant) -> str:
    """The row of engines that one belongs to."""
    flags = engine.kind.flags
    burning = "fusion" if "fusion" in flags or "fission" in flags else "ice"
    if flags.isdisjoint(("xl", "xxl")):
        return burning
    return f"xl {burning} {'Clan' if engine.kind.tech == 'Clan' else 'IS'}"


def built_in_sinks(rules: Ruleset, engine: Powerplant | None) -> int:
    """The heat sinks that come with an engine, whatever it burns."""
    return 0 if engine is None else engine.rating // rules[HARM]["sinks for each"]


@rule(
    "omega.into_sections",
    cite=BUILDING,
    implements=("OM-veh-sections", "OM-veh-structure", "OM-veh-engine-crits"),
    slot=REFITS,
)
def into_sections(fielding: Fielding) -> Refit | None:
    """A tracked, wheeled or hover vehicle gets five sections of twelve slots, and everything in it its place.

    The engine lies in front and rear with the fuel in the rear, drive trains in the sides, the crew in front, each item
    where it was mounted, and what was in the body where there is most room, the rear first. The top of a vehicle
    without a turret takes a fifth of the armour of every side. Heat sinks are those of the engine, and as many more as
    its energy weapons need.
    """
    sheet = fielding.sheet
    codes = {place.code for place in sheet.locations}
    if sheet.kind != "vehicle" or sheet.motive not in MOTIVES or sectioned(sheet) or not codes.issuperset(SIDES):
        return None
    rules, top = fielding.rules, TURRET if TURRET in codes else TOP
    packed = _Packing(rules, sheet, top)
    built_in = built_in_sinks(rules, sheet.engine)
    made = msgspec.structs.replace(
        sheet,
        mounts=tuple(packed.mounts),
        locations=tuple(_section(rules, sheet, code, top, packed) for code in (*SIDES, top)),
        heat_sinks=HeatSinks(built_in + packed.sinks, "single"),
    )
    told = [
        f"five sections of 12 slots, structure {structure_of(rules, sheet.tons, 'front')} front, rear and "
        f"{NAMES[top]}, {structure_of(rules, sheet.tons, 'left')} each side",
        f"{counted(built_in, 'heat sink')} with the engine, {packed.sinks} more for its energy weapons",
    ]
    if top == TOP:
        told.append(f"its top takes {made[TOP].armour} points of armour, a fifth of every side")
    told += [f"{name} reaches into other sections" for name in packed.split]
    return Refit(made, tuple(told))


def _section(rules: Ruleset, sheet: Sheet, code: str, top: str, packed: _Packing) -> Location:
    """A section as it is fielded."""
    before = {place.code: place for place in sheet.locations}
    kind = next((place.armour_kind for place in sheet.locations if place.armour_kind is not None), None)
    spared = {side: before[side].armour // 5 if top == TOP else 0 for side in SIDES}
    armour = before[code].armour - spared[code] if code in SIDES else sum(spared.values())
    if code == TURRET:
        armour = sum(before[turret].armour for turret in (TURRET, "FT") if turret in before)
    lines = packed.lines[code]
    return Location(
        code=code,
        armour=armour,
        structure=structure_of(rules, sheet.tons, NAMES[code]),
        armour_kind=kind if code not in before else before[code].armour_kind,
        slots=(*lines, *[""] * (rules[SECTIONS][NAMES[code]] - len(lines))),
    )


class _Packing:
    """A vehicle whose parts are put into slots, section by section."""

    def __init__(self, rules: Ruleset, sheet: Sheet, top: str) -> None:
        self._rules, self._sheet, self._top = rules, sheet, top
        self.lines: dict[str, list[str]] = {code: list(_systems(rules, sheet, code)) for code in (*SIDES, top)}
        self.split: list[str] = []
        extra = max(0, _energy_heat(sheet) - built_in_sinks(rules, sheet.engine))
        sink = catalogue_of(rules).find("Heat Sink", sheet.tech)
        self.mounts = [self._put(mount) for mount in sheet.mounts if "heat_sink" not in mount.equipment.flags]
        self.sinks = 0
        for _ in range(extra if sink is not None else 0):
            assert sink is not None
            self.mounts.append(self._put(Mount(equipment=sink, location="BD")))
            self.sinks += 1

    def _room(self, code: str) -> int:
        return self._rules[SECTIONS][NAMES[code]] - len(self.lines[code])

    def _put(self, mount: Mount) -> Mount:
        """A mount in its section, or where there is room for it."""
        need = slots_of(mount.equipment)
        home = self._home(mount, need)
        line = f"{self._called(mount.equipment)}{' (R)' if mount.rear else ''}"
        here = min(need, self._room(home))
        self.lines[home] += [line] * here
        also: list[str] = []
        for code in sorted(self.lines, key=self._room, reverse=True):
            more = min(need - here, self._room(code)) if code != home else 0
            if more > 0:
                self.lines[code] += [line] * more
                here += more
                also.append(code)
        if also:
            self.split.append(mount.equipment.name)
        return msgspec.structs.replace(mount, location=home, also_in=tuple(also), slots=here)

    def _called(self, item: Equipment) -> str:
        """What an item is called in a slot: by its name, or by its id where the name would mean that of others."""
        named = understand(item.name, self._sheet.tech).equipment
        return item.name if named is None or named.id == item.id else item.id

    def _home(self, mount: Mount, need: int) -> str:
        if mount.location in ("TU", "FT", "RT") and self._top == TURRET:
            return TURRET
        if mount.location in SIDES:
            return mount.location
        return max(("RR", "FR", "LS", "RS", self._top), key=self._room)


def slots_of(item: Equipment) -> int:
    """The slots of an item in a vehicle: as many as in a machine."""
    return item.slots if isinstance(item.slots, int) else 1


def _systems(rules: Ruleset, sheet: Sheet, code: str) -> Iterator[str]:
    """The slots of a section that engine, crew, drive and lift fill."""
    name, parts = NAMES[code], rules[PARTS_OF]
    if sheet.engine is not None:
        row = rules[ENGINES][engine_kind(sheet.engine)]
        yield from [ENGINE] * row.get(name, 0)
        yield from [FUEL] * (row.get("fuel", 0) if name == "rear" else 0)
    sealed = any("environmental_sealing" in mount.equipment.flags for mount in sheet.mounts)
    for system, there in ((CREW, True), (LIFE, sealed), (DRIVE, True), (LIFT, sheet.motive == "hover")):
        yield from [system] * (parts[system].get(name, 0) if there else 0)


def _energy_heat(sheet: Sheet) -> int:
    weapons = [mount.weapon for mount in sheet.mounts if mount.weapon is not None]
    return ceil(sum((weapon.heat for weapon in weapons if "energy" in weapon.flags), start=Fraction(0)))


def lost(unit: Unit, *codes: str) -> int:
    """How many of some sections are gone."""
    return sum(place.destroyed for place in unit.condition.locations if place.code in codes)


def _hits(unit: Unit, system: str) -> int:
    """Hits on a system in sections that are still there."""
    gone = {place.code for place in unit.condition.locations if place.destroyed}
    codes = {code for code, _ in unit.plan.systems.get(system, ())}
    return sum(hits_on(unit, system, code) for code in codes if code not in gone)


def lift_hits(rules: Ruleset, unit: Unit) -> int:
    """Hits on the lift equipment of a hovercraft; a lost section counts for two, whatever was hit in it before."""
    if LIFT.lower() not in unit.plan.systems:
        return 0
    return _hits(unit, LIFT.lower()) + rules[HARM]["lift of a lost section"] * lost(unit, *SIDES)


def drive_hits(rules: Ruleset, unit: Unit) -> int:
    """Hits on the drive train; a lost side counts for three."""
    return _hits(unit, DRIVE.lower()) + rules[HARM]["drive of a lost side"] * lost(unit, "LS", "RS")


def factor(rules: Ruleset, hits: int) -> Fraction:
    """What so many hits on drive or lift leave of a vehicle's movement."""
    harm = rules[HARM]
    return Fraction(0) if hits >= harm["immobile at"] else Fraction(1, 2) if hits >= harm["half at"] else Fraction(1)


def halvings(rules: Ruleset, unit: Unit) -> int:
    """How often damage to drive and lift halves the movement of a vehicle."""
    return sum(factor(rules, hits(rules, unit)) < 1 for hits in (lift_hits, drive_hits))


def stopped(rules: Ruleset, unit: Unit) -> bool:
    """Whether drive or lift are so damaged that a vehicle does not move at all."""
    return not all(factor(rules, hits(rules, unit)) for hits in (lift_hits, drive_hits))


@rule("omega.crippled", cite=COMBAT, implements=("OM-veh-lift", "OM-veh-drive"), slot=SLOWS)
def crippled(pace: Pace) -> Term | None:
    """Two hits on the drive train halve a vehicle's movement, and so do two on its lift, rounded up."""
    unit = pace.unit
    if not unit.vehicle or not sectioned(unit.sheet):
        return None
    left = pace.points
    for _ in range(halvings(pace.rules, unit)):
        left = ceil(Fraction(left) / 2)
    return Term("omega.crippled", left - pace.points, "damaged drive or lift", COMBAT) if left != pace.points else None


@rule(
    "omega.vehicle_wrecked", cite=COMBAT, implements=("OM-veh-lift", "OM-veh-drive", "OM-veh-ice-damage"), slot=FOLLOWS
)
def wrecked(scene: Scene, event: Event, before: State) -> None:
    """Four hits on drive or lift end all movement; three on an engine that burns fuel end all else."""
    if not isinstance(event, CriticalHit | LocationLost):
        return
    unit = scene.unit(event.unit)
    if not unit.active or not unit.vehicle or not sectioned(unit.sheet):
        return
    if stopped(scene.rules, unit) and not unit.condition.vehicle.immobile:
        stop(scene, unit.id, "immobilised")
    if engine_dead(scene.rules, scene.unit(unit.id)) and not scene.unit(unit.id).condition.shut_down:
        scene.tell(PowerChanged(unit.id, shut_down=True))


def engine_dead(rules: Ruleset, unit: Unit) -> bool:
    """Whether an engine has taken all hits that it can."""
    return hits_on(unit, ENGINE.lower()) >= rules[HARM]["engine hits"]


@rule("omega.dead_engines", cite=COMBAT, implements=("OM-veh-ice-damage",))
def dead_engines(rules: Ruleset, unit: Unit) -> bool:
    """A dead engine does not start again."""
    dead = unit.vehicle and sectioned(unit.sheet) and engine_dead(rules, unit)
    return dead or rules.below(dead_engines)(rules, unit)


@rule("omega.vehicles_by_slots", cite=COMBAT, implements=("OM-veh-hit-table", "OM-veh-sections"))
def vehicles_by_slots(rules: Ruleset, unit: Unit) -> bool:
    """Vehicles with sections take damage as machines do."""
    return sectioned(unit.sheet) or rules.below(vehicles_by_slots)(rules, unit)


@rule("omega.vehicles_heat_up", cite=COMBAT, implements=("OM-veh-heat-move",))
def vehicles_heat_up(rules: Ruleset, unit: Unit) -> bool:
    """Vehicles have a heat scale as machines do."""
    return sectioned(unit.sheet) or rules.below(vehicles_heat_up)(rules, unit)


@rule("omega.vehicle_location", cite=TABLE, implements=("OM-veh-hit-table",))
def vehicle_location(placement: Placement) -> str:
    """A vehicle is hit where its table says; a section that is gone leaves the hit to the side that was attacked."""
    unit = placement.unit
    if not unit.vehicle or not sectioned(unit.sheet):
        return placement.rules.below(vehicle_location)(placement)
    name = placement.rules[HITS][placement.side].get(placement.roll, placement.side)
    there = {place.code: not place.destroyed for place in unit.condition.locations}
    top = TURRET if TURRET in there else TOP
    wanted = (top if name == "turret" else CODES[name], CODES[placement.side], *there)
    return next((code for code in wanted if there.get(code)), wanted[0])


@rule("omega.vehicle_luck", cite=TABLE, implements=("OM-veh-hit-table",))
def vehicle_luck(placement: Placement) -> Luck:
    """A 2 on a vehicle is rolled again, a 12 strikes the side; both add a certain critical hit."""
    if not placement.unit.vehicle:
        return placement.rules.below(vehicle_luck)(placement)
    return Luck(certain=int(placement.roll in (2, 12)), again=placement.roll == 2)


@rule("omega.vehicle_criticals", cite=COMBAT, implements=("OM-veh-hit-table",))
def vehicle_criticals(critical: CriticalRoll) -> int | Literal["blown off"]:
    """No section of a vehicle is blown off: a 12 is three critical hits."""
    found = critical.rules.below(vehicle_criticals)(critical)
    return 3 if critical.unit.vehicle and found == "blown off" else found


@rule("omega.vehicle_fate", cite=COMBAT, implements=("OM-veh-ice-damage", "OM-veh-turret-controls", "OM-veh-hit-table"))
def vehicle_fate(rules: Ruleset, unit: Unit) -> str:
    """A vehicle is lost with its crew, when its fuel is hit, when its reactor explodes, or with its last section.

    One section that is gone is no such thing, unless the crew was in it.
    """
    if not unit.vehicle:
        return rules.below(vehicle_fate)(rules, unit)
    crew = unit.plan.systems.get(CREW.lower(), ())
    if hits_on(unit, CREW.lower()) or any(unit.condition[code].destroyed for code, _ in crew):
        return "crew_killed"
    if hits_on(unit, FUEL.lower()):
        return "fuel_tank_explodes"
    fusion = unit.sheet.engine is not None and "fusion" in engine_kind(unit.sheet.engine)
    if fusion and engine_dead(rules, unit):
        return "engine_destroyed"
    return HULL_LOST if all(place.destroyed for place in unit.condition.locations) else ""


@rule("omega.drowned", cite=BUILDING, implements=("OM-veh-turret-controls",), slot=FOLLOWS)
def drowned(scene: Scene, event: Event, before: State) -> None:
    """Where nobody lives without it, a hit on life support kills the crew."""
    if not isinstance(event, CriticalHit):
        return
    unit = scene.unit(event.unit)
    if not unit.active or not unit.vehicle or not sectioned(unit.sheet) or not hits_on(unit, LIFE.lower()):
        return
    if scene.rules[submerged](scene.rules, scene.state.relief.board, unit.viewpoint):
        scene.tell(FateMet(unit.id, "destroyed", "crew_killed"))


LAYER = Layer(
    "omega_vehicles",
    title="Vehicles with critical slots",
    group="Omega",
    cite=BUILDING,
    needs=("classic", "omega_engines"),
    add=(
        SECTIONS,
        STRUCTURE,
        ENGINES,
        PARTS_OF,
        HARM,
        HITS,
        into_sections,
        crippled,
        wrecked,
        drowned,
    ),
    change=(
        by_slots.wrapped_in(vehicles_by_slots),
        tracks_heat.wrapped_in(vehicles_heat_up),
        stays_down.wrapped_in(dead_engines),
        weapon_location.wrapped_in(vehicle_location),
        luck.wrapped_in(vehicle_luck),
        critical_hits.wrapped_in(vehicle_criticals),
        fatal.wrapped_in(vehicle_fate),
    ),
)
