"""Alternate munitions (pp. 143-150): what weapons fire in the place of their usual ammunition.

A file for each family; what units carry stands in loads.py, naming it in an attack in firing.py.
"""
