"""The worked cases of Omega's register, asked of the adjudicator as a user asks: a question, facts, figures."""

from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.kernel.inquiries import question_of

Case = tuple[str, str, dict[str, Any], dict[str, Any]]

GUNS: list[Case] = [
    ("OM-ac-multifire", "burst", {"weapon": "AC/2", "rounds": [10]}, {"legal": True}),
    ("OM-ac-multifire", "burst", {"weapon": "AC/20", "rounds": [2]}, {"legal": False}),
    ("OM-ac-ammo-heat", "burst", {"weapon": "AC/5", "rounds": [4]}, {"ammunition": 4, "heat": 8}),
    ("OM-ac-ammo-heat", "burst", {"weapon": "AC/2", "rounds": [7]}, {"ammunition": 7, "heat": 7}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["Machine Gun", 4], ["Machine Gun", 4]]}, {"heat": 2}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["LB 2-X AC", 5]], "tech": "Clan"}, {"heat": 3}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["Machine Gun", 10]]}, {"heat": 1}),
    (
        "OM-ac-table-is",
        "burst",
        {"weapon": "AC/10"},
        {"most_rounds": 2, "heat_per_round": 3, "rounds_per_ton": 10},
    ),
    (
        "OM-ac-table-clan",
        "burst",
        {"weapon": "Ultra AC/2", "tech": "Clan", "rounds": [3, 4]},
        {"ammunition": 7, "heat": 4, "rounds_per_ton": 50},
    ),
    ("OM-ac-rof-modifier", "burst", {"weapon": "AC/2", "rounds": [7]}, {"to_hit": [-2]}),
    ("OM-ac-rof-modifier", "burst", {"weapon": "AC/2", "rounds": [8]}, {"to_hit": [-3]}),
    ("OM-ac2-hits", "burst", {"weapon": "AC/2", "rounds": [10], "dice": [3, 4]}, {"hits": 4}),
    ("OM-ac2-hits", "burst", {"weapon": "Machine Gun", "rounds": [6], "dice": [5, 6]}, {"hits": 5}),
    ("OM-ac2-hits", "burst", {"weapon": "AC/2", "rounds": [10]}, {"expected": "40/9"}),
    ("OM-ac5-hits", "burst", {"weapon": "AC/5", "rounds": [4], "dice": [4, 5]}, {"hits": 3}),
    ("OM-ac5-hits", "burst", {"weapon": "AC/5", "rounds": [2], "dice": [4, 5]}, {"hits": 1}),
    ("OM-ac10-hits", "burst", {"weapon": "AC/10", "rounds": [2], "dice": [4, 4]}, {"hits": 2}),
    ("OM-ac10-hits", "burst", {"weapon": "AC/10", "rounds": [2]}, {"expected": "17/12"}),
    (
        "OM-lbx-ammo-choice",
        "burst",
        {"weapon": "LB 5-X AC", "tech": "Clan", "ammunition": "cluster", "rounds": [4], "dice": [6, 6]},
        {"to_hit": [-3], "hits": 20, "table": "LB 5-X"},
    ),
    (
        "OM-lbx-ammo-choice",
        "burst",
        {"weapon": "LB 2-X AC", "tech": "Clan", "rounds": [10], "dice": [6, 6]},
        {"to_hit": [-3], "hits": 10, "table": "AC/2"},
    ),
    (
        "OM-ultra-double",
        "burst",
        {"weapon": "Ultra AC/5", "rounds": [4, 4]},
        {"legal": True, "to_hit_rolls": 2, "ammunition": 8, "heat": 8, "to_hit": [-2, -2]},
    ),
    ("OM-ultra-jam", "burst", {"weapon": "Ultra AC/5", "rounds": [4, 4], "rolls": [8, 2]}, {"jammed": True}),
    ("OM-ultra-jam", "burst", {"weapon": "Ultra AC/5", "rounds": [4, 4], "rolls": [2, 8]}, {"jammed": False}),
    (
        "OM-ac-damage",
        "burst",
        {"weapon": "Machine Gun", "rounds": [4], "dice": [5, 5]},
        {"groups": [1, 1, 1]},
    ),
    (
        "OM-ac-hit-locations",
        "burst",
        {"weapon": "LB 20-X AC", "tech": "Clan", "ammunition": "cluster", "dice": [3, 3]},
        {"location_rolls": 13},
    ),
    ("OM-clan-lbx-construction", "burst", {"weapon": "LB 20-X AC", "tech": "Clan"}, {"tons": 9.0, "slots": 7}),
]
CLUSTERS = [
    ("OM-lb2x-cluster", "LB 2-X AC", "Clan", 10, [3, 4], 7),
    ("OM-lb2x-cluster", "LB 2-X AC", "Clan", 5, [6, 6], 10),
    ("OM-lb5x-cluster", "LB 5-X AC", "Clan", 4, [5, 5], 15),
    ("OM-lb5x-cluster", "LB 5-X AC", "Clan", 3, [4, 4], 8),
    ("OM-lb10x-cluster", "LB 10-X AC", "IS", 2, [3, 3], 10),
    ("OM-lb10x-cluster", "LB 10-X AC", "IS", 1, [6, 6], 10),
    ("OM-lb20x-cluster", "LB 20-X AC", "Clan", 1, [3, 3], 13),
    ("OM-lb20x-cluster", "LB 20-X AC", "Clan", 1, [1, 1], 8),
]
FRAGMENTS: list[Case] = [
    (
        id,
        "burst",
        {"weapon": weapon, "tech": tech, "ammunition": "cluster", "rounds": [rounds], "dice": dice},
        {"hits": hits},
    )
    for id, weapon, tech, rounds, dice, hits in CLUSTERS
]
MISSILES: list[Case] = [
    ("OM-missile-capacity", "rack", {"rack": "LRM 15"}, {"missiles": 15}),
    ("OM-missile-capacity", "rack", {"rack": "Arrow V"}, {"missiles": 5}),
    ("OM-arrow-rename", "rack", {"rack": "Arrow IV"}, {"name": "Arrow V"}),
    ("OM-missile-separate-rolls", "rack", {"rack": "LRM 20", "fire": 4}, {"legal": True, "to_hit_rolls": 4}),
    ("OM-missile-damage-heat", "gun heat", {"weapons": [["LRM 20", 4], ["SRM 2", 1]]}, {"heat": 17}),
    ("OM-missile-damage-heat", "rack", {"rack": "SRM 2"}, {"damage": 15}),
    ("OM-missile-single-location", "rack", {"rack": "Arrow V"}, {"groups": [25]}),
    ("OM-missile-single-location", "rack", {"rack": "LRM 20"}, {"groups": [10]}),
    ("OM-streak-any-rack", "rack", {"rack": "SRM 6", "streak": True}, {"tons": 5.0, "slots": 3}),
    ("OM-no-narc-swarm", "rack", {"rack": "Narc"}, {"legal": False}),
    ("OM-missile-stats-is", "rack", {"rack": "LRM 20"}, {"tons": 10.0, "slots": 5, "heat_of_each": 3}),
    ("OM-missile-stats-is", "rack", {"rack": "LRM 5"}, {"tons": 2.5, "slots": 2, "cost_of_each": 8000}),
    ("OM-missile-stats-is", "rack", {"rack": "SRM 6"}, {"most_a_turn": 1, "heat": 5}),
    ("OM-missile-stats-clan", "rack", {"rack": "Arrow V", "tech": "Clan"}, {"tons": 12.0, "slots": 9, "heat": 6}),
    ("OM-missile-rate", "rack", {"rack": "LRM 15", "fire": 4}, {"legal": False}),
    ("OM-missile-rate", "rack", {"rack": "LRM 15", "fire": 3}, {"legal": True, "heat": 9}),
    ("OM-missile-ammo-crits", "rack", {"rack": "LRM 20"}, {"ammunition_slots": 3, "explosion": 200}),
    ("OM-missile-ammo-crits", "rack", {"rack": "SRM 4", "remaining": 3}, {"ammunition_slots": 1, "explosion": 45}),
    ("OM-guidance-types", "missile", {"missile": "LRM", "guidance": "ARM"}, {"legal": True}),
]
GUIDANCE: list[Case] = [
    ("OM-weight-classes", "weight class", {"tons": 55}, {"class": "medium"}),
    ("OM-weight-classes", "weight class", {"tons": 80}, {"class": "assault"}),
    ("OM-missile-base-tn", "guidance", {"guidance": "IR", "bracket": "medium"}, {"target_number": 6}),
    ("OM-missile-base-tn", "guidance", {"guidance": "IR", "gunnery": 3, "bracket": "long"}, {"target_number": 7}),
    ("OM-guidance-ir", "guidance", {"guidance": "IR", "heat": 20}, {"to_hit": -2}),
    ("OM-guidance-ir", "guidance", {"guidance": "IR", "heat": 21}, {"to_hit": -3}),
    ("OM-guidance-ir", "guidance", {"guidance": "IR", "heat": 53, "hex": "inferno"}, {"to_hit": -4}),
    ("OM-guidance-ir", "guidance", {"guidance": "IR", "hex": "burning woods"}, {"to_hit": 1}),
    ("OM-guidance-sarah", "guidance", {"guidance": "SARaH", "tons": 35}, {"to_hit": -2}),
    ("OM-guidance-sarah", "guidance", {"guidance": "SARaH", "tons": 60}, {"to_hit": -3}),
    ("OM-guidance-sarah", "guidance", {"guidance": "SARaH", "illuminated_from": 2}, {"guided": False}),
    ("OM-guidance-ar", "guidance", {"guidance": "AR", "tons": 55}, {"to_hit": -1}),
    ("OM-guidance-ar", "guidance", {"guidance": "AR", "tons": 80}, {"to_hit": -2}),
    ("OM-guidance-arm", "guidance", {"guidance": "ARM"}, {"legal": False}),
    ("OM-guidance-arm", "guidance", {"guidance": "ARM", "illuminating": True, "own_mode": "III"}, {"to_hit": -3}),
    ("OM-guidance-lgm", "laser", {"roll": 3}, {"result": "miss"}),
    ("OM-guidance-lgm", "laser", {"roll": 8, "spot": "CT"}, {"location": "CT"}),
    ("OM-guidance-lgm", "laser", {"roll": 9, "minimum_range": 3}, {"result": "random location"}),
    ("OM-guidance-lgm", "laser", {"roll": 12, "tag": "missed"}, {"result": "miss"}),
    ("OM-missile-vs-hex-infantry", "guidance", {"guidance": "IR", "target": "hex"}, {"to_hit": 2}),
    ("OM-missile-vs-hex-infantry", "guidance", {"guidance": "AR", "target": "infantry"}, {"to_hit": 3}),
    ("OM-missile-vs-hex-infantry", "guidance", {"guidance": "AR", "target": "battle armour"}, {"to_hit": 3}),
    (
        "OM-flares",
        "decoys",
        {"decoy": "flares", "rolls": [6, 7, 11], "used": 8, "remaining": 6},
        {"missiles_left": 1, "left": 0},
    ),
    ("OM-flares", "countermeasures", {"what": "Flares", "tons": 1.0}, {"count": 12}),
    ("OM-chaff", "decoys", {"decoy": "chaff", "missile": "ARM", "rolls": [7]}, {"effective": False}),
    ("OM-chaff", "decoys", {"decoy": "chaff", "missile": "AR", "rolls": [7]}, {"diverted": 1}),
    ("OM-ircm", "guidance", {"guidance": "IR", "ircm": True}, {"to_hit": 1}),
    ("OM-ecm-units", "jammer", {"rating": "II", "mode": "III"}, {"legal": False, "tons": 2, "slots": 3}),
    ("OM-ecm-units", "jammer", {"rating": "III", "tech": "Clan"}, {"tons": 6, "slots": 8}),
    ("OM-clan-countermeasures", "countermeasures", {"what": "Flares", "tons": 0.5, "tech": "Clan"}, {"count": 8}),
    ("OM-clan-countermeasures", "countermeasures", {"what": "Smoke Screen", "tons": 0.5, "tech": "Clan"}, {"count": 3}),
    (
        "OM-ecm-modes",
        "guidance",
        {"guidance": "AR", "tons": 50, "own_mode": "I", "jammers": [{"mode": "III", "distance": 2}]},
        {"to_hit": 3 - 1},
    ),
    (
        "OM-ecm-modes",
        "guidance",
        {"guidance": "AR", "tons": 50, "jammers": [{"mode": "III", "distance": 3}]},
        {"to_hit": 1 - 1},
    ),
    (
        "OM-ecm-modes",
        "guidance",
        {
            "guidance": "AR",
            "tons": 50,
            "jammers": [
                {"mode": "II", "distance": 4, "tech": "Clan"},
                {"mode": "III", "distance": 3, "tech": "Clan"},
            ],
        },
        {"to_hit": 3 - 1},
    ),
    ("OM-smoke-screen", "guidance", {"guidance": "IR", "smoke": "target"}, {"to_hit": 2}),
    ("OM-smoke-screen", "guidance", {"guidance": "Streak", "smoke": "target"}, {"to_hit": 4}),
    ("OM-reaction-phase", "phase of", {"action": "set ECM mode"}, {"phase": "reaction"}),
    ("OM-reaction-phase", "phase of", {"action": "torso twist"}, {"phase": "reaction"}),
    ("OM-reaction-phase", "phase of", {"action": "turn turret"}, {"phase": "reaction"}),
    ("OM-reaction-phase", "phase of", {"action": "fire countermeasure rockets/Arrows"}, {"phase": "reaction"}),
    ("OM-lam-jumpflight", "jumpflight", {"jets_lost": 2, "piloting": 5}, {"psr": 8}),
    ("OM-lam-jumpflight", "jumpflight", {"facing_change_in_hex": 3}, {"legal": False}),
]
ELECTRONICS: list[Case] = [
    ("OM-scope", "source", {"rule": "fall facing"}, {"source": "base"}),
    ("OM-scope", "source", {"rule": "to_hit.target_movement_bands"}, {"source": "base"}),
    ("OM-minimum-ranges", "shot", {"weapon": "LRM 10", "range": 3}, {"minimum_range": 4}),
    ("OM-tag-ranges", "shot", {"weapon": "TAG", "range": 10}, {"bracket": "medium"}),
    ("OM-targeting-computer", "shot", {"weapon": "TAG", "computer": True}, {"computer": -1}),
    (
        "OM-targeting-computer",
        "shot",
        {"weapon": "Medium Laser", "computer": True, "range": 3, "aimed": "LL"},
        {"legal": False},
    ),
    ("OM-beagle", "probe", {"smoke_between": 1, "distance": 4}, {"line_of_sight": True, "to_hit": 2, "heat": 2}),
    ("OM-ecm-hidden", "hidden jammer", {"jams": "C3"}, {"revealed": True}),
    ("OM-ecm-hidden", "hidden jammer", {"jams": "Beagle"}, {"revealed": False}),
    ("OM-flamers", "flamers", {"hits": 3}, {"heat_a_turn": 10, "turns": 3}),
    ("OM-flamers", "flamers", {"target": "platoon"}, {"destroyed": True}),
]
INTERCEPTION: list[Case] = [
    ("OM-ams", "anti-missile", {}, {"target_number": 4, "probability": [33, 36]}),
    ("OM-ams", "anti-missile", {"moved": "run", "heat": 9}, {"target_number": 7, "probability": [21, 36]}),
]
CASES = [*INTERCEPTION, *GUNS, *FRAGMENTS, *MISSILES, *GUIDANCE, *ELECTRONICS]


