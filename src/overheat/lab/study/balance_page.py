"""What judging units by their values found, as one HTML file with its charts, readable without a network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np

from overheat.classic.unit.equipment import Weapon
from overheat.classic.unit.sheet import Sheet
from overheat.lab.study.balance import SIDES, Entry, pairs_of
from overheat.lab.study.fixture import Played
from overheat.lab.study.page import COLOURS, STYLE, WIDE, charts, svg, text
from overheat.lab.study.ratings import Rating

Row = tuple[Entry, Rating]
OWN = "td.whole { white-space: nowrap; }"


def reach(sheet: Sheet) -> float:
    """How many hexes far its weapons reach, each counted by the damage that it does."""
    arms = [mount.equipment for mount in sheet.mounts if isinstance(mount.equipment, Weapon)]
    done = [(weapon.range[3], _damage(weapon)) for weapon in arms]
    whole = sum(damage for _, damage in done)
    return sum(hexes * damage for hexes, damage in done) / whole if whole else 0.0


def _damage(weapon: Weapon) -> float:
    most = max(weapon.damage) if isinstance(weapon.damage, tuple) else weapon.damage
    return most * weapon.cluster


def heat_left(sheet: Sheet) -> float:
    """The heat of firing everything once, less what its sinks take away; none where nothing heats up."""
    if sheet.heat_sinks is None or sheet.kind != "war machine":
        return 0.0
    made = sum(float(mount.equipment.heat) for mount in sheet.mounts if isinstance(mount.equipment, Weapon))
    return made - sheet.heat_sinks.dissipation


def toughness(sheet: Sheet) -> float:
    """Points of armour and of structure."""
    return float(sum(place.armour + place.rear_armour + place.structure for place in sheet.locations))


TRAITS: Mapping[str, Callable[[Entry, Sheet], float]] = {
    "how many are fielded": lambda entry, _: float(entry.count),
    "value spent": lambda entry, _: float(entry.paid),
    "walking or cruising points": lambda _, sheet: float(sheet.walk),
    "jumping points": lambda _, sheet: float(sheet.jump),
    "reach of its weapons, by damage": lambda _, sheet: reach(sheet),
    "heat of a full volley beyond its sinks": lambda _, sheet: heat_left(sheet),
    "armour and structure of all of them": lambda entry, sheet: entry.count * toughness(sheet),
}
"""What may go with being worth more or less than one's value."""


def agreement(one: Sequence[float], other: Sequence[float]) -> float:
    """The rank correlation of two rows of numbers, from -1 to 1; equal numbers share their ranks."""
    first, second = (_ranks(numbers) for numbers in (one, other))
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def _ranks(numbers: Sequence[float]) -> np.ndarray:
    values = np.asarray(numbers, dtype=float)
    return np.array([(values < each).sum() + ((values == each).sum() - 1) / 2 for each in values])


def traits(rows: Sequence[Row], sheets: Mapping[str, Sheet]) -> list[tuple[str, float]]:
    """How far each trait goes with the rating."""
    ratings = [row.rating.value for _, row in rows]
    return [
        (name, agreement([find(entry, sheets[entry.name]) for entry, _ in rows], ratings))
        for name, find in TRAITS.items()
    ]


def balance_page(
    rows: Sequence[Row], played: Sequence[Played], sheets: Mapping[str, Sheet], value: int, title: str
) -> str:
    """A round robin of units as one file of HTML."""
    whole = [game for game in played if not game.error]
    parts = [
        f"<h1>{text(title)}</h1>",
        f"<p class=note>{_summary(rows, whole, value)}</p>",
        "<h2>Ratings</h2>",
        "<p>0 is what all of them are worth on average; 400 more wins ten times as often as it loses.</p>",
        svg(_ratings_chart(rows, sheets)),
        "<h2>What goes with a rating</h2>",
        f"<p>{_chance(len(rows))}</p>",
        _traits_table(traits(rows, sheets)),
        "<h2>Who beats whom</h2>",
        "<p>The share of the points that the unit of a row won against that of a column.</p>",
        svg(_pairs_chart(rows, whole)),
        "<h2>Every unit</h2>",
        _table(rows, whole),
    ]
    wide = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{wide}<title>{text(title)}</title>'
    body = "\n".join(parts)
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}{OWN}</style></head><body>{body}</body></html>\n'


def _summary(rows: Sequence[Row], played: Sequence[Played], value: int) -> str:
    """How many games there were, and how they ended."""
    pairs = len(list(combinations(rows, 2)))
    met = len({game.arm for game in played})
    last = sum(game.reason.startswith("last side") for game in played)
    drawn = sum(len(game.winners) != 1 for game in played)
    sides = Counter(game.winners[0] for game in played if len(game.winners) == 1)
    won = ", ".join(f"{side} {sides[side]:,}" for side in SIDES)
    rounds = fmean([game.rounds for game in played]) if played else 0
    return (
        f"{len(rows)} units, {met:,} of {pairs:,} pairs, {len(played):,} games of about {value:,} points a side. "
        f"{last:,} ended with one side on the field, {drawn:,} in a draw; {won}. {rounds:.1f} rounds on average."
    )


