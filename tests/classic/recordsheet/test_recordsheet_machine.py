"""The record sheet of a war machine: everything is on it, counted right, and the same each time."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from boards import CORPUS, needs_corpus
from overheat.classic.recordsheet import PAPERS, Crew, Paper, draw_sheet, sheet_pdf
from overheat.classic.recordsheet.heat import effects, flying_effects
from overheat.classic.recordsheet.inventory import ammunition_lines, weapon_lines
from overheat.classic.recordsheet.reminders import cluster_sizes, cluster_table, tables
from overheat.classic.recordsheet.slots import runs, slots_of
from overheat.classic.rulesets import ruleset, standard
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.mtf import parse_mtf, read_mtf
from overheat.kernel.refusal import RefusedError
from overheat.table.classic.live_sheet import live_sheet
from skirmish import replace, unit

SVG = "{http://www.w3.org/2000/svg}"
LEG = ["Hip", "Upper Leg Actuator", "Lower Leg Actuator", "Foot Actuator"]
ARM = ["Shoulder", "Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator", "Medium Laser"]
SLOTS = {
    "Left Arm": ARM,
    "Right Arm": ARM,
    "Left Torso": ["IS Ammo AC/10", "IS Ammo AC/10", "Heat Sink", "Heat Sink"],
    "Right Torso": ["Autocannon/10"] * 7,
    "Center Torso": ["Fusion Engine"] * 3 + ["Gyro"] * 4 + ["Fusion Engine"] * 3 + ["Medium Laser"],
    "Head": ["Life Support", "Sensors", "Cockpit", "-Empty-", "Sensors", "Life Support"],
    "Left Leg": LEG,
    "Right Leg": LEG,
}
ARMOUR = {"LA": 14, "RA": 15, "LT": 18, "RT": 17, "CT": 20, "HD": 9, "LL": 20, "RL": 19, "RTL": 6, "RTR": 5, "RTC": 7}
HEAD = """chassis:{name}
model:TST-1
Config:{config}
techbase:Inner Sphere
era:3025
rules level:1
role:Brawler
mass:50
engine:200 Fusion Engine(IS)
structure:IS Standard
myomer:Standard
heat sinks:12 Single
walk mp:4
jump mp:0
armor:Standard(Inner Sphere)
"""


def machine(slots: dict[str, list[str]] | None = None, name: str = "Testbed") -> Sheet:
    """A machine of our own, with some locations' slots given instead of its own."""
    return built(HEAD.format(name=name, config="Biped"), SLOTS | (slots or {}), ARMOUR)


def quad() -> Sheet:
    """The same on four legs."""
    legs = {"LA": "FLL", "RA": "FRL", "LL": "RLL", "RL": "RRL"}
    slots = {name: held for name, held in SLOTS.items() if "Arm" not in name and "Leg" not in name}
    slots |= {f"{end} {side} Leg": LEG for end in ("Front", "Rear") for side in ("Left", "Right")}
    armour = {legs.get(code, code): points for code, points in ARMOUR.items()}
    return built(HEAD.format(name="Testbed", config="Quad"), slots, armour)


def built(head: str, slots: dict[str, list[str]], armour: dict[str, int]) -> Sheet:
    points = "".join(f"{code} armor:{value}\n" for code, value in armour.items())
    lists = "".join(
        f"\n{name}:\n" + "\n".join([*held, *["-Empty-"] * (12 - len(held))]) for name, held in slots.items()
    )
    return parse_mtf(f"{head}{points}{lists}\n", "test.mtf").sheet


