"""A policy that learns to win a duel by playing it: `python examples/learn_a_duel.py --minutes 3 --jobs 2`.

It scores every legal command by a sum of weighted features and says the best. The features are made of the command and
the observation alone. The weights are found by the cross-entropy method: draw many, play each, go on from the best few.
Without `--minutes` the weights kept beside this file are measured.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import overheat as oh
from overheat.classic.board.hexes import Hex
from overheat.lab.study.intervals import wilson

Numbers = NDArray[np.float64]
KEPT = Path(__file__).with_name("learn_a_duel.json")
SIDES = ("red", "blue")
WIDTH, HEIGHT = 16, 17
"""The hexes of the duel's map, by which its observations count places."""
HEAD, ROW = 12, 18
"""How many numbers of an observation are about the battle, and about each unit."""
FIRST_HELD_OUT = 100_000
"""Seeds from here on are for measuring only."""
HUNCHES = {"Aim": -3, "Fire": 1, "far": -2, "turned away": -1}
"""Where learning begins; other weights begin with 0. Bare hexes to aim at are so many that games would drag on."""

WORDS = (
    *("Done", "Go walk", "Go run", "Go jump", "Go stand", "Step forward", "Step back", "Step left", "Step right"),
    *("Jump", "Stand", "DropProne", "Leave", "Twist", "Aim", "Fire", "Fire hex", "Strike", "DumpAmmunition"),
    *("PowerDown", "StartUp"),
)
PLACES = ("far", "within 3", "within 6", "within 12", "turned away", "in its front", "behind it")
FIRES = ("fire: heat", "fire: far", "fire: mount")
FEATURES = (*WORDS, *PLACES, *FIRES)
PLACE, SHOT = len(WORDS), len(WORDS) + len(PLACES)


class Policy(msgspec.Struct):
    """What was learned, by the names of the features."""

    weights: dict[str, float]

    @property
    def numbers(self) -> Numbers:
        """The weights in the order of the features."""
        return np.array([self.weights[name] for name in FEATURES])

    @classmethod
    def of(cls, numbers: Numbers) -> "Policy":
        """The policy of such weights."""
        return cls({name: round(float(number), 3) for name, number in zip(FEATURES, numbers, strict=True)})


def read(path: Path) -> Numbers:
    """The weights of a file."""
    return msgspec.json.decode(path.read_bytes(), type=Policy).numbers


class Sight:
    """An observation of a duel, read back: me and the enemy."""

    def __init__(self, observation: Any) -> None:
        rows = observation[HEAD:].reshape(-1, ROW)
        rows = rows[rows[:, 0] == 1]
        self.mine: Any = next(iter(rows[rows[:, 1] == 1]), None)
        self.theirs: Any = next(iter(rows[rows[:, 1] == -1]), None)

    @property
    def worth(self) -> float:
        """What the learner is after while nobody has won: to leave less of the enemy, and more of itself."""
        return 0.5 * _left(self.mine) - _left(self.theirs)

    @property
    def far(self) -> float:
        """How far the enemy is, as a part of the map; 0 when there is none."""
        if self.mine is None or self.theirs is None:
            return 0.0
        return _place(self.mine)[0].distance(_place(self.theirs)[0]) / WIDTH


def _left(row: Any) -> float:
    return 0.0 if row is None else float(row[11])


def _place(row: Any) -> tuple[Hex, int]:
    return Hex(round(float(row[5]) * WIDTH), round(float(row[6]) * HEIGHT)), round(float(row[7]) * 5)


def features(sight: Sight, commands: Sequence[Any]) -> Numbers:
    """A row of features for every command: what it is, and what it changes about the place."""
    rows = np.zeros((len(commands), len(FEATURES)))
    seen = None if sight.mine is None or sight.theirs is None else (_place(sight.mine), _place(sight.theirs))
    for row, command in zip(rows, commands, strict=True):
        word = _word(command)
        if word in WORDS:
            row[WORDS.index(word)] = 1
        if seen is not None and word.startswith(("Step", "Jump", "Twist")):
            (hex, facing), (enemy, its_facing) = seen
            then = _position(*_after(command, hex, facing, enemy), enemy, its_facing)
            row[PLACE:SHOT] = np.subtract(then, _position(hex, facing, enemy, its_facing))
        if seen is not None and word == "Fire":
            far = seen[0][0].distance(seen[1][0])
            row[SHOT:] = (float(sight.mine[10]), far / 16, command.mount / 10)
    return rows


def _word(command: Any) -> str:
    """The verb of a command, with the one fact that makes it another verb."""
    verb = type(command).__name__
    if verb == "Fire":
        return "Fire hex" if command.target.startswith("hex") else "Fire"
    return f"{verb} {command.mode}" if verb == "Go" else f"{verb} {command.way}" if verb == "Step" else verb


def _after(command: Any, hex: Hex, facing: int, enemy: Hex) -> tuple[Hex, int]:
    """Where a command leads: the hex and the way one looks."""
    verb = type(command).__name__
    if verb == "Step":
        turn = {"left": -1, "right": 1}.get(command.way, 0)
        ahead = {"forward": 0, "climb": 0, "back": 3}.get(command.way)
        return (hex if ahead is None else hex.neighbour(facing + ahead)), (facing + turn) % 6
    if verb == "Jump":
        landed = Hex.parse(command.hex)
        return landed, landed.direction(enemy)
    return hex, (command.facing if verb == "Twist" else facing)


