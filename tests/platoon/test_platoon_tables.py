"""Tables made by a seed: as many pieces as were asked for, alike for both sides, apart from one another, and played."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from shapely import Polygon
from typer.testing import CliRunner

from overheat.cli.main import app
from overheat.kernel.refusal import RefusedError
from overheat.lab.games import find_scenario
from overheat.lab.match import play
from overheat.platoon.battle.generator import CLEAR, THEMES, generated, table, written
from overheat.platoon.battle.scenario import read_scenario, scenarios
from overheat.platoon.ground.terrain import Piece, Table


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pieces", [12, 15, 18])
def test_a_table_has_as_many_pieces_as_were_asked_for_and_they_keep_apart(theme: str, pieces: int) -> None:
    found = table(3, theme, pieces=pieces)
    assert len(found.pieces) == pieces
    solid = [Polygon(piece.points) for piece in found.pieces if piece.kind != "road"]
    for index, area in enumerate(solid):
        assert all(area.distance(other) >= CLEAR - 1e-6 for other in solid[:index])
    corners = [point for piece in found.pieces if piece.kind != "road" for point in piece.points]
    assert all(0 <= x <= found.width and 0 <= y <= found.depth for x, y in corners)


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_bundled_tables_have_twelve_to_eighteen_pieces_and_none_stands_in_another(name: str) -> None:
    found = scenarios()[name].table
    assert 12 <= len(found.pieces) <= 18
    solid = [Polygon(piece.points) for piece in found.pieces if piece.kind != "road"]
    assert not [area for index, area in enumerate(solid) if any(area.intersects(other) for other in solid[:index])]


def test_a_table_is_the_same_when_it_is_turned_by_half_a_circle() -> None:
    found = table(5, "village", pieces=16)
    areas = [(piece.kind, Polygon(piece.points)) for piece in found.pieces]
    for piece in found.pieces:
        twin = Polygon([(found.width - x, found.depth - y) for x, y in piece.points])
        alike = (other for kind, other in areas if kind == piece.kind)
        assert any(twin.symmetric_difference(other).area < 3 for other in alike)


def test_a_seed_gives_one_table_and_another_seed_another() -> None:
    assert table(5, "forest") == table(5, "forest")
    assert table(5, "forest") != table(6, "forest")


def test_what_is_written_is_what_was_made_and_is_played(tmp_path: Path) -> None:
    made = generated(7, "ruins", mission="line")
    assert read_scenario(written(made), "made") == made
    file = tmp_path / "ruins.toml"
    file.write_text(written(made), encoding="utf-8")
    kind, brief = find_scenario(str(file))
    assert [each.name for each in brief.setup.objectives] == ["The middle", "The west", "The east"]
    assert play(kind.make(()), brief.setup, 1, {}, default="random").state.outcome is not None


def test_names_and_heights_of_pieces_and_any_words_are_written_and_read_again() -> None:
    corners = ((1.0, 1.0), (5.25, 1.0), (5.25, 4.0))
    pieces = (Piece("hill", corners, height=4.5, name='The "Old" hill'), Piece("hill", corners))
    story = "Two lines\nand a tab\t, a \\ stroke."
    made = msgspec.structs.replace(generated(7), text=story, table=Table(72.5, 48, pieces))
    assert read_scenario(written(made), "made") == made


def test_the_command_writes_a_scenario_or_data_and_refuses_a_theme_that_there_is_not() -> None:
    run = CliRunner().invoke
    found = run(app, ["platoon", "table", "heath", "--seed", "4", "--pieces", "14"])
    assert found.exit_code == 0
    assert len(read_scenario(found.output, "printed").table.pieces) == 14
    told = json.loads(run(app, ["platoon", "table", "heath", "--seed", "4", "--format", "json"]).output)
    assert told["table"]["pieces"][0]["kind"] == "road"
    assert run(app, ["platoon", "table", "moon"]).exit_code == 2
    with pytest.raises(RefusedError, match="8 to 24 pieces"):
        table(1, "village", pieces=40)
