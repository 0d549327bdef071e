"""How far each ruling has come: who claims it, which tests prove it.

A ruling is *done* when a rule, a table or a figure of our data claims it and a test proves it. The test of a rule fails
when the rule is knocked out. A figure is proven through a door that a user has, a command, which tells something else
when that figure alone is as it was before its ruling; what no door tells is not done. A ruling is *editorial* when
there is nothing to build, because the document says so or for a reason that `editorial.json` gives. All else is *open*.

What is claimed and proven is read from two indexes beside the rulings, which `make register` writes from the code and
the tests, so an installed package can answer without either.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar, get_args

import msgspec

from overheat.register.ruling import Ruling, documents, find, load, unknown

Status = Literal["done", "open", "editorial"]
STATUSES: tuple[Status, ...] = get_args(Status)

T = TypeVar("T")


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule or table that says it makes a ruling work: its id, its place in the source, and the layer it sits in.

    `replaces` is the rule id that the layer puts it in place of, if it does. A figure of our data names its `door`, the
    command that shows it to a user.
    """

    rule: str
    where: str
    layer: str | None = None
    replaces: str | None = None
    door: str | None = None


Claims = Mapping[str, tuple[Claim, ...]]
Proofs = Mapping[str, tuple[str, ...]]


class Evidence(msgspec.Struct, frozen=True):
    """What stands behind a ruling: the claims of the code, and the tests that prove it."""

    claims: tuple[Claim, ...] = ()
    proofs: tuple[str, ...] = ()


class Counts(msgspec.Struct, frozen=True):
    """How many rulings of a document are in each state."""

    done: int = 0
    open: int = 0
    editorial: int = 0

    @property
    def total(self) -> int:
        return self.done + self.open + self.editorial

    @property
    def percent(self) -> float:
        """The share that is done of what there is to build."""
        return 100 * self.done / max(1, self.done + self.open)


@cache
def claims() -> dict[str, tuple[Claim, ...]]:
    """Who claims each ruling, as last indexed."""
    return _read("claims.json", dict[str, tuple[Claim, ...]])


@cache
def proofs() -> dict[str, tuple[str, ...]]:
    """Which tests prove each ruling, as last indexed."""
    return _read("proofs.json", dict[str, tuple[str, ...]])


@cache
def reasons() -> dict[str, str]:
    """Why rulings are editorial that the document does not call so."""
    return _read("editorial.json", dict[str, str])


def standing(id: str) -> Evidence:
    """What stands behind one ruling; an unknown id is refused."""
    find(id)
    return Evidence(claims().get(id, ()), proofs().get(id, ()))


def status(id: str) -> Status:
    """How far one ruling has come; an unknown id is refused."""
    return judge(find(id), claims(), proofs())


def coverage() -> dict[str, Counts]:
    """The counts of every document by its short name."""
    found: dict[str, dict[str, int]] = {document.id: dict.fromkeys(STATUSES, 0) for document in documents()}
    for ruling in load().values():
        found[ruling.document][judge(ruling, claims(), proofs())] += 1
    return {id: Counts(**counts) for id, counts in found.items()}


def judge(ruling: Ruling, claimed: Collection[str], proven: Collection[str]) -> Status:
    """The state of a ruling, given the ids that are claimed and the ids that are proven."""
    if ruling.editorial or ruling.id in reasons():
        return "editorial"
    return "done" if ruling.id in claimed and ruling.id in proven else "open"


def check_status(name: str) -> Status:
    """The state of that name; an unknown one is refused with the names there are."""
    for known in STATUSES:
        if known == name:
            return known
    raise unknown("register.status", "status", name, STATUSES, f"; there are {', '.join(STATUSES)}")


def dishonest(known: Collection[str], claimed: Claims, proven: Proofs) -> list[str]:
    """Every way in which claims and proofs do not answer each other, a sentence each; empty when all is well."""
    faults = []
    for id, made in sorted(claimed.items()):
        names = ", ".join(dict.fromkeys(claim.where for claim in made))
        if id not in known:
            faults.append(f"{names} claims {id}, which is not in the register")
        elif id not in proven:
            faults.append(f"{names} claims {id}, which no test proves")
    for id, tests in sorted(proven.items()):
        names = ", ".join(tests)
        if id not in known:
            faults.append(f"{names} proves {id}, which is not in the register")
        elif id not in claimed:
            faults.append(f"{names} proves {id}, which no rule or table claims")
    return faults


def _read(name: str, kind: type[T]) -> T:
    """One of the files beside the rulings, decoded."""
    return msgspec.json.decode(files("overheat.register").joinpath("data", name).read_bytes(), type=kind)
