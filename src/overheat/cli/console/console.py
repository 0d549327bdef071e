"""What every command shares: where output goes, how a no is told, and how the program ends."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from overheat.cli.console.examples import EXAMPLES, EXIT_CODES
from overheat.cli.console.forms import settle_form

if TYPE_CHECKING:
    from overheat.classic.board.board import Board
    from overheat.kernel.refusal import RefusedError

FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
"""Exit codes: something asked for failed; the command was not understood; somebody pressed Ctrl-C."""
MESSAGE_LIMIT = 1_000
"""The longest message that is told whole, in characters; longer ones lose their middle."""
LONG_WORK = 2_000
"""From how many steps on work shows how far it has come."""

T = TypeVar("T")

Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Write to this file instead of standard output, in the form that its name ends with.",
        metavar="FILE",
        readable=False,
    ),
]
BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="A board file, or the name of a bundled board.")]


def _examples(ctx: Any, formatter: Any) -> None:
    """The examples of a command, at the end of its help."""
    words: list[str] = []
    place = ctx
    while place.parent is not None:
        words.insert(0, place.info_name)
        place = place.parent
    lines = EXAMPLES.get(" ".join(words), ())
    if lines:
        with formatter.section("Examples"):
            formatter.write("".join(f"  {line}\n" for line in lines))


class Command(TyperCommand):
    """A command whose usage line names what it needs without brackets around it, and whose files are what they are
    named after."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _examples(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        settle_form(ctx)
        return super().invoke(ctx)


