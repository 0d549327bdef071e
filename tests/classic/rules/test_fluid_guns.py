"""Fluid guns: whom they are for, and that they put fires out."""

from __future__ import annotations

import pytest

from machines import HUNTER
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import Felled, GroundChanged
from overheat.classic.facts.state import State, Unit
from overheat.kernel.dice import Scripted
from skirmish import NORTH, armed, forbidden, mount, on_turn, replace, say, shot, told, unit
from soldiers import platoon

TWO, FOUR, TWELVE = (1, 1), (2, 2), (6, 6)
GUN, WATER = "Fluid Gun", "Fluid Gun Ammo"


def gunner() -> Unit:
    return unit(armed(HUNTER, f"{GUN}@LA", f"{WATER}@LA"))


def battle(*others: Unit, board: str = "0 0 0f 0") -> State:
    return on_turn(gunner(), *(others or (unit(id="blue", hex="0104", facing=NORTH),)), board=board, phase="weapons")


@pytest.mark.proves("fluid_guns.hexes", "fluid_guns.lands", "fluid_guns.puts_out")
def test_a_jet_puts_a_fire_out_on_four() -> None:
    for roll, out in ((FOUR, True), (TWO, False)):
        before = battle()
        red = before.units["red"]
        fire = Fire(mount(red, GUN), "hex 0103", len(red.sheet.mounts) - 1)
        with Scripted(TWELVE, roll) as dice:
            after, events = say(before, dice, Aim("0103"), fire, Done())
        assert bool(told(events, GroundChanged)) == out
        assert ("fire" in after.relief.board[after.relief.board.parse_hex("0103")]) != out


@pytest.mark.proves("fluid_guns.target", "salvos.damage")
def test_water_is_for_soldiers_on_foot_and_a_point_to_them() -> None:
    red = gunner()
    feed = len(red.sheet.mounts) - 1
    assert forbidden(shot(GUN, "0 0", red, feed=feed)) == "fluid_guns.target"
    state = battle(replace(platoon(id="blue"), hex=unit(hex="0102").hex), board="0 0 0 0")
    with Scripted(TWELVE) as dice:
        _, events = say(state, dice, Fire(mount(red, GUN), "blue", feed), Done())
    assert [felled.left for felled in told(events, Felled)] == [platoon().condition.troopers - 2]
