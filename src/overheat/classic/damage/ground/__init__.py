"""What the ground does to who is on it."""
