"""What happened is told in facts: no event of any game holds a sentence, by its types and in battles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from overheat.classic.facts.events import CrewHurt, Struck
from overheat.classic.rules.standard.physical import KINDS
from overheat.classic.rules.standard.terrain import TERRAIN
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event, Rolled
from overheat.kernel.facts import ID, Id, Label, Name, Text, Who
from overheat.kernel.log.chronicle import Unread
from overheat.kernel.log.replay import Session
from overheat.kernel.terms import Part
from overheat.lab.games import find_scenario, kinds
from overheat.lab.match import play

LABEL: Text = get_args(Label)[1]
NAME: Text = get_args(Name)[1]

Leaf = tuple[str, Text | None, object]
"""A text of an event: where it stands, what its type says that it is, and the text."""


def kinds_of_events() -> list[type[Event]]:
    """Every kind of event that the project brings, those of layers among them; a line that nobody can read is none."""
    for kind in kinds().values():
        kind.make(())
    found = [kind for kind in Event.__subclasses__() if kind.__module__.startswith("overheat.") and kind is not Unread]
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


@cache
def hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def texts(kind: Any, where: str, inside: type | None = None) -> Iterator[tuple[str, Text | None, type | None]]:
    """Every text that a type holds, with what its type says that it is, and the struct that it stands in."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        said = next((part for part in parts[1:] if isinstance(part, Text)), None)
        yield from [(where, said, inside)] if parts[0] is str else texts(parts[0], where, inside)
    elif kind is str:
        yield where, None, inside
    elif origin in (Union, UnionType, tuple, list, dict, frozenset):
        for part in parts:
            yield from texts(part, where, inside)
    elif isinstance(kind, NewType):
        yield from texts(kind.__supertype__, where, inside)
    elif origin is not Literal and isinstance(kind, type) and hints_of(kind):
        for name, part in hints(kind).items():
            yield from texts(part, f"{where}.{name}", kind)


def hints_of(kind: type) -> bool:
    """Whether a type has fields of its own: a struct, or a named tuple."""
    return issubclass(kind, msgspec.Struct) or hasattr(kind, "_fields")


def untold(kind: type[Event]) -> list[str]:
    """The texts of a kind of event that do not say what they are, and words for people beyond the parts of sums."""
    found = texts(kind, kind.__name__)
    return [where for where, said, inside in found if said is None or (said == LABEL and inside is not Part)]


@pytest.mark.parametrize("kind", kinds_of_events(), ids=lambda kind: kind.__name__)
def test_every_text_of_an_event_says_what_it_is(kind: type[Event]) -> None:
    assert untold(kind) == []


class Note(msgspec.Struct):
    whose: Who
    words: str


class Sworn(Event, frozen=True):
    unit: Who
    notes: tuple[Note, ...] = ()
    oath: Label = ""
    colours: tuple[dict[Id, str | int], ...] = ()


def test_a_text_that_says_nothing_of_itself_is_found() -> None:
    assert untold(Sworn) == ["Sworn.notes.words", "Sworn.oath", "Sworn.colours"]


def leaves(kind: Any, value: object, where: str) -> Iterator[Leaf]:
    """Every text of a value, with what its type says that it is."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        said = next((part for part in parts[1:] if isinstance(part, Text)), None)
        if isinstance(value, str):
            yield where, said, value
        else:
            yield from leaves(parts[0], value, where)
    elif origin in (Union, UnionType):
        yield from leaves(_fitting(parts, value), value, where)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(parts[0], key, where)
            yield from leaves(parts[1], one, f"{where}.{key}")
    elif hints_of(type(value)):
        made: Any = type(value)
        for name, part in hints(made).items():
            yield from leaves(part, getattr(value, name), f"{where}.{name}")
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from leaves(parts[0] if parts else Any, one, where)


def _fitting(parts: tuple[Any, ...], value: object) -> Any:
    """The one of several types that a value is of."""
    held = {part: get_args(part)[0] if get_origin(part) is Annotated else get_origin(part) or part for part in parts}
    return next((part for part, plain in held.items() if isinstance(plain, type) and isinstance(value, plain)), Any)


def sentences(event: Event, names: frozenset[str]) -> list[str]:
    """The texts of an event that are not of the form they should have, and names that nothing is called by."""
    wrong = []
    for where, said, text in leaves(type(event), event, type(event).__name__):
        assert isinstance(text, str)
        if said is None or not text:
            continue
        strange = said == NAME and " " in text and text not in names
        if strange or (said.form and not re.fullmatch(said.form, text)):
            wrong.append(f"{where}: {text}")
    return wrong


def names_in(session: Session[Any, Any, Any]) -> frozenset[str]:
    """What something is called in a battle: units, what they carry, kinds of blows and terrain, hexes as targets."""
    found = set(KINDS.rows)
    if session.game.name == "classic":
        for unit in session.state.units.values():
            found |= {unit.sheet.name, *(mount.equipment.name for mount in unit.sheet.mounts)}
        found |= {f"hex {hex}" for hex in session.state.relief.board} | set(session.state.relief.rules[TERRAIN].rows)
    return frozenset(found)


BATTLES = [
    *((name, rules) for name in ("duel", "combined_arms") for rules in ((), ("tacops",))),
    *((name, ("omega",)) for name in ("duel", "town_watch")),
    ("planet_night_city", ("tacops",)),
    *((name, ()) for name in ("crossroads", "village", "sectors")),
]


@pytest.mark.parametrize(("scenario", "rules"), BATTLES, ids=str)
def test_no_event_of_a_battle_holds_a_sentence(scenario: str, rules: tuple[str, ...]) -> None:
    kind, brief = find_scenario(scenario)
    session = play(kind.make(rules or brief.rules), brief.setup, 11, {}, "random")
    names = names_in(session)
    assert [wrong for event in session.events for wrong in sentences(event, names)] == []
    assert sum(1 for event in session.events for _ in leaves(type(event), event, "")) > len(session.events)


def test_a_sentence_in_the_place_of_an_id_or_a_name_is_found() -> None:
    crew = CrewHurt("red-1", 1, "its head was hit")
    struck = Struck("red-1", "CT", False, 5, "fire", "a laser from behind")
    part = Part("to hit", 4, "gunnery skill")
    rolled = Rolled(Roll("fire.to_hit", 6, (3, 4), "red-1", {"added": (part,), "with": "all it has"}))
    names = frozenset({"Medium Laser"})
    assert sentences(crew, names) == ["CrewHurt.why: its head was hit"]
    assert sentences(struck, names) == ["Struck.item: a laser from behind"]
    assert sentences(rolled, names) == ["Rolled.roll.about.added.id: to hit", "Rolled.roll.about.with: all it has"]
    assert sentences(msgspec.structs.replace(struck, item="Medium Laser"), names) == []
    assert re.fullmatch(ID, "fire.hold_back")
    assert not re.fullmatch(ID, "hold back")
