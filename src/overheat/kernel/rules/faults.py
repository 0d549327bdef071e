"""Faults in rules that users bring: whatever is wrong with them is a refusal that names the file, never a traceback.

An error under rules of the project alone is a fault of the project and stays an error.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import ABSENT, LOWEST, Ruleset

FAULT = "rules.fault"
MISCALLED = re.compile(r"(\w+)\(\) (?:missing|takes|got)")
"""How Python says that a function was called with other facts than it takes."""


class answered_for:  # noqa: N801
    """Refuse with the file that is to blame whatever fails while rules of a user's file are in force.

    It is entered for every verb that is asked anything, so it is no more than it must be.
    """

    __slots__ = ("doing", "rules")

    def __init__(self, rules: Ruleset, doing: str = "") -> None:
        self.rules = rules
        self.doing = doing

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None or not self.rules.files or not isinstance(error, Exception):
            return
        if not isinstance(error, RefusedError) or error.refusal.id in (ABSENT, LOWEST):
            raise fault_of(self.rules.files, error, self.doing) from error


def fault_of(files: Mapping[str, str], error: Exception, doing: str = "") -> RefusedError:
    """An error in one line: the file and the line in it, or the files in force where it arose outside of them."""
    reason = f"{doing}: {reason_of(error)}" if doing else reason_of(error)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = _file_of(files, Path(frame.filename))
        if file:
            return _fault(files, f"{file}:{frame.lineno}", frame.lineno, reason)
    miscalled = MISCALLED.search(reason)
    for file in files.values():
        line = _line_with(file, f"def {miscalled[1]}(") if miscalled else _line_of_words(file, reason)
        if line is not None:
            return _fault(files, f"{file}:{line}", line, reason)
    return _fault(files, ", ".join(files.values()), None, reason)


def _fault(files: Mapping[str, str], where: str, line: int | None, reason: str) -> RefusedError:
    return refuse(FAULT, f"{where}: {reason}", layers=", ".join(files), line=line)


def _file_of(files: Mapping[str, str], code: Path) -> str:
    """The file that some code is of. Two files of the same content are one module, which has the path of the first."""
    alike = [file for file in files.values() if Path(file).name == code.name]
    return next((file for file in alike if Path(file) == code), alike[0] if alike else "")


def blamed(files: Mapping[str, str], no: Refusal) -> RefusedError:
    """A refusal of rules as a whole with the file that is to blame, and the line that it speaks of."""
    named = [files[layer] for layer in (str(no.facts.get(key)) for key in ("layer", "other")) if layer in files]
    there = named or list(files.values())
    spoken_of = f"{no.reason} {no.facts.get('rule', '')!r}"
    lines = ((file, _line_of_words(file, spoken_of)) for file in there)
    file, line = next(((file, line) for file, line in lines if line is not None), (", ".join(there), None))
    where = file if line is None else f"{file}:{line}"
    return RefusedError(Refusal(no.id, f"{where}: {no.reason}", no.cite, {**no.facts, "file": file, "line": line}))


def _line_of_words(file: str, reason: str) -> int | None:
    """The line of a file in which something stands that a reason puts in quotation marks, the last first."""
    for word in reversed(re.findall(r"'([^']+)'", reason)):
        line = _line_with(file, f'"{word}"', f"'{word}'", f"{word} =")
        if line is not None:
            return line
    return None


def _line_with(file: str, *words: str) -> int | None:
    """The first line of a file in which one of some words stands."""
    with suppress(OSError, ValueError):
        lines = Path(file).read_text(encoding="utf-8").splitlines()
        return next((at for at, line in enumerate(lines, start=1) if any(word in line for word in words)), None)
    return None


def after_dice(files: Mapping[str, str], no: Refusal) -> Refusal:
    """A refusal that a user's rules gave too late: dice had been thrown, which are taken back."""
    where = ", ".join(files.values())
    return Refusal(FAULT, f"{where}: {no.reason} (refused only after dice were thrown)", no.cite, no.facts)


def reason_of(error: Exception) -> str:
    """An error in one line."""
    if isinstance(error, SyntaxError):
        return error.msg
    if isinstance(error, RefusedError):
        return error.refusal.reason
    return " ".join(f"{type(error).__name__}: {error}".split())
