"""Unit lists of the ecosystem (`.mul`), read and written: XML of chassis, models, and the skills of crews.

Such a file comes from anywhere, so nothing in it is trusted: a document type, with which a few lines unfold into
gigabytes or reach for other files, is refused before it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NoReturn
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from msgspec.structs import replace

from overheat.classic.muster.force import WORST, Force, Member
from overheat.classic.rules.standard.networks import NAMES
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import RefusedError, refuse

ROOTS = ("unit", "record")
SKIPPED = ("kills", "salvage", "retreated", "devastated", "allies")
"""Parts of a battle's record that are no force."""
COMPUTERS = ("c3UUID", "c3MasterIs")
"""What names the computer of a unit, and its master's."""
CREWS = ("pilot", "crewMember")
UNNAMED = ("", "unnamed", "unnamed pilot", "unknown")
"""What lists call a pilot who has no name."""
DEPTH = 40
"""How deep elements may be nested."""


class _Reader:
    """Takes in the elements of a unit list."""

    def __init__(self, name: str, aside: list[str] | None) -> None:
        self.name = name
        self.aside = aside
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.open: list[str] = []
        self.title = ""
        self.entity: dict[str, str] | None = None
        self.crew: dict[str, str] | None = None
        self.line = 0
        self.members: list[Member] = []
        self.links: list[set[str]] = []
        """For each member, the ids of the computers that its own is linked with, and its own."""
        self.linked: set[str] = set()

    def _refuse(self, reason: str, line: int | None = None) -> NoReturn:
        at = self.parser.CurrentLineNumber if line is None else line
        raise refuse("force.file", f"{self.name}: line {at}: {reason}", file=self.name, line=at)

    def _document_type(self, *_: object) -> None:
        self._refuse("a document type is not allowed in a unit list")

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        if not self.open and element not in ROOTS:
            self._refuse(f"<{element[:40]}> does not begin a unit list")
        if len(self.open) >= DEPTH:
            self._refuse("elements are nested too deep")
        self.open.append(element)
        if element in ROOTS and not self.title:
            self.title = attributes.get("name", attributes.get("forceName", ""))
        if element == "entity":
            self.entity, self.crew, self.line = attributes, None, self.parser.CurrentLineNumber
            self.linked = {attributes[name] for name in COMPUTERS if attributes.get(name)}
        elif element == "c3i_link" and self.entity is not None and attributes.get("link"):
            self.linked.add(attributes["link"])
        elif element in CREWS and self.entity is not None and self.crew is None:
            self.crew = attributes

    def _end(self, element: str) -> None:
        self.open.pop()
        if element == "entity" and self.entity is not None:
            if not any(part in SKIPPED for part in self.open):
                self._enlist(self.entity, self.crew or {})
            self.entity = None

    def _enlist(self, entity: dict[str, str], crew: dict[str, str]) -> None:
        """Take a unit in; one that makes no sense is put aside with its reason, where there is a place for that."""
        try:
            self.members.append(self._member(entity, crew))
            self.links.append(self.linked)
        except RefusedError as error:
            if self.aside is None:
                raise
            self.aside.append(error.refusal.reason)

    def _member(self, entity: dict[str, str], crew: dict[str, str]) -> Member:
        chassis, model = entity.get("chassis", "").strip(), entity.get("model", "").strip()
        if not chassis:
            self._refuse("an entity without a chassis", self.line)
        name = f"{chassis} {model}".strip()
        gunnery, piloting = self._skill(name, crew, "gunnery", 4), self._skill(name, crew, "piloting", 5)
        short = re.sub(r"\s*\([^()]*\)", "", chassis)
        also = (f"{short} {model}".strip(),) if short != chassis else ()
        pilot = " ".join(crew.get("name", "").split())[:60]
        named = "" if pilot.lower() in UNNAMED else pilot
        return Member(name, skill=gunnery, gunnery=gunnery, piloting=piloting, line=self.line, also=also, pilot=named)

    def _skill(self, unit: str, crew: dict[str, str], word: str, ordinary: int) -> int:
        """A skill of the crew; one that is not stated is the ordinary one."""
        text = crew.get(word, "").strip()
        if not text:
            return ordinary
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= WORST):
            self._refuse(f"{unit[:60]}: {word} goes from 0 to {WORST}, not {text[:20]!r}", self.line)
        return int(text)


def write_mul(name: str, units: Iterable[tuple[Sheet, Member]]) -> str:
    """A force as a unit list, each unit by the chassis and model of its sheet, with the skills of its crew."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<unit forceName={quoteattr(name)}>"]
    for sheet, member in units:
        lines += [
            f"    <entity chassis={quoteattr(sheet.chassis)} model={quoteattr(sheet.model)}>",
            f'        <pilot {_named(member)}gunnery="{member.gunnery}" piloting="{member.piloting}"/>',
            "    </entity>",
        ]
    return "\n".join([*lines, "</unit>", ""])


def _named(member: Member) -> str:
    return f"name={quoteattr(member.pilot)} " if member.pilot else ""


def read_mul(data: bytes, name: str, aside: list[str] | None = None) -> Force:
    """The force that a unit list names; its skill on cards is the gunnery of each crew.

    A unit that makes no sense refuses the list, or, where there is a list for that, is put `aside` with its reason.
    """
    reader = _Reader(name, aside)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "is no XML")
        told = f"{name}: line {error.lineno}: is no whole unit list: {reason}"
        raise refuse("force.file", told, file=name, line=error.lineno) from None
    if not reader.members and not aside:
        raise refuse("force.file", f"{name}: names no unit", file=name)
    networks = _networks(reader.links)
    members = (replace(each, network=name) for each, name in zip(reader.members, networks, strict=True))
    return Force(reader.title, tuple(members))


def _networks(links: list[set[str]]) -> list[str]:
    """The network of each unit, by which computers are linked; a unit that is linked with nobody is on none."""
    groups: list[set[str]] = []
    for linked in links:
        joined = [group for group in groups if not group.isdisjoint(linked)]
        groups = [group for group in groups if group not in joined] + [linked.union(*joined)]
    several = [group for group in groups if sum(not group.isdisjoint(linked) for linked in links) > 1]
    names = dict(enumerate(NAMES))
    found = ((at for at, group in enumerate(several) if not group.isdisjoint(linked)) for linked in links)
    return [names.get(next(at, len(NAMES)), "") for at in found]
