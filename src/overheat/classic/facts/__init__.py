"""What rules are asked about: the state of a battle, commands and events, an attack and its target."""
