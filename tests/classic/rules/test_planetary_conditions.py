"""Light, weather and wind of the advanced rules, asked of the adjudicator as a user asks."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.facts.state import Weather
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.standard.weather import settled, sorts, unfit
from overheat.classic.rulesets import ruleset
from overheat.kernel.refusal import RefusedError
from skirmish import known

LOCUST, TANK, HOVER, ROTOR = (
    "Locust LCT-1V",
    "Vedette Medium Tank",
    "Saladin Assault Hover Tank",
    "Warrior Attack Helicopter H-7",
)
FOOT, JUMPERS, SUITS = (
    "Foot Platoon (Rifle)",
    "Jump Platoon (SRM)",
    "Elemental Battle Armor [Laser](Sqd5)",
)
WARHAMMER = "Warhammer WHM-6R"
LASER, MISSILES, PPC = "Medium Laser", "SRM 6", "PPC"


def shot(weapon: str, unit: str = WARHAMMER, target: dict[str, Any] | None = None, **conditions: Any) -> Any:
    """The number that a shot over three hexes of open ground needs under all planetary conditions."""
    told = adjudicated(
        "attack",
        "planets",
        board="",
        attacker={"unit": unit, "hex": "0806", "facing": 3},
        target={"unit": WARHAMMER, "hex": "0809", "facing": 0, **(target or {})},
        weapon={"name": weapon},
        conditions=conditions,
    )
    return told["target_number"]


def points(unit: str, mode: str = "walk", **conditions: Any) -> Any:
    return adjudicated("points", "planets", unit=unit, conditions=conditions)[mode]


def roll(unit: str, ground: str = "", moved: str = "stationary", **conditions: Any) -> Any:
    return adjudicated("piloting", "planets", "crawling", unit=unit, ground=ground, moved=moved, conditions=conditions)[
        "target_number"
    ]


def step(unit: str, board: str = "", hex: str = "0809", searchlight: bool = False, **conditions: Any) -> Any:
    return adjudicated(
        "movement",
        "planets",
        unit=unit,
        board=board,
        hex=hex,
        step=True,
        searchlight=searchlight,
        conditions=conditions,
    )["cost"]


def refused(ask: str = "conditions", **conditions: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        adjudicated(ask, "planets", conditions=conditions)
    return str(caught.value)


@pytest.mark.proves("planetary_conditions.light", "conditions.sorts")
def test_every_light_costs_shots_its_own() -> None:
    day = shot(LASER)
    costs = {"dusk": 1, "full moon": 2, "glare": 2, "moonless": 3, "solar flare": 3, "pitch black": 4}
    assert {light: shot(LASER, light=light) - day for light in costs} == costs


@pytest.mark.proves("TO-058-full-moon-searchlight", "TO-058-moonless-night-1", "TO-059-pitch-black-searchlight")
def test_a_light_on_the_target_makes_up_for_the_night_but_for_a_point_of_pitch_black() -> None:
    lit, day = {"illuminated": True}, shot(LASER)
    left = {"full moon": 0, "moonless": 0, "pitch black": 1, "glare": 2, "solar flare": 3, "dusk": 1}
    assert {light: shot(LASER, target=lit, light=light) - day for light in left} == left


def test_a_hot_target_glows_the_more_the_darker_it_is() -> None:
    assert shot(LASER, target={"heat": 20}, light="pitch black") == shot(LASER) + 2


@pytest.mark.proves(
    "TO-058-moonless-night-1",
    "TO-059-pitch-black-searchlight",
    "planetary_conditions.blows",
)
def test_blows_in_the_dark_are_harder_unless_the_target_is_lit() -> None:
    def kick(lit: bool = False, **conditions: Any) -> Any:
        return adjudicated(
            "blow",
            "planets",
            kind="kick",
            attacker={"unit": WARHAMMER, "hex": "0808", "facing": 3},
            target={"unit": WARHAMMER, "hex": "0809", "illuminated": lit},
            limb="RL",
            conditions=conditions,
        )["target_number"]

    assert kick(light="moonless") == kick() + 1
    assert kick(light="solar flare") == kick(lit=True, light="solar flare") == kick() + 1
    assert kick(light="pitch black") == kick() + 2
    assert kick(lit=True, light="pitch black") == kick(lit=True, light="moonless") == kick()


@pytest.mark.proves(
    "TO-036-weather-table-p36-2",
    "TO-036-weather-table-p36-3",
    "TO-058-moonless-night-2",
    "TO-058-pitch-black-all-units",
)
@pytest.mark.parametrize("light", ["moonless", "solar flare", "pitch black"])
def test_no_night_makes_a_piloting_roll_harder(light: str) -> None:
    told = adjudicated("conditions", "planets", conditions={"light": light})["conditions"]
    assert told["light"][light]["piloting"] == {"all": 0}
    assert roll(LOCUST, light=light) == roll(LOCUST)


@pytest.mark.proves("TO-036-weather-table-p36-4", "TO-060-blizzard")
def test_there_is_no_blizzard_any_more() -> None:
    there = adjudicated("conditions", "planets")["conditions"]["precipitation"]
    assert "heavy snow" in there
    assert "blizzard" not in there
    assert "did you mean" not in refused(precipitation="blizzard")


@pytest.mark.proves("TO-057-light-fog", "TO-057-heavy-fog", "conditions.fog", "conditions.kinds")
def test_fog_costs_ground_units_points_and_heavy_fog_beams_a_point() -> None:
    assert (step(LOCUST, fog="light"), step(LOCUST, fog="heavy")) == (2, 3)
    assert step(ROTOR, fog="heavy") == step(ROTOR)
    assert shot(LASER, fog="heavy") == shot(LASER, fog="light") + 1 == shot(LASER) + 1
    told = adjudicated("conditions", "planets", conditions={"fog": "heavy"})["conditions"]["fog"]["heavy"]
    assert (told["cost"], told["to_hit"]) == (2, {"energy": 1})
    assert told["amended"]["cost"] == "TO-057-heavy-fog"


@pytest.mark.proves("planetary_conditions.darkness", "conditions.darkness")
def test_ones_own_lamp_shows_the_way_only_where_the_moon_is_missing() -> None:
    dark = {"full moon": 2, "glare": 2, "moonless": 3, "solar flare": 3, "pitch black": 4}
    assert {light: step(LOCUST, light=light) for light in dark} == dark
    shown = {"full moon": 1, "glare": 2, "moonless": 1, "solar flare": 3, "pitch black": 4}
    assert {light: step(LOCUST, searchlight=True, light=light) for light in shown} == shown
    assert step(ROTOR, light="pitch black") == step(ROTOR)


@pytest.mark.proves("movement.lamps")
def test_a_lamp_shows_the_way_on_any_night_of_the_standard_game() -> None:
    for light in ("full moon", "moonless"):
        told = adjudicated("movement", unit=LOCUST, step=True, searchlight=True, conditions={"light": light})
        assert told["cost"] == 1


@pytest.mark.proves("planetary_conditions.precipitation", "conditions.to_hit")
def test_rain_and_snow_cost_shots_and_light_ones_those_of_soldiers() -> None:
    fair = shot(LASER)
    costs = {
        "light rain": 0, "moderate rain": 1, "heavy rain": 1, "gusting rain": 1, "torrential downpour": 2,
        "light snow": 0, "moderate snow": 1, "snow flurries": 1, "heavy snow": 1, "sleet": 1, "ice storm": 0,
        "light hail": 0, "heavy hail": 0, "lightning storm": 1,
    }  # fmt: skip
    assert {kind: shot(LASER, precipitation=kind) - fair for kind in costs} == costs
    rifles = shot("Auto-Rifle", unit=FOOT)
    assert shot("Auto-Rifle", unit=FOOT, precipitation="light rain") == rifles + 1
    assert shot("Auto-Rifle", unit=FOOT, precipitation="light snow") == rifles + 1


@pytest.mark.proves("planetary_conditions.winds")
def test_winds_carry_missiles_off_the_stronger_the_further() -> None:
    calm, beam = shot(MISSILES), shot(LASER)
    costs = {"light gale": 0, "moderate gale": 1, "strong gale": 2, "storm": 3}
    assert {wind: shot(MISSILES, wind=wind) - calm for wind in costs} == costs
    assert {shot(LASER, wind=wind) - beam for wind in costs} == {0}


@pytest.mark.proves("conditions.no_fire", "TO-062-tornado-f4")
def test_no_missile_flies_in_a_tornado_and_in_the_worst_only_beams_are_fired() -> None:
    assert shot(MISSILES, wind="tornado F1-F3") is None
    assert shot(LASER, wind="tornado F1-F3") == shot(LASER) + 2
    assert shot("Machine Gun", wind="tornado F4+") is None
    assert shot(LASER, wind="tornado F4+") == shot(LASER) + 3


@pytest.mark.proves("TO-062-tornado-f4", "conditions.piloting", "conditions.no_running")
def test_machines_do_not_run_in_the_worst_tornado_and_fall_less_on_all_fours() -> None:
    assert points(LOCUST, "run", wind="tornado F4+") == 0
    assert points(LOCUST, "walk", wind="tornado F4+") == 8
    assert roll(LOCUST, wind="tornado F4+") == roll(LOCUST) + 5
    assert roll(LOCUST, moved="crawl", wind="tornado F4+") == roll(LOCUST) + 2


@pytest.mark.proves("TO-036-weather-table-p36-5", "conditions.points")
def test_heavy_snow_slows_vehicles_suits_and_soldiers_but_no_machine() -> None:
    assert points(LOCUST, precipitation="heavy snow") == points(LOCUST) == 8
    assert points(TANK, precipitation="heavy snow") == points(TANK) - 2
    assert points(SUITS, precipitation="heavy snow") == 0
    assert points("Mechanized Tracked Platoon (Rifle)", precipitation="heavy snow") == 0


@pytest.mark.proves("TO-036-weather-table-p36-7")
def test_an_ice_storm_slows_suits_by_three_and_soldiers_by_four() -> None:
    told = adjudicated("conditions", "planets", conditions={"precipitation": "ice storm"})["conditions"]
    assert told["precipitation"]["ice storm"]["points"] == {"suits": -3, "platoon": -4}
    assert points("Motorized Platoon (MG)", precipitation="ice storm") == 0 < points("Motorized Platoon (MG)")


@pytest.mark.proves("conditions.jumping")
def test_wind_keeps_soldiers_from_jumping_far() -> None:
    assert points(JUMPERS, "jump") == 2
    assert [points(JUMPERS, "jump", wind=f"{wind} gale") for wind in ("light", "moderate", "strong")] == [2, 1, 0]
    assert points(JUMPERS, "jump", wind="storm") == points(SUITS, "jump", wind="storm") == 0


@pytest.mark.proves("conditions.one_hex")
def test_soldiers_whom_the_wind_leaves_no_point_still_drag_themselves_a_hex() -> None:
    assert points(FOOT, wind="moderate gale") == 0
    assert step(FOOT, wind="moderate gale") == 0
    assert step(TANK, precipitation="heavy snow", temperature=-80) is None


@pytest.mark.proves("conditions.paved")
def test_roads_freeze_over_in_an_ice_storm() -> None:
    road = {"board": "crossroads", "hex": "0809"}
    told = [
        adjudicated("movement", "planets", unit=LOCUST, facing=facing, step=True, conditions=storm, **road)
        for facing in range(6)
        for storm in ({}, {"precipitation": "ice storm"})
    ]
    more = [
        after["cost"] - before["cost"] for before, after in zip(told[::2], told[1::2], strict=True) if after["cost"]
    ]
    assert set(more) == {0, 1}


@pytest.mark.proves("TO-036-weather-table-p36-6", "conditions.piloting")
def test_heavy_snow_and_rain_add_a_point_to_rolls_and_wind_by_who_it_is() -> None:
    assert roll(TANK, precipitation="heavy snow") == roll(TANK) + 1
    assert roll(LOCUST, precipitation="torrential downpour") == roll(LOCUST) + 2
    assert roll(LOCUST, wind="strong gale") == roll(LOCUST) + 1
    assert roll(HOVER, wind="strong gale") == roll(HOVER) + 2
    assert roll(TANK, wind="strong gale") == roll(TANK)


@pytest.mark.proves("TO-059-heavy-rainfall", "TO-059-torrential-downpour")
def test_rain_does_not_count_besides_rapids_nor_a_downpour_besides_a_torrent() -> None:
    rapids, torrent = "0[water:1;rapids:1]", "0[water:1;rapids:2]"
    assert roll(LOCUST, ground=rapids, precipitation="heavy rain") == roll(LOCUST, ground=rapids)
    assert roll(LOCUST, ground=torrent, precipitation="torrential downpour") == roll(LOCUST, ground=torrent)
    assert roll(LOCUST, ground=torrent, precipitation="heavy rain") == roll(LOCUST, ground=torrent) + 1
    assert roll(LOCUST, ground=rapids, precipitation="torrential downpour") == roll(LOCUST, ground=rapids) + 2


@pytest.mark.proves("TO-062-blowing-sand-1", "TO-062-blowing-sand-2", "planetary_conditions.sorts")
def test_blowing_sand_costs_beams_a_point_and_missiles_that_of_the_gale_that_it_is() -> None:
    assert shot(LASER, sand=True) == shot(LASER) + 1
    assert shot(MISSILES, sand=True) == shot(MISSILES, wind="moderate gale") == shot(MISSILES) + 1
    assert points(FOOT, sand=True) == points(FOOT, wind="moderate gale") == 0
    assert points(SUITS, sand=True) == points(SUITS)


@pytest.mark.proves("TO-036-weather-table-p36-8", "TO-060-sleet", "conditions.brought", "conditions.settled")
def test_a_battle_in_flurries_has_a_gale_and_one_in_sleet_has_none() -> None:
    rules = ruleset(["planets"])

    def wind(**given: Any) -> str:
        return rules[settled](rules, Weather(**given), True).wind

    assert wind(precipitation="snow flurries") == wind(precipitation="ice storm") == "moderate gale"
    assert wind(precipitation="gusting rain") == "strong gale"
    assert wind(precipitation="sleet") == ""
    assert wind(precipitation="snow flurries", wind="storm") == "storm"
    units = tuple(
        Combatant(id=side, side=side, unit=WARHAMMER, hex=hex) for side, hex in (("red", "0101"), ("blue", "0105"))
    )
    setup = Setup(board="valley", units=units, weather=Weather(precipitation="snow flurries"))
    assert Classic(["planets"]).mustered(setup).weather.wind == "moderate gale"


@pytest.mark.proves("TO-036-weather-table-p36-9", "TO-036-weather-table-p36-10", "conditions.unfit")
def test_who_cannot_stand_a_tornado_does_not_take_the_field() -> None:
    def fit(unit: str, wind: str) -> bool:
        return adjudicated("conditions", "planets", unit=unit, conditions={"wind": wind})["unfit"] is None

    assert [fit(unit, "storm") for unit in (LOCUST, TANK, ROTOR, SUITS, FOOT)] == [True, True, True, True, False]
    assert [fit(unit, "tornado F1-F3") for unit in (LOCUST, TANK, HOVER, SUITS)] == [True, True, False, False]
    assert [fit(unit, "tornado F4+") for unit in (LOCUST, TANK)] == [True, False]


@pytest.mark.proves("TO-036-weather-table-p36-9", "conditions.unfit")
def test_a_set_up_with_soldiers_in_a_tornado_is_refused() -> None:
    rules = ruleset(["planets"])
    sides = (("red", WARHAMMER, "0101"), ("blue", SUITS, "0105"))
    units = tuple(Combatant(id=side, side=side, unit=unit, hex=hex) for side, unit, hex in sides)
    setup = Setup(board="valley", units=units, weather=Weather(wind="tornado F1-F3"))
    with pytest.raises(RefusedError, match="cannot take the field in a tornado F1-F3"):
        Classic(["planets"]).mustered(setup)
    assert unfit(rules, Weather(wind="tornado F1-F3"), known(WARHAMMER)) is None


@pytest.mark.proves("TO-060-light-snowfall", "conditions.contradicts")
def test_it_does_not_snow_in_thin_air_or_in_the_heat() -> None:
    assert "no light snow in thin air" in refused(precipitation="light snow", atmosphere="thin")
    assert "no light snow at 30 degrees" in refused(precipitation="light snow", temperature=30)
    adjudicated("conditions", "planets", conditions={"precipitation": "light snow", "temperature": 29})


def test_what_the_rules_do_not_have_is_refused_in_one_line() -> None:
    assert "\n" not in refused(light="dask")
    assert "did you mean 'dusk'?" in refused(light="dask")
    assert "nothing is called 'fogg'; did you mean 'fog'?" in refused(fogg="light")
    assert "gravity 9.0: it is 0.1 to 5" in refused(gravity=9.0)
    with pytest.raises(RefusedError, match="these rules have no such condition"):
        adjudicated("points", unit=LOCUST, conditions={"gravity": 0.5})
    assert set(sorts(ruleset(["planets"]))) == set(Weather.__struct_fields__) - {"wind_towards"}
