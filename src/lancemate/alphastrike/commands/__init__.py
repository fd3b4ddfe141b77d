"""Formations and special command abilities in play (pp. 102-109, 116-121)."""
