"""Battlefield support (pp. 54-56): strikes, bombs, shells, air cover and mines that belong to a side, not to a unit."""
