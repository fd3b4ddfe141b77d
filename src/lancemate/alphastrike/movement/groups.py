"""Units that move in one activation (p. 35): the ProtoMechs of a Point.

A group is named with its side: both may have an Alpha Point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@hooks.moves_with.rule("AS-MOV-037", types="PM")
def moves_with_its_point(battle: Battle, unit: Unit) -> str | None:
    """ProtoMechs of a Point move together."""
    if unit.group is None or not unit.card.is_protomech:
        return None
    return f"{unit.side}: {unit.group}"
