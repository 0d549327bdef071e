"""Rerouting heat sink coolant: sinks are linked to one item of a machine, which the heat then troubles less.

What a link is good for is our reading of the book; the errata say that a capacitor is linked for itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.capacitors import FLAG, charged_part
from overheat.classic.rules.standard.heat import SINKS_IT, Toil, broken_sinks
from overheat.classic.rules.standard.systems import whole
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, heat
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

REROUTING = TACTICAL_OPERATIONS("Rerouting Heat Sink Coolant", 105)
LINKED = named("coolant_linked", "{value} heat sinks linked to {about}")
"""The mark of an item that has sinks of its own, of each by its mount, and how many."""
REROUTED = named("coolant_rerouted", "coolant rerouted this round")
MOST = 4
"""Sinks that it makes sense to link to an item: as many as heat adds to a shot at most on the standard scale."""


class Reroute(msgspec.Struct, frozen=True, tag=True):
    """Link so many heat sinks to an item; none to cut the link."""

    mount: int
    sinks: int


def linked_sinks(unit: Unit, mount: int) -> int:
    """The heat sinks that are linked to an item."""
    mark = unit.marks.get(each(LINKED, mount)) if unit.marks else None
    return 0 if mark is None else mark.value


def all_linked(unit: Unit) -> int:
    """The heat sinks that are linked to anything."""
    return sum(linked_sinks(unit, at) for at in range(len(unit.sheet.mounts))) if unit.marks else 0


def _offers(state: State, unit: Unit) -> Iterator[Reroute]:
    if unit.machine and REROUTED not in unit.marks:
        items = [at for at in range(len(unit.sheet.mounts)) if _takes(unit, at)]
        yield from (Reroute(at, sinks) for at in items for sinks in range(MOST + 1))


def _takes(unit: Unit, mount: int) -> bool:
    held = unit.sheet.mounts[mount]
    return whole(unit, mount) and (held.weapon is not None or FLAG in held.equipment.flags)


def _refuses(state: State, unit: Unit, command: Reroute) -> Refusal | None:
    sinks = unit.sheet.heat_sinks
    if not unit.machine or sinks is None or REROUTED in unit.marks:
        return Refusal("rerouting.machine", "a machine reroutes its coolant once a round", REROUTING)
    if not 0 <= command.mount < len(unit.sheet.mounts) or not _takes(unit, command.mount):
        return Refusal("rerouting.item", "coolant is linked to weapons and capacitors that work", REROUTING)
    now = linked_sinks(unit, command.mount)
    free = sinks.count - broken_sinks(unit) - all_linked(unit) + now
    if command.sinks == now or not 0 <= command.sinks <= min(MOST, free):
        return Refusal("rerouting.sinks", f"{command.sinks} heat sinks cannot be linked to it", REROUTING)
    return None


def _does(scene: Scene, unit: Unit, command: Reroute) -> None:
    name, mark = unit.sheet.mounts[command.mount].equipment.name, each(LINKED, command.mount)
    if command.sinks:
        scene.tell(MarkLaid(unit.id, mark, Mark(value=command.sinks, about=name)))
    else:
        scene.tell(MarkLifted(unit.id, mark, unit.marks[mark]))
    scene.tell(MarkLaid(unit.id, REROUTED, Mark(this_round=True)))


def _words(state: State, unit: Unit, command: Reroute, names: Names) -> str:
    held = unit.sheet.mounts[command.mount]
    item = f"{held.equipment.name} ({held.location})"
    return f"link {command.sinks} heat sinks to the {item}" if command.sinks else f"cut the {item} off its heat sinks"


@rule("rerouting.sinks", cite=REROUTING, slot=SINKS_IT)
def sinks_less(toil: Toil) -> Term | None:
    """Sinks that are linked to an item do not sink the heat of the machine."""
    sinks, linked = toil.unit.sheet.heat_sinks, all_linked(toil.unit)
    if not linked or sinks is None:
        return None
    points = linked * (2 if sinks.kind in ("double", "laser") else 1)
    return Term("rerouting.sinks", -points, f"{linked} sinks linked to items", REROUTING)


@rule("rerouting.cools", cite=REROUTING, implements=("TO-105-rerouting-coolant-capacitor",))
def cools(rules: Ruleset, unit: Unit, mount: int) -> int:
    """An item is as cool as its links make it; a weapon whose capacitor is charged only as cool as that is."""
    part = charged_part(unit, mount)
    linked = linked_sinks(unit, mount)
    return linked if part is None else min(linked, linked_sinks(unit, part))


@rule("to_hit.rerouted_coolant", cite=REROUTING, implements=("TO-105-rerouting-coolant-capacitor",), slot=EVERY_SHOT)
def shoots_cooler(attack: WeaponAttack) -> Term | None:
    """Of what heat adds to a shot each sink that is linked to the weapon takes a point."""
    hot = attack.rules[heat](attack) if attack.attacker.marks else None
    less = 0 if hot is None else min(int(hot.value), attack.rules[cools](attack.rules, attack.attacker, attack.index))
    return Term("to_hit.rerouted_coolant", -less, "coolant rerouted to the weapon", REROUTING) if less else None


VERB = Verb(
    command=Reroute,
    phases=("weapons",),
    offers=_offers,
    refuses=_refuses,
    does=_does,
    words=_words,
    title="Coolant",
)

LAYER = Layer(
    "rerouting_coolant",
    title="Rerouting heat sink coolant",
    group="Heat",
    cite=REROUTING,
    needs=("classic",),
    add=(sinks_less, cools, shoots_cooler),
    change=(VERBS.amended("rerouting.verbs", {"rerouting.reroute": VERB}, cite=REROUTING),),
)
