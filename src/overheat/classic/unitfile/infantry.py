"""Soldiers in block files: conventional platoons, and squads in battle armour."""

from __future__ import annotations

from overheat.classic.unit.equipment import Tech
from overheat.classic.unit.sheet import BattleSuit, Mount, Platoon
from overheat.classic.unitfile.blocks import Block, Blocks, Writer
from overheat.classic.unitfile.codes import PROTECTION, WEIGHT_CLASSES, code_of, specialities, speciality_bits
from overheat.classic.unitfile.mounting import equipment_line, mounted

SQUADS_LIMIT = 100
"""The most squads of a platoon, soldiers of a squad, or suits of a squad in battle armour."""


def read_platoon(blocks: Blocks, tech: Tech, beast: str) -> Platoon:
    """The platoon that the blocks of an infantry unit describe."""
    bits = blocks.take("specialization")
    return Platoon(
        squads=blocks.whole_in(blocks.need("squadn"), 1, SQUADS_LIMIT),
        squad_size=blocks.whole_in(blocks.need("squad_size"), 1, SQUADS_LIMIT),
        primary=_carried(blocks, "primary", tech),
        secondary=_carried(blocks, "secondary", tech),
        secondary_per_squad=blocks.whole("secondn") or 0,
        armour_kit=_carried(blocks, "armorkit", tech),
        armour_divisor=blocks.decimal("armordivisor"),
        protection=tuple(word for tag, word in PROTECTION.items() if blocks.flag(tag)),
        specialities=specialities(blocks.whole_in(bits, 0)) if bits and bits.values else (),
        augmentations=blocks.texts("augmentation"),
        anti_mek_skill=blocks.whole("antimek"),
        beast=beast,
    )


def _carried(blocks: Blocks, tag: str, tech: Tech) -> Mount | None:
    """The weapon or kit that a block names."""
    block = blocks.take(tag)
    if block is None or not block.values:
        return None
    return mounted(blocks, " ".join(block.values), block.lines[0], tech, "Troopers", block.tag)


def write_platoon(out: Writer, platoon: Platoon) -> None:
    """The blocks that `read_platoon` reads."""
    out.add("squad_size", platoon.squad_size)
    out.add("squadn", platoon.squads)
    if platoon.secondary_per_squad:
        out.add("secondn", platoon.secondary_per_squad)
    for tag, item in (("Primary", platoon.primary), ("Secondary", platoon.secondary), ("armorKit", platoon.armour_kit)):
        if item is not None:
            out.add(tag, equipment_line(item))
    if platoon.anti_mek_skill is not None:
        out.add("antimek", platoon.anti_mek_skill)
    if platoon.armour_divisor is not None:
        out.add("armordivisor", platoon.armour_divisor)
    for tag, word in PROTECTION.items():
        if word in platoon.protection:
            out.add(tag, "true")
    if platoon.specialities:
        out.add("specialization", speciality_bits(platoon.specialities))
    if platoon.augmentations:
        out.add("augmentation", *platoon.augmentations)


def read_suit(blocks: Blocks, armour: Block) -> BattleSuit:
    """The suit that the blocks of a battle armour unit describe; its armour is the same for all troopers."""
    weight = blocks.need("weightclass")
    return BattleSuit(
        chassis=blocks.text("chassis").lower() or "biped",
        weight_class=WEIGHT_CLASSES[blocks.whole_in(weight, 0, len(WEIGHT_CLASSES) - 1)],
        armour=blocks.whole_in(armour, 0),
        exoskeleton=blocks.flag("exoskeleton"),
        turret=blocks.text("turret"),
    )


def write_suit(out: Writer, suit: BattleSuit, troopers: int) -> None:
    """The blocks that `read_suit` reads, and the number of troopers."""
    out.add("Trooper Count", troopers)
    out.add("chassis", suit.chassis)
    out.add("weightclass", code_of(WEIGHT_CLASSES, suit.weight_class))
    out.add("armor", suit.armour)
    if suit.exoskeleton:
        out.add("exoskeleton", "true")
    if suit.turret:
        out.add("turret", suit.turret)
