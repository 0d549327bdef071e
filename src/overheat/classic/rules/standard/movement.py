"""Movement: how many points a unit has, what a step costs, and where it cannot go."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import msgspec

from overheat.classic.board.board import Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.books import QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import VEHICLES, Afield, State, Unit, Weather
from overheat.classic.rules.standard.boosters import boosted_run
from overheat.classic.rules.standard.infantry_sheets import jump_points as soldiers_jump_points
from overheat.classic.rules.standard.switches import shines
from overheat.classic.rules.standard.systems import hits_on, works
from overheat.classic.rules.standard.terrain import TERRAIN, TERRAIN_COSTS, kinds_of, nearest, words_for
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted

TERRAIN_COSTS_SHEET = QUICK_REFERENCE("Movement, terrain costs")
ADDITIONAL = QUICK_REFERENCE("Movement, additional costs")
MODIFICATIONS = QUICK_REFERENCE("Movement, terrain modifications")
WEATHER = QUICK_REFERENCE("Movement, weather")
RUNNING = QUICK_REFERENCE("Movement, running")
CRITICALS = QUICK_REFERENCE("Critical Hit Effects")
LEVELS = TOTAL_WARFARE("Movement, level changes", 52)
PROHIBITED = TOTAL_WARFARE("Movement, prohibited terrain", 52)
MOTIVE_DAMAGE = TOTAL_WARFARE("Motive System Damage", 193)
JUMPING = TOTAL_WARFARE("Jumping", 52)
CLIFFS = TACTICAL_OPERATIONS("Sheer Cliffs", 39)

GROUND_MOTIVES = ("tracked", "wheeled", "hover", "wige", "hydrofoil", "naval", "submarine", "vtol")
AFLOAT = ("hover", "wige", "hydrofoil", "naval", "submarine", "vtol")
FOOT = ("foot", "jump", "motorized", "beast")
SWIMMING = "swim"
"""The mode of who moves through water by swimming, whom neither its depth nor its bottom holds up."""
UNTOUCHED: Mapping[str, Mark] = {}
"""Nothing that holds of a hex."""


class Pace(Afield, frozen=True):
    """Movement points as far as they are worked out: the unit, and what is left of its walking points."""

    rules: Ruleset
    unit: Unit
    points: int


def _going(pace: Pace) -> tuple[object, ...]:
    """What stays of a unit that goes."""
    return (pace.unit.plan,)


SLOWS: Slot[[Pace], Term | None] = Slot("movement.slows", nothing=None, lasting=_going)
"""What takes walking points away, or adds to them, asked in order."""

RUNS: Slot[[Pace], Term | None] = Slot("movement.runs", nothing=None, lasting=_going)
"""What changes running points besides how many there are for a walk, asked in order."""

LEAPS: Slot[[Pace], Term | None] = Slot("movement.leaps", nothing=None, lasting=_going)
"""What changes jumping points besides the jets, asked in order."""

WEIGHS: Slot[[Pace], Term | None] = Slot("movement.weighs", nothing=None)
"""What makes a unit heavier or lighter than it is: what that makes of its walking or jumping points, after all else."""


@rule(
    "movement.legs",
    cite=CRITICALS,
    implements=("QR-crit-hip", "QR-crit-foot", "QR-crit-leg-actuators"),
    slot=SLOWS,
    only=lambda pace: pace.unit.machine,
)
def legs_slow(pace: Pace) -> Term | None:
    """A hip halves the points, rounded up, and two stop a biped; each actuator of other legs costs a point.

    A biped on one leg hops its single hex however that leg is damaged.
    """
    unit = pace.unit
    if not unit.machine or (not unit.quad and _lost_legs(unit)):
        return None
    legs = [place.code for place in unit.condition.locations if place.code in LEGS and not place.destroyed]
    hips = [code for code in legs if hits_on(unit, "hip", code)]
    actuators = sum(
        hits_on(unit, part, code)
        for code in legs
        if code not in hips
        for part in ("upper leg actuator", "lower leg actuator", "foot actuator")
    )
    left = pace.points
    for _ in hips:
        left = ceil(left / 2)
    left = 0 if len(hips) > 1 and not unit.quad else max(0, left - actuators)
    return Term("movement.legs", left - pace.points, "damaged legs", CRITICALS) if left != pace.points else None


@rule("movement.lost_legs", cite=CRITICALS, slot=SLOWS, only=lambda pace: pace.unit.machine)
def lost_legs_slow(pace: Pace) -> Term | None:
    """A biped that has lost a leg has a single point, without both none; a quad loses one for the first leg."""
    unit = pace.unit
    lost = _lost_legs(unit)
    if not unit.machine or not lost:
        return None
    left = max(0, pace.points - 1) if unit.quad and lost == 1 else 1 if lost < (3 if unit.quad else 2) else 0
    left = min(left, pace.points)
    return Term("movement.lost_legs", left - pace.points, f"{counted(lost, 'leg')} lost", CRITICALS)


def _lost_legs(unit: Unit) -> int:
    return sum(place.destroyed for place in unit.condition.locations if place.code in LEGS)


@rule("movement.motive_damage", cite=MOTIVE_DAMAGE, slot=SLOWS)
def motive_damage_slows(pace: Pace) -> Term | None:
    """A vehicle goes as far as its motive system still does."""
    vehicle = pace.unit.condition.vehicle
    lost = pace.points if vehicle.immobile or vehicle.engine_hit else min(pace.points, vehicle.motive)
    return Term("movement.motive_damage", -lost, "motive damage", MOTIVE_DAMAGE) if lost else None


def walk_points(state: State, unit: Unit) -> Tally:
    """How far a unit walks or cruises, term by term; for who asks about one mode after the other, found out once."""
    last = state.relief.kept.get("walk")
    if last is None or last[0] is not state or last[1] is not unit:
        first = Term("movement.walk", unit.sheet.walk, "walking points", TERRAIN_COSTS_SHEET)
        walked = _changed(state, unit, _changed(state, unit, Tally((first,)), SLOWS), WEIGHS)
        last = state.relief.kept["walk"] = state, unit, walked
    found: Tally = last[2]
    return found


def _changed(state: State, unit: Unit, so_far: Tally, slot: Slot[[Pace], Term | None]) -> Tally:
    """Points, and what the rules of a slot make of them one after the other."""
    rules = state.relief.rules
    terms, pace = [*so_far.terms], Pace(rules, unit, int(so_far.total), state=state)
    for changes in rules.among(slot, pace):
        term = changes.function(pace)
        if term is not None:
            terms.append(term)
            pace = Pace(rules, unit, pace.points + int(term.value), state=state)
    return Tally(tuple(terms))


def run_tally(state: State, unit: Unit) -> Tally:
    """How far a unit runs or flanks, term by term; nothing where it cannot."""
    rules, walked = state.relief.rules, walk_points(state, unit)
    walk = max(0, int(walked.total))
    if not walk or not rules[can_run](state, unit):
        return Tally()
    run = rules[run_points](rules, walk)
    fast = rules[boosted_run](rules, unit, walk, run)
    more = [Term("movement.run", run - walk, "to run", RUNNING)]
    more += [Term("boosters.run", fast - run, "boosters engaged", RUNNING)] if fast != run else []
    return _changed(state, unit, walked + Tally(tuple(more)), RUNS)


def jump_tally(state: State, unit: Unit) -> Tally:
    """How far a unit jumps, term by term; nothing where it does not."""
    jets = state.relief.rules[jump_points](state, unit)
    changed = _changed(state, unit, Tally((Term("movement.jump", jets, "jumping points", JUMPING),)), LEAPS)
    changed = _changed(state, unit, changed, WEIGHS)
    return changed if changed.total > 0 else Tally()


@rule("movement.run", cite=RUNNING, implements=("QR-run-mp",))
def run_points(rules: Ruleset, walk: int) -> int:
    """Running is one and a half times walking, rounded up."""
    return ceil(walk * 3 / 2)


@rule("movement.can_run", cite=CRITICALS)
def can_run(state: State, unit: Unit) -> bool:
    """Infantry does not run, nor a biped with a leg missing or a quad with two, nor a vehicle that is out of hand."""
    shaky = unit.condition.vehicle.crew_stunned > 0 or "RO" in unit.condition.vehicle.stabilisers
    if unit.sheet.kind in ("infantry", "battle armour") or shaky:
        return False
    return _lost_legs(unit) <= (1 if unit.quad else 0)


@rule("movement.jump", cite=JUMPING)
def jump_points(state: State, unit: Unit) -> int:
    """A unit jumps as far as its working jump jets carry it; soldiers under heavy weapons not as far as others.

    Vehicles have as many points as jets, and what an underwater suit's file calls its jump is how far it swims.
    """
    sheet = unit.sheet
    if sheet.platoon is not None:
        return soldiers_jump_points(state.relief.rules, sheet)
    if sheet.kind == "battle armour" and sheet.motive == "umu":
        return 0
    jets = jump_jets(unit)
    broken = sum(not works(unit, at) for at in jets)
    whole = max(sheet.jump, len(jets)) if unit.vehicle else sheet.jump
    return max(0, whole - broken)


def jump_jets(unit: Unit) -> list[int]:
    """The mounts of a unit that are jump jets."""
    if "jump_jet" not in unit.plan.flags:
        return []
    return [at for at, mount in enumerate(unit.sheet.mounts) if "jump_jet" in mount.equipment.flags]


AMPHIBIOUS = ("amphibious", "limited_amphibious", "fully_amphibious")


def amphibious(sheet: Sheet) -> bool:
    """Whether a vehicle swims that otherwise drives."""
    return sheet.kind in VEHICLES and bool(sheet.flagged(*AMPHIBIOUS))


def floats(sheet: Sheet) -> bool:
    """Whether a unit stays above water."""
    return sheet.motive in AFLOAT or amphibious(sheet)


class Entry(msgspec.Struct, frozen=True):
    """A step into a hex: whose, from where to where, and how."""

    rules: Ruleset
    unit: Unit
    origin: Ground
    target: Ground
    from_level: int
    to_level: int
    by_road: bool = False
    """Whether a road leads from the one hex into the other."""
    back: bool = False
    weather: Weather = Weather()
    hex: Hex | None = None
    """The hex that it enters, where that is known."""
    effects: Mapping[str, Mark] = UNTOUCHED
    """What holds of that hex for a while."""
    state: State | None = None
    """The battle that it is a step of, where that is known: all else that a rule may ask about."""
    direction: int | None = None
    """The direction of the step, where it is one from a hex into the next."""

    @property
    def climb(self) -> int:
        """Levels up or down."""
        return abs(self.to_level - self.from_level)

    @property
    def wades(self) -> int:
        """How deep the water is that it steps into; 0 for what stays above it."""
        depth = self.target.amount("water")
        afloat = floats(self.unit.sheet) or self.to_level >= self.target.level
        return 0 if afloat or "ice" in self.target else depth


COSTS: Slot[[Entry], Term | None] = Slot("movement.costs", nothing=None)
"""What entering a hex costs beyond the first point."""

BARS: Slot[[Entry], Refusal | None] = Slot("movement.bars", nothing=None)
"""Why a hex cannot be entered."""

BUILDINGS = {1: "light", 2: "medium", 3: "heavy", 4: "hardened", 5: "hardened"}


def kinds_met(entry: Entry) -> tuple[str, ...]:
    """The kinds of terrain that a unit meets in the hex it enters, by the names of the table.

    In the air and on decks and roofs it meets none; who wades meets the water and its current, whatever lies on the
    bottom; who swims only the current; and who stays above water what stands up from it.
    """
    if entry.unit.sheet.motive == "vtol" or entry.to_level > entry.target.level:
        return ()
    rows = entry.rules[TERRAIN]
    names = [name for name in kinds_of(entry.rules, entry.target) if not rows[name].edge]
    if not names:
        return ()
    if entry.target.amount("water") < 1 or "ice" in entry.target:
        return tuple(name for name in names if rows[name].of != "water")
    if not entry.wades:
        return tuple(name for name in names if rows[name].of != "water" and (rows[name].height or rows[name].over))
    wet = (RAPIDS,) if entry.unit.motion.mode == SWIMMING else ("water", RAPIDS)
    return tuple(name for name in names if rows[name].of in wet)


RAPIDS = "rapids"
"""The feature of water that flows fast."""


def terrain_names(entry: Entry) -> list[str]:
    """The kinds of ground that a unit meets in the hex it enters, without what lies over them, ways and walls."""
    rows = entry.rules[TERRAIN]
    return [name for name in kinds_met(entry) if not (rows[name].over or rows[name].way or rows[name].of == "building")]


def price_of(entry: Entry, name: str) -> int:
    """What a kind of terrain costs a unit beyond the point for the hex."""
    usual = entry.rules[TERRAIN_COSTS][name]
    return nearest(entry.rules[TERRAIN][name].costs, words_for(entry.unit), usual)


def walls_met(entry: Entry) -> str:
    """The kind of building that a unit comes into, by the name that tables use; nothing on its roof or elsewhere."""
    ground = entry.target
    inside = "building" in ground and entry.to_level < ground.level + ground.amount("bldg_elev")
    if not inside or entry.unit.sheet.motive == "vtol":
        return ""
    return f"{BUILDINGS.get(ground.amount('building'), 'hardened')} building"


@rule(
    "movement.terrain",
    cite=TERRAIN_COSTS_SHEET,
    implements=(
        "QR-terrain-costs",
        "TO-030-planetary-example-3",
        "TO-030-planetary-example-4",
        "TO-033-movement-table-p33",
        "TO-039-sand",
    ),
    slot=COSTS,
)
def terrain_cost(entry: Entry) -> Term | None:
    """Every kind of terrain has its price; who follows a road, a bridge or pavement pays none of it."""
    if entry.by_road:
        return None
    names = terrain_names(entry)
    cost = sum(price_of(entry, name) for name in names)
    return Term("movement.terrain", cost, ", ".join(names), TERRAIN_COSTS_SHEET) if cost else None


@rule("movement.levels", cite=TERRAIN_COSTS_SHEET, implements=("QR-terrain-costs",), slot=COSTS)
def level_cost(entry: Entry) -> Term | None:
    """A level up or down is a point for a machine, two for vehicles and soldiers."""
    if not entry.climb or entry.unit.sheet.motive == "vtol" or entry.unit.motion.mode == SWIMMING:
        return None
    cost = entry.climb * (2 if entry.unit.motive in (*GROUND_MOTIVES, *FOOT) else 1)
    return Term("movement.levels", cost, f"for {counted(entry.climb, 'level')}", TERRAIN_COSTS_SHEET)


@rule(
    "movement.modified",
    cite=MODIFICATIONS,
    implements=("QR-terrain-modifications-move", "TO-030-planetary-example-3", "TO-030-planetary-example-4"),
    slot=COSTS,
)
def modified_ground_cost(entry: Entry) -> Term | None:
    """Ice, mud, snow, swamp and the like cost on top of what they lie on, by how a unit moves, and add up."""
    if entry.by_road:
        return None
    rows = entry.rules[TERRAIN]
    prices = {name: price_of(entry, name) for name in kinds_met(entry) if rows[name].over}
    paid = [name for name, price in prices.items() if price]
    return Term("movement.modified", sum(prices.values()), ", ".join(paid), MODIFICATIONS) if paid else None


FOG: Table[str, int] = Table(
    "movement.fog_costs",
    {"light": 1, "heavy": 2},
    cite=WEATHER,
    implements=("QR-weather-movement",),
    where="overheat.classic.rules.standard.movement.FOG",
)
DARKNESS: Table[str, int] = Table(
    "movement.darkness_costs",
    {"full moon": 1, "moonless": 2},
    cite=WEATHER,
    implements=("QR-weather-movement",),
    where="overheat.classic.rules.standard.movement.DARKNESS",
)
LAMPS: Table[str, bool] = Table(
    "movement.lamps",
    {"full moon": True, "moonless": True},
    cite=WEATHER,
    implements=("QR-weather-movement",),
    where="overheat.classic.rules.standard.movement.LAMPS",
)
"""Whether one's own searchlight shows the way in a light; in any other it does not."""


