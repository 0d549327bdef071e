"""The browser table: a server that games are played at, by people and bots, over HTTP and websockets."""
