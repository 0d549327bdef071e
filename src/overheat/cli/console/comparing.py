"""`overheat convert --against`: our cards beside published ones."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from overheat.cli.console.batch import Row, leave_after
from overheat.cli.console.console import WRONG_USAGE, leave, refusals, say, write_json, writing

if TYPE_CHECKING:
    from overheat.alphastrike.comparison import Published, Score
    from overheat.kernel.rules.rule import Ruleset

COLUMNS = ("file", "name", "type", "column", "ours", "published", "because")
FORMS = ("table", "json", "csv")


def compare(
    paths: list[str],
    against: Path,
    form: str,
    equipment: list[Path] | None,
    jobs: int,
    out: Path | None,
    rules: Ruleset,
) -> None:
    """Convert units as ordinary crews have them, and tell where their cards differ from published ones, and why."""
    from overheat.alphastrike.comparison import read_published
    from overheat.cli.convert import cards_of

    if form not in FORMS:
        leave(f"a comparison is {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {form}", WRONG_USAGE)
    with refusals():
        published = read_published(against)
    rows = cards_of(paths, 4, "card", jobs, equipment, rules)
    scores, apart, unmatched = weigh(rows, published)
    if unmatched:
        say(f"{unmatched} of {len(rows)} units are not among the published cards")
    told = [line for row, card in apart for line in _explained(row, card, rules)]
    with writing(out) as file:
        if form == "json":
            write_json(file, {"summary": {kind: _score(score) for kind, score in scores.items()}, "differences": told})
        elif form == "csv":
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(told)
        else:
            write_table(scores, told, file)
    leave_after(rows)


def weigh(rows: list[Row], published: Published) -> tuple[dict[str, Score], list[tuple[Row, dict[str, str]]], int]:
    """The scores by type, the cards that differ, and how many are not published."""
    from overheat.alphastrike.comparison import Score, differing

    scores: dict[str, Score] = {}
    apart: list[tuple[Row, dict[str, str]]] = []
    unmatched = 0
    for row in rows:
        card = published.find(row["file"]) if not row["error"] else None
        if card is None:
            unmatched += not row["error"]
            continue
        found = differing(row["card"], card)
        for kind in (card["type"], "all"):
            scores.setdefault(kind, Score()).count(found)
        if found:
            apart.append((row, card))
    ordered = sorted(scores, key=lambda kind: (kind == "all", -scores[kind].units))
    return {kind: scores[kind] for kind in ordered}, apart, unmatched


def _explained(row: Row, published: dict[str, str], rules: Ruleset) -> list[Row]:
    """The differences of one card; only for these is the way to each figure worked out again."""
    from overheat.alphastrike.comparison import differences
    from overheat.cli.convert import card_row

    whole = card_row(row["source"], 4, "conversion", rules)
    about = {"file": row["file"], "name": row["name"], "type": row["type"]}
    return [
        {**about, "column": each.column, "ours": each.ours, "published": each.published, "because": each.because}
        for each in differences(whole["conversion"], published)
    ]


def _score(score: Score) -> dict[str, object]:
    return {
        "units": score.units,
        "core_equal": score.core,
        "specials_equal": score.specials,
        "all_equal": score.all,
        "columns": score.equal,
    }


def write_table(scores: dict[str, Score], told: list[Row], file: TextIO) -> None:
    """How many are equal, type by type and column by column, and every difference."""
    from overheat.alphastrike.comparison import CORE

    file.write("type  units  all core  specials      both" + "".join(f"{column:>10}" for column in CORE) + "\n")
    for kind, score in scores.items():
        shares = (score.core, score.specials, score.all)
        whole = "  ".join(f"{_share(count, score.units):>8}" for count in shares)
        each = "".join(f"{_share(score.equal[column], score.units):>10}" for column in CORE)
        file.write(f"{kind:<4}  {score.units:>5}  {whole}{each}\n")
    for line in told:
        file.write(f"\n{line['file']}: {line['column']}: ours {line['ours']}, published {line['published']}\n")
        file.write(f"  {line['because']}\n")


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:.1f} %"
