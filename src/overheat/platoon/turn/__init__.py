"""A turn of order dice: verbs, orders, deployment, and what ends it."""
