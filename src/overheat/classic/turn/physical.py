"""The physical attack phase: every unit declares its blows, then they fall."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.attack.blows import attack_of, number_of, refusal, resolve
from overheat.classic.attack.chain_whips import hold_on, let_slip
from overheat.classic.attack.crashes import settle_crashes
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import settle_falls
from overheat.classic.facts.arcs import LEGS
from overheat.classic.facts.commands import Strike
from overheat.classic.facts.events import BlowDeclared
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.assaults import ASSAULTS
from overheat.classic.rules.standard.fire import DECLARATION
from overheat.classic.rules.standard.physical import ARMS, FRENZY, THRASH, WAYS, charge_of
from overheat.classic.rules.standard.physical_weapons import PHYSICAL_WEAPONS, aimed_kinds, weapons_of
from overheat.classic.turn.assaults import strike_words
from overheat.classic.turn.verb import Verb
from overheat.kernel.refusal import Refusal

SWINGS = "RA"
"""The arm that a club, which takes both, is reckoned from."""


def strikes(state: State, unit: Unit) -> Iterator[Strike]:
    """Every physical attack that a unit may declare."""
    frenzied = unit.sheet.kind == "protomech"
    if not (unit.machine or frenzied) or charge_of(unit) is not None:
        return
    for other in state.units.values():
        near = unit.hex.distance(other.hex) == (0 if frenzied or unit.condition.prone else 1)
        near = near or carrier_of(other) == unit.id
        if other.side == unit.side or not other.active or not near:
            continue
        for kind, limb in _ways(state, unit):
            if refusal(attack_of(state, unit, Blow(kind, limb, other.id))) is None:
                yield Strike(kind, limb, other.id)


def _ways(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    """Every blow that a machine's body could strike."""
    if unit.sheet.kind == "protomech":
        yield FRENZY, ""
        return
    if unit.condition.prone:
        yield THRASH, ""
    limbs = [place.code for place in unit.condition.locations if not place.destroyed]
    for limb in limbs:
        if limb in LEGS:
            yield "kick", limb
        elif limb in ARMS:
            yield "punch", limb
            yield "brush off", limb
    if not unit.quad:
        yield "push", ""
        yield "club", SWINGS
    for kind, at in weapons_of(state.relief.rules, unit):
        aimed = aimed_kinds(kind) if state.relief.rules[PHYSICAL_WEAPONS][kind].aims else ()
        yield from ((each, unit.sheet.mounts[at].location) for each in (kind, *aimed))
    for rule in state.relief.rules[WAYS]:
        yield from rule.function(state, unit)


def _cannot_strike(state: State, unit: Unit, command: Strike) -> Refusal | None:
    target = state.units.get(command.target)
    if target is None or target.side == unit.side:
        return Refusal("physical.target", f"there is no enemy {command.target!r}", DECLARATION)
    if (command.kind, command.limb) not in set(_ways(state, unit)):
        return Refusal("physical.kind", f"{unit.sheet.name} cannot {command.kind} with {command.limb!r}", DECLARATION)
    return refusal(attack_of(state, unit, Blow(command.kind, command.limb, command.target)))


def _strike(scene: Scene, unit: Unit, command: Strike) -> None:
    scene.tell(BlowDeclared(unit.id, Blow(command.kind, command.limb, command.target)))


def finish(scene: Scene) -> None:
    """Resolve everything that was declared, charges after blows; then see who falls."""
    hold_on(scene)
    before = scene.state
    for unit in before.units.values():
        for blow in unit.blows:
            if blow.kind not in ASSAULTS and scene.unit(blow.target).active:
                attack = attack_of(before, unit, blow)
                resolve(scene, attack, number_of(attack))
                scene.follow()
    for id, unit in before.units.items():
        charge = charge_of(unit)
        if charge is None or not scene.unit(id).active or not scene.unit(charge.target).active:
            continue
        attack = attack_of(scene.state, scene.unit(id), charge)
        if refusal(attack) is None:
            resolve(scene, attack, number_of(attack))
            scene.follow()
    settle_crashes(scene)
    settle_falls(scene)
    let_slip(scene)


VERBS: dict[str, Verb] = {
    "physical.strike": Verb(
        command=Strike,
        phases=("physical",),
        offers=strikes,
        refuses=_cannot_strike,
        does=_strike,
        words=strike_words,
        sure=True,
    ),
}
