"""Abilities of war machines, industrial machines and protomechs."""

from __future__ import annotations

from fractions import Fraction

from overheat.alphastrike.abilities.fighter import HARDPOINTS, fuel
from overheat.alphastrike.abilities.pool import Pool
from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.figure import round_up
from overheat.alphastrike.subject import Subject
from overheat.kernel.rules.rule import Ruleset, rule

FIRE_CONTROL = ALPHA_STRIKE("Special unit abilities: fire control")
LAND_AIR = ALPHA_STRIKE("Special unit abilities: land-air 'Mech")

TONS_OF_LARGE = 100
"""Machines above this are large."""
HEAVY_PROTOMECH = 10
"""Protomechs from this weight on cling to superheavy machines only."""
OWN_FUEL = 80
"""Points of fuel of a land-air machine, and of each ton that it carries besides."""


def machine(pool: Pool, subject: Subject) -> None:
    """What the cockpit and the frame of a machine give."""
    sheet = subject.sheet
    if sheet.cockpit == "Interface Cockpit":
        pool.give("DN", sheet.cockpit)
    elif "Command Console" in sheet.cockpit:
        pool.add("MHQ", 1, sheet.cockpit)
    elif "Virtual" in sheet.cockpit:
        pool.give("VR", sheet.cockpit)
    if sheet.motive == "quadvee":
        pool.give("QV", "QuadVee")
    elif sheet.motive == "lam":
        land_air(pool, subject)
    if sheet.tons > TONS_OF_LARGE:
        pool.give("LG", "superheavy machine")
    if subject.type == "IM":
        industrial(pool, subject)


def industrial(pool: Pool, subject: Subject) -> None:
    """An industrial machine aims as well as its cockpit lets it, and may work in space when it is sealed."""
    cockpit = subject.sheet.cockpit
    pool.give("AFC" if subject.rules[advanced_fire_control](subject.rules, cockpit) else "BFC", cockpit)
    if "SEAL" in pool and "EE" not in pool:
        pool.give("SOA", "sealed, with an engine that needs no air")


@rule("as.fire_control", cite=FIRE_CONTROL)
def advanced_fire_control(rules: Ruleset, cockpit: str) -> bool:
    """A standard cockpit has advanced fire control; one for industrial use has it if it says so."""
    return cockpit == "Standard Cockpit" or "AFC" in cockpit


def land_air(pool: Pool, subject: Subject) -> None:
    """A machine that turns into a fighter: how it flies, its bombs and its fuel."""
    pool.say(*subject.rules[flight](subject), "turns into a fighter")
    bays = len(subject.having("bomb_bay"))
    if bays:
        pool.add("BOMB", round_up(Fraction(bays, HARDPOINTS)), f"{bays} bomb bays")
    points = OWN_FUEL * (1 + len(subject.having("fuel")))
    pool.add("FUEL", subject.rules[fuel](subject.rules, points), f"{points} points of fuel")


@rule("as.land_air", cite=LAND_AIR)
def flight(subject: Subject) -> tuple[str, str]:
    """Thrust is the jump, and as a hovering machine it moves three times that in points; bimodal ones do not hover."""
    jump = subject.sheet.jump
    if any(name == "lam" and "bimodal" in value.casefold() for name, value in subject.sheet.extra):
        return "BIM", f"({jump}a)"
    return "LAM", f'({jump * 6}"g/{jump}a)'


def protomech(pool: Pool, subject: Subject) -> None:
    """Gliders, and those that cling to bigger machines."""
    if subject.sheet.motive == "wige":
        pool.give("GLD", "glider")
    if "magnetic_clamp" in subject.flags:
        pool.give("MCS" if subject.sheet.tons < HEAVY_PROTOMECH else "UCS", "magnetic clamps")


RULES = (advanced_fire_control, flight)
