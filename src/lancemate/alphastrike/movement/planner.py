"""Working out a move before anything happens: may it be made, what does it cost, how does it end.

Hooks: ``may_move`` (movement) -> Refusal | None is asked before the path is looked at, ``may_end`` after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import ANTAGONIZER, PLAYED, piloted
from lancemate.alphastrike.movement.allowance import settle_allowance
from lancemate.alphastrike.movement.context import TOLERANCE, Movement, Skid
from lancemate.alphastrike.movement.entry import set_course
from lancemate.alphastrike.movement.getting_off import plan_unloading
from lancemate.alphastrike.movement.hull_down import check_hull_down, leaving_fee
from lancemate.alphastrike.movement.modes import any_facing, check_mode, mode_used, own_way, too_dear
from lancemate.alphastrike.movement.transport import plan_boarding
from lancemate.alphastrike.movement.ways import work_out_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.offer import Choice, choices
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.values import frozen

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point


@frozen
class Landing:
    """The roll that a landing needs, and what it costs though it succeeds."""

    target_number: int
    modifiers: tuple[Modifier, ...]
    damage: int


@frozen
class MovePreview:
    """What a move would be. When it is refused the numbers are those found before the refusal."""

    legal: bool
    reason: Refusal | None
    mode: str  # the one that would be remembered
    inches: float
    cost: float
    allowance: float
    parts: tuple[Cost, ...] = ()
    allowed: tuple[Cost, ...] = ()
    at: Point | None = None
    elevation: float = 0.0
    airborne: bool = False
    crashes: bool = False
    crash_rule: str | None = None
    landing_rule: str | None = None  # by which it comes down in one piece
    brings_down: tuple[str, ...] = ()  # buildings that would not bear it, or fall to pieces on its way
    skid: Skid | None = None  # the control roll on its way
    danger: float = 0.0  # points that making it may cost the unit, on average
    flight: tuple[Point, Point] | None = None  # the path of what flies by Thrust
    thrust: float | None = None  # how far that could slide along the edge
    landing: Landing | None = None

    @property
    def refusal(self) -> Refusal | None:
        return self.reason


def check_move(battle: Battle, command: orders.Move) -> MovePreview:
    """Price and judge a move without making it, whoever's turn it is. Rolls nothing, changes nothing."""
    try:
        return _checked(battle, battle.sound(command))
    except Refused as refused:
        return MovePreview(False, refused.refusal, str(command.mode), 0.0, 0.0, 0.0)


def _checked(battle: Battle, command: orders.Move) -> MovePreview:
    if command.convert is not None or comes_down(battle, command):
        return check_converted(battle, command)
    own = own_way(command.mode)
    if own is not None:
        return own.preview(battle, command)
    try:
        m = Movement(battle, command)
    except Refused as refused:
        return MovePreview(False, refused.refusal, command.mode, 0.0, 0.0, 0.0)
    refusal = None
    try:
        if not m.unit.in_play:
            raise refuse("not_in_play", f"{m.unit.id} is no longer in play", "AS-INT-031")
        work_out(m)
    except Refused as refused:
        refusal = refused.refusal
    return MovePreview(
        legal=refusal is None,
        reason=refusal,
        mode=m.recorded,
        inches=round(m.inches, 6),
        cost=round(m.cost, 6),
        allowance=m.allowance,
        parts=m.parts,
        allowed=m.allowed,
        at=m.end,
        elevation=m.end_level,
        airborne=m.airborne,
        crashes=m.crash is not None,
        crash_rule=m.crash,
        landing_rule=m.landing,
        brings_down=_brought_down(m) if refusal is None else (),
        skid=_skid(m) if refusal is None else None,
        danger=_danger(m) if refusal is None else 0.0,
    )


def comes_down(battle: Battle, command: orders.Move) -> bool:
    """Whether a unit in the air has to come down before it makes this move: hook ``comes_down_first``."""
    return any(hook(battle, command) for hook in battle.hooks[hooks.comes_down_first])


def check_converted(battle: Battle, command: orders.Move) -> MovePreview:
    """The same for a unit that takes another form first; tried on a copy."""
    twin = battle.clone()
    try:
        rest = turned(twin, command)
    except Refused as refused:
        return MovePreview(False, refused.refusal, command.mode, 0.0, 0.0, 0.0)
    lost = twin.unit(command.unit)
    if not lost.in_play:
        return MovePreview(True, None, command.mode, 0.0, 0.0, 0.0, at=lost.at, crashes=True, crash_rule="AS-OPT-622")
    return check_move(twin, rest)


