"""Why a fighting bot does what it does, in a line each, with the figures that decided."""

from __future__ import annotations

from overheat.classic.facts.commands import Strike
from overheat.classic.facts.phrases import FACINGS, short_names
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.turn.reach import Place
from overheat.kernel.wording.phrases import counted
from overheat.lab.players import Reason
from overheat.lab.players.classic_aims import prey
from overheat.lab.players.fighter.backs import behind, there
from overheat.lab.players.fighter.blows import Striking
from overheat.lab.players.fighter.charges import Charging
from overheat.lab.players.fighter.dives import Diving
from overheat.lab.players.fighter.options import has_moved
from overheat.lab.players.fighter.places import OUT_OF_MIND, Appraisal, Plain, plainly
from overheat.lab.players.fighter.preferences import Preferences
from overheat.lab.players.fighter.shooting.heat import minds_heat
from overheat.lab.players.fighter.shooting.volleys import Shooting

MOSTLY = 0.5
"""The share of what is expected that has to come from a kick to be told."""
TOLD = 0.05
"""Less damage is told as none."""


def of_place(state: State, unit: Unit, found: Appraisal, at: int, likes: Preferences) -> Reason:
    """Why a unit goes to a place: `runs to 0812, facing south: does about 11.2 to Locust, takes about 4.1; rear
    covered`."""
    place, at_whom = found.places[at], found.at_whom[at]
    plain = plainly(state, unit, place, at_whom, likes)
    rear = len(behind(state, there(state, unit, place), OUT_OF_MIND))
    text = f"{_goes(state, unit, place)}: {_does(state, at_whom, plain)}, takes {_about(plain.taken)}"
    if rear:
        text += f"; shows its back to {counted(rear, 'enemy', 'enemies')}"
    elif round(float(found.rear_shown[at])) == 0 or _all_moved(state, unit):
        text += "; rear covered"
    figures = {
        "given": round(plain.given, 2),
        "taken": round(plain.taken, 2),
        "rear": rear,
        "worth": round(float(found.worth[at]), 2),
    }
    return Reason(
        text, {**figures, "hex": str(place.hex), "facing": place.facing, "mode": place.mode, "target": at_whom}
    )


def _all_moved(state: State, unit: Unit) -> bool:
    """Whether no enemy comes behind a unit any more."""
    return all(has_moved(state, other) for other in state.units.values() if other.active and other.side != unit.side)


def _does(state: State, at_whom: str, plain: Plain) -> str:
    """What a unit does from a place, and by what if it is a kick above all."""
    if not at_whom or plain.given < TOLD:
        return "does nothing"
    name = short_names(state.units.values()).get(at_whom, at_whom)
    kick = ", mostly by a kick" if plain.kicked > MOSTLY * plain.given else ""
    return f"does {_about(plain.given)} to {name}{kick}"


def _about(damage: float) -> str:
    return f"about {damage:.1f}" if damage >= TOLD else "nothing"


def _goes(state: State, unit: Unit, place: Place) -> str:
    facing = FACINGS[place.facing]
    if place.hex == unit.hex:
        return f"stays in {place.hex}, facing {facing}"
    word, *how = state.relief.rules[MODES][place.mode].said_of(unit.sheet).split()
    return f"{' '.join((f'{word}s', *how))} to {place.hex}, facing {facing}"


def of_charge(state: State, charge: Charging) -> Reason:
    """Why a unit charges somebody, or jumps upon it."""
    name = short_names(state.units.values()).get(charge.target, charge.target)
    does = "charges" if charge.kind == "charge" else f"{charge.kind} on"
    chance, promise = f"hits {100 * charge.chance:.0f} %", f"{charge.promise:.1f} expected"
    text = f"{does} {name} from {charge.place.hex}: {promise}, {chance}, {charge.hurt:.1f} to itself"
    figures = {"given": round(charge.promise, 2), "taken": round(charge.hurt, 2), "worth": round(charge.worth, 2)}
    return Reason(text, {**figures, "hex": str(charge.place.hex), "target": charge.target})


def of_dive(state: State, dive: Diving) -> Reason:
    """Why a unit goes under water: `lies down under water in 0414: 9.1 expected to Enforcer`."""
    target, place = dive.volley.target, dive.place
    name = short_names(state.units.values()).get(target, target)
    does = "lies" if dive.lies else "stands"
    text = (
        f"{does} under water in {place.hex}, facing {FACINGS[place.facing]}: gives {dive.volley.promise:.1f} to {name}"
    )
    figures = {"given": round(dive.volley.promise, 2), "worth": round(dive.worth, 2)}
    return Reason(text, {**figures, "hex": str(place.hex), "facing": place.facing, "target": target})


def of_rising(number: int, chance: float, near: bool, tries: bool) -> Reason:
    """Why a unit stands up, or stays down."""
    beside = ", enemies beside it" if near else ""
    text = f"{'stands up' if tries else 'stays down'}: needs {number}, {100 * chance:.0f} %{beside}"
    return Reason(text, {"needed": number, "chance": round(chance, 4)})


def of_no_points() -> Reason:
    """Why a unit stays down that has no points to stand up."""
    return Reason("stays down: it has no points left to stand up", {})


def of_posture(title: str, stays: bool) -> Reason:
    """Why a unit stays in a posture, or stands up out of it."""
    return Reason(f"stays {title}: covered" if stays else f"stands up: nothing to gain {title}", {})


def of_volley(state: State, unit: Unit, found: Shooting, shots: int) -> Reason:
    """Why a unit fires at a target, or holds its fire."""
    if not shots:
        heat = " its heat" if minds_heat(state, unit) else " firing"
        why = f"nothing bears that is worth{heat}" if found.bears else "it can fire at nobody"
        return Reason(f"holds its fire: {why}", {"given": 0.0})
    name = short_names(state.units.values()).get(found.target, found.target)
    hot = f"; heat {found.heat:.0f} after it" if found.heat else ""
    others = f", {found.before:.1f} promised before" if found.before else ""
    quarry = ", the quarry" if found.target in prey(state) else ""
    fires = f"fires {counted(shots, 'shot')} at {name}{quarry}"
    text = f"{fires}: {found.promise:.1f} expected of {found.life:.0f} left{others}{hot}"
    return Reason(text, {"given": round(found.promise, 2), "worth": round(found.worth, 2), "target": found.target})


def of_spotting(state: State, friend: str) -> Reason:
    """Why a unit spots for others."""
    name = short_names(state.units.values()).get(friend, friend)
    return Reason(f"spots for {name}, who does not see the enemy", {"friend": friend})


def of_blow(state: State, found: Striking) -> Reason:
    """Why a unit strikes, or does not."""
    strike = found.strike
    if strike is None:
        return Reason("strikes nobody: no blow is worth what its miss may cost", {"given": 0.0})
    name = short_names(state.units.values()).get(strike.target, strike.target)
    text = f"{_strikes(strike)} {name}: {found.promise:.1f} expected, hits {100 * found.chance:.0f} %"
    return Reason(text, {"given": round(found.promise, 2), "worth": round(found.worth, 2), "target": strike.target})


def _strikes(strike: Strike) -> str:
    return {"kick": "kicks", "punch": "punches", "push": "pushes", "club": "clubs"}.get(
        strike.kind, f"makes a {strike.kind} on"
    )
