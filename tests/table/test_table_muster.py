"""Forces of one's own, boards, and options in words."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from overheat.classic.battle_value.unit import battle_value, with_skills
from overheat.classic.board import library as boards
from overheat.classic.board.hexes import Hex
from overheat.classic.game import Classic
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.weather import PRECIPITATION
from overheat.classic.rulesets import LIBRARY
from overheat.classic.unitfile.library import find
from overheat.kernel.rules.layers import Layer
from tabletop import make

FORCE = [
    "Atlas AS7-D",
    "Vedette Medium Tank",
    "Hetzer Wheeled Assault Gun",
    "Foot Platoon (Rifle)",
    "Warrior Attack Helicopter H-7",
    "Saladin Assault Hover Tank",
]
FORBIDDEN = {
    "Vedette Medium Tank": {"water", "jungle"},
    "Hetzer Wheeled Assault Gun": {"water", "woods", "rough", "rubble", "jungle"},
    "Foot Platoon (Rifle)": {"water"},
    "Saladin Assault Hover Tank": {"woods", "jungle"},
    "Atlas AS7-D": set[str](),
    "Warrior Attack Helicopter H-7": set[str](),
}


def muster(client: httpx.Client, **wanted: Any) -> httpx.Response:
    forces = {side: [{"unit": unit} for unit in FORCE] for side in ("red", "blue")}
    return client.post("/api/classic/muster", json={"board": "valley", "sides": forces, **wanted})


@pytest.mark.parametrize("board", ["valley", "lakeside", "crossroads", "pass"])
def test_forces_are_drawn_up_along_their_edges_on_ground_they_can_use(client: httpx.Client, board: str) -> None:
    setup = muster(client, board=board).json()["setup"]
    ground = boards.find(board).board
    assert len({unit["hex"] for unit in setup["units"]}) == 2 * len(FORCE)
    for unit in setup["units"]:
        hex = Hex.parse(unit["hex"])
        off = hex.row - 1 if unit["side"] == "red" else ground.height - hex.row
        assert off <= 3
        assert unit["facing"] == (3 if unit["side"] == "red" else 0)
        assert not any(kind in ground[hex] for kind in FORBIDDEN[unit["unit"]])
    columns = sorted(Hex.parse(unit["hex"]).column for unit in setup["units"] if unit["side"] == "red")
    assert columns[-1] - columns[0] >= ground.width // 2


def test_a_muster_is_the_same_each_time_and_a_game_can_be_made_of_it(client: httpx.Client) -> None:
    first = muster(client, rounds=8)
    assert muster(client, rounds=8).json() == first.json()
    table = make(client, setup=first.json()["setup"], hot_seat=True)
    view = table.get("red", "/view").json()["view"]
    assert (view["rounds"], len(view["units"])) == (8, 2 * len(FORCE))


def test_the_sides_are_valued_with_their_crews(client: httpx.Client) -> None:
    sides = {"red": [{"unit": FORCE[0], "gunnery": 2, "piloting": 3}], "blue": [{"unit": FORCE[0]}]}
    values = muster(client, sides=sides).json()["values"]
    plain = battle_value(find(FORCE[0]).sheet)
    assert values["blue"]["total"] == plain.total
    assert values["red"]["total"] == with_skills(plain, 2, 3).total > plain.total
    assert values["red"]["units"][0]["name"] == FORCE[0]


@pytest.mark.parametrize(
    ("changes", "id"),
    [
        ({"sides": {"red": [{"unit": FORCE[0]}]}}, "muster.sides"),
        ({"sides": {"red": [{"unit": FORCE[0]}], "blue": []}}, "muster.sides"),
        ({"sides": {"red": [{"unit": "Nobody"}], "blue": [{"unit": FORCE[0]}]}}, "unit.name"),
        ({"sides": {"red": [{"unit": FORCE[0]}] * 40, "blue": [{"unit": FORCE[0]}] * 40}}, "table.units"),
        ({"board": "atlantis"}, "board.name"),
        ({"board": "own", "board_text": "nonsense"}, None),
        ({"weather": {"light": "purple"}}, "setup.weather"),
        ({"objectives": [{"kind": "hold", "side": "green"}]}, "setup.objective"),
    ],
)
def test_a_muster_that_cannot_be_is_refused(client: httpx.Client, changes: dict[str, Any], id: str | None) -> None:
    answer = muster(client, **changes)
    assert answer.status_code == 422
    assert id in (None, answer.json()["refusal"]["id"])


def test_a_board_without_room_is_refused(client: httpx.Client) -> None:
    text = 'size 2 1\nhex 0101 0 "water:2" ""\nhex 0201 0 "water:2" ""\nend\n'
    sides = {"red": [{"unit": "Vedette Medium Tank"}], "blue": [{"unit": "Vedette Medium Tank"}]}
    answer = muster(client, board="sea.board", board_text=text, sides=sides)
    refusal = answer.json()["refusal"]
    assert refusal["id"] == "muster.place"
    assert refusal["reason"].startswith("where red begins, no place is left for Vedette Medium Tank")


def test_boards_tell_their_size_and_what_they_show(client: httpx.Client) -> None:
    listed = {board["name"]: board for board in client.get("/api/boards").json()}
    assert set(listed) == set(boards.names())
    valley = listed["valley"]
    assert (valley["width"], valley["height"]) == (16, 17)
    assert "river" in valley["description"].lower()
    assert all(board["description"].endswith(".") for board in listed.values())


def test_a_board_of_ones_own_is_a_picture_or_refused(client: httpx.Client) -> None:
    text = 'size 1 2\nhex 0101 1 "woods:1" ""\nhex 0102 0 "" ""\nend\n'
    answer = client.post("/api/boards/board.svg", json={"text": text})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    bad = client.post("/api/boards/board.svg", json={"text": "size 1 2", "name": "mine.board"})
    assert bad.status_code == 422
    assert bad.json()["refusal"]["reason"].startswith("mine.board: ")
    large = client.post("/api/boards/board.svg", json={"text": "size 400 400\nend\n"})
    assert large.json()["refusal"]["id"] == "table.board"


def test_an_option_tells_in_sentences_what_it_changes(client: httpx.Client) -> None:
    kinds = {kind["name"]: kind for kind in client.get("/api/kinds").json()}
    for kind in ("classic", "platoon"):
        for layer in kinds[kind]["rules"]:
            if layer["base"]:
                continue
            assert layer["about"]
            assert layer["says"]
            for change in layer["says"]:
                assert change["cite"]
                assert change["says"] or change["rows"] or change["change"] == "drops"
                assert change["before"] or change["rows"] or change["change"] == "adds"


LOADED = {"unit": "Javelin JVN-10N", "loads": {"LT SRM 6 Ammo": "Inferno"}}


def test_what_bins_hold_is_declared_when_forces_are_drawn_up(client: httpx.Client) -> None:
    answer = muster(client, sides={"red": [LOADED], "blue": [{"unit": "Javelin JVN-10N"}]}).json()
    first, second = answer["setup"]["units"]
    assert (first["loads"], second["loads"]) == (LOADED["loads"], {})
    table = make(client, setup=answer["setup"])
    seen = {side: table.get(side, "/view").json()["view"]["units"]["red-1"] for side in ("red", "blue")}
    assert "SRM 6 Ammo (Inferno)" in [held["name"] for held in seen["red"]["ammunition"]]
    assert [note["text"] for note in seen["red"]["refitted"]] == ["LT SRM 6 Ammo: Inferno"]
    assert seen["blue"]["refitted"] == []


def test_a_load_that_does_not_fit_is_refused_by_muster_and_new_game(client: httpx.Client) -> None:
    wrong = {**LOADED, "loads": {"LT SRM 6 Ammo": "Gold"}}
    answer = muster(client, sides={"red": [wrong], "blue": [wrong]})
    assert answer.json()["refusal"]["id"] == "loads.fit"


def test_a_unit_is_read_with_what_it_may_be_loaded_with(client: httpx.Client) -> None:
    read = client.post("/api/units/read", json=LOADED).json()
    first = read["loads"][0]
    assert (first["key"], first["holds"]) == ("LT SRM 6 Ammo", "Inferno")
    assert {"standard", "Inferno", "Narc-capable"} <= set(first["fits"])
    assert [note["text"] for note in read["refitted"]] == ["LT SRM 6 Ammo: Inferno"]
    assert "SRM 6 Ammo (Inferno)" in [mount["name"] for mount in read["unit"]["mounts"]]


def test_the_weather_to_choose_from_are_the_rows_of_the_rules_in_force(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = PRECIPITATION.amended("weather.ash", {"ash": 2}, cite=PRECIPITATION.cite)
    layer = Layer("falling_ash", PRECIPITATION.cite, needs=("classic",), change=(brought,))
    monkeypatch.setitem(LIBRARY.layers, layer.id, layer)
    plain, ashen = (client.get("/api/classic/weather", params={"rules": rules}).json() for rules in ([], [layer.id]))
    assert plain["light"] == ["day", "dusk", "full moon", "moonless"]
    assert ashen["precipitation"] == [*plain["precipitation"], "ash"]
    assert client.get("/api/classic/weather", params={"rules": ["no_such_rules"]}).status_code == 422


def keeled() -> str:
    """A tank with something that nobody has rules for."""
    blocks = {
        "UnitType": ["Tank"],
        "Name": ["Badger"],
        "type": ["IS Level 2"],
        "motion_type": ["Tracked"],
        "cruiseMP": ["4"],
        "tonnage": ["40"],
        "engine_type": ["1"],
        "armor": ["10"] * 4,
        "Body Equipment": ["Gravity Keel"],
    }
    return "".join("\n".join((f"<{tag}>", *lines, f"</{tag}>", "")) for tag, lines in blocks.items())


def test_a_unit_is_read_with_what_of_it_is_not_played(client: httpx.Client) -> None:
    told = client.post("/api/units/read", json={"unit": "badger.blk", "text": keeled()}).json()
    assert told["not_played"]["text"] == "not played: Gravity Keel"
    assert client.post("/api/units/read", json={"unit": "Atlas AS7-D"}).json()["not_played"]["text"] == ""


def test_a_battle_shows_each_player_what_is_not_played(client: httpx.Client) -> None:
    sides = {"red": [{"unit": "badger.blk", "text": keeled()}], "blue": [{"unit": "Atlas AS7-D"}]}
    setup = client.post("/api/classic/muster", json={"board": "valley", "sides": sides}).json()["setup"]
    state = Classic().mustered(msgspec.convert(setup, Setup))
    seen: Any = Classic().view(state, "blue")
    shown = [unit["not_played"]["text"] for unit in seen["units"].values()]
    assert sorted(shown) == ["", "not played: Gravity Keel"]


def test_the_library_of_a_set_up_tells_of_each_unit_what_is_not_played(client: httpx.Client) -> None:
    listed = client.get("/api/units", params={"search": "atlas", "for_battle": True}).json()["units"]
    assert {unit["not_played"] for unit in listed if unit["name"] == "Atlas AS7-D"} == {""}
    assert all("not_played" in unit for unit in listed)


def test_planets_and_conditions_are_listed_for_who_sets_up_a_battle(client: httpx.Client) -> None:
    planets = client.get("/api/classic/planets").json()
    assert planets["moon"]["conditions"]["atmosphere"] == "vacuum"
    assert planets["moon"]["board_text"].startswith("size 16 17")
    plain, all_of_it = (
        client.get("/api/classic/conditions", params={"rules": rules}).json() for rules in ([], ["planets"])
    )
    assert set(plain) == {"light", "fog", "precipitation", "wind"}
    assert all_of_it["gravity"] == {"title": "Gravity", "usual": 1.0, "least": 0.1, "most": 5.0}
    assert "pitch black" in all_of_it["light"]["choices"]


def test_a_preset_that_is_spelled_out_layer_by_layer_can_be_mustered_and_played(client: httpx.Client) -> None:
    rules = list(LIBRARY.names(["printed", "tacops"])[1:])
    assert len(rules) > 50
    setup = muster(client, rules=rules).json()["setup"]
    assert make(client, setup=setup, rules=rules).get("watch").status_code == 200
