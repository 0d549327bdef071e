"""What a volley does to its target, as chances: breaches, critical hits, falls and kills, worked out together."""
