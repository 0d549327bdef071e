"""The weapon attack phase: every unit declares, then everything is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from overheat.classic.attack.chain_whips import let_slip
from overheat.classic.attack.crashes import settle_crashes
from overheat.classic.attack.resolution import resolve, resolve_all
from overheat.classic.attack.to_hit import refusal, target_number
from overheat.classic.attack.ways import Ways
from overheat.classic.battle.moment import of_moment
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Arc, Hex, in_arc
from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.kinds.vehicle import clear
from overheat.classic.facts.arcs import ARMS, bears_on
from overheat.classic.facts.attack import Turning, WeaponAttack
from overheat.classic.facts.commands import Aim, Clear, Fire, FlipArms, Spot, Twist
from overheat.classic.facts.events import Aimed, Posture, ShotDeclared, SpotterNamed, Switched, TurnEnded, Twisted
from overheat.classic.facts.phrases import FACINGS, place
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.facts.targets import aim_of, ground_name, is_ground, target_of
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.aiming import may_aim
from overheat.classic.rules.standard.coolant import at_friends, carries_coolant
from overheat.classic.rules.standard.driving import may_clear
from overheat.classic.rules.standard.fire import DECLARATION, arc, guides, never_indirect, propping_arm
from overheat.classic.rules.standard.ground import hexes_for
from overheat.classic.rules.standard.guidance import marks
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.rules.standard.ranges import longest_range
from overheat.classic.rules.standard.remote_sensors import as_spotter, lost_sensor
from overheat.classic.rules.standard.salvos import rates, times_a_round
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import is_spotting
from overheat.classic.rules.standard.turns import may_change
from overheat.classic.rules.standard.twists import flipped, may_flip, may_twist
from overheat.classic.turn import assaults
from overheat.classic.turn.foresight import heat_of_shot
from overheat.classic.turn.verb import Names, Verb, always
from overheat.kernel.refusal import Refusal
from overheat.kernel.terms import Tally
from overheat.kernel.wording.phrases import in_words

PHASE = ("weapons",)
MOST_AIMS = 500
"""Places for which it is kept what may be aimed at from there."""


def _silent(state: State, unit: Unit) -> Refusal | None:
    """Why a unit has no fire to declare: it rides, or its soldiers attack hand to hand."""
    if carrier_of(unit) or unit.blows:
        return Refusal("fire.silent", f"{unit.sheet.name} does not fire this turn", DECLARATION)
    return None


def _twist_offers(state: State, unit: Unit) -> tuple[Twist, ...]:
    if _stiff(state, unit) is not None or _silent(state, unit) is not None:
        return ()
    rules = state.relief.rules
    may, torso = rules[may_twist].function, unit.torso
    return tuple([Twist(facing) for facing in range(6) if facing != torso and may(rules, unit, facing) is None])


def _clear_offers(state: State, unit: Unit) -> tuple[Clear, ...]:
    rules, jammed = state.relief.rules, unit.condition.vehicle.malfunctions
    needing = [mount for mount in (None, *sorted(jammed)) if rules[may_clear](rules, unit, mount) is None]
    return tuple([clear for mount in needing if _cannot_clear(state, unit, clear := Clear(mount)) is None])


def _aim_offers(state: State, unit: Unit) -> tuple[Aim, ...]:
    if unit.volley or aim_of(unit) or _silent(state, unit) is not None:
        return ()
    return _aims(state, unit)


def _aims(state: State, unit: Unit) -> tuple[Aim, ...]:
    """Every hex within reach to take for a target."""
    return _within(longest_range(state.relief, unit), unit.hex, hexes_for(state, unit, *unit.plan.weapons))


@lru_cache(maxsize=MOST_AIMS)
def _within(reach: int, here: Hex, hexes: tuple[Hex, ...]) -> tuple[Aim, ...]:
    """What may be aimed at of some hexes within so many hexes of a place, found out once."""
    return tuple(Aim(str(hex)) for hex in dict.fromkeys(hexes) if 0 < here.distance(hex) <= reach)


def _hexes_for(state: State, unit: Unit, mounts: tuple[int, ...]) -> Mapping[Hex, object]:
    """The hexes that one of some weapons may be aimed at, in their order, found out once as long as nothing happens."""
    kept = of_moment(state, "hexes to aim at")
    held = kept.get((id(unit), mounts))
    if held is None:
        held = kept[id(unit), mounts] = unit, dict.fromkeys(hexes_for(state, unit, *mounts))
    found: Mapping[Hex, object] = held[1]
    return found


def _fire_offers(state: State, unit: Unit) -> Iterator[Fire]:
    if _silent(state, unit) is None:
        yield from fires(state, unit)


def _fire_near(state: State, unit: Unit, command: Fire) -> Iterator[Fire]:
    """The same with one weapon at one target."""
    if _silent(state, unit) is None:
        targets = [target for target in _targets(state, unit) if target.id == command.target]
        yield from _fires_with(state, unit, [at for at in unit.plan.weapons if at == command.mount], targets)


def fires(state: State, unit: Unit) -> Iterator[Fire]:
    """Every weapon attack that a unit may declare."""
    return _fires_with(state, unit, unit.plan.weapons, _targets(state, unit))


def _targets(state: State, unit: Unit) -> list[Unit]:
    """Enemies, and the hex that was taken for a target."""
    targets = targets_of(state, unit)
    if (aim := aim_of(unit)) and (ground := target_of(state, aim)) is not None:
        targets.append(ground)
    return targets


def _fires_with(state: State, unit: Unit, weapons: Iterable[int], targets: list[Unit]) -> Iterator[Fire]:
    for mount in weapons if targets else ():
        if works(unit, mount) and shots_left(state, unit, mount):
            for target in targets:
                if not _out_of_arc(state, unit, mount, target) and may_be_laid_on(state, unit, mount, target.id):
                    yield from _fires_in_arc(state, unit, mount, target)


def targets_of(state: State, unit: Unit) -> list[Unit]:
    """The units that a unit may have a reason to fire at: its enemies, and hot friends of who has coolant."""
    helps = carries_coolant(unit)
    return [
        other
        for other in state.units.values()
        if other.active and (other.side != unit.side or (helps and other.id != unit.id and other.condition.heat))
    ]


def may_be_laid_on(state: State, unit: Unit, mount: int, target: str) -> bool:
    """Whether a weapon may be aimed at a target at all: at units always, at hexes where a rule says so."""
    ground = target_of(state, target) if is_ground(target) else None
    return ground is None or ground.hex in _hexes_for(state, unit, (mount,))


def shots_left(state: State, unit: Unit, mount: int) -> int:
    """How many times a weapon may still be declared this round."""
    declared = sum([shot.mount == mount for shot in unit.volley]) if unit.volley else 0
    return max(0, state.relief.rules[times_a_round](state.relief.rules, unit, mount) - declared)


def fires_at(state: State, unit: Unit, mount: int, target: Unit) -> Iterator[Fire]:
    """Every way to fire a weapon at a target. Whatever it is loaded with, it must bear on it."""
    if not _out_of_arc(state, unit, mount, target):
        yield from _fires_in_arc(state, unit, mount, target)


def _out_of_arc(state: State, unit: Unit, mount: int, target: Unit) -> bool:
    """Whether a weapon does not bear on a target; the rule as it is published goes by nothing but where both are."""
    rules = state.relief.rules
    if rules[arc] is arc:
        return not bears_on(unit, unit.sheet.mounts[mount], target.hex)
    return rules[arc](attack_of(state, unit, Shot(mount, target.id))) is not None


def _fires_in_arc(state: State, unit: Unit, mount: int, target: Unit) -> Iterator[Fire]:
    weapon = unit.sheet.mounts[mount].weapon
    assert weapon is not None
    turning, judged = _turning(state, unit), of_moment(state, "attacks")
    bins: tuple[int | None, ...] = unit.plan.feeds.get(mount, (None,)) or (None,)
    seen: set[str] = set()
    for feed in bins:
        kind = "" if feed is None else unit.sheet.mounts[feed].equipment.id
        if kind in seen or (feed is not None and unit.condition.shots[feed] < 1):
            continue
        for rate in state.relief.rules[rates](state.relief.rules, weapon):
            shot = Shot(mount, target.id, feed, rate)
            if _overdrawn(unit, shot) is not None:
                break
            ways = _judge(state, turning, shot, attack_of(state, turning, shot))
            if ways is not None:
                judged[id(unit), shot] = Judged(unit, ways.attack, ways)
                seen.add(kind)
                yield Fire(mount, target.id, feed, rate)
                yield from _otherwise(state, unit, shot, target, ways)
            elif rate == 1:
                over_heads = tuple(indirectly(state, unit, shot))
                seen.update({kind} if over_heads else ())
                yield from over_heads
                break


def _turning(state: State, unit: Unit) -> Turning:
    """A unit as it is looked at while its torso may be turned otherwise, made once as long as nothing happens."""
    kept = of_moment(state, "turning")
    held = kept.get(id(unit))
    if held is None:
        held = kept[id(unit)] = unit, Turning.of(unit)
    turning: Turning = held[1]
    return turning


def _judge(state: State, unit: Turning, shot: Shot, attack: WeaponAttack) -> Ways | None:
    """What the rules say of a shot and its ways; None where it may not be fired as usual.

    What was found out with the torso turned otherwise holds as long as no rule that asks where it points has anything
    against the shot.
    """
    kept: dict[tuple[object, Shot], tuple[Ways, bool]] = of_moment(state, "shots however the torso is turned")
    before = kept.get((unit.stance, shot))
    if before is not None and before[0].serve(attack):
        ways, refused = before
    else:
        ways = Ways(attack)
        refused = ways.refused()
        kept[unit.stance, shot] = ways, refused
    return None if refused else ways


def _otherwise(state: State, unit: Unit, shot: Shot, target: Unit, ways: Ways) -> Iterator[Fire]:
    """The same shot for heat in place of damage, and aimed at each location, where that may be."""
    weapon = unit.sheet.mounts[shot.mount].weapon
    assert weapon is not None
    for mode in state.relief.rules[modes](state.relief.rules, weapon, target):
        attack = ways.otherwise(mode) if mode else None
        if attack is not None:
            of_moment(state, "attacks")[id(unit), msgspec.structs.replace(shot, mode=mode)] = Judged(unit, attack, ways)
            yield Fire(shot.mount, shot.target, shot.feed, shot.rate, mode=mode)
    rules = state.relief.rules
    for location in target.condition.locations if rules[may_aim](rules, unit, target) else ():
        aimed = msgspec.structs.replace(shot, aimed=location.code)
        if refusal(attack_of(state, unit, aimed)) is None:
            yield Fire(shot.mount, shot.target, shot.feed, shot.rate, aimed=location.code)


def indirectly(state: State, unit: Unit, shot: Shot) -> Iterator[Fire]:
    """The same shot over the heads of others, for each friend who may guide it in."""
    rules, weapon = state.relief.rules, unit.sheet.mounts[shot.mount].weapon
    if weapon is None or never_indirect(rules, weapon):
        return
    for friend in rules[guides](state, unit, shot):
        indirect = msgspec.structs.replace(shot, spotter=friend)
        if refusal(attack_of(state, unit, indirect)) is None:
            yield Fire(shot.mount, shot.target, shot.feed, shot.rate, friend)


class Judged(NamedTuple):
    """A shot that may be fired, and with it the ways that it may be fired in."""

    unit: Unit
    attack: WeaponAttack
    ways: Ways


def offered_attack(state: State, unit: Unit, shot: Shot) -> tuple[WeaponAttack, Tally]:
    """A shot that was just offered, as the rules see it, with all that has been found out about it; and its number."""
    held: Judged | None = of_moment(state, "attacks").get((id(unit), shot))
    if held is not None and held.unit is unit:
        number = held.ways.target_number(held.attack)
        if not held.ways.turns:
            return held.attack.made_by(unit), number
    attack = attack_of(state, unit, shot)
    return attack, target_number(attack)


def attack_of(state: State, unit: Unit, shot: Shot, ordinal: int = 1) -> WeaponAttack:
    """A declared shot as the rules see it, which of several of its weapon it may be."""
    primary = _primary(state, unit, shot)
    target = target_of(state, shot.target)
    assert target is not None
    spotter = _spotter(state, shot.spotter) if shot.spotter else None
    return WeaponAttack(
        state.relief,
        unit,
        target,
        shot.mount,
        feed=shot.feed,
        rate=shot.rate,
        spotter=spotter,
        spotter_attacks=bool(spotter and spotter.volley),
        secondary="" if shot.target == primary else _secondary(unit, target),
        weather=state.weather,
        mode=shot.mode,
        aimed=shot.aimed,
        others=state.units.values(),
        effects=state.effects,
        ordinal=ordinal,
    )


def _spotter(state: State, id: str) -> Unit:
    """Who spots, by its id: a unit, or a sensor that lies or lay on the map."""
    unit, sensor = state.units.get(id), state.things.get(id)
    if unit is not None:
        return unit
    return as_spotter(sensor) if sensor is not None else as_spotter(lost_sensor(id))


def _primary(state: State, unit: Unit, shot: Shot) -> str:
    """The first target declared, of those in the forward arc where any is there."""
    if not unit.volley:
        return shot.target
    targets = [declared.target for declared in (*unit.volley, shot)]
    ahead = [id for id in targets if (at := target_of(state, id)) and _secondary(unit, at) == "forward"]
    return (ahead or targets)[0]


def _secondary(unit: Unit, target: Unit) -> Literal["forward", "other"]:
    return "forward" if in_arc(unit.hex, unit.torso, target.hex, Arc.FORWARD) else "other"


def twists(state: State, unit: Unit, facing: int) -> Refusal | None:
    """Why a unit cannot turn its torso or turret so."""
    no = _stiff(state, unit)
    if no is None and facing == unit.torso:
        return Refusal("fire.twist", "it points there already", DECLARATION)
    rules = state.relief.rules
    return no or rules[may_twist](rules, unit, facing)


def _stiff(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot turn its torso or turret any way."""
    if unit.volley:
        return Refusal("fire.twist", "the torso is turned before the first shot is declared", DECLARATION)
    if flipped(unit):
        return Refusal("fire.twist", "arms are flipped in place of a twist", DECLARATION)
    return state.relief.rules[may_change](state.relief.rules, state.changes)


