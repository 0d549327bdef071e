"""What the men and vehicles of a platoon carry."""
