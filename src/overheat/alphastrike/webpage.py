"""Cards and their worksheets as a page for a browser: one file that needs no other."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from overheat.alphastrike.cards.face import draw_card
from overheat.alphastrike.convert import Conversion
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.wording import lines, number

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --quiet: #6b6b6b; --line: #d0cdc6; --paper: #fffefb; --link: #a93d15 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eae8e2; --quiet: #a5a29a; --line: #45433e; --paper: #16191b; --link: #f2713b }
}
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
body { color: var(--ink); background: var(--paper) }
a { color: var(--link) }
section { border-top: 2px solid var(--line); margin-top: 2rem; padding-top: .5rem }
section + section { break-before: page }
svg { width: 24rem; max-width: 100%; height: auto; border-radius: .9rem }
.cards { display: flex; flex-wrap: wrap; gap: 1rem }
.cards svg { width: 22rem }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: .2rem 0 1rem 0; break-inside: avoid }
td { padding: .15rem .8rem .15rem 0; vertical-align: top; overflow-wrap: anywhere }
td.number { width: 5.5rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.cite { width: 42%; color: var(--quiet); font-size: 85% }
td.name { width: 9rem; font-weight: 600 }
tr.sum { border-top: 1px solid var(--line) }
tr:last-child td.number { font-weight: 700 }
h3 { font-size: 1rem; margin: .8rem 0 0 0; border-bottom: 1px solid var(--line); break-after: avoid }
h3 span { float: right; font-variant-numeric: tabular-nums }
@media (max-width: 40rem) {
  table, tbody { display: block }
  tr { display: grid; grid-template-columns: 4.6rem 1fr; column-gap: .7rem }
  td, td.number, td.cite, td.name { width: auto; padding: 0 }
  td.name { grid-column: 1 / -1 }
  td.name + td { grid-column: 1 / -1; padding-bottom: .4rem }
  td.cite { grid-column: 2; padding-bottom: .4rem }
}
"""


def web_page(conversions: Iterable[Conversion], title: str, *, worksheet: bool) -> str:
    """The cards side by side, or each followed by its worksheet."""
    if worksheet:
        listed = list(conversions)
        body = _contents(listed) + "\n".join(_section(at, conversion) for at, conversion in enumerate(listed))
    else:
        body = '<div class="cards">\n' + "\n".join(draw_card(each.card) for each in conversions) + "</div>"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"{body}\n</body>\n</html>\n"
    )


def _contents(conversions: list[Conversion]) -> str:
    """Links to the units, where there are several."""
    if len(conversions) < 2:
        return ""
    links = (f'<li><a href="#unit{at}">{escape(each.card.name)}</a></li>' for at, each in enumerate(conversions))
    return f"<ol>{''.join(links)}</ol>\n"


def _section(at: int, conversion: Conversion) -> str:
    card = conversion.card
    figures = "\n".join(_figure(figure) for figure in conversion.figures)
    special = "".join(
        f'<tr><td class="name">{escape(ability.printed)}</td><td>{escape(ability.because)}</td></tr>'
        for ability in card.abilities
    )
    return (
        f'<section id="unit{at}">\n'
        f"<h2>{escape(card.name)}</h2>\n{draw_card(card)}{figures}\n"
        f"<h3>Special abilities</h3>\n<table>{special or '<tr><td>none</td></tr>'}</table>\n</section>"
    )


def _figure(figure: Figure) -> str:
    rows = "".join(_row(*line) for line in lines(figure))
    return f"<h3>{escape(figure.label)}<span>{number(figure.value)}</span></h3>\n<table>{rows}</table>"


def _row(value: str, label: str, cite: str) -> str:
    cells = f'<td class="number">{escape(value)}</td><td>{escape(label)}</td><td class="cite">{escape(cite)}</td>'
    return f'<tr class="sum">{cells}</tr>' if value.startswith("=") else f"<tr>{cells}</tr>"