@rule("movement.fog", cite=WEATHER, implements=("QR-weather-movement",), slot=COSTS)
def fog_cost(entry: Entry) -> Term | None:
    """Fog slows everybody down."""
    fog = entry.weather.fog
    return Term("movement.fog", entry.rules[FOG][fog], f"{fog} fog", WEATHER) if fog else None


@rule("movement.darkness", cite=WEATHER, implements=("QR-weather-movement",), slot=COSTS)
def darkness_cost(entry: Entry) -> Term | None:
    """So does the night, unless a unit has its searchlight on."""
    light = entry.weather.light
    if light not in entry.rules[DARKNESS] or (entry.rules[LAMPS].get(light, False) and shines(entry.unit)):
        return None
    return Term("movement.darkness", entry.rules[DARKNESS][light], light, WEATHER)


def mountaineers(unit: Unit) -> bool:
    """Whether they are soldiers who have learnt to climb."""
    platoon = unit.sheet.platoon
    return platoon is not None and "mountain troops" in platoon.specialities


@rule("movement.too_steep", cite=LEVELS, slot=BARS)
def too_steep(entry: Entry) -> Refusal | None:
    """A machine climbs 2 levels a hex and a vehicle 1, mountain troops 3; nobody changes level backwards."""
    on_legs = entry.unit.machine and not entry.unit.rolls_on
    most = 2 if on_legs else 3 if mountaineers(entry.unit) else 1
    if entry.unit.sheet.motive == "vtol" or entry.unit.motion.mode == SWIMMING:
        return None
    if entry.climb > most:
        return Refusal("movement.too_steep", f"{entry.climb} levels are more than {most}", LEVELS)
    if entry.back and entry.climb:
        return Refusal("movement.too_steep", "no unit changes level while it moves backwards", LEVELS)
    return None


