"""Rules that are named on a command line: layers, bundles, and files of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from overheat.cli.console.console import FAILED, WRONG_USAGE, refusals

if TYPE_CHECKING:
    from overheat.kernel.log.replay import Header
    from overheat.kernel.rules.library import Library
    from overheat.kernel.rules.rule import Ruleset

Deploy = Annotated[bool, typer.Option("--deploy", help="Units are placed in play, each side along its edge.")]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="LAYER",
        help="A layer or preset of rules by name (several as a+b), or a file of your own (.py, .toml); repeatable.",
    ),
]


RuleFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="A file of your own rules (.py, .toml) to bring along; repeatable.",
    ),
]


def brought(library: Library | None, names: Iterable[str] | None) -> tuple[str, ...]:
    """The names of layers and bundles, with those that files bring; a file that cannot be read is refused."""
    from overheat.kernel.rules.files import is_file_of_rules

    if library is None:
        return tuple(names or ())
    return tuple(library.bring(name) if is_file_of_rules(name) else name for name in apart(names))


def apart(names: Iterable[str] | None) -> list[str]:
    """The names that options give, one by one."""
    return [name for each in names or () for name in _apart(each)]


def _apart(named: str) -> list[str]:
    """The names that a `+` joins; a file that is called so is one name."""
    from pathlib import Path

    from overheat.kernel.rules.library import AND

    return [named] if Path(named).exists() else [part.strip() for part in named.split(AND)]


def classic_rules(names: Iterable[str] | None) -> Ruleset:
    """The classic game under some layers and files; what cannot be laid ends the command."""
    from overheat.classic.rulesets import LIBRARY

    return _composed(LIBRARY, names)


def platoon_rules(names: Iterable[str] | None) -> Ruleset:
    """The platoon game under some layers and files; what cannot be laid ends the command."""
    from overheat.platoon.rulesets import LIBRARY

    return _composed(LIBRARY, names, WRONG_USAGE)


def conversion_rules(names: Iterable[str] | None) -> Ruleset:
    """The rules of conversion under some layers and files; what cannot be laid ends the command."""
    from overheat.alphastrike.rulesets import LIBRARY

    return _composed(LIBRARY, names)


def _composed(library: Library, names: Iterable[str] | None, code: int = FAILED) -> Ruleset:
    with refusals(code):
        return library.ruleset(brought(library, names))


def files_brought() -> dict[str, str]:
    """The layers of this process that users' files have brought, each with its file."""
    from overheat.alphastrike.rulesets import LIBRARY
    from overheat.lab.games import kinds

    libraries = (LIBRARY, *(kind.library for kind in kinds().values() if kind.library))
    return {id: file for library in libraries for id, file in library.files.items()}


def check_files(header: Header, library: Library | None, names: Iterable[str]) -> None:
    """Refuse a log that was played under other rules of a file than the file has now."""
    from overheat.kernel.refusal import refuse
    from overheat.kernel.rules.digest import layer_digest

    if library is None or header.digest is None:
        return
    for name in library.names(tuple(names)):
        if name not in library.files:
            continue
        then = header.digest.layers.get(name)
        if then is not None and then != layer_digest(library.layers[name]):
            reason = f"{library.files[name]}: the log was played under other rules of {name!r} than this file has"
            raise refuse("rules.digest", reason, layer=name)
