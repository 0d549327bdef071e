"""Ejection and abandoning: when pilots may leave, what they roll, where they lie, and what becomes of the rest."""

import pytest

from adjudicated import adjudicated
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import explode_bin
from overheat.classic.facts.commands import Choose, Done, Eject
from overheat.classic.facts.events import CheckMade, CrewHurt, Exploded, FateMet
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.rules.tacops.ejecting_crews import Abandon, Walk
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from skirmish import SOUTH, bared, ground, known, mount, replace, state, told, unit

RULES = ("classic", "ejecting_crews")
MADE, FAILED = (6, 6), (1, 1)


def field(who: Unit, column: str = "0 0 0") -> State:
    before = state(who, unit(id="blue", hex="0103"), board=column)
    relief = Relief(ground(column), ruleset(RULES))
    return replace(before, relief=relief, phase="movement", acting="red", order=("red",))


def ejected(who: Unit, *dice: tuple[int, ...], column: str = "0 0 0") -> Scene:
    scene = Scene(field(who, column), Scripted(*dice))
    assert carry_out(scene, who, Eject()) is None
    scene.follow()
    return scene


RED = unit(hex="0102", facing=SOUTH)


@pytest.mark.proves("TO-197-ejection-1", "ejection.may_eject")
def test_a_pilot_may_leave_a_whole_machine() -> None:
    assert Eject() in list(legal(field(RED), RED))
    usual = replace(field(RED), relief=Relief(ground("0 0 0"), ruleset([])))
    assert Eject() not in list(legal(usual, RED))


@pytest.mark.proves("TO-197-ejection-1", "ejection.lands", "ejection.modifiers")
def test_a_pilot_who_ejects_rolls_and_lies_behind_the_machine() -> None:
    scene = ejected(RED, MADE, column="0w2 0 0")
    check = told(scene.events, CheckMade)[0]
    assert sum(int(part.value) for part in check.needed) == 5 + 3
    (pilot,) = scene.state.things.values()
    assert (str(pilot.hex), pilot.owner, pilot.value) == ("0101", "red", 0)
    assert not scene.unit("red").active


@pytest.mark.proves("TO-197-ejection-1", "ejection.lands")
def test_a_failed_roll_hurts() -> None:
    scene = ejected(RED, FAILED)
    (seen,) = Classic(RULES[1:]).view(scene.state, "blue")["things"]
    assert seen["name"] == f"pilot on foot ({seen['value']} hits)"
    assert [event.hits for event in told(scene.events, CrewHurt)] == [1]
    assert [pilot.value for pilot in scene.state.things.values()] == [1]


def test_a_pilot_who_was_almost_dead_does_not_live_through_a_failure() -> None:
    assert not ejected(replace(RED, condition=replace(RED.condition, crew_hits=5)), FAILED).state.things


@pytest.mark.proves("TO-197-ejection-1", "ejection.by_explosion", "ejection.lands")
def test_exploding_ammunition_throws_the_pilot_out_first_and_hurts_by_feedback() -> None:
    scene = Scene(field(RED), Scripted(MADE))
    explode_bin(scene, "red", mount(RED, "AC/10 Ammo"))
    scene.follow()
    assert [event.fate for event in told(scene.events, FateMet)] == ["ejected"]
    assert not told(scene.events, Exploded)
    assert [event.hits for event in told(scene.events, CrewHurt)] == [2]
    needed = told(scene.events, CheckMade)[0].needed
    assert sum(int(part.value) for part in needed) == 5 + 1 - 2


def test_nobody_ejects_from_a_machine_that_is_lost_already() -> None:
    """The ammunition of a wreck that goes up takes nobody out of the count of what was destroyed."""
    scene = Scene(field(replace(RED, fate="destroyed")), Scripted())
    explode_bin(scene, "red", mount(RED, "AC/10 Ammo"))
    scene.follow()
    assert not told(scene.events, FateMet)
    assert scene.unit("red").fate == "destroyed"


@pytest.mark.proves("TO-197-ejection-2", "ejection.pilots", "ejection.lands")
def test_each_pilot_of_a_command_console_rolls() -> None:
    commanded = replace(RED, sheet=replace(RED.sheet, cockpit="Command Console"))
    scene = ejected(commanded, MADE, FAILED)
    assert [check.passed for check in told(scene.events, CheckMade)] == [True, False]
    assert [pilot.value for pilot in scene.state.things.values()] == [0, 1]


