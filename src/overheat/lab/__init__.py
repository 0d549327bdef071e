"""The lab: bots play, once or a thousand times, and what comes of it is counted."""
