"""The companion at a real table: everything it says is worked out by the engine beforehand (decision 20)."""
