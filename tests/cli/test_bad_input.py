"""Whatever the command line is given, it answers in a line and leaves with the code it promises."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import generate
from overheat.cli.console import console
from overheat.cli.sight import PAIR_COLUMNS
from terminal import refused, run

HEADER = ",".join(PAIR_COLUMNS).encode()
EXAMPLES = 50
HUGE = 100 * 1024 * 1024
OVERHEAT = [sys.executable, "-m", "overheat.cli.main"]
posix = pytest.mark.skipif(os.name != "posix", reason="files, pipes and signals of this kind are those of POSIX")


def sparse(path: Path) -> None:
    """A file of one very long line that takes no space."""
    with path.open("wb") as file:
        file.write(b"size ")
        file.truncate(HUGE)


def long_line(path: Path) -> None:
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"x" * (HUGE // 100))


def bytes_of(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


NO_BOARDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "cannot be read: No such file"),
    "folder": (Path.mkdir, "is not a file"),
    "empty": (bytes_of(b""), "line 1: no line gives the size of the board"),
    "binary": (bytes_of(bytes(range(256)) * 20), "line 1: is not text"),
    "nothing but NUL": (bytes_of(b"\0" * 1000), "line 1: is not text"),
    "no text": (bytes_of(b"\x89PNG\r\n\x1a\n\xff\xfe\xfd"), "no line gives the size"),
    "without size": (bytes_of(b'hex 0101 0 "" ""\nend\n'), "line 1: a hex before the size"),
    "broken off": (bytes_of(b"size 2 2\n"), "the file breaks off"),
    "senseless size": (bytes_of(b"size 0 99999\nend\n"), "line 1: a board of 0x99999 hexes"),
    "sparse": (sparse, "bytes are too many for a board file"),
    "one long line": (long_line, "bytes are too many for a board file"),
    "a line too long": (bytes_of(b"size 2 2\n" + b"x" * 20_000 + b"\nend\n"), "line 2: 20,000 characters are too many"),
}

NO_PAIRS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "cannot be read: No such file"),
    "folder": (Path.mkdir, "cannot be read: Is a directory"),
    "empty": (bytes_of(b""), "line 1: no columns; there must be attacker_hex, target_hex"),
    "blank": (bytes_of(b"\n\n\n"), "line 1: no columns"),
    "a board": (bytes_of(write_board(generate(1, 3, 3)).encode()), "line 1: no column attacker_hex"),
    "columns missing": (bytes_of(b"attacker_hex,target_hex\n0101,0202\n"), "no column attacker_height, target_height"),
    "columns twice": (bytes_of(HEADER + b",target_hex\n"), "line 1: more than one column target_hex"),
    "binary": (bytes_of(bytes(range(256)) * 20), "is not a text file in UTF-8"),
    "not UTF-8": (bytes_of(HEADER + b"\n\xff\xfe,0101,1,1\n"), "is not a text file in UTF-8"),
    "UTF-16": (bytes_of("attacker_hex,target_hex\n".encode("utf-16")), "is not a text file in UTF-8"),
    "NUL in a row": (bytes_of(HEADER + b"\n0101,0102,1,\0\n"), "line 2: is not text"),
    "sparse": (sparse, "line 1: is not text"),
    "one long line": (long_line, "line 1: is longer than 10,000 characters"),
    "a huge field": (bytes_of(HEADER + b'\n"' + b"x\n" * 20_000 + b'",0101,1,1\n'), "field larger than field limit"),
}


@pytest.mark.parametrize("kind", NO_BOARDS)
def test_what_is_no_board_is_refused_with_its_name_and_the_reason(tmp_path: Path, kind: str) -> None:
    make, reason = NO_BOARDS[kind]
    path = tmp_path / "given.board"
    make(path)
    for arguments in (("board", "show", str(path)), ("sight", str(path), "0101"), ("board", "tile", str(path))):
        told = refused(*arguments, code=1)
        assert told.startswith(f"overheat: {path}: ")
        assert reason in told


@pytest.mark.parametrize("kind", NO_PAIRS)
def test_what_is_no_file_of_pairs_is_refused_and_nothing_is_written(tmp_path: Path, kind: str) -> None:
    make, reason = NO_PAIRS[kind]
    path, out = tmp_path / "given.csv", tmp_path / "answer.csv"
    make(path)
    out.write_text("kept", encoding="utf-8")
    told = refused("sight", "valley", "--pairs", str(path), "--out", str(out), code=1)
    assert told.startswith(f"overheat: {path}: ")
    assert reason in told
    assert out.read_text(encoding="utf-8") == "kept"
    assert len(list(tmp_path.iterdir())) == (1 if kind == "missing" else 2)


UNREADABLE = {
    "board": ["board", "show"],
    "pairs": ["sight", "valley", "--pairs"],
    "scenario": ["battle"],
    "log": ["replay"],
    "kept game": ["play", "--resume"],
    "force": ["force"],
    "draft": ["draft", "--value", "2000", "--from"],
    "unit": ["unit", "show"],
    "published cards": ["convert", "Atlas AS7-D", "--against"],
    "situation": ["adjudicate"],
    "situations": ["adjudicate", "--jsonl"],
}
ORDINARY = """
import json, os, sys
from terminal import refused, run

