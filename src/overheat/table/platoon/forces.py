"""Platoons of H.E.A.T as the table handles them: the catalogue, rosters brought along, and set-ups made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import msgspec

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import in_words
from overheat.platoon.battle.scenario import Scenario, arrange, fit_to_fight, scenarios
from overheat.platoon.battle.state import Setup
from overheat.platoon.cards.card import arms, card_facts, extras, moves
from overheat.platoon.facts import Quality
from overheat.platoon.rosters.catalogue import Option, UnitKind, kinds_under, options, unit_kind
from overheat.platoon.rosters.draft import drafted, written
from overheat.platoon.rosters.roster import (
    LONGEST,
    Enlisted,
    Platoon,
    Priced,
    Roster,
    bundled,
    muster,
    read_roster,
    readable,
)
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import drones, points
from overheat.platoon.rules.standard.orders import QUALITY, priced_as
from overheat.platoon.rulesets import ruleset
from overheat.platoon.units.weapons import weapons
from overheat.table.guard.limits import Limits
from overheat.table.platoon.tables import lawful

MOST = 100
"""The most of anything that one unit has."""
MOST_POINTS = 100_000
SELECTOR_TITLES = {"list": "Platoon of the army lists", "reinforced": "Reinforced platoon", "open": "Anything goes"}
"""What selectors are called to people."""


def _selector_title(id: str) -> str:
    return SELECTOR_TITLES.get(id, in_words(id))


def rules_of(names: tuple[str, ...]) -> Ruleset:
    """The rules with some layers; too many or unknown ones are refused."""
    if len(names) > 50:
        raise refuse("rules.layer", "too many layers of rules")
    return ruleset(names)


# The catalogue.


@lru_cache(maxsize=8)
def catalogue(names: tuple[str, ...]) -> dict[str, object]:
    """Every kind of unit with its prices, and everything that units may buy."""
    rules = rules_of(names)
    swaps = [weapon for weapon in weapons(rules) if rules[points.swap_refused](rules, weapon.id) is None]
    return {
        "units": [_listed(kind, rules) for kind in kinds_under(rules).values()],
        "options": [_on_offer(each, rules) for each in options().values()],
        "selectors": dict(rules[points.SELECTORS].rows),
        "selector_titles": {id: _selector_title(id) for id in rules[points.SELECTORS].rows},
        "swaps": [weapon.id for weapon in swaps],
        "swap_names": {weapon.id: weapon.name for weapon in swaps},
        "swap_costs": {
            base: {weapon.id: rules[points.swap_cost](rules, base, weapon.id) for weapon in swaps}
            for base in sorted({kind.base for kind in kinds_under(rules).values() if kind.men[1]})
        },
        "qualities": tuple(rules[QUALITY].rows),
        "splits": rules[points.split_refused](rules, 2, 10) is None,
        "sizes": rules[points.usual_size](rules),
        "men": {quality: _man(rules, quality) for quality in rules[QUALITY].rows},
    }


def _on_offer(option: Option, rules: Ruleset) -> dict[str, object]:
    """Something that units may buy: its price under some rules, or why it is not to be had."""
    no = rules[points.useless_refused](rules, option.id) or rules[points.kit_refused](rules, option.id)
    return {
        "id": option.id,
        "name": option.name,
        "cost": rules[drones.PAYLOAD_COSTS][option.payload] if option.payload else option.cost,
        "most": option.most,
        "per_man": option.per_man,
        "arms": option.arms,
        "load": option.payload is not None,
        "brings": option.brings,
        "refusal": None if no is None else no.as_json(),
    }


def _man(rules: Ruleset, quality: Quality) -> int:
    """What one more man of a quality costs."""
    return rules[points.MEN].get(quality) or rules[points.MEN][priced_as(rules, quality)]


def _listed(kind: UnitKind, rules: Ruleset) -> dict[str, object]:
    found = {quality: alone(kind.id, quality, rules) for quality in rules[QUALITY].rows}
    priced = [unit for unit in found.values() if isinstance(unit, Priced)]
    refused = [no for no in found.values() if isinstance(no, Refusal)]
    sheet = priced[0].sheet if priced else None
    return {
        "id": kind.id,
        "name": kind.name,
        "slot": kind.slot,
        "also": kind.also,
        "kind": kind.kind,
        "men": kind.men,
        "per_man": kind.per_man,
        "prices": {
            quality: int(unit.cost.total) if isinstance(unit, Priced) else None for quality, unit in found.items()
        },
        "base": kind.base if kind.men[1] else None,
        "system": kind.system,
        "mounts": [{"weapon": weapon, "place": place} for weapon, place in kind.mounts],
        "seats": sheet.seats if sheet else kind.seats,
        "armour": kind.armour,
        "damage_value": sheet.damage_value if sheet else None,
        "mobility": sheet.mobility if sheet else kind.mobility,
        "options": [id for id in kind.options if id in options()],
        "issued": kind.issued,
        "ifv": "ifv" in kind.flags,
        "about": _about([unit.sheet for unit in priced], rules) if priced else "",
        "brought": any(each.brings == kind.id for each in options().values()),
        "source": kind.source,
        "symbol": f"/api/platoon/symbols/{kind.id}.svg",
        "refusal": refused[0].as_json() if refused and not priced else None,
    }


def _about(sheets: Sequence[Sheet], rules: Ruleset) -> str:
    """A kind of unit in a line: how hard it is to hurt by its quality, how it moves, what it fires, what else it is."""
    sheet = sheets[0]
    fired = ", ".join(arm.title for arm in arms(sheet, rules))
    hurt = "/".join(dict.fromkeys(f"{each.damage_value}+" for each in sheets))
    return "; ".join(filter(None, (f"damage {hurt}", moves(sheet, rules), fired, *extras(sheet, rules))))


def alone(id: str, quality: Quality, rules: Ruleset) -> Priced | Refusal:
    """One unit of a kind, as it is without anything bought for it; or why it is not to be had."""
    try:
        return muster(Roster(name="", selector="open", units=(Enlisted(unit=id, quality=quality),)), rules).units[0]
    except RefusedError as error:
        return error.refusal


def any_of(id: str, rules: Ruleset) -> Priced:
    """One unit of a kind in whatever quality it is to be had."""
    unit_kind(id, rules)
    found = [alone(id, quality, rules) for quality in ("regular", "veteran", "inexperienced")]
    for each in found:
        if isinstance(each, Priced):
            return each
    assert isinstance(found[0], Refusal)
    raise RefusedError(found[0])


# Rosters.


def roster_of(source: str | Mapping[str, Any], limits: Limits, least: int = 1) -> Roster:
    """A platoon by the name of a bundled one, from the text of a platoon file, or as it would be written in one."""
    if not isinstance(source, str):
        try:
            roster = msgspec.convert(dict(source), Roster)
        except (msgspec.ValidationError, RecursionError) as error:
            raise refuse("request.form", f"roster: {error}") from None
    elif source in bundled():
        roster = bundled()[source]
    elif "\n" in source or "=" in source:
        roster = read_roster(source, "platoon")
    else:
        raise refuse("roster.name", f"no platoon {source[:60]!r}; there are {', '.join(bundled())}")
    check_roster(roster, limits, least)
    return roster


def check_roster(roster: Roster, limits: Limits, least: int = 1) -> None:
    """Refuse what is larger than any platoon, so that nobody burdens the server with it."""
    if not least <= len(roster.units) <= limits.units:
        raise refuse("table.units", f"{len(roster.units)} units; a platoon has 1 to {limits.units} here")
    if roster.points is not None and not 0 < roster.points <= MOST_POINTS:
        raise refuse("table.points", f"{roster.points:,} points; a platoon is allowed 1 to {MOST_POINTS:,} here")
    words = [roster.name, *(word for unit in roster.units for word in (unit.id, unit.name, unit.squad or ""))]
    if not all(readable(word) for word in words if word):
        raise refuse("table.name", f"names have at most {LONGEST} letters")
    for unit in roster.units:
        numbers = [*unit.swap.values(), *unit.options.values(), unit.fireteams, unit.men or 0]
        if len(numbers) > MOST or not all(0 <= number <= MOST for number in numbers) or "/" in unit.id:
            raise refuse("table.units", f"{unit.unit[:LONGEST]}: numbers are 0 to {MOST}, and ids have no stroke")


def checked(source: str | Mapping[str, Any], names: tuple[str, ...], limits: Limits) -> dict[str, object]:
    """A platoon priced and judged: every unit with its price part by part and its card, and what is wrong."""
    roster, rules = roster_of(source, limits), rules_of(names)
    platoon = muster(roster, rules)
    return {**_summed(platoon, roster), "units": [_priced(unit, rules) for unit in platoon.units]}


def in_the_making(source: str | Mapping[str, Any], names: tuple[str, ...], limits: Limits) -> dict[str, object]:
    """A platoon as far as it is: each entry with its price and cards or its refusal, and what the whole breaks."""
    roster, rules = roster_of(source, limits, least=0), rules_of(names)
    found = drafted(roster, rules)
    entries: list[dict[str, object]] = [
        {"refusal": entry.as_json(), "units": []}
        if isinstance(entry, Refusal)
        else {"refusal": None, "units": [_priced(unit, rules) for unit in entry]}
        for entry in found.entries
    ]
    return {**_summed(found.platoon, roster), "entries": entries}


def _summed(platoon: Platoon, roster: Roster) -> dict[str, object]:
    return {
        "name": platoon.name,
        "points": platoon.points,
        "limit": platoon.limit,
        "selector": roster.selector,
        "selector_title": _selector_title(roster.selector),
        "dice": len(platoon.units),
        "text": written(roster),
        "roster": roster,
        "findings": [finding.as_json() for finding in platoon.findings],
    }


def _priced(unit: Priced, rules: Ruleset) -> dict[str, object]:
    return {**_brief(unit), "cost": unit.cost.as_json(), "card": card_facts(unit, rules)}


def _brief(unit: Priced) -> dict[str, object]:
    sheet = unit.sheet
    return {
        "id": sheet.id,
        "name": sheet.name,
        "unit": sheet.unit,
        "kind": sheet.kind,
        "quality": sheet.quality,
        "slot": sheet.slot,
        "points": int(unit.cost.total),
        "men": len(sheet.men),
    }


def listed(names: tuple[str, ...]) -> list[dict[str, object]]:
    """The platoons that come with the project."""
    rules, found = rules_of(names), []
    for name, roster in bundled().items():
        platoon = muster(roster, rules)
        brief = {**_summed(platoon, roster), "title": platoon.name, "name": name}
        found.append({**brief, "units": [_brief(unit) for unit in platoon.units]})
    return found


def platoon_of(source: str | Mapping[str, Any], rules: Ruleset, limits: Limits) -> Platoon:
    """A platoon, whatever is wrong with it."""
    return muster(roster_of(source, limits), rules)


def set_up(
    scenario: str | Mapping[str, Any],
    sources: tuple[str | Mapping[str, Any], str | Mapping[str, Any]] | None,
    players: tuple[str, str] | None,
    names: tuple[str, ...],
    limits: Limits,
) -> dict[str, object]:
    """A bundled scenario or a table of one's own, with platoons of one's own, ready to be played."""
    found, rules = scenario_named(scenario) if isinstance(scenario, str) else lawful(scenario, limits), rules_of(names)
    platoons = [platoon_of(source, rules, limits) for source in sources or found.platoons]
    forces = [fit_to_fight(platoon, agreed=sources is None) for platoon in platoons]
    setup: Setup = arrange(found, forces[0], forces[1])
    setup = msgspec.structs.replace(setup, forces=(numbered(setup.forces[0]), numbered(setup.forces[1])))
    if players is not None:
        setup = msgspec.structs.replace(setup, players=players)
    title = f"{found.name}: {forces[0].name} against {forces[1].name}"
    return {"kind": "platoon", "title": title, "setup": setup, "rules": list(names)}


def scenario_named(name: str) -> Scenario:
    """A bundled scenario."""
    if name not in scenarios():
        raise refuse("scenario.name", f"no scenario {name[:60]!r}; there are {', '.join(scenarios())}")
    return scenarios()[name]


def numbered(force: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Units of a side that are called the same get numbers, so that whoever reads of one knows which it is."""
    many = Counter(sheet.name for sheet in force)
    free = {name: _free_names(name, many) for name in many}
    names = [next(free[sheet.name]) if many[sheet.name] > 1 else sheet.name for sheet in force]
    return tuple(msgspec.structs.replace(sheet, name=name) for sheet, name in zip(force, names, strict=True))


def _free_names(name: str, taken: Container[str]) -> Iterator[str]:
    """A name with the numbers that nobody bears yet."""
    return (numbered for number in count(1) if (numbered := f"{name} {number}") not in taken)
