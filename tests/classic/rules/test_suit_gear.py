"""What squads in battle armour carry besides weapons: packs to throw off, clamps, boosters; and mountain troops."""

from typing import Any

import pytest

from asking import asked
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.commands import Fire, Go, Step, Strike, ThrowOff
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.aboard import ABOARD
from overheat.classic.rules.standard.assaults import LEG_ATTACK, leg_damage, swarm_damage
from overheat.classic.rules.standard.riding import boards
from overheat.classic.turn.orders import carry_out_orders
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import armed, known, marked, on_turn, refused, replace, say, state, unit
from soldiers import CAVALIERS, ELEMENTALS, RIFLES, platoon, squad


def packed() -> Unit:
    """A squad whose lasers are in packs; on the ground it goes five hexes without them."""
    men = armed(replace(known(CAVALIERS), walk=5), "ba_detachable_weapon_pack@Squad")
    mounts = [replace(each, mounting="detachable weapon pack") if each.weapon else each for each in men.mounts]
    return unit(replace(men, mounts=tuple(mounts)), hex="0101")


def before_the_pack_goes() -> State:
    return on_turn(packed(), unit(id="blue", hex="0101", facing=0), board="0 0", phase="weapons")


@pytest.mark.proves("burdens.laden", "burdens.throw_off")
def test_a_squad_attacks_no_machine_before_it_has_thrown_off_its_packs() -> None:
    before = before_the_pack_goes()
    assert refused(before, Strike("leg attack", "", "blue")) == "burdens.laden"
    assert ThrowOff() in list(legal(before, before.units["red"], "weapons"))
    ordered, _ = say(before, Scripted(), ThrowOff())
    assert refused(ordered, ThrowOff()) == "burdens.throw_off"


@pytest.mark.proves("burdens.gone", "battle_armour.packed", "battle_armour.packs_ground")
def test_without_its_packs_a_squad_is_as_fast_as_it_is_and_has_not_what_was_in_them() -> None:
    before = before_the_pack_goes()
    laden = before.units["red"]
    at = next(at for at, mount in enumerate(laden.sheet.mounts) if mount.weapon)
    assert [allowance(before, laden, mode) for mode in ("walk", "jump")] == [2, 0]
    light = replace(laden, marks=marked("thrown_off"))
    after = replace(before, units={**before.units, "red": light})
    assert [allowance(after, light, mode) for mode in ("walk", "jump")] == [5, 3]
    assert refused(after, Strike(LEG_ATTACK, "", "blue")) is None
    assert refused(after, Fire(at, "blue")) == "burdens.gone"
    assert refused(before, Fire(at, "blue")) is None
    assert refused(after, ThrowOff()) == "burdens.throw_off"


def test_packs_and_launchers_are_thrown_off_in_the_end_phase() -> None:
    armed_squad = armed(known(CAVALIERS), "ba_detachable_weapon_pack@Squad", "is_ba_srm_2_os@Squad")
    mounts = [replace(each, limb="body") if "one_shot" in each.equipment.flags else each for each in armed_squad.mounts]
    laden = unit(replace(armed_squad, mounts=tuple(mounts)))
    before = on_turn(laden, unit(id="blue", hex="0102", facing=0), board="0 0", phase="weapons")
    launcher = next(at for at, mount in enumerate(laden.sheet.mounts) if "one_shot" in mount.equipment.flags)
    assert before.units["red"].condition.shots[launcher] == 1
    with Scripted() as dice:
        after, _ = say(before, dice, ThrowOff())
        around = Scene(after, dice)
        carry_out_orders(around)
    done = around.unit("red")
    assert done.condition.shots[launcher] == 0
    assert [name in done.marks for name in ("thrown_off", "about_to_throw_off")] == [True, False]


def clamped(**others: Any) -> Unit:
    return unit(armed(known(ELEMENTALS), "ba_magnetic_clamp@Squad"), **others)


@pytest.mark.proves("riding.boards", "riding.slowed")
def test_clamps_hold_on_to_any_hull_and_slow_it_down() -> None:
    hunter = unit(id="hunter", side="red", hex="0101")
    around = state(clamped(), hunter, board="0 0 0")
    assert around.relief.rules[boards](around, around.units["red"], hunter) is None
    assert allowance(around, hunter, "walk") == 4
    ridden = state(clamped(marks=marked(ABOARD, about="hunter")), hunter, board="0 0 0")
    assert [allowance(ridden, hunter, mode) for mode in ("walk", "run")] == [3, 5]
    omni = replace(hunter, sheet=replace(hunter.sheet, omni=True))
    assert allowance(replace(ridden, units={**ridden.units, "hunter": omni}), omni, "walk") == 4
    swarmed = state(clamped(side="blue", marks=marked(ABOARD, about="hunter")), hunter, board="0 0 0")
    assert allowance(swarmed, hunter, "walk") == 4


@pytest.mark.proves("assaults.boosted")
def test_boosters_add_two_points_a_trooper_to_attacks_by_hand() -> None:
    boosted = unit(armed(known(ELEMENTALS), "ba_myomer_booster@Squad"))
    assert asked(leg_damage)(boosted) == asked(leg_damage)(squad()) + 2 * 5
    assert asked(swarm_damage)(boosted) == asked(swarm_damage)(squad()) + 2 * 5


@pytest.mark.proves("movement.too_steep")
def test_mountain_troops_climb_three_levels() -> None:
    plain = platoon(replace(known(RIFLES), walk=9))
    climbers = plain.sheet.platoon
    assert climbers is not None
    trained = replace(plain.sheet, platoon=replace(climbers, specialities=("mountain troops",)))
    for sheet, level, no in ((plain.sheet, 3, True), (trained, 3, False), (trained, 4, True)):
        before = on_turn(unit(sheet), unit(id="blue", hex="0103", facing=0), board=f"0 {level} 0")
        before, _ = say(before, Scripted(), Go("walk"))
        assert (refused(before, Step("forward")) == "movement.too_steep") is no
