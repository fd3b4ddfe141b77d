"""Notes that no rule owns, for tests of who may know what."""

from lancemate.alphastrike.play.memory import unit_memory

orders_in_secret = unit_memory("secret_orders", str, default=None, rule="AS-INT-067", secret=True)
seen_by_all = unit_memory("seen", int, default=0, rule="AS-INT-067")
