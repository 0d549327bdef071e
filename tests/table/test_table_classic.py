"""The classic game at the table: pictures, reach, shots, sheets, the adjudicator, units and pages to print."""

from __future__ import annotations

import random
import re
from typing import Any
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from overheat.classic.battle_value.unit import battle_value
from overheat.classic.facts.state import Unit
from overheat.classic.recordsheet import Crew, draw_sheet
from overheat.classic.unit.eras import era_of
from overheat.classic.unitfile.library import find
from overheat.table.classic.live_sheet import LOST, live_sheet
from skirmish import unit as skirmisher
from tabletop import Table, make

UNIT = "Wolverine WVR-6R"


@pytest.fixture(scope="module")
def duel(client: httpx.Client) -> Table:
    return make(client, scenario="duel", hot_seat=True, seed=11)


def _svg(answer: httpx.Response) -> ElementTree.Element:
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(answer.content)


def test_what_is_within_reach_can_be_said_step_by_step_at_the_cost_that_was_told(client: httpx.Client) -> None:
    table = make(client, scenario="duel", hot_seat=True, seed=3)
    unit = table.get("red", "/legal").json()["commands"][0]["unit"]
    table.say("red", type="Choose", unit=unit)
    places = [place for place in table.get("red", "/reach", unit=unit).json()["places"] if not place["rolls"]]
    far = max(places, key=lambda place: (place["points"], place["hex"]))
    assert far["points"] > 0
    for command in far["path"]:
        assert table.post("red", "/say", command=command).status_code == 200
    moved = [event["event"] for event in table.events("red") if event["kind"] == "Moved"][-1]
    assert (moved["facing"], moved["motion"]["mode"]) == (far["facing"], far["mode"])
    assert moved["motion"]["spent"] == far["points"]
    table.say("red", type="Done")
    assert table.get("red", "/reach", unit="nobody").json()["refusal"]["id"] == "preview.unit"


def test_a_battle_can_be_looked_back_on_at_every_command(client: httpx.Client) -> None:
    table = make(client, scenario="duel", hot_seat=True, seed=8)
    luck, then = random.Random(8), {}
    for _ in range(60):
        legal = table.get("red", "/legal").json()
        now = table.post("red", "/say", command=luck.choice(legal["commands"])).json()
        then[now["number"]] = table.get("red", "/view", player="red").json()["view"]
    for number, view in list(then.items())[::5]:
        assert table.get("red", "/view", player="red", at=number).json()["view"] == view


def test_a_battle_can_be_looked_back_on_at_every_hit_of_a_volley(client: httpx.Client) -> None:
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    red, blue = setup["units"]
    red.update(hex="0901", facing=3)
    blue.update(hex="0903", facing=0)
    table = make(client, setup=setup, hot_seat=True, seed=4)
    while table.get("watch", "/view").json()["view"]["phase"] != "physical":
        legal = table.get("red", "/legal").json()["commands"]
        first = {command["type"]: command for command in reversed(legal)}
        wanted = first.get("Fire") or first.get("Choose") or first.get("Done") or legal[0]
        assert table.post("red", "/say", command=wanted).status_code == 200
    lost = [told for told in table.events("watch") if told["kind"] == "ArmourLost"]
    assert len(lost) > 1
    for told in lost:
        seen = table.get("watch", "/view", at=told["number"]).json()
        place = seen["view"]["units"][told["event"]["unit"]]["condition"]["locations"][told["event"]["location"]]
        assert seen["number"] == told["number"]
        assert place["rear_armour" if told["event"]["rear"] else "armour"] == told["event"]["after"]


def test_each_seat_gets_the_view_that_the_game_makes_for_it(client: httpx.Client) -> None:
    table = make(client, scenario="duel", seed=8)
    for seat in ("red", "blue", "watch"):
        view = table.get(seat, "/view").json()["view"]
        assert view["player"] == ("" if seat == "watch" else seat)
        assert set(view["units"]) == {"red-1", "blue-1"}


