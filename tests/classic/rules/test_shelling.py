"""Artillery that units carry: shells in flight, direct fire, homing missiles, artillery cannons."""

from __future__ import annotations

from typing import Any

import pytest

from machines import HUNTER
from overheat.classic.adjudicate import ADJUDICATOR
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.knowing import known
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Bombard, Decide, Done
from overheat.classic.facts.events import (
    Burst,
    HeatSettled,
    PhaseBegan,
    Scattered,
    ShotsSpent,
    Struck,
    ThingPlaced,
    ThingRolled,
)
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.questions import answer_in_words
from overheat.classic.facts.state import State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.artillery import Shelling, number
from overheat.classic.rules.standard.guidance import TAGGED
from overheat.classic.rulesets import standard
from overheat.classic.turn.carried.artillery import VERBS
from overheat.classic.unit.fielding import holders
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.inquiries import question_of
from overheat.kernel.refusal import Refusal
from skirmish import (
    NORTH,
    armed,
    field,
    forbidden,
    marked,
    moved,
    on_turn,
    refused,
    replace,
    say,
    scene,
    shot,
    term,
    told,
    unit,
)

THUMPER, SHELLS = "Thumper@RT", "IS Thumper Ammo@RT"
ARROW, MISSILES = "ISArrowIV@RT", "ISArrowIV Ammo@RT"
LONG = field(3, 40)
SEVEN = (3, 4)
WALLED = "0 9 0 0 0 0 0 0 0 0 0 0"


def gun(weapon: str = THUMPER, shells: str = SHELLS, **others: Any) -> Unit:
    return unit(armed(HUNTER, weapon, shells), gunnery=others.pop("gunnery", 4), **others)


def parts_of(red: Unit) -> tuple[int, int]:
    """The gun and the bin."""
    return len(red.sheet.mounts) - 2, len(red.sheet.mounts) - 1


def blue(hex: str, **others: Any) -> Unit:
    return unit(id="blue", hex=hex, facing=NORTH, **others)


def firing(red: Unit, *others: Unit, board: Any = LONG, phase: str = "targeting") -> State:
    return on_turn(red, *others, board=board, phase=phase)


def bombard(red: Unit, hex: str) -> Bombard:
    at, feed = parts_of(red)
    return Bombard(at, hex, feed)


def played(state: State, dice: Scripted, *commands: Any) -> tuple[State, list[Event]]:
    """What follows when everybody else says nothing, up to the end of the weapons phase."""
    game, events = Classic(), []
    state, first = say(state, dice, *commands)
    events += first
    while state.phase in ("targeting", "movement", "weapons") and state.round == 1:
        side = game.to_act(state)
        assert side is not None
        offered = list(game.legal(state, side))
        command = next((each for each in offered if isinstance(each, Done)), offered[0])
        result = game.apply(state, side, command, dice)
        assert not isinstance(result, Refusal)
        state, more = result
        events += more
    return state, events


@pytest.mark.proves("shelling.may_fire", "shelling.flight", "shelling.flights", "fire.artillery")
def test_artillery_fires_indirectly_beyond_a_map_sheet_or_out_of_sight() -> None:
    red = gun()
    state = firing(red, blue("0330"))
    assert refused(state, bombard(red, "0110")) == "shelling.in_sight"
    after, events = say(state, Scripted(), bombard(red, "0120"))
    (placed,) = told(events, ThingPlaced)
    assert (placed.thing.arrives, placed.thing.hidden) == (2, True)
    assert [event.left for event in told(events, ShotsSpent)] == [red.condition.shots[parts_of(red)[1]] - 1]
    assert not known(after, "blue").things
    assert refused(after, bombard(red, "0121")) == "shelling.may_fire"
    behind = firing(red, blue("0112"), board=WALLED)
    _, events = say(behind, Scripted(), bombard(red, "0112"))
    assert told(events, ThingPlaced)[0].thing.arrives == 1
    assert forbidden(shot("Thumper", attacker=red, feed=parts_of(red)[1])) == "fire.artillery"


@pytest.mark.proves("shelling.gunnery", "shelling.indirect", "shelling.figures")
def test_indirect_fire_needs_the_gunners_skill_and_seven() -> None:
    red = gun(gunnery=3)
    at, feed = parts_of(red)
    state = firing(red, blue("0330"))
    found = number(Shelling(state, red, at, blue("0120").hex, feed))
    assert found is not None
    assert [(part.id, part.value) for part in found.terms] == [("shelling.gunnery", 3), ("shelling.indirect", 7)]
    told_of = VERBS["shelling.fire"].preview
    assert told_of is not None
    assert "10+ 16.7 %, 15 / 5 damage, lands in round 2" in str(told_of(state, red, bombard(red, "0120")))


