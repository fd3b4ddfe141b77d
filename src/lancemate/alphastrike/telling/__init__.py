"""A battle in words and pictures."""
