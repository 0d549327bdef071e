"""Artillery in play: shells are fired at hexes, fly, and land; homing missiles look for who is lit up."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.decisions import ASTRAY
from overheat.classic.attack.unmanned import attack_by, chance_by
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.hits import take
from overheat.classic.damage.scattering import scatter
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Bombard
from overheat.classic.facts.events import EffectLaid, MarkLaid, ShotsSpent, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, each
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import ground_name
from overheat.classic.rules.standard.artillery import (
    ADJUSTED,
    ARTILLERY,
    FIGURES,
    FOUND,
    GUIDED_TO,
    HITS,
    HOMING,
    SHELLED,
    Shelling,
    blast_of,
    bursts,
    fired,
    flight,
    is_artillery,
    is_homing,
    may_fire,
    number,
    sees,
)
from overheat.classic.rules.standard.blasts import Blast, blast_at
from overheat.classic.rules.standard.guidance import feeding, tagged
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.rules.standard.impacts import BARE, Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.scattering import Drift
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Names, Verb
from overheat.kernel.questions import Asking, Question
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.phrases import as_id

TARGETING, LANDING, WEAPONS = "targeting", "landing", "weapons"
"""The phase of indirect fire, the one in which shells land, and that of direct fire."""
SHELL, STRAIGHT = "shell", "direct"
ASKED = "shelling.which"
WARM = 6
"""Heat beyond what its sinks take that a bot still puts up with."""


def _shelling(state: State, unit: Unit, command: Bombard) -> Shelling:
    hex = state.relief.board.parse_hex(command.hex)
    return Shelling(state, unit, command.mount, hex, command.feed, state.phase == WEAPONS)


def guns(unit: Unit) -> Iterator[tuple[int, int | None]]:
    """The artillery of a unit, and for each kind of shell that is left a bin of it."""
    for at in unit.plan.weapons if "mapsheets" in unit.plan.flags else ():
        if not is_artillery(unit.sheet.mounts[at].weapon):
            continue
        if unit.plan.feeds.get(at) is None:
            yield at, None
        kinds = {unit.sheet.mounts[feed].equipment.id: feed for feed in reversed(feeding(unit, at))}
        yield from ((at, feed) for feed in kinds.values())


def bombards(state: State, unit: Unit) -> bool:
    """Whether a unit has anything to fire before others move."""
    return any(True for _ in guns(unit)) and not unit.helpless


def _offers(state: State, unit: Unit) -> Iterator[Bombard]:
    for mount, feed in guns(unit):
        if each(SHELLED, mount) not in unit.marks:
            yield from (Bombard(mount, str(hex), feed) for hex in state.relief.board)


def _refuses(state: State, unit: Unit, command: Bombard) -> Refusal | None:
    if command.mount not in unit.plan.weapons or not is_artillery(unit.sheet.mounts[command.mount].weapon):
        return Refusal("shelling.weapon", f"mount {command.mount} is no artillery", ARTILLERY)
    shelling = _shelling(state, unit, command)
    return shelling.rules[may_fire](shelling)


def _does(scene: Scene, unit: Unit, command: Bombard) -> None:
    shelling = _shelling(scene.state, unit, command)
    spent = command.mount if shelling.weapon.shots else command.feed
    if spent is not None:
        scene.tell(ShotsSpent(unit.id, spent, max(0, unit.condition.shots[spent] - 1)))
    scene.tell(MarkLaid(unit.id, each(SHELLED, command.mount), Mark(this_round=True)))
    scene.tell(ThingPlaced(_shell(shelling)))


def _shell(shelling: Shelling) -> Thing:
    """A shell that is fired now."""
    unit, state = shelling.unit, shelling.state
    rounds = 0 if shelling.direct else shelling.rules[flight](shelling.rules, unit.hex.distance(shelling.hex))
    return Thing(
        f"{SHELL}-{unit.id}-{shelling.mount}-{state.round}",
        f"{as_id(shelling.weapon.name)}_{SHELL}",
        None,
        unit.side,
        not shelling.direct,
        value=-1 if shelling.feed is None else shelling.feed,
        to=shelling.hex,
        arrives=state.round + rounds,
        by=unit.id,
        mount=shelling.mount,
        how=STRAIGHT if shelling.direct else "",
    )


def _damage(shelling: Shelling) -> tuple[int, ...]:
    """What a shell does around where it bursts; a homing missile that is aimed at a hex little."""
    if is_homing(shelling.round_of):
        return (shelling.rules[FIGURES]["homing_around"],)
    return shelling.rules[blast_of](shelling.rules, shelling.weapon, shelling.round_of)


def _foreseen(state: State, unit: Unit, command: Bombard) -> Foreseen:
    """What a shell needs to hit and what it does then; who will stand there when it lands nobody knows."""
    shelling = _shelling(state, unit, command)
    shell = _shell(shelling)
    when = "" if shell.arrives == state.round else f", lands in round {shell.arrives}"
    if is_homing(shelling.round_of) and not shelling.direct:
        return Foreseen(f"looks for who is lit up within {GUIDED_TO} hexes{when}")
    needed = number(shelling)
    damage = " / ".join(map(str, _damage(shelling)))
    chance = chance_by(state, shell, ground_name(shelling.hex), needed)
    if needed is None:
        return Foreseen(f"hits without a roll, {damage} damage{when}", {}, chance)
    return Foreseen(f"{needed.total}+ {100 * float(chance):.1f} %, {damage} damage{when}", {"to hit": needed}, chance)


def _worth(state: State, unit: Unit, command: Bombard) -> float:
    """What it would do if everybody stayed, to enemies more than to friends; less when it flies long."""
    shelling = _shelling(state, unit, command)
    if _too_hot(shelling):
        return 0.0
    if is_homing(shelling.round_of) and not shelling.direct:
        return _worth_of_homing(shelling)
    done = _done_at(shelling)
    if done <= 0:
        return done
    return done * float(_foreseen(state, unit, command).chance or 0) / (1 + _shell(shelling).arrives - state.round)


def _done_at(shelling: Shelling) -> float:
    rules = shelling.rules
    blast = Blast(rules, SHELL, shelling.hex, _damage(shelling))
    found = 0.0
    for other in shelling.state.units.values():
        if other.active and other.hex.distance(shelling.hex) < len(blast.damage):
            found += rules[blast_at](blast, other.hex) * (1 if other.side != shelling.unit.side else -2)
    return found


def _worth_of_homing(shelling: Shelling) -> float:
    """Homing missiles are worth it where friends can light somebody up, in the midst of the enemy."""
    state, side = shelling.state, shelling.unit.side
    if not any("tag" in friend.plan.flags for friend in state.on_side(side)):
        return 0.0
    near = [other for other in state.units.values() if other.active and other.side != side]
    return sum(1.0 for other in near if other.hex.distance(shelling.hex) <= GUIDED_TO)


def _too_hot(shelling: Shelling) -> bool:
    unit = shelling.unit
    if not unit.machine or unit.sheet.heat_sinks is None:
        return False
    sinks = unit.sheet.heat_sinks
    cooled = sinks.count * (2 if sinks.kind in ("double", "laser") else 1)
    heat = shot_heat(shelling.rules, unit, Bombard(shelling.mount, "").shot)
    return unit.condition.heat + heat > cooled + WARM


def _words(state: State, unit: Unit, command: Bombard, names: Names) -> str:
    mount = unit.sheet.mounts[command.mount]
    loaded = None if command.feed is None else unit.sheet.mounts[command.feed]
    shells = "" if loaded is None or loaded.ammunition is None else f" ({loaded.ammunition.munition})"
    return f"fire the {mount.equipment.name} {mount.location}{shells} at hex {command.hex}"


VERBS: dict[str, Verb] = {
    "shelling.fire": Verb(
        command=Bombard,
        only=lambda unit: "mapsheets" in unit.plan.flags,
        phases=(TARGETING, WEAPONS),
        offers=_offers,
        refuses=_refuses,
        does=_does,
        words=_words,
        title="Artillery",
        preview=_foreseen,
        worth=_worth,
    )
}


def due(state: State) -> bool:
    """Whether a shell lands this round that was fired over the heads of others."""
    return any(_lands_at(state, thing) == LANDING for thing in state.things.values())


def _lands_at(state: State, shell: Thing) -> str:
    """The phase in which a shell lands this round; nothing for what does not."""
    if not shell.by or shell.mount < 0 or shell.arrives != state.round or shell.to is None:
        return ""
    unit, _, feed = fired(state, shell)
    homing = is_homing(None if feed is None else unit.sheet.mounts[feed].ammunition)
    return WEAPONS if homing or shell.how == STRAIGHT else LANDING


@rule(
    "shelling.lands",
    cite=HITS,
    implements=("TO-182-artillery-scatter-1", "TO-182-artillery-scatter-2"),
    slot=THINGS_ACT,
)
def lands(scene: Scene, thing: Thing, hour: Hour) -> None:
    """A shell strikes its hex, or goes astray by a hex for every point that it misses by, in the direction of a die."""
    phase = _lands_at(scene.state, thing)
    if not phase or hour != Hour(phase, begins=phase == LANDING) or thing.to is None:
        return
    unit, mount, feed = fired(scene.state, thing)
    shelling = Shelling(scene.state, unit, mount, thing.to, feed, thing.how == STRAIGHT)
    shown = msgspec.structs.replace(thing, hidden=False)
    scene.tell(ThingGone(shown))
    if is_homing(shelling.round_of) and not shelling.direct:
        scene.rules[homes](scene, shelling, shown)
        return
    fall(scene, shelling, shown, _damage(shelling))


def fall(scene: Scene, shelling: Shelling, shell: Thing, damage: tuple[int, ...] | None = None) -> None:
    """A shell falls on the hex that it was aimed at, or near it, and bursts; by itself as the plain kind does."""
    done = scene.rules[blast_of](scene.rules, shelling.weapon, None) if damage is None else damage
    margin = attack_by(scene, shell, ground_name(shelling.hex), number(shelling))
    _note(scene, shelling, hit=margin >= 0)
    hex = shelling.hex if margin >= 0 else scatter(scene, Drift(scene.rules, shell.kind, shelling.hex, -margin))
    if hex is not None:
        burst(scene, Blast(scene.rules, shell.kind, hex, done, shelling.unit.side, shelling.unit.hex))


def _note(scene: Scene, shelling: Shelling, *, hit: bool) -> None:
    """The crew writes down what a shot tells it about its hex, and keeps it to itself."""
    unit, hex, rules = shelling.unit, shelling.hex, scene.rules
    if hit:
        scene.tell(EffectLaid(hex, each(FOUND, unit.id), Mark(owner=unit.side, hidden=True)))
    elif any(rules[sees](shelling, friend) for friend in scene.state.on_side(unit.side)):
        name = each(ADJUSTED, unit.id)
        before = scene.state.effect(hex, name)
        shots = 1 if before is None else before.value + 1
        scene.tell(EffectLaid(hex, name, Mark(shots, unit.side, hidden=True)))


@rule("shelling.guided", cite=HOMING, implements=("TO-354-arrow-homing-a",))
def guided_to(shelling: Shelling) -> tuple[Unit, ...]:
    """A homing missile may strike any enemy who is lit up no more than 8 hexes from where it was aimed at."""
    lit = [unit for unit in shelling.state.units.values() if unit.active and tagged(unit)]
    there = [unit for unit in lit if unit.side != shelling.unit.side]
    near = [unit for unit in there if unit.hex.distance(shelling.hex) <= GUIDED_TO]
    return tuple(sorted(near, key=lambda unit: (unit.hex.distance(shelling.hex), unit.id)))


@rule("shelling.homes", cite=HOMING, implements=("TO-354-arrow-homing-b",))
def homes(scene: Scene, shelling: Shelling, shell: Thing) -> None:
    """A homing missile strikes one of those lit up, whom its side picks, on a 4, and hurts others there by 5.

    On less it does 5 to everybody there; where nobody is lit up, nothing happens.
    """
    found = scene.rules[guided_to](shelling)
    if not found:
        return
    picked = scene.ask(Question(ASKED, shelling.unit.side, tuple(unit.id for unit in found), shelling.unit.id))
    target, figures, rules = scene.unit(picked), scene.rules[FIGURES], scene.rules
    needed = Tally((Term("shelling.homing", figures["homing"], "homing missile", HOMING),))
    around = Blast(rules, shell.kind, target.hex, (figures["homing_around"],), shelling.unit.side, shelling.unit.hex)
    if attack_by(scene, shell, target.id, needed) < 0:
        burst(scene, around)
        return
    side = rules[side_hit](rules, target, shelling.unit.hex)
    weapon, munition = shelling.weapon, "" if shelling.round_of is None else shelling.round_of.munition
    whole = int(weapon.damage) if isinstance(weapon.damage, int | float) else 0
    take(scene, weighed(scene, Hit(picked, side, whole, "fire", BARE, weapon, munition, item=weapon.name)))
    burst(scene, around, spares=picked)


@rule(ASKED, cite=HOMING, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Whom of those lit up a homing missile strikes."""
    return Asking(
        words=lambda state, question: "whom does the homing missile strike?",
        option=lambda state, question, answer: state.units[answer].sheet.name,
        worth=lambda state, question, answer: state.units[answer].sheet.tons,
    )


@rule("cannons.astray", cite=HITS, slot=ASTRAY)
def astray(scene: Scene, attack: WeaponAttack) -> None:
    """A shell of an artillery cannon that misses goes astray by a hex for every point, and bursts there."""
    damage = scene.rules[bursts](attack)
    if not damage or attack.margin is None:
        return
    what = as_id(attack.weapon.name)
    hex = scatter(scene, Drift(scene.rules, what, attack.target.hex, -attack.margin))
    if hex is not None:
        burst(scene, Blast(scene.rules, what, hex, damage, attack.attacker.side, attack.attacker.hex))


RULES = (lands, guided_to, homes, asked, astray)
