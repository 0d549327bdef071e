"""Omega's falls, charges and engine hits: thresholds by weight, charges through fire, reactors that vaporise."""

from fractions import Fraction
from typing import Any

import pytest

from overheat.api.questions import ask
from overheat.classic.attack.blows import number_of
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.displacement import displace
from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.machine import hit_slot
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.events import (
    AttackRolled,
    CheckMade,
    CriticalHit,
    FateMet,
    MarkLaid,
    PhaseBegan,
    Struck,
)
from overheat.classic.facts.state import Blow, State, Weather
from overheat.classic.game import Classic
from overheat.classic.rules.omega.charges import UNDER_FIRE
from overheat.classic.rules.omega.engines import EJECTING, NEARBY, Ejected
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.physical import CHARGING, PhysicalAttack
from overheat.classic.rulesets import ruleset
from overheat.classic.turn.physical import finish
from overheat.kernel.dice import Scripted
from overheat.kernel.refusal import RefusedError
from overheat.kernel.terms import total_of
from skirmish import broken, known, marked, moved, on_turn, relief, replace, told, unit

OMEGA = ("omega",)
RULES = ("omega_falls", "omega_charges", "omega_engines")
HEAVY, ASSAULT, LIGHT = "Marauder MAD-3R", "Atlas AS7-D", "Commando COM-2D"


def omega(state: State, board: str = "0 0 0", rules: tuple[str, ...] = RULES) -> State:
    return replace(state, relief=relief(board, rules))


def asked(question: str, **facts: Any) -> dict[str, Any]:
    return ask(question, OMEGA, **facts)


@pytest.mark.parametrize(
    ("name", "damage", "added"), [(HEAVY, 49, 1), (HEAVY, 50, 2), (ASSAULT, 90, 3), (LIGHT, 15, 1)]
)
@pytest.mark.proves("OM-psr-damage", "omega.battered", "omega.thresholds")
def test_the_damage_of_a_phase_adds_a_point_for_every_time_it_comes_to_the_threshold(
    name: str, damage: int, added: int
) -> None:
    assert asked("piloting", unit=name, damage_this_phase=damage)["target_number"] == 5 + added


@pytest.mark.proves("OM-psr-damage", "omega.thresholds")
def test_less_than_the_threshold_of_its_class_asks_for_no_roll() -> None:
    for name, damage in ((LIGHT, 14), ("Hunchback HBK-4G", 19), (HEAVY, 24), (ASSAULT, 29)):
        assert asked("piloting", unit=name, damage_this_phase=damage)["refusal"]["id"] == "piloting.battered"


@pytest.mark.proves("OM-fall-water", "omega.into_water")
def test_water_breaks_half_of_a_whole_fall() -> None:
    assert asked("fall", unit=HEAVY, water_depth=1)["damage"] == 4
    assert asked("fall", unit="Awesome AWS-8Q", levels=1, water_depth=1)["damage"] == 8
    assert asked("fall", unit="Awesome AWS-8Q", levels=2, water_depth=1)["damage"] == 12


@pytest.mark.proves("OM-fall-from-above", "omega.onto_another", "omega.accidental_falls")
def test_an_accidental_fall_hits_on_nine() -> None:
    [_, onto] = asked("fall", unit=HEAVY, levels=2)["rolls"]
    assert (onto["target_number"], Fraction(*onto["probability"])) == (9, Fraction(10, 36))


@pytest.mark.proves("falls.onto_another")
def test_a_machine_that_is_pushed_over_an_edge_may_come_down_on_who_stands_below() -> None:
    number = ask("fall", unit=HEAVY, levels=2)["rolls"][1]["target_number"]
    assert number == 7
    for roll, hits in (((3, 4), 4), ((3, 3), 0)):
        above, below = unit(), unit(id="blue", hex="0102", facing=0)
        board = relief("2 0 0")
        playing = Scene(State(relief=board, units={"red": above, "blue": below}), Scripted(roll, *HARM[hits > 0]))
        assert displace(playing, "red", 3, "push")
        [attack] = told(playing.events, AttackRolled)
        assert (attack.what, total_of(attack.needed), attack.hit) == ("accidental_fall", 7, hits > 0)
        assert sum(struck.damage for struck in told(playing.events, Struck) if struck.unit == "blue") == 15 * bool(hits)


HARM = {
    True: (*((3, 4),) * 3, (6, 6), 1, *((3, 4),) * 3),
    False: ((6, 6), 1, *((3, 4),) * 3),
}


@pytest.mark.proves("falls.onto_nobody")
def test_in_earlier_formats_nobody_was_fallen_upon() -> None:
    above, below = unit(), unit(id="blue", hex="0102", facing=0)
    board = relief("2 0 0", ("earlier_falls",))
    playing = Scene(State(relief=board, units={"red": above, "blue": below}), Scripted((6, 6), 1, *((3, 4),) * 3))
    assert displace(playing, "red", 3, "push")
    assert told(playing.events, AttackRolled) == []


