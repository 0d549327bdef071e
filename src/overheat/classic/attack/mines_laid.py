"""Carrying out what missiles do with mines: fields that are laid and cleared, and what goes off besides a blow."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

import msgspec

from overheat.classic.attack.decisions import ASTRAY, GROUND_HITS
from overheat.classic.attack.scorching import set_alight
from overheat.classic.battle.scene import Scene
from overheat.classic.board.hexes import Hex
from overheat.classic.books import TACTICAL_OPERATIONS
from overheat.classic.damage.hazards import GOES_OFF, low_place
from overheat.classic.damage.hits import take
from overheat.classic.damage.scattering import scatter
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import ThingGone, ThingPlaced
from overheat.classic.facts.lasting import Thing
from overheat.classic.facts.questions import QUESTIONS
from overheat.classic.facts.state import State
from overheat.classic.facts.targets import is_ground
from overheat.classic.rules.standard.armours import barrier
from overheat.classic.rules.standard.arrivals import Hazard
from overheat.classic.rules.standard.clusters import in_groups
from overheat.classic.rules.standard.hex_rounds import THUNDER, density, laid
from overheat.classic.rules.standard.impacts import Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.rules.standard.mines import (
    ACTIVE,
    FIELD,
    FIGURES,
    INFERNO,
    KINDS_OF_MINES,
    TONS_A_HEX,
    VIBRABOMBS,
    field_of,
    fields_at,
    fuel,
)
from overheat.classic.rules.standard.salvos import damage_at
from overheat.classic.rules.standard.scattering import Drift
from overheat.kernel.questions import Asking, Question
from overheat.kernel.rules.rule import Ruleset, rule
from overheat.kernel.wording.phrases import as_id

CLEARANCE = TACTICAL_OPERATIONS("Mine-clearance missiles", 370)
FIELDS_OF = {
    "mines": FIELD,
    "mines around": FIELD,
    "active mines": ACTIVE,
    "inferno mines": INFERNO,
    "vibrabombs": VIBRABOMBS,
}
"""The minefield that each kind of Thunder missile lays."""
ASKED = "vibrabombs.setting"
SETTINGS = tuple(range(20, 101, 10))
"""The tons that vibrabombs may be set to."""
CLEARED_ON, THIN_ARMOUR = 5, 6


@rule("hex_rounds.mines", cite=THUNDER, slot=GROUND_HITS)
def lays_mines(scene: Scene, attack: WeaponAttack) -> bool:
    """Thunder missiles that hit their hex lay their mines there, augmented ones all around it as well."""
    kind = laid(scene.rules, attack.ammunition)
    if kind not in FIELDS_OF:
        return False
    _lay(scene, attack, kind, attack.target.hex, scattered=False)
    return True


@rule("hex_rounds.astray", cite=THUNDER, implements=("TO-373-thunder-lrm-scatter",), slot=ASTRAY)
def astray(scene: Scene, attack: WeaponAttack) -> None:
    """Mines that miss their hex scatter as shells do, and lie less dense where they come down."""
    kind = laid(scene.rules, attack.ammunition)
    if not is_ground(attack.target.id) or kind not in FIELDS_OF or attack.margin is None:
        return
    hex = scatter(scene, Drift(scene.rules, FIELD, attack.target.hex, -attack.margin))
    if hex is not None:
        _lay(scene, attack, kind, hex, scattered=True)


def _lay(scene: Scene, attack: WeaponAttack, kind: str, hex: Hex, *, scattered: bool) -> None:
    value = scene.rules[density](scene.rules, attack, scattered)
    if value <= 0:
        return
    setting = _setting(scene, attack, hex) if kind == "vibrabombs" else 0
    around = (near for near in hex.neighbours() if near in scene.state.relief.board) if kind == "mines around" else ()
    for place in (hex, *around):
        _sow(scene, attack, FIELDS_OF[kind], place, value, setting)


def _sow(scene: Scene, attack: WeaponAttack, kind: str, hex: Hex, value: int, setting: int) -> None:
    """A minefield that all have seen come down; one of the same side that is there already grows."""
    there, side = field_of(scene.state, hex, kind, attack.attacker.side), attack.attacker.side
    if there is not None and there.setting == setting:
        id, value = there.id, min(scene.rules[FIGURES]["densest"], value + there.value)
    else:
        id = next(name for name in _names(kind, hex) if name not in scene.state.things)
    scene.tell(ThingPlaced(Thing(id, kind, hex, side, value=value, setting=setting)))


def _names(kind: str, hex: Hex) -> Iterator[str]:
    """What a field in a hex may be called, where there are several."""
    yield f"{kind}-{hex}"
    yield from (f"{kind}-{hex}-{number}" for number in range(2, 1000))


def _setting(scene: Scene, attack: WeaponAttack, hex: Hex) -> int:
    """The weight that vibrabombs are set to, as who fired them says."""
    options = tuple(map(str, SETTINGS))
    return int(scene.ask(Question(ASKED, attack.attacker.side, options, attack.attacker.id, {"hex": str(hex)})))


@rule(ASKED, cite=KINDS_OF_MINES, slot=QUESTIONS)
def asked(rules: Ruleset) -> Asking[State]:
    """Which weight of machines vibrabombs wait for."""
    return Asking(words=_words, option=lambda state, question, answer: f"{answer} tons", worth=_worth, secret=True)


def _words(state: State, question: Question) -> str:
    return f"Which weight of machines do the vibrabombs in {question.facts['hex']} wait for?"


def _worth(state: State, question: Question, answer: str) -> float:
    """As many enemy machines as would set them off by stepping on them, and no earlier."""
    enemies = (unit for unit in state.units.values() if unit.side != question.player and unit.active and unit.machine)
    return float(sum(abs(unit.sheet.tons - int(answer)) < TONS_A_HEX for unit in enemies))


@rule("hex_rounds.clearance", cite=CLEARANCE, implements=("TO-370-mine-clearance-missiles",), slot=GROUND_HITS)
def clears_mines(scene: Scene, attack: WeaponAttack) -> bool:
    """Mine-clearance missiles clear each field in their hex on 5 or more, and graze who has thin armour there."""
    if laid(scene.rules, attack.ammunition) != "mine clearance":
        return False
    hex, who = attack.target.hex, attack.attacker.id
    for field in fields_at(scene.state, hex):
        if scene.roll("mines.cleared", who=who, needed=CLEARED_ON, hex=str(hex)) >= CLEARED_ON:
            scene.tell(ThingGone(field))
    damage = scene.rules[grazes](scene.rules, attack)
    for unit in scene.state.at(hex):
        ratings = [scene.rules[barrier](scene.rules, unit, place.code) for place in unit.sheet.locations]
        if not unit.airborne and ratings and min(ratings) <= THIN_ARMOUR:
            side = scene.rules[side_hit](scene.rules, unit, attack.attacker.hex)
            take(scene, Hit(unit.id, side, damage, "fire", by=attack, item=attack.weapon.name))
    return True


@rule("hex_rounds.grazes", cite=CLEARANCE, implements=("TO-370-mine-clearance-missiles",))
def grazes(rules: Ruleset, attack: WeaponAttack) -> int:
    """They do a tenth of what their volley would, a point at least: 2 for twenty long-range missiles."""
    return max(1, floor(attack.weapon.cluster * rules[damage_at](attack) / 10))


@rule("mines.burns", cite=KINDS_OF_MINES, slot=GOES_OFF)
def burns(scene: Scene, id: str, hazard: Hazard) -> None:
    """Inferno mines that go off leave their fuel on who is there."""
    field = hazard.thing
    if field is not None and field.kind == INFERNO and scene.unit(id).active:
        set_alight(scene, id, scene.rules[fuel](scene.rules, field), "front", as_id(hazard.what))


@rule("mines.shakes", cite=KINDS_OF_MINES, slot=GOES_OFF)
def shakes(scene: Scene, id: str, hazard: Hazard) -> None:
    """Vibrabombs that go off strike everybody on the ground in their hex, whoever's steps they felt."""
    field = hazard.thing
    if field is None or field.kind != VIBRABOMBS or field.hex is None:
        return
    for unit in scene.state.at(field.hex):
        for group in in_groups(field.value, scene.rules[FIGURES]["group"]):
            if unit.id != id and not unit.airborne and scene.unit(unit.id).active:
                take(scene, Hit(unit.id, "front", group, hazard.what, location=low_place(scene, unit.id)))


@rule("mines.worn", cite=KINDS_OF_MINES, slot=GOES_OFF)
def worn(scene: Scene, id: str, hazard: Hazard) -> None:
    """Special mines that go off leave a field five points thinner; plain fields stay as dense as they are."""
    field = hazard.thing
    if field is None or field.kind not in (ACTIVE, INFERNO, VIBRABOMBS):
        return
    left = field.value - scene.rules[FIGURES]["worn"]
    if left <= 0:
        scene.tell(ThingGone(field))
    else:
        scene.tell(ThingPlaced(msgspec.structs.replace(field, value=left, hidden=False)))


RULES = (lays_mines, astray, clears_mines, grazes, asked, burns, shakes, worn)
