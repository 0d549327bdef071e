"""Platoon files: prices, selectors, fighting vehicles, and the vehicle designer."""

from __future__ import annotations

import pytest

from overheat.kernel.refusal import Refusal, RefusedError
from overheat.platoon.facts import QUALITIES
from overheat.platoon.rosters.catalogue import options, unit_kinds
from overheat.platoon.rosters.designer import design
from overheat.platoon.rosters.draft import Drafted, drafted
from overheat.platoon.rosters.roster import Platoon, bundled, muster, read_roster
from platoon.cases import heat


def platoon(text: str, *layers: str) -> Platoon:
    return muster(read_roster(text, "test.toml"), heat(*layers))


def units(*entries: str, selector: str = "open") -> str:
    """A platoon file of some units, each as the body of an inline table."""
    listed = ", ".join(f"{{ {entry} }}" for entry in entries)
    return f'name = "Test"\nselector = "{selector}"\nunits = [{listed}]\n'


def finding(text: str) -> list[str]:
    return [found.id for found in platoon(text).findings]


LEGAL = ('unit = "junior_leader"', 'unit = "rifle_squad"', 'unit = "rifle_squad"')


@pytest.mark.parametrize("name", ["border_brigade", "response_platoon"])
def test_the_starter_armies_are_lawful_and_of_a_thousand_points(name: str) -> None:
    found = muster(bundled()[name], heat())
    assert found.findings == ()
    assert 990 <= found.points <= 1000


def test_a_squad_is_priced_by_man_weapon_and_option() -> None:
    found = platoon(
        units('unit = "rifle_squad", men = 8, swap = { smg = 3, shotgun = 1, pistol = 2 }, options = { lmg = 1 }')
    )
    assert found.points == 80 + 6 + 20
    assert [figure.arms for figure in found.sheets[0].men].count("smg") == 3


@pytest.mark.proves("HEAT-drone-cost", "HEAT-drone-payload-cost")
def test_a_drone_team_is_priced_by_the_rules() -> None:
    assert platoon(units('unit = "drone_team", men = 3, options = { at_ied = 1 }')).points == 95
    assert platoon(units('unit = "drone_team", quality = "veteran", men = 2, options = { ied = 1 }')).points == 88


@pytest.mark.proves("HEAT-heli-class-table", "HEAT-heli-role")
def test_a_helicopter_is_priced_by_its_class_and_carries_nobody_in_close_support() -> None:
    found = platoon(units('unit = "large_helicopter"', 'unit = "large_helicopter", options = { cas = 1 }'))
    assert [sheet.points for sheet in found.sheets] == [80, 80]
    assert [sheet.seats for sheet in found.sheets] == [24, 0]


@pytest.mark.proves("HEAT-up-list-composition")
def test_the_selector_wants_a_leader_and_two_squads() -> None:
    assert finding(units(*LEGAL, selector="list")) == []
    assert finding(units(*LEGAL[:2], selector="list")) == ["roster.slots"]
    assert finding(units(*LEGAL, 'unit = "drone_team"', 'unit = "drone_team"', selector="list")) == ["roster.slots"]


def test_more_points_than_allowed_are_found() -> None:
    text = units(*LEGAL, selector="list").replace('selector = "list"', 'selector = "list"\npoints = 100')
    assert finding(text) == ["roster.points"]


@pytest.mark.proves("HEAT-drone-team")
def test_a_drone_operator_with_a_rifle_is_found() -> None:
    assert finding(units('unit = "drone_team", swap = { ar = 1 }')) == ["drones.operator"]


@pytest.mark.proves("HEAT-atgm-team")
def test_a_missile_loader_with_a_rifle_is_found() -> None:
    assert finding(units('unit = "atgm_team", swap = { ar = 1 }')) == ["missiles.team"]


@pytest.mark.proves("HEAT-spot-dedicated")
def test_a_gun_may_bring_a_spotter_but_need_not() -> None:
    plain, spotted = 'unit = "light_mortar"', 'unit = "light_howitzer", options = { spotter = 1 }'
    found = platoon(units(plain, plain, spotted, spotted))
    assert found.findings == ()
    ids = [sheet.id for sheet in found.sheets]
    first, second = "light_howitzer_1", "light_howitzer_2"
    assert ids == ["light_mortar_1", "light_mortar_2", first, f"{first}_spotter", second, f"{second}_spotter"]
    assert [sheet.id for sheet in found.sheets if "spotter" in sheet.flags] == [f"{first}_spotter", f"{second}_spotter"]
    assert [(sheet.gun, len(sheet.men), sheet.points) for sheet in found.sheets if sheet.gun] == [
        (first, 1, 10),
        (second, 1, 10),
    ]


@pytest.mark.proves("HEAT-spot-dedicated")
def test_two_guns_with_spotters_and_scouts_fill_no_more_slots_than_the_guns_and_scouts_do() -> None:
    mortar, leader, squad = 'unit = "light_mortar"', 'unit = "junior_leader"', 'unit = "rifle_squad"'
    spotted, scouts = f"{mortar}, options = {{ spotter = 1 }}", 'unit = "scouts"'
    howitzer = 'unit = "light_howitzer", options = { spotter = 1 }'
    listed = units(leader, squad, scouts, spotted, howitzer).replace('"open"', '"list"')
    found = platoon(listed)
    assert found.findings == ()
    assert sum("spotter" in sheet.flags for sheet in found.sheets) == 3
    alone = platoon(units(leader, squad, squad, 'unit = "designated_spotter"').replace('"open"', '"list"'))
    assert [finding.id for finding in alone.findings] == ["roster.slots"]


