"""Command abilities that change a side's Initiative roll (pp. 103-108), whatever it does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import (
    ADJUSTMENTS,
    COMBINED_ARMS,
    COUNTERPARTS,
    ENEMY,
    PLANNING,
    REGION,
    SMALL_UNITS,
    TACTICS,
    commanded,
)
from lancemate.alphastrike.commands.having import (
    average_skill,
    command,
    commands_of,
    is_green,
    is_preferred,
    side_named,
    times,
)
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.tally import Part, SoFar

PAIRED: Final = rules.table("AS-SCA-022", {"in pairs": 1, "not in pairs": -1})
KNOWN_ENEMY: Final = rules.table("AS-SCA-024", {"preferred": 1, "others": -1, "doubled": 2})
AT_HOME: Final = rules.table("AS-SCA-049", {"in the region": 1})
PLANNED: Final = rules.table("AS-SCA-055", {"Initiative": 2, "worst average Skill": 3})
ADJUSTED: Final = rules.table("AS-SCA-056", {"from turn": 4})
FOCUS: Final = rules.table(
    "AS-SCA-064",
    {
        "attack": {"attacker": 1, "defender": -1},
        "defense": {"defender": 1, "attacker": -1},
        "scenario": {"named": 1, "other": -1},
    },
)
ARMS: Final = rules.table("AS-SCA-066", {"all arms": 1})
FEW: Final = rules.table("AS-SCA-067", {11: 2, 23: 1, 9999: -1})
ATTACKER, DEFENDER = "attacker", "defender"


def role_of(battle: Battle, side: str) -> str | None:
    """Attacker or defender: as the scenario says, or the side itself where that does not."""
    scenario = battle.setup.scenario
    role = scenario.role_of(side) if scenario is not None else None
    return role if role in (ATTACKER, DEFENDER) else side_named(battle, side).role


# -- Counterparts, regions, plans ------------------------------------------------------------------------------


@hooks.initiative.rule("AS-SCA-022", part=Initiative.ADDED, when=commanded(COUNTERPARTS))
def counterparts(battle: Battle, side: str) -> Modifier | None:
    """Two types of units that fight in pairs, or miss each other: as the force was set up, for the whole battle."""
    ability = command(battle, side, COUNTERPARTS)
    if ability is None:
        return None
    have = Counter(unit.card.type for unit in battle.setup.units_of(side))
    counts = {have[kind] for kind in ability.pairs}
    row = "in pairs" if len(counts) == 1 and 0 not in counts else "not in pairs"
    return Modifier(f"{COUNTERPARTS} {row}", PAIRED.of(battle)[row], "AS-SCA-022")


@hooks.initiative.rule("AS-SCA-049", part=Initiative.ADDED, when=commanded(REGION))
def at_home(battle: Battle, side: str) -> Modifier | None:
    """In a part of space that it knows; twice as much for who has taken it twice. No penalty elsewhere."""
    level = levels_at_home(battle, side)
    return Modifier(REGION, level * AT_HOME.of(battle)["in the region"], "AS-SCA-049") if level else None


def levels_at_home(battle: Battle, side: str) -> int:
    """How often a side is at home where the battle is."""
    here = {name.casefold() for name in battle.setup.location}
    known = (one for one in commands_of(battle, side) if one.name == REGION)
    return sum(any(word.casefold() in here for word in one.words) for one in known)


@hooks.initiative.rule("AS-SCA-055", part=Initiative.ADDED, when=commanded(PLANNING))
def planning(battle: Battle, side: str) -> Modifier | None:
    """For forces that are Veteran on average, or better."""
    if command(battle, side, PLANNING) is None:
        return None
    row = PLANNED.of(battle)
    if average_skill(battle, side) > row["worst average Skill"]:
        return None
    return Modifier(PLANNING, row["Initiative"], "AS-SCA-055")


@hooks.initiative.rule("AS-SCA-067", part=Initiative.ADDED, when=commanded(SMALL_UNITS))
def small_units(battle: Battle, side: str) -> Modifier | None:
    """The fewer, the better: by the force that took the field."""
    if command(battle, side, SMALL_UNITS) is None:
        return None
    number = len(battle.setup.units_of(side))
    value = next(value for most, value in FEW.of(battle).items() if number <= most)
    return Modifier(f"{SMALL_UNITS}: {number} units", value, "AS-SCA-067")


# -- enemies -----------------------------------------------------------------------------------------------------


@hooks.initiative.rule("AS-SCA-024", part=Initiative.ADDED, when=commanded(ENEMY))
def known_enemy(battle: Battle, side: str) -> Modifier | None:
    """Better against whom it has trained for, worse against all others; Green forces gain nothing by it."""
    found = [one for one in commands_of(battle, side) if one.name == ENEMY]
    if not found:
        return None
    row = KNOWN_ENEMY.of(battle)
    enemy = side_named(battle, battle.opponent(side))
    factor = row["doubled"] if any(one.doubled for one in found) and not is_green(battle, side) else 1
    if any(is_preferred(one, enemy) for one in found):
        return None if is_green(battle, side) else Modifier(ENEMY, factor * row["preferred"], "AS-SCA-024")
    return Modifier(f"{ENEMY}: another enemy", factor * row["others"], "AS-SCA-024")


# -- tactics -----------------------------------------------------------------------------------------------------


@hooks.initiative.rule("AS-SCA-063", part=Initiative.ADDED, when=commanded(TACTICS))
def tactics(battle: Battle, side: str) -> Modifier | None:
    """By its role and the type of the scenario; a Green force has only named what it is lost without."""
    ability = command(battle, side, TACTICS)
    if ability is None:
        return None
    values = [by_benefit(battle, side, word, of) for word, of in ability.benefits]
    if is_green(battle, side):
        return None if any(value > 0 for value in values) else Modifier(TACTICS, -1, "AS-SCA-063")
    value = net_levels(battle, values)
    return Modifier(TACTICS, value, "AS-SCA-063") if value else None


@rules.rule("AS-SCA-065", otherwise=lambda battle, values: max(values, default=0))
def net_levels(battle: Battle, values: list[int]) -> int:
    """Attack and defense cancel each other, level by level."""
    return sum(values)


def by_benefit(battle: Battle, side: str, word: str, of: str | None) -> int:
    """What one benefit does in this battle."""
    rows = FOCUS.of(battle)[word]
    if word == "scenario":
        scenario = battle.setup.scenario
        named = scenario is not None and of is not None and _plain(of) in (_plain(scenario.id), _plain(scenario.name))
        return rows["named" if named else "other"]
    return rows.get(role_of(battle, side) or "", 0)


def _plain(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ")


@hooks.initiative.rule("AS-SCA-066", part=Initiative.ADDED, when=commanded(COMBINED_ARMS))
def combined_arms(battle: Battle, side: str) -> Modifier | None:
    """'Mechs, vehicles and infantry fight together."""
    if not has_all_arms(battle, side):
        return None
    return Modifier(COMBINED_ARMS, ARMS.of(battle)["all arms"], "AS-SCA-066")


