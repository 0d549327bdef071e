"""Words for what events, rules and commands hold as ids."""