def test_a_spotter_does_not_take_the_name_of_another_unit() -> None:
    gun = 'unit = "light_mortar", id = "gun", options = { spotter = 1 }'
    with pytest.raises(RefusedError, match="two units are called 'gun_spotter'"):
        platoon(units(gun, 'unit = "medic", id = "gun_spotter"'))


IFV = 'unit = "light_ifv"'


@pytest.mark.proves("HEAT-ifv-link-mandatory", "HEAT-ifv-capacity-fit", "HEAT-ifv-unconnected", "HEAT-ifv-definition")
def test_fighting_vehicles_are_connected_to_the_first_two_squads_that_fit() -> None:
    squad, large = 'unit = "rifle_squad", men = 6', 'unit = "rifle_squad", men = 8'
    found = platoon(units(squad, large, squad, IFV, IFV, 'unit = "tracked_carrier"')).sheets
    assert [sheet.squad for sheet in found[3:]] == ["rifle_squad_1", None, None]
    assert ["ifv" in sheet.flags for sheet in found[3:]] == [True, False, False]


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (units('unit = "laser_tank"'), "laser_tank"),
        (units('unit = "rifle_squad", men = 40'), "4 to 12"),
        (units('unit = "rifle_squad", options = { howitzer = 1 }'), "cannot have 'howitzer'"),
        (units('unit = "rifle_squad", options = { lmg = 3 }'), "at most 2"),
        (units('unit = "rifle_squad", swap = { mmg = 1 }'), "no weapon to swap for"),
        (units('unit = "rifle_squad", swap = { smg = 9 }'), "9 weapons for 4 men"),
        (units('unit = "shock_troops", quality = "inexperienced"'), "not to be had"),
        (units('unit = "agl_team"'), "not to be had under these rules"),
        (units('unit = "jeep", id = "x"', 'unit = "jeep", id = "x"'), "two units are called 'x'"),
        (units('unit = "jeep"', selector="horde"), "horde"),
        ("name = ", "test.toml"),
        ('name = "X"\nunits = [{ unit = "jeep", wheels = 4 }]\n', "wheels"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(text: str, match: str) -> None:
    with pytest.raises(RefusedError, match=match) as refused:
        platoon(text)
    assert "\n" not in str(refused.value)


def test_every_unit_names_weapons_and_options_that_there_are() -> None:
    rules = heat("later_weapons", "later_kit")
    for kind in unit_kinds().values():
        assert set(kind.options) <= options().keys()
        able = [quality for quality, cost in zip(QUALITIES, kind.cost, strict=True) if cost] or ["regular"]
        quality = able[-1]
        muster(read_roster(units(f'unit = "{kind.id}", quality = "{quality}"'), "test.toml"), rules)


def test_the_designer_adds_up_parts_and_rounds_other_crews_up() -> None:
    found = design({"armour.9": 1, "weapon.at_heavy": 1, "weapon.mmg": 2, "rule.coaxial": 1, "kit.smoke_screen": 1})
    assert (found.inexperienced, found.regular, found.veteran) == (221, 245, 270)


@pytest.mark.parametrize(("part", "many"), [("armour.5", 1), ("armour.7", -1)])
def test_the_designer_refuses_parts_that_there_are_not(part: str, many: int) -> None:
    with pytest.raises(RefusedError):
        design({part: many})


def test_units_that_the_designer_prices_cost_what_it_says() -> None:
    flame = design({"armour.7": 1, "weapon.flame_veh": 1, "weapon.mmg": 1})
    assert (flame.inexperienced, flame.regular, flame.veteran) == unit_kinds()["flame_carrier"].cost
    track = design({"armour.7": 1, "capacity.soldier": 12, "weapon.mmg": 1, "rule.open_topped": 1})
    assert (track.inexperienced, track.regular, track.veteran) == unit_kinds()["half_track"].cost


def draft(*entries: str) -> Drafted:
    return drafted(read_roster(units(*entries), "test.toml"), heat())


def refused(found: Drafted) -> list[str | None]:
    """The ids of what is refused of each entry."""
    return [entry.id if isinstance(entry, Refusal) else None for entry in found.entries]


def test_one_unit_that_makes_no_sense_does_not_keep_the_others_of_a_draft_from_their_prices() -> None:
    found = draft(
        'unit = "rifle_squad", men = 40', 'unit = "medium_mortar", options = { spotter = 1 }', 'unit = "sofa"'
    )
    assert refused(found) == ["roster.men", None, "roster.unit"]
    mortar = found.entries[1]
    assert isinstance(mortar, tuple)
    assert [(unit.attached, int(unit.cost.total)) for unit in mortar] == [(False, 50), (True, 10)]
    assert found.platoon.points == 60


def test_of_two_units_with_one_id_and_of_a_vehicle_without_its_squad_a_draft_refuses_the_later_alone() -> None:
    twins = draft('unit = "rifle_squad", id = "alpha"', 'unit = "rifle_squad", id = "alpha"', 'unit = "rifle_squad"')
    assert refused(twins) == [None, "roster.twice", None]
    vehicle = 'unit = "light_ifv", squad = "alpha"'
    assert refused(draft(vehicle, 'unit = "rifle_squad"')) == ["roster.squad", None]
    assert refused(draft(vehicle, 'unit = "rifle_squad", id = "alpha"')) == [None, None]


def test_a_slot_that_is_filled_too_often_is_told_with_its_ruling() -> None:
    two = platoon(units(*LEGAL, 'unit = "junior_leader"', selector="list"))
    assert [(str(no.cite), no.facts) for no in two.findings] == [("H.E.A.T army lists: Platoon", {"slot": "leader"})]
