"""What makes a shot easier or harder."""

from __future__ import annotations

from typing import Any, cast

import pytest

from overheat.platoon.battle.commands import Shoot
from overheat.platoon.battle.events import Fired
from overheat.platoon.battle.state import Shooting, Volley
from overheat.platoon.facts import Shot
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import cover, damage, shooting
from overheat.platoon.units.weapons import armoury
from overheat.table.platoon.shots import shots as foretold
from platoon.cases import F, asked, fells, heat, hit, mean_hits, shot
from platoon.positions import BLUE, RED, A, B, TableTop


@pytest.mark.proves("HEAT-base-to-hit-point-blank")
def test_six_inches_are_point_blank() -> None:
    assert [hit("rifle", length) for length in (6, 6.1)] == [F(5, 6), F(2, 3)]


@pytest.mark.proves("HEAT-base-to-hit-pins")
def test_each_pin_on_the_firer_counts() -> None:
    assert [hit("rifle", 10, pins=pinned) for pinned in (1, 3)] == [F(1, 2), F(1, 6)]


@pytest.mark.proves("HEAT-base-to-hit-long-range")
def test_more_than_half_of_the_reach_is_long_range() -> None:
    assert [hit("rifle", length) for length in (12, 12.1)] == [F(2, 3), F(1, 2)]


@pytest.mark.proves("HEAT-base-to-hit-inexperienced")
def test_the_inexperienced_shoot_worse() -> None:
    assert hit("rifle", 10, quality="inexperienced") == F(1, 2)


@pytest.mark.proves("HEAT-base-to-hit-advance")
def test_firing_on_an_advance_is_harder_but_not_with_assault_weapons() -> None:
    assert [hit(weapon, 9, order="advance") for weapon in ("rifle", "smg")] == [F(1, 2), F(2, 3)]


@pytest.mark.proves(
    "HEAT-base-to-hit-missing-crew",
    "HEAT-base-kw-team",
    "HEAT-weapon-attendants",
    "HEAT-weapon-small-arms-single",
    "HEAT-weapon-vehicle-mounted",
    "HEAT-up-list-crews",
)
def test_a_team_weapon_short_of_crew_is_harder_to_fire() -> None:
    assert [hit("hmg", 10, attendants=men) for men in (3, 2, 1)] == [F(2, 3), F(2, 3), F(1, 2)]
    assert [hit("lmg", 10, attendants=men) for men in (1, 0)] == [F(2, 3), F(1, 2)]
    assert hit("rifle", 10, attendants=0) == F(2, 3)
    assert hit("hmg", 10, attendants=0, mounted=True) == F(2, 3)


@pytest.mark.proves("HEAT-base-to-hit-target-down")
def test_men_who_are_down_are_harder_to_hit_but_vehicles_are_not() -> None:
    assert hit("rifle", 10, target={"down": True}) == F(1, 3)
    assert hit("rifle", 10, target={"down": True, "soft": False}) == F(2, 3)


@pytest.mark.proves("HEAT-base-to-hit-small-unit")
def test_one_or_two_men_are_harder_to_hit() -> None:
    assert [hit("rifle", 10, target={"men": men}) for men in (2, 3)] == [F(1, 2), F(2, 3)]


@pytest.mark.proves("HEAT-base-to-hit-soft-cover")
def test_soft_cover_counts_one() -> None:
    assert hit("rifle", 10, target={"cover": "soft"}) == F(1, 2)


@pytest.mark.proves("HEAT-base-to-hit-hard-cover")
def test_hard_cover_counts_two() -> None:
    assert hit("rifle", 10, target={"cover": "hard"}) == F(1, 3)
    assert hit("rifle", 5, quality="inexperienced", order="advance", target={"cover": "hard"}) == F(1, 6)


@pytest.mark.proves("HEAT-base-cover")
def test_only_the_better_cover_counts() -> None:
    worse = asked(cover.worse)
    assert hit("rifle", 10, target={"cover": worse("soft", "hard")}) == F(1, 3)
    assert worse("none", "soft") == "soft"


