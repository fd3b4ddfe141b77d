"""What the server knows of Alpha Strike: beginnings, questions, offers, scenes and stories."""
