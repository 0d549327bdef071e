"""What fighting bots expect of a weapon, of heat, and of the rounds to come."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State, Unit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.weapons import fires
from overheat.lab.players.fighter.bearings import Floats
from overheat.lab.players.fighter.lives import SPARE, caution_of, life, weights
from overheat.lab.players.fighter.preferences import HARD
from overheat.lab.players.fighter.prospects import prospects
from overheat.lab.players.fighter.shooting.arsenal import LEAST, arsenal
from overheat.lab.players.fighter.shooting.volleys import Shooting, best_volley
from skirmish import field, known, mount, moved, on_turn, unit, with_needs
from skirmish import state as battle

replace = msgspec.structs.replace


def _under(layer: str, now: State) -> State:
    return replace(now, relief=Relief(now.relief.board, ruleset(with_needs(layer))))


def _volley(now: State, unit: Unit) -> Shooting:
    return best_volley(now, unit, [*fires(now, unit)], HARD, {})


@pytest.mark.parametrize("hexes", [0, 25])
def test_what_a_hit_does_is_looked_at_by_what_it_needs_and_not_by_how_the_target_moved_just_then(hexes: int) -> None:
    """With glancing blows a hit that barely hits does less; that is no reason to expect little of easy shots."""
    red = unit(known("Wolverine WVR-6R"))
    blue = unit(known("Wolverine WVR-6R"), "blue", "0108", motion=moved("run", hexes) if hexes else moved("stationary"))
    now = _under("glancing_blows", on_turn(red, blue, board=field(1, 8)))
    still = _under("glancing_blows", on_turn(red, replace(blue, motion=moved("stationary")), board=field(1, 8)))
    found, plain = (arsenal(each, each.units["red"], each.units["blue"]).damage for each in (now, still))
    assert found == pytest.approx(plain)
    easy, barely = plain[:, 4, -LEAST], plain[:, 4, 8 - LEAST]
    assert easy.max() > 0
    assert easy.sum() > barely.sum()


def test_nothing_is_expected_of_a_weapon_that_is_jammed() -> None:
    red, blue = unit(known("Enforcer ENF-4R")), unit(known("Wolverine WVR-6R"), "blue", "0105")
    jammed = unit(known("Enforcer ENF-4R"), jammed=frozenset({mount(red, "AC/10")}))
    whole, less = (arsenal(battle(each, blue), each, blue).damage for each in (red, jammed))
    assert len(less) == len(whole) - 1


@pytest.mark.parametrize(("rounds", "rate"), [(1, 2), (12, 1)])
def test_a_gun_that_may_jam_is_spared_while_there_are_rounds_to_come(rounds: int, rate: int) -> None:
    red, blue = unit(known("Enforcer ENF-4R")), unit(known("Wolverine WVR-6R"), "blue", "0105")
    now = _under("rapid_fire_autocannons", on_turn(red, blue, phase="weapons", board=field(1, 6), rounds=rounds))
    fired = [shot for shot in _volley(now, red).commands if isinstance(shot, Fire)]
    assert [shot.rate for shot in fired if shot.mount == mount(red, "AC/10")] == [rate]


def test_who_is_hot_fires_what_makes_it_hardly_hotter() -> None:
    """Its heat has a price whether it fires or not, so only what a shot adds counts."""
    red, blue = unit(known("Warhammer WHM-6R"), heat=38), unit(known("Wolverine WVR-6R"), "blue", "0102")
    found = _volley(on_turn(red, blue, phase="weapons", board=field(1, 3)), red)
    assert mount(red, "Machine Gun") in [shot.mount for shot in found.commands if isinstance(shot, Fire)]
    assert found.worth > 0


def test_heat_is_saved_where_fire_now_is_poorer_than_it_will_be() -> None:
    """Of two like volleys that overheat, the one at long odds leaves its machine cooler."""
    red = unit(known("Crusader CRD-3R"), heat=5)
    near, far = (unit(known("Wolverine WVR-6R"), "blue", at) for at in ("0103", "0108"))
    hot, cool = (_volley(on_turn(red, each, phase="weapons", board=field(1, 9)), red).heat for each in (near, far))
    assert cool < hot


def test_fire_beyond_what_a_target_has_left_is_not_counted() -> None:
    """Eight guns promise far more than it takes to finish a few men, and are worth no more than that."""
    red = unit(known("Warhammer WHM-6R"))
    few = unit(known("Foot Platoon (Rifle)"), "few", "0102", side="blue", troopers=2)
    now = on_turn(red, few, phase="weapons", board=field(1, 6))
    found = _volley(now, red)
    counts = weights(now, [red, few], HARD)["few"]
    assert 0 < found.worth <= counts * (SPARE + HARD.finishing) * life(few) < counts * found.promise


def _ahead(red: Unit, blue: Unit, pace: int = 4, rounds: int = 0) -> Floats:
    now = replace(on_turn(red, blue, board=field(1, 25)), rounds=rounds, round=1)
    return prospects(now, red, [blue], [np.arange(1, 25)], pace, HARD)


def test_of_two_alike_that_shoot_at_long_odds_both_come_nearer() -> None:
    red, blue = unit(known("Centurion CN9-A")), unit(known("Centurion CN9-A"), "blue", "0125")
    found = _ahead(red, blue)
    assert found[4] > found[14] > found[23]


def test_who_shoots_far_keeps_away_from_who_does_not() -> None:
    archer, hunchback = unit(known("Archer ARC-2R")), unit(known("Hunchback HBK-4G"), "blue", "0125")
    hunter, prey = unit(known("Hunchback HBK-4G")), unit(known("Archer ARC-2R"), "blue", "0125")
    assert np.argmax(_ahead(hunter, prey, pace=1)) < np.argmax(_ahead(archer, hunchback, pace=1))


def test_after_the_last_round_nothing_comes() -> None:
    red, blue = unit(known("Centurion CN9-A")), unit(known("Centurion CN9-A"), "blue", "0125")
    assert not _ahead(red, blue, rounds=1).any()
    assert _ahead(red, blue, rounds=2).any()


def test_a_battle_in_which_nobody_gets_ahead_makes_bolder() -> None:
    red, blue = unit(known("Centurion CN9-A")), unit(known("Centurion CN9-A"), "blue", "0125")
    now = replace(on_turn(red, blue, board=field(1, 25)), rounds=15)
    first, last = (caution_of(replace(now, round=at), "red", HARD) for at in (1, 15))
    assert last < first == HARD.caution


LOST = (("red", 300), ("blue", 200))
"""What each side has lost, by battle value."""


def test_who_is_behind_at_the_end_by_however_little_is_bolder() -> None:
    """It loses by what is left, as surely by a little as by much; who leads by as much takes care."""
    red, blue = (unit(known("Centurion CN9-A"), id, value=1000) for id in ("red", "blue"))
    gone = (
        unit(known("Wasp WSP-1A"), f"lost {side}", side=side, fate="destroyed", value=value) for side, value in LOST
    )
    now = replace(on_turn(red, blue, *gone, board=field(1, 25)), rounds=15, round=15)
    assert caution_of(now, "red", HARD) <= 0.6 * HARD.caution
    assert HARD.caution < caution_of(now, "blue", HARD) < 1.2 * HARD.caution