def answer(ask: str, facts: dict[str, Any]) -> dict[str, Any]:
    """What the adjudicator answers under the whole of Omega, for programs; it has lines for people as well."""
    told = ADJUDICATOR.answer(question_of({"ask": ask, "rules": ["omega"], **facts}))
    assert "\n".join(told.lines())
    return told.as_json()


def worked(id: str) -> pytest.MarkDecorator:
    """The worked cases of a ruling."""
    return pytest.mark.parametrize("case", [case for case in CASES if case[0] == id], ids=str)


def check(case: Case) -> None:
    """A case is answered with the figures that it has."""
    _, ask, facts, figures = case
    told = answer(ask, facts)
    assert {name: told[name] for name in figures} == figures


@worked("OM-ac-multifire")
@pytest.mark.proves("OM-ac-multifire")
def test_multiple_rounds_per_turn(case: Case) -> None:
    check(case)


@worked("OM-ac-ammo-heat")
@pytest.mark.proves("OM-ac-ammo-heat")
def test_each_round_costs_ammunition_and_heat(case: Case) -> None:
    check(case)


@worked("OM-ac-heat-rounding")
@pytest.mark.proves("OM-ac-heat-rounding")
def test_fractional_heat_rounds_up_per_weapon(case: Case) -> None:
    check(case)


