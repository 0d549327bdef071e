"""Heat: what builds it up, what takes it away, and what it does."""

from __future__ import annotations

from typing import Literal

from overheat.classic.books import INTERSTELLAR_OPERATIONS, QUICK_REFERENCE, TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import Afield, Shot, State, Unit
from overheat.classic.rules.standard.boosters import COOLED, RADICAL, RADICAL_SINKS, radically
from overheat.classic.rules.standard.modes import MODES, Mode, mode_of
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS, drawn, weapons_of
from overheat.classic.rules.standard.switches import (
    ARMOUR,
    CHAMELEON,
    NULL_SIGNATURE,
    VOID_SIGNATURE,
    hides_by,
    stealthy,
)
from overheat.classic.rules.standard.systems import engine_hits, works
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Number, Term
from overheat.kernel.wording.phrases import counted

BUILD_UP = QUICK_REFERENCE("Heat, build-up")
XXL_ENGINES = TACTICAL_OPERATIONS("XXL engines", 308)
SINKS = QUICK_REFERENCE("Heat, heat sinks")
COOLANT = TACTICAL_OPERATIONS("Coolant Pod", 303)
PROTOTYPES = INTERSTELLAR_OPERATIONS("Prototype double heat sinks", 65)
VIBROBLADES = TACTICAL_OPERATIONS("Vibroblades", 292)
SCALE = TOTAL_WARFARE("Heat Scale", 160)


class Toil(Afield, frozen=True):
    """What a machine did in a round, as heat sees it."""

    rules: Ruleset
    unit: Unit
    fired: tuple[Shot, ...] = ()
    """What it fired."""
    depth: int = 0
    """How deep it stands in water."""
    burning: bool = False
    """Whether its hex burns."""


def _toiling(toil: Toil) -> tuple[object, ...]:
    """What stays of a machine that makes heat."""
    return (toil.unit.plan,)


BUILDS: Slot[[Toil], Term | None] = Slot("heat.builds", nothing=None, lasting=_toiling)
"""What makes heat."""

SINKS_IT: Slot[[Toil], Term | None] = Slot("heat.sinks", nothing=None, lasting=_toiling)
"""What takes heat away."""


@rule("heat.movement", cite=BUILD_UP, implements=("QR-heat-build",), slot=BUILDS)
def movement_heat(toil: Toil) -> Term | None:
    """Walking makes 1 point of heat, running 2, jumping 1 a hex and at least 3; improved jets half as much."""
    mode = mode_of(toil.rules, toil.unit)
    points = mode.heat(toil.rules, toil.unit) if mode.moves else 0
    return Term("heat.movement", points, mode.word, BUILD_UP) if points else None


XXL: Table[str, int] = Table(
    "heat.xxl_engines",
    {"stationary": 2, "walk": 4, "run": 6, "sprint": 9},
    cite=XXL_ENGINES,
    where="overheat.classic.rules.standard.heat.XXL",
)
"""What a machine with an XXL engine makes by how it moves; jumps make twice as much."""


LEAST_OF_A_JUMP = 6


@rule("heat.engine_kind", cite=XXL_ENGINES, implements=("TO-309-xxl-engine", "TO-308-nonfusion-mechs-a"), slot=BUILDS)
def engine_kind_heat(toil: Toil) -> Term | None:
    """XXL engines run hot, standing still as well; industrial machines walk and run cold, whatever drives them.

    War machines whose engines burn fuel or split atoms make the heat that war machines make.

    A jump makes 2 points a hex with them and 6 at least; with improved jets, which they make up for, what jumps make.
    """
    engine = toil.unit.sheet.engine
    if engine is None or not toil.unit.machine:
        return None
    mode = mode_of(toil.rules, toil.unit)
    usual = mode.heat(toil.rules, toil.unit) if mode.moves else 0
    more: Number = 0
    if "xxl" in engine.kind.flags:
        more = _more_of_xxl(toil, mode, usual)
    elif toil.unit.sheet.kind == "industrial machine" and mode.moves and not mode.leaps:
        more = -usual
    return Term("heat.engine_kind", more, engine.kind.name, XXL_ENGINES) if more else None


