"""C3 networks of Omega: thirteen units, since a master of a lance links to the company's by itself."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle_value.networks import LIMITS, no_network
from overheat.classic.unit.equipment import Equipment, Gear
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset

NETWORKS = Book("Omega Rules")("C3 Networks", 18)
MASTER, SLAVE = "C3 Master Computer", "C3 Slave Unit"

LARGER = LIMITS.amended(
    "omega.network_limits",
    {"units": 13},
    cite=NETWORKS,
    implements=("OM-c3-network",),
    where="overheat.classic.rules.omega.networks.LARGER",
)
"""A company's master, three masters of lances below it, and three slaves of each."""


class NetworkAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A network of units, each with one computer."""

    masters: Annotated[int, Meta(ge=0, le=20)]
    slaves: Annotated[int, Meta(ge=0, le=40)]


def _answer(desk: Desk, asked: NetworkAsked) -> Answer:
    """Whether so many units make a network, and what their computers weigh and fill."""
    master, slave = _part(desk.rules, MASTER), _part(desk.rules, SLAVE)
    sheets = [_bearer(master)] * asked.masters + [_bearer(slave)] * asked.slaves
    figures = {
        "units": len(sheets),
        "tons": float(sum(float(sheet.mounts[0].equipment.tons) for sheet in sheets)),
        "slots": sum(int(sheet.mounts[0].equipment.slots) for sheet in sheets),
    }
    return Answer(figures=figures, refusal=desk.rules[no_network](desk.rules, sheets) if sheets else None)


def _part(rules: Ruleset, name: str) -> Equipment:
    found = catalogue_of(rules).find(name, "IS")
    assert isinstance(found, Gear), name
    return found


def _bearer(part: Equipment) -> Sheet:
    """A unit of which only its computer matters."""
    mounts = (Mount(equipment=part, location="CT", slots=0),)
    return Sheet(kind="war machine", chassis=part.name, tech="IS", motive="biped", tons=50, mounts=mounts)


QUESTION = INQUIRIES.amended(
    "omega.network_question",
    {
        "network": Inquiry(
            title="Whether C3 computers make a network, and what they weigh",
            facts=NetworkAsked,
            answer=_answer,
            cite=NETWORKS,
        )
    },
    cite=NETWORKS,
)

LAYER = Layer(
    "omega_networks",
    title="C3 networks of thirteen",
    group="Omega",
    cite=NETWORKS,
    needs=("classic",),
    change=(LARGER, QUESTION),
)
