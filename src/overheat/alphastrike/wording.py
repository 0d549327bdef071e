"""A conversion in words: a row of figures, a worksheet to check a published card with, and both for programs."""

from __future__ import annotations

from collections import Counter

from overheat.alphastrike.abilities import printed
from overheat.alphastrike.card import Card
from overheat.alphastrike.convert import Conversion
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.movement import printed_moves
from overheat.kernel.cite import Cite
from overheat.kernel.terms import Number, Tally, number_as_text

PLACES = 4
"""The most decimal places that a number is written with; one with more is written as a fraction too."""


def columns(card: Card) -> dict[str, object]:
    """What a card shows, by the names of columns."""
    damage = card.damage
    return {
        "name": card.name,
        "type": card.type,
        "tons": card.tons,
        "size": card.size,
        "tmm": card.tmm,
        "move": printed_moves(card.moves),
        "s": str(damage.short),
        "m": str(damage.medium),
        "l": str(damage.long),
        "e": str(damage.extreme),
        "ov": card.overheat,
        "armor": card.armour,
        "structure": card.structure,
        "specials": printed(card.abilities),
        "pv": card.points,
    }


def number(value: Number) -> str:
    """A number as people write it: `3`, `2.35`; what no short decimal says exactly, as `62/21 (2.952)`."""
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
    if 10**PLACES % value.denominator == 0:
        return f"{float(value):.{PLACES}f}".rstrip("0")
    return f"{number_as_text(value)} ({float(value):.3f})"


def grouped(tally: Tally) -> list[tuple[Number, str, Cite]]:
    """The terms of a sum, equal ones taken together: two of 0.75 become `1.5  2 x PPC, 0.75 each`."""
    counts = Counter((term.value, term.label, term.cite) for term in tally)
    return [
        (value * count, label if count == 1 else f"{count} x {label}, {number(value)} each", cite)
        for (value, label, cite), count in counts.items()
    ]


def sentence(figure: Figure) -> str:
    """A figure in a line: what it sums, and every step to what is printed."""
    parts = grouped(figure.tally)
    terms = " + ".join(f"{number(value)} ({label})" for value, label, _ in parts) or "nothing"
    total = f" = {number(figure.tally.total)}" if len(parts) > 1 else ""
    steps = "".join(f"; {step.label}: {number(step.value)}" for step in figure.steps)
    cites = [step.cite for step in figure.steps] or [cite for _, _, cite in parts]
    return f"{figure.label}: {terms}{total}{steps}" + (f" [{cites[-1]}]" if cites else "")


def lines(figure: Figure) -> list[tuple[str, str, str]]:
    """A figure line by line: the number, what it is, and where that is written."""
    parts = grouped(figure.tally)
    rows = [
        (number(value) if at == 0 or value < 0 else f"+{number(value)}", label, str(cite))
        for at, (value, label, cite) in enumerate(parts)
    ]
    if not parts:
        rows.append(("0", "nothing", ""))
    elif len(parts) > 1:
        rows.append((f"={number(figure.tally.total)}", "", ""))
    return rows + [(f"→ {number(step.value)}", step.label, str(step.cite)) for step in figure.steps]


def explain(conversion: Conversion) -> str:
    """The whole worksheet of a conversion."""
    card = conversion.card
    shown = columns(card)
    heat = f"  OV{card.overheat}" if card.overheat else ""
    head = (
        f"{card.name}  {card.type}  {card.tons:g} tons  PV {card.points} at skill {card.skill}\n"
        f"size {card.size}  TMM {card.tmm}  move {shown['move']}  "
        f"damage {shown['s']}/{shown['m']}/{shown['l']}/{shown['e']}{heat}  "
        f"armour {card.armour}  structure {card.structure}"
    )
    parts = [head, *(_block(figure) for figure in conversion.figures), _abilities(card)]
    return "\n\n".join(parts)


def _block(figure: Figure) -> str:
    rows = lines(figure)
    wide = max(len(value) for value, _, _ in rows)
    broad = max(len(label) for _, label, _ in rows)
    told = [
        f"  {value:>{wide}}  {label:<{broad}}  {f'[{cite}]' if cite else ''}".rstrip() for value, label, cite in rows
    ]
    return "\n".join([f"{figure.label}: {number(figure.value)}", *told])


def _abilities(card: Card) -> str:
    if not card.abilities:
        return "Special abilities: none"
    wide = max(len(ability.printed) for ability in card.abilities)
    told = [f"  {ability.printed:<{wide}}  {ability.because}".rstrip() for ability in card.abilities]
    return "\n".join(["Special abilities", *told])


def as_json(conversion: Conversion) -> dict[str, object]:
    """The worksheet for programs: every figure with its terms and steps, and what gives each ability."""
    return {
        "figures": [figure.as_json() for figure in conversion.figures],
        "abilities": [
            {"code": ability.code, "printed": ability.printed, "because": ability.because}
            for ability in conversion.card.abilities
        ],
    }


def card_as_json(card: Card) -> dict[str, object]:
    """A card for programs."""
    return {**columns(card), "threshold": card.threshold, "role": card.role, "skill": card.skill}
