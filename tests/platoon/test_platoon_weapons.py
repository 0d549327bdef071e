"""The weapon charts, row by row."""

from __future__ import annotations

import pytest

from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.platoon.books import HEAT
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import shooting
from overheat.platoon.rulesets import LAYERS
from overheat.platoon.units.weapons import KEYWORDS, Chart, Weapon, armoury, read_weapons, unknown_keyword
from platoon.cases import F, asked, fells, heat, hit, mean_hits, results, shot


def row(weapon: str) -> Weapon:
    return resolve.weapon_of(heat(), weapon)


def lands(weapon: str, *lengths: float) -> list[bool]:
    """Whether a weapon drops shells at these distances."""
    return [resolve.arc_reaches(heat(), row(weapon), length) for length in lengths]


@pytest.mark.proves("HEAT-weapon-pistol")
def test_a_pistol() -> None:
    assert [hit("pistol", 2), hit("pistol", 5, order="advance"), hit("pistol", 6.1)] == [F(5, 6), F(2, 3), 0]


@pytest.mark.proves("HEAT-weapon-pdw")
def test_a_personal_defence_weapon() -> None:
    assert mean_hits("pdw", 9, order="advance") == F(3, 2)


@pytest.mark.proves("HEAT-weapon-smg")
def test_a_submachine_gun_reaches_eighteen_inches() -> None:
    assert [hit("smg", 18) > 0, hit("smg", 18.5)] == [True, 0]


@pytest.mark.proves("HEAT-weapon-ar-short")
def test_an_assault_rifle_has_two_shots_up_to_twelve_inches() -> None:
    assert odds.shots(heat(), shot("ar", 12)).mean == 2
    assert hit("ar", 12) == F(2, 3)


@pytest.mark.proves("HEAT-weapon-ar-long")
def test_an_assault_rifle_reaches_twenty_four_inches() -> None:
    assert [odds.shots(heat(), shot("ar", length)).mean for length in (12.1, 24, 24.1)] == [1, 1, 0]


@pytest.mark.proves("HEAT-weapon-rifle")
def test_an_inexperienced_rifleman_at_long_range() -> None:
    assert hit("rifle", 13, quality="inexperienced") == F(1, 3)


@pytest.mark.proves("HEAT-weapon-dmr", "weapons.marksman_range")
def test_a_marksmans_rifle_fires_from_twenty_four_inches_on() -> None:
    assert [hit("dmr", 24), hit("dmr", 23.9), hit("dmr", 38.1)] == [F(1, 2), 0, 0]


@pytest.mark.proves("HEAT-weapon-shotgun")
def test_a_shotgun() -> None:
    assert odds.shots(heat(), shot("shotgun", 5)).mean == 2
    assert mean_hits("shotgun", 9) == 1


@pytest.mark.proves("HEAT-weapon-ugl")
def test_an_underbarrel_grenade_launcher() -> None:
    assert lands("ugl", 5.9, 6, 20, 20.1) == [False, True, True, False]
    assert odds.blast_casualties(heat(), row("ugl").he or 0, 4).mean == F(4, 3)


@pytest.mark.proves("HEAT-weapon-lmg")
def test_a_light_machine_gun() -> None:
    assert mean_hits("lmg", 18, attendants=1) == F(8, 3)
    assert mean_hits("lmg", 18, attendants=0) == 2
    assert hit("lmg", 20, order="advance", attendants=1) == F(1, 3)


@pytest.mark.proves("HEAT-weapon-hmg")
def test_a_heavy_machine_gun_at_veterans_and_carriers() -> None:
    assert fells(5, "hmg") == F(1, 2)
    assert results("hmg", 7, distance=12) == (F(5, 6), F(1, 6), F(0), F(0), F(0))


@pytest.mark.proves("HEAT-weapon-amr")
def test_an_anti_materiel_rifle() -> None:
    assert results("amr", 7, distance=15) == (F(2, 3), F(1, 6), F(1, 6), F(0), F(1, 12))
    assert results("amr", 7, distance=30) == (F(5, 6), F(1, 6), F(0), F(0), F(0))
    assert [hit("amr", 30, target={"soft": False}), hit("amr", 11)] == [F(2, 3), 0]


AT_GUNS = [
    pytest.param("at_light", 20, 8, (F(1, 2), F(1, 6), F(1, 3), F(0), F(1, 6)), id="light, near"),
    pytest.param("at_light", 30, 8, (F(2, 3), F(1, 6), F(1, 6), F(0), F(1, 12)), id="light, far"),
]


@pytest.mark.proves("HEAT-weapon-at-gun-light")
@pytest.mark.parametrize(("weapon", "length", "value", "expected"), AT_GUNS)
def test_a_light_anti_tank_gun(weapon: str, length: float, value: int, expected: tuple[F, ...]) -> None:
    assert results(weapon, value, distance=length) == expected
    assert row(weapon).he == 1


