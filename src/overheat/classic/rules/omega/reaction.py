"""The reaction phase of Omega, between movement and weapon attacks, and the smoke screens that are laid in it.

A reading in short: every machine and vehicle carries a screen with oil for a few uses. What else is done in the phase
under Omega (jammers, probes, illumination, countermeasure rockets) is not played here.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import Engagement, WeaponAttack
from overheat.classic.facts.events import EffectLaid, MarkLaid
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.heat import broken_sinks
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.sight import HALF_POINTS, HANGS
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.sight.model import Hanging, Obstacle
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb, always
from overheat.kernel.cite import Book
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Term

SCREENS = Book("Omega Rules")("Smoke screens", 8)
SCREEN = "smoke_screen"
USED = named("smoke_screens_used", "smoke screens used: {value}")

FIGURES: Table[str, int] = Table(
    "omega.screen_figures",
    {"to hit": 2, "lock": 4, "most hexes": 9, "uses": 3, "height": 2},
    cite=SCREENS,
    where="overheat.classic.rules.omega.reaction.FIGURES",
)
"""What a screen adds at each end, what it adds in all to beams and locks, how far its user may have moved, how often a
unit may use one, and how high it stands."""


class LaySmoke(msgspec.Struct, frozen=True, tag=True):
    """Lay a smoke screen in one's own hex."""


def _offers(state: State, unit: Unit) -> Iterator[LaySmoke]:
    if unit.machine or unit.vehicle:
        yield LaySmoke()


def _refuses(state: State, unit: Unit, command: LaySmoke) -> Refusal | None:
    figures = state.relief.rules[FIGURES]
    sinks = unit.sheet.heat_sinks
    if not (unit.machine or unit.vehicle):
        return Refusal("omega.screen", "soldiers carry no smoke screen", SCREENS)
    if mode_of(state.relief.rules, unit).leaps or unit.motion.travelled > figures["most hexes"]:
        return Refusal("omega.screen", "the smoke of who jumps or goes so fast stays behind", SCREENS)
    if unit.machine and (sinks is None or broken_sinks(unit) >= sinks.count):
        return Refusal("omega.screen", "without heat sinks no oil is burnt", SCREENS)
    if used(unit) >= figures["uses"]:
        return Refusal("omega.screen", "the oil is used up", SCREENS)
    return Refusal("omega.screen", "it stands in smoke already", SCREENS) if smoked(state, unit) else None


def used(unit: Unit) -> int:
    """How many screens a unit has laid."""
    return unit.marks[USED].value if USED in unit.marks else 0


def smoked(state: State, unit: Unit) -> bool:
    """Whether a unit stands in a screen."""
    return state.effect(unit.hex, SCREEN) is not None


def _does(scene: Scene, unit: Unit, command: LaySmoke) -> None:
    scene.tell(MarkLaid(unit.id, USED, Mark(used(unit) + 1)))
    scene.tell(EffectLaid(unit.hex, SCREEN, Mark(owner=unit.side, until=scene.state.round)))


def _worth(state: State, unit: Unit, command: LaySmoke) -> float:
    """A side that is outnumbered is glad of a screen."""
    against = sum(1 if other.side != unit.side else -1 for other in state.units.values() if other.active)
    return float(against)


PHASE = PHASES.amended(
    "omega.phases",
    {"reaction": Phase(title="Reaction", after="movement", acts=lambda state, unit: _may_act(state, unit))},
    cite=SCREENS,
)


def _may_act(state: State, unit: Unit) -> bool:
    return unit.active and not unit.helpless and _refuses(state, unit, LaySmoke()) is None


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
)


@rule("omega.screen_hangs", cite=SCREENS, slot=HANGS)
def hangs(hanging: Hanging) -> tuple[Obstacle, ...]:
    """A smoke screen between two units blocks the view."""
    if hanging.effect != SCREEN:
        return ()
    top = hanging.ground.level + hanging.rules[FIGURES]["height"]
    return (Obstacle(SCREEN, top, False, 3 * HALF_POINTS, "omega.screen_hangs", SCREENS),)


@rule("to_hit.smoke_screen", cite=SCREENS, slot=EVERY_ATTACK)
def into_or_out_of(attack: Engagement) -> Term | None:
    """Attacks into or out of a screen are harder, +2 for each end that stands in one; beams and locks +4 in all."""
    ends = {attack.attacker.hex, attack.target.hex}
    smoky = sum(SCREEN in attack.effects.get(hex, {}) for hex in ends)
    if not smoky:
        return None
    figures = attack.rules[FIGURES]
    lock = isinstance(attack, WeaponAttack) and not attack.weapon.flags.isdisjoint(("tag", "streak"))
    value = figures["lock"] if lock else smoky * figures["to hit"]
    return Term("to_hit.smoke_screen", value, "into or out of a smoke screen", SCREENS)


LAYER = Layer(
    "omega_reaction",
    title="Reaction phase and smoke screens",
    group="Omega",
    cite=SCREENS,
    needs=("classic",),
    add=(FIGURES, hangs, into_or_out_of),
    change=(PHASE, VERB),
)
