"""The tables at the back of the book (pp. 198-210), each in one place.

Those of chapters that are played are the chapter's own, under a second id (core.py). The others are kept here, ready
for their chapters. Knows rows and numbers; must not know how they are used.
"""