CHASSIS: Table[str, frozenset[str]] = Table(
    "movement.chassis",
    {
        "bicycle": frozenset({"light woods"}),
        "monocycle": frozenset({"light woods"}),
        "amphibious": frozenset({"water"}),
        "limited_amphibious": frozenset({"water"}),
        "fully_amphibious": frozenset({"water"}),
    },
    cite=PROHIBITED,
    where="overheat.classic.rules.standard.movement.CHASSIS",
)
"""What a vehicle of a special chassis enters although others of its kind do not."""


def _goes_through(entry: Entry) -> frozenset[str]:
    """Terrain that a unit enters although others of its kind do not."""
    rows = entry.rules[CHASSIS].rows
    if not entry.unit.vehicle:
        return frozenset()
    return frozenset(name for flag in rows if entry.unit.sheet.flagged(flag) for name in rows[flag])


@rule("movement.prohibited", cite=PROHIBITED, slot=BARS)
def prohibited(entry: Entry) -> Refusal | None:
    """Not every unit enters every terrain, unless a road leads through it."""
    if entry.by_road:
        return None
    rows, words, through = entry.rules[TERRAIN], frozenset(words_for(entry.unit)), _goes_through(entry)
    met = {name.split(" depth")[0] for name in kinds_met(entry) if not rows[name].bars.isdisjoint(words)} - through
    if not met:
        return None
    who = entry.unit.motive
    return Refusal("movement.prohibited", f"{who} units cannot enter {', '.join(sorted(met))}", PROHIBITED)


