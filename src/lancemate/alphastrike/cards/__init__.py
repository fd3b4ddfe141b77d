"""Unit cards (pp. 24-28, 198): what is printed on one, what it costs, and the words and numbers it is written in."""
