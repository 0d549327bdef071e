"""Small joints of hits and steps: where a hit goes, what explodes, what stops a blow, what a hex costs and asks."""

from collections.abc import Sequence
from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.attack.blows import attack_of, number_of, resolve
from overheat.classic.attack.decisions import COMES_TO, PARRIES
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import stand_or_fall
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import CONTAINS, Explosion, explode, hit_slot
from overheat.classic.damage.kinds.vehicle import explode_in_vehicle as explode_in_vehicle
from overheat.classic.damage.places import PLACES, Place
from overheat.classic.facts.commands import Fire, Go, Step, Strike
from overheat.classic.facts.events import ArmourLost, CheckMade, Exploded, Moved, Struck, StructureLost
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Blow, Motion, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.aiming import may_aim, may_not_be_aimed
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.entries import ENTRY_CHECKS
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.movement import COSTS, Entry
from overheat.classic.rules.standard.physical import KINDS, LEVELS, LIMBS, WAYS, PhysicalAttack
from overheat.classic.rulesets import LIBRARY
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.reach import reach
from overheat.classic.turn.round import legal
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from skirmish import broken, field, known, mount, on_turn, replace, scene, told, unit

HERE = Book("House rules")("Odds and ends")


def under(state: State, *entries: Any, change: Sequence[Any] = (), drop: Sequence[Any] = ()) -> State:
    """A battle under a layer with some rules."""
    layer = Layer("odds_and_ends", HERE, needs=("classic",), add=entries, change=tuple(change), drop=tuple(drop))
    rules = compose(LIBRARY.base, layer)
    return replace(state, relief=Relief(state.relief.board, rules).under(state.effects))


@rule("odds.at_the_turret", cite=HERE, slot=PLACES)
def high(scene: Scene, hit: Hit) -> Place | None:
    """What comes from a catapult lands high."""
    place = "LA" if scene.unit(hit.unit).machine else "TU"
    return Place(place) if hit.what == "catapult" and scene.roll("odds.high", 1) > 3 else None


@pytest.mark.parametrize(("name", "place"), [("Locust LCT-1V", "LA"), ("Vedette Medium Tank", "TU")])
def test_a_rule_of_a_layer_places_a_hit_with_dice_of_its_own_or_leaves_it_to_the_usual_ones(
    name: str, place: str
) -> None:
    blue = unit(known(name), id="blue")
    for what, dice, expected in (("catapult", (4,), place), ("catapult", (3, (3, 4)), ""), ("stone", ((3, 4),), "")):
        around = Scene(under(scene(Scripted(), blue).state, high), Scripted(*dice))
        take(around, Hit("blue", "front", 1, what))
        assert (told(around.events, Struck)[0].location == place) == bool(expected)


def test_a_layer_lets_everybody_aim() -> None:
    @rule("odds.all_aim", cite=HERE)
    def all_aim(rules: Ruleset, attacker: Unit, target: Unit) -> bool:
        """Everybody may aim."""
        return True

    red, blue = unit(HUNTER), unit(id="blue", hex="0103")
    plain = on_turn(red, blue, phase="weapons")
    state = under(plain, change=(may_aim.replaced_by(all_aim),), drop=(may_not_be_aimed,))
    aimed = [said for said in legal(state, red) if isinstance(said, Fire) and said.aimed]
    assert {said.aimed for said in aimed} >= {"LA", "CT"}
    assert not [said for said in legal(plain, red) if isinstance(said, Fire) and said.aimed]


def test_gear_that_a_layer_says_explodes_does_when_it_is_hit() -> None:
    @rule("odds.hot_sinks", cite=HERE)
    def hot_sinks(hit: MountHit) -> int:
        """A heat sink of a hot machine bursts."""
        hot = "heat_sink" in hit.item.flags and hit.unit.condition.heat > 10
        return 2 if hot else hit.rules.below(hot_sinks)(hit)

    for heat, burst in ((20, 1), (0, 0)):
        red = unit(HUNTER, heat=heat)
        code, slot = red.plan.mount_slots[mount(red, "Heat Sink")][0]
        state = under(scene(Scripted(), red).state, change=(weapon_explosion.wrapped_in(hot_sinks),))
        around = Scene(state, Scripted(*([(1, 2), (6, 6), (6, 6)] if burst else [])))
        hit_slot(around, "red", code, slot)
        assert len(told(around.events, Exploded)) == burst


