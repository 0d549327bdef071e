"""What may be asked about flares and chaff of Omega: how many a weight is, and what a burst does."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.parties import check_modes
from overheat.classic.attack.decisions import stopped
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.omega.bench import Tech, facing, machine, part
from overheat.classic.rules.omega.countermeasure_parts import COUNTERMEASURES, DECOYS
from overheat.classic.rules.omega.racks import GUIDES
from overheat.classic.rules.omega.reaction import SCREEN, into_or_out_of, screens
from overheat.classic.unit.equipment import Ammunition
from overheat.kernel.answers import Answer
from overheat.kernel.dice import Scripted
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.terms import Tally

Roll = Annotated[int, Meta(ge=2, le=12)]


class DecoysAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A burst of flares or chaff at missiles that have hit."""

    decoy: Literal["flares", "chaff"]
    missile: Annotated[str, Meta(description="The guidance of the missiles; what it is for if left out.")] = ""
    rolls: Annotated[tuple[Roll, ...], Meta(description="What is rolled against each missile.")] = ()
    used: Annotated[Roll, Meta(description="What is rolled for how many are gone.")] = 7
    remaining: Annotated[int, Meta(description="How many are left before.", ge=0)] = 12


def decoys(desk: Desk, asked: DecoysAsked) -> Answer:
    """How many of the missiles come through a burst, and how many of it are left."""
    decoy = desk.rules[DECOYS][asked.decoy]
    guide = asked.missile or decoy.guides[0]
    if guide not in desk.rules[GUIDES]:
        raise refuse("situation.missile", f"missile: {guide[:40]!r} is no guidance", field="missile")
    if guide not in decoy.guides:
        no = Refusal("omega.decoyed", f"{asked.decoy} do nothing about {guide} missiles", COUNTERMEASURES)
        through = len(asked.rolls)
        return Answer.refused(no, effective=False, missiles_left=through, diverted=0, left=asked.remaining)
    state = _state(desk, asked, guide)
    through, left = _fired(state, asked)
    figures = {"effective": True, "missiles_left": through, "diverted": len(asked.rolls) - through, "left": left}
    return Answer(figures=figures)


def _state(desk: Desk, asked: DecoysAsked, guide: str) -> State:
    streak = "Streak SRM 6" if guide == "Streak" else "LRM 20"
    rack = part(desk.rules, streak)
    attacker = machine(desk.rules, "attacker", rack, loads={f"RT {rack.name}": guide})
    target = machine(desk.rules, "target", part(desk.rules, asked.decoy))
    shots = (asked.remaining, *target.condition.shots[1:])
    target = msgspec.structs.replace(target, condition=msgspec.structs.replace(target.condition, shots=shots))
    return facing(desk, attacker, target)


def _fired(state: State, asked: DecoysAsked) -> tuple[int, int]:
    """How many missiles come through, and what is left; the first missile is the one that the burst is fired at."""
    rolls = [*asked.rolls[:1], *([asked.used] if asked.rolls and asked.remaining else []), *asked.rolls[1:]]
    scene = Scene(state, Scripted(*((min(6, roll - 1), roll - min(6, roll - 1)) for roll in rolls)))
    attacker: Unit = state.units["attacker"]
    through = 0
    for at, _ in enumerate(asked.rolls):
        attack = WeaponAttack(state.relief, attacker, state.units["target"], 0, feed=attacker.plan.feeds[0][0])
        if asked.remaining:
            attack.decided = {"omega.decoys": "fire"} if not at else {"omega.decoys": "with the first"}
        through += not stopped(scene, attack)
        scene.follow()
    return through, scene.unit("target").condition.shots[0]


class ExpendablesAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Flares, chaff or oil of some weight."""

    what: Annotated[str, Meta(description="Flares, Chaff, Smoke Screen, IRCM.")]
    tons: float = 1
    tech: Tech = "IS"


def expendables(desk: Desk, asked: ExpendablesAsked) -> Answer:
    """How many of something a weight is, and what it takes of a machine."""
    entry = part(desk.rules, asked.what, asked.tech)
    count = int(asked.tons * entry.shots) if isinstance(entry, Ammunition) else None
    return Answer(figures={"count": count, "tons": entry.tons, "slots": entry.slots})


class ScreenAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A smoke screen: who lays it, and a shot into or out of it."""

    weapon: Annotated[str, Meta(description="Medium Laser, TAG, Streak SRM 6, ...")] = "Medium Laser"
    tech: Tech = "IS"
    target_smoked: bool = True
    attacker_smoked: bool = False
    moved: Annotated[str, Meta(description="How who lays it moved: stationary, walk, run, jump.")] = "walk"
    hexes_moved: Annotated[int, Meta(ge=0, le=40)] = 0
    sinks_lost: Annotated[bool, Meta(description="Whether all of its heat sinks are destroyed.")] = False


def smoke_screen(desk: Desk, asked: ScreenAsked) -> Answer:
    """What smoke adds to a shot, and whether a unit that moved so can lay a screen."""
    rules = desk.rules
    user = machine(rules, "target", part(rules, "Smoke Screen", asked.tech), tech=asked.tech)
    moved = Motion(asked.moved, asked.hexes_moved, asked.hexes_moved)
    user = msgspec.structs.replace(user, motion=moved)
    check_modes(rules, user)
    if asked.sinks_lost:
        user = msgspec.structs.replace(user, sheet=msgspec.structs.replace(user.sheet, heat_sinks=None))
    state = facing(
        desk, machine(rules, "attacker", part(rules, asked.weapon, asked.tech, either=True), tech=asked.tech), user
    )
    ends = (("attacker", asked.attacker_smoked), ("target", asked.target_smoked))
    effects = {state.units[id].hex: {SCREEN: Mark(1)} for id, smoky in ends if smoky}
    attacker = state.units["attacker"]
    feed = next(iter(attacker.plan.feeds.get(0, ())), None)
    attack = WeaponAttack(state.relief, attacker, state.units["target"], 0, feed=feed, effects=effects)
    term, no = rules[into_or_out_of](attack), rules[screens](rules, user)
    return Answer(
        figures={"to_hit": 0 if term is None else term.value, "smoke_effective": no is None},
        terms=Tally.of((term,)),
        refusal=no,
    )


INQUIRED = INQUIRIES.amended(
    "omega.countermeasure_questions",
    {
        "decoys": Inquiry(
            title="What a burst of flares or chaff does", facts=DecoysAsked, answer=decoys, cite=COUNTERMEASURES
        ),
        "smoke screen": Inquiry(
            title="What a smoke screen adds, and who can lay one",
            facts=ScreenAsked,
            answer=smoke_screen,
            cite=COUNTERMEASURES,
        ),
        "countermeasures": Inquiry(
            title="How many countermeasures a weight is",
            facts=ExpendablesAsked,
            answer=expendables,
            cite=COUNTERMEASURES,
        ),
    },
    cite=COUNTERMEASURES,
)
