"""PPC capacitors: charging in place of a shot, what a charge adds, and what it does when it goes up."""

import pytest

from machines import KNIGHT
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.commands import Done, Engage, Fire
from overheat.classic.facts.events import DamageSummed, MountLost, Struck
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.rules.standard.capacitors import CHARGED, DISCHARGED
from overheat.classic.rules.standard.damage import MountHit, weapon_explosion
from overheat.classic.rules.standard.heat import shot_heat
from overheat.classic.turn.preview import damage_of_hit, heat_after
from overheat.kernel.dice import Scripted
from skirmish import NORTH, mount, on_turn, refused, replace, say, shot, told, unit

BOARD = " ".join(["0"] * 6)
TWO, SEVEN, TWELVE = (1, 1), (3, 4), (6, 6)


def battle(*, charged: bool = False) -> tuple[State, int, int]:
    """A knight with a capacitor, and where capacitor and weapon are mounted."""
    red = unit(KNIGHT)
    part, gun = mount(red, "PPC Capacitor"), mount(red, "PPC")
    if charged:
        red = replace(red, marks={each(CHARGED, part): Mark(value=0, about="PPC Capacitor")})
    blue = unit(id="blue", hex="0106", facing=NORTH)
    return on_turn(red, blue, board=BOARD, phase="weapons"), part, gun


def fire(gunner: Unit, *dice: tuple[int, int]) -> Scene:
    attack = shot("PPC", BOARD, gunner)
    with Scripted(*dice) as scripted:
        around = Scene(State(relief=attack.relief, units={"red": attack.attacker, "blue": attack.target}), scripted)
        resolve(around, attack)
    return around


@pytest.mark.proves("capacitors.charging", "gadgets.kinds", "TO-337-ppc-capacitor-1")
def test_charging_takes_the_turn_of_the_weapon() -> None:
    before, part, gun = battle()
    assert Engage(part) in Classic().legal(before, "red")
    assert Fire(gun, "blue") in Classic().legal(before, "red")
    after, _ = say(before, Scripted(), Engage(part))
    assert refused(after, Fire(gun, "blue")) == "capacitors.charging"


@pytest.mark.proves("capacitors.may_charge", "TO-337-ppc-capacitor-1")
def test_who_fires_the_weapon_does_not_charge() -> None:
    before, part, gun = battle()
    after, _ = say(before, Scripted(), Fire(gun, "blue"))
    assert refused(after, Engage(part)) == "capacitors.may_charge"


@pytest.mark.proves("heat.capacitors", "capacitors.figures", "TO-337-ppc-capacitor-1")
def test_charging_and_keeping_a_charge_make_five_heat() -> None:
    before, part, _ = battle()
    assert heat_after(before, before.units["red"])[0].total == 0
    after, _ = say(before, Scripted(), Engage(part))
    assert heat_after(after, after.units["red"])[0].total == 5
    kept, _, gun = battle(charged=True)
    assert heat_after(kept, kept.units["red"])[0].total == 5
    assert heat_after(kept, kept.units["red"], [Fire(gun, "blue")])[0].total == 10 + 5


@pytest.mark.proves("capacitors.damage", "capacitors.figures")
def test_a_charge_adds_five_points_and_the_log_says_so() -> None:
    charged, _, _ = battle(charged=True)
    around = fire(charged.units["red"], TWELVE, SEVEN)
    assert [struck.damage for struck in told(around.events, Struck)] == [15]
    assert [[part.value for part in summed.damage] for summed in told(around.events, DamageSummed)] == [[10, 5]]
    attack = shot("PPC", BOARD, charged.units["red"])
    assert damage_of_hit(charged, attack).mean == 15


@pytest.mark.proves("misfires.discharged", "capacitors.shot_heat")
def test_the_charge_goes_with_the_shot_and_its_heat_is_counted() -> None:
    charged, part, gun = battle(charged=True)
    after = fire(charged.units["red"], TWELVE, SEVEN).unit("red")
    assert each(CHARGED, part) not in after.marks
    assert each(DISCHARGED, part) in after.marks
    rules = charged.relief.rules
    assert shot_heat(rules, after, Shot(gun, "blue")) == 15


@pytest.mark.proves("misfires.discharged")
def test_a_charged_weapon_breaks_on_a_two() -> None:
    charged, _, gun = battle(charged=True)
    assert told(fire(charged.units["red"], TWO).events, MountLost) == [MountLost("red", gun, "PPC")]


@pytest.mark.proves("capacitors.explosion", "capacitors.figures", "damage.weapon_explosion")
def test_a_charge_explodes_with_fifteen_points_when_it_or_its_weapon_is_hit() -> None:
    for charged, power in ((True, 15), (False, 0)):
        state, part, gun = battle(charged=charged)
        rules, red = state.relief.rules, state.units["red"]
        assert [rules[weapon_explosion](MountHit(rules, red, at)) for at in (part, gun)] == [power, power]


@pytest.mark.proves("capacitors.explosion", "capacitors.may_charge")
def test_a_charge_goes_up_once_and_is_lost_with_its_capacitor_or_weapon() -> None:
    """What is left of the pair neither explodes again nor makes heat any more, and is not charged again."""
    state, part, gun = battle(charged=True)
    rules, red = state.relief.rules, state.units["red"]
    for lost, other in ((part, gun), (gun, part)):
        broken = replace(red, condition=replace(red.condition, lost=frozenset({lost})))
        assert rules[weapon_explosion](MountHit(rules, broken, lost)) == 15
        both = replace(broken, condition=replace(red.condition, lost=frozenset({lost, other})))
        assert rules[weapon_explosion](MountHit(rules, both, other)) == 0
        assert heat_after(state.with_unit(broken), broken)[0].total == 0
        assert Engage(part) not in Classic().legal(state.with_unit(replace(broken, marks={})), "red")


def test_it_can_be_played_through_and_the_next_turn_hits_harder() -> None:
    before, part, gun = battle()
    charging, _ = say(before, Scripted(), Engage(part))
    later = replace(
        charging,
        round=2,
        units={
            **charging.units,
            "red": replace(
                charging.units["red"],
                marks={name: mark for name, mark in charging.units["red"].marks.items() if not mark.this_round},
            ),
        },
    )
    with Scripted(TWELVE, SEVEN) as dice:
        _, events = say(later, dice, Fire(gun, "blue"), Done())
    assert [struck.damage for struck in told(events, Struck)] == [15]
