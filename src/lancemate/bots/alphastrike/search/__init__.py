"""The searching player: plays the rest of the turn out on copies of the battle before it decides."""