@pytest.mark.proves("ejection.modifiers")
def test_a_damaged_head_and_lying_down_make_it_harder() -> None:
    hurt = bared(unit(hex="0102", facing=SOUTH, prone=True), "HD", 1)
    check = told(ejected(hurt, MADE).events, CheckMade)[0]
    assert {part.label: int(part.value) for part in check.needed} == {
        "piloting skill": 5,
        "prone": 5,
        "head structure": 2,
        "clear": -2,
    }


@pytest.mark.proves("ejection.verbs", "ejection.lands")
def test_a_crew_abandons_its_vehicle() -> None:
    tank = unit(known("Scorpion Light Tank"), hex="0102")
    scene = Scene(field(tank), Scripted())
    assert carry_out(scene, tank, Abandon()) is None
    scene.follow()
    assert scene.unit("red").fate == "ejected"
    assert [(thing.kind, str(thing.hex)) for thing in scene.state.things.values()] == [("ejection.crew", "0102")]
    assert Abandon() not in list(legal(field(RED), RED))


@pytest.mark.proves("TO-196-ejected-unit-selection", "ejection.may_eject")
def test_nobody_chooses_what_was_ejected_from() -> None:
    wasp = "Wasp WSP-1A"
    setup = Setup(
        board="valley",
        units=tuple(
            Combatant(id=f"{side}-{n}", side=side, unit=wasp, hex=f"0{n}{row}", facing=SOUTH)
            for side, row in (("red", "02"), ("blue", "10"))
            for n in (2, 4)
        ),
    )
    session = Session(Classic(RULES), setup, 5)
    while session.state.round < 2:
        side = session.game.to_act(session.state) or ""
        chosen = [command for command in session.game.legal(session.state, side) if isinstance(command, Choose)]
        if session.state.units["red-2"].fate:
            assert Choose("red-2") not in chosen
        first = Choose("red-2") if Choose("red-2") in chosen else chosen[0]
        session.apply(side, first)
        gone = first == Choose("red-2") and session.state.phase == "movement"
        session.apply(side, Eject() if gone else Done())
    assert session.state.units["red-2"].fate == "ejected"
    assert "red-2_pilot_1" in session.state.things
    assert verify(session.log(), lambda header: Classic(header.rules)) is None


@pytest.mark.proves("ejection.questions")
def test_an_ejection_can_be_asked_for() -> None:
    answer = adjudicated("ejection", "ejecting_crews", piloting=4, automatic=True, terrain="heavy woods", pilots=2)
    assert (answer["target_number"], answer["rolls"], answer["feedback_damage"]) == (4 + 1 + 3, 2, 2)


def walks(scene: Scene) -> list[str]:
    """Where the pilot on foot may walk, while another unit of the side has its turn."""
    return [said.hex for said in legal(scene.state, scene.unit("friend")) if isinstance(said, Walk)]


def on_foot(column: str) -> Scene:
    """A pilot who has ejected to 0101, in the turn of a friend."""
    scene = ejected(RED, MADE, column=column)
    friend = unit(id="friend", side="red", hex="0104")
    after = scene.state.with_unit(friend)
    return Scene(replace(after, acting="friend"), Scripted())


@pytest.mark.proves("ejection.verbs")
def test_a_pilot_on_foot_walks_a_hex_a_round_in_the_turn_of_any_friend() -> None:
    scene = on_foot("0 0 0 0 0")
    assert walks(scene) == ["0102"]
    assert carry_out(scene, scene.unit("friend"), Walk("red_pilot_1", "0102")) is None
    (pilot,) = scene.state.things.values()
    assert (str(pilot.hex), walks(scene)) == ("0102", [])
    again = replace(scene.state, round=scene.state.round + 1)
    assert sorted(walks(Scene(again, Scripted()))) == ["0101", "0103"]


@pytest.mark.parametrize(("column", "goes"), [("0 0w2 0 0 0", True), ("0 0~2 0 0 0", False), ("0 4 0 0 0", False)])
def test_woods_do_not_keep_a_pilot_on_foot_and_deep_water_and_cliffs_do(column: str, goes: bool) -> None:
    assert (walks(on_foot(column)) == ["0102"]) == goes


def test_nobody_walks_another_sides_pilot_or_further_than_a_hex() -> None:
    scene = on_foot("0 0 0 0 0")
    assert carry_out(scene, scene.unit("blue"), Walk("red_pilot_1", "0102")) is not None
    assert carry_out(scene, scene.unit("friend"), Walk("red_pilot_1", "0103")) is not None
