"""A campaign of random battles: units of all ground kinds drawn from a folder, on boards of all sorts, and the laws.

Every battle is known by its seed: who fights, where, and how. The random bot fights the greedy one, or both sides are
played by one of them; on demand other layers are drawn over those that are asked for, and worlds with their weather,
air and gravity. After every command the laws are
looked at, shots and steps are tried that nobody offered, and each refusal must name rule and reason. At the end the log
is played again, and must come out byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from overheat.classic.board.board_file import write_board
from overheat.classic.board.generate import PRESETS, generate
from overheat.classic.board.library import names
from overheat.classic.facts.commands import Fire, Step
from overheat.classic.facts.state import State, Unit, Weather
from overheat.classic.game import Classic
from overheat.classic.muster.places import Recruit, muster
from overheat.classic.muster.planets import planets
from overheat.classic.muster.setup import Setup
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.weather import CONDITIONS, SORTS, check_weather
from overheat.classic.rulesets import LIBRARY, ruleset
from overheat.classic.unitfile.text import decode
from overheat.kernel.dice import Seeded
from overheat.kernel.log.replay import Session, rerun
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.rules.rule import Ruleset
from overheat.lab.players import make_bot

KINDS = ("meks", "vehicles", "infantry", "battlearmor", "protomeks", "ge")
"""The folders that hold what fights on the ground: machines, vehicles, soldiers, suits, ProtoMechs, emplacements."""
OFTEN = (6, 5, 3, 3, 4, 1)
"""How often each is drawn."""
ROUNDS = 5
RULES = ("printed",)
MENDING = frozenset({"harjel_ii", "harjel_iii"})
"""What gives armour back."""
ASKED = 2
"""Unoffered commands that are tried at a time."""
BOTS = ("random", "greedy")
"""Who plays red, and who plays blue."""
UNUSUAL = 0.25
"""How often gravity and temperature are others than at home."""
BEARABLE = 30
"""Forces that are drawn before the weather changes that nobody drawn can bear."""
HOW_MANY = (1, 2, 3, 5, 8, 13, 21, 34)
"""How many layers are drawn over those that are asked for, before those are left out that do not go with them."""


class Fought(NamedTuple):
    """What came of a battle."""

    seed: int
    board: str
    units: tuple[str, ...]
    commands: int
    refusals: tuple[str, ...]
    """The ids of everything that was refused on the way."""
    kinds: tuple[str, ...] = ()
    """What kind of unit each of them is."""
    layers: tuple[str, ...] = ()


def drawn(seed: int, layers: Sequence[str]) -> tuple[str, ...]:
    """Some layers, and over them others drawn at random that go with them."""
    chance = random.Random(f"layers {seed}")
    below = LIBRARY.names(layers)
    others = sorted(name for name in LIBRARY.layers if name not in below)
    chosen = tuple(layers)
    for name in chance.sample(others, min(len(others), chance.choice(HOW_MANY))):
        try:
            ruleset((*chosen, name))
        except RefusedError:
            continue
        chosen = (*chosen, name)
    return chosen


@cache
def files_of(folder: Path) -> tuple[tuple[Path, ...], ...]:
    """The unit files of a folder by kind, in an order that is the same everywhere."""
    return tuple(
        tuple(sorted((*(folder / kind).rglob("*.mtf"), *(folder / kind).rglob("*.blk")), key=str)) for kind in KINDS
    )


def setup_of(
    seed: int, folder: Path, layers: Sequence[str] = RULES, *, worlds: bool = False
) -> tuple[Setup, list[Refusal]]:
    """A battle by its seed, and why units that were drawn could not take part."""
    chance = random.Random(seed)
    board, text = _planet(chance, seed) if worlds else _board(chance, seed)
    refused: list[Refusal] = []
    rules = ruleset(layers)
    weather = _weather(chance, rules) if worlds else Weather()
    while True:
        if len(refused) % BEARABLE == BEARABLE - 1:
            weather = _weather(chance, rules)
        forces = {side: [_recruit(chance, folder) for _ in range(chance.randint(2, 3))] for side in ("red", "blue")}
        try:
            units = muster(Setup(board=board, board_text=text, units=()).field(), rules, forces)
            setup = Setup(board=board, board_text=text, units=units, rounds=ROUNDS, weather=weather)
            Classic(layers).mustered(setup)
            return setup, refused
        except RefusedError as error:
            refused.append(error.refusal)


def _board(chance: random.Random, seed: int) -> tuple[str, str]:
    """A bundled board, or a generated one."""
    if chance.random() < 0.4:
        return chance.choice(names()), ""
    landscape = chance.choice(sorted(PRESETS))
    return f"{landscape}.board", write_board(generate(seed, 16, 17, landscape))


def _planet(chance: random.Random, seed: int) -> tuple[str, str]:
    """A map of a planet."""
    name = chance.choice(sorted(planets()))
    return f"{name}.board", write_board(planets()[name].board(name, seed))


def _weather(chance: random.Random, rules: Ruleset) -> Weather:
    """Conditions that go together: one or two of what the rules have, and now and then another gravity or heat."""
    kinds = sorted(rules[CONDITIONS].rows)
    while True:
        given: dict[str, Any] = {}
        for sort, name in chance.sample(kinds, chance.randint(0, 3)):
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


def _recruit(chance: random.Random, folder: Path) -> Recruit:
    kinds = files_of(folder)
    weights = [often if kind else 0 for kind, often in zip(kinds, OFTEN, strict=True)]
    path = chance.choice(chance.choices(kinds, weights)[0])
    return Recruit(unit=path.name, text=decode(path.read_bytes()))


def fight(
    seed: int, folder: Path, layers: Sequence[str] = RULES, players: Sequence[str] = BOTS, *, worlds: bool = False
) -> Fought:
    """Play a battle to its end; whatever breaks a law, crashes or does not replay is an AssertionError or its own."""
    setup, refused = setup_of(seed, folder, layers, worlds=worlds)
    game, chance = Classic(layers), random.Random(-1 - seed)
    session: Session[Any, Any, Any] = Session(game, setup, seed)
    bots = {side: make_bot("classic", name, seed, side) for side, name in zip(("red", "blue"), players, strict=True)}
    commands = 0
    while (player := game.to_act(session.state)) is not None:
        before, legal = session.state, tuple(game.legal(session.state, player))
        assert legal, f"{player} has nothing to say"
        refused += _ask(game, before, player, chance)
        session.apply(player, bots[player].choose(game, game.known(before, player), player, legal))
        lawful(before, session.state)
        commands += 1
    for no in refused:
        assert named(no), no
    again = rerun(session.log(), lambda header: Classic(header.rules))
    assert again.log() == session.log(), "the log does not replay"
    sheets = [unit.sheet for unit in session.state.units.values()]
    told, kinds = tuple(sheet.name for sheet in sheets), tuple(sheet.kind for sheet in sheets)
    return Fought(seed, setup.board, told, commands, tuple(no.id for no in refused), kinds, tuple(layers))


def named(no: Refusal) -> bool:
    """Whether a refusal names its rule by an id, and a reason."""
    return "." in no.id and bool(no.reason.strip())


def _ask(game: Classic, state: State, player: str, chance: random.Random) -> Iterator[Refusal]:
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


def lawful(before: State, after: State) -> None:
    """No two machines share a hex, nothing lost comes back, counts agree, and nobody fights on without soldiers."""
    standing = [unit for unit in after.units.values() if unit.active and unit.machine]
    assert len({unit.hex for unit in standing}) == len(standing), "two machines share a hex"
    for id, unit in after.units.items():
        _only_worse(before.units[id], unit)
        _counted(after, unit)


def _only_worse(before: Unit, after: Unit) -> None:
    assert after.condition.heat >= 0
    assert not before.fate or after.fate == before.fate
    assert after.condition.crew_hits >= before.condition.crew_hits
    mends = not MENDING.isdisjoint(after.plan.flags)
    if after.sheet.kind == "infantry":
        assert _soldiers(after) <= _soldiers(before), "soldiers come back"
        return
    for place in after.condition.locations:
        was = before.condition[place.code]
        assert place.armour >= 0, place
        assert place.armour <= was.armour or mends, place
        assert 0 <= place.structure <= was.structure, place
        assert was.critical_hits <= place.critical_hits
        assert was.destroyed <= place.destroyed


def _soldiers(unit: Unit) -> int:
    """The soldiers of a platoon, who may go from one squad to another."""
    return sum(max(0, int(place.structure)) for place in unit.condition.locations)


def _counted(state: State, unit: Unit) -> None:
    condition = unit.condition
    assert unit.hex in state.relief.board or unit.fate, "off the board"
    if unit.sheet.kind == "infantry":
        assert condition.troopers == condition["Troopers"].structure
    if unit.sheet.troopers and unit.active:
        assert condition.troopers > 0
    if carrier_of(unit):
        carrier = state.units[carrier_of(unit)]
        assert carrier.active
        assert (carrier.hex, carrier.elevation) == (unit.hex, unit.elevation)