@worked("OM-ac-table-is")
@pytest.mark.proves("OM-ac-table-is")
def test_inner_sphere_autocannon_table(case: Case) -> None:
    check(case)


@worked("OM-ac-table-clan")
@pytest.mark.proves("OM-ac-table-clan")
def test_clan_autocannon_table(case: Case) -> None:
    check(case)


@worked("OM-ac-rof-modifier")
@pytest.mark.proves("OM-ac-rof-modifier")
def test_to_hit_bonus_for_volume_of_fire(case: Case) -> None:
    check(case)


@worked("OM-ac2-hits")
@pytest.mark.proves("OM-ac2-hits")
def test_ac_2_hits_table_also_machine_guns(case: Case) -> None:
    check(case)


@worked("OM-ac5-hits")
@pytest.mark.proves("OM-ac5-hits")
def test_ac_5_hits_table(case: Case) -> None:
    check(case)


@worked("OM-ac10-hits")
@pytest.mark.proves("OM-ac10-hits")
def test_ac_10_hits_table(case: Case) -> None:
    check(case)


@worked("OM-lbx-ammo-choice")
@pytest.mark.proves("OM-lbx-ammo-choice")
def test_lb_x_slug_or_cluster(case: Case) -> None:
    check(case)


@worked("OM-ultra-double")
@pytest.mark.proves("OM-ultra-double")
def test_ultra_double_fire(case: Case) -> None:
    check(case)


