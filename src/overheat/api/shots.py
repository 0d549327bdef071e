"""Shots and volleys without a board: two units, a distance, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Literal

from overheat.api.pictures import as_table, sum_as_table
from overheat.api.questions import Names, layers
from overheat.api.units import Unit, unit
from overheat.classic.adjudicator.miniatures import ATTACKER, TARGET, Figure, Lane, fires, lane_stage
from overheat.classic.adjudicator.parties import WeaponChoice
from overheat.classic.attack.to_hit import to_hit
from overheat.classic.facts.commands import Fire
from overheat.classic.facts.state import State, Weather
from overheat.classic.outcomes.together import fired_together
from overheat.classic.outcomes.volley import VolleyOutcomes, outcomes_of, played
from overheat.classic.rulesets import LIBRARY, ruleset
from overheat.classic.turn.preview import damage_of_attack, damage_of_volley, heat_after, of_shot
from overheat.classic.turn.weapons import attack_of
from overheat.kernel.odds import Distribution
from overheat.kernel.refusal import Refusal, refuse
from overheat.kernel.terms import Number, Tally, number_as_text, number_to_read
from overheat.kernel.wording.phrases import counted

Side = Literal["front", "left", "right", "rear"]


@dataclass(frozen=True, repr=False)
class Shot:
    """One weapon at one target: the number to hit with its terms, the chance, and what it does."""

    weapon: str
    needed: Tally | None
    chance: Fraction
    damage: Distribution[Number]
    """What it does, misses counted: damage, or soldiers of a platoon."""
    refusal: Refusal | None = None
    """Why it may not be fired; None where it may."""

    @property
    def number(self) -> int | None:
        """The number to hit; None where it may not be fired."""
        return None if self.needed is None else int(self.needed.total)

    def explain(self) -> str:
        """The number, term by term with where each is written; or why there is none."""
        if self.needed is None:
            return f"{self.weapon}: {self.refusal}"
        return f"{self.weapon}: {self.number} to hit, {float(self.chance):.1%}\n{self.needed.explain()}"

    def told(self) -> str:
        """The shot in a few words: its number, chance and damage."""
        if self.needed is None:
            return str(self.refusal)
        return f"{self.number} to hit, {float(self.chance):.1%}, {float(self.damage.mean):.1f} damage on average"

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        return f"<Shot {self.weapon}: {self.told()}>"

    def _repr_html_(self) -> str:
        title = f"<p><b>{escape(self.weapon)}</b>: {escape(self.told())}</p>"
        return title if self.needed is None else f"{title}{sum_as_table(self.needed)}"


@dataclass(frozen=True, repr=False)
class Volley:
    """Several weapons at one target."""

    shots: tuple[Shot, ...]
    damage: Distribution[Number]
    """What all of them do together, exactly."""
    heat: Number
    """The heat of the attacker after it, at the end of the round."""
    state: State | None = field(default=None, compare=False)
    """The units as they stand."""
    fired: tuple[Fire, ...] = field(default=(), compare=False)

    @property
    def outcomes(self) -> VolleyOutcomes:
        """The chances of everything that may become of the target, worked out together: breaches, criticals, a kill.

        `volley.outcomes["destroyed"]`, `volley.outcomes["breach.CT"]`, `volley.outcomes.exact`.
        """
        return self.foreseen()

    def foreseen(self, *, exactly: bool = False) -> VolleyOutcomes:
        """The same, `exactly` however long that takes."""
        assert self.state is not None
        unit = self.state.units[ATTACKER]
        attacks = [attack_of(self.state, unit, fire) for fire in self.fired]
        return outcomes_of(self.state, TARGET, attacks, exactly=exactly)

    def played(self, volleys: int = 1000, seed: int = 0) -> VolleyOutcomes:
        """The same, as so many played volleys have it."""
        assert self.state is not None
        unit = self.state.units[ATTACKER]
        return played(self.state, TARGET, [attack_of(self.state, unit, fire) for fire in self.fired], volleys, seed)

    def together(self, *others: Volley, exactly: bool = False) -> VolleyOutcomes:
        """What may become of the target if others fire at it as well in the same phase, one volley after the other.

        `oh.volley("WHM-6R", "AS7-D", 5).together(oh.volley("AWS-8Q", "AS7-D", 9, side="rear"))`.
        """
        fired: list[tuple[State, tuple[Fire, ...]]] = []
        for volley in (self, *others):
            assert volley.state is not None
            fired.append((volley.state, volley.fired))
        return fired_together(fired, ATTACKER, TARGET, exactly=exactly)

    @property
    def expected(self) -> Fraction:
        """What it does on average."""
        return self.damage.mean

    def steps(self, most: int = 8) -> tuple[tuple[Number, Fraction], ...]:
        """The chances of doing at least so much, at up to so many figures that it can come to."""
        figures = [points for points in sorted(self.damage) if points > 0]
        every = max(1, -(-len(figures) // most))
        return tuple((points, self.damage.at_least(points)) for points in figures[::every])

    def told(self) -> str:
        """The volley in a few words: its damage, and the heat afterwards."""
        mean = f"{float(self.expected):.1f} damage on average ({number_as_text(self.expected)})"
        return f"{mean}; heat afterwards {number_to_read(self.heat)}"

    def explain(self) -> str:
        """Weapon by weapon, one alone with the terms of its number; then what all of them do together."""
        wide = max((len(each.weapon) for each in self.shots), default=0)
        rows = [_row(each, wide) for each in self.shots]
        shots = rows if len(self.shots) != 1 else [self.shots[0].explain()]
        return "\n".join(
            [*shots, "", self.told(), *(f"  {float(chance):6.1%} {least} or more" for least, chance in self.steps())]
        )

    def __str__(self) -> str:
        return self.explain()

    def __repr__(self) -> str:
        return f"<Volley of {counted(len(self.shots), 'weapon')}: {self.told()}>"

    def _repr_html_(self) -> str:
        rows = [
            (each.weapon, each.number or "", "" if each.refusal else f"{float(each.chance):.1%}", _mean(each))
            for each in self.shots
        ]
        weapons = as_table(rows, ("weapon", "to hit", "chance", "damage on average"))
        steps = [(f"{least} or more", f"{float(chance):.1%}") for least, chance in self.steps()]
        return f"{weapons}<p>{escape(self.told())}</p>{as_table(steps, ('damage', 'chance'))}"


def _mean(shot: Shot) -> str:
    return shot.refusal.reason if shot.refusal else f"{float(shot.damage.mean):.1f}"


def _row(shot: Shot, wide: int) -> str:
    """A shot among others in a line."""
    if shot.refusal:
        return f"{shot.weapon:<{wide}}  {shot.refusal}"
    mean = f"{float(shot.damage.mean):5.1f} damage on average"
    return f"{shot.weapon:<{wide}}  {shot.number:>2}  {float(shot.chance):6.1%}  {mean}"


def shot(attacker: str | Path | Unit, at: str | Path | Unit, distance: int, weapon: str = "", **facts: Any) -> Shot:
    """A shot of one unit at another, so many hexes away: `oh.shot("WHM-6R", at="WVR-6R", distance=5, ran=6, woods=1)`.

    Without a `weapon` it is the one that promises most. The facts are those of `volley`.
    """
    found = volley(attacker, at, distance, (weapon,) if weapon else (), **facts).shots
    fired = [each for each in found if each.refusal is None] or list(found)
    if not fired:
        raise refuse("shot.weapon", "there is no weapon to fire")
    return max(fired, key=lambda each: each.damage.mean)


def volley(
    attacker: str | Path | Unit,
    at: str | Path | Unit,
    distance: int,
    weapons: tuple[str, ...] = (),
    *,
    moved: str = "stationary",
    walked: int = 0,
    ran: int = 0,
    jumped: int = 0,
    woods: int = 0,
    heavy_woods: int = 0,
    target_terrain: str = "",
    partial_cover: bool = False,
    side: Side = "front",
    arc: Side = "front",
    prone: bool = False,
    heat: int = 0,
    weather: Weather | None = None,
    rules: Names = (),
) -> Volley:
    """All weapons of a unit, or those named, at a target.

    `moved` is how the attacker moved (walk, run, jump, or what the rules have besides); `walked`, `ran` and `jumped`
    are the hexes that the target went. `woods` and `heavy_woods` stand between them; `target_terrain` is what the
    target stands in ("light woods"). `side` is what the target shows, `arc` where it is from the attacker, `prone`
    whether the target lies on the ground, `heat` that of the attacker.
    """
    held = layers(rules, LIBRARY)
    first, second = unit(attacker, held), unit(at, held)
    gone = {mode: hexes for mode, hexes in (("walk", walked), ("run", ran), ("jump", jumped)) if hexes}
    if len(gone) > 1:
        raise refuse("shot.moved", f"the target moved in one way, not in several: {', '.join(gone)}")
    ((way, hexes),) = gone.items() or {"stationary": 0}.items()
    lane = Lane(
        distance=distance,
        intervening=("light woods",) * woods + ("heavy woods",) * heavy_woods,
        target_terrain=target_terrain,
        partial_cover=partial_cover,
        side=side,
        arc=arc,
    )
    shooter = Figure(unit=first.name, moved=moved, heat=heat, gunnery=first.gunnery, piloting=first.piloting)
    aimed_at = Figure(unit=second.name, moved=way, hexes_moved=hexes, prone=prone)
    state = lane_stage(ruleset(held), lane, (shooter, first.data), (aimed_at, second.data), weather or Weather())
    return _weighed(
        state, fires(state.units[ATTACKER], [WeaponChoice(name=name) for name in weapons] if weapons else "all")
    )


def _weighed(state: State, declared: list[Fire]) -> Volley:
    """What some shots would do, each by itself and together."""
    unit = state.units[ATTACKER]
    shots = tuple(_shot(state, fire) for fire in declared)
    fired = [fire for fire, shot in zip(declared, shots, strict=True) if shot.refusal is None]
    _, _, heat = heat_after(state, unit, fired)
    return Volley(shots, damage_of_volley(state, unit, fired), heat, state, tuple(fired))


def _shot(state: State, fire: Fire) -> Shot:
    unit = state.units[ATTACKER]
    attack = attack_of(state, unit, fire)
    answer = to_hit(attack)
    if isinstance(answer, Refusal):
        return Shot(attack.weapon.name, None, Fraction(0), Distribution.always(0), answer)
    seen = of_shot(state, unit, fire)
    return Shot(attack.weapon.name, seen.needed, seen.chance, damage_of_attack(state, attack))
