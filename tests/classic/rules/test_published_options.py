"""Options: where the quick reference prints another number than is usually published, or two of them."""

import pytest

from overheat.classic.attack.resolution import groups
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.falls import fall
from overheat.classic.rules.standard.clusters import CLUSTERS
from overheat.classic.rules.standard.crew import life_support_hits
from overheat.classic.rules.standard.falls import LANDINGS
from overheat.classic.rules.standard.piloting import DEEDS, cause
from overheat.classic.rulesets import ruleset
from overheat.kernel.dice import Scripted
from skirmish import broken, relief, replace, scene, shot, state, term, unit

PUBLISHED = {
    7: (2, 2, 3, 4, 4, 4, 4, 6, 6, 7, 7),
    11: (4, 4, 5, 7, 7, 7, 7, 9, 9, 11, 11),
    13: (4, 4, 5, 8, 8, 8, 8, 11, 11, 13, 13),
    14: (5, 5, 6, 9, 9, 9, 9, 11, 11, 14, 14),
    16: (5, 5, 7, 10, 10, 10, 10, 13, 13, 16, 16),
    17: (5, 5, 7, 10, 10, 10, 10, 14, 14, 17, 17),
    18: (6, 6, 8, 11, 11, 11, 11, 14, 14, 18, 18),
    19: (6, 6, 8, 11, 11, 11, 11, 15, 15, 19, 19),
}


@pytest.mark.proves("clusters.published")
@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_cluster_table_has_its_own_column_7_and_more_sizes(size: int) -> None:
    assert ruleset(["published_clusters"])[CLUSTERS][size] == PUBLISHED[size]


@pytest.mark.proves("clusters.published")
def test_seven_missiles_on_a_seven_are_four_as_published_and_five_by_the_sheet() -> None:
    for rules, hits in (((), 5), (("published_clusters",), 4)):
        attack = shot("MML 7", rules=rules)
        before = replace(state(attack.attacker, attack.target), relief=attack.relief)
        with Scripted((3, 4)) as dice:
            assert sum(groups(Scene(before, dice), attack)) == hits * 1


@pytest.mark.proves("falls.published_landings")
@pytest.mark.parametrize(("face", "by_the_sheet", "published"), [(5, 5, 4), (6, 4, 5)])
def test_a_fall_to_the_left_turns_a_machine_the_other_way_about(face: int, by_the_sheet: int, published: int) -> None:
    for rules, facing in (((), by_the_sheet), (("published_landings",), published)):
        before = replace(state(unit(facing=0)), relief=relief("0", rules))
        around = Scene(before, Scripted((6, 6), face, (3, 4)))
        fall(around, "red", cause(around.rules[DEEDS], "missed kick"))
        assert around.unit("red").facing == facing
        assert around.rules[LANDINGS][face][1] == "left"


@pytest.mark.proves("to_hit.arm_damage_as_listed")
def test_a_lower_arm_hit_costs_two_on_shots_as_the_list_of_criticals_has_it() -> None:
    lower, both = broken(unit(), "lower arm actuator@LA"), None
    both = broken(lower, "upper arm actuator@LA")
    option = ("lower_arm_firing",)
    assert term(shot(attacker=lower), "to_hit.arm_actuator") == 1
    assert term(shot(attacker=lower, rules=option), "to_hit.arm_actuator") == 2
    assert term(shot(attacker=both, rules=option), "to_hit.arm_actuator") == 3
    assert term(shot(attacker=broken(lower, "shoulder@LA"), rules=option), "to_hit.shoulder") == 4


@pytest.mark.proves("piloting.steadier_deeds")
def test_a_charger_rolls_at_nothing_as_the_table_of_actions_has_it() -> None:
    assert cause(ruleset([])[DEEDS], "charge").value == 2
    assert cause(ruleset(["steady_charger"])[DEEDS], "charge").value == 0
    assert cause(ruleset(["steady_charger"])[DEEDS], "death from above").value == 4


@pytest.mark.proves("crew.life_support_at_25")
@pytest.mark.parametrize(("heat", "hits"), [(14, 0), (15, 1), (24, 1), (25, 2)])
def test_without_life_support_the_pilot_is_hurt_twice_from_25(heat: int, hits: int) -> None:
    hurt = broken(unit(heat=heat), "life support")
    assert ruleset(["life_support_at_25"])[life_support_hits](ruleset(["life_support_at_25"]), hurt, False) == hits
    assert ruleset(["life_support_at_25"])[life_support_hits](ruleset(["life_support_at_25"]), hurt, True) == hits + 1


def test_by_the_sheet_the_pilot_is_hurt_twice_from_26() -> None:
    rules = scene(Scripted()).rules
    assert [rules[life_support_hits](rules, broken(unit(heat=heat), "life support"), False) for heat in (25, 26)] == [
        1,
        2,
    ]
