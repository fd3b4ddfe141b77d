"""Reconnaissance (pp. 133-134): what is hidden in buildings, who finds it, who shells it, who gets home with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.ranges import line_of
from lancemate.alphastrike.measure.apart import terrain_on, within
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.on_the_way import NERVES
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.state import hidden
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.beginning import hiding_sides, kind, noted_by
from lancemate.alphastrike.scenarios.buildings import searched_buildings
from lancemate.alphastrike.scenarios.events import ObjectiveChanged
from lancemate.alphastrike.scenarios.notes import home, objective_memory, objective_notes, scenario_of
from lancemate.alphastrike.scenarios.plan import SWITCH
from lancemate.alphastrike.scenarios.scoring import OUTRIGHT, award, is_last_turn, lance_size, on_points
from lancemate.alphastrike.turn.victory import Verdict, left_of, starting_force
from lancemate.kernel.memory import Key

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.measure.lines import Line
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

BLOCK: Final = "scenario:search"
EMI: Final = "scenario:interference"
ACCIDENT: Final = "nobody"
INTERFERENCE: Final = 2  # added to weapon attacks

# Of a building, the sides that have scanned it, that have found something in it, to whom an accident has shown it, and
# that have shelled it; and the side that brought it down on purpose, or nobody.
scanned = objective_memory("scanned", list[str], default=[], rule="AS-SCN-063")
found = objective_memory("found", list[str], default=[], rule="AS-SCN-063")
bared = objective_memory("bared", list[str], default=[], rule="AS-SCN-066")
lost = objective_memory("lost", list[str], default=[], rule="AS-SCN-066")
felled = objective_memory("felled", str, default=None, rule="AS-SCN-066")
# Of the search of a side: it is done, and who has got home with what was found.
all_found = objective_memory("all_found", bool, default=False, rule="AS-SCN-069")


# -- who searches for what ------------------------------------------------------------------------------------


def searchers(battle: Battle) -> tuple[str, ...]:
    return tuple(battle.opponent(side) for side in hiding_sides(battle))


def is_searcher(battle: Battle, side: str) -> bool:
    return side in searchers(battle)


@rules.rule("AS-SCN-067", otherwise=searched_buildings)
def standing_buildings(battle: Battle) -> tuple[str, ...]:
    """Buildings are destroyed like any other, by whomever: those that can still be scanned."""
    by_id = battle.table.by_id
    return tuple(name for name in searched_buildings(battle) if name in by_id and by_id[name].kind == "building")


def has_scanned(battle: Battle, side: str, building: str) -> bool:
    return side in scanned.read(objective_notes(battle, building))


def found_by(battle: Battle, side: str) -> list[str]:
    """Buildings in which a side has found what was hidden from it."""
    return _noted(battle, side, found)


def has_found_everything(battle: Battle, side: str) -> bool:
    """All that was hidden from it is known, be it that chance has brought some of it to light."""
    hidden = noted_by(battle, battle.opponent(side))
    return bool(hidden) and all(name in _noted(battle, side, found, bared) for name in hidden)


def can_find_everything(battle: Battle, side: str) -> bool:
    """Nothing that was hidden from it has been lost to its own shells."""
    return not _noted(battle, side, lost)


def _noted(battle: Battle, side: str, *keys: Key[list[str]]) -> list[str]:
    """Buildings under one of whose keys a side is noted."""
    return [
        name
        for name in searched_buildings(battle)
        if any(side in key.read(objective_notes(battle, name)) for key in keys)
    ]


def _add(battle: Battle, building: str, side: str, what: str, by: str, *keys: Key[list[str]]) -> None:
    """Note a side under some keys of a building."""
    known = objective_notes(battle, building)
    changes = kind.entry("building")
    for key in keys:
        before = key.read(known)
        changes |= key.entry(before if side in before else [*before, side])
    battle.emit(ObjectiveChanged(building, changes, what, by))


# -- revealing ------------------------------------------------------------------------------------------------


@rules.rule("AS-SCN-063", otherwise=None)
def declare(battle: Battle, building: str, side: str) -> None:
    """A building that was scanned is declared: it holds an objective or it is empty."""
    hider = battle.opponent(side)
    again = has_scanned(battle, side, building)
    if building in noted_by(battle, hider) and building not in found_by(battle, side):
        _add(battle, building, side, f"{building} holds an objective", "AS-SCN-063", scanned, found)
        reward_a_find(battle, building, side)
    else:
        what = f"{building} holds nothing new" if again else f"{building} is empty"
        _add(battle, building, side, what, "AS-SCN-063", scanned)
    reveal_hidden_units(battle, building, side)


@rules.rule("AS-SCN-069", "AS-SCN-072", otherwise=None)
def reward_a_find(battle: Battle, building: str, side: str) -> None:
    """Every objective found is worth points."""
    block = scenario_of(battle).search
    if block is not None:
        award(battle, side, block.objective, f"the objective in {building} is found", "AS-SCN-069")
    announce_the_last(battle, side)


def announce_the_last(battle: Battle, side: str) -> None:
    if has_found_everything(battle, side):
        changes = kind.entry("search") | all_found.entry(True)
        battle.emit(ObjectiveChanged(f"search:{side}", changes, f"{side} has found every objective", "AS-SCN-069"))


# -- destruction ----------------------------------------------------------------------------------------------


@hooks.structure_felled.rule("AS-SCN-066", when=BLOCK)
def who_felled_it(battle: Battle, feature: Feature, source: Source, on_purpose: bool) -> None:
    """What the searchers bring down is their deed, however it came about; what the others do, if they meant to."""
    name, side = feature.id, source.side
    if name not in standing_buildings(battle) or felled.read(objective_notes(battle, name)) is not None:
        return
    hidden_by = [hider for hider in hiding_sides(battle) if name in noted_by(battle, hider)]
    counts = side is not None and (on_purpose or side not in hidden_by)
    changes = kind.entry("building") | felled.entry(side if counts else ACCIDENT)
    battle.emit(ObjectiveChanged(name, changes, "", "AS-SCN-066"))


@hooks.collapsed.rule("AS-SCN-066", when=BLOCK)
def reveal_the_ruin(battle: Battle, feature: Feature) -> None:
    """When a building falls, what was hidden in it is revealed; credit goes by who brought it down on purpose."""
    name = feature.id
    for hider in hiding_sides(battle):
        searcher = battle.opponent(hider)
        if name not in noted_by(battle, hider) or name in found_by(battle, searcher):
            continue
        culprit = felled.read(objective_notes(battle, name))
        if culprit == hider:
            what = f"{hider} has destroyed {name} and the objective in it"
            _add(battle, name, searcher, what, "AS-SCN-066", scanned, found)
            reward_a_find(battle, name, searcher)
        elif culprit == searcher:
            _add(battle, name, searcher, f"an objective is lost with {name}", "AS-SCN-066", lost)
            punish_a_shell(battle, name, hider)
        else:
            what = f"an objective comes to light in the ruins of {name}"
            _add(battle, name, searcher, what, "AS-SCN-066", bared)
            announce_the_last(battle, searcher)


@rules.rule("AS-SCN-070", otherwise=None)
def punish_a_shell(battle: Battle, building: str, hider: str) -> None:
    """An objective shelled by those who search for it is worth points to the other side."""
    block = scenario_of(battle).search
    if block is not None:
        award(battle, hider, block.destroyed, f"{building} was destroyed with its objective", "AS-SCN-070")


# -- getting home ---------------------------------------------------------------------------------------------


@hooks.unit_exited.rule("AS-SCN-069", when=BLOCK)
def data_gets_home(battle: Battle, unit: Unit, edge: str) -> None:
    """Once everything is found, units that go home over their own edge take the data with them."""
    block = scenario_of(battle).search
    if block is None or not block.home or not is_searcher(battle, unit.side):
        return
    if edge != home_edge(battle, unit.side) or not has_found_everything(battle, unit.side):
        return
    if unit not in starting_force(battle, unit.side):
        return
    key = f"search:{unit.side}"
    back = [*home.read(objective_notes(battle, key)), unit.id]
    what = f"{unit.id} gets home with the data"
    battle.emit(ObjectiveChanged(key, home.entry(back), what, "AS-SCN-069", unit.id))
    if len(back) == lance_size(battle, unit.side):
        award(battle, unit.side, block.home, "a lance got home with the data", "AS-SCN-069")


def mission_complete(battle: Battle, side: str) -> bool:
    """Everything is found and a lance is home."""
    back = home.read(objective_notes(battle, f"search:{side}"))
    return has_found_everything(battle, side) and len(back) >= lance_size(battle, side)


def is_over(battle: Battle) -> bool:
    """The search of one side has come to an end, one way or the other."""
    for side in searchers(battle):
        if mission_complete(battle, side):
            return True
        if not left_of(battle, side):
            return True
    return is_last_turn(battle)


def _is_race(battle: Battle) -> bool:
    return len(searchers(battle)) > 1


@hooks.end_phase.rule("AS-SCN-070", part=hooks.POINTS, when=BLOCK)
def reward_the_guards(battle: Battle) -> bool | None:
    """At the end the guards score if the searchers have not done all they came for."""
    block = scenario_of(battle).search
    if block is None or _is_race(battle) or not is_over(battle):
        return None
    side = searchers(battle)[0]
    if mission_complete(battle, side):
        return None
    what = f"{side} has not done all it came for"
    award(battle, battle.opponent(side), block.prevented, what, "AS-SCN-070")
    return True


@hooks.victory.rule("AS-SCN-070", part=OUTRIGHT, when=BLOCK)
def search_is_over(battle: Battle) -> Verdict | None:
    if _is_race(battle) or not is_over(battle):
        return None
    side = searchers(battle)[0]
    done = "has done all it came for" if mission_complete(battle, side) else "has not done all it came for"
    return on_points(battle, f"{side} {done}", "AS-SCN-070")


# -- a race ---------------------------------------------------------------------------------------------------


def finished(battle: Battle) -> list[str]:
    return [side for side in searchers(battle) if has_found_everything(battle, side)]


@hooks.end_phase.rule("AS-SCN-072", part=hooks.POINTS, when=BLOCK)
def reward_the_first(battle: Battle) -> bool | None:
    """The first side to find everything gets points; two at once get none."""
    block, first = scenario_of(battle).search, finished(battle)
    if block is None or not _is_race(battle) or len(first) != 1:
        return None
    award(battle, first[0], block.first, "it has found everything first", "AS-SCN-072")
    return True


@hooks.victory.rule("AS-SCN-072", part=OUTRIGHT, when=BLOCK)
def race_is_over(battle: Battle) -> Verdict | None:
    """Somebody has found everything, or nobody can any more."""
    if not _is_race(battle):
        return None
    first = finished(battle)
    if len(first) == 1:
        return Verdict(first[0], f"{first[0]} has found everything first", "AS-SCN-072")
    if first:
        return on_points(battle, "both sides have found everything at once", "AS-SCN-072")
    able = [side for side in battle.sides if can_find_everything(battle, side) and left_of(battle, side)]
    return None if able else on_points(battle, "nobody can find everything any more", "AS-SCN-072")


# -- hidden units ---------------------------------------------------------------------------------------------


def come_out(battle: Battle, unit: Unit) -> None:
    if hidden.of(unit):
        uncover(battle, unit, "AS-SCN-071")


@hooks.lies_low.rule("AS-SCN-071", when=SWITCH)
def is_not_waited_for(battle: Battle, unit: Unit) -> bool:
    """Whoever counts the moves of the other side must not find a hidden unit among them."""
    return hidden.of(unit)


@hooks.entered.rule("AS-SCN-071", part=NERVES, when=SWITCH)
def movement_gives_away(battle: Battle, here: Entered) -> None:
    """A hidden unit that is moved is seen, and so is one that an enemy bumps into."""
    unit = here.unit
    if here.way.begins:
        return
    if here.has_moved:
        come_out(battle, unit)
    for other in battle.on_table(battle.opponent(unit.side)):
        if hidden.of(other) and _in_touch(battle, unit, other):
            come_out(battle, other)


def _in_touch(battle: Battle, one: Unit, other: Unit) -> bool:
    return in_contact(battle, one, other)


@hooks.attack_made.rule("AS-SCN-071", part=1, when=SWITCH)
def attacks_give_away(attack: Attack, made: Made) -> None:
    come_out(attack.battle, attack.attacker)


@rules.rule("AS-SCN-071", otherwise=None)
def reveal_hidden_units(battle: Battle, building: str, side: str) -> None:
    """A scan finds what lies hidden in and around the building."""
    for unit in battle.on_table(battle.opponent(side)):
        if hidden.of(unit) and within(battle, unit, battle.table.by_id[building], battle.table.contact):
            come_out(battle, unit)


# -- interference ---------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-SCN-068", part=hooks.OTHER, when=EMI)
def interference(attack: Attack) -> Modifier | None:
    """Weapon attacks in or through the surroundings of a building are harder, except for conventional infantry."""
    if not attack.is_weapon or attack.attacker.card.type == "CI":
        return None
    if not _crosses_interference(attack.battle, line_of(attack)):
        return None
    return Modifier("Electromagnetic interference", INTERFERENCE, "AS-SCN-068")


def _crosses_interference(battle: Battle, line: Line) -> bool:
    block = scenario_of(battle).interference
    names = standing_buildings(battle)
    return any(feature.id in names for feature in terrain_on(battle, line, block.within if block is not None else 0.0))


@hooks.ecm_boost.rule("AS-SCN-068", when=EMI)
def ecm_reaches_further(battle: Battle, unit: Unit) -> float | None:
    """Jammers inside the interference reach twice as far."""
    block = scenario_of(battle).interference
    around = block.within if block is not None else 0.0
    pieces = [battle.table.by_id[name] for name in standing_buildings(battle)]
    near = any(within(battle, unit, feature, around) for feature in pieces)
    return 2.0 if near else None
