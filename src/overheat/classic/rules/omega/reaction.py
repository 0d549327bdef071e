"""The reaction phase of Omega, between movement and weapon attacks: torsos and turrets are turned, screens are laid.

What else is done in it stands with what it is about: illumination, jammers, probes, countermeasure rockets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.arcs import bears_on
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.commands import Twist
from overheat.classic.facts.events import EffectLaid, ShotsSpent
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import broken_sinks
from overheat.classic.rules.standard.hex_rounds import SMOKY
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.sight import HALF_POINTS, HANGS, THIN_SMOKE
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.sight.model import Hanging, Obstacle
from overheat.classic.turn.round import PHASES, VERBS, in_phase
from overheat.classic.turn.round import order as ordered
from overheat.classic.turn.verb import Phase, Verb, always, vetoed
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term

SCREENS = Book("Omega Rules")("Smoke screens", 8)
REACTION = Book("Omega Rules")("The reaction phase")
SCREEN = "smoke_screen"
OIL = "smoke_oil"
"""What the equipment of a smoke screen is flagged with; what is left of its oil are its shots."""
NEAR = 12
"""Hexes within which a bot minds enemies."""

FIGURES: Table[str, int] = Table(
    "omega.screen_figures",
    {"to hit": 2, "lock": 4, "most hexes": 9, "height": 2},
    cite=SCREENS,
    implements=("OM-smoke-screen",),
    where="overheat.classic.rules.omega.reaction.FIGURES",
)
"""What a screen adds at each end, what it adds in all to beams and locks, how far its user may have moved, and how high
it stands."""


class LaySmoke(msgspec.Struct, frozen=True, tag=True):
    """Lay a smoke screen in one's own hex."""


def oil(unit: Unit) -> int | None:
    """The smoke screen of a unit that works and has oil left."""
    if OIL not in unit.plan.flags:
        return None
    mounts = enumerate(unit.sheet.mounts)
    found = (at for at, mount in mounts if OIL in mount.equipment.flags and unit.condition.shots[at])
    return next((at for at in found if works(unit, at)), None)


def _offers(state: State, unit: Unit) -> Iterator[LaySmoke]:
    if OIL in unit.plan.flags:
        yield LaySmoke()


def _refuses(state: State, unit: Unit, command: LaySmoke) -> Refusal | None:
    no = state.relief.rules[screens](state.relief.rules, unit)
    if no is not None:
        return no
    return Refusal("omega.screen", "it stands in smoke already", SCREENS) if smoked(state, unit) else None


@rule("omega.screen", cite=SCREENS, implements=("OM-smoke-screen",))
def screens(rules: Ruleset, unit: Unit) -> Refusal | None:
    """A screen takes oil and a heat sink that works, and is of use to who did not jump nor go ten hexes or more."""
    sinks = unit.sheet.heat_sinks
    if mode_of(rules, unit).leaps or unit.motion.travelled > rules[FIGURES]["most hexes"]:
        return Refusal("omega.screen", "the smoke of who jumps or goes so fast stays behind", SCREENS)
    if unit.machine and (sinks is None or broken_sinks(unit) >= sinks.count):
        return Refusal("omega.screen", "without heat sinks no oil is burnt", SCREENS)
    return Refusal("omega.screen", "there is no oil left to burn", SCREENS) if oil(unit) is None else None


def smoked(state: State, unit: Unit) -> bool:
    """Whether a unit stands in a screen."""
    return state.effect(unit.hex, SCREEN) is not None


def _does(scene: Scene, unit: Unit, command: LaySmoke) -> None:
    at = oil(unit)
    if at is not None:
        scene.tell(ShotsSpent(unit.id, at, unit.condition.shots[at] - 1))
    scene.tell(EffectLaid(unit.hex, SCREEN, Mark(owner=unit.side, until=scene.state.round)))


