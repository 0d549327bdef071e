"""Standing orders: said in the weapon attack phase, carried out in the End Phase."""

from typing import Any

import pytest

from machines import KNIGHT
from overheat.classic.attack.to_hit import refusal
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.vehicle import hit_vehicle
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Choose, Done, DumpAmmunition, PowerDown, StartUp, SwitchLater
from overheat.classic.facts.events import Exploded, PhaseBegan, PowerChanged, ShotsSpent
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.game import Classic
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.orders import POWERED_DOWN, about_to_dump, bin_mark, dumping
from overheat.classic.rules.standard.switches import shines, stealthy
from overheat.classic.turn.round import legal
from overheat.classic.turn.taking import acts
from overheat.kernel.dice import Scripted
from overheat.kernel.events import Event
from overheat.kernel.refusal import Refusal
from skirmish import known, mount, on_turn, refused, relief, replace, say, scene, told, unit

FAR = "0 " * 29 + "0"
INITIATIVE = ((1, 1), (6, 6))


def shooting(red: Unit, **facts: Any) -> State:
    """Red has its turn in the weapon attack phase; blue is far off."""
    return on_turn(red, unit(id="blue", hex="0130", facing=0), phase="weapons", board=FAR, **facts)


def ended(state: State, *dice: tuple[int, int]) -> tuple[State, list[Event]]:
    """Everybody is done in this phase and in the next one, if there is a turn in it."""
    state, events = say(state, Scripted(), Done())
    for turn in (Choose("red"), Done(), Choose("blue"), Done()):
        mover = Classic().to_act(state)
        answer = Classic().apply(state, mover or "", turn, Scripted(*dice) if state.acting == "blue" else Scripted())
        assert not isinstance(answer, Refusal), answer
        state, more = answer
        events += more
    return state, events


@pytest.mark.proves("orders.power_down")
def test_a_machine_that_is_powered_down_shuts_down_in_the_end_phase_and_not_before() -> None:
    state, _ = say(shooting(unit()), Scripted(), PowerDown())
    assert not state.units["red"].condition.shut_down
    state, events = ended(state, *INITIATIVE)
    assert told(events, PowerChanged) == [PowerChanged("red", shut_down=True)]
    assert state.units["red"].condition.shut_down
    assert state.round == 2
    assert not acts(state, state.units["red"])


@pytest.mark.proves("orders.power_down")
@pytest.mark.parametrize("before", [unit(shut_down=True), unit(marks={"about_to_power_down": Mark()})])
def test_only_what_runs_is_powered_down_and_it_is_ordered_once(before: Unit) -> None:
    assert refused(shooting(before), PowerDown()) == "orders.power_down"


def down(**condition: Any) -> Unit:
    return unit(shut_down=True, marks={POWERED_DOWN: Mark()}, **condition)


def test_what_its_pilot_has_powered_down_does_not_start_by_itself() -> None:
    state = on_turn(unit(id="blue", hex="0130"), down(heat=0), phase="physical", board=FAR)
    state, events = say(state, Scripted(), Done())
    assert told(events, PowerChanged) == []
    assert state.units["red"].condition.shut_down


@pytest.mark.proves("orders.start_up")
def test_the_end_phase_asks_the_pilot_of_a_machine_powered_down_whether_to_start_it() -> None:
    state = on_turn(unit(id="blue", hex="0130"), down(), phase="physical", board=FAR)
    state, events = say(state, Scripted(), Done())
    assert told(events, PhaseBegan) == [PhaseBegan("end", ("red",))]
    answer = Classic().apply(state, "red", Choose("red"), Scripted())
    assert not isinstance(answer, Refusal)
    assert list(legal(answer[0], answer[0].units["red"])) == [Done(), StartUp()]
    state, events = say(answer[0], Scripted(), StartUp())
    assert told(events, PowerChanged) == [PowerChanged("red", shut_down=False)]
    assert list(legal(state, state.units["red"])) == [Done()]
    state, _ = say(state, Scripted(*INITIATIVE), Done())
    assert acts(state, state.units["red"])


def test_a_hot_machine_is_started_up_by_a_roll_and_one_that_is_too_hot_not_at_all() -> None:
    warm = on_turn(down(heat=14), unit(id="blue", hex="0130"), phase="end", board=FAR)
    assert say(warm, Scripted((1, 3)), StartUp())[0].units["red"].condition.shut_down is False
    failed, _ = say(warm, Scripted((1, 2)), StartUp())
    assert failed.units["red"].condition.shut_down
    assert POWERED_DOWN not in failed.units["red"].marks
    hot = on_turn(down(heat=30), unit(id="blue", hex="0130"), phase="end", board=FAR)
    assert refused(hot, StartUp()) == "orders.start_up"


