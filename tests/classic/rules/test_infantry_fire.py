"""How soldiers shoot: ranges of their own, how many of them hit, and what they do together."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from asking import asked
from overheat.classic.adjudicate import Situation, adjudicate
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Done, Fire
from overheat.classic.facts.events import AttackRolled, ClusterRolled, Felled, Struck
from overheat.classic.facts.state import Shot, Unit
from overheat.classic.rules.standard.infantry import RANGE_MODIFIERS, soldiers_damage
from overheat.classic.rulesets import standard
from overheat.classic.turn.weapons import fires
from overheat.classic.unit.infantry_fire import damage_each, fielded
from overheat.classic.unitfile.blk import parse_blk
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Tally
from skirmish import NORTH, armed, forbidden, known, mount, moved, on_turn, say, scene, shot, term, told, unit
from soldiers import GUNNERS, LAUNCHERS, RIFLES, platoon, rifles, squad, volley
from vehicles import WARDEN

SEVEN, TWELVE = (3, 4), (6, 6)


def blue(hex: str = "0103", **others: Any) -> Unit:
    return unit(id="blue", hex=hex, facing=NORTH, **others)


def hits(attacker: Unit, target: Unit, *dice: Any, board: str = "0 0 0") -> Scene:
    """A platoon hits, and the dice fall so."""
    with Scripted(TWELVE, *dice) as thrown:
        around = scene(thrown, attacker, target, board=board)
        resolve(around, volley(attacker, target, board))
    return around


def test_what_soldiers_hold_is_the_last_mount_of_their_sheet_in_battle() -> None:
    sheet = fielded(standard(), known(LAUNCHERS))
    weapon = sheet.mounts[-1].weapon
    assert weapon is not None
    assert (weapon.range, len(sheet.mounts)) == ((0, 2, 4, 6, 0), len(known(LAUNCHERS).mounts) + 1)
    assert fielded(standard(), sheet) == sheet


def test_whoever_asks_for_a_number_may_name_either_weapon_of_a_platoon() -> None:
    """At 3 hexes launchers are at +2, and so are the rifles beside them."""
    parties = {"attacker": {"unit": LAUNCHERS, "hex": "0808"}, "target": {"unit": "Atlas AS7-D", "hex": "0811"}}
    totals = []
    for weapon in ("Auto-Rifle", "SRM Launcher (Hvy, One-Shot)"):
        situation = msgspec.convert({"board": "valley", **parties, "weapon": {"name": weapon}}, Situation)
        tally = adjudicate(situation).terms
        assert isinstance(tally, Tally)
        totals.append(int(tally["infantry.range"].value))
    assert totals == [2, 2]


def test_a_soldier_does_on_average_what_his_squad_does() -> None:
    """Six of a squad: four rifles of 0.52, two launchers of 0.57."""
    sheet = known(LAUNCHERS)
    assert sheet.platoon is not None
    assert damage_each(sheet.platoon) == Fraction(322, 600)


@pytest.mark.proves("infantry.damage")
@pytest.mark.parametrize(("soldiers", "points"), [(28, 15), (10, 5), (2, 1), (1, 1)])
def test_soldiers_do_together_what_each_does_to_the_nearest_point(soldiers: int, points: int) -> None:
    """28 x 0.52 is 14.56, 10 x 0.52 is 5.2, 2 x 0.52 is 1.04, and 0.52 alone is still 1."""
    assert asked(soldiers_damage)(Fraction(52, 100), soldiers) == points


@pytest.mark.proves("infantry.range", "infantry.range_modifiers")
@pytest.mark.parametrize(("hexes", "added"), [(0, -2), (2, 2), (3, 4)])
def test_rifles_have_a_range_of_three_hexes_and_are_easiest_in_the_same_hex(hexes: int, added: int) -> None:
    attack = volley(platoon(), blue(f"010{1 + hexes}"), "0 0 0 0")
    assert (term(attack, "infantry.range"), term(attack, "to_hit.range")) == (added, 0)


@pytest.mark.proves("infantry.range_modifiers")
def test_weapons_of_longer_range_get_harder_in_smaller_steps() -> None:
    table = standard()[RANGE_MODIFIERS]
    assert [table[4][hexes] for hexes in (0, 4, 5, 7, 9, 11)] == [-2, 0, 1, 2, 3, 4]
    assert [len(table[short]) - 1 for short in range(8)] == [0, 3, 6, 9, 12, 15, 18, 21]


def test_beyond_three_times_its_short_range_a_platoon_does_not_fire() -> None:
    assert forbidden(volley(platoon(), blue("0105"), "0 0 0 0 0")) == "fire.range"


@pytest.mark.proves("infantry.close_quarters")
def test_heavy_support_weapons_are_awkward_in_the_same_hex_and_bursts_are_not() -> None:
    """Launchers encumber, +1; machine guns encumber as well but fire bursts, -1, and so stay even."""
    found = [term(volley(platoon(of), blue("0101")), "infantry.close_quarters") for of in (LAUNCHERS, GUNNERS, RIFLES)]
    assert found == [1, 0, 0]


@pytest.mark.proves("to_hit.steady")
def test_soldiers_shoot_as_well_on_the_move_as_standing() -> None:
    for soldiers in (platoon(motion=moved("walk", 1)), platoon(LAUNCHERS, motion=moved("jump", 3))):
        assert term(volley(soldiers, blue()), "to_hit.attacker_movement") == 0
    assert term(shot(attacker=squad(motion=moved("jump", 3)), weapon="BA Small Laser"), "to_hit.attacker_movement") == 0
    assert term(shot(attacker=unit(motion=moved("jump", 3))), "to_hit.attacker_movement") == 3


@pytest.mark.proves("infantry.clusters", "infantry.damage")
def test_of_28_soldiers_as_many_hit_as_their_column_says_and_their_damage_falls_in_twos() -> None:
    """A 7 on the column of 28 is 17 hits, 8.84 points, 9: four groups of 2 and one of 1."""
    around = hits(platoon(), blue(), SEVEN, *[SEVEN] * 5)
    assert [event.hits for event in told(around.events, ClusterRolled)] == [17]
    assert [event.damage for event in told(around.events, Struck)] == [2, 2, 2, 2, 1]


def test_a_thinned_platoon_does_less() -> None:
    """Ten left: a 7 on the quick reference's column of 10 is 6 hits, 3.12 points."""
    around = hits(platoon(left=10), blue(), SEVEN, SEVEN, SEVEN)
    assert [event.damage for event in told(around.events, Struck)] == [2, 1]


