"""The record sheet of a unit in battle: heat, hits on crew and systems, and spent shots are marked."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from overheat.classic.facts.state import Unit
from overheat.table.classic.live_sheet import HOT, LOST, live_sheet
from skirmish import broken, known, replace, unit

WOLVERINE = known("Wolverine WVR-6R")
SVG = "{http://www.w3.org/2000/svg}"


def marked(of: Unit, colour: str = LOST) -> dict[str, int]:
    """How many boxes of each part of a live sheet are filled with a colour, by the mark of the part."""
    found: dict[str, int] = {}
    for group in ElementTree.fromstring(live_sheet(of)).iter(f"{SVG}g"):
        boxes = [*group.findall(f"{SVG}rect"), *group.findall(f"{SVG}circle")]
        filled = sum(box.get("fill") == colour for box in boxes)
        if filled:
            name, value = next((key, value) for key, value in group.attrib.items() if key.startswith("data-"))
            found[f"{name.removeprefix('data-')} {value}"] = filled
    return found


def test_the_scale_is_filled_up_to_the_heat_of_the_machine() -> None:
    assert marked(unit(WOLVERINE), HOT) == {}
    assert marked(unit(WOLVERINE, heat=7), HOT) == {f"heat {level}": 1 for level in range(1, 8)}
    assert len(marked(unit(WOLVERINE, heat=44), HOT)) == 30


def test_hits_on_the_pilot_are_marked() -> None:
    assert marked(unit(WOLVERINE, crew_hits=2)) == {"crew 1": 1, "crew 2": 1}


def test_hits_on_systems_are_marked() -> None:
    assert marked(broken(unit(WOLVERINE), "gyro", "sensors")) == {"hits Gyro": 1, "hits Sensors": 1}


def test_spent_shots_are_ticked_off_and_what_is_left_is_told() -> None:
    whole = unit(WOLVERINE)
    at = next(at for at, mount in enumerate(WOLVERINE.mounts) if mount.ammunition is not None)
    held = whole.condition.shots[at]
    fired = replace(whole, condition=whole.condition.with_shot_fired(at).with_shot_fired(at))
    assert marked(fired) == {"bin 0": 2}
    assert re.findall(r">(\d+/\d+)</text>", live_sheet(fired)) == [f"{held - 2}/{held}"]
