"""Options of gunnery: called shots, direct blows, extreme and line-of-sight range, targets that stood still."""

import json
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from adjudicated import adjudicated
from machines import HUNTER
from overheat.classic.attack.blows import number_of
from overheat.classic.attack.blows import resolve as strike
from overheat.classic.attack.resolution import resolve
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.machine import roll_criticals
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import ClusterRolled, CriticalRolled, Felled, Struck
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import side_of_shot
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import (
    armed,
    blow,
    forbidden,
    known,
    moved,
    needs,
    on_turn,
    relief,
    replace,
    shot,
    state,
    term,
    told,
    unit,
)
from soldiers import platoon, rifles
from terminal import run

CENTRE = (3, 4)
TANK = unit(known("Manticore Heavy Tank"), id="blue", hex="0103", facing=0)


def fired(attack: WeaponAttack, *dice: int | tuple[int, ...]) -> Scene:
    """What comes of a shot when the dice fall so."""
    before = replace(state(attack.attacker, attack.target, board=attack.relief.board), relief=attack.relief)
    with Scripted(*dice) as fallen:
        scene = Scene(before, fallen)
        resolve(scene, attack)
    return scene


def struck(scene: Scene) -> list[tuple[str, int]]:
    return [(event.location, event.damage) for event in told(scene.events, Struck)]


def called(mode: str, **facts: Any) -> WeaponAttack:
    return shot("Medium Laser", rules=["called_shots"], mode=mode, **facts)


@pytest.mark.proves("TO-078-called-shots", "to_hit.called_shot", "called_shots.figures")
def test_a_called_shot_needs_three_more_and_misses_altogether_where_that_is_why() -> None:
    assert needs(called("called high")) == needs(called("")) + 3
    scene = fired(called("called high"), (2, 3))
    assert not struck(scene)


def test_what_a_called_shot_may_not_be_is_not_offered() -> None:
    for column, low in (("0 0 0", True), ("0 1 0", False)):
        before = on_turn(unit(), unit(id="blue", hex="0103", facing=0), phase="weapons", board=column)
        before = replace(before, relief=relief(column, ["called_shots"]))
        offered = {command.mode for command in legal(before, before.units["red"]) if isinstance(command, Fire)}
        assert ("called low" in offered) is low
        assert "called high" in offered


@pytest.mark.proves("locations.called_high_or_low")
@pytest.mark.parametrize(("mode", "die", "location"), [("called high", 5, "RA"), ("called low", 2, "RL")])
def test_it_lands_where_a_punch_would_or_a_kick(mode: str, die: int, location: str) -> None:
    assert struck(fired(called(mode), (6, 6), die)) == [(location, 5)]


@pytest.mark.proves("locations.called_side", "locations.side_of_shot")
def test_who_looks_a_machine_in_the_face_has_its_right_side_on_the_left() -> None:
    rules = called("called left").rules
    assert rules[side_of_shot](called("called left")) == "right"
    assert rules[side_of_shot](called("called right")) == "left"
    assert struck(fired(called("called left"), (6, 6), (3, 4))) == [("RT", 5)]


@pytest.mark.proves("called_shots.modes", "fire.called_shot")
def test_nothing_is_called_at_soldiers_and_nothing_low_at_vehicles_or_behind_cover() -> None:
    soldiers = platoon(id="blue", hex="0103", facing=0)
    assert forbidden(called("called high", target=soldiers)) == "fire.called_shot"
    assert forbidden(called("called low", target=TANK)) == "fire.called_shot"
    assert forbidden(called("called left", target=TANK)) is None
    assert forbidden(called("called low", column="0 1 0")) == "fire.called_shot"
    assert forbidden(called("called high", column="0 1 0")) is None


def direct(weapon: str = "Medium Laser", **facts: Any) -> WeaponAttack:
    return shot(weapon, rules=["direct_blows"], **facts)


@pytest.mark.proves("direct_blows.damage", "direct_blows.figures")
@pytest.mark.parametrize(("roll", "damage"), [((3, 4), 6), ((4, 6), 7), ((6, 6), 7)])
def test_every_three_points_of_margin_are_a_point_of_damage(roll: tuple[int, int], damage: int) -> None:
    """At two hexes a laser needs 4."""
    assert needs(direct()) == 4
    assert struck(fired(direct(), roll, CENTRE)) == [("CT", damage)]


