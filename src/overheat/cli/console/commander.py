"""One side of the classic game at a terminal: what the player types, and what is answered.

A commander turns a typed line into commands. It never changes the game: it says which commands to give, or answers with
a text and waits for the next line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from overheat.classic.battle.chances import chance_to_stand
from overheat.classic.battle.steps import Prospect, allowance
from overheat.classic.board.text_map import LEGEND
from overheat.classic.facts.commands import (
    Aim,
    Charge,
    Choose,
    Command,
    Deploy,
    Done,
    DropProne,
    Fire,
    Go,
    Jump,
    Leave,
    Spot,
    Stand,
    Step,
    Strike,
    Twist,
)
from overheat.classic.facts.phrases import FACINGS, called
from overheat.classic.facts.questions import asked_now
from overheat.classic.facts.state import State, Unit
from overheat.classic.facts.vocabulary import way_of
from overheat.classic.report.field_map import field_map, labels, letter, rank, reach_cells
from overheat.classic.report.report import Teller, cast_of
from overheat.classic.report.status import line, status, things
from overheat.classic.rules.standard.modes import MODES
from overheat.classic.rules.standard.piloting import Check, piloting_number
from overheat.classic.turn.deploying import facing_the_enemy
from overheat.classic.turn.moves import rehearse
from overheat.classic.turn.preview import heat_told
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.round import PHASES, VERBS, speaker
from overheat.cli.console.console import fold
from overheat.cli.console.conversation import ANY_TIME, Answer
from overheat.kernel.events import Event, Rolled
from overheat.kernel.refusal import Refusal, RefusedError
from overheat.kernel.wording.commands import Speaker
from overheat.kernel.wording.phrases import counted

POINTS = {"n": 0, "ne": 1, "se": 2, "s": 3, "sw": 4, "nw": 5}
"""The facings as they are typed."""
STEPS = {"f": "forward", "b": "back", "l": "left", "r": "right"}
NUMBERS = re.compile(r"[0-9]{1,3}(?:[ ,]+[0-9]{1,3})*")
DESTINATION = re.compile(r"([0-9]{4,6})(?: +(ne|nw|se|sw|n|s))?(?: +([a-z][a-z ]*))?")

STATUS = "status [r1]    one unit's sheet"
HELP = {
    "deployment": "0802           place the unit in a hex     0802 se     place it facing south-east",
    "choose": "Type a unit's word, such as r1, or its number.",
    "movement": """0807           go to a hex               0807 se     go there and face south-east
0807 s run     and say how               reach       where you can get, and for how much
stay           do not move               {modes}   move step by step:
f b l r        forward, back, turn left, turn right; then done
stand          get up                    charge b1, leave""",
    "weapons": """1 3 4          declare these shots        twist se    turn the torso
spot           for others' missiles       done        hold the rest of the fire""",
    "physical": "1              declare this blow          done        strike no more",
}
MANY = 8
"""Hexes that something can be done in are not listed one by one if there are more."""
FAMILIAR = (Go, Step, Jump, Stand, DropProne, Charge, Leave, Done)
"""What the help for the movement phase tells of."""
NUMBERED = "1              say what is listed by that number          done        nothing more"
"""The help for a phase that has none of its own."""