@rule("movement.sheer_cliff", cite=CLIFFS, slot=BARS)
def sheer_cliff(entry: Entry) -> Refusal | None:
    """Soldiers do not cross a sheer cliff, and no vehicle comes up one; machines climb it like any slope."""
    if entry.from_level == entry.to_level or entry.unit.sheet.motive == "vtol":
        return None
    up = entry.to_level > entry.from_level
    cliff = (entry.target if up else entry.origin).get("cliff_top")
    across = None if cliff is None else entry.direction
    if cliff is None or across is None:
        return None
    towards = (across + 3) % 6 if up else across
    if cliff.exits is not None and not cliff.exits & 1 << towards:
        return None
    row, words = entry.rules[TERRAIN]["sheer cliff"], frozenset(words_for(entry.unit))
    barred = row.bars | row.bars_upwards if up else row.bars
    if barred.isdisjoint(words):
        return None
    return Refusal("movement.sheer_cliff", f"a sheer cliff is in the way of {entry.unit.sheet.name}", CLIFFS)


@rule("movement.impassable", cite=PROHIBITED, slot=BARS)
def impassable(entry: Entry) -> Refusal | None:
    """Some ground nobody enters."""
    if "impassable" not in entry.target:
        return None
    return Refusal("movement.impassable", "impassable ground", PROHIBITED)


