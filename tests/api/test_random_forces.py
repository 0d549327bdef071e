"""Random forces and missions from Python."""

from __future__ import annotations

from pathlib import Path

import overheat as oh


def test_random_forces_fight_about_a_hill(tmp_path: Path) -> None:
    red = oh.draft(value=1500, count=2, seed=3, kinds=["war machine"], pilots=True)
    blue = oh.draft(value=red.value, count=2, seed=4, kinds=["war machine"])
    assert len(red) == 2
    assert abs(red.value - blue.value) < 150
    battle = oh.play([red, blue], mission="hill", goal={"points": 1}, rounds=4, zones={"red": "north-east:5"})
    told = str(battle)
    assert "King of the hill" in told
    assert red.pilots[0] in told
    path = red.save(tmp_path / "red.mul")
    assert oh.play([path, blue], red="random", blue="random", rounds=1).rounds == 1
