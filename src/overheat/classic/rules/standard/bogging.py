"""Bogging down: soft ground holds who enters it, until it struggles free; quicksand swallows it level by level.

The numbers that no document of ours gives are those in common use: soldiers roll from 4, a machine that lands in soft
ground from a jump is stuck in it, and a swamp that holds somebody turns into quicksand on a 12.
"""

from __future__ import annotations

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.movement import AFLOAT, Entry, kinds_met
from overheat.classic.rules.standard.terrain import TERRAIN, kinds_of, nearest, words_for
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

BOG_DOWN = TACTICAL_OPERATIONS("Bog Down Rules", 62)
SWAMP = TACTICAL_OPERATIONS("Swamp", 51)

BOG, FREE = "terrain.bog", "terrain.free"
"""The causes of the rolls not to bog down, and to get free."""
BOGGED = named("bogged", "bogged down")
"""The mark of a unit that is stuck: in which hex, and how it came there."""
LEAPT = "leapt"
"""How who came by a jump is marked."""
FRESH, OLD = 2, 3
"""Quicksand as board files grade it: of this turn, and of earlier ones."""

FIGURES: Table[str, int] = Table(
    "bogging.figures",
    {"swamp turns": 12, "quicksand": 3},
    cite=SWAMP,
    where="overheat.classic.rules.standard.bogging.FIGURES",
)
"""What must be rolled for a swamp to become quicksand, and what quicksand adds to the roll to get free."""


def bogged(unit: Unit) -> Mark | None:
    """How a unit is stuck where it is; None where it is not."""
    mark = unit.marks.get(BOGGED) if unit.marks else None
    return mark if mark is not None and mark.about == str(unit.hex) else None


def _soft(rules: Ruleset) -> frozenset[str]:
    """The kinds of terrain that anybody may bog down in."""
    rows, kept = rules[TERRAIN].rows, rules.remembered("bogging.soft")
    if kept.get("rows") is not rows:
        names = frozenset(name for name, row in rows.items() if row.bog is not None or row.bogs)
        kept.update(rows=rows, names=names)
    found: frozenset[str] = kept["names"]
    return found


def _boggy(entry: Entry) -> dict[str, int]:
    """The kinds of terrain in a hex that a unit may bog down in, and what each adds to its roll."""
    unit, rows = entry.unit, entry.rules[TERRAIN]
    if _soft(entry.rules).isdisjoint(kinds_of(entry.rules, entry.target)):
        return {}
    if entry.by_road or unit.motive in AFLOAT or entry.to_level != entry.target.level:
        return {}
    met = kinds_met(entry)
    if not met:
        return {}
    words = words_for(unit)
    found = {name: rows[name] for name in met if rows[name].spares.isdisjoint(words)}
    figures = {name: nearest(row.bogs, words, row.bog) for name, row in found.items()}
    return {name: figure for name, figure in figures.items() if figure is not None}


@rule("bogging.check", cite=BOG_DOWN, implements=("TO-062-bog-down-1", "TO-062-bog-down-2", "TO-050-mud"))
def bog_check(entry: Entry) -> Term | None:
    """Who enters swamp, mud, deep snow, tundra or magma rolls not to bog down, at the number of the worst of them.

    Hovercraft and what flies or floats are spared, and so are machines in mud; on a road nobody bogs down. Tundra, deep
    snow and mud make it easier by 1, but for soldiers in mud. Magma crust holds nobody.
    """
    found = _boggy(entry)
    if not found:
        return None
    return Term(BOG, max(found.values()), f"not to bog down in {', '.join(found)}", BOG_DOWN)


@rule("bogging.at_once", cite=BOG_DOWN)
def stuck_at_once(entry: Entry, landing: bool) -> bool:
    """Quicksand holds whoever enters it, and all soft ground a machine that lands in it, without a roll."""
    found = _boggy(entry)
    rows = entry.rules[TERRAIN]
    return any(rows[name].swallows for name in found) or (landing and entry.unit.machine and bool(found))


@rule("bogging.free", cite=BOG_DOWN, implements=("TO-051-swamp-quicksand",))
def free_check(state: State, unit: Unit) -> Term:
    """To get free is as hard as not to bog down; quicksand adds 3, and 3 for every level that the unit has sunk."""
    rules, words = state.relief.rules, words_for(unit)
    rows, ground = rules[TERRAIN], state.relief.board[unit.hex]
    figures = {name: nearest(rows[name].bogs, words, rows[name].bog) for name in kinds_of(rules, ground)}
    held = {name: figure for name, figure in figures.items() if figure is not None}
    value = max(held.values(), default=0)
    deep = max((rows[name].swallows for name in held), default=0)
    if deep:
        value += rules[FIGURES]["quicksand"] + deep * max(0, -unit.elevation)
    return Term(FREE, value, f"to get free of {', '.join(held) or 'the ground'}", BOG_DOWN)


@rule("bogging.leaps_out", cite=BOG_DOWN, implements=("TO-062-bog-down-1",))
def leaps_out(rules: Ruleset, unit: Unit) -> bool:
    """Who bogged down on foot gets free by jumping out; who came by a jump struggles like everybody else."""
    mark = bogged(unit)
    return mark is None or mark.kind != LEAPT


@rule("bogging.turns_to_quicksand", cite=SWAMP)
def turns_to_quicksand(rules: Ruleset, roll: int) -> bool:
    """A swamp that somebody bogs down in is quicksand from then on, on a 12."""
    return roll >= rules[FIGURES]["swamp turns"]


@rule("bogging.swallowed", cite=SWAMP, implements=("TO-051-swamp-quicksand",))
def swallowed(rules: Ruleset, unit: Unit) -> bool:
    """A unit that quicksand has closed over is lost: a machine two levels down, other units one."""
    return -unit.elevation > unit.stature


@rule(
    "fire.sunk",
    cite=SWAMP,
    implements=("TO-051-swamp-quicksand",),
    slot=FORBIDS,
    only=lambda attack: bool(attack.attacker.marks),
)
def sunk_legs(attack: WeaponAttack) -> Refusal | None:
    """A machine that has sunk into quicksand cannot use its leg weapons."""
    unit = attack.attacker
    if not unit.marks or bogged(unit) is None or unit.elevation >= 0 or attack.mount.location not in LEGS:
        return None
    return Refusal("fire.sunk", "leg weapons cannot be used below the surface", SWAMP)


RULES = (
    bog_check,
    stuck_at_once,
    free_check,
    leaps_out,
    turns_to_quicksand,
    swallowed,
    sunk_legs,
    FIGURES,
)
