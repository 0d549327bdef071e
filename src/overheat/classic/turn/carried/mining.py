"""Mine dispensers: a unit that moves leaves fields of mines behind that only its side knows of."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.facts.commands import Mine
from overheat.classic.facts.events import MarkLaid, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.mines import FIELD, FIGURES, fields_at
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.verb import Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Table, rule

DISPENSERS = TACTICAL_OPERATIONS("Mine dispensers", 325)
FLAGS = frozenset({"mine_dispenser", "lays_mines"})
"""The flags of what lays mines: a dispenser, and those of a squad."""
LAID = named("mines_laid", "{value} fields of mines laid")
"""The mark of a dispenser that has laid mines: how many fields."""

LOADS: Table[str, int] = Table(
    "mining.loads",
    {"vehicle": 2, "squad": 1},
    cite=DISPENSERS,
    where="overheat.classic.turn.carried.mining.LOADS",
)
"""The fields that a dispenser of a vehicle or machine holds, and those of a whole squad together."""


def _dispensers(unit: Unit) -> Iterator[int]:
    mounts = enumerate(unit.sheet.mounts if unit.plan.flags & FLAGS else ())
    return (at for at, mount in mounts if mount.equipment.flags & FLAGS and works(unit, at))


def laid(unit: Unit, mount: int) -> int:
    """The fields that a dispenser has laid."""
    mark = unit.marks.get(each(LAID, mount))
    return 0 if mark is None else mark.value


@rule("mining.may_lay", cite=DISPENSERS)
def may_lay(state: State, unit: Unit, mount: int) -> Refusal | None:
    """A dispenser lays mines on the ground that its unit moves over, once in a hex, until it is empty."""
    if mount not in tuple(_dispensers(unit)) or unit.helpless:
        return Refusal("mining.dispenser", f"mount {mount} lays no mines", DISPENSERS)
    if not mode_of(state.relief.rules, unit).moves or unit.motion.done or not unit.motion.travelled:
        return Refusal("mining.moving", "mines are laid while the unit moves", DISPENSERS)
    if unit.airborne or unit.elevation > 0 or "water" in state.relief.board[unit.hex]:
        return Refusal("mining.ground", "mines are laid on the ground", DISPENSERS)
    if laid(unit, mount) >= state.relief.rules[LOADS]["vehicle" if unit.sheet.suit is None else "squad"]:
        return Refusal("mining.empty", "the dispenser is empty", DISPENSERS)
    if any(field.known_to(unit.side) for field in fields_at(state, unit.hex)):
        return Refusal("mining.there", f"there are mines in {unit.hex} already", DISPENSERS)
    return None


def _lay(scene: Scene, unit: Unit, command: Mine) -> None:
    count, density = laid(unit, command.mount) + 1, scene.rules[FIGURES]["density"]
    scene.tell(MarkLaid(unit.id, each(LAID, command.mount), Mark(count, unit.side, hidden=True)))
    id = f"{FIELD}-{unit.id}-{command.mount}-{count}"
    scene.tell(ThingPlaced(Thing(id, FIELD, unit.hex, unit.side, True, density)))


VERBS: dict[str, Verb] = {
    "mining.lay": Verb(
        command=Mine,
        only=lambda unit: not unit.plan.flags.isdisjoint(FLAGS),
        phases=("movement",),
        offers=lambda state, unit: map(Mine, _dispensers(unit)),
        refuses=lambda state, unit, command: state.relief.rules[may_lay](state, unit, command.mount),
        does=_lay,
        words=always("lay mines here"),
        title="Equipment",
    )
}

RULES = (may_lay, LOADS)
