"""`overheat rules layers` and `overheat rules layer`: what can be chosen, and what each choice changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli.console.console import Command, Out, leave, refusals, write_json, writing
from overheat.cli.console.layers import RuleFiles, brought

if TYPE_CHECKING:
    from rich.console import Console

    from overheat.kernel.rules.changes import Change
    from overheat.kernel.rules.layers import Layer
    from overheat.kernel.rules.library import Library

READINGS = "Readings of the rules"
"""What layers without a heading are listed under."""


class Showing(StrEnum):
    """How something is shown."""

    TABLE = "table"
    JSON = "json"


Game = Annotated[str, typer.Option("--game", metavar="GAME", help="classic, platoon or alphastrike.")]
Search = Annotated[
    str, typer.Option("--search", metavar="WORDS", help="Only those in which all of these words are written.")
]
Format = Annotated[Showing, typer.Option("--format", help="For people or for programs.")]


def add_to(app: typer.Typer) -> None:
    """Put both commands under a word."""
    app.command("layers", cls=Command, short_help="List the layers of rules that can be chosen.")(layers)
    app.command("layer", cls=Command, short_help="Show what a layer of rules changes.")(layer)


def layers(
    game: Game = "classic",
    search: Search = "",
    rules: RuleFiles = None,
    form: Format = Showing.TABLE,
    out: Out = None,
) -> None:
    """List presets and layers of a game's rules under their headings."""
    library = _library(game, rules)
    words = search.lower().split()
    found = [each for each in _optional(library) if all(word in _written(each, library) for word in words)]
    with writing(out) as file:
        if form is Showing.JSON:
            write_json(file, [_facts(each, library) for each in found])
        else:
            _print_layers(file, library, found, presets=not words)


def layer(
    name: Annotated[
        str, typer.Argument(metavar="LAYER", help="The name of a layer or a preset, or a file of your own.")
    ],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="classic, platoon or alphastrike; the one that has such a layer."),
    ] = "",
    rules: RuleFiles = None,
    form: Format = Showing.TABLE,
    out: Out = None,
) -> None:
    """Show everything that a layer changes, as it is under it and without it; of a preset, all its layers.

    The name of a game is its lowest layer: every rule in a sentence, and every table.
    """
    library = _library(game or _game_with(name), rules)
    with refusals():
        names = [each for each in library.names(brought(library, [name])) if each != library.base.id]
    names = names or [library.base.id]
    with writing(out) as file:
        if form is Showing.JSON:
            write_json(file, [_facts(library.layers[each], library) for each in names])
        else:
            _print_whole(file, library, names)


def _libraries() -> dict[str, Library]:
    """The layers of every game."""
    from overheat.alphastrike.rulesets import LIBRARY
    from overheat.lab.games import kinds

    return {**{name: kind.library for name, kind in kinds().items() if kind.library}, "alphastrike": LIBRARY}


def _game_with(name: str) -> str:
    """The first game that has a layer or a preset of a name; the classic one where none has."""
    known = _libraries().items()
    return next((game for game, library in known if name in library.layers or name in library.bundles), "classic")


def _library(game: str, files: Iterable[str] | None) -> Library:
    """The layers of a game, with those that files bring."""
    known = _libraries()
    library = known.get(game)
    if library is None:
        leave(f"no game {game[:60]!r} has layers; there are {', '.join(known)}")
    with refusals():
        library.discover()
        brought(library, files)
    return library


def _optional(library: Library) -> list[Layer]:
    """The layers that can be chosen, by their headings."""
    chosen = [each for each in library.layers.values() if each is not library.base]
    return sorted(chosen, key=lambda each: each.group)


def _facts(layer: Layer, library: Library) -> dict[str, Any]:
    from overheat.kernel.rules.changes import about, changes

    return {
        "id": layer.id,
        "title": layer.title,
        "group": layer.group,
        "cite": str(layer.cite),
        "needs": [need for need in layer.needs if need != library.base.id],
        "conflicts": library.conflicts(layer.id),
        "about": about(layer),
        "changes": [
            {**change._asdict(), "rows": [row._asdict() for row in change.rows]}
            for change in changes(layer, library.layers)
        ],
    }


def _written(layer: Layer, library: Library) -> str:
    """Everything that is written about a layer, in small letters."""
    from overheat.kernel.rules.changes import about, changes

    told = (part for change in changes(layer, library.layers) for part in (change.id, change.says, change.before))
    return " ".join((layer.id, layer.title, layer.group, str(layer.cite), about(layer), *told)).lower()


def _console(file: TextIO) -> Console:
    from rich.console import Console

    return Console(file=file, highlight=False, markup=False)


def _print_layers(file: TextIO, library: Library, found: list[Layer], *, presets: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    console, heading = _console(file), None
    for bundle in library.bundles.values() if presets else ():
        many = len(library.names([bundle.id])) - 1
        held = f"a preset of {many} layers" if many else "the game without options"
        console.print(Text.assemble((bundle.id, "bold"), f"  {bundle.title}: {held}"))
    for each in found:
        if each.group != heading:
            heading = each.group
            console.print(Text(f"\n{heading or READINGS}", "bold"))
        console.print(Padding(Text.assemble((each.id, "bold"), f"  {each.title} [{each.cite}]"), (0, 0, 0, 2)))
    console.print(f"\n{len(found)} layer{'' if len(found) == 1 else 's'}")


def _print_whole(file: TextIO, library: Library, names: list[str]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from overheat.kernel.rules.changes import about, changes

    console = _console(file)
    for at, name in enumerate(names):
        each = library.layers[name]
        console.print(Text.assemble("\n" if at else "", (name, "bold"), f"  {each.title} [{each.cite}]"))
        needs = [need for need in each.needs if need != library.base.id]
        told = [about(each), f"Needs {' and '.join(needs)}." if needs else ""]
        told += [f"Cannot go with {other}: {why}." for other, why in library.conflicts(name).items()]
        for line in filter(None, told):
            console.print(Padding(Text(line), (0, 0, 0, 2)))
        whole = each is library.base
        for change in changes(each, library.layers):
            for text, indent in [(_entry(change), 2)] if whole else _lines(change):
                console.print(Padding(Text(text), (0, 0, 0, indent)))


def _entry(change: Change) -> str:
    """A rule of a whole game in a line, and a table by how many rows it has."""
    return f"- {change.what} {change.id}{f': {change.says}' if change.says else ''} [{change.cite}]"


def _lines(change: Change) -> Iterator[tuple[str, int]]:
    """A change in lines, each with how far it is set in."""
    named = f"{change.change} the {change.what} {change.id}"
    yield f"- {named}{f': {change.says}' if change.says else ''} [{change.cite}]", 2
    if change.before:
        yield f"instead of: {change.before}", 4
    for row in change.rows:
        before = f"{row.before} -> " if row.before else ""
        yield f"{row.place}: {before}{row.now or 'taken out'}", 4
    if change.more:
        yield f"and {change.more} more", 4
