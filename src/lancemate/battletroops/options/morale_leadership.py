"""Morale and leadership (p. 23): squads that lose too many men may break."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import is_support
from lancemate.battletroops.options.exchange import Dropped
from lancemate.battletroops.options.experience import experience_of
from lancemate.battletroops.play.load import part_of
from lancemate.battletroops.play.setup import REGULAR
from lancemate.battletroops.play.state import State
from lancemate.battletroops.play.traits import MAN
from lancemate.battletroops.ruleset import rules
from lancemate.kernel.errors import Refusal
from lancemate.kernel.events import event
from lancemate.kernel.explain import Modifier, total
from lancemate.kernel.naming import RuleId, SideId, Word

if TYPE_CHECKING:
    from lancemate.battletroops.combat.aim import Aim
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit

MORALE: Final = rules.option("morale_leadership", "BT-OPT-037", "squads with heavy losses may break")
ENOUGH: Final = 4  # losses
USUAL_LEADERSHIP: Final = 2

BREAKING = rules.table(
    "BT-WPN-008",
    {"Green": 9, REGULAR: 7, "Veteran": 5, "Elite": 2, "each loss beyond four": 1, "enemy 'Mech": 1},
)


@event
class MoraleRolled:
    type: ClassVar[str] = "morale"
    squad: Word
    side: SideId
    number: int
    modifiers: tuple[Modifier, ...]
    roll: tuple[int, ...]
    breaks: bool
    rule: RuleId = "BT-OPT-037"

    def apply(self, state: State) -> None:
        if self.breaks:
            state.broken |= {self.squad}


@hooks.end_phase.rule("BT-OPT-037", part=hooks.MORALE, when=MORALE)
def morale(battle: Battle) -> None:
    """A squad that has lost four men or more rolls in every turn in which it loses another one."""
    for squad, side in _squads(battle):
        state = battle.state
        lost = state.losses.get(squad, 0)
        if squad in state.broken or lost < ENOUGH or lost <= state.losses_before.get(squad, 0):
            continue
        parts = break_number(battle, squad, side)
        roll = battle.roll(2)
        breaks = sum(roll) < total(parts)
        battle.emit(MoraleRolled(squad, side, total(parts), parts, roll, breaks))
        if breaks:
            heavy_weapons_stay(battle, squad)


@rules.rule("BT-OPT-039", otherwise=None)
def heavy_weapons_stay(battle: Battle, squad: str) -> None:
    """Support weapons are abandoned where they are, and so is what their crews carry of them."""
    for unit in list(battle.units.values()):
        if unit.group == squad and unit.able:
            heavy = (unit.primary,) if unit.primary is not None and is_support(unit.primary) else ()
            for what in (*heavy, *map(part_of, unit.parts)):
                battle.emit(Dropped(unit.id, what, 1, "BT-OPT-039", stands=False))


def _squads(battle: Battle) -> list[tuple[str, str]]:
    """Squads in script order, with their sides."""
    found = {squad.name: squad.side for squad in battle.setup.squads}
    found.update({unit.group: unit.side for unit in battle.setup.units if unit.group is not None})
    crews = (unit for unit in battle.units.values() if unit.group is not None and unit.aboard is None)
    found.update({unit.group: unit.side for unit in crews if unit.group is not None})
    return list(found.items())


@rules.rule("BT-OPT-038", otherwise=())
def break_number(battle: Battle, squad: str, side: str) -> tuple[Modifier, ...]:
    """By experience, more with every further loss and before 'Mechs, less with a leader in his senses."""
    table = BREAKING.of(battle)
    member = next(unit for unit in battle.units.values() if unit.group == squad)
    level = experience_of(battle, member)
    parts = [Modifier(level, table[level], "BT-OPT-038")]
    more = battle.state.losses.get(squad, 0) - ENOUGH
    if more > 0:
        parts.append(Modifier("Losses beyond four", more * table["each loss beyond four"], "BT-OPT-038"))
    enemies = battle.of_side(battle.opponent(side))
    if any(unit.kind == "mech" and unit.able for unit in enemies):
        parts.append(Modifier("Enemy 'Mech", table["enemy 'Mech"], "BT-OPT-038"))
    led = leadership(battle, squad)
    return (*parts, led) if led is not None else tuple(parts)


@rules.rule("BT-OPT-040", otherwise=None)
def leadership(battle: Battle, squad: str) -> Modifier | None:
    """Its leader, as long as he is in his senses; 2 unless the squad says otherwise, and nobody succeeds him."""
    one = battle.setup.squad(squad)
    leader = None if one is None or one.leader is None else battle.units.get(one.leader)
    if one is None or leader is None or not leader.able:  # an enemy whom nobody has seen leads nobody one knows of
        return None
    own = _of_a_character(leader)
    value = one.leadership if one.leadership is not None else USUAL_LEADERSHIP if own is None else own
    return Modifier("Leadership", -value, "BT-OPT-040")


def _of_a_character(unit: Unit) -> int | None:
    return None if unit.skills is None else unit.skills.get("Leadership")


# -- broken squads --------------------------------------------------------------------------------------------------


def is_broken(battle: Battle, unit: Unit) -> bool:
    return unit.group in battle.state.broken


def _they_run(unit: Unit) -> Refusal:
    return Refusal("broken", f"the squad of {unit.id} has broken: it may only leave the map", "BT-OPT-039")


@hooks.may_watch.rule("BT-OPT-039", when=MORALE)
def broken_men_set_no_arcs(battle: Battle, unit: Unit, size: int) -> Refusal | None:
    return _they_run(unit) if is_broken(battle, unit) else None


@hooks.may_shoot.rule("BT-OPT-039", part=hooks.ABLE, traits=MAN, when=MORALE)
def broken_men_do_not_attack(aim: Aim) -> Refusal | None:
    return _they_run(aim.shooter) if is_broken(aim.battle, aim.shooter) else None
