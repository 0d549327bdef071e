"""`overheat board` shows, lists, makes and joins boards."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from overheat.classic.board.board_file import parse_board, read_board, write_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.library import find, names
from overheat.classic.board.notation import parse as parse_notation
from overheat.classic.board.tiling import rotate, tile
from overheat.cli.main import app
from terminal import refused, run


def test_a_board_is_shown_as_a_map_that_fits_a_terminal() -> None:
    output = run("board", "show", "valley").stdout
    assert output.startswith("valley (16x17)\n")
    assert max(map(len, output.splitlines())) <= 80
    assert "w woods" in output


def test_a_board_is_shown_in_every_form() -> None:
    board = find("lakeside").board
    assert parse_board(run("board", "show", "lakeside", "--format", "board").stdout, "lakeside").board == board
    assert parse_notation(run("board", "show", "lakeside", "--format", "text").stdout).grounds == board.grounds
    ElementTree.fromstring(run("board", "show", "lakeside", "--format", "svg").stdout)
    told = json.loads(run("board", "show", "lakeside", "--format", "json").stdout)
    assert (told["width"], told["height"], len(told["grounds"])) == (16, 17, 16 * 17)


def test_the_list_names_every_board_in_every_form() -> None:
    assert [line.split()[0] for line in run("board", "list").stdout.splitlines()] == list(names())
    told = json.loads(run("board", "list", "--format", "json").stdout)
    assert [board["name"] for board in told] == list(names())
    assert told[0] == {"name": "crossroads", "width": 16, "height": 17}
    rows = list(csv.DictReader(io.StringIO(run("board", "list", "--format", "csv").stdout)))
    assert rows[-1] == {"name": "valley", "width": "16", "height": "17"}


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "made.board"
    assert run("board", "generate", "--seed", "4", "--out", str(path)).output == ""
    assert read_board(path).board.grounds == generate(4).grounds
    assert run("board", "generate", "--seed", "5", "--out", str(path)).output == ""
    assert read_board(path).board.grounds == generate(5).grounds
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("landscape", sorted(PRESETS))
def test_every_landscape_is_made_and_named_in_the_help(landscape: str) -> None:
    made = run("board", "generate", "--landscape", landscape, "--width", "6", "--height", "7", "--seed", "-3").stdout
    assert made == write_board(generate(-3, 6, 7, landscape))
    assert landscape in run("board", "generate", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--landscape", "mars"), "no landscape 'mars'; there are plains, hills"),
        (("--planet", "mars"), "no planet 'mars'; there are dune_sea"),
        (("--width", "0"), "a map of 0x17 hexes; each side must be 1 to 200"),
        (("--height", "201"), "a map of 16x201 hexes; each side must be 1 to 200"),
        (("--height", "9" * 5000), "--height"),
        (("--width", "many"), "invalid value for '--width'"),
        (("--seed", "1.5"), "invalid value for '--seed'"),
        (("--format", "pdf"), "'pdf' is not one of 'table', 'text', 'json', 'svg', 'board'"),
    ],
)
def test_a_board_that_cannot_be_made_is_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("board", "generate", *arguments, code=2)


def test_boards_are_joined_row_by_row() -> None:
    joined = parse_board(run("board", "tile", "valley", "r:lakeside", "--columns", "1").stdout).board
    assert joined.grounds == tile([[find("valley").board], [rotate(find("lakeside").board)]]).grounds
    beside = parse_board(run("board", "tile", "valley", "r:lakeside").stdout).board
    assert (beside.width, beside.height) == (32, 17)


@pytest.mark.parametrize("columns", ["0", "-1", "2"])
def test_boards_that_make_no_full_rows_are_wrong_usage(columns: str) -> None:
    told = refused("board", "tile", "valley", "lakeside", "valley", "--columns", columns, code=2)
    assert told == f"overheat: 3 boards do not make rows of {columns}"


def test_boards_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    small = tmp_path / "small.board"
    run("board", "generate", "--width", "5", "--height", "4", "--out", str(small))
    assert "is not 17 hexes high" in refused("board", "tile", "valley", str(small), code=1)
    assert "cannot be turned round" in refused("board", "tile", f"r:{small}", code=1)
    assert "no board 'nowhere'" in refused("board", "tile", "valley", "r:nowhere", code=1)


def test_notices_about_a_board_go_to_standard_error(tmp_path: Path) -> None:
    odd = tmp_path / "odd.board"
    odd.write_text('size 2 1\nhex 0101 0 "cheese:1" ""\nend\n', encoding="utf-8")
    clean = f"overheat: {odd}: line 2: unknown terrain 'cheese' kept on 1 hex\n"
    for arguments in (("board", "show", str(odd)), ("board", "tile", str(odd)), ("sight", str(odd), "0101", "0201")):
        result = run(*arguments)
        assert result.stderr == clean
        assert "unknown" not in result.stdout


def test_a_command_without_words_gets_help_and_wrong_usage() -> None:
    for arguments in ([], ["board"]):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert "Usage:" in result.output
        assert "Error" not in result.output


def test_every_command_is_told_in_a_whole_line_of_help() -> None:
    for arguments in ([], ["board"], ["rules"]):
        assert "..." not in run(*arguments, "--help").stdout.partition("Commands:")[2]
