"""What the weather and the light do to weapon attacks, and which conditions there are."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import msgspec

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.conditions import SAND, Condition, present
from overheat.classic.facts.state import DAY, Unit, Weather
from overheat.classic.rules.standard.heat import LASERS
from overheat.classic.rules.standard.movement import FOG
from overheat.classic.rules.standard.switches import illuminated
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset, Shown, Slot, Table, rule
from overheat.kernel.terms import Term

WEATHER = QUICK_REFERENCE("Weather")


@rule(
    "to_hit.fog",
    cite=WEATHER,
    implements=("QR-weather-fog-tohit",),
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.weather.fog),
)
def fog(attack: WeaponAttack) -> Term | None:
    """Heavy fog dims pulse and other direct energy weapons, +1."""
    if attack.weather.fog != "heavy" or attack.weapon.flags.isdisjoint(("pulse", "energy")):
        return None
    return Term("to_hit.fog", 1, "heavy fog", WEATHER)


PRECIPITATION: Table[str, int] = Table(
    "to_hit.precipitation_kinds",
    {"moderate rain": 1, "heavy rain": 1, "torrential downpour": 2, "moderate snow": 1, "heavy snow": 1},
    cite=WEATHER,
    implements=("QR-weather-precip-tohit",),
    where="overheat.classic.rules.standard.weather.PRECIPITATION",
)


@rule(
    "to_hit.precipitation",
    cite=WEATHER,
    implements=("QR-weather-precip-tohit",),
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.weather.precipitation),
)
def precipitation(attack: WeaponAttack) -> Term | None:
    """Rain and snow cost 1 on every shot, a torrential downpour 2."""
    falling = attack.weather.precipitation
    value = attack.rules[PRECIPITATION][falling] if falling else 0
    return Term("to_hit.precipitation", value, falling, WEATHER) if value else None


WINDS: Table[str, tuple[int, int]] = Table(
    "to_hit.winds",
    {"moderate gale": (1, 0), "strong gale": (2, 1), "storm": (3, 2)},
    cite=WEATHER,
    implements=("QR-weather-wind-tohit",),
    where="overheat.classic.rules.standard.weather.WINDS",
)


@rule(
    "to_hit.wind",
    cite=WEATHER,
    implements=("QR-weather-wind-tohit",),
    slot=EVERY_SHOT,
    only=lambda attack: bool(attack.weather.wind),
)
def wind(attack: WeaponAttack) -> Term | None:
    """Wind carries missiles off, and strong wind shells too, those of soldiers as well; beams do not mind."""
    if not attack.weather.wind:
        return None
    missiles, shells = attack.rules[WINDS][attack.weather.wind]
    flags = attack.weapon.flags
    flies = not flags.isdisjoint(("missile", "light_missile"))
    shell = "ballistic" in flags and not flags.isdisjoint(("direct", "grenade"))
    value = missiles if flies else shells if shell else 0
    return Term("to_hit.wind", value, attack.weather.wind, WEATHER) if value else None


LIGHT: Table[str, tuple[int, int, int]] = Table(
    "to_hit.light_conditions",
    {"dusk": (1, 25, 0), "full moon": (2, 20, 2), "moonless": (3, 15, 3)},
    cite=WEATHER,
    implements=("QR-weather-light-tohit",),
    where="overheat.classic.rules.standard.weather.LIGHT",
)
"""What a light costs, how much heat of the target makes up for a point, and for how much a light on it makes up."""


@rule(
    "to_hit.light",
    cite=WEATHER,
    implements=("QR-weather-light-tohit",),
    slot=EVERY_SHOT,
    only=lambda attack: attack.weather.light != DAY,
)
def light(attack: WeaponAttack) -> Term | None:
    """Dusk is +1, a night with a full moon +2 and without any +3 on unlit targets; hot targets glow.

    Laser heat sinks light up their machine at any heat.
    """
    if attack.weather.light == DAY:
        return None
    value, glow, lamp = attack.rules[LIGHT][attack.weather.light]
    if lamp and (illuminated(attack.target) or shines_its_heat_away(attack.target)):
        value -= lamp
    value = max(0, value - attack.target.condition.heat // glow)
    return Term("to_hit.light", value, attack.weather.light, WEATHER) if value else None


def shines_its_heat_away(unit: Unit) -> bool:
    """Whether laser heat sinks are at work."""
    sinks = unit.sheet.heat_sinks
    return sinks is not None and sinks.kind == LASERS and unit.condition.heat > 0


class Sort(msgspec.Struct, frozen=True, kw_only=True):
    """A sort of condition that a battle may be fought in, and what there is of it."""

    title: str
    kinds: Table[str, Any] | None = None
    """The table whose rows are the kinds there are, where they have names."""
    least: float | None = None
    most: float | None = None
    """From where to where it goes, where it is a number."""

    called: str = ""
    """Of a sort whose kinds have names and no table of their own, the field that it is."""

    def choices(self, rules: Ruleset) -> tuple[str, ...]:
        """The kinds by name; none of what is a number, or is there or not."""
        if self.kinds is not None:
            return tuple(rules[self.kinds].rows)
        return tuple(name for sort, name in rules[CONDITIONS].rows if sort == self.called)


SORTS: Table[str, Sort] = Table(
    "conditions.sorts",
    {
        "light": Sort(title="Light", kinds=LIGHT),
        "fog": Sort(title="Fog", kinds=FOG),
        "precipitation": Sort(title="Rain or snow", kinds=PRECIPITATION),
        "wind": Sort(title="Wind", kinds=WINDS),
    },
    cite=WEATHER,
    of="sort of condition",
    shows=lambda name, sort: Shown(sort.title),
    where="overheat.classic.rules.standard.weather.SORTS",
)
"""The conditions that a battle may be given, by the fields of its weather."""
ALWAYS = frozenset({"wind_towards"})
"""What every battle may be given."""

CONTRADICTS: Slot[[Ruleset, Weather], Refusal | None] = Slot("conditions.contradicts", nothing=None)
"""Why conditions cannot be together."""


UNFIT: Slot[[Ruleset, Weather, Sheet], Refusal | None] = Slot("conditions.unfit", nothing=None)
"""Why a unit cannot take the field in some conditions."""

CONDITIONS: Table[tuple[str, str], Condition] = Table(
    "conditions.kinds",
    {},
    cite=WEATHER,
    of="condition",
    shows=lambda key, condition: Shown(key[1]),
    where="overheat.classic.rules.standard.weather.CONDITIONS",
)
"""What conditions do besides what the tables of the quick reference say, by sort and name. Here none does."""


@rule("conditions.settled", cite=WEATHER)
def settled(rules: Ruleset, weather: Weather, begins: bool) -> Weather:
    """A battle is fought in the conditions that it is given.

    `begins` where one begins; a question is asked in the conditions that it names.
    """
    return weather


def holding(rules: Ruleset, weather: Weather) -> list[tuple[str, Condition]]:
    """What the rules have to say of the conditions that a battle is fought in, each by its name."""
    rows = rules[CONDITIONS]
    return [(key[1], row) for key in present(weather) if (row := rows.get(key)) is not None]


def unfit(rules: Ruleset, weather: Weather, sheet: Sheet) -> Refusal | None:
    """Why a unit cannot take the field in some conditions."""
    refusals = (forbids.function(rules, weather, sheet) for forbids in rules[UNFIT])
    return next((no for no in refusals if no is not None), None)


def weathers(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Every light and weather that there is under some rules, the ordinary one first."""
    usual = Weather()
    return {
        name: (str(getattr(usual, name)), *sort.choices(rules))
        for name, sort in rules[SORTS].rows.items()
        if sort.kinds is not None or sort.called
    }


