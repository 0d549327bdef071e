"""Jammers of Omega: ECM units of three ratings, set in the reaction phase, that add up against radar missiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid, MarkLifted
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.countermeasure_parts import COUNTERMEASURES
from overheat.classic.rules.omega.guidance import guide_of
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.jamming import jams_as_far
from overheat.classic.rules.standard.played import PLAYED
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.turn.heat import heat_room
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.unit.equipment import Equipment, Gear, Tech
from overheat.classic.unit.fielding import REFITS, Fielding, Refit
from overheat.classic.unit.figures import ENTRIES, catalogue_of
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

UNIT = "ecm_unit"
"""What jammers of these rules are flagged with."""
MODE = named("ecm_mode", "jams in mode {value}")
"""The mark of a unit that jams, of each of its jammers: the mode that it is set to."""
ROMAN = ("off", "I", "II", "III")

WEIGHTS: dict[tuple[Tech, int], tuple[float, int]] = {
    ("IS", 1): (1, 1),
    ("IS", 2): (2, 3),
    ("IS", 3): (7, 10),
    ("Clan", 1): (1, 1),
    ("Clan", 2): (2, 2),
    ("Clan", 3): (6, 8),
}
"""Tons and critical slots of a jammer, by its rating."""


def _jammer(tech: Tech, rating: int) -> Gear:
    tons, slots = WEIGHTS[tech, rating]
    owner = "clan" if tech == "Clan" else "is"
    return Gear(
        id=f"omega_{owner}_ecm_{rating}",
        name=f"ECM {ROMAN[rating]}",
        cite=str(COUNTERMEASURES),
        tech=tech,
        tons=tons,
        slots=slots,
        flags=frozenset({"ecm", UNIT, f"ecm_rating_{rating}"}),
    )


UNITS = ENTRIES.amended(
    "omega.ecm_units",
    {(unit := _jammer(tech, rating)).id: unit for tech, rating in WEIGHTS},
    cite=COUNTERMEASURES,
    implements=("OM-ecm-units", "OM-clan-countermeasures"),
    where="overheat.classic.rules.omega.jammers.UNITS",
)
"""Jammers of three ratings, of both technologies."""


class Jamming(NamedTuple):
    """What a mode does."""

    heat: int
    one: int
    """Within how many hexes radar missiles lose a point; -1 for those at the jammer itself alone."""
    two: int = -1
    """Within how many hexes they lose two in its place."""
    jams: int = -1
    """Within how many hexes networks and probes are jammed."""


MODES: Table[tuple[str, int], Jamming] = Table(
    "omega.ecm_modes",
    {
        ("IS", 1): Jamming(1, -1),
        ("IS", 2): Jamming(2, 3, jams=2),
        ("IS", 3): Jamming(4, 7, 2, 4),
        ("Clan", 1): Jamming(1, -1),
        ("Clan", 2): Jamming(2, 4, jams=3),
        ("Clan", 3): Jamming(4, 9, 3, 6),
    },
    cite=COUNTERMEASURES,
    implements=("OM-ecm-modes", "OM-clan-countermeasures"),
    where="overheat.classic.rules.omega.jammers.MODES",
)
"""What each mode does, by whose technology the jammer is."""


def rating_of(item: Equipment) -> int:
    """The rating of a jammer; 0 for what is none."""
    return next((rating for rating in (1, 2, 3) if f"ecm_rating_{rating}" in item.flags), 0)


@rule("omega.ecm_mode_fits", cite=COUNTERMEASURES, implements=("OM-ecm-units",))
def mode_fits(rules: Ruleset, item: Equipment, mode: int) -> Refusal | None:
    """A jammer works in any mode up to its rating, or is off."""
    if 0 <= mode <= rating_of(item):
        return None
    return Refusal("omega.ecm_mode_fits", f"{item.name} has no mode {ROMAN[mode]}", COUNTERMEASURES)


@rule("omega.ecm_fitted", cite=COUNTERMEASURES, slot=REFITS)
def fitted(fielding: Fielding) -> Refit | None:
    """An ECM suite of another kind counts as a jammer of the highest rating that its weight and slots allow."""
    sheet, entries = fielding.sheet, catalogue_of(fielding.rules).entries
    mounts, told = list(sheet.mounts), []
    for at, mount in enumerate(mounts):
        suite = mount.equipment
        if not isinstance(suite, Gear) or "ecm" not in suite.flags or UNIT in suite.flags:
            continue
        tech: Tech = "Clan" if suite.tech == "Clan" else "IS"
        rating = max((rating for rating in (1, 2, 3) if _fits(suite, tech, rating)), default=1)
        jammer = entries[f"omega_{'clan' if tech == 'Clan' else 'is'}_ecm_{rating}"]
        flags = suite.flags | jammer.flags
        mounts[at] = msgspec.structs.replace(mount, equipment=msgspec.structs.replace(suite, flags=flags))
        told.append(f"{suite.name}: counts as {jammer.name}")
    return Refit(msgspec.structs.replace(sheet, mounts=tuple(mounts)), tuple(told)) if told else None


def _fits(suite: Gear, tech: Tech, rating: int) -> bool:
    tons, slots = WEIGHTS[tech, rating]
    enough = isinstance(suite.tons, int | float) and suite.tons >= tons
    return enough and isinstance(suite.slots, int) and suite.slots >= slots


def jammers(unit: Unit) -> Iterator[tuple[int, int]]:
    """The jammers of a unit that work: mount, and the mode that each is set to."""
    if UNIT not in unit.plan.flags or unit.helpless or not unit.active:
        return
    for at, mount in enumerate(unit.sheet.mounts):
        if UNIT in mount.equipment.flags and works(unit, at):
            yield at, mode_of(unit, at)


def mode_of(unit: Unit, mount: int) -> int:
    """The mode that a jammer is set to; 0 for off."""
    mark = unit.marks.get(each(MODE, mount)) if unit.marks else None
    return 0 if mark is None else mark.value


def _tech(item: Equipment) -> str:
    return "Clan" if item.tech == "Clan" else "IS"


def working(rules: Ruleset, unit: Unit) -> Iterator[tuple[int, Jamming]]:
    """The jammers of a unit that are on: the mode of each, and what it does."""
    for at, mode in jammers(unit):
        if mode:
            yield mode, rules[MODES][_tech(unit.sheet.mounts[at].equipment), mode]


def against(rules: Ruleset, jammer: Unit, target: Unit) -> int:
    """What the jammers of a unit add against radar missiles at a target."""
    distance = jammer.hex.distance(target.hex)
    added = 0
    for _, jamming in working(rules, jammer):
        if jamming.one < 0:
            added += jammer.id == target.id
        elif distance <= jamming.two:
            added += 2
        elif distance <= jamming.one:
            added += 1
    return added


def jams_within(rules: Ruleset, unit: Unit) -> int:
    """How far a unit jams networks and probes; -1 for not at all."""
    return max((jamming.jams for _, jamming in working(rules, unit)), default=-1)


@rule("omega.jams_as_far", cite=COUNTERMEASURES, implements=("OM-ecm-modes",))
def networks_and_probes(rules: Ruleset, unit: Unit, mount: int) -> int:
    """Networks and probes are jammed in the modes II and III, as far as these say."""
    item = unit.sheet.mounts[mount].equipment
    if UNIT not in item.flags:
        return rules.below(networks_and_probes)(rules, unit, mount)
    mode = mode_of(unit, mount) if works(unit, mount) else 0
    return max(0, rules[MODES][_tech(item), mode].jams) if mode else 0


@rule("to_hit.ecm", cite=COUNTERMEASURES, implements=("OM-ecm-modes",), slot=EVERY_SHOT)
def jammed(attack: WeaponAttack) -> Term | None:
    """Every jammer near the target costs radar missiles a point or two; all of them add up."""
    if guide_of(attack) not in ("SARaH", "AR"):
        return None
    units = {unit.id: unit for unit in (*attack.others, attack.target)}
    value = sum(against(attack.rules, unit, attack.target) for unit in units.values())
    return Term("to_hit.ecm", value, "jammers near the target", COUNTERMEASURES) if value else None


@rule("heat.ecm", cite=COUNTERMEASURES, implements=("OM-ecm-modes",), slot=BUILDS)
def jamming_heat(toil: Toil) -> Term | None:
    """A jammer makes 1, 2 or 4 points of heat by its mode."""
    points = sum(jamming.heat for _, jamming in working(toil.rules, toil.unit))
    return Term("heat.ecm", points, "from jamming", COUNTERMEASURES) if points else None


class SetJammer(msgspec.Struct, frozen=True, tag=True):
    """Set a jammer to a mode, 0 for off."""

    mount: int
    mode: int


def _offers(state: State, unit: Unit) -> Iterator[SetJammer]:
    for at, now in jammers(unit):
        rating = rating_of(unit.sheet.mounts[at].equipment)
        yield from (SetJammer(at, mode) for mode in range(rating + 1) if mode != now)


def _refuses(state: State, unit: Unit, command: SetJammer) -> Refusal | None:
    rules = state.relief.rules
    if command.mount not in {at for at, _ in jammers(unit)}:
        return Refusal("omega.set_jammer", "there is no jammer that works", COUNTERMEASURES)
    if command.mode == mode_of(unit, command.mount):
        return Refusal("omega.set_jammer", "it is set so already", COUNTERMEASURES)
    no = rules[may_change](rules, state.changes)
    return no or rules[mode_fits](rules, unit.sheet.mounts[command.mount].equipment, command.mode)


def _does(scene: Scene, unit: Unit, command: SetJammer) -> None:
    mark = each(MODE, command.mount)
    if command.mode:
        scene.tell(MarkLaid(unit.id, mark, Mark(command.mode, owner=unit.side)))
    else:
        scene.tell(MarkLifted(unit.id, mark))


def _words(state: State, unit: Unit, command: SetJammer, names: Names) -> str:
    name = unit.sheet.mounts[command.mount].equipment.name
    return f"set the {name} to mode {ROMAN[command.mode]}" if command.mode else f"switch the {name} off"


def _promise(state: State, unit: Unit, command: SetJammer) -> str | None:
    if not command.mode:
        return None
    tech = "Clan" if unit.sheet.mounts[command.mount].equipment.tech == "Clan" else "IS"
    jamming = state.relief.rules[MODES][tech, command.mode]
    own = "+1 against radar missiles at itself" if jamming.one < 0 else f"+1 within {jamming.one} hexes"
    near = f", +2 within {jamming.two}" if jamming.two >= 0 else ""
    return f"{own}{near}, {jamming.heat} heat a turn"


def _worth(state: State, unit: Unit, command: SetJammer) -> float:
    """Worth the points that friends gain against radar missiles of the enemy, less the heat that does harm."""
    now = _gain(state, unit, command.mount, mode_of(unit, command.mount))
    return _gain(state, unit, command.mount, command.mode) - now


def _gain(state: State, unit: Unit, mount: int, mode: int) -> float:
    if not mode or not any(_threatens(other) for other in state.units.values() if other.side != unit.side):
        return 0.0
    tech = "Clan" if unit.sheet.mounts[mount].equipment.tech == "Clan" else "IS"
    jamming = state.relief.rules[MODES][tech, mode]
    room = heat_room(state, unit)
    friends = (friend.hex.distance(unit.hex) for friend in state.on_side(unit.side))
    covered = 1 if jamming.one < 0 else sum(far <= jamming.one for far in friends)
    cool = room is None or room >= jamming.heat
    return covered - jamming.heat / 8 if cool else 0.0


def _threatens(unit: Unit) -> bool:
    """Whether a unit has a radar missile left."""
    return unit.active and any(
        shots and mount.ammunition is not None and mount.ammunition.munition in ("AR", "SARaH")
        for mount, shots in zip(unit.sheet.mounts, unit.condition.shots, strict=True)
    )


VERB = VERBS.amended(
    "omega.jammer_verb",
    {
        "omega.set_jammer": Verb(
            command=SetJammer,
            phases=("reaction",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Jammers",
            preview=_promise,
            worth=_worth,
        )
    },
    cite=COUNTERMEASURES,
    implements=("OM-ecm-modes", "OM-reaction-phase"),
)


class JammerAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A jammer, and the mode that it is set to."""

    rating: Literal["I", "II", "III"]
    mode: Literal["off", "I", "II", "III"] = "off"
    tech: Literal["IS", "Clan"] = "IS"


