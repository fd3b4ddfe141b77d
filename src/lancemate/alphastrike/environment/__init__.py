"""Conditions of the battlefield (pp. 61-64): one file for each sort, each switched on where players have chosen it."""
