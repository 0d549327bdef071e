"""What hits do to a war machine: armour, structure, transfer, explosions, and when it is lost.

The Hunter of these tests has 50 tons: structure 16 in the centre torso, 12 in a side torso, 8 in an arm, 12 in a leg.
"""

import pytest

from asking import asked
from machines import HUNTER, KNIGHT, PROWLER, slot
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import explode_bin, hit_machine, hit_slot, roll_criticals
from overheat.classic.facts.events import CrewHurt, Exploded, FateMet, LocationLost, Struck, StructureLost
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.damage import AmmunitionHit, MountHit, explosion_of, vented, weapon_explosion
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.systems import engine_hits
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Ammunition, Weapon, catalogue
from overheat.kernel.dice import Scripted
from skirmish import armed, bared, broken, known, maimed, mount, relief, replace, scene, state, told, unit

NO_CRITICAL = (3, 4)
AWAKE = (6, 6)


def blue(of: str = HUNTER) -> Unit:
    return unit(of, id="blue")


@pytest.mark.proves("damage.transfers")
def test_damage_goes_on_inward_from_arm_to_side_torso_to_centre() -> None:
    playing = scene(Scripted(NO_CRITICAL), bared(bared(blue(), "LA"), "LT"))
    hit_machine(playing, Hit("blue", "front", 8 + 12 + 20 + 3, "test"), "LA")
    lost = [event.location for event in told(playing.events, LocationLost)]
    assert lost == ["LA", "LT"]
    assert playing.unit("blue").condition["CT"].structure == 16 - 3


@pytest.mark.proves("damage.transfers")
@pytest.mark.parametrize(("gone", "next_in"), [("LL", "LT"), ("RL", "RT"), ("RA", "RT"), ("RT", "CT")])
def test_damage_to_what_is_gone_strikes_the_next_location_inward(gone: str, next_in: str) -> None:
    playing = scene(Scripted(), maimed(blue(), gone))
    hit_machine(playing, Hit("blue", "front", 2, "test"), gone)
    before, after = blue().condition[next_in].armour, playing.unit("blue").condition[next_in].armour
    assert after == before - 2


@pytest.mark.proves("locations.goes_on_behind")
def test_damage_from_behind_goes_on_from_a_lost_limb_to_the_back_of_the_torso() -> None:
    playing = scene(Scripted(), maimed(blue(), "LA"))
    hit_machine(playing, Hit("blue", "rear", 2, "test"), "LA", rear=True)
    before, after = blue().condition["LT"], playing.unit("blue").condition["LT"]
    assert (after.armour, after.rear_armour) == (before.armour, before.rear_armour - 2)


@pytest.mark.proves("former.goes_on_behind")
def test_formerly_it_went_on_to_the_front_of_the_torso() -> None:
    now = state(maimed(blue(), "LA"))
    playing = Scene(replace(now, relief=relief("0 0 0", ("former_transfers",))), Scripted())
    hit_machine(playing, Hit("blue", "rear", 2, "test"), "LA", rear=True)
    before, after = blue().condition["LT"], playing.unit("blue").condition["LT"]
    assert (after.armour, after.rear_armour) == (before.armour - 2, before.rear_armour)


@pytest.mark.proves("damage.transfers")
def test_a_quads_legs_pass_damage_to_the_torso_of_their_side() -> None:
    for leg, torso in (("FLL", "LT"), ("RLL", "LT"), ("FRL", "RT"), ("RRL", "RT")):
        quad = unit(known("Scorpion SCP-1N"), id="blue")
        playing = scene(Scripted(), maimed(quad, leg))
        hit_machine(playing, Hit("blue", "front", 2, "test"), leg)
        assert playing.unit("blue").condition[torso].armour == quad.condition[torso].armour - 2


@pytest.mark.proves("damage.lost_with")
def test_an_arm_goes_with_its_side_torso() -> None:
    playing = scene(Scripted(), bared(blue(), "RT", 3))
    hit_machine(playing, Hit("blue", "front", 3, "test"), "RT")
    assert [event.location for event in told(playing.events, LocationLost)] == ["RT", "RA"]


