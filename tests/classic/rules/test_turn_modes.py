"""Turn modes: how far a vehicle goes straight before it turns, early turns, and what comes of those that fail."""

import pytest

from adjudicated import adjudicated
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.commands import Command, Go, Step
from overheat.classic.facts.events import CheckMade, Moved, VehicleHurt
from overheat.classic.facts.state import Unit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from skirmish import field, known, replace, state, told, unit

HOVER, TANK, WHEELS = "Pegasus Scout Hover Tank", "Scorpion Light Tank", "Striker Light Tank"
MADE, FAILED = (6, 6), (1, 2)


def scene_of(name: str, *dice: int | tuple[int, ...], cell: str = "0") -> Scene:
    red = unit(known(name), hex="0502", facing=3, piloting=5)
    place = Relief(field(11, 20, cell), ruleset(["turn_modes"]))
    before = replace(state(red), relief=place, phase="movement", acting="red", order=("red",))
    return Scene(before, Scripted(*dice))


def say(scene: Scene, *commands: Command) -> Unit:
    for command in commands:
        no = carry_out(scene, scene.unit("red"), command)
        assert no is None, no
        scene.follow()
    return scene.unit("red")


def needed(scene: Scene) -> list[dict[str, int]]:
    return [{part.id: int(part.value) for part in check.needed} for check in told(scene.events, CheckMade)]


AHEAD = Step("forward")


@pytest.mark.proves("TO-025-turn-modes-a", "turn_modes.early", "turn_modes.figures", "turn_modes.declared")
def test_the_more_points_a_vehicle_means_to_spend_the_further_it_goes_before_it_turns() -> None:
    scene = scene_of(HOVER, MADE, MADE)
    points = allowance(scene.state, scene.unit("red"), "run")
    assert points == 12
    say(scene, Go("run"), AHEAD, AHEAD, Step("left"))
    assert not told(scene.events, CheckMade)
    say(scene, AHEAD, Step("left"))
    assert [why for sums in needed(scene) for why in sums if why.startswith("turn")] == ["turn_modes.early_left"]
    assert needed(scene)[-1]["turn_modes.early_left"] == points // 5 - 1


@pytest.mark.proves("TO-025-turn-modes-a", "turn_modes.modes")
def test_who_means_to_spend_less_turns_sooner() -> None:
    scene = scene_of(HOVER)
    offered = {command.mode for command in legal(scene.state, scene.unit("red")) if isinstance(command, Go)}
    assert {"cruise_within_4", "flank_within_9"} & offered == {"cruise_within_4", "flank_within_9"}
    say(scene, Go("cruise_within_4"), Step("left"), AHEAD, Step("right"))
    assert not told(scene.events, CheckMade)
    assert allowance(scene.state, scene.unit("red"), "cruise_within_4") == 4


@pytest.mark.proves("TO-025-turn-modes-a", "turn_modes.declared")
def test_points_that_are_lost_on_the_way_change_nothing() -> None:
    scene = scene_of(HOVER, MADE)
    say(scene, Go("run"), AHEAD)
    scene.tell(VehicleHurt("red", "motive", {"motive": 6}))
    say(scene, Step("right"))
    assert needed(scene)[-1]["turn_modes.early_right"] == 1


@pytest.mark.proves("TO-025-turn-modes-b", "turn_modes.conditions")
def test_rough_ground_makes_an_early_turn_harder() -> None:
    scene = scene_of(TANK, MADE, cell="0r1")
    say(scene, Go("run"), Step("left"))
    assert needed(scene)[-1]["turn_modes.early_left"] == 1 + 1


@pytest.mark.proves("TO-025-turn-modes-b", "turn_modes.failed", "turn_modes.outcomes")
def test_a_minor_fishtail_costs_a_point_and_turns_nowhere() -> None:
    """Scorpion of 25 tons: failed by 3, +1 for its weight; 1+1 is 6."""
    scene = scene_of(TANK, FAILED, (1, 1))
    red = say(scene, Go("run"), Step("left"))
    assert (red.facing, red.motion.spent, red.motion.done) == (3, 1, False)
    assert told(scene.events, Moved)[-1].how == "fishtail"


@pytest.mark.proves("TO-025-turn-modes-b", "turn_modes.types")
def test_a_light_vehicle_swings_out_the_further() -> None:
    """Failed by 3 and +1 for its weight: a 6 is a serious fishtail of 10, and a moderate one for heavier tanks."""
    scene = scene_of(TANK, FAILED, (3, 3), (1, 1))
    red = say(scene, Go("run"), Step("left"))
    assert (red.facing, red.motion.done) == (1, True)


@pytest.mark.proves("TO-025-turn-modes-b", "turn_modes.outcomes")
def test_a_bad_failure_on_wheels_ends_on_the_roof() -> None:
    scene = scene_of(WHEELS, FAILED, (6, 6))
    red = say(scene, Go("run"), Step("left"))
    assert (red.condition.vehicle.immobile, red.condition.vehicle.crew_stunned) == (True, 1)


def test_tracks_skid_where_wheels_roll_over() -> None:
    scene = scene_of(TANK, FAILED, (6, 6), (1, 1))
    red = say(scene, Go("run"), Step("left"))
    assert (red.active, red.motion.skidded, red.motion.done) == (True, True, True)


@pytest.mark.proves("TO-025-turn-modes-b", "turn_modes.questions")
def test_the_example_of_the_errata() -> None:
    answer = adjudicated("turn_mode", "turn_modes", declared_mp=15, hexes_moved=1)
    assert (answer["turn_mode"], answer["modifier"]) == (3, 2)
    late = adjudicated("turn_mode", "turn_modes", declared_mp=15, hexes_moved=3)
    assert (late["modifier"], late["roll_needed"]) == (0, False)
    failed = adjudicated("failed_turn", "turn_modes", roll=7, margin_of_failure=2, type_modifier=1)
    assert (failed["total"], failed["result"]) == (10, "serious fishtail")


def test_a_bot_sees_the_rolls_of_a_winding_way() -> None:
    scene = scene_of(HOVER)
    found = [place for place in reach(scene.state, scene.unit("red")) if str(place.hex) == "0402" and place.facing == 3]
    trips = {place.mode: place.trips for place in found}
    assert trips["cruise_within_4"] == 0
    assert trips["walk"] > 0


def test_machines_turn_as_they_like() -> None:
    red = unit(hex="0502", facing=3)
    place = Relief(field(11, 20), ruleset(["turn_modes"]))
    before = replace(state(red), relief=place, phase="movement", acting="red", order=("red",))
    scene = Scene(before, Scripted())
    say(scene, Go("run"), Step("left"))
    assert not told(scene.events, CheckMade)
