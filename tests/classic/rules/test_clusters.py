"""Salvos: how many projectiles fly, how many of them hit, and in what groups their damage falls."""

import pytest

from machines import HUNTER, PROWLER
from overheat.classic.attack.resolution import groups, resolve, scatter
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import AttackRolled, ClusterRolled, Jammed, Struck
from overheat.classic.rules.standard.clusters import GROUPING, ClusterRoll, cluster_hits, in_groups
from overheat.classic.rules.standard.guidance import beacon_of
from overheat.classic.rules.standard.salvos import damage_at, jams_on, rates, salvo_size
from overheat.classic.rulesets import standard
from overheat.classic.unit.equipment import Weapon, catalogue
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import RefusedError
from skirmish import armed, marked, scene, shot, told, unit

SHEET = """
    2 3 4 5 6 7 9 10 12 15 20 30 40
2   1 1 1 1 2 3 3 3 4 5 6 10 12
3   1 1 2 2 2 3 3 3 4 5 6 10 12
4   1 1 2 2 3 4 4 4 5 6 9 12 18
5   1 2 2 3 3 5 5 6 8 9 12 18 24
6   1 2 2 3 4 5 5 6 8 9 12 18 24
7   1 2 3 3 4 5 5 6 8 9 12 18 24
8   2 2 3 3 4 5 5 6 8 9 12 18 24
9   2 2 3 4 5 6 7 8 10 12 16 24 32
10  2 3 3 4 5 6 7 8 10 12 16 24 32
11  2 3 4 5 6 7 9 10 12 15 20 30 40
12  2 3 4 5 6 7 9 10 12 15 20 30 40
"""
"""The cluster table as the quick reference prints it: rolls down, sizes across."""

DICE = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (5, 5), 11: (5, 6)}
DICE[12] = (6, 6)


def hitting(size: int, roll: int) -> int:
    """How many of so many hit on a roll."""
    rules = standard()
    return rules[cluster_hits](ClusterRoll(rules, size, roll))


@pytest.mark.proves("QR-cluster-table", "clusters.count", "clusters.hits")
def test_every_cell_of_the_cluster_table_is_as_printed() -> None:
    head, *rows = SHEET.strip().splitlines()
    sizes = [int(size) for size in head.split()]
    for row in rows:
        roll, *hits = map(int, row.split())
        assert [hitting(size, roll) for size in sizes] == hits


@pytest.mark.proves("clusters.count")
def test_rolls_beyond_the_table_count_as_its_ends_and_sizes_without_a_column_are_refused() -> None:
    assert hitting(20, 14) == 20
    assert hitting(20, -2) == 6
    assert hitting(1, 2) == 1
    with pytest.raises(RefusedError):
        hitting(41, 7)