def _position(hex: Hex, facing: int, enemy: Hex, its_facing: int) -> tuple[float, ...]:
    """How good a place is, in numbers: how far, how much one looks aside, and which side of the enemy it is."""
    far = hex.distance(enemy)
    aside = _apart(facing, hex.direction(enemy)) if far else 0
    side = _apart(its_facing, enemy.direction(hex)) if far else 0
    return (far / 16, float(far <= 3), float(far <= 6), float(far <= 12), aside / 3, float(side <= 1), float(side == 3))


def _apart(one: int, other: int) -> int:
    """Hexsides between two directions."""
    return min((one - other) % 6, (other - one) % 6)


@cache
def _battle(side: str) -> Any:
    return oh.zoo.side("duel", side=side, opponent="random")


def play(weights: Numbers, side: str, seed: int) -> tuple[float, float]:
    """One duel against the random bot: its reward, and that with what the learner is after besides.

    Who keeps away finds out little, so that being far counts against him.
    """
    env = _battle(side)
    seen, _ = env.reset(seed=seed)
    over = cut = False
    reward = 0.0
    sight = Sight(seen["observation"])
    away: list[float] = []
    while not (over or cut):
        actions = env.battle.actions()
        commands = [env.battle.words(action) for action in actions]
        best = int(np.argmax(features(sight, commands) @ weights)) if len(actions) > 1 else 0
        seen, reward, over, cut, _ = env.step(int(actions[best]))
        sight = Sight(seen["observation"])
        away.append(sight.far)
    return reward, 2 * reward + sight.worth - sum(away) / len(away)


def _job(job: tuple[Numbers, str, int]) -> tuple[float, float]:
    return play(*job)


Each = Callable[[Any, Any], Any]


@contextmanager
def workers(jobs: int) -> Iterator[Each]:
    """A `map` over so many processes; the results come in the order of the jobs, whatever their number."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield lambda call, many: pool.map(call, many, chunksize=4)


def learn(
    seed: int,
    each: Each,
    *,
    minutes: float = 60,
    generations: int = 100,
    drawn: int = 20,
    games: int = 2,
    begun: Numbers | None = None,
) -> Numbers:
    """Weights after so many generations, or as many as there is time for: each plays anew on seeds of its own.

    It begins with none, or goes on from those that were found before.
    """
    chance = np.random.default_rng(seed)
    if begun is None:
        middle, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
        for name, hunch in HUNCHES.items():
            middle[FEATURES.index(name)] = hunch
    else:
        middle, spread = begun, np.full(len(FEATURES), 0.4)
    began = time.monotonic()
    for generation in range(generations):
        many = middle + spread * chance.standard_normal((drawn, len(FEATURES)))
        duels = [(SIDES[game % 2], seed * 10_000 + generation * games + game) for game in range(games)]
        played = list(each(_job, [(weights, *duel) for weights in many for duel in duels]))
        worth = np.array([value for _, value in played]).reshape(drawn, games).mean(axis=1)
        best = many[np.argsort(-worth, kind="stable")[: max(2, drawn // 5)]]
        middle, spread = best.mean(axis=0), 0.9 * best.std(axis=0) + 0.1 * spread + 0.03
        won = sum(reward > 0 for reward, _ in played) / len(played)
        print(
            f"generation {generation + 1}: {won:.0%} won, worth {worth.mean():+.2f}, best {worth.max():+.2f}",
            flush=True,
        )
        if time.monotonic() - began > minutes * 60:
            break
    return Policy.of(middle).numbers


def measure(weights: Numbers, games: int, each: Each) -> dict[str, int]:
    """How many of so many duels are won, by the side that is played; on seeds that nothing was learned from."""
    duels = [(weights, side, FIRST_HELD_OUT + game) for side in SIDES for game in range(games)]
    won = [reward > 0 for reward, _ in each(_job, duels)]
    return {side: sum(won[number * games : (number + 1) * games]) for number, side in enumerate(SIDES)}


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn to win a duel against the random bot.")
    asked.add_argument("--minutes", type=float, default=0, help="learn for so long; else measure the kept weights")
    asked.add_argument("--jobs", type=int, default=1, help="processes")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=5, help="duels for each side to measure by")
    asked.add_argument("--weights", type=Path, default=None, help="a file to go on from and to keep it in")
    said = asked.parse_args()
    with workers(said.jobs) as each:
        if said.minutes:
            begun = read(said.weights) if said.weights and said.weights.exists() else None
            weights = learn(said.seed, each, minutes=said.minutes, begun=begun)
            if said.weights:
                said.weights.write_bytes(msgspec.json.format(msgspec.json.encode(Policy.of(weights)), indent=1) + b"\n")
        else:
            weights = read(said.weights or KEPT)
        won = measure(weights, said.games, each)
    for name, count, games in [
        *((side, won[side], said.games) for side in SIDES),
        ("both", sum(won.values()), 2 * said.games),
    ]:
        share = wilson(count, games)
        print(f"{name}: {count} of {games} won against random, {share.value:.0%} ({share.low:.0%} to {share.high:.0%})")


if __name__ == "__main__":
    main()
