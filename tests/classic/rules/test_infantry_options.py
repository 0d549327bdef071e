"""Other readings of the rules of soldiers, as options."""

from typing import Any

import pytest

from overheat.classic.attack.assaults import resolve_assault
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ClusterRolled, Struck
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.assaults import Assault
from overheat.classic.rules.standard.impacts import Hit
from overheat.kernel.dice import Scripted
from skirmish import NORTH, known, relief, replace, state, told, unit
from soldiers import CAVALIERS, platoon, rifles, squad

SEVEN, TWELVE = (3, 4), (6, 6)


def playing(dice: Scripted, board: str, option: str, *units: Unit) -> Scene:
    """A scene under the standard rules and one option, or none."""
    layers = (option,) if option else ()
    return Scene(replace(state(*units, board=board), relief=relief(board, layers)), dice)


def volley(option: str, *dice: Any) -> Scene:
    men, target = platoon(left=10), unit(id="blue", hex="0103", facing=NORTH)
    with Scripted(TWELVE, *dice) as thrown:
        around = playing(thrown, "0 0 0", option, men, target)
        resolve(around, WeaponAttack(around.state.relief, men, target, rifles(men)))
    return around


@pytest.mark.proves("infantry.whole_platoons_hit")
def test_all_of_a_platoon_hit_under_the_option() -> None:
    """Ten soldiers of 0.52 do 5 points: 2, 2 and 1."""
    around = volley("whole_platoons_hit", SEVEN, SEVEN, SEVEN)
    assert [event.damage for event in told(around.events, Struck)] == [2, 2, 1]


@pytest.mark.proves("infantry.all_hit")
def test_without_it_some_do() -> None:
    around = volley("", SEVEN, SEVEN, SEVEN)
    assert [event.hits for event in told(around.events, ClusterRolled)] == [6]


@pytest.mark.proves("infantry.broken_ground")
@pytest.mark.parametrize("ground", ["0r1", "0[rubble:1]", "0[swamp:1]"])
def test_broken_ground_shelters_soldiers_under_the_option(ground: str) -> None:
    with Scripted() as dice:
        around = playing(dice, f"0 0 {ground}", "rough_shelters", platoon(id="blue", hex="0103"))
        take(around, Hit("blue", "front", 10, "test"))
    assert around.unit("blue").condition.troopers == 27


def swarm(option: str, *dice: Any) -> Scene:
    men, machine = squad(CAVALIERS), unit(known("Atlas AS7-D"), id="blue", hex="0101")
    with Scripted(TWELVE, *dice) as thrown:
        around = playing(thrown, "0", option, men, machine)
        resolve_assault(around, Assault(around.state, men, machine, "swarm"))
    return around


@pytest.mark.proves("assaults.swarms_strike_at_once")
def test_a_swarm_strikes_at_once_under_the_option() -> None:
    around = swarm("swarms_strike_at_once", SEVEN, (1, 1))
    assert [(event.location, event.damage) for event in told(around.events, Struck)] == [("CT", 12)]


@pytest.mark.proves("assaults.strikes_at_once")
def test_without_it_a_swarm_only_holds_on() -> None:
    around = swarm("")
    assert (carrier_of(around.unit("red")), told(around.events, Struck)) == ("blue", [])
