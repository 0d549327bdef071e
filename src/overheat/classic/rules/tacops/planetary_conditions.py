"""Planetary conditions: every light, fog, rain, snow, wind and sand of the advanced rules, and what each does.

What they do are facts of `data/conditions.toml`; the rules here read them. Air, gravity, temperature and interference
are layers of their own on top of this one.
"""

from __future__ import annotations

import msgspec

from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.conditions import SAND, Condition, conditions, figure, kinds_of, kinds_of_sheet
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.rules.standard.blow_numbers import DARK_BLOWS
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.fires import has_air
from overheat.classic.rules.standard.infantry import SOLDIERS, may_drag
from overheat.classic.rules.standard.movement import (
    COSTS,
    DARKNESS,
    LEAPS,
    SLOWS,
    Entry,
    Pace,
    can_run,
    darkness_cost,
    fog_cost,
    walk_points,
)
from overheat.classic.rules.standard.piloting import STEADINESS, Check
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rules.standard.weather import (
    CONDITIONS,
    CONTRADICTS,
    LIGHT,
    PRECIPITATION,
    SORTS,
    UNFIT,
    WINDS,
    Sort,
    holding,
    settled,
)
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

PLANETS = TACTICAL_OPERATIONS("Planetary Conditions", 30)
WEATHER = TACTICAL_OPERATIONS("Weather Conditions", 57)
CRAWL = "crawl"
HERE = ("light", "fog", "precipitation", "wind", "sand")
"""The sorts that this layer brings; others are layers of their own."""


def rows(*sorts: str) -> dict[tuple[str, str], Condition]:
    """The conditions of some sorts."""
    return {(sort, name): row for sort in sorts for name, row in conditions()[sort].items()}


def _by(sort: str, field: str) -> dict[str, int]:
    return {name: getattr(row, field) for name, row in conditions()[sort].items() if getattr(row, field)}


def fired_as(attack: WeaponAttack) -> str:
    """What conditions call a weapon: energy, missiles, shells, or nothing where it is none of them."""
    flags = attack.weapon.flags
    if not flags.isdisjoint(("energy", "pulse")):
        return "energy"
    if not flags.isdisjoint(("missile", "light_missile")):
        return "missiles"
    return "shells" if "ballistic" in flags and not flags.isdisjoint(("direct", "grenade")) else ""


@rule(
    "conditions.to_hit",
    cite=WEATHER,
    implements=("TO-062-blowing-sand-1", "TO-062-tornado-f4"),
    slot=EVERY_SHOT,
    only=lambda attack: bool(holding(attack.rules, attack.weather)),
)
def beams(attack: WeaponAttack) -> Term | None:
    """Blowing sand costs beams and pulses 1, a tornado 2 or 3; light rain and light snow cost soldiers 1."""
    names, value = [], 0
    soldiers = attack.attacker.sheet.kind == "infantry"
    energy = fired_as(attack) == "energy"
    for name, row in holding(attack.rules, attack.weather):
        more = row.to_hit.get("soldiers", 0) if soldiers else 0
        more += row.to_hit.get("energy", 0) if energy and name != attack.weather.fog else 0
        names += [name] if more else []
        value += more
    return Term("conditions.to_hit", value, " and ".join(names), WEATHER) if value else None


@rule(
    "conditions.no_fire",
    cite=WEATHER,
    implements=("TO-062-tornado-f4",),
    slot=FORBIDS,
    only=lambda attack: bool(holding(attack.rules, attack.weather)),
)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """No missile is fired in a tornado; in the worst of them nothing but beams and pulses."""
    for name, row in holding(attack.rules, attack.weather):
        what = fired_as(attack)
        if what in row.never or (row.only and what not in row.only):
            return Refusal("conditions.no_fire", f"{attack.weapon.name} is not fired in a {name}", WEATHER)
    return None


@rule(
    "conditions.points",
    cite=PLANETS,
    implements=("TO-036-weather-table-p36-5", "TO-036-weather-table-p36-7"),
    slot=SLOWS,
)
def slower(pace: Pace) -> Term | None:
    """Snow, ice, wind and air take walking points away by who it is, or add some."""
    return _points("conditions.points", pace, "points")


@rule("conditions.jumping", cite=PLANETS, slot=LEAPS)
def jumps_less(pace: Pace) -> Term | None:
    """Wind takes jumping points of soldiers away."""
    return _points("conditions.jumping", pace, "jump")


