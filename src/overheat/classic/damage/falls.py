"""Falling down, and staying on one's feet."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.crew import hurt_crew
from overheat.classic.damage.hits import take
from overheat.classic.damage.passengers import throw_off
from overheat.classic.damage.sums import weighed
from overheat.classic.damage.wading import wade
from overheat.classic.facts.events import CheckMade, Fell, Moved, Posture
from overheat.classic.rules.standard.clusters import GROUPING, in_groups
from overheat.classic.rules.standard.falls import LANDINGS, Fall, fall_damage, seat_belt
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.piloting import SPARES, Check, battered, hopeless, piloting_number
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import Tally, Term, parts

SAVES: Slot[[Scene, str, int], bool] = Slot("falls.saves", nothing=False)
"""What keeps a machine from falling that has failed its roll by so much: whether the rule has seen to it."""


def check_piloting(scene: Scene, id: str, why: Term) -> bool:
    """A piloting roll; whether it was made. An unconscious or shut-down machine fails."""
    margin = _margin(scene, id, why)
    return margin is not None and margin >= 0


def _margin(scene: Scene, id: str, why: Term) -> int | None:
    """By how much a piloting roll was made, or failed; None for whoever cannot roll."""
    unit = scene.unit(id)
    needed = piloting_number(Check(scene.rules, unit, why, scene.state.relief.board[unit.hex], state=scene.state))
    if unit.condition.shut_down or not unit.condition.conscious or scene.rules[hopeless](scene.rules, unit):
        return None
    rolled = scene.roll("piloting", who=id, needed=int(needed.total), cause=parts((why,)))
    scene.tell(CheckMade(id, why.id, parts(needed), rolled, rolled >= needed.total, parts((why,))))
    return rolled - int(needed.total)


def stand_or_fall(scene: Scene, id: str, why: Term, levels: int = 0) -> bool:
    """A piloting roll that a machine falls by when it fails; whether it still stands."""
    margin = _margin(scene, id, why)
    if margin is not None and (margin >= 0 or any(rule.function(scene, id, -margin) for rule in scene.rules[SAVES])):
        return True
    fall(scene, id, why, levels)
    return False


def fall(scene: Scene, id: str, why: Term, levels: int = 0) -> None:
    """A machine falls: its pilot holds on or not, it lands on a side, and the ground hits it."""
    unit = scene.unit(id)
    falling = Fall(scene.rules, unit, scene.state.relief.board[unit.hex], levels, state=scene.state)
    belt = seat_belt_needed(falling, why)
    held_on = unit.condition.conscious and _rolls(scene, id, "piloting.seat_belt", belt)
    if not held_on:
        hurt_crew(scene, id, 1, "fall")
    turn, side = scene.rules[LANDINGS][scene.roll("falls.facing", 1, target=id)]
    hit = weighed(scene, Hit(id, side, scene.rules[fall_damage](falling), "fall", by=falling))
    throw_off(scene, id)
    scene.tell(Posture(id, prone=True))
    facing = (unit.facing + turn) % 6
    scene.tell(Moved(id, "fall", unit.hex, facing, unit.elevation, msgspec.structs.replace(unit.motion)))
    scene.tell(Fell(id, levels, side, hit.damage))
    hit_in_groups(scene, hit)
    wade(scene, id)


def hit_in_groups(scene: Scene, hit: Hit) -> None:
    """Damage that falls on one side of a machine in groups of five."""
    for group in in_groups(hit.damage, scene.rules[GROUPING]["fall"]):
        if not scene.unit(hit.unit).active:
            return
        take(scene, msgspec.structs.replace(hit, damage=group))


def seat_belt_needed(falling: Fall, why: Term) -> Tally:
    """What the pilot must roll to take no harm in a fall: the same as to stay up, and more for a deep fall."""
    needed = piloting_number(Check(falling.rules, falling.unit, why, falling.ground, state=falling.state))
    deep = falling.rules[seat_belt](falling)
    return needed if deep is None else needed + Tally((deep,))


def _rolls(scene: Scene, id: str, reason: str, needed: Tally) -> bool:
    rolled = scene.roll(reason, who=id, needed=int(needed.total))
    passed = rolled >= needed.total
    scene.tell(CheckMade(id, reason, parts(needed), rolled, passed))
    return passed


def settle_falls(scene: Scene) -> None:
    """At the end of a phase whoever was hit hard enough rolls to stay up, and whoever cannot stand falls.

    What a unit has taken in a phase makes it roll once, however often it is seen who falls.
    """
    for id, more in scene.harm().items():
        unit = scene.unit(id)
        why = scene.rules[battered](scene.rules, unit, unit.taken)
        spared = any(rule.function(scene.state, unit) for rule in scene.rules[SPARES])
        if why is not None and not spared and scene.rules[battered](scene.rules, unit, unit.taken - more) is None:
            scene.shaken[id].append(why)
    for id in list(scene.state.units):
        unit = scene.unit(id)
        if not unit.active or not unit.machine or unit.condition.prone:
            continue
        if id in scene.toppled:
            fall(scene, id, scene.toppled[id])
            continue
        for why in scene.shaken.get(id, ()):
            if not stand_or_fall(scene, id, why):
                break
    scene.settled = len(scene.events)
    scene.shaken.clear()
    scene.toppled.clear()
