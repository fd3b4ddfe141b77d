"""Robots (pp. 175-177): they roll for themselves, do what they were told before the battle, and mind jamming."""
