"""Omega's flamers burn for turns, and only missiles have minimum ranges."""

import pytest

from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import FateMet, RoundBegan, Struck
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.rules.omega.flamers import turns_aflame
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.scorching import modes
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.weapons import finish
from overheat.kernel.dice import Scripted
from overheat.kernel.terms import Tally
from skirmish import NORTH, SOUTH, armed, known, relief, replace, told

RULES = ("omega",)
LOCUST = "Locust LCT-1V"


def burner(*items: str) -> Unit:
    sheet = armed(known(LOCUST), *items)
    return replace(Unit.fresh(ruleset(RULES), "red", "red", sheet, Hex(1, 1), SOUTH), gunnery=0)


def flames(target: Unit, flamers: int) -> Scene:
    red = burner(*["Flamer@RT"] * flamers)
    guns = [at for at in red.plan.weapons if red.sheet.mounts[at].equipment.name == "Flamer"]
    red = replace(red, volley=tuple(Shot(at, "blue") for at in guns))
    state = State(relief=relief("0 0", RULES), units={"red": red, "blue": target}, round=2, phase="weapons")
    scene = Scene(state, Scripted(*[(6, 6)] * flamers))
    finish(scene)
    return scene


def built(scene: Scene) -> Tally:
    return Tally.of(rule.function(toil_of(scene.state, scene.unit("blue"))) for rule in scene.rules[BUILDS])


@pytest.mark.proves(
    "OM-flamers",
    "omega.flames_heat",
    "omega.set_aflame",
    "omega.flames_die_down",
    "heat.flamers",
    "omega.flamer_figures",
)
def test_three_flamers_heat_a_machine_for_three_turns_and_no_more_in_any_of_them() -> None:
    blue = Unit.fresh(ruleset(RULES), "blue", "blue", known(LOCUST), Hex(1, 2), NORTH)
    scene = flames(blue, 3)
    assert not told(scene.events, Struck)
    for now in (2, 3, 4):
        assert turns_aflame(scene.unit("blue")) == 5 - now
        assert built(scene)["heat.flamers"].value == 10
        assert "heat.outside" not in built(scene)
        scene.tell(RoundBegan(now + 1))
        scene.follow()
    assert "heat.flamers" not in built(scene)


@pytest.mark.proves("omega.burnt")
def test_a_flamer_destroys_soldiers_without_armour() -> None:
    soldiers = Unit.fresh(ruleset(RULES), "blue", "blue", known("Foot Platoon (Rifle)"), Hex(1, 2), NORTH)
    scene = flames(soldiers, 1)
    assert [event.why for event in told(scene.events, FateMet)] == ["burnt_by_flamers"]


@pytest.mark.proves("omega.flamer_modes")
def test_a_flamer_is_used_in_one_way() -> None:
    rules, red = ruleset(RULES), burner("Flamer@RT")
    weapon = red.sheet.mounts[-1].weapon
    assert weapon is not None
    assert rules[modes](rules, weapon, red) == ("",)


@pytest.mark.proves("OM-minimum-ranges", "omega.minimum_range")
def test_only_missiles_have_minimum_ranges() -> None:
    red = burner("PPC@RT", "LRM 10@LT")
    blue = Unit.fresh(ruleset(RULES), "blue", "blue", known(LOCUST), Hex(1, 2), NORTH)
    ground = relief("0 0", RULES)

    def minimum(name: str) -> int:
        at = next(at for at in red.plan.weapons if red.sheet.mounts[at].equipment.name == name)
        feed = next(iter(red.plan.feeds.get(at, ())), None)
        number = target_number(WeaponAttack(ground, red, blue, at, feed=feed))
        return int(number["to_hit.minimum_range"].value) if "to_hit.minimum_range" in number else 0

    assert minimum("PPC") == 0
    assert minimum("LRM 10") == 6
