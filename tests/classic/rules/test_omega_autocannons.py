"""Omega's autocannons: bursts of any size, a table for each class, heat and ammunition by the round."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import target_number
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import HeatSettled, ShotsSpent, Struck
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import Classic
from overheat.classic.muster.scenario import find
from overheat.classic.rules.omega.guns import MOST_ROUNDS
from overheat.classic.rules.standard.clusters import ClusterRoll, cluster_hits
from overheat.classic.rules.standard.heat import BUILDS
from overheat.classic.rules.standard.salvos import jams_on, rates, salvo_size, times_a_round
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.heat import toil_of
from overheat.classic.turn.preview import of_shot
from overheat.classic.turn.weapons import finish
from overheat.classic.unit.figures import figured
from overheat.kernel.dice import Scripted
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.odds import dice
from overheat.kernel.terms import Tally
from overheat.lab.players import make_bot
from skirmish import armed, forbidden, relief, replace, told, unit

RULES = ("omega_autocannons",)
COLUMN = "0 0 0 0"


def gunner(*items: str) -> Unit:
    """A machine with some guns, fielded under Omega's figures."""
    sheet = armed(unit().sheet, *items)
    return unit(figured(ruleset(RULES), sheet), gunnery=0)


def gun(who: Unit, name: str) -> int:
    return next(at for at, mount in enumerate(who.sheet.mounts) if mount.weapon and mount.equipment.name == name)


def burst(name: str, rounds: int, *others: str) -> WeaponAttack:
    red = gunner(name, *others)
    feed = len(red.sheet.mounts) - 1 if others else None
    blue = unit(id="blue", hex="0104", facing=0)
    return WeaponAttack(relief(COLUMN, RULES), red, blue, gun(red, name), rate=rounds, feed=feed)


@pytest.mark.parametrize(
    ("name", "most"), [("AC/20", 1), ("AC/10", 2), ("AC/5", 4), ("AC/2", 10), ("Machine Gun", 10), ("Ultra AC/5", 4)]
)
@pytest.mark.proves("OM-ac-multifire", "OM-ac-table-is", "omega.rates", "omega.most_rounds")
def test_a_gun_fires_any_number_of_rounds_up_to_its_most(name: str, most: int) -> None:
    attack = burst(name, 1)
    assert attack.rules[rates](attack.rules, attack.weapon) == tuple(range(1, most + 1))
    assert attack.rules[MOST_ROUNDS][attack.weapon.id] == most


@pytest.mark.parametrize(("rounds", "modifier"), [(1, 0), (2, -1), (3, -1), (4, -2), (7, -2), (8, -3), (10, -3)])
@pytest.mark.proves("omega.volume_of_fire")
def test_many_rounds_hit_more_easily(rounds: int, modifier: int) -> None:
    one, many = target_number(burst("AC/2", 1)), target_number(burst("AC/2", rounds))
    assert many.total - one.total == modifier
    assert target_number(burst("AC/2", 10)).total - one.total == -3


@pytest.mark.proves("OM-ac-rof-modifier", "to_hit.volume_of_fire")
def test_the_bonus_is_a_term_of_the_number_to_hit() -> None:
    assert target_number(burst("AC/5", 4))["to_hit.volume_of_fire"].value == -2


@pytest.mark.parametrize(
    ("name", "rounds", "roll", "hits"),
    [("AC/2", 10, 7, 4), ("Machine Gun", 6, 11, 5), ("AC/5", 4, 9, 3), ("AC/5", 2, 9, 1), ("AC/10", 2, 8, 2)],
)
@pytest.mark.proves("omega.rounds_that_hit", "omega.gun_hits")
def test_how_many_rounds_hit_is_in_the_table_of_the_class(name: str, rounds: int, roll: int, hits: int) -> None:
    assert how_many(name, rounds, roll) == hits


