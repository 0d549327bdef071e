"""Artillery from beyond the edge: each side has one gun, whose shells land a round after they are called, and scatter.

A reading in short of indirect fire from off the map: shells without end, of high explosive. The first unit of a side
that can speak calls for them. Guns on the map, direct fire, flak, other ordnance, flights of several rounds, the skill
of spotters, and fire against the guns themselves are not played.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.unmanned import attack_by, chance_by
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.blasts import burst
from overheat.classic.damage.scattering import scatter
from overheat.classic.facts.attack import line_between
from overheat.classic.facts.events import EffectLaid, ThingGone, ThingPlaced, TurnEnded
from overheat.classic.facts.lasting import Mark, Thing, each, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.targets import ground_name, target_of
from overheat.classic.rules.standard.blasts import Blast, blast_at
from overheat.classic.rules.standard.scattering import Drift
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.things import THINGS_ACT, Hour
from overheat.classic.turn.verb import Phase, Verb
from overheat.kernel.game import Player
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Slot, Table, rule
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.phrases import as_id

ARTILLERY = TACTICAL_OPERATIONS("Artillery", 179)
TO_HIT = TACTICAL_OPERATIONS("Artillery modifiers", 180)
FLIGHT = TACTICAL_OPERATIONS("Artillery flight times", 181)
HITS = TACTICAL_OPERATIONS("Artillery, determining hits", 182)

SHELL = "shell"
CALLING, LANDING = "artillery", "shells"
"""The phase in which shells are called, and the one in which they land."""
ADJUSTED, FOUND = named("adjusted", "adjusted by {owner}"), named("range_found", "range found by {owner}")
"""What stands on a hex for a side that has fired at it, and for one that has hit it."""

GUNS: Table[str, str] = Table(
    "artillery.guns", {"each side": "Thumper"}, cite=ARTILLERY, where="overheat.classic.rules.tacops.artillery.GUNS"
)
"""The gun that a side has, by the side's name, and that of all others."""

ORDNANCE: Table[str, tuple[int, ...]] = Table(
    "artillery.ordnance",
    {"Thumper": (15, 5), "Sniper": (20, 10), "Long Tom": (25, 15, 5)},
    cite=TACTICAL_OPERATIONS("Artillery ordnance", 184),
    where="overheat.classic.rules.tacops.artillery.ORDNANCE",
)
"""What a shell does in the hex that it strikes, in those around it, and further off."""

FIGURES: Table[str, int] = Table(
    "artillery.figures",
    {"gunnery": 4, "indirect": 7, "adjusted": -1, "flight": 1},
    cite=TO_HIT,
    where="overheat.classic.rules.tacops.artillery.FIGURES",
)
"""The skill of a gun's crew, what indirect fire adds and each shot before it takes off, and the rounds of a flight."""


class Shelling(msgspec.Struct, frozen=True):
    """A shell for a hex."""

    rules: Ruleset
    state: State
    side: Player
    hex: Hex


TERMS: Slot[[Shelling], Term | None] = Slot("artillery.to_hit", nothing=None)
"""What a shell needs to hit its hex, term by term."""


@rule("artillery.gunnery", cite=TO_HIT, slot=TERMS)
def gunnery(shelling: Shelling) -> Term:
    """A shell is as true as the crew of its gun is good."""
    return Term("artillery.gunnery", shelling.rules[FIGURES]["gunnery"], "gunnery skill of the crew", TO_HIT)


@rule("artillery.indirect", cite=TO_HIT, slot=TERMS)
def indirect(shelling: Shelling) -> Term:
    """Who fires at what he does not see fires at +7."""
    return Term("artillery.indirect", shelling.rules[FIGURES]["indirect"], "indirect fire", TO_HIT)


@rule("artillery.adjusted", cite=TO_HIT, slot=TERMS)
def adjusted(shelling: Shelling) -> Term | None:
    """Every shot before at the same hex that somebody saw come down makes it easier, -1."""
    before = shelling.state.effect(shelling.hex, each(ADJUSTED, shelling.side))
    if before is None:
        return None
    value = before.value * shelling.rules[FIGURES]["adjusted"]
    return Term("artillery.adjusted", value, "fire adjusted", TO_HIT)


