"""What is declared, what is locked and what is packaged agree."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[1]
DECLARED: dict[str, Any] = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = ("3.11", "3.12", "3.13")


def declared(*extras: str) -> list[Requirement]:
    """What the package and some of its extras need; extras of the package itself are followed."""
    found = [Requirement(line) for line in DECLARED["dependencies"]]
    for extra in extras:
        for line in DECLARED["optional-dependencies"][extra]:
            need = Requirement(line)
            found += declared(*need.extras) if need.name == DECLARED["name"] else [need]
    return found


def locked(name: str, python: str) -> dict[str, str]:
    """The versions that a list gives to a Python on Linux."""
    lines = (PROJECT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    here = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
    needs = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {
        canonicalize_name(need.name): str(need.specifier)
        for need in needs
        if need.marker is None or need.marker.evaluate(dict(here))
    }


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(("name", "extras"), [("play", ("lab", "print", "table")), ("test", ("dev",))])
def test_the_lists_cover_what_is_declared(name: str, extras: tuple[str, ...], python: str) -> None:
    versions = locked(name, python)
    for need in declared(*extras):
        version = versions[canonicalize_name(need.name)]
        assert need.specifier.contains(version.removeprefix("==")), (need, version)


@pytest.mark.parametrize("name", ["play", "test", "build"])
def test_a_list_gives_one_exact_version_of_each_and_names_no_index(name: str) -> None:
    lines = (PROJECT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z0-9-]+(\[[a-z,]+\])?==[0-9][^ ;/]*( ; .*)?", line) for line in lines), lines


@pytest.mark.parametrize("python", PYTHONS)
def test_playing_and_testing_use_the_same_versions(python: str) -> None:
    assert locked("play", python).items() <= locked("test", python).items()


def test_the_build_is_locked_too() -> None:
    needed = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    versions = locked("build", "3.11")
    for need in map(Requirement, needed):
        assert need.specifier.contains(versions[canonicalize_name(need.name)].removeprefix("=="))


@pytest.fixture(scope="module")
def metadata() -> ModuleType:
    """What fills in the metadata of the package."""
    pytest.importorskip("hatchling", reason="the package is built by hatchling")
    spec = importlib.util.spec_from_file_location("package_metadata", PROJECT / "scripts" / "package_metadata.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_on_an_index_every_link_leads_to_the_repository(metadata: ModuleType) -> None:
    told = metadata.for_index(
        "![Woods](docs/woods.png)\n\n[More](docs/a.md), [Python](https://python.org).", "https://h/o/n"
    )
    assert told == (
        "![Woods](https://h/o/n/raw/main/docs/woods.png)\n\n"
        "[More](https://h/o/n/blob/main/docs/a.md), [Python](https://python.org)."
    )
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    addresses = re.findall(r"\]\(([^)]+)\)", metadata.for_index(readme, "https://h/o/n"))
    assert len(addresses) > 10
    assert all(address.startswith("https://") for address in addresses)


def test_without_a_repository_nothing_leads_nowhere(metadata: ModuleType) -> None:
    told = metadata.for_index("![Woods](docs/woods.png)\n\n[More\nof it](docs/a.md), [Python](https://python.org).", "")
    assert told == "More\nof it, [Python](https://python.org)."
    assert metadata.links("") == {}


def test_the_packed_source_holds_what_its_commands_need() -> None:
    hatch = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    packed = set(hatch["build"]["targets"]["sdist"]["include"])
    assert packed >= {"src", "tests", "scripts", "requirements", ".ci", "Makefile", "CONTRIBUTING.md", "README.md"}
    assert all((PROJECT / name).exists() for name in packed)