def flips(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot flip its arms over."""
    if unit.volley or flipped(unit) or unit.torso != unit.facing:
        return Refusal("fire.flip", "arms are flipped once, before the first shot, in place of a twist", DECLARATION)
    return state.relief.rules[may_flip](state.relief.rules, unit)


def aims(state: State, unit: Unit, hex: Hex) -> Refusal | None:
    """Why a unit cannot take a hex for a target."""
    if aim_of(unit) or unit.volley:
        return Refusal("fire.aim", "a hex is chosen once, before the first shot", DECLARATION)
    if hex not in _hexes_for(state, unit, unit.plan.weapons):
        return Refusal("fire.aim", f"there is nothing to shoot at in {hex}", DECLARATION)
    if not 0 < unit.hex.distance(hex) <= longest_range(state.relief, unit):
        return Refusal("fire.aim", f"{hex} is out of range", DECLARATION)
    return None


def busy(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can do nothing that takes the place of an attack: how it moved left it none."""
    mode = mode_of(state.relief.rules, unit)
    if mode.attacks:
        return None
    return Refusal("fire.moved_so", f"no unit attacks or spots that {mode.told_of(unit)}", DECLARATION)


def spots(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot spot for others."""
    no = busy(state, unit)
    if no is not None:
        return no
    stunned = unit.condition.vehicle.crew_stunned > 0
    if is_spotting(unit) or stunned or unit.condition.shut_down or not unit.condition.conscious:
        return Refusal("fire.spot", "it cannot spot", DECLARATION)
    for friend in state.on_side(unit.side):
        if "indirect" in friend.plan.flags and friend.id != unit.id:
            return None
    return Refusal("fire.spot", "nobody needs a spotter", DECLARATION)


def _cannot_aim(state: State, unit: Unit, command: Aim) -> Refusal | None:
    return _silent(state, unit) or aims(state, unit, state.relief.board.parse_hex(command.hex))


def _cannot_clear(state: State, unit: Unit, command: Clear) -> Refusal | None:
    if unit.volley:
        return Refusal("fire.clear", "a weapon is cleared in place of firing", DECLARATION)
    rules = state.relief.rules
    return _silent(state, unit) or busy(state, unit) or rules[may_clear](rules, unit, command.mount)


def _clear(scene: Scene, unit: Unit, command: Clear) -> None:
    clear(scene, unit.id, command.mount)
    scene.tell(TurnEnded(unit.id))


def _cannot_fire(state: State, unit: Unit, command: Fire) -> Refusal | None:
    if is_ground(command.target) and command.target != aim_of(unit):
        return Refusal("fire.target", f"{command.target!r} was not taken for a target", DECLARATION)
    target = target_of(state, command.target)
    if target is None or not target.active or (target.side == unit.side and not carries_coolant(unit)):
        return Refusal("fire.target", f"there is no enemy {command.target!r}", DECLARATION)
    if command.mount not in unit.plan.weapons:
        return Refusal("fire.weapon", f"mount {command.mount} is no weapon", DECLARATION)
    if target.side == unit.side and not state.relief.rules[at_friends](attack_of(state, unit, command.shot)):
        return Refusal("fire.target", f"there is no enemy {command.target!r}", DECLARATION)
    if not may_be_laid_on(state, unit, command.mount, command.target):
        return Refusal("fire.target", f"it is not aimed at {command.target}", DECLARATION)
    if not shots_left(state, unit, command.mount):
        times = sum(shot.mount == command.mount for shot in unit.volley)
        told = "once" if times == 1 else f"{times} times"
        return Refusal("fire.weapon", f"a weapon fires {told} a turn", DECLARATION)
    if command.spotter and command.spotter not in state.relief.rules[guides](state, unit, command.shot):
        return Refusal("fire.spotter", f"{command.spotter} does not spot", DECLARATION)
    attack = attack_of(state, unit, command.shot)
    return no_such_use(attack) or _overdrawn(unit, command.shot) or refusal(attack)


def no_such_use(attack: WeaponAttack) -> Refusal | None:
    """Why a weapon cannot be used as an attack has it: so many shots at once, in such a way."""
    rules, weapon = attack.rules, attack.weapon
    if attack.rate not in rules[rates](rules, weapon):
        return Refusal("fire.rate", f"it does not fire {attack.rate} shots at once", DECLARATION)
    if attack.mode not in rules[modes](rules, weapon, attack.target):
        return Refusal("fire.mode", f"it cannot be used for {attack.mode!r}", DECLARATION)
    return None


def _fire(scene: Scene, unit: Unit, command: Fire) -> None:
    shot = command.shot
    _lean(scene, unit, shot)
    scene.tell(ShotDeclared(unit.id, shot))


def _lean(scene: Scene, unit: Unit, shot: Shot) -> None:
    """A prone biped that fires with one arm leans on the other."""
    arm = unit.sheet.mounts[shot.mount].location
    if unit.machine and unit.condition.prone and arm in ARMS and not propping_arm(unit):
        scene.tell(Posture(unit.id, prone=True, propping_arm=ARMS[1 - ARMS.index(arm)]))


def _overdrawn(unit: Unit, shot: Shot) -> Refusal | None:
    """A bin must hold all that is fired from it this turn, and a launcher of few shots all that it fires."""
    weapon = unit.sheet.mounts[shot.mount].weapon
    if weapon is not None and weapon.shots:
        if sum(other.mount == shot.mount for other in unit.volley) < unit.condition.shots[shot.mount]:
            return None
        return Refusal("fire.ammunition", f"the {weapon.name} has no shot left to declare", DECLARATION)
    if shot.feed is None or not 0 <= shot.feed < len(unit.condition.shots):
        return None
    wanted = shot.rate + sum(other.rate for other in unit.volley if other.feed == shot.feed)
    if wanted <= unit.condition.shots[shot.feed]:
        return None
    return Refusal("fire.ammunition", "too few shots are left for the whole volley", DECLARATION)


def _light_up(scene: Scene) -> None:
    """Beams that light up a target come before everything that is guided by them."""
    for attack in _declared(scene):
        if scene.rules[marks](scene.rules, attack.weapon) == "beam" and not is_ground(attack.target.id):
            resolve(scene, attack)
            scene.follow()


def _declared(scene: Scene) -> Iterator[WeaponAttack]:
    """Every shot that was declared, as things stand now."""
    state = scene.state
    return (
        attack_of(state, unit, shot, sum(before.mount == shot.mount for before in unit.volley[: at + 1]))
        for unit in state.units.values()
        for at, shot in enumerate(unit.volley)
    )


def finish(scene: Scene) -> None:
    """Resolve everything that was declared, as things stood when it was; then see who falls."""
    _light_up(scene)
    before = scene.state
    rules = scene.rules
    resolve_all(scene, (attack for attack in _declared(scene) if rules[marks](rules, attack.weapon) != "beam"))
    assaults.resolve_assaults(scene, before)
    settle_crashes(scene)
    settle_falls(scene)
    let_slip(scene)


def _fire_words(state: State, unit: Unit, command: Fire, names: Names) -> str:
    mount = unit.sheet.mounts[command.mount]
    told = f"{mount.equipment.name} {mount.location}{' rear' if mount.rear else ''}"
    if command.feed is not None:
        fed = unit.sheet.mounts[command.feed]
        munition = "" if fed.ammunition is None or fed.ammunition.munition == "standard" else f"{fed.equipment.name}, "
        told += f" ({munition}{unit.condition.shots[command.feed]} shots)"
    if command.rate > 1:
        told += f" x{command.rate}"
    told += f" at {names.get(command.target, command.target)}"
    told += f", aimed at the {place(command.aimed)}" if command.aimed else ""
    told += f", to {in_words(command.mode)}" if command.mode else ""
    return f"{told}, seen by {names.get(command.spotter, 'a remote sensor')}" if command.spotter else told


def _twist_words(state: State, unit: Unit, command: Twist, names: Names) -> str:
    return f"{'twist' if unit.machine else 'turn the turret'} to the {FACINGS[command.facing]}"


def _clear_words(state: State, unit: Unit, command: Clear, names: Names) -> str:
    what = "turret" if command.mount is None else unit.sheet.mounts[command.mount].equipment.name
    return f"clear the {what} and fire nothing"


VERBS: dict[str, Verb] = {
    **assaults.VERBS,
    "fire.twist": Verb(
        command=Twist,
        phases=PHASE,
        offers=_twist_offers,
        refuses=lambda state, unit, command: _silent(state, unit) or twists(state, unit, command.facing),
        does=lambda scene, unit, command: scene.tell(Twisted(unit.id, command.facing)),
        words=_twist_words,
        sure=True,
    ),
    "fire.flip_arms": Verb(
        command=FlipArms,
        phases=PHASE,
        offers=lambda state, unit: (FlipArms(),) if (flips(state, unit) or _silent(state, unit)) is None else (),
        refuses=lambda state, unit, command: _silent(state, unit) or flips(state, unit),
        does=lambda scene, unit, command: scene.tell(Switched(unit.id, "flipped", True)),
        words=always("flip arms"),
        sure=True,
    ),
    "fire.spot": Verb(
        command=Spot,
        phases=PHASE,
        offers=lambda state, unit: (
            (Spot(),) if not unit.volley and (spots(state, unit) or _silent(state, unit)) is None else ()
        ),
        refuses=lambda state, unit, command: _silent(state, unit) or spots(state, unit),
        does=lambda scene, unit, command: scene.tell(SpotterNamed(unit.id)),
        words=always("spot for others"),
        sure=True,
    ),
    "fire.clear": Verb(
        command=Clear,
        phases=PHASE,
        offers=_clear_offers,
        refuses=_cannot_clear,
        does=_clear,
        words=_clear_words,
        sure=True,
    ),
    "fire.aim": Verb(
        command=Aim,
        phases=PHASE,
        offers=_aim_offers,
        refuses=_cannot_aim,
        does=lambda scene, unit, command: scene.tell(
            Aimed(unit.id, ground_name(scene.state.relief.board.parse_hex(command.hex)))
        ),
        words=lambda state, unit, command, names: f"aim at hex {command.hex}",
        title="Hexes to fire at",
        sure=True,
    ),
    "fire.fire": Verb(
        command=Fire,
        phases=PHASE,
        offers=_fire_offers,
        refuses=_cannot_fire,
        does=_fire,
        words=_fire_words,
        cost=heat_of_shot,
        near=_fire_near,
        sure=True,
    ),
}
