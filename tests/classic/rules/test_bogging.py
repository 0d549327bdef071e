"""Bogging down: who rolls for it and at what, how one gets free, and quicksand that swallows."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.steps import Prospect, entered
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Go, Jump, Step
from overheat.classic.facts.events import FateMet, GroundChanged, MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.arrivals import DREAD, Arrival
from overheat.classic.rules.standard.bogging import BOG_DOWN, BOGGED, bogged
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.carried.struggling import Struggle
from overheat.classic.turn.ending import end_round
from overheat.classic.turn.reach import reach
from overheat.classic.unit.sheet import Mount
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from overheat.kernel.terms import Term
from skirmish import ground, known, moved, on_turn, refused, relief, replace, say, scene, shot, state, told, unit

HUNTER = "Wasp WSP-1A"
TANK, PLATOON, HOVER = "Vedette Medium Tank", "Foot Platoon (Rifle)", "Saladin Assault Hover Tank"


def asked(cell: str, of: str = HUNTER, **facts: Any) -> Any:
    """What the adjudicator says of a step into some ground."""
    question = {"ask": "ground", "unit": of, "ground": cell, **facts}
    return ADJUDICATOR.answer(question_of(question)).as_json()


def rolls(ground: str, of: str = HUNTER, **facts: Any) -> list[int]:
    return [roll["target_number"] for roll in asked(ground, of, **facts)["rolls"]]


def stuck(of: Unit, **detail: Any) -> Unit:
    return replace(of, marks={BOGGED: Mark(about=str(of.hex), **detail)})


@pytest.mark.proves("TO-062-bog-down-2", "bogging.check", "terrain.kinds")
@pytest.mark.parametrize(
    ("ground", "machine", "tank", "soldiers"),
    [
        ("0g", [6], [7], [4]),
        ("0n2", [5], [5], [3]),
        ("0t", [5], [5], [3]),
        ("0v1t", [6], [6], None),
        ("0g1t", [7], [8], [4]),
    ],
)
def test_soft_ground_asks_for_a_roll_and_magma_crust_for_none(
    ground: str, machine: list[int], tank: list[int], soldiers: list[int] | None
) -> None:
    assert rolls(ground) == machine
    assert rolls(ground, TANK) == tank
    if soldiers is not None:
        assert rolls(ground, PLATOON) == soldiers


@pytest.mark.proves("TO-050-mud", "bogging.check")
def test_mud_never_holds_a_machine_nor_a_hovercraft_which_pays_nothing_for_it() -> None:
    assert (asked("0m")["cost"], rolls("0m")) == (2, [])
    assert (asked("0m", HOVER)["cost"], rolls("0m", HOVER)) == (1, [])
    assert (asked("0m", TANK)["cost"], rolls("0m", TANK)) == (2, [5])
    assert rolls("0m", PLATOON) == [4]


@pytest.mark.proves("TO-062-bog-down-1", "bogging.check")
def test_hovercraft_never_bog_down() -> None:
    assert [rolls(ground, HOVER) for ground in ("0g", "0n2", "0t", "0g2")] == [[], [], [], []]


@pytest.mark.proves("movement.failings")
def test_who_bogs_down_stops_there_and_struggles_free_before_it_moves_again() -> None:
    with Scripted((1, 2), (3, 4)) as dice:
        after, events = say(on_turn(unit(), board="0 0g 0 0"), dice, Go("walk"), Step("forward"))
    assert [mark.detail.about for mark in told(events, MarkLaid)] == ["0102"]
    assert refused(after, Step("forward")) == "movement.done"
    before = on_turn(stuck(unit(hex="0102")), board="0 0g 0 0")
    assert refused(before, Go("walk")) == "bogging.held"
    with Scripted((3, 3)) as dice:
        free, events = say(before, dice, Struggle())
    assert told(events, MarkLifted)
    assert refused(free, Go("walk")) is None
    with Scripted((3, 2)) as dice:
        held, _ = say(before, dice, Struggle())
    assert bogged(held.units["red"]) is not None
    assert refused(held, Struggle()) == "movement.done"


@pytest.mark.proves("TO-062-bog-down-1", "bogging.leaps_out", "bogging.held")
def test_who_bogged_down_on_foot_jumps_out_but_not_who_jumped_in() -> None:
    jumper = unit(known(HUNTER), hex="0102")
    on_foot = on_turn(stuck(jumper), board="0 0g 0 0")
    assert refused(on_foot, Go("jump")) is None
    with Scripted() as dice:
        out, _ = say(on_foot, dice, Go("jump"), Jump("0104"))
    assert bogged(out.units["red"]) is None
    assert refused(on_turn(stuck(jumper, kind="leapt"), board="0 0g 0 0"), Go("jump")) == "bogging.held"


@pytest.mark.proves("bogging.at_once")
def test_a_machine_that_lands_in_a_swamp_and_whoever_enters_quicksand_is_stuck_without_a_roll() -> None:
    with Scripted((3, 4)) as dice:
        after, _ = say(on_turn(unit(known(HUNTER)), board="0 0 0g 0"), dice, Go("jump"), Jump("0103"))
    mark = bogged(after.units["red"])
    assert mark is not None
    assert mark.kind == "leapt"
    with Scripted() as dice:
        after, _ = say(on_turn(unit(known(HUNTER)), board="0 0g3 0"), dice, Go("walk"), Step("forward"))
    assert bogged(after.units["red"]) is not None


@pytest.mark.proves("bogging.turns_to_quicksand", "bogging.figures")
def test_a_swamp_that_holds_somebody_turns_into_quicksand_on_a_twelve() -> None:
    for roll, grade in (((6, 6), 2), ((6, 5), 1)):
        with Scripted((1, 1), roll) as dice:
            after, _ = say(on_turn(unit(), board="0 0g 0"), dice, Go("walk"), Step("forward"))
        assert after.relief.board[Hex(1, 2)].amount("swamp") == grade


@pytest.mark.proves("TO-051-swamp-quicksand", "bogging.free", "bogging.figures", "terrain.kinds")
@pytest.mark.parametrize(("sunk", "needed"), [(0, 5 + 1 + 3), (1, 5 + 1 + 3 + 3)])
def test_quicksand_adds_three_to_get_free_and_three_for_every_level(sunk: int, needed: int) -> None:
    low = stuck(unit(hex="0102", elevation=-sunk))
    before = on_turn(low, board="0 0g3 0")
    faces = (needed // 2, needed - needed // 2)
    with Scripted(faces) as dice:
        after, _ = say(before, dice, Struggle())
    assert (bogged(after.units["red"]), after.units["red"].elevation) == (None, 0)
    with Scripted((faces[0] - 1, faces[1])) as dice:
        after, _ = say(before, dice, Struggle())
    assert bogged(after.units["red"]) is not None


@pytest.mark.proves("TO-051-swamp-quicksand", "bogging.swallowed")
def test_quicksand_takes_a_level_in_every_end_phase_after_the_turn_it_became_so() -> None:
    with Scripted() as dice:
        scene_ = scene(dice, stuck(unit(hex="0102")), board="0 0g2 0")
        for elevation in (0, -1, -2):
            end_round(scene_)
            assert scene_.unit("red").elevation == elevation
    assert [fate.why for fate in told(scene_.events, FateMet)] == ["swallowed"]
    assert [change.what for change in told(scene_.events, GroundChanged)] == ["quicksand_deepens"]


@pytest.mark.proves("TO-051-swamp-quicksand", "to_hit.cover_by_water")
def test_a_machine_one_level_down_has_partial_cover() -> None:
    sunk = stuck(unit(id="blue", hex="0103", facing=0, elevation=-1))
    assert target_number(shot(column="0 0 0g3", target=sunk))["to_hit.partial_cover"].value == 1


@pytest.mark.proves("TO-051-swamp-quicksand", "fire.sunk")
def test_a_machine_one_level_down_cannot_fire_its_leg_weapons() -> None:
    sunk = stuck(replace(unit(known("Stinger STG-3R"), hex="0101"), elevation=-1))
    legs = replace(sunk, sheet=replace(sunk.sheet, mounts=_in_the_leg(sunk)))
    no = refusal(shot("Machine Gun", "0g3 0", legs))
    assert no is not None
    assert no.id == "fire.sunk"


def _in_the_leg(of: Unit) -> tuple[Mount, ...]:
    """Its mounts, with the machine guns in a leg."""
    guns = "Machine Gun"
    return tuple(replace(held, location="LL") if held.equipment.name == guns else held for held in of.sheet.mounts)


def test_greedy_counts_quicksand_as_three_rolls_and_a_swamp_as_one() -> None:
    red = unit(hex="0101")
    for cell, trips in (("0g3", 3), ("0g1", 1), ("0", 0)):
        there = [place for place in reach(on_turn(red, board=f"0 {cell} 0"), red) if place.hex == Hex(1, 2)]
        assert min(place.trips for place in there) == trips


@pytest.mark.proves("former.bogs", "former.stuck")
def test_in_games_kept_from_before_nobody_bogs_down() -> None:
    for cell in ("0g", "0g3"):
        before = replace(on_turn(unit()), relief=relief(f"0 {cell} 0", ("former_ground",)))
        with Scripted() as dice:
            after, _ = say(before, dice, Go("walk"), Step("forward"))
        assert bogged(after.units["red"]) is None


@pytest.mark.proves("former.slippery", "former.terrain_kinds")
def test_in_games_kept_from_before_only_the_first_of_several_kinds_shakes_a_machine() -> None:
    rules = ruleset(["former_ground"])
    for cell, value in (("0mn2", 1), ("0t", 0), ("0j2", 0)):
        check = Check(rules, unit(), Term("test", 0, "a test", BOG_DOWN), ground(cell).grounds[0])
        assert piloting_number(check).total == 5 + value
    walker = replace(unit(), motion=moved("walk"))
    found = entered(replace(state(walker), relief=relief("0 0j2", ("former_ground",))), walker, "forward")
    assert isinstance(found, Prospect)
    assert [why.value for why in found.checks] == [2]


@pytest.mark.proves("fires.dread")
def test_bots_dread_a_fire_most_where_they_may_not_live_through_it() -> None:
    for of, dread in ((unit(), 5.0), (unit(known(TANK)), 40.0)):
        before = on_turn(of, board="0 0w1f 0")
        there = replace(of, hex=Hex(1, 2))
        rules = before.relief.rules
        assert sum(rule.function(Arrival(rules, before, there)) for rule in rules[DREAD]) == dread
