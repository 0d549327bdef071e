"""Platoon files: read, priced, checked against a selector, and made into sheets."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec

from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.kernel.wording.phrases import counted, in_words
from overheat.platoon.books import HOUSE, LISTS
from overheat.platoon.facts import QUALITIES, Quality
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rosters.catalogue import Option, UnitKind, option_of, options, unit_kind
from overheat.platoon.rosters.sheet import LEAST_BASE, MAN_WIDTH, MOST_BASE, Figure, Mount, Post, Sheet
from overheat.platoon.rules.standard import armour, drones, fighting_vehicles, helicopters, missiles, orders, points

PRICES = LISTS("Units")
LONGEST = 100
"""The most letters of a name."""
OVER_POINTS = "roster.points"
"""The finding that a platoon costs more than it may."""


class Enlisted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One unit of a platoon file."""

    unit: str
    quality: Quality = "regular"
    id: str = ""
    name: str = ""
    men: int | None = None
    swap: dict[str, int] = {}
    options: dict[str, int] = {}
    slot: str | None = None
    fireteams: int = 1
    """How many units a squad is split into."""
    squad: str | None = None
    """The id of the squad that a fighting vehicle belongs to; the next free one where left out."""


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A platoon file."""

    name: str
    points: int | None = None
    """What it may cost; the usual size where nothing is said."""
    selector: str = "list"
    base: Annotated[float, msgspec.Meta(ge=LEAST_BASE, le=MOST_BASE)] = 1
    """How wide the bases of its men are, in inches."""
    units: tuple[Enlisted, ...]


class Priced(msgspec.Struct, frozen=True):
    """A unit of a platoon with its price."""

    sheet: Sheet
    cost: Tally
    attached: bool = False
    """Whether it came with the unit before it: a fireteam of a squad, the spotter of a gun."""


class Platoon(msgspec.Struct, frozen=True):
    """A platoon that has been priced, and what is wrong with it."""

    name: str
    limit: int
    units: tuple[Priced, ...]
    findings: tuple[Refusal, ...]

    @property
    def points(self) -> int:
        return sum(int(unit.cost.total) for unit in self.units)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(unit.sheet for unit in self.units)


def read_roster(text: str, source: str) -> Roster:
    """A platoon file; what cannot be read is refused with the reason."""
    try:
        roster = msgspec.convert(tomllib.loads(text), Roster)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise refuse("roster.file", f"{source}: {error}", file=source) from None
    strokes = (unit.id for unit in roster.units if "/" in unit.id)
    odd = next(strokes, None) or next((name for name in _names(roster) if not readable(name)), None)
    if odd is not None:
        raise refuse("roster.file", f"{source}: {odd[:LONGEST]!r} is no name", file=source)
    return roster


def readable(name: str) -> bool:
    """Whether a name is one that people can read."""
    return 0 < len(name) <= LONGEST and name.isprintable()


def _names(roster: Roster) -> Iterator[str]:
    """Every name that a platoon file gives."""
    yield from (roster.name, roster.selector)
    for unit in roster.units:
        yield unit.unit
        yield from (name for name in (unit.id, unit.name, unit.slot, unit.squad) if name)
        yield from (*unit.swap, *unit.options)


def load_roster(path: Path) -> Roster:
    """A platoon file from the disk."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "is not a text file in UTF-8"
        raise refuse("roster.file", f"{path}: {reason}", file=str(path)) from None
    return read_roster(text, str(path))


@cache
def bundled() -> dict[str, Roster]:
    """The platoons that come with the package, by name of their file."""
    folder = files("overheat.platoon").joinpath("data/platoons")
    found = sorted((item for item in folder.iterdir() if item.name.endswith(".toml")), key=lambda item: item.name)
    return {item.name.removesuffix(".toml"): read_roster(item.read_text(encoding="utf-8"), item.name) for item in found}