folder, commands = sys.argv[1], json.loads(sys.argv[2])
for words in commands.values():  # root may read everything: it loads what the commands need, and steps down
    for name in ("nowhere.toml", "read.toml"):
        run(*words, os.path.join(folder, name), code=None)
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
assert open(os.path.join(folder, "read.toml")).read()
hidden = os.path.join(folder, "hidden.toml")
print(json.dumps({name: refused(*words, hidden, code=1) for name, words in commands.items()}))
"""
"""Commands about a file that may not be read, by a user who is not root, whoever starts it."""


@pytest.fixture(scope="module")
def refusals() -> dict[str, str]:
    """What each command says about a file that may not be read."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for name, mode in (("read.toml", 0o644), ("hidden.toml", 0)):
            (Path(folder) / name).write_bytes(b"neither = true")
            (Path(folder) / name).chmod(mode)
        command = [sys.executable, "-c", ORDINARY, folder, json.dumps(UNREADABLE)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert done.stderr == ""
    said: dict[str, str] = json.loads(done.stdout)
    return said


@posix
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_may_not_be_read_is_refused(refusals: dict[str, str], name: str) -> None:
    assert "hidden.toml" in refusals[name]
    assert "Permission denied" in refusals[name]


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_marks_make_no_difference(tmp_path: Path, ends: bytes, mark: bytes) -> None:
    path = tmp_path / "given.csv"
    path.write_bytes(mark + HEADER + ends + b"0303,1414,1,1" + ends + ends + b'"0101",0202, 1 ,1')
    lines = run("sight", "valley", "--pairs", str(path)).stdout.splitlines()
    assert [line[:11] for line in lines[1:]] == ["0303,1414,1", "0101,0202, "]


@pytest.mark.parametrize(
    "name", ["nowhere", "", "-", "no\0thing", "a/\0b", "x" * 5000, "n\no\tw\x1b[31m", "\udcff\udcfe"]
)
def test_a_board_of_an_odd_name_is_told_in_a_line_that_any_terminal_takes(name: str) -> None:
    told = refused("board", "show", "--", name, code=1)
    assert told.isprintable()
    assert len(told) < 1_200


@posix
@pytest.mark.parametrize("name", [b"two\nlines.board", b"caf\xe9.board", b"\x1b[31m.board", b"a b'\".board"])
@pytest.mark.parametrize("form", ["table", "text", "json", "svg", "board"])
def test_a_board_file_of_an_odd_name_is_shown(tmp_path: Path, name: bytes, form: str) -> None:
    path = os.fsdecode(os.path.join(os.fsencode(tmp_path), name))
    try:
        Path(path).write_text('size 2 1\nhex 0101 0 "cheese:1" ""\nend\n', encoding="utf-8")
    except OSError as error:
        pytest.skip(f"the file system has no such names: {error}")
    out = tmp_path / "out"
    shown, written = (
        run("board", "show", path, "--format", form),
        run("board", "show", path, "--format", form, "--out", str(out)),
    )
    assert shown.stdout == out.read_text(encoding="utf-8")
    assert shown.stderr == written.stderr
    assert shown.stderr.count("\n") == 1
    assert "\x1b" not in shown.output
    answer = Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name + b".out")))
    run("board", "show", path, "--format", form, "--out", str(answer))
    assert answer.read_bytes() == out.read_bytes()


@pytest.mark.parametrize("option", ["--out", "--pairs"])
@pytest.mark.parametrize("name", ["x" * 5000, "\udcff/\udcfe", "absent/x.csv", ""])
def test_a_file_that_cannot_be_is_told(option: str, name: str) -> None:
    rest = ("0303", "1414") if option == "--out" else ()
    assert " cannot be " in refused("sight", "valley", *rest, option, name, code=1)


