"""Weapons and armour, as printed."""