def _points(id: str, pace: Pace, field: str) -> Term | None:
    held = holding(pace.rules, pace.weather)
    if not held:
        return None
    kinds = kinds_of(pace.unit)
    found = {name: figure(getattr(row, field), kinds) for name, row in held}
    names = [name for name, value in found.items() if value]
    value = max(-pace.points, sum(found.values()))
    return Term(id, value, " and ".join(names), PLANETS) if value else None


@rule("conditions.one_hex", cite=PLANETS)
def drags_itself(state: State, unit: Unit) -> bool:
    """Soldiers to whom the conditions leave no point to walk may still move one hex, as those who carry too much."""
    below: bool = state.relief.rules.below(drags_itself)(state, unit)
    if below or unit.sheet.kind not in SOLDIERS or unit.sheet.motive in ("vtol", "submarine"):
        return below
    return bool(state.weather.given) and unit.sheet.walk > 0 and walk_points(state, unit).total < 1


@rule("conditions.fog", cite=WEATHER, slot=COSTS, steady=())
def fog_below(entry: Entry) -> Term | None:
    """Fog does not slow rotorcraft."""
    term: Term | None = entry.rules.below(fog_below)(entry)
    return None if entry.unit.sheet.motive == "vtol" else term


@rule("conditions.darkness", cite=WEATHER, slot=COSTS, steady=())
def darkness_below(entry: Entry) -> Term | None:
    """Nor does the night."""
    term: Term | None = entry.rules.below(darkness_below)(entry)
    return None if entry.unit.sheet.motive == "vtol" else term


@rule("conditions.air", cite=WEATHER)
def air_to_burn(state: State) -> bool:
    """Nothing burns in a tornado, nor without air."""
    below: bool = state.relief.rules.below(air_to_burn)(state)
    return below and all(row.burns for _, row in holding(state.relief.rules, state.weather))


@rule("conditions.paved", cite=WEATHER, slot=COSTS, steady=())
def frozen_roads(entry: Entry) -> Term | None:
    """In an ice storm a road costs a point more."""
    paved = entry.by_road and entry.unit.sheet.motive != "vtol"
    if not paved:
        return None
    for name, row in holding(entry.rules, entry.weather):
        if row.paved:
            return Term("conditions.paved", row.paved, f"{name} on a road", WEATHER)
    return None


@rule(
    "conditions.piloting",
    cite=PLANETS,
    implements=(
        "TO-036-weather-table-p36-6",
        "TO-059-heavy-rainfall",
        "TO-059-torrential-downpour",
        "TO-062-tornado-f4",
    ),
    slot=STEADINESS,
)
def unsteady(check: Check) -> Term | None:
    """Heavy rain and snow add 1 to every roll, a downpour 2, wind by who it is; who crawls minds a tornado less.

    In rapids heavy rain does not count besides them, nor does a downpour in a torrent.
    """
    kinds, names, value = kinds_of(check.unit), [], 0
    for name, row in holding(check.rules, check.weather):
        more = figure(row.piloting, kinds)
        if row.on_all_fours is not None and check.unit.motion.mode == CRAWL:
            more = row.on_all_fours
        if check.ground is not None and any(check.ground.amount(kind) == much for kind, much in row.dry_in.items()):
            more = 0
        names += [name] if more else []
        value += more
    return Term("conditions.piloting", value, " and ".join(names), PLANETS) if value else None


@rule("conditions.no_running", cite=WEATHER, implements=("TO-062-tornado-f4",))
def no_running(state: State, unit: Unit) -> bool:
    """No machine runs in the worst tornadoes."""
    stays = unit.machine and any(not row.runs for _, row in holding(state.relief.rules, state.weather))
    below: bool = state.relief.rules.below(no_running)(state, unit)
    return below and not stays


@rule(
    "conditions.unfit",
    cite=PLANETS,
    implements=("TO-036-weather-table-p36-9", "TO-036-weather-table-p36-10"),
    slot=UNFIT,
)
def stays_away(rules: Ruleset, weather: Weather, sheet: Sheet) -> Refusal | None:
    """No soldiers without armour take the field in a storm, no soldiers at all in a tornado, nor what rides on air.

    In the worst tornadoes only machines do.
    """
    kinds = kinds_of_sheet(sheet)
    for name, row in holding(rules, weather):
        if not set(kinds).isdisjoint(row.unfit):
            return Refusal("conditions.unfit", f"{sheet.name} cannot take the field in a {name}", row.cite)
    return None


