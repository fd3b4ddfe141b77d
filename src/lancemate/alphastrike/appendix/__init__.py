"""The tables at the back of the book (pp. 198-210) whose chapters are not played yet.

Those of the others stand in their chapters, under a second id. Knows rows and numbers; must not know their use.
"""
