"""States as lines: what differs from a fresh one, part by part, and back."""

from fractions import Fraction

import msgspec
import pytest

from overheat.kernel.positions import Parts, Spelling, Word, is_change, parse_state, print_state
from overheat.kernel.refusal import RefusedError


class Tile(msgspec.Struct, frozen=True):
    code: str
    worth: int = 0


class Band(msgspec.Struct, frozen=True):
    kind: str
    strength: int = 1


class Piece(msgspec.Struct, frozen=True):
    heat: int = 0
    tiles: tuple[Tile, ...] = (Tile("A"), Tile("B"))
    bands: tuple[Band, ...] = (Band("x"), Band("x"))
    marks: dict[str, Band] = {}


class Later(msgspec.Struct, frozen=True):
    before: "Game"
    said: object = None


class Say(msgspec.Struct, frozen=True, tag=True):
    word: str


class Game(msgspec.Struct, frozen=True):
    units: dict[str, Piece] = {}
    turn: int = 0
    spots: dict[int, str] = {}
    later: Later | None = None
    to_do: tuple[Say, ...] = ()
    ground: "Ground | None" = None


class Ground:
    """No plain value: letters at places."""

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ground) and self.letters == other.letters

    __hash__ = None  # type: ignore[assignment]


def differing(fresh: Ground, now: Ground) -> list[tuple[str, str]]:
    pairs = enumerate(zip(fresh.letters, now.letters, strict=True))
    return [(str(at), after) for at, (before, after) in pairs if before != after]


def changed(ground: Ground, at: str, letter: str) -> Ground:
    return Ground(ground.letters[: int(at)] + letter + ground.letters[int(at) + 1 :])


SPELLING = Spelling(
    words={int: Word(lambda number: f"n{number}", lambda word: int(word[1:]))},
    parts={Ground: Parts(differing, changed)},
    types={(Later, "said"): Say},
    blanks={Later: lambda fresh: Later(before=fresh)},
)
PLAIN = Spelling(parts=SPELLING.parts, types=SPELLING.types, blanks=SPELLING.blanks)
FRESH = Game(units={"red-1": Piece(), "turn": Piece(marks={"a": Band("x"), "b": Band("y")})}, ground=Ground("...."))


def with_unit(name: str, piece: Piece) -> Game:
    return msgspec.structs.replace(FRESH, units={**FRESH.units, name: piece})


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (FRESH, ""),
        (msgspec.structs.replace(FRESH, turn=3), "turn = 3\n"),
        (with_unit("red-1", Piece(heat=4)), "red-1.heat = 4\n"),
        (with_unit("red-1", Piece(heat=Fraction(3, 2))), "red-1.heat = 3/2\n"),  # type: ignore[arg-type]
        (with_unit("red-1", Piece(tiles=(Tile("A"), Tile("B", 5)))), "red-1.tiles.B.worth = 5\n"),
        (with_unit("red-1", Piece(tiles=(Tile("A"),))), 'red-1.tiles = [{"code":"A"}]\n'),
        (
            with_unit("red-1", Piece(bands=(Band("x"), Band("x", 2)))),
            'red-1.bands = [{"kind":"x"},{"kind":"x","strength":2}]\n',
        ),
        (with_unit("red-1", Piece(marks={"a b": Band("x")})), 'red-1.marks = {"a b":{"kind":"x"}}\n'),
        (
            with_unit("turn", Piece(marks={"b": Band("y", 2)})),
            "- units.turn.marks.a\nunits.turn.marks.b.strength = 2\n",
        ),
        (
            with_unit("turn", Piece(marks={"b": Band("y"), "a": Band("x")})),
            '- units.turn.marks.a\n- units.turn.marks.b\nunits.turn.marks.b = {"kind":"y"}\n'
            'units.turn.marks.a = {"kind":"x"}\n',
        ),
        (msgspec.structs.replace(FRESH, to_do=(Say("a"), Say("b c"))), 'to_do = Say a ; Say "b c"\n'),
        (msgspec.structs.replace(FRESH, ground=Ground(".x.y")), "ground.1 = x\nground.3 = y\n"),
        (
            msgspec.structs.replace(FRESH, later=Later(msgspec.structs.replace(FRESH, turn=2), Say("a"))),
            "later.before.turn = 2\nlater.said = Say a\n",
        ),
    ],
)
def test_a_state_is_what_differs_from_a_fresh_one(state: Game, text: str) -> None:
    assert print_state(FRESH, state, PLAIN) == text
    again = parse_state(FRESH, text, PLAIN)
    assert again == state
    assert [list(unit.marks) for unit in again.units.values()] == [list(unit.marks) for unit in state.units.values()]


def test_words_of_a_game_stand_for_its_values_and_keys() -> None:
    state = msgspec.structs.replace(FRESH, turn=3, spots={7: "seven"})
    text = print_state(FRESH, state, SPELLING)
    assert text == 'turn = n3\nspots = {"n7":"seven"}\n'
    assert parse_state(FRESH, text, SPELLING) == state


def test_blank_lines_and_comments_say_nothing() -> None:
    assert parse_state(FRESH, "\n# red-1.heat = 9\n  turn = 2 \n", PLAIN).turn == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("turn 3", "line 1: 'turn 3' is no line of a position"),
        ("turn = 1\nturn = x", "line 2: turn: x does not fit"),
        ("green.heat = 1", "there is no 'green'; there are red-1, turn"),
        ("red-1.heta = 1", "there is no 'heta'; there are heat, tiles"),
        ("red-1.tiles.C.worth = 1", "there is no 'C'; there are A, B"),
        ("- red-1.heat", "there is no 'heat'"),
        ("- red-1.marks.z", "there is no 'z'"),
        ("red-1..heat = 1", "is no path"),
        ("to_do = Sing a", "'Sing' is no command; there are Say"),
        ("turn.half = 1", "there is no 'half'"),
    ],
)
def test_a_line_that_says_nothing_of_the_state_is_refused_with_its_number(text: str, wrong: str) -> None:
    with pytest.raises(RefusedError) as no:
        parse_state(FRESH, text, PLAIN)
    assert wrong in str(no.value)
    assert "line " in str(no.value)


def test_a_line_of_changes_is_known_by_its_path() -> None:
    assert is_change("red-1.heat = 4")
    assert is_change('"a b".heat = 4')
    assert is_change("- red-1.marks.a")
    assert not is_change('units red-1 red "a = b"')
