"""Shells come down (pp. 152-153): the roll, the drift of a miss, the damage, and points that are locked in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.artillery import Burst, burst_at, impact, is_felt, lands
from lancemate.alphastrike.combat.attack import (
    Attack,
    Stopped,
    Underway,
    automatic_miss,
    harder_still,
    succeeds,
)
from lancemate.alphastrike.combat.resolution import has_met, meet, missiles_are_in
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.advanced_artillery.events import Shell, ShellLanded, ShellStopped, in_flight, plots
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, GUIDED, KIND
from lancemate.alphastrike.options.advanced_artillery.shooting import correction, plot_of, unlock_others
from lancemate.alphastrike.options.coordinate_system import COORDINATES, coordinates
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import Scattered
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.words import anything, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON, decode, encode

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

Blow: TypeAlias = "Callable[[Burst, tuple[int, ...] | None], None]"


# -- what is on its way ---------------------------------------------------------------------------------------


def shells_of(battle: Battle, side: str) -> list[Shell]:
    """The shells of a side in flight, as far as they are known."""
    own = in_flight.of(battle.state).get(side)
    return [decode(Shell, one) for one in own] if isinstance(own, list) else []


def show_in_flight(battle: Battle) -> JSON:
    return [_shown(battle, shell) for side in battle.sides for shell in shells_of(battle, side)]


def _shown(battle: Battle, shell: Shell) -> JSON:
    where: JSON = {"point": list(shell.point)} if shell.point is not None else shell.target
    told: dict[str, JSON] = {"unit": shell.unit, "weapon": shell.weapon, "target": where, "lands": shell.lands}
    told |= {"target_number": shell.target_number, "ammo": shell.ammo}
    if shell.point is not None and COORDINATES in battle.options:
        told["coordinates"] = list(coordinates(battle, shell.point))
    return told


hooks.state_words.add("in_flight", (ADVANCED, show_in_flight))
unit_word(plots, ADVANCED, anything)


# -- coming down ----------------------------------------------------------------------------------------------


@hooks.before_combat_ends.rule("AS-OPT-180", when=ADVANCED)
def shells_that_arrive(battle: Battle, side: str) -> bool | None:
    """Shells come down in the turn written down, when their side has made its attacks, in the order fired."""
    due = [shell for shell in shells_of(battle, side) if shell.lands <= battle.state.turn]
    for shell in reversed(due):
        battle.then("land_shell", side=side, unit=shell.unit, weapon=shell.weapon)
    return bool(due) or None


@rules.task("land_shell")
def land_shell(battle: Battle, side: str, unit: str, weapon: str) -> None:
    """The oldest shell of that gun that is due."""
    for shell in shells_of(battle, side):
        if (shell.unit, shell.weapon) == (unit, weapon) and shell.lands <= battle.state.turn:
            come_down(battle, shell)
            return


def is_met(attack: Attack, shell: Shell) -> bool:
    """Whether those it comes at have yet to say what meets it, or have left nothing of it."""
    stop = meet(attack, "shell_met", shell=encode(shell))
    if isinstance(stop, Stopped):
        gun = (attack.attacker.side, attack.attacker.id, shell.weapon, shell.point)
        attack.battle.emit(ShellStopped(*gun, stop.by, stop.reason, stop.rule))
    return stop is not None


@rules.task("shell_met")
def shell_met(battle: Battle, shell: JSON, attack: Underway, kind: str, choice: str) -> None:
    has_met(battle, attack, kind, choice)
    come_down(battle, decode(Shell, shell))


def come_down(battle: Battle, shell: Shell) -> None:
    attack = Attack(battle, shell.order, KIND)
    if not any(hook(attack, shell) for hook in battle.hooks[hooks.lands_otherwise]):
        strike_ground(attack, shell)


def strike_ground(attack: Attack, shell: Shell, blow: Blow | None = None) -> None:
    """The roll, and a burst where the shell was aimed at or has drifted to; ``blow`` does what a shell would do."""
    battle, unit, point = attack.battle, attack.attacker, shell.point
    assert point is not None
    if is_met(attack, shell):
        return
    parts = (*shell.modifiers, *correction(attack), *harder_still(attack)) if shell.modifiers else ()
    roll, hit = roll_on_arrival(attack, parts)
    told = (unit.side, unit.id, shell.weapon, None, point, total(parts), parts, roll, hit, point if hit else None)
    battle.emit(ShellLanded(*told))
    burst = burst_at(battle, point) if hit else drifts(attack, point)
    note_the_shot(battle, unit, point, hit)
    if burst is not None:
        for hook in battle.hooks[hooks.shell_came_down]:
            hook(battle, unit, burst.at, shell.flight)
        (blow or partial(damage_there, attack))(burst, roll if hit else None)
    if blow is None:
        is_felt(shell_of(attack), point, burst)
    missiles_are_in(battle)


@rules.rule("AS-OPT-180", otherwise=lambda attack, parts: ((), True))
def roll_on_arrival(attack: Attack, parts: tuple[Modifier, ...]) -> tuple[tuple[int, ...], bool]:
    """Two dice against the number of the shot; a point that is locked in needs none."""
    if not parts:
        return (), True
    number = total(parts)
    if automatic_miss(attack, number):
        return (), False
    roll = attack.battle.roll(2)
    return roll, succeeds(attack, number, dice_sum(attack, roll))


@rules.rule("AS-OPT-181", otherwise=lambda attack, point: burst_at(attack.battle, point))
def drifts(attack: Attack, point: Point) -> Burst | None:
    """A die for the direction, one for the distance, two inches for each pip; off the table it does nothing."""
    battle = attack.battle
    (way,) = battle.roll(1)
    (far,) = battle.roll(1)
    there = impact(attack, burst_at(battle, point), way, far)
    gone = not battle.table.inside(*there)
    battle.emit(Scattered(None, point, there, (way, far), gone, "AS-OPT-181"))  # whose it was has been told
    return None if gone else burst_at(battle, there)


@rules.rule("AS-OPT-182")
def damage_there(attack: Attack, burst: Burst, roll: tuple[int, ...] | None) -> None:
    """Everybody in the area is hurt, as by any shell."""
    lands(shell_of(attack), burst, roll)


def shell_of(attack: Attack) -> Attack:
    """The same as artillery on the table would have made it."""
    return Attack(attack.battle, attack.command, "artillery")


# -- points that are locked in --------------------------------------------------------------------------------


def note_the_shot(battle: Battle, unit: Unit, point: Point, hit: bool) -> None:
    """One shot more has landed there; a hit locks the point in, and any other is locked no longer."""
    known = [dict(one) for one in plots.of(unit) if isinstance(one, Mapping)]
    here = plot_of(unit, point) or {"point": list(point), "shots": 0, "locked": False}
    shots = here["shots"]
    assert isinstance(shots, int)
    now: JSON = {"point": list(point), "shots": shots + 1, "locked": hit and locks_in(battle)}
    others: list[JSON] = [{**one, "locked": False} for one in known if one["point"] != list(point)]
    plots.remember(battle, unit, [*others, now])


@rules.rule("AS-OPT-174", otherwise=False)
def locks_in(battle: Battle) -> bool:
    """Once a gun has hit a point it goes on hitting it, until it changes its target."""
    return True


@hooks.attack_made.rule("AS-OPT-174", when=ADVANCED)
def aims_elsewhere(attack: Attack, made: Made) -> bool | None:
    """With its first shell at something else it has changed its target, whatever that is and however it is fired."""
    if trait.ARTILLERY in attack.traits:
        unlock_others(attack)
    return None


@hooks.shell_number.rule("AS-OPT-174", part=1, when=ADVANCED)
def hits_by_itself(attack: Attack) -> tuple[Modifier, ...] | None:
    """A point that is locked in needs no roll."""
    plot = plot_of(attack.attacker, attack.point)
    return () if plot is not None and plot["locked"] and attack.command.ammo not in GUIDED else None


@hooks.shell_number.rule("AS-OPT-175", part=1, when=ADVANCED)
def plotted_beforehand(attack: Attack) -> tuple[Modifier, ...] | None:
    """Nor does one that was worked out before the battle."""
    side = next(one for one in attack.battle.setup.sides if one.name == attack.attacker.side)
    if attack.point is None or attack.command.ammo in GUIDED:
        return None
    near = any(within(attack.battle, attack.point, point, 0.0) for point in side.preplotted)
    return () if near else None


@hooks.entered.rule("AS-OPT-174", when=ADVANCED)
def a_gun_that_moves_begins_anew(battle: Battle, here: Entered) -> None:
    """Whoever is somewhere else has to find its points again, towed or under its own power."""
    unit = here.unit
    if here.has_moved and unit.notes and any(isinstance(one, Mapping) and one["locked"] for one in plots.of(unit)):
        kept: list[JSON] = [{**one, "locked": False} for one in plots.of(unit) if isinstance(one, Mapping)]
        plots.remember(battle, unit, kept)