@pytest.mark.parametrize("arguments", [("board", "show", "valley"), ("board", "list"), ("odds",), ("rules",)])
def test_nothing_is_written_onto_a_folder_or_into_a_missing_one(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert "Is a directory" in refused(*arguments, "--out", str(tmp_path), code=1)
    assert "No such file" in refused(*arguments, "--out", str(tmp_path / "absent" / "x"), code=1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("breaks", [ValueError, KeyboardInterrupt])
def test_work_that_breaks_off_leaves_the_old_file(tmp_path: Path, breaks: type[BaseException]) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old", encoding="utf-8")

    def half_written() -> None:
        with console.writing(out) as file:
            file.write("new")
            file.flush()
            assert out.read_text(encoding="utf-8") == "old"
            raise breaks

    with pytest.raises(breaks):
        half_written()
    assert out.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_a_full_disk_is_told_and_leaves_the_old_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old", encoding="utf-8")

    def half_written() -> None:
        with console.writing(out):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(Exception, match="1"):
        half_written()
    assert capsys.readouterr().err == f"overheat: {out}: cannot be written: No space left on device\n"
    assert out.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]


@posix
def test_a_new_file_keeps_the_rights_of_the_old_one_and_links_stay_links(tmp_path: Path) -> None:
    old, link = tmp_path / "old.csv", tmp_path / "link.csv"
    old.write_text("old", encoding="utf-8")
    old.chmod(0o640)
    link.symlink_to(old)
    run("board", "list", "--format", "csv", "--out", str(link))
    assert link.is_symlink()
    assert old.read_text(encoding="utf-8").startswith("name,")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@posix
def test_a_device_takes_output_too() -> None:
    assert run("board", "list", "--out", os.devnull).output == ""
    assert Path(os.devnull).is_char_device()


def program(*arguments: str | bytes, **how: object) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    words = [*OVERHEAT, *arguments]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)  # type: ignore[call-overload,no-any-return]


@posix
@pytest.mark.parametrize("arguments", [("board", "show", "valley", "--format", "svg"), ("odds",), ("--help",)])
def test_a_reader_that_leaves_early_is_no_error(arguments: tuple[str, ...]) -> None:
    with program(*arguments) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() in (0, 1)


