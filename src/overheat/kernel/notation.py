"""Commands in a line of words that parses, prints and round-trips: `Fire 3 blue-1 rate=2`.

A struct is its verb and then its fields in order. What is as usual is left out, and what follows it says its name. A
value is a bare word where that reads back as the same, numbers with commas between them, and JSON otherwise; a list of
commands has `;` between them. The notation is laid out for people in `docs/notation.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import msgspec

from overheat.kernel.refusal import RefusedError, refuse

NEXT = ";"
"""What stands between commands of a list."""
LONGEST = 60
"""How much of something that cannot be read is told again, in characters."""

_BARE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./:+*'-]*")
_SAID = re.compile(r"\s*(?:([a-z_]+)=)?")
_WORD = re.compile(r"[^\s;]+|;")


class Said(NamedTuple):
    """A word of a line, and the field that it names."""

    field: str
    word: str


def verbs_of(commands: Any) -> dict[str, type[msgspec.Struct]]:
    """The commands of a type, or union of types, by their verbs; none for a type of anything else."""
    kinds = get_args(commands) if get_origin(commands) in (Union, UnionType) else (commands,)
    return {verb: kind for kind in kinds if (verb := _verb(kind))}


def _verb(kind: object) -> str:
    """What a kind of command is called; nothing for what is no command."""
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return ""
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) else ""


def print_command(command: msgspec.Struct) -> str:
    """A command in a line."""
    return " ".join([_verb(type(command)), *print_fields(command)])


def parse_command(text: str, commands: Any) -> Any:
    """The command of a game that a line says. What is none is refused with what is wrong."""
    said = list(words_of(text))
    verbs = verbs_of(commands)
    name = said[0].word if said and not said[0].field else ""
    verb = next((verb for verb in verbs if verb.lower() == name.lower()), None)
    if verb is None:
        raise refuse(
            "notation.verb", f"{name[:LONGEST]!r} is no command; there are {', '.join(verbs)}", verb=name[:LONGEST]
        )
    return parse_fields(verbs[verb], said[1:])


def print_commands(commands: Sequence[msgspec.Struct]) -> str:
    """Commands in a line."""
    return f" {NEXT} ".join(map(print_command, commands))


def parse_commands(text: str, commands: Any) -> tuple[Any, ...]:
    """The commands that a line says one after the other."""
    return tuple(parse_command(part, commands) for part in _parts(text))


def _parts(text: str) -> Iterator[str]:
    """The parts of a line between signs that are in no JSON."""
    start = 0
    for at, end in _ends(text):
        if text[at:end] == NEXT:
            yield text[start:at]
            start = end
    yield text[start:]


def fields_of(kind: type[Any]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct by name, in order."""
    if kind not in _FIELDS:
        _FIELDS[kind] = {field.name: field for field in msgspec.structs.fields(kind)}
    return _FIELDS[kind]


_FIELDS: dict[type[Any], dict[str, msgspec.structs.FieldInfo]] = {}


def usual(field: msgspec.structs.FieldInfo, value: object) -> bool:
    """Whether a field holds what it holds unless something else is said."""
    if field.default_factory is not msgspec.NODEFAULT:
        return bool(value == field.default_factory())
    return bool(field.default is not msgspec.NODEFAULT and value == field.default)


def print_fields(struct: msgspec.Struct) -> Iterator[str]:
    """The fields of a struct as words."""
    skipped = False
    for field in fields_of(type(struct)).values():
        value = getattr(struct, field.name)
        if usual(field, value):
            skipped = True
        else:
            word = print_value(value, field.type)
            yield f"{field.name}={word}" if skipped else word


