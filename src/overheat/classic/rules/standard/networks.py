"""C3 networks: units whose computers are linked count the range of whoever of them is nearest to the target.

A set-up says which network a computer is tuned to, as it says what bins hold: `"C3 network": "A"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from overheat.classic.books import INTERSTELLAR_OPERATIONS, TOTAL_WARFARE
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.heat import BUILDS, Toil
from overheat.classic.rules.standard.jamming import ANGEL, jammers_between
from overheat.classic.rules.standard.ranges import bracket_at, by_bracket
from overheat.classic.rules.standard.switches import stealthy
from overheat.classic.rules.standard.systems import works
from overheat.classic.rules.standard.to_hit import EVERY_SHOT, RANGES
from overheat.classic.unit.fielding import HOLDERS, REFITS, Fielding, Holder, Refit
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term

NETWORKS = TOTAL_WARFARE("C3 computers", 131)
NOVA = INTERSTELLAR_OPERATIONS("Nova combined electronic warfare system", 60)
NETWORK, NONE, NAMES = "C3 network", "none", ("A", "B", "C", "D", "E", "F")
"""What a set-up calls the choice, what stands there at first, and the names that a side gives its networks."""
MASTERS = frozenset({"c3_master", "c3_emergency_master"})
PEERS = ("c3i", "nova")
"""Computers that are linked with others of their kind, without a master."""
LINKED = MASTERS | {"c3_slave", *PEERS}


def _computer(mount: Mount) -> bool:
    return not mount.equipment.flags.isdisjoint(LINKED)


def _computers(sheet: Sheet) -> list[Mount]:
    return [mount for mount in sheet.mounts if not mount.equipment.flags.isdisjoint(LINKED)]


@rule("network.joined", cite=NETWORKS, slot=HOLDERS)
def joined(fielding: Fielding) -> tuple[Holder, ...]:
    """A C3 computer is tuned to one of its side's networks, or to none."""
    if not _computers(fielding.sheet):
        return ()

    def tuned(sheet: Sheet, network: str) -> Sheet:
        name = "" if network == NONE else network
        mounts = (msgspec.structs.replace(each, network=name) if _computer(each) else each for each in sheet.mounts)
        return msgspec.structs.replace(sheet, mounts=tuple(mounts))

    return (Holder(key=NETWORK, holds=NONE, fits=(NONE, *NAMES), filled=tuned),)


@rule("network.alone", cite=NETWORKS, slot=REFITS)
def alone(fielding: Fielding) -> Refit | None:
    """A C3 computer that no network is named for does nothing, and says so."""
    if NETWORK in fielding.loads or not _computers(fielding.sheet):
        return None
    return Refit(fielding.sheet, ("the C3 computer is on no network",))


def works_as(unit: Unit) -> frozenset[str]:
    """What the computers of a unit that work and are tuned to its network are: master, slave, improved."""
    mounts = enumerate(unit.sheet.mounts)
    return frozenset().union(
        *(each.equipment.flags & LINKED for at, each in mounts if each.network and works(unit, at))
    )


@rule("network.cut", cite=NETWORKS, implements=("TO-298-c3bs-2", "TO-300-chameleon-lps-1"))
def cut(rules: Ruleset, one: Unit, other: Unit, units: Iterable[Unit]) -> bool:
    """A jammer of the enemy cuts the link between two units when any hex from one to the other is within its reach.

    Boosted computers are cut by the strongest jammers alone. Who hides behind any system is cut off from everybody.
    """
    if stealthy(one) or stealthy(other):
        return True
    boosted = all("c3_boosted" in unit.plan.flags for unit in (one, other))
    jamming = jammers_between(rules, one.side, one.hex, other.hex, units)
    return any(ANGEL in unit.plan.flags or not boosted for unit in jamming)


@rule("network.linked", cite=NETWORKS)
def linked(attack: WeaponAttack) -> tuple[Unit, ...]:
    """Who is linked with an attacker: improved computers with each other, all others through a master that works."""
    unit, rules = attack.attacker, attack.rules
    mine = works_as(unit)
    friends = [friend for friend in _friends(attack) if works_as(friend)]
    peer = next((kind for kind in PEERS if kind in mine), None)
    if peer is not None:
        found = [friend for friend in friends if peer in works_as(friend)]
        return tuple(friend for friend in found if not rules[cut](rules, unit, friend, attack.others))
    if not mine:
        return ()
    masters = [each for each in (unit, *friends) if works_as(each) & MASTERS]
    return tuple(friend for friend in friends if any(_through(attack, unit, friend, each) for each in masters))


def _friends(attack: WeaponAttack) -> Iterator[Unit]:
    unit = attack.attacker
    for other in attack.others:
        alike = other.side == unit.side and other.plan.network == unit.plan.network
        if alike and other.id != unit.id and other.active and not other.helpless:
            yield other


def _through(attack: WeaponAttack, unit: Unit, friend: Unit, master: Unit) -> bool:
    """Whether two units hear each other through a master, which may be one of them."""
    rules = attack.rules
    ends = (end for end in (unit, friend) if end.id != master.id)
    return not any(rules[cut](rules, end, master, attack.others) for end in ends)


@rule("to_hit.network", cite=NETWORKS, slot=EVERY_SHOT, only=lambda attack: bool(attack.attacker.plan.network))
def network(attack: WeaponAttack) -> Term | None:
    """A unit on a C3 network counts the range from whoever on it is nearest to the target, if that is better.

    Only the attacker must see the target. Its minimum range, its reach and what it does at a range are its own, and
    indirect fire has nothing from it.
    """
    if not attack.attacker.plan.network or attack.indirect or "infantry" in attack.weapon.flags:
        return None
    target, ranges = attack.target.hex, attack.rules[RANGES].rows
    near = min(attack.rules[linked](attack), key=lambda each: each.hex.distance(target), default=None)
    if near is None or attack.bracket is None:
        return None
    bracket = bracket_at(attack.limits, near.hex.distance(target))
    gained = by_bracket(ranges, attack.bracket) - by_bracket(ranges, bracket) if bracket else 0
    if gained <= 0:
        return None
    return Term("to_hit.network", -gained, f"{bracket} range from {near.sheet.name} on its network", NETWORKS)


@rule("heat.nova", cite=NOVA, slot=BUILDS)
def nova_heat(toil: Toil) -> Term | None:
    """A Nova suite that keeps up its network makes 2 points of heat every turn."""
    if not toil.unit.plan.network or "nova" not in works_as(toil.unit):
        return None
    return Term("heat.nova", 2, "Nova network", NOVA)


def networks(units: Iterable[Unit]) -> dict[tuple[str, str], list[Unit]]:
    """The units of every network, by side and name."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        if unit.plan.network:
            found.setdefault((unit.side, unit.plan.network), []).append(unit)
    return found


RULES = (joined, alone, cut, linked, network, nova_heat)
