"""Every part of a sum in the log leads back to where it is written."""

from overheat.classic.citations import cite_of, sum_of
from overheat.classic.events import ClusterRolled, Felled, HeatSettled, Part
from overheat.classic.rules.standard.to_hit import RANGE_AND_TERRAIN, target_movement
from overheat.classic.rulesets import standard


def test_a_part_with_the_name_of_a_rule_is_written_where_the_rule_is() -> None:
    assert cite_of(standard(), "to_hit.target_movement") == target_movement.cite
    assert cite_of(standard(), "to_hit.range") == RANGE_AND_TERRAIN


def test_a_part_that_belongs_to_a_table_is_written_where_the_table_is() -> None:
    for id in ("to_hit.intervening.light_woods", "movement.turn", "piloting.deeds.standing_up", "movement.drop_prone"):
        assert cite_of(standard(), id) is not None
    assert cite_of(standard(), "nonsense") is None


def test_heat_adds_up_to_what_is_left_even_where_there_was_less_than_the_sinks_take() -> None:
    settled = HeatSettled("r", 2, (Part("heat.weapons", 3, "fired"),), (Part("heat.dissipation", 10, "sinks"),), 0)
    assert [part.value for part in sum_of(settled)] == [2, 3, -10, 5]
    hot = HeatSettled("r", 20, (), (Part("heat.dissipation", 10, "sinks"),), 10)
    assert [part.value for part in sum_of(hot)] == [20, -10]


def test_a_cluster_is_the_dice_and_then_what_is_added() -> None:
    rolled = ClusterRolled("b", 6, (Part("clusters.artemis", 2, "guided"), Part("clusters.roll", 9, "roll")), 5)
    assert [(part.id, part.value) for part in sum_of(rolled)] == [("clusters.roll", 7), ("clusters.artemis", 2)]


def test_an_event_without_a_sum_has_none() -> None:
    assert sum_of(Felled("b", 3)) == ()
