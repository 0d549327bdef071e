"""Engines without fusion, weapons that need none, bursts among soldiers by rulings of their own, turrets of quads."""

import json
from pathlib import Path
from typing import Any

import pytest

from machines import HARVESTER, HUNTER
from machines import sheet as machine
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.damage.kinds.vehicle import come_round, roll_vehicle_critical
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import CrewHurt, FateMet
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.infantry import burst_dice
from overheat.classic.rulesets import standard
from overheat.classic.turn.heat import heat_of, settle_one, toil_of
from overheat.classic.unit.condition import VehicleDamage
from overheat.classic.unit.equipment import catalogue
from overheat.kernel.dice import Scripted
from skirmish import armed, forbidden, known, mount, moved, rearmed, relief, replace, scene, state, told, unit
from terminal import run
from vehicles import WARDEN, put
from vehicles import sheet as vehicle

NORTH, SOUTH = 0, 3


def burst(name: str, tech: Any = "IS") -> int:
    found = catalogue().find(name, tech)
    assert found is not None, name
    dice = standard()[burst_dice](standard(), found)  # type: ignore[arg-type]
    assert dice is not None
    return int(dice)


@pytest.mark.proves("TO-312-heavy-flamer-3", "infantry.burst_dice")
def test_a_heavy_flamer_does_six_dice_among_soldiers_and_four_from_a_suit() -> None:
    assert (burst("Flamer"), burst("Heavy Flamer"), burst("BA Heavy Flamer")) == (4, 6, 4)


@pytest.mark.proves("TO-320-er-pulse-small", "infantry.burst_dice")
def test_the_small_extended_pulse_laser_does_one_die_where_others_do_two() -> None:
    assert (burst("Small Pulse Laser"), burst("ER Small Pulse Laser", "Clan")) == (2, 1)


@pytest.mark.proves("TO-320-er-pulse-small")
def test_odds_among_soldiers_have_as_many_dice(tmp_path: Path) -> None:
    """In the open twice as many fall as the dice say."""

    def most(weapon: str) -> int:
        asked = {"ask": "damage", "unit": "Foot Platoon (Rifle)", "weapon": weapon}
        question = tmp_path / "asked.json"
        question.write_text(json.dumps(asked), encoding="utf-8")
        told = json.loads(run("odds", "damage", str(question), "--format", "json").stdout)
        return max(int(each["value"]) for each in told["distribution"]["rows"])

    assert most("ER Small Pulse Laser") == 2 * 6
    assert most("Small Pulse Laser") == 2 * 12


STOPPED = VehicleDamage(engine_hit=True)


def without_engine(weapon: str, ammunition: str | None) -> WeaponAttack:
    tank = rearmed(unit(vehicle(WARDEN), facing=SOUTH), weapon)
    tank = tank if ammunition is None else rearmed(tank, ammunition)
    tank = replace(tank, condition=replace(tank.condition, vehicle=STOPPED))
    feed = None if ammunition is None else len(tank.sheet.mounts) - 1
    held = tank.sheet.mounts[mount(tank, weapon)]
    mounts = tuple(replace(each, location="FR") if each is held else each for each in tank.sheet.mounts)
    tank = replace(tank, sheet=replace(tank.sheet, mounts=mounts))
    target = unit(id="blue", hex="0102", facing=NORTH)
    return WeaponAttack(relief("0 0"), tank, target, mount(tank, weapon), feed=feed)


@pytest.mark.proves("TO-312-heavy-flamer-4", "TO-320-chemical-lasers", "vehicles.no_power")
def test_chemical_lasers_and_heavy_flamers_of_a_vehicle_need_no_engine() -> None:
    assert forbidden(without_engine("Medium Laser", None)) == "vehicles.no_power"
    assert forbidden(without_engine("Heavy Flamer", "Heavy Flamer Ammo")) is None
    chemical = ("Clan Medium Chem Laser", "Clan Ammo Medium Chem Laser")
    assert forbidden(without_engine(*chemical)) is None


def fissile() -> Unit:
    return unit(vehicle(put(WARDEN, "engine_type", "7")), id="blue")


def engine_struck(*dice: int | tuple[int, ...]) -> Scene:
    """A critical hit on the side of a fission vehicle that finds the engine."""
    with Scripted((6, 5), *dice) as fallen:
        playing = scene(fallen, fissile())
        roll_vehicle_critical(playing, "blue", "LS")
    return playing


@pytest.mark.proves("TO-307-cv-fission-2", "engines.leaks_in_vehicles")
def test_a_fission_engine_that_is_hit_stuns_its_crew_for_a_die_of_turns() -> None:
    playing = engine_struck(3)
    assert playing.unit("blue").condition.vehicle.crew_stunned == 4
    assert playing.unit("blue").immobile


def later(playing: Scene, rounds: int) -> Scene:
    """So many ends of a round after a hit."""
    for _ in range(rounds):
        come_round(playing)
        playing.state = replace(playing.state, round=playing.state.round + 1)
    return playing


