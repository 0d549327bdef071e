"""Where a hit lands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from overheat.classic.adjudicator.desk import Desk, Faces, OneUnit, only, staged, thrown
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.places import place_hit, place_kick, place_punch
from overheat.classic.damage.vehicle import place_on_vehicle
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.battle_armour import trooper_hit
from overheat.classic.rules.standard.infantry import DAMAGE
from overheat.classic.rules.standard.locations import HIT_LOCATIONS, Side, covered, protomech_location
from overheat.kernel.answers import Answer, Outcomes
from overheat.kernel.dice import Dice
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.rule import Ruleset

LocationTable = Literal["normal", "punch", "kick", "partial_cover"]


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


def answer(desk: Desk, asked: LocationAsked) -> Answer:
    """Where a hit lands for the dice that are told; without them, how likely each place is."""
    state, unit = staged(desk, asked)
    if unit.sheet.kind == "infantry":
        no = Refusal("locations.soldiers", "a platoon has no locations: soldiers fall", DAMAGE)
        return Answer.refused(no, "location", "rear", "critical")
    if not unit.machine and asked.table != "normal":
        raise refuse("situation.table", f"table: {unit.sheet.name} has only the table 'normal'", field="table")
    if unit.sheet.kind == "protomech":
        found = thrown(asked.dice, lambda dice: _on_protomech(desk.rules, dice))
    elif unit.sheet.kind == "battle armour":
        found = _trooper(desk.rules, unit, asked.dice)
    else:
        found = thrown(asked.dice, lambda dice: _landed(state, unit, asked, dice))
    rear = unit.machine and asked.side == "rear"
    place = only(found)
    if place is not None:
        more = {"covered": place.covered} if asked.table == "partial_cover" else {}
        return Answer(
            figures={"location": place.location, "rear": rear, "critical": place.critical, **more}, terms=None
        )
    outcomes = Outcomes.of("where it lands", found, _told)
    return Answer(figures={"location": None, "rear": rear, "critical": None}, terms=None, outcomes=outcomes)


def _landed(state: State, unit: Unit, asked: LocationAsked, dice: Dice) -> Landed:
    """Where the dice have a hit, as in play."""
    scene = Scene(state, dice)
    if unit.vehicle:
        found, code = place_on_vehicle(scene, unit.id, asked.side)
        return Landed(code, found.critical)
    if asked.table in ("punch", "kick"):
        return Landed((place_punch if asked.table == "punch" else place_kick)(scene, unit.id, asked.side))
    cover = asked.table == "partial_cover"
    place = place_hit(scene, unit.id, asked.side, in_cover=cover)
    return Landed(
        place.code, place.critical or place.certain > 0, cover and scene.rules[covered](scene.rules, unit, place.code)
    )


def _on_protomech(rules: Ruleset, dice: Dice) -> Landed:
    """Where the dice have a hit on a ProtoMech."""
    return Landed(rules[protomech_location](rules, dice.roll("location").total))


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
