"""C3 networks of Omega: thirteen units, since a master of a lance links to the company's by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.battle_value.networks import LIMITS, no_network
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.bench import Tech, machine, part
from overheat.classic.rules.omega.jammers import MODE, jams_within
from overheat.classic.rules.standard.networks import cut
from overheat.classic.rules.standard.switches import stealthy
from overheat.classic.unit.equipment import Equipment, Gear
from overheat.classic.unit.figures import catalogue_of
from overheat.classic.unit.sheet import Mount, Sheet
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule

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


@rule("omega.link_cut", cite=NETWORKS, implements=("OM-c3-jam",))
def link_cut(rules: Ruleset, one: Unit, other: Unit, units: Iterable[Unit]) -> bool:
    """A link breaks while any hex between two computers, or of theirs, is within reach of an enemy jammer.

    Jammers of one's own side never break it, and nothing else does but systems that hide a unit.
    """
    if stealthy(one) or stealthy(other):
        return True
    line = {one.hex, other.hex, *(hex for step in one.hex.line(other.hex) for hex in step)}
    foes = (unit for unit in units if unit.side != one.side and unit.active)
    return any(min(map(unit.hex.distance, line)) <= jams_within(rules, unit) for unit in foes)


class LinkAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A link between two computers, and a jammer near it."""

    distance: Annotated[int, Meta(ge=0, le=30, description="From the jammer to the nearest hex of the link.")]
    mode: Annotated[int, Meta(ge=0, le=3, description="What the jammer is set to; 0 for off.")] = 2
    tech: Tech = "IS"
    side: Literal["enemy", "friendly"] = "enemy"


def _link(desk: Desk, asked: LinkAsked) -> Answer:
    """Whether the two are linked."""
    rules = desk.rules
    jammer = machine(rules, "jammer", part(rules, "ECM III", asked.tech), tech=asked.tech)
    marks = {each(MODE, 0): Mark(asked.mode)} if asked.mode else {}
    ends = [
        msgspec.structs.replace(machine(rules, name), side="red", hex=hex)
        for name, hex in (("one", Hex(1, 40)), ("other", Hex(5, 42)))
    ]
    middle = Hex(3, 41)
    for _ in range(asked.distance):
        middle = middle.neighbour(0)
    side = "blue" if asked.side == "enemy" else "red"
    third = msgspec.structs.replace(jammer, side=side, hex=middle, marks=marks)
    cut_off = rules[cut](rules, ends[0], ends[1], [*ends, third])
    return Answer(figures={"link": not cut_off})


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
        ),
        "network_link": Inquiry(
            title="Whether a jammer breaks the link between two C3 computers",
            facts=LinkAsked,
            answer=_link,
            cite=NETWORKS,
        ),
    },
    cite=NETWORKS,
)

LAYER = Layer(
    "omega_networks",
    title="C3 networks of thirteen, and what jams them",
    group="Omega",
    cite=NETWORKS,
    needs=("classic", "omega_jammers"),
    change=(LARGER, QUESTION, cut.replaced_by(link_cut)),
)
