"""Writes docs/planets.md, every planet and every condition in tables: `python scripts/describe_planets.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from overheat.classic.facts.conditions import Condition, conditions
from overheat.classic.muster.planets import Planet, planets
from overheat.classic.rules.standard.weather import in_words, sorts
from overheat.classic.rulesets import ruleset

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs" / "planets.md"
HEAD = """# Planets, and what each condition does

`make planets` writes this page from [`planets.toml`](../src/overheat/classic/data/planets.toml) and
[`conditions.toml`](../src/overheat/classic/data/conditions.toml). A battle is fought on a planet with
`overheat battle planet_moon`, `overheat battle duel --planet moon` (its conditions on the map of the scenario),
`overheat battle mine.toml theirs.toml --planet moon` (on its own map), `planet = "moon"` in a scenario, or on the
set-up page. `overheat board generate --planet moon --seed 7` makes another map of its kind. All conditions are
played under `--rules planets`; `overheat adjudicate` takes `"conditions": {"gravity": 0.5, "light": "dusk"}`
with any question, and answers `{"ask": "conditions", "rules": ["planets"]}` with what follows here. How far is seen
counts only where units are hidden from each other.
"""
GROUPS = {
    "light": "Light",
    "fog": "Fog",
    "precipitation": "Rain, snow and hail",
    "wind": "Wind",
    "sand": "Sand",
    "atmosphere": "Atmospheric pressure",
    "taint": "Taint",
}
REST = {
    "gravity, 0.1 to 5": (
        "p. 55, *amended*: TO-035-movement-table-p35-5, TO-055-gravity-1, TO-055-gravity-2",
        "walking and jumping points are divided by it, after all else, to the nearest, a half down",
        "shells and missiles +1 for every full 0.2 away from 1",
        "a jump beyond what jets do on Terra, or where one weighs more: a piloting roll at +1 for every full 0.5, less "
        "the points that cushion it, or the legs are hurt",
        "falls do as many times the damage",
    ),
    "temperature, -200 to 200": (
        "p. 62, *amended*: TO-063-heat-table-high-temp",
        "above 50 degrees a point of heat for every ten, below -30 one less",
        "vehicles, ProtoMechs and soldiers lose as many walking points",
        "soldiers without training stay at home",
    ),
    "interference": ("p. 55", "+2 on every shot but those of soldiers without armour"),
    "changing weather, an option of its own": (
        "p. 57",
        "from the second round on wind shifts by a hexside on a 1 or a 6, and by a grade on another",
        "rain and snow by a step on 3 or less and 11 or more",
    ),
}
"""What has no names: where it is written, and what it does."""


def signed(figures: Mapping[str, int]) -> str:
    """Figures by whom or what they are for."""
    return ", ".join(f"{who} {'none' if value <= -99 else format(value, '+d')}" for who, value in figures.items())


def effects(row: Condition) -> Iterator[str]:
    """What a condition does, one thing after the other."""
    if row.to_hit:
        yield f"to hit: {signed(row.to_hit)}"
    if row.only:
        yield f"only {', '.join(row.only)} can be fired"
    if row.never:
        yield f"no {', '.join(row.never)} can be fired"
    if row.lamp:
        yield f"a light on the target makes up for {row.lamp}"
    if row.glow:
        yield f"{row.glow} heat of the target for 1"
    if row.physical:
        yield f"blows +{row.physical}"
    if row.cost:
        yield f"+{row.cost} points a hex on the ground" + (", not with a lamp of one's own" if row.lamp_way else "")
    if row.paved:
        yield f"+{row.paved} point a hex of road"
    if row.points:
        yield f"walking points: {signed(row.points)}"
    if row.jump:
        yield f"jumping points: {signed(row.jump)}"
    if row.piloting:
        crawls = "" if row.on_all_fours is None else f", on all fours {row.on_all_fours:+d}"
        yield f"piloting: {signed(row.piloting)}{crawls}"
    if not row.runs:
        yield "no machine runs"
    if row.dry_in:
        yield "not besides " + ("a torrent" if row.dry_in.get("rapids") == 2 else "rapids")
    if any(row.snow):
        thin, deep, ice = row.snow
        named = (("thin snow", thin), ("deep snow", deep), ("ice on water", ice))
        yield "lies: " + ", ".join(f"{what} after {rounds} rounds" for what, rounds in named if rounds)
    if row.breaches:
        yield "hulls that are hit may be breached"
    if not row.burns:
        yield "nothing burns"
    if row.kindles:
        yield f"fires start {row.kindles} more easily"
    if row.shelters:
        yield "weapons do to soldiers what those of soldiers do"
    if row.brings:
        yield f"comes with a {row.brings['wind']}"
    if row.unfit:
        yield f"cannot take the field: {', '.join(row.unfit)}"
    if row.sight is not None:
        yield f"seen within {row.sight[0]} hexes, by soldiers {row.sight[1]}"
    if row.without.atmosphere or row.without.warmer is not None:
        air = [f"{name} air" for name in row.without.atmosphere]
        warm = [] if row.without.warmer is None else [f"{row.without.warmer} degrees and more"]
        yield f"not in {', '.join([*air, *warm])}"


def amended(row: Condition) -> str:
    """Where a row is written, and which of its figures the errata have changed."""
    changed = ", ".join(dict.fromkeys(row.amended.values()))
    return f"p. {row.page}" + (f", *amended*: {changed}" if changed else "")


def group(sort: str) -> Iterator[str]:
    """The table of a sort of condition."""
    yield f"\n## {GROUPS[sort]}\n\n| {sort} | what it does | where |\n|---|---|---|"
    for name, row in conditions()[sort].items():
        yield f"| {name} | {'; '.join(effects(row))} | {amended(row)} |"


def planet_row(name: str, planet: Planet) -> str:
    """A planet in a line."""
    rules = ruleset(planet.rules)
    titles = {sort: held["title"] for sort, held in sorts(rules).items()}
    held = "; ".join(f"{titles[each['sort']].lower()}: {each['name']}" for each in in_words(rules, planet.conditions))
    played = ", ".join(f"`{layer}`" for layer in planet.rules)
    return f"| {planet.title} (`{name}`) | {planet.says} | `{planet.landscape}` | {held} | {played} |"


def page() -> str:
    """The whole page."""
    lines = [
        HEAD,
        "## Planets\n",
        "| planet | what it is like | landscape | conditions | rules |",
        "|---|---|---|---|---|",
    ]
    lines += [planet_row(name, planet) for name, planet in planets().items()]
    lines += [line for sort in GROUPS for line in group(sort)]
    lines += [
        "\n## Gravity, temperature, interference, change\n",
        "| condition | what it does | where |",
        "|---|---|---|",
    ]
    lines += [f"| {name} | {'; '.join(does)} | {where} |" for name, (where, *does) in REST.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
