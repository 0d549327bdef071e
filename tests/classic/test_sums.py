"""The sums that events are about, as a log unfolds them."""

from overheat.classic.facts.events import ClusterRolled, Felled, HeatSettled
from overheat.classic.report.sums import sum_of
from overheat.kernel.terms import Part


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
