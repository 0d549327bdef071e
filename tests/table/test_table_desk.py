"""The adjudicator for miniatures: volleys weighed and thrown on a place told in words, nothing kept between."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from overheat.classic.unitfile.library import find
from overheat.table.classic.live_sheet import LOST

UNIT = "Wolverine WVR-6R"
HEAVY = "Atlas AS7-D"


def ask(client: httpx.Client, path: str = "volley", **changes: Any) -> httpx.Response:
    question = {"attacker": {"unit": UNIT}, "target": {"unit": UNIT}, "place": {"distance": 4}, **changes}
    return client.post(f"/api/adjudicate/{path}", json=question)


def laser(told: dict[str, Any]) -> dict[str, Any]:
    shot: dict[str, Any] = next(shot for shot in told["shots"] if shot["weapon"] == "Medium Laser")
    return shot


def test_a_place_in_words_makes_the_number_that_the_rules_give(client: httpx.Client) -> None:
    plain = laser(ask(client).json())
    assert plain["target_number"] == 4 + 2
    told = ask(
        client,
        attacker={"unit": UNIT, "moved": "run", "hexes_moved": 4},
        target={"unit": UNIT, "moved": "jump", "hexes_moved": 5},
        place={"distance": 7, "target_terrain": "light woods", "intervening": ["light woods"]},
    ).json()
    shot = laser(told)
    assert {term["label"]: term["value"] for term in shot["terms"]} == {
        "gunnery skill": 4,
        "attacker ran": 2,
        "target moved 5 hexes": 2,
        "target jumped": 1,
        "long range": 4,
        "1 intervening light woods": 1,
        "target in light woods": 1,
    }
    assert told["distance"] == 7


def test_a_shot_says_how_many_may_be_fired_at_once_and_of_what(client: httpx.Client) -> None:
    told = ask(client, attacker={"unit": "Daishi (Dire Wolf) Prime"}).json()["shots"]
    ultra = next(shot for shot in told if shot["weapon"].startswith("Ultra"))
    beam = next(shot for shot in told if shot["ammunition"] is None)
    assert (ultra["rates"], ultra["loads"]) == ([1, 2], [ultra["ammunition"]])
    assert (beam["rates"], beam["loads"]) == ([1], [])
    refused = ask(client, place={"distance": 30}).json()["shots"]
    assert all(shot["refusal"] and shot["rates"] == [1] for shot in refused)


@pytest.mark.parametrize("unit", [UNIT, "Vedette Medium Tank"])
@pytest.mark.parametrize("side", ["front", "left", "right", "rear"])
def test_the_side_that_is_struck_is_the_one_described(client: httpx.Client, unit: str, side: str) -> None:
    told = ask(client, target={"unit": unit}, place={"distance": 5, "side": side}).json()
    assert told["side"] == side


@pytest.mark.parametrize(("arc", "refused"), [("front", False), ("rear", True)])
def test_weapons_bear_on_the_arc_that_the_target_is_in(client: httpx.Client, arc: str, refused: bool) -> None:
    told = ask(client, place={"distance": 4, "arc": arc}).json()
    assert all(bool(shot["refusal"]) == refused for shot in told["shots"])


def test_ground_that_rises_before_the_target_is_partial_cover_and_a_hill_hides(client: httpx.Client) -> None:
    covered = laser(ask(client, place={"distance": 4, "partial_cover": True}).json())
    assert covered["target_number"] == 4 + 2 + 1
    hidden = laser(ask(client, place={"distance": 4, "intervening": ["hill of 2 levels"]}).json())
    assert hidden["refusal"]["id"].startswith("sight.")
    over = laser(ask(client, place={"distance": 4, "intervening": ["hill of 2 levels"], "attacker_level": 5}).json())
    assert over["refusal"] is None


def test_the_damage_of_a_volley_is_spread_over_all_that_it_can_do(client: httpx.Client) -> None:
    told = ask(client, weapons=[{"name": "Medium Laser"}]).json()
    assert [row["damage"] for row in told["damage"]] == [0, 5]
    assert [row["chance"] for row in told["damage"]] == pytest.approx([10 / 36, 26 / 36])
    assert told["heat"]["after"] == 0
    assert told["heat"]["built"]["total"] == 3


def test_weapons_of_one_kind_are_counted_one_by_one(client: httpx.Client) -> None:
    lasers = [mount for mount in find(HEAVY).sheet.weapons if mount.equipment.name == "Medium Laser" and not mount.rear]
    count = len(lasers)
    both = ask(client, attacker={"unit": HEAVY}, weapons=[{"name": "Medium Laser"}] * count)
    assert len({shot["command"]["mount"] for shot in both.json()["shots"]}) == count
    more = ask(client, attacker={"unit": HEAVY}, weapons=[{"name": "Medium Laser"}] * (count + 1))
    assert (more.status_code, more.json()["refusal"]["id"]) == (422, "situation.weapon")


def test_dice_of_a_seed_fall_the_same_way_and_what_is_lost_is_carried_on(client: httpx.Client) -> None:
    question: dict[str, Any] = {"attacker": {"unit": HEAVY, "gunnery": 0}, "place": {"distance": 2}, "seed": 5}
    first = ask(client, "roll", **question).json()
    assert ask(client, "roll", **question).json() == first
    lost = _armour(first["target"]["condition"])
    arrived = sum(
        told["event"]["before"] - told["event"]["after"] for told in first["events"] if told["kind"] == "ArmourLost"
    )
    assert lost == _armour_of(UNIT) - arrived
    assert arrived > 0
    again = ask(
        client,
        "roll",
        **{**question, "target": {"unit": UNIT, "condition": first["target"]["condition"]}, "seed": 6},
    ).json()
    assert _armour(again["target"]["condition"]) < lost
    fired = sum(told["kind"] == "ShotsSpent" for told in first["events"])
    assert sum(first["attacker"]["condition"]["shots"]) == _shots_of(HEAVY) - fired


def _armour(condition: dict[str, Any]) -> int:
    return sum(place["armour"] + place["rear_armour"] for place in condition["locations"])


def _armour_of(unit: str) -> int:
    return sum(place.armour + place.rear_armour for place in find(unit).sheet.locations)


def _shots_of(unit: str) -> int:
    return sum(mount.ammunition.shots for mount in find(unit).sheet.mounts if mount.ammunition is not None)


def test_events_of_a_roll_are_told_in_words_with_their_terms(client: httpx.Client) -> None:
    events = ask(client, "roll", seed=3).json()["events"]
    shots = [told for told in events if told["kind"] == "AttackRolled"]
    assert shots
    for told in shots:
        assert sum(term["value"] for term in told["terms"]) == sum(part[1] for part in told["event"]["needed"])
        assert f"{sum(term['value'] for term in told['terms'])} needed" in told["text"]
    assert [told["number"] for told in events] == list(range(1, len(events) + 1))


def test_heat_is_settled_at_the_end_unless_the_round_goes_on(client: httpx.Client) -> None:
    hot, sinks = {"unit": UNIT, "heat": 20}, 12
    settled = ask(client, "roll", attacker=hot, weapons=[{"name": "Medium Laser"}], seed=1).json()
    assert settled["attacker"]["condition"]["heat"] == 20 + 3 - sinks
    on = ask(client, "roll", attacker=hot, settle_heat=False, seed=1).json()
    assert on["attacker"]["condition"]["heat"] == 20


def test_blows_are_struck_at_arms_length(client: httpx.Client) -> None:
    near = ask(client, place={"distance": 1}).json()
    kick = next(blow for blow in near["blows"] if blow["command"]["kind"] == "kick")
    assert kick["target_number"] == 5 - 2
    assert ask(client).json()["blows"] == []
    limb = kick["command"]["limb"]
    told = ask(client, "roll", place={"distance": 1}, strikes=[{"kind": "kick", "limb": limb}], seed=2).json()
    assert any(event["kind"] == "AttackRolled" for event in told["events"])
    far = ask(client, "roll", strikes=[{"kind": "kick", "limb": limb}])
    assert far.status_code == 422
    charge = ask(
        client,
        "roll",
        attacker={"unit": HEAVY, "moved": "run", "hexes_moved": 4},
        place={"distance": 1},
        strikes=[{"kind": "charge"}],
        seed=2,
    ).json()
    assert any(event["kind"] == "ChargeDeclared" for event in charge["events"])


def test_the_sheet_shows_what_a_condition_has_lost(client: httpx.Client) -> None:
    condition = ask(client, "roll", attacker={"unit": HEAVY, "gunnery": 0}, place={"distance": 2}, seed=5).json()
    lost = client.post("/api/adjudicate/sheet.svg", json={"unit": UNIT, "condition": condition["target"]["condition"]})
    fresh = client.post("/api/adjudicate/sheet.svg", json={"unit": UNIT})
    ElementTree.fromstring(lost.content)
    assert lost.text != fresh.text


def test_losses_of_armour_at_the_back_are_marked_at_the_back(client: httpx.Client) -> None:
    losses = {"CT rear armour 2": "rear armour", "CT armour 3": "armour"}
    for loss, what in losses.items():
        sheet = client.post("/api/adjudicate/sheet.svg", json={"unit": UNIT, "damage": [loss]}).text
        place = sheet.split(f'<g data-location="CT" data-what="{what}">')[1].split("</g>")[0]
        assert place.count(LOST) == sheet.count(LOST) == int(loss[-1])


def test_no_pack_is_made_of_a_unit_that_there_is_not(client: httpx.Client) -> None:
    asked = client.get("/api/adjudicate/pack", params={"unit": "Nobody NBD-1"}).json()
    assert asked["refusal"]["id"] == "unit.name"


@pytest.mark.parametrize(
    ("changes", "id"),
    [
        ({"place": {"distance": 0}}, "lane.distance"),
        ({"place": {"distance": 3, "intervening": ["light woods"] * 3}}, "lane.intervening"),
        ({"place": {"distance": 2, "intervening": ["light woods"], "partial_cover": True}}, "lane.intervening"),
        ({"place": {"distance": 2, "target_terrain": "treacle"}}, "lane.terrain"),
        ({"place": {"distance": 2, "target_level": 999}}, "lane.level"),
        ({"place": None}, "situation.place"),
        ({"board": "valley"}, "situation.place"),
        ({"target": {"unit": "Nobody NBD-1"}}, "unit.name"),
        ({"target": {"unit": "/etc/passwd"}}, "unit.name"),
        ({"target": {"unit": UNIT, "gunnery": 99}}, "situation.value"),
        ({"weapons": [{"name": "Death Ray"}]}, "situation.weapon"),
        ({"rules": ["nonsense"]}, "rules.layer"),
        ({"weapons": "some"}, "request.form"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(client: httpx.Client, changes: dict[str, Any], id: str) -> None:
    answer = ask(client, **changes)
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, id), answer.text


@pytest.mark.parametrize(
    ("change", "id"),
    [
        ({"locations": []}, "condition.locations"),
        ({"shots": []}, "condition.shots"),
        ({"lost": [999]}, "condition.mounts"),
        ({"heat": -1}, "condition.figures"),
    ],
)
def test_a_condition_that_the_unit_cannot_be_in_is_refused(
    client: httpx.Client, change: dict[str, Any], id: str
) -> None:
    condition = ask(client, "roll", seed=1).json()["target"]["condition"]
    answer = ask(client, target={"unit": UNIT, "condition": {**condition, **change}})
    assert (answer.status_code, answer.json()["refusal"]["id"]) == (422, id), answer.text
    torn = [{**place, "armour": 500} for place in condition["locations"]]
    whole = ask(client, target={"unit": UNIT, "condition": {**condition, "locations": torn}})
    assert whole.json()["refusal"]["id"] == "condition.location"


def test_units_may_stand_on_a_board_in_place_of_words(client: httpx.Client) -> None:
    told = ask(
        client,
        place=None,
        board="valley",
        attacker={"unit": UNIT, "hex": "0704", "facing": 3},
        target={"unit": UNIT, "hex": "0705"},
    ).json()
    assert told["distance"] == 1


def test_the_words_for_terrain_are_listed_and_understood(client: httpx.Client) -> None:
    words = client.get("/api/adjudicate/terrain").json()
    assert {"light woods", "heavy woods", "water depth 1", "rough"} <= set(words)
    for word in words:
        assert ask(client, place={"distance": 3, "intervening": [word], "target_terrain": word}).status_code == 200