def how_many(name: str, rounds: int, roll: int) -> int:
    attack = burst(name, rounds)
    return attack.rules[cluster_hits](ClusterRoll(attack.rules, rounds, roll, attack))


EXPECTED = {
    "AC/2": {2: "13/12", 3: "47/36", 4: "16/9", 5: "20/9", 6: "97/36", 7: "55/18", 8: "41/12", 9: "143/36", 10: "40/9"},
    "AC/5": {2: "7/6", 3: "3/2", 4: "25/12"},
    "AC/10": {2: "17/12"},
}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.proves("OM-ac2-hits", "OM-ac5-hits", "OM-ac10-hits", "omega.gun_hits")
def test_the_rounds_to_expect_are_those_of_the_document(name: str) -> None:
    for rounds, mean in EXPECTED[name].items():
        found = dice(2, 6).map(partial(how_many, name, rounds))
        assert found.mean == Fraction(mean)


@pytest.mark.proves("OM-ac-damage", "omega.gun_figures")
def test_each_round_of_a_machine_gun_does_one_point_in_a_place_of_its_own() -> None:
    attack = burst("Machine Gun", 4, "IS Ammo MG - Full")
    scene = Scene(
        State(relief=attack.relief, units={"red": attack.attacker, "blue": attack.target}),
        Scripted((6, 6), (5, 5), (3, 4), (3, 4), (3, 4)),
    )
    resolve(scene, attack)
    assert [event.damage for event in told(scene.events, Struck)] == [1, 1, 1]
    assert [event.left for event in told(scene.events, ShotsSpent)] == [196]


@pytest.mark.proves("omega.fragments_that_fly")
def test_as_many_fragments_fly_as_all_rounds_have_points() -> None:
    attack = burst("LB 10-X AC", 2, "is_lb_10_x_cluster_ammo")
    assert attack.rules[salvo_size](attack) == 20


def heat_of(*fired: tuple[str, int]) -> Tally:
    """What some bursts make, each from a gun of its own."""
    red = gunner(*(name for name, _ in fired))
    guns = [at for at, mount in enumerate(red.sheet.mounts) if at >= len(unit().sheet.mounts)]
    shots = tuple(Shot(at, "blue", rate=rounds) for at, (_, rounds) in zip(guns, fired, strict=True))
    state = State(relief=relief(COLUMN, RULES), units={"red": red})
    toil = replace(toil_of(state, red), fired=shots)
    return Tally.of(rule.function(toil) for rule in toil.rules[BUILDS])


@pytest.mark.parametrize(
    ("fired", "heat"),
    [
        ((("AC/5", 4),), 8),
        ((("AC/2", 7),), 7),
        ((("AC/20", 1),), 5),
        ((("Machine Gun", 4), ("Machine Gun", 4)), 2),
        ((("Machine Gun", 10),), 1),
        ((("CLLBXAC2", 5),), 3),
    ],
)
@pytest.mark.proves("OM-ac-ammo-heat", "OM-ac-heat-rounding", "omega.gun_heat")
def test_every_round_makes_its_heat_and_parts_of_a_point_are_rounded_up_for_each_weapon(
    fired: Sequence[tuple[str, int]], heat: int
) -> None:
    assert heat_of(*fired).total == heat


@pytest.mark.proves("OM-ac-table-clan", "OM-ac-heat-rounding", "omega.gun_figures", "omega.gun_heat")
def test_both_bursts_of_a_clan_ultra_autocannon_are_rounded_up_together() -> None:
    red = gunner("CLUltraAC2")
    at = len(unit().sheet.mounts)
    state = State(relief=relief(COLUMN, RULES), units={"red": red})
    toil = replace(toil_of(state, red), fired=(Shot(at, "blue", rate=3), Shot(at, "blue", rate=4)))
    assert Tally.of(rule.function(toil) for rule in toil.rules[BUILDS]).total == 4


