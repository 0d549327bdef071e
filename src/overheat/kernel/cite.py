"""Where a thing is written."""

from __future__ import annotations

import msgspec


class Cite(msgspec.Struct, frozen=True, gc=False):
    """A place in a rule document: the book, the section as headed there, the page if it has one."""

    book: str
    section: str
    page: str | None = None

    def __str__(self) -> str:
        page = f", p. {self.page}" if self.page else ""
        return f"{self.book}: {self.section}{page}"


class Book(msgspec.Struct, frozen=True):
    """A rule document by the short name that citations print."""

    name: str

    def __call__(self, section: str, page: str | int | None = None) -> Cite:
        return Cite(self.name, section, None if page is None else str(page))