class Commander:
    """Reads what one player types."""

    def __init__(self, side: str, paint: Callable[[Any, str], str] | None = None) -> None:
        self.side = side
        self._paint = paint

    def battlefield(self, state: State) -> str:
        """The map in characters."""
        return field_map(state, paint=self._paint)

    def report(self, state: State) -> Teller:
        """A report of what happens from now on."""
        return Teller(cast_of(state))

    def menu(self, legal: Sequence[Command]) -> tuple[Command, ...]:
        """What may be done, in the order it is offered: attacks first, hexes to aim at last."""
        return tuple(sorted(legal, key=_importance))

    def amid_turn(self, state: State) -> bool:
        """Whether a unit has begun its turn and not ended it."""
        return state.acting is not None

    def goes_on(self, before: State, after: State, events: Sequence[Event]) -> bool:
        """Whether the rest of a way is still gone: by the same unit, unless it fell."""
        fell = after.acting is not None and after.units[after.acting].condition.prone
        return before.acting in (None, after.acting) and not (fell and any(isinstance(each, Rolled) for each in events))

    def greet(self, state: State, legal: Sequence[Command]) -> str:
        """What the player sees before each choice."""
        names = self.names(state)
        if state.question is not None:
            return self.offers(state, legal)
        if state.acting is None:
            told = [
                f"{at:>3}  {labels(state.units)[choice.unit]}  {line(state.units[choice.unit], names)}"
                for at, choice in enumerate(legal, start=1)
                if isinstance(choice, Choose)
            ]
            return "\n".join([f"Round {state.round}, {state.phase}: whose turn?", *told])
        unit = state.units[state.acting]
        if state.phase == "movement":
            further = self._listed(state, legal, [at for at, each in enumerate(legal) if type(each) not in FAMILIAR])
            return "\n".join([_movement_prompt(state, unit, names[unit.id]), *further])
        return self.offers(state, legal)

    def names(self, state: State) -> dict[str, str]:
        """What units are called, with their short words."""
        words = labels(state.units)
        return {id: f"{words[id].upper()} {unit.sheet.chassis}" for id, unit in state.units.items()}

    def offers(self, state: State, legal: Sequence[Command], *, everything: bool = False) -> str:
        """Every action by its number, with what it takes and promises. Many hexes are told only if asked for."""
        names = self.names(state)
        rows = self._listed(state, legal, range(len(legal)), everything=everything)
        unit = state.units[state.acting] if state.acting else None
        if unit is not None and unit.machine and state.phase == "weapons":
            rows.append(f"     {heat_told(state, unit)}")
        if state.question is not None:
            return "\n".join([asked_now(state), *rows])
        heading = f"{names[unit.id]}, {state.phase}" if unit else f"Round {state.round}, {state.phase}"
        return "\n".join([heading, *rows])

    def _listed(
        self, state: State, legal: Sequence[Command], wanted: Sequence[int], *, everything: bool = False
    ) -> list[str]:
        """Some of the actions by their numbers; one line for all hexes that something can be done in."""
        saying = speaker(state, self.names(state))
        rows: list[str] = []
        for group in saying.groups(legal):
            places = [at for at in group.commands if at in wanted]
            hexes = [hex for at in places if (hex := getattr(legal[at], "hex", ""))]
            if len(hexes) > MANY and not everything:
                words = saying.words(legal[places[0]]).replace(hexes[0], "HEX")
                rows.append(f"     {words}: {counted(len(hexes), 'hex', 'hexes')}, which list tells")
            else:
                rows += [f"{at + 1:>3}  {_offer(saying, legal[at])}" for at in places]
        return rows

    def read(self, state: State, legal: Sequence[Command], typed: str) -> Answer:
        """What a typed line means."""
        text = " ".join(typed.lower().split())
        verb, _, rest = text.partition(" ")
        if verb == "why" or (verb == "?" and rest):
            return _why(state, legal, rest)
        if verb in ("help", "?", "h"):
            return Answer(f"{_help(state)}\n{ANY_TIME}\n{STATUS}")
        if verb in ("map", "m"):
            below = "".join(f"\n{told}" for told in things(state))
            return Answer(f"{self.battlefield(state)}{below}\n\n{fold(LEGEND)}")
        if verb in ("units", "u"):
            names = self.names(state)
            return Answer("\n".join([*(line(unit, names) for unit in state.units.values()), *things(state)]))
        if verb == "status":
            return self._status(state, rest)
        if verb in ("list", "legal"):
            return Answer(self.offers(state, legal, everything=True))
        if NUMBERS.fullmatch(text):
            return _numbered(state, legal, text) or self._in_phase(state, legal, text, verb, rest)
        return self._in_phase(state, legal, text, verb, rest)

    def _status(self, state: State, word: str) -> Answer:
        found = self._unit(state, word) if word else (state.units[state.acting] if state.acting else None)
        if found is not None:
            return Answer(status(state, found, self.names(state)))
        words = ", ".join(labels(state.units).values())
        return Answer(f"whose? {words}")

    def _unit(self, state: State, word: str) -> Unit | None:
        """The unit that a word stands for."""
        for id, label in labels(state.units).items():
            if word in (label.lower(), id.lower()):
                return state.units[id]
        return None

    def _in_phase(self, state: State, legal: Sequence[Command], text: str, verb: str, rest: str) -> Answer:
        """Words that mean something in this phase only."""
        if state.question is not None:
            return self._say(state, legal, self._described(state, legal, text), text)
        if state.acting is None:
            unit = self._unit(state, text)
            return self._say(state, legal, Choose(unit.id) if unit else None, text)
        unit = state.units[state.acting]
        if verb in ("done", "d", "stay", "end"):
            return Answer(commands=(Done(),))
        place = DESTINATION.fullmatch(text) if state.phase == "deployment" else None
        if place is not None:
            return self._deploy(state, unit, place[1], place[2])
        if state.phase == "movement":
            return self._move(state, unit, legal, text, verb, rest)
        if verb == "twist" and rest in POINTS:
            return self._say(state, legal, Twist(POINTS[rest]), text)
        if verb == "aim":
            return self._say(state, legal, Aim(rest), text)
        if verb == "spot":
            return self._say(state, legal, Spot(), text)
        return self._say(state, legal, self._described(state, legal, text), text)

    def _described(self, state: State, legal: Sequence[Command], text: str) -> Command | None:
        """The command that is listed with these words, or the only one for a hex."""
        there = [command for command in legal if _hex_of(command) == text]
        if len(there) == 1:
            return there[0]
        saying = speaker(state, self.names(state))
        return next((command for command in legal if saying.words(command).lower() == text), None)

    def _deploy(self, state: State, unit: Unit, name: str, facing: str | None) -> Answer:
        """Place a unit in a hex; where no facing is said it faces the enemy."""
        try:
            hex = state.relief.board.parse_hex(name)
        except RefusedError as error:
            return Answer(str(error))
        wanted = facing_the_enemy(state, unit, hex) if facing is None else POINTS[facing]
        return Answer(commands=(Deploy(str(hex), wanted),))

    def _say(self, state: State, legal: Sequence[Command], command: Command | None, text: str) -> Answer:
        if command is not None and command in legal:
            return Answer(commands=(command,))
        if command is None:
            return Answer(f"{text!r} is nothing that can be done here; help tells what is")
        words = speaker(state, self.names(state)).words(command)
        return Answer(f"{words}: not possible now; list shows what is")

    def _move(self, state: State, unit: Unit, legal: Sequence[Command], text: str, verb: str, rest: str) -> Answer:
        place = DESTINATION.fullmatch(text)
        if place is not None:
            return self._travel(state, unit, place[1], place[2], place[3])
        if verb == "reach":
            places = reach(state, unit)
            modes = dict.fromkeys(sorted((place.mode for place in places if place.path), key=rank))
            told = ", ".join(f"{letter(mode)} {mode}" for mode in modes)
            legend = f"{told}, with the points it takes; ! asks for a piloting roll"
            return Answer(f"{field_map(state, reach_cells(places), self._paint)}\n\n{legend}")
        step = STEPS.get(verb, text)
        target = self._unit(state, rest) if verb == "charge" else None
        saying = speaker(state, self.names(state))
        for command in legal:
            known = {
                Go: isinstance(command, Go) and command.mode == verb,
                Step: isinstance(command, Step) and command.way == step,
                Stand: verb == "stand",
                Leave: verb == "leave",
                Charge: isinstance(command, Charge) and target is not None and command.target == target.id,
            }
            if known.get(type(command)) or saying.words(command).lower() == text:
                return Answer(commands=(command,))
        return self._say(state, legal, None, text)

    def _travel(self, state: State, unit: Unit, name: str, facing: str | None, mode: str | None) -> Answer:
        """The way to a hex, told step by step before it is gone."""
        try:
            hex = state.relief.board.parse_hex(name)
        except RefusedError as error:
            return Answer(str(error))
        if unit.motion.mode != "stationary":
            return Answer("it moves step by step now: f b l r, then done; or undo")
        wanted = None if facing is None else POINTS[facing]
        there = [
            place
            for place in reach(state, unit)
            if place.hex == hex and place.path and wanted in (None, place.facing) and mode in (None, place.mode)
        ]
        if not there:
            return Answer(f"{name} is out of reach{' like that' if facing or mode else ''}; reach shows what is not")
        best = min(there, key=_ease)
        steps = rehearse(state, unit, best.path)
        if isinstance(steps, Refusal):
            return Answer(str(steps))
        done = () if _more_to_do(state, unit, best) else (Done(),)
        return Answer(_route(state, unit, best, steps), (*best.path, *done), "Go there?")


