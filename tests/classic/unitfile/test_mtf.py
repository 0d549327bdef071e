"""War machine files: read into sheets, written back, and refused with a line when they are broken."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from boards import CORPUS, needs_corpus
from overheat.classic.unit.equipment import Ammunition
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.mtf import parse_mtf, read_mtf
from overheat.classic.unitfile.mtf_writing import write_mtf
from overheat.kernel.refusal import RefusedError
from testbed import MACHINE, machine_text


def read(text: str) -> Sheet:
    reading = parse_mtf(text, "test.mtf")
    assert reading.notices == ()
    return reading.sheet


def test_a_machine_is_read_with_everything_it_has() -> None:
    sheet = read(MACHINE)
    assert (sheet.name, sheet.tons, sheet.motive, sheet.tech, sheet.kind) == (
        "Testbed TST-1",
        50,
        "biped",
        "IS",
        "war machine",
    )
    assert (sheet.walk, sheet.jump) == (4, 0)
    assert sheet.engine is not None
    assert (sheet.engine.rating, sheet.engine.kind.name) == (200, "Fusion Engine")
    assert sheet.heat_sinks is not None
    assert (sheet.heat_sinks.count, sheet.heat_sinks.dissipation) == (12, 12)
    assert (sheet["CT"].armour, sheet["CT"].rear_armour, sheet["CT"].structure) == (20, 6, 16)
    assert sheet["HD"].structure == 3


def test_lines_of_one_item_are_one_mount() -> None:
    mounts = {(mount.equipment.name, mount.location, mount.slots) for mount in read(MACHINE).weapons}
    assert mounts == {
        ("AC/10", "RT", 7),
        ("Medium Laser", "LA", 1),
        ("Medium Laser", "RA", 1),
        ("Medium Laser", "CT", 1),
    }
    assert sum(isinstance(mount.equipment, Ammunition) for mount in read(MACHINE).mounts) == 2


def test_an_item_split_over_two_locations_is_one_mount() -> None:
    split = machine_text(
        {
            "Right Torso": ["Autocannon/20"] * 6,
            "Right Arm": ["Shoulder", "Upper Arm Actuator"] + ["Autocannon/20"] * 4,
        }
    )
    (cannon,) = [mount for mount in read(split).weapons if mount.equipment.name == "AC/20"]
    assert (cannon.slots, {cannon.location, *cannon.also_in}) == (10, {"RT", "RA"})


def test_marks_behind_a_name_are_read() -> None:
    marked = machine_text({"Left Torso": ["Medium Laser (R)", "Medium Laser (T) (omnipod)", "Medium Laser (armored)"]})
    lasers = [mount for mount in read(marked).weapons if mount.location == "LT"]
    assert [(mount.rear, mount.turret, mount.omnipod, mount.armoured) for mount in lasers] == [
        (True, False, False, False),
        (False, True, True, False),
        (False, False, False, True),
    ]


def test_an_unknown_part_is_told_by_name_and_line() -> None:
    reading = parse_mtf(machine_text({"Left Torso": ["Improbability Drive"]}), "test.mtf")
    (notice,) = reading.unknown
    assert "unknown equipment 'Improbability Drive' in LT" in str(notice)
    assert notice.line > 10


def test_stories_comments_and_makers_are_passed_over() -> None:
    story = "# a comment\n" + MACHINE + "\noverview:A long story of many words.\nThat goes on, on a line of its own.\n"
    assert read(story) == read(MACHINE)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("mass:50", "mass:heavy", "mass: 'heavy' is not a number"),
        ("mass:50", "mass:53", "no war machine weighs 53 tons"),
        ("mass:50", "", "there is no line mass:"),
        ("Config:Biped", "Config:Snake", "'Snake' is no kind of war machine"),
        ("engine:200 Fusion Engine(IS)", "engine:Fusion", "has no rating"),
        ("CT armor:20", "CT armor:lots", "'lots' is not a number"),
        ("heat sinks:12 Single", "heat sinks:some", "has no number"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(old: str, new: str, reason: str) -> None:
    assert old in MACHINE
    with pytest.raises(RefusedError, match=reason) as caught:
        parse_mtf(MACHINE.replace(old, new), "test.mtf")
    assert str(caught.value).startswith("test.mtf: ")


@pytest.mark.parametrize("data", [b"", b"\0\1\2", b"mass:50", b"\xff\xfe"])
def test_what_is_no_machine_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedError):
        parse_mtf(data, "test.mtf")


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.mtf"):
        with pytest.raises(RefusedError):
            read_mtf(path)


def test_what_is_written_reads_back_equal() -> None:
    assert read(write_mtf(read(MACHINE))) == read(MACHINE)


@settings(max_examples=200)
@given(some.data())
def test_no_change_of_bytes_breaks_the_reader(data: some.DataObject) -> None:
    text = bytearray(MACHINE.encode())
    for _ in range(data.draw(some.integers(1, 8))):
        at = data.draw(some.integers(0, len(text) - 1))
        kind = data.draw(some.sampled_from(("set", "cut", "put")))
        if kind == "set":
            text[at] = data.draw(some.integers(0, 255))
        elif kind == "cut":
            del text[at : at + data.draw(some.integers(1, 60))]
        else:
            text[at:at] = data.draw(some.binary(max_size=30))
        if not text:
            return
    with contextlib.suppress(RefusedError):
        reading = parse_mtf(bytes(text), "test.mtf")
        if not reading.unknown:
            assert parse_mtf(write_mtf(reading.sheet), "again.mtf").sheet == reading.sheet


@needs_corpus
def test_every_machine_of_the_reference_collection_reads_whole_and_writes_back_equal() -> None:
    for path in (CORPUS / "units").rglob("*.mtf"):
        reading = read_mtf(path)
        assert reading.unknown == (), path.name
        assert parse_mtf(write_mtf(reading.sheet), path.name).sheet == reading.sheet, path.name