def parse_fields(kind: type[msgspec.Struct], said: Sequence[Said]) -> Any:
    """A struct from words. What is missing, too much or does not fit is refused by name."""
    fields, found = fields_of(kind), dict[str, Any]()
    places, named = iter(fields), False
    for word in said:
        named = named or bool(word.field)
        name = word.field if named else next(places, "")
        if name not in fields or name in found:
            there = ", ".join(name for name in fields if name not in found) or "nothing more"
            raise refuse(
                "notation.field", f"{kind.__name__}: {(word.field or word.word)[:LONGEST]!r} where it takes {there}"
            )
        found[name] = _fitting(word.word, fields[name].type, f"{kind.__name__} {name}")
    missing = [name for name, field in fields.items() if field.required and name not in found]
    if missing:
        raise refuse("notation.missing", f"{kind.__name__} needs {', '.join(missing)}", field=missing[0])
    try:
        return kind(**found)
    except (TypeError, ValueError) as error:
        raise refuse("notation.value", f"{kind.__name__}: {error}") from error


def _fitting(word: str, kind: Any, what: str) -> Any:
    try:
        return parse_value(word, kind)
    except RefusedError as error:
        raise refuse("notation.value", f"{what}: {error.refusal.reason}", value=word[:LONGEST]) from error


def print_value(value: Any, kind: Any) -> str:
    """A value that is read as some type, in one word."""
    told = plain(value)
    if isinstance(told, str):
        bare = _BARE.fullmatch(told) and next(_read(told, kind), None) == value
        return told if bare else json.dumps(told, ensure_ascii=False)
    if isinstance(told, list) and len(told) > 1 and all(type(each) in (int, float) for each in told):
        return ",".join(map(json.dumps, told))
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def parse_value(word: str, kind: Any) -> Any:
    """The value of a type that a word says."""
    for found in _read(word, kind):
        return found
    told = word if len(word) <= LONGEST else f"{word[:LONGEST]}..."
    try:
        msgspec.convert(next(_readings(word), word), kind)
    except msgspec.ValidationError as error:
        raise refuse("notation.value", f"{told} does not fit: {error}", value=told) from error
    raise refuse("notation.value", f"{told} cannot be read", value=told)


def _read(word: str, kind: Any) -> Iterator[Any]:
    """What a word says as a type, in the order in which it is tried."""
    for reading in _readings(word):
        try:
            yield msgspec.convert(reading, kind)
        except msgspec.ValidationError:
            continue


def _readings(word: str) -> Iterator[Any]:
    """What a word may be: what JSON says it is, several numbers, or itself."""
    for text in (word, f"[{word}]" if "," in word else ""):
        try:
            yield json.loads(text)
        except (ValueError, RecursionError):
            continue
    if not word.startswith(('"', "[", "{")):
        yield word


def plain(value: Any) -> Any:
    """A value as JSON has it, without what is as usual."""
    if isinstance(value, msgspec.Struct):
        verb = _verb(type(value))
        fields = fields_of(type(value)).values()
        held = ((field, getattr(value, field.name)) for field in fields)
        told = {field.encode_name: plain(there) for field, there in held if not usual(field, there)}
        return {str(value.__struct_config__.tag_field): verb, **told} if verb else told
    if isinstance(value, Mapping):
        return {str(key): plain(there) for key, there in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(there) for there in value]
    return value


def words_of(text: str) -> Iterator[Said]:
    """The words of a line. JSON is one word, whatever blanks it has."""
    for at, end in _ends(text):
        named = _SAID.match(text, at)
        field = named[1] or "" if named else ""
        yield Said(field, text[at + len(field) + bool(field) : end])


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Where each word of a line begins and ends."""
    at = 0
    while at < len(text):
        named = _SAID.match(text, at)
        assert named is not None
        begin = named.start(1) if named[1] else named.end()
        at = named.end()
        if at < len(text) and text[at] in '"[{':
            at = _end_of_json(text, at)
        elif word := _WORD.match(text, at):
            at = word.end()
        elif begin == at:
            return
        yield begin, at


def _end_of_json(text: str, at: int) -> int:
    try:
        _, end = json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise refuse("notation.json", f"{text[at : at + LONGEST]} is no JSON: {error}") from error
    if text[end : end + 1].strip(f" \t{NEXT}"):
        raise refuse("notation.json", f"{text[end : end + LONGEST]!r} follows without a blank")
    return end
