"""Cards of the platoon game: what stands on them, how units are signed, how they are laid out."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from overheat.drawing.surface import Box
from overheat.kernel.refusal import RefusedError
from overheat.platoon.battle.scenario import find_roster
from overheat.platoon.cards import card_pages, draw_card
from overheat.platoon.cards.face import damage_rows
from overheat.platoon.cards.pen import Pen
from overheat.platoon.cards.symbols import SIGNS, signs, size_of
from overheat.platoon.rosters.catalogue import unit_kinds
from overheat.platoon.rosters.roster import Enlisted, Platoon, Priced, Roster, muster
from overheat.platoon.rulesets import ruleset
from terminal import refused, run

RULES = ruleset(["later_weapons"])
PICTURE = "{http://www.w3.org/2000/svg}"


def enlisted(unit: str, **facts: object) -> Priced:
    """One unit, priced, of the first quality that it is to be had in."""
    for quality in ("regular", "inexperienced", "veteran"):
        entry = Enlisted(unit=unit, **{"quality": quality, **facts})  # type: ignore[arg-type]
        try:
            return muster(Roster(name="One", selector="open", units=(entry,)), RULES).units[0]
        except RefusedError as error:
            if error.refusal.id != "roster.quality":
                raise
    raise AssertionError(unit)


def sold(unit: str) -> bool:
    """Whether these rules sell it in some quality."""
    try:
        return bool(enlisted(unit))
    except RefusedError:
        return False


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{PICTURE}text")]


def marked(svg: str, mark: str) -> list[str]:
    found = (element.get(f"data-{mark}") for element in ElementTree.fromstring(svg).iter(f"{PICTURE}g"))
    return [value for value in found if value is not None]


def border_brigade() -> Platoon:
    return muster(find_roster("border_brigade"), RULES)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("rifle_squad", ("infantry",)),
        ("junior_leader", ("infantry", "headquarters")),
        ("scouts", ("reconnaissance",)),
        ("engineers", ("engineer",)),
        ("medic", ("medical",)),
        ("sniper_team", ("sniper",)),
        ("flamethrower_team", ("flamethrower",)),
        ("mmg_team", ("machine_gun",)),
        ("rpg_team", ("anti_tank",)),
        ("atgm_team", ("anti_tank",)),
        ("manpads_team", ("air_defence",)),
        ("light_mortar", ("mortar",)),
        ("heavy_howitzer", ("artillery",)),
        ("autocannon_gun", ("gun",)),
        ("drone_team", ("drone",)),
        ("utility_helicopter", ("helicopter",)),
        ("main_battle_tank", ("armour",)),
        ("tracked_carrier", ("infantry", "armour")),
        ("light_ifv", ("infantry", "armour", "fighting_vehicle")),
        ("scout_car", ("armour", "reconnaissance")),
        ("technical", ("infantry", "motorised")),
        ("truck", ("transport",)),
    ],
)
def test_a_unit_has_the_sign_of_what_it_is_for(unit: str, expected: tuple[str, ...]) -> None:
    assert signs(enlisted(unit).sheet, RULES) == expected


def test_a_command_tank_has_a_staff() -> None:
    assert signs(enlisted("old_tank", options={"command": 1}).sheet, RULES) == ("armour", "headquarters")


def test_four_men_are_a_squad_and_fewer_or_machines_a_team() -> None:
    assert size_of(enlisted("rifle_squad", men=4).sheet) == "squad"
    assert size_of(enlisted("scouts", men=3).sheet) == "team"
    assert size_of(enlisted("main_battle_tank").sheet) == "team"


def test_every_kind_of_unit_that_is_sold_has_a_card_with_its_name_and_points() -> None:
    units = [enlisted(unit) for unit in unit_kinds() if sold(unit)]
    assert len(units) > 40
    for priced in units:
        svg = draw_card(priced, RULES)
        assert priced.sheet.name in texts(svg)
        assert marked(svg, "points") == [str(int(priced.cost.total))]
        assert set(marked(svg, "symbol")[0].split()) <= SIGNS.keys()


def test_a_card_says_what_its_unit_fires_and_how_it_stands() -> None:
    svg = draw_card(enlisted("rifle_squad", quality="veteran", men=8, options={"lmg": 1, "law": 2}), RULES)
    told = texts(svg)
    assert marked(svg, "weapon") == ["ar", "lmg", "rpg"]
    assert {"7 x Assault rifle", '0-12" 2, 12-24" 1', "Light machine gun", '0-36" 4', "Team with 1 helper"} <= set(told)
    assert "2 x Light anti-tank weapon" in told
    assert {"10", "5+", '6"/12"', "8"} <= set(told)


def boxes(svg: str, track: str, shape: str) -> int:
    group = next(each for each in ElementTree.fromstring(svg).iter(f"{PICTURE}g") if each.get("data-track") == track)
    return len(group.findall(f"{PICTURE}{shape}"))


@pytest.mark.parametrize(("quality", "pins"), [("inexperienced", 8), ("regular", 9), ("veteran", 10)])
def test_a_unit_has_a_box_for_each_pin_up_to_the_one_that_routs_it(quality: str, pins: int) -> None:
    svg = draw_card(enlisted("rifle_squad", quality=quality, men=6), RULES)
    assert boxes(svg, "pins", "rect") == pins
    assert boxes(svg, "men", "circle") == 6


def test_vehicles_have_their_damage_table_and_helicopters_their_own() -> None:
    tank, helicopter = enlisted("old_tank").sheet, enlisted("utility_helicopter").sheet
    assert damage_rows(tank, RULES) == [
        ("1", "stunned"),
        ("2", "immobilised"),
        ("3", "on fire"),
        ("4+", "knocked out"),
    ]
    assert damage_rows(helicopter, RULES) == [("1", "shaken"), ("2-3", "damaged"), ("4+", "crashes")]
    assert boxes(draw_card(enlisted("old_tank"), RULES), "damage", "rect") == 4


def test_a_second_kind_of_rocket_is_on_the_card() -> None:
    assert marked(draw_card(enlisted("rpg_team", options={"tandem": 1}), RULES), "weapon") == ["rpg", "tandem"]


def test_many_weapons_stay_within_their_room() -> None:
    bought = ("light_rockets", "medium_rockets", "heavy_rockets", "light_missile", "medium_missile", "heavy_missile")
    svg = draw_card(enlisted("attack_helicopter", options=dict.fromkeys(bought, 1)), RULES)
    assert len(marked(svg, "weapon")) == 8
    lines = [float(each.get("y1", "0")) for each in ElementTree.fromstring(svg).iter(f"{PICTURE}line")]
    assert max(lines) <= 150


def test_a_name_with_odd_signs_is_drawn_as_it_is() -> None:
    svg = draw_card(enlisted("rifle_squad", name='<Böse> & "gut"'), RULES)
    assert '<Böse> & "gut"' in texts(svg)


def test_eight_cards_are_on_a_page() -> None:
    pages = card_pages(border_brigade(), RULES)
    assert [len(marked(page, "unit")) for page in pages] == [8, 5]
    assert 'width="210mm"' in pages[0]
    assert 'width="8.5in"' in card_pages(border_brigade(), RULES, "letter")[0]


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(RefusedError, match="is no paper"):
        card_pages(border_brigade(), RULES, "a0")  # type: ignore[arg-type]


def test_words_become_half_as_large_then_shorter_until_they_fit() -> None:
    pen = Pen("a card", Box(0, 0, 100, 100))
    long = "Heavy infantry fighting vehicle"
    for words, room in (("squad", 100), (long, 100), (long, 30)):
        pen.write((0, 0), words, 10, room=room)
    whole, smaller, shorter = (ElementTree.fromstring(element) for element in pen.elements)
    assert (whole.text, whole.get("font-size")) == ("squad", "10")
    assert smaller.text == long
    assert 5 < float(smaller.get("font-size", "0")) < 10
    assert shorter.text is not None
    assert shorter.text.endswith("…")
    assert shorter.get("font-size") == "5"


def test_the_command_writes_pages_and_single_cards(tmp_path: Path) -> None:
    pdf, svg, png = tmp_path / "all.pdf", tmp_path / "page.svg", tmp_path / "tank.png"
    run("platoon", "card", "border_brigade", "--format", "pdf", "--paper", "letter", "--out", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", pdf.read_bytes())) == 2
    run("platoon", "card", "border_brigade", "--format", "svg", "--page", "2", "--out", str(svg))
    assert len(marked(svg.read_text(encoding="utf-8"), "unit")) == 5
    run("platoon", "card", "border_brigade", "--format", "png", "--unit", "old_tank_1", "--out", str(png))
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_card_is_there_for_programs_too() -> None:
    first, *_ = json.loads(run("platoon", "card", "border_brigade", "--unit", "first", "--format", "json").stdout)
    assert (first["points"], first["morale"], len(first["men"])) == (140, 9, 8)
    assert [(arm["many"], arm["weapon"]["id"]) for arm in first["weapons"]] == [(7, "ar"), (1, "lmg"), (2, "rpg")]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--format", "svg"), "svg is one page and these are 2"),
        (("--format", "png", "--page", "3"), "there is no page 3"),
        (("--unit", "nobody"), "no unit 'nobody'"),
        (("--paper", "a0"), "'a0'"),
    ],
)
def test_what_cannot_be_drawn_is_wrong_usage(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refused("platoon", "card", "border_brigade", *arguments, code=2)
