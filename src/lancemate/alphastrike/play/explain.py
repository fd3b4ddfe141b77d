"""Numbers that explain themselves (kernel/explain.py), as the rules of this game know them."""

from lancemate.kernel.explain import Cost, Modifier, cost, listed, modifier, total

__all__ = ["Cost", "Modifier", "cost", "listed", "modifier", "total"]
