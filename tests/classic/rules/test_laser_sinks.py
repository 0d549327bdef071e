"""Laser heat sinks: nothing from water, ammunition that keeps cooler, and a light in the night."""

from pathlib import Path
from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.facts.state import Weather
from overheat.kernel.inquiries import question_of
from skirmish import known, replace, shot, term, unit


def told(path: Path, sinks: str, heat: int) -> dict[str, Any]:
    """What heat does to a machine with ten heat sinks of a kind."""
    path.write_text(HUNTER.replace("10 Single", f"10 {sinks}"), encoding="utf-8")
    return ADJUDICATOR.answer(question_of({"ask": "heat", "unit": str(path), "heat": heat})).as_json()


@pytest.mark.proves("heat.avoid", "heat.water")
def test_ammunition_keeps_cooler_and_water_adds_nothing(tmp_path: Path) -> None:
    double = told(tmp_path / "double.mtf", "Double", 23)
    laser = told(tmp_path / "laser.mtf", "Laser", 23)
    assert [each["explosion_avoid"] for each in (double, laser)] == [6, 5]
    assert double["shutdown_avoid"] == laser["shutdown_avoid"] == 8
    assert [each["sinks"] for each in (double, laser)] == [
        {"land": 20, "water_1": 20, "water_2": 26},
        {"land": 20, "water_1": 20, "water_2": 20},
    ]


@pytest.mark.proves("to_hit.light")
def test_a_machine_that_shines_its_heat_away_is_seen_in_the_night() -> None:
    sheet = known("Wasp WSP-1A")
    assert sheet.heat_sinks is not None
    shining = replace(sheet, heat_sinks=replace(sheet.heat_sinks, kind="laser"))

    def dark(of: Any, heat: int) -> int:
        attack = shot("Medium Laser", "0 0 0", target=unit(of, id="blue", hex="0103", heat=heat))
        attack.weather = Weather(light="moonless")
        return term(attack, "to_hit.light")

    assert [dark(sheet, 3), dark(shining, 0), dark(shining, 3)] == [3, 3, 0]
