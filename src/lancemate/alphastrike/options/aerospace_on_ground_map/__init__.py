"""Aerospace units on the ground map (pp. 141-143): taxiing, taking off, landing, launching and coming back aboard."""
