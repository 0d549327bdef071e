"""`overheat replay`: a log is held against itself, and told."""

import re
from pathlib import Path

import pytest

from spoiling import spoilt_log
from terminal import refused, run

GUNNERY = b'["to_hit.gunnery",4,"gunnery skill",'
"""A term of a sum, as a log keeps it."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("logs") / "duel.log"
    run("battle", "duel", "--seed", "2", "--red", "random", "--blue", "random", "--save", str(path))
    return path.read_bytes()


@pytest.fixture
def kept(log: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "duel.log"
    path.write_bytes(log)
    return path


def test_a_log_that_replays_is_told_so(kept: Path) -> None:
    told = run("replay", str(kept)).stdout
    assert "every byte the same" in told
    assert "won by" in told


def test_the_battle_can_be_told_again_or_its_log_printed(kept: Path, log: bytes) -> None:
    assert "Round 1" in run("replay", str(kept), "--format", "table").stdout
    assert run("replay", str(kept), "--format", "json").stdout.encode() == log


def test_only_the_first_commands_are_replayed_if_asked(kept: Path, log: bytes) -> None:
    assert "5 of" in run("replay", str(kept), "--to", "5").stdout
    part = run("replay", str(kept), "--to", "5", "--format", "json").stdout
    assert part.count('"line":"command"') == 5
    assert log.decode().startswith(part)


def test_a_forged_roll_is_told_with_its_line(kept: Path, log: bytes) -> None:
    lines = log.splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if b'"type":"Rolled"' in line)
    lines[at] = lines[at].replace(b"initiative", b"INITIATIVE")
    kept.write_bytes(b"".join(lines))
    assert f"line {at + 1}: the log says" in refused("replay", str(kept), code=1)


def test_a_log_of_another_wording_is_taken_when_asked(kept: Path, log: bytes) -> None:
    assert GUNNERY in log
    kept.write_bytes(log.replace(GUNNERY, b'["to_hit.gunnery",4,"skill of the gunner",'))
    assert "only the wording differs: see --any-wording" in refused("replay", str(kept), code=1)
    assert "every fact the same, in other words" in run("replay", str(kept), "--any-wording").stdout


def test_no_wording_hides_another_number(kept: Path, log: bytes) -> None:
    """A gunnery of 4 is said to be 3, in other words."""
    assert GUNNERY in log
    kept.write_bytes(log.replace(GUNNERY, b'["to_hit.gunnery",3,"skill of the gunner",', 1))
    told = refused("replay", str(kept), "--any-wording", code=1)
    assert "the log says" in told
    assert "only the wording" not in told


def test_a_log_cut_short_in_its_events_is_found(kept: Path, log: bytes) -> None:
    kept.write_bytes(b"".join(log.splitlines(keepends=True)[:-1]))
    assert "the log says nothing more" in refused("replay", str(kept), code=1)


@pytest.mark.parametrize("command", ["replay", "coach"])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "a log begins with its header"),
        (b"not a log\n", "line 1: not a line of a log"),
        (b'{"line":"header","format":1,"game":"chess","rules":[],"seed":1,"setup":{}}\n', "no game 'chess'"),
        (b'{"line":"header","format":1,"game":"classic","rules":[],"seed":1,"setup":{}}\n', "set-up:"),
        (
            b'{"line":"header","format":9,"game":"classic","rules":[],"seed":1,"setup":{}}\n',
            "log format 9 is not known",
        ),
    ],
)
def test_what_is_no_log_is_told_in_one_line_with_its_name(
    tmp_path: Path, command: str, text: bytes, reason: str
) -> None:
    path = tmp_path / "odd.log"
    path.write_bytes(text)
    said = refused(command, str(path), code=1)
    assert f"{path}: " in said
    assert reason in said


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "No such file" in refused("replay", str(tmp_path / "none.log"), code=1)


@pytest.mark.parametrize(
    ("game", "how", "reason"),
    [
        ("classic", "damaged_line", r"line \d+: not a line of a log: Input data was truncated"),
        ("classic", "unknown_unit", "line 1: the game cannot be set up: no unit 'Nobody NBD-1X'"),
        ("classic", "unknown_rules", "line 1: the game cannot be set up: no rules layer 'moonlight'"),
        ("platoon", "other_event", r"line \d+: the log says"),
        ("platoon", "unknown_format", "line 1: log format 99 is not known"),
    ],
)
def test_a_log_that_does_not_replay_is_told_from_its_events(tmp_path: Path, game: str, how: str, reason: str) -> None:
    path = tmp_path / "old.log"
    path.write_bytes(spoilt_log(game, how))
    said = refused("replay", str(path), code=1)
    assert re.search(f"old.log: {reason}", said)
    assert "(--as-told tells the log without playing it)" in said
    told = run("replay", str(path), "--as-told").stdout
    assert told.startswith("Told from the events in the log; nothing was played again.\n")
    begins = "Round 1" if game == "classic" else "Turn 1."
    assert begins in told
    assert len(told.splitlines()) > 100


def test_a_damaged_line_is_told_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "old.log"
    path.write_bytes(spoilt_log("classic", "damaged_line"))
    told = run("replay", str(path), "--as-told").stdout
    assert "1 line cannot be read: " in told
    before, _, after = told.partition("of the log cannot be read: ")
    assert "Round 1" in before
    assert "Round 4" in after


def test_the_same_story_is_told_as_of_a_log_that_replays(kept: Path) -> None:
    """The words are those of a replay: the events are the same."""
    played = run("replay", str(kept), "--format", "table").stdout
    told = run("replay", str(kept), "--as-told").stdout
    assert told[told.index("Round 1") :] == played[played.index("Round 1") :]


def test_a_part_of_a_log_is_told_and_a_log_is_printed_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "old.log"
    path.write_bytes(spoilt_log("classic", "damaged_line"))
    assert "Round 2" not in run("replay", str(path), "--as-told", "--to", "20").stdout
    printed = run("replay", str(path), "--as-told", "--format", "json").stdout
    assert printed.encode() == path.read_bytes()


@pytest.mark.parametrize("text", [b"", b"not a log\n", b"\xff\xfe\x00"])
def test_what_tells_of_nothing_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "odd.log"
    path.write_bytes(text)
    assert "a log begins with its header" in refused("replay", str(path), "--as-told", code=1)


def test_a_log_of_a_game_that_is_not_known_is_told_line_by_line(tmp_path: Path, log: bytes) -> None:
    path = tmp_path / "chess.log"
    path.write_bytes(log.replace(b'"game":"classic"', b'"game":"chess"', 1))
    assert "no game 'chess'" in refused("replay", str(path), code=1)
    told = run("replay", str(path), "--as-told").stdout
    assert "chess, seed 2" in told
    assert "initiative" in told
