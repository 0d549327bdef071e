"""`overheat odds`: exact odds of a roll, and of what comes of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any

import typer

from overheat.cli.console import asking
from overheat.cli.console.console import WRONG_USAGE, Command, Out, leave, refusals, write_json, writing
from overheat.cli.console.layers import Rules
from overheat.cli.platoon import odds as platoonodds

MOST_NUMBER = 9_999
WORDS = re.compile(r"[A-Za-z][A-Za-z0-9 _.'-]{0,79}")
"""What a question may be called."""
WIDEST_FRACTION = 24
"""The longest fraction that a table shows, in characters."""


class Form(StrEnum):
    """How odds are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class Odds(Command):
    """The command `odds`; with `platoon` for its first word it is the group of that game's questions."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if args and args[0] == "platoon":
            group: Any = typer.main.get_command(platoonodds.app)
            return group.make_context(f"{info_name} platoon", args[1:], parent=parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


def odds(
    dice: Annotated[
        str,
        typer.Argument(
            metavar="DICE|QUESTION", help="The dice, such as 2d6, 2d6+3 or 4d6kh3, or a question, such as attack."
        ),
    ] = "2d6",
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="NUMBER|FILE.json",
            help="Only the chance to roll this, and this or more; the facts of a question, - for standard input.",
        ),
    ] = None,
    rules: Rules = None,
    form: Annotated[Form, typer.Option("--format", help="For people or for programs.")] = Form.TABLE,
    out: Out = None,
) -> None:
    """Give the exact odds of a roll, or of what comes of a question.

    Every total of the dice is listed with the chance to roll it, and to roll it or more; dice may be added, multiplied
    and bracketed, and kh, kl, dh, dl keep or drop the highest or lowest: 4d6kh3. overheat odds attack FILE.json
    gives the odds of a question that overheat adjudicate --questions lists, under --rules: how likely each outcome is.
    overheat odds platoon gives the odds of the platoon game: shot, test, penetration, he, indirect, strike, close,
    assault, morale, drone, missile, flight, bag.
    """
    if _is_question(dice, rules):
        _of_question(dice, number, rules, form, out)
        return
    rows = _rows(dice, number)
    if rules:
        asking.questions(rules)
    with writing(out) as file:
        if form is Form.JSON:
            write_json(
                file,
                [
                    {"total": each, "exactly": [*exactly.as_integer_ratio()], "at_least": [*least.as_integer_ratio()]}
                    for each, exactly, least in rows
                ],
            )
        elif form is Form.CSV:
            file.write("total,exactly,at_least\n")
            file.writelines(f"{each},{exactly},{least}\n" for each, exactly, least in rows)
        else:
            file.writelines(f"{line}\n" for line in _table(dice, rows))


def _rows(dice: str, wanted: str | None) -> list[tuple[int, Fraction, Fraction]]:
    """Every total of some dice, or the one that is wanted, with the chance to roll it, and to roll it or more."""
    from overheat.kernel.expressions import NotDiceError, odds_of

    try:
        chances = odds_of(dice)
    except NotDiceError as error:
        leave(f"{dice[:40]!r} are no dice: {error}; or name a question, such as attack", WRONG_USAGE)
    if wanted is not None and not re.fullmatch("[+-]?[0-9]{1,9}", wanted):
        leave(f"{wanted[:40]!r} is no number to roll", WRONG_USAGE)
    number = None if wanted is None else int(wanted)
    if number is not None and abs(number) > MOST_NUMBER:
        leave(f"no dice roll as far as that: the number must lie between -{MOST_NUMBER} and {MOST_NUMBER}", WRONG_USAGE)
    numbers = sorted(chances) if number is None else [number]
    return [(each, chances.probability(each), chances.at_least(each)) for each in numbers]


def _is_question(word: str, rules: list[str] | None) -> bool:
    """Whether a word names a question that can be asked under some rules."""
    from overheat.kernel.inquiries import Asked
    from overheat.lab.adjudicators import adjudicator_for

    if re.match("[dD]?[0-9]", word) or not WORDS.fullmatch(word):
        return False
    names = asking.given(rules, Asked(word, (), {}))
    with refusals(WRONG_USAGE):
        return adjudicator_for(Asked(word, names, {})).asks(word, names)


def _of_question(ask: str, file: str | None, rules: list[str] | None, form: Form, out: Out) -> None:
    """How likely each thing is that may come of a question whose facts are in a file."""
    from msgspec.structs import replace

    from overheat.kernel.inquiries import read_question

    with refusals():
        text, folder = asking.read(file)
        asked = replace(read_question(text), ask=ask)
        told = asking.answer(asked.under(asking.given(rules, asked)), folder, odds=True)
    found = told.as_json()
    if not {"distribution", "probability"} & found.keys() and found.get("refusal") is None:
        leave(f"nothing is rolled for {ask!r}, so there are no odds; overheat adjudicate answers it", WRONG_USAGE)
    with writing(out) as target:
        if form is Form.JSON:
            write_json(target, found)
        elif form is Form.CSV:
            target.write("outcome,exactly\n")
            target.writelines(f"{outcome},{chance}\n" for outcome, chance in _outcomes(found))
        else:
            target.writelines(f"{line}\n" for line in told.lines())


def _outcomes(found: dict[str, Any]) -> Iterator[tuple[str, Fraction]]:
    """Each outcome of a question with its chance; where it is only a number to roll, whether it is rolled."""
    if "distribution" in found:
        for row in found["distribution"]["rows"]:
            yield str(row["value"]), Fraction(*map(int, row["chance"]))
    elif found.get("probability") is not None:
        made = Fraction(*found["probability"])
        yield from (("made", made), ("missed", 1 - made))


def _table(dice: str, rows: Sequence[tuple[int, Fraction, Fraction]]) -> Iterator[str]:
    """The odds for people: as fractions where those are short enough for a line, and in percent."""
    widest = max(len(str(chance)) for _, *chances in rows for chance in chances)
    fractions = widest <= WIDEST_FRACTION
    column = max(7, widest) + 8 if fractions else 8
    yield dice
    yield f"{'total':>5}  {'exactly':>{column}}  {'or more':>{column}}"
    for each, *chances in rows:
        cells = (f"{chance if fractions else ''} {_percent(chance)}" for chance in chances)
        yield f"{each:>5}  " + "  ".join(f"{cell:>{column}}" for cell in cells)
    if not fractions:
        yield "The fractions are too long for this table; --format csv and --format json give them."


def _percent(chance: Fraction) -> str:
    """A chance in percent; what is not quite impossible or not quite certain does not look as if it were."""
    if 0 < chance < Fraction(5, 10_000):
        return "<0.1%".rjust(6)
    if Fraction(9_995, 10_000) <= chance < 1:
        return ">99.9%"
    return f"{float(chance):6.1%}"
