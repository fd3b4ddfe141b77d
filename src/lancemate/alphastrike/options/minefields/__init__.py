"""Minefields (pp. 168-169): fields of some density on the table, what sets them off, and what they do."""
