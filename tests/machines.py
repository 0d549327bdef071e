"""War machines for tests: a few of our own that break no rule of construction, and ways to spoil them."""

from __future__ import annotations

from overheat.classic.construction.check import check
from overheat.classic.unit.sheet import Sheet
from overheat.classic.unitfile.mtf import parse_mtf

SECTIONS = {
    "HD": "Head",
    "CT": "Center Torso",
    "LT": "Left Torso",
    "RT": "Right Torso",
    "LA": "Left Arm",
    "RA": "Right Arm",
    "LL": "Left Leg",
    "RL": "Right Leg",
}
LEG = "Hip, Upper Leg Actuator, Lower Leg Actuator, Foot Actuator"
HEAD = "Life Support, Sensors, Cockpit, -Empty-, Sensors, Life Support"
CORE = "Fusion Engine x3, Gyro x4, Fusion Engine x3"
ARM = "Shoulder, Upper Arm Actuator, Lower Arm Actuator, Hand Actuator"


def slots(line: str) -> list[str]:
    """`Gyro x4, Jump Jet` as lines of slots."""
    found = []
    for word in line.split(", "):
        name, _, count = word.rpartition(" x")
        found += [name] * int(count) if name and count.isdigit() else [word]
    return found


def machine(head: str, **locations: str) -> str:
    """The text of a unit file: what stands above the slots, and the slots by location."""
    parts = [head.strip()]
    for code, line in locations.items():
        listed = slots(line)
        parts.append("\n".join([f"{SECTIONS[code]}:", *listed, *["-Empty-"] * (12 - len(listed))]))
    return "\n\n".join(parts) + "\n"


HUNTER = machine(
    """
chassis:Hunter
model:HUN-1A
Config:Biped
techbase:Inner Sphere
era:3030
rules level:2
mass:50
engine:200 Fusion Engine(IS)
structure:IS Standard
myomer:Standard
heat sinks:10 Single
walk mp:4
jump mp:4
armor:Standard(Inner Sphere)
LA armor:16
RA armor:16
LT armor:18
RT armor:18
CT armor:20
HD armor:8
LL armor:16
RL armor:16
RTL armor:5
RTR armor:5
RTC armor:6
""",
    LA=f"{ARM}, Medium Laser",
    RA=f"{ARM}, ISAC10 x7",
    LT="Jump Jet x2, ISCASE, IS Ammo AC/10 x2, Heat Sink, ISLRM5 Ammo",
    RT="Jump Jet x2, LRM 5, Medium Laser (R), Heat Sink",
    CT=CORE,
    HD="Life Support, Sensors, Cockpit, Medium Laser, Sensors, Life Support",
    LL=LEG,
    RL=LEG,
)
"""Fifty plain tons."""

KNIGHT = machine(
    """
chassis:Knight
model:KNT-3S
Config:Biped
techbase:Inner Sphere
era:3070
rules level:3
mass:60
engine:300 XL Engine(IS)
structure:IS Standard
myomer:Standard
heat sinks:10 IS Double
walk mp:5
jump mp:0
armor:Stealth(Inner Sphere)
LA armor:18
RA armor:18
LT armor:20
RT armor:20
CT armor:23
HD armor:9
LL armor:16
RL armor:16
RTL armor:6
RTR armor:6
RTC armor:8
""",
    LA="Shoulder, Upper Arm Actuator, ISPPC x3, ISPPCCapacitor, Medium Laser, IS Stealth x2",
    RA=f"{ARM}, Hatchet x4, IS Stealth x2",
    LT="Fusion Engine x3, ISMRM20 x3, ISApollo, ISMRM20 Ammo, IS Stealth x2",
    RT="Fusion Engine x3, ISGuardianECMSuite x2, Machine Gun x2, ISMGA, IS Machine Gun Ammo - Half, IS Stealth x2",
    CT=f"{CORE}, Medium Laser x2",
    HD="Life Support, Sensors, Cockpit, Medium Laser, Sensors, Life Support",
    LL=f"{LEG}, IS Stealth x2",
    RL=f"{LEG}, IS Stealth x2",
)
"""Sixty tons in stealth armour, with a hatchet."""

