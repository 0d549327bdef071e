"""Questions from a real table: a shot, an order, a hit on armour, a blast, shells, close quarters, nerve, a drop."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset
from overheat.platoon.books import BASE
from overheat.platoon.facts import Facing, Flight, Order, OrderTest, Quality, Shot, Strike, Target
from overheat.platoon.ground.geometry import SCALE, Body, spot
from overheat.platoon.ground.terrain import Cover
from overheat.platoon.resolution import resolve
from overheat.platoon.resolution.chances import Side
from overheat.platoon.rosters.sheet import LEAST_BASE, MOST_BASE
from overheat.platoon.rules.standard import blast, fighting_vehicles, indirect
from overheat.platoon.rules.standard.helicopters import FlightPlan, HelicopterClass
from overheat.platoon.units.weapons import Weapon

Inches = Annotated[float, Meta(ge=0, le=500)]
Toughness = Annotated[int, Meta(ge=2, le=12)]
Pins = Annotated[int, Meta(ge=0, le=20)]
Men = Annotated[int, Meta(ge=1, le=40)]
Name = Annotated[str, Meta(max_length=60)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts of a question."""


class ShotAsked(Asked, frozen=True):
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
    drone: Flight | None = None
    """How the target flies, if it is a drone."""
    door: bool = False
    """Fired through the door of a helicopter."""
    mounted: bool = False
    """Whether the weapon is a vehicle's."""


class OrderAsked(Asked, frozen=True):
    """An order given to a unit."""

    quality: Quality
    pins: Pins = 0
    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    order: Order = "advance"
    forced: bool = False
    command: bool = False
    nco_lost: bool = False
    virtual_pins: Pins = 0
    arriving: bool = False
    leash: Inches = 0
    """How far a squad is from its fighting vehicle."""


class HitAsked(Asked, frozen=True):
    """One hit on a vehicle or a helicopter."""

    weapon: Name
    distance: Inches = 0
    damage_value: Toughness = 9
    facing: Facing = "front"
    high_explosive: bool = False
    open_topped: bool = False
    helicopter: bool = False
    indirect: bool = False
    """Fired in an arc, which strikes the top; so is whatever can fire no other way."""
    flamethrower_vehicle: bool = False


class BlastAsked(Asked, frozen=True):
    """A blast among men: under a template, or in a building where none is laid."""

    size: Annotated[int, Meta(ge=1, le=4)]
    damage_value: Toughness = 4
    covered: Annotated[int, Meta(ge=0, le=40)] | None = None
    distances: Annotated[tuple[Inches, ...], Meta(max_length=40)] = ()
    """How far the middle of each man's base is from the middle of the template, in place of how many it covers."""
    base: Annotated[float, Meta(ge=LEAST_BASE, le=MOST_BASE)] = 1
    """How wide those bases are."""
    down: bool = False

    def under(self, rules: Ruleset) -> int | None:
        """How many men are under the template; None where none is laid."""
        if not self.distances:
            return self.covered
        if self.covered is not None:
            raise refuse("adjudicate.template", "either how many men are covered is told, or how far they are")
        bodies = (Body(spot(inches, 0), round(self.base * SCALE)) for inches in self.distances)
        return sum(
            rules[blast.covers](rules, spot(0, 0), rules[blast.radius](rules, self.size), body) for body in bodies
        )


class ShellsAsked(Asked, frozen=True):
    """Shells in an arc at a target that stands still, a turn each."""

    shells: Annotated[int, Meta(ge=1, le=6)]
    need: Annotated[int, Meta(ge=2, le=6)] = 6
    observed: bool = True
    unseen: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    """The numbers of shells that nobody sees fall though others are observed."""

    def watched(self) -> list[bool]:
        """Whether each shell is observed."""
        beyond = [number for number in self.unseen if number > self.shells]
        if beyond:
            raise refuse("adjudicate.shell", f"there is no shell {beyond[0]} of {self.shells}", shell=beyond[0])
        return [self.observed and number not in self.unseen for number in range(1, self.shells + 1)]


class FightAsked(Asked, frozen=True):
    """One round of close quarters, of the side that strikes."""

    men: Men
    damage_value: Toughness = 4
    tough: Annotated[int, Meta(ge=0, le=40)] = 0
    enemies: Men | None = None
    """How many there are to fell; without it there is no end of them."""


