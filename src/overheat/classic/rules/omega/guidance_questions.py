"""What may be asked about guided missiles of Omega: what their guidance adds, and where laser-guided ones hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.decisions import stopped
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.board.notation import parse_ground
from overheat.classic.damage.places import placed_otherwise
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import ground_name, target_of
from overheat.classic.rules.omega.bench import Tech, machine, part
from overheat.classic.rules.omega.racks import GUIDANCE, GUIDES
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.sight.relief import Relief
from overheat.kernel.answers import Answer
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Tally

SIZE, TARGET = 31, Hex(16, 25)
PLAIN = ("to_hit.gunnery", "to_hit.range", "to_hit.minimum_range", "to_hit.target_immobile")
"""The terms of a number that have nothing to do with guidance and countermeasures."""
RATINGS = ("", "I", "II", "III")
DISTANCES = {"short": 7, "medium": 14, "long": 21}


class Jammer(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A jammer near the target."""

    mode: Annotated[Literal["I", "II", "III"], Meta(description="The mode that it is set to.")]
    distance: Annotated[int, Meta(description="Hexes from the target; 0 on the target itself.", ge=0, le=12)] = 0
    tech: Tech = "IS"


class GuidanceAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A missile on its way, its target, and what stands against it."""

    guidance: Annotated[str, Meta(description="Streak, IR, SARaH, AR, ARM or LGM.")]
    bracket: Literal["short", "medium", "long"] = "medium"
    gunnery: int = 4
    target: Literal["machine", "infantry", "battle armour", "hex"] = "machine"
    tons: Annotated[float, Meta(description="The weight of the target.")] = 50
    heat: Annotated[int, Meta(description="Heat that the target made and took in last turn.", ge=0)] = 0
    hex: Annotated[Literal["", "inferno", "burning woods"], Meta(description="What burns around the target.")] = ""
    illuminated_from: Annotated[
        int | None, Meta(description="Hexsides between where it is lit up from and where missiles come from.")
    ] = 0
    illuminating: Annotated[bool, Meta(description="Whether the target lights somebody up with Artemis.")] = False
    own_mode: Annotated[Literal["", "I", "II", "III"], Meta(description="The mode of the target's own jammer.")] = ""
    jammers: Annotated[tuple[Jammer, ...], Meta(description="Jammers of others near the target.")] = ()
    ircm: Annotated[bool, Meta(description="Whether the target has infrared countermeasures.")] = False
    smoke: Annotated[Literal["", "target", "attacker", "both"], Meta(description="Who stands in a smoke screen.")] = ""


def guidance(desk: Desk, asked: GuidanceAsked) -> Answer:
    """What the guidance of a missile and what stands against it add, or why it may not be fired."""
    if asked.guidance not in desk.rules[GUIDES]:
        known = ", ".join(desk.rules[GUIDES].rows)
        raise refuse("situation.guidance", f"guidance: {asked.guidance[:40]!r} is none of {known}", field="guidance")
    attack = _attack(desk, asked)
    no = refusal(attack)
    if no is not None:
        return Answer.refused(no, "target_number", "to_hit", legal=False, guided=False)
    number = target_number(attack)
    added = Tally(tuple(term for term in number if term.id not in PLAIN))
    figures = {"legal": True, "guided": True, "target_number": int(number.total), "to_hit": int(added.total)}
    return Answer(figures=figures, terms=number)


def _attack(desk: Desk, asked: GuidanceAsked) -> WeaponAttack:
    rules = desk.rules
    streak = asked.guidance == "Streak"
    distance = {"short": 3, "medium": 6, "long": 9}[asked.bracket] if streak else DISTANCES[asked.bracket]
    rack = part(rules, "Streak SRM 6" if streak else "LRM 20")
    name = f"RT {rack.name}"
    loads = {name: asked.guidance}
    attacker = machine(rules, "attacker", rack, loads=loads)
    attacker = msgspec.structs.replace(attacker, hex=Hex(TARGET.column, TARGET.row - distance), gunnery=asked.gunnery)
    target = _target(desk, asked)
    units = {unit.id: unit for unit in (attacker, target, *_around(desk, asked))}
    relief, effects = _ground(desk, asked, attacker.hex)
    state = State(relief=relief, units=units, weather=desk.conditions, round=2, phase="weapons", effects=effects)
    aim = target if asked.target != "hex" else target_of(state, ground_name(TARGET))
    assert aim is not None
    feed = attacker.plan.feeds[0][0]
    return WeaponAttack(relief, attacker, aim, 0, feed=feed, others=units.values(), effects=effects)


def _target(desk: Desk, asked: GuidanceAsked) -> Unit:
    """The target of a question, with what its own side has on it."""
    marks = {"heat_last_turn": Mark(asked.heat)} if asked.heat else {}
    gear = [part(desk.rules, "IRCM")] if asked.ircm else []
    if asked.own_mode:
        gear.append(part(desk.rules, f"ECM {asked.own_mode}"))
        marks[f"ecm_mode:{len(gear) - 1}"] = Mark(RATINGS.index(asked.own_mode))
    if asked.illuminating:
        gear.append(part(desk.rules, "Artemis IV FCS"))
        marks[f"illuminates:{len(gear) - 1}"] = Mark(about="attacker")
    unit = machine(desk.rules, "target", *gear, tons=asked.tons)
    if asked.target in ("infantry", "battle armour"):
        kind: Literal["infantry", "battle armour"] = "infantry" if asked.target == "infantry" else "battle armour"
        sheet = msgspec.structs.replace(unit.sheet, kind=kind, motive="foot", troopers=4)
        unit = msgspec.structs.replace(unit, sheet=sheet)
    return msgspec.structs.replace(unit, hex=TARGET, facing=0, torso=0, marks=marks)


def _around(desk: Desk, asked: GuidanceAsked) -> Iterator[Unit]:
    """Who lights the target up, and who jams."""
    if asked.illuminated_from is not None:
        hex = TARGET
        for _ in range(3):
            hex = hex.neighbour(asked.illuminated_from % 6)
        friend = machine(desk.rules, "friend", part(desk.rules, "Artemis IV FCS"))
        marks = {"illuminates:0": Mark(about="target")}
        yield msgspec.structs.replace(friend, side="attacker", hex=hex, marks=marks)
    for at, jammer in enumerate(asked.jammers):
        unit = machine(
            desk.rules, f"jammer {at}", part(desk.rules, f"ECM {jammer.mode}", jammer.tech), tech=jammer.tech
        )
        hex = Hex(TARGET.column, TARGET.row - jammer.distance)
        marks = {"ecm_mode:0": Mark(RATINGS.index(jammer.mode))}
        yield msgspec.structs.replace(unit, side="target", hex=hex, marks=marks)


def _ground(desk: Desk, asked: GuidanceAsked, attacker: Hex) -> tuple[Relief, dict[Hex, dict[str, Mark]]]:
    """Open ground, with what burns and smokes on it."""
    board = Board(SIZE, SIZE, (Ground(),) * (SIZE * SIZE))
    effects: dict[Hex, dict[str, Mark]] = {}
    if asked.hex == "burning woods":
        board = board.with_changes({TARGET: parse_ground("0f1")})
    elif asked.hex:
        effects[TARGET] = {"inferno": Mark(1)}
    for hex, named in ((TARGET, "target"), (attacker, "attacker")):
        if asked.smoke in (named, "both"):
            effects.setdefault(hex, {})["smoke_screen"] = Mark(1)
    return Relief(board, desk.rules).under(effects), effects


class LaserAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A laser-guided missile, and the designator that it follows."""

    tag: Literal["hit", "missed"] = "hit"
    spot: Annotated[str, Meta(description="The place that the designator hit.")] = "CT"
    roll: Annotated[int, Meta(description="What two dice show for the missile.", ge=2, le=12)]
    minimum_range: Annotated[int, Meta(description="The penalty for minimum range.", ge=0, le=6)] = 0


