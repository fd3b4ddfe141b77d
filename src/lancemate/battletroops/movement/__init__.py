"""Movement points and what they buy."""
