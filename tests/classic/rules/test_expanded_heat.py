"""The expanded heat scale, and the advanced tables of hit locations, through the adjudicator and the heat phase."""

import json
from pathlib import Path

import pytest

from machines import HUNTER
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import CrewHurt, CriticalHit, Exploded
from overheat.classic.facts.state import Unit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.heat import settle_one
from overheat.kernel.dice import Scripted
from skirmish import armed, ground, replace, state, told, unit
from terminal import run

LAYER = "expanded_heat"


def answered(tmp_path: Path, **facts: object) -> dict[str, object]:
    """What `overheat adjudicate` answers."""
    question = tmp_path / "question.json"
    question.write_text(json.dumps(facts), encoding="utf-8")
    told_so: dict[str, object] = json.loads(run("adjudicate", str(question), "--format", "json").stdout)
    return told_so


@pytest.mark.proves(
    "expanded_heat.points",
    "expanded_heat.movement",
    "expanded_heat.to_hit",
    "expanded_heat.ammunition",
    "expanded_heat.shutdown",
    "expanded_heat.avoid",
    "expanded_heat.skill",
)
def test_the_scale_goes_on_and_good_pilots_keep_a_hot_machine_running(tmp_path: Path) -> None:
    """At 41 points: 7 walking points less, +6, and 12 to keep running with a piloting skill of 6, 10 with one of 3."""
    told_so = answered(tmp_path, ask="heat", rules=[LAYER], unit="JR7-D", heat=41, piloting=6)
    assert (told_so["walk"], told_so["to_hit"]) == (0, 6)
    assert (told_so["shutdown_avoid"], told_so["explosion_avoid"]) == (12, 12)
    assert answered(tmp_path, ask="heat", rules=[LAYER], unit="JR7-D", heat=41, piloting=3)["shutdown_avoid"] == 10
    assert answered(tmp_path, ask="heat", rules=[LAYER], unit="CDA-2A", heat=30)["walk"] == 8 - 5


@pytest.mark.proves("expanded_heat.shuts_down")
def test_only_at_fifty_it_shuts_down_for_certain(tmp_path: Path) -> None:
    assert answered(tmp_path, ask="heat", rules=[LAYER], unit="JR7-D", heat=30)["shuts_down"] is False
    assert answered(tmp_path, ask="heat", rules=[LAYER], unit="JR7-D", heat=50)["shuts_down"] is True


def settled(hot: Unit, *dice: int | tuple[int, ...]) -> Scene:
    """The heat phase of a machine under the layer; what follows is worked out."""
    seen = Relief(ground("0 0"), ruleset([LAYER]))
    with Scripted(*dice) as fallen:
        scene = Scene(replace(state(hot, board="0 0"), relief=seen), fallen)
        settle_one(scene, hot.id)
        scene.follow()
    return scene


def hot(points: int, *items: str) -> Unit:
    """A machine that has so many points left after its sinks have worked."""
    made = unit(armed(HUNTER, *items))
    sinks = made.sheet.heat_sinks
    assert sinks is not None
    each = 2 if sinks.kind == "double" else 1
    return replace(made, condition=replace(made.condition, heat=points + each * sinks.count))


@pytest.mark.proves("TO-104-heat-scale-35", "expanded_heat.infernos")
def test_infernos_explode_by_themselves_from_35_points_on() -> None:
    """The machine keeps running, the bin that is rolled for holds, and all the same the infernos are its end."""
    load = ("SRM 2@RA", "SRM 2 Inferno Ammo@RT")
    assert told(settled(hot(35, *load), (6, 6), (6, 6)).events, Exploded)
    assert not told(settled(hot(34, *load), (6, 6), (6, 6), (6, 6)).events, Exploded)


@pytest.mark.proves("expanded_heat.pilot", "expanded_heat.systems", "expanded_heat.harm")
def test_a_very_hot_machine_hurts_its_pilot_and_a_system_fails() -> None:
    """At 36 points: keeps running, its ammunition holds, the pilot fails 8, stays awake, and a system fails 8."""
    whole = hot(36)
    places = [place.code for place in whole.condition.locations]
    scene = settled(whole, (6, 6), (6, 6), (3, 4), (6, 6), (3, 4), places.index("CT") + 1, 1, 1)
    assert [event.hits for event in told(scene.events, CrewHurt)] == [1]
    assert [event.location for event in told(scene.events, CriticalHit)] == ["CT"]


@pytest.mark.proves(
    "TO-077-quad-prone-hit-table",
    "TO-421-quad-prone-hit-table-compiled",
    "advanced_hit_locations.four_legs",
    "advanced_hit_locations.weapon_hit",
)
@pytest.mark.parametrize(
    ("side", "dice", "place"),
    [("left", [3, 3], "RT"), ("front", [1, 2], "RLL"), ("rear", [5, 6], "FRL"), ("right", [4, 4], "LT")],
)
def test_quad_table(tmp_path: Path, side: str, dice: list[int], place: str) -> None:
    facts = {"ask": "location", "rules": ["advanced_hit_locations"], "unit": "SCP-1N", "side": side, "dice": dice}
    assert answered(tmp_path, **facts)["location"] == place


@pytest.mark.proves("TO-077-quad-prone-hit-table")
def test_quad_2(tmp_path: Path) -> None:
    facts = {"ask": "location", "rules": ["advanced_hit_locations"], "unit": "SCP-1N", "side": "left"}
    told_so = answered(tmp_path, **facts, dice=[1, 1])
    assert (told_so["location"], told_so["critical"]) == ("LT", True)
    assert answered(tmp_path, **facts, dice=[1, 2])["location"] == "FRL"


@pytest.mark.proves("advanced_hit_locations.rear_armour", "locations.rear_armour", "advanced_hit_locations.lying")
def test_on_two_legs_flanks_show_the_back_and_the_lying_their_legs(tmp_path: Path) -> None:
    facts = {"ask": "location", "rules": ["advanced_hit_locations"], "unit": "WHM-6R"}
    assert answered(tmp_path, **facts, side="left", dice=[4, 4])["rear"] is True
    assert answered(tmp_path, **facts, side="left", dice=[3, 4])["rear"] is False
    assert answered(tmp_path, **facts, side="rear", prone=True, dice=[1, 3])["location"] == "RL"
