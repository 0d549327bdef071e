"""Searchlights have beams: one is pointed at a hex, two levels of which it lights, and it can be shot out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import line_between
from overheat.classic.facts.commands import Switch
from overheat.classic.facts.events import MarkLaid, Struck, Switched
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.movement import DARKNESS
from overheat.classic.rules.standard.switches import LIGHT_REACHES, SEARCHLIGHTS, lit_by, may_shine, shines
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.rules.standard.weather import LIGHT
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

LOST = TACTICAL_OPERATIONS("Searchlights, loss", 57)
BEAM = named("beam", "searchlight on {about}")
"""The mark of a unit whose searchlight is pointed at a hex; its value is the elevation above the ground there."""
SHOT_OUT = named("lamp_lost", "searchlight shot out")
PURPOSES.says("searchlight.loss", "searchlight of {target}, lost on {needed}")
OWN_WAY = 0.5
"""What it is worth to a bot to see where it goes."""
HIT = ("CT", "LT", "RT", "FR", "TU")
"""Where a hit from ahead may find the lamp."""

BEAMS: Table[str, int] = Table(
    "searchlights.beams",
    {"levels": 2, "lost on": 7},
    cite=SEARCHLIGHTS,
    implements=("TO-057-searchlights-4",),
    where="overheat.classic.rules.tacops.searchlight_beams.BEAMS",
)
"""How many levels a beam lights, and the roll from which a hit puts the lamp out."""


class Shine(msgspec.Struct, frozen=True, tag=True):
    """Point the searchlight at a hex, at an elevation above its ground."""

    hex: str
    elevation: int = 0


def _way(lamp: Unit, to: Hex) -> set[Hex]:
    """The hexes that a beam crosses, the one that it is pointed at included."""
    return {to, *(hex for step in lamp.hex.line(to) for hex in step)}


@rule(
    "searchlights.lit",
    cite=SEARCHLIGHTS,
    implements=("TO-057-searchlights-2", "TO-057-searchlights-3", "TO-057-searchlights-4"),
)
def in_the_beam(relief: Relief, lamp: Unit, unit: Unit) -> bool:
    """A beam shows who is in the hex that it is pointed at or on the way there, where its carrier would see by day.

    It is two levels high, at the ground unless it is pointed higher; the unit that carries it is seen as ever.
    """
    if lamp.id == unit.id or not shines(lamp) or lamp.condition.shut_down:
        alone: bool = relief.rules.below(in_the_beam)(relief, lamp, unit)
        return alone
    beam = lamp.marks.get(BEAM)
    if beam is None or unit.hex not in _way(lamp, Hex.parse(beam.about)):
        return False
    bottom, top = unit.elevation, unit.elevation + unit.stature
    if top < beam.value or bottom > beam.value + relief.rules[BEAMS]["levels"] - 1:
        return False
    return line_between(relief, lamp.viewpoint, unit.viewpoint).visible


@rule("searchlights.lost", cite=LOST)
def shines_no_more(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A searchlight that was shot out does not shine again."""
    if SHOT_OUT in unit.marks:
        return Refusal("switches.searchlight", f"the searchlight of {unit.sheet.name} was shot out", LOST)
    below: Refusal | None = rules.below(shines_no_more)(rules, unit)
    return below


@rule("searchlights.shot_out", cite=LOST, slot=FOLLOWS)
def shot_out(scene: Scene, event: Event, before: State) -> None:
    """A hit on the front of the torso, the hull or the turret of who shines puts the lamp out on 7 or more."""
    if not isinstance(event, Struck) or event.rear or event.location not in HIT:
        return
    unit, needed = scene.unit(event.unit), scene.rules[BEAMS]["lost on"]
    if not shines(unit) or not unit.active or SHOT_OUT in unit.marks:
        return
    if scene.roll("searchlight.loss", target=unit.id, needed=needed) >= needed:
        scene.tell(MarkLaid(unit.id, SHOT_OUT))
        scene.tell(Switched(unit.id, "searchlight", False))


def _enemies(state: State, unit: Unit) -> Iterator[Unit]:
    return (other for other in state.units.values() if other.active and other.side != unit.side)


def _offers(state: State, unit: Unit) -> Iterator[Shine]:
    """Every enemy that could be lit."""
    if not shines(unit):
        return
    seen = {(str(enemy.hex), max(0, enemy.elevation)): None for enemy in _enemies(state, unit)}
    yield from (Shine(hex, elevation) for hex, elevation in seen)


