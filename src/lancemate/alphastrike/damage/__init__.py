"""Damage (pp. 48-51): how much a hit does, where it falls, critical and motive hits, the end of a unit."""
