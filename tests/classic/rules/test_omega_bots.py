"""What is worth something to bots under Omega: Arrows over several turns, screens, clouds over friends."""

from typing import Any

from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.omega.arrow_pilots import FlyArrow, LaunchArrow, StrikeWithArrow
from overheat.classic.rules.omega.reaction import LaySmoke
from overheat.classic.rules.omega.rockets import FireCountermeasures
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import most_worth
from overheat.classic.unit.fielding import EMPTY, Loads
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import Refusal
from skirmish import known, on_turn, replace

OMEGA = ("omega",)
LAUNCHER, TARGET = "Palisade PLS-1", "Hoplite HPL-4"


def fielded(id: str, name: str, hex: str, facing: int = 3, loads: Loads = EMPTY, **others: Any) -> Unit:
    made = Unit.fresh(ruleset(OMEGA), id, id.partition("-")[0], known(name), Hex.parse(hex), facing, loads)
    return replace(made, **others)


def standing(acting: Unit, *others: Unit, phase: str, width: int = 15, height: int = 50) -> State:
    """Units on open ground, one of them in its turn."""
    relief = Relief(Board(width, height, (Ground(),) * (width * height)), ruleset(OMEGA))
    return replace(on_turn(acting, *others, phase=phase), relief=relief)


def best(state: State) -> Any:
    """What a bot would say of what it has no plans with."""
    unit = state.units["red-1"]
    return most_worth(state, unit, Classic(OMEGA).legal(state, "red"))


def said(state: State, command: Any) -> State:
    answer = Classic(OMEGA).apply(state, "red", command, Scripted())
    assert not isinstance(answer, Refusal), answer
    return answer[0]


def test_an_arrow_is_launched_at_somebody_far_away_and_flown_to_where_it_can_strike() -> None:
    red, blue = fielded("red-1", LAUNCHER, "0702"), fielded("blue-1", TARGET, "0730", 0)
    state = standing(red, blue, phase="weapons")
    launch = best(state)
    assert isinstance(launch, LaunchArrow)
    assert launch.target == "blue-1"
    state = said(state, launch)
    flown = best(state)
    assert isinstance(flown, FlyArrow)
    there = Hex.parse(flown.hex)
    assert 9 <= there.distance(red.hex) <= 17
    assert there.distance(blue.hex) <= 17
    later = said(state, flown)
    things = {id: replace(thing, flown=0) for id, thing in later.things.items()}
    strike = best(replace(later, things=things))
    assert isinstance(strike, StrikeWithArrow)


def test_who_is_hurt_lays_a_screen_before_a_single_enemy() -> None:
    red, blue = fielded("red-1", "Archer ARC-2R", "0702"), fielded("blue-1", TARGET, "0709", 0)
    assert not isinstance(best(standing(red, blue, phase="reaction")), LaySmoke)
    worn = replace(
        red.condition, locations=tuple(replace(place, armour=place.armour // 2) for place in red.condition.locations)
    )
    hurt = standing(replace(red, condition=worn), blue, phase="reaction")
    for _ in range(5):
        wanted = best(hurt)
        if isinstance(wanted, LaySmoke):
            break
        hurt = said(hurt, wanted)
    assert isinstance(best(hurt), LaySmoke)


def test_a_cloud_is_fired_over_a_friend_whom_several_enemies_can_launch_at() -> None:
    loads = {"LT LRM 10 tube 1": "Chaff"}
    red = fielded("red-1", "Halberdier HLB-3", "0702", loads=loads)
    friend = fielded("red-2", "Wayfarer WYF-1", "0709")
    foes = [fielded(f"blue-{at}", "Archer ARC-2R", hex, 0) for at, hex in enumerate(("0617", "0718", "0817"), 1)]
    wanted = best(standing(red, friend, *foes, phase="reaction"))
    assert isinstance(wanted, FireCountermeasures)
    assert wanted.hex == "0709"
    alone = best(standing(red, friend, foes[0], phase="reaction"))
    assert not isinstance(alone, FireCountermeasures)
