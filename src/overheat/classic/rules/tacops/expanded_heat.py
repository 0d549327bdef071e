"""The expanded heat scale: to 50 points, with hurt pilots and failing systems on the way; skill counts."""

from __future__ import annotations

from collections.abc import Mapping

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.kinds.machine import explode_bin, strike_slots
from overheat.classic.facts.events import HeatSettled
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State
from overheat.classic.rules.standard.heat import (
    COOKING_OFF,
    SHUTDOWN,
    Overheating,
    avoid_number,
    certainly_shuts_down,
)
from overheat.classic.rules.standard.movement import SLOWS, Pace
from overheat.classic.rules.standard.overheating import SCALE_SAYS, heat_slows, tells_of_pace
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import HEAT_BANDS, banded
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Number, Term, number_of

SCALE = TACTICAL_OPERATIONS("Expanded Heat Scale", 104)
CERTAIN_SHUTDOWN = 50
INFERNOS_EXPLODE = 35
PURPOSES.says("expanded_heat.pilot", "{who} bears the heat, {needed} needed")
PURPOSES.says("expanded_heat.systems", "systems of {who} bear the heat, {needed} needed")
PURPOSES.says("expanded_heat.location", "location of {who} that fails")

POINTS: Table[int, int] = Table(
    "expanded_heat.points",
    {0: 0, 5: 1, 10: 2, 15: 3, 20: 4, 25: 5, 31: 6, 37: 7, 43: 8, 49: 9},
    cite=SCALE,
    where="overheat.classic.rules.tacops.expanded_heat.POINTS",
)
"""Walking points that heat costs, by the lowest heat that costs as many."""

SKILL: Table[int, int] = Table(
    "expanded_heat.skill",
    {0: -3, 2: -2, 4: -1, 6: 0},
    cite=SCALE,
    where="overheat.classic.rules.tacops.expanded_heat.SKILL",
)
"""What a pilot's skill adds to the number to keep a machine running, by the best skill that adds as much."""

PILOT: Table[int, int] = Table(
    "expanded_heat.pilot",
    {32: 8, 39: 10, 47: 12},
    cite=SCALE,
    where="overheat.classic.rules.tacops.expanded_heat.PILOT",
)
"""The number to keep a pilot from harm, by the heat from which it is asked for."""

SYSTEMS: Table[int, int] = Table(
    "expanded_heat.systems",
    {36: 8, 44: 10},
    cite=SCALE,
    where="overheat.classic.rules.tacops.expanded_heat.SYSTEMS",
)
"""The number to keep a system from failing, by the heat from which it is asked for."""


def _asked(table: Table[int, int], heat: Number) -> int | None:
    """What a table asks for at a heat; nothing below its first row."""
    reached = [lowest for lowest in table.rows if heat >= lowest]
    return table[max(reached)] if reached else None


@rule("expanded_heat.movement", cite=SCALE, slot=SLOWS)
def slower(pace: Pace) -> Term | None:
    """Every 5 points of heat cost a walking point up to 25, every 6 further ones another."""
    heat = pace.unit.condition.heat
    lost = min(pace.points, banded(pace.rules[POINTS], heat))
    return Term("movement.heat", -lost, f"heat {heat}", SCALE) if lost else None


@rule("expanded_heat.avoid", cite=SCALE)
def avoid(hot: Overheating) -> int | None:
    """The rows of the scale go on to 50; good pilots keep a hot machine running more easily."""
    if hot.danger != "shutdown":
        return hot.rules.below(avoid)(hot)
    number = _asked(hot.rules[SHUTDOWN], hot.heat)
    return None if number is None else number + banded(hot.rules[SKILL], hot.unit.piloting)


@rule("expanded_heat.shuts_down", cite=SCALE)
def shuts_down(rules: Ruleset, heat: Number) -> bool:
    """At 50 points a machine shuts down whatever its pilot does."""
    return heat >= CERTAIN_SHUTDOWN


@rule("expanded_heat.infernos", cite=SCALE, implements=("TO-104-heat-scale-35",), slot=FOLLOWS)
def infernos_explode(scene: Scene, event: Event, before: State) -> None:
    """From 35 points on inferno ammunition explodes by itself."""
    if not isinstance(event, HeatSettled) or number_of(event.after) < INFERNOS_EXPLODE:
        return
    for at, mount in enumerate(scene.unit(event.unit).sheet.mounts):
        unit = scene.unit(event.unit)
        inferno = mount.ammunition is not None and "inferno" in mount.ammunition.munition.lower()
        if inferno and unit.condition.shots[at] and works(unit, at) and unit.active:
            explode_bin(scene, event.unit, at)


@rule("expanded_heat.harm", cite=SCALE, slot=FOLLOWS)
def harms(scene: Scene, event: Event, before: State) -> None:
    """A very hot machine hurts its pilot, and one of its systems may fail, somewhere."""
    if not isinstance(event, HeatSettled):
        return
    id, heat = event.unit, number_of(event.after)
    pilot, systems = _asked(scene.rules[PILOT], heat), _asked(scene.rules[SYSTEMS], heat)
    if pilot is not None and scene.unit(id).active and scene.roll("expanded_heat.pilot", who=id, needed=pilot) < pilot:
        hurt_crew(scene, id, 1, "heat")
    if systems is None or not scene.unit(id).active:
        return
    if scene.roll("expanded_heat.systems", who=id, needed=systems) < systems:
        places = scene.unit(id).condition.locations
        picked = scene.roll("expanded_heat.location", 1, len(places), who=id)
        strike_slots(scene, id, places[picked - 1].code, 1)


@rule("expanded_heat.scale_movement", cite=SCALE, slot=SCALE_SAYS)
def tells_of_slowness(rules: Ruleset) -> Mapping[int, str]:
    """Every 5 points cost a walking point up to 25, every 6 further ones another."""
    return {heat: f"–{lost} movement" for heat, lost in rules[POINTS].rows.items() if lost}


@rule("expanded_heat.scale_harm", cite=SCALE, slot=SCALE_SAYS)
def tells_of_harm(rules: Ruleset) -> Mapping[int, str]:
    """Very hot machines hurt their pilots, their systems fail, and infernos explode."""
    told = {heat: f"Pilot hit, avoid {roll}+" for heat, roll in rules[PILOT].rows.items()}
    told |= {heat: f"System fails, avoid {roll}+" for heat, roll in rules[SYSTEMS].rows.items()}
    return told | {INFERNOS_EXPLODE: "infernos explode"}


LAYER = Layer(
    "expanded_heat",
    title="Expanded heat scale",
    group="Heat",
    cite=SCALE,
    needs=("classic",),
    add=(infernos_explode, harms, tells_of_harm, POINTS, SKILL, PILOT, SYSTEMS),
    change=(
        heat_slows.replaced_by(slower),
        tells_of_pace.replaced_by(tells_of_slowness),
        avoid_number.wrapped_in(avoid),
        certainly_shuts_down.replaced_by(shuts_down),
        HEAT_BANDS.amended("expanded_heat.to_hit", {33: 5, 41: 6, 48: 7}, cite=SCALE),
        COOKING_OFF.amended("expanded_heat.ammunition", {35: 10, 40: 12, 45: 14}, cite=SCALE),
        SHUTDOWN.amended(
            "expanded_heat.shutdown",
            {14: 0, 18: 2, 22: 4, 26: 6, 30: 8, 34: 10, 38: 12, 42: 14, 46: 16},
            cite=SCALE,
        ),
    ),
)
