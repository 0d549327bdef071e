"""Support vehicles: their frame, and what their parts weigh."""
