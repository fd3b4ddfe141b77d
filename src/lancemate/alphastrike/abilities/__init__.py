"""Special abilities (pp. 76-82): a few lines each, hung on the hooks of the rooms they change.

Grouped by what they touch. An ability that is a row of a table of another chapter stands with that table.
"""
