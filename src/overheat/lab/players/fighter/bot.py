"""`easy`, `normal` and `hard` for the classic game: bots that fight, and say why they do what they do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np

from overheat.classic.battle.advance import advance
from overheat.classic.battle.steps import allowance
from overheat.classic.facts.commands import Choose, Command, Decide, Done, Fire, Go, Leave, Rise, Spot, Stand, Strike
from overheat.classic.facts.events import SpotterNamed
from overheat.classic.facts.questions import best_answer
from overheat.classic.facts.state import Mode, Motion, State, Unit
from overheat.classic.rules.standard.entries import running_check
from overheat.classic.rules.standard.falls import stays_down
from overheat.classic.rules.standard.hiding import in_hiding
from overheat.classic.rules.standard.piloting import DEEDS
from overheat.classic.rules.standard.postures import posture_of
from overheat.classic.rules.standard.twists import may_twist
from overheat.classic.sight.lines import made_ready
from overheat.classic.turn.moves import price, stood
from overheat.classic.turn.reach import Place, reach
from overheat.classic.turn.round import most_worth, promised
from overheat.classic.turn.weapons import fires
from overheat.kernel.dice import Seeded
from overheat.kernel.game import Game, Player
from overheat.kernel.offered import said_with
from overheat.kernel.refusal import Refusal
from overheat.lab.players import NO_REASON, bot
from overheat.lab.players.classic_aims import aims, gets_through
from overheat.lab.players.classic_moves import firm, odds_of_rising
from overheat.lab.players.fighter import reasons
from overheat.lab.players.fighter.backs import stepping_back, turned_away, turning_low, turns_to_face
from overheat.lab.players.fighter.blows import best_blow, falls
from overheat.lab.players.fighter.charges import best_charge
from overheat.lab.players.fighter.dives import best_dive
from overheat.lab.players.fighter.falling import worth_rising
from overheat.lab.players.fighter.places import Appraisal, appraise
from overheat.lab.players.fighter.preferences import LEVELS, Preferences
from overheat.lab.players.fighter.shooting.volleys import best_volley, worth_of_shots
from overheat.lab.players.fighter.waiting import Waiting, emboldened

PLANNED = (Fire, Strike)
"""What it has plans with; with all else it goes by what is promised of it."""

BESIDE = 3
"""Hexes within which an enemy makes the most of each fall of who tries to stand up."""
TROUBLESOME = 4
"""The number from which on it is asked what a try to stand up may cost."""
PACES: tuple[Mode, Mode] = ("walk", "run")
"""Ways to move in which a machine may stand up."""
SURE_FOOTED = 0.8
"""The chance to stand up below which a machine wants points for another try."""
RUNNING = "run with damaged gyro or hip"
FAR_OFF = 8
"""Hexes to the nearest enemy that make a difference to who goes first."""


class Fighting:
    """Plays by its preferences: moves, fires and strikes where it counts most."""

    def __init__(self, likes: Preferences, dice: Seeded) -> None:
        self.likes = likes
        self.reason = NO_REASON
        """Why it said what it said last; of what it has planned, told with the first command of the plan."""
        self._dice = dice
        self._plan: list[Command] = []
        self._for: tuple[int, str, str] | None = None
        self._promised: dict[str, float] = {}
        """The damage that its side has promised to enemies in this round's volleys."""
        self._last = "", 0.0
        """Whom its last volley was for, and what it promised."""
        self._round = -1
        self._second: tuple[int, str] | None = None
        """Whose second volley has been thought of."""
        self._waiting = Waiting()
        made_ready()

    def choose(self, game: Game[Any, Any, Any], state: State, player: Player, legal: Sequence[Command]) -> Command:
        """The next command of the plan for the unit that acts; a plan that no longer fits is made anew. Of a volley the
        shots that cannot be fired beside others, such as with the arm that a prone machine leans on, are left out."""
        self.reason = NO_REASON
        if state.question is not None:
            return Decide(best_answer(state))
        if state.acting is None:
            return self._first(state, legal)
        unit = state.units[state.acting]
        turn = (state.round, state.phase, unit.id)
        said = most_worth(state, unit, legal)
        if said is not None:
            return said
        if self._for != turn:
            self._for, self._plan = turn, self._planned(state, unit, legal)
        while self._plan:
            command = self._plan.pop(0)
            if command in legal:
                if isinstance(command, Rise | Stand):
                    self._for = None
                return command
            if not isinstance(command, Fire):
                self._plan = []
        more = self._second_volley(state, unit, legal)
        if more is not None:
            return more
        last = promised(state, unit, legal, PLANNED)
        if last is not None:
            return last[1]
        return most_worth(state, unit, legal, last=True) or Done()

    def _first(self, state: State, legal: Sequence[Command]) -> Command:
        """Who is farthest from the enemy goes first, of those alike the lightest: what matters most sees most."""
        return min(legal, key=lambda command: _far_off(state, command.unit) if isinstance(command, Choose) else (0, 0))

    def _planned(self, state: State, unit: Unit, legal: Sequence[Command]) -> list[Command]:
        """What to do with a unit in a phase; first whatever promises more than the guns, or the limbs."""
        if state.phase == "movement":
            return self._moving(state, unit, legal)
        worth, plan = 0.0, list[Command]()
        if state.phase == "weapons":
            worth, plan = self._firing(state, unit, legal)
            by_hand = best_blow(state, unit, [*said_with(legal, (Strike,))], self.likes)
            if by_hand.strike is not None and by_hand.worth > worth:
                self.reason = reasons.of_blow(state, by_hand)
                worth, plan = by_hand.worth, [by_hand.strike]
        elif state.phase == "physical":
            worth, plan = self._striking(state, unit, legal)
        more = promised(state, unit, legal, PLANNED)
        return plan if more is None or more[0] <= worth else [more[1], *plan]

    def _moving(self, state: State, unit: Unit, legal: Sequence[Command]) -> list[Command]:
        rules = state.relief.rules
        if in_hiding(unit) or unit.helpless:
            return []
        if unit.condition.prone and rules[stays_down](rules, unit) is None:
            low = [*filter(_stays_low, reach(state, unit)), *turning_low(state, unit)]
            below = best_dive(state, unit, low, self.likes)
            if below is not None:
                self.reason = reasons.of_dive(state, below)
                return [*below.place.path]
            return self._rising(state, unit, legal, low) or self._going(state, unit, low)
        stance = unit.condition.stance
        if stance is not None and unit.motion.mode == "stationary":
            pays = posture_of(rules, stance.id).worth(state, unit) > 0 and not self._waiting.rounds(state, unit)
            self.reason = reasons.of_posture(posture_of(rules, stance.id).title, pays)
            return [] if pays else [Go("run" if Go("run") in legal else "walk"), Rise()]
        places = [*reach(state, unit), *stepping_back(state, unit)]
        return self._going(state, unit, firm(state, unit, places))

    def _going(self, state: State, unit: Unit, places: list[Place]) -> list[Command]:
        """The way to the best of some places."""
        enemies = [other for other in state.units.values() if other.active and other.side != unit.side]
        wants = aims(state, unit)
        if len(places) == 1 or not (enemies or wants):
            return []
        found = appraise(state, unit, places, emboldened(self.likes, self._waiting.rounds(state, unit)))
        charge = best_charge(state, unit, places, self.likes)
        dive = best_dive(state, unit, places, self.likes)
        at = self._selected(state, unit, found)
        if charge is not None and charge.worth > found.worth[at]:
            self.reason = reasons.of_charge(state, charge)
            return [*charge.place.path, charge.command]
        if dive is not None and dive.worth > found.worth[at]:
            self.reason = reasons.of_dive(state, dive)
            return [*dive.place.path]
        place = found.places[at]
        way_out = [Leave()] if any(gets_through(state, unit, place, aim) for aim in wants) else []
        return [*place.path, *way_out]

    def _selected(self, state: State, unit: Unit, found: Appraisal) -> int:
        """The place to go to, with the reason for it."""
        at = turned_away(state, unit, found.places, found.worth, self._picked(found.worth), self.likes.turned_back)
        self.reason = reasons.of_place(state, unit, found, at, self.likes)
        return at

    def _picked(self, worth: Any) -> int:
        """The best; now and then, without care, one of the next."""
        if self.likes.lapses and self._dice.roll("care", 1, 100).total <= 100 * self.likes.lapses:
            among = np.argsort(-worth, kind="stable")[: self.likes.carelessness]
            return int(among[self._dice.roll("choice", 1, len(among)).total - 1])
        return int(np.argmax(worth))

    def _rising(self, state: State, unit: Unit, legal: Sequence[Command], low: list[Place]) -> list[Command]:
        """Stand up where that is likely enough, not again and again at long odds beside enemies, and at the longest
        once a round where nothing can be done in places on the ground."""
        number, chance = odds_of_rising(state, unit)
        near = any(
            other.active and other.side != unit.side and other.hex.distance(unit.hex) <= BESIDE
            for other in state.units.values()
        )
        tried = unit.motion.stand_attempts
        again = number >= self.likes.steady_number and near and tried >= self.likes.attempts
        tries = chance >= self.likes.hopeless and not again
        if tries and number >= TROUBLESOME:
            of_use = self._of_use(state, unit, low)
            tries = worth_rising(state, unit, chance, of_use, self.likes)
            tries &= chance >= self.likes.doubtful or not (tried or of_use)
        begun = unit.motion.mode != "stationary"
        if begun and Stand() not in legal:
            return []
        paces = [] if begun else [mode for mode in PACES if Go(mode) in legal and _has_points(state, unit, mode)]
        if not begun and not paces:
            self.reason = reasons.of_no_points()
            return []
        self.reason = reasons.of_rising(number, chance, near, tries)
        if not tries:
            return []
        if begun:
            return [Stand()]
        hurries = paces == ["run"] or ("run" in paces and _hurries(state, unit, chance))
        return [Go("run" if hurries else "walk"), Stand()]

    def _of_use(self, state: State, unit: Unit, places: list[Place]) -> bool:
        """Whether a unit may be expected to do any damage from some places."""
        found = appraise(state, unit, places, self.likes)
        return bool(found.given.max(initial=0.0) >= self.likes.useful)

    def _firing(self, state: State, unit: Unit, legal: Sequence[Command]) -> tuple[float, list[Command]]:
        if self._round != state.round:
            self._round, self._promised = state.round, {}
        found = best_volley(state, unit, legal, self.likes, self._promised)
        self._waiting.fired(state, unit, found.promise)
        friend = None if found.commands or unit.volley or Spot() not in legal else _who_is_blind(state, unit)
        if friend is not None:
            self.reason = reasons.of_spotting(state, friend.id)
            return 0.0, [Spot()]
        shots = sum(isinstance(command, Fire) for command in found.commands)
        self.reason = reasons.of_volley(state, unit, found, shots)
        self._last = found.target, found.promise
        if found.commands:
            self._promised[found.target] = self._promised.get(found.target, 0.0) + found.promise
        return found.worth, found.commands

    def _second_volley(self, state: State, unit: Unit, legal: Sequence[Command]) -> Command | None:
        """A shot at another target, with what does not bear on the first or would have been wasted on it."""
        turn = (state.round, unit.id)
        if state.phase != "weapons" or not unit.volley or self._second == turn:
            return None
        self._second = turn
        self._as_declared(state, unit)
        worth, self._plan = self._firing(state, unit, legal)
        if self._plan and worth < self.likes.another:
            target, promise = self._last
            self._promised[target] -= promise
            self._plan = []
        if not self._plan:
            self.reason = NO_REASON
            return None
        return self._plan.pop(0)

    def _as_declared(self, state: State, unit: Unit) -> None:
        """Of what a volley has promised keep what its shots promise as they were declared: a bin that others use as
        well may have run out."""
        target, promise = self._last
        said = worth_of_shots(state, unit, unit.volley, self.likes, {}).at_each
        self._promised[target] = self._promised.get(target, promise) - promise
        for at, much in said.items():
            self._promised[at] = self._promised.get(at, 0.0) + much

    def _striking(self, state: State, unit: Unit, legal: Sequence[Command]) -> tuple[float, list[Command]]:
        strikes = [*said_with(legal, (Strike,))]
        found = best_blow(state, unit, strikes, self.likes)
        strike = found.strike
        self.reason = reasons.of_blow(state, found) if strikes else NO_REASON
        if strike is None:
            return 0.0, []
        self._waiting.struck(unit)
        if strike.kind != "punch":
            return found.worth, [strike]
        other = Strike("punch", "RA" if strike.limb == "LA" else "LA", strike.target)
        return found.worth, [strike, other]


