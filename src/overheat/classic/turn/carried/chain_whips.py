"""Two units that a chain whip ties together: neither leaves its hex, until who holds the whip lets go."""

from __future__ import annotations

import msgspec

from overheat.classic.attack.chain_whips import let_go
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import points_left
from overheat.classic.facts.commands import Jump, Leave, LetGo, Step
from overheat.classic.facts.events import Moved
from overheat.classic.facts.state import State, Unit
from overheat.classic.rules.standard.chain_whips import HELD, HOLDS, WHIPS, tied
from overheat.classic.rules.standard.modes import mode_of
from overheat.classic.turn.foresight import points
from overheat.classic.turn.verb import VETOES, Names, Saying, Verb
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.rule import rule
from overheat.kernel.terms import Tally, Term, parts

TURNS = ("left", "right")
TIES = frozenset((HOLDS, HELD))
"""The marks of who is tied."""
PRICE = Tally((Term("chain_whips.let_go", 1, "let go", WHIPS),))
"""The movement points that letting go takes."""


@rule(
    "chain_whips.stays",
    cite=WHIPS,
    implements=("TO-289-chain-whip-grapple-3b",),
    slot=VETOES,
    only=lambda saying: not TIES.isdisjoint(saying.unit.marks),
)
def stays(saying: Saying) -> Refusal | None:
    """Two units that a whip ties together may turn, and do not leave their hexes."""
    if not saying.unit.marks or not tied(saying.unit):
        return None
    command = saying.command
    if not isinstance(command, Jump | Leave) and not (isinstance(command, Step) and command.way not in TURNS):
        return None
    return Refusal("chain_whips.stays", f"{saying.unit.sheet.name} is tied by a whip", WHIPS)


def _refuses(state: State, unit: Unit, command: LetGo) -> Refusal | None:
    if HOLDS not in unit.marks:
        return Refusal("chain_whips.let_go", f"{unit.sheet.name} holds nobody", WHIPS)
    if not mode_of(state.relief.rules, unit).moves or unit.motion.done or points_left(state, unit) < PRICE.total:
        return Refusal("chain_whips.let_go", "letting go takes a movement point", WHIPS)
    return None


def _does(scene: Scene, unit: Unit, command: LetGo) -> None:
    motion = msgspec.structs.replace(unit.motion, spent=unit.motion.spent + int(PRICE.total))
    scene.tell(Moved(unit.id, "let_go", unit.hex, unit.facing, unit.elevation, motion, parts(PRICE)))
    let_go(scene, scene.unit(unit.id))


def _words(state: State, unit: Unit, command: LetGo, names: Names) -> str:
    held = unit.about(HOLDS)
    return f"let go of {names.get(held, held)}"


VERBS: dict[str, Verb] = {
    "chain_whips.let_go": Verb(
        command=LetGo,
        phases=("movement",),
        offers=lambda state, unit: (LetGo(),) if HOLDS in unit.marks else (),
        refuses=_refuses,
        does=_does,
        words=_words,
        cost=lambda state, unit, command: points(PRICE),
        preview=lambda state, unit, command: "both units may move again",
        worth=lambda state, unit, command: 0.0,
    ),
}
RULES = (stays,)
