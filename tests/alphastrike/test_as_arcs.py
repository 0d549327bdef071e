"""The damage of large craft, arc by arc and class by class, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overheat.alphastrike.card import Arc, DamageRow
from overheat.alphastrike.damage.arcs import arc_firepower, firing_arcs, weapon_class
from overheat.alphastrike.damage.conversion import firepower
from overheat.alphastrike.rulesets import standard
from overheat.alphastrike.subject import Subject
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import HeatSinks, Kind, Mount, Sheet
from overheat.kernel.refusal import RefusedError

Placed = tuple[str, str] | tuple[str, str, str]


def craft(kind: Kind, *weapons: Placed, motive: str = "spheroid", sinks: int = 1000) -> Subject:
    """A large craft with weapons, each by its id and location, and by the word "rear" where it points back."""
    mounts = tuple(
        Mount(equipment=catalogue()[id], location=location, rear="rear" in more) for id, location, *more in weapons
    )
    fixed = HeatSinks(sinks, "single")
    sheet = Sheet(kind=kind, chassis="Heron", motive=motive, tons=2000, tech="IS", mounts=mounts, heat_sinks=fixed)
    return Subject(standard(), sheet)


def arcs(subject: Subject) -> dict[str, Arc]:
    return {arc.name: arc for arc in arc_firepower(subject).arcs}


def told(row: DamageRow) -> str:
    return "/".join(map(str, (row.short, row.medium, row.long, row.extreme)))


@pytest.mark.proves("as.firing_arcs")
def test_half_of_a_weapon_on_the_flank_of_a_round_hull_fires_ahead() -> None:
    found = arcs(craft("dropship", *[("is_ppc", "LS")] * 4))
    assert {name: told(arc.standard) for name, arc in found.items()} == {"front": "2/2/2/0", "left": "2/2/2/0"}


@pytest.mark.proves("as.firing_arcs")
def test_a_weapon_on_a_wing_fires_to_its_side_and_one_that_points_back_to_the_rear() -> None:
    winged = craft("dropship", ("is_ac_10", "LS"), ("is_ac_20", "RS", "rear"), motive="aerodyne")
    assert {name: told(arc.standard) for name, arc in arcs(winged).items()} == {"left": "1/1/0/0", "rear": "2/2/0/0"}


@pytest.mark.proves("as.firing_arcs")
@pytest.mark.parametrize(
    ("kind", "location", "shares"),
    [
        ("warship", "FLS", {"front": 2}),
        ("warship", "LBS", {"left": 2}),
        ("jumpship", "FRS", {"front": 1, "right": 1}),
        ("space station", "ALS", {"left": 1, "rear": 1}),
        ("small craft", "AFT", {"rear": 2}),
    ],
)
def test_each_location_counts_for_its_arcs(kind: Kind, location: str, shares: dict[str, int]) -> None:
    assert dict(firing_arcs(craft(kind), location, rearward=False)) == shares


@pytest.mark.proves("as.firing_arcs")
def test_rearward_weapons_on_the_flank_of_a_round_hull_fire_half_to_the_rear() -> None:
    assert dict(firing_arcs(craft("small craft"), "RS", rearward=True)) == {"right": 1, "rear": 1}


def test_a_location_that_a_craft_does_not_have_is_refused() -> None:
    with pytest.raises(RefusedError, match="Heron: no firing arc for a weapon in 'LBS'"):
        firing_arcs(craft("dropship"), "LBS", rearward=False)


@pytest.mark.proves("as.weapon_class")
def test_capital_weapons_missiles_and_sub_capital_weapons_are_told_apart() -> None:
    assert [weapon_class(standard(), family) for family in ("CAP", "MSL", "SCAP", "LRM", "")] == [
        "CAP",
        "MSL",
        "SCAP",
        "STD",
        "STD",
    ]
    nose = arcs(
        craft(
            "warship",
            ("naval_laser_35", "NOS"),
            ("killer_whale", "NOS"),
            ("killer_whale", "NOS"),
            ("light_scc", "NOS"),
            ("is_gauss_rifle", "NOS"),
        )
    )["front"]
    assert told(nose.capital) == "4/4/4/0"
    assert told(nose.capital_missiles) == "8/8/8/8"
    assert told(nose.sub_capital) == "2/2/2/0"
    assert told(nose.standard) == "2/2/2/0"


def test_the_heat_of_all_arcs_lowers_each_class_of_weapons_by_itself() -> None:
    weapons = [("is_er_large_laser", "NOS")] * 5 + [("is_er_large_laser", "AFT")] * 5
    cool = firepower(craft("dropship", *weapons, sinks=116))
    hot = firepower(craft("dropship", *weapons, sinks=58))
    assert [told(arc.standard) for arc in cool.arcs] == ["4/4/4/0", "4/4/4/0"]
    assert [told(arc.standard) for arc in hot.arcs] == ["2/2/2/0", "2/2/2/0"]
    figure = next(figure for figure in hot.figures if figure.id == "damage.front.STD.short")
    assert figure.tally.total == 4
    assert figure.steps[0].value == 4 * Fraction(58, 120 - 4)


def test_the_rear_of_a_small_craft_heats_it_too() -> None:
    shooting = firepower(craft("small craft", ("is_ppc", "NOS"), ("is_ppc", "AFT")))
    assert shooting.figures[0].value == 20


def test_an_arc_tells_its_flak_point_defence_and_artillery() -> None:
    nose = arcs(
        craft("dropship", ("is_lb_20_x_ac", "NOS"), ("is_ams", "NOS"), ("is_small_laser", "NOS"), ("is_thumper", "NOS"))
    )["front"]
    assert [ability.printed for ability in nose.abilities if ability.code != "AMS"] == [
        "ARTT-1",
        "FLK1/1/-/-",
        "PNT1",
    ]


def test_ammunition_is_never_scarce_on_a_large_craft() -> None:
    assert told(arcs(craft("jumpship", ("is_ac_10", "NOS")))["front"].standard) == "1/1/0/0"


def test_a_craft_without_weapons_has_no_arcs_and_no_damage() -> None:
    shooting = firepower(craft("small craft"))
    assert shooting.arcs == ()
    assert told(shooting.row) == "0/0/0/0"
