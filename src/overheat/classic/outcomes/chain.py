"""A target as it takes one hit after the other: all that may have become of it, merged, with exact whole weights.

What is left of the armour is kept apart from everything else about the target (its core), so that a hit that only
takes armour is worked out once for all cores, and a hit that goes further once for all that is worn elsewhere. Armour
that nothing to come can go through counts as whole. The engine itself works out each piece, in scenes of `scenes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import lcm
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from overheat.classic.damage.falls import settle_falls
from overheat.classic.damage.hits import strike_machine, take
from overheat.classic.damage.places import Place
from overheat.classic.facts.attack import WeaponAttack
from overheat.classic.facts.events import Struck
from overheat.classic.facts.state import State, Unit
from overheat.classic.outcomes.arrivals import Arrivals, Ways
from overheat.classic.outcomes.effects import ONCE, effects_of
from overheat.classic.outcomes.effort import Work
from overheat.classic.outcomes.harm import Harm
from overheat.classic.outcomes.scenes import (
    FellError,
    InPieces,
    NotForeseenError,
    Step,
    Throws,
    UntilItFalls,
    without_consequences,
)
from overheat.classic.rules.standard.damage import TRANSFERS, by_slots, lost_with
from overheat.classic.rules.standard.impacts import AT_THE_PLACE, protected
from overheat.classic.rules.standard.locations import on_rear_armour
from overheat.classic.rules.standard.piloting import Check, battered, hopeless, piloting_number
from overheat.kernel.branching import Branch, Weighted, all_ways
from overheat.kernel.terms import Number, Term

MANY = 1500
"""As many conditions of a target are told apart at once; of more, some stand for all."""
FURTHER = 10
"""Of those that a hit goes through the armour of, a share of that: they are few, and take the engine more work."""
WORN_OTHERWISE = 3
"""Armour of a special kind may lose as many times what a hit does."""

K = TypeVar("K")
Armours = tuple[Number, ...]


class Core(NamedTuple):
    """Everything about a target but its armour, and what is still to be done to it."""

    unit: Unit
    shaken: tuple[Term, ...]
    toppled: Term | None
    seen: frozenset[str]
    agenda: tuple[Step, ...]


class Change(NamedTuple):
    """What a piece makes of a target: armour that is otherwise now, harm taken, its core, and what happened."""

    worn: tuple[tuple[int, Number], ...]
    taken: int
    core: int
    happened: tuple[str, ...]


Changes = tuple[Weighted[Change], int]
States = dict[tuple[Armours, int, int], int]
"""Armour, harm taken in the phase, and core, each with its weight."""


class Chain:
    """A target and all that may become of it."""

    def __init__(
        self, state: State, target: str, *, exactly: bool = False, most: int = MANY, work: Work | None = None
    ) -> None:
        self.state, self.id = state, target
        self._work = work or Work()
        self.rules = state.relief.rules
        unit = state.units[target]
        self.by_slots = self.rules[by_slots](self.rules, unit)
        self.cells = [(place.code, rear) for place in unit.condition.locations for rear in (False, True)]
        self.at = {cell: index for index, cell in enumerate(self.cells)}
        self.whole: Armours = self._armours(unit)
        self._reach = {place.code: self._reached(place.code) for place in unit.condition.locations}
        self._cores: list[Core] = []
        self._ids: dict[Any, int] = {}
        self._struck: dict[Any, Changes] = {}
        self._plain: dict[Any, tuple[Number, int] | None] = {}
        self._steps: dict[int, Changes] = {}
        self._local: dict[tuple[int, str], Any] = {}
        self.start = self._core(Core(unit, (), None, frozenset(), ()))
        self.lost = self._core(Core(msgspec.structs.replace(unit, fate="destroyed"), (), None, frozenset(), ()))
        """The core of whoever is out of the battle."""
        self.states: States = {(self.whole, unit.taken, self.start): 1}
        self.chances: dict[str, int] = {}
        """How likely each thing has become so far, out of `out_of`."""
        self.out_of = 1
        self.gone: dict[int, int] = {}
        """Cores of targets that are out of the battle."""
        self.arrivals = Arrivals(state, target, self._work)
        self.most, self._exactly = most, exactly
        self.thinned = False
        """Whether some of the conditions stand for all of them: then the chances are close and not exact."""
        self._random = Random(0)
        self._throws: Throws = {}
        self._falls: dict[Any, tuple[Weighted[tuple[str, ...]], int]] = {}
        self._merges: dict[tuple[Armours, Number], Armours] = {}
        self.harm = Harm(state, target)
        self.factor = WORN_OTHERWISE if self.rules[AT_THE_PLACE] or protected(self.rules, unit) else 1

    # What there is

    def _armours(self, unit: Unit) -> Armours:
        found: list[Number] = []
        for place in unit.condition.locations:
            found += (place.armour, place.rear_armour)
        return tuple(found)

    def _reached(self, code: str) -> tuple[int, ...]:
        """The armour that a hit on a location may come to: there, further in, and on what hangs on it."""
        reached, at = {code}, self.rules[TRANSFERS].get(code) if self.by_slots else None
        while at is not None and at not in reached:
            reached.add(at)
            at = self.rules[TRANSFERS].get(at)
        hanging = (
            {other for one in reached for other in self.rules[lost_with](self.rules, one)} if self.by_slots else ()
        )
        return tuple(at for at, (code, _) in enumerate(self.cells) if code in reached or code in hanging)

    def _core(self, core: Core) -> int:
        unit = core.unit
        key = (unit.condition, unit.fate, unit.elevation, unit.motion, tuple(sorted(unit.marks.items(), key=str)))
        held = (*key, core.shaken, core.toppled, core.seen, core.agenda)
        found = self._ids.get(held)
        if found is None:
            found = self._ids[held] = len(self._cores)
            self._cores.append(core)
        return found

    def _with(self, core: Core, armours: Armours) -> State:
        """The battle with a target of a core and so much armour."""
        unit = core.unit
        if armours is not self.whole:
            cells = iter(armours)
            places = tuple(
                msgspec.structs.replace(place, armour=next(cells), rear_armour=next(cells))
                for place in unit.condition.locations
            )
            unit = msgspec.structs.replace(unit, condition=msgspec.structs.replace(unit.condition, locations=places))
        return self.state.with_unit(unit)

    # Pieces, as the engine does them

    def _changes(self, core: int, armours: Armours, procedure: Callable[[InPieces], None]) -> Changes:
        """What a piece may make of a target."""
        before = self._cores[core]
        state = self._with(before, armours)

        def one_way(branch: Branch) -> Change:
            scene = InPieces(state, branch, self.id, self._throws, self._work)
            scene.shaken[self.id].extend(before.shaken)
            if before.toppled is not None:
                scene.toppled[self.id] = before.toppled
            procedure(scene)
            return self._change(before, scene, armours)

        return all_ways(one_way)

    def _change(self, before: Core, scene: InPieces, armours: Armours) -> Change:
        if not scene.agenda:
            without_consequences(self.rules, scene)
        elif scene._consequences:
            raise NotForeseenError("what follows from a critical hit")
        after = scene.state.units[self.id]
        if any(scene.state.units[id] is not unit for id, unit in self.state.units.items() if id != self.id):
            raise NotForeseenError("other units take part")
        if scene.state.relief is not self.state.relief:
            raise NotForeseenError("the ground changes")
        happened = effects_of(scene.events, self.id, before.unit)
        new = tuple(name for name in happened if name not in before.seen)
        seen = before.seen.union(name for name in new if not name.startswith(ONCE))
        left = self._armours(after)
        worn = tuple((at, much) for at, much in enumerate(left) if much != armours[at])
        if not after.active:
            return Change((), 0, self.lost, new)
        taken = after.taken - before.unit.taken
        unit = self._unworn(after, before.unit.taken)
        agenda = (*scene.agenda, *before.agenda[1:])
        core = Core(unit, tuple(scene.shaken[self.id]), scene.toppled.get(self.id), seen, agenda)
        return Change(worn, taken, self._core(core), new)

    def _unworn(self, unit: Unit, taken: int) -> Unit:
        """A target with its armour as it was at first."""
        cells = iter(self.whole)
        places = tuple(
            msgspec.structs.replace(place, armour=next(cells), rear_armour=next(cells))
            for place in unit.condition.locations
        )
        condition = msgspec.structs.replace(unit.condition, locations=places)
        return msgspec.structs.replace(unit, condition=condition, taken=taken)

    def _next(self, core: int) -> Changes:
        """The next step of what is still to be done to a target; its armour has no part in it."""
        found = self._steps.get(core)
        if found is None:
            step, about, more = self._cores[core].agenda[0]
            found = self._changes(core, self.whole, lambda scene: step(scene, *about, **dict(more)))
            if any(much for change, _ in found[0] for _, much in change.worn):
                raise NotForeseenError("a critical hit wears armour down")
            self._steps[core] = found
        return found

    def _placed(self, core: int, hit: int) -> tuple[Weighted[Place], int]:
        """Where a hit may strike a machine."""
        return self.arrivals.placed(self.state.with_unit(self._cores[core].unit), hit)

    def _strike(self, core: int, armours: Armours, hit: int, place: Place | None) -> Changes:
        """What a hit on a place makes of a target; without a place it is struck where its own dice say."""
        if place is None:
            key: Any = core, hit, armours
        else:
            if place.code in self._reach:
                cells = self._reach[place.code]
                key = core, hit, place, tuple([armours[at] for at in cells])
            else:
                key = core, hit, place, armours
        found = self._struck.get(key)
        if found is None:
            known = self.arrivals.hits[hit]
            if place is None:
                found = self._changes(core, armours, lambda scene: take(scene, known))
            else:
                worn = armours
                if place.code in self._reach:
                    kept = set(self._reach[place.code])
                    worn = tuple(much if at in kept else self.whole[at] for at, much in enumerate(armours))
                found = self._changes(core, worn, lambda scene: strike_machine(scene, known, place))
            self._struck[key] = found
        return found

    def _plainly(self, core: int, armours: Armours, hit: int, place: Place) -> tuple[int, Number, int] | None:
        """Which armour a hit wears down to how much, and the harm; None where it does more than that."""
        if place.critical or place.certain or place.code not in self._reach:
            return None
        known, unit = self.arrivals.hits[hit], self._cores[core].unit
        local = self._local.get((core, place.code))
        if local is None:
            local = self._local[core, place.code] = unit.condition[place.code], unit.condition.prone
        cell = self.at[place.code, False]
        if (known.side == "rear" or place.code not in ("LA", "RA", "LL", "RL", "HD")) and armours[cell + 1] != 0:
            rear = self.rules[on_rear_armour](self.rules, unit, known.side, place.code)
            cell += bool(rear)
        key = hit, cell, armours[cell], local
        if key not in self._plain:
            changes, _ = self._strike(core, armours, hit, place)
            (change, _), *others = changes
            plain = not others and change.core == core and not change.happened and len(change.worn) == 1
            ours = plain and change.worn[0][0] == cell
            self._plain[key] = (change.worn[0][1], change.taken) if ours else None
        found = self._plain[key]
        return None if found is None else (cell, *found)

    # One hit after the other

    def fire(self, attacks: Sequence[WeaponAttack], fields: Sequence[State] = ()) -> None:
        """Some attacks are resolved, one after the other; each on a field of its own where those are given."""
        self.arrivals.check()
        listed = self.arrivals.all(attacks, fields)
        most = [self.arrivals.most(found) for found in listed]
        left = self.factor * sum(most)
        for found, damage in zip(listed, most, strict=True):
            left -= self.factor * damage
            self._volley(found, left)

    def _volley(self, found: Ways, to_come: Number) -> None:
        """An attack on every condition that the target may be in: none, one or several hits in a row.

        Numbers of hits that begin alike are worked out together.
        """
        ways, out_of = found
        ends: dict[tuple[int, ...], int] = dict(ways)
        nodes = {hits[:length] for hits in ends for length in range(len(hits) + 1)}
        beyond = {node: sum(weight for hits, weight in ways if hits[: len(node)] == node) for node in nodes}
        most = {node: max(self.arrivals.damage(hits) for hits in ends if hits[: len(node)] == node) for node in nodes}
        parts = _Parts()
        reached: dict[tuple[int, ...], tuple[States, int]] = {(): (self.states, 1)}
        for node in sorted(nodes, key=len):
            states, whole = reached.pop(node)
            if node in ends:
                parts.states.append((states, whole, ends[node]))
            for hit in sorted(
                {other[len(node)] for other in nodes if len(other) == len(node) + 1 and other[:-1] == node}
            ):
                child = (*node, hit)
                left = to_come + self.factor * (most[child] - self.arrivals.damage(child))
                after = self._hit_all(states, hit, left)
                parts.happened += [(names, whole * scale, beyond[child]) for names, scale in after.happened]
                parts.gone += [(cores, whole * scale, beyond[child]) for cores, scale in after.gone]
                reached[child] = after.states, whole * after.scale
        scale = lcm(1, *(whole for _, whole, _ in (*parts.states, *parts.happened, *parts.gone)))
        self.states = {}
        self._scale(scale * out_of)
        self.states = self._sum(parts.states, scale, {})
        self.chances = self._sum(parts.happened, scale, self.chances)
        self.gone = self._sum(parts.gone, scale, self.gone)

    def _sum(self, parts: list[tuple[dict[K, int], int, int]], scale: int, into: dict[K, int]) -> dict[K, int]:
        for found, whole, times in parts:
            factor = times * (scale // whole)
            for key, weight in found.items():
                into[key] = into.get(key, 0) + weight * factor
        return into

    def _thinned(self, weighed: dict[K, int], share: int = 1) -> dict[K, int]:
        """So many of them at most, drawn by their weights: the heavy ones stay, of the light ones some stand for all.

        The weights still add up to the same.
        """
        most = max(1, self.most // share)
        if len(weighed) <= most or self._exactly:
            return weighed
        self.thinned = True
        whole = sum(weighed.values())
        step, kept = -(-whole // most), {}
        mark, so_far = (int(self._random.random() * 2**53) * step) >> 53, 0
        for key, weight in weighed.items():
            so_far += weight
            if so_far > mark:
                times = -(-(so_far - mark) // step)
                kept[key] = times * step
                mark += times * step
        return _adding_up(kept, whole)

    def _hit_all(self, states: States, hit: int, to_come: Number) -> _After:
        """One hit on every condition that the target may be in, with all that it sets off."""
        found: dict[int, States] = {}
        happened: dict[int, dict[str, int]] = {}
        deep: dict[int, dict[tuple[Armours, int, int, Place], int]] = {}
        placed = self.by_slots
        states = self._thinned(states)
        for (armours, taken, core), weight in states.items():
            if not placed:
                changes, whole = self._strike(core, armours, hit, None)
                into = found.setdefault(whole, {})
                self._add(into, happened.setdefault(whole, {}), changes, armours, taken, weight)
                continue
            places, whole = self._placed(core, hit)
            self._work.spend(len(places))
            into, further = found.setdefault(whole, {}), deep.setdefault(whole, {})
            for place, ways in places:
                plain = self._plainly(core, armours, hit, place)
                if plain is not None:
                    at, left, harm = plain
                    key = (*armours[:at], left, *armours[at + 1 :]), taken + harm, core
                    into[key] = into.get(key, 0) + weight * ways
                else:
                    held = armours, taken, core, place
                    further[held] = further.get(held, 0) + weight * ways
        for whole, struck in deep.items():
            for (armours, taken, core, place), weight in self._thinned(struck, FURTHER).items():
                changes, wholes = self._strike(core, armours, hit, place)
                told = happened.setdefault(whole * wholes, {})
                self._add(found.setdefault(whole * wholes, {}), told, changes, armours, taken, weight)
        after = self._together(found, happened, to_come)
        ready = [(after.states, after.scale, 1)]
        while after.waiting:
            found, happened = {}, {}
            for (armours, taken, core), weight in self._thinned(after.waiting, FURTHER).items():
                changes, whole = self._next(core)
                told = happened.setdefault(whole, {})
                self._add(found.setdefault(whole, {}), told, changes, armours, taken, weight)
            again = self._together(found, happened, to_come)
            again.happened = [*after.happened, *((names, scale * after.scale) for names, scale in again.happened)]
            again.gone = [*after.gone, *((cores, scale * after.scale) for cores, scale in again.gone)]
            again.scale *= after.scale
            ready.append((again.states, again.scale, 1))
            after = again
        after.states = self._sum(ready, after.scale, {})
        return after

    def _add(
        self,
        into: States,
        happened: dict[str, int],
        changes: Weighted[Change],
        armours: Armours,
        taken: int,
        weight: int,
    ) -> None:
        self._work.spend(len(changes))
        for change, ways in changes:
            left = armours
            if change.worn:
                changed = list(armours)
                for at, much in change.worn:
                    changed[at] = much
                left = tuple(changed)
            key = left, taken + change.taken, change.core
            much = weight * ways
            into[key] = into.get(key, 0) + much
            for name in change.happened:
                happened[name] = happened.get(name, 0) + much

    def _together(self, found: dict[int, States], happened: dict[int, dict[str, int]], to_come: Number) -> _After:
        """All conditions on one scale: those that go on, those that wait for a step, those that are gone."""
        scale = lcm(1, *(whole for whole, some in found.items() if some))
        after = _After({}, scale, [(names, whole) for whole, names in happened.items() if names], [], {})
        gone: dict[int, int] = {}
        for whole, states in found.items():
            factor = scale // whole
            for (armours, taken, core), weight in states.items():
                held = self._cores[core]
                if not held.unit.active:
                    gone[core] = gone.get(core, 0) + weight * factor
                    continue
                key = self._merged(armours, to_come), self.harm.lumped(taken, to_come), core
                into = after.waiting if held.agenda else after.states
                into[key] = into.get(key, 0) + weight * factor
        if gone:
            after.gone.append((gone, scale))
        return after

    def _merged(self, armours: Armours, to_come: Number) -> Armours:
        """Armour that nothing to come goes through counts as whole."""
        found = self._merges.get((armours, to_come))
        if found is None:
            found = tuple(self.whole[at] if much > to_come else much for at, much in enumerate(armours))
            self._merges[armours, to_come] = found
        return found

    # The end of the phase

    def settle(self) -> None:
        """Whoever was hit hard enough rolls to stay on its feet."""
        merged: dict[tuple[int, int], int] = {}
        for (_, taken, core), weight in self.states.items():
            merged[taken, core] = merged.get((taken, core), 0) + weight
        happened: dict[int, dict[str, int]] = {}
        for (taken, core), weight in merged.items():
            changes, whole = self._settled(core, taken)
            told, seen = happened.setdefault(whole, {}), self._cores[core].seen
            for names, ways in changes:
                for name in names:
                    if name not in seen:
                        told[name] = told.get(name, 0) + weight * ways
        scale = lcm(1, *happened)
        self._scale(scale)
        self.chances = self._sum([(names, whole, 1) for whole, names in happened.items()], scale, self.chances)

    def _scale(self, scale: int) -> None:
        """Everything so far on a finer scale."""
        for held in (self.chances, self.gone, self.states):
            for key in held:
                held[key] *= scale  # type: ignore[index]
        self.out_of *= scale

    def _settled(self, core: int, taken: int) -> tuple[Weighted[tuple[str, ...]], int]:
        """What rolls to stay on its feet bring a target: by the numbers that it needs, and how its pilot is."""
        held = self._cores[core]
        unit = msgspec.structs.replace(held.unit, taken=taken)
        why = self.rules[battered](self.rules, unit, taken)
        if not unit.machine or unit.condition.prone or (not held.shaken and held.toppled is None and why is None):
            return (((), 1),), 1
        causes = (*held.shaken, *([] if why is None else [why]))
        ground, condition = self.state.relief.board[unit.hex], unit.condition
        numbers = tuple(
            None if cause is None else piloting_number(Check(self.rules, unit, cause, ground, state=self.state)).total
            for cause in (held.toppled, *causes)
        )
        able = condition.conscious, condition.shut_down, bool(self.rules[hopeless](self.rules, unit))
        key = numbers, able, condition.crew_hits
        if key not in self._falls:
            self._falls[key] = self._rolls_to_stand(held, unit, taken)
        return self._falls[key]

    def _rolls_to_stand(self, held: Core, unit: Unit, taken: int) -> tuple[Weighted[tuple[str, ...]], int]:
        state = self.state.with_unit(unit)

        def one_way(branch: Branch) -> tuple[str, ...]:
            scene = UntilItFalls(state, branch, self.id, self._throws, self._work)
            scene.events.append(Struck(self.id, "", False, taken, "fire"))
            scene.shaken[self.id].extend(held.shaken)
            if held.toppled is not None:
                scene.toppled[self.id] = held.toppled
            with suppress(FellError):
                settle_falls(scene)
            return effects_of(scene.events[1:], self.id, unit)

        return all_ways(one_way)

    def cores(self) -> dict[int, int]:
        """How likely each core is in the end, whoever is gone counted."""
        found = dict(self.gone)
        for (_, _, core), weight in self.states.items():
            found[core] = found.get(core, 0) + weight
        return found

    def unit(self, core: int) -> Unit:
        """A target by its core; its armour is as it was at first."""
        return self._cores[core].unit


def _adding_up(kept: dict[K, int], whole: int) -> dict[K, int]:
    """Weights that add up to a whole again: what rounding has brought too much or too little goes to the heaviest."""
    heaviest = max(kept, key=lambda key: kept[key])
    kept[heaviest] += whole - sum(kept.values())
    return kept


class _After:
    """What a hit leaves: conditions that go on and their scale, what happened, who is gone, who waits for a step."""

    def __init__(
        self,
        states: States,
        scale: int,
        happened: list[tuple[dict[str, int], int]],
        gone: list[tuple[dict[int, int], int]],
        waiting: States,
    ) -> None:
        self.states, self.scale, self.happened, self.gone, self.waiting = states, scale, happened, gone, waiting


class _Parts:
    """Parts of what comes of an attack: each with the scale that its weights are on, and how often it counts."""

    def __init__(self) -> None:
        self.states: list[tuple[States, int, int]] = []
        self.happened: list[tuple[dict[str, int], int, int]] = []
        self.gone: list[tuple[dict[int, int], int, int]] = []
