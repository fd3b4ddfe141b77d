"""Animal Mimicry (p. 92) that leads through the densest woods and jungle, which are closed to all but infantry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.pilots.fear import prowls
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.terrain import Row
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "mimicry_opens_woods",
    "AS-SPA-018",
    "pilots with Animal Mimicry may enter ultra-heavy woods and jungle",
    title="Animal Mimicry opens ultra-heavy woods",
)


@hooks.crosses.rule("AS-SPA-018", when=OPTION)
def prowls_anywhere(battle: Battle, unit: Unit, row: Row, depth: float) -> Row | None:
    """Where it pays less, it may go."""
    closed = row.prohibited and row.name.endswith(("woods", "jungle"))
    return row._replace(prohibited=()) if closed and prowls(battle, unit, row.name, depth) else None
