"""Working out a move before anything happens: may it be made, what does it cost, how does it end.

Hooks: ``may_move`` (movement) -> Refusal | None is asked before the path is looked at, ``may_end`` after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.movement.allowance import settle_allowance
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.entry import set_course
from lancemate.alphastrike.movement.hull_down import check_hull_down, leaving_fee
from lancemate.alphastrike.movement.modes import afford, check_mode, facing_after, mode_used
from lancemate.alphastrike.movement.ways import work_out_way
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.ruleset import Hook

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point


@dataclass(frozen=True, slots=True)
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
    brings_down: tuple[str, ...] = ()  # buildings that would not bear it

    @property
    def refusal(self) -> Refusal | None:
        return self.reason


def check_move(battle: Battle, command: orders.Move) -> MovePreview:
    """Price and judge a move without making it, whoever's turn it is. Rolls nothing, changes nothing."""
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
    )


def _brought_down(m: Movement) -> tuple[str, ...]:
    from lancemate.alphastrike.urban.collapse import overloaded

    if m.airborne or m.exit_edge is not None or m.boarding is not None:
        return ()
    return tuple(feature.id for feature in overloaded(m.battle, m.unit, m.end, m.end_level))


def work_out(m: Movement) -> None:
    """Fill in everything about a move, or refuse it."""
    check_mode(m)
    _ask(m, hooks.may_move)
    set_course(m)
    fee = leaving_fee(m)
    if fee is not None:
        m.fees.append(fee)
    m.facing = facing_after(m)
    work_out_way(m)
    if m.command.board is not None:
        from lancemate.alphastrike.movement.transport import plan_boarding

        plan_boarding(m, m.command.board)
    if m.fees:
        m.parts = (*m.fees, *m.parts)
    m.cost = m.parts[0].value if len(m.parts) == 1 else sum([part.value for part in m.parts])
    settle_allowance(m)
    _ask(m, hooks.may_end)
    within_move(m)
    m.recorded = mode_used(m)
    check_hull_down(m)
    if m.command.charge is not None or m.command.dfa is not None:
        _check_declarations(m)
    if m.command.unload:
        from lancemate.alphastrike.movement.stepping_off import plan_unloading

        plan_unloading(m)


@rules.rule("AS-MOV-001", otherwise=None)
def within_move(m: Movement) -> None:
    """A unit goes where it likes, as far as its Move pays for it."""
    afford(m)


def _ask(m: Movement, hook: Hook[[Movement], Refusal | None]) -> None:
    for allows in m.battle.hooks.of(hook, m.mode):
        refusal = allows(m)
        if refusal is not None:
            raise Refused(refusal)


def _check_declarations(m: Movement) -> None:
    """A charge or Death From Above is announced with the move that leads to it."""
    from lancemate.alphastrike.combat.charge import check_declaration

    command = m.command
    if command.charge is not None and command.dfa is not None:
        raise refuse("two_attacks", "a move leads to a charge or to a Death From Above, not to both", "AS-COM-093")
    if m.boarding is not None or m.exit_edge is not None:
        message = f"{m.unit.id} ends its move on the table, beside the unit it attacks, or it declares no attack"
        raise refuse("not_in_contact", message, "AS-COM-093")
    for kind, name in (("charge", command.charge), ("dfa", command.dfa)):
        if name is None:
            continue
        x, y = m.end
        end = Body(x, y, m.unit.radius, m.end_level, m.unit.height)
        target = m.battle.unit(name)
        mode = m.recorded if m.recorded in ("minimum", "standstill", "submersible") else m.mode
        flown = m.way in ("fly", "skim")
        refusal = check_declaration(m.battle, m.unit, target, kind, mode=mode, end=end, flown=flown)
        if refusal is not None:
            raise Refused(refusal)