@pytest.mark.proves("HEAT-weapon-at-gun-medium")
def test_a_medium_anti_tank_gun() -> None:
    assert results("at_medium", 9, distance=30)[4] == F(1, 6)
    assert results("at_medium", 9, distance=31)[4] == F(1, 12)


@pytest.mark.proves("HEAT-weapon-at-gun-heavy")
def test_a_heavy_anti_tank_gun() -> None:
    assert results("at_heavy", 10, distance=36)[4] == F(1, 6)
    assert odds.blast_casualties(heat(), row("at_heavy").he or 0, 4).mean == F(35, 12)


@pytest.mark.proves("HEAT-weapon-at-gun-super-heavy")
def test_a_super_heavy_anti_tank_gun_reaches_eighty_two_inches() -> None:
    assert [hit("at_super", 82) > 0, hit("at_super", 82.5)] == [True, 0]
    assert results("at_super", 11, distance=80)[4] == F(1, 12)
    assert odds.blast_casualties(heat(), row("at_super").he or 0, 5).mean == F(35, 6)


@pytest.mark.proves("HEAT-weapon-autocannon-light")
def test_a_light_autocannon_is_fixed() -> None:
    assert row("ac_light").keywords == {"Team", "Fixed"}


@pytest.mark.proves("HEAT-weapon-autocannon-medium")
def test_a_medium_autocannon_is_not_fixed() -> None:
    assert row("ac_medium").keywords == {"Team"}


@pytest.mark.proves("HEAT-weapon-autocannon-heavy")
def test_a_heavy_autocannon() -> None:
    assert hit("ac_heavy", 36, target={"soft": False}) == F(2, 3)
    assert results("ac_heavy", 8, distance=36)[4] == F(1, 12)
    assert odds.blast_casualties(heat(), row("ac_heavy").he or 0, 4).mean == F(35, 12)


@pytest.mark.proves("HEAT-weapon-mortar-light")
def test_a_light_mortar() -> None:
    assert lands("mortar_light", 11.9, 12, 24, 24.1) == [False, True, True, False]


@pytest.mark.proves("HEAT-weapon-mortar-medium")
def test_a_medium_mortar() -> None:
    assert lands("mortar_medium", 11.9, 60, 60.1) == [False, True, False]
    assert odds.blast_casualties(heat(), row("mortar_medium").he or 0, 4, covered=3).mean == F(5, 2)


@pytest.mark.proves("HEAT-weapon-mortar-heavy")
def test_a_heavy_mortar() -> None:
    assert lands("mortar_heavy", 12, 72, 72.1) == [True, True, False]
    assert results("mortar_heavy", 9, facing="top", indirect=True)[4] == F(1, 12)


@pytest.mark.proves("HEAT-weapon-howitzer-light")
def test_a_light_howitzer_fires_directly_and_in_an_arc() -> None:
    assert [hit("how_light", 20), hit("how_light", 30)] == [F(2, 3), F(1, 2)]
    assert lands("how_light", 20, 24, 60) == [False, True, True]


@pytest.mark.proves("HEAT-weapon-howitzer-medium")
def test_a_medium_howitzer() -> None:
    assert [hit("how_medium", 65), lands("how_medium", 65)] == [0, [True]]
    assert [hit("how_medium", 25) > 0, lands("how_medium", 25)] == [True, [False]]
    assert results("how_medium", 7, facing="side")[3:] == (F(1, 6), F(7, 24))


@pytest.mark.proves("HEAT-weapon-howitzer-heavy")
def test_a_heavy_howitzer() -> None:
    assert lands("how_heavy", 35.9, 36, 84, 84.1) == [False, True, True, False]
    assert row("how_heavy").he == 4


@pytest.mark.proves("HEAT-base-kw-howitzer")
def test_a_howitzer_fires_either_way_where_both_reach() -> None:
    found = [(hit("how_medium", length) > 0, *lands("how_medium", length)) for length in (40, 20, 70)]
    assert found == [(True, True), (True, False), (False, True)]


@pytest.mark.proves("HEAT-base-pen-column", "HEAT-base-ap-or-he")
def test_the_penetration_of_rows_and_rounds() -> None:
    pens = [resolve.soft_pen(heat(), row(weapon), False) for weapon in ("lmg", "hmg", "mortar_heavy", "at_medium")]
    assert pens == [0, 1, 3, 5]
    assert resolve.soft_pen(heat(), row("at_medium"), True) == 1