PROWLER = machine(
    """
chassis:Prowler
model:Prime
Config:Biped Omnimek
techbase:Clan
era:3060
rules level:2
mass:40
engine:240 XL (Clan) Engine
structure:Clan Endo Steel
myomer:Standard
heat sinks:10 Clan Double
walk mp:6
jump mp:0
armor:Ferro-Fibrous(Clan)
LA armor:12
RA armor:12
LT armor:14
RT armor:14
CT armor:18
HD armor:9
LL armor:12
RL armor:12
RTL armor:3
RTR armor:3
RTC armor:6
""",
    LA="Shoulder, Upper Arm Actuator, CLERPPC (OMNIPOD) x2, Clan Endo Steel x2, Clan Ferro-Fibrous x2",
    RA=f"{ARM}, CLERMediumLaser (OMNIPOD) x2, CLERSmallLaser (OMNIPOD), Clan Endo Steel x2, Clan Ferro-Fibrous x2",
    LT="Fusion Engine x2, CLMASC x2, CLTargeting Computer (OMNIPOD) x2, Clan Endo Steel x3, Clan Ferro-Fibrous x3",
    RT="Fusion Engine x2, CLLRM10 (OMNIPOD), CLArtemisIV (OMNIPOD), Clan Ammo LRM-10 (OMNIPOD), CLDoubleHeatSink x2, "
    "CLECMSuite (OMNIPOD), CLActiveProbe (OMNIPOD)",
    CT=f"{CORE}, Supercharger (OMNIPOD)",
    HD=HEAD,
    LL=LEG,
    RL=LEG,
)
"""Forty tons with pods."""

HARVESTER = machine(
    """
chassis:Harvester
model:HRV-30
Config:Biped
techbase:Inner Sphere
era:3030
rules level:2
mass:30
engine:90 ICE Engine(IS)
structure:IS Industrial
myomer:Standard
cockpit:Industrial Cockpit
heat sinks:3 Single
walk mp:3
jump mp:0
armor:Heavy Industrial(Inner Sphere)
LA armor:5
RA armor:5
LT armor:6
RT armor:6
CT armor:7
HD armor:4
LL armor:4
RL armor:4
RTL armor:2
RTR armor:2
RTC armor:3
""",
    LA=f"{ARM}, Medium Laser",
    RA="Shoulder, Upper Arm Actuator, Chainsaw x5",
    LT="Machine Gun, IS Machine Gun Ammo - Half",
    RT="-Empty-",
    CT=CORE,
    HD="Life Support, Sensors, Cockpit, Ejection Seat (Industrial Mek), Sensors, Life Support",
    LL=LEG,
    RL=LEG,
)
"""Thirty tons that work the fields."""

VALID = {"Hunter": HUNTER, "Knight": KNIGHT, "Prowler": PROWLER, "Harvester": HARVESTER}


def sheet(text: str) -> Sheet:
    """The machine of a text, every line of which is understood."""
    reading = parse_mtf(text)
    assert not reading.notices, reading.notices
    return reading.sheet


def line(text: str, old: str, new: str) -> str:
    """The text with one line above the slots replaced."""
    assert f"\n{old}\n" in text, old
    return text.replace(f"\n{old}\n", f"\n{new}\n", 1)


def slot(text: str, code: str, old: str, new: str = "-Empty-") -> str:
    """The text with slots of a location replaced, as many as `old` names, in order; a new name alone takes the rest."""
    heading = f"\n{SECTIONS[code]}:\n"
    start = text.index(heading) + len(heading)
    end = text.find("\n\n", start)
    listed = text[start : end if end >= 0 else None].split("\n")
    fresh = slots(new)
    for index, name in enumerate(slots(old)):
        place = listed.index(name)
        listed[place] = fresh[min(index, len(fresh) - 1)]
    return text[:start] + "\n".join(listed) + (text[end:] if end >= 0 else "")


def found(built: Sheet | str, severity: str | None = "error") -> set[tuple[str, str | None]]:
    """The ids and locations of what is found in a machine; with `None` for the severity, notes too."""
    findings = check(sheet(built) if isinstance(built, str) else built)
    return {(finding.id, finding.location) for finding in findings if severity in (None, finding.severity)}