def _has_points(state: State, unit: Unit, mode: Mode) -> bool:
    """Whether a machine on the ground has the points in a mode that standing up takes."""
    trying = msgspec.structs.replace(unit, motion=Motion(mode))
    return not isinstance(stood(state, trying), Refusal)


def _hurries(state: State, unit: Unit, chance: float) -> bool:
    """Whether a machine on the ground runs for more tries to stand up, or to turn then: not where the run would more
    likely bring it down again."""
    cost = int(price(state, "stand up").total)
    spare = allowance(state, unit, "walk") - cost
    up = {
        mode: 1.0 - (1.0 - chance) ** max(1, allowance(state, unit, mode) // max(1, cost)) for mode in ("walk", "run")
    }
    rules = state.relief.rules
    if rules[running_check](rules, unit) is not None:
        up["run"] *= 1.0 - falls(state, unit, DEEDS, RUNNING)
    return up["run"] >= up["walk"] and (chance < SURE_FOOTED or turns_to_face(state, unit) > spare)


def _who_is_blind(state: State, unit: Unit) -> Unit | None:
    """A friend who has still to fire, has nobody to fire at, and would have somebody if the unit spotted for it."""
    waiting = [
        friend
        for friend in state.on_side(unit.side)
        if friend.id != unit.id and friend.id not in state.acted and "indirect" in friend.plan.flags
    ]
    if not waiting:
        return None
    then = advance(state, SpotterNamed(unit.id))
    return next((friend for friend in waiting if not _fires(state, friend) and _fires(then, friend)), None)


def _fires(state: State, unit: Unit) -> bool:
    """Whether a unit can fire at an enemy, torso or turret turned as is best."""
    rules = state.relief.rules
    turns = (turn for turn in range(6) if rules[may_twist](rules, unit, turn) is None)
    turned = (unit, *(msgspec.structs.replace(unit, torso=turn) for turn in turns))
    shots = (fire for way in turned for fire in fires(state, way))
    return any(fire.target in state.units and state.units[fire.target].side != unit.side for fire in shots)


def _far_off(state: State, id: str) -> tuple[float, float]:
    """A unit by how near the nearest enemy is, those far off first, in a few steps; and by its weight.

    Of volleys those come last that may need a spotter.
    """
    unit = state.units[id]
    if state.phase == "weapons":
        return float("indirect" in unit.plan.flags), unit.sheet.tons
    enemies = (other.hex for other in state.units.values() if other.active and other.side != unit.side)
    near = min((unit.hex.distance(hex) for hex in enemies), default=0)
    return -(near // FAR_OFF), unit.sheet.tons


def _stays_low(place: Place) -> bool:
    """Whether a place is reached without standing up."""
    return Stand() not in place.path


for level, likes in LEVELS.items():
    bot("classic", level)(partial(Fighting, likes))
