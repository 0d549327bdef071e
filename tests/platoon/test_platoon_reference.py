"""The quick reference: two pages whose tables and sentences are asked of the rules in force, and reminders on cards."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from overheat.drawing.tracing import plain_letters
from overheat.kernel.dice import Scripted
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Man, Unit
from overheat.platoon.cards import draw_card, reference_pages
from overheat.platoon.cards.card import arms, extras
from overheat.platoon.cards.keywords import KEYWORDS
from overheat.platoon.cards.reference import EFFECTS, STORMING, Section, reference
from overheat.platoon.damage.assault import storm_score
from overheat.platoon.damage.losses import vehicle_effect
from overheat.platoon.ground.geometry import Spot
from overheat.platoon.ground.terrain import kinds
from overheat.platoon.rosters.roster import Enlisted, Priced, Roster, muster
from overheat.platoon.rules.standard import shooting
from overheat.platoon.rules.standard.armour import Effect
from overheat.platoon.rulesets import ruleset
from overheat.platoon.units.weapons import weapons
from overheat.table.platoon.previews import left_of
from platoon.cases import heat
from platoon.positions import A, duel
from terminal import run


def section(title: str, *layers: str) -> Section:
    return next(part for part in reference(heat(*layers)) if part.title.startswith(title))


def unit(kind: str, *layers: str, **facts: object) -> Priced:
    roster = Roster(name="Test", selector="open", units=(Enlisted(unit=kind, **facts),))  # type: ignore[arg-type]
    return muster(roster, heat(*layers)).units[0]


@pytest.mark.parametrize("layers", [(), ("later_versions",)])
def test_the_reference_has_two_pages_on_every_paper_with_every_part_on_them(layers: tuple[str, ...]) -> None:
    rules = ruleset(layers)
    for paper in ("a4", "letter"):
        pages = reference_pages(rules, paper)
        assert len(pages) == 2
        assert all(f'data-section="{part.title}"' in "".join(pages) for part in reference(rules))


def test_long_names_go_on_in_a_second_line_before_they_are_too_small_to_read() -> None:
    pages = [ElementTree.fromstring(page) for page in reference_pages(heat())]
    weapons = next(part for page in pages for part in page.iter() if part.get("data-section") == "Weapons")
    texts = [part for part in weapons.iter() if part.tag.endswith("text")]
    sizes = [float(part.get("font-size", "0")) for part in texts]
    assert min(sizes[1:]) > 0.75 * max(sizes[1:])
    assert {"Anti-Tank guided", "missile launcher"} <= {part.text for part in texts}


def test_every_sign_of_the_reference_is_there_on_paper() -> None:
    """The faces of a PDF have few signs: what they lack is told by another one, and never by a question mark."""
    rules = heat()
    cells = [cell for part in reference(rules) for row in (part.heads, *part.rows, part.notes) for cell in row]
    assert any("−" in cell for cell in cells)
    assert [cell for cell in cells if "?" in plain_letters(cell)] == []


def test_cards_tell_the_quality_and_the_kind_and_no_ids() -> None:
    roster = Roster(name="Test", selector="open", units=(Enlisted(unit="rifle_squad", id="a_1", name="Alpha squad"),))
    squad = muster(roster, heat()).units[0]
    assert "regular rifle squad" in draw_card(squad, heat())
    assert ">regular<" in draw_card(unit("rifle_squad"), heat())
    assert "N NCO" in draw_card(squad, heat())


def test_the_chances_are_those_of_the_dice() -> None:
    tests = section("Order tests")
    assert tests.heads == ("pins", "inexperienced", "regular", "veteran")
    assert tests.rows[0] == ("1", "58%", "72%", "83%")  # 21, 26 and 30 of 36 throws
    shots = {row[0]: row[1:] for row in section("A shot").rows}
    assert shots["4+"] == ("50%", "33%", "25%", "17%")
    assert shots["7+"][0] == "3%"


def test_the_tables_are_those_of_the_rules_and_options_change_them() -> None:
    assert ("hard cover", "−2") in section("To hit").rows
    assert section("Helicopters").rows[0] == ("light", '24", 2', '48", 1', '10", 2', '20", 2', "8")
    assert section("The lead vehicle").rows == (
        ("0 to 30 inches", "no test"),
        ("31 to 36 inches", "tests"),
        ("37+ inches", "tests, 1 pin more"),
    )
    assert section("The lead vehicle", "leash_36").rows == (("0 to 36 inches", "no test"), ("37+ inches", "tests"))
    assert section("Drones").rows != section("Drones", "later_drones").rows


def test_terrain_and_the_helpers_of_weapons_stand_in_tables() -> None:
    terrain = {row[0]: row[1:] for row in section("Terrain").rows}
    assert terrain.keys() == kinds().keys()
    assert terrain["wood"] == ("soft", "not seen through", "rough ground")
    assert terrain["building"] == ("hard", 'hides, 4" high', "entered by a Run")
    chart = {row[0]: row[-1] for row in section("Weapons").rows}
    assert (chart["Medium machine gun"], chart["Heavy machine gun"], chart["Rifle"]) == ("1", "2", "")


@pytest.mark.parametrize("effect", EFFECTS)
def test_what_a_row_of_the_damage_table_does_is_what_happens_to_a_vehicle(effect: Effect) -> None:
    """A vehicle on fire holds its nerve on a low roll."""
    table = duel(red="old_tank").ready()
    with Scripted(*([(1, 2)] if effect == "on_fire" else [])) as dice:
        battle = Battle(table.state, table.game.ruleset, dice)
        vehicle_effect(battle, A, effect)
    unit, words = battle.units[A], EFFECTS[effect]
    assert (unit.pins == 1) == ("a pin" in words)
    assert unit.alive == (words != "a wreck")
    assert unit.immobilised == ("never moves" in words)
    assert (unit.order == "down") == ("goes down" in words)


def test_men_get_at_vehicles_as_the_reference_says() -> None:
    still, moved = (storm_score(Unit(id="a", side=0, moved=moved)) for moved in (False, True))
    assert f"on {still} or more each, on a {moved} if it has moved" in STORMING


def test_the_reference_answers_what_comes_up_in_ambushes_panics_flights_and_beside_devices() -> None:
    """Questions of a game whose answers no other page has."""
    assert any("fires at who acts in its sight" in note for note in section("Orders").notes)
    tests = " ".join(section("Order tests").notes)
    assert "straight away from the nearest enemy" in tests
    assert "an enemy within 12 inches" in tests
    drones = " ".join(section("Drones").notes)
    assert "comes down a D3 of inches away" in drones
    assert "one less for every full 10 inches" in drones
    assert section("Hidden devices").rows == (
        ("1 to 2", "goes off", "D2 + D2 pins"),
        ("3 to 5", "go down, then it goes off", "D2 pins"),
        ("6", "nothing", "nothing"),
    )
    assert "within 12 inches" in " ".join(section("Officers").notes)


def test_every_keyword_of_a_weapon_that_is_sold_is_explained() -> None:
    rules = heat()
    sold = [weapon for weapon in weapons(rules) if rules[shooting.available](rules, weapon)]
    assert {word for weapon in sold for word in weapon.keywords} <= KEYWORDS.keys()


def test_cards_say_how_drones_helicopters_missiles_and_leashes_go() -> None:
    def told(kind: str, *layers: str) -> str:
        return "; ".join(extras(unit(kind, *layers).sheet, heat(*layers)))

    assert 'flies 15"/30", below 24", battery tested after 2 turns, radio beyond 60"' in told("drone_team")
    assert "battery" not in told("drone_team", "untested_drones")
    assert 'turns 2/1, climbing 2/2; 6" to 60" high; tests to lift off, land, embark' in told("light_helicopter")
    assert 'missiles fly 32" a turn' in told("atgm_team")
    assert "one smoke screen" in told("light_ifv")
    assert told("drone_team").startswith("drone: reconnaissance, flies")
    assert "A shaped charge is as strong far away as near." in draw_card(unit("rpg_team"), heat())


def test_cards_tell_the_helpers_of_a_team_and_leave_out_what_means_nothing_on_a_vehicle() -> None:
    assert "Fixed, Team with 2 helpers" in draw_card(unit("hmg_team"), heat())
    on_wheels = [arm for arm in arms(unit("light_ifv").sheet, heat()) if arm.place]
    assert any("Team" in arm.weapon.keywords for arm in on_wheels)
    assert [arm.words for arm in on_wheels if "Team" in arm.words or "Fixed" in arm.words] == []


def test_in_a_battle_a_card_has_the_weapons_of_those_who_live() -> None:
    sheet = unit("rifle_squad", men=6, options={"lmg": 1, "law": 2}).sheet
    gunner = next(number for number, man in enumerate(sheet.men) if man.arms == "lmg")
    living = tuple(Man(number, Spot(0, 0)) for number in range(6) if number != gunner)
    left = left_of(sheet, Unit(id="a", side=0, men=living, laws=1))
    assert [(arm.weapon.id, arm.many) for arm in arms(left, heat())] == [("ar", 5), ("rpg", 1)]
    assert left_of(sheet, Unit(id="a", side=0)) == sheet


def test_the_command_writes_the_reference_as_pages_and_as_text(tmp_path: Path) -> None:
    pdf, svg = tmp_path / "reference.pdf", tmp_path / "reference.svg"
    run("platoon", "reference", "--format", "pdf", "--out", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF")
    run("platoon", "reference", "--format", "svg", "--page", "2", "--out", str(svg))
    assert "page 2 of 2" in svg.read_text(encoding="utf-8")
    assert "  hard cover" in run("platoon", "reference").stdout
