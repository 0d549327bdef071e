"""The same shot alone, on a C3 network with a friend, and with an enemy's jammer besides."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told
from reference.to_hit_options import unit, weapon

WAYS = {"alone": "tohit_alone", "network": "tohit_network", "jammed": "tohit_network_ecm"}


def friend(case: Case, role: str) -> Question:
    """Somebody else on the board; the file does not say how high jammers stand."""
    found: Question = {"unit": case[f"{role}_file"], "hex": case[f"{role}_hex"]}
    return found | ({"elevation": int(case[f"{role}_elev"])} if f"{role}_elev" in case else {})


def asks(case: Case) -> Question:
    attacker = unit(case, "attacker")
    attacker |= {"torso": int(case["attacker_torso_facing"]), "gunnery": int(case["gunnery"])}
    return {
        "ask": "attack",
        "board": case["board"],
        "attacker": attacker,
        "target": unit(case, "target"),
        "weapon": weapon(case),
        "network": [friend(case, "spotter")] if case["way"] != "alone" else [],
        "jammers": [friend(case, "ecm")] if case["way"] == "jammed" else [],
    }


def splits(case: Case) -> list[Case]:
    """The three ways that a shot is fired in."""
    return [{**case, "way": way} for way in WAYS]


def wants(case: Case) -> Figures:
    return {"number": case[WAYS[case["way"]]]}


def finds(case: Case, told: Told) -> Figures:
    return {"number": str(told["target_number"])}


COMPARISON = Comparison(
    file="network_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=98.0,
    splits=splits,
    kinds={"network": lambda case: f"{case['network']}, {case['way']}"},
    identity=(
        "network", "way", "board", "attacker_file", "attacker_hex", "spotter_file", "spotter_hex", "weapon_internal",
        "target_file", "target_hex", "distance", "spotter_distance", "ecm_file", "ecm_hex", "ecm_to_attacker",
        "ecm_to_spotter", "desc_network",
    ),
)  # fmt: skip