def barred(entry: Entry) -> Refusal | None:
    """Why a hex cannot be entered; None when it can."""
    for bars in entry.rules[BARS]:
        no = bars.function(entry)
        if no is not None:
            return no
    return None


def entry_cost(entry: Entry) -> Tally | Refusal:
    """What a step costs, term by term, or why it cannot be made."""
    no = barred(entry)
    if no is not None:
        return no
    terms = [Term("movement.hex", 1, "a hex", TERRAIN_COSTS_SHEET)]
    for costs in entry.rules[COSTS]:
        term = costs.function(entry)
        if term is not None:
            terms.append(term)
    return Tally(tuple(terms))


OTHER_COSTS: Table[str, int] = Table(
    "movement.other_costs",
    {"hexside": 1, "drop prone": 1, "stand up": 2, "shift": 1},
    cite=ADDITIONAL,
    implements=("QR-additional-movement", "QR-standing-up"),
    where="overheat.classic.rules.standard.movement.OTHER_COSTS",
)

RULES = (
    lost_legs_slow,
    legs_slow,
    motive_damage_slows,
    run_points,
    can_run,
    jump_points,
    terrain_cost,
    level_cost,
    modified_ground_cost,
    fog_cost,
    darkness_cost,
    too_steep,
    prohibited,
    sheer_cliff,
    impassable,
    FOG,
    DARKNESS,
    LAMPS,
    CHASSIS,
    OTHER_COSTS,
)
