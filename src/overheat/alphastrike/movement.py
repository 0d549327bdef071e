"""Movement on a card: how far a unit goes in each of its ways to move, and how hard that makes it to hit."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import msgspec

from overheat.alphastrike.books import ALPHA_STRIKE
from overheat.alphastrike.card import CardType, Move
from overheat.alphastrike.figure import Figure, once, round_half_up
from overheat.alphastrike.subject import Subject
from overheat.classic.battle_value import battle_armour
from overheat.classic.rules.standard import infantry_sheets
from overheat.classic.unit.sheet import Mount
from overheat.kernel.refusal import refuse
from overheat.kernel.rules.rule import Ruleset, Table, rule
from overheat.kernel.terms import Tally, Term, multiplied

MOVEMENT = ALPHA_STRIKE("Convert movement")
MODIFIER = ALPHA_STRIKE("Target movement modifiers")

FACTORS: Table[str, Fraction] = Table(
    "as.movement",
    {"inches for a point": Fraction(2), "one booster": Fraction(5, 4), "two boosters": Fraction(3, 2)},
    cite=MOVEMENT,
)
"""What a movement point is in inches, and what MASC or a supercharger and both together make of the points."""
STEPS: Table[int, int] = Table("as.movement_modifiers", {35: 5, 19: 4, 13: 3, 9: 2, 5: 1}, cite=MODIFIER)
"""Inches moved from which on the target movement modifier applies."""
FLYING_MODES = frozenset({"a", "p", "k"})
"""Letters of movement that is thrust, and not measured in inches."""

MODES = {
    "biped": "",
    "quad": "",
    "tripod": "",
    "lam": "",
    "quadvee": "qt",
    "tracked": "t",
    "wheeled": "w",
    "hover": "h",
    "vtol": "v",
    "wige": "g",
    "naval": "n",
    "hydrofoil": "n",
    "submarine": "s",
    "umu": "f",
    "motorized scuba": "s",
    "rail": "r",
    "maglev": "r",
    "airship": "i",
    "foot": "f",
    "jump": "f",
    "motorized": "m",
    "beast": "f",
    "aerodyne": "a",
    "spheroid": "p",
    "none": "a",
}
"""The letter of each way to move; war machines on foot have none."""
CYCLES = {"bicycle": "w(b)", "monocycle": "w(m)"}
"""What is printed for support vehicles on two wheels or one, those that hover included."""
WINGED = 55
"""Tons up to which partial wings add two jumping points to a machine's; above, they add one."""


class Movement(msgspec.Struct, frozen=True, gc=False):
    """How a unit moves, as its card prints it."""

    moves: tuple[Move, ...]
    """In the order of the card; the first is its ordinary movement."""
    jump: int
    """Inches of jumping, whether printed apart or not; 0 for none."""
    tmm: int
    figures: tuple[Figure, ...]


@rule("as.card.movement", cite=MOVEMENT)
def movement(subject: Subject) -> Movement:
    """How far a unit goes in each of its ways to move, and its target movement modifier."""
    return subject.rules[WAYS][subject.type](subject)


@cache
def printed_moves(moves: tuple[Move, ...]) -> str:
    """Moves as cards print them: `8"`, `14"/10"j`, `5a`."""
    return "/".join(printed_move(move) for move in moves)


def printed_move(move: Move) -> str:
    """One way to move: thrust stands without the sign of inches."""
    return f"{move.inches}{move.mode}" if move.mode in FLYING_MODES else f'{move.inches}"{move.mode}'


@rule("as.target_movement_modifier", cite=MODIFIER)
def target_movement_modifier(rules: Ruleset, inches: int) -> int:
    """The target movement modifier of a move."""
    return max((modifier for least, modifier in rules[STEPS].rows.items() if inches >= least), default=0)


def _modifier(rules: Ruleset, inches: int) -> Figure:
    modifier = rules[target_movement_modifier].function(rules, inches)
    return Figure.of("tmm", "Target movement modifier", modifier, MODIFIER, f'{inches}" of movement')


def _inches(rules: Ruleset, id: str, label: str, terms: list[Term]) -> Figure:
    """A sum of movement points, turned into inches."""
    figure = Figure(id, label, Tally(tuple(terms)))
    each = rules[FACTORS]["inches for a point"]
    return figure.then(f"{each} inches a point", round_half_up(multiplied((each, max(0, int(figure.value))))), MOVEMENT)


