"""What a page shows of the classic game before anything is said: reach in mid-move, arcs, sight, targets, volleys."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from overheat.classic.board.hexes import Hex
from overheat.classic.unitfile.library import find
from tabletop import Table, make

UNIT = "Wolverine WVR-6R"


def lane(client: httpx.Client, length: int, *hexes: str, unit: str = UNIT, other: str = UNIT, facing: int = 3) -> Table:
    """Two units at the ends of a lane of three columns, face to face; hexes are told as a board file does."""
    lines = "\n".join(hexes)
    board = f"size 3 {length}\n{lines}\nend\n"
    units = [
        {"id": "r", "side": "red", "unit": unit, "hex": "0201", "facing": facing},
        {"id": "b", "side": "blue", "unit": other, "hex": f"02{length:02}", "facing": 0},
    ]
    return make(client, setup={"board": "lane.board", "board_text": board, "units": units}, hot_seat=True, seed=1)


def choose(table: Table, unit: str) -> None:
    """Pass until it is a unit's turn, and take it."""
    while True:
        legal = table.get("red", "/legal").json()["commands"]
        if {"type": "Choose", "unit": unit} in legal:
            table.say("red", type="Choose", unit=unit)
            return
        choice = next(command for command in legal if command["type"] in ("Choose", "Done"))
        table.post("red", "/say", command=choice)


def test_a_unit_in_the_middle_of_its_move_is_told_what_is_still_in_reach(client: httpx.Client) -> None:
    table = lane(client, 12)
    choose(table, "r")
    table.say("red", type="Go", mode="walk")
    table.say("red", type="Step", way="forward")
    told = table.get("red", "/reach", unit="r").json()
    assert told["mode"] == "walk"
    places = {(place["hex"], place["facing"]): place for place in told["places"]}
    walk = find(UNIT).sheet.walk
    ahead = places[f"02{1 + walk:02}", 3]
    assert (ahead["points"], ahead["hexes"]) == (walk, walk)
    assert ahead["path"] == [{"type": "Step", "way": "forward"}] * (walk - 1)
    assert (f"02{2 + walk:02}", 3) not in places
    for command in ahead["path"]:
        assert table.post("red", "/say", command=command).status_code == 200


def test_each_place_tells_what_moving_so_adds_for_both_sides(client: httpx.Client) -> None:
    table = lane(client, 12)
    choose(table, "r")
    told = table.get("red", "/reach", unit="r").json()

    def added(hexes: int, mode: str) -> tuple[int, int]:
        place = next(place for place in told["places"] if (place["hexes"], place["mode"]) == (hexes, mode))
        motion = told["motions"][place["motion"]]
        return motion["as_target"]["total"], motion["as_attacker"]["total"]

    assert added(0, "stationary") == (0, 0)
    assert added(2, "walk") == (0, 1)
    assert added(3, "walk") == (1, 1)
    assert added(5, "walk") == (2, 1)
    assert added(7, "run") == (3, 2)
    assert added(3, "jump") == (1 + 1, 3)


def test_piloting_rolls_on_the_way_tell_their_number_and_chance(client: httpx.Client) -> None:
    table = lane(client, 6, 'hex 0202 0 "water:1" ""', 'hex 0102 0 "water:1" ""', 'hex 0302 0 "water:1" ""')
    choose(table, "r")
    places = table.get("red", "/reach", unit="r").json()["places"]
    wading = next(place for place in places if (place["hex"], place["facing"], place["mode"]) == ("0202", 3, "walk"))
    assert wading["elevation"] == -1
    check = wading["checks"][0]
    assert wading["rolls"] == [check["label"]] == ["enters water depth 1"]
    assert check["target_number"] == sum(term["value"] for term in check["terms"]) == 5 - 1
    assert check["probability"] == [33, 36]


