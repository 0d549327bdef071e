"""What a hit does to each kind of unit: machines, vehicles, ProtoMechs, squads of battle armour and platoons."""
