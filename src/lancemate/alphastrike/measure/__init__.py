"""The room that measures: how far it is between any two things, and whether they meet, wherever they are.

Rules ask it instead of doing sums with coordinates, for a thing may stand on the table, on a roof or inside a building,
lie under water, fly along a line at an altitude, hover, or be as large as a ship or as a section of one. Attacks, sight
and areas have rooms of their own beside it: combat/ranges.py, combat/sight.py and combat/area.py.
"""
