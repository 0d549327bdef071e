"""The round as the rules in force have it: its phases in their order, and everything that may be said in each.

Both are tables, so that a layer brings a phase or a verb as rows. `legal` is what the verbs of the phase offer and do
not refuse; `carry_out` asks the same refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from overheat.classic.battle.knowing import known
from overheat.classic.battle.scene import Scene
from overheat.classic.books import QUICK_REFERENCE, TOTAL_WARFARE
from overheat.classic.facts.commands import Choose, Command, Decide, Done
from overheat.classic.facts.events import TurnEnded
from overheat.classic.facts.questions import answer_in_words
from overheat.classic.facts.state import Motion, State, Unit
from overheat.classic.rules.standard.modes import MODES, mode_of
from overheat.classic.rules.standard.physical import charge_of
from overheat.classic.turn import deploying, ending, heat, movement, orders, physical, switches, weapons
from overheat.classic.turn.carried import artillery, chain_whips, mining, sensors, shields, sweeping
from overheat.classic.turn.preview import Preview, of_blow, of_shot
from overheat.classic.turn.verb import Names, Phase, Verb, Vetoes, vetoed, vetoes
from overheat.kernel.offered import Offered, said_with
from overheat.kernel.refusal import Refusal
from overheat.kernel.rules.faults import answered_for
from overheat.kernel.rules.layers import CHECKS
from overheat.kernel.rules.rule import Ruleset, Shown, Slot, Table, rule
from overheat.kernel.verbs import Foreseen
from overheat.kernel.wording.commands import Speaker, Unspoken

SEQUENCE = QUICK_REFERENCE("Attack Sequence")
TURNS = TOTAL_WARFARE("Sequence of Play", 38)


def has_a_say(state: State, unit: Unit) -> bool:
    """Whether the crew of a unit is awake, and some verb that is for this phase offers it anything."""
    if not unit.condition.conscious or unit.condition.vehicle.crew_dead:
        return False
    verbs = _said_by(state.relief.rules, state.phase, unit)
    return any(True for _ in _legal(state, unit, [(id, verb) for id, verb in verbs if verb.phases]))


PHASES: Table[str, Phase] = Table(
    "turns.phases",
    {
        "deployment": Phase(
            title="Deployment",
            asks="place",
            task="be placed",
            acts=lambda state, unit: True,
            order=deploying.order,
            reserves=True,
            unfinished=deploying.unplaced,
            seldom=True,
        ),
        "initiative": Phase(title="Initiative", after="deployment", turns=False, begin=ending.begin_round),
        "movement": Phase(
            title="Movement",
            asks="move",
            task="move",
            rests=lambda state, unit: "end its move" if mode_of(state.relief.rules, unit).moves else "stay here",
            after="initiative",
            end_turn=movement.end_move,
        ),
        artillery.TARGETING: Phase(
            title="Artillery",
            asks="fire the artillery of",
            task="fire artillery",
            rests=lambda state, unit: "fire no artillery",
            after="initiative",
            acts=artillery.bombards,
            seldom=True,
        ),
        artillery.LANDING: Phase(title="Shells land", after="movement", turns=False, told=artillery.due, seldom=True),
        "weapons": Phase(
            title="Weapon attacks",
            short="Weapons",
            asks="fire with",
            task="fire",
            rests=lambda state, unit: "done" if unit.volley or unit.blows else "hold fire",
            after=artillery.LANDING,
            begin=switches.look_around,
            finish=weapons.finish,
        ),
        "physical": Phase(
            title="Physical attacks",
            short="Physical",
            asks="strike with",
            task="strike",
            rests=lambda state, unit: "done" if unit.blows or charge_of(unit) else "strike nobody",
            after="weapons",
            finish=physical.finish,
        ),
        "heat": Phase(title="Heat", after="physical", turns=False, begin=heat.settle),
        "end": Phase(title="End", after="heat", begin=ending.end_round, acts=has_a_say, seldom=True),
    },
    cite=SEQUENCE,
    implements=("QR-attack-sequence",),
    of="phase",
    shows=lambda id, phase: Shown(phase.title),
    where="overheat.classic.turn.round.PHASES",
)
"""Whoever is to be placed; movement; all weapon attacks, declared before any is resolved; physical ones; heat."""


def _end_turn(scene: Scene, unit: Unit, command: Done) -> None:
    end = scene.rules[PHASES][scene.state.phase].end_turn
    if end is not None:
        end(scene, unit)
    scene.tell(TurnEnded(unit.id))


def _unfinished(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot be done yet."""
    says = state.relief.rules[PHASES][state.phase].unfinished
    return None if says is None else says(state, unit)


