"""Coolant pods: what they sink, that each works once, and that they explode while they are full."""

import pytest

from machines import HUNTER
from overheat.classic.facts.commands import Engage
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import State
from overheat.classic.game import Classic
from overheat.classic.rules.standard.boosters import COOLED
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rulesets import standard
from overheat.classic.turn.preview import heat_after
from overheat.kernel.dice import Scripted
from skirmish import armed, known, on_turn, refused, replace, say, unit

COOLED_BY_SINKS = 10
WASP = "Wasp WSP-1A"


def hot() -> tuple[State, int]:
    bearer = unit(armed(HUNTER, "Coolant Pod@LT"), heat=20)
    return on_turn(bearer, unit(id="blue", hex="0110", facing=0), board=" ".join(["0"] * 10), phase="weapons"), (
        len(bearer.sheet.mounts) - 1
    )


@pytest.mark.proves("heat.coolant_pods", "gadgets.kinds")
def test_a_pod_sinks_a_point_more_for_every_sink_in_the_turn_that_it_is_used_and_then_no_more() -> None:
    before, at = hot()
    assert Engage(at) in Classic().legal(before, "red")
    assert heat_after(before, before.units["red"])[2] == 20 - COOLED_BY_SINKS
    after, _ = say(before, Scripted(), Engage(at))
    assert heat_after(after, after.units["red"])[2] == 0
    assert refused(after, Engage(at)) is not None
    later = replace(after, round=after.round + 1)
    assert heat_after(later, later.units["red"])[2] == 20 - COOLED_BY_SINKS


@pytest.mark.proves("damage.weapon_explosion", "damage.other_explosions")
@pytest.mark.parametrize(("item", "points"), [("Improved Heavy Large Laser", 8), ("Extended Fuel Tank", 20)])
def test_improved_heavy_lasers_and_fuel_tanks_explode_when_they_are_hit(item: str, points: int) -> None:
    bearer = unit(armed(replace(known(WASP), tech="Clan"), f"{item}@LT"))
    rules = standard()
    assert rules[weapon_explosion](MountHit(rules, bearer, len(bearer.sheet.mounts) - 1)) == points


@pytest.mark.proves("damage.weapon_explosion", "TO-304-coolant-pod-2")
def test_a_full_pod_explodes_with_ten_points_and_a_used_one_does_not() -> None:
    state, at = hot()
    rules, bearer = state.relief.rules, state.units["red"]
    used = replace(bearer, marks={each(COOLED, at): Mark(value=1)})
    assert [rules[weapon_explosion](MountHit(rules, each_of, at)) for each_of in (bearer, used)] == [10, 0]
