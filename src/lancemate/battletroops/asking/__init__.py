"""What may I do, what would come of it, what does a side know."""
