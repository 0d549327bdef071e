"""What the weapons of a fighting bot do from where to whom, in what cover, for what heat, and which it fires."""
