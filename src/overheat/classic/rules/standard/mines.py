"""Minefields as things on the map: what they do to who enters their hex, whoever laid them and by what means.

Of several fields in a hex each may go off. Plain mines wait for whoever is on the ground, active ones for who jumps,
vibrabombs for the steps of machines of a weight, and inferno mines set alight whom plain ones would strike.
"""

from __future__ import annotations

from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard, Hazards
from overheat.classic.rules.standard.clusters import in_groups
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.kernel.game import Player
from overheat.kernel.rules.rule import Ruleset, Table, rule

MINEFIELDS = TACTICAL_OPERATIONS("Minefields", 207)
KINDS_OF_MINES = TACTICAL_OPERATIONS("Kinds of minefields", 208)
FIELD, ACTIVE, INFERNO, VIBRABOMBS = "minefield", "active_minefield", "inferno_minefield", "vibrabombs"
FIELDS = (FIELD, ACTIVE, INFERNO, VIBRABOMBS)
"""The things that are fields of mines."""

FIGURES: Table[str, int] = Table(
    "minefields.figures",
    {"density": 10, "reach": 3, "group": 5, "densest": 30, "soldiers": 1, "air cushion": 12, "active": 9, "worn": 5},
    cite=MINEFIELDS,
    implements=("TO-208-minefield-groupings",),
    where="overheat.classic.rules.standard.mines.FIGURES",
)
"""The damage of a field that is laid by hand, how far that is, damage in groups, and the densest field there is.

What soldiers add to the roll that sets mines off, what hovercraft need and active mines do, and what each explosion
costs a field of special mines.
"""

GOES_OFF_ON: Table[int, int] = Table(
    "minefields.goes_off_on",
    {0: 9, 15: 8, 25: 7},
    cite=MINEFIELDS,
    of="minefields of a density",
    where="overheat.classic.rules.standard.mines.GOES_OFF_ON",
)
"""The roll that sets a field off, from a density on."""


@rule("minefields.number", cite=MINEFIELDS)
def goes_off_on(rules: Ruleset, field: Thing, unit: Unit) -> int:
    """A field goes off on 9, from 15 points on 8, from 25 on 7; soldiers add 1, and what floats on air needs 12."""
    figures = rules[FIGURES]
    if unit.sheet.motive in ("hover", "wige"):
        return figures["air cushion"]
    if field.kind == ACTIVE:
        needed = figures["active"]
    else:
        needed = max((bound, needs) for bound, needs in rules[GOES_OFF_ON].rows.items() if field.value >= bound)[1]
    return needed + (figures["soldiers"] if unit.sheet.kind in SOLDIERS else 0)


@rule("minefields.met", cite=MINEFIELDS, implements=("TO-208-minefield-groupings",), slot=HAZARDS)
def met(arrival: Arrival) -> Hazards:
    """Each minefield in a hex may go off under any unit on the ground, friend or foe, and strikes at its legs."""
    if not arrival.state.things or arrival.unit.airborne:
        return ()
    return tuple(_hazard(arrival, field) for field in fields_at(arrival.state, arrival.unit.hex, FIELD))


@rule("minefields.active", cite=KINDS_OF_MINES, slot=HAZARDS)
def active(arrival: Arrival) -> Hazards:
    """Active mines leap at who jumps into their hex, and leave alone who walks there."""
    if not arrival.state.things or arrival.unit.airborne or arrival.unit.motion.mode != "jump":
        return ()
    return tuple(_hazard(arrival, field) for field in fields_at(arrival.state, arrival.unit.hex, ACTIVE))


@rule("minefields.inferno", cite=KINDS_OF_MINES, slot=HAZARDS)
def inferno(arrival: Arrival) -> Hazards:
    """Inferno mines set alight whom they go off under, and strike no blow."""
    if not arrival.state.things or arrival.unit.airborne:
        return ()
    return tuple(_hazard(arrival, field) for field in fields_at(arrival.state, arrival.unit.hex, INFERNO))


@rule("minefields.fuel", cite=KINDS_OF_MINES)
def fuel(rules: Ruleset, field: Thing) -> int:
    """An inferno field holds as much fuel as half as many inferno missiles as it has points."""
    return field.value // 2


def _hazard(arrival: Arrival, field: Thing) -> Hazard:
    groups = () if field.kind == INFERNO else in_groups(field.value, arrival.rules[FIGURES]["group"])
    needed = arrival.rules[goes_off_on](arrival.rules, field, arrival.unit)
    return Hazard(field.kind, groups, needs=needed, low=True, thing=field)


@rule("minefields.vibrabombs", cite=KINDS_OF_MINES, slot=HAZARDS)
def vibrabombs(arrival: Arrival) -> Hazards:
    """Vibrabombs go off by themselves when a machine of their weight steps on them, or a heavier one comes near."""
    if not arrival.state.things or not arrival.unit.machine or arrival.unit.airborne:
        return ()
    return tuple(
        Hazard(
            VIBRABOMBS,
            in_groups(field.value, arrival.rules[FIGURES]["group"]) if field.hex == arrival.unit.hex else (),
            low=True,
            thing=field,
        )
        for field in arrival.state.things.values()
        if field.kind == VIBRABOMBS
        and field.hex is not None
        and arrival.rules[feels_steps](arrival.rules, field, arrival.unit)
    )


TONS_A_HEX = 10


@rule("minefields.feels_steps", cite=KINDS_OF_MINES)
def feels_steps(rules: Ruleset, field: Thing, unit: Unit) -> bool:
    """Vibrabombs feel machines less than ten tons lighter than they are set to, and each ten tons more a hex off."""
    over = unit.sheet.tons - field.setting
    if field.hex is None or over <= -TONS_A_HEX:
        return False
    return unit.hex.distance(field.hex) <= max(0, int(over // TONS_A_HEX))


def fields_at(state: State, hex: Hex, *kinds: str) -> tuple[Thing, ...]:
    """The minefields in a hex, of some kinds or of all."""
    wanted = kinds or FIELDS
    return tuple(thing for thing in state.things.values() if thing.kind in wanted and thing.hex == hex)


def field_of(state: State, hex: Hex, kind: str, owner: Player) -> Thing | None:
    """The minefield of a side in a hex that all know of."""
    found = (field for field in fields_at(state, hex, kind) if field.owner == owner and not field.hidden)
    return next(found, None)


RULES = (met, active, inferno, vibrabombs, fuel, goes_off_on, feels_steps, FIGURES, GOES_OFF_ON)
