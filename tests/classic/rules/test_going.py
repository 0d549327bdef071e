"""What the ground asks of each kind of mover: walls and woods, soft ground, water, bridges, roofs and roads.

The Warden cruises 3 points and flanks 5, the Heron cruises 7; the Hunter walks 4 and runs 6.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR, beside
from overheat.classic.battle.steps import Prospect, allowance, entered, turned
from overheat.classic.board.board_file import write_board
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done, Fire, Go, Step
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.driving import air_is_clear
from overheat.classic.rulesets import LIBRARY
from overheat.classic.turn.reach import reach
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import Refusal
from skirmish import field, ground, moved, on_turn, refused, relief, replace, say, state, unit
from soldiers import GUNNERS, RIFLES, TRACKS, platoon, squad
from vehicles import HERON, SKIMMER, WARDEN, sheet

BLUE = unit(id="blue", hex="0108", facing=0)
FORMER = ("former_movement",)


def strong(of: Unit, walk: int = 20, motive: str | None = None) -> Unit:
    """The same unit with points to spare, going another way if need be."""
    return replace(of, sheet=replace(of.sheet, walk=walk, motive=motive or of.sheet.motive), motion=moved("walk"))


def tank(motive: str = "tracked", *chassis: str) -> Unit:
    made = strong(unit(sheet(WARDEN)), motive=motive)
    mounts = tuple(Mount(equipment=catalogue()[name], location="Body") for name in chassis)
    return replace(made, sheet=replace(made.sheet, mounts=(*made.sheet.mounts, *mounts)))


def step(of: Unit, column: str, way: str = "forward", rules: Sequence[str] = ()) -> Prospect | Refusal:
    before = replace(state(of, board=column), relief=relief(column, rules))
    return entered(before, of, way)


def cost(of: Unit, column: str, way: str = "forward", rules: Sequence[str] = ()) -> Any:
    """What a step into the second hex of a column costs, or the rule that forbids it."""
    found = step(of, column, way, rules)
    return found.id if isinstance(found, Refusal) else int(found.cost.total)


MACHINE = strong(unit())
HALL = "building:2;bldg_cf:40;bldg_elev:3"


@pytest.mark.proves("movement.walls")
def test_walls_in_a_paved_hex_cost_as_elsewhere_and_ask_for_a_roll() -> None:
    inside = step(MACHINE, f"0p 0p[{HALL}]")
    assert isinstance(inside, Prospect)
    assert int(inside.cost.total) == 1 + 2
    assert [(check.id, check.value) for check in inside.checks] == [("piloting.building", 1)]


@pytest.mark.proves("movement.walls", "piloting.building")
def test_a_hangar_is_wider_and_a_fortress_stronger_than_other_buildings() -> None:
    assert cost(MACHINE, f"0 0[{HALL};bldg_class:1]") == 1 + 2 - 1
    fortress = step(MACHINE, f"0 0[{HALL};bldg_class:2]")
    assert isinstance(fortress, Prospect)
    assert (int(fortress.cost.total), fortress.checks[0].value) == (1 + 2 + 1, 1 + 1)


@pytest.mark.proves("infantry.woods")
def test_soldiers_pay_a_point_less_for_woods_but_not_those_with_vehicles() -> None:
    men, tracks = strong(platoon()), strong(platoon(TRACKS))
    assert [cost(men, f"0 0{woods}") for woods in ("w1", "w2", "w3", "j1")] == [1, 2, 3, 3]
    assert cost(strong(squad()), "0 1w1") == 1 + 2
    assert cost(tracks, "0 0w1") == 2


@pytest.mark.proves("movement.modified", "terrain.kinds")
def test_soft_ground_costs_by_how_a_unit_moves() -> None:
    movers = (tank(), tank("wheeled"), tank("hover"), strong(platoon()), strong(squad()), MACHINE)
    table = {cell: [cost(of, f"0 0{cell}") for of in movers] for cell in ("m1", "g1", "n1", "d1", "~1i")}
    assert table == {
        "m1": [2, 2, 1, 2, 2, 2],
        "g1": [3, 3, 1, 3, 3, 2],
        "n1": [1, 2, 1, 2, 1, 1],
        "d1": [1, 2, 1, 2, 2, 1],
        "~1i": [2, 2, 1, 2, 2, 2],
    }
    assert cost(tank("wheeled", "dune_buggy"), "0 0d1") == 1


@pytest.mark.proves("movement.chassis", "movement.afloat")
def test_bikes_go_into_light_woods_and_amphibious_vehicles_swim() -> None:
    assert [cost(tank("wheeled", *bike), "0 0w1") for bike in ((), ("bicycle",))] == ["movement.prohibited", 2]
    swims = step(tank("tracked", "fully_amphibious"), "0 0~2")
    assert isinstance(swims, Prospect)
    assert (int(swims.cost.total), swims.elevation) == (2, 0)
    assert cost(tank(), "0 0~1") == "movement.prohibited"


def running(of: Unit, spent: int) -> Unit:
    return replace(of, motion=replace(moved("run", 1), spent=spent))


@pytest.mark.proves("movement.no_running")
def test_nobody_runs_into_water() -> None:
    """A Hunter that has spent two of its four walking points cannot wade for three more; with one it can."""
    hunter = unit()
    assert [cost(running(hunter, spent), "0 0~1") for spent in (1, 2)] == [3, "movement.no_running"]
    assert cost(running(hunter, 3), "0~1 0") == 1
    assert cost(running(unit(sheet(SKIMMER)), 6), "0 0~1") == 1
    assert cost(running(hunter, 5), "0=^03 0~1=^03B1.40.0^03") == 1


def test_the_first_hex_is_always_ones_own() -> None:
    slow = replace(unit(), sheet=replace(unit().sheet, walk=2), motion=moved("run"))
    assert cost(slow, "0 0~1") == 3


@pytest.mark.proves("movement.no_running")
def test_reach_finds_no_way_through_water_that_takes_a_run() -> None:
    """From the bank one hex of water costs three of four walking points, a second hex two more."""
    legs = replace(unit(), sheet=replace(unit().sheet, jump=0, mounts=()))
    found = {str(place.hex): place.mode for place in reach(state(legs, board="0 0~1 0~1"), legs) if place.facing == 3}
    assert "0103" not in found
    assert found["0102"] == "walk"
    dry = {str(place.hex) for place in reach(state(legs, board="0 0~1 0"), legs)}
    assert "0103" in dry


@pytest.mark.proves("movement.no_running")
def test_the_adjudicator_says_that_nobody_runs_into_water(tmp_path: Path) -> None:
    (tmp_path / "pond.board").write_text(write_board(ground("0 0~1 0~1")))
    asked = {"ask": "movement", "unit": "Hunchback HBK-4G", "mode": "run", "facing": 3, "board": "pond.board"}
    told = [
        ADJUDICATOR.answer(question_of({**asked, "hex": "0101", "to": to}), beside(tmp_path)).as_json()
        for to in ("0102", "0103")
    ]
    assert [answer["cost"] for answer in told] == [3, None]


@pytest.mark.proves("movement.under_bridge")
def test_who_is_too_tall_does_not_go_under_a_bridge() -> None:
    low, high = "0 0B1.40.1^14", "0 0B1.40.2^14"
    assert [cost(MACHINE, column) for column in (low, high)] == ["movement.under_bridge", 1]
    assert [cost(tank(), column) for column in (low, high)] == [1, 1]


def test_a_roof_is_climbed_onto_by_who_can_climb_so_high() -> None:
    roofs = [step(MACHINE, f"0 0b2.40.{height}", "climb") for height in (1, 2, 3)]
    assert [(found.elevation, int(found.cost.total)) for found in roofs if isinstance(found, Prospect)] == [
        (1, 2),
        (2, 3),
    ]
    assert cost(tank(), "0 0b2.40.2", "climb") == "movement.too_steep"
    assert cost(MACHINE, "0 0", "climb") == "movement.climb"


def test_a_bridge_is_climbed_onto_over_its_ends_and_not_from_the_side() -> None:
    ends, side = step(MACHINE, "0 0~1B1.40.1^03", "climb"), step(MACHINE, "0 0~1B1.40.1^14", "climb")
    assert isinstance(ends, Prospect)
    assert (ends.elevation, int(ends.cost.total)) == (1, 2)
    assert isinstance(side, Refusal)
    assert side.id == "movement.climb"


def test_climbing_is_said_like_any_step_and_reach_finds_the_cheaper_way() -> None:
    before = on_turn(unit(), BLUE, board="0 0b4.120.1 0 0 0 0 0 0")
    after, _ = say(before, Scripted(), Go("walk"), Step("climb"))
    assert (after.units["red"].hex, after.units["red"].elevation, after.units["red"].motion.spent) == (Hex(1, 2), 1, 2)
    legs = replace(unit(), sheet=replace(unit().sheet, jump=0, mounts=()))
    place = next(place for place in reach(before, legs) if place.hex == Hex(1, 2) and place.facing == 3)
    assert (place.spent, place.path[-1]) == (2, Step("climb"))


HEAVY = platoon(RIFLES)
LADEN = replace(HEAVY, sheet=replace(HEAVY.sheet, walk=0, motive="foot"))


@pytest.mark.proves("infantry.one_hex")
def test_soldiers_without_points_move_one_hex_anywhere_and_no_further() -> None:
    before = on_turn(replace(LADEN, hex=Hex(2, 2)), BLUE, board=field(3, 8))
    found = {str(place.hex): place.spent for place in reach(before, before.units["red"])}
    assert found == {"0202": 0, **dict.fromkeys(map(str, Hex(2, 2).neighbours()), 0)}
    after, _ = say(before, Scripted(), Go("walk"), Step("forward"))
    assert after.units["red"].motion.spent == 0
    assert refused(after, Step("forward")) == "movement.points"
    assert refused(on_turn(strong(HEAVY, 1), BLUE, board=field(3, 8)), Go("run")) == "movement.mode"


@pytest.mark.proves("infantry.dragged")
def test_and_then_do_not_fire() -> None:
    near = unit(id="blue", hex="0103", facing=0)
    still = on_turn(replace(LADEN, motion=moved("stationary")), near, phase="weapons", board="0 0 0")
    gone = on_turn(replace(LADEN, motion=moved("walk", 1)), near, phase="weapons", board="0 0 0")
    shots = [next((each for each in _fires(before)), None) for before in (still, gone)]
    assert shots[0] is not None
    assert shots[1] is None
    assert refused(gone, shots[0]) == "infantry.dragged"


def _fires(before: Any) -> list[Fire]:
    from overheat.classic.turn.round import legal

    return [each for each in legal(before, before.units["red"], "weapons") if isinstance(each, Fire)]


def test_a_move_without_points_is_a_move_all_the_same() -> None:
    before = on_turn(LADEN, BLUE, board=field(1, 8))
    after, _ = say(before, Scripted(), Go("walk"), Step("forward"), Done())
    assert (after.units["red"].motion.mode, after.units["red"].motion.travelled) == ("walk", 1)


def test_the_shortest_move_of_soldiers_goes_any_way_whatever_it_costs() -> None:
    """They have no facing: a hill behind them is as near as one ahead."""
    men = replace(strong(platoon(), 1), hex=Hex(2, 2), motion=moved("stationary"))
    found = {str(place.hex): place.spent for place in reach(state(men, board=field(3, 3, "0w2")), men)}
    assert {found[str(hex)] for hex in Hex(2, 2).neighbours()} == {2}


@pytest.mark.proves("infantry.mounted")
def test_soldiers_go_as_far_as_the_animals_that_they_ride() -> None:
    def rides(beast: str) -> int:
        assert HEAVY.sheet.platoon is not None
        riders = replace(HEAVY.sheet, walk=0, motive="beast", platoon=replace(HEAVY.sheet.platoon, beast=beast))
        return allowance(state(unit(riders)), unit(riders), "walk")

    assert {beast: rides(beast) for beast in ("Horse", "Tariq", "Branth", "Orca", "Hipposaur")} == {
        "Horse": 3,
        "Tariq": 5,
        "Branth": 0,
        "Orca": 0,
        "Hipposaur": 1,
    }


@pytest.mark.proves("infantry.laden")
def test_encumbering_armour_leaves_a_point_and_heavy_weapons_do_not() -> None:
    """A platoon of one point keeps it under heavy armour, one of three has two left; cannons leave one."""
    assert HEAVY.sheet.platoon is not None
    worn = replace(HEAVY.sheet.platoon, protection=("encumbering",))
    points = []
    for walk in (1, 3):
        men = unit(replace(HEAVY.sheet, walk=walk, platoon=worn))
        points.append(allowance(state(men), men, "walk"))
    cannon = Mount(equipment=catalogue()["is_sniper_cannon"], location="Field Guns")
    crew = unit(replace(HEAVY.sheet, walk=3, motive="motorized", mounts=(*HEAVY.sheet.mounts, cannon)))
    assert [*points, allowance(state(crew), crew, "walk")] == [1, 2, 1]


@pytest.mark.proves("infantry.turning")
def test_crews_of_field_artillery_pay_for_turning() -> None:
    cannon = Mount(equipment=catalogue()["is_long_tom"], location="Field Guns")
    men = platoon(GUNNERS)
    crew = replace(men, sheet=replace(men.sheet, mounts=(*men.sheet.mounts, cannon)), motion=moved("walk"))
    prices = []
    for of in (crew, replace(men, motion=moved("walk"))):
        turn = turned(state(of), of, "left")
        assert isinstance(turn, Prospect)
        prices.append(int(turn.cost.total))
    assert prices == [1, 0]


def test_reach_knows_the_point_that_a_road_gives() -> None:
    road, tracks = " ".join(["0=^03"] * 8), unit(sheet(WARDEN), motion=moved("walk"))
    farthest = [
        max(place.hex.row for place in reach(state(tracks, board=column), tracks)) for column in (road, "0 " * 8)
    ]
    assert farthest == [1 + 3 + 1, 1 + 3]


@pytest.mark.proves("vehicles.air_is_clear")
def test_a_rotorcraft_rises_on_its_way_above_roofs_and_over_or_under_bridges() -> None:
    """Two hexes ahead a house of two levels: two hexes, and two levels up from the one that it flies at."""
    clear = LIBRARY.ruleset(())[air_is_clear]
    roof, bridge = ground("0b2.40.2")[Hex(1, 1)], ground("0B1.40.3^03")[Hex(1, 1)]
    assert [clear(LIBRARY.ruleset(()), roof, height) for height in (1, 2, 3)] == [False, False, True]
    assert [clear(LIBRARY.ruleset(()), bridge, height) for height in (1, 2, 3, 4)] == [True, True, False, True]
    heron = unit(sheet(HERON), elevation=1)
    found = [place for place in reach(state(heron, board="0 0 0b2.40.2 0"), heron) if place.hex == Hex(1, 3)]
    best = min(found, key=lambda place: place.spent)
    assert (best.spent, best.path.count(Step("up"))) == (2 + 2, 2)


@pytest.mark.proves("former.runs_into_water")
def test_in_logs_of_the_first_format_machines_run_into_water() -> None:
    assert cost(running(unit(), 3), "0 0~1", rules=FORMER) == 3


@pytest.mark.proves("former.terrain", "former.wall_rolls")
def test_in_logs_of_the_first_format_pavement_does_away_with_walls() -> None:
    paved, plain = (step(MACHINE, column, rules=FORMER) for column in (f"0p 0p[{HALL}]", f"0 0r[{HALL}]"))
    assert isinstance(paved, Prospect)
    assert isinstance(plain, Prospect)
    assert (int(paved.cost.total), paved.checks) == (1, ())
    assert [(term.id, term.value, term.label) for term in plain.cost.terms[1:]] == [
        ("movement.terrain", 3, "rough, medium building")
    ]
    assert [check.value for check in plain.checks] == [1]


@pytest.mark.proves("former.roofs")
def test_in_logs_of_the_first_format_rotorcraft_fly_level_with_roofs() -> None:
    heron = replace(unit(sheet(HERON), elevation=2), motion=moved("walk"))
    assert cost(heron, "0 0b2.40.2", rules=FORMER) == 1


@pytest.mark.proves("former.modified_ground")
def test_in_logs_of_the_first_format_mud_costs_hovercraft_a_point() -> None:
    assert cost(tank("hover"), "0 0m1", rules=FORMER) == 2


@pytest.mark.proves("former.turning", "former.stays")
def test_in_logs_of_the_first_format_crews_turn_as_they_like_and_the_laden_stay() -> None:
    cannon = Mount(equipment=catalogue()["is_long_tom"], location="Field Guns")
    men = platoon(GUNNERS)
    crew = replace(men, sheet=replace(men.sheet, mounts=(*men.sheet.mounts, cannon)), motion=moved("walk"))
    turn = turned(replace(state(crew), relief=relief("0", FORMER)), crew, "left")
    assert isinstance(turn, Prospect)
    assert int(turn.cost.total) == 0
    before = replace(on_turn(LADEN, BLUE, board=field(1, 8)), relief=relief(field(1, 8), FORMER))
    assert refused(before, Go("walk")) == "movement.mode"