@worked("OM-ultra-jam")
@pytest.mark.proves("OM-ultra-jam")
def test_ultra_jamming(case: Case) -> None:
    check(case)


@worked("OM-ac-damage")
@pytest.mark.proves("OM-ac-damage")
def test_damage_per_round(case: Case) -> None:
    check(case)


@worked("OM-ac-hit-locations")
@pytest.mark.proves("OM-ac-hit-locations")
def test_separate_location_per_round(case: Case) -> None:
    check(case)


@worked("OM-clan-lbx-construction")
@pytest.mark.proves("OM-clan-lbx-construction")
def test_clan_lb_x_weight_and_space(case: Case) -> None:
    check(case)


@worked("OM-lb2x-cluster")
@pytest.mark.proves("OM-lb2x-cluster")
def test_lb_2_x_cluster_table(case: Case) -> None:
    check(case)


@worked("OM-lb5x-cluster")
@pytest.mark.proves("OM-lb5x-cluster")
def test_lb_5_x_cluster_table(case: Case) -> None:
    check(case)


@worked("OM-lb10x-cluster")
@pytest.mark.proves("OM-lb10x-cluster")
def test_lb_10_x_cluster_table(case: Case) -> None:
    check(case)


@worked("OM-lb20x-cluster")
@pytest.mark.proves("OM-lb20x-cluster")
def test_lb_20_x_cluster_table(case: Case) -> None:
    check(case)


