"""Ammunition for hexes: mines and smoke of missiles, mortar shells that burst in the air; and those for soldiers."""

from __future__ import annotations

import pytest

from launchers import gunner, missiles
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.damage.hazards import meet_hazards
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import EffectLaid, Felled, Scattered, Struck, ThingPlaced
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.standard.hex_rounds import SMOKY, density, smoke_of
from overheat.classic.rulesets import standard
from overheat.classic.sight.trace import sight
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.dice import Scripted
from skirmish import NORTH, field, moved, on_turn, replace, say, shot, term, told, unit
from soldiers import platoon

TWO, SEVEN, TWELVE = (1, 1), (3, 4), (6, 6)
BOARD = field(5, 9)


def battle(red: Unit, *others: Unit) -> State:
    return on_turn(red, *(others or (unit(id="blue", hex="0109", facing=NORTH),)), board=BOARD, phase="weapons")


def at_hex(state: State, *dice: int | tuple[int, ...], hex: str = "0308") -> tuple[State, list[object]]:
    """Red aims at a hex, fires what it was given last at it, and is done."""
    red = state.units["red"]
    feed = len(red.sheet.mounts) - 1
    with Scripted(*dice) as scripted:
        after, events = say(state, scripted, Aim(hex), Fire(feed - 1, f"hex {hex}", feed), Done())
    return after, list(events)


@pytest.mark.proves("hex_rounds.mines", "hex_rounds.hexes", "hex_rounds.kinds", "hex_rounds.density", "loads.munitions")
def test_thunder_missiles_lay_a_minefield_as_dense_as_the_volley() -> None:
    after, events = at_hex(battle(missiles("Thunder")), TWELVE)
    (placed,) = [event for event in events if isinstance(event, ThingPlaced)]
    assert (placed.thing.kind, placed.thing.hex, placed.thing.value) == ("minefield", Hex(3, 8), 10)
    assert not placed.thing.hidden
    assert after.things


@pytest.mark.proves("minefields.met", "minefields.figures", "TO-208-minefield-groupings")
def test_it_goes_off_under_who_enters_it_in_groups_of_five_without_any_option() -> None:
    after, _ = at_hex(battle(missiles("Thunder")), TWELVE)
    walker = unit(id="blue", hex="0308", motion=moved("walk"))
    with Scripted((4, 5), 1, 1) as dice:
        around = Scene(replace(after, units={**after.units, "blue": walker}), dice)
        meet_hazards(around, "blue")
    assert [hit.damage for hit in told(around.events, Struck)] == [5, 5]


@pytest.mark.proves("hex_rounds.astray", "hex_rounds.density", "TO-373-thunder-lrm-scatter")
def test_mines_that_miss_scatter_and_lie_five_less_dense() -> None:
    _, events = at_hex(battle(replace(missiles("Thunder"), gunnery=8)), TWO, 1)
    assert [event.distance for event in events if isinstance(event, Scattered)] == [2]
    placed = [(event.thing.hex, event.thing.value) for event in events if isinstance(event, ThingPlaced)]
    assert placed == [(Hex(3, 6), 5)]
    attack = shot("LRM 5", "0 0 0 0 0 0 0")
    assert standard()[density](standard(), attack, True) == 0


@pytest.mark.proves("hex_rounds.not_at_units")
def test_mines_and_smoke_are_not_fired_at_units() -> None:
    for munition in ("Thunder", "Smoke"):
        red = missiles(munition)
        state = battle(red, unit(id="blue", hex="0308", facing=NORTH))
        feed = len(red.sheet.mounts) - 1
        no = refusal(attack_of(state, red, Shot(feed - 1, "blue", feed)))
        assert no is not None
        assert no.id == "hex_rounds.not_at_units"


@pytest.mark.proves("hex_rounds.smoke", "hex_rounds.lands", "TO-371-smoke-missiles-2")
def test_smoke_missiles_fill_a_hex_for_three_rounds() -> None:
    assert standard()[smoke_of](standard(), 5) == (1, 3)
    _, events = at_hex(battle(missiles("Smoke")), TWELVE)
    (laid,) = [event for event in events if isinstance(event, EffectLaid)]
    assert (laid.hex, laid.effect, laid.detail.value, laid.detail.until) == (Hex(3, 8), SMOKY, 2, 1 + 3)


@pytest.mark.proves("hex_rounds.hangs", "TO-371-smoke-missiles-2")
def test_it_hangs_in_the_way_of_lines_of_sight() -> None:
    after, _ = at_hex(battle(missiles("Smoke")), TWELVE, hex="0305")
    red, beyond = after.units["red"], unit(id="blue", hex="0309", facing=NORTH)
    seen = sight(after.relief, red.viewpoint, beyond.viewpoint)
    assert int(seen.modifiers.total) == 2


def mortar(munition: str) -> Unit:
    return gunner("'Mech Mortar 4", "IS Ammo Mortar-4", munition)


@pytest.mark.proves("hex_rounds.lands", "to_hit.airburst", "TO-373-airburst-mortar-2")
def test_airbursts_strike_everybody_in_a_hex_with_a_point_a_shell() -> None:
    red, blue = mortar("airburst"), unit(id="blue", hex="0308", facing=NORTH)
    state = battle(red, blue)
    feed = len(red.sheet.mounts) - 1
    attack = attack_of(state, red, Shot(feed - 1, "hex 0308", feed))
    assert term(attack, "to_hit.airburst") == 4
    _, events = at_hex(state, TWELVE, *(SEVEN,) * 4)
    assert [event.damage for event in events if isinstance(event, Struck)] == [1, 1, 1, 1]
    soldiers = battle(red, platoon(id="blue", hex="0308"))
    _, events = at_hex(soldiers, TWELVE, (3, 4, 3, 1))
    assert [event.left for event in events if isinstance(event, Felled)] == [platoon().condition.troopers - 6]


@pytest.mark.proves("infantry.mown_down", "salvos.loads", "TO-374-ap-mortar")
def test_mortars_against_soldiers_do_a_die_a_shell_to_them_and_a_point_to_others() -> None:
    def hit(target: Unit, *dice: tuple[int, ...]) -> Scene:
        red = mortar("anti-personnel")
        feed = len(red.sheet.mounts) - 1
        attack = WeaponAttack(battle(red).relief, red, replace(target, hex=Hex(3, 8)), feed - 1, feed=feed)
        with Scripted(TWELVE, *dice) as scripted:
            around = Scene(State(relief=attack.relief, units={"red": red, "blue": attack.target}, round=1), scripted)
            resolve(around, attack)
        return around

    machine = hit(unit(id="blue", facing=NORTH), SEVEN, SEVEN, SEVEN, SEVEN)
    assert {struck.damage for struck in told(machine.events, Struck)} == {1}
    (felled,) = told(hit(platoon(id="blue"), (1, 1, 2, 2)).events, Felled)
    assert felled.left == platoon().condition.troopers - 12
