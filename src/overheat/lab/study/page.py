"""What a study found as one HTML file with its charts, readable without a network."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from overheat.kernel.refusal import refuse
from overheat.lab.study.comparing import WINS, Comparison, Line
from overheat.lab.study.differing import Parting
from overheat.lab.study.intervals import Interval

WIDE = 640
COLOURS = ("#1d4f9c", "#b3123c", "#2e7d32", "#8a6d00", "#6a3d9a", "#00796b")
STYLE = """
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
tr.tells td:last-child, tr.tells td:first-child { font-weight: 600; }
summary { cursor: pointer; margin-top: .8rem; } .scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
code { background: #f3f3f3; padding: .1rem .3rem; } .note { color: #555; }
"""
MAIN = ("rounds", "damage", "hits", "criticals", "falls", "heat", "kills", "value_lost", "fallen", "pins", "points")
"""Figures that are drawn, where they were counted."""


def page(comparison: Comparison, title: str, parting: Parting | None = None) -> str:
    """A study as one file of HTML."""
    study = comparison.study
    arms = [arm.name for arm in study.arms]
    parts = [
        f"<h1>{text(title)}</h1>",
        f"<p class=note>{_summary(comparison)}</p>",
        "<h2>Who wins</h2>",
        svg(_wins_chart(comparison)),
    ]
    if len(arms) > 1:
        parts += ["<h2>What differs</h2>", *(svg(chart) for chart in _differences_charts(comparison))]
    parts += ["<h2>Figures</h2>", _table(comparison, arms)]
    parts += ["<h2>How long it takes</h2>", svg(_rounds_chart(comparison))]
    for what, heading in (("weapon", "Damage by weapon"), ("range", "Damage by distance in hexes")):
        chart = _parts_chart(comparison, what)
        if chart is not None:
            parts += [f"<h2>{heading}</h2>", svg(chart)]
    if parting is not None:
        parts += ["<h2>The first game that differs</h2>", _told(parting)]
    if comparison.failed:
        parts += ["<h2>Games that failed</h2>", _failed(comparison)]
    body = "\n".join(parts)
    wide = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{wide}<title>{text(title)}</title>'
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def text(words: object) -> str:
    """Words as HTML has them."""
    return html.escape(str(words))


def _summary(comparison: Comparison) -> str:
    study = comparison.study
    dice = "with the same dice under each ruleset" if study.paired else "with dice of their own under each ruleset"
    looked = " Intervals hold however often one looks." if comparison.looked else ""
    bots = ", ".join(f"{text(side)} played by {text(bot)}" for side, bot in study.arms[0].bots.items())
    turned = " Bots change sides in a second game of each seed." if len(set(study.arms[0].bots.values())) > 1 else ""
    return f"{len(comparison.games):,} games, {dice}: {bots}.{turned} Intervals of 95 %.{looked}"


def shown(line: Line, value: float) -> str:
    """A value of a figure as people read it."""
    return f"{100 * value:.1f} %" if line.figure.startswith(f"{WINS}.") else f"{value:,.2f}"


def span(line: Line, found: Interval) -> str:
    """A difference with its interval as people read it; shares in points of a hundred."""
    if line.figure.startswith(f"{WINS}."):
        return f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
    return f"{found.value:+,.2f} [{found.low:+,.2f}, {found.high:+,.2f}]"


def label(figure: str) -> str:
    """The name of a figure in words."""
    first, *rest = figure.split(".", 1)
    side, *part = rest[0].split(".", 2) if rest else ("",)
    words = " ".join(word for word in (side, first.replace("_", " "), ": ".join(part)) if word)
    return words.strip()


def _table(comparison: Comparison, arms: Sequence[str]) -> str:
    heads = "".join(f"<th>{text(name)}</th>" for name in arms)
    more = "".join(f"<th>{text(name)} differs by</th><th>pairing saved</th>" for name in arms[1:])
    head = f"<thead><tr><th>figure</th>{heads}{more}</tr></thead>"
    sums = [_row(line) for line in comparison.lines if line.figure.count(".") < 2]
    parts = [_row(line) for line in comparison.lines if line.figure.count(".") >= 2]
    tables = [
        f'<div class="scroll"><table>{head}<tbody>{"".join(rows)}</tbody></table></div>' for rows in (sums, parts)
    ]
    return f"{tables[0]}<details><summary>By weapon, distance and cause</summary>{tables[1]}</details>"


def _row(line: Line) -> str:
    cells = "".join(f"<td>{shown(line, arm.value)}</td>" for arm in line.arms)
    for difference in line.differences:
        cells += f"<td>{span(line, difference.by)}</td><td>{times(difference.saved)}</td>"
    tells = any(difference.by.tells for difference in line.differences)
    return f"<tr{' class=tells' if tells else ''}><td>{text(label(line.figure))}</td>{cells}</tr>"


def times(saved: float | None) -> str:
    """How many times fewer games were needed."""
    return "" if saved is None else "all" if saved == float("inf") else f"{saved:.1f}x"


def _told(parting: Parting) -> str:
    rows = "".join(
        f"<li><b>{text(arm)}</b>: {text(told or 'nothing')}</li>"
        for arm, told in zip(parting.arms, parting.told, strict=True)
    )
    return f"<p>Seed {parting.seed}, round {parting.round}:</p><ul>{rows}</ul>"


def _failed(comparison: Comparison) -> str:
    rows = "".join(f"<li>{text(game.arm)}, seed {game.seed}: {text(game.error)}</li>" for game in comparison.failed)
    return f"<ul>{rows}</ul>"


def charts() -> Any:
    """What draws charts; refused where it is not installed."""
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise refuse(
            "lab.report", "for a report install the extra: pip install 'overheat[report]'", missing=error.name
        ) from None
    return altair


def svg(chart: Any) -> str:
    """A chart as a picture that stands in the page itself."""
    import vl_convert

    room = {"left": 40, "top": 5, "right": 40, "bottom": 5}
    drawn = chart.configure_legend(orient="top", labelLimit=0).configure_axis(labelLimit=0).properties(padding=room)
    return str(vl_convert.vegalite_to_svg(drawn.to_dict()))


def _colour(alt: Any, arms: Sequence[str]) -> Any:
    scale = alt.Scale(domain=list(arms), range=[COLOURS[number % len(COLOURS)] for number in range(len(arms))])
    return alt.Color("arm:N", scale=scale, title=None)


def _named(comparison: Comparison, first: str) -> Iterator[Line]:
    return (line for line in comparison.lines if line.figure == first or _whole(line.figure) == first)


def _whole(figure: str) -> str:
    """The first word of a figure that is counted for a side as a whole."""
    return figure.split(".")[0] if figure.count(".") == 1 else ""


def _wins_chart(comparison: Comparison) -> Any:
    alt, arms = charts(), [arm.name for arm in comparison.study.arms]
    rows = [
        {"arm": name, "side": label(line.figure), "value": arm.value, "low": arm.low, "high": arm.high}
        for line in _named(comparison, WINS)
        for name, arm in zip(arms, line.arms, strict=True)
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("side:N", title=None), yOffset=alt.YOffset("arm:N"), color=_colour(alt, arms)
    )
    axis = alt.Axis(format="%")
    bars = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title="share of games won", axis=axis, scale=alt.Scale(domain=[0, 1])), x2="high:Q"
    )
    dots = base.mark_circle(size=90, opacity=1).encode(x="value:Q")
    return (bars + dots).properties(width=WIDE, height=alt.Step(26))


def _differences_charts(comparison: Comparison) -> Iterator[Any]:
    """A chart for each arm but the first: by how many standard errors each figure lies off."""
    alt, arms = charts(), [arm.name for arm in comparison.study.arms]
    for number, name in enumerate(arms[1:]):
        rows = [
            {
                "figure": label(line.figure),
                "value": 100 * difference.by.value / base,
                "low": 100 * difference.by.low / base,
                "high": 100 * difference.by.high / base,
                "tells": "more than chance" if difference.by.tells else "may be chance",
            }
            for first in MAIN
            for line in _named(comparison, first)
            for difference in (line.differences[number],)
            for base in (abs(line.arms[0].value),)
            if base and difference.by.half < 3 * base
        ]
        title = f"{name} against {arms[0]}: difference in parts of a hundred"
        base = alt.Chart(alt.Data(values=rows)).encode(
            y=alt.Y("figure:N", title=None, sort=None),
            color=alt.Color(
                "tells:N",
                title=None,
                scale=alt.Scale(domain=["more than chance", "may be chance"], range=["#b3123c", "#888888"]),
            ),
        )
        bars = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title), x2="high:Q")
        dots = base.mark_circle(size=90, opacity=1).encode(x="value:Q")
        zero = alt.Chart(alt.Data(values=[{"at": 0}])).mark_rule(color="#444", strokeDash=[4, 3]).encode(x="at:Q")
        yield (zero + bars + dots).properties(width=WIDE, height=alt.Step(20))


def _rounds_chart(comparison: Comparison) -> Any:
    alt, arms = charts(), [arm.name for arm in comparison.study.arms]
    count: dict[tuple[str, int], int] = {}
    for game in comparison.games:
        count[game.arm, game.rounds] = count.get((game.arm, game.rounds), 0) + 1
    rows = [{"arm": arm, "rounds": rounds, "games": games} for (arm, rounds), games in sorted(count.items())]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            x=alt.X("rounds:O", title="rounds"),
            xOffset="arm:N",
            y=alt.Y("games:Q", title="games"),
            color=_colour(alt, arms),
        )
        .properties(width=WIDE, height=180)
    )


def _parts_chart(comparison: Comparison, what: str) -> Any | None:
    """Damage by weapon or by range, all sides together."""
    alt, arms = charts(), [arm.name for arm in comparison.study.arms]
    sums: dict[tuple[str, str], float] = {}
    for line in comparison.lines:
        words = line.figure.split(".", 3)
        if len(words) == 4 and words[0] == "damage" and words[2] == what:
            for name, arm in zip(arms, line.arms, strict=True):
                sums[name, words[3]] = sums.get((name, words[3]), 0.0) + arm.value
    if not sums:
        return None
    rows = [{"arm": arm, "part": part, "damage": value} for (arm, part), value in sums.items()]
    order: Any = list(_by_sum(sums)) if what == "weapon" else _by_distance(part for _, part in sums)
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("part:N", title=None, sort=order),
            yOffset="arm:N",
            x=alt.X("damage:Q", title="damage a game, both sides"),
            color=_colour(alt, arms),
        )
        .properties(width=WIDE, height=alt.Step(14))
    )


def _by_sum(sums: dict[tuple[str, str], float]) -> Iterator[str]:
    total: dict[str, float] = {}
    for (_, part), value in sums.items():
        total[part] = total.get(part, 0.0) + value
    return iter(sorted(total, key=lambda part: -total[part]))


def _by_distance(parts: Iterable[str]) -> list[str]:
    return sorted(set(parts), key=lambda part: int(part.split()[0]) if part[0].isdigit() else 99)
