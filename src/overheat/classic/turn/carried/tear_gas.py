"""Tear gas in play: missiles fill a hex with it, and who enters it or stays in it is exposed."""

from __future__ import annotations

from overheat.classic.attack.decisions import GROUND_HITS
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hazards import GOES_OFF
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import EffectLaid, MarkLaid
from overheat.classic.facts.lasting import Mark
from overheat.classic.facts.state import Unit
from overheat.classic.rules.standard.arrivals import Hazard
from overheat.classic.rules.standard.hex_rounds import laid
from overheat.classic.rules.standard.tear_gas import FIGURES, GAS, GASSED, TEAR_GAS, gas_at, reaches
from overheat.classic.turn.movement import AT_THE_END
from overheat.kernel.rules.rule import rule


@rule("tear_gas.fills", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-a",), slot=GROUND_HITS)
def fills(scene: Scene, attack: WeaponAttack) -> bool:
    """Tear gas missiles fill their hex for a die and two turns."""
    if laid(scene.rules, attack.ammunition) != "tear gas":
        return False
    turns = scene.roll("tear_gas.turns", 1, hex=str(attack.target.hex)) + scene.rules[FIGURES]["turns"]
    scene.tell(EffectLaid(attack.target.hex, GAS, Mark(1, until=scene.state.round + turns)))
    return True


@rule("tear_gas.exposes", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-b",), slot=GOES_OFF)
def exposes(scene: Scene, id: str, hazard: Hazard) -> None:
    """Who is exposed does nothing but move for a die and two turns, more with each exposure, 15 at most."""
    if hazard.what == GAS:
        _expose(scene, id)


def _expose(scene: Scene, id: str) -> None:
    unit, now = scene.unit(id), scene.state.round
    held = unit.marks.get(GASSED)
    left = 0 if held is None else max(0, held.until - now)
    figures = scene.rules[FIGURES]
    turns = left + scene.roll("tear_gas.blinds", 1, target=id) + figures["turns"]
    scene.tell(MarkLaid(id, GASSED, Mark(until=now + min(figures["most turns"], turns))))


@rule("tear_gas.stays", cite=TEAR_GAS, implements=("TO-372-tear-gas-srm-a",), slot=AT_THE_END)
def stays(scene: Scene, unit: Unit) -> None:
    """Who ends its turn in the gas without having entered a hex is exposed as well."""
    if not scene.state.effects or unit.motion.travelled or not gas_at(scene.state, unit):
        return
    needed = scene.rules[reaches](scene.rules, unit)
    if needed is None:
        return
    if not needed or scene.roll("hazard", needed=needed, target=unit.id, what=GAS) >= needed:
        _expose(scene, unit.id)


RULES = (fills, exposes, stays)
