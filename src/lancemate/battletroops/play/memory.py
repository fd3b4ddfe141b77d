"""What the rules of BattleTroops remember. The keys themselves stand beside the rules that own them."""

from __future__ import annotations

from typing import Final

from lancemate.kernel.memory import Memory

memory: Final = Memory()
unit_memory: Final = memory.of_units
battle_memory: Final = memory.of_battle
