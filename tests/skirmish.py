"""Skirmishes for tests of the classic game: small boards, machines with given damage, attacks, and scenes to play out.

Boards are a column of hexes, `0 0w1 0`, that machines stand at the ends of: red in the first hex, facing south, blue in
the last, facing north.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from machines import HUNTER, sheet
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Command
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Blow, Motion, State, Unit, Weather
from overheat.classic.game import Classic
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.rulesets import LAYERS, ruleset, standard
from overheat.classic.sight.relief import Relief
from overheat.classic.unit.condition import Condition
from overheat.classic.unit.equipment import catalogue
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.classic.unitfile.library import find
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal

E = TypeVar("E", bound=Event)

SOUTH, NORTH = 3, 0
CONDITIONS = frozenset(Condition.__struct_fields__)
replace = msgspec.structs.replace


def known(name: str) -> Sheet:
    """A machine that comes with the project."""
    return find(name).sheet


def armed(base: Sheet | str, *items: str) -> Sheet:
    """A machine with more equipment, such as `Medium Pulse Laser@RA`; it takes no critical slots."""
    built = sheet(base) if isinstance(base, str) else base
    mounts = []
    for item in items:
        name, _, location = item.partition("@")
        equipment = catalogue().find(name, built.tech)
        assert equipment is not None, name
        mounts.append(Mount(equipment=equipment, location=location or "RT", slots=0))
    return replace(built, mounts=(*built.mounts, *mounts))


def unit(of: Sheet | str = HUNTER, id: str = "red", hex: str = "0101", facing: int = SOUTH, **others: Any) -> Unit:
    """A unit of the side of its name; conditions such as `heat` or `prone` are given like everything else."""
    built = sheet(of) if isinstance(of, str) else of
    side = others.pop("side", id)
    state = {name: others.pop(name) for name in list(others) if name in CONDITIONS}
    made = Unit.fresh(others.pop("rules", None) or standard(), id, side, built, Hex.parse(hex), facing)
    return replace(made, condition=replace(made.condition, **state), **others)


def moved(mode: Any, hexes: int = 0, **others: Any) -> Motion:
    """What a unit did in its movement."""
    return Motion(mode, hexes, hexes, spent=hexes, **others)


def marked(*names: str, **detail: Any) -> dict[str, Mark]:
    """What holds of a unit, by the names that rules give."""
    return {name: Mark(**detail) for name in names}


def broken(whole: Unit, *parts: str) -> Unit:
    """The unit with critical hits, each on a system and where it is: `shoulder@LA`, `gyro`, `sensors`."""
    for part in parts:
        system, _, location = part.partition("@")
        places = [place for place in whole.plan.systems[system] if not location or place[0] == location]
        code, slot = next((code, slot) for code, slot in places if slot not in whole.condition[code].critical_hits)
        place = whole.condition[code]
        hurt = replace(place, critical_hits=place.critical_hits | {slot})
        whole = replace(whole, condition=whole.condition.with_location(hurt))
    return whole


def shot_up(whole: Unit, *mounts: int) -> Unit:
    """The unit with a critical hit on the first slot of some mounts."""
    for at in mounts:
        code, slot = whole.plan.mount_slots[at][0]
        place = whole.condition[code]
        hurt = replace(place, critical_hits=place.critical_hits | {slot})
        whole = replace(whole, condition=whole.condition.with_location(hurt))
    return whole


def maimed(whole: Unit, *codes: str) -> Unit:
    """The unit without some of its locations."""
    for code in codes:
        gone = replace(whole.condition[code], armour=0, rear_armour=0, structure=0)
        whole = replace(whole, condition=whole.condition.with_location(gone))
    return whole


def bared(whole: Unit, code: str, structure: int | None = None) -> Unit:
    """The unit with no armour on a location, and with so much structure."""
    place = whole.condition[code]
    left = place.structure if structure is None else structure
    return replace(
        whole, condition=whole.condition.with_location(replace(place, armour=0, rear_armour=0, structure=left))
    )


def mount(of: Unit, name: str) -> int:
    """The first mount of a name."""
    equipment = catalogue().find(name, of.sheet.tech)
    assert equipment is not None, name
    return next(at for at, mount in enumerate(of.sheet.mounts) if mount.equipment.id == equipment.id)


def ground(column: str) -> Board:
    """The board of a column of hexes."""
    return parse(column.replace(" ", " / "))


def field(width: int, height: int, cell: str = "0") -> Board:
    """A board with the same in every hex."""
    return parse("/".join([" ".join([cell] * width)] * height))


def with_needs(layer: str) -> list[str]:
    """A layer on top of those that it needs."""
    needed = [below for need in LAYERS[layer].needs for below in with_needs(need)]
    return list(dict.fromkeys([*needed, layer]))


def relief(board: Board | str, rules: Sequence[str] = ()) -> Relief:
    return Relief(ground(board) if isinstance(board, str) else board, ruleset(rules))


def shot(
    weapon: str = "Medium Laser",
    column: str = "0 0 0",
    attacker: Unit | None = None,
    target: Unit | None = None,
    *,
    rules: Sequence[str] = (),
    ammunition: str | None = None,
    **facts: Any,
) -> WeaponAttack:
    """Red fires a weapon at blue along a column of hexes; a weapon that red has not is given to it."""
    board = ground(column)
    red = unit() if attacker is None else attacker
    wanted = catalogue().find(weapon, red.sheet.tech)
    assert wanted is not None, weapon
    if all(mounted.equipment.id != wanted.id for mounted in red.sheet.mounts):
        red = rearmed(red, weapon)
    if ammunition is not None:
        red = rearmed(red, ammunition)
        facts["feed"] = len(red.sheet.mounts) - 1
    blue = unit(id="blue", facing=NORTH) if target is None else target
    if blue.hex == red.hex:
        blue = replace(blue, hex=Hex(1, board.height))
    return WeaponAttack(relief(board, rules), red, blue, mount(red, weapon), **facts)


def rearmed(whole: Unit, item: str) -> Unit:
    """The unit with one more piece of equipment."""
    built = armed(whole.sheet, item)
    fresh = Unit.fresh(standard(), whole.id, whole.side, built, whole.hex, whole.facing)
    return replace(whole, sheet=built, plan=fresh.plan, condition=replace(whole.condition, shots=fresh.condition.shots))


def needs(attack: WeaponAttack) -> int:
    """The number that an attack needs."""
    return int(target_number(attack).total)


def term(attack: WeaponAttack, id: str) -> int:
    """What one rule adds to the number; 0 when it says nothing."""
    tally = target_number(attack)
    return int(tally[id].value) if id in tally else 0


def forbidden(attack: WeaponAttack) -> str | None:
    """The rule that forbids an attack."""
    no = refusal(attack)
    return None if no is None else no.id


def blow(
    kind: str,
    limb: str = "",
    attacker: Unit | None = None,
    target: Unit | None = None,
    column: str = "0 0",
    weather: Weather | None = None,
) -> PhysicalAttack:
    """Red strikes blue in the next hex."""
    red = unit() if attacker is None else attacker
    blue = unit(id="blue", hex="0102", facing=NORTH) if target is None else target
    return PhysicalAttack(relief(column), red, blue, Blow(kind, limb, blue.id), weather or Weather())


def scene(dice: Scripted, *units: Unit, board: Board | str = "0 0 0", weather: Weather | None = None) -> Scene:
    """Units on a board, and dice that fall as a test says."""
    return Scene(state(*units, board=board, weather=weather), dice)


def state(*units: Unit, board: Board | str = "0 0 0", weather: Weather | None = None, **others: Any) -> State:
    """A battle at one moment."""
    return State(
        relief=relief(board), units={unit.id: unit for unit in units}, weather=weather or Weather(), round=1, **others
    )


def on_turn(acting: Unit, *others: Unit, phase: Any = "movement", board: Board | str = "0 0 0", **facts: Any) -> State:
    """A battle in which a unit is in the middle of its turn, and the others have had theirs."""
    sides = tuple(dict.fromkeys(unit.side for unit in (acting, *others)))
    return state(
        acting,
        *others,
        board=board,
        phase=phase,
        initiative=sides if len(sides) > 1 else (*sides, "nobody"),
        order=(acting.side,),
        acting=acting.id,
        acted=frozenset(unit.id for unit in others),
        **facts,
    )


def say(before: State, dice: Scripted, *commands: Command) -> tuple[State, list[Event]]:
    """The unit on turn carries out commands one after the other."""
    told: list[Event] = []
    for command in commands:
        assert before.acting is not None
        answer = Classic().apply(before, before.units[before.acting].side, command, dice)
        assert not isinstance(answer, Refusal), answer
        before, events = answer
        told += events
    return before, told


def refused(before: State, command: Command) -> str | None:
    """The rule that refuses a command; None when it is carried out."""
    assert before.acting is not None
    answer = Classic().apply(before, before.units[before.acting].side, command, Scripted())
    return answer.id if isinstance(answer, Refusal) else None


def told(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
