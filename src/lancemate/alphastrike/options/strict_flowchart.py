"""Motive damage (p. 51) only where the damage flowchart leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.damage.motive import is_due
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import as_printed

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.damage import Struck

OPTION: Final = rules.option(
    "strict_flowchart",
    "AS-DMG-052",
    "motive rolls only where the damage flowchart reaches them",
    title="Motive checks by the flowchart",
)


@rules.rule("AS-DMG-052", when=OPTION, replaces=is_due)
def reached_by_the_flowchart(struck: Struck, checks: tuple[str, ...]) -> bool:
    """Only where the attack took armor alone and barrier armor did not end the questions before."""
    return as_printed(is_due)(struck, checks) and not struck.marks.structure and "bar" not in checks