@pytest.mark.proves("HEAT-weapon-tandem", "HEAT-tandem-attack")
def test_a_tandem_charge() -> None:
    assert hit("tandem", 10) == F(2, 3)
    assert results("tandem", 10)[3:] == (F(1, 6), F(7, 24))
    assert results("tandem", 9, facing="side") == (F(1, 6), F(0), F(1, 3), F(1, 2), F(13, 24))
    assert [hit("tandem", 20), hit("tandem", 25), hit("rpg", 25)] == [F(1, 2), 0, F(1, 2)]


@pytest.mark.proves("HEAT-weapon-atgm")
def test_a_guided_missile_is_as_strong_at_any_distance() -> None:
    assert results("atgm", 10, distance=200)[3:] == (F(1, 6), F(7, 24))


@pytest.mark.proves("HEAT-weapon-ied")
def test_an_improvised_device_is_placed_and_not_fired() -> None:
    assert [hit("ied", length) for length in (0, 6)] == [0, 0]
    assert odds.blast_casualties(heat(), row("ied").he or 0, 4, covered=4).mean == F(10, 3)


CHARTS: list[tuple[Chart, int]] = [
    ("small_arms", 8),
    ("infantry_systems", 6),
    ("vehicle_systems", 8),
    ("indirect_systems", 6),
    ("explosives", 4),
]


def size(chart: Chart) -> int:
    return len(armoury().chart(chart))


@pytest.mark.proves("HEAT-weapon-table-small-arms")
def test_the_small_arms_chart_has_nine_rows_of_eight_weapons() -> None:
    chart = armoury().chart("small_arms")
    assert (len(chart), sum(max(1, len(weapon.bands)) for weapon in chart)) == (8, 9)


@pytest.mark.proves("HEAT-weapon-table-infantry-systems")
def test_the_chart_of_infantry_systems_has_six_rows() -> None:
    assert size("infantry_systems") == 6


@pytest.mark.proves("HEAT-weapon-table-vehicle-systems")
def test_the_chart_of_vehicle_systems_has_eight_rows() -> None:
    assert size("vehicle_systems") == 8


@pytest.mark.proves("HEAT-weapon-table-indirect-systems")
def test_the_chart_of_indirect_systems_has_six_rows() -> None:
    assert size("indirect_systems") == 6


@pytest.mark.proves("HEAT-weapon-table-explosives")
def test_the_chart_of_explosives_has_four_rows() -> None:
    assert size("explosives") == 4


@pytest.mark.proves("HEAT-weapon-count")
def test_five_charts_hold_thirty_two_weapons() -> None:
    assert sum(weapon.chart != "upstream" for weapon in armoury()) == sum(many for _, many in CHARTS) == 32


@pytest.mark.proves("HEAT-weapon-keywords")
def test_an_unknown_keyword_is_refused() -> None:
    charts = [weapon for weapon in armoury() if weapon.chart != "upstream"]
    used = {keyword for weapon in charts for keyword in weapon.keywords} | {"HE" for weapon in charts if weapon.he}
    assert len(used) == 13
    text = '[x]\nname = "X"\nchart = "explosives"\nkeywords = ["{}"]\n'
    rules = heat()
    assert unknown_keyword(rules, read_weapons(text.format("Backblast"), "x.toml")) is None
    refused = unknown_keyword(rules, read_weapons(text.format("Bakblast"), "x.toml"))
    assert refused is not None
    assert "Bakblast" in refused.reason


@pytest.mark.proves("weapons.known_keywords")
def test_rules_that_drop_a_keyword_of_the_charts_are_refused() -> None:
    cite = HEAT("Weapons")
    dull = KEYWORDS.amended("dull.keywords", {}, out=("Backblast",), cite=cite)
    with pytest.raises(RefusedError, match="Backblast"):
        compose(LAYERS["platoon"], Layer("dull", cite, needs=("platoon",), change=(dull,)))


def test_a_row_that_cannot_be_read_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match=r"x\.toml: \[laser\]"):
        read_weapons('[laser]\nname = "Laser"\n', "x.toml")


@pytest.mark.proves("HEAT-weapon-missing-rows")
def test_weapons_of_later_versions_are_not_to_be_had() -> None:
    assert asked(shooting.available)(armoury()["rifle"]) is True
    with pytest.raises(RefusedError, match="not to be had"):
        resolve.weapon_of(heat(), "agl")


@pytest.mark.proves("HEAT-law-profile")
def test_a_law_fires_like_a_rocket_launcher() -> None:
    assert resolve.weapon_of(heat(), "law").id == "rpg"
    assert hit("law", 5) == 0


@pytest.mark.proves("weapons.attendants")
def test_a_row_prints_how_many_helpers_a_weapon_needs() -> None:
    assert [row(weapon).crew for weapon in ("rifle", "lmg", "hmg", "how_heavy")] == [None, 1, 2, 3]
