"""Gravity, air, temperature, interference, lamps, firelight, snow that lies and weather that changes."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.infantry import soldiers_fallen
from overheat.classic.damage.terrain import ignite
from overheat.classic.facts.commands import Command, Switch
from overheat.classic.facts.events import CheckMade, FateMet, Flooded, RoundBegan, StructureLost, TurnEnded
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.game import Classic
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.switches import SEARCHLIGHT, lit_by, may_shine
from overheat.classic.rules.tacops.changing_weather import WeatherTurned, WindShifted
from overheat.classic.rules.tacops.searchlight_beams import BEAM, SHOT_OUT, Shine
from overheat.classic.rules.tacops.snowfall import SnowSettled, can_lie
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.round import PHASES, legal
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from skirmish import ground, known, marked, moved, relief, replace, shot, state, told, unit
from soldiers import platoon

LOCUST, TANK, HOVER = "Locust LCT-1V", "Vedette Medium Tank", "Saladin Assault Hover Tank"
WARHAMMER = "Warhammer WHM-6R"
RULES = ["planets"]


def points(unit: str, mode: str = "walk", **conditions: Any) -> Any:
    return adjudicated("points", *RULES, unit=unit, conditions=conditions)[mode]


def number(weapon: str, unit: str = WARHAMMER, **conditions: Any) -> Any:
    return adjudicated(
        "attack",
        *RULES,
        board="",
        attacker={"unit": unit, "hex": "0806", "facing": 3},
        target={"unit": WARHAMMER, "hex": "0809"},
        weapon={"name": weapon},
        conditions=conditions,
    )["target_number"]


def battle(*units: Unit, board: str = "0 0 0 0 0 0", rules: list[str] | None = None, **others: Any) -> State:
    """A battle under the rules for planets."""
    weather = others.pop("weather", Weather())
    made = state(*units, board=board, weather=weather, **others)
    return replace(made, relief=relief(board, rules or RULES))


# Gravity.


@pytest.mark.proves("TO-055-gravity-1", "gravity.points", "gravity.sort")
@pytest.mark.parametrize(
    ("gravity", "walk", "run"), [(0.5, 16, 24), (0.75, 11, 17), (1.2, 7, 11), (2.0, 4, 6), (2.5, 3, 5)]
)
def test_points_are_divided_by_the_gravity(gravity: float, walk: int, run: int) -> None:
    assert (points(LOCUST, "walk", gravity=gravity), points(LOCUST, "run", gravity=gravity)) == (walk, run)


@pytest.mark.proves("TO-055-gravity-1")
def test_gravity_counts_after_everything_else_that_slows_a_unit() -> None:
    """A tank of 5 points in heavy snow has 3, which are 6 in half a gravity; doubled first they would be 8."""
    assert points(TANK, gravity=0.5, precipitation="heavy snow") == 2 * (points(TANK) - 2)


@pytest.mark.proves("TO-035-movement-table-p35-5", "gravity.to_hit")
@pytest.mark.parametrize(("gravity", "off"), [(0.2, 4), (0.5, 2), (0.8, 1), (1.2, 1), (1.5, 2), (2.0, 5)])
def test_shells_and_missiles_go_astray_for_every_full_fifth_of_a_gravity(gravity: float, off: int) -> None:
    assert number("SRM 6", gravity=gravity) == number("SRM 6") + off
    assert number("Medium Laser", gravity=gravity) == number("Medium Laser")


@pytest.mark.proves("gravity.questions")
@pytest.mark.parametrize(
    ("example", "gravity", "expected"),
    [
        ("EX-055-gravity-0.2", 0.2, 1),
        ("EX-055-gravity-0.6", 0.6, 0),
        ("EX-055-gravity-1.5", 1.5, 1),
        ("TO p. 55", 2.6, 3),
    ],
)
def test_a_landing_is_harder_for_every_full_half_of_a_gravity(example: str, gravity: float, expected: int) -> None:
    assert adjudicated("landing", *RULES, conditions={"gravity": gravity})["psr_modifier"] == expected


def test_points_that_cushion_a_landing_make_it_easier_where_one_weighs_more() -> None:
    """EX-055-gravity-1.0, and what the example of 2.6 gravities comes to with two points to cushion it."""
    assert adjudicated("landing", *RULES)["psr_modifier"] == 0
    assert adjudicated("landing", *RULES, cushion=2, conditions={"gravity": 2.6})["psr_modifier"] == 1


def landed(gravity: float, motion: Any, *dice: Any, of: str = "Spider SDR-5V") -> list[Any]:
    """What comes of the end of a move in another gravity."""
    red = unit(known(of), motion=motion)
    before = battle(red, unit(id="blue", hex="0105"), weather=Weather(gravity=gravity), phase="movement")
    with Scripted(*dice) as fallen:
        scene = Scene(before, fallen)
        scene.tell(TurnEnded("red"))
        scene.follow()
    return list(scene.events)


@pytest.mark.proves("TO-055-gravity-2", "gravity.legs")
def test_a_jump_beyond_what_jets_carry_on_terra_may_hurt_the_legs() -> None:
    """A Spider jumps 8 hexes; 10 in half a gravity are 2 too many, at +1."""
    events = landed(0.5, moved("jump", 10), (2, 3), (2, 2), (2, 2))
    assert told(events, CheckMade)[0].needed[1].value == 1
    assert {(lost.location, int(lost.before) - int(lost.after)) for lost in told(events, StructureLost)} == {
        ("LL", 2),
        ("RL", 2),
    }
    assert landed(0.5, moved("jump", 8)) == [TurnEnded("red")]
    assert not told(landed(0.5, moved("jump", 10), (6, 6)), StructureLost)


@pytest.mark.proves("TO-055-gravity-2", "gravity.legs")
def test_a_jump_where_a_machine_weighs_more_may_hurt_the_legs_by_the_walking_points_that_it_lost() -> None:
    """A Spider walks 8, in two gravities 4: two points a leg; a point of its jump that is left cushions the landing."""
    all_of_it = landed(2.0, moved("jump", 4), (1, 3), (2, 2), (2, 2))
    assert {int(lost.before) - int(lost.after) for lost in told(all_of_it, StructureLost)} == {2}
    assert told(all_of_it, CheckMade)[0].needed[1].value == 2
    assert told(landed(2.0, moved("jump", 3), (6, 5)), CheckMade)[0].needed[1].value == 1


@pytest.mark.proves("gravity.falls")
def test_a_fall_does_as_many_times_the_damage_as_there_is_gravity() -> None:
    told = [adjudicated("fall", *RULES, unit=WARHAMMER, conditions={"gravity": much})["damage"] for much in (1, 2, 0.5)]
    assert told == [7, 14, 4]


# Interference and temperature.


@pytest.mark.proves("interference.to_hit", "interference.sort")
def test_interference_costs_two_on_every_shot_but_those_of_soldiers_who_aim_by_eye() -> None:
    assert number("Medium Laser", interference=True) == number("Medium Laser") + 2
    rifles = number("Auto-Rifle", unit="Foot Platoon (Rifle)")
    assert number("Auto-Rifle", unit="Foot Platoon (Rifle)", interference=True) == rifles


@pytest.mark.proves("TO-063-heat-table-high-temp", "temperatures.heat", "temperatures.sort")
def test_heat_begins_above_fifty_degrees_a_point_for_every_ten() -> None:
    def built(degrees: int) -> Any:
        return adjudicated("heat", *RULES, unit=WARHAMMER, conditions={"temperature": degrees})["builds"]["stationary"]

    assert [built(degrees) - built(25) for degrees in (40, 50, 60, 61, 100)] == [0, 0, 1, 2, 5]


@pytest.mark.proves("temperatures.cold")
def test_frost_sinks_heat() -> None:
    def sunk(degrees: int) -> Any:
        return adjudicated("heat", *RULES, unit=WARHAMMER, conditions={"temperature": degrees})["sinks"]["land"]

    assert sunk(-50) == sunk(-30) + 2


@pytest.mark.proves("temperatures.points")
def test_extreme_temperatures_slow_all_but_machines() -> None:
    assert [points(TANK, temperature=degrees) for degrees in (50, 51, 75, -31, -50)] == [5, 4, 2, 4, 3]
    assert points(LOCUST, temperature=100) == 8


@pytest.mark.proves("temperatures.unfit")
def test_soldiers_stay_at_home_in_extreme_temperatures() -> None:
    def fit(unit: str, degrees: int) -> bool:
        asked = {"unit": unit, "conditions": {"temperature": degrees}}
        return adjudicated("conditions", *RULES, **asked)["unfit"] is None

    assert fit("Foot Platoon (Rifle)", 50)
    assert not fit("Foot Platoon (Rifle)", 51)
    assert fit(TANK, 90)


# Air.


def fit(unit: str, **conditions: Any) -> bool:
    return adjudicated("conditions", *RULES, unit=unit, conditions=conditions)["unfit"] is None


@pytest.mark.proves("atmospheric_pressure.kinds", "atmospheric_pressure.sort")
def test_what_rides_on_air_is_slower_where_it_is_thin_and_faster_where_it_is_dense() -> None:
    assert [points(HOVER, atmosphere=air) - points(HOVER) for air in ("thin", "high", "very high")] == [-2, 1, 1]
    assert points(TANK, atmosphere="thin") == points(TANK)


@pytest.mark.proves("TO-035-movement-table-p35-4", "TO-054-atmosphere-vacuum-1", "pressure.unfit")
@pytest.mark.parametrize("air", ["vacuum", "trace"])
def test_only_what_is_sealed_takes_the_field_without_air(air: str) -> None:
    assert fit(WARHAMMER, atmosphere=air)
    assert fit("Elemental Battle Armor [Laser](Sqd5)", atmosphere=air)
    assert not fit(TANK, atmosphere=air)
    assert not fit("Foot Platoon (Rifle)", atmosphere=air)


def sealed_vehicle(engine: str, motive: str = "") -> Any:
    """Whether a vehicle with environmental sealing and an engine takes the field in vacuum."""
    from overheat.classic.rules.standard.weather import unfit
    from overheat.classic.unit.equipment import catalogue
    from overheat.classic.unit.sheet import Mount

    base = known("Warrior Attack Helicopter H-7" if motive else TANK)
    sealing = catalogue().entries["environmental_sealing"]
    kind = catalogue().entries[engine]
    assert base.engine is not None
    built = replace(
        base,
        engine=replace(base.engine, kind=kind),
        mounts=(*base.mounts, Mount(equipment=sealing, location="Body", slots=0)),
    )
    return unfit(ruleset(RULES), Weather(atmosphere="vacuum"), built)


@pytest.mark.proves("TO-054-atmosphere-vacuum-1", "TO-035-movement-table-p35-6")
def test_a_sealed_vehicle_needs_an_engine_without_air_and_may_have_rotors() -> None:
    assert sealed_vehicle("fusion_engine") is None
    assert sealed_vehicle("fuel_cell_engine") is None
    assert sealed_vehicle("fission_engine") is None
    assert sealed_vehicle("fusion_engine", motive="vtol") is None
    no = sealed_vehicle("ice_engine")
    assert isinstance(no, Refusal)
    assert "needs air" in no.reason


@pytest.mark.proves("TO-054-atmosphere-vacuum-2", "pressure.exposed")
@pytest.mark.parametrize("what", ["fire", "fall", "fragments"])
def test_whatever_damages_a_machine_in_vacuum_may_breach_its_hull(what: str) -> None:
    before = battle(unit(), weather=Weather(atmosphere="vacuum"))
    with Scripted((3, 4), (5, 5)) as fallen:
        scene = Scene(before, fallen)
        take(scene, Hit("red", "front", 1, what))
    assert told(scene.events, Flooded) == [Flooded("red", "CT")]


@pytest.mark.proves("TO-054-atmosphere-vacuum-2")
def test_a_vehicle_that_is_breached_in_vacuum_is_lost() -> None:
    before = battle(unit(known(TANK), hex="0101"), weather=Weather(atmosphere="trace"))
    with Scripted((2, 5), (6, 5)) as fallen:
        scene = Scene(before, fallen)
        take(scene, Hit("red", "front", 1, "fire"))
    assert told(scene.events, FateMet)[0].fate == "destroyed"


@pytest.mark.proves("tainted_atmospheres.kinds", "tainted_atmospheres.sort", "taint.unfit")
def test_soldiers_need_suits_in_tainted_air_and_vehicles_sealing_in_toxic_air() -> None:
    assert not fit("Foot Platoon (Rifle)", taint="tainted caustic")
    assert fit(TANK, taint="tainted caustic")
    assert not fit(TANK, taint="toxic poisonous")
    assert fit(WARHAMMER, taint="toxic poisonous")
    assert fit("Foot Platoon (Rifle)", taint="toxic flammable")


@pytest.mark.proves("TO-056-flammable-toxic", "taint.soldiers")
def test_in_toxic_flammable_air_a_weapon_does_to_soldiers_all_that_it_does() -> None:
    """A laser of 5 points fells one soldier in the open twice over, there all five twice over."""

    def fallen(taint: str, what: Any) -> int:
        blue = platoon(id="blue", hex="0103")
        attack = shot(target=blue, rules=RULES, weather=Weather(taint=taint))
        before = replace(battle(attack.attacker, blue, weather=Weather(taint=taint)), relief=attack.relief)
        hit = Hit("blue", "front", 5, "fire", weapon=attack.weapon, by=attack if what == "shot" else None)
        return int(before.relief.rules[soldiers_fallen](Scene(before, Scripted()), hit).total)

    assert fallen("", "shot") == 2
    assert fallen("toxic flammable", "shot") == 10
    assert fallen("toxic flammable", "blast") == 2


@pytest.mark.proves("conditions.air")
def test_nothing_burns_in_a_tornado_or_without_air() -> None:
    def burns(**conditions: Any) -> bool:
        before = battle(unit(), board="0 0 0[woods:1]", weather=Weather(**conditions))
        scene = Scene(before, Scripted())
        ignite(scene, ground("0 0 0[woods:1]").parse_hex("0103"), "fire")
        return "fire" in scene.state.relief.board[before.relief.board.parse_hex("0103")]

    assert burns()
    assert burns(wind="storm", atmosphere="thin")
    for conditions in ({"wind": "tornado F1-F3"}, {"wind": "tornado F4+"}, {"atmosphere": "vacuum"}):
        assert not burns(**conditions)


@pytest.mark.proves("taint.kindles")
def test_fires_start_more_easily_in_flammable_air() -> None:
    def needed(taint: str) -> Any:
        attack = shot(rules=RULES, weather=Weather(taint=taint))
        return attack.rules[ignites_on](attack)

    usual = needed("")
    assert (needed("tainted flammable"), needed("toxic flammable")) == (usual - 2, usual - 4)


# Light.


def lamp(beam: str = "", elevation: int = 0, **others: Any) -> Unit:
    """A machine with its searchlight on, pointed at a hex."""
    marks = marked(SEARCHLIGHT)
    marks |= {BEAM: marked(BEAM, about=beam, value=elevation)[BEAM]} if beam else {}
    return unit(marks=marks, **others)


def lit(lantern: Unit, other: Unit, board: str = "0 0 0 0 0 0") -> bool:
    seen = relief(board, RULES)
    return seen.rules[lit_by](seen, lantern, other)


@pytest.mark.proves("TO-057-searchlights-2", "TO-057-searchlights-3", "searchlights.lit")
def test_a_beam_shows_who_is_in_its_hex_or_on_the_way_there_and_nobody_else() -> None:
    blue = [unit(id="blue", hex=hex) for hex in ("0103", "0104", "0105")]
    assert [lit(lamp("0104"), other) for other in blue] == [True, True, False]
    assert not lit(lamp(), blue[0])
    assert not lit(lamp("0104"), blue[1], board="0 0 4 0 0 0")


@pytest.mark.proves("TO-057-searchlights-4", "searchlights.lit", "searchlights.beams")
def test_a_beam_lights_two_levels_at_the_ground_or_where_it_is_pointed() -> None:
    rotor = known("Warrior Attack Helicopter H-7")
    heights = {at: unit(rotor, id="blue", hex="0104", elevation=at) for at in (1, 2, 3, 4, 5)}
    assert [at for at, other in heights.items() if lit(lamp("0104"), other)] == [1]
    assert [at for at, other in heights.items() if lit(lamp("0104", 3), other)] == [3, 4]


def pointing(red: Unit, *others: Unit, light: str = "moonless") -> State:
    sides = tuple(dict.fromkeys(each.side for each in (red, *others)))
    return battle(
        red,
        *others,
        weather=Weather(light=light),
        phase="movement",
        initiative=sides,
        order=(red.side,),
        acting=red.id,
        acted=frozenset(each.id for each in others),
    )


@pytest.mark.proves("searchlights.verbs")
def test_a_player_points_the_beam_at_a_hex_and_an_elevation_below_its_range() -> None:
    before = pointing(lamp(), unit(id="blue", hex="0104"))
    game = Classic(RULES)

    def said(command: Command) -> Any:
        return game.apply(before, "red", command, Scripted())

    assert Shine("0104") in list(legal(before, before.units["red"]))
    after, _ = said(Shine("0104", 29))
    assert (after.units["red"].about(BEAM), after.units["red"].marks[BEAM].value) == ("0104", 29)
    assert said(Shine("0104", 30)).id == "searchlights.beam"
    assert said(Shine("0101")).id == "searchlights.beam"
    dark = pointing(unit(), unit(id="blue", hex="0104"))
    assert isinstance(game.apply(dark, "red", Shine("0104"), Scripted()), Refusal)


@pytest.mark.proves("searchlights.verbs")
def test_a_bot_knows_what_a_beam_is_worth() -> None:
    from overheat.classic.turn.round import VERBS

    before = pointing(lamp(), unit(id="blue", hex="0104"))
    verb = ruleset(RULES)[VERBS]["searchlights.beam"]
    assert verb.worth is not None
    assert verb.worth(before, before.units["red"], Shine("0104")) == 3
    assert verb.worth(before, before.units["red"], Shine("0103")) == 0
    bright = replace(before, weather=Weather(light="glare"))
    assert verb.worth(bright, bright.units["red"], Shine("0104")) == 0


@pytest.mark.proves("searchlights.verbs")
def test_a_bot_lights_a_lamp_where_it_shows_more_than_it_gives_away() -> None:
    from overheat.classic.turn.round import VERBS

    verb = ruleset(RULES)[VERBS]["switches.switch"]
    assert verb.worth is not None
    duel = pointing(unit(), unit(id="blue", hex="0104"))
    friends = pointing(unit(), unit(id="friend", side="red", hex="0102"), unit(id="blue", hex="0104"))
    crowd = pointing(unit(), unit(id="blue", hex="0104"), unit(id="green", hex="0105"))
    worth = [verb.worth(each, each.units["red"], Switch("searchlight", True)) for each in (duel, friends, crowd)]
    assert worth == [0.5, 3.5, -2.5]


@pytest.mark.proves("searchlights.shot_out", "searchlights.lost", "searchlights.beams")
@pytest.mark.parametrize(("roll", "gone"), [((3, 4), True), ((3, 3), False)])
def test_a_hit_on_the_torso_may_put_the_lamp_out_for_good(roll: tuple[int, int], gone: bool) -> None:
    before = battle(lamp("0104"), weather=Weather(light="moonless"))
    with Scripted((3, 4), roll) as fallen:
        scene = Scene(before, fallen)
        take(scene, Hit("red", "front", 1, "fire"))
        scene.follow()
    red = scene.unit("red")
    assert (SHOT_OUT in red.marks, SEARCHLIGHT in red.marks) == (gone, not gone)
    assert (scene.rules[may_shine](scene.rules, red) is not None) == gone


@pytest.mark.proves("TO-057-weather-fire-light-1", "firelight.to_hit")
def test_a_fire_beside_the_target_makes_up_for_two_points_of_the_night() -> None:
    """In a column of hexes the last one is blue's; the one before it burns, or the one before that."""
    night = Weather(light="pitch black")

    def terms(column: str, **facts: Any) -> int:
        from skirmish import needs

        return needs(shot(column=column, rules=RULES, **facts)) - needs(shot(column=column, rules=RULES))

    assert terms("0 0 0 0", weather=night) == 4
    assert terms("0 0 0[fire:1] 0", weather=night) == 2
    assert terms("0 0[fire:1] 0 0", weather=night) == 4
    assert terms("0 0 0[fire:1] 0", weather=Weather(light="dusk")) == 0