ENDS: dict[str, Any] = {"target": {"unit": HEAVY, "hex": "0809", "piloting": 4, "moved": "walk", "hexes_moved": 4}}


def charge(kind: str = "charge", target: dict[str, Any] | None = None, **attacker: Any) -> dict[str, Any]:
    red = {"unit": HEAVY, "hex": "0808", "facing": 3, **attacker}
    return asked("blow", kind=kind, attacker=red, target={**ENDS["target"], **(target or {})})


@pytest.mark.proves("OM-charges", "omega.charge_base", "omega.charges")
def test_a_charge_starts_from_three_and_pits_pilot_against_pilot() -> None:
    assert charge(moved="run", hexes_moved=4)["target_number"] == 3 + 2 + 1 + 5 - 4
    still = {"moved": "stationary", "hexes_moved": 0, "piloting": 5}
    assert [
        charge(kind, still, moved=mode, hexes_moved=3)["target_number"]
        for kind, mode in (("charge", "walk"), ("charge", "run"), ("death from above", "jump"))
    ] == [4, 5, 6]


@pytest.mark.proves("OM-charges", "omega.under_fire")
def test_what_a_charging_machine_has_taken_makes_its_charge_harder() -> None:
    still = {"moved": "stationary", "hexes_moved": 0, "piloting": 5}
    hurt = charge("death from above", still, unit=LIGHT, moved="jump", hexes_moved=3, marks={UNDER_FIRE: 30})
    assert hurt["target_number"] == 8


@pytest.mark.proves("OM-charges", "omega.charge_terrain")
def test_woods_shield_nobody_from_a_charge() -> None:
    red, blue = unit(motion=moved("run", 3)), unit(id="blue", hex="0102", facing=0)
    woods = PhysicalAttack(relief("0 0w2", RULES), red, blue, Blow("charge", "", "blue"), Weather())
    plain = PhysicalAttack(relief("0 0", RULES), red, blue, Blow("charge", "", "blue"), Weather())
    assert number_of(woods).total == number_of(plain).total == 5
    kick = PhysicalAttack(relief("0 0w2", RULES), red, blue, Blow("kick", "LL", "blue"), Weather())
    assert number_of(kick).total == 5 - 2 + 2 + 2


@pytest.mark.proves("OM-charges", "omega.from_above_groups")
def test_a_death_from_above_strikes_in_two_groups() -> None:
    told = charge("death from above", {"moved": "stationary", "hexes_moved": 0}, moved="jump", hexes_moved=3)
    assert (told["damage"], told["groups"], told["damage_to_self"]) == (23, [12, 11], 15)


@pytest.mark.proves("attack.from_above_groups")
def test_in_the_standard_game_it_strikes_in_fives() -> None:
    ends = {"attacker": {"unit": HEAVY, "hex": "0808", "facing": 3, "moved": "jump", "hexes_moved": 3}, **ENDS}
    assert ask("blow", kind="death from above", **ends)["groups"] == [5, 5, 5, 5, 3]


@pytest.mark.proves("omega.lands_on_legs", "attack.lands_on_legs")
def test_both_legs_take_half_and_a_die_says_which_takes_the_odd_point() -> None:
    heavy = replace(unit().sheet, tons=55)
    red = unit(heavy, motion=moved("jump", 3), marks=marked(CHARGING, kind="death from above", about="blue"))
    blue = unit(id="blue", hex="0102", facing=0)
    dice = Scripted((6, 6), 1, 2, 2, (6, 6), (6, 6))
    playing = Scene(omega(State(relief=relief("0 0 0"), units={"red": red, "blue": blue}, phase="physical")), dice)
    finish(playing)
    dice.done()
    assert [(hit.unit, hit.location, hit.damage) for hit in told(playing.events, Struck)] == [
        ("blue", "LA", 9),
        ("blue", "LT", 8),
        ("red", "LL", 5),
        ("red", "RL", 6),
    ]
    standard = Scripted((6, 6), 1, 2, 3, 4, 1, 4, 6, (6, 6), (6, 6))
    other = Scene(State(relief=relief("0 0 0"), units={"red": red, "blue": blue}, phase="physical"), standard)
    finish(other)
    assert [hit.damage for hit in told(other.events, Struck) if hit.unit == "red"] == [5, 5, 1]


@pytest.mark.proves("OM-charges", "omega.charges_on", "omega.remembers_fire")
def test_fire_on_the_way_makes_no_piloting_roll_and_is_remembered() -> None:
    red = unit(motion=moved("run", 3), marks=marked(CHARGING, kind="charge", about="blue"))
    blue = unit(id="blue", hex="0102", facing=0)
    playing = Scene(omega(on_turn(red, blue, phase="weapons", board="0 0 0")), Scripted((3, 4), (4, 4), (5, 5)))
    for _ in range(2):
        take(playing, Hit("red", "front", 10, "test"))
    settle_falls(playing)
    assert told(playing.events, CheckMade) == []
    playing.tell(PhaseBegan("physical", ("red", "blue")))
    playing.follow()
    [laid] = told(playing.events, MarkLaid)
    assert (laid.mark, laid.detail.value) == (UNDER_FIRE, 20)