@pytest.mark.proves("cover.of_unit")
def test_a_unit_has_the_cover_of_most_of_its_men() -> None:
    of_unit = asked(cover.of_unit)
    assert of_unit(["hard", "hard", "none"]) == "hard"
    assert of_unit(["hard", "soft", "none"]) == "soft"
    assert of_unit(["hard", "none"]) == "none"


@pytest.mark.proves("HEAT-base-to-hit-table")
def test_everything_is_added_up() -> None:
    fired = shot("rifle", 20, pins=2, target={"down": True, "cover": "hard"})
    assert resolve.to_hit(heat(), fired).total == -7
    assert odds.nigh_impossible(heat(), fired) is True


@pytest.mark.proves("HEAT-base-nigh-impossible")
def test_a_shot_that_needs_more_than_six_needs_two_sixes() -> None:
    found = [hit("rifle", 10, pins=pinned) for pinned in (3, 4, 8)]
    assert found == [F(1, 6), F(1, 36), F(1, 36)]


@pytest.mark.proves("HEAT-heli-door-fire", "to_hit.door")
def test_passengers_hit_less_from_a_helicopters_door() -> None:
    assert odds.shots(heat(), shot("ar", 10)).mean == 2
    assert [hit("ar", 10, door=True), hit("rifle", 20, door=True)] == [F(1, 3), F(1, 6)]


@pytest.mark.proves("to_hit.tumbling", "HEAT-drone-at-ied-attack")
def test_a_dropped_load_heeds_only_tumbling_pins_and_inexperience() -> None:
    tank = {"soft": False, "cover": "hard"}
    assert hit("rifle", 0, way="dropped", tumbling=True, quality="inexperienced", target=tank) == F(1, 3)
    assert hit("rifle", 0, way="dropped", target=tank) == F(2, 3)


@pytest.mark.proves("HEAT-atgm-impact", "to_hit.guided")
def test_a_guided_missile_heeds_cover_and_pins_but_no_range() -> None:
    assert hit("atgm", 3, way="guided", pins=1, target={"soft": False, "cover": "soft"}) == F(1, 3)
    assert hit("atgm", 3, way="guided", target={"soft": False}) == F(2, 3)


@pytest.mark.proves("HEAT-base-weapon-range")
def test_a_range_includes_both_ends() -> None:
    assert [hit("rpg", length) > 0 for length in (5.9, 6, 36, 36.1)] == [False, True, True, False]


@pytest.mark.proves("HEAT-base-kw-fixed")
def test_a_fixed_weapon_fires_into_the_quarter_before_it() -> None:
    bears = asked(shooting.fixed_bears)
    assert [bears(angle) for angle in (0, 45, 46, 315, 314, 180)] == [True, True, False, True, False, False]


@pytest.mark.proves("HEAT-base-damage-soft")
def test_a_hit_fells_a_man_when_die_and_penetration_reach_his_damage_value() -> None:
    assert [fells(value) for value in (3, 4, 5)] == [F(2, 3), F(1, 2), F(1, 3)]
    assert fells(4, "flame_inf") == F(5, 6)


@pytest.mark.proves("damage.natural_one")
def test_a_one_for_damage_always_fails() -> None:
    assert fells(4, "tandem") == F(5, 6)


@pytest.mark.proves("HEAT-base-exceptional-damage")
def test_two_sixes_for_damage_let_the_firer_pick() -> None:
    rifle = resolve.weapon_of(heat(), "rifle")
    assert odds.chance(lambda dice: resolve.roll_damage(heat(), dice, rifle, 0, 4, 1).picked == 1) == F(1, 36)


@pytest.mark.proves("damage.always_picked", "HEAT-weapon-sniper")
def test_a_sniper_picks_whom_he_fells() -> None:
    rifle = resolve.weapon_of(heat(), "sniper")
    assert odds.chance(lambda dice: resolve.roll_damage(heat(), dice, rifle, 0, 4, 1).picked == 1) == F(1, 2)