def _worth(state: State, unit: Unit, command: LaySmoke) -> float:
    """A unit that several enemies are near is glad of a screen, and one that is hurt if there is any."""
    others = (other for other in state.units.values() if other.active and other.side != unit.side)
    near = sum(unit.hex.distance(other.hex) <= NEAR for other in others)
    return float(near - (0 if near and _hurt(unit) else 1))


def _hurt(unit: Unit) -> bool:
    """Whether a unit has lost a third of its armour."""
    whole = sum(place.armour + place.rear_armour for place in unit.sheet.locations)
    left = sum(place.armour + place.rear_armour for place in unit.condition.locations)
    return 3 * left < 2 * whole


PHASE = PHASES.amended(
    "omega.phases",
    {
        "reaction": Phase(
            title="Reaction",
            asks="react with",
            task="react",
            after="movement",
            acts=lambda state, unit: _may_act(state, unit),
        )
    },
    cite=REACTION,
    implements=("OM-reaction-phase",),
    where="overheat.classic.rules.omega.reaction.PHASE",
)


def _may_act(state: State, unit: Unit) -> bool:
    """Whether a unit has anything to do in the phase."""
    if not unit.active or unit.helpless:
        return False
    for verb in in_phase(state.relief.rules, "reaction"):
        for command in verb.offers(state, unit):
            if vetoed(state, unit, command) is None and verb.refuses(state, unit, command) is None:
                return True
    return False


