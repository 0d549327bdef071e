"""Lists and archives of units as forces: dropped on the page, and as files; traps are named by their entry."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from machines import HUNTER
from overheat.classic.muster.force_files import Library, read_force
from overheat.classic.muster.meeting import meeting, on_board
from overheat.classic.rulesets import standard
from overheat.kernel.refusal import RefusedError
from overheat.table.classic.setup_routes import ForceFile, _force
from overheat.table.guard.limits import Limits

MUL = """<?xml version="1.0"?><unit version="0.50">
<entity chassis="Wasp" model="WSP-1A"><pilot name="Ada Voss" gunnery="3" piloting="4"/></entity>
<entity chassis="Hunter" model="HUN-1A"><pilot name="Unnamed" gunnery="4" piloting="5"/></entity>
<entity chassis="Nobody" model="X"/>
</unit>"""


WASP = '<entity chassis="Wasp" model="WSP-1A"/>'


def archive(**files: str | bytes) -> bytes:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name.replace("__", "/").replace("_mtf", ".mtf").replace("_mul", ".mul"), text)
    return held.getvalue()


def asked(name: str, data: bytes) -> dict[str, Any]:
    return _force(ForceFile(name=name, data=b64encode(data).decode()), Limits())


def test_a_list_with_the_files_of_its_units_is_a_force_with_its_pilots() -> None:
    found = asked("wolves.zip", archive(list_mul=MUL, units__hunter_mtf=HUNTER))
    units = found["units"]
    assert [(unit["unit"], unit["pilot"], unit["gunnery"], bool(unit["text"])) for unit in units] == [
        ("Wasp WSP-1A", "Ada Voss", 3, False),
        ("hunter.mtf", "", 4, True),
    ]
    (refused,) = found["refused"]
    assert refused == "wolves.zip: line 4: no unit 'Nobody X'; bring its file, or both in one archive"


def test_a_list_alone_names_what_it_cannot_find() -> None:
    found = asked("wolves.mul", MUL.encode())
    assert [unit["unit"] for unit in found["units"]] == ["Wasp WSP-1A"]
    assert [line.partition(": no unit")[0] for line in found["refused"]] == [
        "wolves.mul: line 3",
        "wolves.mul: line 4",
    ]


def test_an_archive_of_unit_files_is_a_force_and_a_bad_one_among_them_is_named() -> None:
    found = asked("pack.zip", archive(hunter_mtf=HUNTER, broken_mtf="mass:many"))
    assert [unit["unit"] for unit in found["units"]] == ["hunter.mtf"]
    (refused,) = found["refused"]
    assert refused.startswith("pack.zip/broken.mtf")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("bomb.zip", archive(zeros_mtf=b"0" * 900_000), "bomb.zip/zeros.mtf: is packed far too small"),
        ("away.zip", archive(**{"..__..__etc__x_mtf": HUNTER}), "points outside of the archive"),
        ("no.zip", b"PK nothing", "no.zip: is no zip archive, or a damaged one"),
        ("vast.zip", archive(**{f"u{at}_mtf": b"0" * 4_100_000 for at in range(5)}), "unpack to more than 16,777,216"),
        ("none.zip", archive(readme=b"hello"), "holds no unit file and no list"),
        ("within.zip", archive(**{"inner.zip": archive(readme=b"hello")}), "archives in it are not opened"),
        ("many.zip", archive(**{f"u{at}_mtf": "x" for at in range(501)}), "holds more than a force: 501 files"),
        ("lol.mul", b'<!DOCTYPE a [<!ENTITY b "c">]><unit>&b;</unit>', "a document type is not allowed"),
        ("cut.mul", b'<unit>\n<entity chassis="Atlas"', "cut.mul: line 2: is no whole unit list"),
        ("horde.mul", f"<unit>{61 * WASP}</unit>".encode(), "horde.mul: 61 units are too many; the limit is 60"),
        ("letter.doc", b"Dear", "a force is a list"),
    ],
)
def test_traps_and_nonsense_are_refused_in_a_line(name: str, data: bytes, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason.replace(".", r"\.")) as no:
        asked(name, data)
    assert "\n" not in no.value.refusal.reason


def test_an_archive_fights_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "pack.zip"
    path.write_bytes(archive(hunter_mtf=HUNTER))
    assert [member.unit for member in read_force(path).members] == ["hunter.mtf"]
    assert Library.beside(path).sheet(read_force(path).members[0]).name == "Hunter HUN-1A"
    _, setup = meeting((path, path), on_board("valley"), standard())
    assert [unit.sheet().name for unit in setup.units] == ["Hunter HUN-1A"] * 2
    missing = tmp_path / "gone.zip"
    with pytest.raises(RefusedError, match="No such file"):
        read_force(missing)
