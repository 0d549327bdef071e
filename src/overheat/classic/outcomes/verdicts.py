"""The chances of everything that may have become of a machine, from all conditions that it may be in at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import comb

import numpy as np

from overheat.classic.outcomes.anatomy import Crew
from overheat.classic.outcomes.blows import Fate
from overheat.classic.outcomes.effects import COUNTED, DESTROYED
from overheat.classic.outcomes.lumped import Lumped, Rows, Weights
from overheat.classic.rules.standard.systems import hits_on
from overheat.classic.unit.plan import Held
from overheat.kernel.wording.phrases import as_id


def all_chances(
    fates: Rows, weights: Weights, certain: Sequence[set[str]], spared: Mapping[str, Weights]
) -> dict[str, float]:
    """How likely each thing is, from what each fate makes certain and how likely each has not happened besides."""
    found: defaultdict[str, float] = defaultdict(float)
    for number in np.unique(fates).tolist():
        those = fates == number
        whole = float(weights[those].sum())
        for name in certain[number]:
            found[name] += whole
        for name, chance in spared.items():
            if name not in certain[number]:
                found[name] += whole - float(weights[those] @ chance[those])
    return found


def of_fate(fate: Fate | None) -> set[str]:
    """What a fate means; nothing for whoever met none."""
    if fate is None:
        return set()
    killed = {"crew.killed"} if fate.why == "pilot_killed" else set[str]()
    return {DESTROYED, f"{DESTROYED}.{fate.why}", *fate.more, *killed}


def lay(spared: dict[str, Weights], column: Rows, named: Callable[[int], Mapping[str, float]]) -> None:
    """Lay what each number in a column means over what is known so far: how likely each thing has not happened."""
    numbers = np.unique(column).tolist()
    tables: dict[str, Weights] = {}
    for number in numbers:
        for name, chance in named(number).items():
            if name not in tables:
                tables[name] = np.ones(numbers[-1] + 1)
            tables[name][number] = chance
    for name, table in tables.items():
        here = table[column]
        spared[name] = spared[name] * here if name in spared else here


class Verdicts:
    """What the conditions of a machine mean."""

    def __init__(self, lumped: Lumped) -> None:
        self.lumped, self.anatomy = lumped, lumped.anatomy
        self._hands: dict[tuple[int, int], dict[str, float]] = {}
        self._lots: dict[tuple[int, int, str], Weights] = {}

    def chances(self) -> dict[str, float]:
        """How likely each thing is that may have become of it, by its name; what rolls to stay bring is not counted."""
        rows, weights = self.lumped.ends()
        certain = [of_fate(fate) for fate in self.lumped.fates.things]
        return all_chances(rows[:, -1], weights, certain, self._spared(rows))

    def of_place(self, index: int, number: int, crew: int) -> dict[str, float]:
        """What a location means that is left so, the pilot with the head: how likely each thing has not happened."""
        found = dict(self._of_location(index, number))
        if index == self.anatomy.head:
            found.update(self._by_crew(crew))
        lot = self.lumped.locals[index].things[number].lot
        for system in COUNTED if lot else ():
            before = hits_on(self.anatomy.unit, system)
            times = self._of_lot(index, lot, system)
            for more in range(1, len(times)):
                if before + more > 1 and (fewer := float(times[:more].sum())) < 1.0:
                    found[f"critical.{as_id(system)}.{before + more}"] = fewer
        return found

    # What is left tells

    def _spared(self, rows: Rows) -> dict[str, Weights]:
        """How likely it is for each condition that each thing has not happened."""
        spared: dict[str, Weights] = {}
        for index in range(len(self.lumped.locals)):
            lay(spared, rows[:, index], partial(self._of_location, index))
        lay(spared, rows[:, self.lumped.crew_column], self._by_crew)
        for system in COUNTED:
            self._again(spared, rows, system)
        return spared

    def _by_crew(self, number: int) -> dict[str, float]:
        return dict.fromkeys(self.of_crew(self.lumped.crews.things[number]), 0.0)

    def _of_location(self, index: int, number: int) -> dict[str, float]:
        """What a location means that is left so: each name with the chance that it has not happened after all."""
        code, local = self.anatomy.codes[index], self.lumped.locals[index].things[number]
        whole = self.anatomy.start[index]
        found: dict[str, float] = {}
        if local.front == 0 < whole.front:
            found[f"breach.{code}"] = 0.0
        if local.rear == 0 < whole.rear:
            found[f"breach.{code}.rear"] = 0.0
        if local.gone and not whole.gone:
            found[f"lost.{code}"] = 0.0
        if local.lot:
            found.update(self._of_hands(index, local.lot))
        return found

    def _of_hands(self, index: int, lot: int) -> dict[str, float]:
        """What is known of the critical hits on a location, in the same way."""
        anatomy = self.anatomy
        if (index, lot) in self._hands:
            return self._hands[index, lot]
        slots = len(anatomy.ordinary[index])
        named = Counter(name for _, held in anatomy.ordinary[index] for name in set(self.named(held)))
        special = [each.name for each in anatomy.specials[index]]
        found: dict[str, float] = dict.fromkeys((*named, *special, "critical"), 0.0)
        for hand, chance in self.lumped.blows.lottery.hands[index][lot].items():
            drawn = {each.name for each, many in zip(anatomy.specials[index], hand.drawn, strict=True) if many}
            for name in found:
                if name not in drawn and not (name == "critical" and (hand.ordinary or drawn)):
                    many = named[name]
                    found[name] += chance * comb(slots - many, hand.ordinary) / comb(slots, hand.ordinary)
        self._hands[index, lot] = found
        return found

    def named(self, held: Held) -> Iterator[str]:
        """What a critical hit on a slot is called."""
        if held.system:
            yield f"critical.{as_id(held.system)}"
            return
        for at in held.mounts:
            mount = self.anatomy.unit.sheet.mounts[at]
            yield f"critical.{'ammunition' if mount.ammunition else 'weapon' if mount.weapon else 'part'}"

    def of_crew(self, crew: Crew) -> Iterator[str]:
        before = self.anatomy.crew
        if crew.head:
            yield "head"
        if crew.exploded:
            yield "explosion"
        if crew.hits > before.hits:
            yield "crew.hurt"
        if before.awake and not crew.awake:
            yield "crew.unconscious"

    def _again(self, spared: dict[str, Weights], rows: Rows, system: str) -> None:
        """How often a system was hit in all, from the second time on."""
        anatomy, unit = self.anatomy, self.anatomy.unit
        before = hits_on(unit, system)
        codes = {code for code, _ in unit.plan.systems.get(system, ())}
        held = [index for index, code in enumerate(anatomy.codes) if code in codes]
        tables = [self._times(index, rows[:, index], system) for index in held]
        most = sum(table.shape[1] - 1 for table in tables)
        times = np.zeros((len(rows), most + 1))
        times[:, 0] = 1.0
        for index, table in zip(held, tables, strict=True):
            here = table[rows[:, index]]
            after = np.zeros_like(times)
            for more in range(table.shape[1]):
                after[:, more:] += times[:, : times.shape[1] - more] * here[:, more : more + 1]
            times = after
        for more in range(1, most + 1):
            if before + more > 1 and (fewer := times[:, :more].sum(axis=1)).min(initial=1.0) < 1.0:
                spared[f"critical.{as_id(system)}.{before + more}"] = fewer

    def _times(self, index: int, column: Rows, system: str) -> Weights:
        """By the number of a location, how likely so many slots of a system were hit in it."""
        numbers, things = np.unique(column).tolist(), self.lumped.locals[index].things
        lots = {number: self._of_lot(index, things[number].lot, system) for number in numbers}
        table = np.zeros((numbers[-1] + 1 if numbers else 1, len(self._of_lot(index, 0, system))))
        for number, times in lots.items():
            table[number] = times
        return table

    def _of_lot(self, index: int, lot: int, system: str) -> Weights:
        """By what is known of a location, how likely so many slots of a system were hit in it."""
        known = self._lots.get((index, lot, system))
        if known is not None:
            return known
        anatomy = self.anatomy
        ordinary = sum(held.system == system for _, held in anatomy.ordinary[index])
        special = sum(each.slots for each in anatomy.specials[index] if each.kind == system)
        slots = len(anatomy.ordinary[index])
        found = np.zeros(ordinary + special + 1)
        for hand, chance in self.lumped.blows.lottery.hands[index][lot].items():
            drawn = sum(
                many for each, many in zip(anatomy.specials[index], hand.drawn, strict=True) if each.kind == system
            )
            for more in range(min(ordinary, hand.ordinary) + 1):
                ways = comb(ordinary, more) * comb(slots - ordinary, hand.ordinary - more)
                found[drawn + more] += chance * ways / comb(slots, hand.ordinary)
        self._lots[index, lot, system] = found
        return found
