"""How units are searched: what is asked (query), what a unit's data answers (facts), what comes first (ranking).

The page searches with code of its own, web/src/muster/searching; a test holds the two together.
"""