def turned(battle: Battle, command: orders.Move) -> orders.Move:
    """Let a unit take the form that its move names; the move that is left to make."""
    for hook in battle.hooks[hooks.converts]:
        rest = hook(battle, command)
        if rest is not None:
            return rest
    raise refuse("no_such_form", f"{command.unit} has no form but its own: leave out convert", "AS-OPT-620")


def _brought_down(m: Movement) -> tuple[str, ...]:
    under = [feature.id for hook in m.battle.hooks[hooks.breaks] for feature in hook(m)]
    if not (m.airborne or m.exit_edge is not None or m.boarding is not None):
        asked = m.battle.hooks[hooks.gives_way]
        under += [feature.id for hook in asked for feature in hook(m.battle, m.unit, m.end, m.end_level)]
    return tuple(dict.fromkeys(under))


def _skid(m: Movement) -> Skid | None:
    return next((risk for hook in m.battle.hooks[hooks.skid_risk] if (risk := hook(m)) is not None), None)


def _danger(m: Movement) -> float:
    asked = m.battle.hooks[hooks.move_danger]
    return sum(hook(m) for hook in asked) if asked else 0.0


def work_out(m: Movement, *, declaring: bool = True) -> None:
    """Fill in everything about a move, or refuse it; without what it ``declares``, where only the way matters."""
    asked, command = m.battle.hooks, m.command
    check_mode(m)
    for may_move in asked[hooks.may_move, m.mode]:
        refusal = may_move(m)
        if refusal is not None:
            raise Refused(refusal)
    if command.abilities:
        _check_called_upon(m)
    set_course(m)
    fee = leaving_fee(m) if m.unit.hull_down else None
    if fee is not None:
        m.fees.append(fee)
    if command.facing is not None:
        m.facing = any_facing(m, command.facing)
    work_out_way(m)
    if command.board is not None:
        plan_boarding(m, command.board)
    for hook in asked[hooks.way_fees]:
        more = hook(m)
        if more is not None:
            m.fees.append(more)
    if m.fees:
        m.parts = (*m.fees, *m.parts)
    m.cost = m.parts[0].value if len(m.parts) == 1 else sum([part.value for part in m.parts])
    settle_allowance(m)
    for may_end in asked[hooks.may_end, m.mode]:
        refusal = may_end(m)
        if refusal is not None:
            raise Refused(refusal)
    if m.cost > m.allowance + TOLERANCE:
        within_move(m)
    m.recorded = mode_used(m)
    if command.hull_down:
        check_hull_down(m)
    if command.antagonize is not None and piloted(ANTAGONIZER) not in m.battle.setup.switches:
        raise Refused(provokes_nobody(m.unit))
    for declares in asked[hooks.declares] if declaring else ():
        refusal = declares(m)
        if refusal is not None:
            raise Refused(refusal)
    if command.unload:
        plan_unloading(m)


def provokes_nobody(unit: Unit) -> Refusal:
    """Only those call who have the gift; where nobody has it nothing else has to look for it."""
    return Refusal("no_such_ability", f"{unit.id} is no {ANTAGONIZER}", "AS-SPA-019")


@rules.rule("AS-MOV-001", otherwise=None)
def within_move(m: Movement) -> None:
    """A unit goes where it likes, as far as its Move pays for it."""
    too_dear(m)


def move_choices(battle: Battle, unit: Unit) -> tuple[Choice, ...]:
    """What may be said with a move of this unit."""
    return choices(hook(battle, unit) for hook in battle.hooks[hooks.move_choices])


def _check_called_upon(m: Movement) -> None:
    """Abilities named in a move are there to be called upon, each once."""
    known = [choice.word for choice in move_choices(m.battle, m.unit) if choice.word is not None]
    named = m.command.abilities
    if len(set(named)) < len(named) or not set(named).issubset(known):
        may = f"it may call upon {', '.join(known)}, once each" if known else "there is nothing for it to call upon"
        by = next((PLAYED[name] for name in named if name in PLAYED and name not in known), "AS-MOV-001")
        raise refuse("no_such_ability", f"{m.unit.id} cannot call upon {', '.join(named)}: {may}", by)