@worked("OM-missile-capacity")
@pytest.mark.proves("OM-missile-capacity")
def test_no_reloads(case: Case) -> None:
    check(case)


@worked("OM-arrow-rename")
@pytest.mark.proves("OM-arrow-rename")
def test_arrow_iv_is_arrow_v(case: Case) -> None:
    check(case)


@worked("OM-missile-separate-rolls")
@pytest.mark.proves("OM-missile-separate-rolls")
def test_one_to_hit_roll_per_missile(case: Case) -> None:
    check(case)


@worked("OM-missile-damage-heat")
@pytest.mark.proves("OM-missile-damage-heat")
def test_missile_damage_and_heat(case: Case) -> None:
    check(case)


@worked("OM-missile-single-location")
@pytest.mark.proves("OM-missile-single-location")
def test_missile_damage_to_one_location(case: Case) -> None:
    check(case)


@worked("OM-streak-any-rack")
@pytest.mark.proves("OM-streak-any-rack")
def test_streak_on_any_srm_rack(case: Case) -> None:
    check(case)


@worked("OM-no-narc-swarm")
@pytest.mark.proves("OM-no-narc-swarm")
def test_narc_and_swarm_do_not_exist(case: Case) -> None:
    check(case)


@worked("OM-missile-stats-is")
@pytest.mark.proves("OM-missile-stats-is")
def test_inner_sphere_missile_racks(case: Case) -> None:
    check(case)


