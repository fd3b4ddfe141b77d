"""Special pilot abilities in play (pp. 92-101): those that formations hand out, and what they do."""
