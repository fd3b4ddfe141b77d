"""Wading (p. 34): water of depth 0 is open to those the Movement Cost Table bars it to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.movement.terrain import closed_shallows
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

OPTION: Final = rules.option(
    "wade_depth_0",
    "AS-MOV-015",
    "ground vehicles and infantry may wade through depth 0 water",
    title="Wading through shallow water",
)


@rules.rule("AS-MOV-015", when=OPTION, replaces=closed_shallows)
def open_shallows(battle: Battle, prohibited: tuple[str, ...]) -> tuple[str, ...]:
    """Depth 0 stops nobody."""
    return ()
