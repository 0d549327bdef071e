"""Cards of units: everything that a player needs to know of one, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted, in_words
from overheat.platoon.resolution.resolve import weapon_of
from overheat.platoon.rosters.catalogue import kinds_under, options
from overheat.platoon.rosters.roster import Platoon, Priced
from overheat.platoon.rosters.sheet import Sheet
from overheat.platoon.rules.standard import drones, fighting_vehicles, helicopters, missiles, orders
from overheat.platoon.rules.standard.movement import PACES
from overheat.platoon.units.weapons import Band, Weapon


def card(unit: Priced, rules: Ruleset) -> list[str]:
    """A unit in a few lines: its price, its men, how it moves, what it fires."""
    sheet = unit.sheet
    lines = [f"{sheet.name} [{sheet.id}], {sheet.quality}, {int(unit.cost.total)} points"]
    lines.append(f"  morale {morale_of(sheet, rules)}, damage value {sheet.damage_value}+, {moves(sheet, rules)}")
    if sheet.men:
        carried = Counter(figure.arms for figure in sheet.men)
        armed = ", ".join(f"{many} {weapon}" for weapon, many in carried.items())
        lines.append(f"  {len(sheet.men)} {'man' if len(sheet.men) == 1 else 'men'}: {armed}")
    lines += (f"  {line}" for line in weapon_lines(sheet, rules))
    lines += (f"  {extra}" for extra in extras(sheet, rules))
    return lines


def morale_of(sheet: Sheet, rules: Ruleset) -> int:
    """The morale printed for a unit's quality."""
    return orders.standing_of(rules, sheet.quality).morale


class Going(msgspec.Struct, frozen=True):
    """How far a unit goes when it advances and when it runs, and in which manner, where it goes on the ground."""

    far: str
    manner: str = ""


def going(sheet: Sheet, rules: Ruleset) -> Going:
    """How a unit moves, for cards and pages."""
    if sheet.airframe:
        wings = rules[helicopters.MOVES][sheet.airframe]
        along = f'{wings.horizontal_advance.inches:g}"/{wings.horizontal_run.inches:g}"'
        return Going(f'flies {along}, climbs {wings.vertical_advance.inches:g}"/{wings.vertical_run.inches:g}"')
    if sheet.unmanned:
        return Going(f'flies {rules[drones.reach](rules, "advance"):g}"/{rules[drones.reach](rules, "run"):g}"')
    pace = rules[PACES][sheet.mobility]
    return Going(f'{pace.advance:g}"/{pace.run:g}"', in_words(sheet.mobility))


def moves(sheet: Sheet, rules: Ruleset) -> str:
    """How a unit moves, in words."""
    found = going(sheet, rules)
    return f"moves {found.far} ({found.manner})" if found.manner else found.far


ON_FOOT = frozenset({"Fixed", "Team"})
"""Keywords that mean nothing on a vehicle, whose mounts say where they bear."""


class Arm(msgspec.Struct, frozen=True):
    """A weapon of a unit: how many there are, and where it sits on a vehicle."""

    weapon: Weapon
    many: int = 1
    place: str = ""
    name: str = ""
    """What it is called where it fires as another weapon does."""

    @property
    def title(self) -> str:
        """Its name, with how many there are and where it sits."""
        times = f"{self.many} x " if self.many > 1 else ""
        return f"{times}{self.name or self.weapon.name}{f' ({self.place})' if self.place else ''}"

    @property
    def ranges(self) -> str:
        """Its bands with the shots in each."""
        parts = [_band(band) for band in self.weapon.bands]
        if self.weapon.indirect:
            parts.append(f"indirect {_band(self.weapon.indirect)}")
        return ", ".join(parts) or "placed"

    @property
    def pen(self) -> str:
        """Its penetration; small arms have none."""
        pen = self.weapon.pen
        return "" if pen is None else "HE" if pen == "HE" else f"+{pen}"

    @property
    def blast(self) -> str:
        """The size of its blast."""
        return f'{self.weapon.he}"' if self.weapon.he else ""

    @property
    def keywords(self) -> frozenset[str]:
        """Its keywords, of those that mean something where it sits."""
        return self.weapon.keywords - (ON_FOOT if self.place else frozenset())

    @property
    def words(self) -> str:
        """Its keywords in a line; a weapon of a team with the helpers that its chart asks for."""
        crew = self.weapon.crew
        named = {"Team": f"Team with {counted(crew, 'helper')}"} if crew else {}
        return ", ".join(named.get(word, word) for word in sorted(self.keywords))


