"""What the rules of Alpha Strike remember. The keys themselves stand beside the rules that own them."""

from __future__ import annotations

from typing import Final

from lancemate.kernel.memory import Memory

# When a note is forgotten: as the next phase begins, as the next turn begins, or with the end of the End Phase.
memory: Final = Memory("phase", "turn", "End Phase")
unit_memory: Final = memory.of_units
battle_memory: Final = memory.of_battle
