"""Carrying out what meets a unit that enters a hex."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.kinds.protomech import place_on_protomech
from overheat.classic.damage.places import place_kick
from overheat.classic.facts.events import ThingGone, ThingPlaced
from overheat.classic.rules.standard.arrivals import HAZARDS, PASSES_OVER, Arrival, Hazard
from overheat.classic.rules.standard.impacts import Hit
from overheat.kernel.rules.rule import Slot

SWEEPS: Slot[[Scene, str, Hazard], bool] = Slot("hazards.sweeps", nothing=False)
"""What takes a hazard that goes off in a unit's place: whether it did."""

GOES_OFF: Slot[[Scene, str, Hazard], None] = Slot("hazards.goes_off", nothing=None)
"""What a hazard that went off under a unit does besides its damage."""


def meet_hazards(scene: Scene, id: str) -> None:
    """A unit meets whatever is in the hex that it has entered."""
    for rule in scene.rules[HAZARDS]:
        unit = scene.unit(id)
        if unit.active:
            arrival = Arrival(scene.rules, scene.state, unit)
            found = rule.function(arrival)
            for hazard in found if isinstance(found, tuple) else () if found is None else (found,):
                touched = not any(over.function(arrival, hazard) for over in scene.rules[PASSES_OVER])
                if touched and scene.unit(id).active:
                    _meet(scene, id, hazard)


def low_place(scene: Scene, id: str) -> str:
    """Where what comes from below strikes a unit; nothing where the usual dice say."""
    unit = scene.unit(id)
    if unit.protomech:
        return place_on_protomech(scene, id, low=True)
    return place_kick(scene, id, "front") if unit.machine else ""


def _meet(scene: Scene, id: str, hazard: Hazard) -> None:
    if hazard.needs and scene.roll("hazard", needed=hazard.needs, target=id, what=hazard.what) < hazard.needs:
        return
    thing = hazard.thing
    if thing is not None and thing.hidden:
        thing = msgspec.structs.replace(thing, hidden=False)
        scene.tell(ThingPlaced(thing))
    if any(rule.function(scene, id, hazard) for rule in scene.rules[SWEEPS]):
        return
    for group in hazard.groups:
        if scene.unit(id).active:
            place = low_place(scene, id) if hazard.low else ""
            take(scene, Hit(id, "front", group, hazard.what, location=place))
    if thing is not None and hazard.spent:
        scene.tell(ThingGone(thing))
    for more in scene.rules[GOES_OFF]:
        more.function(scene, id, hazard)
