"""Gear that moves units or keeps them cool: wings, boosters, tracks and wheels, special myomer and heat sinks."""

from __future__ import annotations

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.facts.commands import Engage, Go, Step
from overheat.classic.facts.events import CheckMade
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import ROLLING, Unit, Weather
from overheat.classic.rules.standard.boosters import STRAINED
from overheat.classic.rules.standard.modes import leaping, running, walking
from overheat.classic.turn.heat import heat_of, toil_of
from overheat.kernel.dice import Scripted
from skirmish import armed, mount, moved, on_turn, refused, replace, say, state, told, unit
from vehicles import HERON
from vehicles import sheet as vehicle_sheet


def fitted(base: Unit, slot: tuple[str, int], at: int) -> Unit:
    """The unit with a mount in a slot."""
    plan = base.plan
    plan.mount_slots[at] = [slot]
    return base


def built(red: Unit) -> dict[str, Any]:
    return {term.id: term.value for term in heat_of(toil_of(state(red), red))[0]}


def sunk(red: Unit) -> dict[str, Any]:
    return {term.id: term.value for term in heat_of(toil_of(state(red), red))[1]}


def torn(winged: Unit, slots: int, hit: int) -> Unit:
    """A machine whose partial wing has some slots, with as many of them hit."""
    at = mount(winged, "Partial Wing")
    winged.plan.mount_slots[at] = [("RT", slot) for slot in range(6, 6 + slots)]
    place = replace(winged.condition["RT"], critical_hits=frozenset(range(6, 6 + hit)))
    return replace(winged, condition=winged.condition.with_location(place))


@pytest.mark.proves(
    "TO-293-partial-wing-jump-2a", "TO-293-partial-wing-heat-2b", "heat.partial_wings", "movement.partial_wings"
)
def test_partial_wings_lift_and_cool() -> None:
    plain, winged = unit(), unit(armed(HUNTER, "Partial Wing@RT"))
    assert (leaping(state(plain), plain), leaping(state(winged), winged)) == (4, 6)
    assert sunk(winged)["heat.partial_wings"] == 3


@pytest.mark.proves("TO-293-partial-wing-jump-2a", "movement.partial_wings", "movement.wing_lift")
def test_every_critical_hit_on_wings_costs_a_hex_until_they_lift_no_more() -> None:
    carried = [torn(unit(armed(HUNTER, "Partial Wing@RT")), 6, hit) for hit in range(4)]
    assert [leaping(state(one), one) for one in carried] == [6, 5, 4, 4]


@pytest.mark.proves("TO-293-partial-wing-heat-2b", "heat.partial_wings", "heat.wing_cooling")
def test_wings_cool_as_ever_while_anything_of_them_works() -> None:
    assert sunk(torn(unit(armed(HUNTER, "Partial Wing@RT")), 6, 5))["heat.partial_wings"] == 3
    assert "heat.partial_wings" not in sunk(torn(unit(armed(HUNTER, "Partial Wing@RT")), 6, 6))


@pytest.mark.proves("TO-293-partial-wing-heat-2b", "heat.winged_jumps")
@pytest.mark.parametrize(("hexes", "heat"), [(6, 4), (4, 3)])
def test_hexes_that_wings_carry_farther_make_no_heat_but_a_jump_makes_three(hexes: int, heat: int) -> None:
    red = unit(armed(HUNTER, "Partial Wing@RT"), motion=moved("jump", hexes))
    assert sum(built(red).values()) == heat


@pytest.mark.proves("TO-293-partial-wing-jump-2a", "movement.wing_lift")
def test_thin_air_bears_wings_less_and_dense_air_more() -> None:
    light = unit(armed(HUNTER, "Partial Wing@RT"))
    heavy = unit(replace(light.sheet, tons=60))
    found = {
        air: tuple(leaping(replace(state(one), weather=Weather(atmosphere=air)), one) for one in (light, heavy))
        for air in ("vacuum", "thin", "standard", "very high")
    }
    assert found == {"vacuum": (4, 4), "thin": (5, 4), "standard": (6, 5), "very high": (7, 6)}


def test_wings_do_not_lift_who_has_no_jets() -> None:
    sheet = armed(HUNTER, "Partial Wing@RT")
    bare = replace(sheet, jump=0, mounts=tuple(one for one in sheet.mounts if "jump_jet" not in one.equipment.flags))
    assert leaping(state(unit(bare)), unit(bare)) == 0


