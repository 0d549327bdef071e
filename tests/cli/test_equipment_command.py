"""`overheat equipment` as people and programs use it: every figure of every item, found by the names people use."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import overheat as oh
from overheat.classic import rulesets as classic
from overheat.classic.armoury.shelves import items
from overheat.classic.unit.equipment import catalogue
from overheat.register.ruling import find as ruling
from terminal import refused, run

HOT = """id = "hot_lasers"
needs = ["classic"]
cite = "page 3"

[rows."equipment.figures"]
"Medium Laser" = {heat = "3/2", damage = 6}

[rows."equipment.entries"]
death_ray = {kind = "weapon", name = "Death Ray", damage = 99}

[rows."construction.support.fuel"]
alcohol = "1/50"
"""


@pytest.fixture
def hot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(classic.LIBRARY, "layers", dict(classic.LIBRARY.layers))
    monkeypatch.setattr(classic.LIBRARY, "files", {})
    monkeypatch.setattr(classic.LIBRARY, "_composed", {})
    path = tmp_path / "hot.toml"
    path.write_text(HOT, encoding="utf-8")
    return str(path)


def shown(name: str, *more: str) -> str:
    """What people are told of an item, every run of blanks as one."""
    return "\n".join(" ".join(line.split()) for line in run("equipment", "show", name, *more).stdout.splitlines())


def programs(name: str, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("equipment", "show", name, "--format", "json", *more).stdout)
    return found


def rows(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("equipment", "list", "--format", "json", *arguments).stdout)
    return found


def test_an_item_is_shown_with_its_figures_and_their_citation() -> None:
    told = shown("ac20")
    for line in (
        "heat 7",
        "damage 20",
        "range short 3, medium 6, long 9, extreme 12",
        "weight 14 tons",
        "critical slots 10",
    ):
        assert f"\n{line}\n" in told
    assert "\ncost 300,000 C-bills\n" in told
    assert "\nammunition AC/20 Ammo\n" in told
    assert told.splitlines()[-1].startswith("[TM ")


def test_programs_get_every_figure_of_every_item() -> None:
    held = catalogue().entries["is_medium_laser"]
    (item,) = programs("is_medium_laser")
    apart = {"id", "name", "cite", "tech", "aliases", "implements"}
    assert set(item["figures"]) == set(held.__struct_fields__) - apart
    assert item["figures"]["range"] == [0, 3, 6, 9, 12]


@pytest.mark.parametrize("name", ["Medium Pulse Laser", "medium pulse laser", "MediumPulseLaser", "Pulse Med Laser"])
def test_letter_case_blanks_and_other_names_do_not_matter(name: str) -> None:
    assert {item["technology"]: item["figures"]["damage"] for item in programs(name)} == {"Inner Sphere": 6, "Clan": 7}


def test_a_technology_chooses_between_items_of_one_name() -> None:
    (item,) = programs("medium pulse laser", "--technology", "clan")
    assert item["id"] == "clan_medium_pulse_laser"
    (item,) = programs("medium pulse laser", "--technology", "inner_sphere")
    assert item["id"] == "is_medium_pulse_laser"


def test_what_battles_pass_over_is_told_with_the_item() -> None:
    told = {name: run("equipment", "show", name).stdout.split() for name in ("Naval C3", "Medium Laser")}
    assert "in battle not played" in " ".join(told["Naval C3"])
    assert "in battle" not in " ".join(told["Medium Laser"])


def test_names_that_have_the_word_come_before_those_that_have_its_letters() -> None:
    listed = run("equipment", "list", "--search", "a-pod").stdout.splitlines()
    assert [line.split("  ")[0] for line in listed[:2]] == ["Anti-Personnel Pod (A-Pod)", "Narc Bola Pods"]


def test_part_of_a_name_is_enough_where_one_item_has_it() -> None:
    assert {item["name"] for item in programs("silver bullet gauss r")} == {"Silver Bullet Gauss Rifle"}


def test_part_of_many_names_is_refused_with_some_of_them() -> None:
    told = refused("equipment", "show", "gauss rif", code=1)
    assert "is in the names of" in told
    assert "Heavy Gauss Rifle" in told


def test_what_is_not_there_is_told_in_a_line_with_what_looks_like_it() -> None:
    assert "no equipment 'Medum Laser'; did you mean Medium Laser" in refused(
        "equipment", "show", "Medum Laser", code=1
    )
    assert "an empty name is no equipment" in refused("equipment", "show", " ", code=1)
    assert "no technology 'wolf'" in refused("equipment", "show", "ac20", "--technology", "wolf", code=1)
    assert "no kind 'sofa'; there are" in refused("equipment", "list", "--kind", "sofa", code=1)


def test_rounds_name_their_weapons_and_weapons_their_rounds() -> None:
    told = shown("LRM 20", "--technology", "inner_sphere")
    assert "\nammunition LRM 20 Ammo\n" in told
    assert "Swarm" in told
    (rounds,) = programs("is_lrm_20_ammo")
    assert {"id": "is_lrm_20", "name": "LRM 20"} in rounds["fits"]["weapon"]
    (munition,) = programs("munition_inferno")
    assert any(fitting["name"] == "SRM 6" for fitting in munition["fits"]["weapon"])


def test_special_rounds_are_made_from_the_ordinary_ones() -> None:
    plain, special = programs("is_srm_6_ammo")[0], programs("SRM 6 Inferno Ammo", "--technology", "inner_sphere")[0]
    assert special["figures"]["munition"] == "Inferno"
    assert special["figures"]["cost"] == plain["figures"]["cost"] * 0.5


def test_errata_are_told_with_their_id_and_what_they_say() -> None:
    assert "\nerrata TO-089-physical-table-2: Flail to-hit modifier is 0 (was +1).\n" in shown("flail")
    (item,) = programs("is_silver_bullet_gauss_rifle")
    told = {each["id"]: each["says"] for each in item["errata"]}
    assert told["TO-315-silver-bullet-rating"] == ruling("TO-315-silver-bullet-rating").summary


def test_dates_and_eras_are_told() -> None:
    told = shown("is_arrow_iv")
    for line in ("introduced 2600", "prototype 2593", "extinct 2830", "recovered 3044"):
        assert f"\n{line}\n" in told
    assert "\navailable by era Star League X, Succession Wars X, Clan Invasion E\n" in shown("is_partial_wing")
    assert "\nintroduced by the compiled tables before spaceflight\n" in shown("is_mech_mortar_4")


def test_tables_of_support_vehicles_are_items() -> None:
    assert "\nleast technology rating A\n" in shown("Support vehicle, small rail")
    assert "\navailability D-F-E\n" in shown("Support vehicle engine, maglev")
    assert "\nshare of the engine's weight on 100 km 1/80\n" in shown("Support vehicle fuel, alcohol")
    assert "\nweight of the chassis times 1.75\n" in shown("amphibious chassis")
    assert "\nmay not enter water of depth 2\n" in shown("Superheavy vehicle, hover")
    assert "\nsquad size 5\n" in shown("Mechanized SCUBA")
    assert "\nmay be a flat bed vehicle, support vehicle\n" in shown("Support vehicle chassis, tracked")
    assert "\nmay be a flat bed none\n" in shown("Support vehicle chassis, hover")


def test_layers_change_figures_and_bring_items(hot: str) -> None:
    told = shown("is_medium_laser", "--rules", hot)
    assert "\nheat 3/2\n" in told
    assert "\nchanged by hot_lasers: damage 6 in place of 5 [hot.toml: page 3]\n" in told
    (item,) = programs("is_medium_laser", "--rules", hot)
    assert (item["figures"]["heat"], item["before"]["damage"], item["changed_by"]["layer"]) == ("3/2", 5, "hot_lasers")
    assert "\nbrought by hot_lasers [hot.toml: page 3]\n" in shown("death ray", "--rules", hot)
    refused("equipment", "show", "death ray", code=1)
    assert "on 100 km 1/50" in shown("Support vehicle fuel, alcohol", "--rules", hot)


def test_items_are_listed_by_kind_technology_year_and_words() -> None:
    found = rows("pulse", "--kind", "weapon", "--technology", "clan", "--available", "2830")
    assert "clan_medium_pulse_laser" in {row["id"] for row in found}
    assert {row["technology"] for row in found} <= {"Clan", "both"}
    assert all(row["introduced"] is None or row["introduced"] <= 2830 for row in found)
    assert rows("--search", "no such thing") == []
    assert {tuple(row["groups"]) for row in rows("--kind", "infantry armour kit")} == {
        ("infantry armour kit", "infantry")
    }


def test_what_was_lost_is_not_listed_until_it_is_found_again() -> None:
    def standing(year: int) -> str | None:
        found = {row["id"]: row["standing"] for row in rows("arrow iv", "--kind", "weapon", "--available", str(year))}
        return found.get("is_arrow_iv")

    assert [standing(year) for year in (2592, 2593, 2600, 2829)] == [None, "prototype", "production", "production"]
    assert [standing(year) for year in (2830, 3043, 3044)] == [None, None, "recovered"]


def test_a_list_is_a_table_or_csv() -> None:
    told = run("equipment", "list", "--kind", "engine", "--search", "fission").stdout
    assert told.endswith("items\n")
    assert "Fission Engine" in told
    read = list(csv.DictReader(io.StringIO(run("equipment", "list", "ac/20", "--format", "csv").stdout)))
    assert any(row["name"] == "AC/20" and row["tons"] == "14.0" for row in read)


def test_every_item_can_be_told_and_is_found_by_its_id() -> None:
    every = list(items(classic.standard()))
    assert len({item.id for item in every}) == len(every)
    for item in every:
        assert item.explain().startswith(item.name)
        assert item.as_json()["id"] == item.id


def test_the_library_has_the_same_items(hot: str) -> None:
    assert oh.equipment("medium pulse laser")["damage"] == 6
    assert oh.equipment("medium pulse laser", technology="clan")["damage"] == 7
    assert oh.equipment("medium laser", rules=hot)["damage"] == 6
    assert "medium laser" in oh.equipment("medium laser").explain().lower()
    assert {item.kind for item in oh.equipment_list(kind="support vehicle fuel")} == {"support vehicle fuel"}
    with pytest.raises(oh.RefusedError, match="no equipment 'xyzzy'"):
        oh.equipment("xyzzy")
