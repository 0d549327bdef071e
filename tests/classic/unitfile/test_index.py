"""The index: bundled units and the user's folders, read again only where files changed."""

import os
import zipfile
from pathlib import Path

import pytest

from overheat.classic.muster import unit_index as index
from overheat.classic.unitfile.collect import Source, read_source, sources
from overheat.classic.unitfile.library import names, variants
from overheat.kernel.refusal import RefusedError
from testbed import MACHINE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one unit in it, and a library of its own."""
    monkeypatch.setenv("OVERHEAT_HOME", str(tmp_path / "home"))
    units = tmp_path / "units"
    (units / "deep").mkdir(parents=True)
    (units / "deep" / "testbed.mtf").write_text(MACHINE, encoding="utf-8")
    return units


def own() -> list[index.Entry]:
    return [entry for entry in index.entries() if entry.path != index.BUNDLED]


def test_without_folders_there_are_the_bundled_units(folder: Path) -> None:
    assert {entry.member for entry in index.entries()} == {*names(), *variants()}


def test_a_folder_is_searched_through(folder: Path) -> None:
    index.add_folder(folder)
    (entry,) = own()
    assert (entry.name, entry.tons, entry.kind, entry.tech, entry.year) == (
        "Testbed TST-1",
        50,
        "war machine",
        "IS",
        3025,
    )


def test_only_changed_files_are_read_again(folder: Path) -> None:
    index.add_folder(folder)
    read: list[Source] = []

    def watch(listed: object, total: int) -> list[Source]:
        assert isinstance(listed, list)
        read.extend(listed)
        return listed

    index.entries(watch)
    assert len(read) == 1
    index.entries(watch)
    assert len(read) == 1
    path = folder / "deep" / "testbed.mtf"
    path.write_text(MACHINE.replace("TST-1", "TST-2"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    index.entries(watch)
    assert len(read) == 2
    assert own()[0].name == "Testbed TST-2"
    path.unlink()
    assert own() == []


def test_a_folder_can_leave_again(folder: Path) -> None:
    index.add_folder(folder)
    assert len(own()) == 1
    index.drop_folder(folder)
    assert own() == []
    with pytest.raises(RefusedError, match="is not in the library"):
        index.drop_folder(folder)


def test_what_is_no_folder_is_refused(folder: Path) -> None:
    with pytest.raises(RefusedError, match="is not a folder"):
        index.add_folder(folder / "none")


def test_a_broken_index_is_made_anew(folder: Path) -> None:
    index.add_folder(folder)
    index.place().write_bytes(b"not an index")
    assert own() == []


def test_files_that_are_no_units_are_passed_over(folder: Path) -> None:
    (folder / "broken.mtf").write_bytes(b"\0\1\2")
    index.add_folder(folder)
    assert len(own()) == 1


def test_units_are_read_from_archives(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "units.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("inside/testbed.mtf", MACHINE)
        file.writestr("readme.txt", "not a unit")
    (source,) = [item for item in sources([archive]) if isinstance(item, Source)]
    assert read_source(source).sheet.name == "Testbed TST-1"


@pytest.mark.parametrize("member", ["../evil.mtf", "/evil.mtf", "a/../../evil.mtf", "C:/evil.mtf"])
def test_paths_that_lead_out_of_an_archive_are_refused(tmp_path: Path, member: str) -> None:
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(member, MACHINE)
    (refusal,) = list(sources([archive]))
    assert isinstance(refusal, RefusedError)
    assert "points outside of the archive" in str(refusal)


def test_a_file_packed_far_too_small_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "bomb.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("bomb.mtf", "a" * 3_000_000)
    (refusal,) = list(sources([archive]))
    assert isinstance(refusal, RefusedError)


@pytest.mark.parametrize("data", [b"", b"PK\3\4 broken", b"no archive at all"])
def test_a_broken_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    archive = tmp_path / "broken.zip"
    archive.write_bytes(data)
    (refusal,) = list(sources([archive]))
    assert isinstance(refusal, RefusedError)
