"""What anyone may ask without changing anything: what may be done, what would come of it, what a side may know."""
