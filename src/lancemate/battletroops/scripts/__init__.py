"""Battle scripts and saves."""
