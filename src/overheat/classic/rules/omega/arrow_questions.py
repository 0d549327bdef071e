"""Questions about Arrows: what a launcher does at a range, which courses are flown, what an Arrow in flight needs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.board.board import Board, Feature, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Motion, Shot, State, Unit
from overheat.classic.rules.omega.arrows import (
    ARROWS,
    attacks_at_once,
    base_number,
    direct,
    strike_number,
    tube_of,
)
from overheat.classic.rules.omega.bench import Tech, machine, part
from overheat.classic.rules.omega.flight import FIGURES, course
from overheat.classic.rules.omega.guidance import GLOW
from overheat.classic.rules.omega.jammers import MODE
from overheat.classic.rules.omega.racks import rack_of
from overheat.classic.rules.omega.reaction import SCREEN
from overheat.classic.rules.standard.to_hit import minimum_range, terrain
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.answers import Answer
from overheat.kernel.inquiries import Inquiry

Guided = Literal["AR", "IR", "LGM"]


class ArrowAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An Arrow that is fired directly at a target, or launched."""

    tech: Tech = "IS"
    guidance: Guided = "AR"
    range: Annotated[int, Meta(ge=1, le=150)] = 15
    named: Annotated[bool, Meta(description="Whether a target is named at launch.")] = True
    switched: Annotated[bool, Meta(description="Whether another unit than that is attacked.")] = False
    path: Annotated[int, Meta(ge=0, le=500, description="Hexes of the whole way.")] = 0
    intervening: Annotated[tuple[str, ...], Meta(description="Woods on the line: light or heavy.")] = ()
    partial_cover: bool = False


def _answer(desk: Desk, asked: ArrowAsked) -> Answer:
    """What a launcher holds and makes, the range, whether it may fire directly, and the base number at launch."""
    rules, weapon = desk.rules, part(desk.rules, "Arrow IV", asked.tech)
    red = machine(rules, "attacker", weapon, tech=asked.tech, loads={"RT Arrow V": asked.guidance})
    blue = machine(rules, "target")
    state = _field(desk, red, blue, asked)
    mount = next(at for at, held in enumerate(red.sheet.mounts) if held.weapon is not None)
    attack = attack_of(state, state.units["attacker"], Shot(mount, "target", tube_of(red, mount, asked.guidance)))
    rack, near = rack_of(rules, attack.weapon), rules[minimum_range](attack)
    named = asked.range if asked.named else None
    assert rack is not None
    laser = asked.guidance == "LGM"
    figures = {
        "legal": attack.bracket is not None,
        "heat": attack.weapon.heat,
        "damage": attack.weapon.damage,
        "missiles": rack.missiles,
        "launches": rack.launches,
        "bracket": attack.bracket,
        "min_penalty": 0 if near is None else near.value,
        "direct_legal": rules[direct](attack) is None,
        "base": None if laser else rules[base_number](rules, attack.weapon, named, switched=asked.switched),
        "same_turn_attack": rules[attacks_at_once](rules, asked.path or asked.range),
        "hexes_per_turn": rules[FIGURES]["most hexes"],
    }
    ground = rules[terrain](attack)
    return Answer(figures={**figures, "terrain": int(ground.total)}, terms=ground)


def _field(desk: Desk, red: Unit, blue: Unit, asked: ArrowAsked) -> State:
    """Two machines on a column of hexes, with what is said to be between them."""
    growths = [Feature("woods", 2 if "heavy" in each else 1) for each in asked.intervening]
    column = [Ground(0, (growth,)) for growth in growths] + [Ground()] * max(0, asked.range - 1 - len(growths))
    hill = [Ground(1)] if asked.partial_cover else column[-1:]
    grounds = (Ground(), *column[:-1], *hill, Ground())
    far = Hex(1, len(grounds))
    units = {
        "attacker": msgspec.structs.replace(red, hex=Hex(1, 1)),
        "target": msgspec.structs.replace(blue, hex=far, facing=0, torso=0),
    }
    relief = Relief(Board(1, len(grounds), grounds), desk.rules)
    return State(relief=relief, units=units, round=1, phase="weapons")


class CourseAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What an Arrow flies in one weapon phase."""

    hexes: Annotated[int, Meta(ge=0, le=200)]
    turns: Annotated[tuple[int, ...], Meta(description="The hexsides turned in each hex where it turns.")] = ()
    attacks: Annotated[bool, Meta(description="Whether its flight ends with an attack in this phase.")] = False


def _course(desk: Desk, asked: CourseAsked) -> Answer:
    """Whether an Arrow may fly so."""
    no = desk.rules[course](desk.rules, asked.hexes, asked.turns, ends=asked.attacks)
    return Answer(figures={"legal": no is None}, refusal=no)


class StrikeAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An Arrow in flight that attacks a machine."""

    base: Annotated[int, Meta(ge=0, le=20, description="The number that was written down at launch.")]
    guidance: Literal["AR", "IR"] = "AR"
    tons: Annotated[float, Meta(ge=10, le=200, description="What the target weighs.")] = 50
    target_hexes: Annotated[int, Meta(ge=0, le=30, description="How far the target moved.")] = 0
    heat: Annotated[int, Meta(ge=0, le=200, description="The heat that the target made last turn.")] = 0
    ecm: Annotated[int, Meta(ge=0, le=3, description="The mode of a jammer on the target.")] = 0
    ircm: bool = False
    smoke: Annotated[bool, Meta(description="Whether the target stands in smoke.")] = False
    partial_cover: Annotated[bool, Meta(description="Whether the ground before the target covers its legs.")] = False


def _strike(desk: Desk, asked: StrikeAsked) -> Answer:
    """What an Arrow in flight needs, term by term."""
    rules = desk.rules
    red = machine(rules, "attacker", part(rules, "Arrow IV"), loads={"RT Arrow V": asked.guidance})
    parts = (part(rules, "ECM III"), *((part(rules, "IRCM"),) if asked.ircm else ()))
    blue = machine(rules, "target", *parts, tons=asked.tons)
    marks = {GLOW: Mark(asked.heat)} if asked.heat else {}
    marks |= {each(MODE, 0): Mark(asked.ecm)} if asked.ecm else {}
    moved = Motion("run", asked.target_hexes, asked.target_hexes) if asked.target_hexes else Motion()
    state = _field(desk, red, blue, ArrowAsked(partial_cover=asked.partial_cover))
    target = msgspec.structs.replace(state.units["target"], marks=marks, motion=moved)
    effects = {target.hex: {SCREEN: Mark()}} if asked.smoke else {}
    state = msgspec.structs.replace(state.with_unit(target), effects=effects)
    mount = next(at for at, held in enumerate(red.sheet.mounts) if held.weapon is not None)
    shot = Shot(mount, "target", tube_of(red, mount, asked.guidance))
    needed = rules[strike_number](asked.base, attack_of(state, state.units["attacker"], shot))
    return Answer(figures={"needs": int(needed.total)}, terms=needed)


QUESTIONS = INQUIRIES.amended(
    "omega.arrow_questions",
    {
        "arrow": Inquiry(title="What an Arrow needs and does", facts=ArrowAsked, answer=_answer, cite=ARROWS),
        "arrow_attack": Inquiry(
            title="What an Arrow in flight needs to hit", facts=StrikeAsked, answer=_strike, cite=ARROWS
        ),
        "arrow_course": Inquiry(title="Whether an Arrow flies so", facts=CourseAsked, answer=_course, cite=ARROWS),
    },
    cite=ARROWS,
)
