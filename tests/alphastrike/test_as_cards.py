"""Cards as pictures: every number is on them, pips are counted right, and pages hold eight to cut out."""

import re
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from overheat.alphastrike.card import Ability, Card, CardType, Damage, DamageRow, Move
from overheat.alphastrike.cards import card_pages, card_pdf, card_png, draw_card
from overheat.alphastrike.cards.criticals import CRITICALS
from overheat.alphastrike.cards.face import HIGH, WIDE
from overheat.classic.recordsheet import PAPERS, Paper
from overheat.kernel.refusal import RefusedError
from terminal import run

SVG = "{http://www.w3.org/2000/svg}"
TYPES: list[CardType] = list(CRITICALS)


def card(
    kind: CardType = "BM",
    *,
    name: str = "Tester",
    model: str = "TST-1",
    move: Move | None = None,
    armour: int = 5,
    structure: int = 4,
    threshold: int | None = None,
    specials: tuple[str, ...] = (),
) -> Card:
    return Card(
        name=f"{name} {model}".strip(),
        chassis=name,
        model=model,
        type=kind,
        tons=50,
        size=2,
        moves=(move or Move(8, ""),),
        tmm=1,
        damage=DamageRow(Damage(3), Damage(0, True), Damage(0), Damage(2 if threshold else 0)),
        overheat=1,
        armour=armour,
        structure=structure,
        threshold=threshold,
        abilities=tuple(Ability(code, code) for code in specials),
        role="Brawler",
        points=31,
    )


def picture(drawn: Card) -> ElementTree.Element:
    return ElementTree.fromstring(draw_card(drawn))


def marked(root: ElementTree.Element, mark: str, value: str) -> ElementTree.Element:
    (found,) = [group for group in root.iter(f"{SVG}g") if group.get(f"data-{mark}") == value]
    return found


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("points", [(5, 4), (0, 1), (24, 13), (34, 61), (120, 90)])
def test_every_point_of_armour_and_structure_is_a_pip_inside_the_card(points: tuple[int, int]) -> None:
    root = picture(card("CV", armour=points[0], structure=points[1]))
    for group, count in zip(("armour", "structure"), points, strict=True):
        pips = list(marked(root, "pips", group).iter(f"{SVG}circle"))
        places = [(float(pip.get("cx", "")), float(pip.get("cy", ""))) for pip in pips]
        assert len(set(places)) == len(pips) == count
        radius = float(pips[0].get("r", "")) if pips else 0
        assert all(radius <= x <= WIDE - radius and radius <= y <= HIGH - radius for x, y in places)
        for at, (x, y) in enumerate(places):
            assert all((x - a) ** 2 + (y - b) ** 2 >= (1.9 * radius) ** 2 for a, b in places[at + 1 :])


def test_the_numbers_of_a_card_are_written_on_it() -> None:
    root = picture(card(move=Move(12, "j"), specials=("ECM", "IF1")))
    told = words(root)
    for word in ("Tester", "TST-1", "31", "BM", '12"j', "Brawler", "ECM, IF1"):
        assert word in told
    assert words(marked(root, "damage", "S")) == ["3"]
    assert words(marked(root, "damage", "M")) == ["0*"]
    assert words(marked(root, "damage", "L")) == ["0"]
    assert "E (+6)" not in told


@pytest.mark.parametrize(
    ("kind", "boxes"),
    [
        ("BM", {"Engine": 1, "Fire control": 4, "MP": 4, "Weapons": 4}),
        ("IM", {"Engine": 1, "Fire control": 4, "MP": 4, "Weapons": 4}),
        ("PM", {"Fire control": 4, "MP": 4, "Weapons": 4}),
        ("CV", {"Engine": 1, "Fire control": 4, "Weapons": 4, "Motive": 5}),
        ("AF", {"Engine": 2, "Fire control": 4, "Weapons": 4}),
        ("BA", {}),
        ("CI", {}),
    ],
)
def test_each_type_has_its_boxes_for_critical_hits(kind: CardType, boxes: dict[str, int]) -> None:
    root = picture(card(kind))
    groups = [group for group in root.iter(f"{SVG}g") if group.get("data-hits")]
    assert {group.get("data-hits"): len(list(group.iter(f"{SVG}circle"))) for group in groups} == boxes
    assert ("CRITICAL HITS" in words(root)) is bool(boxes)


def test_only_those_that_track_heat_have_a_heat_scale() -> None:
    scaled = {kind for kind in TYPES if "HEAT SCALE" in words(picture(card(kind)))}
    assert {"BM", "IM", "AF"} <= scaled
    assert scaled.isdisjoint(("PM", "CV", "SV", "BA", "CI", "CF"))


