"""Every effect of heat, on the standard scale and the expanded one; what machines build up and sink."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

AVOIDED = {"NONE": None, "AUTO": "auto"}


def asks(case: Case) -> Question:
    expanded = {"rules": ["printed", "expanded_heat"]} if case["scale"] == "expanded" else {}
    skill = {"piloting": int(case["piloting"])} if case["piloting"] else {}
    return {"ask": "heat", "unit": case["unit_file"], "heat": int(case["heat_after"] or 0), **skill, **expanded}


def wants(case: Case) -> Figures:
    """What heat does; the run is of the points with heat, which the file has without boosters."""
    if case["case"] == "unit":
        return {
            "standing": int(case["standing_heat"]),
            "walk": int(case["walk_heat"]),
            "run": int(case["run_heat"]),
            "sinks": int(case["heat_capacity"]),
        }
    return {
        "to_hit": int(case["to_hit_modifier"]),
        "walk": int(case["walk_mp"]),
        "run": int(case["run_mp"]),
        "jump": int(case["jump_mp"]),
        "shutdown": _number(case["avoid_shutdown"]),
        "explosion": _number(case["avoid_ammo_explosion"]),
    }


def _number(text: str) -> object:
    return AVOIDED[text] if text in AVOIDED else int(text)


def finds(case: Case, told: Told) -> Figures:
    if case["case"] == "unit":
        builds = told["builds"]
        return {
            "standing": builds["stationary"],
            "walk": builds.get("walk", 0),
            "run": builds.get("run", 0),
            "sinks": told["sinks"]["land"],
        }
    return {
        **{name: told[name] for name in ("to_hit", "walk", "run", "jump")},
        "shutdown": told["shutdown_avoid"],
        "explosion": told["explosion_avoid"],
    }


COMPARISON = Comparison(
    file="heat_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.0,
    kinds={"case": lambda case: f"{case['case']} {case['scale']}".strip()},
    identity=("case", "unit_file", "heat_after"),
)
