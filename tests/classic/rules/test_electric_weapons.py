"""Tasers and pulse cannons: what they do to what they hit, for how long, and to who fires them."""

from __future__ import annotations

import pytest

from machines import HUNTER
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import PowerChanged, ShockRolled
from overheat.classic.facts.lasting import each
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.electric import DISTURBED, KNOCKED_OUT, PULSED, RECHARGING, TASERS
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.heat import settle
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Term
from overheat.lab.players.classic_volleys import best_volley
from skirmish import NORTH, armed, forbidden, known, maimed, marked, mount, on_turn, replace, shot, term, told, unit
from soldiers import platoon, squad

SEVEN, EIGHT, NINE, TEN, ELEVEN, TWELVE = (3, 4), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)
PULSE = "TSEMP Cannon"
TANK = "Vedette Medium Tank"


def struck(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    with Scripted(TWELVE, *dice) as scripted:
        units = {"red": attack.attacker, "blue": attack.target}
        around = Scene(State(relief=attack.relief, units=units, round=3), scripted)
        resolve(around, attack)
    return around


def outcome(around: Scene) -> tuple[bool, int]:
    """Whether the target is shut down, and how much it is disturbed by."""
    blue = around.unit("blue")
    held = blue.marks.get(DISTURBED)
    return blue.condition.shut_down, 0 if held is None else held.value


@pytest.mark.proves("electric.strikes", "electric.shocks", "electric.feels")
@pytest.mark.parametrize(
    ("target", "roll", "found"),
    [
        (unit(id="blue", facing=NORTH), SEVEN, (False, 2)),
        (unit(id="blue", facing=NORTH), NINE, (True, 0)),
        (unit(known(TANK), id="blue"), NINE, (True, 0)),
    ],
)
def test_a_pulse_disturbs_or_shuts_down(target: Unit, roll: tuple[int, int], found: tuple[bool, int]) -> None:
    assert outcome(struck(shot(PULSE, "0 0 0", None, target), roll)) == found


@pytest.mark.proves("electric.roll")
def test_weight_and_earlier_pulses_count() -> None:
    """An Atlas weighs a hundred tons; a second pulse in a turn is a point more."""
    heavy = struck(shot(PULSE, "0 0 0", None, unit(known("Atlas AS7-D"), id="blue")), TEN)
    assert outcome(heavy) == (False, 2)
    twice = replace(unit(id="blue"), marks=marked(PULSED, value=1, this_round=True))
    again = struck(shot(PULSE, "0 0 0", None, twice), EIGHT)
    assert outcome(again) == (True, 0)
    assert [part.value for part in told(again.events, ShockRolled)[0].rolled] == [8, 1]
    assert again.unit("blue").marks[PULSED].value == 2


def test_soldiers_on_foot_feel_nothing_and_a_squad_loses_a_trooper() -> None:
    assert not told(struck(shot(PULSE, "0 0 0", None, platoon(id="blue"))).events, ShockRolled)
    suits = struck(shot(PULSE, "0 0 0", None, squad(id="blue")), EIGHT, 1)
    assert suits.unit("blue").condition.troopers == squad().condition.troopers - 1


@pytest.mark.proves("electric.fired", "electric.feedback", "electric.recharging")
def test_a_pulse_cannon_disturbs_who_fires_it_and_recharges() -> None:
    attack = shot(PULSE, "0 0 0")
    after = struck(attack, SEVEN).unit("red")
    assert after.marks[DISTURBED].value == 2
    assert after.marks[each(RECHARGING, attack.index)].until == 4
    assert forbidden(shot(PULSE, "0 0 0", after)) == "electric.recharging"
    repeating = shot("TSEMP Repeating Cannon", "0 0 0")
    assert each(RECHARGING, repeating.index) not in struck(repeating, SEVEN).unit("red").marks


@pytest.mark.proves("electric.strikes", "electric.shocks", "TO-345-taser-tohit", "to_hit.weapon_type")
def test_a_taser_is_harder_to_hit_with_and_stops_a_machine_for_three_turns() -> None:
    attack = shot("BattleMech Taser", "0 0 0", ammunition="IS Taser Ammo")
    assert term(attack, "to_hit.weapon_type") == 1
    around = struck(attack, SEVEN, ELEVEN)
    assert outcome(around) == (True, 0)
    assert around.unit("blue").marks[KNOCKED_OUT].until == 3 + 3
    assert outcome(struck(attack, SEVEN, TEN)) == (False, 2)


@pytest.mark.proves("electric.fired", "electric.feedback")
@pytest.mark.parametrize(("roll", "lost"), [(SEVEN, 0), ((2, 2), 1)])
def test_a_suit_bears_its_own_taser_or_not(roll: tuple[int, int], lost: int) -> None:
    """The feedback is rolled for when the shot is fired, before what it does to its target."""
    attack = shot("BA Taser", "0 0 0", squad(), unit(id="blue", facing=NORTH))
    dice = (roll, *((1,) if lost else ()), SEVEN, SEVEN)
    red = struck(attack, *dice).unit("red")
    assert red.condition.troopers == squad().condition.troopers - lost
    assert (DISTURBED in red.marks) == (not lost)


def test_a_squad_that_is_lost_feels_nothing_of_its_last_shot() -> None:
    """Shots of a phase count whoever falls in it; nobody is left on whom the taser could turn."""
    attack = shot("BA Taser", "0 0 0", squad(), unit(id="blue", facing=NORTH))
    with Scripted(TWELVE, SEVEN, SEVEN) as scripted:
        gone = maimed(attack.attacker, *(place.code for place in attack.attacker.condition.locations))
        units = {"red": replace(gone, fate="destroyed"), "blue": attack.target}
        around = Scene(State(relief=attack.relief, units=units, round=3), scripted)
        resolve(around, attack)
    assert [event.unit for event in told(around.events, ShockRolled)] == ["blue"]


@pytest.mark.proves("electric.strikes")
@pytest.mark.parametrize(("held", "until", "found"), [(2, 4, (2, 6)), (2, 7, (2, 7)), (1, 9, (2, 6)), (3, 4, (3, 4))])
def test_a_weaker_disturbance_does_not_take_the_place_of_a_stronger_one(
    held: int, until: int, found: tuple[int, int]
) -> None:
    target = unit(id="blue", facing=NORTH, marks=marked(DISTURBED, value=held, until=until))
    attack = shot("BattleMech Taser", "0 0 0", None, target, ammunition="IS Taser Ammo")
    mark = struck(attack, SEVEN, TEN).unit("blue").marks[DISTURBED]
    assert (mark.value, mark.until) == found


@pytest.mark.proves("to_hit.disturbed", "piloting.disturbed")
def test_who_is_disturbed_aims_and_moves_worse() -> None:
    shaken = replace(unit(), marks=marked(DISTURBED, value=2, until=9))
    attack = shot("Medium Laser", "0 0 0", shaken)
    assert term(attack, "to_hit.disturbed") == 2
    why = Term("why", 0, "why", TASERS)
    numbers = [piloting_number(Check(attack.rules, each_of, why)).total for each_of in (unit(), shaken)]
    assert numbers[1] - numbers[0] == 2


@pytest.mark.proves("electric.stays_down")
def test_what_is_knocked_out_does_not_start_again_before_its_time() -> None:
    down = unit(id="blue", shut_down=True, marks=marked(KNOCKED_OUT, until=5, about=PULSE))
    attack = shot(PULSE, "0 0 0", None, down)
    held = Scene(State(relief=attack.relief, units={"blue": down}, round=4), Scripted())
    settle(held)
    assert held.unit("blue").condition.shut_down
    freed = Scene(State(relief=attack.relief, units={"blue": replace(down, marks={})}, round=6), Scripted())
    settle(freed)
    assert not freed.unit("blue").condition.shut_down


@pytest.mark.parametrize("of", [TANK, "Atlas AS7-D"])
def test_tanks_and_machines_run_again_after_the_last_turn_for_which_they_were_shut_down(of: str) -> None:
    """Both start in the heat phase of that turn, so that they act in the next one."""
    down = unit(known(of), id="blue", shut_down=True, marks=marked(KNOCKED_OUT, until=5, about=PULSE))
    for now, again in ((4, False), (5, True)):
        attack = shot(PULSE, "0 0 0", None, down)
        around = Scene(State(relief=attack.relief, units={"blue": down}, round=now), Scripted())
        settle(around)
        assert [event.shut_down for event in told(around.events, PowerChanged)] == [False] * again
        assert (KNOCKED_OUT in around.unit("blue").marks) == (not again)


@pytest.mark.proves("electric.worth")
def test_bots_fire_pulses() -> None:
    red = unit(armed(HUNTER, f"{PULSE}@LA"))
    before = on_turn(red, unit(id="blue", hex="0103", facing=NORTH), phase="weapons")
    _, volley = best_volley(before, red, tuple(fires(before, red)))
    assert mount(red, PULSE) in [getattr(command, "mount", None) for command in volley]