def fallen(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> tuple[int, ...]:
    """The groups that the damage of a hit falls in."""
    with Scripted(*dice) as scripted:
        return groups(scene(scripted, attack.attacker, attack.target), attack)


@pytest.mark.proves("QR-damage-groups", "clusters.group_size", "clusters.groups")
def test_long_range_missiles_strike_by_fives() -> None:
    assert fallen(shot("LRM 20"), DICE[7]) == (5, 5, 2)


@pytest.mark.proves("QR-damage-groups", "clusters.group_size", "salvos.damage")
def test_short_range_missiles_strike_one_by_one() -> None:
    assert fallen(shot("SRM 6"), DICE[7]) == (2, 2, 2, 2)


@pytest.mark.proves("QR-damage-groups", "clusters.group_size")
@pytest.mark.parametrize(
    ("weapon", "roll", "expected"),
    [
        ("MRM 10", 11, (5, 5)),
        ("MRM 40", 2, (5, 5, 2)),
        ("Rocket Launcher 15", 7, (5, 4)),
        ("LRM 15", 2, (5,)),
        ("HAG/20", 5, (5, 5, 2)),
        ("ATM 6", 5, (5, 3)),
        ("LRM 5", 12, (5,)),
    ],
)
def test_the_families_that_strike_by_fives(weapon: str, roll: int, expected: tuple[int, ...]) -> None:
    assert fallen(shot(weapon, attacker=unit(PROWLER)), DICE[roll]) == expected


@pytest.mark.proves("infantry.clusters")
def test_a_mortar_of_eight_uses_the_column_that_the_sheet_does_not_print() -> None:
    """Bombs of two points: on a 7 five of eight hit, on a 10 seven, on an 11 all."""
    mortar = shot("Mech Mortar 8", ammunition="IS Ammo SC Mortar-8")
    assert [sum(fallen(mortar, DICE[roll])) for roll in (7, 10, 11)] == [10, 14, 16]


@pytest.mark.proves("QR-damage-groups", "salvos.size", "salvos.damage", "clusters.group_size")
def test_cluster_ammunition_strikes_pellet_by_pellet_and_a_slug_as_one() -> None:
    assert fallen(shot("LB 10-X AC", ammunition="IS LB 10-X Cluster Ammo"), DICE[7]) == (1,) * 6
    assert fallen(shot("LB 10-X AC", ammunition="IS LB 10-X AC Ammo")) == (10,)


@pytest.mark.proves("QR-damage-groups", "clusters.groups")
def test_falls_charges_and_attacks_from_above_strike_by_fives() -> None:
    assert in_groups(8, GROUPING["fall"]) == (5, 3)
    assert in_groups(33, GROUPING["charge"]) == (5, 5, 5, 5, 5, 5, 3)
    assert in_groups(17, GROUPING["death from above"]) == (5, 5, 5, 2)


@pytest.mark.proves("salvos.damage")
def test_a_weapon_that_weakens_with_range_does_what_its_range_says() -> None:
    gun = "Heavy Gauss Rifle"
    for hexes, damage in ((6, 25), (13, 20), (20, 10)):
        attack = shot(gun, " ".join(["0"] * (hexes + 1)))
        assert damage_at(attack) == damage


@pytest.mark.proves("salvos.loads", "clusters.group_size")
def test_a_multi_missile_launcher_does_what_its_missiles_do() -> None:
    long, short = shot("MML 9", ammunition="IS Ammo MML-9 LRM"), shot("MML 9", ammunition="IS Ammo MML-9 SRM")
    assert fallen(long, DICE[12]) == (5, 4)
    assert fallen(short, DICE[12]) == (2,) * 9
    assert (long.reach[:4], short.reach[:4]) == ((6, 7, 14, 21), (0, 3, 6, 9))


@pytest.mark.proves("salvos.loads")
def test_advanced_tactical_missiles_trade_damage_for_range() -> None:
    red = unit(PROWLER)
    far = shot("ATM 6", attacker=red, ammunition="Clan Ammo ATM-6 ER")
    hard = shot("ATM 6", attacker=red, ammunition="Clan Ammo ATM-6 HE")
    assert (damage_at(far), far.reach[:4]) == (1, (4, 9, 18, 27))
    assert (damage_at(hard), hard.reach[:4]) == (3, (0, 3, 6, 9))


@pytest.mark.proves("salvos.size")
def test_a_salvo_is_as_large_as_its_rack_and_rapid_fire_as_its_rate() -> None:
    assert salvo_size(shot("LRM 15")) == 15
    assert salvo_size(shot("AC/10")) == 1
    assert salvo_size(shot("Ultra AC/5", rate=2)) == 2
    assert salvo_size(shot("Rotary AC/5", rate=6)) == 6


@pytest.mark.proves("salvos.all_hit")
def test_all_missiles_of_a_streak_launcher_hit_without_a_roll() -> None:
    assert fallen(shot("Streak SRM 6")) == (2,) * 6


@pytest.mark.proves("salvos.rates")
def test_ultra_autocannons_fire_twice_and_rotary_ones_up_to_six_times() -> None:
    def of(name: str) -> tuple[int, ...]:
        weapon = catalogue().find(name)
        assert isinstance(weapon, Weapon)
        return standard()[rates](standard(), weapon)

    assert of("AC/10") == (1,)
    assert of("Ultra AC/5") == (1, 2)
    assert of("Rotary AC/5") == (1, 2, 3, 4, 5, 6)


@pytest.mark.proves("salvos.jams")
def test_rotary_autocannons_jam_more_the_faster_they_fire() -> None:
    worst = {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4}
    for rate, roll in worst.items():
        attack = shot("Rotary AC/5", rate=rate)
        assert attack.rules[jams_on](attack, roll) is (rate > 1)
        assert not attack.rules[jams_on](attack, roll + 1)


@pytest.mark.proves("salvos.jams")
def test_an_ultra_autocannon_at_the_double_rate_jams_on_a_two() -> None:
    attack = shot("Ultra AC/5", rate=2)
    playing = scene(Scripted((1, 1)), attack.attacker, attack.target)
    resolve(playing, attack)
    assert told(playing.events, Jammed) == [Jammed("red", attack.index, True)]
    calm = scene(Scripted((1, 1)), attack.attacker, attack.target)
    resolve(calm, shot("Ultra AC/5"))
    assert told(calm.events, Jammed) == []


@pytest.mark.proves("clusters.guidance")
def test_missiles_made_for_artemis_scatter_less_where_the_system_works_and_the_target_is_in_sight() -> None:
    red = unit(armed(HUNTER, "ISArtemisIV@RT"))
    guided = shot("LRM 5", attacker=red, ammunition="IS Ammo LRM-5 Artemis-capable")
    assert scatter(guided).total == 2
    assert scatter(shot("LRM 5", attacker=red, ammunition="IS Ammo LRM-5")).total == 0
    assert scatter(shot("LRM 5", ammunition="IS Ammo LRM-5 Artemis-capable")).total == 0
    eye = unit(id="eye", side="red", hex="0102")
    assert scatter(shot("LRM 5", attacker=red, ammunition="IS Ammo LRM-5 Artemis-capable", spotter=eye)).total == 0


@pytest.mark.proves("clusters.guidance")
def test_a_homing_beacon_on_the_target_draws_missiles_made_for_it() -> None:
    blue = unit(id="blue", facing=0, marks=marked(beacon_of("red"), owner="red"))
    assert scatter(shot("LRM 5", target=blue, ammunition="IS Ammo LRM-5 Narc-capable")).total == 2
    assert scatter(shot("LRM 5", target=blue, ammunition="IS Ammo LRM-5")).total == 0
    assert scatter(shot("LRM 5", ammunition="IS Ammo LRM-5 Narc-capable")).total == 0


def test_a_salvo_is_resolved_from_the_roll_to_hit_to_its_last_group() -> None:
    attack = shot("LRM 20", " ".join(["0"] * 8))
    with Scripted(DICE[8], DICE[7], DICE[7], DICE[8], DICE[10]) as dice:
        playing = scene(dice, attack.attacker, attack.target, board=" ".join(["0"] * 8))
        resolve(playing, attack)
    assert told(playing.events, AttackRolled)[0].hit
    assert told(playing.events, ClusterRolled)[0].hits == 12
    struck = [(hit.location, hit.damage) for hit in told(playing.events, Struck)]
    assert struck == [("CT", 5), ("LT", 5), ("LA", 2)]
