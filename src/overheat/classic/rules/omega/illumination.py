"""Artemis under Omega: a radar that lights one target up in the reaction phase, for semi-active missiles of the side.

An Artemis lights up one enemy in its arc whom its unit sees, at any range. Whoever does so can be found by missiles
that home in on radars.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import WeaponAttack, line_between
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark, each, kind_of, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.racks import GUIDANCE
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

ARTEMIS = "artemis_iv"
LIGHTS = named("illuminates", "lights up {about} with Artemis")
"""The mark of a unit whose Artemis lights somebody up this round, of each Artemis; about whom it lights up."""

TOLERANCE: Table[str, int] = Table(
    "omega.illumination",
    {"hexsides": 1},
    cite=GUIDANCE,
    implements=("OM-guidance-sarah",),
    where="overheat.classic.rules.omega.illumination.TOLERANCE",
)
"""By how many hexsides the directions may differ that a target is lit up from and that missiles come from."""


class Illuminate(msgspec.Struct, frozen=True, tag=True):
    """Light an enemy up with an Artemis this round."""

    mount: int
    target: str


def systems(unit: Unit) -> Iterator[int]:
    """The Artemis systems of a unit that work."""
    if ARTEMIS in unit.plan.flags:
        for at, mount in enumerate(unit.sheet.mounts):
            if mount.gear is not None and ARTEMIS in mount.equipment.flags and works(unit, at):
                yield at


def lit_by(unit: Unit, mount: int) -> str:
    """Whom an Artemis lights up."""
    return unit.about(each(LIGHTS, mount))


def lights(unit: Unit) -> tuple[int, ...]:
    """The Artemis systems of a unit that light somebody up and still work."""
    if not unit.marks or unit.helpless:
        return ()
    found = (int(name.partition(":")[2]) for name in unit.marks if kind_of(name) == LIGHTS)
    return tuple(at for at in found if works(unit, at))


def illuminators(attack: WeaponAttack) -> Iterator[Unit]:
    """Who of the attacker's side lights the target up, the attacker included, and sees it."""
    seen: set[str] = set()
    for unit in (attack.attacker, *attack.others):
        if unit.side != attack.attacker.side or not unit.active or unit.id in seen:
            continue
        seen.add(unit.id)
        lit = any(lit_by(unit, at) == attack.target.id for at in lights(unit))
        if lit and line_between(attack.relief, unit.viewpoint, attack.target.viewpoint).visible:
            yield unit


def same_direction(attack: WeaponAttack, hex: Hex) -> bool:
    """Whether somebody stands on about the side of the target that the attack comes from."""
    target = attack.target.hex
    if hex in (target, attack.attacker.hex) or attack.attacker.hex == target:
        return True
    apart = abs(target.direction(hex) - target.direction(attack.attacker.hex))
    return attack.rules[from_one_side](attack.rules, min(apart, 6 - apart))


@rule("omega.from_one_side", cite=GUIDANCE, implements=("OM-guidance-sarah", "OM-guidance-lgm"))
def from_one_side(rules: Ruleset, hexsides: int) -> bool:
    """Directions that differ by a hexside at most count as one side of a target."""
    return hexsides <= rules[TOLERANCE]["hexsides"]


def arm_sees(attack: WeaponAttack) -> bool:
    """Whether the attacker stands in the arc of an Artemis with which the target lights somebody up."""
    target = attack.target
    return any(bears_on(target, target.sheet.mounts[at], attack.attacker.hex) for at in lights(target))


def _offers(state: State, unit: Unit) -> Iterator[Illuminate]:
    enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
    for at in systems(unit):
        yield from (Illuminate(at, enemy.id) for enemy in enemies)


def _refuses(state: State, unit: Unit, command: Illuminate) -> Refusal | None:
    target = state.units.get(command.target)
    if target is None or not target.active or target.side == unit.side:
        return Refusal("omega.illuminate", f"there is no enemy {command.target!r}", GUIDANCE)
    if command.mount not in systems(unit) or unit.helpless:
        return Refusal("omega.illuminate", "there is no Artemis that works", GUIDANCE)
    if lit_by(unit, command.mount):
        return Refusal("omega.illuminate", "it lights somebody up already", GUIDANCE)
    if not bears_on(unit, unit.sheet.mounts[command.mount], target.hex):
        return Refusal("omega.illuminate", f"{target.sheet.name} is outside the arc of the Artemis", GUIDANCE)
    return line_between(state.relief, unit.viewpoint, target.viewpoint).refusal


def _does(scene: Scene, unit: Unit, command: Illuminate) -> None:
    mark = each(LIGHTS, command.mount)
    scene.tell(MarkLaid(unit.id, mark, Mark(about=command.target, owner=unit.side, this_round=True)))


def _words(state: State, unit: Unit, command: Illuminate, names: Names) -> str:
    place = unit.sheet.mounts[command.mount].location
    return f"light up {names.get(command.target, command.target)} with the Artemis ({place})"


def _worth(state: State, unit: Unit, command: Illuminate) -> float:
    """Worth as many points as semi-active missiles of the side may be launched at the target this turn."""
    if any(lit_by(friend, at) == command.target for friend in state.on_side(unit.side) for at in lights(friend)):
        return 0.0
    target = state.units[command.target]
    return float(sum(_waiting(friend, target) for friend in state.on_side(unit.side)))


def _waiting(friend: Unit, target: Unit) -> int:
    """How many racks of a friend reach a target with semi-active missiles."""
    found = 0
    for rack, bins in friend.plan.feeds.items():
        weapon = friend.sheet.mounts[rack].weapon
        held = any(_semi_active(friend, at) for at in bins)
        if weapon is not None and held and friend.hex.distance(target.hex) <= weapon.range[3]:
            found += bears_on(friend, friend.sheet.mounts[rack], target.hex)
    return found


def _semi_active(unit: Unit, at: int) -> bool:
    rounds = unit.sheet.mounts[at].ammunition
    return rounds is not None and rounds.munition == "SARaH" and unit.condition.shots[at] > 0


VERB = VERBS.amended(
    "omega.illuminate_verb",
    {
        "omega.illuminate": Verb(
            command=Illuminate,
            phases=("reaction",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Illumination",
            worth=_worth,
        )
    },
    cite=GUIDANCE,
    implements=("OM-guidance-sarah", "OM-reaction-phase"),
)

LAYER = Layer(
    "omega_illumination",
    title="Artemis that lights targets up",
    group="Omega",
    cite=GUIDANCE,
    needs=("classic", "omega_reaction"),
    add=(TOLERANCE, from_one_side),
    change=(VERB,),
)