def _more_of_xxl(toil: Toil, mode: Mode, usual: int) -> int:
    """What an XXL engine adds to how a machine moved; where no row says so, what it adds to a run or a walk.

    A leap that makes no heat by itself has no jets that the engine would feed.
    """
    rows = toil.rules[XXL].rows
    if mode.leaps:
        return _jump_heat(toil.unit) - usual if usual else 0
    if toil.unit.motion.mode in rows:
        return rows[toil.unit.motion.mode] - usual
    like = "run" if mode.fast else "walk"
    return rows[like] - toil.rules[MODES][like].heat(toil.rules, toil.unit)


def _jump_heat(unit: Unit) -> int:
    """What a jump makes with an XXL engine."""
    hexes = unit.motion.travelled
    each, least = (1, LEAST_OF_A_JUMP // 2) if "improved_jump_jet" in unit.plan.flags else (2, LEAST_OF_A_JUMP)
    return max(least, each * hexes)


@rule("heat.standing_up", cite=BUILD_UP, implements=("QR-heat-build", "QR-standing-up"), slot=BUILDS)
def standing_heat(toil: Toil) -> Term | None:
    """Each attempt to stand up makes a point."""
    attempts = toil.unit.motion.stand_attempts
    return (
        Term("heat.standing_up", attempts, f"from {counted(attempts, 'attempt')} to stand", BUILD_UP)
        if attempts
        else None
    )


class Discharge(Afield, frozen=True):
    """A weapon that is fired, as heat sees it."""

    rules: Ruleset
    unit: Unit
    shot: Shot


SHOT_HEAT: Slot[[Discharge], Term | None] = Slot("heat.shot_heat", nothing=None)
"""What is added to the heat of a shot, or taken off it."""


@rule("heat.of_shot", cite=BUILD_UP, implements=("QR-heat-build",))
def heat_of_shot(discharge: Discharge) -> Number:
    """A shot makes the heat of its weapon, as many times as it is fired at once, and what is added to that."""
    weapon = discharge.unit.sheet.mounts[discharge.shot.mount].weapon
    if weapon is None:
        return 0
    heat = weapon.heat * discharge.shot.rate
    for contribution in discharge.rules[SHOT_HEAT]:
        term = contribution.function(discharge)
        if term is not None:
            heat += term.value
    return heat


def shot_heat(rules: Ruleset, unit: Unit, shot: Shot, state: State | None = None) -> Number:
    """The heat that a shot makes: for the heat phase, previews and bots alike."""
    return rules[heat_of_shot](Discharge(rules, unit, shot, state=state))


@rule("heat.weapons", cite=BUILD_UP, implements=("QR-heat-build",), slot=BUILDS)
def weapon_heat(toil: Toil) -> Term | None:
    """Every shot makes its heat; parts of a point are added up exactly."""
    points = sum((shot_heat(toil.rules, toil.unit, shot, toil.state) for shot in toil.fired), start=0)
    return (
        Term("heat.weapons", points, f"from {counted(len(toil.fired), 'weapon')} fired", BUILD_UP) if points else None
    )


@rule("heat.engine", cite=BUILD_UP, implements=("QR-heat-build", "QR-crit-engine"), slot=BUILDS)
def engine_heat(toil: Toil) -> Term | None:
    """A hit engine makes 5 points every turn, with two hits 10."""
    hits = min(2, engine_hits(toil.unit))
    return Term("heat.engine", 5 * hits, f"from {counted(hits, 'engine hit')}", BUILD_UP) if hits else None


@rule("heat.stealth", cite=BUILD_UP, implements=("QR-heat-build", "QR-stealth-armor"), slot=BUILDS)
def stealth_heat(toil: Toil) -> Term | None:
    """Stealth armour or a signature system that is switched on makes 10 points, a chameleon shield 6."""
    if not stealthy(toil.unit):
        return None
    points = sum(toil.rules[STEALTH_HEAT][system] for system in hides_by(toil.unit))
    return Term("heat.stealth", points, "stealth systems", BUILD_UP) if points else None


STEALTH_HEAT: Table[str, int] = Table(
    "heat.stealth_systems",
    {ARMOUR: 10, NULL_SIGNATURE: 10, VOID_SIGNATURE: 10, CHAMELEON: 6},
    cite=BUILD_UP,
    implements=("QR-stealth-armor",),
    where="overheat.classic.rules.standard.heat.STEALTH_HEAT",
)


@rule("heat.vibroblades", cite=VIBROBLADES, slot=BUILDS)
def vibroblade_heat(toil: Toil) -> Term | None:
    """A vibroblade that runs makes heat every turn: 3 points, 5 or 7 by its size."""
    unit = toil.unit
    if not unit.marks or "physical" not in unit.plan.flags:
        return None
    rows = toil.rules[PHYSICAL_WEAPONS]
    kinds = weapons_of(toil.rules, unit)
    points = sum(rows[kind].switched[1] for kind, at in kinds if drawn(unit, at) and works(unit, at))
    return Term("heat.vibroblades", points, "vibroblades", VIBROBLADES) if points else None


LASERS = "laser"
"""The kind of heat sinks that shine their heat away."""
PROTOTYPE = frozenset({"heat_sink", "double", "prototype"})
"""The flags of prototypes of the double heat sink."""


@rule("heat.dissipation", cite=SINKS, implements=("QR-heat-sinks",), slot=SINKS_IT)
def dissipation(toil: Toil) -> Term | None:
    """A single heat sink takes away a point, a double one two; those that were hit none."""
    sinks = toil.unit.sheet.heat_sinks
    if sinks is None:
        return None
    each = 2 if sinks.kind in ("double", "laser") else 1
    working = max(0, sinks.count - broken_sinks(toil.unit))
    return Term("heat.dissipation", working * each, f"from {counted(working, f'{sinks.kind} heat sink')}", SINKS)


@rule("heat.prototype_sinks", cite=PROTOTYPES, slot=SINKS_IT)
def prototype_sinks(toil: Toil) -> Term | None:
    """A prototype of the double heat sink among single ones takes away a point more while it works."""
    unit, sinks = toil.unit, toil.unit.sheet.heat_sinks
    if sinks is None or sinks.kind != "single" or not unit.plan.flags >= PROTOTYPE:
        return None
    built_in = [at for at, mount in enumerate(unit.sheet.mounts) if mount.equipment.flags >= PROTOTYPE]
    working = sum(works(unit, at) for at in built_in)
    return Term("heat.prototype_sinks", working, "from prototype double heat sinks", PROTOTYPES) if working else None


@rule("heat.coolant_pods", cite=COOLANT, slot=SINKS_IT)
def coolant_pods(toil: Toil) -> Term | None:
    """In the turn that a coolant pod is used every heat sink that works takes away a point more; one pod counts."""
    unit, sinks = toil.unit, toil.unit.sheet.heat_sinks
    if not unit.marks or sinks is None or "coolant_pod" not in unit.plan.flags or toil.state is None:
        return None
    used = (unit.marks.get(each(COOLED, at)) for at in range(len(unit.sheet.mounts)))
    if not any(mark is not None and mark.value == toil.state.round for mark in used):
        return None
    return Term("heat.coolant_pods", max(0, sinks.count - broken_sinks(unit)), "from a coolant pod", COOLANT)


@rule("heat.radical", cite=RADICAL_SINKS, slot=SINKS_IT)
def radical_sinks(toil: Toil) -> Term | None:
    """Radical heat sinks that are engaged take away two fifths of a point more for every sink, rounded up."""
    unit = toil.unit
    if not unit.marks or "radical_heat_sink" not in unit.plan.flags:
        return None
    engaged = any(each(RADICAL, at) in unit.marks and works(unit, at) for at in range(len(unit.sheet.mounts)))
    return Term("heat.radical", radically(unit), "from radical heat sinks", RADICAL_SINKS) if engaged else None


def broken_sinks(unit: Unit) -> int:
    """Heat sinks that no longer work."""
    return sum(
        not works(unit, at) for at, mount in enumerate(unit.sheet.mounts) if "heat_sink" in mount.equipment.flags
    )


MOST_FROM_WATER = 6


@rule("heat.water", cite=SINKS, implements=("QR-heat-sinks",), slot=SINKS_IT)
def water_cools(toil: Toil) -> Term | None:
    """Sinks under water take away twice as much, up to 6 points more; at depth 1 those of the legs; laser sinks not."""
    unit = toil.unit
    if toil.depth < 1 or unit.sheet.heat_sinks is None or unit.sheet.heat_sinks.kind == LASERS:
        return None
    each = 2 if unit.sheet.heat_sinks.kind == "double" else 1
    deep = toil.depth > 1 or unit.condition.prone
    wet = sum(
        works(unit, at) and (deep or mount.location in LEGS)
        for at, mount in enumerate(unit.sheet.mounts)
        if "heat_sink" in mount.equipment.flags
    )
    if deep:
        wet = max(0, unit.sheet.heat_sinks.count - broken_sinks(unit))
    bonus = min(MOST_FROM_WATER, wet * each)
    return Term("heat.water", bonus, "heat sinks under water", SINKS) if bonus else None


@rule("heat.tracks", cite=SCALE)
def tracks_heat(rules: Ruleset, unit: Unit) -> bool:
    """War machines have a heat scale, and nobody else has."""
    return unit.machine


SHUTDOWN: Table[int, int] = Table(
    "heat.shutdown",
    {14: 4, 18: 6, 22: 8, 26: 10},
    cite=SCALE,
    where="overheat.classic.rules.standard.heat.SHUTDOWN",
)
"""The number to keep running, by the heat from which it is asked for."""

COOKING_OFF: Table[int, int] = Table(
    "heat.ammunition",
    {19: 4, 23: 6, 28: 8},
    cite=SCALE,
    where="overheat.classic.rules.standard.heat.COOKING_OFF",
)
"""The number to keep the ammunition from exploding, by the heat from which it is asked for."""

CERTAIN_SHUTDOWN = 30


Danger = Literal["shutdown", "ammunition explosion"]
"""What heat threatens a machine with."""


class Overheating(Afield, frozen=True):
    """A machine at a heat, and the danger that it rolls against."""

    rules: Ruleset
    unit: Unit
    heat: Number
    danger: Danger


@rule("heat.avoid", cite=SCALE)
def avoid_number(hot: Overheating) -> int | None:
    """What must be rolled at a heat to keep running, or the ammunition from exploding; None when nothing must be.

    Laser heat sinks keep the heat from ammunition: a point less is enough.
    """
    table = hot.rules[SHUTDOWN if hot.danger == "shutdown" else COOKING_OFF]
    reached = [lowest for lowest in table.rows if hot.heat >= lowest]
    if not reached:
        return None
    sinks = hot.unit.sheet.heat_sinks
    spared = hot.danger != "shutdown" and sinks is not None and sinks.kind == LASERS
    return table[max(reached)] - spared


BURNS_UP: Slot[[Ruleset, Unit], str] = Slot("heat.burns_up", nothing="")
"""Why a machine is lost where heat sets off more than its ammunition; nothing where there is no more."""


@rule("heat.fuel", cite=SCALE, implements=("TO-308-nonfusion-mechs-a",), slot=BURNS_UP)
def hot_fuel(rules: Ruleset, unit: Unit) -> str:
    """A machine with a combustion engine is lost when its heat would set off ammunition: its fuel explodes."""
    engine = unit.sheet.engine
    return "fuel_tank_explodes" if engine is not None and "combustion" in engine.kind.flags else ""


@rule("heat.shuts_down", cite=SCALE)
def certainly_shuts_down(rules: Ruleset, heat: Number) -> bool:
    """At 30 points a machine shuts down whatever its pilot does."""
    return heat >= CERTAIN_SHUTDOWN


RULES = (
    movement_heat,
    standing_heat,
    weapon_heat,
    heat_of_shot,
    engine_heat,
    stealth_heat,
    engine_kind_heat,
    XXL,
    vibroblade_heat,
    prototype_sinks,
    coolant_pods,
    radical_sinks,
    STEALTH_HEAT,
    dissipation,
    water_cools,
    avoid_number,
    tracks_heat,
    hot_fuel,
    certainly_shuts_down,
    SHUTDOWN,
    COOKING_OFF,
)
