"""Cells that play otherwise than the book says: each must fail, and none is left when a table is done."""

RED: frozenset[str] = frozenset()
