"""C3 networks of forces through `overheat force`: who is in one, whether it is one, and what it adds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from machines import HUNTER, line, slot
from terminal import run

SHARE = 5, 100
"""What each unit gains of the value of its network."""
BOOSTED_SHARE = 7, 100


def machine(model: str, text: str = HUNTER) -> str:
    return line(text, "model:HUN-1A", f"model:{model}")


UNITS = {
    "master": machine("M", slot(HUNTER, "RT", "-Empty- x5", "ISC3MasterUnit x5")),
    "slave": machine("S", slot(HUNTER, "RT", "-Empty-", "ISC3SlaveUnit")),
    "boosted": machine("B", slot(HUNTER, "RT", "-Empty- x2", "ISC3BoostedSystemSlaveUnit x2")),
    "improved": machine("I", slot(HUNTER, "RT", "-Empty- x2", "ISC3iUnit x2")),
    "plain": machine("P"),
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))
    for name, text in UNITS.items():
        (tmp_path / f"{name}.mtf").write_text(text, encoding="utf-8")


def force(folder: Path, *units: tuple[str, str], more: str = "") -> str:
    """A force file of units in networks."""
    listed = [f'[[unit]]\nunit = "{name}.mtf"\nnetwork = "{network}"\n{more}' for name, network in units]
    path = folder / "force.toml"
    path.write_text("\n".join(listed), encoding="utf-8")
    return str(path)


def added(path: str, code: int = 0) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run("force", path, "--format", "json", code=code).stdout)
    return told


def alone(folder: Path, name: str) -> int:
    (row,) = json.loads(run("bv", str(folder / f"{name}.mtf"), "--format", "json").stdout)
    return int(row["bv"])


def share(part: tuple[int, int], whole: int) -> int:
    """So many hundredths, halves rounded up."""
    return (whole * part[0] * 2 + part[1]) // (part[1] * 2)


@pytest.mark.proves("TO-386-force-bv-c3-1", "TO-386-force-bv-c3-2", "bv.force")
def test_each_unit_of_a_network_gains_its_share_by_its_own_kind_of_c3(tmp_path: Path) -> None:
    told = added(force(tmp_path, ("master", "alpha"), ("slave", "alpha"), ("boosted", "alpha"), ("plain", "")))
    values = {name: alone(tmp_path, name) for name in ("master", "slave", "boosted", "plain")}
    whole = values["master"] + values["slave"] + values["boosted"]
    gained = [share(SHARE, whole), share(SHARE, whole), share(BOOSTED_SHARE, whole), 0]
    assert [unit["network_bv"] for unit in told["units"]] == gained
    assert [unit["network"] for unit in told["units"]] == ["alpha", "alpha", "alpha", ""]
    assert told["total"]["bv"] == sum(values.values()) + sum(gained)
    assert told["total"]["network_bv"] == sum(gained)


def test_a_crew_counts_after_the_network(tmp_path: Path) -> None:
    """Gunnery 3 with piloting 4 is worth 1.32 of an ordinary crew."""
    told = added(force(tmp_path, ("master", "alpha"), ("slave", "alpha"), more="gunnery = 3\npiloting = 4\n"))
    values = [alone(tmp_path, name) for name in ("master", "slave")]
    gain = share(SHARE, sum(values))
    assert [unit["bv"] for unit in told["units"]] == [share((132, 100), value + gain) for value in values]


def test_people_read_who_is_in_which_network(tmp_path: Path) -> None:
    told = run("force", force(tmp_path, ("master", "alpha"), ("slave", "alpha"), ("slave", ""))).stdout
    assert "C3 network alpha: Hunter M +" in told
    assert told.endswith("C3 in no network: Hunter S\n")
    assert "C3" not in run("force", force(tmp_path, ("plain", ""))).stdout


@pytest.mark.proves("c3.network")
@pytest.mark.parametrize(
    ("units", "reason"),
    [
        (("master", "plain"), "Hunter P has no C3 and can be in no network"),
        (("slave", "slave"), "no unit of the network has a C3 master"),
        (("master",), "Hunter M is alone in its network"),
        (("master", *["slave"] * 4), "4 C3 slaves are in a network; 1 C3 master links 3"),
        (("master", "master", *["slave"] * 6), "6 C3 slaves are in a network; 2 C3 masters link 5"),
        (("master",) * 5, "5 units with 5 C3 masters are in a network; 12 with 4 may be"),
        (("improved",) * 7, "7 units are in a C3i network; 6 may be"),
        (("improved", "slave"), "C3i links to nothing but C3i"),
    ],
)
def test_what_is_no_network_is_refused_and_adds_nothing(tmp_path: Path, units: tuple[str, ...], reason: str) -> None:
    result = run("force", force(tmp_path, *((name, "alpha") for name in units)), "--format", "json", code=1)
    assert f"network 'alpha': {reason} [Total Warfare: C3 computers, p. 131]" in result.stderr
    assert json.loads(result.stdout)["total"]["network_bv"] == 0


@pytest.mark.proves("c3.limits")
@pytest.mark.parametrize("units", [("master", *["slave"] * 3), ("improved",) * 6, ("master",) * 4])
def test_networks_as_large_as_they_may_be(tmp_path: Path, units: tuple[str, ...]) -> None:
    told = added(force(tmp_path, *((name, "alpha") for name in units)))
    assert all(unit["network_bv"] > 0 for unit in told["units"])
