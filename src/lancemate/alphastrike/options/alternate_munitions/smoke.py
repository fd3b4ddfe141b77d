"""Smoke that munitions make (pp. 144-150): it lies two inches high and clears as other smoke does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.options.fire_and_smoke.areas import FIRE, lay_smoke
from lancemate.alphastrike.options.fire_and_smoke.burning import dissipate_smoke
from lancemate.alphastrike.play.conditions import VEILED
from lancemate.alphastrike.play.options import implied

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point

implied.add(f"{OPTION}:smoke", VEILED)
HEIGHT: Final = 2.0


def puff(battle: Battle, kind: str, at: Point, by: str, radius: float = 1.0, height: float = HEIGHT) -> str | None:
    """Smoke over a place: its name, or None where none hangs."""
    return lay_smoke(battle, kind, at, by, height=height, radius=radius)


@hooks.end_phase.rule("AS-OPT-113", "AS-OPT-150", part=hooks.FIRES, when=OPTION)
def smoke_clears(battle: Battle) -> bool | None:
    """It clears even where nobody has agreed on fires."""
    if FIRE in battle.options:
        return None
    dissipate_smoke(battle)
    return True