@pytest.mark.proves("damage.fatal")
@pytest.mark.parametrize(("code", "why"), [("HD", "head_destroyed"), ("CT", "centre_torso_destroyed")])
def test_a_machine_is_lost_with_its_head_or_its_centre_torso(code: str, why: str) -> None:
    playing = scene(Scripted(AWAKE) if code == "HD" else Scripted(), bared(blue(), code, 1))
    hit_machine(playing, Hit("blue", "front", 5, "test"), code)
    assert told(playing.events, FateMet) == [FateMet("blue", "destroyed", why)]


def test_a_location_that_holds_is_rolled_for_and_one_that_does_not_is_not() -> None:
    with Scripted(NO_CRITICAL) as dice:
        hit_machine(scene(dice, bared(blue(), "LL")), Hit("blue", "front", 11, "test"), "LL")
    with Scripted() as dice:
        hit_machine(scene(dice, bared(blue(), "LL")), Hit("blue", "front", 12, "test"), "LL")


@pytest.mark.proves("QR-critical-hits", "damage.criticals")
@pytest.mark.parametrize(
    ("roll", "hits"), [((3, 4), 0), ((4, 4), 1), ((4, 5), 1), ((5, 5), 2), ((5, 6), 2), ((6, 6), 3)]
)
def test_a_torso_takes_as_many_critical_hits_as_two_dice_say(roll: tuple[int, int], hits: int) -> None:
    picks = [face for slot in range(hits) for face in (1, 4 + slot)]
    with Scripted(roll, *picks) as dice:
        playing = scene(dice, blue())
        roll_criticals(playing, "blue", "CT")
    assert playing.unit("blue").condition["CT"].critical_hits == frozenset(range(3, 3 + hits))


@pytest.mark.proves("QR-critical-hits", "damage.criticals")
@pytest.mark.parametrize("code", ["LA", "RL", "HD"])
def test_a_twelve_takes_off_a_limb_or_the_head(code: str) -> None:
    playing = scene(Scripted((6, 6)), blue())
    roll_criticals(playing, "blue", code)
    assert told(playing.events, LocationLost) == [LocationLost("blue", code, blown_off=True)]
    assert playing.unit("blue").active == (code != "HD")


@pytest.mark.proves("damage.can_be_hit")
def test_empty_slots_and_those_already_hit_are_rolled_again() -> None:
    with Scripted((4, 4), 4, 2, 1, 2, 1, 3) as dice:
        hurt = broken(blue(), "upper arm actuator@LA")
        playing = scene(dice, hurt)
        roll_criticals(playing, "blue", "LA")
    assert playing.unit("blue").condition["LA"].critical_hits == {1, 2}


@pytest.mark.proves("QR-ammo-explosion", "QR-crit-ammo", "damage.ammunition_explosion")
def test_ammunition_explodes_with_every_shot_that_is_left() -> None:
    def power(magazine: str, weapon: str, shots: int) -> int:
        ammunition, gun = catalogue().find(magazine), catalogue().find(weapon)
        assert isinstance(ammunition, Ammunition)
        assert isinstance(gun, Weapon)
        rules = standard()
        return rules[explosion_of](AmmunitionHit(rules, ammunition, gun, shots))

    assert power("IS Ammo AC/10", "AC/10", 7) == 70
    assert power("IS Ammo AC/5", "AC/5", 20) == 100
    assert power("IS Ammo SRM-6", "SRM 6", 15) == 180
    assert power("IS Ammo LRM-20", "LRM 20", 6) == 120
    assert power("IS Ammo MML-5 SRM", "MML 5", 20) == 200
    assert power("IS Gauss Ammo", "Gauss Rifle", 8) == 0


