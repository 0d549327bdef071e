"""Weapons with a rule of their own: rifles, bombast and insulated lasers, M-pods, A-pods, soldiers' flamers."""

import pytest

from machines import HARVESTER, HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Engage, Fire
from overheat.classic.facts.events import ClusterRolled, Felled, MountLost, Scorched, Struck
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.fires import ignites_on
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.infantry import damage_per_soldier
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rulesets import standard
from overheat.classic.turn.weapons import fires
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Location, Mount
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, known, mount, on_turn, refused, replace, say, shot, term, told, unit
from soldiers import RIFLES, platoon, squad, volley

TWO, SEVEN, EIGHT, TWELVE = (1, 1), (3, 4), (4, 4), (6, 6)


def bare(text: str) -> tuple[Location, ...]:
    """The locations of a machine with nothing said of what their armour is."""
    return tuple(replace(place, armour_kind=None) for place in unit(text).sheet.locations)


def rolled(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    with Scripted(*dice) as scripted:
        units = {"red": attack.attacker, "blue": attack.target}
        around = Scene(State(relief=attack.relief, units=units, round=1), scripted)
        resolve(around, attack)
    return around


@pytest.mark.proves("rifles.against_armour", "rifles.armour")
def test_rifles_do_three_points_less_to_armour_made_for_war() -> None:
    heavy = shot("Rifle (Cannon, Heavy)", "0 0 0", ammunition="Heavy Rifle Ammo")
    assert [hit.damage for hit in told(rolled(heavy, TWELVE, SEVEN).events, Struck)] == [9 - 3]
    light = shot("Rifle (Cannon, Light)", "0 0 0", ammunition="Light Rifle Ammo")
    assert not told(rolled(light, TWELVE).events, Struck)
    commercial = replace(unit(HARVESTER, id="blue", facing=NORTH).sheet, bar=5, locations=bare(HARVESTER))
    thin = shot(
        "Rifle (Cannon, Light)", "0 0 0", None, unit(commercial, id="blue", facing=NORTH), ammunition="Light Rifle Ammo"
    )
    assert [hit.damage for hit in told(rolled(thin, TWELVE, SEVEN).events, Struck)] == [3]


@pytest.mark.proves("bombast.settings", "fire.modes", "to_hit.bombast", "bombast.damage", "bombast.heat")
@pytest.mark.parametrize(("points", "easier"), [(11, -1), (10, -1), (9, -2), (8, -2), (7, -3)])
def test_a_bombast_laser_is_turned_down(points: int, easier: int) -> None:
    mode = f"damage_{points}"
    attack = shot("Bombast Laser", "0 0 0", mode=mode)
    assert term(attack, "to_hit.bombast") == easier
    assert [hit.damage for hit in told(rolled(attack, TWELVE, SEVEN).events, Struck)] == [points]
    assert shot_heat(standard(), attack.attacker, Shot(attack.index, "blue", mode=mode)) == points
    assert mode in standard()[modes](standard(), attack.weapon, attack.target)


def test_bots_and_players_are_offered_every_setting() -> None:
    red = unit(armed(HUNTER, "Bombast Laser@LA"))
    before = on_turn(red, unit(id="blue", hex="0103", facing=NORTH), phase="weapons")
    offered = [fire.mode for fire in fires(before, red) if fire.mount == mount(red, "Bombast Laser")]
    assert offered == ["", *(f"damage_{points}" for points in (11, 10, 9, 8, 7))]


@pytest.mark.proves("insulators.heat", "misfires.insulated", "TO-322-laser-insulator")
def test_an_insulator_saves_a_point_of_heat_and_may_burn_its_laser_out() -> None:
    red = unit(armed(HUNTER, "Laser Insulator@LA", "Laser Insulator@LA"))
    gun = mount(red, "Medium Laser")
    assert [shot_heat(standard(), each, Shot(gun, "blue")) for each in (unit(), red)] == [3, 2]
    attack = shot("Medium Laser", "0 0 0", red)
    assert told(rolled(attack, TWO, EIGHT).events, MountLost) == [MountLost("red", gun, "Medium Laser")]
    assert not told(rolled(attack, TWO, SEVEN).events, MountLost)
    small = unit(armed(HUNTER, "Small Laser@LT", "Laser Insulator@LT"))
    assert shot_heat(standard(), small, Shot(mount(small, "Small Laser"), "blue")) == 1


@pytest.mark.proves("salvos.size", "salvos.damage")
@pytest.mark.parametrize(("column", "size", "hits"), [("0 0", 15, 5), ("0 0 0", 10, 3), ("0 0 0 0", 5, 1)])
def test_an_m_pod_throws_fewer_pellets_the_further_off_its_target(column: str, size: int, hits: int) -> None:
    attack = shot("M-Pod", column)
    around = rolled(attack, TWELVE, TWO, *(SEVEN,) * hits)
    assert [event.size for event in told(around.events, ClusterRolled)] == [size]
    assert {hit.damage for hit in told(around.events, Struck)} == {1}


@pytest.mark.proves("pods.bursts", "pods.felled", "pods.may_burst")
def test_an_a_pod_bursts_once_among_platoons_in_its_hex() -> None:
    red = unit(armed(HUNTER, "A-Pod@LL"))
    pod = mount(red, "A-Pod")
    with_platoon = on_turn(red, platoon(id="blue", hex="0101"), phase="weapons")
    with Scripted(5) as dice:
        after, events = say(with_platoon, dice, Engage(pod))
    assert [felled.left for felled in told(events, Felled)] == [platoon().condition.troopers - 4]
    assert refused(after, Engage(pod)) is not None
    suits = on_turn(red, squad(id="blue", hex="0101"), phase="weapons")
    assert refused(suits, Engage(pod)) == "pods.may_burst"


@pytest.mark.proves("clusters.advanced_missiles")
def test_advanced_missiles_of_suits_scatter_less() -> None:
    attack = shot("BA Advanced SRM 2", "0 0 0", squad(), unit(id="blue", facing=NORTH))
    around = rolled(attack, TWELVE, SEVEN, SEVEN, SEVEN)
    assert told(around.events, ClusterRolled)[0].rolled[0].value == 1


def carrying(weapon: str) -> Unit:
    """A platoon whose soldiers hold something."""
    sheet = known(RIFLES)
    held = catalogue().find(weapon, sheet.tech)
    assert held is not None
    assert sheet.platoon is not None
    mine = replace(sheet.platoon, primary=Mount(equipment=held, location="Troopers", slots=0), secondary=None)
    plain = tuple(mount for mount in sheet.mounts if "platoon" not in mount.equipment.flags)
    return unit(replace(sheet, platoon=mine, mounts=plain))


@pytest.mark.proves("fire.modes", "fires.ignites_on")
def test_soldiers_with_flamers_may_heat_a_machine_and_light_woods() -> None:
    """Twenty-eight soldiers on a seven: eighteen hit, and their damage goes into heat."""
    red = carrying("Flamer (Man-Portable)")
    attack = volley(red, unit(id="blue", hex="0101", facing=NORTH), "0 0")
    before = on_turn(red, attack.target, phase="weapons")
    wanted = Fire(attack.index, "blue", mode="heat")
    assert wanted in set(fires(before, red))
    hot = WeaponAttack(attack.relief, red, attack.target, attack.index, mode="heat")
    around = rolled(hot, TWELVE, SEVEN)
    hurt = rolled(attack, TWELVE, SEVEN, *(SEVEN,) * 5)
    heat = [event.heat for event in told(around.events, Scorched)]
    assert heat == [sum(hit.damage for hit in told(hurt.events, Struck))]
    assert not told(around.events, Struck)
    assert standard()[ignites_on](attack) == 4


@pytest.mark.proves("to_hit.munition")
def test_anti_aircraft_weapons_of_soldiers_burst_near_what_flies() -> None:
    flier = unit(known("Warrior Attack Helicopter H-7"), id="blue", hex="0102", elevation=2)
    attack = volley(carrying("AA Weapon (Mk. 2, Man-Portable)"), flier, "0 0")
    assert term(attack, "to_hit.munition") == -2


def test_what_does_not_penetrate_does_nothing_to_armour() -> None:
    stunners = carrying("Sonic Stunner")
    at_soldiers, at_armour = (volley(stunners, target) for target in (platoon(id="blue"), unit(id="blue")))
    assert damage_per_soldier(at_soldiers) > 0
    assert damage_per_soldier(at_armour) == 0
