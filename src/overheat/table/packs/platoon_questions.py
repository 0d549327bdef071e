"""Which questions of H.E.A.T are packed: what each may be asked with, and what its chances go by."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from overheat.kernel.odds import Distribution
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.adjudicator.chained import about_chart, about_leash, hit_of, order_of
from overheat.platoon.adjudicator.inquiries import about_order, about_penetration, aimed
from overheat.platoon.adjudicator.questions import blast_of, check_range, shot_of, strike_of, test_of
from overheat.platoon.adjudicator.rulings import Premise
from overheat.platoon.facts import Result, Strike
from overheat.platoon.resolution import odds, resolve
from overheat.platoon.rules.standard import armour, blast, orders, shooting
from overheat.platoon.rules.standard.orders import ORDER_KINDS, QUALITY
from overheat.platoon.units.weapons import weapons
from overheat.table.packs.parting import Fact

SUM = "sum"
"""What the terms of an answer come to, as a thing that chances go by."""
ALL = "*"
"""All figures that are not named."""
RESULTS: tuple[Result, ...] = ("none", "glancing", "full", "massive")
FLAMES = "Flamethrower"
Told = Mapping[str, Hashable]


class Of(msgspec.Struct, frozen=True):
    """What one does, and how many do it: a number that the question gives, less another, or a part of the answer."""

    part: str
    times: str = ""
    less: str = ""


class Spread(msgspec.Struct, frozen=True):
    """A figure that is put together from what several do."""

    into: Literal["chances", "means", "rows"]
    id: str
    label: str
    tell: Literal["some", "all", "mean", "rows", "ever", "both"]
    """That there are any; that there are the most; their mean; each number; that any of so many does what the second
    part is the chance of; that both parts come about."""
    of: tuple[Of, ...]
    most: str = ""
    """The number beyond which nothing more happens."""


class Packed(msgspec.Struct, frozen=True, kw_only=True):
    """How a question is packed."""

    facts: Callable[[Ruleset], tuple[Fact, ...]]
    classes: Callable[[Ruleset, Any], Told] = lambda _, __: {}
    """What figures go by besides the facts themselves, and what one of many does."""
    by_sum: Callable[[Ruleset, Any], Told] = lambda _, __: {}
    """What goes by the sum, and by what few things besides."""
    summed: tuple[str, ...] = (SUM,)
    premise: Callable[[Ruleset, Any], Premise] | None = None
    """What it is about; None where figures go by the facts themselves, and are asked with it."""
    check: Callable[[Ruleset, Any], None] = lambda _, __: None
    """Refuses what its premise does not."""
    keyed: Mapping[str, tuple[str, ...]] = {}
    """What the figures go by, by their names; without it that is found by asking."""
    parts: Callable[[Ruleset, Any], Told] | None = None
    """What one of many does, where it goes by what figures go by."""
    spreads: tuple[Spread, ...] = ()
    words: Mapping[str, tuple[str, str]] = {}
    """One and many of what is counted, by what the outcomes are of."""
    told: tuple[str, ...] = ()
    """Words in which numbers of the question stand."""
    together: tuple[tuple[str, ...], ...] = ()
    """Facts that are known to act together: all their values are asked about with one another."""
    numbers: tuple[str, ...] = ()
    """Numbers of the question that only say how many there are."""
    fixed: Mapping[str, Any] = {}
    """What they are while it is asked."""


def _yes_or_no(*names: str) -> tuple[Fact, ...]:
    return tuple(Fact(name, (False, True)) for name in names)


def _count(name: str, usual: int | None, least: int, most: int) -> Fact:
    rest = [value for value in range(least, most + 1) if value != usual]
    return Fact(name, (usual, *rest))


def _inches(usual: int, most: int, name: str = "distance") -> Fact:
    """Whole inches, and for what lies between two of them the middle."""
    halves = [value for half in range(2 * most + 1) if (value := half // 2 if half % 2 == 0 else half / 2) != usual]
    return Fact(name, (usual, *halves))


def _weapons(rules: Ruleset, usual: str) -> Fact:
    ids = [weapon.id for weapon in weapons(rules) if rules[shooting.available](rules, weapon)]
    return Fact("weapon", (usual, *(id for id in ids if id != usual)))


def _qualities(rules: Ruleset) -> Fact:
    ids = [*rules[QUALITY].rows]
    return Fact("quality", ("regular", *(id for id in ids if id != "regular")))


def _orders(rules: Ruleset, usual: str, *, shoots: bool) -> Fact:
    kinds = rules[ORDER_KINDS].rows
    ids = [id for id, kind in kinds.items() if not shoots or kind.shoots or kind.waits]
    return Fact("order", (usual, *(id for id in ids if id != usual)))


PINS = _count("pins", 0, 0, 20)
OFFICER = _count("officer", 0, 0, 4)
FACING = Fact("facing", ("front", "side", "rear", "top"))
TOUGHNESS = _count("damage_value", 4, 2, 12)
ARMOUR = _count("damage_value", 9, 2, 12)


def exact(value: Fraction) -> str:
    """A fraction as a browser reads it."""
    return f"{value.numerator}/{value.denominator}"


def spread(found: Distribution[int]) -> tuple[tuple[int, str], ...]:
    """A distribution as a browser reads it."""
    return tuple((value, exact(found.probability(value))) for value in sorted(found))


def _struck(rules: Ruleset, struck: Strike) -> Hashable:
    """What a hit on armour goes by besides what it adds to the die and the armour."""
    tables = tuple(
        str(sum(term.value for rule in rules[armour.TABLE_TERMS] if (term := rule(rules, struck, found))))
        for found in RESULTS
    )
    return rules[armour.immune](rules, struck), struck.weapon.small_arms, *tables


# Shots.


def _shot(rules: Ruleset, asked: Any) -> Told:
    """A shot at men, with a blast or without, or at a vehicle."""
    shot = shot_of(asked, rules)
    band, size = resolve.band_at(rules, shot.weapon, shot.distance), blast_of(shot)
    flames = (str(band.shots),) if band is not None and FLAMES in shot.weapon.keywords else ()
    row = str((spread(odds.shots(rules, shot)), flames))
    if asked.vehicle:
        struck = strike_of(asked, rules)
        pen = int(resolve.penetration(rules, struck).total)
        return {"row": row, "felled": "vehicle", "pen": pen, "struck": str(_struck(rules, struck))}
    if size:
        chance = odds.fells(rules, rules[blast.BLASTS][size].pen, asked.damage_value)
        return {"row": row, "felled": f"blast {size} {exact(chance)}", "pen": None, "struck": None}
    return {
        "row": row,
        "felled": f"men {exact(odds.casualty(rules, shot, asked.damage_value))}",
        "pen": None,
        "struck": None,
    }


def _aimed(rules: Ruleset, asked: Any) -> Told:
    return {"aim": exact(odds.to_hit(rules, shot_of(asked, rules)))}


def _one_shot(rules: Ruleset, asked: Any) -> Told:
    """What one weapon does."""
    shot = shot_of(asked, rules)
    told: dict[str, Hashable] = {"hits": spread(odds.hits(rules, shot))}
    size = blast_of(shot)
    if asked.vehicle:
        told["out"] = exact(odds.strike(rules, strike_of(asked, rules)).knocked_out)
    elif size:
        inside = odds.casualties_in_a_building(rules, shot, size, asked.damage_value, down=asked.down)
        told["inside"] = spread(inside)
    else:
        told["falls"] = spread(odds.casualties(rules, shot, asked.damage_value))
    return told


HITS, FALLS, INSIDE = Of("hits", "weapons"), Of("falls", "weapons"), Of("inside", "weapons")
SHOT = Packed(
    facts=lambda rules: (
        _weapons(rules, "ar"),
        _inches(12, 120),
        _orders(rules, "fire", shoots=True),
        _qualities(rules),
        PINS,
        Fact("cover", ("none", "soft", "hard")),
        _count("men", 10, 1, 30),
        TOUGHNESS,
        FACING,
        _count("attendants", None, 0, 20),
        *_yes_or_no("down", "high_explosive", "vehicle", "open_topped"),
    ),
    classes=_shot,
    premise=lambda rules, asked: aimed(shot_of(asked, rules), rules),
    check=lambda rules, asked: check_range(rules, shot_of(asked, rules)),
    by_sum=_aimed,
    keyed={
        "number": (SUM,),
        "chances to_hit": ("aim",),
        "chances template": ("felled", "down"),
        "chances each_hit": ("felled",),
        "outcomes": ("felled",),
        "hits": ("row", "aim"),
        "falls": ("row", "aim", "felled"),
        "inside": ("row", "aim", "felled", "down"),
        "out": ("pen", "damage_value", "struck"),
    },
    parts=_one_shot,
    spreads=(
        Spread("chances", "any_hit", "at least one hit", "some", (HITS,)),
        Spread("chances", "knocked_out", "the vehicle is knocked out", "ever", (HITS, Of("out"))),
        Spread("chances", "any_fallen", "at least one man falls", "some", (FALLS,), "men"),
        Spread("means", "hits", "hits on average", "mean", (HITS,)),
        Spread("means", "casualties_in_a_building", "men fall on average in a building", "mean", (INSIDE,), "men"),
        Spread("means", "casualties", "men fall on average", "mean", (FALLS,), "men"),
        Spread("rows", "hits", "hits", "rows", (HITS,)),
        Spread("rows", "falls", "men who fall", "rows", (FALLS,), "men"),
    ),
    words={"hits": ("hit", "hits"), "men who fall": ("man falls", "men fall")},
    told=('at {distance}"', "not {distance}"),
    together=(
        ("weapon", "high_explosive", "distance"),
        ("weapon", "attendants"),
        ("weapon", "high_explosive", "damage_value"),
    ),
    numbers=("weapons",),
)


# Orders and nerve.


def _test(rules: Ruleset, asked: Any) -> Told:
    test = test_of(asked, rules)
    return {
        "tested": "tested" if rules[orders.needs_test](rules, test) else "free",
        "rallies": "rallies" if orders.kind_of(rules, test.order).rallies else "acts",
    }


def _obeyed(rules: Ruleset, asked: Any) -> Told:
    return {"obeyed": exact(odds.order_test(rules, test_of(asked, rules)))}


ORDER = Packed(
    facts=lambda rules: (
        _qualities(rules),
        PINS,
        _orders(rules, "fire", shoots=False),
        OFFICER,
        _count("virtual_pins", 0, 0, 10),
        *_yes_or_no("forced", "command", "nco_lost"),
    ),
    classes=_test,
    premise=about_order,
    by_sum=_obeyed,
    summed=(SUM, "tested"),
    together=(("quality", "officer", "pins"),),
    keyed={
        "number": (SUM, "tested"),
        ALL: ("obeyed", "tested"),
        "means pins_after": ("obeyed", "tested", "pins", "rallies"),
    },
)
MORALE = Packed(facts=lambda rules: (_qualities(rules), PINS, *_yes_or_no("nco_lost")))


def _leashed(rules: Ruleset, asked: Any) -> Told:
    return {"tested": "tested" if rules[orders.needs_test](rules, test_of(order_of(asked), rules)) else "free"}


LEASH = Packed(
    facts=lambda rules: (
        _inches(34, 120),
        _qualities(rules),
        PINS,
        _orders(rules, "fire", shoots=False),
        OFFICER,
        *_yes_or_no("nco_lost"),
    ),
    classes=_leashed,
    premise=about_leash,
    keyed={"number": (SUM, "tested"), ALL: (SUM, "tested")},
    told=('{distance}" from its vehicle',),
)


# Armour.


def _hit(rules: Ruleset, asked: Any) -> Told:
    return {"struck": str((asked.helicopter, _struck(rules, strike_of(asked, rules))))}


def _hit_from_below(rules: Ruleset, asked: Any) -> Told:
    return _hit(rules, hit_of(asked))


PENETRATION = Packed(
    facts=lambda rules: (
        _weapons(rules, "rpg"),
        _inches(12, 120),
        ARMOUR,
        FACING,
        *_yes_or_no("high_explosive", "open_topped", "helicopter"),
    ),
    classes=_hit,
    premise=about_penetration,
    keyed={ALL: (SUM, "damage_value", "struck")},
    together=(("weapon", "high_explosive", "distance"),),
    told=("damage value {damage_value}",),
)


# What many men do.


def _blast(rules: Ruleset, asked: Any) -> Told:
    """What one hit of a blast does, how many there are under a template, and all of it where none is laid."""
    chance = odds.fells(rules, rules[blast.BLASTS][asked.size].pen, asked.damage_value)
    covered = asked.under(rules)
    whole, hits = Distribution.always(0), 0
    if covered is None:
        whole = odds.blast_casualties(rules, asked.size, asked.damage_value, None, asked.down)
    else:
        hits = odds.every(lambda dice: resolve.blast_hits(rules, dice, asked.size, covered, asked.down)).mean
    return {"one": spread(odds.binomial(1, chance)), "struck": int(hits), "whole": spread(whole)}


BLASTED = (Of("one", "@struck"), Of("whole"))
BLAST = Packed(
    facts=lambda _: (
        _count("size", 1, 1, 4),
        TOUGHNESS,
        _count("covered", None, 0, 40),
        *_yes_or_no("down"),
    ),
    classes=_blast,
    spreads=(
        Spread("chances", "any_fallen", "at least one man falls", "some", BLASTED),
        Spread("means", "casualties", "men fall on average", "mean", BLASTED),
        Spread("rows", "falls", "men who fall", "rows", BLASTED),
    ),
    words={"men who fall": ("man falls", "men fall")},
)


def _fight(rules: Ruleset, asked: Any) -> Told:
    one = (odds.close_quarters_kills(rules, 1, asked.damage_value, tough) for tough in (0, 1))
    return dict(zip(("plain", "tough"), map(spread, one), strict=True))


FELLED = (Of("plain", "men", "tough"), Of("tough", "tough"))
FIGHT = Packed(
    facts=lambda _: (_count("men", 8, 1, 40), TOUGHNESS),
    classes=_fight,
    spreads=(
        Spread("chances", "any_felled", "at least one enemy falls", "some", FELLED, "enemies"),
        Spread("chances", "all_felled", "all enemies fall", "all", FELLED, "enemies"),
        Spread("means", "felled", "enemies fall on average", "mean", FELLED, "enemies"),
        Spread("rows", "felled", "enemies who fall", "rows", FELLED, "enemies"),
    ),
    words={"enemies who fall": ("enemy falls", "enemies fall")},
    numbers=("men", "tough", "enemies"),
)


# Drones, and all that has few answers.


def _load(rules: Ruleset, asked: Any) -> Told:
    struck = resolve.load_strike(rules, asked.damage_value, open_topped=getattr(asked, "open_topped", False))
    return {"out": exact(odds.strike(rules, struck).knocked_out)}


DROP = Packed(
    facts=lambda rules: (
        Fact("load", ("anti-tank", "explosive")),
        _qualities(rules),
        PINS,
        OFFICER,
        ARMOUR,
        *_yes_or_no("open_topped"),
    ),
    classes=_load,
    spreads=(Spread("chances", "knocked_out", "the vehicle is knocked out", "both", (Of("chances hits"), Of("out"))),),
    told=("damage_value",),
)
DRONE = Packed(
    facts=lambda rules: (
        _count("turns", 3, 0, 20),
        _inches(40, 120),
        _qualities(rules),
        PINS,
        OFFICER,
        ARMOUR,
    ),
    classes=_load,
    spreads=(
        Spread(
            "chances",
            "knocked_out",
            "the vehicle below is knocked out",
            "both",
            (Of("chances anti_tank_load_hits"), Of("out")),
        ),
    ),
    told=('{distance}" from its team',),
)

QUESTIONS: dict[str, Packed] = {
    "shot": SHOT,
    "order_test": ORDER,
    "penetration": PENETRATION,
    "high_explosive": BLAST,
    "indirect": Packed(
        facts=lambda _: (_count("shells", 1, 1, 6), _count("need", 6, 2, 6), Fact("observed", (True, False)))
    ),
    "morale": MORALE,
    "close_quarters": FIGHT,
    "pins": Packed(facts=lambda _: (_count("pins", 3, 0, 20),)),
    "leash": LEASH,
    "drone_drop": DROP,
    "drone": DRONE,
    "helicopter_chart": Packed(
        facts=lambda rules: (
            _weapons(rules, "hmg"),
            _inches(12, 120),
            _count("damage_value", 7, 2, 12),
            FACING,
            *_yes_or_no("high_explosive"),
        ),
        classes=_hit_from_below,
        premise=about_chart,
        keyed={ALL: (SUM, "damage_value", "struck")},
        together=(("weapon", "high_explosive", "distance"),),
        told=("of {damage_value}+",),
    ),
    "missile": Packed(facts=lambda _: (_inches(60, 240),)),
    "called_strike": Packed(facts=lambda _: _yes_or_no("air")),
    "device": Packed(facts=lambda _: _yes_or_no("engineers")),
    "bag": Packed(
        facts=lambda _: (_count("mine", 10, 1, 16), _count("theirs", 10, 0, 16), _count("drawn", 1, 1, 4)),
    ),
}
"""The questions that are packed, by what the page calls them."""
