"""Live games: rooms, moments, replays, bots, and the websocket they are told over."""