@worked("OM-missile-stats-clan")
@pytest.mark.proves("OM-missile-stats-clan")
def test_clan_missile_racks(case: Case) -> None:
    check(case)


@worked("OM-missile-rate")
@pytest.mark.proves("OM-missile-rate")
def test_missile_launch_rate_limits(case: Case) -> None:
    check(case)


@worked("OM-missile-ammo-crits")
@pytest.mark.proves("OM-missile-ammo-crits")
def test_rack_ammunition_criticals(case: Case) -> None:
    check(case)


@pytest.mark.proves("OM-guidance-streak")
def test_streak_guidance() -> None:
    def launched(roll: int, guidance: str = "Streak") -> tuple[Any, ...]:
        told = answer("launch", {"roll": roll, "needed": 7, "guidance": guidance})
        return tuple(told[name] for name in ("fired", "heat", "missiles_used", "damage"))

    assert launched(6) == (False, 0, 0, 0)
    assert launched(7) == (True, 5, 1, 15)
    assert launched(6, "IR") == (True, 5, 1, 0)


@pytest.mark.proves("OM-smoke-screen", "omega.screen", "omega.screen_figures", "to_hit.smoke_screen")
def test_who_can_lay_a_screen_and_what_it_adds() -> None:
    def asked(**facts: Any) -> dict[str, Any]:
        return answer("smoke screen", facts)

    assert [asked(weapon=name)["to_hit"] for name in ("Medium Laser", "TAG", "Streak SRM 6")] == [2, 4, 4]
    assert asked(attacker_smoked=True)["to_hit"] == 4
    assert [asked(moved="run", hexes_moved=far)["smoke_effective"] for far in (9, 10)] == [True, False]
    assert not asked(moved="jump", hexes_moved=3)["smoke_effective"]
    assert not asked(sinks_lost=True)["smoke_effective"]


