"""Unit files of the ecosystem, read into sheets and written back."""
