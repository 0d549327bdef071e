"""`overheat adjudicate`: a situation in, an explained number out."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from overheat.cli.console import FAILED, WRONG_USAGE, Out, progress, refusals, say, write_json, writing
from overheat.cli.layers import Rules, brought

if TYPE_CHECKING:
    from overheat.classic.adjudicate import Ruling


class Form(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    JSON = "json"


def adjudicate(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.json", help="A situation; - or nothing reads standard input.")
    ] = None,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", metavar="FILE", readable=False, help="A situation a line; an answer a line comes out."),
    ] = None,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Say what an attack needs to hit, and why.

    --rules adds to the rules that a situation names itself; a situation may name the layer of a file given here.
    """
    if jsonl is not None and file is not None:
        raise typer.BadParameter("give a FILE.json or --jsonl, not both")
    if jsonl is not None:
        _many(jsonl, out, _given(rules))
        return
    from overheat.classic.adjudicate import adjudicate as rule
    from overheat.classic.adjudicate import parse_situation, with_rules

    with refusals():
        text = sys.stdin.buffer.read() if file in (None, "-") else Path(str(file)).read_bytes()
        folder = None if file in (None, "-") else Path(str(file)).parent
        given = _given(rules)
        ruling = rule(with_rules(parse_situation(text), given), folder)
    with writing(out) as target:
        if form is Form.JSON:
            write_json(target, ruling.as_json())
        else:
            _tell(ruling, target)


def _tell(ruling: Ruling, file: TextIO) -> None:
    """An answer for people."""
    if ruling.tally is None:
        file.write(f"No: {ruling.refusal}\n")
        return
    chance = ruling.probability
    assert chance is not None
    file.write(f"{ruling.tally.explain()}\n{chance[0]} in {chance[1]}, {100 * chance[0] / chance[1]:.1f} %\n")


def _given(rules: list[str] | None) -> tuple[str, ...]:
    """The layers that the command line names, files brought."""
    from overheat.classic.rulesets import LIBRARY

    with refusals(WRONG_USAGE):
        names = brought(LIBRARY, rules)
        LIBRARY.names(names)
        return names


def _many(path: Path, out: Path | None, rules: tuple[str, ...]) -> None:
    """An answer for every line of a file; a line that is no situation is told, and the rest go on."""
    lines = [(at, line) for at, line in enumerate(path.read_bytes().splitlines(), start=1) if line.strip()]
    answers = [(at, _answer(line, path.parent, rules)) for at, line in progress(lines, len(lines), "Adjudicating")]
    with writing(out) as file:
        file.writelines(json.dumps(answer, ensure_ascii=False) + "\n" for _, answer in answers)
    for at, answer in answers:
        if answer.get("error"):
            say(f"{path}: line {at}: {answer['error']}")
    if any(answer.get("error") for _, answer in answers):
        raise typer.Exit(FAILED)


def _answer(line: bytes, folder: Path, rules: tuple[str, ...]) -> dict[str, Any]:
    from overheat.classic.adjudicate import adjudicate as rule
    from overheat.classic.adjudicate import parse_situation, with_rules
    from overheat.kernel.refusal import RefusedError

    try:
        return dict(rule(with_rules(parse_situation(line), rules), folder).as_json())
    except RefusedError as error:
        no = error.refusal
        return {"target_number": None, "probability": None, "terms": [], "refusal": no.as_json(), "error": str(no)}
