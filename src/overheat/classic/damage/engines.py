"""Engines without fusion that are hit: fuel explodes, and what is split leaks.

From which roll fuel explodes, and that each hit on a fission engine hurts the pilot of a machine, is from memory of the
book that the errata refer to.
"""

from __future__ import annotations

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS, TOTAL_WARFARE
from overheat.classic.damage.aftermath import RECOVERED, STILL_STUNNED, SYSTEM_HIT
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.facts.events import FateMet, MarkLaid, VehicleHurt
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.vocabulary import FATES
from overheat.kernel.rules.rule import Table, rule

INDUSTRIAL = TOTAL_WARFARE("Engine hits of IndustrialMechs", 126)
FISSION = TACTICAL_OPERATIONS("Combat vehicle fission engines", 307)
ENGINE = "engine"
LEAKING = named("leaking_engine", "the engine leaks since round {value}")
PURPOSES.says("engines.fuel", "fuel of {who} explodes, {needed} needed")
PURPOSES.says("engines.radiation", "turns that the crew of {who} is stunned by radiation")
FATES.says("radiation", "crew killed by radiation")

FUEL: Table[str, int] = Table(
    "engines.fuel", {"combustion": 10, "fuel_cell": 10}, cite=INDUSTRIAL, where="overheat.classic.damage.engines.FUEL"
)
"""The roll from which the fuel of a machine explodes when its engine is hit."""

FIGURES: Table[str, int] = Table(
    "engines.figures",
    {"pilot": 1, "fourth turn": 4},
    cite=FISSION,
    implements=("TO-307-cv-fission-2",),
    where="overheat.classic.damage.engines.FIGURES",
)
"""Hits that a pilot takes from a fission engine that is hit; the turn after the hit by which a crew must be gone."""


@rule("engines.fuel_explodes", cite=INDUSTRIAL, implements=("TO-308-nonfusion-mechs-a",), slot=SYSTEM_HIT)
def fuel_explodes(scene: Scene, id: str, system: str) -> None:
    """A machine that burns fuel may lose it all at once whenever its engine is hit."""
    unit = scene.unit(id)
    engine = unit.sheet.engine
    if system != ENGINE or not unit.machine or engine is None or "fusion" in engine.kind.flags:
        return
    needed = next((number for kind, number in scene.rules[FUEL].rows.items() if kind in engine.kind.flags), None)
    if needed is not None and scene.roll("engines.fuel", who=id, needed=needed) >= needed:
        scene.tell(FateMet(id, "destroyed", "fuel_tank_explodes"))


@rule(
    "engines.leaks_in_machines",
    cite=FISSION,
    implements=("TO-307-cv-fission-2", "TO-308-nonfusion-mechs-a"),
    slot=SYSTEM_HIT,
)
def leaks_in_machines(scene: Scene, id: str, system: str) -> None:
    """Each hit on the fission engine of a machine hurts its pilot."""
    unit = scene.unit(id)
    engine = unit.sheet.engine
    if system == ENGINE and unit.machine and engine is not None and "fission" in engine.kind.flags:
        hurt_crew(scene, id, scene.rules[FIGURES]["pilot"], "radiation")


@rule("engines.leaks_in_vehicles", cite=FISSION, implements=("TO-307-cv-fission-2",), slot=SYSTEM_HIT)
def leaks_in_vehicles(scene: Scene, id: str, system: str) -> None:
    """A fission engine of a vehicle that is hit stuns the crew for as many turns as a die shows, after this one."""
    unit = scene.unit(id)
    engine = unit.sheet.engine
    if system != ENGINE or not unit.vehicle or engine is None or "fission" not in engine.kind.flags:
        return
    turns = scene.roll("engines.radiation", 1, who=id) + 1
    stunned = max(turns, unit.condition.vehicle.crew_stunned)
    scene.tell(MarkLaid(id, LEAKING, Mark(value=scene.state.round)))
    scene.tell(VehicleHurt(id, "crew_stunned", {"crew_stunned": stunned}))


@rule("engines.radiation_kills", cite=FISSION, implements=("TO-307-cv-fission-2",), slot=STILL_STUNNED)
def radiation_kills(scene: Scene, id: str) -> None:
    """Who is still stunned when the fourth turn after the hit begins does not live."""
    mark = scene.unit(id).marks.get(LEAKING)
    if mark is None or scene.state.round - mark.value < scene.rules[FIGURES]["fourth turn"] - 1:
        return
    scene.tell(VehicleHurt(id, "crew_killed", {"crew_dead": True}))
    scene.tell(FateMet(id, "destroyed", "radiation"))


@rule("engines.radiation_drives_out", cite=FISSION, implements=("TO-307-cv-fission-2",), slot=RECOVERED)
def radiation_drives_out(scene: Scene, id: str) -> None:
    """Who comes to before that leaves the vehicle for good."""
    if LEAKING in scene.unit(id).marks:
        scene.tell(FateMet(id, "ejected", "crew_leaves"))


RULES = (fuel_explodes, leaks_in_machines, leaks_in_vehicles, radiation_kills, radiation_drives_out, FUEL, FIGURES)