@hooks.initiative.rule("AS-SCA-066", part=Initiative.ADDED, when=commanded(COMBINED_ARMS))
def combined_arms_twice(battle: Battle, side: str) -> Modifier | None:
    """Who has taken it twice has learned to attack with them, or to defend."""
    if times(battle, side, COMBINED_ARMS) < 2 or not has_all_arms(battle, side):
        return None
    taken = [one.benefits[0] for one in commands_of(battle, side) if one.name == COMBINED_ARMS and one.benefits]
    value = by_benefit(battle, side, *taken[0]) if taken else 0
    return Modifier(f"{COMBINED_ARMS}: {taken[0][0]}", value, "AS-SCA-066") if value else None


def has_all_arms(battle: Battle, side: str) -> bool:
    """One of each is enough, as the force was set up."""
    cards = [unit.card for unit in battle.setup.units_of(side)]
    arms = (any(card.is_mech for card in cards), any(card.is_vehicle for card in cards))
    return command(battle, side, COMBINED_ARMS) is not None and all(arms) and any(card.is_infantry for card in cards)


# -- Tactical Adjustments ----------------------------------------------------------------------------------------


@hooks.initiative.seeing("AS-SCA-056", part=Initiative.TAKEN_BACK, when=commanded(ADJUSTMENTS))
def adjustments(battle: Battle, side: str, so_far: SoFar) -> Modifier | None:
    """After the third turn its enemy's commanders and pilots gain it nothing any more; penalties stay."""
    if (
        battle.state.turn < ADJUSTED.of(battle)["from turn"]
        or command(battle, battle.opponent(side), ADJUSTMENTS) is None
    ):
        return None
    back = so_far.take_back(_is_a_gain)
    return Modifier(f"{ADJUSTMENTS} of the enemy", int(back), "AS-SCA-056") if back else None


def _is_a_gain(part: Part) -> bool:
    """A bonus that commanders, pilots or formations bring."""
    return part.value > 0 and part.rule.startswith(("AS-SCA", "AS-SPA", "AS-FOR"))