def test_a_missile_that_homes_in_on_a_radar_minds_no_soldiers() -> None:
    for target in ("infantry", "battle armour"):
        assert answer("guidance", {"guidance": "ARM", "target": target, "illuminating": True})["to_hit"] == -3


@worked("OM-guidance-types")
@pytest.mark.proves("OM-guidance-types")
def test_guidance_types(case: Case) -> None:
    check(case)


@worked("OM-weight-classes")
@pytest.mark.proves("OM-weight-classes")
def test_weight_classes_used_by_omega(case: Case) -> None:
    check(case)


@worked("OM-missile-base-tn")
@pytest.mark.proves("OM-missile-base-tn")
def test_base_numbers_for_guided_missiles(case: Case) -> None:
    check(case)


@worked("OM-guidance-ir")
@pytest.mark.proves("OM-guidance-ir")
def test_infrared_guidance(case: Case) -> None:
    check(case)


@worked("OM-guidance-sarah")
@pytest.mark.proves("OM-guidance-sarah")
def test_semi_active_radar_guidance(case: Case) -> None:
    check(case)


@worked("OM-guidance-ar")
@pytest.mark.proves("OM-guidance-ar")
def test_active_radar_guidance(case: Case) -> None:
    check(case)


@worked("OM-guidance-arm")
@pytest.mark.proves("OM-guidance-arm")
def test_anti_radiation_guidance(case: Case) -> None:
    check(case)


@worked("OM-guidance-lgm")
@pytest.mark.proves("OM-guidance-lgm")
def test_laser_guided_missiles(case: Case) -> None:
    check(case)


@worked("OM-missile-vs-hex-infantry")
@pytest.mark.proves("OM-missile-vs-hex-infantry")
def test_missiles_at_hexes_and_infantry(case: Case) -> None:
    check(case)


@worked("OM-flares")
@pytest.mark.proves("OM-flares")
def test_flares(case: Case) -> None:
    check(case)


@worked("OM-chaff")
@pytest.mark.proves("OM-chaff")
def test_chaff(case: Case) -> None:
    check(case)


@worked("OM-ircm")
@pytest.mark.proves("OM-ircm")
def test_ircm(case: Case) -> None:
    check(case)


@worked("OM-ecm-units")
@pytest.mark.proves("OM-ecm-units")
def test_ecm_unit_weights(case: Case) -> None:
    check(case)


@worked("OM-clan-countermeasures")
@pytest.mark.proves("OM-clan-countermeasures")
def test_clan_countermeasure_weights(case: Case) -> None:
    check(case)


@worked("OM-ecm-modes")
@pytest.mark.proves("OM-ecm-modes")
def test_ecm_modes(case: Case) -> None:
    check(case)


@worked("OM-smoke-screen")
@pytest.mark.proves("OM-smoke-screen")
def test_smoke_screen(case: Case) -> None:
    check(case)


@worked("OM-lam-jumpflight")
@pytest.mark.proves("OM-lam-jumpflight")
def test_airmech_jumpflight(case: Case) -> None:
    check(case)


@worked("OM-reaction-phase")
@pytest.mark.proves("OM-reaction-phase")
def test_reaction_phase_actions(case: Case) -> None:
    check(case)


@pytest.mark.proves("omega.anti_missile_question")
def test_an_anti_missile_system_uses_up_what_it_has_and_fires_into_its_arc() -> None:
    told = answer("anti-missile", {"moved": "walk", "roll": 10, "ammunition": 3, "used": 9})
    assert (told["target_number"], told["destroyed"], told["left"]) == (5, True, 0)
    assert answer("anti-missile", {"bearing": "rear"})["may_engage"] is False
    for salvo, may in (("rocket", False), ("missile", True)):
        told = answer("anti-missile", {"salvo": salvo})
        assert (told["engageable"], told["may_engage"]) == (may, may)
    assert [case[3] for case in INTERCEPTION] == [
        {name: answer(ask, facts)[name] for name in figures} for _, ask, facts, figures in INTERCEPTION
    ]


