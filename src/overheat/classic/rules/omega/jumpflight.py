"""Jumpflight of AirMechs: a land-air machine skims over the ground and over water, three times as far as it jumps.

A land-air machine is an AirMech in every turn in which it says that it jumpflies; changing its shape takes nothing.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.advance import advance
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.battle.steps import allowance, turned
from overheat.classic.damage.wading import wade
from overheat.classic.facts.commands import Go
from overheat.classic.facts.events import CriticalHit, Fell, LocationLost, MountLost, Moved, StructureLost
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.omega.bench import facing, machine, part
from overheat.classic.rules.standard.arrivals import PASSES_OVER, Arrival, Hazard
from overheat.classic.rules.standard.entries import terrain_checks
from overheat.classic.rules.standard.modes import MODES, Mode, leaping
from overheat.classic.rules.standard.movement import COSTS, Entry, barred, jump_jets, terrain_names
from overheat.classic.rules.standard.physical import NO_BLOW, PhysicalAttack
from overheat.classic.rules.standard.piloting import STEADINESS, Check, piloting_number
from overheat.classic.rules.standard.played import PLAYED
from overheat.classic.rules.standard.systems import whole as is_whole
from overheat.classic.rules.standard.terrain import TERRAIN_COSTS
from overheat.classic.turn.movement import AT_THE_END
from overheat.classic.turn.verb import VETOES, Saying
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted

AIRMECH = Book("Omega Rules")("AirMech jumpflight")
RULING = "OM-lam-jumpflight"
LAM, JUMPFLIGHT = "lam", "jumpflight"
BESIDE_THE_GROUND = ("movement.terrain", "movement.levels", "movement.modified")
"""What costs points on foot and is priced anew here."""
WITHIN_REACH = -1
"""The lowest that a machine may stand to take off: deeper it is under water."""

FIGURES: Table[str, int] = Table(
    "omega.jumpflight_figures",
    {"times the jump": 3, "heat": 2, "hex": 1, "level up": 1, "most hexsides": 2, "airmech": 1, "jet": 1},
    cite=AIRMECH,
    implements=(RULING,),
    where="overheat.classic.rules.omega.jumpflight.FIGURES",
)
"""Points, heat, prices, the hexsides of a hex, and what is added to piloting rolls: always, and for each lost jet."""


def flies(unit: Unit) -> bool:
    """Whether a unit has jumpflown this turn, and is still up."""
    return unit.motion.mode == JUMPFLIGHT and not unit.condition.prone


def jets_lost(unit: Unit) -> int:
    """The jump jets of a unit that are destroyed."""
    return sum(not is_whole(unit, at) for at in jump_jets(unit))


def _points(state: State, unit: Unit) -> int:
    """Three times the jumping points of a land-air machine that is not under water; nobody else jumpflies."""
    if unit.sheet.motive != LAM or unit.elevation < WITHIN_REACH:
        return 0
    return state.relief.rules[FIGURES]["times the jump"] * leaping(state, unit)


def _prices(entry: Entry) -> Tally | Refusal:
    """A point a hex and a point a level up, nothing down; woods and walls cost what they cost on foot."""
    no = barred(entry)
    if no is not None:
        return no
    figures, up = entry.rules[FIGURES], entry.to_level - entry.from_level
    terms = [Term("movement.hex", figures["hex"], "a hex", AIRMECH)]
    if up > 0:
        terms.append(Term("movement.levels", up * figures["level up"], f"for {counted(up, 'level')} up", AIRMECH))
    standing = [] if entry.by_road else [name for name in terrain_names(entry) if _stands(name)]
    if standing:
        cost = sum(entry.rules[TERRAIN_COSTS][name] for name in standing)
        terms.append(Term("movement.terrain", cost, ", ".join(standing), AIRMECH))
    asked = (costs.function(entry) for costs in entry.rules[COSTS] if costs.id not in BESIDE_THE_GROUND)
    return Tally((*terms, *(term for term in asked if term is not None)))


def _stands(name: str) -> bool:
    """Whether it is terrain that is higher than a machine skims."""
    return name.endswith(("woods", "jungle"))


MODE = MODES.amended(
    "omega.jumpflight_mode",
    {
        JUMPFLIGHT: Mode(
            word="jumpfly",
            past="jumpflew",
            points=_points,
            heat=lambda rules, unit: rules[FIGURES]["heat"],
            attacker=MODES["jump"].attacker,
            target=MODES["jump"].target,
            skims=True,
            prices=_prices,
            bends=FIGURES["most hexsides"],
            cite=AIRMECH,
        )
    },
    cite=AIRMECH,
    implements=(RULING,),
    where="overheat.classic.rules.omega.jumpflight.MODE",
)
"""It attacks and is attacked as one that jumped, and is no leap: nobody sees it over hills, and it may lay smoke."""

PLAYED_SHAPES = PLAYED.amended("omega.jumpflight_played", {f"motive:{LAM}": "jumpflight"}, cite=AIRMECH)


@rule("omega.jumpflight_ground", cite=AIRMECH, implements=(RULING,), steady=())
def cannot_trip(entry: Entry) -> tuple[Term, ...]:
    """Who jumpflies does not trip over what it skims above; jungle stands in its way as in everybody's."""
    below = entry.rules.below(cannot_trip)(entry)
    if entry.unit.motion.mode != JUMPFLIGHT or not below:
        return below
    return below if any(_stands(name) for name in terrain_names(entry)) else ()


