"""Electronics of Omega: designators and targeting computers, and probes that see through smoke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import Engagement, WeaponAttack, line_between
from overheat.classic.facts.events import AttackRolled, MarkLaid, MarkLifted, ThingPlaced
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.bench import Tech, facing, machine, part
from overheat.classic.rules.omega.jammers import against, jams_within
from overheat.classic.rules.omega.racks import rack_of
from overheat.classic.rules.omega.reaction import FIGURES, SCREEN, locks
from overheat.classic.rules.standard.aiming import may_aim, may_not_be_aimed
from overheat.classic.rules.standard.fire import FORBIDS, unseen
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.hiding import HIDING, in_hiding, reach_of
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK, EVERY_SHOT, targeting_computer, terrain
from overheat.classic.sight.model import Sight
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.unit.equipment import Ammunition, Equipment, Gear, Weapon
from overheat.classic.unit.figures import FIGURES as EQUIPMENT
from overheat.classic.unit.figures import Figure, catalogue_of
from overheat.classic.unit.plan import feeds
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

OMEGA = Book("Omega Rules")
PROBES = OMEGA("Beagle Probe", 22)
COMPUTERS = OMEGA("Targeting Computers", 22)
TAGS = OMEGA("TAG", 23)
HIDDEN = OMEGA("Hidden units and ECM", 9)
PROBING = named("probing", "its probe is on")
"""The mark of a unit whose probe is used this round, of each probe."""

JAMMED = named("probe_jammed", "its probe is jammed")
"""The mark of a unit whose probe was switched on in vain this round, because somebody jams it."""

DESIGNATORS = EQUIPMENT.amended(
    "omega.designator_figures",
    {
        "is_tag": Figure(tons=0.5, range=[0, 5, 10, 15, 15]),
        "clan_tag": Figure(tons=0.5, range=[0, 5, 10, 15, 15]),
    },
    cite=TAGS,
    implements=("OM-tag-ranges", "OM-missile-stats-is", "OM-missile-stats-clan"),
    where="overheat.classic.rules.omega.electronics.DESIGNATORS",
)
"""What designators weigh, and how far they reach."""

PROBE_FIGURES: Table[str, int] = Table(
    "omega.probe_figures",
    {"heat": 2},
    cite=PROBES,
    implements=("OM-beagle",),
    where="overheat.classic.rules.omega.electronics.PROBE_FIGURES",
)
"""The heat of a probe that is used."""


@rule("omega.computer_and_designator", cite=COMPUTERS, implements=("OM-targeting-computer",), slot=EVERY_SHOT)
def with_computer(attack: WeaponAttack) -> Term | None:
    """A targeting computer helps designators as well, -1."""
    if "tag" not in attack.weapon.flags:
        return attack.rules.below(with_computer)(attack)
    mounts = enumerate(attack.attacker.sheet.mounts)
    computes = (at for at, mount in mounts if "targeting_computer" in mount.equipment.flags)
    if not any(works(attack.attacker, at) for at in computes):
        return None
    return Term("to_hit.targeting_computer", -1, "targeting computer", COMPUTERS)


@rule("omega.computers_aim_at_nothing", cite=COMPUTERS, implements=("OM-targeting-computer",))
def aims_at_nothing(rules: Ruleset, attacker: Unit, target: Unit) -> bool:
    """A targeting computer aims at no location; only what cannot move is aimed at."""
    return target.immobile and rules.below(aims_at_nothing)(rules, attacker, target)


@rule("omega.no_aim_by_computer", cite=COMPUTERS, implements=("OM-targeting-computer",), slot=FORBIDS)
def no_aim_by_computer(attack: WeaponAttack) -> Refusal | None:
    """No location of what can move is aimed at."""
    if attack.aimed and not attack.target.immobile:
        return Refusal("omega.no_aim_by_computer", "no computer aims at a location", COMPUTERS)
    return attack.rules.below(no_aim_by_computer)(attack)


class UseProbe(msgspec.Struct, frozen=True, tag=True):
    """Use a probe this round."""

    mount: int


def probes(unit: Unit) -> Iterator[int]:
    """The probes of a unit that work."""
    if "probe" in unit.plan.flags:
        for at, mount in enumerate(unit.sheet.mounts):
            if isinstance(mount.equipment, Gear) and "probe" in mount.equipment.flags and works(unit, at):
                yield at


def probed_within(unit: Unit) -> int:
    """How far the probes see that a unit uses this round; -1 where it uses none."""
    used = (at for at in probes(unit) if each(PROBING, at) in unit.marks) if unit.marks else ()
    return max((_reach(unit, at) for at in used), default=-1)


def _reach(unit: Unit, at: int) -> int:
    gear = unit.sheet.mounts[at].equipment
    return reach_of(gear) if isinstance(gear, Gear) else -1


@rule("omega.probe_jammed", cite=PROBES, implements=("OM-ecm-hidden", "OM-beagle"))
def probe_jammed(state: State, unit: Unit) -> bool:
    """A probe is jammed by an enemy who jams in mode II or III near it, hidden or not; its owner knows that it is."""
    rules = state.relief.rules
    enemies = (other for other in state.units.values() if other.side != unit.side and other.active)
    return any(other.hex.distance(unit.hex) <= jams_within(rules, other) for other in enemies)


def _offers(state: State, unit: Unit) -> Iterator[UseProbe]:
    yield from (UseProbe(at) for at in probes(unit))


def _refuses(state: State, unit: Unit, command: UseProbe) -> Refusal | None:
    if command.mount not in probes(unit) or unit.helpless:
        return Refusal("omega.use_probe", "there is no probe that works", PROBES)
    if each(PROBING, command.mount) in unit.marks:
        return Refusal("omega.use_probe", "the probe is on already", PROBES)
    if JAMMED in unit.marks:
        return Refusal("omega.use_probe", "the probe is jammed", PROBES)
    return None


def _does(scene: Scene, unit: Unit, command: UseProbe) -> None:
    if scene.rules[probe_jammed](scene.state, unit):
        scene.tell(MarkLaid(unit.id, JAMMED, Mark(this_round=True)))
        return
    scene.tell(MarkLaid(unit.id, each(PROBING, command.mount), Mark(owner=unit.side, this_round=True)))
    reach = _reach(unit, command.mount)
    for other in scene.state.units.values():
        armoured = other.machine or other.vehicle or other.sheet.kind == "battle armour"
        if other.side != unit.side and in_hiding(other) and armoured and unit.hex.distance(other.hex) <= reach:
            scene.tell(MarkLifted(other.id, HIDING))
    for thing in scene.state.things.values():
        near = thing.hex is not None and unit.hex.distance(thing.hex) <= reach
        if near and thing.hidden and thing.owner != unit.side:
            scene.tell(ThingPlaced(msgspec.structs.replace(thing, hidden=False)))


def _words(state: State, unit: Unit, command: UseProbe, names: Names) -> str:
    return f"use the {unit.sheet.mounts[command.mount].equipment.name}"


def _promise(state: State, unit: Unit, command: UseProbe) -> str | None:
    heat = state.relief.rules[PROBE_FIGURES]["heat"]
    return f"sees through smoke and finds what is hidden within {_reach(unit, command.mount)} hexes, {heat} heat"


def _worth(state: State, unit: Unit, command: UseProbe) -> float:
    """Worth its heat where smoke hangs between the unit and an enemy within its reach."""
    reach = _reach(unit, command.mount)
    others = (other for other in state.units.values() if other.active and other.side != unit.side)
    near = [other for other in others if unit.hex.distance(other.hex) <= reach]
    hidden = sum(not line_between(state.relief, unit.viewpoint, other.viewpoint).visible for other in near)
    return float(hidden) if any(SCREEN in marks for marks in state.effects.values()) else 0.0


VERB = VERBS.amended(
    "omega.probe_verb",
    {
        "omega.use_probe": Verb(
            command=UseProbe,
            phases=("reaction",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Probes",
            preview=_promise,
            worth=_worth,
        )
    },
    cite=PROBES,
    implements=("OM-beagle", "OM-reaction-phase"),
)


@rule("heat.probe", cite=PROBES, implements=("OM-beagle",), slot=BUILDS)
def probe_heat(toil: Toil) -> Term | None:
    """A probe that is used makes 2 points of heat."""
    if not toil.unit.marks or probed_within(toil.unit) < 0:
        return None
    return Term("heat.probe", toil.rules[PROBE_FIGURES]["heat"], "from a probe", PROBES)


def through_smoke(attack: Engagement) -> Sight | None:
    """The line of an attack as a probe sees it that is used, where smoke blocks it; None where it is of no use."""
    if not attack.relief.hanging or attack.sight.visible:
        return None
    if attack.distance > probed_within(attack.attacker):
        return None
    clear: Relief = attack.relief.remember("without smoke", lambda relief: relief.under({}))
    line = line_between(clear, attack.attacker.viewpoint, attack.target.viewpoint)
    return line if line.visible else None


@rule("omega.seen_by_probe", cite=PROBES, implements=("OM-beagle",), slot=FORBIDS)
def seen_by_probe(attack: WeaponAttack) -> Refusal | None:
    """A probe gives a line of sight through smoke to what is within its reach."""
    no = attack.rules.below(seen_by_probe)(attack)
    return None if no is not None and not attack.indirect and through_smoke(attack) is not None else no


@rule("omega.ground_by_probe", cite=PROBES, implements=("OM-beagle",))
def ground_by_probe(attack: WeaponAttack) -> Tally:
    """What stands on a line that a probe sees along counts, but for the smoke."""
    line = None if attack.indirect else through_smoke(attack)
    if line is None:
        return attack.rules.below(ground_by_probe)(attack)
    return line.modifiers + line.target_hex


@rule("to_hit.through_smoke", cite=PROBES, implements=("OM-beagle",), slot=EVERY_ATTACK)
def fires_through(attack: Engagement) -> Term | None:
    """Who fires through smoke by a probe has the penalty of firing into it."""
    if not attack.relief.hanging or through_smoke(attack) is None:
        return None
    figures = attack.rules[FIGURES]
    lock = isinstance(attack, WeaponAttack) and ("tag" in attack.weapon.flags or locks(attack))
    return Term("to_hit.through_smoke", figures["lock" if lock else "to hit"], "through smoke, by a probe", PROBES)


EXPOSES: Table[str, bool] = Table(
    "omega.exposing",
    {"C3": True, "missiles": True, "Beagle": False},
    cite=HIDDEN,
    implements=("OM-ecm-hidden",),
    where="overheat.classic.rules.omega.electronics.EXPOSES",
)
"""Whether a hidden unit gives itself away by what it jams."""


@rule("omega.exposed_by_jamming", cite=HIDDEN, implements=("OM-ecm-hidden",), slot=FOLLOWS)
def exposed(scene: Scene, event: Event, before: State) -> None:
    """A hidden unit that jams a missile or a network is found; to jam a probe does not give it away."""
    if not isinstance(event, AttackRolled) or event.what != "fire" or event.target not in before.units:
        return
    attacker, target, rules = before.units[event.unit], before.units[event.target], scene.rules
    missile = any(term.id == "to_hit.ecm" for term in event.needed)
    for unit in before.units.values():
        if not in_hiding(unit) or unit.side == attacker.side:
            continue
        jams_missile = missile and against(rules, unit, target) > 0
        linked = bool(attacker.plan.network) and attacker.hex.distance(unit.hex) <= jams_within(rules, unit)
        if (jams_missile and rules[EXPOSES]["missiles"]) or (linked and rules[EXPOSES]["C3"]):
            scene.tell(MarkLifted(unit.id, HIDING))


class DesignatorAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A shot, with what helps it."""

    weapon: str = "TAG"
    tech: Tech = "IS"
    range: Annotated[int, Meta(ge=1, le=40)] = 5
    computer: Annotated[bool, Meta(description="Whether the attacker has a targeting computer.")] = False
    aimed: Annotated[str, Meta(description="The location that it is aimed at.")] = ""


