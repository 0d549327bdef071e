"""Blows, charges, deaths from above and soldiers' assaults as a page shows them before they are declared."""

from __future__ import annotations

from typing import Any

import pytest

from overheat.classic.facts.commands import Charge
from overheat.classic.facts.state import Motion, State
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.kernel.refusal import RefusedError
from overheat.table.classic.previews import places
from overheat.table.classic.striking import blows, strikers
from skirmish import NORTH, field, known, marked, moved, on_turn, replace, unit
from soldiers import ELEMENTALS, squad

WOLVERINE = known("Wolverine WVR-6R")
TONS = 55


def rushing(motion: Motion) -> State:
    """A machine next to an enemy of the same kind that stands still, in the middle of its own move."""
    red = unit(WOLVERINE, hex="0102", motion=motion)
    return on_turn(red, unit(WOLVERINE, "blue", "0103", NORTH))


def only(told: list[dict[str, Any]]) -> dict[str, Any]:
    (one,) = told
    return one


def test_a_charge_tells_its_number_and_what_both_suffer() -> None:
    told = only(blows(rushing(moved("run", 3)), "red", "blue"))
    assert told["command"] == Charge("blue")
    assert told["kind"] == "charge"
    assert told["target_number"] == sum(term["value"] for term in told["terms"]) == 5 + 2
    assert told["probability"] == (21, 36)
    assert (told["damage"], told["damage_taken"]) == (-(-TONS * 3 // 10), -(-TONS // 10))
    assert told["expected_damage"] == pytest.approx(17 * 21 / 36, abs=0.001)
    check = only(told["checks"])
    assert (check["when"], check["target_number"]) == ("hit", 5 + 2)


def test_after_a_jump_it_is_a_death_from_above() -> None:
    told = only(blows(rushing(moved("jump", 3)), "red", "blue"))
    assert told["kind"] == "death from above"
    assert told["target_number"] == 5 + 3
    assert (told["damage"], told["damage_taken"]) == (-(-TONS * 3 // 10), TONS // 5)
    check = only(told["checks"])
    assert (check["when"], check["target_number"]) == ("hit", 5 + 4)


def test_a_kick_tells_what_is_rolled_when_it_misses() -> None:
    red = unit(WOLVERINE, hex="0102")
    before = on_turn(red, unit(WOLVERINE, "blue", "0103", NORTH), phase="physical")
    told = blows(before, "red", "blue")
    kick = next(blow for blow in told if blow["kind"] == "kick")
    assert kick["damage"] == TONS // 5
    check = only(kick["checks"])
    assert (check["when"], check["target_number"]) == ("miss", 5)
    assert all(not blow["checks"] for blow in told if blow["kind"] == "punch")


def test_soldiers_at_the_feet_of_a_machine_are_told_of_both_assaults() -> None:
    before = on_turn(squad(ELEMENTALS, hex="0101"), unit(WOLVERINE, "blue", "0101"), phase="weapons")
    told = {blow["kind"]: blow for blow in blows(before, "red", "blue")}
    assert set(told) == {"leg attack", "swarm"}
    assert told["leg attack"]["target_number"] == 5
    assert told["leg attack"]["probability"] == (30, 36)
    assert told["leg attack"]["damage"] == 4
    assert told["swarm"]["target_number"] == 5 + 2
    assert told["swarm"]["damage"] == 0


def test_who_sits_on_a_machine_cannot_miss_it() -> None:
    before = on_turn(
        squad(ELEMENTALS, hex="0101", marks=marked(ABOARD, about="blue")),
        unit(WOLVERINE, "blue", "0101"),
        phase="weapons",
    )
    told = only(blows(before, "red", "blue"))
    assert (told["kind"], told["target_number"], told["probability"]) == ("swarm fire", None, (36, 36))
    assert told["expected_damage"] == told["damage"] > 0


def test_blows_are_weighed_in_the_turn_of_who_strikes() -> None:
    with pytest.raises(RefusedError) as no:
        blows(rushing(moved("run", 3)), "blue", "red")
    assert no.value.refusal.id == "preview.phase"


def test_a_place_tells_what_a_move_may_end_in_there() -> None:
    red, blue = unit(WOLVERINE, hex="0102"), unit(WOLVERINE, "blue", "0205", NORTH)
    told = places(on_turn(red, blue, board=field(3, 6)), "red")["places"]
    rams = {
        (place["hex"], place["facing"]) for place in told if Charge("blue") in place["then"] and place["mode"] != "jump"
    }
    assert ("0204", 3) in rams
    assert ("0204", 2) not in rams
    leaving = [place for place in told if any(type(command).__name__ == "Leave" for command in place["then"])]
    assert leaving
    assert all(place["hex"].endswith(("01", "06")) or place["hex"][:2] in ("01", "03") for place in leaving)


@pytest.mark.parametrize(("hex", "able"), [("0103", ["red"]), ("0104", [])])
def test_who_has_nobody_next_to_it_has_nobody_to_strike(hex: str, able: list[str]) -> None:
    red, blue = unit(WOLVERINE, hex="0102"), unit(WOLVERINE, "blue", hex, NORTH)
    before = on_turn(red, blue, phase="physical", board="0 0 0 0")
    assert strikers(before, ("red",)) == able
    assert strikers(replace(before, phase="weapons"), ("red",)) == []
