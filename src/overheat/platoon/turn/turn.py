"""The turn as the rules in force have it: its phases, its steps, and everything that may be said at each.

All three are tables, so that a layer brings a phase, a step or a verb as rows. What is to be done lies on a stack of
tasks; each kind of task is a step, by its name. `legal` is what the verbs of the step offer and do not refuse;
`carry_out` asks the same refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.layers import CHECKS
from overheat.kernel.rules.rule import Ruleset, Shown, Slot, Table, rule
from overheat.kernel.verbs import unfit
from overheat.kernel.wording.commands import Speaker
from overheat.platoon.battle.commands import unreasonable
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Beginning, NextDie, Shooting, State, Task
from overheat.platoon.books import BASE
from overheat.platoon.turn import answers, deployment, fire, moves, orders, turns
from overheat.platoon.turn.phrases import called
from overheat.platoon.turn.succession import in_order, misplaced
from overheat.platoon.turn.verb import COMMANDS, Phase, Step, Verb, not_now

TURN = BASE("The turn")

PHASES: Table[str, Phase] = Table(
    "turn.phases",
    {
        "beginning": Phase(title="Beginning", begin=turns.begin),
        "orders": Phase(title="Orders", after="beginning", begin=lambda battle: battle.push(NextDie())),
        "ending": Phase(title="End of turn", after="orders", begin=turns.end),
        "closing": Phase(title="Closing", after="ending", begin=turns.close),
    },
    cite=TURN,
    of="phase",
    shows=lambda id, phase: Shown(phase.title),
    where="overheat.platoon.turn.turn.PHASES",
)
"""Strikes come down, then orders are given die by die, then they are kept, then what is rolled for at the end."""


def order(rules: Ruleset) -> tuple[str, ...]:
    """The phases of a turn in their order: each comes directly after the one that it follows."""
    return in_order(rules[PHASES].rows)


def _begin(battle: Battle, task: Beginning) -> None:
    """A phase begins; when all that it brings is done, the next one, and after the last the first of another turn."""
    phases = order(battle.rules)
    id = task.phase or phases[0]
    battle.push(Beginning(phases[(phases.index(id) + 1) % len(phases)]))
    with answered_for(battle.rules, f"the phase {id!r}"):
        battle.rules[PHASES][id].begin(battle)


STEPS: Table[str, Step] = Table(
    "turn.steps",
    {
        "Beginning": Step(task=Beginning, runs=_begin),
        **deployment.STEPS,
        **orders.STEPS,
        **moves.STEPS,
        **fire.STEPS,
        **answers.STEPS,
    },
    cite=TURN,
    of="step",
    shows=lambda id, step: Shown(step.title or id),
    where="overheat.platoon.turn.turn.STEPS",
)
"""Everything that can lie on the stack, by the name of its kind of task."""

VERBS: Table[str, Verb] = Table(
    "turn.verbs",
    {
        **deployment.VERBS,
        **orders.VERBS,
        **moves.VERBS,
        **fire.VERBS,
        **answers.VERBS,
        **fire.ANY_TIME,
    },
    cite=COMMANDS,
    of="command",
    shows=lambda id, verb: Shown(verb.heading),
    where="overheat.platoon.turn.turn.VERBS",
)
"""Everything that may be said where a side has something to decide; a verb that names no step is said at all."""

VETOES: Slot[[Battle, Any, Any], Refusal | None] = Slot("turn.vetoes", None)
"""Why a command of any verb may not be given at a step, whatever its verb says: asked with the task and the command."""

AT_LEISURE = ("orders.hold", "devices.set_off")
"""What nobody is asked for by itself."""


def name_of(task: Task) -> str:
    """The step that a task is."""
    return type(task).__name__


def said_at(rules: Ruleset, step: str) -> tuple[tuple[str, Verb], ...]:
    """The verbs of a step, found out once."""
    known = rules.worked_out("platoon.said_at")
    found: tuple[tuple[str, Verb], ...] | None = known.get(step)
    if found is None:
        rows = rules[VERBS].rows.items()
        found = known[step] = tuple((id, verb) for id, verb in rows if not verb.phases or step in verb.phases)
    return found


def legal(battle: Battle) -> list[Any]:
    """Lawful commands for what is to be decided now."""
    return offered(battle, battle.tasks[-1])


def offered(battle: Battle, task: Task) -> list[Any]:
    """Lawful commands for a task, whether or not it is the one to be decided now."""
    if getattr(task, "side", None) is None:
        return []
    return [command for id, verb in said_at(battle.rules, name_of(task)) for command in _offers(battle, task, id, verb)]


def _offers(battle: Battle, task: Task, id: str, verb: Verb) -> Iterator[Any]:
    with answered_for(battle.rules, f"the verb {id!r}"):
        found = verb.legal(battle, task)
        if battle.rules[VETOES]:
            found = (command for command in found if _vetoed(battle, task, command) is None)
        yield from found


def _vetoed(battle: Battle, task: Task, command: Any) -> Refusal | None:
    """Why a command is forbidden that its verb would allow, or None."""
    return next((no for rule in battle.rules[VETOES] if (no := rule(battle, task, command)) is not None), None)


def verb_of(battle: Battle, command: object) -> tuple[str, Verb] | None:
    """The verb that a command belongs to at the step that it is; None where it is not said there."""
    step = name_of(battle.tasks[-1])
    return next((found for found in said_at(battle.rules, step) if found[1].command is type(command)), None)


def refusal(battle: Battle, command: Any) -> Refusal | None:
    """Why a command may not be given now, or None."""
    odd = unreasonable(command)
    if odd:
        return odd
    found = verb_of(battle, command)
    if found is None:
        return not_now(command)
    id, verb = found
    with answered_for(battle.rules, f"the verb {id!r}"):
        no = verb.refuses(battle, battle.tasks[-1], command)
        if no is not None and not isinstance(no, Refusal):
            raise TypeError(f"refuses with {no!r}, which is no Refusal")
    return no or _vetoed(battle, battle.tasks[-1], command)


def carry_out(battle: Battle, command: Any) -> None:
    """Do what a lawful command says."""
    found = verb_of(battle, command)
    assert found is not None
    id, verb = found
    with answered_for(battle.rules, f"the verb {id!r}"):
        verb.does(battle, battle.take_up(), command)


def settle(battle: Battle) -> None:
    """Do what needs no command, until somebody has to decide or the game is over."""
    while battle.tasks and not battle.outcome:
        battle.follow()
        if battle.outcome is not None:
            return
        task = battle.tasks[-1]
        step = battle.rules[STEPS][name_of(task)]
        with answered_for(battle.rules, f"the step {name_of(task)!r}"):
            if step.waits is not None and step.waits(battle, task) and _asked_anything(battle, task):
                return
            battle.take_up()
            step.runs(battle, task)


def _asked_anything(battle: Battle, task: Task) -> bool:
    """Whether there is anything to say besides holding; only who may shoot is passed over where there is not."""
    if not isinstance(task, Shooting):
        return True
    asked = (each for each in said_at(battle.rules, name_of(task)) if each[0] not in AT_LEISURE)
    return any(True for id, verb in asked for _ in _offers(battle, task, id, verb))


def speaker(battle: Battle) -> Speaker:
    """Who tells what may be said at this moment."""
    task = battle.tasks[-1] if battle.tasks else None
    here = {} if task is None else {verb.command: (id, verb) for id, verb in said_at(battle.rules, name_of(task))}
    return Speaker(
        rules=battle.rules,
        state=battle,
        actor=task,
        names=called(battle),
        verbs=here,
        refuses=lambda command: refusal(battle, command),
        unspoken={},
    )


def describe(battle: Battle, command: Any) -> str:
    """A command as a short line."""
    return speaker(battle).words(command)


def worth_of(battle: Battle, command: Any) -> float:
    """What the verb of a command says that it is worth; less than anything where it says nothing."""
    found = verb_of(battle, command)
    if found is None or found[1].worth is None:
        return float("-inf")
    with answered_for(battle.rules, "worth"):
        worth = float(found[1].worth(battle, battle.tasks[-1], command))
    return worth if worth > 0 else float("-inf")


def step_of(state: State, rules: Ruleset) -> tuple[Step, Task] | None:
    """What is to be done now."""
    if not state.tasks:
        return None
    task: Task = state.tasks[-1]
    return rules[STEPS][name_of(task)], task


@rule("turn.known_steps", cite=TURN, slot=CHECKS)
def known_steps(rules: Ruleset) -> Refusal | None:
    """A phase follows one that there is, a step bears the name of its task, and a verb is for steps that wait."""
    lost = misplaced(rules[PHASES].rows)
    if lost is not None:
        return _unknown(f"the phase {lost!r} follows {rules[PHASES][lost].after!r}, which is no phase before it")
    steps = rules[STEPS].rows
    for id, step in steps.items():
        if not (isinstance(step.task, type) and issubclass(step.task, Task) and step.task.__name__ == id):
            return _unknown(f"the step {id!r} is of no task of that name")
    for id, verb in rules[VERBS].rows.items():
        for name in verb.phases:
            if name not in steps or steps[name].waits is None:
                return _unknown(f"the verb {id!r} is for {name!r}, which is no step at which a side decides")
    return None


def _unknown(reason: str) -> Refusal:
    return Refusal("rules.phase", reason, TURN)


@rule("turn.one_verb", cite=TURN, slot=CHECKS)
def one_verb(rules: Ruleset) -> Refusal | None:
    """At a step a command belongs to one verb, and a name to one command."""
    waiting = [id for id, step in rules[STEPS].rows.items() if step.waits is not None]
    wrong = unfit(rules[VERBS].rows, waiting)
    return None if wrong is None else Refusal("rules.verb", wrong, TURN)


RULES = (PHASES, STEPS, VERBS, known_steps, one_verb, *turns.RULES)
