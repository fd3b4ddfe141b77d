"""Who sees whom, how far away, through what."""
