"""Marks on units, effects on hexes, things on the map: they end in time, and only its owner sees what is hidden."""

import msgspec
import pytest

from overheat.classic.attack.blows import attack_of as blow_of
from overheat.classic.attack.blows import number_of
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.advance import advance
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import Engagement
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import (
    CheckMade,
    CriticalHit,
    EffectLaid,
    EffectLifted,
    MarkLaid,
    MarkLifted,
    PhaseBegan,
    RoundBegan,
    Struck,
    ThingGone,
    ThingPlaced,
)
from overheat.classic.facts.lasting import Mark, Thing
from overheat.classic.facts.state import Blow, Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import Luck, Placement, luck
from overheat.classic.rules.standard.piloting import battered
from overheat.classic.rules.standard.to_hit import EVERY_ATTACK
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.ending import begin_round
from overheat.classic.turn.round import carry_out
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event, fold
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from skirmish import mount, moved, on_turn, replace, state, told, unit

HERE = Book("House rules")("Traps")
THERE = Hex(1, 2)
TRAP = Thing("trap-1", "trap", THERE, owner="blue", hidden=True)


def after(*events: Event, before: State | None = None) -> State:
    return fold(before or state(unit(), unit(id="blue", hex="0103", facing=0)), events, advance)


def test_a_mark_holds_until_it_is_lifted() -> None:
    held = after(MarkLaid("red", "spotted"), RoundBegan(2), PhaseBegan("movement"))
    assert held.units["red"].marks == {"spotted": Mark()}
    assert after(MarkLifted("red", "spotted"), before=held).units["red"].marks == {}


def test_a_mark_ends_with_its_phase_or_after_its_last_round() -> None:
    held = after(MarkLaid("red", "brief", Mark(this_phase=True)), MarkLaid("red", "long", Mark(until=3)))
    assert set(after(PhaseBegan("weapons"), before=held).units["red"].marks) == {"long"}
    third = after(RoundBegan(2), RoundBegan(3), before=held)
    assert set(third.units["red"].marks) == {"long"}
    assert third.units["blue"].marks == {}
    assert after(RoundBegan(4), before=third).units["red"].marks == {}


def test_effects_on_hexes_end_as_marks_do() -> None:
    held = after(EffectLaid(THERE, "screen", Mark(until=2)), EffectLaid(THERE, "flare", Mark(this_phase=True)))
    assert held.effect(THERE, "screen") == Mark(until=2)
    assert held.effect(Hex(1, 1), "screen") is None
    second = after(PhaseBegan("weapons"), RoundBegan(2), before=held)
    assert second.effects == {THERE: {"screen": Mark(until=2)}}
    assert after(RoundBegan(3), before=second).effects == {}
    assert after(EffectLifted(THERE, "screen"), before=second).effects == {}


def test_things_lie_where_they_were_placed_until_their_time_is_up() -> None:
    brief = msgspec.structs.replace(TRAP, id="trap-2", until=2)
    held = after(ThingPlaced(TRAP), ThingPlaced(brief), RoundBegan(2))
    assert set(held.things) == {"trap-1", "trap-2"}
    scene = Scene(held, Scripted((6, 6), (1, 1)))
    begin_round(scene)
    assert told(scene.events, ThingGone) == [ThingGone(brief)]
    assert set(scene.state.things) == {"trap-1"}
    assert set(after(ThingGone(TRAP), before=held).things) == {"trap-2"}


def test_who_may_not_know_of_a_thing_sees_the_same_with_and_without_it() -> None:
    game = Classic()
    without, with_it = after(), after(ThingPlaced(TRAP))
    assert game.view(without, "red") == game.view(with_it, "red")
    assert game.view(without, "") == game.view(with_it, "")
    assert [thing["id"] for thing in game.view(with_it, "blue")["things"]] == ["trap-1"]
    assert game.redact(without, ThingPlaced(TRAP), "red") is None
    assert game.redact(without, ThingPlaced(TRAP), "blue") == ThingPlaced(TRAP)
    shown = ThingPlaced(msgspec.structs.replace(TRAP, hidden=False))
    assert game.redact(without, shown, "red") == shown


