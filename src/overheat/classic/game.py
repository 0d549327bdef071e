"""The classic game as a game: start, legal, apply, over, view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from overheat.classic.attack.crashes import settle
from overheat.classic.battle.advance import advance
from overheat.classic.battle.knowing import anything_hidden, known, redacted
from overheat.classic.battle.positions import spelling
from overheat.classic.battle.scene import Scene
from overheat.classic.battle.steps import has_room_for
from overheat.classic.battle_value.networks import no_network
from overheat.classic.books import TOTAL_WARFARE
from overheat.classic.damage.hits import TAKERS
from overheat.classic.facts.commands import Choose, Command, Decide
from overheat.classic.facts.events import (
    WORDED,
    Answered,
    Asked,
    MissionGiven,
    ResolutionBegan,
    ResolutionEnded,
    TurnBegan,
    TurnEnded,
)
from overheat.classic.facts.state import NOWHERE, RESERVE, VEHICLES, Interrupted, State, Unit
from overheat.classic.muster.setup import Combatant, Setup
from overheat.classic.report.not_played import not_played
from overheat.classic.report.view import View, view
from overheat.classic.rules.standard.deployment import elevation_at
from overheat.classic.rules.standard.hiding import cannot_hide, hidden, hides
from overheat.classic.rules.standard.networks import networks
from overheat.classic.rules.standard.stacking import SMALL
from overheat.classic.rules.standard.weather import check_weather, settled, unfit
from overheat.classic.rulesets import ruleset
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.ending import see_outcome
from overheat.classic.turn.round import PHASES, VERBS, carry_out, offered, order
from overheat.classic.turn.taking import begin_phase, next_side, waiting
from overheat.classic.turn.things import Hour, things_act
from overheat.classic.unit.fielding import takes_no_part, under
from overheat.classic.unit.sheet import Sheet
from overheat.kernel.dice import Dice
from overheat.kernel.events import Event, Rolled, fold
from overheat.kernel.game import Outcome, Player
from overheat.kernel.positions import parse_state, print_state
from overheat.kernel.questions import Continued, Unanswered
from overheat.kernel.refusal import Refusal, RefusedError, refuse
from overheat.kernel.rules.digest import Digest, digest_of
from overheat.kernel.rules.faults import FAULT, after_dice, answered_for
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.verbs import union

SEQUENCE = TOTAL_WARFARE("Sequence of Play", 38)

IDLE = 1000
"""More rounds than pass before somebody who can do nothing comes round."""

AFLOAT = ("naval",)
"""Ways for soldiers to move that are not played."""


def unplayable(sheet: Sheet) -> Refusal | None:
    """Why a unit cannot take part: its kind has no part in this game, or soldiers in boats."""
    facts: dict[str, str | int | bool | None] = {"unit": sheet.name, "kind": sheet.kind, "motive": sheet.motive}
    if sheet.kind not in TAKERS:
        return Refusal("setup.kind", f"{sheet.name}: there is no part for its kind, {sheet.kind}", None, facts)
    if not any(place.structure for place in sheet.locations) and sheet.kind in VEHICLES:
        return Refusal("setup.kind", f"{sheet.name}: there is no part for {sheet.motive} vehicles", None, facts)
    if sheet.kind in SMALL and sheet.motive in AFLOAT:
        return Refusal("setup.kind", f"{sheet.name}: there is no part for {sheet.motive} soldiers", None, facts)
    return None


def worth_of(entry: Combatant, rules: Ruleset) -> int:
    """What a unit is worth in battle value; nothing where that cannot be worked out."""
    try:
        return entry.value(rules)
    except RefusedError:
        return 0


class Classic:
    """The classic game under some rules."""

    name = "classic"
    setups = Setup
    worded = WORDED

    def __init__(self, layers: Sequence[str] = ("classic",)) -> None:
        self._rules = ruleset(layers)
        self.rules = self._rules.layers
        self.commands = union(self._rules[VERBS].rows.values(), Choose, Decide)

    @property
    def files(self) -> Mapping[str, str]:
        """The users' files of rules that it is played under, by their layers."""
        return self._rules.files

    @property
    def digest(self) -> Digest:
        return digest_of(self._rules)

    def start(self, setup: Setup, dice: Dice) -> tuple[State, tuple[Event, ...]] | Refusal:
        """The units take the field, and the first round begins."""
        try:
            state = self.mustered(setup)
        except RefusedError as error:
            return error.refusal
        scene = Scene(state, dice)
        if setup.mission:
            scene.tell(MissionGiven(setup.mission, setup.objectives))
        try:
            with answered_for(self._rules):
                self._go_on(scene, order(self._rules))
        except RefusedError as error:
            return self._refused(scene, error.refusal)
        return scene.result()

    def not_played(self, setup: Setup) -> dict[str, tuple[str, ...]]:
        """The parts of each unit that these rules do not play, by name; nothing of units that cannot be read."""
        found = {}
        for entry in setup.units:
            try:
                sheet = under(self._rules, entry.sheet(), entry.loads)
            except RefusedError:
                continue
            if idle := not_played(self._rules, sheet):
                found[entry.id] = tuple(map(str, idle.parts))
        return found

    def mustered(self, setup: Setup) -> State:
        """The units in their places before anything has happened; a place that cannot be is refused."""
        board = setup.field()
        setup.check_objectives(board, self._rules)
        weather = self._rules[settled](self._rules, setup.weather, True)
        check_weather(self._rules, weather)
        state = State(
            relief=Relief.of(board, self._rules),
            units={},
            weather=weather,
            rounds=setup.rounds,
            objectives=setup.objectives,
            zones=setup.placed_in(board),
        )
        for entry in setup.units:
            sheet = entry.sheet()
            hex = board.parse_hex(entry.hex) if entry.hex else NOWHERE
            unit = Unit.fresh(
                self._rules,
                entry.id,
                entry.side,
                sheet,
                hex,
                entry.facing % 6,
                entry.loads,
                gunnery=entry.gunnery,
                piloting=entry.piloting,
                pilot=entry.pilot,
                value=worth_of(entry, self._rules),
                elevation=elevation_at(board, hex, sheet) if entry.hex else 0,
                fate="" if entry.hex else RESERVE,
            )
            no = unplayable(sheet) or takes_no_part(self._rules, sheet) or unfit(self._rules, weather, sheet)
            no = no or has_room_for(state, unit, hex)
            if hides(entry.loads):
                unit = hidden(unit)
                no = no or (self._rules[cannot_hide](self._rules, board[hex], unit) if entry.hex else None)
            if entry.id in state.units:
                no = Refusal("setup.id", f"two units are called {entry.id!r}", facts={"unit": entry.id})
            if no is not None:
                raise RefusedError(no)
            state = state.with_unit(unit)
        if len({unit.side for unit in state.units.values()}) < 2:
            raise RefusedError(Refusal("setup.sides", "a battle needs two sides"))
        for (side, name), members in networks(state.units.values()).items():
            torn = self._rules[no_network](self._rules, [unit.sheet for unit in members])
            if torn is not None:
                raise RefusedError(replace(torn, reason=f"network {name} of {side}: {torn.reason}"))
        return state

    def position(self, setup: Setup, state: State) -> str:
        """What a battle differs in from its units before anything has happened, in lines."""
        return print_state(self.mustered(setup), state, spelling(self.commands))

    def placed(self, setup: Setup, position: str) -> State:
        """The battle that such lines say."""
        return parse_state(self.mustered(setup), position, spelling(self.commands))

    def to_act(self, state: State) -> Player | None:
        """Whose command is awaited."""
        if state.outcome is not None:
            return None
        if state.question is not None:
            return state.question.player
        return state.units[state.acting].side if state.acting else next_side(state)

    def legal(self, state: State, player: Player) -> Iterable[Command]:
        """Everything a player may say now, as far as he knows."""
        if self.to_act(state) != player:
            return ()
        if state.question is not None:
            return tuple(map(Decide, state.question.options))
        if state.acting is None:
            return tuple(Choose(unit.id) for unit in waiting(state, player))
        with answered_for(self._rules):
            seen = known(state, player)
            return offered(seen, seen.units[state.acting])

    def apply(
        self, state: State, player: Player, command: Command, dice: Dice
    ) -> tuple[State, tuple[Event, ...]] | Refusal:
        """Carry out a command; a phase whose last unit is done is resolved, and the next one begins."""
        if self.to_act(state) != player:
            return Refusal("turn.player", f"it is not {player}'s turn", SEQUENCE, {"player": player})
        if state.interrupted is not None:
            return self._resume(state, state.interrupted, command, dice)
        scene = Scene(state, dice, ())
        try:
            no = self._work_out(scene, player, command)
        except Unanswered as stop:
            return _told(state, (ResolutionBegan(player, command), *scene.events, Asked(stop.question)))
        return scene.result() if no is None else no

    def _resume(
        self, state: State, under_way: Interrupted, command: Command, dice: Dice
    ) -> tuple[State, tuple[Event, ...]] | Refusal:
        """Go on with a command after an answer: it is worked out again up to where the question was asked."""
        question = under_way.question
        if question is None or not isinstance(command, Decide) or command.answer not in question.options:
            return Refusal("turn.question", "a question is to be answered first", SEQUENCE)
        scene = Scene(under_way.before, Continued(under_way.rolls, dice), (*under_way.answers, command.answer))
        last: Event = ResolutionEnded()
        try:
            no = self._work_out(scene, under_way.player, under_way.command)
            if no is not None:
                return no
        except Unanswered as stop:
            last = Asked(stop.question)
        answered = Answered(question.player, question.id, command.answer)
        return _told(state, (answered, *scene.events[under_way.told :], last))

    def _work_out(self, scene: Scene, player: Player, command: Command) -> Refusal | None:
        """Everything that a command leads to, up to where the next one is awaited."""
        try:
            with answered_for(self._rules):
                no = self._carry_out(scene, player, command)
                if no is not None:
                    return no
                scene.follow()
                settle(scene)
                self._end_lost_turn(scene)
                self._end_phase(scene)
        except RefusedError as error:
            return self._refused(scene, error.refusal)
        return None

    def _refused(self, scene: Scene, no: Refusal) -> Refusal:
        """A refusal, which is a fault of a user's rules if they gave it after dice were thrown."""
        late = bool(self._rules.files) and any(isinstance(event, Rolled) for event in scene.events)
        return after_dice(self._rules.files, no) if late and no.id != FAULT else no

    def _carry_out(self, scene: Scene, player: Player, command: Command) -> Refusal | None:
        state = scene.state
        if state.acting is not None:
            return carry_out(scene, state.units[state.acting], command)
        if not isinstance(command, Choose):
            return Refusal("turn.choose", "a unit must be chosen first", SEQUENCE)
        unit = state.units.get(command.unit)
        if unit is None or unit.side != player or unit not in waiting(state, player):
            return Refusal("turn.unit", f"{command.unit!r} has no turn now", SEQUENCE, {"unit": command.unit})
        scene.tell(TurnBegan(unit.id))
        return None

    def _end_lost_turn(self, scene: Scene) -> None:
        """A unit that is lost in the middle of its turn is done."""
        acting = scene.state.acting
        if acting is not None and scene.unit(acting).fate not in ("", RESERVE):
            scene.tell(TurnEnded(acting))

    def _end_phase(self, scene: Scene) -> None:
        """When everybody is done the phase is resolved, and the next one begins."""
        state = scene.state
        if state.outcome is None and state.acting is None and next_side(state) is None:
            phases = order(scene.rules)
            self._finish(scene, state.phase)
            self._go_on(scene, phases[phases.index(state.phase) + 1 :])

    def _go_on(self, scene: Scene, phases: Sequence[str]) -> None:
        """Go through phases up to the next one in which somebody acts; after the last of a round another begins."""
        for _ in range(IDLE):
            for id in phases:
                if scene.state.outcome is not None or self._begins(scene, id):
                    return
            if scene.state.outcome is not None or see_outcome(scene):
                return
            phases = order(scene.rules)
        raise refuse("turn.nobody", f"nobody has had a turn for {IDLE:,} rounds")

    def _begins(self, scene: Scene, id: str) -> bool:
        """Whether somebody acts in a phase that begins; where nobody does it is over with all that it brings."""
        scene.rules[PHASES][id].begin(scene)
        scene.follow()
        began = scene.state.outcome is None and begin_phase(scene, id)
        scene.follow()
        if scene.state.outcome is None:
            things_act(scene, Hour(id, begins=True))
        if began and (scene.state.outcome is not None or next_side(scene.state) is not None):
            return True
        if scene.state.outcome is None:
            self._finish(scene, id)
        return False

    def _finish(self, scene: Scene, id: str) -> None:
        """A phase is over: what was said in it is worked out, and things do what they do then."""
        scene.rules[PHASES][id].finish(scene)
        scene.follow()
        if scene.state.outcome is None:
            things_act(scene, Hour(id, begins=False))

    def over(self, state: State) -> Outcome | None:
        return None if state.outcome is None else state.outcome.outcome

    def known(self, state: State, player: Player) -> State:
        """The battle without what a player may not know."""
        return known(state, player)

    def hides(self, state: State, player: Player) -> bool:
        """Whether a player may not know all that others know of the battle."""
        return anything_hidden(state, player)

    def view(self, state: State, player: Player) -> View:
        """What one player may know, in plain values."""
        return view(known(state, player), player, self.to_act(state))

    def redact(self, state: State, event: Event, player: Player) -> Event | None:
        """Attacks are declared aloud and dice fall on the table; hidden is only what was laid in secret, what others
        are asked in secret, and what layers hide."""
        return redacted(state, event, player)


def _told(state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    return fold(state, events, advance), events
