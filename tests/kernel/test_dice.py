"""Three kinds of dice: seeded, scripted, and all of them at once."""

import hashlib
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from overheat.kernel.dice import Dice, Roll, Scripted, ScriptError, Seeded, every
from overheat.kernel.odds import dice


@pytest.mark.parametrize(("seed", "stream"), [(0, "game"), (2026, "game"), (-5, "bot"), (2**80, "map")])
def test_one_seed_falls_alike_on_every_python(seed: int, stream: str) -> None:
    key = int.from_bytes(hashlib.sha256(f"{seed}/{stream}".encode()).digest()[:8], "big")
    draws = twister(key)
    expected = [tuple(sorted(1 + int(next(draws) * 6) for _ in range(2))) for _ in range(500)]
    rolled = Seeded(seed, stream)
    assert [rolled.roll("test").faces for _ in range(500)] == expected


def twister(key: int) -> Iterator[float]:
    """The Mersenne twister as published, seeded by an array and read 53 bits at a time: written out, so that the test
    does not lean on the Python that runs it."""
    words = [key >> 32 * at & 0xFFFFFFFF for at in range((key.bit_length() + 31) // 32 or 1)]
    state = [19650218]
    for at in range(1, 624):
        state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + at) & 0xFFFFFFFF)
    at = 1
    for turn in range(624):
        mixed = (state[at - 1] ^ state[at - 1] >> 30) * 1664525
        state[at] = ((state[at] ^ mixed) + words[turn % len(words)] + turn % len(words)) & 0xFFFFFFFF
        at += 1
        if at == 624:
            state[0], at = state[623], 1
    for _ in range(623):
        mixed = (state[at - 1] ^ state[at - 1] >> 30) * 1566083941
        state[at] = ((state[at] ^ mixed) - at) & 0xFFFFFFFF
        at += 1
        if at == 624:
            state[0], at = state[623], 1
    state[0] = 1 << 31
    numbers = tempered(state)
    while True:
        yield ((next(numbers) >> 5) * 2**26 + (next(numbers) >> 6)) / 2**53


def tempered(state: list[int]) -> Iterator[int]:
    while True:
        for at in range(624):
            joined = state[at] & 1 << 31 | state[(at + 1) % 624] & (1 << 31) - 1
            state[at] = state[(at + 397) % 624] ^ joined >> 1 ^ (0x9908B0DF if joined & 1 else 0)
        for word in list(state):
            word ^= word >> 11
            word ^= word << 7 & 0x9D2C5680
            word ^= word << 15 & 0xEFC60000
            yield word ^ word >> 18


def test_streams_of_one_seed_do_not_disturb_each_other() -> None:
    alone = [Seeded(7).roll("a").faces for _ in range(1)]
    game, bot = Seeded(7), Seeded(7, stream="bot")
    bot.roll("thinking")
    assert [game.roll("a").faces] == alone
    assert Seeded(7, "bot").roll("x", 8).faces != Seeded(7).roll("x", 8).faces


def test_every_roll_is_remembered_with_its_purpose() -> None:
    seeded = Seeded(1)
    first, second = seeded.roll("to hit"), seeded.roll("location", 1)
    assert seeded.rolls == [first, second]
    assert [roll.purpose for roll in seeded.rolls] == ["to hit", "location"]
    assert str(Roll("to hit", 6, (2, 5))) == "to hit: 2+5 = 7"


@given(some.integers(-(2**70), 2**70), some.integers(1, 8), some.integers(2, 30))
def test_faces_are_sorted_and_on_the_die(seed: int, count: int, sides: int) -> None:
    faces = Seeded(seed).roll("law", count, sides).faces
    assert len(faces) == count
    assert list(faces) == sorted(faces)
    assert all(1 <= face <= sides for face in faces)


def test_scripted_dice_fall_as_written() -> None:
    with Scripted((5, 2), 3) as script:
        assert script.roll("a").faces == (2, 5)
        assert script.roll("b", 1).total == 3


def test_a_script_that_runs_out_raises() -> None:
    with pytest.raises(ScriptError, match="no roll left in the script for 'b'"):
        Scripted().roll("b")


def test_a_script_with_rolls_left_over_raises() -> None:
    with pytest.raises(ScriptError, match="1 scripted roll"), Scripted((1, 1)):
        pass


@pytest.mark.parametrize("faces", [(1,), (1, 7), (0, 1), (1, 2, 3)])
def test_a_script_for_other_dice_raises(faces: tuple[int, ...]) -> None:
    with pytest.raises(ScriptError, match="throws 2d6"):
        Scripted(faces).roll("a")


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (-1, 6), (2, 1)])
def test_dice_that_cannot_be_thrown_are_refused(count: int, sides: int) -> None:
    with pytest.raises(ValueError):
        Seeded(1).roll("a", count, sides)


def exploding(thrown: Dice) -> int:
    """A six is thrown again, once: paths of different length."""
    first = thrown.roll("first", 1).total
    return first + thrown.roll("again", 1).total if first == 6 else first


def test_every_outcome_is_weighed_exactly_whatever_the_length_of_its_path() -> None:
    found = every(exploding)
    assert found.probability(5) == Fraction(1, 6)
    assert found.probability(12) == Fraction(1, 36)
    assert found.where(lambda total: total > 6) == Fraction(1, 6)


def test_every_agrees_with_the_algebra() -> None:
    assert every(lambda thrown: thrown.roll("all", 3).total) == dice(3)
    assert every(lambda thrown: thrown.roll("a", 1).total + thrown.roll("b", 2).total) == dice(3)


def test_a_procedure_without_dice_has_one_outcome() -> None:
    assert every(lambda thrown: "always").probability("always") == 1


def test_too_many_paths_are_refused_not_waited_for() -> None:
    with pytest.raises(OverflowError):
        every(lambda thrown: sum(thrown.roll("many").total for _ in range(5)), limit=1000)
