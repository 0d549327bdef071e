"""Kinds of device and checks at the end of a turn that layers bring: laid, told at the table, refused where wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from overheat.kernel.cite import Book
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.layers import Layer, compose
from overheat.lab.games import kind_named
from overheat.platoon.battle import events as told
from overheat.platoon.battle.commands import Lay
from overheat.platoon.battle.state import Shooting
from overheat.platoon.rulesets import HEAT
from overheat.platoon.turn.succession import in_order
from overheat.platoon.turn.turns import END_CHECKS, Check
from platoon.positions import RED, A, TableTop, at
from platoon.users_files import FOLDER, brought, forgetting
from tabletop import make, serving
from terminal import refused, run

HERE = Book("House rules")("Checks")


def test_a_sapper_lays_a_device_of_a_users_file_and_its_enemy_learns_only_that_something_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brought("flares.py", monkeypatch)
    table = TableTop(options=["later_kit", "flares"])
    sapper = table.add(RED, "sapper_team", 36, 10, id="a", order="fire")
    table.add(1, "rifle_squad", 36, 40, id="b")
    table.ready(Shooting(RED, sapper))
    offered = {command.kind for command in table.game.legal(table.state, "red") if isinstance(command, Lay)}
    assert offered == {"ied", "decoy", "flare"}
    command = next(
        each for each in table.game.legal(table.state, "red") if isinstance(each, Lay) and each.kind == "flare"
    )
    before = table.state
    table.play(command)
    assert [device.kind for device in table.state.devices] == ["flare"]
    assert table[sapper].charges == before.units[sapper].charges
    (laid,) = table.told(told.DeviceLaid)
    assert " lays a trip flare at " in kind_named("platoon").teller(table.game, table.state)(laid, None)
    assert table.game.redact(before, laid, "red") == laid
    hidden = table.game.redact(before, laid, "blue")
    assert isinstance(hidden, told.DeviceLaid)
    assert hidden.kind == ""
    assert table.game.view(table.state, "blue").devices[0].kind == "decoy"


@pytest.mark.proves("turn.known_checks")
def test_a_check_follows_one_that_there_is() -> None:
    def ruled(after: str) -> tuple[str, ...]:
        row = {"mine": Check(title="Mine", does=lambda battle: None, after=after)}
        layer = Layer("mine", HERE, needs=("platoon",), change=(END_CHECKS.amended("mine", row, cite=HERE),))
        return in_order(compose(HEAT, layer)[END_CHECKS].rows)

    assert ruled("missiles")[:4] == ("battery", "missiles", "mine", "smoke")
    with pytest.raises(RefusedError, match="the check 'mine' follows none that there is"):
        ruled("nonsense")


def test_the_table_tells_owners_of_a_users_device_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    brought("flares.py", monkeypatch)
    with serving("sqlite://") as client:
        table = make(client, scenario="crossroads", kind="platoon", hot_seat=True, seed=2, rules=["flares"])
        assert table.get("attacker", "/platoon/shape").json()["kinds"]["flare"] == "trip flare"


def test_the_terminal_tells_what_a_users_file_of_devices_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    forgetting(monkeypatch)
    told_of = run("rules", "layer", str(FOLDER / "flares.py"), "--game", "platoon").stdout
    assert "Trip flare" in told_of
    assert "Flares burn out" in told_of


def test_a_row_that_is_no_device_is_refused_with_file_line_and_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgetting(monkeypatch)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('id = "wrong"\nneeds = ["platoon"]\n[new."devices.kinds"]\nfougasse = {nam = "fougasse"}\n')
    assert "wrong.toml:4: row 'fougasse' of 'devices.kinds'" in refused(
        "battle", "village", "--rules", str(wrong), code=1
    )


def test_a_device_of_no_kind_is_refused() -> None:
    table = TableTop(options=["later_kit"])
    sapper = table.add(RED, "sapper_team", 36, 10, id="a", order="fire")
    table.add(1, "rifle_squad", 36, 40, id="b")
    table.ready(Shooting(RED, sapper))
    assert table.refuses(Lay("fougasse", at(36, 11))) == "devices.left"
    assert sapper == A
