"""Scenarios (pp. 126-134): a data file says what a battle is about, small rules hung on hooks make it so.

``plan`` is what a scenario is made of, ``files`` reads it, ``arranging`` puts it on a table. Every block of a plan
(hold, flags, escape ...) switches on the rules of one room here; a battle without a scenario pays for none of them.
"""