@pytest.mark.proves("TO-307-cv-fission-2", "engines.radiation_kills", "engines.figures")
def test_a_crew_that_is_stunned_into_the_fourth_turn_dies() -> None:
    early = later(engine_struck(4), 3)
    assert not told(early.events, FateMet)
    assert told(later(early, 1).events, FateMet) == [FateMet("blue", "destroyed", "radiation")]


@pytest.mark.proves("TO-307-cv-fission-2", "engines.radiation_drives_out")
def test_a_crew_that_comes_to_before_the_fourth_turn_leaves_the_vehicle() -> None:
    assert not told(later(engine_struck(3), 3).events, FateMet)
    assert told(later(engine_struck(3), 5).events, FateMet) == [FateMet("blue", "ejected", "crew_leaves")]


def with_engine(name: str) -> Unit:
    of = machine(HUNTER)
    assert of.engine is not None
    kind = catalogue().find(name, "IS")
    return unit(replace(of, engine=replace(of.engine, kind=kind)), id="blue")


def hit_engine(of: Unit, *dice: int | tuple[int, ...]) -> Scene:
    code, slot = of.plan.systems["engine"][0]
    with Scripted(*dice) as fallen:
        playing = scene(fallen, of)
        hit_slot(playing, "blue", code, slot)
    return playing


@pytest.mark.proves("TO-308-nonfusion-mechs-a", "engines.fuel_explodes", "engines.fuel")
def test_a_machine_that_burns_fuel_may_be_lost_with_any_hit_on_its_engine() -> None:
    assert told(hit_engine(with_engine("ICE Engine"), (4, 6)).events, FateMet)
    assert not told(hit_engine(with_engine("ICE Engine"), (4, 5)).events, FateMet)
    assert not told(hit_engine(with_engine("Fusion Engine")).events, FateMet)


@pytest.mark.proves("TO-307-cv-fission-2", "TO-308-nonfusion-mechs-a", "engines.leaks_in_machines")
def test_a_fission_engine_that_is_hit_hurts_the_pilot_of_a_machine() -> None:
    hurt = told(hit_engine(with_engine("Fission Engine"), (6, 6)).events, CrewHurt)
    assert [(event.hits, event.why) for event in hurt] == [(1, "radiation")]


@pytest.mark.proves("TO-308-nonfusion-mechs-a", "heat.engine_kind")
def test_a_war_machine_that_burns_fuel_walks_as_hot_as_others_and_an_industrial_one_cold() -> None:
    def heat(of: Unit, mode: str) -> int:
        walked = replace(of, motion=moved(mode, 3))
        return int(heat_of(toil_of(state(walked), walked))[0].total)

    assert [heat(with_engine(kind), "run") for kind in ("ICE Engine", "Fission Engine", "Fusion Engine")] == [2, 2, 2]
    farmer = machine(HARVESTER)
    assert heat(unit(farmer), "walk") == 0
    assert farmer.engine is not None
    fusion = replace(farmer.engine, kind=catalogue().find("Fusion Engine", "IS"))
    assert heat(unit(replace(farmer, engine=fusion)), "run") == 0


@pytest.mark.proves("TO-308-nonfusion-mechs-a", "heat.fuel")
def test_hot_fuel_explodes_where_ammunition_would() -> None:
    def boiled(of: str, *dice: tuple[int, ...]) -> list[FateMet]:
        hot = with_engine(of)
        hot = replace(hot, condition=replace(hot.condition, heat=30))
        hot = replace(hot, condition=replace(hot.condition, shots=tuple(0 for _ in hot.condition.shots)))
        with Scripted(*dice) as fallen:
            playing = scene(fallen, hot)
            settle_one(playing, "blue")
        return told(playing.events, FateMet)

    assert boiled("ICE Engine", (6, 6), (1, 2)) == [FateMet("blue", "destroyed", "fuel_tank_explodes")]
    assert not boiled("Fusion Engine", (6, 6))


def turreted(*more: str) -> Unit:
    """A quad that looks north with a laser in a turret on its head, and blue behind it."""
    built = armed(known("Scorpion SCP-1N"), "BattleMech Turret (Head)@CT", "Medium Laser@HD", *more)
    last = built.mounts[len(known("Scorpion SCP-1N").mounts) + 1]
    mounts = tuple(replace(each, turret=True) if each is last else each for each in built.mounts)
    return unit(replace(built, mounts=mounts), facing=NORTH)


@pytest.mark.proves("TO-347-mech-turret-2", "fire.head_turret")
def test_a_quad_with_two_turrets_does_not_fire_the_one_on_its_head_to_the_rear() -> None:
    def no(hex: str, *more: str) -> str | None:
        quad = replace(turreted(*more), hex=unit(hex="0102").hex)
        laser = next(at for at, each in enumerate(quad.sheet.mounts) if each.turret)
        return forbidden(WeaponAttack(relief("0 0 0"), quad, unit(id="blue", hex=hex), laser))

    ahead, behind, both = "0101", "0103", "BattleMech Turret (Quad)@LT"
    assert (no(ahead), no(behind)) == (None, None)
    assert (no(ahead, both), no(behind, both)) == (None, "fire.head_turret")
