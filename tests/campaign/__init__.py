"""Random games of both games, each known by its seed: who fights, where, under which rules and by which bots.

`games` says what a seed stands for, plays it and looks at the laws; `classic_battles` and `platoon_battles` draw the
battles of the two games, `classic_laws` and `platoon.laws` say what must hold after every command. Tests play a few of
them; `benchmarks/random_games.py` plays as many as one likes.
"""
