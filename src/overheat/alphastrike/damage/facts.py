"""The facts of a unit that its heat depends on, as the heat step wants them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from overheat.alphastrike.damage.guns import ONE, Gun
from overheat.alphastrike.heat_case import HeatCase, Hider, Sink
from overheat.alphastrike.subject import Subject
from overheat.kernel.terms import ratio

UNIT_TYPES = {"BM": "BattleMech", "IM": "IndustrialMech", "AF": "AerospaceFighter"}
"""The types of unit converted here that track heat, as the heat step names them."""
SINKS: dict[str, Sink] = {"single": "standard", "double": "double", "laser": "laser", "compact": "compact"}
HIDERS: dict[str, Hider] = {"null_signature": "null_sig", "void_signature": "void_sig"}
"""Equipment that hides a unit, besides stealth armour."""


def heat_case(subject: Subject, guns: Sequence[Gun], jump_inches: int, subtotals: dict[str, Fraction]) -> HeatCase:
    """All that the heat step asks of a unit with some guns."""
    unit_type = UNIT_TYPES.get(subject.type)
    if unit_type is None:
        return HeatCase(unit_type=subject.type, subtotals=subtotals)
    flags = subject.flags
    engine = subject.sheet.engine
    shooting_missiles = "anti_missile" in flags
    shields = [gun.weapon for gun in guns if _shoots_missiles(gun)] if shooting_missiles else []
    backwards = bool([gun for gun in guns if gun.rear])
    lasers = [weapon.tech for weapon in shields if "laser" in weapon.flags]
    return HeatCase(
        unit_type=unit_type,
        weapons=tuple([gun.heat for gun in guns if not shooting_missiles or "anti_missile" not in gun.weapon.flags]),
        engine="XXL" if engine is not None and "xxl" in engine.kind.flags else "",
        jump_inches=jump_inches,
        improved_jump_jets="improved_jump_jet" in flags,
        ams=len(shields) - len(lasers),
        laser_ams_clan=lasers.count("Clan"),
        laser_ams_is=len(lasers) - lasers.count("Clan"),
        stealth=_hidden(subject),
        chameleon="chameleon" in flags,
        heat_sinks=_sinks(subject),
        coolant_pods=len(subject.having("coolant_pod")),
        partial_wing="partial_wing" in flags,
        radical_heat_sinks="radical_heat_sink" in flags,
        emergency_coolant="emergency_coolant" in flags,
        front_damage=_damage(gun for gun in guns if not gun.rear) if backwards else None,
        rear_damage=_damage(gun for gun in guns if gun.rear) if backwards else None,
        subtotals=subtotals,
    )


def _shoots_missiles(gun: Gun) -> bool:
    """Whether a weapon is an anti-missile system that the heat step counts; the RISC system is none that it names."""
    return "anti_missile" in gun.weapon.flags and "risc" not in gun.weapon.flags


def _damage(guns: Iterable[Gun]) -> Fraction:
    """Damage at short, medium and long range together."""
    return ratio(sum([sum(gun.amounts[:3]) for gun in guns]), ONE)


def _hidden(subject: Subject) -> Hider | None:
    for flag, name in HIDERS.items():
        if flag in subject.flags:
            return name
    for place in subject.sheet.locations:
        if place.armour_kind is not None and "stealth" in place.armour_kind.flags:
            return "stealth_armor"
    return None


def _sinks(subject: Subject) -> dict[Sink, int]:
    """Heat sinks by kind; prototypes of double ones may stand among single ones."""
    sinks = subject.sheet.heat_sinks
    if sinks is None:
        return {}
    if sinks.kind != "single":
        return {SINKS[sinks.kind]: sinks.count}
    doubles = sum("prototype" in mount.equipment.flags for mount in subject.having("heat_sink"))
    return {"standard": sinks.count - doubles, "double": doubles}
