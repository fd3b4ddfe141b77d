"""What a soldier carries and how he stands."""
