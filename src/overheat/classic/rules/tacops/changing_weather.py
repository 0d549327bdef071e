"""Changing weather: wind shifts and blows up or dies down, rain and snow come and go.

How wind shifts is the book's; that rain and snow follow a table of their own is our reading of it.
"""

from __future__ import annotations

import msgspec

from overheat.classic.battle.advance import on
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.events import RoundBegan
from overheat.classic.facts.phrases import Cast
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.facts.state import State, Weather
from overheat.classic.report.wording import of
from overheat.classic.rules.standard.weather import CONTRADICTS, holding
from overheat.classic.rules.tacops.planetary_conditions import STRENGTH
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Id, Row
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule

SHIFTING = TACTICAL_OPERATIONS("Shifting Winds", 57)
PURPOSES.says("weather.direction", "whether the wind shifts")
PURPOSES.says("weather.strength", "whether the wind blows up")
PURPOSES.says("weather.sky", "whether rain and snow change")

WINDS: Table[int, int] = Table(
    "changing_weather.winds",
    {1: -1, 6: 1},
    cite=SHIFTING,
    where="overheat.classic.rules.tacops.changing_weather.WINDS",
)
"""On 1d6 by how much the wind shifts, in hexsides, and by another how much it gains, in grades."""
SKY: Table[int, int] = Table(
    "changing_weather.sky",
    {2: -1, 3: -1, 11: 1, 12: 1},
    cite=SHIFTING,
    where="overheat.classic.rules.tacops.changing_weather.SKY",
)
"""On 2d6 by how many steps rain or snow gets worse."""
LADDERS = (
    ("light rain", "moderate rain", "heavy rain", "torrential downpour"),
    ("light snow", "moderate snow", "heavy snow"),
    ("light hail", "heavy hail"),
)
"""What gets worse and better step by step."""
TOWARDS = ("north", "northeast", "southeast", "south", "southwest", "northwest")


class WeatherTurned(Event, frozen=True):
    """A condition is another now: wind, rain or snow."""

    sort: Id
    before: Row
    after: Row


class WindShifted(Event, frozen=True):
    """The wind blows another way now."""

    towards: int


@on(WeatherTurned)
def _turned(state: State, event: WeatherTurned) -> State:
    changed = msgspec.structs.replace(state.weather, **{event.sort: event.after})
    return msgspec.structs.replace(state, weather=changed)


@on(WindShifted)
def _shifted(state: State, event: WindShifted) -> State:
    changed = msgspec.structs.replace(state.weather, wind_towards=event.towards)
    return msgspec.structs.replace(state, weather=changed)


@of(WeatherTurned)
def _told(event: WeatherTurned, cast: Cast, roll: Roll | None) -> str:
    return f"{event.sort}: {event.after or 'none'} in place of {event.before or 'none'}"


@of(WindShifted)
def _shift_told(event: WindShifted, cast: Cast, roll: Roll | None) -> str:
    return f"the wind shifts, and smoke goes {TOWARDS[event.towards]}"


@rule("changing_weather.changes", cite=SHIFTING, slot=FOLLOWS)
def changes(scene: Scene, event: Event, before: State) -> None:
    """At the start of every round after the first wind may shift and change its strength, and rain and snow as well."""
    weather = scene.state.weather
    if not isinstance(event, RoundBegan) or event.round < 2:
        return
    if weather.wind:
        turn = scene.rules[WINDS].get(scene.roll("weather.direction", 1), 0)
        if turn:
            scene.tell(WindShifted((weather.wind_towards + turn) % 6))
        _turn(scene, "wind", _grade(weather.wind, scene.rules[WINDS].get(scene.roll("weather.strength", 1), 0)))
    if weather.precipitation:
        _turn(scene, "precipitation", _step(weather, scene.rules[SKY].get(scene.roll("weather.sky"), 0)))


def _grade(wind: str, by: int) -> str:
    """A wind so many grades stronger; it never dies down as a whole."""
    grades = list(STRENGTH)
    return grades[min(len(grades) - 1, max(1, grades.index(wind) + by))] if wind in STRENGTH else wind


def _step(weather: Weather, by: int) -> str:
    """Rain or snow so many steps worse."""
    for ladder in LADDERS:
        if weather.precipitation in ladder:
            return ladder[min(len(ladder) - 1, max(0, ladder.index(weather.precipitation) + by))]
    return weather.precipitation


def _turn(scene: Scene, sort: str, after: str) -> None:
    """A condition changes, where it may be with all others, whoever is out in it bears it, and it brings no other."""
    weather = scene.state.weather
    turned = msgspec.structs.replace(weather, **{sort: after})
    if after == getattr(weather, sort) or any(rule.function(scene.rules, turned) for rule in scene.rules[CONTRADICTS]):
        return
    rows = dict(holding(scene.rules, turned))
    if rows[after].unfit or any(
        STRENGTH.get(row.brings.get("wind", ""), 0) > STRENGTH.get(turned.wind, 0) for row in rows.values()
    ):
        return
    scene.tell(WeatherTurned(sort, getattr(weather, sort), after))


LAYER = Layer(
    "changing_weather",
    title="Changing weather",
    group="Planets",
    cite=SHIFTING,
    needs=("classic", "planetary_conditions"),
    add=(changes, WINDS, SKY),
)
