"""Terrain and what it is made of (pp. 34-35, 54-75)."""
