"""Mines of Omega: what one does to a machine, and fields that rockets and missiles strew.

How a mine is set off is left to the game below: on 7 or more, a figure of its own here. A field stays for the battle.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk, OneUnit, staged
from overheat.classic.battle.scene import FOLLOWS, Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.events import MarkLaid, MarkLifted, Moved, ThingPlaced
from overheat.classic.facts.lasting import Mark, Thing, named
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.arrivals import HAZARDS, Arrival, Hazard
from overheat.classic.rules.standard.impacts import Hit, Impact, Wear, wear
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.game import Player
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Table, rule
from overheat.kernel.terms import Number

MINES = Book("Omega Rules")("Mine Fields", 22)
SCATTERED = Book("Omega Rules")("FAScaM warheads", 10)
FIELD = "scattered_mines"
AMID = named("amid_mines", "stands amid mines")
"""The mark of a unit that mines were strewn around: it meets them as it leaves."""

FIGURES: Table[str, int] = Table(
    "omega.mine_figures",
    {"armour": 5, "structure": 1, "goes off on": 7},
    cite=MINES,
    implements=("OM-mines", "OM-rocket-fascam"),
    where="overheat.classic.rules.omega.mines.FIGURES",
)
"""What a mine does to armour, what it does to structure besides, and the roll that sets one off."""

KINDS: Table[str, str] = Table(
    "omega.mine_kinds",
    {FIELD: "mines strewn by rockets or missiles", "minefield": "mines laid by hand"},
    cite=MINES,
    where="overheat.classic.rules.omega.mines.KINDS",
)
"""What counts as a mine when it goes off, by the word of its harm."""


@rule("omega.mine_wears", cite=MINES, implements=("OM-mines",))
def mine_wears(impact: Impact, armour: Number) -> Wear:
    """A mine does a point to the structure of the location it strikes besides, whatever armour is left there.

    It comes with whatever goes through the armour, so that critical hits are rolled for once.
    """
    worn = impact.rules.below(mine_wears)(impact, armour)
    struck = impact.hit.location in ("", impact.location)
    if impact.hit.what not in impact.rules[KINDS] or not struck or not impact.unit.machine:
        return worn
    return worn._replace(left=worn.left + impact.rules[FIGURES]["structure"])


@rule("omega.mines_met", cite=SCATTERED, implements=("OM-rocket-fascam",), slot=HAZARDS)
def mines_met(arrival: Arrival) -> Hazard | None:
    """Strewn mines go off on 7 or more under who enters their hex, and under who leaves it if they fell around him."""
    unit = arrival.unit
    if unit.airborne or not (field := _met(arrival.state, unit)):
        return None
    figures = arrival.rules[FIGURES]
    return Hazard(FIELD, (figures["armour"],), needs=figures["goes off on"], low=True, thing=field)


def _met(state: State, unit: Unit) -> Thing | None:
    """The field that a unit comes from, if it stood amid it, or that it has entered."""
    amid = unit.about(AMID)
    return field_at(state, state.relief.board.parse_hex(amid) if amid else unit.hex)


@rule("omega.mines_left", cite=SCATTERED, slot=FOLLOWS)
def mines_left(scene: Scene, event: Event, before: State) -> None:
    """Who has left the hex where mines fell around it has met them."""
    amid = scene.unit(event.unit).about(AMID) if isinstance(event, Moved) else ""
    if isinstance(event, Moved) and amid not in ("", str(event.hex)):
        scene.tell(MarkLifted(event.unit, AMID))


def field_at(state: State, hex: Hex) -> Thing | None:
    """The strewn mines of a hex."""
    return next((thing for thing in state.things.values() if thing.kind == FIELD and thing.hex == hex), None)


def strew(scene: Scene, hex: Hex, owner: Player) -> None:
    """Mines are strewn in a hex: nobody is hurt, but who stands there must get out of it."""
    if field_at(scene.state, hex) is None:
        scene.tell(ThingPlaced(Thing(f"{FIELD}-{hex}", FIELD, hex, owner)))
    for unit in scene.state.at(hex):
        if unit.active and not unit.airborne:
            scene.tell(MarkLaid(unit.id, AMID, Mark(about=str(hex))))


class MineAsked(OneUnit, kw_only=True):
    """A mine that goes off under a machine."""

    unit: str = "Atlas AS7-D"
    location: Annotated[str, Meta(description="Where it strikes.")] = "LL"
    armour: Annotated[int, Meta(ge=0, le=500, description="Armour left there.")] | None = None
    structure: Annotated[int, Meta(ge=1, le=500, description="Structure left there.")] | None = None


def _answer(desk: Desk, asked: MineAsked) -> Answer:
    """What is left of a location, what goes on inward, and how often critical hits are rolled for."""
    _, unit = staged(desk, asked)
    place, points = unit.condition[asked.location.upper()], desk.rules[FIGURES]["armour"]
    armour = place.armour if asked.armour is None else asked.armour
    structure = place.structure if asked.structure is None else asked.structure
    hit = Hit(unit.id, "front", points, FIELD, location=place.code)
    worn = desk.rules[wear](Impact(desk.rules, unit, hit, points, place.code), armour)
    inside = min(structure, worn.left)
    figures = {
        "armour": armour - worn.lost,
        "structure": structure - inside,
        "beyond": worn.left - inside,
        "critical_rolls": int(0 < inside < structure),
    }
    return Answer(figures=figures)


QUESTION = INQUIRIES.amended(
    "omega.mine_question",
    {"mine": Inquiry(title="What a mine does to a location", facts=MineAsked, answer=_answer, cite=MINES)},
    cite=MINES,
)

LAYER = Layer(
    "omega_mines",
    title="Mines",
    group="Omega",
    cite=MINES,
    needs=("classic",),
    add=(FIGURES, KINDS, mines_met, mines_left),
    change=(wear.wrapped_in(mine_wears), QUESTION),
)
