"""What heat will bring, as a page shows it before anything is fired."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.table.classic.firing import volley
from overheat.table.classic.overheating import consequences
from skirmish import broken, known, moved, on_turn, unit

WOLVERINE = known("Wolverine WVR-6R")
UNARMED = "heat.ammunition"


def brings(heat: int, *hurt: str, **others: Any) -> dict[str, dict[str, Any]]:
    """What a heat brings a machine, by rule."""
    red = broken(unit(WOLVERINE, **others), *hurt)
    return {told["id"]: told for told in consequences(on_turn(red, phase="weapons"), red, heat)}


def test_a_cool_machine_suffers_nothing() -> None:
    assert brings(4) == {}


def test_heat_slows_and_spoils_the_aim_as_the_scale_says() -> None:
    told = brings(13)
    assert {id: found["value"] for id, found in told.items()} == {"movement.heat": -2, "to_hit.heat": 2}
    assert told["movement.heat"]["label"] == "−2 walking points"
    assert told["to_hit.heat"]["label"] == "+2 to hit"
    assert all(found["cite"] and found["probability"] is None for found in told.values())


def test_a_shutdown_tells_its_number_and_how_likely_it_is() -> None:
    told = brings(18)["heat.shutdown"]
    assert (told["target_number"], told["probability"]) == (6, (10, 36))
    assert told["label"] == "shuts down unless 6+"
    certain = brings(30)["heat.shutdown"]
    assert (certain["target_number"], certain["probability"], certain["label"]) == (None, (36, 36), "shuts down")
    assert brings(18, conscious=False)["heat.shutdown"]["probability"] == (36, 36)


def test_a_machine_that_is_shut_down_is_told_when_it_starts_again() -> None:
    assert brings(10, shut_down=True)["heat.restart"]["probability"] == (36, 36)
    told = brings(22, shut_down=True)["heat.restart"]
    assert (told["target_number"], told["probability"]) == (8, (15, 36))
    assert brings(30, shut_down=True)["heat.shutdown"]["label"] == "stays shut down"


def test_ammunition_may_explode_only_where_there_is_any() -> None:
    told = brings(23)[UNARMED]
    assert (told["target_number"], told["probability"]) == (6, (10, 36))
    assert UNARMED not in brings(18)
    empty = (0,) * len(WOLVERINE.mounts)
    assert UNARMED not in brings(23, shots=empty)


@pytest.mark.parametrize(("heat", "hits"), [(14, 0), (15, 1), (26, 2)])
def test_without_life_support_heat_hurts_the_pilot(heat: int, hits: int) -> None:
    told = brings(heat, "life support")
    assert told.get("crew.life_support", {"value": 0})["value"] == hits


def test_a_volley_tells_what_the_heat_after_it_brings() -> None:
    red = unit(WOLVERINE, heat=23, motion=moved("jump", 5))
    before = on_turn(red, unit(WOLVERINE, "blue", "0103", 0), phase="weapons")
    heat = volley(before, "red", "blue", [])["heat"]
    assert heat["after"] == 23 + 5 - 12
    assert {told["id"] for told in heat["consequences"]} == {"movement.heat", "to_hit.heat", "heat.shutdown"}
