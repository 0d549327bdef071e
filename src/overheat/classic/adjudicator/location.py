"""Where a hit lands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from overheat.classic.adjudicator.desk import Desk, Faces, OneUnit, only, staged, thrown
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.protomech import place_on_protomech
from overheat.classic.damage.kinds.vehicle import place_on_vehicle
from overheat.classic.damage.places import place_from, place_kick, place_once, place_punch
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.battle_armour import trooper_hit
from overheat.classic.rules.standard.damage import by_slots
from overheat.classic.rules.standard.infantry import DAMAGE
from overheat.classic.rules.standard.locations import HIT_LOCATIONS, Luck, Side, covered, hidden_low, on_rear_armour
from overheat.classic.unit.sheet import Kind
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset

LocationTable = Literal["normal", "punch", "kick", "partial_cover", "above", "below", "from_below"]
OF_MACHINES: tuple[LocationTable, ...] = ("normal", "punch", "kick", "partial_cover", "above", "below")
TABLES_OF: dict[Kind, tuple[LocationTable, ...]] = {
    "war machine": OF_MACHINES,
    "industrial machine": OF_MACHINES,
    "protomech": ("normal", "from_below"),
}
"""The tables of kinds of unit that have more than one."""
STOREYS: tuple[LocationTable, ...] = ("above", "below")
"""Tables that one die decides; of two, the first does."""

WINGED = ("aerodyne", "airship", "spheroid", "satellite")
"""How vehicles move that fly as aircraft do."""


class LocationAsked(OneUnit, kw_only=True):
    """A unit that is hit, from which side, and by what kind of attack."""

    table: LocationTable = "normal"
    side: Side = "front"
    dice: Faces = ()


class Landed(NamedTuple):
    """Where a hit has landed, and what the roll does besides."""

    location: str
    critical: bool = False
    covered: bool = False
    """Whether cover stops it there."""
    certain: int = 0
    """Critical hits that need no roll."""


def answer(desk: Desk, asked: LocationAsked) -> Answer:
    """Where a hit lands for the dice that are told; without them, how likely each place is."""
    state, unit = staged(desk, asked)
    if unit.sheet.kind == "infantry":
        no = Refusal("locations.soldiers", "a platoon has no locations: soldiers fall", DAMAGE)
        return Answer.refused(no, "location", "rear", "critical")
    if not _on_the_ground(unit):
        no = Refusal("locations.aircraft", "aircraft are not played: nothing says where they are hit", DAMAGE)
        return Answer.refused(no, "location", "rear", "critical")
    tables = TABLES_OF.get(unit.sheet.kind, ("normal",))
    if asked.table not in tables:
        raise refuse("situation.table", f"table: {unit.sheet.name} has {' and '.join(tables)}", field="table")
    if unit.protomech:
        found = thrown(asked.dice, lambda dice: _on_protomech(state, unit, asked, dice))
    elif unit.sheet.kind == "battle armour":
        found = _trooper(desk.rules, unit, asked.dice)
    elif not desk.rules[by_slots](desk.rules, unit) or asked.table in ("punch", "kick"):
        found = thrown(asked.dice, lambda dice: _landed(state, unit, asked, dice))
    elif asked.table in STOREYS:
        found = thrown(asked.dice[:1], lambda dice: _landed(state, unit, asked, dice))
    else:
        found = _on_machine(state, unit, asked)
    place = only(found)
    rear = unit.machine and asked.side == "rear"
    if place is not None:
        rear = unit.machine and desk.rules[on_rear_armour](desk.rules, unit, asked.side, place.location)
        more: dict[str, Any] = {"covered": place.covered} if asked.table == "partial_cover" else {}
        more |= {"critical_hits": place.certain} if place.certain else {}
        return Answer(
            figures={"location": place.location, "rear": rear, "critical": place.critical, **more}, terms=None
        )
    outcomes = Outcomes.of("where it lands", found, _told)
    return Answer(figures={"location": None, "rear": rear, "critical": None}, terms=None, outcomes=outcomes)


def _on_the_ground(unit: Unit) -> bool:
    """Whether a unit is of a kind that fights on the ground, or over it on rotors."""
    if unit.vehicle:
        return unit.sheet.motive not in WINGED
    return unit.machine or unit.protomech or unit.sheet.kind == "battle armour"


def _landed(state: State, unit: Unit, asked: LocationAsked, dice: Dice) -> Landed:
    """Where the dice have a hit, as in play."""
    scene = Scene(state, dice)
    if unit.vehicle:
        found, code = place_on_vehicle(scene, unit.id, asked.side)
        return Landed(code, found.critical)
    if asked.table == "above" or asked.table == "below":
        return Landed(place_from(scene, unit.id, asked.side, asked.table))
    return Landed((place_punch if asked.table == "punch" else place_kick)(scene, unit.id, asked.side))


def _on_machine(state: State, unit: Unit, asked: LocationAsked) -> Distribution[Landed]:
    """Where a machine is hit: roll after roll as the dice that are told fall, then over all ways they may."""
    faces, so_far, again = asked.dice, Luck(), False
    while True:
        found = thrown(faces[:2], partial(_once, state, unit, asked, again))
        sure, faces = only(found), faces[2:]
        if sure is None:
            break
        so_far = _with(so_far, sure[0])
        if not sure[0].again:
            if faces:
                raise refuse("situation.dice", f"dice: {list(faces)} are left over", field="dice")
            return Distribution.always(_there(state, unit, asked, so_far, sure[1]))
        again = True
    later = thrown((), partial(_once, state, unit, asked, True))
    settled = Distribution({each: weight for each, weight in later.items() if not each[0].again})

    def landed(first: tuple[Luck, str]) -> Distribution[Landed]:
        if not first[0].again:
            return Distribution.always(_there(state, unit, asked, _with(so_far, first[0]), first[1]))
        lucky = _with(so_far, first[0])
        so = Luck(critical=lucky.critical or lucky.certain > 0)
        return settled.map(lambda last: _there(state, unit, asked, _with(so, last[0]), last[1]))

    return found.then(landed)


def _once(state: State, unit: Unit, asked: LocationAsked, again: bool, dice: Dice) -> tuple[Luck, str]:
    hidden = hidden_low(state.relief.rules, unit) if asked.table == "partial_cover" else frozenset()
    return place_once(Scene(state, dice), unit.id, asked.side, in_cover=hidden, again=again)


def _with(so_far: Luck, more: Luck) -> Luck:
    return Luck(so_far.critical or more.critical, so_far.certain + more.certain)


def _there(state: State, unit: Unit, asked: LocationAsked, found: Luck, code: str) -> Landed:
    rules = state.relief.rules
    stopped = asked.table == "partial_cover" and rules[covered](rules, unit, code)
    return Landed(code, found.critical or found.certain > 0, stopped, found.certain)


def _on_protomech(state: State, unit: Unit, asked: LocationAsked, dice: Dice) -> Landed:
    """Where the dice have a hit on a ProtoMech."""
    return Landed(place_on_protomech(Scene(state, dice), unit.id, low=asked.table == "from_below"))


def _trooper(rules: Ruleset, unit: Unit, faces: Sequence[int]) -> Distribution[Landed]:
    """The trooper whom a die picks, thrown again until it picks one who is up."""
    for number, face in enumerate(faces, start=1):
        code = rules[trooper_hit](rules, unit, face) if 1 <= face <= 6 else None
        if code is not None and number == len(faces):
            return Distribution.always(Landed(code))
        if code is not None or not 1 <= face <= 6:
            raise refuse("situation.dice", f"dice: {list(faces)} are not what is thrown here", field="dice")
    picked = Counter(code for face in range(1, 7) if (code := rules[trooper_hit](rules, unit, face)) is not None)
    return Distribution(picked).map(Landed)


def _told(place: Landed) -> str:
    words = [place.location, *["critical"] * place.critical, *["stopped by cover"] * place.covered]
    return ", ".join(words)


INQUIRIES = {
    "location": Inquiry(title="Where a hit lands", facts=LocationAsked, answer=answer, cite=HIT_LOCATIONS),
}