def _refuses(state: State, unit: Unit, command: Shine) -> Refusal | None:
    rules, board = state.relief.rules, state.relief.board
    no = rules[may_shine](rules, unit) or rules[may_change](rules, state.changes)
    if no is not None:
        return no
    if not shines(unit):
        return Refusal("searchlights.beam", "the searchlight is off", SEARCHLIGHTS)
    try:
        hex = board.parse_hex(command.hex)
    except RefusedError as error:
        return error.refusal
    if unit.hex == hex or not in_arc(unit.hex, unit.torso, hex, Arc.FORWARD):
        return Refusal("searchlights.beam", f"{hex} is not ahead of it", SEARCHLIGHTS)
    if unit.hex.distance(hex) > LIGHT_REACHES:
        return Refusal("searchlights.beam", f"{hex} is more than {LIGHT_REACHES} hexes away", SEARCHLIGHTS)
    if not 0 <= command.elevation < LIGHT_REACHES:
        reason = f"a beam is pointed at an elevation of 0 to {LIGHT_REACHES - 1}"
        return Refusal("searchlights.beam", reason, SEARCHLIGHTS)
    if (unit.about(BEAM), _elevation(unit)) == (str(hex), command.elevation):
        return Refusal("searchlights.beam", "it is pointed there already", SEARCHLIGHTS)
    return None


def _elevation(unit: Unit) -> int:
    beam = unit.marks.get(BEAM)
    return 0 if beam is None else beam.value


def _shine(scene: Scene, unit: Unit, command: Shine) -> None:
    hex = scene.state.relief.board.parse_hex(command.hex)
    scene.tell(MarkLaid(unit.id, BEAM, Mark(value=command.elevation, about=str(hex))))


def _words(state: State, unit: Unit, command: Shine, names: Names) -> str:
    high = f", {command.elevation} levels up" if command.elevation else ""
    return f"point the searchlight at {command.hex}{high}"


def _worth(state: State, unit: Unit, command: Shine) -> float:
    """What the light makes up for, for every enemy whom the beam would show and no other shows."""
    pointed = {**unit.marks, BEAM: Mark(value=command.elevation, about=command.hex)}
    lamp = msgspec.structs.replace(unit, marks=pointed)
    rules = state.relief.rules
    row = rules[LIGHT].get(state.weather.light)
    gain = 0 if row is None else row[2]
    shown = sum(rules[lit_by](state.relief, lamp, enemy) for enemy in _enemies(state, unit) if not shines(enemy))
    now = sum(rules[lit_by](state.relief, unit, enemy) for enemy in _enemies(state, unit) if not shines(enemy))
    return float(gain * (shown - now))


def _lamp_worth(state: State, unit: Unit, command: Switch) -> float:
    """A lamp shows an enemy to every friend who sees him, and its own unit to every enemy who sees that."""
    row = state.relief.rules[LIGHT].get(state.weather.light)
    if command.what != "searchlight" or row is None or not row[2]:
        return 0.0
    friends = [other for other in state.units.values() if other.active and other.side == unit.side]
    watched = [enemy for enemy in _enemies(state, unit) if _sees(state, enemy, unit)]
    ahead = (enemy for enemy in watched if in_arc(unit.hex, unit.torso, enemy.hex, Arc.FORWARD))
    shown = max((sum(_sees(state, friend, enemy) for friend in friends) for enemy in ahead), default=0)
    gain = row[2] * (shown - len(watched)) + (OWN_WAY if state.weather.light in state.relief.rules[DARKNESS] else 0)
    return gain if command.on else -gain


def _sees(state: State, unit: Unit, other: Unit) -> bool:
    near = unit.hex.distance(other.hex) <= LIGHT_REACHES
    return near and line_between(state.relief, unit.viewpoint, other.viewpoint).visible


POINTING = VERBS.amended(
    "searchlights.verbs",
    {
        "searchlights.beam": Verb(
            command=Shine,
            phases=("movement",),
            offers=_offers,
            refuses=_refuses,
            does=_shine,
            words=_words,
            title="Searchlight",
            worth=_worth,
        ),
        "switches.switch": replace(VERBS["switches.switch"], worth=_lamp_worth),
    },
    cite=SEARCHLIGHTS,
    where="overheat.classic.rules.tacops.searchlight_beams.POINTING",
)

LAYER = Layer(
    "searchlight_beams",
    title="Searchlights with beams",
    group="Planets",
    cite=SEARCHLIGHTS,
    needs=("classic",),
    add=(shot_out, BEAMS),
    change=(lit_by.wrapped_in(in_the_beam), may_shine.wrapped_in(shines_no_more), POINTING),
)