def sorts(rules: Ruleset) -> dict[str, dict[str, Any]]:
    """Every sort of condition with what it can be: names, a number, or yes and no; and what is usual."""
    named, usual = weathers(rules), Weather()
    return {
        name: {"title": sort.title, "usual": getattr(usual, name)}
        | ({"choices": list(named[name])} if name in named else {})
        | ({"least": sort.least, "most": sort.most} if sort.least is not None else {})
        for name, sort in rules[SORTS].rows.items()
    }


def in_words(rules: Ruleset, weather: Weather) -> list[dict[str, str]]:
    """What is not as usual, by its title and its name, and what the rules say of it."""
    rows, found = rules[CONDITIONS], []
    for name, value in weather.given.items():
        sort = rules[SORTS].get(name)
        if sort is None:
            continue
        row = rows.get((name, SAND if name == "sand" else str(value)))
        called = "yes" if value is True else f"{value:g}" if isinstance(value, int | float) else str(value)
        found.append({"sort": name, "title": sort.title, "name": called, "says": "" if row is None else row.says})
    return found


def check_weather(rules: Ruleset, weather: Weather) -> None:
    """Refuse conditions that the rules have no row for, and those that cannot be together."""
    for name, given in weather.given.items():
        if name not in ALWAYS:
            _check_sort(rules, name, given)
    for contradicts in rules[CONTRADICTS]:
        no = contradicts.function(rules, weather)
        if no is not None:
            raise RefusedError(no)


def _check_sort(rules: Ruleset, name: str, given: object) -> None:
    """Refuse a condition that the rules do not have."""
    sort = rules[SORTS].get(name)
    if sort is None:
        there = ", ".join(rules[SORTS].rows)
        raise refuse("setup.weather", f"{name}: these rules have no such condition, but {there}", WEATHER)
    if sort.least is not None and sort.most is not None:
        if not isinstance(given, int | float) or not sort.least <= given <= sort.most:
            raise refuse("setup.weather", f"{name} {given}: it is {sort.least:g} to {sort.most:g}", WEATHER)
        return
    if isinstance(given, bool) or given in sort.choices(rules):
        return
    close = get_close_matches(str(given), sort.choices(rules), 1)
    there = ", ".join(repr(kind) for kind in (getattr(Weather(), name), *sort.choices(rules)) if kind)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    raise refuse("setup.weather", f"{name} {str(given)[:60]!r}: there is {there}{meant}", WEATHER)


RULES = (fog, precipitation, wind, light, settled, PRECIPITATION, WINDS, LIGHT, SORTS, CONDITIONS)
