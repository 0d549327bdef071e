"""What shots promise on squads, platoons and ProtoMechs is worked out, however the dice would have to be thrown."""

from overheat.classic.turn.preview import damage_of_hit
from protomechs import imp
from skirmish import shot, state
from soldiers import ELEMENTALS, platoon, squad


def test_a_hit_on_a_squad_is_foreseen_though_troopers_are_down() -> None:
    target = squad(ELEMENTALS, 1, 3, id="blue")
    attack = shot("Medium Laser", target=target)
    assert damage_of_hit(state(attack.attacker, attack.target), attack).mean == 5


def test_near_misses_on_a_protomech_are_foreseen() -> None:
    attack = shot("Medium Laser", target=imp())
    assert 0 < damage_of_hit(state(attack.attacker, attack.target), attack).mean <= 5


def test_a_squad_with_flamers_is_foreseen_against_a_platoon() -> None:
    flames = squad("Elemental Battle Armor [Laser](Sqd5)")
    attack = shot("ISBAFlamer", "0 0", attacker=flames, target=platoon(id="blue"))
    assert damage_of_hit(state(attack.attacker, attack.target, board="0 0"), attack).mean > 4