def _answer(desk: Desk, asked: JammerAsked) -> Answer:
    """What a jammer weighs, and what a mode of it does."""
    owner = "clan" if asked.tech == "Clan" else "is"
    unit = catalogue_of(desk.rules).entries[f"omega_{owner}_ecm_{ROMAN.index(asked.rating)}"]
    mode = ROMAN.index(asked.mode)
    figures: dict[str, object] = {"tons": unit.tons, "slots": unit.slots}
    no = desk.rules[mode_fits](desk.rules, unit, mode)
    if no is not None:
        return Answer.refused(no, **figures, legal=False)
    jamming = desk.rules[MODES][asked.tech, mode] if mode else None
    heat = 0 if jamming is None else jamming.heat
    jams = None if jamming is None or jamming.jams < 0 else jamming.jams
    near = (
        {}
        if jamming is None
        else {"adds_one_within": max(0, jamming.one), "adds_two_within": max(0, jamming.two) or None}
    )
    return Answer(figures={**figures, "legal": True, "heat": heat, "jams_networks_within": jams, **near})


QUESTION = INQUIRIES.amended(
    "omega.jammer_question",
    {
        "jammer": Inquiry(
            title="What a jammer weighs, and what it is set to", facts=JammerAsked, answer=_answer, cite=COUNTERMEASURES
        )
    },
    cite=COUNTERMEASURES,
)

PLAYED_UNITS = PLAYED.amended(
    "omega.played_jammers",
    {UNIT: "to_hit.ecm", **{f"ecm_rating_{rating}": "to_hit.ecm" for rating in (1, 2, 3)}},
    cite=COUNTERMEASURES,
)

LAYER = Layer(
    "omega_jammers",
    title="Jammers that are set in three modes",
    group="Omega",
    cite=COUNTERMEASURES,
    needs=("classic", "omega_reaction", "omega_guidance"),
    add=(MODES, mode_fits, fitted, jammed, jamming_heat),
    change=(UNITS, VERB, PLAYED_UNITS, QUESTION, jams_as_far.wrapped_in(networks_and_probes)),
)
