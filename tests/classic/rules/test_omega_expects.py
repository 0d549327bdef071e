"""The worked cases of Omega's register, asked of the adjudicator as a user asks: a question, facts, figures."""

from typing import Any

import pytest

from overheat.classic.adjudicate import ADJUDICATOR
from overheat.kernel.inquiries import question_of

Case = tuple[str, str, dict[str, Any], dict[str, Any]]

GUNS: list[Case] = [
    ("OM-ac-multifire", "burst", {"weapon": "AC/2", "rounds": [10]}, {"legal": True}),
    ("OM-ac-multifire", "burst", {"weapon": "AC/20", "rounds": [2]}, {"legal": False}),
    ("OM-ac-ammo-heat", "burst", {"weapon": "AC/5", "rounds": [4]}, {"ammunition": 4, "heat": 8}),
    ("OM-ac-ammo-heat", "burst", {"weapon": "AC/2", "rounds": [7]}, {"ammunition": 7, "heat": 7}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["Machine Gun", 4], ["Machine Gun", 4]]}, {"heat": 2}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["LB 2-X AC", 5]], "tech": "Clan"}, {"heat": 3}),
    ("OM-ac-heat-rounding", "gun heat", {"weapons": [["Machine Gun", 10]]}, {"heat": 1}),
    (
        "OM-ac-table-is",
        "burst",
        {"weapon": "AC/10"},
        {"most_rounds": 2, "heat_per_round": 3, "rounds_per_ton": 10},
    ),
    (
        "OM-ac-table-clan",
        "burst",
        {"weapon": "Ultra AC/2", "tech": "Clan", "rounds": [3, 4]},
        {"ammunition": 7, "heat": 4, "rounds_per_ton": 50},
    ),
    ("OM-ac-rof-modifier", "burst", {"weapon": "AC/2", "rounds": [7]}, {"to_hit": [-2]}),
    ("OM-ac-rof-modifier", "burst", {"weapon": "AC/2", "rounds": [8]}, {"to_hit": [-3]}),
    ("OM-ac2-hits", "burst", {"weapon": "AC/2", "rounds": [10], "dice": [3, 4]}, {"hits": 4}),
    ("OM-ac2-hits", "burst", {"weapon": "Machine Gun", "rounds": [6], "dice": [5, 6]}, {"hits": 5}),
    ("OM-ac2-hits", "burst", {"weapon": "AC/2", "rounds": [10]}, {"expected": "40/9"}),
    ("OM-ac5-hits", "burst", {"weapon": "AC/5", "rounds": [4], "dice": [4, 5]}, {"hits": 3}),
    ("OM-ac5-hits", "burst", {"weapon": "AC/5", "rounds": [2], "dice": [4, 5]}, {"hits": 1}),
    ("OM-ac10-hits", "burst", {"weapon": "AC/10", "rounds": [2], "dice": [4, 4]}, {"hits": 2}),
    ("OM-ac10-hits", "burst", {"weapon": "AC/10", "rounds": [2]}, {"expected": "17/12"}),
    (
        "OM-lbx-ammo-choice",
        "burst",
        {"weapon": "LB 5-X AC", "tech": "Clan", "ammunition": "cluster", "rounds": [4], "dice": [6, 6]},
        {"to_hit": [-3], "hits": 20, "table": "LB 5-X"},
    ),
    (
        "OM-lbx-ammo-choice",
        "burst",
        {"weapon": "LB 2-X AC", "tech": "Clan", "rounds": [10], "dice": [6, 6]},
        {"to_hit": [-3], "hits": 10, "table": "AC/2"},
    ),
    (
        "OM-ultra-double",
        "burst",
        {"weapon": "Ultra AC/5", "rounds": [4, 4]},
        {"legal": True, "to_hit_rolls": 2, "ammunition": 8, "heat": 8, "to_hit": [-2, -2]},
    ),
    ("OM-ultra-jam", "burst", {"weapon": "Ultra AC/5", "rounds": [4, 4], "rolls": [8, 2]}, {"jammed": True}),
    ("OM-ultra-jam", "burst", {"weapon": "Ultra AC/5", "rounds": [4, 4], "rolls": [2, 8]}, {"jammed": False}),
    (
        "OM-ac-damage",
        "burst",
        {"weapon": "Machine Gun", "rounds": [4], "dice": [5, 5]},
        {"groups": [1, 1, 1]},
    ),
    (
        "OM-ac-hit-locations",
        "burst",
        {"weapon": "LB 20-X AC", "tech": "Clan", "ammunition": "cluster", "dice": [3, 3]},
        {"location_rolls": 13},
    ),
    ("OM-clan-lbx-construction", "burst", {"weapon": "LB 20-X AC", "tech": "Clan"}, {"tons": 9.0, "slots": 7}),
]
CLUSTERS = [
    ("OM-lb2x-cluster", "LB 2-X AC", "Clan", 10, [3, 4], 7),
    ("OM-lb2x-cluster", "LB 2-X AC", "Clan", 5, [6, 6], 10),
    ("OM-lb5x-cluster", "LB 5-X AC", "Clan", 4, [5, 5], 15),
    ("OM-lb5x-cluster", "LB 5-X AC", "Clan", 3, [4, 4], 8),
    ("OM-lb10x-cluster", "LB 10-X AC", "IS", 2, [3, 3], 10),
    ("OM-lb10x-cluster", "LB 10-X AC", "IS", 1, [6, 6], 10),
    ("OM-lb20x-cluster", "LB 20-X AC", "Clan", 1, [3, 3], 13),
    ("OM-lb20x-cluster", "LB 20-X AC", "Clan", 1, [1, 1], 8),
]
FRAGMENTS: list[Case] = [
    (
        id,
        "burst",
        {"weapon": weapon, "tech": tech, "ammunition": "cluster", "rounds": [rounds], "dice": dice},
        {"hits": hits},
    )
    for id, weapon, tech, rounds, dice, hits in CLUSTERS
]
CASES = [*GUNS, *FRAGMENTS]


def answer(ask: str, facts: dict[str, Any]) -> dict[str, Any]:
    """What the adjudicator answers under the whole of Omega, for programs; it has lines for people as well."""
    told = ADJUDICATOR.answer(question_of({"ask": ask, "rules": ["omega"], **facts}))
    assert "\n".join(told.lines())
    return told.as_json()


@pytest.mark.parametrize(
    ("ask", "facts", "figures"),
    [pytest.param(*case, marks=pytest.mark.proves(id), id=f"{id} {at}") for at, (id, *case) in enumerate(CASES)],
)
def test_a_worked_case_is_answered(ask: str, facts: dict[str, Any], figures: dict[str, Any]) -> None:
    told = answer(ask, facts)
    assert {name: told[name] for name in figures} == figures
