"""The kernel knows no game: dice, rules as switchable functions, events, journal, codec, errors."""