@pytest.mark.parametrize("unit", [UNIT, "Warrior Attack Helicopter H-7", "Vedette Medium Tank"])
def test_what_a_move_was_said_to_make_of_a_target_is_what_it_makes(client: httpx.Client, unit: str) -> None:
    table = lane(client, 12, unit=unit)
    choose(table, "r")
    told = table.get("red", "/reach", unit="r").json()
    place = max(told["places"], key=lambda place: (place["elevation"], place["hexes"]))
    for command in place["path"]:
        assert table.post("red", "/say", command=command).status_code == 200
    figures = table.get("red", "/view").json()["view"]["units"]["r"]["figures"]
    assert figures["as_target"] == told["motions"][place["motion"]]["as_target"]["total"] > 0


def test_who_lies_down_is_told_to_stand_up_first(client: httpx.Client) -> None:
    table = lane(client, 6)
    choose(table, "r")
    table.say("red", type="Go", mode="walk")
    table.say("red", type="DropProne")
    told = table.get("red", "/reach", unit="r").json()
    assert told["prone"]
    ways = [place for place in told["places"] if place["path"]]
    assert ways
    assert all(place["path"][0] == {"type": "Stand"} and place["rolls"][0] == "standing up" for place in ways)
    assert min(place["points"] for place in ways) == 1 + 2


@pytest.mark.parametrize(("facing", "leaves"), [(0, True), (3, False)])
def test_who_faces_the_edge_is_told_how_to_leave_the_board(client: httpx.Client, facing: int, leaves: bool) -> None:
    table = lane(client, 6, facing=facing)
    choose(table, "r")
    leaving = table.get("red", "/reach", unit="r").json()["leaving"]
    assert leaving == ([{"type": "Go", "mode": "walk"}, {"type": "Leave"}] if leaves else [])
    for command in leaving:
        assert table.post("red", "/say", command=command).status_code == 200


def test_who_stands_is_told_how_to_lie_down_without_a_step(client: httpx.Client) -> None:
    table = lane(client, 6)
    choose(table, "r")
    lying = table.get("red", "/reach", unit="r").json()["lying"]
    for command in lying:
        assert table.post("red", "/say", command=command).status_code == 200
    assert table.get("red", "/view").json()["view"]["units"]["r"]["condition"]["prone"]
    assert table.get("red", "/reach", unit="r").json()["lying"] == []


def test_the_four_arcs_share_out_the_hexes_within_range(client: httpx.Client) -> None:
    table = lane(client, 12)
    told = table.get("red", "/arcs", unit="b").json()
    sets = [set(told["arcs"][name]) for name in ("front", "left", "right", "rear")]
    whole = set().union(*sets)
    assert sum(map(len, sets)) == len(whole)
    near = {f"{column:02}{row:02}" for column in (1, 2, 3) for row in range(1, 13)} - {"0212"}
    assert whole == {name for name in near if Hex.parse("0212").distance(Hex.parse(name)) <= told["range"]}
    assert "0201" in told["arcs"]["front"]
    laser = next(weapon for weapon in told["weapons"] if weapon["weapon"] == "Medium Laser")
    assert laser["range"] == 9
    assert "0203" in laser["hexes"]
    assert "0202" not in laser["hexes"]


def test_a_line_of_sight_tells_what_it_crosses_and_what_that_adds(client: httpx.Client) -> None:
    woods = '"woods:1;foliage_elev:2" ""'
    table = lane(client, 6, f"hex 0203 0 {woods}", f"hex 0206 0 {woods}")
    told = table.get("watch", "/sight", unit="r", to="0206").json()
    assert (told["distance"], told["visible"]) == (5, True)
    assert told["hexes"] == ["0202", "0203", "0204", "0205"]
    assert [(found["hex"], found["kind"]) for found in told["intervening"]] == [("0203", "light woods")]
    assert (told["modifiers"]["total"], told["target_hex"]["total"], told["total"]["total"]) == (1, 1, 2)
    assert all(term["cite"] for term in told["total"]["terms"])
    back = table.get("watch", "/sight", **{"from": "0206", "to": "0201"}).json()
    assert (back["from"], back["to"], back["modifiers"]["total"]) == ("0206", "0201", 1)


