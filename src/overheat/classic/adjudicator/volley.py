"""Shots and volleys across a distance, without a board: for people with miniatures on a real table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator.attack import damage_label, needed_or_refused, told_damage
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET, Figure, Lane, fires, lane_stage
from overheat.classic.adjudicator.parties import (
    Carried,
    EngineKind,
    Loaded,
    Lost,
    Marks,
    Moved,
    Posture,
    UnitName,
    WeaponChoice,
)
from overheat.classic.battle.chances import as_ways
from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State, Weather
from overheat.classic.outcomes.together import fired_together
from overheat.classic.turn.preview import chance_to_hit, damage_of_volley, heat_after
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.answers import ROLL, Answer, Chance, Outcomes
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally


class Opponent(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A unit as it stands opposite another, wherever that is."""

    unit: UnitName
    moved: Moved = "stationary"
    hexes_moved: int = 0
    heat: int = 0
    prone: bool = False
    gunnery: int = 4
    piloting: int = 5
    immobile: bool = False
    skidded: bool = False
    spotting: bool = False
    stealth: bool = False
    illuminated: bool = False
    loads: Loaded = {}
    damage: Lost = ()
    marks: Marks = {}
    engine: EngineKind = ""
    carries: Carried = ()
    posture: Posture = ""


class Facing(Lane, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two units so many hexes apart, and what stands between them."""

    attacker: Opponent
    target: Opponent
    weather: Weather = Weather()


class ShotAsked(Facing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One weapon across a distance."""

    weapon: WeaponChoice


class VolleyAsked(Facing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several weapons across a distance."""

    weapons: Annotated[
        tuple[WeaponChoice, ...], Meta(description="The weapons that fire; all that work if left out.")
    ] = ()


class Another(Lane, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another unit that fires at the same target, from where it stands."""

    attacker: Opponent
    weapons: tuple[WeaponChoice, ...] = ()


class OutcomesAsked(VolleyAsked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several weapons across a distance, and those of others at the same target."""

    others: Annotated[
        tuple[Another, ...],
        Meta(description="Others that fire at the target as well, one after the other, each across its own distance."),
    ] = ()


def staged_shot(desk: Desk, asked: Facing) -> State:
    """The two units on a board that is just like the place described."""
    lane = Lane(**{name: getattr(asked, name) for name in Lane.__struct_fields__})
    pairs = [(Figure(**msgspec.structs.asdict(one)), desk.sheet(one.unit)) for one in (asked.attacker, asked.target)]
    return lane_stage(desk.rules, lane, pairs[0], pairs[1], desk.weather(asked.weather))


def _needed(state: State, fire: Fire) -> Tally | Refusal:
    return needed_or_refused(attack_of(state, state.units[ATTACKER], fire))


def shot(desk: Desk, asked: ShotAsked) -> Answer:
    """The number that a shot needs, or why it may not be made."""
    state = staged_shot(desk, asked)
    fire = _triggered(state, asked)
    found = _needed(state, fire)
    if isinstance(found, Refusal):
        return Answer.refused(found, *ROLL)
    attack = attack_of(state, state.units[ATTACKER], fire)
    return Answer.needing(found, as_ways(chance_to_hit(state, attack, found)))


def _triggered(state: State, asked: ShotAsked) -> Fire:
    return fires(state.units[ATTACKER], [asked.weapon])[0]


def odds_of_shot(desk: Desk, asked: ShotAsked) -> Answer:
    """How likely each damage of a shot is, misses counted."""
    told, state = shot(desk, asked), staged_shot(desk, asked)
    if told.refusal is not None:
        return told
    return msgspec.structs.replace(told, outcomes=_damage(state, [_triggered(state, asked)]))


def volley(desk: Desk, asked: VolleyAsked) -> Answer:
    """What each weapon of a volley needs, and how hot its attacker is afterwards."""
    return _volley(desk, asked)[0]


def odds_of_volley(desk: Desk, asked: VolleyAsked) -> Answer:
    """How likely each damage of all weapons together is, misses counted."""
    answer, state, fired = _volley(desk, asked)
    return msgspec.structs.replace(answer, outcomes=_damage(state, fired))


def _volley(desk: Desk, asked: VolleyAsked) -> tuple[Answer, State, list[Fire]]:
    state = staged_shot(desk, asked)
    unit = state.units[ATTACKER]
    declared = fires(unit, asked.weapons or "all")
    numbers = [(fire, _needed(state, fire)) for fire in declared]
    fired = [fire for fire, number in numbers if not isinstance(number, Refusal)]
    names = _numbered([attack_of(state, unit, fire).weapon.name for fire in declared])
    heat = heat_after(state, unit, fired)[2]
    by_name = dict(zip(names, (number for _, number in numbers), strict=True))
    sums = {name: number for name, number in by_name.items() if isinstance(number, Tally)}
    figures = {
        "target_numbers": {name: int(number.total) for name, number in sums.items()},
        "refused": {name: number.reason for name, number in by_name.items() if isinstance(number, Refusal)},
        "heat_afterwards": heat,
    }
    return Answer(figures=figures, terms=sums), state, fired


def _numbered(names: list[str]) -> list[str]:
    """Weapons by name, several alike counted."""
    return [
        f"{name} ({names[: at + 1].count(name)})" if names.count(name) > 1 else name for at, name in enumerate(names)
    ]


def _damage(state: State, fired: list[Fire]) -> Outcomes:
    target = state.units[TARGET]
    done = damage_of_volley(state, state.units[ATTACKER], fired)
    return Outcomes.of(damage_label(target), done, lambda much: told_damage(much, target))


def outcomes(desk: Desk, asked: OutcomesAsked) -> Answer:
    """What each weapon needs; what may become of the target are its odds."""
    return volley(desk, asked)


def odds_of_outcomes(desk: Desk, asked: OutcomesAsked) -> Answer:
    """How likely everything is that may become of the target, by name; several of them may come together."""
    answer, state, fired = _volley(desk, asked)
    others = [_volley(desk, _of_another(asked, one))[1:] for one in asked.others]
    found = fired_together([(state, fired), *others], ATTACKER, TARGET)
    rows = tuple(Chance(effect.name, effect.words, effect.chance) for effect in found.effects)
    closely = f", as {found.volleys:,} volleys were played" if found.volleys else "" if found.exact else ", closely"
    label = f"what may become of the target{closely}"
    return msgspec.structs.replace(answer, outcomes=Outcomes(label, rows))


def _of_another(asked: OutcomesAsked, other: Another) -> VolleyAsked:
    """What is asked about the others, each by itself."""
    return VolleyAsked(**msgspec.structs.asdict(other), target=asked.target, weather=asked.weather)


INQUIRIES = {
    "shot": Inquiry(
        title="What a shot needs to hit across a distance, without a board",
        facts=ShotAsked,
        answer=shot,
        odds=odds_of_shot,
        cite=QUICK_REFERENCE("All Attacks"),
    ),
    "volley": Inquiry(
        title="What each weapon needs across a distance, and what all do together",
        facts=VolleyAsked,
        answer=volley,
        odds=odds_of_volley,
        cite=QUICK_REFERENCE("All Attacks"),
    ),
    "outcomes": Inquiry(
        title="What may become of the target of a volley: breaches, critical hits, falls, kills",
        facts=OutcomesAsked,
        answer=outcomes,
        odds=odds_of_outcomes,
        cite=QUICK_REFERENCE("All Attacks"),
    ),
}
