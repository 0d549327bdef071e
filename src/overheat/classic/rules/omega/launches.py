"""Launching Arrows, flying them leg by leg, and what comes of it: commands of the weapon and the reaction phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.decisions import decide, stopped
from overheat.classic.attack.resolution import place
from overheat.classic.attack.unmanned import attack_by, chance_by
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import ShotsSpent, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing, each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.arrow_questions import QUESTIONS
from overheat.classic.rules.omega.arrows import (
    ARROWS,
    CHANGES,
    FAMILY,
    INDIRECT,
    LASER,
    RULES,
    attack_from,
    base_number,
    first_headings,
    fly,
    in_flight,
    is_arrow,
    kind_of,
    launcher,
    munition_of,
    strike_number,
)
from overheat.classic.rules.omega.flight import FIGURES as COURSE
from overheat.classic.rules.omega.flight import course, headings, legs, shortest
from overheat.classic.rules.omega.guidance import LASED
from overheat.classic.rules.omega.illumination import same_direction
from overheat.classic.rules.omega.payloads import HEXES, KINDS, deploy
from overheat.classic.rules.omega.racks import GUIDES
from overheat.classic.rules.omega.rockets import note_launch
from overheat.classic.rules.standard.played import PLAYED
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import fixed_number, minimum_range
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Names, Verb
from overheat.classic.turn.weapons import shots_left
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen

replace = msgspec.structs.replace
TOO_NEAR = "to_hit.minimum_range"


class LaunchArrow(msgspec.Struct, frozen=True, tag=True):
    """Launch an Arrow, to be flown."""

    mount: int
    feed: int
    target: str = ""


class FlyArrow(msgspec.Struct, frozen=True, tag=True):
    """Fly an Arrow on, straight to a hex."""

    arrow: str
    hex: str


class StrikeWithArrow(msgspec.Struct, frozen=True, tag=True):
    """Fly an Arrow to a unit and attack it."""

    arrow: str
    target: str


class DropFromArrow(msgspec.Struct, frozen=True, tag=True):
    """Strew what an Arrow carries over a hex of its way."""

    arrow: str
    hex: str


def _early(state: State, munition: str) -> bool:
    """Whether it is flown in the reaction phase."""
    kind = state.relief.rules[KINDS].get(munition)
    return kind is not None and kind.counters


def _in_time(state: State, munition: str) -> bool:
    """Whether an Arrow is launched and flown in the phase that it is."""
    return state.phase == ("reaction" if _early(state, munition) else "weapons")


def _munition(unit: Unit, feed: int) -> str:
    held = unit.sheet.mounts[feed].ammunition if 0 <= feed < len(unit.sheet.mounts) else None
    return "" if held is None else held.munition


def _launch_offers(state: State, unit: Unit) -> Iterator[LaunchArrow]:
    rules = state.relief.rules
    foes = [other.id for other in state.units.values() if other.active and other.side != unit.side]
    for mount in unit.plan.weapons:
        weapon = unit.sheet.mounts[mount].weapon
        if weapon is None or not is_arrow(rules, weapon):
            continue
        for feed in unit.plan.feeds.get(mount, ()):
            named = foes if _names_target(state, _munition(unit, feed)) else ()
            yield from (LaunchArrow(mount, feed, target) for target in ("", *named))


def _names_target(state: State, munition: str) -> bool:
    """Whether a target may be named for an Arrow when it is launched: by heat or by radar of its own."""
    return munition in state.relief.rules[GUIDES] and munition not in state.relief.rules[KINDS] and munition != LASER


def _cannot_launch(state: State, unit: Unit, command: LaunchArrow) -> Refusal | None:
    rules, mount = state.relief.rules, command.mount
    weapon = unit.sheet.mounts[mount].weapon if mount in unit.plan.weapons else None
    if weapon is None or not is_arrow(rules, weapon) or not works(unit, mount):
        return Refusal("omega.launch", f"mount {mount} launches no Arrows", ARROWS)
    if command.feed not in unit.plan.feeds.get(mount, ()) or not unit.condition.shots[command.feed]:
        return Refusal("omega.launch", "there is no such Arrow left", ARROWS)
    munition = _munition(unit, command.feed)
    if not _in_time(state, munition):
        return Refusal("omega.launch", "countermeasures fly in the reaction phase, others with weapons", ARROWS)
    if not shots_left(state, unit, mount) or unit.helpless:
        return Refusal("omega.launch", "a launcher sends one Arrow a turn", ARROWS)
    if not command.target:
        return None
    foe = state.units.get(command.target)
    if foe is None or not foe.active or foe.side == unit.side or not _names_target(state, munition):
        return Refusal("omega.launch", f"no Arrow is meant for {command.target!r}", INDIRECT)
    if base_number_of(state, unit, command) is None:
        return Refusal("omega.launch", f"{foe.sheet.name} is out of range", INDIRECT)
    return None


def base_number_of(state: State, unit: Unit, command: LaunchArrow) -> int | None:
    """The number that is written down when an Arrow is launched."""
    rules, weapon = state.relief.rules, unit.sheet.mounts[command.mount].weapon
    assert weapon is not None
    far = unit.hex.distance(state.units[command.target].hex) if command.target else None
    return rules[base_number](rules, weapon, far, switched=False)


def _launch(scene: Scene, unit: Unit, command: LaunchArrow) -> None:
    munition = _munition(unit, command.feed)
    base = base_number_of(scene.state, unit, command) if _names_target(scene.state, munition) else 0
    note_launch(scene, unit.id, command.mount)
    scene.tell(ShotsSpent(unit.id, command.feed, unit.condition.shots[command.feed] - 1))
    scene.tell(
        ThingPlaced(
            Thing(
                _fresh(scene.state, unit),
                kind_of(munition),
                unit.hex,
                unit.side,
                value=base or 0,
                path=(unit.hex,),
                by=unit.id,
                about=command.target,
            )
        )
    )


def _fresh(state: State, unit: Unit) -> str:
    """A name for a missile that no other has."""
    return next(name for at in range(1, 1000) if (name := f"{unit.id}-arrow-{at}") not in state.things)


def _own(state: State, unit: Unit, id: str) -> Thing | None:
    """An Arrow of a unit that it may still steer in this phase."""
    thing = next((each for each in in_flight(state, unit) if each.id == id), None)
    if thing is None or thing.arrives or not _in_time(state, munition_of(state.relief.rules, thing)):
        return None
    return thing


def _first(state: State, unit: Unit) -> tuple[int, ...]:
    mount = launcher(state.relief.rules, unit)
    return () if mount is None else first_headings(unit, mount)


def _legs(state: State, unit: Unit, thing: Thing) -> dict[str, tuple[Hex, ...]]:
    """The straight legs that an Arrow may fly now, by the hex that each ends in."""
    found = legs(state.relief.rules, state.relief.board, thing.path, thing.flown, _first(state, unit))
    return {str(leg[-1]): leg for leg in found}


def _fly_offers(state: State, unit: Unit) -> Iterator[FlyArrow]:
    for thing in in_flight(state, unit):
        if _own(state, unit, thing.id) is not None:
            yield from (FlyArrow(thing.id, hex) for hex in _legs(state, unit, thing))


def _cannot_fly(state: State, unit: Unit, command: FlyArrow) -> Refusal | None:
    thing = _own(state, unit, command.arrow)
    if thing is None:
        return Refusal("omega.fly", f"there is no Arrow {command.arrow[:60]!r} to fly", INDIRECT)
    if str(state.relief.board.parse_hex(command.hex)) not in _legs(state, unit, thing):
        return Refusal("omega.fly", f"no straight leg of its course ends in {command.hex}", INDIRECT)
    return None


def _fly(scene: Scene, unit: Unit, command: FlyArrow) -> None:
    thing = _own(scene.state, unit, command.arrow)
    assert thing is not None
    fly(scene, thing, _legs(scene.state, unit, thing)[command.hex])


def _strike_offers(state: State, unit: Unit) -> Iterator[StrikeWithArrow]:
    foes = [other.id for other in state.units.values() if other.active and other.side != unit.side]
    for thing in in_flight(state, unit):
        if _own(state, unit, thing.id) is not None:
            yield from (StrikeWithArrow(thing.id, foe) for foe in foes)


def _cannot_strike(state: State, unit: Unit, command: StrikeWithArrow) -> Refusal | None:
    thing, foe = _own(state, unit, command.arrow), state.units.get(command.target)
    if thing is None or munition_of(state.relief.rules, thing) in state.relief.rules[KINDS]:
        return Refusal("omega.strike", f"there is no Arrow {command.arrow[:60]!r} that attacks", INDIRECT)
    if foe is None or not foe.active or foe.side == unit.side:
        return Refusal("omega.strike", f"there is no enemy {command.target!r}", INDIRECT)
    if _way_to(state, unit, thing, foe) is None:
        return Refusal("omega.strike", f"its course does not lead to {foe.sheet.name} this turn", INDIRECT)
    return None


def _way_to(state: State, unit: Unit, thing: Thing, foe: Unit) -> tuple[Hex, ...] | None:
    if thing.hex == foe.hex and len(thing.path) > 1:
        return ()
    rules, board = state.relief.rules, state.relief.board
    return shortest(rules, board, thing.path, thing.flown, foe.hex, _first(state, unit))


def _strike(scene: Scene, unit: Unit, command: StrikeWithArrow) -> None:
    state = scene.state
    thing, foe = _own(state, unit, command.arrow), state.units[command.target]
    assert thing is not None
    way = _way_to(state, unit, thing, foe)
    flown = fly(scene, thing, way) if way else thing
    if flown is not None:
        base = _base_against(state, thing, command.target)
        scene.tell(ThingPlaced(replace(flown, value=base, about=command.target, arrives=state.round)))


def _base_against(state: State, thing: Thing, target: str) -> int:
    """The base number of an Arrow against a unit: what was written down, or that of another target."""
    rules, steered = state.relief.rules, state.units[thing.by]
    mount = launcher(rules, steered)
    weapon = None if mount is None else steered.sheet.mounts[mount].weapon
    if thing.about == target or not thing.value or weapon is None:
        return thing.value
    return rules[base_number](rules, weapon, None, switched=True) or 0


def needed_by(state: State, thing: Thing, target: str) -> Tally | None:
    """What an Arrow needs to hit a unit as things stand; None for one that needs a beam."""
    attack = attack_from(state, thing, target)
    if attack is None or not thing.value:
        return None
    return state.relief.rules[strike_number](_base_against(state, thing, target), attack)


def _foreseen(state: State, unit: Unit, command: StrikeWithArrow) -> Foreseen | str:
    thing = _own(state, unit, command.arrow)
    assert thing is not None
    needed, attack = needed_by(state, thing, command.target), attack_from(state, thing, command.target)
    if needed is None or attack is None:
        return "needs a beam on its target"
    chance, damage = chance_by(state, thing, command.target, needed), attack.rules[damage_at](attack)
    return Foreseen(
        f"{needed.total}+ {100 * float(chance):.1f} %, {damage} damage", {"to hit": needed}, chance, chance * damage
    )


def _strike_worth(state: State, unit: Unit, command: StrikeWithArrow) -> float:
    found = _foreseen(state, unit, command)
    return 0.0 if isinstance(found, str) or found.damage is None else float(found.damage)


def _launch_worth(state: State, unit: Unit, command: LaunchArrow) -> float:
    """An Arrow is worth launching at somebody whom it can reach in the same turn, and who is not too near for it."""
    foe = state.units.get(command.target)
    weapon = unit.sheet.mounts[command.mount].weapon
    if foe is None or weapon is None or not weapon.range[0] < unit.hex.distance(foe.hex):
        return 0.0
    thing = Thing("worth", kind_of(_munition(unit, command.feed)), unit.hex, unit.side, path=(unit.hex,), by=unit.id)
    return 0.0 if _way_to(state, unit, thing, foe) is None else 5.0


def _drop_offers(state: State, unit: Unit) -> Iterator[DropFromArrow]:
    rules = state.relief.rules
    for thing in in_flight(state, unit):
        if _own(state, unit, thing.id) is not None and munition_of(rules, thing) in rules[KINDS]:
            over = thing.path[len(thing.path) - thing.flown :]
            yield from (DropFromArrow(thing.id, str(hex)) for hex in dict.fromkeys(over))


def _cannot_drop(state: State, unit: Unit, command: DropFromArrow) -> Refusal | None:
    rules, thing = state.relief.rules, _own(state, unit, command.arrow)
    if thing is None or munition_of(rules, thing) not in rules[KINDS]:
        return Refusal("omega.drop", f"there is no Arrow {command.arrow[:60]!r} that carries anything", INDIRECT)
    hex = state.relief.board.parse_hex(command.hex)
    if hex not in thing.path[len(thing.path) - thing.flown :]:
        return Refusal("omega.drop", f"it did not fly over {hex} this turn", INDIRECT)
    if thing.value >= rules[HEXES][FAMILY]:
        return Refusal("omega.drop", f"it carries enough for {rules[HEXES][FAMILY]} hexes", INDIRECT)
    if str(hex) in thing.about.split():
        return Refusal("omega.drop", f"{hex} has had its share", INDIRECT)
    return None


def _drop(scene: Scene, unit: Unit, command: DropFromArrow) -> None:
    thing = _own(scene.state, unit, command.arrow)
    assert thing is not None
    strewn = replace(thing, value=thing.value + 1, about=f"{thing.about} {command.hex}".strip())
    scene.tell(ThingPlaced(strewn))
    deploy(scene, munition_of(scene.rules, thing), scene.state.relief.board.parse_hex(command.hex), FAMILY, unit.side)
    if strewn.value >= scene.rules[HEXES][FAMILY]:
        scene.tell(ThingGone(strewn))


@rule("omega.arrow_flies_on", cite=INDIRECT, implements=("OM-arrow-flight",), slot=THINGS_ACT)
def flies_on(scene: Scene, thing: Thing, hour: Hour) -> None:
    """An Arrow that was not flown as far as it must flies straight on; off the map, or without a pilot, it is lost."""
    munition = munition_of(scene.rules, thing)
    own_phase = "reaction" if _early(scene.state, munition) else "weapons"
    if not munition or hour.phase != own_phase:
        return
    pilot = scene.state.units.get(thing.by)
    if pilot is None or not pilot.active:
        scene.tell(ThingGone(thing))
    elif hour.begins:
        if thing.flown:
            scene.tell(ThingPlaced(replace(thing, flown=0)))
    elif not thing.arrives:
        _straight_on(scene, thing)


def _straight_on(scene: Scene, thing: Thing) -> None:
    ahead = headings(thing.path)
    heading = ahead[-1] if ahead else scene.state.units[thing.by].facing
    short = scene.rules[COURSE]["least hexes"] - thing.flown
    leg, hex = [], thing.path[-1]
    for _ in range(max(0, short)):
        hex = hex.neighbour(heading)
        leg.append(hex)
    if leg and leg[-1] not in scene.state.relief.board:
        scene.tell(ThingGone(thing))
    elif leg:
        fly(scene, thing, tuple(leg))


@rule("omega.arrow_strikes", cite=INDIRECT, implements=("OM-arrow-attack-ar-ir",), slot=THINGS_ACT)
def strikes(scene: Scene, thing: Thing, hour: Hour) -> None:
    """An Arrow that attacks rolls against its own number; its target may engage it, and is hit from where it came."""
    if hour != Hour("weapons", begins=False) or not thing.arrives or munition_of(scene.rules, thing) in ("", LASER):
        return
    attack, foe = attack_from(scene.state, thing, thing.about), scene.state.units.get(thing.about)
    scene.tell(ThingGone(thing))
    if attack is None or foe is None or not foe.active:
        return
    needed = scene.rules[strike_number](thing.value, attack)
    margin = attack_by(scene, thing, foe.id, needed)
    hit = margin >= 0
    decide(scene, attack, int(needed.total) + margin, hit=hit)
    if hit and not stopped(scene, attack.rolled(margin)):
        place(scene, attack.rolled(margin))


@rule("omega.arrow_by_laser", cite=INDIRECT, implements=("OM-arrow-attack-lg",), slot=THINGS_ACT)
def strikes_by_laser(scene: Scene, thing: Thing, hour: Hour) -> None:
    """A laser-guided Arrow attacks where a friend has pointed a designator at its target, as other such missiles do."""
    if hour != Hour("weapons", begins=False) or not thing.arrives or munition_of(scene.rules, thing) != LASER:
        return
    foe = scene.state.units.get(thing.about)
    spotter = None if foe is None else _designator(scene.state, thing, foe)
    scene.tell(ThingGone(thing))
    if foe is None or not foe.active or spotter is None:
        return
    attack = attack_from(scene.state, thing, foe.id, spotter)
    needed = None if attack is None else scene.rules[fixed_number](attack)
    if attack is None or needed is None:
        return
    needed = Tally((*(term for term in needed if term.id != TOO_NEAR), *_too_near(scene.state, thing, foe)))
    margin = attack_by(scene, thing, foe.id, needed)
    decide(scene, attack, int(needed.total) + margin, hit=margin >= 0)
    if margin >= 0 and not stopped(scene, attack.rolled(margin)):
        place(scene, attack.rolled(margin))


def _too_near(state: State, thing: Thing, foe: Unit) -> tuple[Term, ...]:
    """What it costs an Arrow that it was launched too near to its target: by where it was launched."""
    attack = attack_from(state, replace(thing, path=thing.path[:1]), foe.id)
    near = None if attack is None else state.relief.rules[minimum_range](attack)
    return () if near is None else (near,)


def _designator(state: State, thing: Thing, foe: Unit) -> str | None:
    """The friend whose designator an Arrow follows: of those on its side of the target the first."""
    for friend in state.on_side(thing.owner):
        attack = attack_from(state, thing, foe.id, friend.id) if each(LASED, friend.id) in foe.marks else None
        if attack is not None and same_direction(attack, friend.hex):
            return friend.id
    return None


def _launch_words(state: State, unit: Unit, command: LaunchArrow, names: Names) -> str:
    meant = f" for {names.get(command.target, command.target)}" if command.target else ""
    return f"launch {unit.sheet.mounts[command.feed].equipment.name}{meant}"


def _strike_words(state: State, unit: Unit, command: StrikeWithArrow, names: Names) -> str:
    return f"attack {names.get(command.target, command.target)} with {command.arrow}"


VERB_ROWS = {
    "omega.launch_arrow": Verb(
        command=LaunchArrow,
        phases=("weapons", "reaction"),
        offers=_launch_offers,
        refuses=_cannot_launch,
        does=_launch,
        words=_launch_words,
        title="Launch an Arrow",
        worth=_launch_worth,
    ),
    "omega.fly_arrow": Verb(
        command=FlyArrow,
        phases=("weapons", "reaction"),
        offers=_fly_offers,
        refuses=_cannot_fly,
        does=_fly,
        words=lambda state, unit, command, names: f"fly {command.arrow} to {command.hex}",
        title="Fly an Arrow",
    ),
    "omega.strike_with_arrow": Verb(
        command=StrikeWithArrow,
        phases=("weapons",),
        offers=_strike_offers,
        refuses=_cannot_strike,
        does=_strike,
        words=_strike_words,
        title="Attack with an Arrow",
        preview=_foreseen,
        worth=_strike_worth,
    ),
    "omega.drop_from_arrow": Verb(
        command=DropFromArrow,
        phases=("weapons", "reaction"),
        offers=_drop_offers,
        refuses=_cannot_drop,
        does=_drop,
        words=lambda state, unit, command, names: f"strew over {command.hex} from {command.arrow}",
        title="Strew from an Arrow",
        worth=lambda state, unit, command: 0.0,
    ),
}
VERB = VERBS.amended(
    "omega.arrow_verbs",
    VERB_ROWS,
    cite=ARROWS,
    implements=("OM-arrow-launch", "OM-arrow-flight", "OM-arrow-payloads", "OM-arrow-launcher"),
)

PLAYED_NOW = PLAYED.amended("omega.arrows_played", {"arrow": "fired, launched and flown"}, cite=ARROWS)

LAYER = Layer(
    "omega_arrows",
    title="Arrows that are flown",
    group="Omega",
    cite=ARROWS,
    needs=("classic", "omega_missiles", "omega_rockets", "omega_reaction", "omega_guidance"),
    add=(COURSE, course, flies_on, strikes, strikes_by_laser, *RULES),
    change=(VERB, QUESTIONS, PLAYED_NOW, *CHANGES),
)