def _chance(units: int) -> str:
    most = 1.96 / max(1, units - 1) ** 0.5
    return f"Rank correlations with the rating, from -1 to 1; of {units} units one beyond {most:.2f} is hardly chance."


def _traits_table(found: Iterable[tuple[str, float]]) -> str:
    rows = "".join(f"<tr><td>{text(name)}</td><td>{value:+.2f}</td></tr>" for name, value in found)
    return f"<table><thead><tr><th>trait</th><th>correlation</th></tr></thead><tbody>{rows}</tbody></table>"


def _ratings_chart(rows: Sequence[Row], sheets: Mapping[str, Sheet]) -> Any:
    alt = charts()
    told = [
        {
            "unit": f"{entry.count} x {entry.name}",
            "kind": sheets[entry.name].kind,
            "value": row.rating.value,
            "low": row.rating.low,
            "high": row.rating.high,
        }
        for entry, row in rows
    ]
    base = alt.Chart(alt.Data(values=told)).encode(
        y=alt.Y("unit:N", title=None, sort=None),
        color=alt.Color("kind:N", title=None, scale=alt.Scale(range=list(COLOURS))),
    )
    bars = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title="rating for its value"), x2="high:Q")
    dots = base.mark_circle(size=70, opacity=1).encode(x="value:Q")
    zero = alt.Chart(alt.Data(values=[{"at": 0}])).mark_rule(color="#444", strokeDash=[4, 3]).encode(x="at:Q")
    return (zero + bars + dots).properties(width=WIDE - 120, height=alt.Step(16))


def shares(rows: Sequence[Row], played: Sequence[Played]) -> dict[tuple[str, str], float]:
    """The share of the points that each unit won of each other that it has met."""
    pairs = pairs_of([entry for entry, _ in rows])
    points: dict[tuple[str, str], list[float]] = {}
    for game in played:
        if game.arm in pairs:
            one, other = pairs[game.arm]
            won = 0.5 if len(game.winners) != 1 else float(SIDES[0] in game.winners)
            won = 1 - won if game.turned else won
            points.setdefault((one, other), []).append(won)
            points.setdefault((other, one), []).append(1 - won)
    return {pair: fmean(found) for pair, found in points.items()}


def _pairs_chart(rows: Sequence[Row], played: Sequence[Played]) -> Any:
    alt = charts()
    order = [entry.name for entry, _ in rows]
    told = [{"unit": one, "against": other, "share": share} for (one, other), share in shares(rows, played).items()]
    return (
        alt.Chart(alt.Data(values=told))
        .mark_rect()
        .encode(
            x=alt.X("against:N", title=None, sort=order, axis=alt.Axis(labelAngle=-90, orient="top")),
            y=alt.Y("unit:N", title=None, sort=order),
            color=alt.Color(
                "share:Q",
                title="points won",
                scale=alt.Scale(scheme="redblue", domain=[0, 1]),
                legend=alt.Legend(format="%"),
            ),
        )
        .properties(width=alt.Step(14), height=alt.Step(14))
    )


def _table(rows: Sequence[Row], played: Sequence[Played]) -> str:
    """A line for each unit: what was fielded, what it won, and the damage that it did and took in a game."""
    heads = ("unit", "fielded", "value", "damage done", "damage taken", "points", "games", "rating, 95 %")
    head = "".join(f"<th>{name}</th>" for name in heads)
    done = damages(rows, played)
    body = ""
    for entry, row in rows:
        did, took = done.get(entry.name, (0.0, 0.0))
        cells = (
            f"{entry.count} x {entry.value:,}",
            f"{entry.paid:,}",
            f"{did:.0f}",
            f"{took:.0f}",
            f"{row.points:g}",
            f"{row.games}",
            f"{row.rating.value:+.0f} [{row.rating.low:+.0f}, {row.rating.high:+.0f}]",
        )
        tells = " class=tells" if row.rating.tells else ""
        body += (
            f"<tr{tells}><td>{text(entry.name)}</td>{''.join(f'<td class=whole>{cell}</td>' for cell in cells)}</tr>"
        )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def damages(rows: Sequence[Row], played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """What each unit's side did to the other in a game, and what was done to it."""
    pairs = pairs_of([entry for entry, _ in rows])
    found: dict[str, list[tuple[float, float]]] = {}
    for game in played:
        if game.arm in pairs and "damage.red" in game.figures:
            one, other = pairs[game.arm] if not game.turned else pairs[game.arm][::-1]
            red, blue = game.figures["damage.red"], game.figures["damage.blue"]
            found.setdefault(one, []).append((red, blue))
            found.setdefault(other, []).append((blue, red))
    return {name: (fmean(a for a, _ in told), fmean(b for _, b in told)) for name, told in found.items()}