def test_staying_costs_nothing_and_no_place_costs_more_than_the_unit_has(duel: Table) -> None:
    places = duel.get("red", "/reach", unit="red-1").json()["places"]
    assert [place["points"] for place in places if place["mode"] == "stationary"] == [0]
    sheet = find(UNIT).sheet
    most = {"stationary": 0, "walk": sheet.walk, "run": -(-sheet.walk * 3 // 2), "jump": sheet.jump}
    assert all(place["points"] <= most[place["mode"]] for place in places)


def test_every_weapon_is_told_with_its_number_explained_or_its_refusal(client: httpx.Client) -> None:
    setup = client.get("/api/kinds/classic/scenarios/duel").json()
    board = "size 1 8\n" + "".join(f'hex 010{row} 0 "" ""\n' for row in range(1, 9)) + "end\n"
    units = [
        {**setup["units"][0], "unit": UNIT, "hex": "0101", "facing": 3},
        {**setup["units"][1], "unit": UNIT, "hex": "0105", "facing": 0},
    ]
    table = make(client, setup={"board": "lane.board", "board_text": board, "units": units}, hot_seat=True)
    shots = table.get("red", "/shots", unit="red-1", target="blue-1").json()
    assert {shot["weapon"] for shot in shots} == {weapon.equipment.name for weapon in find(UNIT).sheet.weapons}
    laser = next(shot for shot in shots if shot["weapon"] == "Medium Laser")
    assert laser["distance"] == 4
    assert next((term["value"], term["label"]) for term in laser["terms"]) == (4, "gunnery skill")
    assert laser["target_number"] == sum(term["value"] for term in laser["terms"]) == 4 + 2
    assert laser["probability"] == [26, 36]
    assert laser["expected_damage"] == pytest.approx(5 * 26 / 36, abs=0.001)
    assert laser["heat"] == 3
    assert laser["heat_built"]["total"] == 3
    assert laser["heat_after"] == 0
    away = table.get("blue", "/shots", unit="blue-1", target="nobody")
    assert away.json()["refusal"]["id"] == "preview.target"
    early = table.get("red", "/blows", unit="red-1", target="blue-1")
    assert early.json()["refusal"]["id"] == "preview.phase"


def test_blows_are_told_with_their_numbers_in_the_turn_to_strike_them(client: httpx.Client) -> None:
    board = "size 1 3\n" + "".join(f'hex 010{row} 0 "" ""\n' for row in range(1, 4)) + "end\n"
    units = [
        {"id": "r", "side": "red", "unit": UNIT, "hex": "0101", "facing": 3},
        {"id": "b", "side": "blue", "unit": UNIT, "hex": "0102", "facing": 0},
    ]
    setup = {"board": "lane.board", "board_text": board, "units": units}
    table = make(client, setup=setup, hot_seat=True)
    while table.get("red", "/view").json()["view"]["phase"] != "physical":
        legal = table.get("red", "/legal").json()["commands"]
        ending = [command for command in legal if command["type"] in ("Choose", "Done")]
        table.post("red", "/say", command=ending[0])
    unit = table.get("red", "/legal").json()["commands"][0]["unit"]
    table.say("red", type="Choose", unit=unit)
    blows = table.get("red", "/blows", unit=unit, target="b" if unit == "r" else "r").json()
    kick = next(blow for blow in blows if blow["command"]["kind"] == "kick")
    assert kick["target_number"] == sum(term["value"] for term in kick["terms"])
    assert kick["expected_damage"] == pytest.approx(11 * kick["probability"][0] / 36, abs=0.001)
    assert table.post("red", "/say", command=kick["command"]).status_code == 200


def test_a_shot_that_cannot_be_made_tells_why(duel: Table) -> None:
    shots = duel.get("red", "/shots", unit="red-1", target="blue-1").json()
    refused = [shot for shot in shots if shot["refusal"]]
    assert refused
    assert all(shot["refusal"]["reason"] and shot["target_number"] is None for shot in refused)


def test_boards_are_pictures(client: httpx.Client, duel: Table) -> None:
    bundled = _svg(client.get("/api/boards/valley/board.svg"))
    battlefield = _svg(duel.get("red", "/board.svg"))
    assert bundled.get("viewBox") == battlefield.get("viewBox")
    small = _svg(client.get("/api/boards/valley/board.svg", params={"size": 18}))
    assert float(small.attrib["width"]) < float(bundled.attrib["width"])
    assert client.get("/api/boards/atlantis/board.svg").status_code == 404


def test_a_sheet_in_battle_is_the_sheet_until_something_is_lost(duel: Table) -> None:
    _svg(duel.get("red", "/sheet.svg", unit="blue-1"))
    assert duel.get("red", "/sheet.svg", unit="nobody").json()["refusal"]["id"] == "preview.unit"


def test_lost_pips_are_filled_and_hit_slots_struck_out() -> None:
    fresh = skirmisher(find(UNIT).sheet)
    crew = Crew(gunnery=fresh.gunnery, piloting=fresh.piloting)
    assert live_sheet(fresh) == draw_sheet(fresh.sheet, crew=crew)
    torso = fresh.condition["CT"]
    hurt = msgspec.structs.replace(
        torso, armour=torso.armour - 3, rear_armour=torso.rear_armour - 2, critical_hits=frozenset({1})
    )
    unit: Unit = msgspec.structs.replace(fresh, condition=fresh.condition.with_location(hurt))
    svg = live_sheet(unit)
    ElementTree.fromstring(svg)
    engine_boxes = 1
    assert len(re.findall(rf'<circle[^>]*fill="{LOST}"', svg)) == 3 + 2 + engine_boxes
    struck = re.findall(r'<text text-decoration="line-through"[^>]*>([^<]*)', svg)
    assert len(struck) == 1
    assert "Engine" in struck[0]


def test_the_adjudicator_answers_with_an_explained_number(client: httpx.Client) -> None:
    asked = {
        "board": "valley",
        "attacker": {"unit": UNIT, "hex": "0704", "facing": 3},
        "target": {"unit": UNIT, "hex": "0705", "facing": 0},
        "weapon": {"name": "Medium Laser"},
    }
    told = client.post("/api/adjudicate", json=asked).json()
    assert told["target_number"] == sum(term["value"] for term in told["terms"])
    assert told["refusal"] is None
    answer = client.post("/api/adjudicate", json={"board": "valley"})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, "request.form")


def test_the_library_is_searched_by_words_kind_weight_value_role_and_age(client: httpx.Client) -> None:
    def names(**query: Any) -> list[str]:
        return [unit["name"] for unit in client.get("/api/units", params={"most": 500, **query}).json()["units"]]

    assert names(search="wvr wolver") == [UNIT]
    assert UNIT not in names(kind="vehicle")
    assert UNIT in names(least_tons=55, most_tons=55)
    assert UNIT not in names(least_tons=56)
    entry = next(unit for unit in client.get("/api/units", params={"search": UNIT}).json()["units"])
    worth, year = entry["bv"], entry["year"]
    for fits, others in (
        ({"tech": "IS"}, {"tech": "Clan"}),
        ({"role": entry["role"].lower()}, {"role": "scout"}),
        ({"least_bv": worth, "most_bv": worth}, {"least_bv": worth + 1}),
        ({"year": year}, {"year": year - 1}),
        ({"era": era_of(year)}, {"era": "Civil War"}),
    ):
        assert UNIT in names(**fits)
        assert UNIT not in names(**others)
    whole = names()
    assert names(first=3, most=2) == whole[3:5]


def test_a_unit_file_is_read_valued_and_converted(client: httpx.Client) -> None:
    from importlib.resources import files

    folder = files("overheat.classic").joinpath("data/units")
    text = next(file for file in folder.rglob(f"{UNIT}.mtf")).read_text()  # type: ignore[attr-defined]
    told = client.post("/api/units/read", json={"unit": "mine.mtf", "text": text}).json()
    assert told["unit"]["name"] == UNIT
    assert told["battle_value"]["bv"] == battle_value(find(UNIT).sheet).total
    assert told["alpha_strike"]["card"]["pv"] > 0
    assert told["alpha_strike"]["worksheet"]["figures"]
    better = client.post("/api/units/read", json={"unit": UNIT, "gunnery": 2, "piloting": 3}).json()
    assert better["battle_value"]["bv"] > told["battle_value"]["bv"]
    broken = client.post("/api/units/read", json={"unit": "mine.mtf", "text": "nonsense"})
    assert broken.status_code == 422
    assert client.post("/api/units/read", json={"unit": "mine.txt", "text": text}).status_code == 422


def test_sheets_and_cards_are_pictures_and_pages(client: httpx.Client) -> None:
    for path in ("/api/units/sheet.svg", "/api/units/card.svg"):
        assert UNIT.split()[0].upper() in "".join(_svg(client.get(path, params={"unit": UNIT})).itertext()).upper()
        _svg(client.post(path, json={"unit": UNIT, "gunnery": 3}))
    for path in ("/api/print/sheets.pdf", "/api/print/cards.pdf"):
        answer = client.post(path, json={"units": [{"unit": UNIT}, {"unit": "Atlas AS7-D"}]})
        assert answer.content.startswith(b"%PDF")
        assert client.post(path, json={"units": [{"unit": UNIT}], "paper": "foolscap"}).status_code == 422
        assert client.post(path, json={"units": [{"unit": UNIT}] * 41}).json()["refusal"]["id"] == "table.pages"


def test_questions_of_the_classic_game_are_refused_elsewhere(client: httpx.Client) -> None:
    table = make(client, kind="race", scenario="sprint")
    assert table.get("red", "/board.svg").json()["refusal"]["id"] == "table.classic"
