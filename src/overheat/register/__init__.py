"""The rule register: every ruling of the five documents by id, and how far each has come."""

from overheat.register.coverage import Claim, Counts, Evidence, standing, status
from overheat.register.ruling import Document, Ruling, documents, find, load, rulings

__all__ = [
    "Claim",
    "Counts",
    "Document",
    "Evidence",
    "Ruling",
    "documents",
    "find",
    "load",
    "rulings",
    "standing",
    "status",
]
