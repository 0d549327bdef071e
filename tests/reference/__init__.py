"""Reference cases that an established engine has computed, asked of this one through the adjudicator.

    make reference
    PYTHONPATH=src:tests .venv/bin/python -m reference movement_cases --differing

A comparison is a module beside this one with a `COMPARISON`; it is found by being there.
"""