@rule("conditions.contradicts", cite=PLANETS, implements=("TO-060-light-snowfall",), slot=CONTRADICTS)
def contradicts(rules: Ruleset, weather: Weather) -> Refusal | None:
    """Rain and snow need air, wind some of it, and nothing freezes at 30 degrees and more."""
    for name, row in holding(rules, weather):
        if weather.atmosphere in row.without.atmosphere:
            return Refusal("conditions.contradicts", f"there is no {name} in {weather.atmosphere} air", row.cite)
        if row.without.warmer is not None and weather.temperature >= row.without.warmer:
            return Refusal("conditions.contradicts", f"there is no {name} at {weather.temperature} degrees", row.cite)
    return None


@rule(
    "conditions.brought",
    cite=WEATHER,
    implements=("TO-036-weather-table-p36-8", "TO-060-sleet", "TO-062-blowing-sand-2"),
)
def brought(rules: Ruleset, weather: Weather, begins: bool) -> Weather:
    """Gusting rain comes with a strong gale, flurries, ice storms and sand with a moderate one, sleet with none.

    A stronger wind that is given stays. A question that names rain or snow is asked in the wind that it names.
    """
    found: Weather = rules.below(brought)(rules, weather, begins)
    for name, row in holding(rules, found):
        wind = row.brings.get("wind", "") if begins or name == SAND else ""
        if STRENGTH.get(wind, 0) > STRENGTH.get(found.wind, len(STRENGTH)):
            found = msgspec.structs.replace(found, wind=wind)
    return found


def _winds() -> dict[str, tuple[int, int]]:
    """What wind costs missiles and shells, the weakest first."""
    return {name: (row.to_hit.get("missiles", 0), row.to_hit.get("shells", 0)) for name, row in WIND.items()}


WIND = conditions()["wind"]
STRENGTH = {name: at for at, name in enumerate(("", *WIND))}
"""How strong each wind is."""
NIGHT = conditions()["light"]
ROWS = CONDITIONS.amended(
    "planetary_conditions.kinds",
    rows(*HERE),
    cite=PLANETS,
    implements=(
        "TO-036-weather-table-p36-2",
        "TO-036-weather-table-p36-3",
        "TO-036-weather-table-p36-4",
        "TO-057-light-fog",
        "TO-057-heavy-fog",
        "TO-058-moonless-night-2",
        "TO-058-pitch-black-all-units",
        "TO-060-blizzard",
    ),
    where="overheat.classic.rules.tacops.planetary_conditions.ROWS",
)
"""What the conditions do. There is no blizzard any more, and no light makes a roll harder."""
LIGHTS = LIGHT.amended(
    "planetary_conditions.light",
    {name: (row.to_hit["all"], row.glow, row.lamp) for name, row in NIGHT.items()},
    cite=TACTICAL_OPERATIONS("Light", 58),
    implements=("TO-058-full-moon-searchlight", "TO-058-moonless-night-1", "TO-059-pitch-black-searchlight"),
    where="overheat.classic.rules.tacops.planetary_conditions.LIGHTS",
)
BLOWS = DARK_BLOWS.amended(
    "planetary_conditions.blows",
    {name: (row.physical, bool(row.lamp)) for name, row in NIGHT.items() if row.physical},
    cite=TACTICAL_OPERATIONS("Light", 58),
    implements=("TO-058-moonless-night-1", "TO-059-pitch-black-searchlight"),
    where="overheat.classic.rules.tacops.planetary_conditions.BLOWS",
)

LAYER = Layer(
    "planetary_conditions",
    title="Planetary conditions: light, weather and wind",
    group="Planets",
    cite=PLANETS,
    needs=("classic",),
    add=(beams, no_fire, slower, jumps_less, frozen_roads, unsteady, stays_away, contradicts),
    change=(
        ROWS,
        LIGHTS,
        BLOWS,
        DARKNESS.amended("planetary_conditions.darkness", _by("light", "cost"), cite=WEATHER),
        PRECIPITATION.amended(
            "planetary_conditions.precipitation",
            {name: row.to_hit.get("all", 0) for name, row in conditions()["precipitation"].items()},
            cite=WEATHER,
        ),
        WINDS.amended("planetary_conditions.winds", _winds(), cite=WEATHER),
        SORTS.amended("planetary_conditions.sorts", {"sand": Sort(title="Blowing sand")}, cite=WEATHER),
        settled.wrapped_in(brought),
        can_run.wrapped_in(no_running),
        may_drag.wrapped_in(drags_itself),
        has_air.wrapped_in(air_to_burn),
        fog_cost.wrapped_in(fog_below),
        darkness_cost.wrapped_in(darkness_below),
    ),
)