def tree(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> list[str]:
    return [element.text or "" for element in tree(svg).iter(f"{SVG}text")]


def pips(svg: str) -> dict[tuple[str | None, str | None], int]:
    """How many circles each location has, by what they stand for."""
    return {
        (group.get("data-location"), group.get("data-what")): len(group.findall(f"{SVG}circle"))
        for group in tree(svg).iter(f"{SVG}g")
        if group.get("data-what")
    }


@pytest.mark.parametrize("sheet", [machine(), quad()], ids=["biped", "quad"])
def test_every_location_has_as_many_pips_as_points(sheet: Sheet) -> None:
    found = pips(draw_sheet(sheet))
    for place in sheet.locations:
        assert found[place.code, "armour"] == place.armour
        assert found[place.code, "structure"] == place.structure
        assert found.get((place.code, "rear armour"), 0) == place.rear_armour


@pytest.mark.parametrize("paper", list(PAPERS))
def test_a_sheet_has_the_size_of_its_paper(paper: Paper) -> None:
    root = tree(draw_sheet(machine(), paper=paper))
    size = PAPERS[paper]
    assert (root.get("width"), root.get("height")) == (size.wide, size.high)
    assert root.get("viewBox") == f"0 0 {size.width:g} {size.height:g}"


def test_a_paper_that_is_none_is_refused() -> None:
    with pytest.raises(RefusedError, match="no paper"):
        draw_sheet(machine(), paper="folio")  # type: ignore[arg-type]


def test_the_same_machine_gives_the_same_sheet() -> None:
    assert draw_sheet(machine(), bv=900) == draw_sheet(machine(), bv=900)


def test_nothing_is_drawn_off_the_page() -> None:
    root = tree(draw_sheet(machine()))
    wide, high = 560.0, 810.0
    for element in root.iter():
        for name, limit in (("x", wide), ("cx", wide), ("x1", wide), ("x2", wide), ("y", high), ("cy", high)):
            if element.get(name) is not None and element.get("fill") != "#fff":
                assert -1 <= float(element.get(name, "")) <= limit


def test_what_the_machine_is_stands_at_the_top() -> None:
    told = words(draw_sheet(machine(), bv=1234, crew=Crew("Natasha", 2, 3)))
    assert "Testbed TST-1" in told
    assert "1,234" in told
    assert "Natasha" in told
    assert any(
        "50 tons" in line and "Introductory rules" in line and "3025" in line and "Brawler" in line for line in told
    )


def test_every_slot_is_named_and_empty_ones_are_rolled_again() -> None:
    sheet = machine()
    for group in tree(draw_sheet(sheet)).iter(f"{SVG}g"):
        code = group.get("data-slots")
        if code is not None:
            told = [element.text for element in group.iter(f"{SVG}text")]
            for slot in slots_of(sheet[code], sheet.tech):
                assert slot.name in told
    assert len(slots_of(sheet["HD"], "IS")) == len(slots_of(sheet["LL"], "IS")) == 6
    assert [slot.name for slot in slots_of(sheet["HD"], "IS")][3] == "Roll again"
    assert len(slots_of(sheet["CT"], "IS")) == 12


def test_slots_of_one_item_are_held_together() -> None:
    sheet = machine()
    assert list(runs(slots_of(sheet["RT"], "IS"))) == [(0, 6)]
    assert list(runs(slots_of(sheet["CT"], "IS"))) == [(0, 2), (3, 6), (7, 9)]
    assert list(runs(slots_of(sheet["LT"], "IS"))) == []


def test_two_of_an_item_side_by_side_are_told_apart() -> None:
    sheet = machine({"Right Torso": ["LRM 10"] * 4})
    assert list(runs(slots_of(sheet["RT"], "IS"))) == [(0, 1), (2, 3)]


def test_alike_weapons_in_a_place_are_one_line() -> None:
    sheet = machine({"Left Arm": [*SLOTS["Left Arm"], "Medium Laser", "Medium Laser (R)"]})
    lines = {(line.quantity, line.name, line.place) for line in weapon_lines(sheet, {})}
    assert (2, "Medium Laser", "LA") in lines
    assert (1, "Medium Laser", "LA rear") in lines


def test_a_weapon_is_told_with_its_figures() -> None:
    lines = {line.name: line for line in weapon_lines(machine({"Right Torso": ["LRM 10"] * 2}), {})}
    assert lines["LRM 10"][3:] == ("4", "1/each MCI", ("6", "1–7", "8–14", "15–21"))
    assert lines["Medium Laser"][3:] == ("3", "5 E", ("–", "1–3", "4–6", "7–9"))


def test_every_bin_of_ammunition_has_its_shots() -> None:
    assert ammunition_lines(machine(), {}) == [("AC/10", "LT", 10), ("AC/10", "LT", 10)]


@pytest.mark.proves("heat.scale.movement", "heat.scale.to_hit", "heat.scale.dangers")
def test_the_heat_scale_tells_what_it_does() -> None:
    told = words(draw_sheet(machine()))
    assert all(effect in told for effect in effects(standard()).values())
    assert all(told.count(str(level)) for level in range(31))
    assert effects(standard())[14] == "Shutdown, avoid 4+"
    assert effects(standard())[24] == "+4 to hit"
    assert effects(standard())[25] == "–5 movement"
    assert flying_effects()[5] == "Swerves, avoid 5+"


@pytest.mark.proves("expanded_heat.scale_movement", "expanded_heat.scale_harm", "expanded_heat.shuts_down")
def test_the_expanded_heat_scale_goes_to_fifty_on_sheet_and_page() -> None:
    rules = ruleset(["expanded_heat"])
    told = effects(rules)
    assert max(told) == 50
    assert [told[heat] for heat in (32, 33, 36, 49)] == [
        "Pilot hit, avoid 8+", "+5 to hit", "System fails, avoid 8+", "–9 movement",
    ]  # fmt: skip
    assert (told[15], told[30], told[35]) == (
        "–3 movement", "Shutdown, avoid 8+", "Explosion, avoid 10+; infernos explode",
    )  # fmt: skip
    page = live_sheet(replace(unit(), condition=replace(unit().condition, heat=40)), rules)
    for level in (31, 40, 50):
        assert f'data-heat="{level}"' in page
    assert all(effect in words(page) for effect in told.values())
    assert 'data-heat="31"' not in live_sheet(unit())


def test_heat_sinks_and_hits_have_boxes() -> None:
    groups = list(tree(draw_sheet(machine())).iter(f"{SVG}g"))
    sinks = [len(group.findall(f"{SVG}circle")) for group in groups if group.get("data-sinks")]
    hits = {group.get("data-hits"): len(group.findall(f"{SVG}circle")) for group in groups if group.get("data-hits")}
    assert sinks == [12]
    assert hits == {"Engine": 3, "Gyro": 2, "Sensors": 2, "Life support": 1}


def test_only_the_clusters_that_are_mounted_are_printed() -> None:
    sheet = machine({"Right Torso": ["LRM 10", "LRM 10", "SRM 6", "SRM 6"]})
    table = cluster_table(cluster_sizes(sheet))
    assert table is not None
    assert table.columns == ("", "6", "10")
    assert cluster_table(cluster_sizes(machine())) is None


def test_tables_are_as_wide_as_their_headings() -> None:
    for table in tables().values():
        assert {len(row) for row in table.rows} == {len(table.columns) or 2}
        assert table.cite


def test_a_strange_name_does_not_break_the_page() -> None:
    sheet = machine(name='<Test> & "bed" ' + "very long " * 20)
    svg = draw_sheet(sheet)
    tree(svg)
    assert re.search("&lt;Test&gt; &amp;", svg)


def test_a_sheet_is_bound_into_a_pdf() -> None:
    pytest.importorskip("reportlab")
    data = sheet_pdf([draw_sheet(machine())], "a4")
    assert data.startswith(b"%PDF")
    assert len(data) > 10_000


@needs_corpus
@pytest.mark.parametrize("name", ["3058Uu/Piranha.mtf", "3085u/Phoenix/Goliath GOL-2H.mtf", "3060u/Nova Cat C.mtf"])
def test_real_machines_are_drawn(name: str) -> None:
    sheet = read_mtf(CORPUS / "units" / "meks" / name).sheet
    found = pips(draw_sheet(sheet, paper="letter"))
    assert sum(found.values()) == sum(place.armour + place.rear_armour + place.structure for place in sheet.locations)
