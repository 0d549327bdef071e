"""What commands promise before they are given: lengths, needs and chances, by the rules that play asks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from overheat.kernel.answers import in_percent
from overheat.kernel.refusal import RefusedError
from overheat.kernel.rules.rule import Ruleset
from overheat.kernel.terms import Tally, Term
from overheat.kernel.verbs import Costs, Foreseen
from overheat.kernel.wording.phrases import counted
from overheat.platoon.battle.commands import Breach, CallStrike, Charge, Deploy, Keep, Lay, Shell, Shoot
from overheat.platoon.battle.scene import Battle
from overheat.platoon.battle.state import Shooting, Unit
from overheat.platoon.books import BASE
from overheat.platoon.damage import assault
from overheat.platoon.fire import guns, spotting
from overheat.platoon.ground.geometry import Leg, Spot, flat
from overheat.platoon.move import men as moving
from overheat.platoon.resolution import chances, odds, resolve
from overheat.platoon.rules.standard import bangalores, close_quarters
from overheat.platoon.rules.standard.devices import SAPPERS, row_of
from overheat.platoon.turn.phrases import COVERS, arm_name, inches

Preview = Callable[[Battle, Any, Any], Foreseen]


def always(says: str) -> Preview:
    """What is promised alike whatever is said."""
    return lambda battle, task, command: Foreseen(says)


def _inches(many: float, cite: str = "Movement") -> Tally:
    return Tally((Term("inches", Fraction(round(10 * abs(many)), 10), "the way", BASE(cite)),))


def gone(length: Callable[[Battle, Unit, Any], float]) -> Callable[[Battle, Any, Any], Costs]:
    """The inches that a move takes."""
    return lambda battle, task, command: {"inches": _inches(length(battle, battle.units[task.unit], command))}


def straight(to: Callable[[Any], Spot]) -> Callable[[Battle, Unit, Any], float]:
    """How far it is to where a command leads."""
    return lambda battle, unit, command: flat(unit.at, to(command))


def along(battle: Battle, unit: Unit, command: Any) -> float:
    """How far the legs of a command lead."""
    legs: tuple[Leg, ...] = command.legs
    return float(sum(abs(leg.inches) for leg in legs) + abs(getattr(command, "up", 0.0)))


def cover_at(where: Callable[[Any], Spot]) -> Preview:
    """The ground that somebody comes to stand on."""

    def preview(battle: Battle, task: Any, command: Any) -> Foreseen:
        return Foreseen(ground_words(battle, where(command)))

    return preview


def ground_words(battle: Battle, at: Spot) -> str:
    """The ground at a place, and the cover that it gives."""
    here = battle.ground.standing(at)
    if not here:
        return f"open ground, {COVERS['none']}"
    return "; ".join(f"{each.piece.name or each.piece.kind}, {COVERS[each.kind.cover]}" for each in here)


def deployed(battle: Battle, task: Any, command: Deploy) -> Foreseen:
    """Where a unit begins."""
    if command.aboard:
        return Foreseen("rides along, and gets out on a Run or an Advance")
    if command.at is None:
        return Foreseen("comes on later, and tests for it")
    return Foreseen(ground_words(battle, command.at))


def kept(battle: Battle, task: Any, command: Keep) -> Foreseen:
    """Dice that stay out of the bag."""
    pinned = sum(battle.order_of(battle.units[id]).low and battle.units[id].pins > 0 for id in command.units)
    if not command.units:
        return Foreseen("all dice go back into the bag")
    fewer = f"{counted(len(command.units), 'die', 'dice')} fewer in the bag"
    return Foreseen(
        f"{fewer}; {counted(pinned, 'unit loses', 'units lose')} D3 pins for staying down" if pinned else fewer
    )


def shot(battle: Battle, task: Shooting, command: Shoot) -> Foreseen:
    """What each volley needs to hit, how likely a shot of the first does, and the hits to expect of all."""
    unit = battle.units[task.unit]
    told, sums, first = [], {}, None
    for volley in command.volleys:
        name = arm_name(battle, unit, volley.arm)
        if volley.indirect:
            need = spotting.need_for(battle, unit, battle.units[volley.target])
            told.append(f"{name}: {needing(battle.rules, need)}")
            continue
        fired = list(guns.shots_of(battle, unit, volley, task.occasion, task.idle))
        if not fired:
            told.append(f"{name}: out of range")
            continue
        facts = fired[0][1]
        hits = sum((odds.hits(battle.rules, each).mean for _, each in fired), Fraction(0))
        first = first or odds.to_hit(battle.rules, facts)
        sums[f"to hit, {name}"] = resolve.score_tally(battle.rules, facts)
        told.append(f"{name}: {float(hits):.1f} hits at {resolve.score_needed(battle.rules, facts)}+")
    return Foreseen("; ".join(told), sums, first)


def needing(rules: Ruleset, need: int) -> str:
    """What the die of a shell must show, and how likely it does."""
    return f"hits on {need}+, {in_percent(odds.falls_where_aimed(rules, need))}"


def shelled(battle: Battle, task: Shooting, command: Shell) -> Foreseen:
    """What a shell needs to fall where it is aimed."""
    need = spotting.need_for(battle, battle.units[task.unit], command.at)
    return Foreseen(needing(battle.rules, need), chance=odds.falls_where_aimed(battle.rules, need))


def charged(battle: Battle, task: Any, command: Charge) -> Foreseen:
    """Who is left of a charge, before anybody fires at it; against armour, whether men dare and get at it."""
    unit, target = battle.units[task.unit], battle.units[command.target]
    if not battle.sheet(target).soft:
        return _stormed(battle, unit, target)
    if not unit.men or not target.men:
        return Foreseen("fights at close quarters")
    sides = assault.side_of(battle, unit), assault.side_of(battle, target)
    covered = assault.defended(battle, unit.at, target)
    try:
        found = chances.fought_out(battle.rules, *sides, defended=covered)
    except RefusedError as endless:
        return Foreseen(endless.refusal.reason)
    wins = sum((share for (ours, _), share in found.items() if ours), Fraction(0))
    lost = len(unit.men) - chances.mean_left(found)[0]
    first = (
        "both strike at once" if battle.rules[close_quarters.together](battle.rules, covered, 1) else "it strikes first"
    )
    fallen = f"{float(lost):.1f} of {counted(len(unit.men), 'man', 'men')} lost on average"
    return Foreseen(f"wins {100 * float(wins):.1f} % if nobody fires at it; {fallen}; {first}", chance=wins)


def _stormed(battle: Battle, unit: Unit, target: Unit) -> Foreseen:
    """Whether men dare to storm a vehicle, and what each needs to get at it."""
    hunters, hull = "tank_hunter" in battle.sheet(unit).flags, battle.sheet(target)
    reached = f"each man gets at it on {assault.storm_score(target)}+"
    if not battle.rules[close_quarters.fears](battle.rules, hull.damage_value, hunters):
        return Foreseen(reached)
    test = battle.facts(unit, "run", forced=True)
    needed, dares = resolve.order_target(battle.rules, test), odds.order_test(battle.rules, test)
    return Foreseen(f"dares on {needed.total} or less, {in_percent(dares)}; {reached}", {"order test": needed}, dares)


def breached(battle: Battle, task: Any, command: Breach) -> Foreseen:
    """How likely a bangalore does anything."""
    charge = battle.rules[bangalores.CHARGES][command.work]
    found = odds.number(battle.rules, charge.die)
    works = found.where(lambda face: charge.effects.get(face, "nothing") != "nothing")
    return Foreseen(f"has an effect, {in_percent(works)}", chance=works)


def called_down(battle: Battle, task: Any, command: CallStrike) -> Foreseen:
    """How likely a strike comes at once, next turn."""
    comes = odds.strike_arrival(battle.rules).probability("effect")
    return Foreseen(f"comes at the first roll, {in_percent(comes)}", chance=comes)


def laid(battle: Battle, task: Any, command: Lay) -> Foreseen:
    """How likely a marker harms the first who comes near."""
    if not row_of(battle.rules, command.kind).real:
        return Foreseen("pins who comes near, and is gone")
    harms = 1 - chances.device(battle.rules).probability("nothing")
    return Foreseen(f"goes off under who comes near, {in_percent(harms)}", chance=harms)


def charges_of(battle: Battle, task: Any, command: Lay) -> Costs:
    """The devices that laying one takes."""
    taken = row_of(battle.rules, command.kind).charges
    return {"devices": Tally((Term("device", taken, "laid", SAPPERS),))} if taken else {}


def probed(battle: Battle, task: Any) -> Foreseen:
    """How likely a second roll of engineers finds the device dead."""
    safe = chances.device(battle.rules).probability("nothing")
    return Foreseen(f"it does nothing, {in_percent(safe)}", chance=safe)


def walked(battle: Battle, task: Any, command: Any) -> Foreseen:
    """How far men go of what they may, and where they come to stand."""
    unit = battle.units[task.unit]
    if battle.order_of(unit).moves:
        most = moving.march_reach(battle, moving.march_over(battle, unit, 0, []))
        return Foreseen(f"{inches(flat(unit.at, command.to))} of {inches(most)}; {ground_words(battle, command.to)}")
    return Foreseen(f"{inches(flat(unit.at, command.to))}; {ground_words(battle, command.to)}")
