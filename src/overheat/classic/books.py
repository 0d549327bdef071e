"""The books that the classic game cites."""

from __future__ import annotations

from overheat.kernel.cite import Book

QUICK_REFERENCE = Book("Quick Reference")
TOTAL_WARFARE = Book("Total Warfare")
TACTICAL_OPERATIONS = Book("Tactical Operations")
TECH_MANUAL = Book("TechManual")
INTERSTELLAR_OPERATIONS = Book("Interstellar Operations")
