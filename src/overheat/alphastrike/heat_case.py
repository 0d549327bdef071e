"""The heat of a unit as plain facts: what it makes, what it gets rid of, and the damage that this may reduce."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from overheat.alphastrike.books import CONVERTING_HEAT
from overheat.alphastrike.figure import round_up
from overheat.kernel.refusal import refuse
from overheat.kernel.terms import Number

Arc = Literal["front", "rear"]
Hider = Literal["stealth_armor", "null_sig", "void_sig"]
Sink = Literal["standard", "compact", "double", "laser"]


class HeatSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Weapons of a kind and the heat that each makes at its highest rate of fire."""

    name: str
    heat: int
    count: int = 1
    long: bool = False
    """Whether it has a damage value at long range."""
    arc: Arc = "front"
    rocket: bool = False
    one_shot: bool = False


class HeatCase(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    forbid_unknown_fields=True,
    rename={
        "chameleon": "clps",
        "radical_heat_sinks": "rhs",
        "emergency_coolant": "ecs",
        "stated_output": "heat_output",
        "stated_dissipation": "dissipation",
        "class_subtotals": "class_subtotals_S",
    },
):
    """All that the heat of a unit depends on, and the damage subtotals that it may reduce."""

    unit_type: str
    weapons: tuple[HeatSource, ...] = ()
    engine: str = ""
    """`XXL` where it is one; other engines do not matter."""
    jump_inches: int = 0
    improved_jump_jets: bool = False
    ams: int = 0
    laser_ams_clan: int = 0
    laser_ams_is: int = 0
    stealth: Hider | None = None
    chameleon: bool = False
    heat_sinks: dict[Sink, int] = {}
    """How many of each kind."""
    coolant_pods: int = 0
    partial_wing: bool = False
    radical_heat_sinks: bool = False
    emergency_coolant: bool = False
    front_damage: Fraction | None = None
    rear_damage: Fraction | None = None
    """What the weapons of each side do at all ranges together, where both sides have some."""
    subtotals: dict[str, Fraction] = {}
    """Damage at S, M, L and E before heat."""
    stated_output: int | None = None
    stated_dissipation: int | None = None
    """Heat of a whole arc or unit, where it is known already."""
    class_subtotals: dict[str, Fraction] = {}
    """Damage before heat of each class of weapons of an arc."""

    @classmethod
    def read(cls, given: Mapping[str, object]) -> HeatCase:
        """A case as written down, with decimals as texts; what is not understood is refused."""
        try:
            return msgspec.convert(dict(given), cls, dec_hook=lambda kind, value: kind(str(value)))
        except (msgspec.ValidationError, ValueError) as error:
            raise refuse("alphastrike.heat_case", f"heat case: {error}", CONVERTING_HEAT("Converting heat")) from None


class Bracket(msgspec.Struct, frozen=True, gc=False):
    """The damage of one range, or of one class of weapons, on its way through the heat step."""

    subtotal: Number
    raw: Number
    """After heat and before any rounding."""
    tenth: Number
    """The heat-modified damage."""

    @property
    def whole(self) -> int:
        """What it would be without heat."""
        return round_up(self.subtotal)

    @property
    def drop(self) -> int:
        """By how many points heat lowers it."""
        return self.whole - round_up(self.tenth)
