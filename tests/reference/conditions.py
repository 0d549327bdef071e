"""Steps into every kind of terrain on a small board: what they cost, who is kept out, and which rolls they ask for."""

from __future__ import annotations

from reference.comparison import Case, Comparison, Figures, Question, Told

NO = "no"
UNLISTED = ("jungle", "sand")


def asks(case: Case) -> Question:
    """The one step forward; the small boards lie beside the file."""
    return {
        "rules": ["printed", "slippery_ice"],
        "ask": "movement",
        "board": case["board"],
        "unit": case["unit_file"],
        "hex": case["from_hex"],
        "facing": int(case["facing"]),
        "elevation": int(case["from_elev"]),
        "mode": case["mode"],
        "step": True,
    }


def wants(case: Case) -> Figures:
    """What the step costs, and the numbers of its rolls; who cannot fail to sink rolls nothing."""
    if case["cost"] == "ILLEGAL":
        return {"cost": NO}
    rolls = [roll.split(": ")[1].split(" = ")[0] for roll in case["rolls"].split("; ") if roll]
    return {"cost": int(case["cost"]), "rolls": sorted(int(roll) for roll in rolls if roll.isdigit())}


def finds(case: Case, told: Told) -> Figures:
    """The same figures, without the rolls for jungle and sand, which the file does not list."""
    cost = NO if told["refusal"] is not None else told["cost"]
    listed = (roll for roll in told["rolls"] if not roll["why"].endswith(UNLISTED))
    return {"cost": cost, "rolls": sorted(roll["target_number"] for roll in listed)}


def leaves_out(case: Case) -> str:
    if case["case"] != "terrain":
        return "a condition"
    ground, kind = case["to_terrain"], case["unit_kind"]
    if "rapids" in ground and "mek" in kind:
        return "rapids cost points and shake who wades: a listed quirk"
    if "geyser:2" in ground and ("infantry" in kind or "armour" in kind):
        return "infantry is barred from geysers: TO-034-movement-table-p34-4"
    return ""


COMPARISON = Comparison(
    file="movement_conditions.csv",
    asks=asks,
    wants=wants,
    finds=finds,
    goal=97.5,
    leaves_out=leaves_out,
    kinds={
        "unit": lambda case: f"{case['unit_kind']}, {case['motive'].lower()}",
        "kind": lambda case: case["condition"],
    },
    identity=("condition", "unit_file", "motive", "mode", "climb_mode", "to_terrain", "to_elev", "rolls"),
)
