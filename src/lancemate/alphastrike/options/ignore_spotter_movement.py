"""Indirect fire (p. 41) without the spotter's own movement."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.combat.indirect import spotter_movement
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "ignore_spotter_movement",
    "AS-COM-023",
    "the spotter's own movement does not count in indirect fire",
    title="Spotters may move freely",
)

rules.leave_out(spotter_movement, when=OPTION)
