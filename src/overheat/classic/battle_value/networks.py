"""C3 networks: who may be in one together, and what each unit of a force is worth in its network."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from overheat.classic.battle_value.force import C3
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import Ruleset, Table, rule

NETWORKS = TOTAL_WARFARE("C3 computers", 131)


class Link(StrEnum):
    """What links a unit to others."""

    MASTER = "C3 master"
    SLAVE = "C3 slave"
    IMPROVED = "C3i"
    NOVA = "Nova CEWS"


LIMITS: Table[str, int] = Table(
    "c3.limits",
    {
        "links of a master": 3,
        "masters": 4,
        "units": 12,
        "units of an improved network": 6,
        "units of a Nova network": 3,
        "least units": 2,
    },
    cite=NETWORKS,
)
"""How many a C3 master links, be they slaves or other masters, how many masters there may be, and how many units."""


def link_of(sheet: Sheet) -> Link | None:
    """What links a unit to others; none for one without C3."""
    if sheet.flagged("c3i"):
        return Link.IMPROVED
    if sheet.flagged("c3_master"):
        return Link.MASTER
    if sheet.flagged("nova"):
        return Link.NOVA
    return Link.SLAVE if sheet.flagged(*C3) else None


@rule("c3.network", cite=NETWORKS)
def no_network(rules: Ruleset, sheets: Sequence[Sheet]) -> Refusal | None:
    """Why units make no network: one has no C3, both kinds are mixed, there is no master, or there are too many.

    A master links three others, slaves or masters; one that leads all and three below it make the largest network.
    """
    limits, links = rules[LIMITS], [link_of(sheet) for sheet in sheets]
    bare = next((sheet.name for sheet, link in zip(sheets, links, strict=True) if link is None), None)
    if bare is not None:
        return Refusal("c3.none", f"{bare} has no C3 and can be in no network", NETWORKS)
    if len(sheets) < limits["least units"]:
        return Refusal("c3.alone", f"{sheets[0].name} is alone in its network", NETWORKS)
    if Link.IMPROVED in links:
        return _peers(links, Link.IMPROVED, limits["units of an improved network"])
    if Link.NOVA in links:
        return _peers(links, Link.NOVA, limits["units of a Nova network"])
    return _led(rules, sheets)


def _peers(links: Sequence[Link | None], kind: Link, most: int) -> Refusal | None:
    if len(set(links)) > 1:
        return Refusal("c3.mixed", f"{kind} links to nothing but {kind}", NETWORKS)
    if len(links) > most:
        return Refusal("c3.many", f"{len(links)} units are in a {kind} network; {most} may be", NETWORKS)
    return None


def _led(rules: Ruleset, sheets: Sequence[Sheet]) -> Refusal | None:
    """Why masters and slaves make no network."""
    limits = rules[LIMITS]
    masters = sum(len(sheet.flagged("c3_master")) for sheet in sheets)
    slaves = sum(link_of(sheet) is Link.SLAVE for sheet in sheets)
    if not masters:
        return Refusal("c3.master", "no unit of the network has a C3 master", NETWORKS)
    if masters > limits["masters"] or len(sheets) > limits["units"]:
        allowed = f"{limits['units']} with {limits['masters']} may be"
        reason = f"{len(sheets)} units with {masters} C3 masters are in a network; {allowed}"
        return Refusal("c3.many", reason, NETWORKS)
    room = masters * limits["links of a master"] - (masters - 1)
    if slaves > room:
        counted = f"{masters} C3 {'master links' if masters == 1 else 'masters link'}"
        return Refusal("c3.links", f"{slaves} C3 slaves are in a network; {counted} {room}", NETWORKS)
    return None


RULES = (LIMITS, no_network)
