"""How long shells fly, what they do around where they burst, and how far they go astray."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told


def asks(case: Case) -> Question:
    match case["case"]:
        case "flight_turns":
            return {"ask": "artillery", "distance": int(case["distance"])}
        case "area_damage":
            return {"ask": "artillery", "ammunition": case["ammunition_internal"], "off": int(case["distance"])}
    return {"ask": "scatter", "margin": int(case["margin_of_failure"]), "dice": [1]}


def wants(case: Case) -> Figures:
    return {"value": int(case["value"])}


def finds(case: Case, told: Told) -> Figures:
    return {"value": told[{"flight_turns": "flight", "area_damage": "left"}.get(case["case"], "hexes")]}


COMPARISON = Comparison(
    file="artillery_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.0,
    kinds={"case": lambda case: case["case"]},
    identity=("case", "ammunition_internal", "distance", "margin_of_failure"),
)