@pytest.mark.proves("QR-ammo-explosion", "QR-crit-ammo")
def test_an_explosion_goes_into_the_structure_and_hurts_the_pilot_twice() -> None:
    hunter = blue()
    shells = mount(hunter, "IS Ammo AC/10")
    shots = tuple(1 if at == shells else left for at, left in enumerate(hunter.condition.shots))
    hunter = replace(hunter, condition=replace(hunter.condition, shots=shots))
    code, slot = hunter.plan.mount_slots[shells][0]
    with Scripted(NO_CRITICAL, AWAKE, AWAKE) as dice:
        playing = scene(dice, hunter)
        hit_slot(playing, "blue", code, slot)
    assert told(playing.events, Exploded) == [Exploded("blue", "LT", "AC/10 Ammo", 10)]
    assert told(playing.events, StructureLost) == [StructureLost("blue", "LT", 12, 2)]
    after = playing.unit("blue").condition
    assert (after["LT"].armour, after.crew_hits, after.shots[shells]) == (18, 2, 0)


def test_a_bin_in_a_magazine_that_feeds_several_sizes_explodes_as_the_largest() -> None:
    base = armed(HUNTER, "MML 3@RT", "MML 9@RT", "IS Ammo MML-9 LRM@RT")
    hunter = unit(base, id="blue")
    playing = scene(Scripted(AWAKE, AWAKE), hunter)
    explode_bin(playing, "blue", mount(hunter, "IS Ammo MML-9 LRM"))
    assert told(playing.events, Exploded)[0].damage == 13 * 9


@pytest.mark.proves("damage.case")
def test_case_keeps_an_explosion_from_going_further() -> None:
    hunter = blue()
    assert asked(vented)(hunter, "LT")
    assert not asked(vented)(hunter, "RT")
    assert asked(vented)(unit(PROWLER), "RT")
    playing = scene(Scripted(AWAKE, AWAKE), hunter)
    explode_bin(playing, "blue", mount(hunter, "IS Ammo AC/10"))
    assert playing.unit("blue").condition["CT"].structure == 16
    assert playing.unit("blue").active
    bare = unit(replace(hunter.sheet, mounts=tuple(m for m in hunter.sheet.mounts if "case" not in m.equipment.flags)))
    playing = scene(Scripted(), bare)
    explode_bin(playing, "red", mount(bare, "IS Ammo AC/10"))
    assert not playing.unit("red").active


@pytest.mark.proves("damage.weapon_explosion", "damage.gauss_explosions")
def test_gauss_weapons_explode_by_their_size_and_others_do_not() -> None:
    def power(name: str, tech: str = "IS") -> int:
        bearer = replace(known("Highlander HGN-732"), tech="Clan" if tech == "Clan" else "IS")
        armed_so = unit(armed(bearer, name))
        return standard()[weapon_explosion](MountHit(standard(), armed_so, len(armed_so.sheet.mounts) - 1))

    assert power("Gauss Rifle") == 20
    assert power("Gauss Rifle", "Clan") == 20
    assert power("Light Gauss Rifle") == 16
    assert power("Heavy Gauss Rifle") == 25
    assert power("HAG/30", "Clan") == 15
    assert power("AP Gauss Rifle", "Clan") == 3
    assert power("PPC") == 0


def test_a_gauss_rifle_explodes_once_however_often_it_is_hit() -> None:
    gauss = unit(known("Highlander HGN-732"), id="blue")
    rifle = mount(gauss, "Gauss Rifle")
    (code, first), (_, second) = gauss.plan.mount_slots[rifle][:2]
    roomy = replace(gauss, condition=gauss.condition.with_location(replace(gauss.condition[code], structure=50)))
    with Scripted(NO_CRITICAL, AWAKE, AWAKE) as dice:
        playing = scene(dice, roomy)
        hit_slot(playing, "blue", code, first)
        hit_slot(playing, "blue", code, second)
    assert [event.damage for event in told(playing.events, Exploded)] == [20]


@pytest.mark.proves("QR-head-hit-pilot", "crew.head_hit")
def test_every_hit_on_the_head_hurts_the_pilot_once_however_small() -> None:
    playing = scene(Scripted(AWAKE, AWAKE), blue())
    hit_machine(playing, Hit("blue", "front", 1, "test"), "HD")
    hit_machine(playing, Hit("blue", "front", 2, "test"), "HD")
    hit_machine(playing, Hit("blue", "front", 2, "test"), "CT")
    assert playing.unit("blue").condition.crew_hits == 2
    assert told(playing.events, CrewHurt) == [CrewHurt("blue", 1, "head_hit")] * 2


