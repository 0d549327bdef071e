"""Equipment over HTTP: lists and items, as the page and programs ask for them."""

from __future__ import annotations

from typing import Any

import httpx


def answer(client: httpx.Client, path: str, **params: Any) -> dict[str, Any]:
    got = client.get(path, params=params)
    assert got.status_code == 200, got.text
    found: dict[str, Any] = got.json()
    return found


def test_items_are_listed_by_words_kind_technology_and_year(client: httpx.Client) -> None:
    found = answer(client, "/api/equipment", search="pulse laser", kind="weapon", technology="clan", available=2830)
    ids = {item["id"]: item for item in found["items"]}
    assert found["count"] == len(ids)
    assert ids["clan_medium_pulse_laser"]["standing"] == "production"
    assert {item["technology"] for item in ids.values()} <= {"Clan", "both"}
    assert "is_medium_pulse_laser" not in ids
    assert "chassis modification" in found["kinds"]


def test_a_list_comes_in_pages(client: httpx.Client) -> None:
    whole = answer(client, "/api/equipment", search="lrm", most=500)
    some = answer(client, "/api/equipment", search="lrm", first=2, most=3)
    assert (some["count"], some["items"]) == (whole["count"], whole["items"][2:5])


def test_what_machines_carry_comes_first_and_what_ships_carry_last(client: httpx.Client) -> None:
    first = answer(client, "/api/equipment", most=100)
    assert {(item["kind"], "capital weapon" in item["groups"]) for item in first["items"]} == {("weapon", False)}
    last = answer(client, "/api/equipment", first=first["count"] - 100, most=100)
    assert all(item["groups"] for item in last["items"])


def test_an_item_comes_with_every_figure_and_its_errata(client: httpx.Client) -> None:
    (item,) = answer(client, "/api/equipment/item", name="flail")["items"]
    assert item["figures"]["to_hit"] == 0
    assert {"field": "to_hit", "label": "to-hit modifier", "words": "0"} in item["told"]
    (ruling,) = item["errata"]
    assert ruling["id"] == "TO-089-physical-table-2"
    assert [figure["words"] for figure in ruling["figures"]] == ["to-hit modifier 0 in place of +1"]


def test_what_is_not_there_is_refused(client: httpx.Client) -> None:
    for params, id in (
        ({"name": "xyzzy"}, "equipment.unknown"),
        ({"name": "gauss rif"}, "equipment.which"),
        ({"name": "flail", "technology": "wolf"}, "equipment.technology"),
    ):
        got = client.get("/api/equipment/item", params=params)
        assert (got.status_code, got.json()["refusal"]["id"]) == (422, id)
    assert client.get("/api/equipment", params={"kind": "sofa"}).json()["refusal"]["id"] == "equipment.kind"
    assert client.get("/api/equipment", params={"rules": "no_such_layer"}).status_code == 422


def test_everything_that_a_unit_carries_has_its_item(client: httpx.Client) -> None:
    for name in ("Atlas AS7-D", "Mad Cat (Timber Wolf) Prime", "Demolisher Heavy Tank", "Raven RVN-3L"):
        unit = client.post("/api/units/read", json={"unit": name}).json()["unit"]
        for id in {mount["equipment"] for mount in unit["mounts"]} | {unit["engine"]["kind"]}:
            assert id in {item["id"] for item in answer(client, "/api/equipment/item", name=id)["items"]}


def test_a_unit_is_checked_by_year_and_technology(client: httpx.Client) -> None:
    def found(**asked: Any) -> dict[str, Any]:
        got = client.post("/api/units/check", json={"unit": "Highlander HGN-732", **asked})
        assert got.status_code == 200, got.text
        told: dict[str, Any] = got.json()
        return told

    assert found()["verdict"] == "built by the rules"
    lost = found(year=2900)
    assert {part["standing"] for part in lost["parts"]} == {"production", "extinct"}
    assert [each["id"] for each in lost["findings"] if "Gauss Rifle is extinct" in each["reason"]] == [
        "availability.parts"
    ]
    assert found(year=3050)["verdict"] == "built by the rules, to be had in 3050"
    assert "errors" in found(technology="clan")["verdict"]
    assert client.post("/api/units/check", json={"unit": "Atlas AS7-D", "technology": "wolf"}).status_code == 422
