"""Options that ask more of a weapon: rapid fire, hot-loading, shutting off; and what breaks by it."""

import pytest

from adjudicated import adjudicated
from machines import HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.kinds.machine import roll_criticals, see_fate
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import (
    ClusterRolled,
    CriticalRolled,
    Exploded,
    Jammed,
    MarkLaid,
    MountLost,
    PhaseBegan,
    Struck,
)
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.blasts import Blast
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.salvos import rates
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.standard.systems import SHUT_OFF
from overheat.classic.rules.tacops.coolant_failure import lost_coolant
from overheat.classic.rules.tacops.engine_explosions import WHAT
from overheat.classic.rules.tacops.shutting_off_equipment import ShutOff
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import settle_one
from overheat.classic.turn.round import legal
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.kernel.dice import Scripted
from skirmish import armed, broken, forbidden, ground, known, mount, needs, relief, replace, shot, state, told, unit

CENTRE = (3, 4)


def under(rules: str, *units: Unit, column: str = "0 0 0", phase: str = "weapons") -> State:
    return replace(state(*units, board=column), relief=Relief(ground(column), ruleset([rules])), phase=phase)


def fired(rules: str, attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    seen = Relief(attack.relief.board, ruleset([rules]))
    made = WeaponAttack(
        seen, attack.attacker, attack.target, attack.index, feed=attack.feed, rate=attack.rate, mode=attack.mode
    )
    with Scripted(*dice) as fallen:
        scene = Scene(replace(state(made.attacker, made.target, board=seen.board), relief=seen), fallen)
        resolve(scene, made)
    return scene


def cannon(rate: int = 2) -> WeaponAttack:
    return shot("AC/5", ammunition="AC/5 Ammo", rate=rate)


@pytest.mark.proves("TO-100-autocannon-rapid-fire-1", "rapid_fire_autocannons.rates")
def test_standard_and_light_autocannons_fire_twice_and_others_as_before() -> None:
    rules = ruleset(["rapid_fire_autocannons"])
    guns = {name: shot(name).weapon for name in ("AC/5", "Light AC/5", "LB 10-X AC", "Ultra AC/5", "Rotary AC/5")}
    assert {name: max(rules[rates](rules, gun)) for name, gun in guns.items()} == {
        "AC/5": 2,
        "Light AC/5": 2,
        "LB 10-X AC": 1,
        "Ultra AC/5": 2,
        "Rotary AC/5": 6,
    }


@pytest.mark.proves("TO-100-autocannon-rapid-fire-2", "rapid_fire_autocannons.jams", "rapid_fire_autocannons.figures")
def test_a_gun_in_rapid_fire_jams_on_4_or_less() -> None:
    assert told(fired("rapid_fire_autocannons", cannon(), (1, 3)).events, Jammed)
    assert not told(fired("rapid_fire_autocannons", cannon(1), (1, 3)).events, Jammed)


@pytest.mark.proves("TO-100-autocannon-rapid-fire-2", "rapid_fire_autocannons.bursts")
def test_on_a_2_the_two_rounds_in_its_barrel_explode() -> None:
    scene = fired("rapid_fire_autocannons", cannon(), (1, 1), (1, 2), (6, 6), (6, 6))
    assert [event.damage for event in told(scene.events, Exploded)] == [10]
    assert [event.what for event in told(scene.events, MountLost)] == ["burst barrel"]
    assert not told(scene.events, Jammed)


def gun(mode: str = "rapid fire") -> WeaponAttack:
    return shot("Machine Gun", "0 0", ammunition="Machine Gun Ammo", mode=mode)


@pytest.mark.proves(
    "TO-102-machine-guns-1",
    "rapid_fire_machine_guns.die",
    "rapid_fire_machine_guns.figures",
    "rapid_fire_machine_guns.damage",
    "rapid_fire_machine_guns.heat",
)
def test_a_machine_gun_in_rapid_fire_does_a_die_and_uses_three_rounds_a_point_hit_or_miss() -> None:
    hit = fired("rapid_fire_machine_guns", gun(), (4, 4), 5, CENTRE)
    assert [event.damage for event in told(hit.events, Struck)] == [5]
    missed = fired("rapid_fire_machine_guns", gun(), (1, 2), 5)
    feed = gun().feed
    assert feed is not None
    for scene in (hit, missed):
        red = scene.unit("red")
        assert gun().attacker.condition.shots[feed] - red.condition.shots[feed] == 3 * 5
        assert shot_heat(scene.rules, red, Shot(gun().index, "blue", feed, mode="rapid fire")) == 5


@pytest.mark.proves("rapid_fire_machine_guns.modes")
def test_rapid_fire_is_a_way_to_use_a_machine_gun() -> None:
    rules = ruleset(["rapid_fire_machine_guns"])
    assert "rapid fire" in rules[modes](rules, gun().weapon, unit())


@pytest.mark.proves("TO-102-machine-guns-2", "rapid_fire_machine_guns.each_suit")
def test_every_trooper_of_a_squad_throws_a_die_for_his_machine_gun() -> None:
    """Four fire, of whom the roll says that three hit, with 1, 6 and 2 points."""
    suits = unit(known("IS Standard Battle Armor [MG](Sqd4)"), facing=3)
    at = next(at for at, held in enumerate(suits.sheet.mounts) if "machine_gun" in held.equipment.flags)
    target = unit(id="blue", hex="0102", facing=0)
    attack = WeaponAttack(relief("0 0", ["rapid_fire_machine_guns"]), suits, target, at, mode="rapid fire")
    scene = fired("rapid_fire_machine_guns", attack, (6, 6), 1, 6, 2, 5, (4, 4), CENTRE, CENTRE, CENTRE)
    assert [event.damage for event in told(scene.events, Struck)] == [1, 6, 2]


@pytest.mark.proves("battle_armour.each_suit")
def test_in_plain_fire_every_trooper_who_hits_does_what_the_gun_does() -> None:
    suits = unit(known("IS Standard Battle Armor [MG](Sqd4)"), facing=3)
    at = next(at for at, held in enumerate(suits.sheet.mounts) if "machine_gun" in held.equipment.flags)
    attack = WeaponAttack(relief("0 0"), suits, unit(id="blue", hex="0102", facing=0), at)
    scene = fired("rapid_fire_machine_guns", attack, (6, 6), (4, 4), CENTRE, CENTRE, CENTRE)
    assert [event.damage for event in told(scene.events, Struck)] == [2, 2, 2]


@pytest.mark.proves("energy_by_range.squads", "energy_by_range.figures")
def test_every_beam_of_a_squad_does_a_point_more_at_arms_length() -> None:
    suits = unit(known("Cavalier Battle Armor [Laser](Sqd4)"), facing=3)
    at = next(at for at, held in enumerate(suits.sheet.mounts) if "laser" in held.equipment.flags)
    attack = WeaponAttack(relief("0 0"), suits, unit(id="blue", hex="0102", facing=0), at)
    scene = fired("energy_by_range", attack, (6, 6), (4, 4), CENTRE, CENTRE, CENTRE)
    assert [event.damage for event in told(scene.events, Struck)] == [4, 4, 4]


def test_suits_keep_no_heat_of_rapid_fire() -> None:
    suits = unit(known("IS Standard Battle Armor [MG](Sqd4)"), facing=3)
    at = next(at for at, held in enumerate(suits.sheet.mounts) if "machine_gun" in held.equipment.flags)
    attack = WeaponAttack(relief("0 0"), suits, unit(id="blue", hex="0102", facing=0), at, mode="rapid fire")
    scene = fired("rapid_fire_machine_guns", attack, (1, 2), 1, 2, 3, 4)
    assert not scene.unit("red").marks


@pytest.mark.proves("TO-102-machine-guns-2", "rapid_fire_machine_guns.modes")
def test_soldiers_on_foot_have_no_rapid_fire_and_suits_have() -> None:
    rules = ruleset(["rapid_fire_machine_guns"])
    on_foot, worn = catalogue().find("Machine Gun (Portable)", "IS"), catalogue().find("BA Machine Gun", "IS")
    assert isinstance(on_foot, Weapon)
    assert isinstance(worn, Weapon)
    assert "rapid fire" not in rules[modes](rules, on_foot, unit())
    assert "rapid fire" in rules[modes](rules, worn, unit())


@pytest.mark.proves("TO-102-machine-guns-3", "fire.rapid_machine_gun")
def test_guns_of_an_array_have_no_rapid_fire() -> None:
    array = unit(armed(HUNTER, "Machine Gun@RA", "Machine Gun@RA", "Machine Gun Array@RA", "Machine Gun Ammo@RT"))
    at, feed = mount(array, "Machine Gun"), len(array.sheet.mounts) - 1
    seen = Relief(ground("0 0"), ruleset(["rapid_fire_machine_guns"]))
    target = unit(id="blue", hex="0102", facing=0)
    assert forbidden(WeaponAttack(seen, array, target, at, feed=feed, mode="rapid fire")) == "fire.rapid_machine_gun"
    assert forbidden(WeaponAttack(seen, array, target, at, feed=feed)) is None


def missiles(weapon: str, mode: str = "hot-loaded") -> WeaponAttack:
    return shot(weapon, "0 0 0", rules=["hot_loading"], ammunition=f"{weapon} Ammo", mode=mode)


@pytest.mark.proves("TO-103-missile-hotloading", "hot_loading.modes", "hot_loading.minimum_range", "fire.hot_loading")
def test_missiles_of_every_type_may_be_hot_loaded_and_then_have_no_minimum_range() -> None:
    assert needs(missiles("LRM 5", "")) - needs(missiles("LRM 5")) == 6 - 2 + 1
    for weapon in ("SRM 4", "MRM 10", "Streak SRM 2"):
        assert forbidden(missiles(weapon)) is None
        rules = missiles(weapon).rules
        assert "hot-loaded" in rules[modes](rules, missiles(weapon).weapon, unit())
    assert forbidden(shot("Medium Laser", rules=["hot_loading"], mode="hot-loaded")) == "fire.hot_loading"


@pytest.mark.proves("hot_loading.clusters", "clusters.further_dice")
def test_of_three_dice_of_a_hot_loaded_salvo_the_lowest_two_count() -> None:
    """A salvo of 5 has 2 hits on a roll of 3, and 3 on an 8."""
    hot = fired("hot_loading", missiles("LRM 5"), (6, 6), (1, 2, 6), CENTRE)
    plain = fired("hot_loading", missiles("LRM 5", ""), (6, 6), (2, 6), CENTRE)
    assert [told(each.events, ClusterRolled)[0].hits for each in (hot, plain)] == [2, 3]


def test_dice_of_which_the_lowest_two_count_are_asked_for() -> None:
    assert adjudicated("clusters", size=5, lowest_of=3, dice=[1, 2, 6])["hits"] == 2
    assert adjudicated("clusters", size=5, dice=[2, 6])["hits"] == 3


@pytest.mark.proves("hot_loading.explodes")
def test_a_hot_loaded_launcher_explodes_on_a_2() -> None:
    scene = fired("hot_loading", missiles("LRM 5"), (1, 1), (1, 2), (6, 6), (6, 6))
    assert [event.damage for event in told(scene.events, Exploded)] == [5]


@pytest.mark.proves("hot_loading.explodes")
def test_of_a_squad_one_trooper_is_struck_by_his_own_missiles_and_the_others_keep_theirs() -> None:
    suits = unit(known("Elemental Battle Armor [Laser](Sqd5)"))
    attack = shot("BA SRM 2 (OS)", "0 0 0", suits, rules=["hot_loading"], mode="hot-loaded")
    scene = fired("hot_loading", attack, (1, 1), 3)
    assert [(hit.unit, hit.location, hit.damage) for hit in told(scene.events, Struck)] == [("red", "Trooper 3", 4)]
    assert not told(scene.events, MountLost)


@pytest.mark.proves("hot_loading.critical")
def test_a_launcher_that_was_fired_hot_explodes_when_it_is_hit() -> None:
    attack = missiles("LRM 5")
    fired_hot = replace(attack.attacker, volley=(Shot(attack.index, "blue", attack.feed, mode="hot-loaded"),))
    assert attack.rules[weapon_explosion](MountHit(attack.rules, fired_hot, attack.index)) == 5
    assert attack.rules[weapon_explosion](MountHit(attack.rules, attack.attacker, attack.index)) == 0


def off(whole: Unit, at: int) -> Unit:
    return replace(whole, marks={each(SHUT_OFF, at): Mark(value=at)})


@pytest.mark.proves("TO-099-shutting-off-equipment", "shutting_off.verbs", "shutting_off.carried_out")
def test_a_weapon_is_shut_off_in_the_end_phase_and_does_not_fire() -> None:
    red, blue = unit(), unit(id="blue", hex="0103", facing=0)
    at = mount(red, "Medium Laser")
    before = replace(under("shutting_off_equipment", red, blue), acting="red", order=("red",))
    assert ShutOff(at) in list(legal(before, red))
    scene = Scene(before, Scripted())
    scene.tell(MarkLaid("red", each("about_to_shut_off", at), Mark(value=at, kind="Medium Laser", about="RA")))
    scene.tell(PhaseBegan("end"))
    scene.follow()
    dark = scene.unit("red")
    assert forbidden(WeaponAttack(before.relief, dark, blue, at)) == "fire.broken"
    assert ShutOff(at, on=True) in list(legal(replace(before, units={"red": dark, "blue": blue}), dark))


@pytest.mark.proves("TO-102-gauss-power-down", "shutting_off.explosions")
def test_a_gauss_rifle_that_is_shut_off_does_not_explode() -> None:
    rules = ruleset(["shutting_off_equipment"])
    armed_so = unit(armed(HUNTER, "Gauss Rifle@RT"))
    at = mount(armed_so, "Gauss Rifle")
    assert rules[weapon_explosion](MountHit(rules, armed_so, at)) == 20
    assert rules[weapon_explosion](MountHit(rules, off(armed_so, at), at)) == 0


@pytest.mark.proves("TO-074-advanced-crits", "advanced_criticals.roll", "advanced_criticals.bands")
def test_hits_on_structure_roll_by_how_hard_they_are_and_explosions_do_not() -> None:
    seen = under("advanced_criticals", unit(), unit(id="blue", hex="0103", facing=0))
    attack = WeaponAttack(seen.relief, seen.units["red"], seen.units["blue"], 0)
    scene = Scene(seen, Scripted((4, 5), (1, 2)))
    roll_criticals(scene, "blue", "CT", Hit("blue", "front", 5, "fire", by=attack))
    assert sum(part.value for part in told(scene.events, CriticalRolled)[0].rolled) == 9 - 2
    roll_criticals(scene, "blue", "CT", None)
    assert len(told(scene.events, CriticalRolled)) == 1


@pytest.mark.proves("engine_explosions.explodes", "engine_explosions.figures", "engine_explosions.shares")
def test_a_fusion_engine_that_is_destroyed_may_explode() -> None:
    """A tenth of its rating in the next hex, in groups of five."""
    red = unit(id="red", hex="0102")
    near = broken(unit(id="blue", hex="0103", facing=0), "engine", "engine", "engine")
    engine = near.sheet.engine
    assert engine is not None
    share = engine.rating // 10
    scene = Scene(under("engine_explosions", red, near), Scripted((5, 5), *[CENTRE] * (-(-share // 5))))
    see_fate(scene, "blue")
    scene.follow()
    assert sum(event.damage for event in told(scene.events, Struck) if event.unit == "red") == share


@pytest.mark.proves("TO-078-engine-explosions-scale", "engine_explosions.reaches", "engine_explosions.height")
def test_five_levels_up_count_as_a_hex_further_off() -> None:
    copter = replace(unit(known("Warrior Attack Helicopter H-7"), id="blue", hex="0103"), elevation=5)
    low = replace(copter, elevation=4)
    for flying, damage in ((copter, 2), (low, 4)):
        before = under("engine_explosions", flying)
        blast = Blast(before.relief.rules, WHAT, copter.hex, (4, 2, 1, 1))
        scene = Scene(before, Scripted(CENTRE))
        burst(scene, blast)
        assert sum(event.damage for event in told(scene.events, Struck)) == damage


@pytest.mark.proves(
    "TO-105-coolant-failure-mechs-only", "coolant_failure.leaks", "coolant_failure.sinks", "coolant_failure.numbers"
)
def test_a_machine_that_stays_hot_loses_coolant_and_sinks_less() -> None:
    made = unit()
    sinks = made.sheet.heat_sinks
    assert sinks is not None
    each_sinks = 2 if sinks.kind == "double" else 1
    hot = replace(made, condition=replace(made.condition, heat=12 + each_sinks * sinks.count))
    scene = Scene(under("coolant_failure", hot), Scripted((1, 2), (6, 6)))
    settle_one(scene, "red")
    scene.follow()
    leaking = scene.unit("red")
    assert lost_coolant(leaking) == 1
    settle_one(scene, "red")
    assert scene.unit("red").condition.heat == max(0, 12 - (each_sinks * sinks.count - 1))