def muster(roster: Roster, rules: Ruleset) -> Platoon:
    """Price and check a platoon. What makes no sense is refused; what breaks a limit is found and told."""
    names = unit_ids(roster.units)
    _check_ids(names)
    priced = [_enlist(unit, id, rules, roster.base) for unit, id in zip(roster.units, names, strict=True)]
    priced = _connect(priced, roster.units, rules)
    limit = rules[points.usual_size](rules)[0] if roster.points is None else roster.points
    teams = []
    for unit, entry in zip(priced, roster.units, strict=True):
        teams += [*_split(unit, entry, rules), *_brought(unit, entry, rules, roster.base)]
    _check_ids(team.sheet.id for team in teams)
    findings = tuple(_findings(roster, limit, priced, sum(int(team.cost.total) for team in teams), rules))
    return Platoon(roster.name, limit, tuple(teams), findings)


def _brought(unit: Priced, entry: Enlisted, rules: Ruleset, base: float) -> Iterator[Priced]:
    """What a unit brings with it that has a place of its own: the spotter of a gun, at the price of the option."""
    for option, _ in _bought(entry, unit_kind(entry.unit, rules), rules):
        if option.brings is None:
            continue
        name = f"{unit.sheet.name} {option.name.lower()}"
        comes = Enlisted(unit=option.brings, quality=entry.quality, name=name)
        sheet = _enlist(comes, f"{unit.sheet.id}_{option.id}", rules, base).sheet
        sheet = msgspec.structs.replace(sheet, gun=unit.sheet.id, points=option.cost)
        yield Priced(sheet, Tally((Term(option.id, option.cost, name, PRICES),)), attached=True)


def _split(unit: Priced, entry: Enlisted, rules: Ruleset) -> Iterator[Priced]:
    """The fireteams of a squad: the first has its name, its price and what only one man carries."""
    sheet, teams = unit.sheet, entry.fireteams
    refused = rules[points.split_refused](rules, teams, len(sheet.men) if sheet.kind == "infantry" else 0)
    if refused:
        raise RefusedError(refused)
    size, more = divmod(len(sheet.men), teams)
    first = size + (more > 0)
    yield Priced(msgspec.structs.replace(sheet, men=sheet.men[:first]), unit.cost)
    start = first
    for number in range(1, teams):
        end = start + size + (number < more)
        team = msgspec.structs.replace(
            sheet, id=f"{sheet.id}_{number + 1}", men=sheet.men[start:end], points=0, laws=0, grenade_launchers=0
        )
        yield Priced(team, Tally(()), attached=True)
        start = end


def unit_ids(units: Sequence[Enlisted]) -> list[str]:
    """An id for every unit: its own, or its kind with a number."""
    given: Counter[str] = Counter()
    found = []
    for unit in units:
        given[unit.unit] += 1
        found.append(unit.id or f"{unit.unit}_{given[unit.unit]}")
    return found


def _check_ids(ids: Iterable[str]) -> None:
    """Refuse two units of one name."""
    for id, times in Counter(ids).items():
        if times > 1:
            raise refuse("roster.twice", f"two units are called {id!r}", unit=id)


def _enlist(unit: Enlisted, id: str, rules: Ruleset, base: float) -> Priced:
    """One unit priced."""
    kind = unit_kind(unit.unit, rules)
    _available(kind.id, rules)
    bought = dict(_bought(unit, kind, rules))
    men = _men(unit, kind, bought)
    mounted = {weapon for weapon, _ in kind.mounts} | {option.mount[0] for option in bought if option.mount}
    for weapon in sorted({figure.arms for figure in men} | mounted | ({kind.system} if kind.system else set())):
        weapon_of(rules, weapon)
    cost = Tally(tuple(_price(unit, kind, bought, rules)))
    sheet = _sheet(unit, kind, id, men, bought, rules)
    if men:
        sheet = msgspec.structs.replace(sheet, width=round(base * MAN_WIDTH))
    return Priced(msgspec.structs.replace(sheet, points=int(cost.total)), cost)


