"""Heat (p. 52) does not lower the TMM of a unit that jumped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.heat.track import heat_makes_sluggish
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Tmm

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.explain import Modifier
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "jump_tmm_ignores_heat",
    "AS-HEA-004",
    "heat does not lower the TMM of a unit that jumped",
    title="Hot units jump as well as cool ones",
)


@hooks.tmm.rule("AS-HEA-004", part=Tmm.CHANGED, when=OPTION, replaces=heat_makes_sluggish)
def sluggish_on_the_ground(battle: Battle, unit: Unit) -> Modifier | None:
    """Jump jets do not care how hot it is."""
    return None if unit.moved == "jump" else heat_makes_sluggish(battle, unit)
