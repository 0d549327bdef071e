"""Modes of movement: how a unit may say that it moves, and all that follows from how it moved.

A mode is a row: the points that it gives, the heat that it makes, what it does to attacks by and on the unit, and what
it rules out. The engine asks the row and never the name, so that a layer may bring another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from overheat.classic.books import QUICK_REFERENCE
from overheat.classic.facts.state import VEHICLES, State, Unit
from overheat.classic.rules.standard.movement import SWIMMING, Entry, jump_tally, run_tally, walk_points
from overheat.classic.rules.standard.swimming import flight_points, swimming_points
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.cite import Cite
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table
from overheat.kernel.terms import Tally

MOVEMENT = QUICK_REFERENCE("Movement, modes; All Attacks, attacker's movement; Heat, build-up")


@dataclass(frozen=True, kw_only=True)
class Mode:
    """A way to move."""

    word: str
    """What a unit does: `walk`."""
    past: str
    """What it did: `walked`."""
    driven: tuple[str, str] = ("", "")
    """The two words for a vehicle, where they are others."""
    points: Callable[[State, Unit], int]
    """The movement points that a unit has in it."""
    heat: Callable[[Ruleset, Unit], int] = lambda rules, unit: 0
    """The heat that it makes of a machine that has moved so."""
    attacker: int = 0
    """What it adds to attacks by the unit."""
    target: int = 0
    """What it adds to attacks on the unit, besides the hexes that it moved."""
    moves: bool = True
    """Whether it is movement at all."""
    fast: bool = False
    """Whether it is as fast as a run: no way back, skids, and damaged legs that may give way."""
    leaps: bool = False
    """Whether it is one leap through the air."""
    attacks: bool = True
    """Whether a unit that moved so may attack."""
    skims: bool = False
    """Whether it goes just above the ground hex by hex: over water, not through it; who falls goes no further."""
    prices: Callable[[Entry], Tally | Refusal] | None = None
    """What a step costs in it, or why there is none, where that is not what it costs on foot."""
    bends: int | None = None
    """The hexsides that a unit may turn in a hex; None for as many as it has points for."""
    like: str = ""
    """`walk` or `run` where every step costs and asks what it does in that mode, and only what follows is other."""
    cite: Cite | None = None
    """Where it is written, if not with the others."""

    def __str__(self) -> str:
        """What follows from it, for those who choose it."""
        told = [f"attacks {self.attacker:+}"] if self.attacker else []
        told += [f"attacks on it {self.target:+}"] if self.target else []
        told += [words for words, so in self._sets_apart().items() if so]
        return ", ".join(told) or self.word

    def _sets_apart(self) -> dict[str, bool]:
        told = {"as fast as a run": self.fast, "a leap": self.leaps, "attacks nobody": not self.attacks}
        return told | {
            "skims over the ground": self.skims,
            f"turns {self.bends} hexsides a hex": self.bends is not None,
        }

    def said_of(self, sheet: Sheet) -> str:
        """What a unit of its kind does."""
        return (self.driven[0] if sheet.kind in VEHICLES else "") or self.word

    def told_of(self, unit: Unit) -> str:
        """What a unit of its kind did."""
        return (self.driven[1] if unit.vehicle else "") or self.past


def walking(state: State, unit: Unit) -> int:
    """The points of a walk."""
    return max(0, int(walk_points(state, unit).total))


def running(state: State, unit: Unit) -> int:
    """The points of a run; who cannot run has none."""
    return max(0, int(run_tally(state, unit).total))


def leaping(state: State, unit: Unit) -> int:
    """The points of a jump, or of a flight for who flies instead; who has nothing to jump with has none."""
    return int(jump_tally(state, unit).total)


def flying(state: State, unit: Unit) -> int:
    """The points of soldiers under rotors."""
    return state.relief.rules[flight_points](state, unit)


def swimming(state: State, unit: Unit) -> int:
    """The points of who is in the water and swims."""
    return state.relief.rules[swimming_points](state, unit)


def _leap_heat(rules: Ruleset, unit: Unit) -> int:
    hexes = unit.motion.travelled
    if "mechanical_jump_booster" in unit.plan.flags and "jump_jet" not in unit.plan.flags:
        return 0
    return max(3, ceil(hexes / 2) if "improved_jump_jet" in unit.plan.flags else hexes)


MODES: Table[str, Mode] = Table(
    "movement.modes",
    {
        "stationary": Mode(word="stand still", past="stood still", points=lambda state, unit: 0, moves=False),
        "walk": Mode(
            word="walk",
            past="walked",
            driven=("cruise", "cruised"),
            points=walking,
            heat=lambda rules, unit: 1,
            attacker=1,
        ),
        "run": Mode(
            word="run",
            past="ran",
            driven=("flank", "flanked"),
            points=running,
            heat=lambda rules, unit: 2,
            attacker=2,
            fast=True,
        ),
        "jump": Mode(
            word="jump",
            past="jumped",
            points=leaping,
            heat=_leap_heat,
            attacker=3,
            target=1,
            leaps=True,
        ),
        "fly": Mode(word="fly", past="flew", points=flying, attacker=1),
        SWIMMING: Mode(
            word="swim",
            past="swam",
            points=swimming,
            heat=lambda rules, unit: 1,
            attacker=1,
        ),
    },
    cite=MOVEMENT,
    implements=("QR-attacker-movement",),
    of="way to move",
    where="overheat.classic.rules.standard.modes.MODES",
)
"""How a unit moves: walking is a vehicle's cruising, running its flanking."""


def mode_of(rules: Ruleset, unit: Unit) -> Mode:
    """How a unit has moved."""
    return rules[MODES].rows[unit.motion.mode]


RULES = (MODES,)
