"""The same study by processes of this machine, by Ray and by Dask: the same table, byte for byte."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from overheat.lab.games import find_scenario
from overheat.lab.study.comparing import study_of
from overheat.lab.study.exporting import write_tables
from overheat.lab.study.running import Folder, run
from small_battles import small_battle


def table(folder: Path, scenario: str, jobs: int, backend: str) -> bytes:
    """The table of the games of a small study."""
    kind, brief = find_scenario(scenario)
    arms = [(name, kind.layers(brief, (name,)), brief) for name in ("printed", "quickref")]
    study = study_of(kind, arms, {"red": "greedy", "blue": "random"}, (1, 2))
    games = list(run(list(study.fixtures()), Folder(folder), jobs, backend))
    assert len(games) == 8
    assert not any(game.error for game in games)
    return write_tables(folder, "csv")["games"][0].read_bytes()


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return small_battle(tmp_path_factory.mktemp("battle"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, battle: str) -> bytes:
    return table(tmp_path_factory.mktemp("plain") / "one", battle, 1, "loky")


@pytest.fixture
def ray_cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray")
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    ray.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False, _node_ip_address="127.0.0.1"
    )
    yield
    ray.shutdown()


@pytest.fixture
def dask_cluster() -> Iterator[None]:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
    with cluster, distributed.Client(cluster):
        yield


def test_two_processes_find_what_one_finds(tmp_path: Path, battle: str, plain: bytes) -> None:
    assert table(tmp_path / "two", battle, 2, "loky") == plain


@pytest.mark.lasts
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("ray_cluster")
def test_ray_finds_what_one_process_finds(tmp_path: Path, battle: str, plain: bytes) -> None:
    assert table(tmp_path / "ray", battle, 2, "ray") == plain


@pytest.mark.lasts
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("dask_cluster")
def test_dask_finds_what_one_process_finds(tmp_path: Path, battle: str, plain: bytes) -> None:
    assert table(tmp_path / "dask", battle, 2, "dask") == plain