@pytest.mark.proves("shelling.lands", "shelling.damage", "shelling.falls_off", "TO-182-artillery-scatter-1")
def test_a_shell_lands_after_the_movement_and_hurts_whoever_is_near() -> None:
    red = gun()
    state = firing(red, blue("0112"), board=WALLED)
    dice = Scripted((6, 6), SEVEN, SEVEN, SEVEN)
    _, events = played(state, dice, bombard(red, "0112"))
    phases = [event.phase for event in told(events, PhaseBegan)]
    assert phases[:3] == ["movement", "landing", "weapons"]
    assert [event.damage for event in told(events, Burst)] == [(15, 5)]
    assert [event.damage for event in told(events, Struck)] == [5, 5, 5]


@pytest.mark.proves("TO-182-artillery-scatter-2", "shelling.lands")
def test_a_shell_that_misses_goes_astray_by_what_it_missed_by_and_bursts_there() -> None:
    red = gun()
    dice = Scripted((4, 4), 1)
    _, events = played(firing(red, blue("0112"), board=WALLED), dice, bombard(red, "0112"))
    (rolled,) = told(events, ThingRolled)
    (astray,) = told(events, Scattered)
    assert (rolled.rolled, astray.distance) == (8, 3)
    assert [str(event.hex) for event in told(events, Burst)] == ["0109"]


@pytest.mark.proves("shelling.adjusted", "shelling.sees", "shelling.finds")
def test_fire_that_somebody_sees_is_adjusted_and_a_hex_that_was_hit_is_hit_again() -> None:
    red = gun()
    at, feed = parts_of(red)
    friend = unit(id="friend", side="red", hex="0111")
    state = firing(red, friend, blue("0101"), board=WALLED)
    missed, _ = played(state, Scripted((4, 4), 1), bombard(red, "0112"))
    again = number(Shelling(missed, red, at, blue("0112").hex, feed))
    assert again is not None
    assert {part.id: part.value for part in again.terms}["shelling.adjusted"] == -1
    unseen, _ = played(firing(red, blue("0105"), board=WALLED), Scripted((4, 4), 1), bombard(red, "0112"))
    plain = number(Shelling(unseen, red, at, blue("0112").hex, feed))
    assert plain is not None
    assert "shelling.adjusted" not in {part.id for part in plain.terms}
    hit, _ = played(firing(red, blue("0105"), board=WALLED), Scripted((6, 6)), bombard(red, "0112"))
    assert number(Shelling(hit, red, at, blue("0112").hex, feed)) is None


@pytest.mark.proves("shelling.direct", "shelling.as_other_shots", "TO-185-artillery-direct-fire")
def test_direct_fire_counts_four_and_what_other_shots_count_but_not_the_woods_it_is_aimed_at() -> None:
    red = gun(motion=moved("run", 4))
    at, feed = parts_of(red)
    woods = "0 0 0w1 0 0 0 0 0 0w2 0 0"
    state = firing(red, blue("0111"), board=woods, phase="weapons")
    found = number(Shelling(state, red, at, blue("0109").hex, feed, direct=True))
    assert found is not None
    values = {part.id: part.value for part in found.terms}
    assert values["shelling.direct"] == 4
    assert values["to_hit.attacker_movement"] == 2
    assert found.total == 4 + 4 + 2 + 1
    assert "shelling.indirect" not in values
    assert refused(state, bombard(red, "0105")) == "shelling.range"


@pytest.mark.proves("heat.artillery", "shelling.lands")
def test_direct_fire_lands_with_the_other_weapons_and_makes_heat() -> None:
    red = gun()
    state = firing(red, blue("0110"), board="0 0 0 0 0 0 0 0 0 0", phase="weapons")
    after, events = played(state, Scripted((6, 6), SEVEN, SEVEN, SEVEN), bombard(red, "0110"))
    assert [event.damage for event in told(events, Struck)] == [5, 5, 5]
    after = replace(after, phase="physical", acting="red", acted=frozenset({"blue"}), order=("red",))
    _, events = say(after, Scripted(SEVEN, (4, 4)), Done())
    heat = {event.unit: {part.id: part.value for part in event.built} for event in told(events, HeatSettled)}
    assert heat["red"]["heat.artillery"] == 6


def homing(*targets: Unit, dice: Scripted, answers: tuple[str, ...] = ()) -> list[Event]:
    """A homing missile is aimed at 0112, and some are lit up when it arrives."""
    red = gun(ARROW, "ISArrowIV Homing Ammo@RT")
    state, events = played(firing(red, *targets, board=WALLED), dice, bombard(red, "0112"))
    for answer in answers:
        result = Classic().apply(state, "red", Decide(answer), dice)
        assert not isinstance(result, Refusal)
        state, more = result
        events += more
    return events


@pytest.mark.proves("shelling.guided", "TO-354-arrow-homing-a", "TO-354-arrow-homing-b")
def test_a_homing_missile_strikes_who_is_lit_up_near_where_it_was_aimed_at() -> None:
    lit = blue("0110", marks=marked(TAGGED, this_round=True))
    hit = homing(lit, dice=Scripted((1, 3), SEVEN, (6, 6)))
    assert [event.damage for event in told(hit, Struck)] == [20]
    missed = homing(lit, dice=Scripted((1, 2), SEVEN))
    assert [event.damage for event in told(missed, Struck)] == [5]
    far = blue("0103", marks=marked(TAGGED, this_round=True))
    assert not told(homing(far, dice=Scripted()), Burst)
    assert not told(homing(blue("0110"), dice=Scripted()), Burst)


