"""What one ruling says, and the five documents that the rulings come from."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from overheat.kernel.refusal import RefusedError, refuse


class Ambiguity(msgspec.Struct, frozen=True):
    """A point that the document leaves unclear, and how we read it."""

    issue: str
    resolution: str


class Expectation(msgspec.Struct, frozen=True):
    """A worked case: what goes in, what must come out."""

    input: Any
    output: Any


class Ruling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One ruling of one document, in our words.

    `source` gives the lines of the document; `page` and `section` are those of the book that an errata corrects.
    `specification` is the chapter of our own H.E.A.T specification, `origin` says whether that game's document states
    the ruling itself (seed), the game beneath it does (base) or a later version (upstream), and `marks` say how sure we
    are of it. `option` names the choices that the ruling leaves open with their defaults; `contradiction` lists the
    contradictions of the document that it settles.
    """

    id: str
    document: str
    title: str
    area: str
    kind: str
    summary: str
    page: int | None = None
    section: str | None = None
    source: str | None = None
    origin: str | None = None
    specification: str | None = None
    marks: tuple[str, ...] = ()
    priority: str | None = None
    needs: tuple[str, ...] = ()
    new: bool = False
    changed_from_previous_errata: bool = False
    tables: dict[str, Any] | list[Any] | None = None
    option: dict[str, Any] | None = None
    contradiction: tuple[str, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()
    expects: tuple[Expectation, ...] = ()
    note: str | None = None

    @property
    def editorial(self) -> bool:
        """Whether the ruling corrects only the printed page, so that there is nothing to build."""
        return self.kind == "editorial"


class Document(msgspec.Struct, frozen=True):
    """A rule document by its short name and its title."""

    id: str
    title: str


@cache
def documents() -> tuple[Document, ...]:
    """The five documents, in the order in which they are always listed."""
    text = files("overheat.register").joinpath("data/documents.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=tuple[Document, ...])


def document(id: str) -> Document:
    """The document of that short name; an unknown one is refused with the names there are."""
    for known in documents():
        if known.id == id:
            return known
    names = [known.id for known in documents()]
    raise unknown("register.document", "document", id, names, f"; there are {', '.join(names)}")


@cache
def load() -> dict[str, Ruling]:
    """Every ruling by its id, document after document."""
    folder = files("overheat.register").joinpath("data")
    found: dict[str, Ruling] = {}
    for known in documents():
        text = folder.joinpath(f"{known.id}.json").read_bytes()
        found.update((ruling.id, ruling) for ruling in msgspec.json.decode(text, type=list[Ruling]))
    return found


def rulings(document_id: str | None = None) -> tuple[Ruling, ...]:
    """The rulings of one document, or of all."""
    if document_id is not None:
        document(document_id)
    return tuple(ruling for ruling in load().values() if document_id in (None, ruling.document))


def find(id: str) -> Ruling:
    """The ruling of that id; an unknown id is refused with the ids that look like it."""
    ruling = load().get(id)
    if ruling is None:
        raise unknown("register.unknown", "ruling", id, load())
    return ruling


def unknown(refusal: str, what: str, name: str, known: Iterable[str], more: str = "") -> RefusedError:
    """The refusal of a name that is not known, with up to three known ones that contain it or look like it."""
    spelled = {word.casefold(): word for word in known}
    wanted = name.casefold()
    holding = [word for word in spelled if wanted and wanted in word]
    close = [spelled[word] for word in (holding or get_close_matches(wanted, spelled))[:3]]
    hint = f"; did you mean {' or '.join(close)}?" if close else more
    return refuse(refusal, f"no {what} {name!r}{hint}", name=name, close=", ".join(close))