def test_what_flies_has_thrust_extreme_range_and_a_threshold() -> None:
    root = picture(card("AF", move=Move(6, "a"), threshold=2))
    told = words(root)
    assert {"THR", "6a", "E (+6)", "TH"} <= set(told)
    assert "TMM" not in told
    assert words(marked(root, "threshold", "2")) == ["2"]
    assert words(marked(root, "damage", "E")) == ["2"]


@pytest.mark.parametrize("kind", TYPES)
def test_long_names_and_many_abilities_stay_on_the_card(kind: CardType) -> None:
    many = tuple(f"ABC{number}/1/1" for number in range(36))
    drawn = card(kind, name="A very long name of a unit that nobody would ever paint", model="m" * 60, specials=many)
    root = picture(drawn)
    assert all(float(text.get("y", "")) < HIGH - 4 for text in root.iter(f"{SVG}text"))
    listed = " ".join(words(root))
    assert all(code in listed for code in many)


def test_markup_in_names_is_only_text() -> None:
    assert "<b>x&y</b>" in words(picture(card(name="<b>x&y</b>")))


@pytest.mark.parametrize(("cards", "pages"), [(1, 1), (8, 1), (9, 2), (17, 3)])
def test_eight_cards_go_on_a_page_under_the_heading(cards: int, pages: int) -> None:
    drawn = card_pages([card()] * cards, "letter", "Lance: 31 points")
    assert len(drawn) == pages
    held = [len(re.findall('data-points="31"', page)) for page in drawn]
    assert held == [8] * (pages - 1) + [cards - 8 * (pages - 1)]
    assert all("Lance: 31 points" in page for page in drawn)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_cards_have_the_size_of_playing_cards_and_fit_the_paper(paper: Paper) -> None:
    (page,) = card_pages([card()] * 8, paper)
    places = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", page)
    assert len(places) == 8
    size = PAPERS[paper]
    assert (WIDE, HIGH) == (3.5 * 72, 2.5 * 72)
    for x, y in places:
        assert 0 < float(x) < size.width - WIDE
        assert 0 < float(y) < size.height - HIGH


def test_there_is_a_mark_at_every_cut() -> None:
    (page,) = card_pages([card()], "a4")
    lines = [line for line in ElementTree.fromstring(page).iter(f"{SVG}line") if line.get("stroke-width") == "0.4"]
    size = PAPERS["a4"]
    left, top = (size.width - 2 * WIDE) / 2, (size.height - 4 * HIGH) / 2
    upright = {line.get("x1") for line in lines if line.get("x1") == line.get("x2") and float(line.get("y2", "")) < top}
    level = {line.get("y1") for line in lines if line.get("y1") == line.get("y2") and float(line.get("x2", "")) < left}
    assert upright == {f"{left + WIDE * column:.1f}" for column in range(3)}
    assert level == {f"{top + HIGH * row:.1f}" for row in range(5)}


def test_a_paper_that_is_none_is_refused() -> None:
    with pytest.raises(RefusedError, match="no paper"):
        card_pages([card()], "folio")  # type: ignore[arg-type]


def test_cards_are_bound_into_a_pdf() -> None:
    pytest.importorskip("reportlab")
    data = card_pdf([card(name="Şoarece")] * 9, "a4", "Nine")
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 2


def test_a_card_is_a_picture_of_three_hundred_dots_an_inch() -> None:
    pytest.importorskip("resvg_py")
    data = card_png(draw_card(card()))
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1050, 750)


def test_the_command_writes_pictures(tmp_path: Path) -> None:
    out = tmp_path / "atlas.svg"
    run("convert", "Atlas AS7-D", "--format", "svg", "--out", str(out))
    assert "Atlas" in words(ElementTree.fromstring(out.read_text(encoding="utf-8")))
    run("convert", "Atlas AS7-D", "Atlas AS7-D", "Locust LCT-1V", "--format", "svg", "--out", str(tmp_path))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"atlas.svg", "Atlas AS7-D.svg", "Atlas AS7-D 2.svg", "Locust LCT-1V.svg"}


def test_the_command_writes_pages_and_pixels(tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    pytest.importorskip("resvg_py")
    for form, start in (("pdf", b"%PDF"), ("png", b"\x89PNG")):
        out = tmp_path / f"atlas.{form}"
        run("convert", "Atlas AS7-D", "--format", form, "--out", str(out), "--paper", "letter")
        assert out.read_bytes().startswith(start)
