"""Bogging down (p. 60): soft ground holds whoever fails its check, until it gets free; quicksand swallows it.

Knows who gets stuck where, how one gets free, and how deep one sinks. What an inch of such ground costs is known in
movement/ground_costs.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.hooks import MOVED
from lancemate.alphastrike.movement.activation import move_made, stayed
from lancemate.alphastrike.movement.columns import words
from lancemate.alphastrike.movement.context import LEVEL, Movement, Stretch
from lancemate.alphastrike.movement.control import (
    Check,
    Dice,
    control_step,
    control_trial,
    dice_of,
    in_control,
    may_be_asked,
    missed_by,
)
from lancemate.alphastrike.movement.ground_costs import hovers_over, made_for_dunes
from lancemate.alphastrike.movement.level import place_footing
from lancemate.alphastrike.movement.modes import wants_to_move
from lancemate.alphastrike.movement.mover import set_out
from lancemate.alphastrike.movement.on_the_way import BOG, MINES, Trial, Trouble, full_steps, passages
from lancemate.alphastrike.movement.resting import resting_way
from lancemate.alphastrike.movement.terrain import Medium, Patch, patch_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import BogChecked, DieRolled, Sank
from lancemate.alphastrike.play.events.ground import bogged, mired, sunk
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.setup import HAZARDS, TERRAIN
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.play.traits import NATURE
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.becoming import MIRES, Became, turn
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.field.shapes import Circle

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.terrain import Feature

QUICKSAND: Final = "quicksand"
SWALLOWED: Final = cause(QUICKSAND, "AS-BAT-067", NATURE)
MAGMA, CRUST = "magma_liquid", "magma_crust"  # whoever breaks through crust has it as hard as on that
HARDER: Final = rules.table("AS-BAT-074", {"tundra": 1, "magma_crust": 1, "deep_snow": 1, "mud": 1})
LEGS: Final = rules.table("AS-BAT-074", {"quad": -1, "tripod": -1})
QUICKSAND_ON: Final = 12  # on 2D6
HOLE: Final = 1.0  # inches around the unit
SINKS_BY: Final = 2.0  # inches a turn


# -- who, and where -------------------------------------------------------------------------------------------


def soft_ground(battle: Battle, unit: Unit, patch: Patch, medium: Medium) -> Feature | None:
    """The piece of terrain in which a unit may get stuck there: the topmost, if there are several."""
    if medium not in ("land", "bottom") or patch.paved or patch.railed or never_sticks(battle, unit):
        return None
    soft = [feature for feature in patch.features if _sticks_in(battle, unit, feature)]
    return soft[-1] if soft else None


@rules.rule("AS-BAT-073", otherwise=False)
def never_sticks(battle: Battle, unit: Unit) -> bool:
    """Hovercraft and WiGEs do not sink in, nor does what stays in the air."""
    return hovers_over(battle, unit) or unit.airborne


def _sticks_in(battle: Battle, unit: Unit, feature: Feature) -> bool:
    if any(hook(battle, unit, feature) for hook in battle.hooks[hooks.treads_lightly]):
        return False
    return any(hook(battle, unit, feature) for hook in battle.hooks[hooks.holds_fast, hooks.terrain_kind(feature)])


@hooks.holds_fast.rule("AS-BAT-030", kinds="deep_snow")
def snow_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-033", kinds="gravel_piles")
def gravel_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-046", kinds="magma_liquid")
def magma_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-053", kinds="mud")
def mud_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-063", kinds="sand")
def sand_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    """Only wheels dig themselves in, and not those made for dunes."""
    return "Wheeled" in words(battle, unit.card) and not made_for_dunes(battle, unit)


@hooks.holds_fast.rule("AS-BAT-064", kinds="swamp")
def swamp_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-067", kinds=QUICKSAND)
def quicksand_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


@hooks.holds_fast.rule("AS-BAT-068", kinds="tundra")
def tundra_holds(battle: Battle, unit: Unit, feature: Feature) -> bool:
    return True


def under(battle: Battle, unit: Unit) -> Feature | None:
    """The soft ground a unit stands in, if it does."""
    patch = patch_of(battle, battle.table.features_at(unit.x, unit.y))
    medium = place_footing(battle, unit, unit.x, unit.y, resting_way(battle, unit), unit.elevation).medium
    return soft_ground(battle, unit, patch, medium)


# -- the check ------------------------------------------------------------------------------------------------


def number_parts(battle: Battle, unit: Unit, kind: str | None) -> tuple[Modifier, ...]:
    """The number to roll against, as a sum."""
    parts = [Modifier("Skill", unit.skill, "AS-BAT-069")]
    harder = HARDER.of(battle).get(kind or "", 0)
    if harder:
        parts.append(Modifier((kind or "").replace("_", " ").capitalize(), harder, "AS-BAT-074"))
    legs = LEGS.of(battle).get(unit.card.legs, 0) if unit.card.is_mech else 0
    if legs:
        parts.append(Modifier(f"{unit.card.legs.capitalize()} 'Mech", legs, "AS-BAT-074"))
    return (*parts, *in_control(battle, unit))


def check_of(battle: Battle, unit: Unit, kind: str, *, escape: bool = False) -> Check:
    what = "to get free" if escape else "not to get stuck"
    return Check(unit, total(number_parts(battle, unit, kind)), what)


def judged(battle: Battle, unit: Unit, kind: str, roll: Dice, *, escape: bool = False) -> BogChecked:
    """What comes of the dice of a check; on the way of a move it is told when the unit is there."""
    parts = number_parts(battle, unit, kind)
    stuck = missed_by(battle, total(parts), roll) is not None
    by = "AS-BAT-071" if escape else "AS-BAT-069"
    return BogChecked(unit.id, kind, roll, total(parts), parts, stuck, escape, by)


@hooks.on_the_way.rule("AS-BAT-069", when=HAZARDS)
def checks_on_the_way(m: Movement) -> Sequence[Trial]:
    """A check where the way begins in soft ground or enters it, and after every full two inches inside."""
    if not m.travels or m.way not in ("walk", "surface", "swim"):
        return ()
    unit, hexes = m.unit, on_hexes(m.battle)
    escaped = unit.on_table and mired.of(unit) == m.battle.state.turn
    left = under(m.battle, unit) if hexes and unit.on_table and not escaped else None
    found = [] if left is None else [_entering(0.0, left)]
    for passage in passages(m, partial(soft_stretch, m)):
        feature = passage.feature
        if hexes:  # in every hex that it enters, and no more
            found += [_entering(along, feature) for along in full_steps(passage)]
            continue
        if not escaped or passage.start > LEVEL:
            found.append(_entering(passage.start, feature))
        found += [_checked_at(along, feature.kind) for along in full_steps(passage)]
    return found


def _entering(along: float, feature: Feature) -> Trial:
    if feature.kind == QUICKSAND:
        return Trial(along, BOG, partial(_swallowed, kind=feature.kind), feature)
    return _checked_at(along, feature.kind, feature)


def _checked_at(along: float, kind: str, inside: Feature | None = None) -> Trial:
    return control_trial(along, BOG, partial(_check, kind=kind), partial(_seen_to, kind=kind), inside)


def soft_stretch(m: Movement, stretch: Stretch) -> Feature | None:
    return soft_ground(m.battle, m.unit, stretch.patch, stretch.medium)


def _check(m: Movement, kind: str) -> Check:
    return check_of(m.battle, m.unit, kind)


def _seen_to(m: Movement, roll: Dice, kind: str) -> Trouble | None:
    checked = judged(m.battle, m.unit, kind, roll)
    if checked.stuck:
        return Trouble(partial(_stuck, checked=checked))
    m.battle.emit(checked)
    return None


def _swallowed(m: Movement, kind: str) -> Trouble | None:
    return Trouble(partial(_stuck, checked=no_chance(m.unit, kind, "AS-BAT-067")))


def no_chance(unit: Unit, kind: str, by: str) -> BogChecked:
    """It gets stuck without a roll."""
    return BogChecked(unit.id, kind, (), 0, (), True, False, by)


def _stuck(m: Movement, checked: BogChecked) -> None:
    get_stuck(m.battle, m.unit, checked)


@rules.rule("AS-BAT-070")
def get_stuck(battle: Battle, unit: Unit, checked: BogChecked) -> None:
    """Its move ends where it failed, and there it stays."""
    battle.emit(checked)
    if checked.terrain == "swamp" and not checked.escape:
        quicksand_forms(battle, unit)


@hooks.on_the_way.rule("AS-BAT-072", when=HAZARDS)
def check_on_landing(m: Movement) -> Sequence[Trial]:
    """Whoever jumps checks where it lands."""
    if m.way != "jump":
        return ()
    patch = patch_of(m.battle, m.battle.table.features_at(*m.end))
    medium = place_footing(m.battle, m.unit, *m.end, resting_way(m.battle, m.unit)).medium
    feature = soft_ground(m.battle, m.unit, patch, medium)
    return () if feature is None or shakes_it_off(m, feature) else (_entering(m.inches, feature),)


@rules.rule("AS-BAT-030", otherwise=False)
def shakes_it_off(m: Movement, feature: Feature) -> bool:
    """Snow does not hold whoever jumps into it."""
    return feature.kind == "deep_snow"


# -- getting free ---------------------------------------------------------------------------------------------


@hooks.held.rule("AS-BAT-071", when=HAZARDS)
def tries_to_escape(m: Movement) -> bool:
    """A stuck unit that is to move checks first; if it fails, that was its move."""
    battle, unit = m.battle, m.unit
    if not bogged.of(unit) or not wants_to_move(m):
        return False
    if m.way == "jump" and jumps_free(battle, unit):
        return False
    return not may_set_out(battle, unit, m.command)


@rules.rule("AS-BAT-071", otherwise=True)
def may_set_out(battle: Battle, unit: Unit, command: orders.Move) -> bool:
    """Whether a stuck unit is free to carry out an order now; it may yet be, where its roll can be doubted."""
    if may_be_asked(battle, unit):
        battle.then("get_free", command=command)
        return False
    return _gets_free(battle, unit, command)


@rules.task("get_free")
def get_free(battle: Battle, command: orders.Move, roll: Dice = (), choice: str = "") -> None:
    """The same where the roll may be doubted: the unit sets out when it is known what comes of it."""
    if _gets_free(battle, battle.units[command.unit], command, roll, choice):
        set_out(battle, command)


def _gets_free(battle: Battle, unit: Unit, command: orders.Move, roll: Dice = (), choice: str = "") -> bool:
    """Whether it may set out now; if it never will, that was its move."""
    ground = under(battle, unit)
    kind = ground.kind if ground is not None else ""
    check = check_of(battle, unit, kind, escape=True)
    dice = dice_of(battle, check, roll, choice, "get_free", command=command)
    if dice is None:
        return False
    checked = judged(battle, unit, kind, dice, escape=True)
    battle.emit(checked)
    if checked.stuck:
        move_made(battle, unit)
        stayed(battle, unit)
    return not checked.stuck


@rules.rule("AS-BAT-072", otherwise=False)
def jumps_free(battle: Battle, unit: Unit) -> bool:
    """Jump jets tear a unit loose without a roll."""
    ground = under(battle, unit)
    kind = ground.kind if ground is not None else ""
    battle.emit(BogChecked(unit.id, kind, (), 0, (), False, True, "AS-BAT-072"))
    return True


@hooks.entered.rule("AS-BAT-070", part=MINES, when=HAZARDS)
def left_where_it_was_stuck(battle: Battle, here: Entered) -> None:
    """Whoever is brought somewhere else is stuck no longer, unless it was pulled along on the same ground."""
    if not here.way.walks and not here.way.begins and here.has_moved and not here.way.along:
        comes_free(battle, here.unit)
    elif here.way.along and here.way.moves:
        nothing_holds_it(battle, here.unit)


@hooks.ground_became.rule("AS-BAT-070", part=2, when=HAZARDS)
def ground_lets_go(battle: Battle, became: Became) -> None:
    """So is whoever stands on ground that holds nobody any more."""
    for unit in became.stood:
        nothing_holds_it(battle, unit)


def nothing_holds_it(battle: Battle, unit: Unit) -> None:
    if bogged.of(unit) and unit.on_table and under(battle, unit) is None:
        comes_free(battle, unit)


def comes_free(battle: Battle, unit: Unit) -> None:
    if bogged.of(unit):
        battle.emit(BogChecked(unit.id, "", (), 0, (), False, True, "AS-BAT-070"))


# -- being shot at --------------------------------------------------------------------------------------------


@hooks.target_moved.rule("AS-BAT-070", part=-1, kinds=tuple(mode for mode in MOVED if mode != "immobile"), when=HAZARDS)
def target_is_stuck(attack: Attack) -> Modifier | None:
    """However it moved until then, a target that is stuck counts as having no movement modifier."""
    stuck = attack.target is not None and bogged.of(attack.target)
    return Modifier("Target bogged down", 0, "AS-BAT-070") if stuck else None


# -- quicksand ------------------------------------------------------------------------------------------------


@rules.rule("AS-BAT-065")
def quicksand_forms(battle: Battle, unit: Unit) -> None:
    """Whoever gets stuck in a swamp may have opened something worse."""
    roll = battle.roll(2)
    opens = dice_sum(battle, roll) >= QUICKSAND_ON
    result = "the swamp gives way" if opens else "the swamp holds"
    battle.emit(DieRolled(unit.id, "quicksand", roll, result, "AS-BAT-065"))
    if opens:
        turn(battle, MIRES, QUICKSAND, Circle(unit.x, unit.y, HOLE), "AS-BAT-065")


@hooks.ground_became.rule("AS-BAT-067", when=TERRAIN[QUICKSAND])
def catch_those_in_it(battle: Battle, became: Became) -> None:
    """Whoever stands where quicksand forms is stuck, without a roll."""
    for other in became.stood:
        if not bogged.of(other):
            ground = under(battle, other)
            if ground is not None and ground.kind == QUICKSAND:
                battle.emit(no_chance(other, QUICKSAND, "AS-BAT-067"))


@hooks.end_phase.rule("AS-BAT-067", part=hooks.DROWNING, when=TERRAIN[QUICKSAND])
def sinks_deeper(battle: Battle) -> bool | None:
    """Whoever began the turn in quicksand and is still stuck sinks; deeper than its own height, it is lost."""
    sinking = None
    for unit in list(battle.on_table()):
        if not bogged.of(unit) or unit.doomed is not None or mired.of(unit) >= battle.state.turn:
            continue
        ground = under(battle, unit)
        if ground is not None and ground.kind == QUICKSAND:
            battle.emit(Sank(unit.id, sunk.of(unit) + SINKS_BY, "AS-BAT-067"))
            sinking = True
            if sunk.of(unit) > unit.height + LEVEL:
                doom(battle, unit, "it sank in the quicksand", "AS-BAT-067", SWALLOWED.itself, wait=True)
    return sinking


# -- coming down in it ----------------------------------------------------------------------------------------


@hooks.entered.rule("AS-BAT-066", part=BOG, when=TERRAIN["swamp"])
def lands_in_a_swamp(battle: Battle, here: Entered) -> None:
    """What lands in a swamp is stuck at once; a DropShip turns it into quicksand and checks like a vehicle."""
    unit = here.unit
    if not here.way.lands or unit.airborne or all(one.kind != "swamp" for one in _beneath(battle, unit)):
        return
    if not unit.card.is_dropship:
        get_stuck(battle, unit, no_chance(unit, "swamp", "AS-BAT-066"))
        return
    turn(battle, MIRES, QUICKSAND, Circle(unit.x, unit.y, unit.radius), "AS-BAT-066", unit)
    comes_to_rest(battle, unit, QUICKSAND)


@hooks.entered.rule("AS-BAT-069", part=BOG, when=HAZARDS)
def comes_onto_soft_ground(battle: Battle, here: Entered) -> None:
    """Whoever comes there in another way than on its own feet checks once, unless it hovers."""
    unit = here.unit
    if here.way.walks or here.way.begins or bogged.of(unit) or unit.doomed is not None or is_immobile(battle, unit):
        return
    ground = under(battle, unit)
    if ground is None or _stood_in(battle, here, ground.kind) or (here.way.lands and _lies_on_it(unit, ground)):
        return
    if ground.kind == QUICKSAND:
        get_stuck(battle, unit, no_chance(unit, QUICKSAND, "AS-BAT-067"))
    else:
        comes_to_rest(battle, unit, CRUST if here.way.through and ground.kind == MAGMA else ground.kind)


def _stood_in(battle: Battle, here: Entered, kind: str) -> bool:
    """It was on such ground before it was shifted."""
    before = here.as_it_was()
    ground = under(battle, before) if before is not None else None
    return ground is not None and ground.kind == kind


def _lies_on_it(unit: Unit, ground: Feature) -> bool:
    """A DropShip is too large to sink in, and what a swamp does to those who land is known already."""
    return unit.card.is_dropship or ground.kind == "swamp"


def comes_to_rest(battle: Battle, unit: Unit, kind: str) -> None:
    """Check where a unit has come down."""
    control_step(battle, unit, "sink_in", unit=unit.id, kind=kind)


@rules.task("sink_in")
def sink_in(battle: Battle, unit: str, kind: str, roll: Dice = (), choice: str = "") -> None:
    one = battle.units[unit]
    dice = dice_of(battle, check_of(battle, one, kind), roll, choice, "sink_in", unit=unit, kind=kind)
    if dice is None:
        return
    checked = judged(battle, one, kind, dice)
    if checked.stuck:
        get_stuck(battle, one, checked)
    else:
        battle.emit(checked)


def _beneath(battle: Battle, unit: Unit) -> tuple[Feature, ...]:
    return battle.table.features_at(unit.x, unit.y)
