"""A phase and a verb of a user's file are played by clicking, in panels that know nothing of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from browser.clicking import sit_down
from browser.test_classic_moves import kinds, turn_of
from overheat.classic.rulesets import LIBRARY
from overheat.lab.games import bring_rules
from tabletop import make

if TYPE_CHECKING:
    from browser.conftest import Photograph, Visit

PARADE = '''"""A parade after the movement, in which machines salute; they may salute again before they fire."""

import msgspec

from overheat.classic.events import Twisted
from overheat.classic.turn.round import PHASES, VERBS
from overheat.classic.turn.verb import Phase, Verb
from overheat.kernel.cite import Book
from overheat.kernel.layers import Layer

HERE = Book("House rules")("Parade")


class Salute(msgspec.Struct, frozen=True, tag=True):
    facing: int


LAYER = Layer(
    "parade",
    HERE,
    title="Parades",
    needs=("classic",),
    change=(
        PHASES.amended("parade.phases", {"parade": Phase(title="Parade", after="movement")}, cite=HERE),
        VERBS.amended(
            "parade.verbs",
            {
                "parade.salute": Verb(
                    command=Salute,
                    phases=("parade", "weapons"),
                    offers=lambda state, unit: (Salute(facing) for facing in range(2)),
                    refuses=lambda state, unit, command: None,
                    does=lambda scene, unit, command: scene.tell(Twisted(unit.id, command.facing)),
                    words=lambda state, unit, command, names: f"salute towards {command.facing}",
                )
            },
            cite=HERE,
        ),
    ),
)
'''


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the layer, which the table knows while the test runs."""
    monkeypatch.setattr(LIBRARY, "layers", dict(LIBRARY.layers))
    monkeypatch.setattr(LIBRARY, "files", {})
    path = tmp_path / "parade.py"
    path.write_text(PARADE, encoding="utf-8")
    bring_rules([str(path)])
    return "parade"


def test_a_phase_and_a_verb_of_a_users_file_are_played_by_clicking(
    client: httpx.Client, visit: Visit, rules: str, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, hot_seat=True, rules=[rules])
    turn_of(table, "red-1", "parade")
    seat = sit_down(visit, table, "red")
    seat.turn()
    expect(seat.page.locator("body")).to_contain_text("Parade")
    expect(seat.page.locator("#also")).to_contain_text("Salute towards 1")
    photograph(seat.page, "a-phase-of-ones-own")
    seat.page.get_by_role("button", name="Salute towards 1").click()
    seat.turn()
    assert "Twisted" in kinds(table)
    seat.press("Done")
    turn_of(table, "red-1", "weapons")
    expect(seat.page.locator("#also")).to_contain_text("Salute towards 0")


def test_mines_are_laid_and_seen_by_their_owner_and_a_unit_evades_by_clicking(
    client: httpx.Client, visit: Visit, photograph: Photograph
) -> None:
    units = [
        {"id": f"{side}-1", "side": side, "unit": "Wasp WSP-1A", "hex": hex, "facing": facing}
        for side, hex, facing in (("red", "0402", 3), ("blue", "0407", 0))
    ]
    setup = {"board": "field.board", "board_text": "size 10 10\nend\n", "units": units}
    table = make(client, kind="classic", setup=setup, seed=4, rules=["minefields", "evading"])
    turn_of(table, "red-1")
    own, other = (visit(table.made["seats"][side]["link"]) for side in ("red", "blue"))
    own.get_by_role("button", name="Lay mines in 0404").click()
    expect(own.locator('[data-thing="minefield-red-1"]')).to_have_count(1)
    own.locator("#also").get_by_role("button", name="Evade").click()
    expect(own.locator(".reach.evade")).to_have_count(1)
    photograph(own, "mines-and-evading")
    shade = own.locator(".reach.evade").evaluate("element => getComputedStyle(element).fill")
    assert shade != "rgb(0, 0, 0)"
    expect(other.locator("#classic-map")).to_be_visible()
    expect(other.locator("[data-thing]")).to_have_count(0)
    assert "0404" not in str(table.get("blue", "/view").json()["view"]["things"])
