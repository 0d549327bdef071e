"""A turret for tests: a unit that can be read, but has neither a record sheet nor a part in battles."""

from __future__ import annotations

_BLOCKS = {
    "UnitType": "GunEmplacement",
    "Name": "Watchful Turret",
    "Year": "3000",
    "Type": "IS Level 1",
    "Turret": "1",
    "Guns Equipment": "Medium Laser",
}
TURRET = "\n".join(f"<{name}>\n{text}\n</{name}>\n" for name, text in _BLOCKS.items())