def arms(sheet: Sheet, rules: Ruleset) -> Iterator[Arm]:
    """Every weapon of a unit, like ones together."""
    named = [(figure.arms, "") for figure in sheet.men if sheet.system is None]
    named += [(sheet.system, "")] if sheet.system else []
    named += [(mount.weapon, mount.place) for mount in sheet.mounts]
    named += [("tandem", "")] if "tandem" in sheet.flags else []
    named += [("law", "")] * sheet.laws
    named += [("ugl", "")] * sheet.grenade_launchers
    for (name, place), many in Counter(named).items():
        yield Arm(weapon_of(rules, name), many, place, options()[name].name if name == "law" else "")


def weapon_lines(sheet: Sheet, rules: Ruleset) -> Iterator[str]:
    """Every weapon of a unit with its row of the chart."""
    for arm in arms(sheet, rules):
        pen = f", PEN {arm.pen}" if arm.pen else ""
        blast = f", HE {arm.blast}" if arm.blast else ""
        words = f"; {arm.words}" if arm.keywords else ""
        yield f"{arm.title}: {arm.ranges}{pen}{blast}{words}"


def _band(band: Band) -> str:
    reach = "any range" if band.to is None else f'{band.start:g}-{band.to:g}"'
    return f"{reach} {band.shots}"


def kind_of(sheet: Sheet, rules: Ruleset) -> str:
    """The quality of a unit, and what it is where its own name does not say so."""
    kind = kinds_under(rules).get(sheet.unit)
    named = f" {kind.name.lower()}" if kind is not None and kind.name != sheet.name else ""
    return f"{in_words(sheet.quality)}{named}"


def small_arms(sheet: Sheet, rules: Ruleset) -> str:
    """What the men of a unit carry."""
    carried = Counter(weapon_of(rules, figure.arms).name for figure in sheet.men)
    return ", ".join(f"{many} x {name}" if many > 1 else name for name, many in carried.items())


def extras(sheet: Sheet, rules: Ruleset) -> Iterator[str]:
    """What else there is to know of a unit."""
    if sheet.officer:
        rank = rules[orders.OFFICERS][sheet.officer]
        yield f'officer: +{rank.bonus} morale within {rank.radius:g}", snaps {counted(rank.snaps, "unit")} to action'
    if sheet.seats:
        yield f"carries {counted(sheet.seats, 'man', 'men')}"
    if sheet.gun:
        yield "spots for the guns of its platoon, its own first"
    if sheet.squad:
        yield f"fighting vehicle of {in_words(sheet.squad).capitalize()}, {_leash(rules)}"
    if sheet.payload:
        yield f"drone: {PAYLOADS.get(sheet.payload) or in_words(sheet.payload)}, {_drone(rules)}"
    if sheet.airframe:
        yield _wings(sheet, rules)
    if any("ATGM" in arm.weapon.keywords for arm in arms(sheet, rules)):
        yield f'missiles fly {rules[missiles.speed](rules):g}" a turn'
    told = sheet.flags - {"ifv", "tandem"} - ({"spotter"} if sheet.gun else set())
    if told:
        yield ", ".join(sorted(FLAGS.get(flag) or in_words(flag) for flag in told))