@pytest.mark.parametrize(
    ("query", "id"),
    [
        ({"to": "0101"}, "preview.origin"),
        ({"to": "0101", "unit": "r", "from": "0101"}, "preview.origin"),
        ({"to": "9999", "unit": "r"}, "board.hex"),
        ({"to": "0101", "unit": "nobody"}, "preview.unit"),
    ],
)
def test_a_line_that_cannot_be_is_refused(client: httpx.Client, query: dict[str, str], id: str) -> None:
    answer = lane(client, 6).get("red", "/sight", **query)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, id)


def test_every_enemy_is_told_as_a_target_with_the_best_number(client: httpx.Client) -> None:
    table = lane(client, 5)
    (told,) = table.get("red", "/targets", unit="r").json()
    assert (told["target"], told["distance"], told["visible"], told["struck"]) == ("b", 4, True, "front")
    shots = [shot for shot in table.get("red", "/shots", unit="r", target="b").json() if not shot["refusal"]]
    assert told["best"]["target_number"] == min(shot["target_number"] for shot in shots)
    assert told["expected_damage"] == pytest.approx(sum(shot["expected_damage"] for shot in shots), abs=0.01)
    away = lane(client, 5, facing=0)
    (refused,) = away.get("red", "/targets", unit="r").json()
    assert refused["best"] is None
    assert refused["refusal"]["id"] == "fire.arc"


def fires(table: Table) -> list[dict[str, Any]]:
    shots = table.get("red", "/shots", unit="r", target="b").json()
    return [shot["command"] for shot in shots if not shot["refusal"]]


def test_a_volley_of_one_laser_hits_for_five_or_not_at_all(client: httpx.Client) -> None:
    table = lane(client, 5)
    laser = next(
        shot["command"]
        for shot in table.get("red", "/shots", unit="r", target="b").json()
        if shot["weapon"] == "Medium Laser" and not shot["refusal"]
    )
    told = table.post("red", "/volley", unit="r", target="b", fires=[laser]).json()
    assert [row["damage"] for row in told["damage"]] == [0, 5]
    assert [row["chance"] for row in told["damage"]] == pytest.approx([10 / 36, 26 / 36])
    assert told["expected_damage"] == pytest.approx(5 * 26 / 36, abs=0.001)
    assert told["heat"]["built"]["total"] == 3
    assert told["ammunition"] == []


def test_a_whole_volley_is_the_sum_of_its_shots_and_counts_heat_and_ammunition(client: httpx.Client) -> None:
    table = lane(client, 5)
    wanted = fires(table)
    told = table.post("red", "/volley", unit="r", target="b", fires=wanted).json()
    assert sum(row["chance"] for row in told["damage"]) == pytest.approx(1)
    assert told["expected_damage"] == pytest.approx(sum(shot["expected_damage"] for shot in told["shots"]), abs=0.01)
    assert told["heat"]["built"]["total"] == sum(shot["heat"] for shot in told["shots"])
    assert all(row["used"] == 1 for row in told["ammunition"])
    twice = table.post("red", "/volley", unit="r", target="b", fires=[wanted[0], wanted[0]]).json()
    assert [bool(shot["refusal"]) for shot in twice["shots"]] == [False, True]
    nonsense = table.post("red", "/volley", unit="r", target="b", fires=[{"type": "Fire", "mount": "x"}])
    assert nonsense.status_code == 422


def test_what_was_declared_counts_in_the_volley(client: httpx.Client) -> None:
    table = lane(client, 5)
    while table.get("red", "/view").json()["view"]["phase"] != "weapons":
        legal = table.get("red", "/legal").json()["commands"]
        table.post("red", "/say", command=next(one for one in legal if one["type"] in ("Choose", "Done")))
    choose(table, "r")
    first = fires(table)[0]
    assert table.post("red", "/say", command=first).status_code == 200
    told = table.post("red", "/volley", unit="r", target="b", fires=[]).json()
    assert [(shot["command"]["mount"], shot["declared"]) for shot in told["shots"]] == [(first["mount"], True)]
