"""Physical attacks: the number each needs, and what it does to both."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

MOVED = {
    "MOVE_NONE": "stationary",
    "MOVE_WALK": "walk",
    "MOVE_RUN": "run",
    "MOVE_JUMP": "jump",
    "MOVE_VTOL_WALK": "walk",
    "MOVE_VTOL_RUN": "run",
}
KINDS = {
    "improvised_club": "club",
    "death_from_above": "death from above",
    "brush_off": "brush off",
    "leg_attack": "leg attack",
    "protomek": "frenzy",
}
WITHOUT_LIMB = ("swarm", "leg_attack")
NO = "no"
VEHICLES = ("tracked", "wheeled", "hover", "vtol")
OPTIONAL = {"trip": "trip", "jump_jet": "jump jet attack"}
"""Attacks of advanced rules."""


def party(case: Case, role: str) -> Question:
    """A unit of a case."""
    return {
        "unit": case[f"{role}_file"],
        "hex": case[f"{role}_hex"],
        "facing": int(case[f"{role}_facing"]),
        "moved": MOVED[case[f"{role}_moved"]],
        "hexes_moved": int(case[f"{role}_hexes_moved"] or 0),
        "prone": case[f"{role}_prone"] == "1",
        "elevation": int(case[f"{role}_elev"]),
        "damage": [lost.strip() for lost in case[f"{role}_damage"].split(";") if lost.strip()],
    }


def asks(case: Case) -> Question:
    """A charge's hexes count that of the target, which is not moved yet; a club is in both hands."""
    attacker = party(case, "attacker") | {
        "torso": int(case["attacker_torso_facing"]),
        "heat": int(case["attacker_heat"] or 0),
        "piloting": int(case["piloting"]),
    }
    if case["attack"] == "charge":
        attacker["hexes_moved"] = max(0, attacker["hexes_moved"] - 1)
    kind, limb = KINDS.get(case["attack"], case["attack"]), case["limb_or_weapon"]
    if case["attack"] == "weapon" or (kind == "club" and not limb.endswith("Club")):
        kind, limb = limb.lower(), case["weapon_location"]
    elif kind == "club":
        limb = "RA"
    return {
        "ask": "blow",
        "board": case["board"],
        "attacker": attacker,
        "target": party(case, "target") | {"immobile": case["target_shut_down"] == "1"},
        "kind": kind,
        "limb": "" if case["attack"] in WITHOUT_LIMB else limb,
        "fired": case["attacker_fired"],
    }


def wants(case: Case) -> Figures:
    if case["tohit"] == "IMPOSSIBLE":
        return {"number": NO}
    figures: Figures = {"number": case["tohit"]}
    for name, column in (("damage", "damage"), ("damage to self", "damage_to_self")):
        if case[column]:
            figures[name] = case[column]
    return figures


def finds(case: Case, told: Told) -> Figures:
    number = NO if told["refusal"] is not None else told["target_number"]
    if case["attack"] == "thrash" and number != NO:
        number = "AUTO"
    return {"number": str(number), "damage": str(told["damage"]), "damage to self": str(told["damage_to_self"])}


def leaves_out(case: Case) -> str:
    if case["attack"] in OPTIONAL:
        return "an attack of advanced rules"
    if case["desc"] == "Target is not a 'Mek" and case["target_kind"] in VEHICLES:
        return "machines charge machines only: a listed quirk"
    return "its damage is rolled for" if case["attack"] == "vibroclaw" else ""


COMPARISON = Comparison(
    file="physical_cases.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=97.0,
    leaves_out=leaves_out,
    kinds={"attack": lambda case: case["attack"], "target": lambda case: case["target_kind"]},
    identity=(
        "attack", "limb_or_weapon", "weapon_location", "desc", "attacker_file", "attacker_level", "attacker_elev",
        "attacker_damage", "attacker_heat", "target_file", "target_level", "target_elev", "target_terrain",
    ),
)  # fmt: skip