def _foretold(verbs: Mapping[str, Verb], previews: Mapping[str, Callable[..., Preview]]) -> dict[str, Verb]:
    """Verbs whose attacks promise something."""

    def told(preview: Callable[..., Preview]) -> Callable[[State, Unit, Any], Foreseen]:
        return lambda state, unit, command: preview(state, unit, command).told

    return {id: replace(verb, preview=told(previews[id])) if id in previews else verb for id, verb in verbs.items()}


VERBS: Table[str, Verb] = Table(
    "turns.verbs",
    {
        "turns.done": Verb(
            command=Done,
            phases=(),
            offers=lambda state, unit: (Done(),) if _unfinished(state, unit) is None else (),
            refuses=lambda state, unit, command: _unfinished(state, unit),
            does=_end_turn,
            words=lambda state, unit, command, names: state.relief.rules[PHASES][state.phase].rests(state, unit),
            sure=True,
        ),
        **deploying.VERBS,
        **movement.VERBS,
        **_foretold(weapons.VERBS, {"fire.fire": of_shot, "assaults.strike": of_blow}),
        **_foretold(physical.VERBS, {"physical.strike": of_blow}),
        **orders.VERBS,
        **artillery.VERBS,
        **sensors.VERBS,
        **shields.VERBS,
        **chain_whips.VERBS,
        **mining.VERBS,
        **sweeping.VERBS,
    },
    cite=TURNS,
    of="command",
    shows=lambda id, verb: Shown(verb.heading),
    where="overheat.classic.turn.round.VERBS",
)
"""Everything that may be said for a unit whose turn it is; a verb that names no phase is said in all of them."""


def order(rules: Ruleset) -> tuple[str, ...]:
    """The phases of a round in their order: each comes directly after the one that it follows."""
    rows, kept = rules[PHASES].rows, rules.remembered("order of phases")
    held = kept.get("")
    if held is None or held[0] is not rows:
        found: list[str] = []
        for id, phase in rows.items():
            found.insert(found.index(phase.after) + 1 if phase.after else 0, id)
        held = kept[""] = rows, tuple(found)
    phases: tuple[str, ...] = held[1]
    return phases


def titles(rules: Ruleset) -> dict[str, str]:
    """What the phases that are told of are called: those in which units act, and others in which something happens."""
    phases = rules[PHASES]
    return {id: phases[id].title for id in order(rules) if phases[id].turns or phases[id].told is not None}


def listed(state: State) -> dict[str, str]:
    """The phases as a player has them before him: those that are seldom played only while they last."""
    phases = state.relief.rules[PHASES]
    return {
        id: phases[id].short or title
        for id, title in titles(state.relief.rules).items()
        if id == state.phase or not phases[id].seldom
    }


def in_phase(rules: Ruleset, phase: str) -> Iterator[Verb]:
    """The verbs of a phase."""
    return (verb for _, verb in _said_in(rules, phase))


def _said_in(rules: Ruleset, phase: str) -> tuple[tuple[str, Verb], ...]:
    """The verbs of a phase by their ids, found out once for the same rows."""
    rows, kept = rules[VERBS].rows, rules.remembered("verbs of phases")
    held = kept.get(phase)
    if held is None or held[0] is not rows:
        said = tuple((id, verb) for id, verb in rows.items() if not verb.phases or phase in verb.phases)
        held = kept[phase] = rows, said
    found: tuple[tuple[str, Verb], ...] = held[1]
    return found


def _said_by(rules: Ruleset, phase: str, unit: Unit) -> tuple[tuple[str, Verb], ...]:
    """The verbs of a phase that a unit such as this one may ever have a use for."""
    rows, kept = _said_in(rules, phase), rules.remembered("verbs of units")
    key = phase, id(unit.sheet), id(unit.plan)
    held = kept.get(key)
    if held is None or held[0] is not rows:
        said = tuple((id, verb) for id, verb in rows if verb.only is None or verb.only(unit))
        held = kept[key] = rows, said, unit.sheet, unit.plan
    found: tuple[tuple[str, Verb], ...] = held[1]
    return found


