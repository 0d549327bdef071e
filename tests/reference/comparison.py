"""How a file of reference cases is compared: the question each case asks, the figures wanted, and how many agree."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import RefusedError

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
RULES = ("printed",)
"""The rules that the reference engine plays by when no option is on."""

Case = Mapping[str, str]
Question = dict[str, Any]
Told = Mapping[str, Any]
Figures = dict[str, object]


def nothing_left_out(case: Case) -> str:
    """Every case is compared."""
    return ""


def whole(case: Case) -> Iterable[Case]:
    """A row is one case."""
    return (case,)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A file of cases, and how each is asked and compared."""

    file: str
    asks: Callable[[Case], Question]
    """The question that a case is, as `overheat adjudicate` takes it; units and boards by their paths in the corpus."""
    wants: Callable[[Case], Figures]
    """The figures of the case that count, by name."""
    finds: Callable[[Case, Told], Figures]
    """The same figures of an answer."""
    goal: float
    """How many of a hundred cases must agree in every figure."""
    leaves_out: Callable[[Case], str] = nothing_left_out
    """Why a case is not compared; nothing for one that is."""
    splits: Callable[[Case], Iterable[Case]] = whole
    """The questions that a row of the file stands for, each a case of its own."""
    kinds: Mapping[str, Callable[[Case], str]] = field(default_factory=dict)
    """What cases are counted by."""
    identity: tuple[str, ...] = ()
    """The columns by which a differing case is told."""

    called: str = ""
    """What it is called where another compares the same file."""

    @property
    def name(self) -> str:
        return self.called or self.file.removesuffix(".csv")


class Compared(NamedTuple):
    """A case with the figures wanted and found; why it is left out, where it is; and what was answered."""

    case: Case
    wanted: Figures
    found: Figures
    left_out: str = ""
    refusal: str = ""

    @property
    def differing(self) -> list[str]:
        """The figures that differ, by name."""
        return [name for name, value in self.wanted.items() if self.found.get(name) != value]


def cases_of(comparison: Comparison, corpus: Path = CORPUS) -> list[Case]:
    """The cases of a file; those of a folder of their own where the corpus keeps them so."""
    with file_of(comparison, corpus).open(newline="", encoding="utf-8") as file:
        return [case for row in csv.DictReader(file) for case in comparison.splits(row)]


def file_of(comparison: Comparison, corpus: Path) -> Path:
    """Where the cases of a comparison are."""
    path = corpus / "reference" / comparison.file
    return path if path.exists() else corpus / comparison.file


def compared(comparison: Comparison, cases: Iterable[Case], corpus: Path = CORPUS) -> Iterator[Compared]:
    """What comes of each case."""

    beside = file_of(comparison, corpus).parent

    def sources(what: str, name: str) -> str:
        """Units and boards of the corpus; small boards that were made for the cases lie beside them."""
        return str(beside / name if (beside / name).is_file() else corpus / f"{what}s" / name)

    for case in cases:
        why = comparison.leaves_out(case)
        if why:
            yield Compared(case, {}, {}, why)
            continue
        wanted = comparison.wants(case)
        try:
            told: Told = ADJUDICATOR.answer(question_of({"rules": RULES, **comparison.asks(case)}), sources).as_json()
        except RefusedError as error:
            yield Compared(case, wanted, {}, refusal=str(error.refusal))
            continue
        no = told.get("refusal") or {}
        yield Compared(case, wanted, comparison.finds(case, told), refusal=no.get("reason", ""))


class Tried(NamedTuple):
    """How many cases of a kind were compared, how many agree in everything, and in which figures others differ."""

    cases: int
    agreeing: int
    differing: Counter[str]

    @property
    def rate(self) -> float:
        return 100 * self.agreeing / self.cases if self.cases else 100.0


def tried(found: Sequence[Compared]) -> Tried:
    """Compared cases counted, without those left out."""
    counted = [each for each in found if not each.left_out]
    differing = Counter(name for each in counted for name in each.differing)
    return Tried(len(counted), sum(not each.differing for each in counted), differing)


def by_kind(comparison: Comparison, found: Sequence[Compared]) -> Iterator[tuple[str, str, Tried]]:
    """The counts of each kind, by what they are counted by."""
    for title, kind in comparison.kinds.items():
        groups: dict[str, list[Compared]] = {}
        for each in found:
            groups.setdefault(kind(each.case), []).append(each)
        for name, group in sorted(groups.items()):
            yield title, name, tried(group)
