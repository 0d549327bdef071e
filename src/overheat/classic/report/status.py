"""A unit in battle in words: where it stands, what is left of it, how hot it is, what it can still fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from overheat.classic.battle.steps import allowance
from overheat.classic.facts.phrases import FACINGS, marks_in_words, thing_told
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import tracks_heat
from overheat.classic.rules.standard.systems import works
from overheat.classic.unit.condition import LocationCondition
from overheat.kernel.terms import Number, number_to_read
from overheat.kernel.wording.phrases import counted, in_words

BODY = (("HD",), ("LA", "LT", "CT", "RT", "RA"), ("LL", "RL"))
QUAD_BODY = (("HD",), ("FLL", "LT", "CT", "RT", "FRL"), ("RLL", "RRL"))
"""How the locations of a machine are laid out, row by row."""
CELL = 13
HOTTEST = 30


def status(state: State, unit: Unit, names: Mapping[str, str]) -> str:
    """Everything about a unit that its player looks at, a dozen lines."""
    lines = [f"{names[unit.id]}: {unit.sheet.name}, {where(unit, names)}", _moves(state, unit), f"crew {_crew(unit)}"]
    if state.relief.rules[tracks_heat](state.relief.rules, unit):
        lines.append(f"heat {heat_bar(unit.condition.heat)}")
    return "\n".join([*lines, "", *diagram(unit), "", *inventory(unit)])


def line(unit: Unit, names: Mapping[str, str]) -> str:
    """A unit in one line: where it is and how it does."""
    name = names[unit.id]
    if not unit.active:
        return f"{name}: {unit.fate}"
    heat = f", heat {unit.condition.heat}" if unit.machine or unit.condition.heat else ""
    troops = f", {unit.condition.troopers} soldiers" if unit.sheet.kind in ("infantry", "battle armour") else ""
    return f"{name}: {where(unit, names)}, armour {100 * armour_left(unit):.0f} %{heat}{troops}"


def things(state: State) -> list[str]:
    """What lies on the map, flies over it or stands beyond its edge, a line each."""
    return sorted(map(thing_told, state.things.values()))


def where(unit: Unit, names: Mapping[str, str]) -> str:
    """Where a unit stands, which way it looks, how it lies, and what holds of it for a while."""
    told = [f"{unit.hex} facing {FACINGS[unit.facing]}"]
    if unit.torso != unit.facing:
        told.append(f"torso {FACINGS[unit.torso]}")
    if unit.elevation:
        told.append(f"{'roof or air' if unit.elevation > 0 else 'depth'} {abs(unit.elevation)}")
    condition = unit.condition
    told += ["prone"] if condition.prone else []
    told += [] if condition.stance is None else [in_words(condition.stance.id)]
    told += ["shut down"] if condition.shut_down else []
    told += [] if condition.conscious else ["crew unconscious"]
    told += ["immobile"] if condition.vehicle.immobile else []
    return ", ".join([*told, *marks_in_words(unit, names)])


def armour_left(unit: Unit) -> float:
    """The share of its armour and structure that a unit has left."""
    whole = sum(place.armour + place.rear_armour + place.structure for place in unit.sheet.locations)
    left = sum(place.armour + place.rear_armour + place.structure for place in unit.condition.locations)
    return float(left / whole) if whole else 1.0


def _moves(state: State, unit: Unit) -> str:
    walk, run, jump = (allowance(state, unit, mode) for mode in ("walk", "run", "jump"))
    return f"walk {walk}  run {run}  jump {jump}"


def _crew(unit: Unit) -> str:
    hits = f", {counted(unit.condition.crew_hits, 'hit')}" if unit.condition.crew_hits else ""
    return f"gunnery {unit.gunnery}, piloting {unit.piloting}{hits}"


def heat_bar(heat: Number) -> str:
    """The heat scale: `7 |#######.......................|`."""
    filled = min(int(heat), HOTTEST)
    return f"{number_to_read(heat):>2} |{'#' * filled}{'.' * (HOTTEST - filled)}|"


def diagram(unit: Unit) -> list[str]:
    """What is left of each location: armour, rear armour after a `+`, and structure after a `/`."""
    places = {place.code: place for place in unit.condition.locations}
    rows = QUAD_BODY if "FLL" in places else BODY
    if not set(places) <= {code for row in rows for code in row}:
        return ["  ".join(_cell(place) for place in places.values())] if places else ["no armour of its own"]
    lines = []
    for row in rows:
        cells = [_cell(places[code]).center(CELL) for code in row if code in places]
        gap = " " * CELL if len(row) == 2 else ""
        lines.append(gap.join(cells).center(5 * CELL).rstrip())
    return lines


def _cell(place: LocationCondition) -> str:
    if place.destroyed:
        return f"{place.code} gone"
    rear = f"+{number_to_read(place.rear_armour)}" if place.rear_armour else ""
    hits = "*" * min(3, len(place.critical_hits))
    return f"{place.code} {number_to_read(place.armour)}{rear}/{number_to_read(place.structure)}{hits}"


def inventory(unit: Unit) -> Iterator[str]:
    """The weapons with their state, and the shots in each bin."""
    for at in unit.plan.weapons:
        mount = unit.sheet.mounts[at]
        weapon = mount.weapon
        assert weapon is not None
        _, short, medium, long, _ = weapon.range
        state = "" if works(unit, at) else "  out of action"
        state += "  jammed" if at in unit.condition.jammed else ""
        rear = " rear" if mount.rear else ""
        heat = number_to_read(weapon.heat)
        yield f"  {weapon.name} {mount.location}{rear}  heat {heat}  range {short}/{medium}/{long}{state}"
    for at, mount in enumerate(unit.sheet.mounts):
        if mount.ammunition is not None:
            yield f"  {mount.equipment.name} {mount.location}: {unit.condition.shots[at]} shots"
