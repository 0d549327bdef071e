"""Omega Rules 1.2.2: one file a chapter, one layer each."""
