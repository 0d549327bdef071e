"""The tables of the classic game against the register of the quick reference, cell by cell."""

import json
from pathlib import Path
from typing import Any

import pytest

from overheat.classic.rules.standard.clusters import CLUSTERS
from overheat.classic.rules.standard.entries import BUILDING_BANDS, BUILDING_ROLLS, SKID_BANDS
from overheat.classic.rules.standard.falls import LANDINGS
from overheat.classic.rules.standard.locations import (
    Placement,
    kick_location,
    punch_location,
    weapon_location,
)
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.movement import DARKNESS, FOG, OTHER_COSTS
from overheat.classic.rules.standard.physical import KINDS
from overheat.classic.rules.standard.piloting import BLOWS, CAUSES, DEEDS
from overheat.classic.rules.standard.terrain import TERRAIN, TERRAIN_COSTS
from overheat.classic.rules.standard.to_hit import (
    HEAT_BANDS,
    RANGES,
    STEALTH,
    TARGET_MOVEMENT_BANDS,
    WEAPON_TYPES,
    banded,
)
from overheat.classic.rules.standard.weather import LIGHT, PRECIPITATION, WINDS
from overheat.classic.rulesets import standard
from overheat.kernel.rules.rule import Table
from skirmish import known, unit

REGISTER = Path(__file__).resolve().parents[2].parent / "shared" / "rules" / "quickref.json"

pytestmark = pytest.mark.skipif(not REGISTER.is_file(), reason="the register of rulings is not beside the project")

OURS = {"H": "HD", "LFL": "FLL", "RFL": "FRL", "LRL": "RLL", "RRL": "RRL"}


def tables(id: str) -> dict[str, Any]:
    """The tables of one ruling."""
    found = {entry["id"]: entry["tables"] for entry in json.loads(REGISTER.read_text(encoding="utf-8"))}[id]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("id", "key", "bands"),
    [
        ("QR-target-movement", "bands", TARGET_MOVEMENT_BANDS),
        ("QR-heat-tohit", "bands", HEAT_BANDS),
        ("QR-psr-skid", "bands", SKID_BANDS),
        ("QR-psr-building", "hexes", BUILDING_BANDS),
    ],
)
def test_bands_begin_and_end_where_the_register_has_them(id: str, key: str, bands: Table[int, int]) -> None:
    for band in tables(id)[key]:
        for number in (band["min"], band["max"] or band["min"] + 50):
            assert banded(bands, number) == band["mod"]


def test_modifiers_to_hit_are_those_of_the_register() -> None:
    modes = tables("QR-attacker-movement")["modifier"]
    said = {"stationary": "stationary", "walk": "walked", "run": "ran", "jump": "jumped"}
    assert {mode: MODES[mode].attacker for mode in said} == {mode: modes[name] for mode, name in said.items()}
    assert RANGES.rows == tables("QR-range-mods")
    assert STEALTH.rows.items() <= tables("QR-stealth-armor").items()
    types = tables("QR-weapon-type-mods")
    names = ("pulse_laser", "heavy_laser", "lbx_cluster", "mrm", "rocket_launcher", "flak_vs_airborne")
    assert list(WEAPON_TYPES.rows.values())[: len(names)] == [types[name] for name in names]
    kinds = tables("QR-physical-type")
    assert {name: KINDS[name] for name in kinds} == kinds
    assert KINDS["unintentional charge"] == tables("QR-physical-other")["unintentional_charge"]


def test_weather_is_that_of_the_register() -> None:
    rain = {name.replace("_", " "): value for name, value in tables("QR-weather-precip-tohit").items()}
    assert rain == PRECIPITATION.rows
    winds = {name.replace("_", " "): (row["M"], row["DB"]) for name, row in tables("QR-weather-wind-tohit").items()}
    assert winds == WINDS.rows
    light = tables("QR-weather-light-tohit")
    assert (LIGHT["dusk"][0], LIGHT["full moon"][0], LIGHT["moonless"][0]) == (
        light["dusk_dawn"],
        light["full_moon"]["unlit"],
        light["moonless"]["unlit"],
    )
    slow = tables("QR-weather-movement")
    assert FOG.rows == {"light": slow["light_fog"], "heavy": slow["heavy_fog"]}
    nights = {"full moon": slow["full_moon"], "moonless": slow["moonless"]}
    assert {name: night["no_searchlight"] for name, night in nights.items()} == DARKNESS.rows