@rule("traps.sprung", cite=HERE, slot=HAZARDS)
def sprung(arrival: Arrival) -> Hazard | None:
    """A trap strikes the legs of whoever steps into it on 7 or more, and is spent."""
    here = (thing for thing in arrival.state.things.values() if thing.hex == arrival.unit.hex)
    return next((Hazard("trap", (5,), needs=7, low=True, thing=thing, spent=True) for thing in here), None)


TRAPS = Layer("traps", HERE, needs=("classic",), add=(sprung,))


@pytest.mark.parametrize(("roll", "struck"), [((3, 4), ["RL"]), ((3, 3), [])])
def test_who_enters_a_hex_meets_what_lies_there(roll: tuple[int, int], struck: list[str]) -> None:
    before = on_turn(unit(motion=moved("walk")), unit(id="blue", hex="0103", facing=0), board="0 0 0 0")
    before = replace(before, relief=Relief(before.relief.board, compose(CLASSIC, TRAPS)), things={"trap-1": TRAP})
    before = replace(before, units={**before.units, "blue": replace(before.units["blue"], hex=Hex(1, 4))})
    dice = Scripted(roll, (1,)) if struck else Scripted(roll)
    scene = Scene(before, dice)
    assert carry_out(scene, scene.unit("red"), Step("forward")) is None
    assert [hit.location for hit in told(scene.events, Struck)] == struck
    assert bool(scene.state.things) is not bool(struck)
    shown = [event.thing.hidden for event in told(scene.events, ThingPlaced)]
    assert shown == [False] * len(struck)


@rule("screens.thick", cite=HERE, slot=EVERY_ATTACK)
def thick(attack: Engagement) -> Term | None:
    """Attacks into a screened hex are harder by 2."""
    screened = "screen" in attack.effects.get(attack.target.hex, {})
    return Term("screens.thick", 2, "screen", HERE) if screened else None


SCREENS = Layer("screens", HERE, needs=("classic",), add=(thick,))


def test_shots_and_blows_know_the_effects_on_hexes() -> None:
    red, blue = unit(), unit(id="blue", hex="0102", facing=0)
    before = on_turn(red, blue, phase="weapons")
    before = replace(before, relief=Relief(before.relief.board, compose(CLASSIC, SCREENS)))
    for events, added in (((), 0), ((EffectLaid(Hex(1, 2), "screen", Mark(this_phase=True)),), 2)):
        state = after(*events, before=before)
        shot = attack_of(state, state.units["red"], Shot(mount(red, "Medium Laser"), "blue"))
        kick = blow_of(state, state.units["red"], Blow("kick", "RL", "blue"))
        assert sum(term.value for term in target_number(shot) if term.id == "screens.thick") == added
        assert sum(term.value for term in number_of(kick) if term.id == "screens.thick") == added


@rule("locations.twos", cite=HERE)
def twos(placement: Placement) -> Luck:
    """Every 2 rolls again and is a critical hit that needs no roll."""
    return Luck(certain=1, again=True) if placement.roll == 2 else Luck()


TWOS = Layer("twos", HERE, needs=("classic",), change=(luck.replaced_by(twos),))


def test_certain_critical_hits_add_up_over_rolls_for_a_location() -> None:
    before = on_turn(unit(), unit(id="blue", hex="0103", facing=0))
    before = replace(before, relief=Relief(before.relief.board, compose(CLASSIC, TWOS)))
    scene = Scene(before, Scripted((1, 1), (1, 1), (3, 4), (1,), (1,), (1,), (2,)))
    take(scene, Hit("red", "front", 1, "test"))
    assert [hit.location for hit in told(scene.events, CriticalHit)] == ["CT", "CT"]


@rule("piloting.brittle", cite=HERE)
def brittle(rules: Ruleset, unit: Unit, taken: int) -> Term | None:
    return Term("piloting.brittle", 0, "shaken", HERE) if taken >= 5 else None


def test_how_much_damage_shakes_a_machine_is_a_rule() -> None:
    fragile = Layer("fragile", HERE, needs=("classic",), change=(battered.replaced_by(brittle),))
    before = on_turn(unit(), unit(id="blue", hex="0103", facing=0))
    for layers, shaken in (((CLASSIC,), 0), ((CLASSIC, fragile), 1)):
        scene = Scene(replace(before, relief=Relief(before.relief.board, compose(*layers))), Scripted((6, 6)))
        scene.tell(Struck("red", "CT", False, 5, "test"))
        settle_falls(scene)
        assert len(told(scene.events, CheckMade)) == shaken
