"""Gadgets: parts of a unit that its crew switches on and off, or uses up; a row for each kind.

A row says what it is switched for and when, in which words, and what a bot makes of it. What follows is for the rules
that look for its mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import ROLLING, Motion, State, Unit
from overheat.classic.rules.standard.boosters import COOLED, ENGAGED, RADICAL, STRAINED, radically, strain
from overheat.classic.rules.standard.capacitors import CHARGED, CHARGING, may_charge
from overheat.classic.rules.standard.capacitors import FIGURES as CAPACITOR_FIGURES
from overheat.classic.rules.standard.linked_parts import served_weapon
from overheat.classic.rules.standard.physical_weapons import DRAWN, PHYSICAL_WEAPONS
from overheat.classic.rules.standard.pods import BURST, may_burst
from overheat.classic.rules.standard.systems import works
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule

SWITCHING = TACTICAL_OPERATIONS("Advanced equipment, use", 278)
HOT = 12
"""The heat at which a bot no longer spares its coolant."""
FAR = 14
"""Hexes that are many to who wants to be somewhere."""


@dataclass(frozen=True, kw_only=True)
class Gadget:
    """A kind of part that is switched or used up."""

    flags: tuple[str, ...]
    """What equipment is marked with that is one: all of these."""
    phases: tuple[str, ...] = ("movement",)
    """When it may be switched."""
    mark: str
    """The mark of a part that is on, of each by its mount."""
    on: str
    """Switching it on, in words, with its name for `{item}`."""
    off: str = ""
    """Switching it off again; nothing for what cannot be."""
    before_moving: bool = False
    """Whether it is switched before the unit has moved, or not at all."""
    strains: bool = False
    """Whether switching it on takes a roll, and may go wrong."""
    this_round: bool = False
    """Whether it is off again when the round ends."""
    besides: str = ""
    """A further mark that it has when it is switched on, until the round ends."""
    refuses: Callable[[State, Unit, int], Refusal | None] = lambda state, unit, mount: None
    """Why it cannot be switched on, besides what holds for all."""
    promises: Callable[[Ruleset, Unit, int], str] = lambda rules, unit, mount: ""
    """What it is good for, in a line."""
    worth: Callable[[State, Unit, int, bool], float] = lambda state, unit, mount, on: 0.0
    """What switching it is worth to a bot; nothing to leave it as it is."""

    def __str__(self) -> str:
        return self.on.format(item="part")


def near(state: State, unit: Unit, hexes: int) -> bool:
    """Whether an enemy is so many hexes off, or nearer."""
    others = (other for other in state.units.values() if other.active and other.side != unit.side)
    return any(unit.hex.distance(other.hex) <= hexes for other in others)


def _to_strike(state: State, unit: Unit, mount: int, on: bool) -> float:
    """A blade is worth its trouble when somebody is near enough to be reached, and a burden when nobody is."""
    return 1.0 if near(state, unit, 8) == on else 0.0


def _strikes(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What a physical weapon does when it is at the ready."""
    flags = unit.sheet.mounts[mount].equipment.flags
    weapon = next(row for row in rules[PHYSICAL_WEAPONS].rows.values() if flags.issuperset(row.flags))
    heat = f", {weapon.switched[1]} heat a turn" if weapon.switched[1] else ""
    return f"{weapon.damage(unit.sheet.tons, on=True)} damage, {weapon.to_hit:+} to hit{heat}"


def _to_run(state: State, unit: Unit, mount: int, on: bool) -> float:
    """A booster is worth engaging where it will hardly fail, its unit is whole, and the enemy is far off."""
    rested = strain(unit, mount, state.round) == 0
    return 1.0 if rested and not near(state, unit, FAR) and not any(_hurt(unit)) else 0.0


def _hurt(unit: Unit) -> Iterator[bool]:
    """Whether anything of a unit has been hit that moves it."""
    yield from (bool(place.critical_hits) for place in unit.condition.locations)


