"""Small turns of phrase that every game needs."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 point`, `3 points`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def as_id(key: str) -> str:
    """The key of a row, or a system of a sheet, as an id: `death from above` is `death_from_above`."""
    return key.replace(" ", "_")


def he(does: str) -> str:
    """What somebody else does: `fire with` is `fires with`."""
    verb, _, rest = does.partition(" ")
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb, ending = verb[:-1], "ies"
    return f"{verb}{ending}{f' {rest}' if rest else ''}"


def in_words(id: str) -> str:
    """The last part of an id as words: `fire.hold_back` is `hold back`. A text of several words stays as it is."""
    return id if " " in id else id.rpartition(".")[2].replace("_", " ")