def _available(id: str, rules: Ruleset) -> None:
    """Refuse what these rules do not sell."""
    refused = rules[points.useless_refused](rules, id) or rules[points.kit_refused](rules, id)
    if refused:
        raise RefusedError(refused)


def _bought(unit: Enlisted, kind: UnitKind, rules: Ruleset) -> Iterator[tuple[Option, int]]:
    """The options of a unit with their number, checked."""
    for id, many in unit.options.items():
        _available(id, rules)
        option = option_of(kind, id)
        if option is None:
            may = ", ".join(kind.options) or "nothing"
            raise refuse("roster.option", f"{kind.name} cannot have {id!r}; it may have {may}", PRICES, option=id)
        if not 0 < many <= option.most:
            raise refuse("roster.option", f"{kind.name}: {many} times {id}, at most {option.most}", PRICES, option=id)
        yield option, many
    loads = [id for id in unit.options if options()[id].payload]
    if len(loads) > 1:
        raise refuse(
            "roster.option", f"{kind.name}: a drone carries one load, not {' and '.join(loads)}", option=loads[1]
        )


def _men(unit: Enlisted, kind: UnitKind, bought: dict[Option, int]) -> tuple[Figure, ...]:
    """The men of a unit with their weapons."""
    least, most = kind.men
    many = least if unit.men is None else unit.men
    if not least <= many <= most:
        reason = f"{kind.name}: {counted(many, 'man', 'men')}, but it is {least} to {most}"
        raise refuse("roster.men", reason, PRICES, men=many)
    for weapon, times in unit.swap.items():
        if times < 1:
            raise refuse(
                "roster.swap",
                f"{kind.name}: {counted(times, 'man swaps', 'men swap')} for {weapon!r}; it is one or more",
                men=times,
            )
    arms = [*kind.issued, *(option.arms for option, times in bought.items() if option.arms for _ in range(times))]
    swapped = [weapon for weapon, times in unit.swap.items() for _ in range(times)]
    if len(arms) + len(swapped) > many:
        raise refuse(
            "roster.swap",
            f"{kind.name}: {counted(len(arms) + len(swapped), 'weapon')} for {counted(many, 'man', 'men')}",
            points.CHOICE,
            men=many,
        )
    plain = many - len(arms) - len(swapped)
    carried = [kind.base] * plain + swapped + arms
    return tuple(Figure(_post(kind, index), weapon) for index, weapon in enumerate(carried))


def _post(kind: UnitKind, index: int) -> Post:
    if kind.officer:
        return "leader" if index == 0 else "man"
    if kind.system or kind.kind == "drone":
        return "operator" if index == 0 else "helper"
    return "nco" if kind.nco and index == 0 else "man"


def _price(unit: Enlisted, kind: UnitKind, bought: dict[Option, int], rules: Ruleset) -> Iterator[Term]:
    """Every part of a unit's price."""
    least, _ = kind.men
    many = least if unit.men is None else unit.men
    each = rules[points.MEN].get(unit.quality) or rules[points.MEN][orders.priced_as(rules, unit.quality)]
    if kind.per_man:
        yield Term("men", many * each, f"{counted(many, 'man', 'men')}, {unit.quality}", PRICES)
    else:
        yield Term("unit", _base_cost(kind, unit.quality, rules), f"{kind.name}, {unit.quality}", PRICES)
        if many > least:
            yield Term("men", (many - least) * each, f"{many - least} more men", PRICES)
    for weapon, times in unit.swap.items():
        refused = rules[points.swap_refused](rules, weapon)
        if refused:
            raise RefusedError(refused)
        worth = rules[points.swap_cost](rules, kind.base, weapon) * times
        yield Term(f"swap_{weapon}", worth, f"{times} with {weapon.upper()}", points.CHOICE)
    for option, times in bought.items():
        if option.brings:
            continue
        worth = rules[drones.PAYLOAD_COSTS][option.payload] if option.payload else option.cost
        yield Term(option.id, worth * (many if option.per_man else times), option.name, PRICES)


