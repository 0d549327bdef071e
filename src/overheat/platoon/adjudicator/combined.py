"""What becomes of a target of several weapons that a unit fires together, and of both sides of an assault.

The chances belong together: who falls, the pins and the end of the target are told as one, as the engine resolves them.
Weapons are resolved one after the other; whoever is gone is not hit again. However many of them hit, the target takes
the pins of one: of the first that hits, or of the first that is no small arm, and those of a blast or of flames in
their place. Morale is checked once, after all of them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.kernel.answers import Chance
from overheat.kernel.inquiries import Desk, Inquiry
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.wording.phrases import counted
from overheat.platoon.adjudicator.questions import (
    Asked,
    AssaultAsked,
    Inches,
    Name,
    Pins,
    ShotAsked,
    Toughness,
    blast_of,
    check_range,
    shot_of,
    strike_of,
)
from overheat.platoon.adjudicator.rulings import Premise, Ruling
from overheat.platoon.books import BASE
from overheat.platoon.facts import Facing, Order, Quality, Shot
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.resolution import chances, odds
from overheat.platoon.rules.standard import blast, damage, orders
from overheat.platoon.rules.standard import pins as pin_rules

FLAMES = "Flamethrower"
MOST_WEAPONS = 30
MOST_FIGHTERS = 400
"""Of so many men, one side times the other, the losses to the end are told."""


class FiredTogether(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Like weapons of a unit that fires several kinds."""

    weapon: Name
    distance: Inches
    weapons: Annotated[int, Meta(ge=1, le=MOST_WEAPONS)] = 1
    cover: Cover = "none"
    facing: Facing = "front"
    high_explosive: bool = False
    attendants: Annotated[int, Meta(ge=0, le=20)] | None = None
    door: bool = False
    mounted: bool = False


SHORT = re.compile(r"(?:(\d{1,2}) *x? +)?(\w{1,60}) *@ *(\d{1,3}(?:\.\d{1,2})?)")
"""Weapons in short: how many, which, and how far from the target."""


def in_short(text: str) -> FiredTogether:
    """Weapons as they are written in a line: `4 rifle@10`, `hmg@10`."""
    found = SHORT.fullmatch(text.strip())
    if found is None:
        raise refuse("adjudicate.fire", f"{text[:40]!r} is no weapon at a distance, such as 4 rifle@10")
    many, weapon, far = found.groups()
    if not 1 <= int(many or 1) <= MOST_WEAPONS:
        raise refuse("adjudicate.fire", f"from 1 to {MOST_WEAPONS} weapons of a kind are fired together")
    return FiredTogether(weapon=weapon, distance=float(far), weapons=int(many or 1))


class SalvoAsked(Asked, frozen=True):
    """Several kinds of weapons that a unit fires together at a unit or a vehicle."""

    fire: Annotated[
        tuple[FiredTogether | Annotated[str, Meta(max_length=80)], ...],
        Meta(min_length=1, max_length=12, description="Weapons at a distance in inches, such as 4 rifle@10, hmg@10."),
    ]
    order: Order = "fire"
    quality: Quality = "regular"
    pins: Pins = 0
    down: bool = False
    men: Annotated[int, Meta(ge=1, le=100)] = 10
    damage_value: Toughness = 4
    vehicle: bool = False
    open_topped: bool = False
    target_quality: Quality = "regular"
    target_pins: Pins = 0
    target_nco_lost: bool = False

    def shots(self) -> list[ShotAsked]:
        """Each kind of weapon as a question of its own."""
        alike = {
            name: getattr(self, name)
            for name in ("order", "quality", "pins", "down", "men", "damage_value", "vehicle", "open_topped")
        }
        fired = (in_short(each) if isinstance(each, str) else each for each in self.fire)
        return [ShotAsked(**msgspec.structs.asdict(each), **alike) for each in fired]


class Struck(msgspec.Struct, frozen=True):
    """A target under fire: who fell so far, and what will pin it."""

    fallen: int = 0
    hit: bool = False
    strongest: tuple[int, int] | None = None
    """The kind of weapon whose hits pin it, by its number, and how often that hit."""
    blasted: int | None = None
    """The size of the first blast on it."""
    flames: int = 0
    gone: bool = False


class Fate(msgspec.Struct, frozen=True):
    """What has become of a target."""

    hit: bool
    fallen: int
    pins: int
    destroyed: bool