def test_who_charges_may_fire() -> None:
    red = unit(motion=moved("run", 3), marks=marked(CHARGING, kind="charge", about="blue"))
    blue = unit(id="blue", hex="0102", facing=0)
    before = omega(on_turn(red, blue, phase="weapons", board="0 0 0"))
    assert any(isinstance(command, Fire) for command in Classic().legal(before, "red"))


@pytest.mark.parametrize(
    ("name", "losses", "lost"),
    [
        ("Marauder MAD-3R", ["CT engine"], 6),
        ("Griffin GRF-1N", ["CT engine"], 5),
        ("Griffin GRF-1N", ["CT engine"] * 2, 11),
        ("Mad Cat Prime", ["CT engine"], 14),
    ],
)
@pytest.mark.proves("OM-engine-hits", "omega.sinks_of_the_engine", "omega.engine_sinks")
def test_heat_sinks_go_with_the_engine(name: str, losses: list[str], lost: int) -> None:
    whole, hurt = asked("heat", unit=name), asked("heat", unit=name, damage=losses)
    assert whole["sinks"]["land"] - hurt["sinks"]["land"] == lost
    assert hurt["builds"]["stationary"] == 0


@pytest.mark.proves("OM-hit-location-2", "omega.luck")
def test_a_two_is_rolled_again_and_every_one_is_a_critical_hit() -> None:
    found = asked("location", unit=HEAVY, dice=[1, 1, 1, 1, 3, 4])
    assert (found["location"], found["critical_hits"]) == ("CT", 2)
    rolled = asked("location", unit=HEAVY)["distribution"]["rows"]
    odds = {(row["value"]): Fraction(*row["chance"]) for row in rolled}
    by_place: dict[str, Fraction] = {}
    for outcome, chance in odds.items():
        place = outcome.partition(",")[0]
        by_place[place] = by_place.get(place, Fraction(0)) + chance
    assert (by_place["HD"], by_place["CT"]) == (Fraction(1, 35), Fraction(6, 35))
    assert sum(by_place.values()) == 1


@pytest.mark.proves("OM-hit-location-2", "omega.luck")
def test_damage_and_critical_hits_go_where_the_last_roll_says() -> None:
    dice = Scripted((1, 1), (1, 1), (1, 1), (6, 6), (6, 6), 1, 2, 4)
    playing = Scene(omega(State(relief=relief("0 0 0"), units={"red": unit()})), dice)
    take(playing, Hit("red", "front", 1, "test"))
    assert [(hit.location, hit.damage) for hit in told(playing.events, Struck)] == [("HD", 1)]
    assert [hit.location for hit in told(playing.events, CriticalHit)] == ["HD"] * 3


def test_floating_criticals_are_refused_beside_it() -> None:
    with pytest.raises(RefusedError, match="floating_criticals"):
        ruleset(["omega", "floating_criticals"])


@pytest.mark.proves("OM-vaporize", "omega.explosions")
def test_who_is_near_rolls_at_two_and_the_pilot_at_five() -> None:
    assert asked("piloting", unit=HEAVY, cause=NEARBY)["target_number"] == 7
    assert asked("piloting", unit=HEAVY, cause=EJECTING)["target_number"] == 10
    assert asked("piloting", unit=HEAVY, cause=EJECTING, piloting=4)["target_number"] == 9


@pytest.mark.parametrize(("piloting", "safe"), [(5, False), (4, True)])
@pytest.mark.proves("OM-vaporize", "omega.vaporise")
def test_the_third_hit_vaporises_a_unit_and_all_that_is_with_it(piloting: int, safe: bool) -> None:
    red = broken(unit(piloting=piloting), "engine", "engine")
    riding = replace(unit(known("Foot Platoon (Rifle)"), id="foot", side="red"), hex=red.hex)
    blue = unit(id="blue", hex="0102", facing=0)
    dice = Scripted((4, 5), (3, 4))
    playing = Scene(omega(State(relief=relief("0 0 0"), units={"red": red, "foot": riding, "blue": blue})), dice)
    code, slot = next(
        place for place in red.plan.systems["engine"] if place[1] not in red.condition[place[0]].critical_hits
    )
    hit_slot(playing, "red", code, slot)
    playing.follow()
    dice.done()
    assert [event.safe for event in told(playing.events, Ejected)] == [safe]
    assert {event.unit for event in told(playing.events, FateMet)} == {"red", "foot"}
    assert [(check.unit, total_of(check.needed)) for check in told(playing.events, CheckMade)] == [("blue", 7)]
    assert "rough" in playing.state.relief.board[red.hex]
