"""Independent ProtoMechs (p. 35): each moves on its own, not with its Point."""

from __future__ import annotations

from typing import Final

from lancemate.alphastrike.movement.groups import moves_with_its_point
from lancemate.alphastrike.ruleset import rules

OPTION: Final = rules.option(
    "independent_protomechs",
    "AS-MOV-037",
    "each ProtoMech moves on its own, not with its Point",
    title="ProtoMechs move one by one",
)

rules.leave_out(moves_with_its_point, when=OPTION)
