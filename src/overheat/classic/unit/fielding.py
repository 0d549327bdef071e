"""How a unit comes to the field under some rules: with their figures, refitted, and loaded as its set-up declares.

`under` gives the sheet that play, construction, battle value, cost and record sheet all see; `outfit` also says what is
otherwise than in the unit's file, and which rule says so. Where nothing is, the sheet is the very one that was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from overheat.classic.unit.equipment import Equipment, key
from overheat.classic.unit.figures import figured, listed, told
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset, Slot

Loads = Mapping[str, str]
"""What bins, tubes and racks are declared to hold, by the key of each."""
EMPTY: Loads = {}
DECLARED = "fielding.loads"
"""What notes of declared loads are told by: they are their owner's to know."""


class Fielding(msgspec.Struct, frozen=True):
    """A unit that is to take the field: its sheet with the figures in force, and what it is declared to carry."""

    rules: Ruleset
    sheet: Sheet
    loads: Loads = EMPTY


class Refit(msgspec.Struct, frozen=True):
    """A sheet that a rule has changed, and what it changed, in a few words each."""

    sheet: Sheet
    told: tuple[str, ...] = ()


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be loaded: a bin, a tube, a rack."""

    key: str
    """What a set-up calls it: `LT SRM 6 Ammo`."""
    holds: str
    """What it holds unless something else is declared."""
    fits: tuple[str, ...]
    """Everything that it can hold."""
    filled: Callable[[Sheet, str], Sheet]
    """The sheet with one of those in it."""


class Note(msgspec.Struct, frozen=True):
    """Something that is otherwise than in a unit's file: which rule or row says so, what, and where it is written."""

    rule: str
    text: str
    cite: Cite | None = None

    def __str__(self) -> str:
        return self.text if self.cite is None else f"{self.text}  [{self.cite}]"

    def as_json(self) -> dict[str, object]:
        return {"rule": self.rule, "text": self.text, "cite": None if self.cite is None else str(self.cite)}


class Outfit(msgspec.Struct, frozen=True):
    """A unit as it comes to the field, and what is otherwise than in its file."""

    sheet: Sheet
    notes: tuple[Note, ...] = ()


REFITS: Slot[[Fielding], Refit | None] = Slot("fielding.refits", nothing=None)
"""What rules change of a sheet when its unit is fielded, each on what those before it have left."""

NO_PART: Slot[[Fielding], Refusal | None] = Slot("fielding.no_part", nothing=None)
"""Why a unit takes no part in a battle under these rules."""

HOLDERS: Slot[[Fielding], tuple[Holder, ...]] = Slot("fielding.holders", nothing=())
"""What of a sheet can be loaded with several things."""


def under(rules: Ruleset, sheet: Sheet, loads: Loads = EMPTY) -> Sheet:
    """A sheet as some rules have it."""
    return outfit(rules, sheet, loads).sheet


def outfit(rules: Ruleset, sheet: Sheet, loads: Loads = EMPTY) -> Outfit:
    """A sheet as some rules have it, with a note for everything that is otherwise than in its file."""
    found = figured(rules, sheet)
    notes = [] if found is sheet else list(_changes(rules, sheet, found))
    for refit in rules[REFITS]:
        made = refit.function(Fielding(rules, found, loads))
        if made is not None:
            found = made.sheet
            notes += [Note(refit.id, text, refit.cite) for text in made.told]
    if loads:
        found = _loaded(rules, found, loads)
        notes += [Note(DECLARED, f"{name}: {what}") for name, what in loads.items()]
    return Outfit(found, tuple(notes))


def takes_no_part(rules: Ruleset, sheet: Sheet) -> Refusal | None:
    """Why a unit takes no part in a battle under some rules; None where it may."""
    asked = Fielding(rules, sheet)
    return next((no for rule in rules[NO_PART] if (no := rule.function(asked)) is not None), None)


def holders(rules: Ruleset, sheet: Sheet, loads: Loads = EMPTY) -> tuple[Holder, ...]:
    """Everything that can be loaded of a sheet as the rules have it."""
    asked = Fielding(rules, sheet, loads)
    return tuple(holder for each in rules[HOLDERS] for holder in each.function(asked))


def _loaded(rules: Ruleset, sheet: Sheet, loads: Loads) -> Sheet:
    """A sheet with what is declared in its bins; a bin that there is not, or what does not fit it, is refused."""
    known = {key(holder.key): holder for holder in holders(rules, sheet, loads)}
    for name, what in loads.items():
        holder = known.get(key(name))
        if holder is None:
            there = ", ".join(repr(holder.key) for holder in known.values()) or "nothing that can be"
            reason = f"{sheet.name} has no {name[:60]!r} to load; there is {there}"
            raise refuse("loads.holder", reason, unit=sheet.name, holder=name[:60])
        fitting = next((fit for fit in holder.fits if key(fit) == key(what)), None)
        if fitting is None:
            reason = f"{holder.key} of {sheet.name} holds no {what[:60]!r}; it holds {', '.join(holder.fits)}"
            raise refuse("loads.fit", reason, unit=sheet.name, holder=holder.key, load=what[:60])
        sheet = holder.filled(sheet, fitting)
    return sheet


def _changes(rules: Ruleset, before: Sheet, after: Sheet) -> Iterator[Note]:
    """A note for each piece of equipment that has other figures, or is known to these rules alone."""
    found = listed(rules)
    assert found is not None
    was = dict(zip(map(_known_by, _equipment(before)), _equipment(before), strict=True))
    for entry in dict.fromkeys(_equipment(after)):
        source = next((found.changed[id] for id in entry.id.split(".") if id in found.changed), None)
        source = source or next((found.brought[id] for id in entry.id.split(".") if id in found.brought), None)
        plain = was.get(entry.id)
        if source is None or plain == entry:
            continue
        change = "equipment of these rules" if plain is None else ", ".join(_differences(plain, entry))
        yield Note(source.id, f"{entry.name}: {change}", source.cite)


def _known_by(entry: Equipment) -> str:
    return entry.id


def _equipment(sheet: Sheet) -> Iterator[Equipment]:
    """Every piece of equipment of a sheet."""
    yield from (mount.equipment for mount in sheet.mounts)
    if sheet.platoon is not None:
        held = (sheet.platoon.primary, sheet.platoon.secondary, sheet.platoon.armour_kit)
        yield from (mount.equipment for mount in held if mount is not None)
    yield from (place.armour_kind for place in sheet.locations if place.armour_kind is not None)
    if sheet.engine is not None:
        yield sheet.engine.kind
    if sheet.structure is not None:
        yield sheet.structure


def _differences(before: Equipment, after: Equipment) -> Iterator[str]:
    """`heat 3/2 in place of 3`, for every figure that is another."""
    for name in after.__struct_fields__:
        now, then = getattr(after, name), getattr(before, name, None)
        if now != then and name != "cite":
            yield f"{name.replace('_', ' ')} {told(now)} in place of {told(then)}"
