"""Wounds: where, how many, what they do."""
