"""Laser-guided artillery of Omega: shells of guns that look for who is lit up near the hex they were fired at.

A homing shell of any gun is one. One that finds nobody, or misses, falls as any other shell does that was aimed there.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from overheat.classic.adjudicator import INQUIRIES
from overheat.classic.adjudicator.desk import Desk
from overheat.classic.attack.unmanned import attack_by
from overheat.classic.battle.scene import Scene
from overheat.classic.damage.hits import take
from overheat.classic.damage.sums import weighed
from overheat.classic.facts.lasting import Thing, kind_of
from overheat.classic.facts.state import Unit
from overheat.classic.rules.omega.guidance import LASED, MISSED
from overheat.classic.rules.standard.artillery import Shelling
from overheat.classic.rules.standard.guidance import tagged
from overheat.classic.rules.standard.impacts import BARE, Hit
from overheat.classic.rules.standard.locations import side_hit
from overheat.classic.turn.carried.artillery import ASKED, fall, guided_to, homes
from overheat.classic.unit.figures import FIGURES as EQUIPMENT
from overheat.classic.unit.figures import Figure
from overheat.kernel.answers import Answer
from overheat.kernel.cite import Book
from overheat.kernel.inquiries import Inquiry
from overheat.kernel.questions import Question
from overheat.kernel.rules.layers import Layer
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term

SHELLS = Book("Omega Rules")("Laser Guided Artillery", 18)
Found = Literal["scatter", "random", "tag location"]

FIGURES: Table[str, int] = Table(
    "omega.laser_shell_figures",
    {"hits on": 4, "hits the spot on": 9, "hexes": 5},
    cite=SHELLS,
    implements=("OM-lg-artillery",),
    where="overheat.classic.rules.omega.laser_shells.FIGURES",
)
"""What a shell rolls to hit who is lit up, and to hit the very spot, and how far from its hex it looks."""

GUNS = EQUIPMENT.amended(
    "omega.laser_shells",
    {"munition_homing": Figure(families=["thumper", "sniper", "long_tom"])},
    cite=SHELLS,
    where="overheat.classic.rules.omega.laser_shells.GUNS",
)
"""Guns that fire laser-guided shells; Arrows are no artillery."""


@rule("omega.shell_finds", cite=SHELLS, implements=("OM-lg-artillery",))
def shell_finds(rules: Ruleset, roll: int) -> Found:
    """A shell misses on 2 and 3, hits anywhere on 4 to 8, and the very spot on 9 or more."""
    figures = rules[FIGURES]
    if roll < figures["hits on"]:
        return "scatter"
    return "tag location" if roll >= figures["hits the spot on"] else "random"


@rule("omega.shell_looks", cite=SHELLS, implements=("OM-lg-artillery",))
def shell_looks(shelling: Shelling) -> tuple[Unit, ...]:
    """A laser-guided shell strikes an enemy who is lit up no more than 5 hexes from where it was aimed at."""
    far, side = shelling.rules[FIGURES]["hexes"], shelling.unit.side
    lit = [unit for unit in shelling.state.units.values() if unit.active and unit.side != side and tagged(unit)]
    near = [unit for unit in lit if unit.hex.distance(shelling.hex) <= far]
    return tuple(sorted(near, key=lambda unit: (unit.hex.distance(shelling.hex), unit.id)))


def spot_on(unit: Unit) -> str:
    """The place of a spot that lights a unit up."""
    spots = (mark for name, mark in unit.marks.items() if kind_of(name) == LASED and mark.kind != MISSED)
    return next((mark.about for mark in spots if mark.about), "")


@rule("omega.shell_strikes", cite=SHELLS, implements=("OM-lg-artillery",))
def shell_strikes(scene: Scene, shelling: Shelling, shell: Thing) -> None:
    """A laser-guided shell strikes one of those lit up on 4 or more; else it falls as other shells aimed there do."""
    lit, rules = scene.rules[guided_to](shelling), scene.rules
    if lit:
        picked = scene.ask(Question(ASKED, shelling.unit.side, tuple(unit.id for unit in lit), shelling.unit.id))
        needed = rules[FIGURES]["hits on"]
        margin = attack_by(scene, shell, picked, Tally((Term("omega.laser_shell", needed, "laser-guided", SHELLS),)))
        found = rules[shell_finds](rules, needed + margin)
        if found != "scatter":
            _hit(scene, shelling, picked, spot_on(scene.unit(picked)) if found == "tag location" else "")
            return
    fall(scene, shelling, shell)


def _hit(scene: Scene, shelling: Shelling, target: str, place: str) -> None:
    weapon, unit = shelling.weapon, scene.unit(target)
    whole = int(weapon.damage) if isinstance(weapon.damage, int | float) else 0
    side = scene.rules[side_hit](scene.rules, unit, shelling.unit.hex)
    hit = Hit(target, side, whole, "fire", BARE, weapon, location=place, item=weapon.name)
    take(scene, weighed(scene, hit))


class GuidedShellAsked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A laser-guided shell in the turn in which it arrives."""

    tag: Annotated[Literal["hit", "miss"], Meta(description="What came of the designator.")]
    distance: Annotated[int, Meta(ge=0, le=200, description="From the target to the hex that was aimed at.")] = 0
    roll: Annotated[int, Meta(ge=2, le=12)] | None = None


def _answer(desk: Desk, asked: GuidedShellAsked) -> Answer:
    """What a roll comes to: a hit anywhere, on the spot, or a shell that falls as others do."""
    figures = desk.rules[FIGURES]
    blind = asked.tag == "miss" or asked.distance > figures["hexes"]
    found = "scatter" if blind else None if asked.roll is None else desk.rules[shell_finds](desk.rules, asked.roll)
    return Answer(figures={"result": found, "tag_radius": figures["hexes"]})


QUESTION = INQUIRIES.amended(
    "omega.guided_shell_question",
    {
        "guided_shell": Inquiry(
            title="What a laser-guided shell comes to", facts=GuidedShellAsked, answer=_answer, cite=SHELLS
        )
    },
    cite=SHELLS,
)

LAYER = Layer(
    "omega_laser_shells",
    title="Laser-guided artillery",
    group="Omega",
    cite=SHELLS,
    needs=("classic", "omega_guidance"),
    add=(FIGURES, shell_finds),
    change=(GUNS, QUESTION, guided_to.replaced_by(shell_looks), homes.replaced_by(shell_strikes)),
)
