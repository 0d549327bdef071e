"""Equipment as data: schema-checked, cited, found by any name that files use, and open to a user's own entries."""

import pytest

from overheat.classic.unit.equipment import Ammunition, Catalogue, Gear, Munition, Weapon, catalogue, key, read_entries
from overheat.kernel.refusal import RefusedError

LASER = """
[weapon.toy_laser]
name = "Toy Laser"
cite = "ours"
tech = "IS"
aliases = ["ISToyLaser"]
heat = 1
damage = 2
range = [0, 1, 2, 3, 4]
bv = 3
"""


def test_names_are_found_whatever_their_case_spaces_and_signs() -> None:
    listed = Catalogue(read_entries(LASER, "toy.toml"))
    for name in ("Toy Laser", "toy-laser", "IS Toy Laser", "ISTOYLASER"):
        found = listed.find(name)
        assert found is not None
        assert found.id == "toy_laser"
    assert listed.find("Toy Lasers") is None
    assert key("ER PPC + Capacitor (Clan)") == "erppc+capacitorclan"


def test_the_technology_of_the_unit_decides_between_equal_names() -> None:
    laser = catalogue().find("ER Medium Laser", "Clan")
    assert isinstance(laser, Weapon)
    assert (laser.tech, laser.damage) == ("Clan", 7)
    laser = catalogue().find("ER Medium Laser", "IS")
    assert isinstance(laser, Weapon)
    assert (laser.tech, laser.damage) == ("IS", 5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[weapon.x]\nname = 3", "Expected `str`"),
        ("[weapon.x]\nname = 'a'\ncite = 'b'\ndamge = 3", "unknown field `damge`"),
        ("[wepon.x]\nname = 'a'", r"\[wepon\] is no kind of equipment"),
        ("[weapon.x", "toy.toml: "),
        ("weapon = 3", "is no kind of equipment"),
        ("[weapon]\nx = 3", "is not an entry"),
        ("[weapon.x]\nname = 'a'\ncite = 'b'\nrange = [1, 2]", "range"),
    ],
)
def test_a_wrong_entry_is_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        read_entries(text, "toy.toml")


def test_two_entries_may_not_share_an_id_or_a_name() -> None:
    twice = [*read_entries(LASER, "a"), *read_entries(LASER, "b")]
    with pytest.raises(RefusedError, match="listed twice"):
        Catalogue(twice)
    other = LASER.replace("toy_laser", "other_laser")
    with pytest.raises(RefusedError, match="are both called"):
        Catalogue([*read_entries(LASER, "a"), *read_entries(other, "b")])


def test_special_ammunition_is_made_from_the_ordinary_kind() -> None:
    ordinary, special = catalogue().find("IS Ammo LRM-15"), catalogue().find("IS Ammo LRM-15 Artemis-capable")
    assert isinstance(ordinary, Ammunition)
    assert isinstance(special, Ammunition)
    assert (special.feeds, special.rack, special.shots) == (ordinary.feeds, ordinary.rack, ordinary.shots)
    assert special.munition != "standard"
    assert special.cost != ordinary.cost


def test_a_munition_for_other_weapons_is_not_made() -> None:
    assert catalogue().find("IS Gauss Ammo Artemis-capable") is None


def test_every_entry_cites_its_source_and_every_weapon_has_its_ammunition() -> None:
    entries = catalogue().entries.values()
    assert all(entry.cite for entry in entries)
    loads = {(entry.feeds, entry.rack) for entry in entries if isinstance(entry, Ammunition)}
    hungry = [
        entry.id
        for entry in entries
        if isinstance(entry, Weapon)
        and entry.ammunition
        and not entry.shots
        and (entry.ammunition, entry.rack) not in loads
        and entry.flags.isdisjoint({"infantry", "capital", "sub_capital", "bomb"})
    ]
    assert hungry == []


def test_every_weapon_reaches_farther_at_each_range() -> None:
    for entry in catalogue().entries.values():
        if isinstance(entry, Weapon) and entry.flags.isdisjoint({"mapsheets", "capital", "sub_capital"}):
            _, short, medium, long, _ = entry.range
            assert short <= medium <= (long or medium), entry.id


@pytest.mark.parametrize(
    ("name", "tech", "heat", "damage", "cluster", "reach", "tons", "slots", "bv"),
    [
        ("Medium Laser", "IS", 3, 5, 1, (0, 3, 6, 9), 1, 1, 46),
        ("PPC", "IS", 10, 10, 1, (3, 6, 12, 18), 7, 3, 176),
        ("AC/20", "IS", 7, 20, 1, (0, 3, 6, 9), 14, 10, 178),
        ("LRM 20", "IS", 6, 1, 20, (6, 7, 14, 21), 10, 5, 181),
        ("SRM 6", "IS", 4, 2, 6, (0, 3, 6, 9), 3, 2, 59),
        ("Gauss Rifle", "IS", 1, 15, 1, (2, 7, 15, 22), 15, 7, 320),
        ("ER Large Laser", "IS", 12, 8, 1, (0, 7, 14, 19), 5, 2, 163),
        ("ER PPC", "Clan", 15, 15, 1, (0, 7, 14, 23), 6, 2, 412),
        ("Large Pulse Laser", "Clan", 10, 10, 1, (0, 6, 14, 20), 6, 2, 265),
        ("LRM 20", "Clan", 6, 1, 20, (0, 7, 14, 21), 5, 4, 220),
        ("Streak SRM 6", "Clan", 4, 2, 6, (0, 4, 8, 12), 3, 2, 118),
        ("Ultra AC/20", "Clan", 7, 20, 1, (0, 4, 8, 12), 12, 8, 335),
        ("LB 10-X AC", "IS", 2, 10, 1, (0, 6, 12, 18), 11, 6, 148),
        ("Machine Gun", "IS", 0, 2, 1, (0, 1, 2, 3), 0.5, 1, 5),
    ],
)
def test_weapons_are_as_published(
    name: str,
    tech: str,
    heat: int,
    damage: int,
    cluster: int,
    reach: tuple[int, ...],
    tons: float,
    slots: int,
    bv: int,
) -> None:
    found = catalogue().find(name, "Clan" if tech == "Clan" else "IS")
    assert isinstance(found, Weapon)
    assert (found.heat, found.damage, found.cluster, found.range[:4]) == (heat, damage, cluster, reach)
    assert (found.tons, found.slots, found.bv) == (tons, slots, bv)


def test_the_catalogue_is_wide() -> None:
    kinds = [type(entry) for entry in catalogue().entries.values()]
    assert kinds.count(Weapon) > 400
    assert kinds.count(Ammunition) > 200
    assert kinds.count(Gear) > 200
    assert kinds.count(Munition) > 30
