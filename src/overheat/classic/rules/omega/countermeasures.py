"""Countermeasures of Omega: flares and chaff that lead missiles astray, infrared countermeasures, and their bays.

A unit of the library carries them in the room that the bins of its racks leave: a set-up says what each bay holds.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.decisions import DECISIONS, ON_THE_WAY, Moment
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ShotsSpent
from overheat.classic.facts.phrases import Cast, called
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import is_ground
from overheat.classic.report.wording import of
from overheat.classic.rules.omega.countermeasure_parts import (
    BAYS,
    COUNTERMEASURES,
    DECOYS,
    FLARES,
    PARTS,
    USUAL,
    Decoy,
)
from overheat.classic.rules.omega.countermeasure_questions import INQUIRED
from overheat.classic.rules.omega.guidance import guide_of
from overheat.classic.rules.omega.racks import BAY
from overheat.classic.rules.standard.loadouts import lettered
from overheat.classic.rules.standard.played import PLAYED
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.unit.equipment import Ammunition
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Refit
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.dice import Roll
from overheat.kernel.events import Event
from overheat.kernel.facts import Id, Who
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

ID = "omega.decoys"
HOLD, FIRE, WITH_IT = "hold", "fire", "with the first"
"""The answers, and what holds of a missile that is met by the burst which another was answered with."""
IN_A_BAY = "bay"
"""How a mount is held that stands in a bay."""


@rule("omega.bays_filled", cite=COUNTERMEASURES, slot=REFITS)
def bays_filled(fielding: Fielding) -> Refit | None:
    """A bay that bins leave holds countermeasures: flares and chaff in the first, then smoke screens, then a jammer."""
    rules, sheet = fielding.rules, fielding.sheet
    told: list[str] = []
    usual = iter(rules[USUAL].rows.values())
    for at, mount in enumerate(sheet.mounts):
        if mount.equipment.id == BAY and mount.mounting != IN_A_BAY:
            what = next(usual, "nothing")
            sheet = filled(rules, sheet, at, what)
            told.append(f"{mount.location} bay of {weight(mount.size or 1)}: {what}")
    return Refit(sheet, tuple(told)) if told else None


def weight(tons: float) -> str:
    """Tons in words."""
    return "1 ton" if tons == 1 else f"{tons:g} tons"


def filled(rules: Ruleset, sheet: Sheet, at: int, what: str) -> Sheet:
    """A sheet with something in a bay: a mount for each part of it, all in the slot of the bay."""
    bay = sheet.mounts[at]
    tons = bay.size or 1.0
    ids = rules[BAYS][what].parts
    parts = [_made(rules, sheet, bay, id, tons / max(1, len(ids))) for id in ids] or [_empty(rules, bay)]
    lines = "|".join(part.equipment.name for part in parts)
    places = lettered(sheet, at, lines)
    mounts = [*sheet.mounts, *parts[1:]]
    mounts[at] = parts[0]
    locations = tuple(places.get(place.code, place) for place in sheet.locations)
    return msgspec.structs.replace(sheet, mounts=tuple(mounts), locations=locations)


def _made(rules: Ruleset, sheet: Sheet, bay: Mount, id: str, tons: float) -> Mount:
    """A part of what a bay holds, as much of it as its share of the bay weighs."""
    owner = "clan" if sheet.clan else "is"
    entries = catalogue_of(rules).entries
    part = entries.get(f"omega_{owner}_{id}") or entries.get(f"omega_{id}") or entries[f"{owner}_{id}"]
    shots = int(4 * tons) * part.shots // 4 if isinstance(part, Ammunition) else None
    return msgspec.structs.replace(bay, equipment=part, shots=shots, mounting=IN_A_BAY, written="")


def _empty(rules: Ruleset, bay: Mount) -> Mount:
    return msgspec.structs.replace(bay, equipment=catalogue_of(rules).entries[BAY], shots=None, mounting=IN_A_BAY)


@rule("omega.bays", cite=COUNTERMEASURES, slot=HOLDERS)
def bays(fielding: Fielding) -> tuple[Holder, ...]:
    """A bay holds one of the countermeasures that fit it, or what guides missiles."""
    found: list[Holder] = []
    met: dict[str, int] = {}
    for at, mount in enumerate(fielding.sheet.mounts):
        if mount.mounting != IN_A_BAY or (at and _second_part(fielding.sheet, at)):
            continue
        met[mount.location] = met.get(mount.location, 0) + 1
        number = f" {met[mount.location]}" if met[mount.location] > 1 else ""
        found.append(_holder(fielding, at, f"{mount.location} bay{number}"))
    return tuple(found)


def _second_part(sheet: Sheet, at: int) -> bool:
    """Whether a mount stands in a bay whose first part comes before it."""
    mount = sheet.mounts[at]
    return mount.equipment.flags.issuperset({"chaff"}) and any(
        other.mounting == IN_A_BAY and other.location == mount.location and FLARES in other.equipment.flags
        for other in sheet.mounts[:at]
    )


def _holder(fielding: Fielding, at: int, key: str) -> Holder:
    rules = fielding.rules
    holds = next((name for name, row in rules[BAYS].rows.items() if _holds(fielding.sheet, at, row.parts)), "nothing")

    def refilled(sheet: Sheet, what: str) -> Sheet:
        return sheet if what == holds else filled(rules, _cleared(sheet, at), at, what)

    return Holder(key=key, holds=holds, fits=tuple(rules[BAYS].rows), filled=refilled)


def _holds(sheet: Sheet, at: int, parts: tuple[str, ...]) -> bool:
    ids = [mount.equipment.id for mount in (sheet.mounts[at], *_besides(sheet, at))]
    return len(ids) == len(parts) and all(id.endswith(part) for id, part in zip(ids, parts, strict=True))


def _besides(sheet: Sheet, at: int) -> Iterator[Mount]:
    """What stands in a bay besides its first part."""
    for later in range(at + 1, len(sheet.mounts)):
        other, first = sheet.mounts[later], sheet.mounts[at]
        together = other.mounting == IN_A_BAY and other.location == first.location
        if together and _second_part(sheet, later) and FLARES in first.equipment.flags:
            yield other
            return


def _cleared(sheet: Sheet, at: int) -> Sheet:
    """A sheet without what stands in a bay besides its first part."""
    gone = next(_besides(sheet, at), None)
    places = lettered(sheet, at, sheet.mounts[at].equipment.name)
    mounts = tuple(mount for mount in sheet.mounts if mount is not gone)
    locations = tuple(
        msgspec.structs.replace(place, slots=tuple(line.partition("|")[0] for line in place.slots))
        if place.code in places
        else place
        for place in sheet.locations
    )
    return msgspec.structs.replace(sheet, mounts=mounts, locations=locations)


def dispenser(state: State, unit: Unit, decoy: Decoy) -> int | None:
    """A dispenser of a unit that can be used: it works, something is left in it, and no leg under water holds it."""
    depth = state.relief.board[unit.hex].amount("water") if unit.hex in state.relief.board else 0
    for at, mount in enumerate(unit.sheet.mounts):
        if decoy.flag not in mount.equipment.flags or not unit.condition.shots[at] or not works(unit, at):
            continue
        if not (mount.location in LEGS and depth >= 1 and unit.elevation < 0):
            return at
    return None


def decoy_against(rules: Ruleset, guide: str) -> str:
    """What leads missiles of a guidance astray; nothing where nothing does."""
    return next((name for name, decoy in rules[DECOYS].rows.items() if guide in decoy.guides), "")


@rule("omega.fires_decoys", cite=COUNTERMEASURES, implements=("OM-flares", "OM-chaff"), slot=DECISIONS)
def fires_decoys(moment: Moment) -> Question | None:
    """Whoever is hit by missiles that flares or chaff lead astray may fire a burst, which is for all of them."""
    attack = moment.attack
    if not moment.hit or not isinstance(attack, WeaponAttack) or is_ground(attack.target.id):
        return None
    name = decoy_against(attack.rules, guide_of(attack))
    if not name or _burst(moment.answered, attack.target.id, name):
        return None
    unit = moment.state.units[attack.target.id]
    at = dispenser(moment.state, unit, attack.rules[DECOYS][name])
    if at is None or unit.helpless:
        return None
    facts: dict[str, str | int] = {
        "attacker": attack.attacker.id,
        "weapon": attack.weapon.name,
        "guidance": guide_of(attack),
        "decoy": name,
        "left": unit.condition.shots[at],
        "damage": int(attack.weapon.damage) if isinstance(attack.weapon.damage, int | float) else 0,
    }
    return Question(ID, unit.side, (FIRE, HOLD), unit.id, facts)


def _burst(answered: tuple[tuple[Question, str], ...], unit: str, decoy: str) -> bool:
    """Whether a unit has fired a burst of a decoy already."""
    asked = (question for question, answer in answered if answer == FIRE and question.id == ID)
    return any(question.unit == unit and question.facts["decoy"] == decoy for question in asked)


@rule(ID, cite=COUNTERMEASURES, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whether flares or chaff are fired."""
    return Asking(words=_words, option=_option, worth=_worth)


