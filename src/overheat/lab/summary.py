"""A battle summed up when it is over: who did what, how lucky each side was, its best shot, and when it was decided."""

from __future__ import annotations

from math import sqrt
from typing import Any

import msgspec

from overheat.kernel.game import Player
from overheat.lab.accounts import Account, Row

WEIGHED = ("damage", "fallen", "struck", "pins", "kills", "lost", "falls", "criticals", "assaults", "points")
"""Figures of a side that are told where they were counted."""


class SideSummary(msgspec.Struct, frozen=True):
    """What one side did and suffered."""

    side: Player
    won: bool
    shots: int
    """Rolls to hit, blows included."""
    hits: int
    expected_hits: float
    """What exact chances promised of these rolls."""
    luck: float
    """By how many standard deviations there were more hits than promised."""
    value_lost: int
    value_kept: int | None
    """What its units are worth that were never lost; None where that is not counted."""
    counted: dict[str, float]
    """Other figures by name: damage, kills, falls and their like, as the game counts them."""
    weapons: list[tuple[str, float]]
    """Weapons by the damage or the hits that they made, the best first."""


class Moment(msgspec.Struct, frozen=True):
    """A shot worth remembering."""

    round: int
    side: Player
    unit: str
    target: str
    weapon: str
    damage: float
    """Damage done, or hits where a game has no points of damage."""
    chance: float
    why: str
    """`damage`: the most done at once; `odds`: the least likely hit."""
    fallen: int = 0
    """Men who fell by it, where they are counted."""
    destroyed: int = 0
    """Units that were destroyed by it, where they are counted."""


class Round(msgspec.Struct, frozen=True):
    """What a round cost each side."""

    round: int
    lost: dict[Player, int]
    """Value of the units lost in it."""
    damage: dict[Player, float]
    """Damage done by each side, or hits."""


class Summary(msgspec.Struct, frozen=True):
    """A battle summed up."""

    sides: list[SideSummary]
    moments: list[Moment]
    losses: list[Row]
    rounds: list[Round]
    turning_point: int | None
    """The round that changed most who was ahead in value; none where nobody lost anything."""


def summarise(account: Account, winners: tuple[Player, ...]) -> Summary:
    """A battle from its figures."""
    sides = [name.removeprefix("wins.") for name in account.figures if name.startswith("wins.")]
    rounds = _rounds(account, sides)
    return Summary(
        sides=[_side(account, side, side in winners) for side in sides],
        moments=_moments(account),
        losses=list(account.losses),
        rounds=rounds,
        turning_point=_turning_point(rounds, sides),
    )


def _made(row: Row) -> float:
    """What a shot made: damage, or hits where there are no points of damage."""
    made: float = row["damage"] if "damage" in row else row.get("hits", 0)
    return float(made)


def _rolls(row: Row) -> tuple[int, int]:
    """How many rolls to hit a row stands for, and how many of them did."""
    did: int = row["hits"] if "hits" in row else row["hit"]
    return int(row.get("shots", 1)), int(did)


def _weapon(account: Account, row: Row) -> str:
    """What a shot was fired with, or what a blow was, as people call it."""
    name: str = row["weapon"] or row.get("what", "")
    return account.called.get(name, name)


def _side(account: Account, side: Player, won: bool) -> SideSummary:
    rows = [row for row in account.shots if row["side"] == side]
    shots = sum(_rolls(row)[0] for row in rows)
    hits = sum(_rolls(row)[1] for row in rows)
    expected = sum(_rolls(row)[0] * row["chance"] for row in rows)
    spread = sum(_rolls(row)[0] * row["chance"] * (1 - row["chance"]) for row in rows)
    weapons: dict[str, float] = {}
    for row in rows:
        name = _weapon(account, row)
        weapons[name] = weapons.get(name, 0) + _made(row)
    return SideSummary(
        side=side,
        won=won,
        shots=shots,
        hits=hits,
        expected_hits=expected,
        luck=(hits - expected) / sqrt(spread) if spread else 0.0,
        value_lost=int(account.figures.get(f"value_lost.{side}", 0)),
        value_kept=None if f"value_kept.{side}" not in account.figures else int(account.figures[f"value_kept.{side}"]),
        counted={name: value for name in WEIGHED if (value := account.figures.get(f"{name}.{side}")) is not None},
        weapons=sorted(((name, made) for name, made in weapons.items() if made), key=lambda each: -each[1])[:5],
    )


def _moments(account: Account) -> list[Moment]:
    """The best shots; where hits need not hurt, those count that took something away, by what it was worth."""
    hits = [row for row in account.shots if _rolls(row)[1] and _made(row)]
    if not hits:
        return []
    told = [row for row in hits if row.get("worth", 1)] or hits
    most = max(told, key=lambda row: (row.get("worth", 0), _made(row)))
    rarest = min(told, key=lambda row: (row["chance"], -_made(row)))
    return [_moment(account, most, "damage"), _moment(account, rarest, "odds")]


def _moment(account: Account, row: Row, why: str) -> Moment:
    facts: dict[str, Any] = {name: row[name] for name in ("round", "side", "unit", "target", "chance")}
    facts |= {name: row.get(name, 0) for name in ("fallen", "destroyed")}
    return Moment(**facts, weapon=_weapon(account, row), damage=_made(row), why=why)


def _rounds(account: Account, sides: list[Player]) -> list[Round]:
    last = int(account.figures.get("rounds", 0))
    found = []
    for number in range(1, last + 1):
        lost = {
            side: sum(row["value"] for row in account.losses if (row["round"], row["side"]) == (number, side))
            for side in sides
        }
        damage = {
            side: sum(_made(row) for row in account.shots if (row["round"], row["side"]) == (number, side))
            for side in sides
        }
        found.append(Round(number, lost, damage))
    return found


def _turning_point(rounds: list[Round], sides: list[Player]) -> int | None:
    """The round in which one side lost most more than the others together."""
    if len(sides) < 2:
        return None

    def swing(each: Round) -> int:
        most = max(each.lost.values())
        return 2 * most - sum(each.lost.values())

    decisive = max(rounds, key=swing, default=None)
    return decisive.round if decisive is not None and swing(decisive) > 0 else None
