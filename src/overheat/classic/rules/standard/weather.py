"""What the weather and the light do to weapon attacks."""

from __future__ import annotations

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import DAY, Unit, Weather
from overheat.classic.rules.standard.heat import LASERS
from overheat.classic.rules.standard.movement import FOG
from overheat.classic.rules.standard.switches import illuminated
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

WEATHER = QUICK_REFERENCE("Weather")


@rule("to_hit.fog", cite=WEATHER, implements=("QR-weather-fog-tohit",), slot=EVERY_SHOT)
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


@rule("to_hit.precipitation", cite=WEATHER, implements=("QR-weather-precip-tohit",), slot=EVERY_SHOT)
def precipitation(attack: WeaponAttack) -> Term | None:
    """Rain and snow cost 1 on every shot, a torrential downpour 2."""
    falling = attack.weather.precipitation
    return Term("to_hit.precipitation", attack.rules[PRECIPITATION][falling], falling, WEATHER) if falling else None


WINDS: Table[str, tuple[int, int]] = Table(
    "to_hit.winds",
    {"moderate gale": (1, 0), "strong gale": (2, 1), "storm": (3, 2)},
    cite=WEATHER,
    implements=("QR-weather-wind-tohit",),
    where="overheat.classic.rules.standard.weather.WINDS",
)


@rule("to_hit.wind", cite=WEATHER, implements=("QR-weather-wind-tohit",), slot=EVERY_SHOT)
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


LIGHT: Table[str, tuple[int, int, bool]] = Table(
    "to_hit.light_conditions",
    {"dusk": (1, 25, False), "full moon": (2, 20, True), "moonless": (3, 15, True)},
    cite=WEATHER,
    implements=("QR-weather-light-tohit",),
    where="overheat.classic.rules.standard.weather.LIGHT",
)
"""What a light costs, how much heat of the target makes up for a point, and whether a light on the target helps."""


@rule("to_hit.light", cite=WEATHER, implements=("QR-weather-light-tohit",), slot=EVERY_SHOT)
def light(attack: WeaponAttack) -> Term | None:
    """Dusk is +1, a night with a full moon +2 and without any +3 on unlit targets; hot targets glow.

    Laser heat sinks light up their machine at any heat.
    """
    if attack.weather.light == DAY:
        return None
    value, glow, lamp_helps = attack.rules[LIGHT][attack.weather.light]
    if lamp_helps and (illuminated(attack.target) or shines_its_heat_away(attack.target)):
        return None
    value = max(0, value - attack.target.condition.heat // glow)
    return Term("to_hit.light", value, attack.weather.light, WEATHER) if value else None


def shines_its_heat_away(unit: Unit) -> bool:
    """Whether laser heat sinks are at work."""
    sinks = unit.sheet.heat_sinks
    return sinks is not None and sinks.kind == LASERS and unit.condition.heat > 0


def weathers(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """Every light and weather that there is under some rules, the ordinary one first."""
    return {
        "light": (DAY, *rules[LIGHT].rows),
        "fog": ("", *rules[FOG].rows),
        "precipitation": ("", *rules[PRECIPITATION].rows),
        "wind": ("", *rules[WINDS].rows),
    }


def check_weather(rules: Ruleset, weather: Weather) -> None:
    """Refuse a light or a weather that the rules have no row for."""
    for name, kinds in weathers(rules).items():
        given = getattr(weather, name)
        if given not in kinds:
            there = ", ".join(repr(kind) for kind in kinds if kind)
            raise refuse("setup.weather", f"{name} {given[:60]!r}: there is {there}", WEATHER)


RULES = (fog, precipitation, wind, light, PRECIPITATION, WINDS, LIGHT)