def legal(state: State, unit: Unit, phase: str = "") -> Iterator[Any]:
    """Everything that a unit may say in a phase: the one that it is."""
    return _legal(state, unit, _said_by(state.relief.rules, phase or state.phase, unit))


def offered(state: State, unit: Unit, phase: str = "") -> Offered[Any]:
    """The same, of which only those verbs are asked that somebody wants to know about."""
    rules = state.relief.rules
    verbs, asked = _said_by(rules, phase or state.phase, unit), vetoes(state, unit)
    plain = not asked and unit.condition.stance is None and not rules.files

    def said(at: int, wanted: Any) -> Iterable[Any]:
        id, verb = verbs[at]
        return verb.legal(state, unit, wanted) if plain else _said_with(state, unit, id, verb, asked, wanted)

    return Offered([verb.command for _, verb in verbs], said)


def _legal(state: State, unit: Unit, verbs: Iterable[tuple[str, Verb]]) -> Iterator[Any]:
    asked = vetoes(state, unit)
    for id, verb in verbs:
        yield from _said_with(state, unit, id, verb, asked)


def _said_with(state: State, unit: Unit, id: str, verb: Verb, asked: Vetoes, wanted: Any = None) -> Iterator[Any]:
    """What a verb has to say for a unit, without what its posture or one of some rules has anything against."""
    with answered_for(state.relief.rules, f"the verb {id!r}"):
        legal = verb.legal(state, unit, wanted)
        if not asked and unit.condition.stance is None:
            yield from legal
        else:
            yield from (said for said in legal if vetoed(state, unit, said, asked) is None)


FIRST: Slot[[Scene, Unit, Any], None] = Slot("turns.first", nothing=None)
"""What happens before a unit does what it is told, whatever that is."""


def carry_out(scene: Scene, unit: Unit, command: object, phase: str = "") -> Refusal | None:
    """Do what a command says in a phase, the one that it is, or say why not.

    Why not is judged by what the unit's side may know, so that a refusal gives nothing away.
    """
    for id, verb in _said_in(scene.rules, phase or scene.state.phase):
        if verb.command is type(command):
            with answered_for(scene.rules, f"the verb {id!r}"):
                seen = known(scene.state, unit.side)
                own = unit if seen is scene.state else seen.units[unit.id]
                no = vetoed(seen, own, command) or verb.refuses(seen, own, command)
                if no is None:
                    for rule in scene.rules[FIRST]:
                        rule.function(scene, unit, command)
                    verb.does(scene, scene.unit(unit.id), command)
                elif not isinstance(no, Refusal):
                    raise TypeError(f"refuses with {no!r}, which is no Refusal")
            return no
    return Refusal("turn.command", "that is for another phase", TURNS, {"phase": phase or scene.state.phase})


