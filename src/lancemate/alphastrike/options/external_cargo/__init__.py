"""External cargo (pp. 163-165): what units lift, carry, set down, throw, tow and drag outside."""