@rule("artillery.finds", cite=HITS)
def finds(shelling: Shelling) -> bool:
    """A hex that a gun has hit it hits again without a roll."""
    return shelling.state.effect(shelling.hex, each(FOUND, shelling.side)) is not None


@rule("artillery.sees", cite=HITS)
def sees(shelling: Shelling, spotter: Unit) -> bool:
    """Fire is adjusted by any friend who is awake and sees the hex that was meant."""
    target = target_of(shelling.state, ground_name(shelling.hex))
    assert target is not None
    return not spotter.helpless and line_between(shelling.state.relief, spotter.viewpoint, target.viewpoint).visible


def number(shelling: Shelling) -> Tally | None:
    """What a shell must roll; None where it needs no roll."""
    if shelling.rules[finds](shelling):
        return None
    return Tally.of(term.function(shelling) for term in shelling.rules[TERMS])


class CallFire(msgspec.Struct, frozen=True, tag=True):
    """Call a shell on a hex."""

    hex: str


def _gun(state: State, side: Player) -> Thing | None:
    return state.things.get(f"gun-{side}")


def _damage(rules: Ruleset, gun: Thing) -> tuple[int, ...]:
    """What a shell of a gun does."""
    return next(damage for name, damage in rules[ORDNANCE].rows.items() if as_id(name) == gun.kind)


def _bring_up(scene: Scene) -> None:
    """Before the first round every side has its gun."""
    guns = scene.rules[GUNS]
    for side in dict.fromkeys(unit.side for unit in scene.state.units.values()):
        if _gun(scene.state, side) is None:
            gun = guns.get(side) or guns["each side"]
            scene.tell(ThingPlaced(Thing(f"gun-{side}", as_id(gun), owner=side)))


def _calls(state: State, unit: Unit) -> bool:
    """Whether a unit is the one that speaks with the gun of its side."""
    able = (other.id for other in state.on_side(unit.side) if not other.helpless)
    return _gun(state, unit.side) is not None and next(able, None) == unit.id


def _offers(state: State, unit: Unit) -> Iterator[CallFire]:
    if _calls(state, unit):
        yield from (CallFire(str(hex)) for hex in state.relief.board)


def _refuses(state: State, unit: Unit, command: CallFire) -> Refusal | None:
    state.relief.board.parse_hex(command.hex)
    if not _calls(state, unit):
        return Refusal("artillery.caller", f"{unit.sheet.name} does not speak with the gun", ARTILLERY)
    return None


def _does(scene: Scene, unit: Unit, command: CallFire) -> None:
    scene.tell(ThingPlaced(_shell(scene.state, unit.side, scene.state.relief.board.parse_hex(command.hex))))
    scene.tell(TurnEnded(unit.id))


def _shell(state: State, side: Player, hex: Hex) -> Thing:
    """A shell that the gun of a side fires at a hex now."""
    gun, lands = _gun(state, side), state.round + state.relief.rules[FIGURES]["flight"]
    assert gun is not None
    kind = f"{gun.kind}_{SHELL}"
    return Thing(f"{SHELL}-{side}-{lands}", kind, None, side, True, to=hex, arrives=lands)


def _foreseen(state: State, unit: Unit, command: CallFire) -> Foreseen:
    """What a shell needs to hit and what it does then; what will stand there in a round nobody knows."""
    hex, gun = state.relief.board.parse_hex(command.hex), _gun(state, unit.side)
    assert gun is not None
    needed = number(Shelling(state.relief.rules, state, unit.side, hex))
    damage = " / ".join(map(str, _damage(state.relief.rules, gun)))
    chance = chance_by(state, _shell(state, unit.side, hex), ground_name(hex), needed)
    if needed is None:
        return Foreseen(f"hits without a roll, {damage} damage", {}, chance)
    told = f"{needed.total}+ {100 * float(chance):.1f} %, {damage} damage"
    return Foreseen(told, {"to hit": needed}, chance)