def test_soldiers_fire_at_soldiers_in_one_lump_that_no_class_divides() -> None:
    """17 of 28 hit: 9 points are 9 soldiers, 18 in the open."""
    around = hits(platoon(), platoon(id="blue", hex="0103", facing=NORTH), SEVEN)
    assert around.unit("blue").condition.troopers == 10


@pytest.mark.proves("infantry.one_lump", "infantry.riding_vehicles")
def test_a_burst_of_machine_guns_fells_a_die_more_soldiers_and_mechanised_ones_half() -> None:
    """Five rifles of 0.52 and two machine guns of 0.65 a squad; 17 of 28 do 9.47, 9 points, and the die of 4: 13.
    Halved and rounded up that is 7, twice in the open 14."""
    target = platoon("Mechanized Tracked Platoon (Rifle)", id="blue", hex="0103", facing=NORTH)
    around = hits(platoon(GUNNERS), target, SEVEN, 4)
    assert around.unit("blue").condition.troopers == 14


@pytest.mark.proves("infantry.one_target")
def test_soldiers_fire_at_one_target_a_turn() -> None:
    """The scouts' rifles are for red; the squad's laser may not go elsewhere."""
    firing = squad(id="red", volley=(Shot(4, "other"),))
    assert forbidden(shot("BA Small Laser", "0 0", firing, blue("0102"))) == "infantry.one_target"
    assert forbidden(shot("BA Small Laser", "0 0", squad(id="red"), blue("0102"))) is None


