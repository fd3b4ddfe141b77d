"""Who has which pilot ability at this moment: its own, one its formation gives it, one it was named for this turn.

What a formation gives lasts as long as its bonus holds. Knows who has what; must not know what an ability does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import BLOOD_STALKER, LUCKY, Talent, bare_name, played
from lancemate.alphastrike.cards.pilot_suits import misfit
from lancemate.alphastrike.commands.formations import ability_of_the_turn, bonus_holds, formation_of, second_of_the_turn
from lancemate.alphastrike.commands.grants import focused, hunts_by_command
from lancemate.alphastrike.play.stats import is_unmanned
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


@rules.rule("AS-INT-021", "AS-SPA-001", otherwise=False)
def has(battle: Battle, unit: Unit, ability: str) -> bool:
    """Pilot abilities are the crew's, not the design's, and gone with the crew. It has one now, from wherever; twice is
    no more than once."""
    hunts = ability == BLOOD_STALKER and hunts_by_command(battle, unit)
    if not (own_level(battle, unit, ability) or by_formation(battle, unit, ability) or hunts):
        return False
    if battle.hooks[hooks.unmanned] and is_unmanned(battle, unit):
        return False
    return misfit(battle, unit.card, ability) is None


def own_level(battle: Battle, unit: Unit, ability: str) -> int:
    """The level of an ability of its pilot's own, as the setup says; 0 without it."""
    talent = _talents(battle).get((unit.id, ability))
    return 0 if talent is None else talent.level


def detail_of(battle: Battle, unit: Unit, ability: str) -> str | None:
    """The word that completes an ability of a unit, of its pilot's own or given by its formation."""
    own = _talents(battle).get((unit.id, ability))
    if own is not None:
        return own.detail
    formation = formation_of(battle, unit)
    for text, members in formation.gives if formation is not None else ():
        if unit.id in members and bare_name(text) == ability:
            return played(text).detail
    return None


def _talents(battle: Battle) -> Mapping[tuple[str, str], Talent]:
    return cast(Mapping[tuple[str, str], Talent], battle.remember("pilots", lambda: _find_talents(battle)))


def _find_talents(battle: Battle) -> Mapping[tuple[str, str], Talent]:
    known = [(muster.id, played(text)) for muster in battle.setup.units for text in muster.abilities]
    known += [(unit, played(text)) for unit, text in focused(battle)]
    return {(unit, talent.name): talent for unit, talent in reversed(known)}


def abilities_for_the_battle(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What its pilot brings, then what its formation gives it; of a pool that its formation shares, that it is one."""
    setup = battle.setup
    own = [text for muster in setup.units if muster.id == unit.id for text in muster.abilities]
    own += [text for name, text in focused(battle) if name == unit.id and text not in own]
    given = [name for one in setup.formations for name, members in one.gives if unit.id in members and name not in own]
    if any(one.lucky and unit.id in (one.given_to(LUCKY) or one.core) for one in setup.formations):
        given = [*(name for name in given if name != LUCKY), f"{LUCKY} (formation)"]
    return (*own, *given)


def is_named_for(unit: Unit, ability: str) -> bool:
    return ability in (ability_of_the_turn.of(unit), second_of_the_turn.of(unit))


def by_formation(battle: Battle, unit: Unit, ability: str) -> bool:
    """Its formation gives it the ability, for the battle or for this turn, and the bonus holds."""
    formation = formation_of(battle, unit)
    if formation is None or not (unit.id in formation.given_to(ability) or is_named_for(unit, ability)):
        return False
    return bonus_holds(battle, formation)