class AssaultAsked(Asked, frozen=True):
    """Close quarters of two sides, until one of them is destroyed."""

    men: Men
    enemies: Men
    damage_value: Toughness = 4
    enemy_damage_value: Toughness = 4
    tough: Annotated[int, Meta(ge=0, le=40)] = 0
    enemy_tough: Annotated[int, Meta(ge=0, le=40)] = 0
    defended: bool = False
    """Whether cover or an obstacle lets the defenders strike together with the attackers."""

    def sides(self) -> tuple[Side, Side]:
        """Attackers and defenders."""
        for tough, men in ((self.tough, self.men), (self.enemy_tough, self.enemies)):
            if tough > men:
                raise refuse("adjudicate.tough", f"{tough} tough fighters among {men} men")
        return Side(self.men, self.damage_value, self.tough), Side(
            self.enemies, self.enemy_damage_value, self.enemy_tough
        )


class MoraleAsked(Asked, frozen=True):
    """A unit that has lost half its men to one attack."""

    quality: Quality
    pins: Pins = 0
    nco_lost: bool = False


class DropAsked(Asked, frozen=True):
    """A load that a drone lets go: the order test of a pinned team, then the load, then what it does."""

    load: Literal["anti-tank", "explosive"] = "anti-tank"
    quality: Quality = "regular"
    pins: Pins = 0
    """Pins on the team before it is ordered; one goes where it obeys."""
    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    damage_value: Toughness = 9
    open_topped: bool = False

    @property
    def test(self) -> OrderTest:
        """The order test that a pinned team takes before anything is dropped."""
        return OrderTest(quality=self.quality, pins=self.pins, officer=self.officer)


class LeashAsked(Asked, frozen=True):
    """A squad that is so far from its fighting vehicle and is given an order."""

    distance: Inches
    quality: Quality = "regular"
    pins: Pins = 0
    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    order: Order = "advance"
    nco_lost: bool = False


class ChartAsked(Asked, frozen=True):
    """A total on the helicopter chart, or without one a hit that may lead there."""

    total: Annotated[int, Meta(ge=-20, le=20)] | None = None
    weapon: Name = ""
    distance: Inches = 0
    damage_value: Toughness = 7
    facing: Facing = "front"
    high_explosive: bool = False


class DeviceAsked(Asked, frozen=True):
    """A hidden marker that an enemy comes near."""

    engineers: bool = False
    """Engineers, who may roll again when they are warned."""


class ChainAsked(ShotAsked, frozen=True):
    """An order to shoot, from its test to what becomes of the target; pins are those before the order."""

    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    forced: bool = False
    command: bool = False
    nco_lost: bool = False
    virtual_pins: Pins = 0
    leash: Inches = 0
    """How far a squad that shoots is from its fighting vehicle."""
    target_quality: Quality = "regular"
    target_pins: Pins = 0
    target_nco_lost: bool = False


class StrikeAsked(Asked, frozen=True):
    """A strike that an observer has called."""

    air: bool = False
    """An aircraft, not guns."""


class DroneAsked(Asked, frozen=True):
    """A drone in the air: its battery, its radio, and what it lets go."""

    turns: Annotated[int, Meta(ge=0, le=20)] = 3
    distance: Inches = 0
    """How far it is from its team."""
    quality: Quality = "regular"
    pins: Pins = 0
    """Pins on the team before it is ordered; one goes where it obeys."""
    officer: Annotated[int, Meta(ge=0, le=4)] = 0
    damage_value: Toughness = 9

    @property
    def test(self) -> OrderTest:
        """The order test that a pinned team takes before its drone does anything."""
        return OrderTest(quality=self.quality, pins=self.pins, officer=self.officer)


class MissileAsked(Asked, frozen=True):
    """A guided missile on its way to a target that stands still, or goes away."""

    distance: Inches
    away: Annotated[tuple[Annotated[float, Meta(ge=-500, le=500)], ...], Meta(max_length=60)] = ()
    """How far the target goes away in each turn."""