@pytest.mark.proves("QR-crit-engine", "damage.fatal")
def test_the_third_engine_hit_ends_a_machine() -> None:
    playing = scene(Scripted(), broken(blue(), "engine"))
    hit_slot(playing, "blue", "CT", 1)
    assert playing.unit("blue").active
    hit_slot(playing, "blue", "CT", 2)
    assert told(playing.events, FateMet) == [FateMet("blue", "destroyed", "engine_destroyed")]


@pytest.mark.proves("QR-crit-engine", "damage.fatal")
def test_an_engine_that_reaches_into_a_side_torso_is_hit_with_its_loss() -> None:
    inner_sphere = scene(Scripted(), bared(blue(KNIGHT), "RT", 1))
    hit_machine(inner_sphere, Hit("blue", "front", 1, "test"), "RT")
    assert engine_hits(inner_sphere.unit("blue")) == 3
    assert not inner_sphere.unit("blue").active
    clan = scene(Scripted(), bared(blue(PROWLER), "RT", 1))
    hit_machine(clan, Hit("blue", "front", 1, "test"), "RT")
    assert engine_hits(clan.unit("blue")) == 2
    assert clan.unit("blue").active


@pytest.mark.proves("QR-crit-cockpit", "damage.fatal")
def test_a_hit_on_the_cockpit_kills_the_pilot_and_ends_the_machine() -> None:
    playing = scene(Scripted(), blue())
    hit_slot(playing, "blue", "HD", 2)
    assert told(playing.events, FateMet) == [FateMet("blue", "destroyed", "cockpit_destroyed")]


def test_a_wreck_takes_no_more_hits() -> None:
    playing = scene(Scripted(), replace(blue(), fate="destroyed"))
    take(playing, Hit("blue", "front", 5, "test"))
    assert told(playing.events, Struck) == []


@pytest.mark.proves("damage.can_be_hit", "damage.transfers")
def test_a_critical_hit_on_a_location_with_nothing_left_goes_on_inward() -> None:
    parts = [f"{part}@LL" for part in ("hip", "upper leg actuator", "lower leg actuator", "foot actuator")]
    with Scripted((4, 4), 1, 3) as dice:
        playing = scene(dice, broken(blue(), *parts))
        roll_criticals(playing, "blue", "LL")
    assert playing.unit("blue").condition["LT"].critical_hits == {2}


@pytest.mark.proves("QR-critical-hits")
def test_a_slot_of_head_or_leg_is_found_with_one_die_and_of_other_locations_with_two() -> None:
    for code, dice, hit in (("LL", (2,), 1), ("HD", (5,), 4), ("LA", (3, 2), 1), ("CT", (4, 1), 6)):
        with Scripted((4, 4), *dice) as scripted:
            playing = scene(scripted, blue())
            roll_criticals(playing, "blue", code)
        assert playing.unit("blue").condition[code].critical_hits == {hit}


@pytest.mark.proves("damage.fatal", "crew.head_hit")
def test_a_pilot_who_sits_in_the_torso_survives_the_head() -> None:
    head = "Life Support, Sensors, Cockpit, Medium Laser, Sensors, Life Support"
    low = slot(slot(HUNTER, "HD", head, "-Empty-"), "CT", "-Empty- x2", "Cockpit, Sensors")
    playing = scene(Scripted(), bared(blue(low), "HD", 1))
    hit_machine(playing, Hit("blue", "front", 1, "test"), "HD")
    assert playing.unit("blue").active
    assert playing.unit("blue").condition.crew_hits == 0
    high = scene(Scripted(AWAKE), bared(blue(), "HD", 1))
    hit_machine(high, Hit("blue", "front", 1, "test"), "HD")
    assert (high.unit("blue").active, high.unit("blue").condition.crew_hits) == (False, 1)
