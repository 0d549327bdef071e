"""A battle in words and for the page: sentences for events, the told battle, maps, status, the player's view."""
