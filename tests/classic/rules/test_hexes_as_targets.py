"""Hexes as targets: which of them a weapon may be aimed at, what a hit there does, and what becomes of a miss."""

import pytest

from overheat.classic.attack.decisions import ASTRAY
from overheat.classic.attack.resolution import into_ground
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Aim, Done, Fire
from overheat.classic.facts.events import EffectLaid, GroundChanged
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.ground import HEXES, Laying
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import legal
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import rule
from skirmish import mount, moved, on_turn, rearmed, refused, replace, say, told, unit

HERE = Book("House rules")("Paint")
PAINT = "Small Laser"


@rule("paint.anywhere", cite=HERE, slot=HEXES)
def anywhere(laying: Laying) -> tuple[Hex, ...]:
    """A small laser paints any hex."""
    painting = laying.unit.sheet.mounts[laying.mount].equipment.name == PAINT
    return tuple(laying.state.relief.board) if painting else ()


@rule("paint.painted", cite=HERE)
def painted(scene: Scene, attack: WeaponAttack) -> None:
    """A small laser leaves a spot on the hex that it hits."""
    if attack.weapon.name == PAINT:
        scene.tell(EffectLaid(attack.target.hex, "spot"))
    else:
        scene.rules.below(painted)(scene, attack)


@rule("paint.spilt", cite=HERE, slot=ASTRAY)
def spilt(scene: Scene, attack: WeaponAttack) -> None:
    """A miss leaves a spot north of its target, as large as the roll fell short."""
    assert attack.margin is not None
    scene.tell(EffectLaid(attack.target.hex.neighbour(0), "spot", Mark(-attack.margin)))


LAYER = Layer("paint", HERE, needs=("classic",), add=(anywhere, spilt), change=(into_ground.wrapped_in(painted),))


def painter() -> Unit:
    return rearmed(unit(), PAINT)


def field(*layers: Layer, board: str = "0 0 0b2.10.1") -> State:
    before = on_turn(painter(), board=board, phase="weapons")
    return replace(before, relief=Relief(before.relief.board, compose(CLASSIC, *layers)))


def aims(state: State) -> list[str]:
    return [command.hex for command in legal(state, state.units["red"]) if isinstance(command, Aim)]


@pytest.mark.proves("ground.worth_a_shot")
def test_buildings_woods_and_jungle_are_worth_a_shot_and_nothing_else() -> None:
    assert aims(field(board="0 0 0b2.10.1 0w1 0j2 0r 0d1")) == ["0103", "0104", "0105"]
    assert refused(on_turn(painter(), phase="weapons"), Aim("0102")) == "fire.aim"


def test_a_layer_says_for_each_weapon_where_it_may_be_aimed() -> None:
    state = field(LAYER)
    assert aims(state) == ["0103", "0102"]
    aimed, _ = say(state, Scripted(), Aim("0102"))
    red = aimed.units["red"]
    shots = {command.mount for command in legal(aimed, red) if isinstance(command, Fire)}
    assert shots == {mount(red, PAINT)}
    assert refused(aimed, Fire(mount(red, "Medium Laser"), "hex 0102")) == "fire.target"


@pytest.mark.proves("attack.into_ground")
def test_what_a_hit_on_a_hex_does_is_a_rule_that_a_layer_lies_over() -> None:
    with Scripted((6, 6)) as dice:
        red = painter()
        shots = (Fire(mount(red, PAINT), "hex 0103"), Done())
        _, events = say(field(LAYER), dice, Aim("0103"), *shots)
    assert told(events, EffectLaid) == [EffectLaid(Hex(1, 3), "spot")]
    assert told(events, GroundChanged) == []
    with Scripted((6, 6)) as dice:
        _, events = say(field(), dice, Aim("0103"), *shots)
    assert len(told(events, GroundChanged)) == 1


def test_a_miss_goes_astray_by_as_much_as_its_roll_fell_short() -> None:
    """Gunnery 4, medium range 2 and a run 2, against what cannot move -4: a 2 falls two short."""
    state = field(LAYER)
    runner = state.with_unit(replace(state.units["red"], motion=moved("run")))
    with Scripted((1, 1)) as dice:
        _, events = say(runner, dice, Aim("0103"), Fire(mount(painter(), PAINT), "hex 0103"), Done())
    assert told(events, EffectLaid) == [EffectLaid(Hex(1, 2), "spot", Mark(2))]
