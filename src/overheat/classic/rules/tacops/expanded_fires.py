"""Expanded fires: fires and smoke as weather, burning fuel, the air and hidden soldiers have it.

What the weather adds to the spreading of fires, and that precipitation puts one out on an 8, are numbers of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.decisions import GROUND_HITS
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Feature
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hiding import uncover
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, EffectLifted, GroundChanged, PhaseBegan
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Weather
from overheat.classic.rules.standard.coolant import INFERNO_FIRE
from overheat.classic.rules.standard.fires import (
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    SPREADING,
    goes_out,
    has_air,
    spreads_on,
    together,
    touches,
    with_feature,
)
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.terrain import TERRAIN, kinds_of
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

FIRE = TACTICAL_OPERATIONS("Fire", 43)
FIRE_TABLES = TACTICAL_OPERATIONS("Fire Tables", 44)
SMOKE = TACTICAL_OPERATIONS("Smoke", 47)
BURNING = named("burning", "burns since round {value}")
"""The effect of a hex that burns: since which round."""
AIRLESS = ("vacuum", "trace")
TORNADO = "tornado"
FUELS = ("inferno", "incendiary")

WEATHERED: Table[str, int] = Table(
    "fires.weather",
    {
        "light gale": -1,
        "moderate gale": -1,
        "strong gale": -2,
        "storm": -3,
        "light rain": 1,
        "moderate rain": 1,
        "heavy rain": 2,
        "torrential downpour": 3,
        "light snow": 1,
        "moderate snow": 1,
        "heavy snow": 2,
        "light hail": 2,
        "heavy hail": 2,
        "sleet": 2,
    },
    cite=FIRE_TABLES,
    implements=("TO-044-fire-tables-1",),
    where="overheat.classic.rules.tacops.expanded_fires.WEATHERED",
)
"""What wind and precipitation add to what must be rolled for a fire to spread."""

FIGURES: Table[str, int] = Table(
    "fires.put_out_by_weather",
    {"put out": 8},
    cite=FIRE_TABLES,
    where="overheat.classic.rules.tacops.expanded_fires.FIGURES",
)


@rule("fires.air_to_burn", cite=FIRE_TABLES, implements=("TO-044-fire-tables-2",))
def air_to_burn(state: State) -> bool:
    """Nothing burns in a vacuum or a trace of air, nor in a tornado."""
    return state.weather.atmosphere not in AIRLESS and not state.weather.wind.startswith(TORNADO)


def spreading(rules: Ruleset, weather: Weather, turn: int) -> Tally:
    """What must be rolled for a fire to spread in a direction, counted from downwind."""
    terms = [Term("fires.spreading", rules[SPREADING][turn], "downwind" if not turn else "aside", SPREADING.cite)]
    met = [name for name in (weather.wind, weather.precipitation) if name in rules[WEATHERED]]
    terms += [Term("fires.weather", rules[WEATHERED][name], name, FIRE_TABLES) for name in met]
    return Tally(tuple(terms))


@rule("fires.spreads_in_weather", cite=FIRE_TABLES, implements=("TO-044-fire-tables-1",))
def spreads_in_weather(state: State, turn: int) -> int:
    """Wind spreads fires, and what falls from the sky hinders them: sleet as much as heavy snow and hail."""
    return int(spreading(state.relief.rules, state.weather, turn).total)


@rule("fires.ages", cite=FIRE, slot=FOLLOWS)
def ages(scene: Scene, event: Event, before: State) -> None:
    """It is known since when a hex burns."""
    if not isinstance(event, GroundChanged):
        return
    burnt, burns = "fire" in before.relief.board[event.hex], "fire" in event.ground
    if burns and not burnt:
        scene.tell(EffectLaid(event.hex, BURNING, Mark(scene.state.round)))
    elif burnt and not burns and scene.state.effect(event.hex, BURNING) is not None:
        scene.tell(EffectLifted(event.hex, BURNING))


@rule("fires.dies", cite=FIRE_TABLES, implements=("TO-044-fire-tables-2",))
def dies(state: State, hex: Hex, roll: Callable[[int], int]) -> bool:
    """A fire on bare ground or water goes out at the end of the turn after it began; what falls from the sky may do it.

    The weather puts no fire out in the turn in which it began.
    """
    rules, since = state.relief.rules, state.effect(hex, BURNING)
    if since is not None and since.value >= state.round:
        return False
    if not any(rules[TERRAIN][name].kindles is not None for name in kinds_of(rules, state.relief.board[hex])):
        return True
    wet = rules[WEATHERED].get(state.weather.precipitation, 0)
    needed = rules[FIGURES]["put out"]
    return wet > 0 and roll(needed) >= needed


@rule("fires.fuel", cite=FIRE_TABLES, implements=("TO-044-fire-tables-2",), slot=GROUND_HITS)
def fuel(scene: Scene, attack: WeaponAttack) -> bool:
    """Burning fuel sets any hex alight that it hits, without a roll: woods, bare ground, water."""
    hex, ground = attack.target.hex, scene.state.relief.board[attack.target.hex]
    if not _fuel(attack) or "building" in ground or not scene.rules[has_air](scene.state):
        return False
    if "fire" not in ground:
        burning = with_feature(ground, Feature("fire", INFERNO_FIRE))
        scene.tell(GroundChanged(hex, burning, "burst_into_flames", "fire", attack.weapon.name))
    return True


def _fuel(attack: WeaponAttack) -> bool:
    return any(word in attack.munition.lower() for word in FUELS)


@rule("fires.any_hex", cite=FIRE_TABLES, implements=("TO-044-fire-tables-2",), slot=HEXES)
def any_hex(laying: Laying) -> tuple[Hex, ...]:
    """A weapon that has burning fuel to fire may be aimed at any hex."""
    feeds = laying.unit.plan.feeds.get(laying.mount, ())
    mounts = laying.unit.sheet.mounts
    loaded = [held.munition.lower() for at in feeds if (held := mounts[at].ammunition) is not None]
    if not any(word in munition for munition in loaded for word in FUELS):
        return ()
    return laying.state.relief.remember("every hex", lambda relief: tuple(relief.board))


@rule("smoke.adds_up", cite=SMOKE, implements=("TO-047-smoke",))
def adds_up(rules: Ruleset, densities: tuple[int, ...]) -> int:
    """Two light clouds in a hex are heavy smoke for as long as they are there together."""
    return HEAVY_SMOKE if densities.count(LIGHT_SMOKE) > 1 else rules.below(adds_up)(rules, densities)


@rule("fires.smokes_out", cite=FIRE, implements=("TO-043-fire-hidden-units",), slot=FOLLOWS)
def smokes_out(scene: Scene, event: Event, before: State) -> None:
    """Who hides where a fire burns that can hurt it is found at the end of the phase."""
    if not isinstance(event, PhaseBegan):
        return
    board = scene.state.relief.board
    for id, unit in scene.state.units.items():
        burns = unit.active and in_hiding(unit) and unit.hex in board and "fire" in board[unit.hex]
        if burns and scene.rules[touches](scene.rules, unit):
            uncover(scene, id)


class SpreadAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fire in some weather."""

    weather: Weather = Weather()
    turn: Annotated[int, Meta(description="Hexsides from downwind: 0, 1 or 5.")] = 0


def answer(desk: Desk, asked: SpreadAsked) -> Answer:
    """What must be rolled for a fire to spread."""
    number = spreading(desk.rules, asked.weather, asked.turn)
    return Answer(figures={"needed": int(number.total)}, terms=number)


ROW = Inquiry(title="What a fire needs to spread", facts=SpreadAsked, answer=answer, cite=FIRE_TABLES)

LAYER = Layer(
    "expanded_fires",
    title="Expanded fires",
    group="Terrain",
    cite=FIRE,
    needs=("classic",),
    add=(WEATHERED, FIGURES, ages, fuel, any_hex, smokes_out),
    change=(
        has_air.replaced_by(air_to_burn),
        spreads_on.replaced_by(spreads_in_weather),
        goes_out.replaced_by(dies),
        together.wrapped_in(adds_up),
        INQUIRIES.amended("expanded_fires.questions", {"spreading": ROW}, cite=FIRE_TABLES),
    ),
)
