"""The miniatures of cards, for paper."""
