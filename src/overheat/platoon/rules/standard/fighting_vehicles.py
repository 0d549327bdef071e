"""Infantry fighting vehicles and the squads that they belong to."""

from __future__ import annotations

import msgspec

from overheat.kernel.rules.rule import Ruleset, rule
from overheat.platoon.books import HEAT
from overheat.platoon.ground.geometry import within

IFV = HEAT("IFV rule")


class Leash(msgspec.Struct, frozen=True):
    """What the distance to its vehicle does to a squad's order test."""

    forced: bool
    virtual_pins: int


@rule("ifv.is_one", cite=HEAT("IFVs"), implements=("HEAT-ifv-definition",))
def is_fighting_vehicle(rules: Ruleset, capacity: int, weapons: int, has_rule: bool) -> bool:
    """A fighting vehicle has room for a squad and weapons of its own."""
    return has_rule and capacity > 0 and weapons > 0


@rule(
    "ifv.connects",
    cite=IFV,
    implements=("HEAT-ifv-link-mandatory", "HEAT-ifv-unconnected", "HEAT-ifv-capacity-fit"),
)
def connects(rules: Ruleset, squad_number: int | None, squad_men: int, capacity: int) -> bool:
    """It is connected to the first or second squad of the platoon if that fits into it, else it is a plain vehicle."""
    return squad_number in (1, 2) and squad_men <= capacity


@rule("ifv.leash", cite=IFV, implements=("HEAT-ifv-leash-30", "HEAT-ifv-leash-36", "HEAT-ifv-leash-bands"))
def leash(rules: Ruleset, length: float) -> Leash:
    """More than 30 inches from its vehicle a squad tests for every action, more than 36 with a pin more."""
    return Leash(forced=not rules[within](rules, length, 30), virtual_pins=0 if rules[within](rules, length, 36) else 1)


@rule("ifv.on_leash", cite=IFV, implements=("HEAT-ifv-leash-vehicle-exempt", "HEAT-ifv-squad-destroyed"))
def on_leash(rules: Ruleset, is_vehicle: bool, partner_alive: bool) -> bool:
    """The leash holds the squad and never the vehicle, and only while both are there."""
    return not is_vehicle and partner_alive


@rule("ifv.nco_lost", cite=HEAT("IFVs"), implements=("HEAT-ifv-nco",))
def nco_is_lost(rules: Ruleset, connected: bool, vehicle_alive: bool) -> bool:
    """The vehicle is the squad's NCO, and lost with it."""
    return connected and not vehicle_alive


RULES = (is_fighting_vehicle, connects, leash, on_leash, nco_is_lost)
