"""Lancemate plays Alpha Strike and BattleTroops by the book."""

__version__ = "0.1.0"
