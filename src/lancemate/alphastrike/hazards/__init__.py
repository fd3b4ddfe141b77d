"""Ground that holds, hurts or swallows whoever is on it (pp. 56-60)."""
