"""ProtoMechs: their frame, and what they weigh."""
