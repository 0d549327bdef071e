"""`overheat adjudicate`: a question about the rules in, an explained answer out."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from overheat.cli.console import asking
from overheat.cli.console.console import FAILED, Out, progress, refusals, say, write_json, writing
from overheat.cli.console.layers import Rules


class Form(StrEnum):
    """How an answer is printed."""

    TABLE = "table"
    JSON = "json"


def adjudicate(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.json", help="A question; - or nothing reads standard input.")
    ] = None,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", metavar="FILE", readable=False, help="A question a line; an answer a line comes out."),
    ] = None,
    questions: Annotated[bool, typer.Option("--questions", help="List what can be asked, and its facts.")] = False,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Answer a question about the rules: what an attack needs to hit, and why, or whatever it asks.

    A question names itself ("ask": "heat") and its facts; one that does not is about an attack. --rules adds to the
    rules that it names itself; a question may name the layer of a file given here. --rules platoon asks H.E.A.T.
    """
    if sum((jsonl is not None, file is not None, questions)) > 1:
        raise typer.BadParameter("give a FILE.json, --jsonl or --questions, not both")
    if questions:
        _list(rules, form, out)
        return
    if jsonl is not None:
        _many(jsonl, out, rules)
        return
    from overheat.kernel.inquiries import read_question

    with refusals():
        text, folder = asking.read(file)
        asked = read_question(text)
        told = asking.answer(asked.under(asking.given(rules, asked)), folder)
    with writing(out) as target:
        if form is Form.JSON:
            write_json(target, told.as_json())
        else:
            target.writelines(f"{line}\n" for line in told.lines())


def _list(rules: list[str] | None, form: Form, out: Path | None) -> None:
    """What can be asked under the rules in force."""
    game, layers, found = asking.questions(rules)
    with writing(out) as target:
        if form is Form.JSON:
            write_json(target, {"game": game.name, "rules": layers, "questions": found})
        else:
            target.writelines(f"{line}\n" for line in asking.as_lines(layers, found))


def _many(path: Path, out: Path | None, rules: list[str] | None) -> None:
    """An answer for every line of a file; a line that is no question is told, and the rest go on."""
    from overheat.kernel.inquiries import Asked

    lines = [(at, line) for at, line in enumerate(path.read_bytes().splitlines(), start=1) if line.strip()]
    names = asking.given(rules, Asked("", (), {}))
    answers = [(at, _answer(line, path.parent, names)) for at, line in progress(lines, len(lines), "Adjudicating")]
    with writing(out) as file:
        file.writelines(json.dumps(answer, ensure_ascii=False) + "\n" for _, answer in answers)
    for at, answer in answers:
        if answer.get("error"):
            say(f"{path}: line {at}: {answer['error']}")
    if any(answer.get("error") for _, answer in answers):
        raise typer.Exit(FAILED)


def _answer(line: bytes, folder: Path, rules: tuple[str, ...]) -> dict[str, Any]:
    from overheat.kernel.inquiries import read_question
    from overheat.kernel.refusal import RefusedError

    try:
        return dict(asking.answer(read_question(line).under(rules), folder).as_json())
    except RefusedError as error:
        no = error.refusal
        return {"target_number": None, "probability": None, "terms": [], "refusal": no.as_json(), "error": str(no)}
