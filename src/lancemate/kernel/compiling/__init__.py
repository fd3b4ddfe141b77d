"""Making machine code of rules: needed to build, never to play."""