@pytest.mark.proves("OM-ultra-jam", "omega.second_burst_jams")
def test_an_ultra_autocannon_jams_on_a_2_for_its_second_burst_only() -> None:
    def state(*dice: tuple[int, ...]) -> State:
        red = replace(gunner("Ultra AC/5", "Ultra AC/5 Ammo"), gunnery=12)
        shots = (Shot(gun(red, "Ultra AC/5"), "blue", len(red.sheet.mounts) - 1, 4),) * 2
        units = {"red": replace(red, volley=shots), "blue": unit(id="blue", hex="0104", facing=0)}
        scene = Scene(State(relief=relief(COLUMN, RULES), units=units), Scripted(*dice))
        finish(scene)
        return scene.state

    assert state((1, 1), (4, 4)).units["red"].condition.jammed == frozenset()
    jammed = state((4, 4), (1, 1)).units["red"]
    assert jammed.condition.jammed == {gun(jammed, "Ultra AC/5")}
    assert jammed.condition.shots[-1] == 12


def test_a_burst_alone_jams_no_gun_and_rotary_guns_jam_as_they_did() -> None:
    attack = burst("Ultra AC/5", 2)
    assert not attack.rules[jams_on](attack, 2)
    rotary = burst("Rotary AC/5", 6)
    assert rotary.rules[jams_on](rotary, 2)


@pytest.mark.proves("omega.same_target", "OM-ultra-double")
def test_both_bursts_of_an_ultra_autocannon_go_at_one_target() -> None:
    attack = burst("Ultra AC/5", 1, "Ultra AC/5 Ammo")
    red = attack.attacker
    attack.attacker = replace(red, volley=(Shot(gun(red, "Ultra AC/5"), "green"),))
    assert attack.rules[times_a_round](attack.rules, red, gun(red, "Ultra AC/5")) == 2
    assert forbidden(attack) == "omega.same_target"


@pytest.mark.proves("OM-ac-hit-locations", "OM-lb20x-cluster", "omega.fragments")
def test_each_fragment_strikes_a_place_of_its_own() -> None:
    attack = burst("LB 20-X AC", 1, "is_lb_20_x_cluster_ammo")
    scene = Scene(
        State(relief=attack.relief, units={"red": attack.attacker, "blue": attack.target}),
        Scripted((6, 6), (3, 3), *[(3, 4)] * 13),
    )
    resolve(scene, attack)
    assert [event.damage for event in told(scene.events, Struck)] == [1] * 13


@pytest.mark.proves("omega.bursts")
def test_an_ultra_autocannon_fires_two_bursts_a_round() -> None:
    rules = ruleset(RULES)
    for name, times in (("Ultra AC/5", 2), ("AC/5", 1)):
        red = gunner(name)
        assert rules[times_a_round](rules, red, gun(red, name)) == times


def test_the_preview_knows_the_heat_of_a_burst_as_a_fraction() -> None:
    red = gunner("Machine Gun", "IS Ammo MG - Full")
    state = State(relief=relief("0 0", RULES), units={"red": red, "blue": unit(id="blue", hex="0102", facing=0)})
    shot = Fire(mount=gun(red, "Machine Gun"), target="blue", feed=len(red.sheet.mounts) - 1, rate=3)
    assert of_shot(state, red, shot).heat == Fraction(3, 10)


def test_bots_fire_bursts_in_battle_and_the_log_replays() -> None:
    session: Session[Any, State, Any] = Session(Classic(RULES), find("duel")[1], 5)
    bots = {side: make_bot("classic", "greedy", 3, side) for side in ("red", "blue")}
    while session.state.round < 5 and (player := session.game.to_act(session.state)) is not None:
        state = session.game.known(session.state, player)
        session.apply(player, bots[player].choose(session.game, state, player, list(session.game.legal(state, player))))
    assert [event for event in session.events if isinstance(event, HeatSettled)]
    assert any(command.rate > 1 for _, command in session.commands if isinstance(command, Fire))
    assert verify(session.log(), lambda header: Classic(header.rules)) is None