@pytest.mark.proves("heat.super_cooled_myomer")
def test_super_cooled_myomer_walks_and_runs_cold() -> None:
    red = unit(armed(HUNTER, "RISC Super-Cooled Myomer@RT"), motion=moved("run", 4))
    assert sum(built(red).values()) == 0
    assert sum(built(replace(red, motion=moved("jump", 4))).values()) == 4
    assert sum(built(unit(motion=moved("run", 4))).values()) == 2


def test_mechanical_jump_boosters_of_a_machine_make_no_heat() -> None:
    legs = armed(HUNTER, "Mech Mechanical Jump Boosters@RT")
    bare = replace(legs, mounts=tuple(each for each in legs.mounts if "jump_jet" not in each.equipment.flags))
    red = unit(bare, motion=moved("jump", 3))
    assert built(red) == {}


def rolling(item: str, **others: Any) -> Unit:
    red = unit(armed(HUNTER, item), **others)
    return replace(red, marks={each(ROLLING, len(red.sheet.mounts) - 1): Mark(about="tracks")})


@pytest.mark.proves("movement.on_tracks", "heat.on_tracks")
def test_a_machine_on_its_tracks_moves_cold_jumps_not_and_climbs_as_vehicles_do() -> None:
    red = rolling("Tracks@RT")
    on_foot = replace(red, marks={})
    assert (leaping(state(red), red), leaping(state(on_foot), on_foot)) == (0, 4)
    assert sum(built(replace(red, motion=moved("run", 4))).values()) == 0
    for column, no in (("0 2 0", "movement.too_steep"), ("0 0w2 0", "movement.prohibited"), ("0 1 0", None)):
        before = on_turn(replace(red, motion=moved("walk", 0)), unit(id="blue", hex="0103"), board=column)
        assert refused(before, Step("forward")) == no


@pytest.mark.proves("gadgets.kinds")
def test_tracks_are_lowered_before_the_unit_moves() -> None:
    red = unit(armed(HUNTER, "Tracks@RT"))
    at = mount(red, "Tracks")
    state_, _ = say(on_turn(red, unit(id="blue", hex="0103")), Scripted(), Engage(at, True))
    assert state_.units["red"].rolls_on == "tracked"
    walking_, _ = say(on_turn(red, unit(id="blue", hex="0103")), Scripted(), Go("walk"))
    assert refused(walking_, Engage(at, True)) is not None


@pytest.mark.proves("movement.on_wheels")
def test_a_quadvee_on_wheels_has_a_point_more_and_is_lower() -> None:
    red = rolling("QuadVee Wheels@RT")
    assert (walking(state(red), red), running(state(red), red)) == (5, 8)
    vee = replace(red, sheet=replace(red.sheet, motive="quadvee"))
    assert (vee.stature, replace(vee, marks={}).stature) == (0, 1)


def test_a_jet_booster_of_a_rotorcraft_is_engaged_as_others_are() -> None:
    red = unit(armed(vehicle_sheet(HERON), "VTOL Jet Booster@RR"))
    at = mount(red, "VTOL Jet Booster")
    before = on_turn(red, unit(id="blue", hex="0103"))
    after, _ = say(before, Scripted((1, 2)), Engage(at, True))
    assert running(after, after.units["red"]) == 2 * red.sheet.walk


@pytest.mark.proves("heat.radical", "boosters.radical_strains")
def test_radical_heat_sinks_sink_more_and_are_lost_when_they_fail() -> None:
    red = unit(armed(HUNTER, "Radical Heat Sink System@LT"))
    at = mount(red, "Radical Heat Sink System")
    before = on_turn(red, unit(id="blue", hex="0103"), phase="weapons")
    after, _ = say(before, Scripted((1, 2)), Engage(at, True))
    assert sunk(after.units["red"])["heat.radical"] == 4
    again = replace(red, marks={each(STRAINED, at): Mark(value=0, until=4)})
    _, events = say(on_turn(again, unit(id="blue", hex="0103"), phase="weapons"), Scripted((4, 5)), Engage(at, True))
    assert [event.passed for event in told(events, CheckMade)] == [False]
    assert "heat.radical" not in sunk(replace(red, marks={}))
