"""What goes on in crews: whom they fear, whom they hate; and what their machines have picked up. Data only."""

from __future__ import annotations

from lancemate.alphastrike.play.memory import unit_memory

# The units that a unit fears, and of those it fears for a time only, since which turn.
intimidated = unit_memory(
    "intimidated", list[str], default=[], rule="AS-SPA-014", untold="is no longer intimidated", names=True
)
afraid_since = unit_memory("afraid_since", dict[str, int], default={}, rule="AS-SPA-018", names=True)
# Those against whom it has thrown dice this turn.
nerve_tested = unit_memory("nerve_tested", list[str], default=[], expires="turn", rule="AS-SPA-013", names=True)
# The unit that a unit hates.
enraged = unit_memory("enraged", str, default=None, rule="AS-SPA-019", untold="calms down", names=True)
# An improvised hand weapon.
club = unit_memory("club", bool, default=False, rule="AS-SPA-056", told="has found a club")
