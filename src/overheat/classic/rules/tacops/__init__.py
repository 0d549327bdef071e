"""The advanced rules: one file a topic, one layer each."""