def test_a_blow_that_is_parried_does_nothing() -> None:
    @rule("odds.parry", cite=HERE, slot=PARRIES)
    def parry(scene: Scene, attack: PhysicalAttack) -> bool:
        """A punch is parried on a 6."""
        return attack.kind == "punch" and scene.roll("odds.parry", 1, who=attack.target.id) == 6

    red, blue = unit(HUNTER), unit(HUNTER, id="blue", hex="0102", facing=0)
    for die, dice in ((6, ()), (1, (3,))):
        around = Scene(under(scene(Scripted(), red, blue, board="0 0").state, parry), Scripted((6, 6), die, *dice))
        attack = attack_of(around.state, red, Blow("punch", "LA", "blue"))
        resolve(around, attack, number_of(attack))
        assert bool(told(around.events, Struck)) == (die == 1)


@rule("odds.wire", cite=HERE, slot=COSTS)
def wire(entry: Entry) -> Term | None:
    """Barbed wire costs who walks two points more."""
    return Term("odds.wire", 2, "barbed wire", HERE) if "wire" in entry.effects else None


@rule("odds.wire_trips", cite=HERE, slot=ENTRY_CHECKS)
def trips(entry: Entry, motion: Motion) -> Term | None:
    """And trips it."""
    return Term("odds.wire_trips", 0, "barbed wire", HERE) if "wire" in entry.effects else None


def wired() -> State:
    state = on_turn(unit(HUNTER), unit(id="blue", hex="0109"), board=field(1, 9))
    return under(replace(state, effects={Hex.parse("0102"): {"wire": Mark()}}), wire, trips)


def walks(state: State) -> dict[Hex, tuple[int, int]]:
    """What it takes to walk straight on to each hex: the points, and the rolls on the way."""
    ways = (place for place in reach(state, state.units["red"]) if place.facing == 3 and place.mode != "jump")
    return {place.hex: (place.spent, place.trips) for place in ways}


def test_an_effect_on_a_hex_makes_it_dearer_to_enter_and_trips_who_does() -> None:
    state = wired()
    assert walks(state)[Hex.parse("0102")] == (3, 1)
    told_of: list[Event] = []
    with Scripted((6, 6)) as dice:
        for command in (Go("walk"), Step("forward")):
            answer = Classic().apply(state, "red", command, dice)
            assert isinstance(answer, tuple)
            state, events = answer
            told_of += events
    assert [part.id for part in told(told_of, Moved)[-1].cost] == ["movement.hex", "odds.wire"]
    assert [check.reason for check in told(told_of, CheckMade)] == ["odds.wire_trips"]


def test_ways_are_not_remembered_where_a_layer_has_a_say_in_their_cost() -> None:
    state = wired()
    assert walks(state)[Hex.parse("0102")] == (3, 1)
    assert walks(replace(state, effects={}))[Hex.parse("0102")] == (1, 0)


@rule("odds.even_rows", cite=HERE, slot=COSTS, steady=())
def even_rows(entry: Entry) -> Term | None:
    """Every second row is dearer."""
    dear = entry.hex is not None and entry.hex.row % 2 == 0
    return Term("odds.even_rows", 1, "an even row", HERE) if dear else None


@rule("odds.southward", cite=HERE, slot=COSTS, steady=())
def southward(entry: Entry) -> Term | None:
    """It is dearer to go south."""
    return Term("odds.southward", 1, "southward", HERE) if entry.direction == 3 else None


def test_steps_are_not_shared_between_alike_hexes_where_a_rule_asks_which_they_are() -> None:
    state = under(on_turn(unit(HUNTER), unit(id="blue", hex="0109"), board=field(1, 9)), even_rows)
    found = walks(state)
    assert [found[Hex.parse(hex)][0] for hex in ("0102", "0103", "0104")] == [2, 3, 5]