class Group(TyperGroup):
    """Commands under one word that does something by itself, and whose files are what they are named after."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        _examples(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        settle_form(ctx)
        return super().invoke(ctx)


class Door(TyperGroup):
    """The way in and out of the program: whatever goes wrong there is told in one line."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl(EXIT_CODES)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        def run() -> Any:
            return super(Door, self).main(args, prog_name, complete_var, False, windows_expand_args, **extra)

        if not standalone_mode:
            return run()
        try:
            code = run()
            if sys.stdout is not None:
                sys.stdout.flush()
        except (typer.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except BrokenPipeError:
            _drop_output()
            code = FAILED
        except OSError as error:
            _drop_output()
            say(f"{error.filename or 'standard output'}: {error.strerror or error}")
            code = FAILED
        except Exception as error:
            code = _misunderstood(error) if hasattr(error, "format_message") else _fault_of_rules(error)
        sys.exit(code if isinstance(code, int) else 0)


def _misunderstood(error: Any) -> int:
    """Tell what is wrong with a command line, and where help is. A command without any words is told its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return int(error.exit_code)
    message = str(error.format_message()).replace("Value error, ", "").rstrip(".")
    context = getattr(error, "ctx", None)
    where = f"; see {context.command_path} --help" if context is not None else ""
    say(f"{message[:1].lower()}{message[1:]}{where}")
    return int(error.exit_code)


def _fault_of_rules(error: Exception) -> int:
    """Tell an error in one line that arose under rules of a user's file; any other is raised again."""
    from overheat.cli.console.layers import files_brought
    from overheat.kernel.refusal import RefusedError
    from overheat.kernel.rules.faults import fault_of

    files = files_brought()
    if not files:
        raise error
    say(_told(error) if isinstance(error, RefusedError) else str(fault_of(files, error)))
    return FAILED


def _drop_output() -> None:
    """Let go of what nobody can take any more, so that the end of the program does not stumble over it."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def plain(text: str) -> str:
    """Words that fit into one line of a terminal: no line breaks, no control characters, no broken letters."""
    line = " ".join(text.split())
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


def fold(words: str, width: int = 80) -> str:
    """Words in groups with two spaces between them, broken into lines between groups."""
    lines = [""]
    for group in words.split("  "):
        longer = f"{lines[-1]}  {group}".strip()
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(group)
    return "\n".join(lines)


def say(message: str) -> None:
    """One line on standard error."""
    half = MESSAGE_LIMIT // 2
    line = plain(message if len(message) <= MESSAGE_LIMIT else f"{message[:half]} ... {message[-half:]}")
    typer.echo(f"overheat: {line}", err=True)


def leave(message: str, exit_code: int = FAILED) -> NoReturn:
    """Say one line on standard error, and leave."""
    say(message)
    raise typer.Exit(exit_code)


def _told(error: RefusedError) -> str:
    """A refusal in a line; one that only a mistake in somebody's rules leads to with their file."""
    from overheat.cli.console.layers import files_brought
    from overheat.kernel.rules.faults import fault_of
    from overheat.kernel.rules.rule import ABSENT, LOWEST

    files = files_brought() if error.refusal.id in (ABSENT, LOWEST) else {}
    return str(fault_of(files, error) if files else error)


@contextmanager
def refusals(exit_code: int = FAILED, file: Path | None = None) -> Iterator[None]:
    """Tell a refusal in one line, with the file that it is about if it is about one, and leave."""
    from overheat.kernel.refusal import RefusedError

    try:
        yield
    except RefusedError as error:
        leave(f"{file}: {_told(error)}" if file else _told(error), exit_code)


def find_board(name_or_path: str) -> Board:
    """The board asked for. Notices about its file go to standard error; a board that is none ends the command."""
    from overheat.classic.board.library import find

    with refusals():
        reading = find(name_or_path)
    for notice in reading.warnings:
        say(f"{name_or_path}: {notice}")
    return reading.board


def text_of(path: Path) -> str:
    """The text of a file; `-` is standard input."""
    from overheat.kernel.refusal import refuse

    data = path.read_bytes() if str(path) != "-" else b"" if sys.stdin is None else sys.stdin.buffer.read()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise refuse("file.text", f"{path}: is not a text file in UTF-8: {error.reason}") from None


@contextmanager
def writing(out: Path | None) -> Iterator[TextIO]:
    """Standard output, or the file asked for.

    A file gets its content only when all of it is there: until then it is written beside its place, and whatever was
    there before stays as it was. What cannot be written is told in one line.
    """
    if out is None:
        with _standard_output() as file:
            yield file
        return
    try:
        place = _place(out)
        if out.exists() and not out.is_file():
            # A device or a pipe takes what comes; a folder says itself that it is none.
            with out.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                yield file
        else:
            with _beside(place) as file:
                yield file
    except OSError as error:
        leave(f"{out}: cannot be written: {error.strerror or error}")


def _place(out: Path) -> Path:
    """Where a file really lies, behind all links."""
    try:
        return Path(os.path.realpath(out))
    except ValueError:
        raise OSError(None, "no file can have this name") from None


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    if sys.stdout is None:
        leave("standard output is closed")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    yield sys.stdout


@contextmanager
def _beside(place: Path) -> Iterator[TextIO]:
    """A file that takes a place when it is complete, and vanishes if it is never completed."""
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(None, "Permission denied")
    draft = place.with_name(f".overheat-{os.urandom(8).hex()}")
    file = draft.open("x", encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        with file:
            yield file
        if place.exists():
            shutil.copymode(place, draft)
        draft.replace(place)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_json(file: TextIO, value: object) -> None:
    """A value as indented JSON. Bytes of a file name that are no letters are written as escapes."""
    import msgspec

    try:
        text = msgspec.json.encode(value)
    except UnicodeEncodeError:
        text = msgspec.json.encode(_whole(msgspec.to_builtins(value)))
    file.write(msgspec.json.format(text, indent=2).decode() + "\n")


def write_bytes(file: TextIO, data: bytes) -> None:
    """Bytes that are no text, such as a printed page."""
    file.flush()
    file.buffer.write(data)


def _whole(value: Any) -> Any:
    """The same value with every broken letter spelled out."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_whole(key): _whole(inner) for key, inner in value.items()}
    return [_whole(inner) for inner in value] if isinstance(value, list | tuple) else value


def progress(steps: Iterable[T], total: int, what: str, long: int = LONG_WORK) -> Iterable[T]:
    """The same steps; if they are many and somebody watches, standard error shows how far they have come."""
    if total < long or sys.stderr is None or not sys.stderr.isatty():
        return steps
    from rich.console import Console
    from rich.progress import track

    return track(steps, what, total, console=Console(stderr=True), transient=True)
