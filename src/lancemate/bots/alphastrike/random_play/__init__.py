"""A random player that knows every kind of command: what the exhaustive runner plays with.

It proposes, one command after the other, what the side to act could try; whoever plays takes the first that the rules
accept. Proposals are likely to be allowed, not sure to be: finding out is the engine's business.
"""
