"""A platoon in the making: units written in a few words, changed word by word, written down as a platoon file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.facts import QUALITIES
from overheat.platoon.rosters.catalogue import UnitKind, kinds_under, options, unit_kind
from overheat.platoon.rosters.roster import Enlisted, Platoon, Priced, Roster, muster, unit_ids
from overheat.platoon.rules.standard.orders import QUALITY

ENTRY = re.compile(r"(\w+)(?::([a-z]+))?(?::(\d{1,2}))?((?:[+~]\w+(?:=\d{1,2})?)*)", re.ASCII)
EXAMPLE = "rifle_squad:veteran:8+lmg~smg=3"
HELP = """\
UNIT                  add a unit, such as rifle_squad or rifle_squad:veteran:8+lmg~smg=3
remove N              take unit N out
quality N QUALITY     inexperienced, regular or veteran
men N MANY            how many men it has
option N WORD [MANY]  buy something; 0 sells it again
swap N WEAPON [MANY]  give men another weapon
name WORDS            what the platoon is called
points MANY           how many points it may cost
selector WORD         list, reinforced or open
units [SLOT]          the catalogue
undo                  take the last change back
done                  write the file and leave
quit                  leave without writing"""


def check_quality(quality: str, rules: Ruleset | None) -> None:
    """Refuse a quality that some rules do not have; those of the game where none are named."""
    known = QUALITIES if rules is None else tuple(rules[QUALITY].rows)
    if quality not in known:
        raise refuse("draft.quality", f"{quality[:40]!r} is no quality; there are {', '.join(known)}")


def entry(text: str) -> Enlisted:
    """A unit from its few words."""
    found = ENTRY.fullmatch(text)
    if not found:
        raise refuse("draft.unit", f"{text[:60]!r} is no unit: write {EXAMPLE}")
    extras = re.findall(r"([+~])(\w+)(?:=(\d+))?", found[4])
    counts = {sign: {word: int(many or 1) for each, word, many in extras if each == sign} for sign in "+~"}
    facts = {"unit": found[1], "quality": found[2] or "regular", "options": counts["+"], "swap": counts["~"]}
    if found[3]:
        facts["men"] = int(found[3])
    try:
        return msgspec.convert(facts, Enlisted)
    except msgspec.ValidationError as error:
        raise refuse("draft.unit", f"{text[:60]!r}: {error}") from None


def written(roster: Roster) -> str:
    """A platoon as a platoon file has it."""
    lines = [f"name = {_quoted(roster.name)}"]
    if roster.points is not None:
        lines.append(f"points = {roster.points}")
    lines.append(f"selector = {_quoted(roster.selector)}")
    if roster.base != 1:
        lines.append(f"base = {roster.base:g}")
    for unit in roster.units:
        lines += ["", "[[units]]", f"unit = {_quoted(unit.unit)}", f"quality = {_quoted(unit.quality)}"]
        for key in ("id", "name", "slot", "squad"):
            if getattr(unit, key):
                lines.append(f"{key} = {_quoted(getattr(unit, key))}")
        if unit.men is not None:
            lines.append(f"men = {unit.men}")
        if unit.fireteams != 1:
            lines.append(f"fireteams = {unit.fireteams}")
        for key, counts in (("options", unit.options), ("swap", unit.swap)):
            if counts:
                lines.append(f"{key} = {{ {', '.join(f'{_key(word)} = {many}' for word, many in counts.items())} }}")
    return "\n".join(lines) + "\n"


def _key(word: str) -> str:
    """A word as the key of a platoon file."""
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else _quoted(word)


def _quoted(text: str) -> str:
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def changed(roster: Roster, line: str, rules: Ruleset | None = None) -> Roster:
    """A platoon after one line of words; what is not understood is refused."""
    word, _, rest = line.strip().partition(" ")
    wanted = CHANGES[word](roster, rest.strip()) if word in CHANGES else CHANGES["add"](roster, line)
    for unit in wanted.units:
        check_quality(unit.quality, rules)
    return wanted


def _with_units(roster: Roster, units: tuple[Enlisted, ...]) -> Roster:
    return msgspec.structs.replace(roster, units=units)


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise refuse("draft.number", f"{text[:40]!r} is no number of {what}")
    return int(text)


def _chosen(roster: Roster, text: str) -> int:
    """The place of a unit by its number."""
    number = _number(text, "a unit")
    if not 1 <= number <= len(roster.units):
        raise refuse("draft.number", f"there is no unit {number}; there are {len(roster.units)}")
    return number - 1


def _edit(roster: Roster, place: int, **facts: object) -> Roster:
    unit = msgspec.structs.replace(roster.units[place], **facts)
    return _with_units(roster, (*roster.units[:place], unit, *roster.units[place + 1 :]))


def _words(rest: str, least: int, usage: str, most: int | None = None) -> list[str]:
    words = rest.split()
    if not least <= len(words) <= (most or least):
        raise refuse("draft.words", f"write {usage}")
    return words


def _remove(roster: Roster, rest: str) -> Roster:
    place = _chosen(roster, *_words(rest, 1, "remove N"))
    return _with_units(roster, roster.units[:place] + roster.units[place + 1 :])


def _quality(roster: Roster, rest: str) -> Roster:
    number, quality = _words(rest, 2, "quality N QUALITY")
    return _edit(roster, _chosen(roster, number), quality=quality)


def _men(roster: Roster, rest: str) -> Roster:
    number, many = _words(rest, 2, "men N MANY")
    return _edit(roster, _chosen(roster, number), men=_number(many, "men"))


def _counts(key: str) -> Callable[[Roster, str], Roster]:
    """A change to how many of something a unit has."""

    def change(roster: Roster, rest: str) -> Roster:
        number, word, *more = _words(rest, 2, f"{key.removesuffix('s')} N WORD MANY", 3)
        place = _chosen(roster, number)
        many = _number(more[0], "them") if more else 1
        counts = {**getattr(roster.units[place], key), word: many}
        return _edit(roster, place, **{key: {each: times for each, times in counts.items() if times}})

    return change


def _name(roster: Roster, rest: str) -> Roster:
    if not rest:
        raise refuse("draft.words", "write name WORDS")
    return msgspec.structs.replace(roster, name=rest)


def _points(roster: Roster, rest: str) -> Roster:
    many = _number(rest, "points")
    if not many:
        raise refuse("draft.points", "a platoon may cost at least 1 point")
    return msgspec.structs.replace(roster, points=many)


def _selector(roster: Roster, rest: str) -> Roster:
    return msgspec.structs.replace(roster, selector=_words(rest, 1, "selector WORD")[0])


CHANGES: dict[str, Callable[[Roster, str], Roster]] = {
    "add": lambda roster, rest: _with_units(roster, (*roster.units, entry("".join(rest.split())))),
    "remove": _remove,
    "quality": _quality,
    "men": _men,
    "option": _counts("options"),
    "swap": _counts("swap"),
    "name": _name,
    "points": _points,
    "selector": _selector,
}
"""The words that change a platoon."""


class Drafted(msgspec.Struct, frozen=True):
    """A platoon in the making: each of its units with what it comes to or why it makes no sense, and the whole."""

    entries: tuple[tuple[Priced, ...] | Refusal, ...]
    """For each unit that was written, the unit with what came with it, or its refusal."""
    platoon: Platoon
    """The units that make sense, and everything that they break together."""


def drafted(roster: Roster, rules: Ruleset) -> Drafted:
    """A platoon as far as it is: one unit that makes no sense does not keep the others from their prices."""
    refused: dict[int, Refusal] = {}
    for place, unit in enumerate(roster.units):
        try:
            muster(Roster(name="", selector="open", units=(msgspec.structs.replace(unit, squad=None),)), rules)
        except RefusedError as error:
            refused[place] = error.refusal
    kept = [place for place in range(len(roster.units)) if place not in refused]
    platoon = None
    while platoon is None:
        units = tuple(roster.units[place] for place in kept)
        try:
            platoon = muster(_with_units(roster, units), rules)
        except RefusedError as error:
            wrong = [
                place for place, id in zip(kept, unit_ids(units), strict=True) if id == error.refusal.facts.get("unit")
            ]
            if not wrong:
                raise
            refused[wrong[-1]] = error.refusal
            kept.remove(wrong[-1])
    groups: list[list[Priced]] = []
    for priced in platoon.units:
        if priced.attached:
            groups[-1].append(priced)
        else:
            groups.append([priced])
    found = dict(zip(kept, map(tuple, groups), strict=True))
    places = range(len(roster.units))
    return Drafted(tuple(refused[place] if place in refused else found[place] for place in places), platoon)


def catalogue_lines(rules: Ruleset, slot: str = "") -> Iterator[str]:
    """The catalogue, or one slot of it, a line for each kind of unit."""
    kinds = [kind for kind in kinds_under(rules).values() if slot in ("", kind.slot, *kind.also)]
    if not kinds:
        slots = ", ".join(dict.fromkeys(kind.slot for kind in kinds_under(rules).values()))
        raise refuse("draft.slot", f"{slot[:40]!r} is no slot; there are {slots}")
    for kind in kinds:
        may = f"; {', '.join(word for word in kind.options if word in options())}" if kind.options else ""
        yield f"{kind.slot:<15} {kind.id:<25} {_size(kind)}{may}"


def _size(kind: UnitKind) -> str:
    """How many men it has, or how many it carries."""
    least, most = kind.men
    if most:
        return counted(least, "man", "men") if least == most else f"{least} to {most} men"
    return counted(kind.seats, "seat") if kind.seats else kind.kind


def draft_lines(platoon: Platoon, rules: Ruleset) -> Iterator[str]:
    """A platoon as far as it is: its units with numbers and prices, the sum, and what is still wrong."""
    number = 0
    for unit in platoon.units:
        number += not unit.attached
        kind = unit_kind(unit.sheet.unit, rules)
        many = len(unit.sheet.men)
        men = f", {many} {'man' if many == 1 else 'men'}" if many else ""
        shown = "" if unit.attached else number
        yield f"{shown:>3}  {int(unit.cost.total):>4}  {unit.sheet.name}, {unit.sheet.quality}{men} ({kind.slot})"
    yield f"     {platoon.points:>4}  of {platoon.limit} points, {platoon.name}"
    for finding in platoon.findings:
        yield f"           {finding.reason}"