def _points(id: str, points: int, label: str) -> Term:
    return Term(id, points, label, MOVEMENT)


HARDENED = _points("move.hardened", -1, "hardened armour on the legs")
MODULAR = _points("move.modular", -1, "modular armour")
SHIELD = _points("move.shield", -1, "shield")
"""What weighs down the legs."""


def _surface(subject: Subject) -> Movement:
    """Machines and vehicles: walking or cruising with boosters and burdens, jumping, and swimming."""
    ground = _ground(subject)
    inches, mode = int(ground.value), _mode(subject)
    jump, swim = _jump(subject), _swim(subject)
    leap = int(jump.value) if jump else 0
    moves = [Move(inches, mode)]
    if leap and leap == inches and not mode:
        moves = [Move(leap, "j")]
    elif leap:
        moves.append(Move(leap, "j"))
    if swim:
        moves.append(Move(int(swim.value), "s"))
    modifier = once(_modifier, subject.rules, inches)
    figures = [ground, *[figure for figure in (jump, swim) if figure], modifier]
    return Movement(tuple(moves), leap, int(modifier.value), tuple(figures))


def _ground(subject: Subject) -> Figure:
    """How far a unit goes on its legs, wheels or tracks."""
    burdens = []
    if subject.machine and subject.sheet.hardened_legs:
        burdens.append(HARDENED)
    if "modular_armour" in subject.flags:
        burdens.append(MODULAR)
    if "shield" in subject.flags and any("small" not in mount.equipment.flags for mount in subject.having("shield")):
        burdens.append(SHIELD)
    how = "walking" if subject.machine else "cruising"
    return once(_walking, subject.rules, subject.sheet.walk, how, _boosters(subject), tuple(burdens))


def _walking(rules: Ruleset, walk: int, how: str, boosters: int, burdens: tuple[Term, ...]) -> Figure:
    """Walking or cruising points; boosters multiply them, and what weighs down the legs takes points away."""
    terms = [_points("move.walk", walk, f"{walk} {how} points")]
    if boosters:
        terms.append(_points("move.boosters", rules[boosted].function(rules, walk, boosters) - walk, "boosters"))
    return _inches(rules, "move", "Move", [*terms, *burdens])


@rule("as.boosted_points", cite=MOVEMENT)
def boosted(rules: Ruleset, points: int, boosters: int) -> int:
    """A booster adds a quarter to the movement points, two of them a half, rounded."""
    return round_half_up(points * rules[FACTORS]["two boosters" if boosters > 1 else "one booster"])


def _boosters(subject: Subject) -> int:
    """How many boosters speed it up; MASC speeds up machines alone."""
    flags = subject.flags
    myomer = "masc" in flags if subject.machine else not flags.isdisjoint(("jet_booster", "myomer_booster"))
    return ("supercharger" in flags) + myomer


def _mode(subject: Subject) -> str:
    """The letter of its ordinary movement."""
    sheet = subject.sheet
    if sheet.motive not in MODES:
        raise refuse("alphastrike.motive", f"{sheet.name}: no card tells of moving as {sheet.motive}", MOVEMENT)
    if sheet.motive == "quadvee":
        wheels = any(name == "motive" and value.lower().startswith("wheel") for name, value in sheet.extra)
        return "qw" if wheels else "qt"
    if sheet.platoon is not None and infantry_sheets.flies(subject.rules, sheet):
        return "v"
    if sheet.motive == "umu" and subject.type == "CI":
        return "s"
    if subject.type == "SV":
        for flag, printed in CYCLES.items():
            if flag in subject.flags:
                return printed
    return MODES[sheet.motive]


def _jump(subject: Subject) -> Figure | None:
    """Jumping points: those of its jets or boosters, more with wings, fewer with shields; None where none are left."""
    sheet = subject.sheet
    points = sheet.jump or (0 if subject.machine else len(subject.having("jump_jet")))
    if not points:
        return None
    wings = 0
    if "partial_wing" in subject.flags:
        wings = 1 if subject.machine and sheet.tons > WINGED else 2
    burden = subject.rules[shield_burden].function(subject, points + wings) if "shield" in subject.flags else 0
    return once(_jumping, subject.rules, points, wings, burden) if points + wings > burden else None


