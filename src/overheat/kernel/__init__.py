"""Words of no particular game: explained sums, refusals, dice, odds, rules, events, replay."""