PAYLOADS = {"recon": "reconnaissance", "ied": "explosive load", "at_ied": "anti-tank load"}
"""What drones carry, where its id does not say it."""
FLAGS = {
    "cas": "close air support",
    "gun_shield": "gun shield to the front",
    "open_topped": "open-topped",
    "recce": "scouts, may back away under fire",
    "smoke": "one smoke screen",
    "tank_hunter": "tank hunters, fear no armour",
    "tough": "tough fighters",
}
"""What holds of a unit, where its id does not say it."""


FAR = 200
"""So many inches, or turns, are asked about."""


def _up_to(beyond: Callable[[int], bool]) -> int | None:
    """The last whole number before something begins; None where it never does."""
    return next((number - 1 for number in range(FAR) if beyond(number)), None)


def _leash(rules: Ruleset) -> str:
    """How far a squad goes from its fighting vehicle."""
    leash = rules[fighting_vehicles.leash]
    tests = _up_to(lambda inches: leash(rules, inches).forced)
    pinned = _up_to(lambda inches: leash(rules, inches).virtual_pins > 0)
    told = [f'tests beyond {tests}"'] if tests is not None else []
    told += [f'with a pin more beyond {pinned}"'] if pinned is not None else []
    return f"which {', '.join(told)}" if told else "which goes where it likes"


def _drone(rules: Ruleset) -> str:
    """How far a drone flies, how high, and when its battery and its radio are tested."""
    far = "/".join(f'{rules[drones.reach](rules, order):g}"' for order in ("advance", "run"))
    told = [f"flies {far}"]
    high = _up_to(lambda inches: rules[drones.height_refused](rules, inches) is not None)
    told += [f'below {high + 1}"'] if high is not None else []
    aloft = _up_to(lambda turns: rules[drones.battery_penalty](rules, turns) is not None)
    if rules[drones.tested](rules, "battery") and aloft is not None:
        told.append(f"battery tested after {aloft} turns")
    heard = _up_to(lambda inches: rules[drones.radio_penalty](rules, inches) is not None)
    if rules[drones.tested](rules, "radio") and heard is not None:
        told.append(f'radio beyond {heard}"')
    return ", ".join(told)


DOINGS: tuple[helicopters.Doing, ...] = ("lift_off", "land", "embark", "disembark", "enter", "fly")


def _wings(sheet: Sheet, rules: Ruleset) -> str:
    """How often a helicopter turns, how high it flies, and what it tests for."""
    assert sheet.airframe
    wings, limits = rules[helicopters.MOVES][sheet.airframe], rules[helicopters.LIMITS]
    along = f"{wings.horizontal_advance.turns}/{wings.horizontal_run.turns}"
    tested = ", ".join(in_words(doing) for doing in DOINGS if rules[helicopters.must_test](rules, doing))
    turns = f"turns {along}, climbing {wings.vertical_advance.turns}/{wings.vertical_run.turns}"
    return f'{turns}; {limits["lowest"]:g}" to {limits["highest"]:g}" high; tests to {tested}'


def card_facts(unit: Priced, rules: Ruleset) -> dict[str, object]:
    """A card as programs read it."""
    sheet = unit.sheet
    return {
        "id": sheet.id,
        "name": sheet.name,
        "unit": sheet.unit,
        "quality": sheet.quality,
        "points": int(unit.cost.total),
        "morale": morale_of(sheet, rules),
        "damage_value": sheet.damage_value,
        "moves": moves(sheet, rules),
        "men": [{"post": man.post, "arms": man.arms} for man in sheet.men],
        "weapons": [
            {"many": arm.many, "place": arm.place, "weapon": msgspec.to_builtins(arm.weapon, order="deterministic")}
            for arm in arms(sheet, rules)
        ],
        "extras": list(extras(sheet, rules)),
        "card": card(unit, rules),
    }


def platoon_card(platoon: Platoon, rules: Ruleset) -> str:
    """All cards of a platoon."""
    blocks = [f"{platoon.name}: {platoon.points} of {platoon.limit} points, {len(platoon.units)} order dice"]
    blocks += ("\n".join(card(unit, rules)) for unit in platoon.units)
    return "\n\n".join(blocks) + "\n"
