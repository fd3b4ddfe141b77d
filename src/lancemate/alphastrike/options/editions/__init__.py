"""Earlier printings of the rules: what is different in them, each printing a file."""
