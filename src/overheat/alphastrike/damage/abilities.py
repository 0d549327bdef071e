"""The special abilities that carry damage: which weapons count for each, and how it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import Ability, Damage
from overheat.alphastrike.damage.final import ability_damage, final_damage
from overheat.alphastrike.damage.firepower import Figures
from overheat.alphastrike.damage.guns import ONE, Amounts, Gun, counted
from overheat.alphastrike.figure import Figure
from overheat.alphastrike.heat import Heated
from overheat.alphastrike.heat_case import Bracket
from overheat.alphastrike.weapons import FROM_THE_AIR
from overheat.classic.unit.equipment import Weapon
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Tally, Term, ratio

ABILITIES = ALPHA_STRIKE("Special unit abilities")
BANDS = ("S", "M", "L", "E")
RANGES = ("short", "medium", "long", "extreme")
FAMILIES = ("AC", "FLK", "IATM", "LRM", "SRM", "TOR")
"""Abilities whose damage is that of a family of weapons."""
OF_FIGHTERS = ("FLK", "TOR")
"""Those of them that aerospace units have."""
ANY_DAMAGE = frozenset({"FLK", "TOR", "REAR"})
"""Abilities that any damage gives; the others take a whole point at medium range."""
ARTILLERY_FLAGS = frozenset({"artillery", "artillery_cannon", "cruise_missile"})
RE_ENGINEERED = "re_engineered"
RARE = ARTILLERY_FLAGS | {RE_ENGINEERED}
"""Flags of weapons with abilities that few units have."""
ARTILLERY = {
    "arrow_iv": "ARTA",
    "arrow_iv_prototype": "ARTA",
    "long_tom": "ARTLT",
    "long_tom_primitive": "ARTLT",
    "sniper": "ARTS",
    "thumper": "ARTT",
    "long_tom_cannon": "ARTLTC",
    "sniper_cannon": "ARTSC",
    "thumper_cannon": "ARTTC",
    "cruise_missile": "ARTCM",
    "ba_tube_artillery": "ARTBA",
}
"""The ability of each kind of artillery, by its ammunition."""
COLD = (0, 0, 0)
HOT, HOTTER = 5, 11
"""Heat done at a range from which on the ability to heat targets is worth 1 and 2."""


class Told(NamedTuple):
    """An ability and what tells the figures that explain it, one for each range it has damage at."""

    ability: Ability
    tell: Figures


@rule("as.family_share", cite=ABILITIES)
def family_share(rules: Ruleset, gun: Gun, code: str) -> Amounts | None:
    """A weapon counts for its family; missiles with fire control do not, and multi-missile launchers count for two.

    At short range such a launcher fires short-range missiles, at long range long-range ones, at medium range half each.
    """
    family = gun.strike.family
    if code in ("LRM", "SRM") and gun.aid.startswith("artemis"):
        return None
    if family == code:
        return gun.amounts
    if family == "MML" and code in ("LRM", "SRM"):
        short, medium, long, extreme = gun.amounts
        return (0, medium // 2, long, extreme) if code == "LRM" else (short, medium // 2, 0, 0)
    return None


def plain(rules: Ruleset, gun: Gun) -> Amounts:
    """What a weapon does without its fire control."""
    return counted(rules, gun.weapon, "", gun.share).amounts if gun.aid.startswith("artemis") else gun.amounts


@rule("as.ability_is_earned", cite=ABILITIES)
def earned(rules: Ruleset, code: str, brackets: Sequence[Bracket]) -> bool:
    """Flak, torpedoes and rear weapons are told for any damage; other families from a point at medium range on."""
    if code in ANY_DAMAGE:
        return any(bracket.tenth for bracket in brackets)
    return brackets[1].tenth >= 1


@rule("as.heat_ability", cite=ABILITIES)
def heat_value(rules: Ruleset, heat: int) -> int:
    """Weapons that heat their target are worth 1 from 5 points on and 2 above 10, at each range."""
    return 2 if heat >= HOTTER else int(heat >= HOT)


@rule("as.artillery", cite=ABILITIES)
def artillery_code(rules: Ruleset, weapon: Weapon) -> str:
    """The ability of an artillery piece tells its kind, of Arrow launchers also who makes them."""
    code = ARTILLERY[weapon.ammunition or ""]
    if code == "ARTA":
        return "ARTAC" if weapon.tech == "Clan" else "ARTAIS"
    return f"{code}{weapon.rack // 10}" if code == "ARTCM" else code


def battery(rules: Ruleset, guns: Sequence[Gun], heated: Heated, *, flying: bool) -> Iterator[Told]:
    """Every ability with damage that some guns give together."""
    families = {gun.strike.family for gun in guns}
    for code in OF_FIGHTERS if flying else FAMILIES:
        if code in families or ("MML" in families and code in ("LRM", "SRM")):
            shares = [
                (gun, share) for gun in guns if (share := rules[family_share].function(rules, gun, code)) is not None
            ]
            told = damage_ability(rules, code, shares, heated, flying=flying)
            if told is not None:
                yield told
    if not flying:
        yield from _indirect(rules, guns, heated)
    rare = [gun for gun in guns if not gun.weapon.flags.isdisjoint(RARE)]
    if rare:
        yield from _artillery(rules, rare)
    yield from _heating(rules, guns)
    if rare:
        yield from _re_engineered(rules, rare, heated)


def damage_ability(
    rules: Ruleset, code: str, shares: Sequence[tuple[Gun, Amounts]], heated: Heated, *, flying: bool = False
) -> Told | None:
    """An ability with damage at each range, if it is earned."""
    sums = [sum([share[at] for _, share in shares]) for at in range(4 if flying else 3)]
    brackets = [heated.bracket(rules, ratio(total, ONE), BANDS[at]) for at, total in enumerate(sums)]
    if not rules[earned].function(rules, code, brackets):
        return None
    cells = tuple(
        rules[ability_damage].function(rules, bracket.tenth, shows_minimal=code in ANY_DAMAGE) for bracket in brackets
    )
    printed = code + printed_cells(cells, 2 if code == "SRM" else 3)
    tell = partial(_figures, code, shares, brackets, cells, "to the nearest whole number")
    return Told(Ability(code, printed, _because([gun for gun, _ in shares]), cells), tell)


@rule("as.indirect_fire", cite=ABILITIES)
def indirect_damage(rules: Ruleset, bracket: Bracket) -> Damage:
    """Indirect fire is worth what its weapons do at long range without fire control, rounded to the nearest."""
    return rules[ability_damage].function(rules, bracket.tenth)


def _indirect(rules: Ruleset, guns: Sequence[Gun], heated: Heated) -> Iterator[Told]:
    shares = [(gun, plain(rules, gun)) for gun in guns if gun.strike.indirect]
    total = sum([share[2] for _, share in shares])
    if total:
        bracket = heated.bracket(rules, ratio(total, ONE), "L")
        cell = rules[indirect_damage].function(rules, bracket)
        ability = Ability("IF", f"IF{cell}", _because([gun for gun, _ in shares]), (cell,))
        yield Told(ability, partial(_indirect_figures, shares, bracket, cell))


def _indirect_figures(shares: Sequence[tuple[Gun, Amounts]], bracket: Bracket, cell: Damage) -> tuple[Figure, ...]:
    return (_figure("IF", shares, 2, bracket).then(_rounded(cell), cell.value, ABILITIES),)


def _artillery(rules: Ruleset, guns: Sequence[Gun]) -> Iterator[Told]:
    """Artillery is counted by its kind."""
    pieces = [
        (rules[artillery_code].function(rules, gun.weapon), gun)
        for gun in guns
        if gun.aid != FROM_THE_AIR and not ARTILLERY_FLAGS.isdisjoint(gun.weapon.flags)
    ]
    for code, count in Counter(code for code, _ in pieces).items():
        because = _because([gun for other, gun in pieces if other == code])
        figure = Figure.of(f"ability.{code}", f"{code} pieces", count, ABILITIES, because)
        yield Told(Ability(code, f"{code}-{count}", because), partial(tuple, (figure,)))


def _heating(rules: Ruleset, guns: Sequence[Gun]) -> Iterator[Told]:
    """What weapons heat their targets with."""
    hot = [gun for gun in guns if gun.strike.heat_damage != COLD]
    if not hot:
        return
    sums = [sum(gun.strike.heat_damage[at] for gun in hot) for at in range(3)]
    cells = tuple(Damage(rules[heat_value].function(rules, total)) for total in sums)
    if any(cells):
        ability = Ability("HT", "HT" + printed_cells(cells, 3), _because(hot), cells)
        yield Told(ability, partial(_heat_figures, hot, cells))


def _heat_figures(hot: Sequence[Gun], cells: Sequence[Damage]) -> Iterator[Figure]:
    """The heat that weapons do to a target, at every range where they do any."""
    for at, cell in enumerate(cells):
        done = [gun for gun in hot if gun.strike.heat_damage[at]]
        if done:
            terms = tuple(Term("heat.weapon", gun.strike.heat_damage[at], gun.weapon.name, ABILITIES) for gun in done)
            figure = Figure(f"damage.HT.{RANGES[at]}", f"HT at {RANGES[at]} range", Tally(terms))
            yield figure.then(f"1 from {HOT} points on, 2 from {HOTTER}", cell.value, ABILITIES)


def _re_engineered(rules: Ruleset, guns: Sequence[Gun], heated: Heated) -> Iterator[Told]:
    """Re-engineered lasers are told of without their damage, where they do enough of it."""
    shares = [(gun, gun.amounts) for gun in guns if RE_ENGINEERED in gun.weapon.flags]
    if shares:
        sums = [sum(share[at] for _, share in shares) for at in range(2)]
        brackets = [heated.bracket(rules, ratio(total, ONE), BANDS[at]) for at, total in enumerate(sums)]
        if rules[earned].function(rules, "REL", brackets):
            ability = Ability("REL", "REL", _because([gun for gun, _ in shares]))
            yield Told(ability, lambda: (_figure("REL", shares, 1, brackets[1]),))


def turret_ability(rules: Ruleset, guns: Sequence[Gun], heated: Heated, more: Sequence[Ability]) -> Told | None:
    """What turns with a turret: its damage, rounded as the unit's own, and the abilities of what is in it."""
    fighting = [gun for gun in guns if gun.strike.family != "TOR"]
    sums = [sum(gun.amounts[at] for gun in fighting) for at in range(3)]
    brackets = [heated.bracket(rules, ratio(total, ONE), BANDS[at]) for at, total in enumerate(sums)]
    cells = tuple(rules[final_damage].function(rules, bracket.tenth) for bracket in brackets)
    inner = sorted([*(told.ability for told in battery(rules, guns, heated, flying=False)), *more], key=_printed)
    if not any(cells) and not inner:
        return None
    listed = ([printed_cells(cells, 3)] if any(cells) else []) + [ability.printed for ability in inner]
    shares = [(gun, gun.amounts) for gun in fighting]
    ability = Ability("TUR", f"TUR({','.join(listed)})", _because(guns), cells)
    return Told(ability, partial(_figures, "TUR", shares, brackets, cells, "up to the next whole number"))