def _jumping(rules: Ruleset, points: int, wings: int, burden: int) -> Figure:
    terms = [_points("jump.jets", points, f"{points} jumping points")]
    if wings:
        terms.append(_points("jump.wings", wings, "partial wings"))
    if burden:
        terms.append(_points("jump.shield", -burden, "shield"))
    return _inches(rules, "jump", "Jump", terms)


@rule("as.shield_burden", cite=MOVEMENT)
def shield_burden(subject: Subject, points: int) -> int:
    """Nothing jumps behind a large shield, and a medium one costs a point of jumping as it does of walking."""
    sizes = frozenset().union(*(mount.equipment.flags for mount in subject.having("shield")))
    return points if "large" in sizes else min(points, int("medium" in sizes))


def _swim(subject: Subject) -> Figure | None:
    """Underwater points: one for each underwater manoeuvring unit; None where there is none."""
    units: tuple[Mount, ...] = subject.having("umu")
    if not units:
        return None
    return _inches(
        subject.rules, "underwater", "Underwater", [_points("swim.units", len(units), "underwater manoeuvring units")]
    )


def _suits(subject: Subject) -> Movement:
    """Battle armour: on foot, or by jump where that is as far or farther."""
    sheet = subject.sheet
    return _on_foot(
        subject,
        subject.rules[battle_armour.ground_points](subject.rules, sheet),
        battle_armour.jump_points(sheet),
        battle_armour.swim_points(sheet),
    )


def _soldiers(subject: Subject) -> Movement:
    """Conventional infantry: on foot or whatever it rides, or by jump where that is as far or farther.

    However laden, soldiers on foot go one point.
    """
    sheet = subject.sheet
    ground = infantry_sheets.ground_points(subject.rules, sheet)
    return _on_foot(subject, max(1, ground), infantry_sheets.jump_points(subject.rules, sheet), 0)


def _on_foot(subject: Subject, ground: int, jump: int, swim: int) -> Movement:
    mode = _mode(subject)
    if jump and jump >= ground:
        best = _inches(subject.rules, "move", "Move", [_points("move.jump", jump, f"{jump} jumping points")])
        mode = mode if mode == "v" else "j"
    else:
        best = _inches(subject.rules, "move", "Move", [_points("move.walk", ground, f"{ground} walking points")])
    moves = [Move(int(best.value), mode)]
    figures = [best]
    if swim:
        below = _inches(
            subject.rules, "underwater", "Underwater", [_points("swim.units", swim, f"{swim} underwater points")]
        )
        moves.append(Move(int(below.value), "s"))
        figures.append(below)
    modifier = once(_modifier, subject.rules, moves[-1].inches)
    leap = int(best.value) if mode == "j" else 0
    return Movement(tuple(moves), leap, int(modifier.value), (*figures, modifier))


def _thrust(subject: Subject) -> Movement:
    """Whatever flies: its safe thrust, with no modifier for it."""
    thrust = subject.sheet.walk
    figure = Figure.of("move", "Thrust", thrust, MOVEMENT, "safe thrust")
    return Movement((Move(thrust, _mode(subject)),), 0, 0, (figure,))


def _support(subject: Subject) -> Movement:
    """Support vehicles with wings move by thrust, all others as vehicles do."""
    return _thrust(subject) if subject.sheet.motive in ("aerodyne", "spheroid") else _surface(subject)


WAYS: Table[CardType, Callable[[Subject], Movement]] = Table(
    "as.ways_to_move",
    {
        "BM": _surface,
        "IM": _surface,
        "PM": _surface,
        "CV": _surface,
        "SV": _support,
        "BA": _suits,
        "CI": _soldiers,
        "AF": _thrust,
        "CF": _thrust,
        "SC": _thrust,
        "DS": _thrust,
        "DA": _thrust,
        "JS": _thrust,
        "WS": _thrust,
        "SS": _thrust,
        "MS": _thrust,
    },
    cite=MOVEMENT,
)
"""What works out the movement of each type of unit."""


RULES = (STEPS, FACTORS, WAYS, movement, target_movement_modifier, boosted, shield_burden)
