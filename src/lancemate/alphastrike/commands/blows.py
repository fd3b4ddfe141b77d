"""Loppers (p. 106): a hatchet that bites deeper, and breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import LOPPERS, commanded
from lancemate.alphastrike.commands.having import serves
from lancemate.alphastrike.damage.damage import check_of, effects_wait, hit_of
from lancemate.alphastrike.damage.reckoning import ADDED, Settled
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import AbilitySpent, DieRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning

AXE: Final = rules.table("AS-SCA-044", {"damage": 1, "breaks on": 6})
MEL: Final = "MEL"


def lops(attack: Attack) -> bool:
    """A blow with a hand weapon in the place of all shots; artillery fired beside it spoils the swing."""
    unit = attack.attacker
    if trait.HAND_WEAPON not in attack.traits or not unit.card.is_mech or not unit.active(MEL):
        return False
    return not any(slot.startswith("artillery") for slot in unit.attacks) and serves(attack.battle, unit, LOPPERS)


@hooks.damage.rule("AS-SCA-044", part=ADDED, kinds=hooks.MADE, when=commanded(LOPPERS), ability=MEL)
def bites_deeper(work: Reckoning) -> Modifier | None:
    """A point more."""
    return Modifier(LOPPERS, AXE.of(work)["damage"], "AS-SCA-044") if lops(work.attack) else None


@hooks.hit_landed.rule("AS-SCA-044", when=commanded(LOPPERS), ability=MEL)
def lops_off(attack: Attack, made: Made) -> None:
    """One more chance of a critical hit, whatever armor is left; then a die, and on a 6 the weapon is broken."""
    if not lops(attack):
        return
    battle, unit, target = attack.battle, attack.attacker, attack.target
    assert target is not None
    hit = hit_of(target.id, Settled(0, ()), attack.source, section=attack.section)
    if not target.destroyed and target.doomed is None:
        battle.follow(check_of(hit, "loppers", effects_wait(battle, attack.source)))
    roll = battle.roll(1)
    broken = roll[0] >= AXE.of(battle)["breaks on"]
    told = "it breaks" if broken else "it holds"
    battle.emit(DieRolled(unit.id, "its hand weapon", roll, told, "AS-SCA-044"))
    if broken:
        battle.emit(AbilitySpent(unit.id, MEL, "AS-SCA-044"))
