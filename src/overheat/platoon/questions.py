"""Questions from a real table: a shot, an order, a hit on armour, a blast, shells, close quarters."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.kernel.refusal import refuse
from overheat.kernel.rules import Ruleset
from overheat.platoon import resolve
from overheat.platoon.books import BASE
from overheat.platoon.facts import Facing, Order, OrderTest, Quality, Shot, Strike, Target
from overheat.platoon.ground import Cover

Inches = Annotated[float, Meta(ge=0, le=500)]
Toughness = Annotated[int, Meta(ge=2, le=12)]
Pins = Annotated[int, Meta(ge=0, le=20)]
Men = Annotated[int, Meta(ge=1, le=40)]
Name = Annotated[str, Meta(max_length=60)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="question"):
    """A question; `rules` names optional rules that are played with."""

    rules: tuple[Name, ...] = ()


class ShotAsked(Asked, frozen=True, tag="shot"):
    """Some like weapons fired at a unit or a vehicle."""

    weapon: Name
    distance: Inches
    weapons: Annotated[int, Meta(ge=1, le=30)] = 1
    order: Order = "fire"
    quality: Quality = "regular"
    pins: Pins = 0
    cover: Cover = "none"
    down: bool = False
    men: Annotated[int, Meta(ge=1, le=100)] = 10
    damage_value: Toughness = 4
    vehicle: bool = False
    facing: Facing = "front"
    high_explosive: bool = False
    attendants: Annotated[int, Meta(ge=0, le=20)] | None = None
    open_topped: bool = False


class OrderAsked(Asked, frozen=True, tag="order_test"):
    """An order given to a unit."""

    quality: Quality
    pins: Pins = 0
    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    order: Order = "advance"
    forced: bool = False
    command: bool = False
    nco_lost: bool = False
    virtual_pins: Pins = 0


class HitAsked(Asked, frozen=True, tag="penetration"):
    """One hit on a vehicle or a helicopter."""

    weapon: Name
    distance: Inches = 0
    damage_value: Toughness = 9
    facing: Facing = "front"
    high_explosive: bool = False
    open_topped: bool = False
    helicopter: bool = False


class BlastAsked(Asked, frozen=True, tag="high_explosive"):
    """A blast among men: under a template, or in a building where none is laid."""

    size: Annotated[int, Meta(ge=1, le=4)]
    damage_value: Toughness = 4
    covered: Annotated[int, Meta(ge=0, le=40)] | None = None
    down: bool = False


class ShellsAsked(Asked, frozen=True, tag="indirect"):
    """Shells in an arc at a target that stands still, a turn each."""

    shells: Annotated[int, Meta(ge=1, le=6)]
    need: Annotated[int, Meta(ge=2, le=6)] = 6
    observed: bool = True


class FightAsked(Asked, frozen=True, tag="close_quarters"):
    """One round of close quarters, of the side that strikes."""

    men: Men
    damage_value: Toughness = 4
    tough: Annotated[int, Meta(ge=0, le=40)] = 0
    enemies: Men | None = None
    """How many there are to fell; without it there is no end of them."""


Question = ShotAsked | OrderAsked | HitAsked | BlastAsked | ShellsAsked | FightAsked


def shot_of(asked: ShotAsked, rules: Ruleset) -> Shot:
    """A shot as the rules know it."""
    return Shot(
        weapon=resolve.weapon_of(rules, asked.weapon),
        distance=asked.distance,
        order=asked.order,
        quality=asked.quality,
        pins=asked.pins,
        attendants=asked.attendants,
        high_explosive=asked.high_explosive,
        target=Target(soft=not asked.vehicle, men=asked.men, down=asked.down, cover=asked.cover),
    )


def strike_of(asked: ShotAsked | HitAsked, rules: Ruleset) -> Strike:
    """A hit on a vehicle as the rules know it."""
    weapon = resolve.weapon_of(rules, asked.weapon)
    if asked.high_explosive and not weapon.he:
        raise refuse("adjudicate.round", f"{weapon.name} has no explosive round", weapon=weapon.id)
    return Strike(
        weapon=weapon,
        distance=asked.distance,
        facing=asked.facing,
        high_explosive=asked.high_explosive,
        damage_value=asked.damage_value,
        open_topped=asked.open_topped,
    )


def test_of(asked: OrderAsked) -> OrderTest:
    """An order test as the rules know it."""
    return OrderTest(
        quality=asked.quality,
        order=asked.order,
        pins=asked.pins,
        virtual_pins=asked.virtual_pins,
        officer=asked.officer,
        command=asked.command,
        nco_lost=asked.nco_lost,
        forced=asked.forced,
    )


def check_range(rules: Ruleset, shot: Shot) -> None:
    """Refuse a shot that its weapon cannot fire."""
    if not shot.weapon.bands:
        raise refuse("adjudicate.arc", f"{shot.weapon.name} fires in an arc", weapon=shot.weapon.id)
    if shot.high_explosive and not shot.weapon.he:
        raise refuse("adjudicate.round", f"{shot.weapon.name} has no explosive round", weapon=shot.weapon.id)
    if resolve.band_at(rules, shot.weapon, shot.distance) is None:
        ends = [f"{band.start:g} to {'any range' if band.to is None else f'{band.to:g}'}" for band in shot.weapon.bands]
        reason = f"{shot.weapon.name} reaches {', '.join(ends)} inches, not {shot.distance:g}"
        raise refuse("shooting.range", reason, BASE("Shooting"), weapon=shot.weapon.id)