VERB = VERBS.amended(
    "omega.screen_verb",
    {
        "omega.lay_smoke": Verb(
            command=LaySmoke,
            phases=("reaction",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=always("lay a smoke screen"),
            worth=_worth,
        )
    },
    cite=SCREENS,
    implements=("OM-smoke-screen", "OM-reaction-phase"),
)


def _turned_worth(state: State, unit: Unit, command: Twist) -> float:
    """Worth the damage of the weapons that come to bear, less that of those which no longer do."""
    return _bearing(state, replace_torso(unit, command.facing)) - _bearing(state, unit)


def replace_torso(unit: Unit, facing: int) -> Unit:
    """A unit with its torso or turret turned."""
    return msgspec.structs.replace(unit, torso=facing)


def _bearing(state: State, unit: Unit) -> float:
    """The damage of the weapons that bear on an enemy within their range."""
    enemies = [other.hex for other in state.units.values() if other.active and other.side != unit.side]
    found = 0.0
    for at in unit.plan.weapons:
        mount = unit.sheet.mounts[at]
        weapon = mount.weapon
        if weapon is None or not works(unit, at):
            continue
        near = (hex for hex in enemies if unit.hex.distance(hex) <= weapon.range[3])
        if any(bears_on(unit, mount, hex) for hex in near):
            damage = weapon.damage if isinstance(weapon.damage, int | float) else max(weapon.damage)
            found += max(damage, 1.0) * weapon.cluster
    return found


TURNS = VERBS.amended(
    "omega.turning_verbs",
    {
        "fire.twist": replace(VERBS.rows["fire.twist"], phases=("reaction",), worth=_turned_worth),
        "fire.flip_arms": replace(VERBS.rows["fire.flip_arms"], phases=("reaction",)),
    },
    cite=REACTION,
    implements=("OM-reaction-phase",),
    where="overheat.classic.rules.omega.reaction.TURNS",
)
"""Torsos and turrets are turned in the reaction phase, and so are arms flipped."""

ACTIONS: Table[str, str] = Table(
    "omega.reaction_actions",
    {
        "declare Artemis": "omega.illuminate",
        "set ECM mode": "omega.set_jammer",
        "declare smoke screen": "omega.lay_smoke",
        "fire countermeasure rockets": "omega.fire_countermeasures",
        "fire countermeasure rockets/Arrows": "omega.fire_countermeasures",
        "use Beagle probe": "omega.use_probe",
        "turn turret": "fire.twist",
        "torso twist": "fire.twist",
        "fire weapons": "fire.fire",
        "launch Arrow V (AR)": "fire.fire",
    },
    cite=REACTION,
    implements=("OM-reaction-phase",),
    where="overheat.classic.rules.omega.reaction.ACTIONS",
)
"""What is done in which phase, by the verb that says it."""


class ActionAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something that a unit does."""

    action: Annotated[str, Meta(description="set ECM mode, torso twist, declare smoke screen, ...")]


def _answer(desk: Desk, asked: ActionAsked) -> Answer:
    """The phase that something is done in, and the order of the phases."""
    verb = desk.rules[VERBS].get(desk.rules[ACTIONS].get(asked.action) or "")
    if verb is None:
        known = ", ".join(desk.rules[ACTIONS].rows)
        raise refuse("situation.action", f"action: {asked.action[:40]!r} is none of {known}", field="action")
    title = desk.rules[PHASES][verb.phases[0]].title.lower().removesuffix("s")
    order = [desk.rules[PHASES][id].title for id in ordered(desk.rules) if id in desk.rules[PHASES]]
    return Answer(figures={"phase": title, "order": order})


QUESTION = INQUIRIES.amended(
    "omega.reaction_question",
    {
        "phase of": Inquiry(
            title="The phase that something is done in", facts=ActionAsked, answer=_answer, cite=REACTION
        )
    },
    cite=REACTION,
)


@rule("omega.screen_hangs", cite=SCREENS, implements=("OM-smoke-screen",), slot=HANGS)
def hangs(hanging: Hanging) -> tuple[Obstacle, ...]:
    """A smoke screen between two units blocks the view."""
    if hanging.effect != SCREEN:
        return ()
    top = hanging.ground.level + hanging.rules[FIGURES]["height"]
    return (Obstacle(SCREEN, top, False, 3 * HALF_POINTS, "omega.screen_hangs", SCREENS),)


@rule("to_hit.smoke_screen", cite=SCREENS, implements=("OM-smoke-screen",), slot=EVERY_ATTACK)
def into_or_out_of(attack: Engagement) -> Term | None:
    """Attacks into or out of a screen are harder, +2 for each end that stands in one; beams and locks +4 in all."""
    ends = {attack.attacker.hex, attack.target.hex}
    smoky = sum(SCREEN in attack.effects.get(hex, {}) for hex in ends)
    lock = isinstance(attack, WeaponAttack) and ("tag" in attack.weapon.flags or locks(attack))
    if lock and not smoky:
        return _through_other_smoke(attack, ends)
    if not smoky:
        return None
    figures = attack.rules[FIGURES]
    value = figures["lock"] if lock else smoky * figures["to hit"]
    return Term("to_hit.smoke_screen", value, "into or out of a smoke screen", SCREENS)


def _through_other_smoke(attack: Engagement, ends: set[Hex]) -> Term | None:
    """Smoke of any other kind costs beams and locks as much; what it counts around the target anyway is not added."""
    board = attack.relief.board
    grades = {hex: _grade(attack, hex) for hex in ends if hex in board}
    if not any(grades.values()):
        return None
    value = attack.rules[FIGURES]["lock"] - grades.get(attack.target.hex, 0)
    return Term("to_hit.smoke_screen", value, "into or out of smoke", SCREENS)


def _grade(attack: Engagement, hex: Hex) -> int:
    """What smoke that is no screen counts in a hex: light 1, heavy 2."""
    shot = attack.effects.get(hex, {}).get(SMOKY)
    lies = THIN_SMOKE.get(attack.relief.board[hex].amount("smoke"))
    return max(0 if shot is None else shot.value, {"light": 1, "heavy": 2}.get(lies or "", 0))


def locks(attack: WeaponAttack) -> bool:
    """Whether a shot is of a streak missile, or of a streak launcher that fires nothing else."""
    return attack.munition == "Streak" or ("streak" in attack.weapon.flags and attack.munition == "standard")


LAYER = Layer(
    "omega_reaction",
    title="Reaction phase and smoke screens",
    group="Omega",
    cite=SCREENS,
    needs=("classic",),
    add=(FIGURES, ACTIONS, screens, hangs, into_or_out_of),
    change=(PHASE, VERB, TURNS, QUESTION),
)