def _help(state: State) -> str:
    """What can be typed now, and what layers bring to be said, whenever that is."""
    if state.question is not None:
        return NUMBERED
    told = HELP.get("choose" if state.acting is None else state.phase, NUMBERED)
    modes = [mode for mode, way in state.relief.rules[MODES].rows.items() if way.moves and mode != "jump"]
    return "\n".join((told.replace("{modes}", ", ".join(modes)), *_brought(state)))


def _brought(state: State) -> Iterator[str]:
    """The verbs that layers bring, each with its phases and what it does."""
    rules = state.relief.rules
    phases, by_layers = rules[PHASES], rules.who_says(VERBS.id).rows or {}
    for id, verb in rules[VERBS].rows.items():
        if id in by_layers:
            when = ", ".join(phases[phase].title.lower() for phase in verb.phases) or "any phase"
            does = (verb.command.__doc__ or "").strip().partition("\n")[0]
            yield f"{verb.heading} ({when})" + (f": {does}" if does else "")


def _ease(place: Place) -> tuple[int, int, int, int]:
    """What makes one way better than another to the same hex."""
    return rank(place.mode), place.trips, place.spent, len(place.path)


def _more_to_do(state: State, unit: Unit, place: Place) -> bool:
    """Whether a move may go on from a place in another way: in a charge, or off the board."""
    near = any(
        other.active and other.side != unit.side and other.hex.distance(place.hex) == 1
        for other in state.units.values()
    )
    return near or place.hex.neighbour(place.facing) not in state.relief.board


