"""Every file of this folder is a user's file of rules, and is played as one: by bots, in the terminal, and replayed.

A file names the SCENARIO that it is played in, may change its `setup`, and says with `felt` whether a battle felt it.
H.E.A.T is not played in the terminal, so its files are tried without.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from overheat.classic.facts.commands import Strike
from overheat.classic.facts.events import AttackRolled
from overheat.classic.turn.round import VERBS as CLASSIC_VERBS
from overheat.kernel.log.replay import Session, verify
from overheat.kernel.rules.files import SUFFIXES
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.games import Brief, Kind, bring_rules, find_scenario, game_of, kinds
from overheat.lab.match import play
from overheat.platoon.battle import events as heat
from overheat.platoon.turn.turn import VERBS as PLATOON_VERBS
from terminal import run

FOLDER = Path(__file__).parent
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in SUFFIXES and not path.name.startswith("test_"))
MOST = 16
"""So many battles are enough to say every verb of a file and to feel it."""


def _at_extreme_range(session: Session[Any, Any, Any]) -> bool:
    rolled = (event for event in session.events if isinstance(event, AttackRolled))
    return any(part.label == "extreme range" for event in rolled for part in event.needed)


def _sprints(session: Session[Any, Any, Any]) -> bool:
    """Somebody obeyed, and was winded."""
    given = [event for event in session.events if isinstance(event, heat.Ordered) and event.order == "sprint"]
    tested = [part for event in session.events if isinstance(event, heat.Tested) for part in event.needed]
    return bool(given) and any(part.label == "order: Sprint" for part in tested)


def _hits_easily(session: Session[Any, Any, Any]) -> bool:
    """Somebody fired an assault rifle as the file has it."""
    fired = (event for event in session.events if isinstance(event, heat.Fired) and event.weapon == "ar")
    return any(part.id == "weapon" for event in fired for part in event.needed)


ROWS: dict[str, Callable[[Session[Any, Any, Any]], bool]] = {
    "house_extreme_range": _at_extreme_range,
    "sprint": _sprints,
    "frontier": _hits_easily,
}
"""How a file is felt that is no program."""
SCENARIOS = {"sprint": "village", "frontier": "village"}
"""What a file is played in that is no program, where it is not a duel."""


class Tried(msgspec.Struct, frozen=True):
    """A file that has been brought, with the battle that it is tried in."""

    kind: Kind
    brief: Brief
    name: str
    felt: Callable[[Session[Any, Any, Any]], bool]

    @property
    def rules(self) -> Ruleset:
        assert self.kind.library is not None
        return self.kind.library.ruleset([self.name])

    @property
    def verbs(self) -> dict[str, Any]:
        """The verbs that the file brings."""
        table = CLASSIC_VERBS if self.kind.name == "classic" else PLATOON_VERBS
        brought = self.rules.who_says(table.id).rows or {}
        return {id: self.rules[table][id] for id in brought}

    def battle(self, bot: str, seed: int) -> Session[Any, Any, Any]:
        game = self.kind.make((*self.brief.rules, self.name))
        return play(game, self.brief.setup, seed, {}, bot)


@pytest.fixture(autouse=True)
def _forgetful_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries forget after the test what they are brought."""
    for kind in kinds().values():
        for name in ("layers", "bundles", "files"):
            monkeypatch.setattr(kind.library, name, dict(getattr(kind.library, name)))
        monkeypatch.setattr(kind.library, "_composed", {})


def brought(path: Path) -> Tried:
    """A file of this folder as a user brings it."""
    bring_rules([str(path)])
    module = next((held for id, held in sys.modules.items() if _is_of(id, held, path)), None)
    kind, brief = find_scenario(getattr(module, "SCENARIO", SCENARIOS.get(path.stem, "duel")))
    setup = getattr(module, "setup", lambda given: given)(brief.setup)
    felt = getattr(module, "felt", None) or ROWS[path.stem]
    return Tried(kind, msgspec.structs.replace(brief, setup=setup), path.stem, felt)


def _is_of(id: str, module: object, path: Path) -> bool:
    return id.startswith("overheat_rules_") and getattr(module, "__file__", "") == str(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_it_is_played_said_felt_told_and_replayed_byte_for_byte(path: Path) -> None:
    """Bots play battles to their end; every verb is said, the rules are felt, and the terminal's help has them all."""
    tried = brought(path)
    wanted = {verb.command for verb in tried.verbs.values()}
    said: set[type] = set()
    felt = False
    for battle in range(MOST):
        session = tried.battle(("greedy", "random")[battle % 2], battle)
        assert session.game.over(session.state) is not None
        assert battle != 1 or verify(session.log(), game_of) is None
        said |= {type(command) for _, command in session.commands}
        felt = felt or tried.felt(session)
        if battle and felt and said >= wanted:
            break
    assert felt
    assert wanted <= said
    if tried.kind.name == "classic":
        told = run("play", tried.brief.name, "--rules", str(path), typed="help\nquit\n").stdout
        assert all(f"{verb.heading} (" in told for verb in tried.verbs.values())


def said_by_greedy(name: str, seed: int = 1) -> list[Any]:
    """Everything that the greedy bot says in a battle under a file of rules."""
    session = brought(FOLDER / name).battle("greedy", seed)
    assert verify(session.log(), game_of) is None
    return [said for _, said in session.commands]


def test_the_greedy_bot_throws_strikes_and_weighs_what_it_has_never_heard_of() -> None:
    """Neither the verb nor the blow says what it is worth: the bot goes by what they promise."""
    said = said_by_greedy("harpoons.py")
    assert any(type(command).__name__ == "Throw" for command in said)
    assert any(isinstance(command, Strike) and command.kind == "headbutt" for command in said)


def chances(*rules: str) -> dict[str, Fraction]:
    asked = ("--at", "WVR-6R", "--distance", "5", "--ran", "6", "--format", "json")
    told = json.loads(run("shot", "WHM-6R", *asked, *(word for file in rules for word in ("--rules", file))).stdout)
    return {shot["weapon"]: Fraction(shot["probability"]) for shot in told["shots"]}


def test_odds_hold_where_a_rule_throws_dice_again() -> None:
    plain, lucky = chances(), chances(str(FOLDER / "luck.py"))
    assert plain
    assert lucky == {weapon: 1 - (1 - chance) ** 2 for weapon, chance in plain.items()}


@pytest.mark.parametrize("name", ["grit", "overwatch"])
def test_events_that_a_file_brings_are_told_from_a_log_as_a_replay_tells_them(name: str, tmp_path: Path) -> None:
    """Also one that has the name of another event and other facts."""
    file, log = FOLDER / f"{name}.py", tmp_path / "battle.log"
    log.write_bytes(brought(file).battle("greedy", 2).log())
    asked = ("replay", str(log), "--rules", str(file))
    played, told = run(*asked, "--format", "table").stdout, run(*asked, "--as-told").stdout
    assert "cannot be read" not in told
    assert told[told.index("Turn 1") :] == played[played.index("Turn 1") :]


def test_battles_under_a_file_are_shared_among_processes() -> None:
    asked = ("battle", "duel", "--games", "4", "--rules", str(FOLDER / "house_called_shots.py"))
    players = ("--red", "random", "--blue", "random")
    alone, shared = (run(*asked, *players, "--jobs", jobs, "--format", "json").stdout for jobs in ("1", "2"))
    assert json.loads(shared)["sides"] == json.loads(alone)["sides"]
    assert json.loads(shared)["rounds"] == json.loads(alone)["rounds"]