def most_worth(state: State, unit: Unit, commands: Iterable[Command], *, last: bool = False) -> Command | None:
    """The command that its verb says is worth most; None where no verb says anything of any of them.

    Verbs that come last are asked when a unit is otherwise done, and only then.
    """
    phase = in_phase(state.relief.rules, state.phase)
    verbs = {verb.command: verb for verb in phase if verb.worth is not None and verb.last == last}
    with answered_for(state.relief.rules, "worth"):
        worth = [
            (float(verb.worth(state, unit, said)), said)
            for said in said_with(commands, verbs)
            if (verb := verbs.get(type(said))) and verb.worth
        ]
    best = max(worth, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def promised(
    state: State, unit: Unit, commands: Iterable[Command], besides: Collection[type] = ()
) -> tuple[float, Command] | None:
    """The command of which its verb promises most damage to others, besides some kinds; None where none promises any.

    What is said of a verb's worth counts in place of what it promises.
    """
    verbs = {
        verb.command: verb
        for verb in in_phase(state.relief.rules, state.phase)
        if verb.worth is None and verb.preview is not None and verb.command not in besides
    }
    best: tuple[float, Command] | None = None
    with answered_for(state.relief.rules, "preview"):
        for said in said_with(commands, verbs):
            told = _foretells(state, unit, verbs[type(said)], said)
            if told > 0 and (best is None or told > best[0]):
                best = told, said
    return best


def _foretells(state: State, unit: Unit, verb: Verb, command: Command) -> float:
    """The damage that a verb promises; a friend's is none that is wanted."""
    struck = state.units.get(getattr(command, "target", ""))
    if verb.preview is None or (struck is not None and struck.side == unit.side):
        return 0.0
    found = verb.preview(state, unit, command)
    return float(found.damage or 0) if isinstance(found, Foreseen) else 0.0


def speaker(state: State, names: Names) -> Speaker:
    """Who tells what may be said now, for the unit whose turn it is."""
    rules, unit = state.relief.rules, state.units.get(state.acting or "")

    def refuses(command: object) -> Refusal | None:
        return vetoed(state, unit, command) or verbs[type(command)][1].refuses(state, unit, command) if unit else None

    here = {verb.command: (id, verb) for id, verb in _said_in(rules, state.phase)}
    verbs = {verb.command: (id, verb) for id, verb in rules[VERBS].rows.items()} | here
    unspoken = {
        Choose: Unspoken("Units to take", lambda command: f"take {names[command.unit]}"),
        Decide: Unspoken("Decide", lambda command: answer_in_words(state, command.answer)),
    }
    return Speaker(rules=rules, state=state, actor=unit, names=names, verbs=verbs, refuses=refuses, unspoken=unspoken)


def describe(state: State, command: object, names: Names) -> str:
    """A command as a short line."""
    return speaker(state, names).words(command)


@rule("turns.known_phases", cite=TURNS, slot=CHECKS)
def known_phases(rules: Ruleset) -> Refusal | None:
    """A phase follows one that there is, and a verb is said in phases in which the sides take turns."""
    phases = rules[PHASES].rows
    before: set[str] = set()
    for id, phase in phases.items():
        if phase.after not in before and (phase.after or before):
            return _unknown(f"the phase {id!r} follows {phase.after!r}, which is no phase before it")
        before.add(id)
    for id, verb in rules[VERBS].rows.items():
        phases_of: object = verb.phases
        if not isinstance(phases_of, tuple):
            return _unknown(f"the phases of the verb {id!r} are no tuple of names, but {phases_of!r}")
        for name in verb.phases:
            if name not in phases or not phases[name].turns:
                return _unknown(f"the verb {id!r} is for {name!r}, which is no phase in which units act")
    return None


def _unknown(reason: str) -> Refusal:
    return Refusal("rules.phase", reason, TURNS)


def _is_command(kind: object) -> bool:
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return False
    return kind.__struct_config__.frozen and isinstance(kind.__struct_config__.tag, str)


@rule("turns.one_verb", cite=TURNS, slot=CHECKS)
def one_verb(rules: Ruleset) -> Refusal | None:
    """In a phase a command belongs to one verb, and a name to one command."""
    if "turns.done" not in rules[VERBS]:
        return Refusal("rules.verb", "there is no verb 'turns.done', without which no turn ends", TURNS)
    names: dict[str, type] = {}
    for id, verb in rules[VERBS].rows.items():
        if not _is_command(verb.command):
            return Refusal("rules.verb", f"the command of the verb {id!r} is no frozen, tagged struct", TURNS)
        name = verb.command.__name__
        if names.setdefault(name, verb.command) is not verb.command:
            return Refusal("rules.verb", f"two commands are called {name!r}, one of them that of {id!r}", TURNS)
    for phase in rules[PHASES].rows:
        commands = [verb.command for verb in in_phase(rules, phase)]
        twice = [command.__name__ for command in dict.fromkeys(commands) if commands.count(command) > 1]
        if twice:
            return Refusal("rules.verb", f"two verbs take {twice[0]!r} in the phase {phase!r}", TURNS)
    return None


@rule("turns.standing_still", cite=TURNS, slot=CHECKS)
def standing_still(rules: Ruleset) -> Refusal | None:
    """There is a mode of movement for a unit that has not moved."""
    if Motion().mode in rules[MODES]:
        return None
    return Refusal(
        "rules.mode", f"there is no mode of movement {Motion().mode!r}, with which every round begins", TURNS
    )


RULES = (PHASES, VERBS, known_phases, one_verb, standing_still)
