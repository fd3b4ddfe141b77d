"""The game itself: a battle, its state, the orders players give, what happens, and the clock."""
