"""A few of the random games that `benchmarks/random_games.py` plays by the thousand, and that way of playing them."""

from __future__ import annotations

import gzip
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from campaign.classic_battles import KINDS, files_of
from campaign.games import BLOCK, WAYS, chosen, drawn, play

ROOT = Path(__file__).parents[2]
UNITS = ROOT.parent / "shared" / "corpus" / "units"
FOLDER = UNITS if UNITS.is_dir() else None
"""The reference collection of units, where it is there."""
SEEDS = [BLOCK * number + number for number in range(len(WAYS))]
"""A seed of every way to play."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_breaks_no_law_and_replays_byte_for_byte(seed: int) -> None:
    played = play(chosen(seed), FOLDER, lambda session: None)
    assert played.session.commands


def test_a_seed_is_a_game() -> None:
    first, second = (play(chosen(SEEDS[0]), FOLDER, lambda session: None).session for _ in range(2))
    assert first.log() == second.log()


def test_games_of_a_block_are_played_under_the_same_rules_and_those_of_other_blocks_draw_others() -> None:
    way = next(way for way in WAYS if way.options)
    blocks = [BLOCK * (WAYS.index(way) + len(WAYS) * turn) for turn in range(3)]
    rules = [{chosen(seed).rules for seed in range(first, first + BLOCK)} for first in blocks]
    assert [len(each) for each in rules] == [1, 1, 1]
    assert len(set.union(*rules)) == 3
    assert all(rule[: len(way.rules)] == way.rules for each in rules for rule in each)
    assert drawn(way.game, way.rules, 1) != drawn(way.game, way.rules, 2)


@pytest.mark.skipif(FOLDER is None, reason="the reference collection of units is not there")
def test_units_of_every_kind_on_the_ground_are_drawn_from_a_folder() -> None:
    assert all(files_of(UNITS)), KINDS


@pytest.fixture(scope="module")
def campaign() -> ModuleType:
    """The benchmark as a module."""
    found = importlib.util.spec_from_file_location("random_games", ROOT / "benchmarks" / "random_games.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["random_games"] = module
    found.loader.exec_module(module)
    return module


PLATOON = BLOCK * next(number for number, way in enumerate(WAYS) if way.game == "platoon")


def test_a_campaign_that_was_stopped_goes_on_and_its_logs_are_replayed(campaign: ModuleType, tmp_path: Path) -> None:
    said = ["--seed", str(PLATOON), "--jobs", "0", "--keep", "2", "--out", str(tmp_path)]
    assert campaign.main(["--games", "2", *said]) == 0
    file = tmp_path / "games.jsonl"
    first = file.read_bytes()
    file.write_bytes(first + b'{"seed":')
    assert campaign.main(["--games", "3", *said]) == 0
    lines = file.read_bytes().removeprefix(first).splitlines()
    assert json.loads(lines[-1])["seed"] == PLATOON + 2
    kept = sorted((tmp_path / "kept").iterdir())
    assert [path.name for path in kept] == [f"{PLATOON + more}.log.gz" for more in (0, 2)]
    assert campaign.main(["--replay", str(tmp_path / "kept")]) == 0
    log = gzip.decompress(kept[0].read_bytes())
    kept[0].write_bytes(gzip.compress(log.replace(b'"line":"event"', b'"line": "event"', 1)))
    assert campaign.main(["--replay", str(tmp_path / "kept")]) == 1


def test_a_game_that_goes_wrong_is_told_with_how_to_play_it_again_and_is_played_again(
    campaign: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ["--seed", str(PLATOON), "--games", "1", "--jobs", "0", "--out", str(tmp_path)]

    def breaks(*facts: object) -> None:
        raise ZeroDivisionError("nobody is left")

    with monkeypatch.context() as broken:
        broken.setattr(campaign, "play", breaks)
        assert campaign.main(said) == 1
    told = capsys.readouterr().out
    assert "ZeroDivisionError: nobody is left" in told
    assert f"again: python benchmarks/random_games.py --games 1 --seed {PLATOON}" in told
    assert campaign.main(said) == 0
    assert "1 games" in capsys.readouterr().out
