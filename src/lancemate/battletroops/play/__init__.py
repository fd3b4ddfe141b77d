"""Battle, state, orders, events and the clock."""