def _base_cost(kind: UnitKind, quality: Quality, rules: Ruleset) -> int:
    """The printed price of a kind of unit; those that the rules price have it from the rules."""
    quality = orders.priced_as(rules, quality)
    if kind.kind == "drone" and kind.men[1]:
        return rules[drones.TEAM_COSTS][quality].team
    if kind.id == "atgm_team":
        return rules[missiles.team_cost](rules, quality)
    costs = kind.cost
    if kind.airframe and not any(costs):
        costs = rules[helicopters.CLASSES][kind.airframe].cost
    cost = costs[QUALITIES.index(quality)]
    if not cost:
        raise refuse("roster.quality", f"{kind.name} is not to be had {quality}", PRICES, quality=quality)
    return cost


def _sheet(
    unit: Enlisted, kind: UnitKind, id: str, men: tuple[Figure, ...], bought: dict[Option, int], rules: Ruleset
) -> Sheet:
    """What the unit brings to the table."""
    flags = kind.flags | {option.flag for option in bought if option.flag} | ({"cas"} if kind.cas else set())
    many = {option.id: times for option, times in bought.items()}
    hull = [round(side * 100) for side in kind.hull] if kind.hull else [0, MAN_WIDTH, 80]
    mounts = [*kind.mounts, *(option.mount for option in bought if option.mount)]
    payload = next((option.payload for option in bought if option.payload), "recon" if kind.kind == "drone" else None)
    return Sheet(
        id=id,
        name=unit.name or kind.name,
        unit=kind.id,
        slot=unit.slot or kind.slot,
        kind=kind.kind,
        quality=unit.quality,
        points=0,
        damage_value=_damage_value(kind, unit.quality, rules),
        men=men,
        system=kind.system,
        laws=many.get("law", 0),
        grenade_launchers=many.get("ugl", 0),
        mounts=tuple(Mount(weapon, place) for weapon, place in mounts),
        mobility="towed" if kind.kind == "gun" else kind.mobility,
        airframe=kind.airframe,
        seats=_seats(kind, flags, rules),
        length=hull[0],
        width=hull[1],
        height=hull[2],
        officer=kind.officer,
        payload=payload,
        flags=frozenset(flags),
    )


def _damage_value(kind: UnitKind, quality: Quality, rules: Ruleset) -> int:
    if kind.kind == "helicopter":
        return rules[armour.DAMAGE_VALUES]["helicopter"]
    return rules[armour.DAMAGE_VALUES][kind.armour] if kind.armour else orders.standing_of(rules, quality).damage_value


def _seats(kind: UnitKind, flags: set[str] | frozenset[str], rules: Ruleset) -> int:
    if kind.airframe:
        role: helicopters.Role = "cas" if "cas" in flags else "transport"
        return rules[helicopters.capacity](rules, rules[helicopters.CLASSES][kind.airframe], role)
    return kind.seats


def _connect(priced: list[Priced], units: Sequence[Enlisted], rules: Ruleset) -> list[Priced]:
    """Connect fighting vehicles to squads; one that finds none is a plain vehicle."""
    squads = [unit.sheet for unit in priced if unit.sheet.slot == "infantry"]
    taken: set[str] = set()
    found = []
    for unit, entry in zip(priced, units, strict=True):
        sheet = unit.sheet
        is_one = rules[fighting_vehicles.is_fighting_vehicle](
            rules, sheet.seats, len(sheet.mounts), "ifv" in sheet.flags
        )
        if entry.squad is not None and not is_one:
            raise refuse("roster.squad", f"{sheet.name} is no fighting vehicle and leads no squad", unit=sheet.id)
        if entry.squad is not None and entry.squad not in {each.id for each in squads}:
            known = ", ".join(each.id for each in squads) or "none"
            raise refuse("roster.squad", f"{sheet.name}: no squad {entry.squad!r}; there are {known}", unit=sheet.id)
        squad = _squad_for(sheet, squads, taken, entry.squad, rules) if is_one else None
        if squad:
            taken.add(squad)
        elif "ifv" in sheet.flags:
            sheet = msgspec.structs.replace(sheet, flags=sheet.flags - {"ifv"})
        found.append(Priced(msgspec.structs.replace(sheet, squad=squad), unit.cost))
    return [_led_by_vehicle(unit) if unit.sheet.id in taken else unit for unit in found]


