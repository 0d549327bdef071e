"""Rocket pods of Omega: salvos of unguided rockets at hexes, out of the tubes of any long- or short-range rack.

Countermeasures are fired in the reaction phase, everything else with other weapons. A salvo that misses comes down in
another hex, never beyond the reach of its rack.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from overheat.classic.attack.decisions import ASTRAY
from overheat.classic.attack.resolution import into_ground, resolve
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.scattering import scatter
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import MarkLaid
from overheat.classic.facts.lasting import Mark, each, named
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import ground_name, is_ground
from overheat.classic.rules.omega.payloads import AGAINST, CHAFF, FLARES, KINDS, PAYLOADS, deploy
from overheat.classic.rules.omega.racks import GUIDES, Guide, missile, rack_of
from overheat.classic.rules.omega.reaction import NEAR
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.ranges import furthest
from overheat.classic.rules.standard.salvos import times_a_round
from overheat.classic.rules.standard.scattering import Drift
from overheat.classic.rules.standard.systems import works
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.turn.weapons import attack_of, shots_left
from overheat.classic.unit.figures import ENTRIES
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.phrases import counted

EARLY = "countermeasures"
"""The way to fire that is for the reaction phase."""
LAUNCHED = named("launched", "{value} launched this turn")
"""The mark of a rack that has launched something besides what is declared with other weapons; how often."""

PODS = GUIDES.amended(
    "omega.pods",
    {name: Guide(f"{name} pod", ("SRM", "LRM", "Arrow"), kind.about) for name, kind in KINDS.rows.items()},
    cite=PAYLOADS,
    implements=("OM-rocket-pods", "OM-arrow-payloads"),
    where="overheat.classic.rules.omega.rockets.PODS",
)
"""Pods as tubes hold them, beside guided missiles."""

POD_ENTRIES = ENTRIES.amended(
    "omega.pod_entries",
    {pod.id: pod for name in KINDS.rows for pod in (missile(name, family) for family in ("SRM", "LRM", "Arrow"))},
    cite=PAYLOADS,
    where="overheat.classic.rules.omega.rockets.POD_ENTRIES",
)
"""Every kind of pod, as equipment."""


def pod_of(attack: WeaponAttack) -> str:
    """The payload of an attack with a pod; nothing for any other."""
    return attack.munition if attack.munition in attack.rules[KINDS] else ""


def carried_by(attack: WeaponAttack) -> str:
    """What carries the payload of an attack: LRM, SRM or Arrow."""
    rack = rack_of(attack.rules, attack.weapon)
    return "LRM" if rack is None else rack.family


def pods_in(unit: Unit, mount: int, rules: Ruleset, *, early: bool) -> Iterator[int]:
    """The pods that are left in a rack, by the mounts of them: countermeasures, or everything else."""
    for at in unit.plan.feeds.get(mount, ()):
        rounds = unit.sheet.mounts[at].ammunition
        kind = rules[KINDS].get(rounds.munition) if rounds else None
        if kind is not None and kind.counters == early and unit.condition.shots[at] and works(unit, at):
            yield at


def is_rack(rules: Ruleset, unit: Unit, mount: int) -> bool:
    """Whether a mount is a rack that fires pods; Arrows fly by rules of their own."""
    rack = rack_of(rules, unit.sheet.mounts[mount].equipment)
    return rack is not None and rack.family != "Arrow"


@rule("omega.pods_at_hexes", cite=PAYLOADS, implements=("OM-rocket-pods",), slot=HEXES)
def at_hexes(laying: Laying) -> tuple[Hex, ...]:
    """A rack with pods is aimed at any hex that it reaches."""
    rules, unit, mount = laying.state.relief.rules, laying.unit, laying.mount
    if not is_rack(rules, unit, mount) or next(pods_in(unit, mount, rules, early=False), None) is None:
        return ()
    weapon = unit.sheet.mounts[mount].weapon
    reach = 0 if weapon is None else furthest(rules, weapon.range)
    return tuple(hex for hex in laying.state.relief.board if 0 < unit.hex.distance(hex) <= reach)


@rule("omega.pods_at_hexes_only", cite=PAYLOADS, implements=("OM-rocket-pods",), slot=FORBIDS, steady=())
def hexes_only(attack: WeaponAttack) -> Refusal | None:
    """Pods are fired at hexes, and countermeasures in the reaction phase; an Arrow with a payload is flown."""
    payload = pod_of(attack)
    if not payload:
        return None
    if carried_by(attack) == "Arrow":
        return Refusal("omega.pods", "an Arrow with a payload is launched and flown", PAYLOADS)
    if not is_ground(attack.target.id):
        return Refusal("omega.pods", "rocket pods are fired at hexes", PAYLOADS)
    if attack.rules[KINDS][payload].counters and attack.mode != EARLY:
        return Refusal("omega.pods", "countermeasures are fired in the reaction phase", PAYLOADS)
    return None


@rule("omega.pod_bursts", cite=PAYLOADS, implements=("OM-rocket-pods", "OM-rocket-explosive"))
def bursts(scene: Scene, attack: WeaponAttack) -> None:
    """A pod that hits its hex strews what it carries there."""
    payload = pod_of(attack)
    if payload:
        deploy(scene, payload, attack.target.hex, carried_by(attack), attack.attacker.side)
    else:
        scene.rules.below(bursts)(scene, attack)


@rule("omega.pods_astray", cite=PAYLOADS, implements=("OM-rocket-pods",), slot=ASTRAY)
def astray(scene: Scene, attack: WeaponAttack) -> None:
    """A pod that misses comes down as a shell does that misses, but never beyond the reach of its rack."""
    payload, margin = pod_of(attack), attack.margin
    if not payload or not is_ground(attack.target.id) or margin is None:
        return
    landed = scatter(scene, Drift(scene.rules, "rocket_pod", attack.target.hex, -margin))
    if landed is not None:
        hex = _within_reach(attack, landed)
        deploy(scene, payload, hex, carried_by(attack), attack.attacker.side)


def _within_reach(attack: WeaponAttack, landed: Hex) -> Hex:
    """Where a pod comes down that would go further than its rack reaches: on its way there."""
    reach, start = furthest(attack.rules, attack.weapon.range), attack.attacker.hex
    way = (attack.target.hex, *(hex for step in attack.target.hex.line(landed) for hex in step[:1]), landed)
    return [hex for hex in way if start.distance(hex) <= reach][-1]


class FireCountermeasures(msgspec.Struct, frozen=True, tag=True):
    """Fire a pod of countermeasures at a hex."""

    mount: int
    feed: int
    hex: str


def _attack(state: State, unit: Unit, command: FireCountermeasures) -> WeaponAttack:
    target = ground_name(state.relief.board.parse_hex(command.hex))
    return attack_of(state, unit, Shot(command.mount, target, command.feed, mode=EARLY))


def _offers(state: State, unit: Unit) -> Iterator[FireCountermeasures]:
    rules, board = state.relief.rules, state.relief.board
    for mount in unit.plan.weapons:
        if not is_rack(rules, unit, mount) or not works(unit, mount) or not shots_left(state, unit, mount):
            continue
        weapon = unit.sheet.mounts[mount].weapon
        reach = 0 if weapon is None else furthest(rules, weapon.range)
        for feed in pods_in(unit, mount, rules, early=True):
            near = (hex for hex in board if 0 < unit.hex.distance(hex) <= reach)
            yield from (FireCountermeasures(mount, feed, str(hex)) for hex in near)


def _refuses(state: State, unit: Unit, command: FireCountermeasures) -> Refusal | None:
    rules = state.relief.rules
    if command.mount not in unit.plan.weapons or not is_rack(rules, unit, command.mount):
        return Refusal("omega.pods", f"mount {command.mount} fires no pods", PAYLOADS)
    if command.feed not in pods_in(unit, command.mount, rules, early=True) or not works(unit, command.mount):
        return Refusal("omega.pods", "there are no countermeasures in it", PAYLOADS)
    if not shots_left(state, unit, command.mount):
        return Refusal("omega.pods", "the rack has launched all that it launches in a turn", PAYLOADS)
    return refusal(_attack(state, unit, command))


def _does(scene: Scene, unit: Unit, command: FireCountermeasures) -> None:
    note_launch(scene, unit.id, command.mount)
    resolve(scene, _attack(scene.state, scene.unit(unit.id), command))


def note_launch(scene: Scene, id: str, mount: int) -> None:
    """A rack has launched something that is not declared with other weapons."""
    name = each(LAUNCHED, mount)
    before = scene.unit(id).marks.get(name)
    scene.tell(MarkLaid(id, name, Mark(1 if before is None else before.value + 1, this_round=True)))


def launched(unit: Unit, mount: int) -> int:
    """How often a rack has launched something this turn that is not declared with other weapons."""
    mark = unit.marks.get(each(LAUNCHED, mount)) if unit.marks else None
    return 0 if mark is None else mark.value


@rule("omega.launched_before", cite=PAYLOADS)
def launched_before(rules: Ruleset, unit: Unit, mount: int) -> int:
    """What a rack has launched in the reaction phase, or sent on its way, it does not launch again in that turn."""
    return max(0, rules.below(launched_before)(rules, unit, mount) - launched(unit, mount))


@rule("omega.launch_heat", cite=PAYLOADS, implements=("OM-rocket-pods", "OM-arrow-launcher"), slot=BUILDS)
def launch_heat(toil: Toil) -> Term | None:
    """Every launch makes the heat of a missile of its rack."""
    unit = toil.unit
    weapons = ((weapon, launched(unit, at)) for at in unit.plan.weapons if (weapon := unit.sheet.mounts[at].weapon))
    found = [(weapon.heat * many, many) for weapon, many in weapons if many]
    points = sum((heat for heat, _ in found), start=0)
    label = f"from {counted(sum(many for _, many in found), 'launch', 'launches')}"
    return Term("heat.launches", points, label, PAYLOADS) if points else None


def _words(state: State, unit: Unit, command: FireCountermeasures, names: Names) -> str:
    rounds = unit.sheet.mounts[command.feed].equipment
    return f"{rounds.name} from {unit.sheet.mounts[command.mount].location} at hex {command.hex}"


def _foreseen(state: State, unit: Unit, command: FireCountermeasures) -> Foreseen:
    needed = target_number(_attack(state, unit, command))
    return Foreseen(f"{needed.total}+", {"to hit": needed})


def _worth(state: State, unit: Unit, command: FireCountermeasures) -> float:
    """A cloud is worth firing over a friend at whom several enemies can launch what it is against, or fire at all."""
    hex = state.relief.board.parse_hex(command.hex)
    friends = [other for other in state.at(hex) if other.active and other.side == unit.side]
    rounds = unit.sheet.mounts[command.feed].ammunition
    if not friends or rounds is None or hex in state.effects:
        return 0.0
    cloud = {"flares": FLARES, "chaff": CHAFF}.get(state.relief.rules[KINDS][rounds.munition].what, "")
    guides = [guide for guide, held in state.relief.rules[AGAINST].rows.items() if held == cloud]
    foes = (foe for foe in state.units.values() if foe.active and foe.side != unit.side)
    near = [foe for foe in foes if foe.hex.distance(hex) <= NEAR]
    return float(sum(_launches(foe, guides) for foe in near) - 1 if guides else len(near) - 2)


def _launches(foe: Unit, guides: Collection[str]) -> bool:
    """Whether an enemy has missiles left that are guided so."""
    held = zip(foe.sheet.mounts, foe.condition.shots, strict=True)
    return any(shots and mount.ammunition is not None and mount.ammunition.munition in guides for mount, shots in held)


VERB = VERBS.amended(
    "omega.countermeasures_verb",
    {
        "omega.fire_countermeasures": Verb(
            command=FireCountermeasures,
            phases=("reaction",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Fire countermeasures",
            preview=_foreseen,
            worth=_worth,
        )
    },
    cite=PAYLOADS,
)

LAYER = Layer(
    "omega_rockets",
    title="Rocket pods",
    group="Omega",
    cite=PAYLOADS,
    needs=("classic", "omega_missiles", "omega_payloads"),
    add=(at_hexes, hexes_only, astray, launch_heat),
    change=(
        PODS,
        POD_ENTRIES,
        VERB,
        into_ground.wrapped_in(bursts),
        times_a_round.wrapped_in(launched_before),
    ),
)