def laser(desk: Desk, asked: LaserAsked) -> Answer:
    """Whether a laser-guided missile hits, and whether it hits the very spot."""
    rack = part(desk.rules, "LRM 20")
    attacker = machine(desk.rules, "attacker", rack, part(desk.rules, "TAG"), loads={"RT LRM 20": "LGM"})
    attacker = msgspec.structs.replace(attacker, hex=Hex(TARGET.column, TARGET.row - 7 + asked.minimum_range))
    kind, about = ("", asked.spot) if asked.tag == "hit" else ("missed", "")
    marks = {"laser_spot:attacker": Mark(kind=kind, about=about)}
    target = msgspec.structs.replace(machine(desk.rules, "target"), hex=TARGET, facing=0, torso=0, marks=marks)
    board = Board(SIZE, SIZE, (Ground(),) * (SIZE * SIZE))
    state = State(relief=Relief(board, desk.rules), units={"attacker": attacker, "target": target}, phase="weapons")
    feed = attacker.plan.feeds[0][0]
    attack = WeaponAttack(state.relief, attacker, target, 0, feed=feed, spotter=attacker)
    number = target_number(attack)
    attack = attack.rolled(asked.roll - int(number.total))
    scene = Scene(state, Scripted())
    hits = asked.roll >= number.total and not stopped(scene, attack)
    place = placed_otherwise(scene, Hit("target", "front", 10, "fire", by=attack)) if hits else None
    result = "miss" if not hits else "random location" if place is None else "TAG location"
    figures = {"result": result, "location": None if place is None else place.code, "target_number": int(number.total)}
    return Answer(figures=figures, terms=number)


QUESTIONS = INQUIRIES.amended(
    "omega.guidance_questions",
    {
        "guidance": Inquiry(
            title="What the guidance of a missile adds", facts=GuidanceAsked, answer=guidance, cite=GUIDANCE
        ),
        "laser": Inquiry(title="Where a laser-guided missile hits", facts=LaserAsked, answer=laser, cite=GUIDANCE),
    },
    cite=GUIDANCE,
)
