"""What a weapon does to who fires it: whether it jams, breaks or explodes on a roll to hit, and what it uses up."""

from __future__ import annotations

from collections.abc import Iterator

from overheat.classic.adjudicator.desk import Desk
from overheat.classic.adjudicator.inside.critical import Chosen
from overheat.classic.adjudicator.miniatures import ATTACKER, fires
from overheat.classic.adjudicator.volley import ShotAsked, staged_shot
from overheat.classic.attack.resolution import resolve
from overheat.classic.attack.to_hit import refusal
from overheat.classic.battle.scene import Scene
from overheat.classic.facts.events import (
    CrewHurt,
    Exploded,
    FateMet,
    Jammed,
    MountLost,
    ShotsSpent,
    Struck,
    StructureLost,
)
from overheat.classic.report.report import cast_of
from overheat.classic.report.wording import sentence
from overheat.classic.rules.standard.fire import DECLARATION
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.answers import Answer
from overheat.kernel.events import Event
from overheat.kernel.inquiries import Inquiry

ROLLS = range(2, 13)
LOWEST, HIGHEST = 1, 6
HARM = (CrewHurt, Exploded, FateMet, Jammed, MountLost, ShotsSpent, Struck, StructureLost)


def answer(desk: Desk, asked: ShotAsked) -> Answer:
    """What each roll to hit does to the attacker; all other dice fall as nobody minds."""
    state = staged_shot(desk, asked)
    attack = attack_of(state, state.units[ATTACKER], fires(state.units[ATTACKER], [asked.weapon])[0])
    no = refusal(attack)
    if no is not None:
        return Answer.refused(no, "jams_on", "explodes_on", "rolls")
    told: dict[str, list[str]] = {}
    jams, bursts, damage, spent = [], [], 0, 0
    for total in ROLLS:
        low = max(LOWEST, total - HIGHEST)
        scene = Scene(state, Chosen((low, total - low)))
        resolve(scene, attack)
        scene.follow()
        own = [*_own(scene)]
        jams += [total for event in own if isinstance(event, Jammed)]
        exploded = [event.damage for event in own if isinstance(event, Exploded)]
        bursts += [total] * bool(exploded)
        damage = max(damage, *exploded) if exploded else damage
        spent = _used(scene, attack.attacker.condition.shots)
        told[str(total)] = [sentence(event, cast_of(scene.state)) for event in own]
    return Answer(
        figures={
            "jams_on": max(jams, default=None),
            "explodes_on": max(bursts, default=None),
            "explosion": damage,
            "shots_used": spent,
            "rolls": {roll: said for roll, said in told.items() if said},
        }
    )


def _own(scene: Scene) -> Iterator[Event]:
    """What happened to the attacker, besides the shots that it used up."""
    for event in scene.events:
        if isinstance(event, HARM) and not isinstance(event, ShotsSpent) and getattr(event, "unit", "") == ATTACKER:
            yield event


def _used(scene: Scene, before: tuple[int, ...]) -> int:
    """The shots that were used up."""
    return sum(before) - sum(scene.unit(ATTACKER).condition.shots)


INQUIRIES = {
    "mishaps": Inquiry(
        title="What rolls to hit do to who fires: jams, bursts",
        facts=ShotAsked,
        answer=answer,
        cite=DECLARATION,
    )
}