@pytest.mark.proves("TO-057-weather-fire-light-1", "firelight.blows")
def test_a_fire_beside_the_target_makes_up_for_all_that_the_night_costs_blows() -> None:
    from overheat.classic.attack.blows import number_of
    from overheat.classic.facts.state import Blow
    from overheat.classic.rules.standard.physical import PhysicalAttack

    def number(column: str) -> int:
        blue = unit(id="blue", hex="0102", facing=0)
        made = PhysicalAttack(
            relief(column, RULES), unit(), blue, Blow("kick", "RL", "blue"), Weather(light="pitch black")
        )
        return int(number_of(made).total)

    assert number("0 0 0") == number("0 0 0[fire:1]") + 2


# Snow and changing weather.


def laid(falling: str, at: int, board: str) -> list[Any]:
    before = replace(battle(board=board, weather=Weather(precipitation=falling)), round=at)
    scene = Scene(before, Scripted())
    before.relief.rules[PHASES]["snowfall"].begin(scene)
    return [(event.kind, event.level, len(event.hexes)) for event in told(scene.events, SnowSettled)]


@pytest.mark.proves("TO-060-moderate-snowfall-3", "TO-060-heavy-snowfall", "snowfall.lies", "snowfall.phases")
def test_snow_lies_after_a_while_but_not_on_magma_and_waters_freeze() -> None:
    board = "0 0[woods:1] 0[magma:2] 0[water:1] 0[magma:1]"
    assert laid("moderate snow", 9, board) == []
    assert laid("moderate snow", 10, board) == [("snow", 1, 3)]
    assert laid("moderate snow", 20, board) == [("snow", 2, 3), ("ice", 1, 1)]
    assert laid("heavy snow", 5, board) == [("snow", 1, 3)]
    assert laid("sleet", 15, board) == [("ice", 1, 1)]
    rules = ruleset(RULES)
    assert not rules[can_lie](rules, ground("0[magma:2]")[next(iter(ground("0[magma:2]")))], "snow", 1)


