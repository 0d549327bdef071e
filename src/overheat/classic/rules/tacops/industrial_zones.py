"""Heavy industrial zones: shots into them may set off what is stored there.

Every weapon attack on a unit in a zone counts, but for small arms of soldiers. Of the table of what goes off only the
major explosion is played, the one that our documents tell.
"""

from __future__ import annotations

from overheat.classic.attack.decisions import FIRED
from overheat.classic.attack.scorching import set_alight
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hits import take
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Burst
from overheat.classic.facts.purposes import PURPOSES
from overheat.classic.rules.standard.aboard import carrier_of
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.infantry import SOLDIERS
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule

ZONES = TACTICAL_OPERATIONS("Heavy Industrial Zones", 31)
MAJOR = "major_explosion"
ZONE = "heavy_industrial"

EFFECTS: Table[int, str] = Table(
    "industrial_zones.effects",
    {12: MAJOR},
    cite=ZONES,
    implements=("TO-031-terrain-effects-12",),
    where="overheat.classic.rules.tacops.industrial_zones.EFFECTS",
)
"""What goes off, by the second roll."""

FIGURES: Table[str, int] = Table(
    "industrial_zones.figures",
    {"goes off": 8, "damage dice": 2, "fuel dice": 1},
    cite=ZONES,
    implements=("TO-031-heavy-industrial-zone", "TO-031-terrain-effects-12"),
    where="overheat.classic.rules.tacops.industrial_zones.FIGURES",
)
PURPOSES.says("industrial_zones.hit", "whether anything in {hex} goes off, {needed} needed")
PURPOSES.says("industrial_zones.effect", "what goes off in {hex}")
PURPOSES.says("industrial_zones.damage", "explosion on {target}")
PURPOSES.says("industrial_zones.fuel", "burning fuel on {target}")


@rule("industrial_zones.goes_off", cite=ZONES, implements=("TO-031-heavy-industrial-zone",))
def goes_off(rules: Ruleset, roll: int) -> bool:
    """On 8 or more something goes off, and another roll says what."""
    return roll >= rules[FIGURES]["goes off"]


@rule("industrial_zones.shot", cite=ZONES, implements=("TO-031-heavy-industrial-zone",), slot=FIRED)
def shot_into(scene: Scene, attack: WeaponAttack, rolled: int) -> None:
    """Every weapon attack on a unit in a heavy industrial zone may set something off."""
    hex, board = attack.target.hex, scene.state.relief.board
    if hex not in board or ZONE not in board[hex] or attack.attacker.sheet.kind in SOLDIERS:
        return
    needed = scene.rules[FIGURES]["goes off"]
    if not scene.rules[goes_off](scene.rules, scene.roll("industrial_zones.hit", needed=needed, hex=str(hex))):
        return
    if scene.rules[EFFECTS].get(scene.roll("industrial_zones.effect", hex=str(hex))) == MAJOR:
        _explode(scene, hex)


def _explode(scene: Scene, hex: Hex) -> None:
    """Everybody in the hex is hurt in one place, and is as if hit by so many infernos, for this turn."""
    figures = scene.rules[FIGURES]
    scene.tell(Burst(MAJOR, hex, (), ""))
    for unit in scene.state.at(hex):
        if unit.airborne or carrier_of(unit):
            continue
        damage = scene.roll("industrial_zones.damage", figures["damage dice"], target=unit.id)
        take(scene, Hit(unit.id, "front", damage, MAJOR))
        if scene.unit(unit.id).active:
            missiles = scene.roll("industrial_zones.fuel", figures["fuel dice"], target=unit.id)
            set_alight(scene, unit.id, missiles, "front", MAJOR)


LAYER = Layer(
    "industrial_zones",
    title="Explosions in heavy industrial zones",
    group="Terrain",
    cite=ZONES,
    needs=("classic",),
    add=(EFFECTS, FIGURES, goes_off, shot_into),
)
