"""The card of a unit in a battle."""

from __future__ import annotations

from xml.etree import ElementTree

import httpx

from tabletop import make


def test_every_seat_sees_the_card_of_any_unit(client: httpx.Client) -> None:
    table = make(client, kind="platoon", scenario="crossroads")
    for seat in ("attacker", "watch"):
        answer = table.get(seat, "/platoon/card.svg", unit="defender/old_tank_1")
        words = "".join(ElementTree.fromstring(answer.text).itertext())
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "Old battle tank" in words


def test_a_unit_that_is_not_in_the_battle_has_no_card(client: httpx.Client) -> None:
    table = make(client, kind="platoon", scenario="crossroads")
    answer = table.get("attacker", "/platoon/card.svg", unit="defender/nobody")
    assert answer.json()["refusal"]["id"] == "preview.unit"
