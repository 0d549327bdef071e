"""Every weapon of every unit that may take the field can be fired at something, or says by which rule it cannot."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from boards import CORPUS, needs_corpus
from overheat.classic.attack.to_hit import refusal
from overheat.classic.board.board import Board, Ground
from overheat.classic.board.hexes import Hex
from overheat.classic.facts.state import Shot, State, Unit
from overheat.classic.game import unplayable
from overheat.classic.rulesets import standard
from overheat.classic.sight.relief import Relief
from overheat.classic.turn.weapons import attack_of, fires
from overheat.classic.unitfile.collect import read_source, sources
from overheat.kernel.refusal import RefusedError
from skirmish import known, replace
from soldiers import ELEMENTALS

SIZE = 45
MIDDLE = Hex(23, 23)
FARTHEST = 20
EXPLAINED = {"fire.by_itself", "infantry.field_guns", "fire.torpedoes", "fire.artillery", "fluid_guns.target"}
"""Rules that keep a weapon silent for good: point defence fires by itself, a gun may lack soldiers to serve it, and
torpedoes run through water; artillery is fired at hexes, and water of fluid guns at what burns."""


def fielded_units() -> Iterator[Unit]:
    """Every unit of the reference collection that play takes."""
    for source in sources([CORPUS / "units"]):
        if isinstance(source, RefusedError):
            continue
        sheet = read_source(source).sheet
        if unplayable(sheet) is None:
            yield Unit.fresh(standard(), "red", "red", sheet, MIDDLE)


def distances(unit: Unit) -> list[int]:
    """At what ranges to try: in the own hex, next to it, and within the short range of each weapon."""
    weapons = [weapon for mount in unit.sheet.mounts if (weapon := mount.weapon) is not None]
    return sorted({0, 1, 3, *(max(1, min(FARTHEST, weapon.range[1])) for weapon in weapons)})


def situations(unit: Unit, relief: Relief, targets: tuple[Unit, ...]) -> Iterator[State]:
    """A machine and a squad in turn, at every range, on every side of the unit."""
    for target in targets:
        for far in distances(unit):
            for facing in range(6):
                turned = replace(unit, facing=facing, torso=facing)
                enemy = replace(target, hex=Hex(MIDDLE.column, MIDDLE.row - far))
                yield State(relief=relief, units={"red": turned, "blue": enemy}, phase="weapons")


def silent(unit: Unit, relief: Relief, targets: tuple[Unit, ...]) -> Iterator[tuple[str, set[str]]]:
    """Every weapon that is never offered, and the rules that refused it."""
    left: set[int] = set(unit.plan.weapons)
    reasons: defaultdict[int, set[str]] = defaultdict(set)
    for state in situations(unit, relief, targets):
        left -= {fire.mount for fire in fires(state, state.units["red"])}
        if not left:
            return
        for mount in left:
            feed = (unit.plan.feeds.get(mount) or (None,))[0]
            no = refusal(attack_of(state, state.units["red"], Shot(mount, "blue", feed)))
            reasons[mount] |= set() if no is None else {no.id}
    for mount in sorted(left):
        yield unit.sheet.mounts[mount].equipment.id, reasons[mount]


@needs_corpus
def test_every_weapon_of_the_reference_collection_fires_or_says_why_it_never_does() -> None:
    relief = Relief(Board(SIZE, SIZE, (Ground(),) * SIZE**2), standard())
    sheets = known("Wasp WSP-1A"), known(ELEMENTALS)
    targets = tuple(Unit.fresh(standard(), "blue", "blue", sheet, MIDDLE, 3) for sheet in sheets)
    unexplained: Counter[tuple[str, str]] = Counter()
    for unit in fielded_units():
        for weapon, reasons in silent(unit, relief, targets):
            if reasons.isdisjoint(EXPLAINED):
                unexplained[unit.sheet.name, weapon] += 1
    assert unexplained == {}