def _led_by_vehicle(unit: Priced) -> Priced:
    """A squad whose fighting vehicle is its NCO has no man in that post."""
    men = tuple(msgspec.structs.replace(man, post="man") if man.post == "nco" else man for man in unit.sheet.men)
    return Priced(msgspec.structs.replace(unit.sheet, men=men), unit.cost)


def _squad_for(sheet: Sheet, squads: list[Sheet], taken: set[str], wanted: str | None, rules: Ruleset) -> str | None:
    """The squad that a fighting vehicle is connected to: the one it names, or the first free one."""
    for number, squad in enumerate(squads, start=1):
        if squad.id in taken or (wanted and squad.id != wanted):
            continue
        if rules[fighting_vehicles.connects](rules, number, len(squad.men), sheet.seats):
            return squad.id
    return None


def _findings(roster: Roster, limit: int, priced: list[Priced], total: int, rules: Ruleset) -> Iterator[Refusal]:
    """Everything that a platoon breaks."""
    if total > limit:
        yield Refusal(OVER_POINTS, f"{total} points, {limit} allowed", HOUSE("Platoon files"))
    if roster.selector not in rules[points.SELECTORS]:
        raise refuse("roster.selector", f"no selector {roster.selector!r}", selector=roster.selector)
    slots = rules[points.SELECTORS][roster.selector]
    filled = Counter(unit.sheet.slot for unit in priced)
    yield from _slot_findings(slots, filled)
    for unit in priced:
        if unit.sheet.slot not in (unit_kind(unit.sheet.unit, rules).slot, *unit_kind(unit.sheet.unit, rules).also):
            reason = f"{unit.sheet.name} cannot fill the slot {in_words(unit.sheet.slot)}"
            yield Refusal("roster.slot", reason, PRICES, {"unit": unit.sheet.id})
        yield from (
            msgspec.structs.replace(found, facts={**found.facts, "unit": unit.sheet.id})
            for found in _team_findings(unit.sheet, rules)
        )
    riders = sum(unit.sheet.kind in ("infantry", "team", "drone") and bool(unit.sheet.men) for unit in priced)
    transports = rules[points.transports_refused](rules, filled["transport"], riders)
    if transports:
        yield transports


def _slot_findings(slots: points.Slots, filled: Counter[str]) -> Iterator[Refusal]:
    if not slots:
        return
    for slot, (least, most) in slots.items():
        if not least <= filled[slot] <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            reason = f"{in_words(slot)}: {counted(filled[slot], 'unit')}, {wanted} wanted"
            yield Refusal("roster.slots", reason, points.SELECTORS.cite, {"slot": slot})
    for slot in sorted(filled.keys() - slots.keys()):
        reason = f"{in_words(slot)}: there is no such slot"
        yield Refusal("roster.slots", reason, points.SELECTORS.cite, {"slot": slot})


def _team_findings(sheet: Sheet, rules: Ruleset) -> Iterator[Refusal]:
    """Teams whose rules say what they carry."""
    arms = tuple(figure.arms for figure in sheet.men)
    refused = None
    if sheet.kind == "drone" and sheet.men:
        refused = rules[drones.team_refused](rules, arms[0], arms[1:])
    elif sheet.system == "atgm":
        refused = rules[missiles.team_refused](rules, arms)
    if refused:
        yield refused