@pytest.mark.proves("orders.start_up")
def test_what_heat_has_shut_down_is_not_started_by_its_pilot() -> None:
    state = on_turn(unit(shut_down=True), unit(id="blue", hex="0130"), phase="end", board=FAR)
    assert refused(state, StartUp()) == "orders.start_up"


@pytest.mark.proves("orders.dump")
def test_ammunition_is_dumped_in_the_round_after_it_was_ordered_and_gone_at_its_end() -> None:
    red = unit()
    shells = mount(red, "IS Ammo AC/10")
    state, _ = say(shooting(red), Scripted(), DumpAmmunition(shells))
    assert about_to_dump(shells) in state.units["red"].marks
    assert refused(state, DumpAmmunition(shells)) == "orders.dump"
    state, events = ended(state, *INITIATIVE)
    assert told(events, ShotsSpent) == []
    assert list(state.units["red"].marks) == [dumping(shells)]
    state, events = ended(shooting(state.units["red"]), *INITIATIVE)
    assert told(events, ShotsSpent) == [ShotsSpent("red", shells, 0)]
    assert state.units["red"].marks == {}


@pytest.mark.proves("orders.dump")
def test_only_a_bin_with_something_in_it_is_dumped() -> None:
    red = unit()
    shells = mount(red, "IS Ammo AC/10")
    spent = tuple(0 if at == shells else left for at, left in enumerate(red.condition.shots))
    empty = replace(red, condition=replace(red.condition, shots=spent))
    assert refused(shooting(empty), DumpAmmunition(shells)) == "orders.dump"
    assert refused(shooting(red), DumpAmmunition(mount(red, "Medium Laser"))) == "orders.dump"
    assert refused(shooting(red), DumpAmmunition(99)) == "orders.dump"


def under_way() -> tuple[Unit, int]:
    """A machine that is dumping its shells, and their bin."""
    red = unit()
    shells = mount(red, "IS Ammo AC/10")
    return replace(red, marks={dumping(shells): Mark()}), shells


@pytest.mark.proves("fire.ammunition")
def test_nothing_is_fired_that_is_being_dumped() -> None:
    red, shells = under_way()
    shot = WeaponAttack(relief("0 0 0"), red, unit(id="blue", hex="0103", facing=0), mount(red, "AC/10"), feed=shells)
    no = refusal(shot)
    assert no is not None
    assert (no.id, "being dumped" in no.reason) == ("fire.ammunition", True)


@pytest.mark.proves("orders.dumping_explodes")
@pytest.mark.parametrize(("side", "location", "goes_up"), [("rear", "LT", True), ("front", "LT", False)])
def test_a_hit_on_the_rear_of_the_torso_sets_off_what_is_being_dumped(side: str, location: str, goes_up: bool) -> None:
    red, shells = under_way()
    under_fire = scene(Scripted(*((1, 1),) * 9), red)
    take(under_fire, Hit("red", side, 1, "laser", location=location))  # type: ignore[arg-type]
    assert bool(told(under_fire.events, Exploded)) is goes_up
    assert (under_fire.unit("red").condition.shots[shells] == 0) is goes_up


@pytest.mark.proves("orders.switch", "TO-057-searchlights-5")
def test_a_searchlight_is_switched_in_the_end_phase_if_that_was_ordered() -> None:
    night = Weather(light="moonless")
    state, _ = say(shooting(unit(), weather=night), Scripted(), SwitchLater("searchlight", True))
    assert not shines(state.units["red"])
    assert refused(state, SwitchLater("searchlight", True)) == "orders.switch"
    state, _ = ended(state, *INITIATIVE)
    assert shines(state.units["red"])


def test_a_stealth_system_is_switched_in_the_end_phase_if_there_is_one() -> None:
    assert refused(shooting(unit()), SwitchLater("stealth", True)) == "switches.stealth"
    state, _ = say(shooting(unit(KNIGHT)), Scripted(), SwitchLater("stealth", True))
    state, _ = ended(state, *INITIATIVE)
    assert stealthy(state.units["red"])


@pytest.mark.proves("orders.dump", "orders.dumping_explodes")
def test_a_vehicle_dumps_ammunition_and_is_set_off_from_behind() -> None:
    tank = unit(known("Vedette Medium Tank"))
    bin_at = next(at for at, item in enumerate(tank.sheet.mounts) if item.ammunition is not None)
    assert DumpAmmunition(bin_at) in set(legal(on_turn(tank, phase="weapons"), tank, "weapons"))
    dumped = replace(tank, marks={dumping(bin_at): bin_mark(tank, bin_at)})
    around = scene(Scripted(), dumped)
    hit_vehicle(around, Hit("red", "rear", 1, "fire"), "RR")
    assert told(around.events, Exploded)
    ahead = scene(Scripted(), dumped)
    hit_vehicle(ahead, Hit("red", "front", 1, "fire"), "FR")
    assert not told(ahead.events, Exploded)
