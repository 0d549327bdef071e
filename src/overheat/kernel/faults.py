"""Faults in rules that users bring: an error under such rules is a refusal that names the file, never a traceback.

An error under rules of the project alone is a fault of the project and stays an error.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules import Ruleset

FAULT = "rules.fault"


@contextmanager
def answered_for(rules: Ruleset, doing: str = "") -> Iterator[None]:
    """Refuse with the file that is to blame whatever fails while rules of a user's file are in force."""
    try:
        yield
    except RefusedError:
        raise
    except Exception as error:
        if not rules.files:
            raise
        raise fault_of(rules.files, error, doing) from error


def fault_of(files: Mapping[str, str], error: Exception, doing: str = "") -> RefusedError:
    """An error in one line: the file and the line in it, or the files in force where it arose outside of them."""
    where, line = ", ".join(files.values()), None
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = _file_of(files, Path(frame.filename))
        if file:
            where, line = f"{file}:{frame.lineno}", frame.lineno
            break
    during = f"{doing}: " if doing else ""
    return refuse(FAULT, f"{where}: {during}{reason_of(error)}", layers=", ".join(files), line=line)


def _file_of(files: Mapping[str, str], code: Path) -> str:
    """The file that some code is of. Two files of the same content are one module, which has the path of the first."""
    alike = [file for file in files.values() if Path(file).name == code.name]
    return next((file for file in alike if Path(file) == code), alike[0] if alike else "")


def after_dice(files: Mapping[str, str], no: Refusal) -> Refusal:
    """A refusal that a user's rules gave too late: dice had been thrown, which are taken back."""
    where = ", ".join(files.values())
    return Refusal(FAULT, f"{where}: {no.reason} (refused only after dice were thrown)", no.cite, no.facts)


def reason_of(error: Exception) -> str:
    """An error in one line."""
    if isinstance(error, SyntaxError):
        return error.msg
    return " ".join(f"{type(error).__name__}: {error}".split())