def test_steps_are_not_shared_between_directions_where_a_rule_asks_for_that() -> None:
    red = unit(HUNTER, hex="0105")
    state = under(on_turn(red, unit(id="blue", hex="0109"), board=field(1, 9)), southward)
    spent = {(place.hex, place.facing): place.spent for place in reach(state, red) if place.mode != "jump"}
    assert red.facing == 3
    assert spent[Hex.parse("0106"), 3] == 2
    assert spent[Hex.parse("0104"), 0] == 3 + 1


@rule("odds.trips", cite=HERE, slot=WAYS)
def tripping(state: State, unit: Unit) -> tuple[tuple[str, str], ...]:
    """A leg may trip instead of kicking."""
    return tuple(("trip", leg) for leg in ("LL", "RL"))


@rule("odds.tripped", cite=HERE, slot=COMES_TO)
def tripped(scene: Scene, attack: PhysicalAttack, hit: bool) -> bool:
    """Who is tripped falls, unless its pilot is quick; who misses has missed, and nothing else."""
    if attack.kind == "trip" and hit:
        stand_or_fall(scene, attack.target.id, Term("odds.tripped", 1, "tripped", HERE))
    return attack.kind == "trip"


TRIP = (
    KINDS.amended("odds.kinds", {"trip": -1}, cite=HERE),
    LEVELS.amended("odds.levels", {"trip": (0,)}, cite=HERE),
    LIMBS.amended("odds.limbs", {"trip": "leg"}, cite=HERE),
)


def test_a_layer_brings_a_kind_of_blow_with_its_number_its_limb_and_what_it_comes_to() -> None:
    red, blue = unit(HUNTER), unit(HUNTER, id="blue", hex="0102", facing=0)
    plain = on_turn(red, blue, phase="physical", board="0 0")
    state = under(plain, tripping, tripped, change=TRIP)
    trips = [said for said in legal(state, red) if isinstance(said, Strike) and said.kind == "trip"]
    assert [said.limb for said in trips] == ["LL", "RL"]
    for dice, down, felt in (
        (((6, 6), (1, 1), (6, 6), 3, (3, 4)), True, True),
        (((6, 6), (6, 6)), False, True),
        (((1, 1),), False, False),
    ):
        around = Scene(state, Scripted(*dice))
        attack = attack_of(state, red, Blow("trip", "LL", "blue"))
        assert [term.value for term in number_of(attack) if term.id == "physical.kind"] == [-1]
        resolve(around, attack, number_of(attack))
        assert around.unit("blue").condition.prone == down
        assert bool(told(around.events, CheckMade)) == felt
        assert not around.shaken


def test_a_blow_of_a_layer_is_judged_by_its_limb() -> None:
    lame, blue = broken(unit(HUNTER), "hip@LL"), unit(HUNTER, id="blue", hex="0102", facing=0)
    state = under(on_turn(lame, blue, phase="physical", board="0 0"), tripping, tripped, change=TRIP)
    assert not [said for said in legal(state, lame) if isinstance(said, Strike) and said.kind == "trip"]


@rule("odds.blow_out_panels", cite=HERE, slot=CONTAINS)
def blow_out_panels(scene: Scene, explosion: Explosion) -> bool:
    """Panels let an explosion out: one point goes inward, the rest takes the armour with it."""
    place = scene.unit(explosion.unit).condition[explosion.location]
    scene.tell(StructureLost(explosion.unit, explosion.location, int(place.structure), int(place.structure) - 1))
    scene.tell(ArmourLost(explosion.unit, explosion.location, False, int(place.armour), 0))
    return True


@pytest.mark.parametrize("name", ["Hunchback HBK-4G", "Vedette Medium Tank"])
def test_a_layer_sees_to_what_an_explosion_inside_does(name: str) -> None:
    red = unit(known(name))
    code = next(place.code for place in red.condition.locations if place.structure and place.code in ("LT", "FR"))
    state = under(scene(Scripted(), red).state, blow_out_panels)
    around = Scene(state, Scripted(*([(6, 6), (6, 6)] if red.machine else [])))
    (explode if red.machine else explode_in_vehicle)(around, "red", code, "ammunition", 500)
    assert around.unit("red").active
    after = around.unit("red").condition[code]
    assert (after.structure, after.armour) == (red.condition[code].structure - 1, 0)