def turned(weather: Weather, *dice: Any) -> list[Any]:
    before = battle(unit(), rules=["planets", "changing_weather"], weather=weather)
    with Scripted(*dice) as fallen:
        scene = Scene(before, fallen)
        scene.tell(RoundBegan(2))
        scene.follow()
    return [event for event in scene.events if isinstance(event, WeatherTurned | WindShifted)]


@pytest.mark.proves("changing_weather.changes", "changing_weather.winds")
def test_wind_shifts_on_a_one_or_a_six_and_blows_up_or_dies_down_on_another() -> None:
    gale = Weather(wind="moderate gale", wind_towards=2)
    assert turned(gale, (1,), (6,)) == [WindShifted(1), WeatherTurned("wind", "moderate gale", "strong gale")]
    assert turned(gale, (6,), (1,)) == [WindShifted(3), WeatherTurned("wind", "moderate gale", "light gale")]
    assert turned(gale, (3,), (4,)) == []


@pytest.mark.proves("changing_weather.changes")
def test_wind_never_grows_beyond_what_everybody_in_the_field_can_bear() -> None:
    assert turned(Weather(wind="strong gale"), (3,), (6,)) == []


@pytest.mark.proves("changing_weather.sky")
def test_rain_gets_worse_or_better_by_a_step() -> None:
    assert turned(Weather(precipitation="light rain"), (6, 6)) == [
        WeatherTurned("precipitation", "light rain", "moderate rain")
    ]
    assert turned(Weather(precipitation="heavy rain"), (1, 1)) == [
        WeatherTurned("precipitation", "heavy rain", "moderate rain")
    ]
    assert turned(Weather(precipitation="light snow"), (1, 2)) == []


def test_weather_that_stays_fair_rolls_nothing() -> None:
    assert turned(Weather()) == []
