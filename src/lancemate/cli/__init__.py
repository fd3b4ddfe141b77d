"""The command `lancemate`. Each sub-command is a module of its own; `main` finds it. No other room may import this."""
