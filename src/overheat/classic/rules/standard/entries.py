"""Piloting rolls that movement asks for: water, rubble and jungle, buildings, skids, damaged legs."""

from __future__ import annotations

from overheat.classic.board.board import Ground
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.state import Motion, Unit
from overheat.classic.rules.standard.bogging import bog_check, stuck_at_once
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.movement import Entry, terrain_names, walls_met
from overheat.classic.rules.standard.piloting import DEEDS, LEG_ACTUATORS, cause, footing_of
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.rules.standard.terrain import TERRAIN, kinds_of
from overheat.classic.rules.standard.to_hit import banded
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Term
from overheat.kernel.wording.phrases import counted

ACTIONS = QUICK_REFERENCE("Piloting Skill Rolls, actions")
SKIDDING = QUICK_REFERENCE("Piloting Skill Rolls, skidding")
BUILDINGS = QUICK_REFERENCE("Piloting Skill Rolls, entering buildings")

SKID_BANDS: Table[int, int] = Table(
    "piloting.skid_bands",
    {0: -1, 3: 0, 5: 1, 8: 2, 11: 4, 18: 5, 25: 6},
    cite=SKIDDING,
    implements=("QR-psr-skid",),
    where="overheat.classic.rules.standard.entries.SKID_BANDS",
)

BUILDING_ROLLS: Table[str, int] = Table(
    "piloting.buildings",
    {"light building": 0, "medium building": 1, "heavy building": 2, "hardened building": 5},
    cite=BUILDINGS,
    implements=("QR-psr-building",),
    where="overheat.classic.rules.standard.entries.BUILDING_ROLLS",
)
BUILDING_BANDS: Table[int, int] = Table(
    "piloting.building_bands",
    {0: 0, 3: 1, 5: 2, 7: 3, 10: 4, 18: 5, 25: 6},
    cite=BUILDINGS,
    implements=("QR-psr-building",),
    where="overheat.classic.rules.standard.entries.BUILDING_BANDS",
)


HANGAR, FORTRESS = 1, 2
"""The classes of buildings that are hangars and fortresses, as board files number them."""

ENTRY_CHECKS: Slot[[Entry, Motion], Term | None] = Slot("piloting.entry_checks", nothing=None)
"""Further piloting rolls that entering a hex asks of a machine, which falls when it fails one."""


DRIVING_CHECKS: Slot[[Entry, Motion], Term | None] = Slot("piloting.driving_checks", nothing=None)
"""Further rolls that entering a hex asks of all but machines; what failing one leads to is a row of the failings."""


def entry_checks(entry: Entry, motion: Motion, *, landing: bool = False) -> tuple[Term, ...]:
    """The piloting rolls that entering a hex asks of a machine; of others only those for walls and soft ground."""
    rules = entry.rules
    if not entry.unit.machine:
        walls = rules[building_check](entry, motion.travelled) if entry.unit.vehicle else None
        driven = (contribution.function(entry, motion) for contribution in rules[DRIVING_CHECKS] if not landing)
        return tuple(term for term in (walls, _bog(entry, landing), *driven) if term is not None)
    found = [*rules[terrain_checks](entry), rules[building_check](entry, motion.travelled), _bog(entry, landing)]
    found += [contribution.function(entry, motion) for contribution in rules[ENTRY_CHECKS]]
    if landing:
        found.append(rules[landing_check](rules, entry.unit))
    else:
        found.append(rules[skid_check](entry, motion))
    return tuple(term for term in found if term is not None)


def _bog(entry: Entry, landing: bool) -> Term | None:
    """The roll not to bog down; who lands from a jump makes none, nor who is stuck at once."""
    return None if landing or entry.rules[stuck_at_once](entry, False) else entry.rules[bog_check](entry)


@rule("piloting.terrain", cite=ACTIONS, implements=("QR-psr-actions", "QR-terrain-costs"))
def terrain_checks(entry: Entry) -> tuple[Term, ...]:
    """Water, rubble, sand and jungle trip a machine that walks into them, unless it keeps to a road.

    What a kind of terrain adds to every roll made in it is not counted twice.
    """
    if entry.by_road:
        return ()
    rows, names = entry.rules[TERRAIN], terrain_names(entry)
    asking = [(name, rows[name]) for name in names if rows[name].entry is not None]
    return tuple(
        Term("piloting.terrain", (row.entry or 0) - footing_of(entry.unit, row), f"enters {name}", ACTIONS)
        for name, row in asking
    )


@rule("piloting.building", cite=BUILDINGS, implements=("QR-psr-building",))
def building_check(entry: Entry, hexes: int) -> Term | None:
    """Walls hold a machine up the more the faster it comes and the stronger they are, those of a fortress by 1 more.

    Those of a hangar hold it up by 1 less.
    """
    kind = walls_met(entry)
    if not kind:
        return None
    value, sort = entry.rules[BUILDING_ROLLS][kind], entry.target.amount("bldg_class")
    if sort == FORTRESS:
        value, kind = value + 1, f"{kind}, a fortress,"
    if sort == HANGAR:
        value, kind = max(0, value - 1), f"{kind}, a hangar,"
    value += banded(entry.rules[BUILDING_BANDS], hexes)
    return Term("piloting.building", value, f"enters a {kind} after {counted(hexes, 'hex', 'hexes')}", BUILDINGS)


@rule("piloting.skid", cite=SKIDDING, implements=("QR-psr-skid", "QR-psr-actions"))
def skid_check(entry: Entry, motion: Motion) -> Term | None:
    """Who runs, turns on pavement or ice and goes on may skid, the more easily the further it came."""
    smooth = skids_on(entry.rules, entry.origin)
    if not entry.rules[MODES][motion.mode].fast or not motion.turned or not motion.travelled or not smooth:
        return None
    value = banded(entry.rules[SKID_BANDS], motion.travelled)
    return Term("piloting.skid", value, f"turns at a run after {counted(motion.travelled, 'hex', 'hexes')}", SKIDDING)


def skids_on(rules: Ruleset, ground: Ground) -> bool:
    """Whether units skid on some ground."""
    return any(rules[TERRAIN][name].slippery for name in kinds_of(rules, ground))


@rule(
    "piloting.landing",
    cite=ACTIONS,
    implements=("QR-psr-actions", "QR-crit-gyro", "QR-crit-hip", "QR-crit-foot", "QR-crit-leg-actuators"),
)
def landing_check(rules: Ruleset, unit: Unit) -> Term | None:
    """A jump ends in a piloting roll when gyro or legs are damaged."""
    damaged = hits_on(unit, "gyro") or hits_on(unit, "hip") or any(hits_on(unit, part) for part in LEG_ACTUATORS)
    lost = any(place.destroyed for place in unit.condition.locations if place.code.endswith("L"))
    return cause(rules[DEEDS], "jump with damaged gyro or legs") if damaged or lost else None


@rule("piloting.running", cite=ACTIONS, implements=("QR-psr-actions", "QR-crit-gyro", "QR-crit-hip"))
def running_check(rules: Ruleset, unit: Unit) -> Term | None:
    """A run ends in a piloting roll when gyro or hip are damaged."""
    if not hits_on(unit, "gyro") and not hits_on(unit, "hip"):
        return None
    return cause(rules[DEEDS], "run with damaged gyro or hip")


RULES = (
    terrain_checks,
    building_check,
    skid_check,
    landing_check,
    running_check,
    SKID_BANDS,
    BUILDING_ROLLS,
    BUILDING_BANDS,
)