@posix
@pytest.mark.parametrize("arguments", [("board", "show", "valley"), ("odds",), ("explore",)])
def test_output_that_nothing_takes_is_told(arguments: tuple[str, ...]) -> None:
    closed = subprocess.run(
        ["sh", "-c", '"$@" >&- </dev/null', "sh", *OVERHEAT, *arguments], capture_output=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (1, b"overheat: standard output is closed\n")
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    full = ["sh", "-c", '"$@" >/dev/full </dev/null', "sh", *OVERHEAT, *arguments]
    result = subprocess.run(full, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (1, b"overheat: standard output: No space left on device\n")


@posix
def test_a_closed_standard_input_is_told() -> None:
    words = ["sh", "-c", '"$@" <&-', "sh", *OVERHEAT, "sight", "valley", "--pairs", "-"]
    result = subprocess.run(words, capture_output=True, check=False)
    assert result.returncode == 1
    assert result.stderr == b"overheat: standard input: cannot be read: it is closed\n"
    words = ["sh", "-c", '"$@" <&-', "sh", *OVERHEAT, "explore"]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


@posix
def test_an_interrupt_while_reading_ends_quietly() -> None:
    with program("sight", "valley", "--pairs", "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        # A pipe takes so much before its reader must have begun to read.
        process.stdin.write(HEADER + b"\n" + b"0101,0202,1,1\n" * 20_000)
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert process.wait() in (1, 130)
        assert process.stderr.read() == b""


@posix
def test_words_that_are_no_unicode_are_told_safely() -> None:
    for arguments in ((b"sight", b"valley", b"\xff\xfe"), (b"\xff",), (b"odds", b"--\xff"), (b"odds", b"\xff")):
        with program(*arguments) as process:
            out, err = process.communicate()
        assert process.returncode == 2
        assert out == b""
        assert err.count(b"\n") == 1
        assert err.decode().strip().isprintable()


@posix
def test_a_terminal_without_unicode_gets_escapes(tmp_path: Path) -> None:
    path = tmp_path / "Höhe.board"
    path.write_bytes(b"size 1 1\nend\n")
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    with program("board", "show", str(path), env=plain) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"H\\xf6he (1x1)")


BOARD = write_board(generate(3, 4, 4, "town")).encode()
mutations = st.lists(
    st.tuples(
        st.integers(0, len(BOARD)),
        st.integers(0, 12),
        st.binary(max_size=6) | st.sampled_from([b"-", b"9", b'"', b":"]),
    ),
    min_size=1,
    max_size=4,
)
cells = st.sampled_from(
    ["0101", "0404", "9x", "0000", "standing", "-1", "1", "99", "", '"', "\n", "\0", "\r", "é", ",", ";"]
)
words = st.text(max_size=12) | st.text("0123456789dD+-. ", max_size=8) | cells
quick = settings(max_examples=EXAMPLES)


def mutated(changes: list[tuple[int, int, bytes]]) -> bytes:
    board = BOARD
    for at, cut, paste in changes:
        board = board[:at] + paste + board[at + cut :]
    return board


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@given(st.binary(max_size=400))
@quick
def test_random_bytes_are_no_board(folder: Path, content: bytes) -> None:
    path = folder / "random.board"
    path.write_bytes(content)
    refused("board", "show", str(path), code=1)
    refused("sight", str(path), "0101", "0102", code=1)


@given(mutations, st.sampled_from(["table", "svg", "text", "json", "board"]))
@quick
def test_damaged_boards_are_shown_or_refused(folder: Path, changes: list[tuple[int, int, bytes]], form: str) -> None:
    path = folder / "damaged.board"
    path.write_bytes(mutated(changes))
    assert run("board", "show", str(path), "--format", form, code=None).exit_code != 2
    run("sight", str(path), "0101", "0102", code=None)
    run("sight", str(path), "0101", "--attacker-height", "3", "--format", "svg", code=None)


@given(st.binary(max_size=200), st.sampled_from([None, "csv", "table", "json"]))
@quick
def test_random_bytes_are_no_pairs(folder: Path, content: bytes, form: str | None) -> None:
    path = folder / "random.csv"
    path.write_bytes(HEADER + b"\n" + content if form else content)
    if form is None:
        refused("sight", "valley", "--pairs", str(path), code=1)
    else:
        assert run("sight", "valley", "--pairs", str(path), "--format", form, code=None).exit_code != 2


@given(st.lists(st.lists(cells, max_size=7), max_size=5), st.booleans())
@quick
def test_odd_rows_are_answered_or_told(folder: Path, rows: list[list[str]], elevated: bool) -> None:
    path = folder / "odd.csv"
    header = HEADER + (b",attacker_elev,target_elev" if elevated else b"")
    path.write_bytes(header + b"\n" + "\n".join(map(",".join, rows)).encode())
    assert run("sight", "valley", "--pairs", str(path), code=None).exit_code != 2


@given(words, words, words, words)
@quick
def test_odd_words_are_answered_or_told(start: str, end: str, high: str, low: str) -> None:
    run("sight", f"--attacker-height={high}", f"--target-height={low}", "--", "valley", start, end, code=None)


@given(words, words)
@quick
def test_odd_dice_are_answered_or_told(dice: str, number: str) -> None:
    run("odds", "--", dice, code=None)
    run("odds", "--", "2d6", number, code=None)


@given(st.lists(words, max_size=4))
@quick
def test_odd_commands_are_answered_or_told(arguments: list[str]) -> None:
    run("board", "show", "--", *arguments, code=None)
    run("board", "generate", "--width=3", "--height=3", *[f"--landscape={word}" for word in arguments], code=None)
    run("board", "tile", *[f"--columns={word}" for word in arguments], "valley", code=None)


HALF = r"\ud800"
HALVES: dict[str, tuple[str, str]] = {
    "adjudicate": ("situation.json", f'{{"board": "{HALF}"}}'),
    "replay": ("log.jsonl", f'{{"line":"header","format":1,"game":"{HALF}","rules":[],"seed":1,"setup":{{}}}}'),
    "battle": ("scenario.toml", f'name = "{HALF}"'),
}


@pytest.mark.parametrize("command", HALVES)
def test_half_a_character_in_a_file_is_refused_in_one_line(tmp_path: Path, command: str) -> None:
    name, text = HALVES[command]
    (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    told = refused(command, str(tmp_path / name), code=1)
    assert "half a character" in told or "not a Unicode scalar value" in told


@posix
@pytest.mark.parametrize("command", [("unit", "show"), ("convert",), ("adjudicate",), ("replay",), ("battle",)])
def test_the_name_of_a_file_may_be_no_text_at_all(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = os.fsencode(tmp_path / "half") + b"\xff.mtf"
    with open(path, "wb") as file:
        file.write(b"\xed\xa0\x80")
    ended = subprocess.run([*OVERHEAT, *command, path], capture_output=True, timeout=120)
    assert ended.returncode == 1
    assert ended.stderr.startswith(b"overheat: ")
    assert ended.stderr.count(b"\n") == 1