@pytest.mark.proves("direct_blows.clusters")
def test_a_salvo_that_is_a_direct_blow_rolls_for_its_hits_at_two_more() -> None:
    salvo = direct("LRM 20", column="0 0 0 0 0 0 0 0", ammunition="LRM 20 Ammo")
    scene = fired(salvo, (3, 4), (1, 3), CENTRE, CENTRE, CENTRE)
    assert told(scene.events, ClusterRolled)[0].hits == 12
    assert [damage for _, damage in struck(scene)] == [5, 5, 2]


def fallen(weapon: str, *dice: int | tuple[int, ...], **facts: Any) -> list[int]:
    whole = platoon(id="blue", hex="0103", facing=0)
    attack = direct(weapon, column="0 0 0w1", target=whole, **facts)
    return [whole.condition.troopers - event.left for event in told(fired(attack, *dice).events, Felled)]


@pytest.mark.proves("TO-081-direct-blow-1", "direct_blows.soldiers")
def test_a_burst_among_soldiers_does_a_die_more() -> None:
    assert fallen("Machine Gun", (3, 4), (2, 3), ammunition="Machine Gun Ammo") == [5]
    assert fallen("Machine Gun", (6, 6), (2, 3, 4), ammunition="Machine Gun Ammo") == [9]


@pytest.mark.proves("direct_blows.damage")
def test_among_soldiers_a_direct_blow_adds_its_points_before_it_is_counted_how_many_fall() -> None:
    """A PPC does 10 points, of which one soldier falls, two in the open; 11 points fell one more, two in the open."""

    def fallen(margin: int) -> int:
        facts = {"unit": "Foot Platoon (Rifle)", "weapon": "PPC", "margin": margin}
        return int(adjudicated("damage", "direct_blows", **facts)["fallen"])

    assert [fallen(margin) for margin in (2, 3)] == [2, 4]


@pytest.mark.proves("TO-081-direct-blow-2", "direct_blows.damage")
def test_a_punch_with_hot_myomer_is_doubled_first_and_direct_after() -> None:
    """A tenth of its weight, twice that, and a point more for a roll of 3 over."""
    strong = unit(armed(HUNTER, "Triple Strength Myomer@LT"), heat=9)
    made = blow("punch", "RA", attacker=strong)
    seen = Relief(made.relief.board, ruleset(["direct_blows"]))
    made.relief, made.rules = seen, seen.rules
    needed = number_of(made)
    over = int(needed.total) + 3
    scene = Scene(replace(state(made.attacker, made.target, board="0 0"), relief=seen), Scripted((6, over - 6), 3))
    strike(scene, made, needed)
    assert [damage for _, damage in struck(scene)] == [2 * ceil(strong.sheet.tons / 10) + 1]


@pytest.mark.proves("direct_blows.critical_hits")
def test_a_direct_blow_rolls_for_critical_hits_at_one_more() -> None:
    seen = Relief(shot().relief.board, ruleset(["direct_blows"]))
    attack = WeaponAttack(seen, shot().attacker, shot().target, 0).rolled(3)
    scene = Scene(replace(state(attack.attacker, attack.target), relief=seen), Scripted((2, 4)))
    roll_criticals(scene, "blue", "CT", Hit("blue", "front", 1, "test", by=attack))
    assert sum(part.value for part in told(scene.events, CriticalRolled)[0].rolled) == 7


def far(weapon: str, hexes: int, *rules: str, **facts: Any) -> WeaponAttack:
    return shot(weapon, " ".join(["0"] * (hexes + 1)), rules=rules or ["extreme_range"], **facts)


@pytest.mark.proves("TO-085-extreme-range", "ranges.extreme")
def test_extreme_range_of_uneven_brackets_is_half_as_far_again_as_long_range() -> None:
    """EX-085-extreme-range: of a long range of 15 it is 22."""
    assert far("MRM 10", 22, ammunition="MRM 10 Ammo").bracket == "extreme"
    assert far("MRM 10", 23, ammunition="MRM 10 Ammo").bracket is None


