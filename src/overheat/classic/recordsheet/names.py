"""Names of equipment for narrow columns: without what the sheet says anyway, and shorter where there is little room."""

from __future__ import annotations

from overheat.classic.unit.equipment import Equipment
from overheat.drawing.lettering import width

SHORTER = (
    ("-capable", ""),
    ("BattleMech/Vehicle HarJel System", "HarJel"),
    ("Composite Electronic Warfare", "CEW"),
    ("Combined Electronic Warfare", "CEW"),
    ("Mobile Hyperpulse Generators", "Mobile HPG"),
    ("MechWarrior Aquatic", "Aquatic"),
    ("Anti-Personnel Pod (A-Pod)", "Anti-Personnel Pod"),
    ("Anti-Personnel", "AP"),
    ("anti-personnel", "AP"),
    ("detachable weapon pack", "weapon pack"),
    ("squad support weapon mount", "squad support"),
    ("Anti-Missile System", "AMS"),
    ("Machine Gun", "MG"),
    ("Autocannon", "AC"),
    ("Targeting Computer", "Targ. Computer"),
    ("Triple Strength", "Triple-Str."),
    ("Triple-Strength", "Triple-Str."),
    ("Prototype", "Proto."),
    ("Primitive", "Prim."),
    ("Improved", "Imp."),
    ("Enhanced", "Enh."),
    ("Extended", "Ext."),
    ("Experimental", "Exp."),
    ("Variable Speed", "Var. Speed"),
    ("Heavy", "Hvy"),
    ("Medium", "Med"),
    ("Industrial", "Ind."),
    ("System", "Sys."),
    ("Launcher", "Lnchr"),
    ("Semi-Guided", "Semi-G."),
    ("Armor-Piercing", "AP"),
    ("ammo", "am."),
)
"""What long words are cut down to, one after the other, until a name fits."""


def plain_name(item: Equipment) -> str:
    """The name of something without what the sheet says anyway."""
    return item.name.removeprefix("BA ").removesuffix(" Ammo").replace(" Ammo (", " (")


def shorter(words: str, room: float, size: float) -> str:
    """A name with as many long words cut down as it takes to fit into a room; maybe it still does not."""
    for long, short in SHORTER:
        if width(words, size) <= room:
            break
        words = words.replace(long, short)
    return words
