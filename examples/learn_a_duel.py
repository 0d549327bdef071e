"""A policy that learns to win a duel: `python examples/learn_a_duel.py --learn --jobs 2`.

It scores every legal command by a sum of weighted features and says the best. The features are made of the command, the
observation and what the engine foresees of shots and blows. The weights are learned in two stages. First duels of the
greedy bot are imitated by logistic regression. Then nine ways to be less inclined to stay race: all play a few duels,
the better ones more. Without `--learn` the weights kept beside this file are measured.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import overheat as oh
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.commands import Done, Go, Step
from overheat.lab.players import make_bot
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
WORDS = (
    *(
        "Done",
        "Stay",
        "Stop",
        "Go walk",
        "Go run",
        "Go jump",
        "Go stand",
        "Step forward",
        "Step back",
        "Step left",
        "Step right",
    ),
    *("Jump", "Stand", "DropProne", "Leave", "Charge", "Twist", "Aim", "Fire", "Fire aimed", "Fire hex"),
    *("Strike kick", "Strike punch", "Strike push", "DumpAmmunition", "PowerDown", "StartUp"),
)
WAYS = ("Stay", "Go walk", "Go run", "Go jump")
GOING = tuple(f"{way}: {fact}" for way in WAYS for fact in ("far", "near", "turned away", "heat"))
PLACES = (
    "far",
    "beside",
    "within 3",
    "within 6",
    "within 12",
    "turned away",
    "out of arc",
    "in its front",
    "behind it",
)
SHOTS = ("fire: chance", "fire: damage", "fire: heat", "strike: chance", "strike: damage")
FEATURES = (*WORDS, *GOING, *PLACES, *SHOTS)
GO, PLACE, SHOT = len(WORDS), len(WORDS) + len(GOING), len(FEATURES) - len(SHOTS)


ENDINGS = [{"Stay": stay, "Stop": stop} for stay in (0.0, -1.5, -3.0) for stop in (0.0, -1.0, -2.0)]
"""What is learned by playing: how much less to stay or stop. Imitation leaves it timid, because what the greedy bot has
its reasons to stay from is not among the features."""


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


def _place(row: Any) -> tuple[Hex, int, int]:
    """Where a unit is, which way it looks and which way its torso does."""
    facing = round(float(row[7]) * 5)
    torso = (facing + round(float(row[8]) * 5)) % 6
    return Hex(round(float(row[5]) * WIDTH), round(float(row[6]) * HEIGHT)), facing, torso


def features(sight: Sight, commands: Sequence[Any], foreseen: Callable[[int], Any]) -> Numbers:
    """A row of features for every command: what it is, what it changes about the place, and what it promises."""
    rows = np.zeros((len(commands), len(FEATURES)))
    met = sight.mine is not None and sight.theirs is not None
    kinds = {type(command) for command in commands}
    ending = "Stay" if Go in kinds else "Stop" if Step in kinds else "Done"
    for at, (row, command) in enumerate(zip(rows, commands, strict=True)):
        word = _word(command) if command != Done() else ending
        if word in NUMBER:
            row[NUMBER[word]] = 1
        if met and word.startswith(("Step", "Jump", "Twist")):
            row[PLACE:SHOT] = _difference(command, _place(sight.mine), _place(sight.theirs))
        elif met and word in WAYS:
            there, first = _position(*_place(sight.mine)[:2], *_place(sight.theirs)[:2]), GO + 4 * WAYS.index(word)
            row[first : first + 4] = there[0], there[2], there[5], float(sight.mine[10])
        elif word in ("Fire", "Fire aimed"):
            promise = foreseen(at)
            row[SHOT : SHOT + 3] = float(promise.chance), float(promise.damage) / 10, float(sight.mine[10])
        elif word.startswith("Strike"):
            promise = foreseen(at)
            row[SHOT + 3 :] = float(promise.chance), float(promise.damage) / 10
    return rows


NUMBER = {word: number for number, word in enumerate(WORDS)}


@lru_cache(10_000)
def _word(command: Any) -> str:
    """The verb of a command, with the one fact that makes it another verb."""
    verb = type(command).__name__
    if verb == "Fire":
        return "Fire hex" if command.target.startswith("hex") else "Fire aimed" if command.aimed else "Fire"
    fact = {"Go": "mode", "Step": "way", "Strike": "kind"}.get(verb)
    return verb if fact is None else f"{verb} {getattr(command, fact)}"


@lru_cache(100_000)
def _difference(command: Any, mine: tuple[Hex, int, int], theirs: tuple[Hex, int, int]) -> tuple[float, ...]:
    """What a command changes about the place: that where it leads less that from which it is said."""
    (hex, facing, torso), (enemy, its_facing, _) = mine, theirs
    verb = type(command).__name__
    now, then = (hex, facing), (hex, facing)
    if verb == "Twist":
        now, then = (hex, torso), (hex, command.facing)
    elif verb == "Jump":
        then = Hex.parse(command.hex), facing
    elif command.way in ("left", "right"):
        then = hex, (facing + (1 if command.way == "right" else -1)) % 6
    elif command.way in ("forward", "climb", "back"):
        then = hex.neighbour(facing + (3 if command.way == "back" else 0)), facing
    pairs = zip(_position(*then, enemy, its_facing), _position(*now, enemy, its_facing), strict=True)
    return tuple(after - before for after, before in pairs)


def _position(hex: Hex, facing: int, enemy: Hex, its_facing: int) -> tuple[float, ...]:
    """How good a place is, in numbers: how far, how much one looks aside, and which side of the enemy it is."""
    far = hex.distance(enemy)
    aside = _apart(facing, hex.direction(enemy)) if far else 0
    side = _apart(its_facing, enemy.direction(hex)) if far else 0
    near = (far <= reach for reach in (1, 3, 6, 12))
    return (far / 16, *map(float, near), aside / 3, float(aside > 1), float(side <= 1), float(side == 3))


def _apart(one: int, other: int) -> int:
    """Hexsides between two directions."""
    return min((one - other) % 6, (other - one) % 6)


@cache
def _battle(side: str) -> Any:
    return oh.zoo.side("duel", side=side, opponent="random")


def _offered(battle: Any, sight: Sight) -> tuple[list[int], Numbers]:
    """What may be said now, by number, and a row of features for each."""
    actions = [int(action) for action in battle.actions()]
    commands = [battle.words(action) for action in actions]
    return actions, features(sight, commands, lambda at: battle.foreseen(actions[at]))


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
        actions, rows = _offered(env.battle, sight)
        seen, reward, over, cut, _ = env.step(actions[int(np.argmax(rows @ weights))])
        sight = Sight(seen["observation"])
        away.append(sight.far)
    return reward, 2 * reward + sight.worth - sum(away) / len(away)


def watch(side: str, seed: int) -> list[Numbers]:
    """One duel of the greedy bot against the random one: for every choice its rows, that of what was said first.

    Commands that no feature tells apart are one row.
    """
    env = _battle(side)
    battle = env.battle
    env.reset(seed=seed)
    greedy = make_bot("classic", "greedy", seed, side)
    choices = []
    while not (battle.terminations[side] or battle.truncations[side]):
        sight = Sight(battle.observe(side)["observation"])
        actions, rows = _offered(battle, sight)
        known = battle.game.known(battle.state, side)
        said = greedy.choose(battle.game, known, side, battle.legal)
        at = next(at for at, action in enumerate(actions) if battle.words(action) == said)
        apart = dict.fromkeys([rows[at].tobytes(), *(row.tobytes() for row in rows)])
        if len(apart) > 1:
            choices.append(np.array([np.frombuffer(row) for row in apart]))
        env.step(actions[at])
    return choices


def imitate(choices: Sequence[Numbers], passes: int = 400) -> Numbers:
    """Weights under which what was said is likely: logistic regression over the rows of each choice."""
    rows = np.concatenate(choices)
    sizes = np.array([len(choice) for choice in choices])
    first = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    weights, drift, swing = (np.zeros(len(FEATURES)) for _ in range(3))
    for number in range(1, passes + 1):
        scores = rows @ weights
        likely = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), sizes))
        likely /= np.repeat(np.add.reduceat(likely, first), sizes)
        slope = (rows[first].sum(axis=0) - likely @ rows) / len(choices) - 1e-4 * weights
        drift, swing = 0.9 * drift + 0.1 * slope, 0.99 * swing + 0.01 * slope**2
        weights = weights + 0.1 * (drift / (1 - 0.9**number)) / (np.sqrt(swing / (1 - 0.99**number)) + 1e-8)
    return weights


def _job(job: tuple[Numbers, str, int]) -> tuple[float, float]:
    return play(*job)


def _watched(job: tuple[str, int]) -> list[Numbers]:
    return watch(*job)


Each = Callable[[Any, Any], Any]


@contextmanager
def workers(jobs: int) -> Iterator[Each]:
    """A `map` over so many processes; the results come in the order of the jobs, whatever their number."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield lambda call, many: pool.map(call, many, chunksize=4)


