"""Players of Alpha Strike: what they are given to see, and how each of them thinks."""
