"""The server: games for people at browsers, over HTTP and WebSockets, durable on disk.

Knows seats, storage and messages; the rules of the game are not its business.
"""