def _hex_of(command: Any) -> str | None:
    """The hex that a command says; None where it says anything else."""
    return str(command.hex) if command.__struct_fields__ == ("hex",) else None


def _importance(command: Command) -> int:
    if isinstance(command, Fire | Strike):
        return 0
    if isinstance(command, Aim):
        return 3
    return 2 if isinstance(command, Done) else 1


def _offer(saying: Speaker, command: Command) -> str:
    """A command in words, with what it takes and what it promises."""
    costs, found = saying.price(command), saying.foreseen(command)
    told = ": ".join(filter(None, (saying.words(command), found.says if found else "")))
    return f"{told} [{costs}]" if costs else told


def _movement_prompt(state: State, unit: Unit, name: str) -> str:
    motion = unit.motion
    if unit.condition.prone and motion.mode == "stationary":
        return f"{name} lies at {unit.hex} facing {FACINGS[unit.facing]}: walk or run, then stand; or stay"
    if motion.mode == "stationary":
        modes = [mode for mode, way in state.relief.rules[MODES].rows.items() if way.moves]
        points = ", ".join(f"{mode} {allowance(state, unit, mode)}" for mode in modes)
        return f"{name} at {unit.hex} facing {FACINGS[unit.facing]}: {points}. Where to?"
    left = allowance(state, unit, motion.mode) - motion.spent
    return f"{name} at {unit.hex} facing {FACINGS[unit.facing]}: {motion.mode}, {left} points left"


def _numbered(state: State, legal: Sequence[Command], text: str) -> Answer | None:
    """Actions by their numbers; several at once where they are attacks. Long numbers are hexes."""
    numbers = [int(word) for word in re.split("[ ,]+", text)]
    if len(numbers) == 1 and len(text) >= 4:
        return None
    if any(not 1 <= number <= len(legal) for number in numbers):
        return Answer(f"the numbers go from 1 to {len(legal)}; list shows them")
    chosen = tuple(legal[number - 1] for number in dict.fromkeys(numbers))
    if len(chosen) > 1 and not all(isinstance(command, Fire | Strike) for command in chosen):
        return Answer("several numbers at once are for attacks only")
    return Answer(commands=chosen)


def _why(state: State, legal: Sequence[Command], word: str) -> Answer:
    """What an action promises, with the terms of its numbers, and what it takes."""
    if not word.isdigit() or not 1 <= int(word) <= len(legal):
        return Answer(f"why N, with a number from 1 to {len(legal)}")
    command, saying = legal[int(word) - 1], speaker(state, called(state.units.values()))
    found, costs = saying.foreseen(command), saying.costs(command)
    if found is None and not costs:
        return Answer("nothing is known of it beforehand")
    sums = [*costs.items(), *(found.sums.items() if found else ())]
    told = [found.says] if found else []
    return Answer("\n".join([*(f"{what}:\n{tally.explain()}" for what, tally in sums), *told]))


def _route(state: State, unit: Unit, place: Place, steps: list[Prospect]) -> str:
    """A way in words: each step with its cost, and each piloting roll with its number and chance."""
    far = f"{counted(place.spent, 'point')}, {counted(place.hexes, 'hex', 'hexes')}"
    lines = [f"{place.mode} to {place.hex} facing {FACINGS[place.facing]}, {far}:"]
    for step in steps:
        cost = ", ".join(f"{term.value} {term.label}" for term in step.cost if term.value)
        lines.append(f"  {way_of(step.how).words} {step.hex}" + (f" ({cost})" if cost else ""))
        ground = state.relief.board[step.hex]
        for why in step.checks:
            needed = piloting_number(Check(state.relief.rules, unit, why, ground, state=state))
            number = int(needed.total)
            made = 100 * float(chance_to_stand(state, unit, number, why))
            lines.append(f"    piloting roll, {why.label}: {number}+ {made:.1f} %")
    return "\n".join(lines)