@rule("omega.jumpflight_mines", cite=AIRMECH, implements=(RULING,), slot=PASSES_OVER)
def above_mines(arrival: Arrival, hazard: Hazard) -> bool:
    """Mines, and whatever else strikes from below, do not harm who jumpflies over them."""
    return hazard.low and flies(arrival.unit)


@rule("omega.airmech", cite=AIRMECH, implements=(RULING,), slot=STEADINESS)
def airmech(check: Check) -> Term | None:
    """An AirMech makes every piloting roll at +1."""
    if check.unit.motion.mode != JUMPFLIGHT:
        return None
    return Term("omega.airmech", check.rules[FIGURES]["airmech"], "AirMech mode", AIRMECH)


@rule("omega.jumpflight_jets", cite=AIRMECH, implements=(RULING,), slot=STEADINESS)
def lame(check: Check) -> Term | None:
    """Who jumpflies makes every piloting roll at +1 for each of its jump jets that is destroyed."""
    lost = jets_lost(check.unit) if check.unit.motion.mode == JUMPFLIGHT else 0
    if not lost:
        return None
    value = lost * check.rules[FIGURES]["jet"]
    return Term("omega.jumpflight_jets", value, f"{counted(lost, 'jump jet')} destroyed", AIRMECH)


@rule("omega.jumpflight_jet_lost", cite=AIRMECH, implements=(RULING,), slot=FOLLOWS)
def jet_lost(scene: Scene, event: Event, before: State) -> None:
    """Who loses a jump jet in flight rolls to stay up at the end of the phase; without any left it falls."""
    if not isinstance(event, CriticalHit | StructureLost | LocationLost | MountLost):
        return
    whole, unit = before.units[event.unit], advance(before, event).units[event.unit]
    if not flies(whole) or jets_lost(unit) <= jets_lost(whole):
        return
    if jets_lost(unit) == len(jump_jets(unit)):
        scene.toppled[unit.id] = Term("omega.jumpflight_jet_lost", 0, "all jump jets destroyed in flight", AIRMECH)
    else:
        scene.shaken[unit.id].append(Term("omega.jumpflight_jet_lost", 0, "jump jet destroyed in flight", AIRMECH))


@rule("omega.jumpflight_blows", cite=AIRMECH, implements=(RULING,), slot=NO_BLOW)
def only_charges(attack: PhysicalAttack) -> Refusal | None:
    """Who jumpflies charges, and strikes in no other way."""
    if attack.attacker.motion.mode != JUMPFLIGHT or attack.kind == "charge":
        return None
    return Refusal("omega.jumpflight_blows", "who jumpflies may charge, but neither punch nor kick", AIRMECH)


@rule("omega.jumpflight_over_water", cite=AIRMECH, slot=VETOES)
def over_water(saying: Saying) -> Refusal | None:
    """Who has come to a stop above water jumpflies on or goes down where it is; it cannot walk there."""
    if not isinstance(saying.command, Go) or saying.command.mode == JUMPFLIGHT or not _above(saying.state, saying.unit):
        return None
    return Refusal("omega.jumpflight_over_water", "above water an AirMech jumpflies on or goes down", AIRMECH)