HEATS = ((9, 6), (3, 12), (2, 16))
"""How many are left in each heat, and how many more duels each of them plays in it."""


def learn(seed: int, each: Each, *, watched: int = 40, heats: Sequence[tuple[int, int]] = HEATS) -> Numbers:
    """Weights that imitate the greedy bot in so many duels of each side, as eager as does best in duels of theirs."""
    duels = [(side, seed * 10_000 + game) for game in range(watched) for side in SIDES]
    middle = imitate([choice for choices in each(_watched, duels) for choice in choices])
    many = [middle + np.array([less.get(name, 0.0) for name in FEATURES]) for less in ENDINGS]
    return Policy.of(race(many, seed * 10_000 + 1_000, each, heats)).numbers


def race(many: Sequence[Numbers], first: int, each: Each, heats: Sequence[tuple[int, int]]) -> Numbers:
    """The best of many weights: all play the same duels, and whoever does best so far plays more of them."""
    worth: dict[int, list[float]] = {number: [] for number in range(len(many))}
    for left, games in heats:
        playing = sorted(worth, key=lambda number: -_mean(worth[number]))[:left]
        duels = [(SIDES[game % 2], first + game) for game in range(games)]
        played = list(each(_job, [(many[number], *duel) for number in playing for duel in duels]))
        worth = {
            number: worth[number] + [value for _, value in played[at * games : (at + 1) * games]]
            for at, number in enumerate(playing)
        }
        won = sum(reward > 0 for reward, _ in played) / len(played)
        print(f"{left} play {games} duels each: {won:.0%} won", flush=True)
        first += games
    return many[max(worth, key=lambda number: _mean(worth[number]))]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def measure(weights: Numbers, games: int, each: Each) -> dict[str, list[float]]:
    """The rewards of so many duels, by the side that is played; on seeds that nothing was learned from."""
    duels = [(weights, side, FIRST_HELD_OUT + game) for side in SIDES for game in range(games)]
    rewards = [reward for reward, _ in each(_job, duels)]
    return {side: rewards[number * games : (number + 1) * games] for number, side in enumerate(SIDES)}


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn to win a duel against the random bot.")
    asked.add_argument("--learn", action="store_true", help="learn anew; else measure the kept weights")
    asked.add_argument("--jobs", type=int, default=1, help="processes")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=5, help="duels for each side to measure by")
    asked.add_argument("--weights", type=Path, default=None, help="a file to keep them in, or to measure")
    said = asked.parse_args()
    with workers(said.jobs) as each:
        if said.learn:
            weights = learn(said.seed, each)
            if said.weights:
                said.weights.write_bytes(msgspec.json.format(msgspec.json.encode(Policy.of(weights)), indent=1) + b"\n")
        else:
            weights = read(said.weights or KEPT)
        rewards = measure(weights, said.games, each)
    rewards["both"] = [reward for side in SIDES for reward in rewards[side]]
    for name, found in rewards.items():
        won, games = sum(reward > 0 for reward in found), len(found)
        share, lost = wilson(won, games), sum(reward < 0 for reward in found)
        print(
            f"{name}: {won} of {games} won against random, {share.value:.0%} ({share.low:.0%} to {share.high:.0%}),",
            end=" ",
        )
        print(f"{games - won - lost} drawn, {lost} lost")


if __name__ == "__main__":
    main()
