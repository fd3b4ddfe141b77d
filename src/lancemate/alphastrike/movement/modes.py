"""Movement modes (pp. 32, 37): who may move at all, standing still, minimum movement, the mode that is remembered."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.activation import check_mover
from lancemate.alphastrike.movement.context import LEVEL, TOLERANCE, Movement, Way, facing_meant, inches
from lancemate.alphastrike.play.flight import OPTION
from lancemate.alphastrike.play.stats import current_move, is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lancemate.alphastrike.movement.planner import MovePreview
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


class OwnWay(NamedTuple):
    """A way to move that has nothing to do with walking: how it is made, and what it would be."""

    carry_out: Callable[[Battle, orders.Move], bool | None]  # True where it ends the move in its own time
    preview: Callable[[Battle, orders.Move], MovePreview]
    before: Callable[[Battle, orders.Move], None] | None = None  # what is asked before whose turn it is


class Mode(NamedTuple):
    """A way to move, or to have moved."""

    name: str
    words: str  # on a button
    done: str  # of a unit that has moved so
    stays: bool = False  # it leads nowhere
    leaps: bool = False  # it has an end and no way there
    own: OwnWay | None = None  # where it is not worked out like a walk
    option: str = ""  # the module it belongs to
    open_to: Callable[[Battle, Unit], bool] | None = None  # of a module's: who may ask for it now
    way: Way | None = None  # how a unit gets along in it, where that is not its usual way


for _mode in (
    Mode("ground", "Move", "moved"),
    Mode("jump", "Jump", "jumped", leaps=True),
    Mode("sprint", "Sprint", "sprinted"),
    Mode("submarine", "Dive", "dived"),
    Mode("submersible", "Dive", "dived"),
    Mode("minimum", "Move a little", "moved a little"),
    Mode("standstill", "Stand still", "stood still", stays=True),
    Mode("immobile", "Stay", "immobile", stays=True),
    Mode("dismounted", "Step off", "stepped off"),
    Mode("dropped", "Drop", "dropped"),
    Mode("none", "Wait", "not moved yet", stays=True),
):
    hooks.movement_modes.add(_mode.name, _mode)

# The modes a unit may ask for; immobile, dismounted and dropped ones are found in their own.
ASKED: Final = rules.table("AS-MOV-049", ["ground", "standstill", "minimum", "jump", "sprint", "submersible"])
WALKING: Final = ("ground", "minimum", "submersible")

LEAST: Final = 1.0  # inches that make a move of it
MINIMUM: Final = 2.0  # inches that are always possible


def own_way(mode: str) -> OwnWay | None:
    """How a mode is moved in that is no walk, jump or dive."""
    known = hooks.movement_modes.get(mode)
    return None if known is None else known.own


def check_mode(m: Movement) -> None:
    if m.command.altitude is not None:
        text = f"{m.unit.id} flies at no altitude with mode {m.mode}: leave out altitude, or say mode fly"
        raise refuse("not_in_flight", text, "AS-AER-006")
    if m.mode in ASKED.of(m):
        return
    mode = hooks.movement_modes.get(m.mode)
    if mode is None or mode.option not in m.battle.options:
        flown = m.unit.card.is_aerospace and OPTION in m.battle.options
        own = [mode.name for mode in hooks.movement_modes.values() if mode.own is not None] if flown else []
        known = ", ".join((*own, *ASKED.of(m), *modes_of_modules(m.battle)))
        raise refuse("unknown_mode", f"there is no movement mode {m.mode!r}; a unit uses one of {known}", "AS-MOV-049")


def modes_of_modules(battle: Battle, unit: Unit | None = None) -> tuple[str, ...]:
    """The modes that optional modules add, or those of them that a unit may ask for."""
    if not battle.options:
        return ()
    known = [mode for mode in hooks.movement_modes.values() if mode.option and mode.option in battle.options]
    return tuple(mode.name for mode in known if unit is None or mode.open_to is None or mode.open_to(battle, unit))


def wants_to_move(m: Movement) -> bool:
    """It asks for more than to stay where it is, as it is."""
    command, unit, snap = m.command, m.unit, m.battle.state.table.snap
    if m.travels or (command.path and (not unit.on_table or any(snap(point) != unit.at for point in command.path))):
        return True
    turns = command.facing is not None and command.facing % 360.0 != unit.facing % 360.0
    gets_up = command.hull_down is False and unit.hull_down
    return turns or gets_up or bool(command.hull_down) or command.board is not None


# -- who may --------------------------------------------------------------------------------------------------


def may_move_now(battle: Battle, unit: Unit) -> bool:
    """It is its turn to move."""
    try:
        check_mover(battle, unit)
    except Refused:
        return False
    return True


@hooks.may_move.rule("AS-MOV-047", types="aerospace")
def aerospace_moves_otherwise(m: Movement) -> Refusal | None:
    """Whatever has Thrust moves by the Aerospace chapter, after the ground units."""
    if not m.unit.card.is_aerospace:
        return None
    how = "say mode fly" if OPTION in m.battle.options else f"the option {OPTION} is not on"
    text = f"{m.unit.id} is an aerospace unit and moves by the aerospace rules: {how}"
    return Refusal("aerospace", text, "AS-MOV-047")


@hooks.immobile.rule("AS-MOV-002", types="DS")
def spheroids_stay_put(battle: Battle, unit: Unit) -> bool | None:
    """A spheroid DropShip on the ground is always immobile."""
    return True if unit.card.type == "DS" and not unit.airborne else None


@hooks.may_move.rule("AS-MOV-003")
def immobile_stays(m: Movement) -> Refusal | None:
    """An immobile unit has no movement options: no minimum movement, turn, dive or charge at what it touches."""
    if not is_immobile(m.battle, m.unit):
        return None
    asks = wants_to_move(m) or bool(m.command.elevation)
    if not asks and m.command.charge is None and m.command.dfa is None:
        return None
    message = f"{m.unit.id} is immobile: it stays where it is, as it is (pass, or a move without path and facing)"
    return Refusal("immobile", message, "AS-MOV-003")


@hooks.may_end.rule("AS-MOV-051", kinds="standstill")
def standstill_stays(m: Movement) -> Refusal | None:
    """Standing still is moving less than an inch."""
    if m.inches >= LEAST - LEVEL:
        message = f"a standstill is a move of less than 1 inch, not {inches(m.inches)}; use mode ground"
        return Refusal("not_a_standstill", message, "AS-MOV-051")
    return None


# -- what is affordable ---------------------------------------------------------------------------------------


def too_dear(m: Movement) -> None:
    """Refuse a move that costs more than the unit has, unless it is small enough to be possible always."""
    if is_minimum(m):
        return
    if m.allowance <= 0 and m.way != "jump":
        jump = current_move(m.battle, m.unit, "jump")
        hint = f"; it may jump {jump:g}" if jump else ""
        raise refuse("no_move", f"{m.unit.id} has no Move left for this{hint}", "AS-MOV-002")
    climb = cannot_climb(m)
    if climb is not None:
        raise Refused(climb)
    fees = ", ".join(f"{inches(fee.value)} of them: {fee.label.lower()}" for fee in m.fees)
    of_it = f" ({fees})" if fees else ""
    costs = f"the move costs {inches(m.cost)} inches of Move{of_it}"
    message = f"{costs}; {m.unit.id} has {inches(m.allowance)} in mode {m.mode}"
    raise refuse("too_far", message, "AS-MOV-001")


@rules.rule("AS-MOV-030", otherwise=None)
def cannot_climb(m: Movement) -> Refusal | None:
    """Whoever cannot pay for a level change stays where it is."""
    climb = sum(part.value for part in m.parts if part.rule == "AS-MOV-029")
    if not climb or m.cost - climb > m.allowance + TOLERANCE:
        return None
    stays = f"the move costs {inches(m.cost)} with its level changes; {m.unit.id} has {inches(m.allowance)}"
    return Refusal("cannot_climb", f"{stays}: it must stay at the level it can pay for", "AS-MOV-030")


@rules.rule("AS-MOV-004", otherwise=False)
def is_minimum(m: Movement) -> bool:
    """Two inches are always possible for a mobile unit, whatever the terrain costs; a fee is not terrain."""
    if m.mode not in WALKING or m.fees or not m.travels or m.inches > MINIMUM + TOLERANCE:
        return False
    return m.cost > m.allowance + TOLERANCE and m.allowance > 0 and not _changes_height(m)


def _changes_height(m: Movement) -> bool:
    """Flying up or down is no terrain cost, nor are the floors of a building."""
    return bool(m.rises) and (m.way == "fly" or any(rise.stairs for rise in m.rises))


# -- what is remembered ---------------------------------------------------------------------------------------


@rules.rule("AS-MOV-049", otherwise="ground")
def mode_used(m: Movement) -> str:
    """Exactly one mode, remembered until the End Phase."""
    if not m.travels and not wants_to_move(m) and is_immobile(m.battle, m.unit):
        return "immobile"
    if m.boarding is not None:
        return "ground"
    if m.mode == "jump":
        return "jump"
    if stood_still(m):
        return "standstill"
    if m.battle.options and m.mode in modes_of_modules(m.battle):
        return m.mode
    if m.mode == "sprint":
        return "sprint"
    if m.cost > m.allowance and is_minimum(m):
        return "minimum"
    return "submersible" if not m.in_the_open and swam(m) else moved_on_the_ground(m)


@rules.rule("AS-MOV-051", otherwise=False)
def stood_still(m: Movement) -> bool:
    """Less than an inch of travel, turning included, is standing still."""
    return m.inches < LEAST - LEVEL


@rules.rule("AS-MOV-050", otherwise="standstill")
def moved_on_the_ground(m: Movement) -> str:
    """An inch or more along the path, wherever it ends, and no other mode declared."""
    return "ground"


@rules.rule("AS-MOV-038", otherwise=False)
def swam(m: Movement) -> bool:
    """It moved as a submarine: some of the way below the surface, or up or down in the water."""
    if m.rises and any(rise.swum for rise in m.rises):
        return True
    for stretch in m.stretches:
        if stretch.medium == "deep" and stretch.patch.water is not None:
            ground = m.battle.table.ground(*stretch.end)
            if stretch.level < ground + stretch.patch.water - LEVEL:
                return True
    return False


@rules.rule("AS-MOV-005", otherwise=lambda m, wish: m.unit.facing)
def any_facing(m: Movement, wish: float) -> float:
    """A move ends with whatever facing its player likes; turning costs nothing."""
    table = m.battle.state.table
    return table.snap_facing(wish) if isfinite(wish) and table.kind != "hex" else facing_meant(m.battle, wish)


def current_modes(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The modes a unit may ask for now."""
    if is_immobile(battle, unit) or unit.card.is_aerospace:
        return ()
    modes = ["standstill"]
    if current_move(battle, unit, "ground") > 0:
        modes += ["ground", "sprint"]
    if current_move(battle, unit, "jump") > 0:
        modes.append("jump")
    return (*modes, *modes_of_modules(battle, unit))


def mode_called(name: str) -> Mode:
    """The mode of this name; one that nobody has described goes by it."""
    plain = name.replace("_", " ")
    return hooks.movement_modes.get(name) or Mode(name, plain.capitalize(), plain)


def in_players_order(modes: Iterable[str]) -> list[str]:
    """Modes as players look for them."""
    known = list(hooks.movement_modes)
    return sorted(modes, key=lambda mode: known.index(mode) if mode in known else len(known))


def asked_modes(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Every mode an order may name for it: those above first, then words that say no more than its way will show."""
    modes = current_modes(battle, unit)
    if not modes:
        return modes
    return (*modes, *(mode for mode in ASKED.of(battle) if mode != "jump" and mode not in modes))
