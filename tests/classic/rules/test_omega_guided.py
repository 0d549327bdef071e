"""Omega by laser and by radio: Arrows in flight that are guided, shells that follow a beam, jammed links."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicated import adjudicated
from classic.rules.test_omega_rockets import HELD, battle, foe, launched, play
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done
from overheat.classic.facts.events import Burst, Scattered, Struck, ThingRolled
from overheat.classic.facts.lasting import Mark, Thing, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.arrow_pilots import StrikeWithArrow
from overheat.classic.rules.omega.guidance import LASED, MISSED
from overheat.classic.rules.standard.artillery import Shelling
from overheat.classic.rules.standard.guidance import TAGGED
from overheat.classic.rules.standard.played import unplayed
from overheat.classic.turn.carried.artillery import homes
from overheat.classic.unit.fielding import holders, under
from overheat.classic.unitfile.library import find
from overheat.kernel.dice import Scripted
from skirmish import armed, mount, replace, told, unit

CASES: tuple[tuple[dict[str, Any], int], ...] = (
    ({"base": 6, "guidance": "AR", "tons": 100, "target_hexes": 5}, 7),
    ({"base": 8, "guidance": "IR", "heat": 25, "ircm": True, "smoke": True}, 9),
    ({"base": 4, "guidance": "AR", "tons": 20, "ecm": 1}, 5),
    ({"base": 8, "guidance": "IR", "heat": 0, "target_hexes": 3}, 10),
)


@pytest.mark.proves("OM-arrow-attack-ar-ir", "omega.arrow_number", "omega.arrow_terms", "omega.arrow_figures")
def test_an_arrow_in_flight_needs_its_base_number_and_what_its_guidance_makes_of_it() -> None:
    for facts, needs in CASES:
        assert adjudicated("arrow_attack", "omega", **facts)["needs"] == needs


def lit(state: State, **detail: Any) -> State:
    """Blue with a spot of red's designator on its left arm."""
    blue = state.units["blue"]
    marks = {**blue.marks, each(LASED, "red"): Mark(**detail), TAGGED: Mark(this_round=True)}
    return state.with_unit(replace(blue, marks=marks))


@pytest.mark.proves("OM-arrow-attack-lg", "omega.arrow_by_laser")
def test_an_arrow_by_laser_hits_anywhere_on_four_and_the_spot_on_eight() -> None:
    state, _ = launched("LGM", target="")
    strike = (StrikeWithArrow("red-arrow-1", "blue"), Done())
    struck: list[str] = []
    for dice in (Scripted((3, 4), (3, 4)), Scripted((4, 4)), Scripted((1, 2))):
        with dice:
            _, events = play(lit(state, about="LA"), dice, *strike)
        struck += [hit.location for hit in told(events, Struck)] or ["missed"]
    assert struck == ["CT", "LA", "missed"]


@pytest.mark.proves("OM-arrow-attack-lg", "omega.arrow_by_laser")
def test_without_a_spot_an_arrow_by_laser_does_nothing() -> None:
    state, _ = launched("LGM", target="")
    with Scripted() as dice:
        _, events = play(state, dice, StrikeWithArrow("red-arrow-1", "blue"), Done())
    assert told(events, ThingRolled) == []
    with Scripted((6, 6)) as dice:
        _, events = play(lit(state, kind=MISSED), dice, StrikeWithArrow("red-arrow-1", "blue"), Done())
    assert told(events, Struck) == []
    with Scripted((6, 6)) as dice:
        _, events = play(lit(state, about="LA"), dice, StrikeWithArrow("red-arrow-1", "blue"), Done())
    assert told(events, Struck)


@pytest.mark.proves("OM-c3-jam", "omega.link_cut")
def test_a_link_breaks_within_reach_of_an_enemy_jammer_in_mode_two_or_three() -> None:
    assert not adjudicated("network_link", "omega", distance=2)["link"]
    assert adjudicated("network_link", "omega", distance=2, side="friendly")["link"]
    assert adjudicated("network_link", "omega", distance=3)["link"]
    assert not adjudicated("network_link", "omega", distance=4, mode=3)["link"]
    assert adjudicated("network_link", "omega", distance=0, mode=1)["link"]


@pytest.mark.parametrize(
    ("facts", "result"),
    [
        ({"tag": "hit", "roll": 3}, "scatter"),
        ({"tag": "hit", "roll": 8}, "random"),
        ({"tag": "hit", "roll": 9}, "tag location"),
        ({"tag": "miss"}, "scatter"),
        ({"tag": "hit", "roll": 12, "distance": 6}, "scatter"),
    ],
)
def test_what_a_laser_guided_shell_comes_to(facts: dict[str, Any], result: str) -> None:
    assert adjudicated("guided_shell", "omega", **facts)["result"] == result


@pytest.mark.proves("OM-lg-artillery", "omega.shell_finds", "omega.laser_shell_figures", "omega.guided_shell_question")
def test_a_laser_guided_shell_hits_on_four_and_the_spot_on_nine() -> None:
    found = [adjudicated("guided_shell", "omega", tag="hit", roll=roll)["result"] for roll in (3, 4, 8, 9)]
    assert found == ["scatter", "random", "random", "tag location"]
    assert adjudicated("guided_shell", "omega", tag="hit")["tag_radius"] == 5


def shelled(dice: Scripted, *marks: tuple[str, Any], at: str = "0108") -> list[Any]:
    """What a laser-guided shell of a Thumper that was fired at 0108 does when it lands."""
    red = replace(unit(armed(unit().sheet, "Thumper@RT"), rules=HELD), gunnery=8)
    blue: Unit = foe(at)
    state = battle(red, replace(blue, marks=dict(marks)))
    scene = Scene(state, dice)
    shelling = Shelling(scene.state, red, mount(red, "Thumper"), Hex(1, 8))
    HELD[homes](scene, shelling, Thing("shell", "thumper_shell", None, "red", to=Hex(1, 8)))
    return scene.events


@pytest.mark.proves("OM-lg-artillery", "omega.shell_strikes", "omega.shell_looks", "omega.laser_shell_figures")
def test_a_shell_strikes_who_is_lit_up_near_its_hex_and_falls_as_others_do_where_nobody_is() -> None:
    spot = ((TAGGED, Mark()), (each(LASED, "red"), Mark(about="LA")))
    with Scripted((4, 5)) as dice:
        events = shelled(dice, *spot, at="0112")
    assert [(hit.location, hit.damage) for hit in told(events, Struck)] == [("LA", 15)]
    with Scripted((4, 4), (3, 4)) as dice:
        events = shelled(dice, *spot, at="0112")
    assert [(hit.location, hit.damage) for hit in told(events, Struck)] == [("CT", 15)]
    with Scripted((6, 6), (1,)) as dice:
        events = shelled(dice, at="0112")
    assert told(events, Scattered)
    assert told(events, Burst)


@pytest.mark.proves("omega.laser_shells")
def test_guns_are_loaded_with_laser_guided_shells() -> None:
    gun = armed(unit().sheet, "Thumper@RT", "IS Thumper Ammo@RT")
    fits = {fit for holder in holders(HELD, under(HELD, gun)) if "Thumper" in holder.key for fit in holder.fits}
    assert "Homing" in fits


@pytest.mark.proves("omega.arrows_played")
def test_arrows_are_told_as_played() -> None:
    sheet = under(HELD, find("Palisade PLS-1").sheet)
    assert "Arrow V" not in {part.name for part in HELD[unplayed](HELD, sheet)}