def _runs(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What a booster comes to."""
    return f"a run of {2 * unit.sheet.walk} points; rolled for, harder every turn in a row"


def _to_cool(state: State, unit: Unit, mount: int, on: bool) -> float:
    """A coolant pod is worth using by a machine that is hot."""
    return 1.0 if unit.condition.heat >= HOT else 0.0


def _cools(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What a coolant pod comes to."""
    sinks = unit.sheet.heat_sinks
    return f"{0 if sinks is None else sinks.count} heat more is sunk this turn, once"


def _may_charge(state: State, unit: Unit, mount: int) -> Refusal | None:
    return state.relief.rules[may_charge](state, unit, mount)


def _charges(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What charging a capacitor comes to."""
    figures = rules[CAPACITOR_FIGURES]
    return f"its PPC does not fire this turn; then {figures['damage']} damage more; {figures['heat']} heat a turn"


def _to_charge(state: State, unit: Unit, mount: int, on: bool) -> float:
    """A capacitor is worth charging by who is cool and has nobody in reach of its weapon."""
    weapon = served_weapon(unit, mount, "ppc", "ppc_capacitor")
    gun = None if weapon is None else unit.sheet.mounts[weapon].weapon
    return 1.0 if gun is not None and unit.condition.heat <= 0 and not near(state, unit, gun.range[3]) else 0.0


def _may_burst(state: State, unit: Unit, mount: int) -> Refusal | None:
    return state.relief.rules[may_burst](state, unit)


def _rolls(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What going on tracks or wheels comes to."""
    return "moves like a vehicle, without heat, and cannot jump"


def _to_cool_at_risk(state: State, unit: Unit, mount: int, on: bool) -> float:
    """Radical heat sinks are worth engaging by a hot machine whose sinks are rested."""
    return 1.0 if unit.condition.heat >= HOT and strain(unit, mount, state.round) == 0 else 0.0


def _sinks_more(rules: Ruleset, unit: Unit, mount: int) -> str:
    """What radical heat sinks come to."""
    return f"{radically(unit)} heat more is sunk this turn; rolled for, harder every turn in a row"


GADGETS: Table[str, Gadget] = Table(
    "gadgets.kinds",
    {
        "retractable blade": Gadget(
            flags=("retractable_blade",),
            mark=DRAWN,
            on="extend the {item}",
            off="retract the {item}",
            promises=_strikes,
            worth=_to_strike,
        ),
        "vibroblade": Gadget(
            flags=("vibroblade",),
            mark=DRAWN,
            on="switch the {item} on",
            off="switch the {item} off",
            promises=_strikes,
            worth=_to_strike,
        ),
        "MASC": Gadget(
            flags=("masc",),
            mark=ENGAGED,
            on="engage the {item}",
            this_round=True,
            before_moving=True,
            strains=True,
            promises=_runs,
            worth=_to_run,
        ),
        "supercharger": Gadget(
            flags=("supercharger",),
            mark=ENGAGED,
            on="engage the {item}",
            this_round=True,
            before_moving=True,
            strains=True,
            promises=_runs,
            worth=_to_run,
        ),
        "jet booster": Gadget(
            flags=("jet_booster",),
            mark=ENGAGED,
            on="engage the {item}",
            this_round=True,
            before_moving=True,
            strains=True,
            promises=_runs,
            worth=_to_run,
        ),
        "radical heat sinks": Gadget(
            flags=("radical_heat_sink",),
            phases=("weapons",),
            mark=RADICAL,
            on="engage the {item}",
            this_round=True,
            strains=True,
            promises=_sinks_more,
            worth=_to_cool_at_risk,
        ),
        "coolant pod": Gadget(
            flags=("coolant_pod",),
            phases=("weapons",),
            mark=COOLED,
            on="use the {item}",
            promises=_cools,
            worth=_to_cool,
        ),
        "PPC capacitor": Gadget(
            flags=("ppc_capacitor",),
            phases=("weapons",),
            mark=CHARGED,
            besides=CHARGING,
            on="charge the {item}",
            refuses=_may_charge,
            promises=_charges,
            worth=_to_charge,
        ),
        "A-pod": Gadget(
            flags=("ap_pod",),
            phases=("weapons",),
            mark=BURST,
            on="set off the {item}",
            refuses=_may_burst,
            promises=lambda rules, unit, mount: "every platoon in the hex loses a die less one, at least one, once",
            worth=lambda state, unit, mount, on: 2.0,
        ),
        "tracks": Gadget(
            flags=("tracks",),
            mark=ROLLING,
            on="go on the {item}",
            off="go on foot again",
            before_moving=True,
            promises=_rolls,
        ),
        "wheels": Gadget(
            flags=("wheels",),
            mark=ROLLING,
            on="go on the {item}",
            off="go on foot again",
            before_moving=True,
            promises=_rolls,
        ),
    },
    cite=SWITCHING,
    of="part that is switched",
    where="overheat.classic.rules.standard.gadgets.GADGETS",
)
"""What a crew switches on and off, or uses up."""


def gadgets_of(rules: Ruleset, unit: Unit) -> Iterator[tuple[Gadget, int]]:
    """Every gadget of a unit, with its mount."""
    for gadget in rules[GADGETS].rows.values():
        if unit.plan.flags.issuperset(gadget.flags):
            mounts = enumerate(unit.sheet.mounts)
            yield from ((gadget, at) for at, mount in mounts if mount.equipment.flags.issuperset(gadget.flags))


def gadget_at(rules: Ruleset, unit: Unit, mount: int) -> Gadget | None:
    """The gadget that a mount is; None for other parts."""
    return next((gadget for gadget, at in gadgets_of(rules, unit) if at == mount), None)


def switched_on(unit: Unit, gadget: Gadget, mount: int) -> bool:
    """Whether a gadget is on, or used up."""
    return bool(unit.marks) and each(gadget.mark, mount) in unit.marks


@rule("gadgets.may_switch", cite=SWITCHING)
def may_switch(state: State, unit: Unit, mount: int, on: bool) -> Refusal | None:
    """A part is switched by a crew that is awake, in a unit that has power, while the part works."""
    gadget = gadget_at(state.relief.rules, unit, mount)
    if gadget is None or state.phase not in gadget.phases or not (on or gadget.off):
        return Refusal("gadgets.may_switch", "there is nothing of the kind to switch now", SWITCHING)
    if switched_on(unit, gadget, mount) == on:
        return Refusal("gadgets.may_switch", "that is so already", SWITCHING)
    if gadget.before_moving and (unit.motion.mode != Motion().mode or unit.motion.done or unit.motion.stand_attempts):
        return Refusal("gadgets.may_switch", "that is done before the unit moves", SWITCHING)
    if gadget.strains and each(STRAINED, mount) in unit.marks and _tried(state, unit, mount):
        return Refusal("gadgets.may_switch", "that was tried this turn already", SWITCHING)
    if unit.helpless or (on and not works(unit, mount)):
        return Refusal("gadgets.may_switch", "that works no more", SWITCHING)
    return gadget.refuses(state, unit, mount) if on else None


def _tried(state: State, unit: Unit, mount: int) -> bool:
    """Whether a booster was engaged in this round already, with or without success."""
    return unit.marks[each(STRAINED, mount)].value == state.round


RULES = (may_switch, GADGETS)
