"""The parts of a battle in the order they are played (pp. 28-31): preparing, deploying, opening, End Phase, victory."""
