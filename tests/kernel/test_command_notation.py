"""Commands in a line: they print and parse, and what is no command is refused with what is wrong."""

from typing import Any, Literal, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overheat.kernel.notation import parse_command, parse_commands, print_command, print_commands
from overheat.kernel.refusal import RefusedError


class Place(NamedTuple):
    x: int
    y: float
    z: int = 0


class Part(msgspec.Struct, frozen=True):
    name: str
    many: int = 1


class Send(msgspec.Struct, frozen=True, tag=True):
    who: str
    number: int | None = None
    way: Literal["left", "far right"] = "left"
    note: str | None = None
    fast: bool = False
    share: float = 0.0
    to: Place | None = None
    parts: tuple[Part, ...] = ()
    names: frozenset[str] = frozenset()


class Stop(msgspec.Struct, frozen=True, tag=True):
    pass


COMMANDS: Any = Send | Stop


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Stop(), "Stop"),
        (Send("blue-1"), "Send blue-1"),
        (Send("red/alpha", 3), "Send red/alpha 3"),
        (Send("0807", way="far right"), 'Send 0807 way="far right"'),
        (Send("1207"), "Send 1207"),
        (Send("hex 0908", 2, fast=True), 'Send "hex 0908" 2 fast=true'),
        (Send("a", note="null"), 'Send a note="null"'),
        (Send("a", note="x=1"), 'Send a note="x=1"'),
        (Send("", note=""), 'Send "" note=""'),
        (Send("a", to=Place(1, 2.5)), "Send a to=1,2.5,0"),
        (Send("a", parts=(Part("b"), Part("c", 2))), 'Send a parts=[{"name":"b"},{"name":"c","many":2}]'),
        (Send("a", names=frozenset({"z", "b c"})), 'Send a names=["b c","z"]'),
    ],
)
def test_a_command_is_its_verb_and_its_fields_without_what_is_as_usual(command: msgspec.Struct, text: str) -> None:
    assert print_command(command) == text
    assert parse_command(text, COMMANDS) == command


SENT = st.builds(
    Send,
    who=st.text(),
    number=st.none() | st.integers(-(2**40), 2**40),
    way=st.sampled_from(["left", "far right"]),
    note=st.none() | st.text(),
    fast=st.booleans(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    to=st.none() | st.builds(Place, st.integers(-9, 999), st.floats(-9, 99), st.integers(0, 9)),
    parts=st.lists(st.builds(Part, st.text(), st.integers(0, 5)), max_size=3).map(tuple),
    names=st.frozensets(st.text(), max_size=3),
)


@given(st.lists(SENT | st.just(Stop()), min_size=1, max_size=3))
def test_whatever_a_command_holds_it_round_trips(commands: list[msgspec.Struct]) -> None:
    assert parse_commands(print_commands(commands), COMMANDS) == tuple(commands)
    for command in commands:
        assert "\n" not in print_command(command)
        assert parse_command(print_command(command), COMMANDS) == command


def test_verbs_are_known_in_any_case_and_fields_by_name_in_any_order() -> None:
    assert parse_command("send number=4 who=a", COMMANDS) == Send("a", 4)
    assert parse_command("  STOP ", COMMANDS) == Stop()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "'' is no command; there are Send, Stop"),
        ("Jump 3", "'Jump' is no command; there are Send, Stop"),
        ("Send", "Send needs who"),
        ("Send a three", "Send number: three does not fit"),
        ("Send a way=up", "Send way: up does not fit"),
        ("Send a who=b", "Send: 'who' where it takes number"),
        ("Send a colour=red", "Send: 'colour' where it takes number"),
        ("Send number=3 a", "Send: 'a' where it takes who"),
        ("Stop now", "Stop: 'now' where it takes nothing more"),
        ('Send "a', "is no JSON"),
        ('Send "a"b', "follows without a blank"),
        ("Send a to=1", "Send to: 1 does not fit"),
        ("Send a parts=" + "[" * 100_000, "is no JSON"),
    ],
)
def test_what_is_no_command_is_refused_with_what_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(RefusedError) as no:
        parse_command(text, COMMANDS)
    assert wrong in str(no.value)
    assert len(str(no.value)) < 400
