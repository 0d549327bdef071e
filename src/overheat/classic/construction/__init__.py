"""Whether a unit is built by the rules, and what it weighs: small cited checks, and the sums they rest on."""
