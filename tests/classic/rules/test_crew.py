"""The crew: hits, consciousness, death, and what a broken life support does."""

import pytest

from asking import asked
from overheat.classic.damage.crew import hurt_crew, stay_awake
from overheat.classic.facts.events import CrewSenses, FateMet, RoundBegan
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.crew import life_support_hits
from overheat.classic.turn.ending import end_round
from overheat.classic.turn.heat import settle
from overheat.kernel.dice import Scripted
from skirmish import broken, scene, told, unit

NUMBERS = {1: 3, 2: 5, 3: 7, 4: 10, 5: 11}
DICE = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 9: (4, 5), 10: (5, 5), 11: (5, 6)}


@pytest.mark.proves("crew.stay_awake")
@pytest.mark.parametrize(("hits", "number"), NUMBERS.items())
def test_after_each_hit_the_pilot_must_stay_awake(hits: int, number: int) -> None:
    for rolled, awake in ((DICE[number], True), (DICE[number - 1], False)):
        playing = scene(Scripted(rolled), unit(crew_hits=hits - 1))
        hurt_crew(playing, "red", 1, "test")
        assert playing.unit("red").condition.conscious is awake


@pytest.mark.proves("crew.dead")
def test_the_sixth_hit_kills() -> None:
    playing = scene(Scripted(DICE[11]), unit(crew_hits=4))
    hurt_crew(playing, "red", 1, "test")
    assert playing.unit("red").active
    hurt_crew(playing, "red", 1, "test")
    assert told(playing.events, FateMet) == [FateMet("red", "destroyed", "pilot_killed")]


def test_an_unconscious_pilot_rolls_no_more_for_further_hits() -> None:
    with Scripted(DICE[2]) as dice:
        playing = scene(dice, unit())
        hurt_crew(playing, "red", 2, "test")
    assert playing.unit("red").condition.crew_hits == 2


@pytest.mark.proves("crew.stay_awake")
def test_a_pilot_comes_to_against_the_same_number() -> None:
    playing = scene(Scripted(DICE[5]), unit(crew_hits=2, conscious=False))
    stay_awake(playing, "red", 2)
    assert told(playing.events, CrewSenses) == [CrewSenses("red", True)]


def test_nobody_comes_to_in_the_round_in_which_they_passed_out() -> None:
    with Scripted(DICE[2]) as dice:
        playing = scene(dice, unit())
        hurt_crew(playing, "red", 1, "test")
        end_round(playing)
    later = scene(Scripted(DICE[3]), playing.unit("red"))
    later.tell(RoundBegan(2))
    end_round(later)
    assert later.unit("red").condition.conscious


@pytest.mark.proves("QR-crit-life-support", "crew.life_support")
@pytest.mark.parametrize(
    ("heat", "submerged", "hits"),
    [(15, False, 1), (25, False, 1), (26, False, 2), (40, False, 2), (0, True, 1), (26, True, 3)],
)
def test_without_life_support_heat_and_water_hurt_the_pilot(heat: int, submerged: bool, hits: int) -> None:
    assert asked(life_support_hits)(broken(unit(heat=heat), "life support"), submerged) == hits


def test_life_support_that_works_keeps_the_pilot_well_and_a_cool_cockpit_needs_none() -> None:
    assert asked(life_support_hits)(unit(heat=40), True) == 0
    assert asked(life_support_hits)(broken(unit(heat=14), "life support"), False) == 0


@pytest.mark.proves("QR-crit-life-support", "crew.life_support")
def test_the_heat_phase_asks_for_life_support() -> None:
    def hot(depth: int) -> Unit:
        return broken(unit(heat=0, elevation=-depth), "life support")

    with Scripted(DICE[11]) as dice:
        playing = scene(dice, hot(2), board="0~2 0 0")
        settle(playing)
    assert playing.unit("red").condition.crew_hits == 1
