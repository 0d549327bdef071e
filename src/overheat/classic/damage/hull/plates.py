"""What lies over the armour in a battle: plates and shields that take hits first, spikes, HarJel that closes holes."""

from __future__ import annotations

import msgspec

from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hull.shields import Guarded, shield_plates, which_takes
from overheat.classic.facts.events import ArmourMended, MarkLaid, MountLost, PlateStruck
from overheat.classic.facts.lasting import Mark, each
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.modular_armour import Plate, modular_plates
from overheat.classic.rules.standard.plates import (
    SCRATCHED,
    resealer,
    spiked,
    spikes_break,
)
from overheat.kernel.rules.rule import Slot
from overheat.kernel.terms import number_as_json

INTERPOSES: Slot[[Scene, Hit, str], Hit | None] = Slot("plates.interposes", nothing=None)
"""What comes between a hit and the location that it strikes, with the dice that it takes: what is left of the hit."""


def absorbed(scene: Scene, hit: Hit, location: str, *, rear: bool = False) -> Hit:
    """What is left of a hit when shields and plates have taken theirs."""
    for rule in scene.rules[INTERPOSES]:
        hit = rule.function(scene, hit, location) or hit
    flags = scene.unit(hit.unit).plan.flags
    if hit.damage <= 0 or ("shield" not in flags and "modular_armour" not in flags):
        return hit
    hit = _off(scene, hit, _before(scene, hit, location, rear))
    return _off(scene, hit, scene.rules[modular_plates](scene.rules, scene.unit(hit.unit), location, rear))


def _before(scene: Scene, hit: Hit, location: str, rear: bool) -> tuple[Plate, ...]:
    """The shield that takes a hit; of two before one location the one that their player chooses."""
    unit = scene.unit(hit.unit)
    plates = scene.rules[shield_plates](Guarded(scene.rules, unit, hit, location, rear))
    if len(plates) < 2:
        return plates
    question = which_takes(unit, plates, location, hit.damage)
    return (plates[question.options.index(scene.ask(question))],)


def _off(scene: Scene, hit: Hit, plates: tuple[Plate, ...]) -> Hit:
    for plate in plates:
        taken = min(hit.damage, plate.most)
        if taken > 0:
            item = scene.unit(hit.unit).sheet.mounts[plate.mount].equipment.name
            scene.tell(PlateStruck(hit.unit, plate.mount, item, taken, plate.left - taken))
            hit = msgspec.structs.replace(hit, damage=hit.damage - taken)
    return hit


def try_spikes(scene: Scene, id: str, location: str) -> None:
    """Spikes of a location that has taken damage may break."""
    mount = spiked(scene.unit(id), location)
    if mount is None or scene.unit(id).condition[location].destroyed:
        return
    if scene.rules[spikes_break](scene.rules, scene.roll("plates.spikes", target=id, location=location)):
        scene.tell(MountLost(id, mount, scene.unit(id).sheet.mounts[mount].equipment.name))


def scratch(scene: Scene, id: str, location: str) -> None:
    """A location with HarJel has lost armour this round."""
    mark = each(SCRATCHED, location)
    if resealer(scene.rules, scene.unit(id), location) and mark not in scene.unit(id).marks:
        scene.tell(MarkLaid(id, mark, Mark(this_round=True)))


def close_holes(scene: Scene) -> None:
    """At the end of a round HarJel puts armour back where some was lost and some is left."""
    for unit in scene.state.units.values():
        if not unit.active or not unit.marks or unit.plan.flags.isdisjoint(("harjel_ii", "harjel_iii")):
            continue
        for place in unit.condition.locations:
            if each(SCRATCHED, place.code) in unit.marks and not place.destroyed:
                _close(scene, unit, place.code)


def _close(scene: Scene, unit: Unit, code: str) -> None:
    """Put points back in front, then behind, to no more than there were, and only where armour is left."""
    points, place, whole = resealer(scene.rules, unit, code), unit.condition[code], unit.sheet[code]
    sides = ((False, place.armour, whole.armour), (True, place.rear_armour, whole.rear_armour))
    for rear, now, most in sides:
        more = min(points, int(most - now)) if now > 0 else 0
        if more > 0:
            points -= more
            scene.tell(ArmourMended(unit.id, code, rear, number_as_json(now), number_as_json(now + more)))