@pytest.mark.proves("ranges.extreme", "extreme_range.bracket")
def test_extreme_range_of_even_brackets_is_four_times_short_range() -> None:
    assert far("Medium Laser", 12).bracket == "extreme"
    assert forbidden(far("Medium Laser", 13)) == "fire.range"


@pytest.mark.proves("extreme_range.to_hit", "extreme_range.damage", "extreme_range.clusters")
def test_at_extreme_range_a_shot_is_six_harder_and_does_three_quarters() -> None:
    laser = far("Medium Laser", 12)
    assert term(laser, "to_hit.range") == 6
    assert struck(fired(laser, (6, 6), CENTRE)) == [("CT", 3)]
    salvo = far("LRM 5", 28, ammunition="LRM 5 Ammo")
    assert told(fired(salvo, (6, 6), (4, 5), CENTRE).events, ClusterRolled)[0].hits == 3


@pytest.mark.proves(
    "ranges.line_of_sight", "sight_range.bracket", "sight_range.to_hit", "sight_range.damage", "sight_range.clusters"
)
def test_what_is_seen_beyond_that_is_eight_harder_and_takes_half() -> None:
    both = ("extreme_range", "sight_range")
    laser = far("Medium Laser", 13, *both)
    assert (laser.bracket, term(laser, "to_hit.range")) == ("line-of-sight", 8)
    assert struck(fired(laser, (6, 6), CENTRE)) == [("CT", 2)]
    salvo = far("LRM 5", 29, *both, ammunition="LRM 5 Ammo")
    assert told(fired(salvo, (6, 6), (4, 5), CENTRE).events, ClusterRolled)[0].hits == 3


@pytest.mark.proves("fire.short_of_sight_range")
def test_line_of_sight_range_begins_where_extreme_range_ends_whether_that_is_played_or_not() -> None:
    assert forbidden(far("Medium Laser", 12, "sight_range")) == "fire.short_of_sight_range"
    assert forbidden(far("Medium Laser", 13, "sight_range")) is None
    assert forbidden(far("Medium Laser", 12, "extreme_range", "sight_range")) is None
    soldiers = platoon(id="red", hex="0101", facing=3)
    open_ground = relief(" ".join(["0"] * 21), ["sight_range"])
    aimed = WeaponAttack(open_ground, soldiers, unit(id="blue", hex="0121"), rifles(soldiers))
    assert forbidden(aimed) == "fire.short_of_sight_range"


@pytest.mark.proves("TO-018-standing-still", "to_hit.standing_still", "stationary_targets.figures")
def test_a_target_that_stood_still_is_easier_and_an_immobile_one_not_besides() -> None:
    still = shot(rules=["stationary_targets"])
    assert term(still, "to_hit.standing_still") == -1
    walked = unit(id="blue", hex="0103", facing=0, motion=moved("walk", 1))
    assert term(shot(rules=["stationary_targets"], target=walked), "to_hit.standing_still") == 0
    helpless = shot(rules=["stationary_targets"], target=unit(id="blue", hex="0103", facing=0, shut_down=True))
    assert term(helpless, "to_hit.standing_still") == 0
    assert term(helpless, "to_hit.target_immobile") == -4


@pytest.mark.proves("TO-018-standing-still", "TO-078-called-shots", "TO-085-extreme-range")
def test_the_adjudicator_answers_under_these_rules(tmp_path: Path) -> None:
    """A PPC across 20 open hexes at a machine that stood still: 4 + 6 - 1, and called left 3 more."""
    asked = {
        "ask": "shot",
        "rules": ["extreme_range", "stationary_targets", "called_shots"],
        "attacker": {"unit": "WHM-6R"},
        "target": {"unit": "WVR-6R"},
        "distance": 20,
        "weapon": {"name": "PPC", "mode": "called left"},
    }
    question = tmp_path / "shot.json"
    question.write_text(json.dumps(asked), encoding="utf-8")
    answer = json.loads(run("adjudicate", str(question), "--format", "json").stdout)
    assert answer["target_number"] == 4 + 6 - 1 + 3