def printed_cells(cells: Sequence[Damage], ranges: int) -> str:
    """Damage at some ranges as printed, with a dash for none; extreme range only where there is some."""
    if len(cells) == 4 and cells[3]:
        ranges = 4
    return "/".join(str(cell) if cell else "-" for cell in cells[:ranges])


def _printed(ability: Ability) -> str:
    return ability.printed


def _because(guns: Sequence[Gun]) -> str:
    """The weapons that an ability comes from."""
    return ", ".join(dict.fromkeys([gun.weapon.name for gun in guns]))


def _figures(
    code: str,
    shares: Sequence[tuple[Gun, Amounts]],
    brackets: Sequence[Bracket],
    cells: Sequence[Damage],
    rounding: str,
) -> tuple[Figure, ...]:
    """The sums behind an ability at every range that it has damage at."""
    return tuple(
        _figure(code, shares, at, bracket).then(_rounded(cell, rounding), cell.value, ABILITIES)
        for at, (bracket, cell) in enumerate(zip(brackets, cells, strict=True))
        if bracket.subtotal
    )


def _rounded(cell: Damage, rounding: str = "to the nearest whole number") -> str:
    return "minimal damage" if cell.minimal else rounding


def _figure(code: str, shares: Sequence[tuple[Gun, Amounts]], at: int, bracket: Bracket) -> Figure:
    """The sum behind an ability at one range."""
    terms = [
        Term("damage.weapon", ratio(share[at], ONE), gun.terms[at].label, gun.terms[at].cite)
        for gun, share in shares
        if share[at]
    ]
    figure = Figure(f"damage.{code}.{RANGES[at]}", f"{code} at {RANGES[at]} range", Tally(tuple(terms)))
    if bracket.raw is not bracket.subtotal and bracket.raw != bracket.subtotal:
        figure = figure.then("after heat", bracket.raw, ABILITIES)
    return figure.then("up to the next tenth", bracket.tenth, ABILITIES)


RULES = (family_share, earned, heat_value, artillery_code, indirect_damage)
