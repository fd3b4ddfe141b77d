"""Battle scripts and saves: a position and its commands as files."""
