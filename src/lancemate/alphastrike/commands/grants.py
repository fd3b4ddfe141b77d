"""Command abilities that make units good at what pilots are good at (pp. 105-109): Focus, Savages, Warrior Code.

Says who is given a pilot ability, and whom hunters may hunt; what the ability does is known in pilots/.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import FOCUS, SAVAGES, WARRIOR_CODE, commanded
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.formations import formation_of
from lancemate.alphastrike.commands.having import brought_by, command, is_for, serves
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.damage.damage import Struck
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

LOST: Final = rules.table("AS-SCA-050", {"anybody": 2})
DUEL: Final = rules.table("AS-SCA-068", {"won": 1, "lost": -1, "units of a formation": 3})
NOBODY: Final = ""  # the source of damage that no unit has done

# Whom a stalker hunts: an enemy unit, or a formation of the enemy.
prey = unit_memory("prey", str, default=None, rule="AS-SPA-020", told="hunts {}", names=True)
# Whom a champion has chosen first, and who has done damage to a unit.
first_prey = unit_memory("first_prey", str, default=None, rule="AS-SCA-068", names=True)
hurt_by = unit_memory("hurt_by", list[str], default=[], rule="AS-SCA-068", names=True)
# What the duels of its champions have brought a side.
duels = battle_memory("duels", dict[str, int], default={}, rule="AS-SCA-068")


# -- Focus -------------------------------------------------------------------------------------------------------


@rules.rule("AS-SCA-034", otherwise=())
def focused(battle: Battle) -> tuple[tuple[str, str], ...]:
    """Units, and the ability that a Focus of their force has given them for good: one to each."""
    return tuple(_focused(battle))


def _focused(battle: Battle) -> Iterator[tuple[str, str]]:
    taken: set[str] = set()
    for side in battle.sides:
        for ability in brought_by(battle, side):
            if ability.name != FOCUS or ability.word is None:
                continue
            own = [unit for unit in battle.units_of(side) if is_for(battle, ability, unit)]
            for unit in own:
                if unit.id not in taken:
                    taken.add(unit.id)
                    yield unit.id, ability.word


# -- hunters -----------------------------------------------------------------------------------------------------


def hunts_by_command(battle: Battle, unit: Unit) -> bool:
    """Its command has made a hunter of it."""
    return is_savage(battle, unit) or is_champion(battle, unit)


@rules.rule("AS-SCA-050", otherwise=False)
def is_savage(battle: Battle, unit: Unit) -> bool:
    """Every unit of such a force has an enemy of its own."""
    return serves(battle, unit, SAVAGES)


@rules.rule("AS-SCA-068", otherwise=False)
def is_champion(battle: Battle, unit: Unit) -> bool:
    """One of a formation of three or more that is what it was built as, named before the battle."""
    ability = command(battle, unit.side, WARRIOR_CODE)
    formation = formation_of(battle, unit) if ability is not None else None
    if ability is None or formation is None or formation.type is None or not formation.earned:
        return False
    if len(formation.core) < DUEL.of(battle)["units of a formation"]:
        return False
    named = [name for name in ability.units or () if name in formation.members]
    return bool(named) and named[0] == unit.id and is_for(battle, ability, unit)


def may_hunt(battle: Battle, hunter: Unit, names: tuple[str, ...], taken: frozenset[str]) -> tuple[str, ...]:
    """Of some enemies, those that a hunter may choose; ``taken`` are the prey of others of its side."""
    if is_savage(battle, hunter):
        names = tuple(name for name in names if name not in taken)
    if is_champion(battle, hunter):
        names = tuple(name for name in names if battle.units[name].card.size >= hunter.card.size)
    return names


@hooks.to_hit.rule("AS-SCA-050", part=hooks.ANY_ATTACK, when=commanded(SAVAGES))
def nobody_to_hunt(attack: Attack) -> Modifier | None:
    """Whom nobody was left for is lost against everybody."""
    unit = attack.attacker
    if attack.target is None or prey.of(unit) is not None or not is_savage(attack.battle, unit):
        return None
    return Modifier(f"{SAVAGES}: no enemy of its own", LOST.of(attack)["anybody"], "AS-SCA-050")


# -- duels -------------------------------------------------------------------------------------------------------


def champion_chooses(battle: Battle, unit: Unit, enemy: str) -> None:
    """The first choice of a champion is the one that counts."""
    if first_prey.of(unit) is None and is_champion(battle, unit):
        first_prey.remember(battle, unit, enemy)


@hooks.hit_taken.rule("AS-SCA-068", when=commanded(WARRIOR_CODE))
def sources_of_damage(struck: Struck) -> None:
    """A duel is one as long as nobody and nothing else has done damage."""
    source = struck.hit.source.by or NOBODY
    own = source == struck.unit.id
    name = NOBODY if own else source
    if struck.damaged and name not in hurt_by.of(struck.unit):
        hurt_by.remember(struck.battle, struck.unit, [*hurt_by.of(struck.unit), name])


@hooks.unit_destroyed.rule("AS-SCA-068", when=commanded(WARRIOR_CODE))
def a_duel_is_decided(battle: Battle, unit: Unit) -> None:
    """Whoever wins it alone wins heart for its whole side, or the loser's side loses it."""
    prey = first_prey.of(unit)
    if prey is not None and hurt_by.of(unit) == [prey]:
        _score(battle, unit.side, "lost")
    for champion in battle.units.values():
        if first_prey.of(champion) == unit.id and hurt_by.of(unit) == [champion.id]:
            _score(battle, champion.side, "won")


def _score(battle: Battle, side: str, how: str) -> None:
    before = duels.of(battle.state)
    value = {**before, side: before.get(side, 0) + DUEL.of(battle)[how]}
    proclaim(battle, duels, side, f"a champion of {side} has {how} his duel", value)


@hooks.initiative.rule("AS-SCA-068", part=Initiative.ADDED, when=commanded(WARRIOR_CODE))
def duels_decided(battle: Battle, side: str) -> Modifier | None:
    """For the rest of the battle, all duels together."""
    value = duels.of(battle.state).get(side, 0)
    if not value or command(battle, side, WARRIOR_CODE) is None:
        return None
    return Modifier(f"{WARRIOR_CODE}: duels", value, "AS-SCA-068")