@pytest.mark.proves("HEAT-base-gun-shield")
def test_a_gun_shield_helps_from_the_front_and_not_against_blasts() -> None:
    rules = heat()
    shield, rifle = asked(damage.shield), resolve.weapon_of(rules, "rifle")
    assert fells(4 + shield(rifle, "front", False)) == F(1, 3)
    assert fells(4 + shield(rifle, "side", False)) == F(1, 2)
    assert shield(resolve.weapon_of(rules, "ac_light"), "front", True) == 0
    assert shield(resolve.weapon_of(rules, "flame_inf"), "front", False) == 0


@pytest.mark.proves("HEAT-base-medic")
def test_a_medic_undoes_what_small_arms_do_on_a_six() -> None:
    saves = asked(damage.medic_saves)
    assert [saves(resolve.weapon_of(heat(), "rifle"), face) for face in (5, 6)] == [False, True]
    assert saves(resolve.weapon_of(heat(), "mortar_light"), 6) is False


@pytest.mark.proves("HEAT-base-morale-half")
def test_half_of_the_men_lost_to_one_attack_call_for_a_morale_check() -> None:
    due = asked(damage.morale_due)
    assert [due(8, lost) for lost in (3, 4)] == [False, True]


@pytest.mark.proves("damage.morale_holds", "damage.pins_shake")
def test_morale_less_pins_must_not_be_exceeded() -> None:
    assert chances.morale_check(heat(), "regular", 1) == F(13, 18)
    assert chances.morale_check(heat(), "veteran", 0) == F(11, 12)
    assert chances.morale_check(heat(), "regular", 8) == 0


@pytest.mark.proves("HEAT-base-flamethrower", "HEAT-weapon-flamethrower-vehicle")
def test_flames_at_long_range_and_at_hard_cover() -> None:
    fired = shot("flame_veh", 10, target={"cover": "hard"})
    assert odds.to_hit(heat(), fired) == F(2, 3)
    assert odds.casualties(heat(), fired, 4).mean == F(5, 2)


@pytest.mark.proves("HEAT-base-sniper")
def test_a_sniper_without_his_assistant_shoots_worse() -> None:
    hidden = {"men": 2, "down": True, "cover": "hard"}
    assert hit("sniper", 40, target=hidden, attendants=0) == F(1, 2)


@pytest.mark.proves("to_hit.weapon")
def test_some_weapons_are_harder_to_hit_with() -> None:
    pod = armoury()["rocket_pod_light"]
    assert odds.to_hit(heat(), Shot(weapon=pod, distance=20)) == F(1, 3)


@pytest.mark.proves("HEAT-base-kw-assault")
def test_assault_weapons_lose_nothing_on_an_advance() -> None:
    assert mean_hits("shotgun", 5, order="advance") == F(5, 3)


def tank_fires(*options: str) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """A tank fires its gun and a machine gun at three men, the gun fells one: scores foretold, and scores rolled at."""
    table = TableTop(options=options)
    table.add(RED, "main_battle_tank", 20, 10, id="a", order="fire")
    table.add(BLUE, "rifle_squad", 20, 24, id="b", men=4, order="fire")
    table.ready(Shooting(RED, A))
    table.state.units[B] = table.moved(table[B], men=table[B].men[:3])
    fired = (Volley("0", B), Volley("2", B))
    told = cast("Any", foretold(table.game, table.state, A, B, "fire"))["volleys"]
    promised = {(each["weapon"], part["score"]) for each in told if each["volley"] in fired for part in each["parts"]}
    table.play(Shoot(fired), 6, 5, (1, 1, 1, 1, 1))
    assert len(table[B].men) == 2
    return promised, {(event.weapon, event.score) for event in table.told(Fired)}


@pytest.mark.proves("shooting.scored_at_once", "HEAT-base-shooting-sequence")
def test_men_who_fall_to_one_weapon_make_nothing_harder_for_those_that_fire_with_it() -> None:
    promised, rolled = tank_fires()
    assert promised == rolled == {("at_heavy", 3), ("mmg", 3)}


@pytest.mark.proves("former.scored_in_turn")
def test_in_earlier_versions_each_weapon_was_scored_after_the_losses_to_the_one_before() -> None:
    _, rolled = tank_fires("former_volleys")
    assert rolled == {("at_heavy", 3), ("mmg", 4)}
