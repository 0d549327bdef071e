"""Picking up battle armour: a machine plucks enemy suits from the ground or off a friend, and may throw them.

The squad is taken as one: it is held until the end of the next turn, or until it is thrown.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from overheat.classic.attack.blows import attack_of, number_of
from overheat.classic.attack.decisions import COMES_TO
from overheat.classic.battle.chances import chance_to_roll
from overheat.classic.battle.scene import Scene
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_machine
from overheat.classic.damage.places import place_punch
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.arcs import ARMS
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Jump, Leave, Step
from overheat.classic.facts.events import BlowDeclared, Boarded, MarkLaid, MarkLifted, Moved
from overheat.classic.facts.lasting import Mark, named
from overheat.classic.facts.state import Blow, State, Unit
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.blow_force import force_of
from overheat.classic.rules.standard.fire import FORBIDS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.physical import KINDS, PhysicalAttack, gone
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.rules.tacops.lifting_objects import busy
from overheat.classic.turn.round import VERBS
from overheat.classic.turn.verb import VETOES, Names, Saying, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.verbs import Foreseen

SUITS = TACTICAL_OPERATIONS("Picking Up Enemy Battle Armor", 97)
GRASP, FLING = "grasp", "fling"
GRASPS = named("grasps", "holds {about} in its {kind}")
"""The mark of a machine that holds a squad: which, and in which hand."""
CAUGHT = named("caught", "in the grip of {about}")
"""The mark of a squad that a machine holds."""

FIGURES: Table[str, int] = Table(
    "picking_up_suits.figures",
    {"lifts a ton for": 10, "tons of a suit": 1, "a hard landing": 1},
    cite=SUITS,
    where="overheat.classic.rules.tacops.picking_up_suits.FIGURES",
)
"""The tons of a machine that lift one, what a suit weighs for who throws it, and what it suffers when it comes down."""

WHERE: Table[int, str] = Table(
    "picking_up_suits.places",
    {1: "RS", 2: "RS", 3: "LS", 4: "LS", 5: "RR", 6: "RR"},
    cite=SUITS,
    where="overheat.classic.rules.tacops.picking_up_suits.WHERE",
)
"""Where a vehicle is struck that suits are plucked from, by a die."""


class PickOff(msgspec.Struct, frozen=True, tag=True):
    """Pick up enemy battle armour, from the ground or off a friend."""

    target: str
    arm: str


class Fling(msgspec.Struct, frozen=True, tag=True):
    """Throw the battle armour that the machine holds at another unit."""

    target: str


@rule("picking_up_suits.within_reach", cite=SUITS, implements=("TO-097-pick-up-battle-armor-1",))
def within_reach(state: State, unit: Unit, squad: Unit) -> bool:
    """Suits are picked up near by, and off a friend: a vehicle in the same hex, a machine beside, or itself."""
    carrier = state.units.get(carrier_of(squad))
    if carrier is None:
        return unit.hex.distance(squad.hex) <= 1
    if carrier.side != unit.side:
        return False
    return carrier.id == unit.id or unit.hex.distance(carrier.hex) == (0 if carrier.vehicle else 1)


def _grasp(state: State, unit: Unit, command: PickOff) -> PhysicalAttack:
    return attack_of(state, unit, Blow(GRASP, command.arm, command.target))


def _offers(state: State, unit: Unit) -> Iterator[PickOff]:
    if unit.machine:
        foes = (foe for foe in state.units.values() if foe.side != unit.side and foe.sheet.kind == "battle armour")
        yield from (PickOff(foe.id, arm) for foe in foes for arm in ARMS if foe.active)


def _refuses(state: State, unit: Unit, command: PickOff) -> Refusal | None:
    squad = state.units.get(command.target)
    suits = squad is not None and squad.active and squad.side != unit.side and squad.sheet.kind == "battle armour"
    if squad is None or not suits or not state.relief.rules[within_reach](state, unit, squad):
        return Refusal("picking_up_suits.reach", "there are no enemy suits within reach", SUITS)
    arms = [place.code for place in unit.condition.locations if place.code in ARMS and not place.destroyed]
    if command.arm not in arms or gone(unit, "hand actuator", command.arm) or hits_on(unit, "shoulder", command.arm):
        return Refusal("picking_up_suits.hand", f"the {command.arm} has no hand that works", SUITS)
    if unit.condition.prone or unit.blows or GRASPS in unit.marks:
        return Refusal("picking_up_suits.busy", "the arm has done enough this turn", SUITS)
    return busy(state, unit, command.arm)


def _does(scene: Scene, unit: Unit, command: PickOff) -> None:
    scene.tell(BlowDeclared(unit.id, _grasp(scene.state, unit, command).blow))


@rule("picking_up_suits.comes_to", cite=SUITS, implements=("TO-097-pick-up-battle-armor-2",), slot=COMES_TO)
def comes_to(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """Suits that are grasped take half of a punch and are held; whoever they swarmed takes the other half.

    A machine is struck as by a punch, a vehicle where a die says.
    """
    if attack.kind == FLING:
        _come_down(scene, attack, hit)
        return True
    if attack.kind != GRASP:
        return False
    if hit:
        punch = attack_of(scene.state, attack.attacker, Blow("punch", attack.limb, attack.target.id))
        damage = max(0, int(force_of(punch).total))
        carrier = carrier_of(scene.unit(attack.target.id))
        take(scene, weighed(scene, Hit(attack.target.id, "front", damage - damage // 2, GRASP, by=attack)))
        if carrier:
            _strike_the_swarmed(scene, carrier, damage // 2)
        _hold(scene, attack)
    return True


def _strike_the_swarmed(scene: Scene, id: str, damage: int) -> None:
    unit = scene.unit(id)
    if not unit.active or damage <= 0:
        return
    hit = weighed(scene, Hit(id, "front", damage, GRASP))
    if unit.machine:
        hit_machine(scene, hit, place_punch(scene, id, "front"))
        return
    code = scene.rules[WHERE][scene.roll("location.swarm", 1, target=id)]
    take(scene, hit.part(hit.damage, code))


def _hold(scene: Scene, attack: PhysicalAttack) -> None:
    """The squad is in the hand of the machine until the next turn is over."""
    own, squad, last = attack.attacker.id, scene.unit(attack.target.id), scene.state.round + 1
    if not squad.active or not scene.unit(own).active:
        return
    if carrier_of(squad):
        scene.tell(Boarded(squad.id, ""))
    scene.tell(MarkLaid(own, GRASPS, Mark(about=squad.id, kind=attack.limb, until=last, value=scene.state.round)))
    scene.tell(MarkLaid(squad.id, CAUGHT, Mark(about=own, until=last)))


@rule("picking_up_suits.held", cite=SUITS, slot=VETOES, only=lambda saying: CAUGHT in saying.unit.marks)
def held(saying: Saying) -> Refusal | None:
    """Suits in the grip of a machine go nowhere."""
    if CAUGHT not in saying.unit.marks or not isinstance(saying.command, Step | Jump | Leave):
        return None
    return Refusal("picking_up_suits.held", f"{saying.unit.sheet.name} is in the grip of a machine", SUITS)


@rule("picking_up_suits.no_fire", cite=SUITS, slot=FORBIDS)
def no_fire(attack: WeaponAttack) -> Refusal | None:
    """Nor do they fire, nor does the arm that holds them."""
    marks = attack.attacker.marks
    if CAUGHT not in marks and (GRASPS not in marks or marks[GRASPS].kind != attack.mount.location):
        return None
    return Refusal("picking_up_suits.no_fire", "a machine holds battle armour", SUITS)


def far(state: State, unit: Unit) -> int:
    """How far a machine throws a squad that it holds: a hex for each ton that it could lift besides."""
    figures = state.relief.rules[FIGURES]
    return max(0, int(unit.sheet.tons / figures["lifts a ton for"]) - figures["tons of a suit"])


def _throw(state: State, unit: Unit, command: Fling) -> PhysicalAttack:
    return attack_of(state, unit, Blow(FLING, unit.marks[GRASPS].kind, command.target))


def _targets(state: State, unit: Unit) -> Iterator[Fling]:
    if GRASPS in unit.marks:
        foes = (foe for foe in state.units.values() if foe.active and foe.side != unit.side)
        yield from (Fling(foe.id) for foe in foes if foe.id != unit.about(GRASPS))


def _cannot_throw(state: State, unit: Unit, command: Fling) -> Refusal | None:
    target = state.units.get(command.target)
    if GRASPS not in unit.marks or unit.marks[GRASPS].value == state.round or unit.blows or unit.condition.prone:
        return Refusal("picking_up_suits.nobody", "there is nobody in its hand to throw now", SUITS)
    if target is None or target.side == unit.side or not target.active or target.id == unit.about(GRASPS):
        return Refusal("picking_up_suits.target", f"there is no enemy {command.target!r}", SUITS)
    wet = "water" in state.relief.board[target.hex] or target.elevation
    if wet or not 0 < unit.hex.distance(target.hex) <= far(state, unit):
        return Refusal("picking_up_suits.far", f"suits fly {far(state, unit)} hexes, over dry land", SUITS)
    visible = _throw(state, unit, command).sight.visible
    return None if visible else Refusal("picking_up_suits.far", "it does not see the target", SUITS)


def _come_down(scene: Scene, attack: PhysicalAttack, hit: bool) -> None:
    """Suits that are thrown come down where the target is; a hit hurts both by the hexes that they flew."""
    own, target = scene.unit(attack.attacker.id), scene.unit(attack.target.id)
    mark = own.marks.get(GRASPS)
    squad = None if mark is None else scene.unit(mark.about)
    if mark is None or squad is None or not squad.active:
        return
    scene.tell(MarkLifted(own.id, GRASPS, mark))
    scene.tell(MarkLifted(squad.id, CAUGHT, squad.marks.get(CAUGHT, Mark())))
    flown = own.hex.distance(target.hex)
    if hit and target.active:
        side = scene.rules[side_hit](scene.rules, target, own.hex)
        take(scene, weighed(scene, Hit(target.id, side, flown, FLING, by=attack)))
    scene.tell(Moved(squad.id, FLING, target.hex, squad.facing, 0, squad.motion))
    hurt = scene.rules[FIGURES]["a hard landing"] + (flown if hit else 0)
    take(scene, Hit(squad.id, "front", hurt, FLING))


def _promised(state: State, unit: Unit, attack: PhysicalAttack, damage: int) -> Foreseen:
    number = number_of(attack)
    about = {"target": attack.target.id, "kind": attack.kind}
    chance = chance_to_roll(state, "physical.to_hit", int(number.total), unit.id, **about)
    return Foreseen(f"{float(chance):.0%} for {damage} damage", {"to hit": number}, chance, chance * damage)


def _foreseen(state: State, unit: Unit, command: PickOff) -> Foreseen:
    punch = attack_of(state, unit, Blow("punch", command.arm, command.target))
    damage = max(0, int(force_of(punch).total))
    return _promised(state, unit, _grasp(state, unit, command), damage - damage // 2)


def _thrown(state: State, unit: Unit, command: Fling) -> Foreseen:
    return _promised(state, unit, _throw(state, unit, command), unit.hex.distance(state.units[command.target].hex))


def _words(state: State, unit: Unit, command: PickOff, names: Names) -> str:
    return f"pick up {names.get(command.target, command.target)} with the {command.arm}"


VERB = VERBS.amended(
    "picking_up_suits.verbs",
    {
        "picking_up_suits.pick_off": Verb(
            command=PickOff,
            phases=("physical",),
            offers=_offers,
            refuses=_refuses,
            does=_does,
            words=_words,
            title="Pick up battle armour",
            preview=_foreseen,
        ),
        "picking_up_suits.fling": Verb(
            command=Fling,
            phases=("physical",),
            offers=_targets,
            refuses=_cannot_throw,
            does=lambda scene, unit, command: scene.tell(
                BlowDeclared(unit.id, _throw(scene.state, unit, command).blow)
            ),
            words=lambda state, unit, command, names: f"throw them at {names.get(command.target, command.target)}",
            title="Throw battle armour",
            preview=_thrown,
        ),
    },
    cite=SUITS,
)

LAYER = Layer(
    "picking_up_suits",
    title="Picking up and throwing battle armour",
    group="Close combat",
    cite=SUITS,
    needs=("classic",),
    add=(within_reach, comes_to, held, no_fire, FIGURES, WHERE),
    change=(VERB, KINDS.amended("picking_up_suits.kinds", {GRASP: 0, FLING: 0}, cite=SUITS)),
)
