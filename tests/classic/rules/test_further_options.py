"""Small options that tables expect: woods as cover, clusters and beams by range, levels backwards, fast infantry."""

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import allowance
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Step
from overheat.classic.facts.events import ClusterRolled, Moved, Struck
from overheat.classic.report.report import report
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import forbidden, ground, moved, needs, replace, shot, state, told, unit
from soldiers import platoon

CENTRE = (3, 4)


def fired(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    before = replace(state(attack.attacker, attack.target, board=attack.relief.board), relief=attack.relief)
    with Scripted(*dice) as fallen:
        scene = Scene(before, fallen)
        resolve(scene, attack)
    return scene


def damage(scene: Scene) -> list[int]:
    return [struck.damage for struck in told(scene.events, Struck)]


@pytest.mark.proves("woods_as_cover.to_hit", "woods_as_cover.damage", "woods_as_cover.stopped")
@pytest.mark.parametrize(("column", "usual", "left"), [("0 0 0w1", 1, 3), ("0 0 0w2", 2, 1)])
def test_woods_around_a_target_stop_part_of_a_hit_in_place_of_the_shot(column: str, usual: int, left: int) -> None:
    open_field = needs(shot())
    assert needs(shot(column=column)) == open_field + usual
    covered = shot(column=column, rules=["woods_as_cover"])
    assert needs(covered) == open_field
    assert damage(fired(covered, (6, 6), CENTRE)) == [left]


@pytest.mark.proves("cluster_penalty.range", "cluster_penalty.ranges")
@pytest.mark.parametrize(("hexes", "hits"), [(7, 4), (15, 3)])
def test_salvos_roll_by_range(hexes: int, hits: int) -> None:
    """Of five missiles three hit on a 7, four on an 8 with the point of short range, and three on a 7 less one."""
    column = " ".join(["0"] * (hexes + 1))
    salvo = shot("LRM 5", column, rules=["cluster_penalty"], ammunition="LRM 5 Ammo")
    roll = (4, 4) if hexes == 7 else (4, 5)
    scene = fired(salvo, (6, 6), roll, CENTRE)
    assert told(scene.events, ClusterRolled)[0].hits == hits


@pytest.mark.proves("energy_by_range.damage", "energy_by_range.figures")
@pytest.mark.parametrize(("hexes", "done"), [(1, 6), (9, 4)])
def test_beams_do_more_next_to_their_target_and_less_far_off(hexes: int, done: int) -> None:
    laser = shot("Medium Laser", " ".join(["0"] * (hexes + 1)), rules=["energy_by_range"])
    assert damage(fired(laser, (6, 6), CENTRE)) == [done]


@pytest.mark.proves("levels_backwards.too_steep")
def test_two_levels_are_too_many_backwards() -> None:
    assert Step("back") not in backwards("2 0 0")


def test_one_level_may_be_walked_backwards() -> None:
    assert Step("back") in backwards("1 0 0")


def backwards(column: str) -> list[object]:
    """What a machine may do with a rise behind it."""
    red = unit(hex="0102", facing=3, motion=moved("walk"))
    seen = Relief(ground(column), ruleset(["levels_backwards"]))
    return list(
        legal(replace(state(red, board=column), relief=seen, phase="movement", acting="red", order=("red",)), red)
    )


@pytest.mark.proves("fast_infantry.mode")
def test_soldiers_on_foot_hurry_a_hex_further_and_do_not_attack() -> None:
    hurried = replace(platoon(id="red"), motion=moved("hurry", 1))
    before = replace(state(hurried, board="0 0 0"), relief=Relief(ground("0 0 0"), ruleset(["fast_infantry"])))
    assert allowance(before, hurried, "hurry") == allowance(before, hurried, "walk") + 1
    attack = WeaponAttack(before.relief, hurried, unit(id="blue", hex="0102", facing=0), len(hurried.sheet.mounts) - 1)
    assert forbidden(attack) == "fire.moved_so"


def test_the_log_says_that_soldiers_hurry_in_good_english() -> None:
    begun = replace(platoon(id="red"), motion=moved("hurry", 0))
    before = replace(state(begun, board="0 0 0"), relief=Relief(ground("0 0 0"), ruleset(["fast_infantry"])))
    steps = [Moved("red", "forward", Hex(1, row), 3, 0, moved("hurry", row - 1)) for row in (2, 3)]
    told_of = " ".join(report(before, steps))
    assert "(red) hurries to 0103 facing south" in told_of