def _words(state: State, question: Question) -> str:
    facts, names = question.facts, called(state.units.values())
    who, whom = names[str(facts["attacker"])], names[question.unit]
    return f"{facts['weapon']} of {who} hits {whom} with a missile ({facts['guidance']}): fire {facts['decoy']}?"


def _option(state: State, question: Question, answer: str) -> str:
    if answer == HOLD:
        return f"keep the {question.facts['decoy']}"
    return f"fire {question.facts['decoy']} at all missiles that they divert ({question.facts['left']} left)"


def _worth(state: State, question: Question, answer: str) -> float:
    return float(question.facts["damage"]) if answer == FIRE else 0.0


class Decoyed(Event, frozen=True):
    """A decoy was fired at a missile: what was rolled, and whether it went astray."""

    unit: Who
    decoy: Id
    rolled: int
    needed: int
    diverted: bool
    first: bool = False
    """Whether the burst was fired at this missile, and met others on the way."""


@of(Decoyed)
def _told(event: Decoyed, cast: Cast, roll: Roll | None) -> str:
    result = "the missile goes astray" if event.diverted else "the missile comes on"
    return f"{cast.name(event.unit)} fires {event.decoy}, needs {event.needed}, rolls {event.rolled}: {result}"


@rule("omega.decoyed", cite=COUNTERMEASURES, implements=("OM-flares", "OM-chaff"), slot=ON_THE_WAY)
def decoyed(scene: Scene, attack: WeaponAttack) -> bool:
    """A burst diverts each missile that it is for on 7 or more, and that number is never modified."""
    name = decoy_against(scene.rules, guide_of(attack))
    if not name or is_ground(attack.target.id):
        return False
    decided = attack.decided.get(ID, HOLD)
    if decided == HOLD and not _burst(tuple(scene.answered), attack.target.id, name):
        return False
    unit, decoy = scene.unit(attack.target.id), scene.rules[DECOYS][name]
    rolled = scene.roll("omega.decoy", who=unit.id, needed=decoy.needed)
    scene.tell(Decoyed(unit.id, name, rolled, decoy.needed, rolled >= decoy.needed, decided == FIRE))
    return rolled >= decoy.needed


