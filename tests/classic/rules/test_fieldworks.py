"""Digging in, fieldworks of engineers, and vehicles that are hull down behind them."""

import pytest

from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Adopt, Command, Rise, Step
from overheat.classic.facts.events import PhaseBegan
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.tacops.fieldworks import AT_WORK, HOLE, Dig, fortified
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import carry_out, legal
from overheat.kernel.dice import Scripted
from skirmish import forbidden, known, mount, moved, replace, shot, state, unit
from skirmish import ground as column_of
from soldiers import platoon, rifles

LAYERS = ("fieldworks", "vehicles_hull_down")
HULL_DOWN = "postures.behind_a_fieldwork"


def field(who: Unit, *, fieldwork: bool = False, dug_in: bool = False) -> State:
    before = state(who, unit(id="blue", hex="0103"), board="0 0 0")
    relief = Relief(column_of("0 0 0"), ruleset(LAYERS))
    if fieldwork:
        relief = relief.changed({Hex(1, 1): fortified(relief.board[Hex(1, 1)])})
    effects = {Hex(1, 1): {HOLE: Mark()}} if dug_in else {}
    return replace(before, relief=relief, effects=effects, phase="movement", acting="red", order=("red",))


def engineers() -> Unit:
    made = platoon()
    assert made.sheet.platoon is not None
    trained = replace(made.sheet.platoon, specialities=("trench engineers",))
    return replace(made, sheet=replace(made.sheet, platoon=trained))


def worked(who: Unit, command: Dig, rounds: int) -> Scene:
    scene = Scene(field(who), Scripted())
    for _ in range(rounds):
        again = replace(scene.state, acting="red", phase="movement", order=("red",))
        scene = Scene(again, Scripted())
        assert carry_out(scene, scene.unit("red"), command) is None
        scene.follow()
        scene.tell(PhaseBegan("end"))
        scene.follow()
    return scene


@pytest.mark.proves("fieldworks.verbs", "fieldworks.finished", "fieldworks.figures")
def test_engineers_raise_a_fieldwork_in_three_rounds() -> None:
    assert "fortified" not in worked(engineers(), Dig(fieldwork=True), 2).state.relief.board[Hex(1, 1)]
    assert "fortified" in worked(engineers(), Dig(fieldwork=True), 3).state.relief.board[Hex(1, 1)]


@pytest.mark.proves("fieldworks.verbs", "fieldworks.finished")
def test_other_soldiers_dig_in_in_a_round_and_build_nothing() -> None:
    scene = worked(platoon(), Dig(), 1)
    assert HOLE in scene.state.effects[Hex(1, 1)]
    assert Dig(fieldwork=True) not in list(legal(field(platoon()), platoon()))
    assert Dig() not in list(legal(field(unit()), unit()))


@pytest.mark.proves("fieldworks.hands_full")
def test_who_digs_does_not_fire() -> None:
    busy = replace(platoon(), marks={AT_WORK: Mark(1)})
    name = busy.sheet.mounts[rifles(busy)].equipment.name
    assert forbidden(shot(name, "0 0", attacker=busy, rules=LAYERS)) == "fieldworks.hands_full"
    assert forbidden(shot(name, "0 0", attacker=platoon(), rules=LAYERS)) is None


@pytest.mark.proves("fieldworks.dug_in", "fieldworks.figures")
def test_soldiers_who_have_dug_in_are_harder_to_hit() -> None:
    soldiers, numbers = platoon(id="blue", hex="0103"), []
    for effects in ({}, {Hex(1, 3): {HOLE: Mark()}}):
        attack = shot(target=soldiers, rules=LAYERS, effects=effects)
        numbers.append(target_number(attack).total)
    assert numbers[1] - numbers[0] == 2


def tank() -> Unit:
    return unit(known("Scorpion Light Tank"), motion=moved("walk"))


def offered(before: State) -> list[Command]:
    return [command for command in legal(before, before.units["red"]) if isinstance(command, Adopt)]


@pytest.mark.proves("TO-021-hull-down-vehicles", "postures.behind_a_fieldwork", "vehicles_hull_down.figures")
def test_a_vehicle_goes_hull_down_behind_a_fieldwork() -> None:
    before = field(tank(), fieldwork=True)
    assert offered(before) == [Adopt(HULL_DOWN, 3)]
    scene = Scene(before, Scripted())
    assert carry_out(scene, scene.unit("red"), Adopt(HULL_DOWN, 3)) is None
    assert scene.unit("red").motion.spent == 2
    assert Step("forward") not in list(legal(scene.state, scene.unit("red")))
    assert carry_out(scene, scene.unit("red"), Rise()) is None
    assert scene.unit("red").motion.spent == 4


@pytest.mark.proves("TO-021-hull-down-vehicles", "postures.behind_a_fieldwork")
def test_a_hole_that_soldiers_have_dug_is_no_fieldwork() -> None:
    assert offered(field(tank(), dug_in=True)) == []
    assert offered(field(tank(), fieldwork=True)) != []


@pytest.mark.proves("vehicles_hull_down.to_hit", "vehicles_hull_down.figures")
def test_a_vehicle_that_is_hull_down_is_harder_to_hit_but_not_from_behind() -> None:
    scene = Scene(field(tank(), fieldwork=True), Scripted())
    blue = scene.unit("blue")
    plain = target_number(WeaponAttack(scene.state.relief, blue, scene.unit("red"), mount(blue, "Medium Laser"))).total
    assert carry_out(scene, scene.unit("red"), Adopt(HULL_DOWN, 3)) is None
    low, numbers = scene.unit("red"), []
    for facing in (3, 0):
        target = replace(low, facing=facing, torso=facing, motion=moved("walk"))
        attack = WeaponAttack(scene.state.relief, blue, target, mount(blue, "Medium Laser"))
        numbers.append(target_number(attack).total)
    assert numbers == [plain + 2, plain]
