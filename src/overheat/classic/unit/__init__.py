"""What a unit is: its record sheet, what battle changes of it, and the equipment it carries."""