def gunners(**others: Any) -> Unit:
    """A platoon with two field guns of 8 tons."""
    sheet = armed(known(RIFLES), "Autocannon/5@Field Guns", "Autocannon/5@Field Guns", "IS Ammo AC/5@Field Guns")
    return platoon(sheet, **others)


@pytest.mark.proves("infantry.field_guns")
def test_field_guns_fire_where_they_stand_and_while_enough_serve_them() -> None:
    assert [forbidden(gun_shot(gunners(), gun)) for gun in (0, 1)] == [None, None]
    assert [forbidden(gun_shot(gunners(left=15), gun)) for gun in (0, 1)] == [None, "infantry.field_guns"]
    assert forbidden(gun_shot(gunners(motion=moved("walk", 1)), 0)) == "infantry.field_guns"
    assert forbidden(gun_shot(gunners(volley=(Shot(3, "blue"),)), 0)) == "infantry.field_guns"


def gun_shot(crew: Unit, gun: int) -> WeaponAttack:
    """A shot with a field gun from the bin beside it."""
    attack = volley(crew, blue(), at=gun)
    attack.feed = 2
    return attack


def test_field_guns_that_list_no_ammunition_bring_a_ton_each_and_fire_it() -> None:
    """Ten rounds to a ton, of the gun's own make."""
    crew = platoon(armed(known(RIFLES), "CLLBXAC10@Field Guns", "CLLBXAC10@Field Guns"))
    bins = {at: crew.sheet.mounts[at].equipment.id for at in crew.plan.feeds[0]}
    assert set(bins.values()) == {"clan_lb_10_x_ac_ammo"}
    assert [crew.condition.shots[at] for at in bins] == [10, 10]
    before = on_turn(crew, blue(), phase="weapons")
    gun, first = 0, min(bins)
    assert Fire(gun, "blue", first) in list(fires(before, crew))
    with Scripted(TWELVE, SEVEN) as dice:
        after, events = say(before, dice, Fire(gun, "blue", first), Done())
    assert [hit.damage for hit in told(events, Struck)] == [10]
    assert after.units["red"].condition.shots[first] == 9


def test_field_guns_with_a_bin_of_their_own_bring_no_more() -> None:
    assert sum(mount.ammunition is not None for mount in gunners().sheet.mounts) == 1


def test_a_heavy_flamer_for_soldiers_on_a_vehicle_reaches_its_own_hex_and_no_further() -> None:
    car = unit(armed(parse_blk(WARDEN.encode(), "warden.blk").sheet, "InfantryHeavyFlamer@FR"))
    flamer = mount(car, "InfantryHeavyFlamer")
    near, beside = platoon(id="blue", hex="0101"), platoon(id="blue", hex="0102")
    offered = [{fire.mount for fire in fires(on_turn(car, men, phase="weapons"), car)} for men in (near, beside)]
    assert [flamer in mounts for mounts in offered] == [True, False]
    with Scripted(TWELVE) as dice:
        _, events = say(on_turn(car, near, phase="weapons"), dice, Fire(flamer, "blue"), Done())
    (felled,) = told(events, Felled)
    assert felled.left < near.condition.troopers


def test_soldiers_have_no_facing_and_shoot_all_round() -> None:
    behind = platoon(hex="0103", facing=3)
    assert forbidden(volley(behind, unit(id="blue", hex="0101"))) is None


def test_a_platoon_is_offered_its_fire_and_it_is_resolved_with_everybodys() -> None:
    men = platoon(id="red", hex="0101")
    before = on_turn(men, blue("0102"), phase="weapons", board="0 0")
    assert list(fires(before, men)) == [Fire(rifles(men), "blue")]
    with Scripted((1, 1)) as dice:
        after, events = say(before, dice, Fire(rifles(men), "blue"), Done())
    assert [event.weapon for event in told(events, AttackRolled)] == ["Auto-Rifle"]
    assert after.phase == "physical"