def _designator(desk: Desk, asked: DesignatorAsked) -> Answer:
    """The number of a shot at a range, what a computer adds, and whether it may be fired so."""
    gear = [part(desk.rules, asked.weapon, asked.tech, either=True)]
    gear += [part(desk.rules, "Targeting Computer", asked.tech)] if asked.computer else []
    gear += _fed(desk.rules, gear[0])
    attacker = machine(desk.rules, "attacker", *gear, tech=asked.tech)
    state = facing(desk, attacker, machine(desk.rules, "target"), asked.range)
    feed = next(iter(attacker.plan.feeds.get(0, ())), None)
    attack = WeaponAttack(state.relief, attacker, state.units["target"], 0, feed=feed, aimed=asked.aimed)
    no = refusal(attack)
    if no is not None:
        return Answer.refused(no, "target_number", legal=False, bracket=attack.bracket)
    number = target_number(attack)
    computed = sum(int(term.value) for term in number if term.id == "to_hit.targeting_computer")
    minimum = sum(int(term.value) for term in number if term.id == "to_hit.minimum_range")
    figures = {"legal": True, "bracket": attack.bracket, "computer": computed, "minimum_range": minimum}
    return Answer(figures={**figures, "target_number": int(number.total)}, terms=number)


def _fed(rules: Ruleset, weapon: Equipment) -> list[Equipment]:
    """The plain ammunition of a gun, where it takes some that is not in its own tubes."""
    if not isinstance(weapon, Weapon) or not weapon.ammunition or rack_of(rules, weapon):
        return []
    listed = (entry for entry in catalogue_of(rules).entries.values() if isinstance(entry, Ammunition))
    fitting: list[Equipment] = [entry for entry in listed if feeds(entry, weapon) and entry.munition == "standard"]
    return fitting[:1]


class ProbeAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A probe and a target beyond smoke."""

    smoke_between: Annotated[int, Meta(description="Hexes of smoke between the units.", ge=0, le=3)] = 1
    distance: Annotated[int, Meta(ge=2, le=12)] = 4
    used: Annotated[bool, Meta(description="Whether the probe is used.")] = True
    weapon: str = "Medium Laser"
    tech: Tech = "IS"


def _probe(desk: Desk, asked: ProbeAsked) -> Answer:
    """Whether a probe gives a line of sight through smoke, and what firing through it adds."""
    name = "Beagle Active Probe" if asked.tech == "IS" else "Active Probe"
    gear = (part(desk.rules, asked.weapon, asked.tech, either=True), part(desk.rules, name, asked.tech))
    attacker = machine(desk.rules, "attacker", *gear, tech=asked.tech)
    marks = {each(PROBING, 1): Mark()} if asked.used else {}
    attacker = msgspec.structs.replace(attacker, marks=marks)
    effects = {Hex(2, 3 + at): {SCREEN: Mark()} for at in range(min(asked.smoke_between, asked.distance - 1))}
    board = Board(3, asked.distance + 3, (Ground(),) * (3 * (asked.distance + 3)))
    target = machine(desk.rules, "target")
    target = msgspec.structs.replace(target, hex=Hex(2, 2 + asked.distance), facing=0, torso=0)
    state = State(
        relief=Relief(board, desk.rules).under(effects), units={"attacker": attacker, "target": target}, effects=effects
    )
    attack = WeaponAttack(state.relief, attacker, target, 0, effects=effects)
    no = desk.rules[unseen](attack)
    if no is not None:
        return Answer.refused(no, "to_hit", line_of_sight=False, reach=_reach(attacker, 1))
    added = sum(int(term.value) for term in target_number(attack) if term.id == "to_hit.through_smoke")
    heat = desk.rules[PROBE_FIGURES]["heat"] if asked.used else 0
    return Answer(figures={"line_of_sight": True, "to_hit": added, "heat": heat, "reach": _reach(attacker, 1)})


class ExposedAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A hidden unit that jams something."""

    jams: Literal["C3", "missiles", "Beagle"]


