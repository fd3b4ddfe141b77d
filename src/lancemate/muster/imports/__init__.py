"""Units from elsewhere: lists other programs and people keep, checked card by card and put on the user's own shelf."""
