"""The modules of a page in one file, so that a browser far away asks once and not fifty times.

Each module stays what it is, a file with its own names; here it becomes a function that answers what it exports, and
the functions stand in the order in which they need each other. What is written otherwise than by the few forms that our
modules use (named imports and exports, imports asked for later by a literal name, no circles) is not bundled: then a
page loads its modules one by one, as any browser can.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

BESIDE = r'"(?P<path>\.[^"]+)"'
IMPORT = re.compile(rf"^import (?P<what>\{{[^}}]*\}}|\* as \w+) from {BESIDE};$", re.MULTILINE)
HANDED_ON = re.compile(rf"^export (?P<what>\{{[^}}]*\}}) from {BESIDE};$", re.MULTILINE)
LISTED = re.compile(r"^export (?P<what>\{[^}]*\});$", re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) (?P<name>\w+))", re.MULTILINE)
LATER = re.compile(rf"import\({BESIDE}\)")
UNKNOWN = re.compile(r"^(?:import|export)\b|\bimport\(|\bimport\.meta\b", re.MULTILINE)
PAIR = re.compile(r"(\w+)(?: as (\w+))?")


class OtherwiseError(Exception):
    """A module is written in a form that is not bundled."""


class Bundler:
    """Makes bundles of a folder's modules; what pages share is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, tuple[tuple[str, ...], str]] = {}

    def bundle(self, entry: str) -> str | None:
        """A module and all that it needs as one text; None where one of them is written otherwise."""
        try:
            return "const modules = {};\n" + "".join(self._ordered(entry, {}, ()).values())
        except OtherwiseError:
            return None

    def _ordered(self, name: str, done: dict[str, str], above: tuple[str, ...]) -> dict[str, str]:
        """Modules as functions, each after those that it needs."""
        if name in above:
            raise OtherwiseError(name)
        if name in done:
            return done
        needed, function = self._module(name)
        for other in needed:
            self._ordered(other, done, (*above, name))
        done[name] = function
        return done

    def _module(self, name: str) -> tuple[tuple[str, ...], str]:
        """The modules that one needs, and the function that it becomes."""
        if name not in self._read:
            text = (self._folder / name).read_text(encoding="utf-8")
            found = (match["path"] for form in (LATER, IMPORT, HANDED_ON) for match in form.finditer(text))
            self._read[name] = tuple(_path(name, path) for path in found), _function(name, text)
        return self._read[name]


def _path(name: str, path: str) -> str:
    return os.path.normpath(PurePosixPath(name).parent / path)


def _function(name: str, text: str) -> str:
    """A module as a function that is called at once, and answers what it exports."""
    given: dict[str, str] = {}

    def place(match: re.Match[str]) -> str:
        return f'modules["{_path(name, match["path"])}"]'

    def imported(match: re.Match[str]) -> str:
        what = match["what"]
        taken = what.removeprefix("* as ") if what.startswith("*") else re.sub(r"(\w+) as (\w+)", r"\1: \2", what)
        return f"const {taken} = {place(match)};"

    def handed_on(match: re.Match[str]) -> str:
        given.update({new or old: f"{place(match)}.{old}" for old, new in PAIR.findall(match["what"])})
        return ""

    def listed(match: re.Match[str]) -> str:
        given.update({new or old: old for old, new in PAIR.findall(match["what"])})
        return ""

    def declared(match: re.Match[str]) -> str:
        given[match["name"]] = match["name"]
        return ""

    body = IMPORT.sub(imported, text)
    body = HANDED_ON.sub(handed_on, body)
    body = LISTED.sub(listed, body)
    body = DECLARED.sub(declared, body)
    body = LATER.sub(lambda match: f"Promise.resolve().then(() => {place(match)})", body)
    if ("import" in body or "export" in body) and UNKNOWN.search(body):
        raise OtherwiseError(name)
    answers = ", ".join(f"{new}: {old}" for new, old in given.items())
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {answers} }};\n}})();\n'
