"""Abilities of pilots that wait to be called upon: for one shot, for two halves of it, for a hunt, in rage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.cards.pilot_names import (
    ANTAGONIZER,
    BLOOD_STALKER,
    HUMAN_TRO,
    MARKSMAN,
    MULTI_TASKER,
    piloted,
)
from lancemate.alphastrike.combat.attack import attack_choices, open_attack
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.pilots.rage import CALL
from lancemate.alphastrike.pilots.splitting import half_is_left
from lancemate.alphastrike.pilots.stalking import others_to_hunt
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.stats import stats
from lancemate.bots.alphastrike.tactics.judging import CHANCE
from lancemate.bots.alphastrike.tactics.played import played
from lancemate.bots.alphastrike.tactics.worth import prize
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.bots.alphastrike.tactics.fire import FireTable

CALLED: Final = frozenset({piloted(MARKSMAN), piloted(HUMAN_TRO), piloted(MULTI_TASKER)})
PROVOKED: Final = piloted(ANTAGONIZER)
STALKED: Final = piloted(BLOOD_STALKER)


# -- shots ----------------------------------------------------------------------------------------------------


def called_upon(battle: Battle, command: orders.Attack) -> Iterator[orders.Attack]:
    """The same attack with each ability that may be called upon for it, and as the first half of two."""
    if played(battle).isdisjoint(CALLED):
        return
    try:
        said = attack_choices(open_attack(battle, command))
    except Refused:
        return
    for choice in said:
        if choice.name == "split":
            yield replace(command, split=True)
        elif choice.name == "abilities" and choice.word is not None:
            yield replace(command, abilities=(choice.word,))


def has_a_half(battle: Battle, unit: Unit) -> bool:
    """Whether it has fired half of what it has, and may fire the rest."""
    return piloted(MULTI_TASKER) in played(battle) and half_is_left(battle, unit)


def halves(battle: Battle, unit: Unit, command: orders.Attack) -> int:
    """How many attacks like this one its unit makes: whoever begins with half has another."""
    return 2 if command.split and not has_a_half(battle, unit) else 1


# -- the hunt -------------------------------------------------------------------------------------------------


def best_prey(battle: Battle, hunter: Unit, names: Iterable[str], fires: FireTable) -> str | None:
    """Of some enemies the one that a hunter, and everybody beside it, takes most from in a turn."""
    friends = [unit for unit in battle.units.values() if unit.side == hunter.side and unit.in_play]
    enemies = [battle.units[name] for name in names if name in battle.units]
    hurts = {enemy.id: sum(_hurts(battle, one, enemy, fires) for one in friends) for enemy in enemies}
    return max(hurts, key=lambda name: (round(hurts[name], 9), name), default=None)


def _hurts(battle: Battle, unit: Unit, enemy: Unit, fires: FireTable) -> float:
    fire, loot = fires.between(battle, unit, enemy), prize(battle, enemy)
    near = zip(fire.numbers[:3], fire.hits[:3], strict=True)
    return sum(float(CHANCE[min(13, max(0, number))]) * loot.mean_loss(hits) for number, hits in near)


def another_prey(battle: Battle, moving: Iterable[Unit], fires: FireTable) -> orders.Act | None:
    """Whoever has lost its prey, or sight of it, turns to an enemy that it sees."""
    if STALKED not in played(battle):
        return None
    for unit in moving:
        commands = [offer.command for offer in others_to_hunt(battle, unit) or ()]
        names = [one.what for one in commands if isinstance(one, orders.Act)]
        herds = [name for name in names if name not in battle.units]
        seen = [name for name in names if name in battle.units and sees(battle, unit, battle.units[name])]
        best = best_prey(battle, unit, seen, fires) or next(iter(herds), None)
        if best is not None:
            return orders.Act(unit.id, "stalk", best)
    return None


# -- rage -----------------------------------------------------------------------------------------------------


def provoking(battle: Battle, unit: Unit, command: orders.Move) -> orders.Move:
    """The same move with a call at its end, where enemies hear it and nobody of its side could stand more of them."""
    if PROVOKED not in played(battle) or not command.path or not has(battle, unit, ANTAGONIZER):
        return command
    end, reach = command.path[-1], CALL.of(battle)["within"] + unit.radius
    enemies = battle.on_table(battle.opponent(unit.side))
    heard = any(battle.table.distance(end, enemy.at) <= reach + enemy.radius for enemy in enemies)
    sturdy = all(prize(battle, unit).left >= prize(battle, friend).left for friend in battle.on_table(unit.side))
    return replace(command, antagonize=end) if heard and sturdy else command


def rage_pays(battle: Battle, side: str) -> bool:
    """Whether a force gains by hitting and being hit more easily: where the enemy is the harder to hit."""
    own, theirs = (_mean_tmm(battle, one) for one in (side, battle.opponent(side)))
    return own < theirs


def _mean_tmm(battle: Battle, side: str) -> float:
    found = [stats(battle, unit).tmm for unit in battle.on_table(side)]
    return sum(found) / len(found) if found else 0.0