def test_the_cluster_table_is_that_of_the_register() -> None:
    rows = tables("QR-cluster-table")["rows"]
    assert {roll: {str(size): hits[int(roll) - 2] for size, hits in CLUSTERS.rows.items()} for roll in rows} == rows


@pytest.mark.parametrize(("kind", "name"), [("biped", "Wasp WSP-1A"), ("quad", "Scorpion SCP-1N")])
def test_hit_locations_are_those_of_the_register(kind: str, name: str) -> None:
    target = unit(known(name))
    for side, column in tables("QR-hit-locations")[kind].items():
        for roll, cell in column.items():
            code = cell["location"] if isinstance(cell, dict) else cell
            struck = weapon_location(Placement(standard(), target, side.partition("_")[0], int(roll)))
            assert struck == OURS.get(code, code)


@pytest.mark.parametrize(("kind", "name"), [("biped", "Wasp WSP-1A"), ("quad", "Scorpion SCP-1N")])
def test_punch_and_kick_locations_are_those_of_the_register(kind: str, name: str) -> None:
    target = unit(known(name))
    for id in ("QR-punch-locations", "QR-kick-locations"):
        for column, cells in tables(id)[kind].items():
            for side in column.split("_"):
                for roll, cell in cells.items():
                    code = cell[side] if isinstance(cell, dict) else cell
                    first = int(roll.partition("-")[0])
                    if id == "QR-punch-locations":
                        struck = punch_location(Placement(standard(), target, side, first))
                    else:
                        struck = kick_location(Placement(standard(), target, side, first))
                    assert struck == OURS.get(code, code)


def test_terrain_costs_and_entry_rolls_are_those_of_the_register() -> None:
    names = {"water_1": "water depth 1", "water_2": "water depth 2", "water_3plus": "water depth 3"}
    for entry in tables("QR-terrain-costs")["entries"]:
        name = names.get(entry["terrain"], entry["terrain"].replace("_", " "))
        if name in TERRAIN_COSTS:
            assert TERRAIN_COSTS[name] == entry["mp"]
        if isinstance(entry["psr"], int):
            assert TERRAIN[name].entry == entry["psr"]
    kinds = {f"{kind} building": value for kind, value in tables("QR-psr-building")["type"].items()}
    assert kinds == BUILDING_ROLLS.rows
    for name, row in tables("QR-terrain-modifications-move").items():
        kind = TERRAIN[name.replace("_", " ")]
        price = kind.costs.get("legs", TERRAIN_COSTS[name.replace("_", " ")])
        assert (price, kind.footings.get("legs", kind.footing)) == (row["mp"], row["psr_all"])
    other = tables("QR-additional-movement")
    assert OTHER_COSTS.rows == {
        "hexside": other["facing_per_hexside"],
        "drop prone": other["drop_prone"],
        "stand up": other["stand_attempt"]["mp"],
        "shift": other["quad_lateral_shift"],
    }


def test_piloting_rolls_are_those_of_the_register() -> None:
    physical, actions = tables("QR-psr-physical"), tables("QR-psr-actions")
    assert [BLOWS[name] for name in ("kicked", "pushed", "charged", "attacked from above")] == list(physical.values())
    assert BLOWS["unintentional charge"] == tables("QR-psr-special")["unintentional_charge"]
    assert (DEEDS["missed kick"], DEEDS["death from above"], DEEDS["standing up"]) == (
        actions["missed_kick"],
        actions["successful_dfa"],
        actions["stand_up"],
    )
    assert DEEDS["charge"] == tables("QR-charge")["psr_both"]
    damage = tables("QR-psr-damage")
    assert CAUSES["20 damage or more in a phase"] == damage["damage_20plus"]
    assert CAUSES["shutdown"] == damage["involuntary_shutdown"]
    for roll, row in tables("QR-fall-facing").items():
        assert LANDINGS[int(roll)] == (row["turn"] % 6, row["side"])
