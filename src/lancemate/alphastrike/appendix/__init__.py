"""The tables at the back of the book (pp. 198-210) that more than one room reads, or an optional module.

The others stand in their chapters, under a second id. Knows rows and numbers; must not know their use.
"""
