"""Questions about what happens inside a unit: critical hits on its parts, and parts that its file does not have."""