def _worth(state: State, unit: Unit, command: CallFire) -> float:
    """What it would do if everybody stayed, to enemies more than to friends."""
    rules, hex, gun = state.relief.rules, state.relief.board.parse_hex(command.hex), _gun(state, unit.side)
    assert gun is not None
    damage = _damage(rules, gun)
    near = [other for other in state.units.values() if other.hex.distance(hex) < len(damage) and other.active]
    blast, done = Blast(rules, gun.kind, hex, damage), 0
    for other in near:
        done += rules[blast_at](blast, other.hex) * (1 if other.side != unit.side else -1)
    return done * float(_foreseen(state, unit, command).chance or 0) if done > 0 else done


VERB = VERBS.amended(
    "artillery.verb",
    {
        "artillery.call": Verb(
            command=CallFire,
            phases=(CALLING,),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=lambda state, unit, command, names: f"call a shell on {command.hex}",
            title="Call a shell",
            preview=_foreseen,
            worth=_worth,
            sure=True,
        )
    },
    cite=ARTILLERY,
)


def _due(state: State) -> list[Thing]:
    """The shells that land in this round."""
    things = state.things.values()
    return [thing for thing in things if thing.id.startswith(f"{SHELL}-") and thing.arrives == state.round]


PHASE = PHASES.amended(
    "artillery.phases",
    {
        CALLING: Phase(
            title="Artillery",
            asks="call a shell with",
            task="call a shell",
            rests=lambda state, unit: "call no shell",
            after="initiative",
            begin=_bring_up,
            acts=_calls,
        ),
        LANDING: Phase(
            title="Shells land", after="movement", turns=False, told=lambda state: bool(_due(state)), seldom=True
        ),
    },
    cite=FLIGHT,
)


@rule(
    "artillery.lands",
    cite=HITS,
    implements=("TO-182-artillery-scatter-1", "TO-182-artillery-scatter-2"),
    slot=THINGS_ACT,
)
def lands(scene: Scene, thing: Thing, hour: Hour) -> None:
    """A shell strikes its hex, or goes astray by a hex for every point that it misses by, in the direction of a die."""
    if hour != Hour(LANDING, begins=True) or thing not in _due(scene.state) or thing.to is None:
        return
    shelling = Shelling(scene.rules, scene.state, thing.owner, thing.to)
    shown = msgspec.structs.replace(thing, hidden=False)
    scene.tell(ThingGone(shown))
    margin = attack_by(scene, shown, ground_name(thing.to), number(shelling))
    _note(scene, shelling, hit=margin >= 0)
    hex = thing.to if margin >= 0 else scatter(scene, Drift(scene.rules, thing.kind, thing.to, -margin))
    if hex is not None:
        gun = _gun(scene.state, thing.owner)
        assert gun is not None
        burst(scene, Blast(scene.rules, thing.kind, hex, _damage(scene.rules, gun), thing.owner))


def _note(scene: Scene, shelling: Shelling, *, hit: bool) -> None:
    """The crew writes down what a shot tells it about its hex, and keeps it to itself."""
    side, hex, rules = shelling.side, shelling.hex, scene.rules
    if hit:
        scene.tell(EffectLaid(hex, each(FOUND, shelling.side), Mark(owner=side, hidden=True)))
    elif any(rules[sees](shelling, friend) for friend in scene.state.on_side(side)):
        name = each(ADJUSTED, shelling.side)
        before = scene.state.effect(hex, name)
        shots = 1 if before is None else before.value + 1
        scene.tell(EffectLaid(hex, name, Mark(shots, side, hidden=True)))


LAYER = Layer(
    "off_board_artillery",
    title="Artillery from off the map",
    group="Things on the map",
    cite=ARTILLERY,
    needs=("classic",),
    add=(gunnery, indirect, adjusted, finds, sees, lands, GUNS, ORDNANCE, FIGURES),
    change=(PHASE, VERB),
)