def _exposed(desk: Desk, asked: ExposedAsked) -> Answer:
    return Answer(figures={"revealed": desk.rules[EXPOSES][asked.jams]})


QUESTIONS = INQUIRIES.amended(
    "omega.electronics_questions",
    {
        "shot": Inquiry(
            title="What a weapon needs at a range, with a computer or without",
            facts=DesignatorAsked,
            answer=_designator,
            cite=COMPUTERS,
        ),
        "probe": Inquiry(title="What a probe sees through smoke", facts=ProbeAsked, answer=_probe, cite=PROBES),
        "hidden jammer": Inquiry(
            title="Whether a hidden unit gives itself away by jamming", facts=ExposedAsked, answer=_exposed, cite=HIDDEN
        ),
    },
    cite=OMEGA("the whole document"),
)


LAYER = Layer(
    "omega_electronics",
    title="Designators, targeting computers and probes",
    group="Omega",
    cite=PROBES,
    needs=("classic", "omega_reaction", "omega_jammers", "omega_missiles"),
    add=(PROBE_FIGURES, EXPOSES, probe_jammed, probe_heat, fires_through, exposed),
    change=(
        DESIGNATORS,
        VERB,
        QUESTIONS,
        targeting_computer.wrapped_in(with_computer),
        may_aim.wrapped_in(aims_at_nothing),
        may_not_be_aimed.wrapped_in(no_aim_by_computer),
        unseen.wrapped_in(seen_by_probe),
        terrain.wrapped_in(ground_by_probe),
    ),
)
