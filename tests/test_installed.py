"""The package as a stranger installs it: the wheel in an empty environment, without extras."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
WORKS = [
    ("--version",),
    ("unit", "show", "WHM-6R"),
    ("unit", "check", "WHM-6R"),
    ("unit", "sheet", "WHM-6R", "--out", "sheet.svg"),
    ("bv", "WHM-6R", "--worksheet"),
    ("cost", "WHM-6R"),
    ("convert", "WHM-6R", "--format", "svg", "--out", "cards"),
    ("shot", "WHM-6R", "--at", "WVR-6R", "--distance", "5"),
    ("odds", "2d6", "8"),
    ("sight", "valley", "0612", "1203"),
    ("board", "generate", "--seed", "7", "--width", "6", "--height", "4"),
    ("equipment", "show", "ac/20"),
    ("rules", "--document", "omega"),
    ("adjudicate", "--questions"),
    ("battle", "--list"),
    ("battle", "duel", "--seed", "1", "--save", "duel.log"),
    ("replay", "duel.log"),
    ("doctor",),
]
LACKS = [
    (("serve",), "overheat[table]"),
    (("unit", "sheet", "WHM-6R", "--out", "sheet.pdf"), "overheat[print]"),
    (("convert", "WHM-6R", "--format", "png", "--out", "cards"), "overheat[print]"),
    (("lab", "export", "mine", "--format", "parquet"), "overheat[report]"),
    (("compare", "duel", "--rules", "printed", "--games", "2", "--backend", "ray"), "overheat[ray]"),
    (("compare", "duel", "--rules", "printed", "--games", "2", "--backend", "dask"), "overheat[dask]"),
]
GAME = '{"key":"k","arm":"printed","seed":1,"winners":["red"],"reason":"alone","rounds":3,"commands":9}\n'


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The archive of the source and the wheel."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=PROJECT, check=True, capture_output=True
    )
    [source], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def place(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment in which nothing is but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("place")
    venv.create(folder / "env")
    into = [sys.executable, "-m", "pip", "--python", "env/bin/python", "install", "-q", "--no-compile"]
    kept = ["-c", str(PROJECT / "requirements" / "play.txt"), str(built[1])]
    subprocess.run([*into, *kept], cwd=folder, env=outside(folder), check=True, capture_output=True)
    (folder / "mine").mkdir()
    (folder / "mine" / "games.jsonl").write_text(GAME, encoding="utf-8")
    return folder


def outside(folder: Path) -> dict[str, str]:
    """An environment that knows nothing of the project's own folder."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "OVERHEAT_HOME")
    return {name: value for name, value in os.environ.items() if name not in hidden} | {
        "OVERHEAT_HOME": str(folder / "home")
    }


def said(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the installed command says."""
    command = ["env/bin/overheat", *arguments]
    return subprocess.run(
        command, cwd=place, env=outside(place), capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.lasts
def test_commands_work_without_extras_and_from_an_installed_wheel(place: Path) -> None:
    for arguments in WORKS:
        result = said(place, *arguments)
        assert result.returncode == 0, (arguments, result.stderr)
        assert result.stdout or "--out" in arguments, arguments
    assert "<svg" in (place / "sheet.svg").read_text(encoding="utf-8")


def test_what_needs_an_extra_says_which_in_one_line(place: Path) -> None:
    for arguments, extra in LACKS:
        result = said(place, *arguments)
        assert result.returncode == 1, (arguments, result.stdout)
        [line] = result.stderr.strip().splitlines()
        assert f"pip install '{extra}'" in line, arguments


def test_the_wheel_holds_data_pages_types_and_licence(built: tuple[Path, Path]) -> None:
    names = zipfile.ZipFile(built[1]).namelist()
    assert "overheat/py.typed" in names
    for part in ("table/static/js/play/table.js", "table/static/index.html", "classic/data/tables/terrain_kinds.toml"):
        assert f"overheat/{part}" in names, part
    assert {name.rpartition("/")[2] for name in names if "dist-info/licenses" in name} == {"LICENSE", "NOTICE"}
    assert not [name for name in names if not name.startswith("overheat")]


def test_the_archive_of_the_source_builds_the_same_wheel(built: tuple[Path, Path], tmp_path: Path) -> None:
    source, wheel = built
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    [unpacked] = tmp_path.iterdir()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=unpacked, check=True, capture_output=True
    )
    [again] = (unpacked / "dist").glob("*.whl")
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheel).namelist()
