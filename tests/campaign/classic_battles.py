"""Battles of the classic game by chance: units of all ground kinds, bundled or from a folder, on all boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.library import names
from overheat.classic.facts.commands import Fire, Step
from overheat.classic.facts.state import State, Weather
from overheat.classic.game import Classic
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.planets import planets
from overheat.classic.muster.scenario import find
from overheat.classic.muster.scenario import names as scenarios
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.weather import CONDITIONS, SORTS, check_weather
from overheat.classic.rulesets import ruleset
from overheat.classic.unitfile import library as bundled
from overheat.classic.unitfile.text import decode
from overheat.kernel.dice import Seeded
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.rule import Ruleset

KINDS = ("meks", "vehicles", "infantry", "battlearmor", "protomeks", "ge")
"""The folders that hold what fights on the ground: machines, vehicles, soldiers, suits, ProtoMechs, emplacements."""
OFTEN = (6, 5, 3, 3, 4, 1)
"""How often each is drawn."""
BUNDLED = 0.2
"""How often a unit is one of those that come with the project, where there is a folder too."""
GENERATED = 0.6
"""How often a board is a generated one."""
LAST = 3
"""Rounds after which a scenario of the project is broken off."""
ASKED = 2
"""Unoffered commands that are tried at a time."""
UNUSUAL = 0.25
"""How often gravity and temperature are others than at home."""
BEARABLE = 30
"""Forces that are drawn before the weather changes that nobody drawn can bear."""


class Size(NamedTuple):
    """How large battles are: how many units a side has, and how many rounds are fought, as often as they stand here."""

    units: tuple[int, ...]
    rounds: tuple[int, ...]


SMALL = Size((1, 1, 1, 2, 2), (2, 3, 4))
LARGE = Size((2, 3), (5,))


@cache
def files_of(folder: Path) -> tuple[tuple[Path, ...], ...]:
    """The unit files of a folder by kind, in an order that is the same everywhere."""
    return tuple(
        tuple(sorted((*(folder / kind).rglob("*.mtf"), *(folder / kind).rglob("*.blk")), key=str)) for kind in KINDS
    )


def battle(
    chance: random.Random, game: Classic, folder: Path | None, size: Size, *, worlds: bool
) -> tuple[Setup, list[Refusal]]:
    """A battle of units drawn by chance, and why others that were drawn could not take part."""
    rules, refused = ruleset(game.rules), list[Refusal]()
    board, text = _planet(chance) if worlds else _board(chance)
    weather = _weather(chance, rules) if worlds else Weather()
    while True:
        if len(refused) % BEARABLE == BEARABLE - 1:
            weather = _weather(chance, rules)
        forces = {
            side: [_recruit(chance, folder) for _ in range(chance.choice(size.units))] for side in ("red", "blue")
        }
        rounds = chance.choice(size.rounds)
        try:
            units = muster(Setup(board=board, board_text=text, units=()).field(), rules, forces)
            setup = Setup(board=board, board_text=text, units=units, rounds=rounds, weather=weather)
            game.mustered(setup)
            return setup, refused
        except RefusedError as error:
            refused.append(error.refusal)


def scenario(chance: random.Random, game: Classic) -> Setup:
    """A scenario of the project that can be fought under the rules of the game, broken off after a few rounds."""
    for name in chance.sample(scenarios(), len(scenarios())):
        setup = msgspec.structs.replace(find(name)[1], rounds=LAST)
        try:
            game.mustered(setup)
        except RefusedError:
            continue
        return setup
    raise AssertionError("no scenario can be fought under these rules")


def _board(chance: random.Random) -> tuple[str, str]:
    """A bundled board, or a generated one."""
    if chance.random() >= GENERATED:
        return chance.choice(names()), ""
    landscape = chance.choice(sorted(PRESETS))
    return f"{landscape}.board", write_board(generate(chance.randrange(1000), 16, 17, landscape))


def _planet(chance: random.Random) -> tuple[str, str]:
    """A map of a planet."""
    name = chance.choice(sorted(planets()))
    return f"{name}.board", write_board(planets()[name].board(name, chance.randrange(1000)))


def _weather(chance: random.Random, rules: Ruleset) -> Weather:
    """Conditions that go together: one or two of what the rules have, and now and then another gravity or heat."""
    kinds = sorted(rules[CONDITIONS].rows)
    while True:
        given: dict[str, Any] = {}
        for sort, name in chance.sample(kinds, min(len(kinds), chance.randint(0, 3))):
            if sort in Weather.__struct_fields__:
                given[sort] = True if isinstance(getattr(Weather(), sort), bool) else name
        if chance.random() < UNUSUAL and "gravity" in rules[SORTS].rows:
            given["gravity"] = chance.choice((0.2, 0.5, 0.8, 1.2, 1.5, 2.0))
        if chance.random() < UNUSUAL and "temperature" in rules[SORTS].rows:
            given["temperature"] = chance.choice((-60, -35, 55, 75))
        try:
            weather = Weather(**given)
            check_weather(rules, weather)
            return weather
        except (RefusedError, TypeError):
            continue


def _recruit(chance: random.Random, folder: Path | None) -> Recruit:
    if folder is None or chance.random() < BUNDLED:
        return Recruit(unit=chance.choice(bundled.names()))
    kinds = files_of(folder)
    weights = [often if kind else 0 for kind, often in zip(kinds, OFTEN, strict=True)]
    path = chance.choice(chance.choices(kinds, weights)[0])
    return Recruit(unit=path.name, text=decode(path.read_bytes()))


def asked(game: Classic, state: State, player: str, chance: random.Random) -> Iterator[Refusal]:
    """Why commands that nobody offered may not be said."""
    unit = state.units.get(state.acting or "")
    if unit is None or state.question is not None:
        return
    enemies = [other for other in state.units.values() if other.side != player and other.active]
    for _ in range(ASKED):
        if state.phase == "weapons" and unit.plan.weapons and enemies:
            mount = chance.choice(unit.plan.weapons)
            feeds = unit.plan.feeds.get(mount, ())
            said: Any = Fire(mount, chance.choice(enemies).id, chance.choice(feeds) if feeds else None)
        elif state.phase == "movement":
            said = Step(chance.choice(("forward", "back")))
        else:
            return
        answer = game.apply(state, player, said, Seeded(0))
        if isinstance(answer, Refusal):
            yield answer


def named(no: Refusal) -> bool:
    """Whether a refusal names its rule by an id, and a reason."""
    return "." in no.id and bool(no.reason.strip())
