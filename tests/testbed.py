"""War machines of our own for tests, as the text of their files."""

from __future__ import annotations

_LEG = ["Hip", "Upper Leg Actuator", "Lower Leg Actuator", "Foot Actuator"]
_ARM = ["Shoulder", "Upper Arm Actuator", "Lower Arm Actuator", "Hand Actuator"]
SLOTS: dict[str, list[str]] = {
    "Left Arm": [*_ARM, "Medium Laser"],
    "Right Arm": [*_ARM, "Medium Laser"],
    "Left Torso": ["IS Ammo AC/10", "IS Ammo AC/10", "Heat Sink", "Heat Sink"],
    "Right Torso": ["Autocannon/10"] * 7,
    "Center Torso": ["Fusion Engine"] * 3 + ["Gyro"] * 4 + ["Fusion Engine"] * 3 + ["Medium Laser"],
    "Head": ["Life Support", "Sensors", "Cockpit", "-Empty-", "Sensors", "Life Support"],
    "Left Leg": [*_LEG, "Heat Sink"],
    "Right Leg": [*_LEG, "Heat Sink"],
}
HEADER = """
chassis:Testbed
model:TST-1

Config:Biped
techbase:Inner Sphere
era:3025
source:Made up for tests
rules level:1
role:Brawler

mass:50
engine:200 Fusion Engine(IS)
structure:IS Standard
myomer:Standard

heat sinks:12 Single
walk mp:4
jump mp:0

armor:Standard(Inner Sphere)
LA armor:14
RA armor:14
LT armor:18
RT armor:18
CT armor:20
HD armor:9
LL armor:20
RL armor:20
RTL armor:6
RTR armor:6
RTC armor:6

Weapons:0
"""


def machine_text(slots: dict[str, list[str]] | None = None, header: str = HEADER) -> str:
    """The text of the test machine, with some locations' slots given instead of its own."""
    lists = []
    for name, filled in (SLOTS | (slots or {})).items():
        lists.append("\n".join([f"{name}:", *filled, *["-Empty-"] * (12 - len(filled))]))
    return header + "\n" + "\n\n".join(lists) + "\n"


MACHINE = machine_text()
