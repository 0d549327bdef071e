"""Careful movement: what fog, darkness and ice cost is care, and who saves it goes headlong and may come to grief.

The rolls of who goes headlong are plain ones, since no document of ours gives them a modifier besides that of ice.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from overheat.classic.battle.mires import FAILINGS, halt
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.falls import fall, hit_in_groups
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.blow_force import charge_damage
from overheat.classic.rules.standard.entries import DRIVING_CHECKS, ENTRY_CHECKS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modes import MODES, Mode, running, walking
from overheat.classic.rules.standard.movement import (
    COSTS,
    DARKNESS,
    Entry,
    darkness_cost,
    fog_cost,
    kinds_met,
    modified_ground_cost,
    price_of,
)
from overheat.classic.rules.standard.piloting import Check, footing_of, skill
from overheat.classic.rules.standard.terrain import TERRAIN
from overheat.classic.sight.relief import Relief
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

CAREFUL = TACTICAL_OPERATIONS("Careful Movement", 63)
HEADLONG_WALK, HEADLONG_RUN = "headlong_walk", "headlong_run"
HEADLONG = (HEADLONG_WALK, HEADLONG_RUN)
CAUSE = "careful.headlong"
ICY = ("ice", "black ice")
SOLDIERS = ("infantry", "battle armour")

FIGURES: Table[str, int] = Table(
    "careful.figures",
    {"fog and darkness": 3},
    cite=CAREFUL,
    implements=("TO-063-careful-movement-3",),
    where="overheat.classic.rules.tacops.careful_movement.FIGURES",
)
"""The most that fog and darkness cost together."""


def spared(unit: Unit) -> bool:
    """Whom careful movement is no matter of: soldiers, and who flies or jumps."""
    flies = unit.sheet.motive == "vtol" or unit.motion.mode in ("jump", "fly")
    return unit.sheet.kind in SOLDIERS or flies


def _perils(state: State) -> bool:
    """Whether anything here asks for care."""
    relief, rules = state.relief, state.relief.rules
    return bool(state.weather.fog) or state.weather.light in rules[DARKNESS] or _frozen(relief)


def _frozen(relief: Relief) -> bool:
    kept: dict[str, bool] = relief.remember("frozen", lambda _: {})
    if not kept:
        kept["ice"] = any("ice" in ground or "black_ice" in ground for ground in relief.board.grounds)
    return kept["ice"]


def _pace(pace: Callable[[State, Unit], int]) -> Callable[[State, Unit], int]:
    def points(state: State, unit: Unit) -> int:
        """The same points as with care; none where nothing asks for it."""
        return 0 if spared(unit) or not _perils(state) else pace(state, unit)

    return points


MODE = MODES.amended(
    "careful.modes",
    {
        HEADLONG_WALK: Mode(
            word="walk headlong",
            past="walked headlong",
            driven=("cruise headlong", "cruised headlong"),
            points=_pace(walking),
            heat=MODES["walk"].heat,
            attacker=MODES["walk"].attacker,
        ),
        HEADLONG_RUN: Mode(
            word="run headlong",
            past="ran headlong",
            driven=("flank headlong", "flanked headlong"),
            points=_pace(running),
            heat=MODES["run"].heat,
            attacker=MODES["run"].attacker,
            fast=True,
        ),
    },
    cite=CAREFUL,
    implements=("TO-063-careful-movement-1", "TO-063-careful-movement-4"),
)
"""As a walk and a run, without the points that care costs."""


def _headlong(entry: Entry) -> bool:
    return entry.unit.motion.mode in HEADLONG


@rule(
    "careful.fog",
    cite=CAREFUL,
    implements=("TO-063-careful-movement-1", "TO-063-careful-movement-4", "TO-063-careful-movement-5"),
    slot=COSTS,
    steady=(),
)
def fog_for_the_careful(entry: Entry) -> Term | None:
    """Fog costs who goes with care; soldiers, jumpers and rotorcraft need none."""
    return None if _headlong(entry) or spared(entry.unit) else entry.rules.below(fog_for_the_careful)(entry)


@rule(
    "careful.darkness",
    cite=CAREFUL,
    implements=("TO-063-careful-movement-1", "TO-063-careful-movement-3"),
    slot=COSTS,
    steady=(),
)
def dark_for_the_careful(entry: Entry) -> Term | None:
    """So does darkness, but no more than three points together with fog."""
    if _headlong(entry) or spared(entry.unit):
        return None
    term: Term | None = entry.rules.below(dark_for_the_careful)(entry)
    fog = entry.rules[fog_cost](entry) if term is not None and entry.weather.fog else None
    if term is None or fog is None:
        return term
    left = max(0, entry.rules[FIGURES]["fog and darkness"] - int(fog.value))
    return msgspec.structs.replace(term, value=min(int(term.value), left)) if left else None


@rule(
    "careful.ice",
    cite=CAREFUL,
    implements=("TO-063-careful-movement-1", "TO-063-careful-movement-3"),
    slot=COSTS,
    steady=(),
)
def ice_for_the_careful(entry: Entry) -> Term | None:
    """Ice costs who goes with care its point, on top of all else."""
    term: Term | None = entry.rules.below(ice_for_the_careful)(entry)
    saved = sum(price_of(entry, name) for name in kinds_met(entry) if name in ICY) if _headlong(entry) else 0
    if term is None or not saved:
        return term
    left = int(term.value) - saved
    return msgspec.structs.replace(term, value=left) if left else None


def _check(entry: Entry) -> Term | None:
    """The roll of who enters a hex without the care that it asks for."""
    unit = entry.unit
    if spared(unit):
        return None
    met = kinds_met(entry)
    icy = [name for name in met if name in ICY and price_of(entry, name)]
    unpaid = icy if _headlong(entry) else [name for name in icy if name == "black ice" and entry.by_road]
    perils = [*unpaid, *(_weather(entry) if _headlong(entry) else ())]
    if not perils:
        return None
    even = sum(footing_of(unit, entry.rules[TERRAIN][name]) for name in unpaid)
    return Term(CAUSE, -even, f"goes headlong into {', '.join(perils)}", CAREFUL)


def _weather(entry: Entry) -> tuple[str, ...]:
    fog = (f"{entry.weather.fog} fog",) if entry.weather.fog else ()
    return (*fog, entry.weather.light) if entry.weather.light in entry.rules[DARKNESS] else fog


@rule(
    "careful.machines",
    cite=CAREFUL,
    implements=("TO-034-movement-table-p34-2", "TO-034-movement-table-p34-7", "TO-040-black-ice", "TO-050-ice-1"),
    slot=ENTRY_CHECKS,
    steady=(),
)
def machines_headlong(entry: Entry, motion: Motion) -> Term | None:
    """A machine that goes headlong into ice, fog or darkness rolls in every hex, on ice at +0; so it does on black ice.

    Who follows a road has not paid for black ice on it.
    """
    return None if motion.mode == "jump" else _check(entry)


@rule(
    "careful.vehicles",
    cite=CAREFUL,
    implements=("TO-040-black-ice", "TO-050-ice-1", "TO-063-careful-movement-2", "TO-064-careful-movement-protomech"),
    slot=DRIVING_CHECKS,
    steady=(),
)
def vehicles_headlong(entry: Entry, motion: Motion) -> Term | None:
    """A vehicle or a ProtoMech does the same; hovercraft pay nothing on ice, and need no care on it."""
    return _check(entry)


def come_to_grief(scene: Scene, id: str, why: Term) -> None:
    """A machine falls; anything else runs into something as heavy as itself, and stops."""
    unit = scene.unit(id)
    if unit.machine:
        fall(scene, id, why)
        return
    _, back = scene.rules[charge_damage](scene.rules, unit, unit, max(1, unit.motion.travelled))
    hit_in_groups(scene, weighed(scene, Hit(id, "front", back, "crash")))
    if scene.unit(id).active:
        halt(scene, id)


FAILING = FAILINGS.amended(
    "careful.failings",
    {CAUSE: come_to_grief},
    cite=CAREFUL,
    implements=("TO-063-careful-movement-2", "TO-064-careful-movement-protomech"),
)


@rule("careful.skill", cite=CAREFUL, implements=("TO-064-careful-movement-protomech",))
def by_gunnery(check: Check) -> Term:
    """A ProtoMech goes headlong by its gunnery."""
    if not check.unit.protomech or check.cause.id != CAUSE:
        below: Term = check.rules.below(by_gunnery)(check)
        return below
    return Term("piloting.skill", check.unit.gunnery, "gunnery skill", CAREFUL)


LAYER = Layer(
    "careful_movement",
    title="Careful movement",
    group="Terrain",
    cite=CAREFUL,
    needs=("classic",),
    add=(FIGURES, machines_headlong, vehicles_headlong),
    change=(
        MODE,
        FAILING,
        fog_cost.wrapped_in(fog_for_the_careful),
        darkness_cost.wrapped_in(dark_for_the_careful),
        modified_ground_cost.wrapped_in(ice_for_the_careful),
        skill.wrapped_in(by_gunnery),
    ),
)
