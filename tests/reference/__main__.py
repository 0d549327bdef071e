"""`python -m reference`: compares this engine with the reference cases and prints how many agree, by kind."""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import reference
from reference.comparison import CORPUS, Case, Compared, Comparison, Tried, by_kind, cases_of, compared, tried

FRAME = ("__main__", "comparison")
CHUNK = 100
WIDE = 44


def comparisons() -> dict[str, Comparison]:
    """Every comparison there is, by the name of its file."""
    names = sorted(module.name for module in pkgutil.iter_modules(reference.__path__) if module.name not in FRAME)
    found = (importlib.import_module(f"reference.{name}").COMPARISON for name in names)
    return {comparison.name: comparison for comparison in found}


def main(words: Sequence[str] | None = None) -> int:
    there = comparisons()
    asked = _arguments(there).parse_args(words)
    if not (asked.corpus / "reference").is_dir():
        sys.stderr.write(f"There are no reference cases in {asked.corpus}.\n")
        return 1
    met = True
    for name in asked.files or there:
        met &= _compare(there[name], asked)
    return 0 if met else 1


def _arguments(there: dict[str, Comparison]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reference", description=reference.__doc__)
    parser.add_argument("files", nargs="*", choices=[*there, []], metavar="FILE", help=", ".join(there))
    parser.add_argument("--differing", action="store_true", help="print every case that differs, with both answers")
    parser.add_argument("--kind", default="", help="only cases whose kind has these words")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth case")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder of units, boards and reference cases")
    return parser


def _compare(comparison: Comparison, asked: argparse.Namespace) -> bool:
    cases = cases_of(comparison, asked.corpus)[:: asked.every]
    cases = [case for case in cases if any(asked.kind in kind(case) for kind in comparison.kinds.values())]
    chunks = [(comparison.name, asked.corpus, cases[at : at + CHUNK]) for at in range(0, len(cases), CHUNK)]
    if asked.jobs > 1:
        with multiprocessing.get_context("fork").Pool(asked.jobs) as pool:
            found = [each for part in pool.imap(_part, chunks) for each in part]
    else:
        found = [each for chunk in chunks for each in _part(chunk)]
    sys.stdout.writelines(f"{line}\n" for line in _table(comparison, found))
    if asked.differing:
        sys.stdout.writelines(f"{line}\n" for each in found if each.differing for line in _told(comparison, each))
    return tried(found).rate >= comparison.goal


def _part(chunk: tuple[str, Path, list[Case]]) -> list[Compared]:
    name, corpus, cases = chunk
    return list(compared(comparisons()[name], cases, corpus))


def _table(comparison: Comparison, found: Sequence[Compared]) -> Iterator[str]:
    """How many agree: all together, and by each kind."""
    left_out = sum(bool(each.left_out) for each in found)
    yield f"{comparison.name}: {left_out} cases left out, goal {comparison.goal} %"
    yield _row("all", tried(found))
    for title, name, counts in by_kind(comparison, found):
        yield _row(f"{title}: {name}", counts)
    yield ""


def _row(name: str, counts: Tried) -> str:
    differing = ", ".join(f"{figure} {number}" for figure, number in counts.differing.most_common())
    return f"  {name:<{WIDE}} {counts.agreeing:>5} of {counts.cases:>5}  {counts.rate:6.2f} %  {differing}".rstrip()


def _told(comparison: Comparison, each: Compared) -> Iterator[str]:
    """A case that differs, with both answers."""
    yield " ".join(f"{column}={each.case[column]}" for column in comparison.identity if each.case[column])
    for figure in each.differing:
        yield f"    {figure}: reference {each.wanted[figure]}, here {each.found.get(figure)}"
    if each.refusal:
        yield f"    {each.refusal}"


if __name__ == "__main__":
    sys.exit(main())