class FlightAsked(Asked, frozen=True):
    """A helicopter that wants to fly so."""

    airframe: HelicopterClass
    order: Literal["run", "advance"] = "advance"
    forward: Inches = 0
    up: Inches = 0
    down: Inches = 0
    turns: Annotated[tuple[int, ...], Meta(max_length=20)] = ()
    """Turns of the nose, in degrees."""
    height: Inches = 6
    half_speed: bool = False

    @property
    def plan(self) -> FlightPlan:
        """The flight as the rules know it."""
        return FlightPlan(
            order=self.order,
            forward=self.forward,
            up=self.up - self.down,
            turns=self.turns,
            height=self.height,
            half_speed=self.half_speed,
        )


class BagAsked(Asked, frozen=True):
    """Dice that are drawn from the bag."""

    mine: Annotated[int, Meta(ge=1, le=100)]
    theirs: Annotated[int, Meta(ge=0, le=100)]
    drawn: Annotated[int, Meta(ge=1, le=20)] = 1


class PinsAsked(Asked, frozen=True):
    """Pins that a unit wants to be rid of."""

    pins: Pins


def shot_of(asked: ShotAsked, rules: Ruleset) -> Shot:
    """A shot as the rules know it."""
    weapon = resolve.weapon_of(rules, asked.weapon)
    if asked.vehicle and asked.drone is not None:
        raise refuse("adjudicate.target", "the target is a vehicle or a drone, not both")
    check_round(weapon, asked.high_explosive)
    return Shot(
        weapon=weapon,
        way="guided" if "ATGM" in weapon.keywords else "direct",
        mounted=asked.mounted,
        door=asked.door,
        distance=asked.distance,
        order=asked.order,
        quality=asked.quality,
        pins=asked.pins,
        attendants=asked.attendants,
        high_explosive=asked.high_explosive,
        target=Target(soft=not asked.vehicle, men=asked.men, down=asked.down, cover=asked.cover, drone=asked.drone),
    )


def strike_of(asked: ShotAsked | HitAsked, rules: Ruleset) -> Strike:
    """A hit on a vehicle as the rules know it."""
    weapon = resolve.weapon_of(rules, asked.weapon)
    check_round(weapon, asked.high_explosive)
    in_an_arc = weapon.indirect is not None and (not weapon.bands or (isinstance(asked, HitAsked) and asked.indirect))
    above = in_an_arc or "Flamethrower" in weapon.keywords
    return Strike(
        weapon=weapon,
        distance=asked.distance,
        facing=rules[indirect.strikes](rules) if above else asked.facing,
        high_explosive=asked.high_explosive,
        damage_value=asked.damage_value,
        open_topped=asked.open_topped,
        flamethrower_vehicle=isinstance(asked, HitAsked) and asked.flamethrower_vehicle,
        indirect=in_an_arc,
    )


def test_of(asked: OrderAsked | ChainAsked, rules: Ruleset) -> OrderTest:
    """An order test as the rules know it."""
    far = rules[fighting_vehicles.leash](rules, asked.leash)
    arriving = isinstance(asked, OrderAsked) and asked.arriving
    return OrderTest(
        quality=asked.quality,
        order=asked.order,
        pins=asked.pins,
        virtual_pins=asked.virtual_pins + far.virtual_pins,
        officer=asked.officer,
        command=asked.command,
        nco_lost=asked.nco_lost,
        arriving=arriving,
        forced=asked.forced or arriving or far.forced,
    )


def blast_of(shot: Shot) -> int | None:
    """The size of the blast that a shot makes; None where it makes none."""
    return shot.weapon.he if shot.high_explosive or shot.weapon.pen == "HE" else None


def check_round(weapon: Weapon, high_explosive: bool) -> None:
    """Refuse an explosive round to a weapon that has none."""
    if high_explosive and not weapon.he:
        raise refuse("adjudicate.round", f"{weapon.name} has no explosive round", weapon=weapon.id)


def check_range(rules: Ruleset, shot: Shot) -> None:
    """Refuse a shot that its weapon cannot fire."""
    if not shot.weapon.bands:
        raise refuse("adjudicate.arc", f"{shot.weapon.name} fires in an arc", weapon=shot.weapon.id)
    if resolve.band_at(rules, shot.weapon, shot.distance) is None:
        ends = [f"{band.start:g} to {'any range' if band.to is None else f'{band.to:g}'}" for band in shot.weapon.bands]
        reason = f"{shot.weapon.name} reaches {', '.join(ends)} inches, not {shot.distance:g}"
        raise refuse("shooting.range", reason, BASE("Shooting"), weapon=shot.weapon.id)