@pytest.mark.parametrize(
    ("facts", "lost", "sunk"),
    [
        ({"rating": 300, "double": True}, 6, 12),
        ({"rating": 275}, 5, 5),
        ({"rating": 275, "hits": 2}, 11, 11),
        ({"rating": 400, "double": True, "hits": 2}, 16, 32),
    ],
)
@pytest.mark.proves("OM-engine-hits", "omega.engine_question")
def test_engine_hits_by_rating(facts: dict[str, Any], lost: int, sunk: int) -> None:
    told = answer("engine hits", facts)
    assert (told["sinks_lost"], told["dissipation_lost"], told["extra_heat"]) == (lost, sunk, 0)
    assert not told["explodes"]
    assert answer("engine hits", {**facts, "hits": 3})["explodes"]


@worked("OM-scope")
@pytest.mark.proves("OM-scope")
def test_omega_is_a_delta_over_the_base_rules(case: Case) -> None:
    check(case)


@worked("OM-minimum-ranges")
@pytest.mark.proves("OM-minimum-ranges")
def test_minimum_ranges(case: Case) -> None:
    check(case)


@worked("OM-tag-ranges")
@pytest.mark.proves("OM-tag-ranges")
def test_tag_ranges(case: Case) -> None:
    check(case)


@worked("OM-targeting-computer")
@pytest.mark.proves("OM-targeting-computer")
def test_targeting_computers(case: Case) -> None:
    check(case)


@worked("OM-beagle")
@pytest.mark.proves("OM-beagle")
def test_beagle_probe(case: Case) -> None:
    check(case)


@worked("OM-ecm-hidden")
@pytest.mark.proves("OM-ecm-hidden")
def test_hidden_units_and_ecm(case: Case) -> None:
    check(case)


@worked("OM-flamers")
@pytest.mark.proves("OM-flamers")
def test_mech_flamers(case: Case) -> None:
    check(case)


@pytest.mark.proves(
    "omega.gun_questions",
    "omega.missile_questions",
    "omega.guidance_questions",
    "omega.countermeasure_questions",
    "omega.jammer_question",
    "omega.weight_question",
    "omega.reaction_question",
    "omega.electronics_questions",
    "omega.flamer_question",
    "omega.source_question",
)
def test_everything_about_missiles_is_asked() -> None:
    assert answer("shot", {"range": 16})["legal"] is False
    assert answer("shot", {"weapon": "PPC", "range": 1})["minimum_range"] == 0
    assert answer("flamers", {"hits": 1})["turns"] == 1
    assert answer("source", {"rule": "to_hit.ircm"})["changed_by"] == ["omega_countermeasures"]
    assert answer("laser", {"roll": 7})["result"] == "random location"
    assert answer("decoys", {"decoy": "chaff", "rolls": [6]})["diverted"] == 0
    assert answer("jammer", {"rating": "I", "mode": "I"})["heat"] == 1
    assert answer("weight class", {"tons": 20})["class"] == "light"
    assert answer("phase of", {"action": "launch Arrow V (AR)"})["phase"] == "weapon attack"
    assert answer("burst", {"weapon": "AC/20"})["most_rounds"] == 1
    assert answer("rack", {"rack": "SRM 2"})["missiles"] == 2


def test_a_streak_unit_of_the_clans_weighs_nothing() -> None:
    told = answer("rack", {"rack": "SRM 6", "streak": True, "tech": "Clan"})
    assert (told["tons"], told["slots"]) == (3.0, 2)


def test_no_arrow_homes_in_on_radar() -> None:
    assert answer("missile", {"missile": "Arrow V", "guidance": "ARM"})["legal"] is False
