"""Every throw on every column of the table of cluster hits, with what is added to the roll."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told


def asks(case: Case) -> Question:
    dice = [int(face) for face in case["dice"].split("+")]
    return {"ask": "clusters", "size": int(case["size"]), "modifier": int(case["modifier"]), "dice": dice}


def wants(case: Case) -> Figures:
    return {"hits": int(case["hits"])}


def finds(case: Case, told: Told) -> Figures:
    return {"hits": told["hits"]}


COMPARISON = Comparison(
    file="cluster_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.0,
    kinds={"added": lambda case: case["modifier_example"], "size": lambda case: f"{int(case['size']):2}"},
    identity=("size", "modifier", "dice"),
)
