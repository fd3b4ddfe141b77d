"""Aerospace (pp. 180-188): flight over the table, attacks from the air, in the air and at what is in the air."""
