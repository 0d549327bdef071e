"""Clubs: trees that a machine tears out and swings."""

import pytest

from overheat.classic.attack.blows import number_of, refusal
from overheat.classic.facts.commands import Done, Strike
from overheat.classic.facts.events import Struck
from overheat.classic.facts.state import Shot, Unit
from overheat.classic.rules.standard.physical import PhysicalAttack
from overheat.classic.turn.round import legal
from overheat.kernel.dice import Scripted
from skirmish import NORTH, blow, broken, known, maimed, mount, on_turn, replace, say, told, unit

WOODS = "0w1 0"


def club(attacker: Unit | None = None, column: str = WOODS) -> PhysicalAttack:
    return blow("club", "RA", attacker, column=column)


def forbidden(attack: PhysicalAttack) -> str | None:
    no = refusal(attack)
    return None if no is None else no.id


@pytest.mark.proves("physical.club")
def test_a_club_takes_a_tree_and_two_whole_arms_that_have_not_fired() -> None:
    red = unit()
    fired = replace(red, volley=(Shot(mount(red, "Medium Laser"), "blue"),))
    assert forbidden(club()) is None
    assert forbidden(club(column="0 0w1")) == "physical.club"
    assert forbidden(club(broken(red, "hand actuator@LA"))) == "physical.club"
    assert forbidden(club(broken(red, "shoulder@LA"))) == "physical.club"
    assert forbidden(club(maimed(red, "LA"))) == "physical.club"
    assert forbidden(club(fired)) == "physical.club"
    assert forbidden(club(unit(known("Rifleman RFL-3N")))) is not None


@pytest.mark.proves("physical.other_arm")
def test_damage_to_either_arm_makes_a_club_harder_to_swing() -> None:
    """Piloting 5 and -1 for the club."""
    hurt = [broken(unit(), f"upper arm actuator@{arm}") for arm in ("LA", "RA")]
    assert number_of(club()).total == 4
    assert [number_of(club(red)).total for red in hurt] == [6, 6]


@pytest.mark.proves("physical.club")
def test_a_club_is_offered_among_trees_alone_and_does_a_fifth_of_the_weight_anywhere() -> None:
    red, blue = unit(), unit(id="blue", hex="0102", facing=NORTH)
    swing = Strike("club", "RA", "blue")
    assert swing in set(legal(on_turn(red, blue, phase="physical", board=WOODS), red))
    assert swing not in set(legal(on_turn(red, blue, phase="physical", board="0 0"), red))
    dice = Scripted((2, 2), (3, 4), (1, 1), (6, 6))
    _, events = say(on_turn(red, blue, phase="physical", board=WOODS), dice, swing, Done())
    assert [(hit.location, hit.damage) for hit in told(events, Struck)] == [("CT", 10)]