@rule("omega.decoys_spent", cite=COUNTERMEASURES, implements=("OM-flares", "OM-chaff"), slot=FOLLOWS)
def decoys_spent(scene: Scene, event: Event, before: State) -> None:
    """Two dice say how many flares or chaff a burst takes, however many missiles it met; or all that are left go."""
    if not isinstance(event, Decoyed) or not event.first:
        return
    unit, decoy = scene.unit(event.unit), scene.rules[DECOYS][event.decoy]
    at = dispenser(scene.state, unit, decoy)
    if at is not None:
        spent = scene.roll("omega.decoys_spent", decoy.dice, who=unit.id)
        scene.tell(ShotsSpent(unit.id, at, max(0, unit.condition.shots[at] - spent)))


@rule("to_hit.ircm", cite=COUNTERMEASURES, implements=("OM-ircm",), slot=EVERY_SHOT)
def ircm(attack: WeaponAttack) -> Term | None:
    """Infrared countermeasures that work make a unit harder to hit with infrared missiles, +1."""
    if "ircm" not in attack.target.plan.flags or guide_of(attack) != "IR":
        return None
    mounts = enumerate(attack.target.sheet.mounts)
    working = any("ircm" in mount.equipment.flags and works(attack.target, at) for at, mount in mounts)
    return Term("to_hit.ircm", 1, "infrared countermeasures", COUNTERMEASURES) if working else None


PLAYED_PARTS = PLAYED.amended(
    "omega.played_countermeasures",
    {"flares": "omega.decoyed", "chaff": "omega.decoyed", "ircm": "to_hit.ircm", "smoke_oil": "omega.lay_smoke"},
    cite=COUNTERMEASURES,
)

LAYER = Layer(
    "omega_countermeasures",
    title="Flares, chaff and infrared countermeasures",
    group="Omega",
    cite=COUNTERMEASURES,
    needs=("classic", "omega_missiles", "omega_guidance", "omega_jammers"),
    add=(BAYS, USUAL, DECOYS, bays_filled, bays, fires_decoys, asked, decoyed, decoys_spent, ircm),
    change=(PARTS, PLAYED_PARTS, INQUIRED),
)
