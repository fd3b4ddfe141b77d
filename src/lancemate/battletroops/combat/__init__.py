"""Shots in reaction, hand-to-hand, grenades."""
