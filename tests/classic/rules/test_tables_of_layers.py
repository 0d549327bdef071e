"""A decision reads its tables from the ruleset that its facts carry, so a rule of a layer may read others."""

import pytest

from overheat.classic.attack.resolution import groups
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.kinds.vehicle import roll_vehicle_critical
from overheat.classic.facts.events import ClusterRolled, VehicleHurt
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.heat import Overheating, avoid_number
from overheat.classic.rules.standard.sight import cover_by_water
from overheat.classic.rules.standard.vehicles import VehicleCritical, critical_effect
from overheat.classic.rulesets import CLASSIC
from overheat.classic.sight.model import TargetHex
from overheat.classic.sight.relief import Relief
from overheat.classic.sight.trace import sight
from overheat.classic.turn.heat import settle
from overheat.kernel.cite import Book
from overheat.kernel.dice import Scripted
from overheat.kernel.rules.layers import Layer, compose
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Term
from skirmish import ground, replace, shot, state, told, unit
from vehicles import WARDEN, sheet

HERE = Book("House rules")("Tables of our own")

OURS: Table[str, int] = Table("tests.ours", {"hits": 1, "needed": 12, "cover": 5}, cite=HERE)


@rule("tests.count", cite=HERE)
def one_hits(cluster: ClusterRoll) -> int:
    """As many hit as our table says."""
    return cluster.rules[OURS]["hits"]


@rule("tests.avoid", cite=HERE)
def hard_to_avoid(hot: Overheating) -> int | None:
    """A shutdown is as hard to avoid as our table says."""
    return hot.rules[OURS]["needed"] if hot.danger == "shutdown" else hot.rules.below(hard_to_avoid)(hot)


@rule("tests.water", cite=HERE)
def deep_cover(place: TargetHex) -> Term | None:
    """Water covers as well as our table says."""
    return Term("tests.water", place.rules[OURS]["cover"], "water", HERE) if "water" in place.ground else None


@rule("tests.critical", cite=HERE)
def always_sensors(critical: VehicleCritical) -> str | None:
    """A critical hit on the front finds the sensors."""
    return "sensors" if critical.location == "FR" else critical.rules.below(always_sensors)(critical)


LAYER = Layer(
    "ours",
    HERE,
    needs=("classic",),
    add=(OURS,),
    change=(
        cluster_hits.replaced_by(one_hits),
        avoid_number.wrapped_in(hard_to_avoid),
        cover_by_water.replaced_by(deep_cover),
        critical_effect.wrapped_in(always_sensors),
    ),
)


def playing(rules: Ruleset, dice: Scripted, *units: Unit, board: str = "0 0 0") -> Scene:
    """Units on a board under some rules."""
    return Scene(replace(state(*units, board=board), relief=Relief(ground(board), rules)), dice)


def test_a_salvo_hits_with_as_many_as_the_table_of_a_layer_says() -> None:
    attack = shot("LRM 20")
    with Scripted((3, 4)) as dice:
        after = playing(compose(CLASSIC, LAYER), dice, attack.attacker, attack.target)
        assert groups(after, attack) == (1,)
    assert told(after.events, ClusterRolled)[0].hits == 1


@pytest.mark.proves("heat.avoid")
def test_a_cool_machine_rolls_against_the_number_that_the_table_of_a_layer_has() -> None:
    with Scripted((6, 6)) as dice:
        after = playing(compose(CLASSIC, LAYER), dice, unit())
        settle(after)
    assert not after.unit("red").condition.shut_down
    settle(playing(compose(CLASSIC), Scripted(), unit()))


@pytest.mark.proves("to_hit.cover_by_water")
def test_a_line_of_sight_has_what_the_table_of_a_layer_says_of_water() -> None:
    red, blue = unit(), unit(id="blue", hex="0103", elevation=-1)
    for rules, value in ((compose(CLASSIC, LAYER), 5), (compose(CLASSIC), 1)):
        line = sight(Relief(ground("0 0 0~1"), rules), red.viewpoint, blue.viewpoint)
        assert line.target_hex.total == value


@pytest.mark.proves("vehicles.critical")
def test_a_rule_of_a_layer_knows_the_vehicle_and_the_place_that_a_critical_hit_strikes() -> None:
    with Scripted((1, 1), (1, 5)) as dice:
        after = playing(compose(CLASSIC, LAYER), dice, unit(sheet(WARDEN), id="blue"))
        roll_vehicle_critical(after, "blue", "FR")
        roll_vehicle_critical(after, "blue", "TU")
    hurt = told(after.events, VehicleHurt)
    assert [(event.what, event.location) for event in hurt] == [("sensors_hit", ""), ("stabiliser", "TU")]