@pytest.mark.proves("shelling.which")
def test_who_fired_a_homing_missile_picks_whom_it_strikes() -> None:
    red = gun(ARROW, "ISArrowIV Homing Ammo@RT")
    at, feed = parts_of(red)
    lit = marked(TAGGED, this_round=True)
    one, other = blue("0110", marks=lit), unit(id="green", hex="0111", side="blue", facing=NORTH, marks=lit)
    shell = Thing("shell-red", "shell", None, "red", value=feed, to=one.hex, arrives=1, by="red", mount=at)
    state = on_turn(red, one, other, phase="weapons", board=WALLED, things={shell.id: shell})
    asked, _ = say(state, Scripted(), Done())
    assert asked.question is not None
    assert asked.question.options == ("blue", "green")
    assert answer_in_words(asked, "green") == other.sheet.name
    result = Classic().apply(asked, "red", Decide("green"), Scripted((6, 6), SEVEN, (6, 6)))
    assert not isinstance(result, Refusal)
    assert [event.unit for event in told(list(result[1]), Struck)] == ["green"]


def cannon(**facts: Any) -> WeaponAttack:
    red = unit(armed(HUNTER, "Long Tom Cannon@RT"))
    return shot("Long Tom Cannon", attacker=red, ammunition="ISLongTomCannon Ammo", **facts)


@pytest.mark.proves("cannons.bursts")
def test_a_hit_of_an_artillery_cannon_bursts_in_the_hex() -> None:
    attack = cannon(column="0 0 0 0 0 0 0")
    around = scene(Scripted((6, 6), *[SEVEN] * 6), attack.attacker, attack.target, board="0 0 0 0 0 0 0")
    resolve(around, attack)
    assert [event.damage for event in told(around.events, Burst)] == [(20, 10)]
    assert [event.damage for event in told(around.events, Struck)] == [5, 5, 5, 5]


@pytest.mark.proves("cannons.astray")
def test_a_miss_of_an_artillery_cannon_goes_astray_and_bursts() -> None:
    attack = cannon(column="0 0 0 0 0 0 0")
    around = scene(Scripted((1, 1), 1), attack.attacker, attack.target, board="0 0 0 0 0 0 0")
    resolve(around, attack)
    (astray,) = told(around.events, Scattered)
    assert astray.distance == 2


@pytest.mark.proves("TO-285-artillery-cannons-2")
def test_artillery_cannons_gain_nothing_from_targets_that_cannot_move() -> None:
    still = blue("0107", shut_down=True)
    assert term(cannon(column="0 0 0 0 0 0 0", target=still), "to_hit.target_immobile") == 0
    assert term(shot("Medium Laser", column="0 0 0 0 0 0 0", target=still), "to_hit.target_immobile") == -4


@pytest.mark.proves("TO-285-artillery-cannons-1")
def test_artillery_cannons_fire_indirectly_as_long_range_missiles_do() -> None:
    friend = unit(id="friend", side="red", hex="0106")
    assert forbidden(cannon(column="0 9 0 0 0 0 0", spotter=friend)) is None
    assert forbidden(shot("Medium Laser", column="0 9 0 0", spotter=friend)) == "fire.indirect"


@pytest.mark.proves("TO-285-artillery-cannons-4", "TO-285-artillery-cannons-5")
def test_artillery_cannons_take_no_special_ammunition() -> None:
    rules = standard()
    cannons = armed(HUNTER, "Long Tom Cannon@RT", "ISLongTomCannon Ammo@RT")
    fits = {holder.key: holder.fits for holder in holders(rules, cannons)}
    assert fits["RT Long Tom Cannon Ammo"] == ("standard",)
    tube = {holder.key: holder.fits for holder in holders(rules, armed(HUNTER, THUMPER, SHELLS))}
    assert "Cluster (artillery)" in tube["RT Thumper Ammo"]


@pytest.mark.proves("shelling.ordnance")
def test_the_adjudicator_tells_flights_blasts_and_scatter() -> None:
    """EX-182-scatter: four short, four hexes."""

    def ask(**facts: Any) -> Any:
        return ADJUDICATOR.answer(question_of(facts)).as_json()

    assert ask(ask="artillery", distance=17)["flight"] == 0
    assert ask(ask="artillery", distance=18)["flight"] == 1
    assert ask(ask="artillery", ammunition="Long Tom Ammo", off=2)["left"] == 5
    assert ask(ask="artillery", ammunition="Cluster Long Tom Ammo")["damage"] == [20, 10]
    assert ask(ask="artillery", ammunition="Cruise Missile/120 Ammo")["damage"] == [120, 95, 70, 45, 20]
    assert ask(ask="scatter", margin=4, dice=[1])["hexes"] == 4