@rule("omega.jumpflight_lands", cite=AIRMECH, slot=AT_THE_END)
def lands(scene: Scene, unit: Unit) -> None:
    """An AirMech above water that does not jumpfly on goes down to the bottom."""
    if not flies(unit) and _above(scene.state, unit):
        _go_down(scene, unit)


@rule("omega.jumpflight_falls", cite=AIRMECH, slot=FOLLOWS)
def falls_in(scene: Scene, event: Event, before: State) -> None:
    """Who falls out of its flight above water lies on the bottom."""
    if isinstance(event, Fell) and scene.unit(event.unit).active and _above(scene.state, scene.unit(event.unit)):
        _go_down(scene, scene.unit(event.unit))


def _above(state: State, unit: Unit) -> bool:
    """Whether a land-air machine is above open water, with nothing to stand on."""
    if unit.sheet.motive != LAM or unit.elevation or unit.hex not in state.relief.board:
        return False
    ground = state.relief.board[unit.hex]
    return ground.amount("water") > 0 and "ice" not in ground and ground.amount("bridge_elev", absent=-1) != 0


def _go_down(scene: Scene, unit: Unit) -> None:
    bottom = -scene.state.relief.board[unit.hex].amount("water")
    scene.tell(Moved(unit.id, "come_down", unit.hex, unit.facing, bottom, unit.motion))
    wade(scene, unit.id)


JETS = 5
"""The jump jets of the AirMech that questions are about."""


class JumpflightAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An AirMech with five jump jets that jumpflies."""

    piloting: Annotated[int, Meta(ge=0, le=8, description="The pilot's skill.")] = 5
    jets_lost: Annotated[int, Meta(ge=0, le=JETS, description="Jump jets that are destroyed.")] = 0
    facing_change_in_hex: Annotated[int, Meta(ge=0, le=6, description="Hexsides that it turns in one hex.")] = 0


def _answer(desk: Desk, asked: JumpflightAsked) -> Answer:
    """Points, heat, what a piloting roll needs, whether it falls for want of jets, and whether it may turn so far."""
    unit = _tried(desk, asked)
    state = facing(desk, unit, machine(desk.rules, "target"))
    why = Term("omega.jumpflight_jet_lost", 0, "in flight", AIRMECH)
    needed = piloting_number(Check(desk.rules, unit, why, state=state))
    no, turning = None, msgspec.structs.replace(unit, motion=Motion(JUMPFLIGHT, 1, 1, 1, heading=unit.facing))
    for _ in range(asked.facing_change_in_hex):
        ahead = turned(state, turning, "left")
        if isinstance(ahead, Refusal):
            no = ahead
            break
        turning = msgspec.structs.replace(turning, facing=ahead.facing, motion=ahead.motion)
    figures = {
        "points": allowance(state, unit, JUMPFLIGHT),
        "heat": desk.rules[MODES][JUMPFLIGHT].heat(desk.rules, unit),
        "psr": int(needed.total),
        "falls": asked.jets_lost == JETS,
        "legal": no is None,
    }
    return Answer(figures=figures, terms=needed, refusal=no)


def _tried(desk: Desk, asked: JumpflightAsked) -> Unit:
    """The AirMech of a question, in flight."""
    made = machine(desk.rules, "airmech", *(part(desk.rules, "Jump Jet"),) * JETS)
    sheet = msgspec.structs.replace(made.sheet, motive=LAM, jump=JETS)
    unit = Unit.fresh(desk.rules, made.id, made.side, sheet, made.hex, made.facing)
    condition = msgspec.structs.replace(unit.condition, lost=frozenset(range(asked.jets_lost)))
    return msgspec.structs.replace(unit, piloting=asked.piloting, condition=condition, motion=Motion(JUMPFLIGHT))


QUESTION = INQUIRIES.amended(
    "omega.jumpflight_question",
    {
        "jumpflight": Inquiry(
            title="What an AirMech in jumpflight may do, and what its pilot needs",
            facts=JumpflightAsked,
            answer=_answer,
            cite=AIRMECH,
        )
    },
    cite=AIRMECH,
)

LAYER = Layer(
    "omega_jumpflight",
    title="AirMechs and jumpflight",
    group="Omega",
    cite=AIRMECH,
    needs=("classic",),
    add=(FIGURES, above_mines, airmech, lame, jet_lost, only_charges, over_water, lands, falls_in),
    change=(MODE, PLAYED_SHAPES, QUESTION, terrain_checks.wrapped_in(cannot_trip)),
)
