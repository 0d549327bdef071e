"""H.E.A.T: sappers lay trip flares, which light up who comes near; what is lit burns out when the turn ends."""

from __future__ import annotations

from typing import Any

import msgspec

from overheat.kernel.cite import Book
from overheat.kernel.events import Event
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.terms import Term
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Device, Setup
from overheat.platoon.battle.wording import Wording, of
from overheat.platoon.facts import Shot
from overheat.platoon.fire.devices import GOES_OFF
from overheat.platoon.ground.geometry import flat, spot
from overheat.platoon.rules.standard.devices import KINDS, DeviceRow
from overheat.platoon.rules.standard.shooting import TO_HIT
from overheat.platoon.turn.turns import END_CHECKS, Check

HERE = Book("House rules")("Trip flares")
SCENARIO = "village"
FLARE, LIT, LIGHTS = "flare", "lit", 9


class BurntOut(Event, frozen=True):
    unit: str
    rolled: int


@of(BurntOut)
def burnt_out(event: BurntOut, wording: Wording) -> str:
    return f"The light around {wording.name(event.unit)} goes out."


@rule("flares.goes_off", cite=HERE, slot=GOES_OFF)
def lights_up(battle: Battle, device: Device) -> None:
    """A flare lights up everybody near it."""
    for unit in list(battle.on_table()) if device.kind == FLARE else ():
        if flat(unit.at, device.at) <= LIGHTS:
            battle.lay_mark(unit, LIT)


@rule("flares.to_hit", cite=HERE, slot=TO_HIT)
def easier(rules: Ruleset, shot: Shot) -> Term | None:
    """Who is lit is easier to hit."""
    return Term("flares.to_hit", 1, LIT, HERE) if LIT in shot.target.marks else None


def burn_out(battle: Battle) -> None:
    """Flares burn out on 3 or more."""
    for unit in [each for each in battle.units.values() if LIT in each.marks]:
        rolled = battle.hand(unit.id).roll("flares.burn", 1).total
        if rolled > 2:
            battle.tell(BurntOut(unit.id, rolled))
            battle.lift_mark(unit, LIT)


def setup(given: Setup) -> Setup:
    """Both sides have laid some between the lines."""
    table = given.table
    places = [(side, share) for side in (0, 1) for share in (0.2, 0.35, 0.5, 0.65, 0.8)]
    laid = tuple(
        Device(side, FLARE, spot(table.width * share, table.depth * (0.42, 0.58)[side])) for side, share in places
    )
    return msgspec.structs.replace(given, devices=laid)


def felt(session: Any) -> bool:
    """A flare went off and burnt out again."""
    return any(isinstance(event, BurntOut) for event in session.events)


LAYER = Layer(
    "flares",
    HERE,
    title="Trip flares",
    needs=("platoon",),
    add=(lights_up, easier),
    change=(
        KINDS.amended("flares.devices", {FLARE: DeviceRow("trip flare", remote=True, worth=0.05)}, cite=HERE),
        END_CHECKS.amended(
            "flares.checks", {FLARE: Check(title="Flares burn out", does=burn_out, after="missiles")}, cite=HERE
        ),
    ),
)