class Salvo:
    """Weapons that are fired together, and everything that may become of their target."""

    def __init__(self, rules: Ruleset, asked: SalvoAsked) -> None:
        self.rules, self.asked = rules, asked
        self.fired: list[tuple[ShotAsked, Shot]] = []
        for each in asked.shots():
            shot = shot_of(each, rules)
            check_range(rules, shot)
            if shot.way == "guided":
                raise refuse("adjudicate.guided", f"{shot.weapon.name} flies by itself; ask about it alone")
            self.fired.append((each, shot))

    def fates(self) -> Distribution[Fate]:
        """What becomes of the target."""
        found = Distribution.always(Struck())
        for number, (each, shot) in enumerate(self.fired):
            hits = odds.hits(self.rules, shot, each.weapons)
            found = found.then(
                lambda struck, number=number, hits=hits: (  # type: ignore[misc]
                    Distribution.always(struck)
                    if struck.gone
                    else hits.then(lambda hit: self._taken(struck, number, hit))
                )
            )
        return found.then(self._pinned).then(self._shaken)

    def _taken(self, struck: Struck, number: int, hits: int) -> Distribution[Struck]:
        """A target that weapons of a kind have hit so often."""
        if not hits:
            return Distribution.always(struck)
        (each, shot), rules = self.fired[number], self.rules
        size = blast_of(shot)
        burns = FLAMES in shot.weapon.keywords
        plain = size is None and not burns
        replaced = struck.strongest is None or self.fired[struck.strongest[0]][1].weapon.small_arms
        now = msgspec.structs.replace(
            struck,
            hit=True,
            strongest=(number, hits) if plain and replaced else struck.strongest,
            blasted=size if struck.blasted is None else struck.blasted,
            flames=struck.flames + burns,
        )
        if each.vehicle:
            out = 1 - (1 - odds.strike(rules, strike_of(each, rules)).knocked_out) ** hits
            return odds.binomial(1, out).map(lambda lost: msgspec.structs.replace(now, gone=bool(lost)))
        if size is not None:
            templates = rules[blast.templates](rules, hits)
            fallen = odds.blast_casualties(rules, size, each.damage_value, None, each.down).repeat(templates)
        else:
            fallen = odds.binomial(hits, odds.casualty(rules, shot, each.damage_value))
        return fallen.map(lambda many: self._after(now, many))

    def _after(self, struck: Struck, many: int) -> Struck:
        fallen = min(self.asked.men, struck.fallen + many)
        return msgspec.structs.replace(struck, fallen=fallen, gone=fallen >= self.asked.men)

    def _pinned(self, struck: Struck) -> Distribution[tuple[Struck, int]]:
        """The target with the pins that it takes."""
        rules, none = self.rules, Distribution.always(0)
        if struck.gone or not struck.hit:
            return none.map(lambda many: (struck, many))
        pins = odds.number(rules, "D3").map(lambda many: many + 1).repeat(struck.flames) if struck.flames else none
        if struck.blasted is not None:
            pins = pins.combine(odds.number(rules, rules[blast.BLASTS][struck.blasted].pins), int.__add__)
        elif not struck.flames and struck.strongest is not None:
            number, hits = struck.strongest
            each, shot = self.fired[number]
            heeded = not each.vehicle or not rules[pin_rules.shrugged_off](
                rules, shot.weapon, each.damage_value, each.open_topped
            )
            pins = odds.number(rules, rules[pin_rules.gained](rules, shot.weapon, hits, "")) if heeded else none
        return pins.map(lambda many: (struck, many))

    def _shaken(self, found: tuple[Struck, int]) -> Distribution[Fate]:
        """Whether a target holds: too many pins destroy it, and men who lost half of theirs or burn check."""
        (struck, pins), asked, rules = found, self.asked, self.rules
        fate = Fate(struck.hit, struck.fallen, pins, struck.gone)
        lost = msgspec.structs.replace(fate, destroyed=True)
        if struck.gone or asked.vehicle or not struck.hit:
            return Distribution.always(fate)
        held, quality = asked.target_pins + pins, asked.target_quality
        if rules[pin_rules.routed](rules, held, orders.standing_of(rules, quality).morale):
            return Distribution.always(lost)
        if not (rules[damage.morale_due](rules, asked.men, struck.fallen) or struck.flames):
            return Distribution.always(fate)
        holds = chances.morale_check(rules, quality, held, nco_lost=asked.target_nco_lost)
        return odds.binomial(1, holds).map(lambda stays: fate if stays else lost)


