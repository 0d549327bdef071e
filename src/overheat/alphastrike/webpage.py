"""Cards and their worksheets as a page for a browser: one file that needs no other."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from overheat.alphastrike.cards.face import draw_card
from overheat.alphastrike.convert import Conversion
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.wording import lines, number

STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; color: #1c1c1c }
section { border-top: 2px solid #1c1c1c; margin-top: 2rem; padding-top: .5rem; break-inside: avoid }
svg { width: 24rem; max-width: 100%; height: auto }
.cards { display: flex; flex-wrap: wrap; gap: 1rem }
.cards svg { width: 22rem }
table { border-collapse: collapse; margin: .2rem 0 .8rem 0 }
td { padding: .1rem .6rem .1rem 0; vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.cite { color: #6b6b6b; font-size: 85% }
h3 { font-size: 1rem; margin: .8rem 0 0 0 }
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
        f"<tr><td>{escape(ability.printed)}</td><td>{escape(ability.because)}</td></tr>" for ability in card.abilities
    )
    return (
        f'<section id="unit{at}">\n'
        f"<h2>{escape(card.name)}</h2>\n{draw_card(card)}{figures}\n"
        f"<h3>Special abilities</h3>\n<table>{special or '<tr><td>none</td></tr>'}</table>\n</section>"
    )


def _figure(figure: Figure) -> str:
    rows = "".join(
        f'<tr><td class="number">{escape(value)}</td><td>{escape(label)}</td><td class="cite">{escape(cite)}</td></tr>'
        for value, label, cite in lines(figure)
    )
    return f"<h3>{escape(figure.label)}: {number(figure.value)}</h3>\n<table>{rows}</table>"
