"""Launching Arrows, flying them leg by leg, and what comes of it: commands of the weapon and the reaction phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.decisions import decide, stopped
from overheat.classic.attack.resolution import place
from overheat.classic.attack.unmanned import attack_by
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import ShotsSpent, ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.omega.arrow_pilots import (
    DropFromArrow,
    FlyArrow,
    LaunchArrow,
    StrikeWithArrow,
    drop_worth,
    fly_worth,
    foreseen,
    launch_worth,
    strike_worth,
)
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
    fly,
    in_flight,
    is_arrow,
    kind_of,
    munition_of,
    strike_number,
)
from overheat.classic.rules.omega.courses import (
    base_against,
    designator_of,
    early,
    in_time,
    legs_of,
    munition_in,
    steered,
    way_to,
)
from overheat.classic.rules.omega.flight import FIGURES as COURSE
from overheat.classic.rules.omega.flight import course, headings
from overheat.classic.rules.omega.payloads import HEXES, KINDS, deploy
from overheat.classic.rules.omega.racks import GUIDES
from overheat.classic.rules.omega.rockets import note_launch
from overheat.classic.rules.standard.played import PLAYED
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

replace = msgspec.structs.replace
TOO_NEAR = "to_hit.minimum_range"


def _launch_offers(state: State, unit: Unit) -> Iterator[LaunchArrow]:
    rules = state.relief.rules
    foes = [other.id for other in state.units.values() if other.active and other.side != unit.side]
    for mount in unit.plan.weapons:
        weapon = unit.sheet.mounts[mount].weapon
        if weapon is None or not is_arrow(rules, weapon):
            continue
        for feed in unit.plan.feeds.get(mount, ()):
            named = foes if _names_target(state, munition_in(unit, feed)) else ()
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
    munition = munition_in(unit, command.feed)
    if not in_time(state, munition):
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
    munition = munition_in(unit, command.feed)
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


def _fly_offers(state: State, unit: Unit) -> Iterator[FlyArrow]:
    for thing in in_flight(state, unit):
        if steered(state, unit, thing.id) is not None:
            yield from (FlyArrow(thing.id, hex) for hex in legs_of(state, unit, thing))


def _cannot_fly(state: State, unit: Unit, command: FlyArrow) -> Refusal | None:
    thing = steered(state, unit, command.arrow)
    if thing is None:
        return Refusal("omega.fly", f"there is no Arrow {command.arrow[:60]!r} to fly", INDIRECT)
    if str(state.relief.board.parse_hex(command.hex)) not in legs_of(state, unit, thing):
        return Refusal("omega.fly", f"no straight leg of its course ends in {command.hex}", INDIRECT)
    return None


def _fly(scene: Scene, unit: Unit, command: FlyArrow) -> None:
    thing = steered(scene.state, unit, command.arrow)
    assert thing is not None
    fly(scene, thing, legs_of(scene.state, unit, thing)[command.hex])


def _strike_offers(state: State, unit: Unit) -> Iterator[StrikeWithArrow]:
    foes = [other.id for other in state.units.values() if other.active and other.side != unit.side]
    for thing in in_flight(state, unit):
        if steered(state, unit, thing.id) is not None:
            yield from (StrikeWithArrow(thing.id, foe) for foe in foes)


def _cannot_strike(state: State, unit: Unit, command: StrikeWithArrow) -> Refusal | None:
    thing, foe = steered(state, unit, command.arrow), state.units.get(command.target)
    if thing is None or munition_of(state.relief.rules, thing) in state.relief.rules[KINDS]:
        return Refusal("omega.strike", f"there is no Arrow {command.arrow[:60]!r} that attacks", INDIRECT)
    if foe is None or not foe.active or foe.side == unit.side:
        return Refusal("omega.strike", f"there is no enemy {command.target!r}", INDIRECT)
    if way_to(state, unit, thing, foe) is None:
        return Refusal("omega.strike", f"its course does not lead to {foe.sheet.name} this turn", INDIRECT)
    return None


def _strike(scene: Scene, unit: Unit, command: StrikeWithArrow) -> None:
    state = scene.state
    thing, foe = steered(state, unit, command.arrow), state.units[command.target]
    assert thing is not None
    way = way_to(state, unit, thing, foe)
    flown = fly(scene, thing, way) if way else thing
    if flown is not None:
        base = base_against(state, thing, command.target)
        scene.tell(ThingPlaced(replace(flown, value=base, about=command.target, arrives=state.round)))


def _drop_offers(state: State, unit: Unit) -> Iterator[DropFromArrow]:
    rules = state.relief.rules
    for thing in in_flight(state, unit):
        if steered(state, unit, thing.id) is not None and munition_of(rules, thing) in rules[KINDS]:
            over = thing.path[len(thing.path) - thing.flown :]
            yield from (DropFromArrow(thing.id, str(hex)) for hex in dict.fromkeys(over))


def _cannot_drop(state: State, unit: Unit, command: DropFromArrow) -> Refusal | None:
    rules, thing = state.relief.rules, steered(state, unit, command.arrow)
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
    thing = steered(scene.state, unit, command.arrow)
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
    own_phase = "reaction" if early(scene.state, munition) else "weapons"
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
    spotter = None if foe is None else designator_of(scene.state, thing, foe)
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


def _launch_words(state: State, unit: Unit, command: LaunchArrow, names: Names) -> str:
    meant = f" for {names.get(command.target, command.target)}" if command.target else ""
    return f"launch {unit.sheet.mounts[command.feed].equipment.name}{meant}"


def _strike_words(state: State, unit: Unit, command: StrikeWithArrow, names: Names) -> str:
    return f"attack {names.get(command.target, command.target)} with {_called(state, command.arrow)}"


def _called(state: State, arrow: str) -> str:
    """An Arrow in words: its kind, and its number where a unit has several in the air."""
    thing = state.things.get(arrow)
    if thing is None:
        return arrow
    rules = state.relief.rules
    fellows = [fellow.id for fellow in state.things.values() if fellow.by == thing.by and munition_of(rules, fellow)]
    number = f" {fellows.index(arrow) + 1}" if len(fellows) > 1 else ""
    return f"the Arrow {munition_of(rules, thing)}{number}"


VERB_ROWS = {
    "omega.launch_arrow": Verb(
        command=LaunchArrow,
        phases=("weapons", "reaction"),
        offers=_launch_offers,
        refuses=_cannot_launch,
        does=_launch,
        words=_launch_words,
        title="Launch an Arrow",
        worth=launch_worth,
    ),
    "omega.fly_arrow": Verb(
        command=FlyArrow,
        phases=("weapons", "reaction"),
        offers=_fly_offers,
        refuses=_cannot_fly,
        does=_fly,
        words=lambda state, unit, command, names: f"fly {_called(state, command.arrow)} to {command.hex}",
        title="Fly an Arrow",
        worth=fly_worth,
    ),
    "omega.strike_with_arrow": Verb(
        command=StrikeWithArrow,
        phases=("weapons",),
        offers=_strike_offers,
        refuses=_cannot_strike,
        does=_strike,
        words=_strike_words,
        title="Attack with an Arrow",
        preview=foreseen,
        worth=strike_worth,
    ),
    "omega.drop_from_arrow": Verb(
        command=DropFromArrow,
        phases=("weapons", "reaction"),
        offers=_drop_offers,
        refuses=_cannot_drop,
        does=_drop,
        words=lambda state, unit, command, names: f"strew over {command.hex} from {_called(state, command.arrow)}",
        title="Strew from an Arrow",
        worth=drop_worth,
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