def _salvo(desk: Desk, asked: SalvoAsked) -> Ruling:
    """Who falls, how many pins there are and whether the target is gone, together."""
    salvo = Salvo(desk.rules, asked)
    found = salvo.fates()
    told = [
        Chance("destroyed", "the target is destroyed", found.where(lambda fate: fate.destroyed)),
        Chance("any_hit", "at least one hit", found.where(lambda fate: fate.hit)),
        Chance("pinned", "it takes pins and goes on", found.where(lambda fate: fate.pins > 0 and not fate.destroyed)),
    ]
    means = [Chance("pins", "pins on average", found.map(lambda fate: fate.pins).mean)]
    if not asked.vehicle:
        half = found.where(lambda fate: 2 * fate.fallen >= asked.men)
        told += [
            Chance("any_fallen", "at least one man falls", found.where(lambda fate: fate.fallen > 0)),
            Chance("half_fallen", "half of the men fall, or more", half),
        ]
        means.insert(0, Chance("casualties", "men fall on average", found.map(lambda fate: fate.fallen).mean))
    names = " and ".join(f"{each.weapons} x {shot.weapon.name}" for each, shot in salvo.fired)
    return Ruling(
        premise=Premise(f"{names} fired together"),
        chances=tuple(told),
        means=tuple(means),
        outcomes="what becomes of the target",
        distribution=_rows(asked, found),
    )


def _rows(asked: SalvoAsked, found: Distribution[Fate]) -> tuple[Chance, ...]:
    """Who falls and how many pins there are, together; a target that is gone counts as one."""
    kept = sorted({(fate.fallen, fate.pins) for fate in found if not fate.destroyed})
    rows = [
        Chance(
            f"{fallen}.{pins}",
            _words(fallen, pins, vehicle=asked.vehicle),
            found.where(lambda fate, two=(fallen, pins): not fate.destroyed and (fate.fallen, fate.pins) == two),  # type: ignore[misc]
        )
        for fallen, pins in kept
    ]
    return (*rows, Chance("destroyed", "the target is destroyed", found.where(lambda fate: fate.destroyed)))


def _words(fallen: int, pins: int, *, vehicle: bool) -> str:
    taken = counted(pins, "pin") if pins else "no pins"
    return f"it goes on, {taken}" if vehicle else f"{counted(fallen, 'man falls', 'men fall')}, {taken}"


class LossesAsked(AssaultAsked, frozen=True):
    """Close quarters of two sides to their end: who is left, and how many of them."""


def _losses(desk: Desk, asked: LossesAsked) -> Ruling:
    """Who is left after an assault and how many, together."""
    if asked.men * asked.enemies > MOST_FIGHTERS:
        raise refuse("adjudicate.fighters", f"more than {MOST_FIGHTERS} men, one side times the other, are too many")
    attacker, defender = asked.sides()
    found = chances.fought_out(desk.rules, attacker, defender, defended=asked.defended)
    still = chances.mean_left(found)
    ours, theirs = (sum((share for two, share in found.items() if two[at] > 0), Fraction(0)) for at in (0, 1))
    rows = [
        Chance(f"attacker.{left}", f"{counted(left, 'attacker is', 'attackers are')} left", found[left, 0])
        for left in sorted((two[0] for two in found if two[0]), reverse=True)
    ]
    if (0, 0) in found:
        rows.append(Chance("nobody", "nobody is left", found[0, 0]))
    rows += [
        Chance(f"defender.{left}", f"{counted(left, 'defender is', 'defenders are')} left", found[0, left])
        for left in sorted(two[1] for two in found if two[1])
    ]
    return Ruling(
        premise=Premise(f"{counted(asked.men, 'man charges', 'men charge')} {asked.enemies}, to the end"),
        chances=(
            Chance("attackers_left", "the attackers are left", ours),
            Chance("defenders_left", "the defenders are left", theirs),
        ),
        means=(
            Chance("attackers", "attackers left on average", still[0]),
            Chance("defenders", "defenders left on average", still[1]),
        ),
        outcomes="who is left, and how many",
        distribution=tuple(rows),
    )


ROWS: dict[str, Inquiry[Desk]] = {
    "volley": Inquiry(
        title="What becomes of the target of several kinds of weapons that a unit fires together",
        facts=SalvoAsked,
        answer=_salvo,
        cite=BASE("Pins"),
        also=("salvo", "outcomes"),
    ),
    "assault losses": Inquiry(
        title="Who is left after an assault, and how many of them",
        facts=LossesAsked,
        answer=_losses,
        cite=BASE("Close quarters"),
        also=("losses",),
    ),
}
"""These questions, by the word after `ask`."""
