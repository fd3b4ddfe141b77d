"""What a flight would bring, before it is made: whom it passes over, and who could shoot at it. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike.air.bombing import BOMBS, drops_of, in_area
from lancemate.alphastrike.air.flying import tell, worked_out
from lancemate.alphastrike.air.striking import is_target, under_path
from lancemate.alphastrike.asking.preview import expected
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.flight import flies
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

FLOWN: Final = ("fly", "hover")


class Chance(NamedTuple):
    """Somebody at the other end of a shot, and the number it takes."""

    unit: str
    target_number: int


class Prospects(NamedTuple):
    """Whom a flight passes over and could strike, and who could shoot back."""

    strikes: tuple[Chance, ...]
    fire: tuple[Chance, ...]


def prospects(battle: Battle, command: orders.Move) -> Prospects | None:
    """The same of a flight that the rules allow; None of other moves."""
    if command.mode not in FLOWN or command.convert is not None:
        return None
    twin = battle.clone()
    try:
        tell(worked_out(twin, command))
    except Refused:
        return None
    unit = twin.units[command.unit]
    enemies = list(twin.on_table(twin.opponent(unit.side)))
    above = [enemy for enemy in enemies if flies(enemy)]
    below = [enemy for enemy in enemies if is_target(twin, enemy) and under_path(twin, unit, enemy)]
    strikes = [(enemy, _number(twin, unit, enemy, "strike")) for enemy in below]
    strikes += [(enemy, _number(twin, unit, enemy, "weapon")) for enemy in above]
    fire = [(enemy, _number(twin, enemy, unit, "weapon")) for enemy in enemies]
    return Prospects(_chances(strikes), _chances(fire))


def _number(battle: Battle, attacker: Unit, target: Unit, kind: str) -> int | None:
    """What an attack with all weapons would need; None where there is none."""
    arcs = tuple(attacker.card.arcs) if attacker.card.is_multi_arc else (None,)
    asked = [expected(battle, orders.Attack(attacker.id, target.id, kind, arc=arc)) for arc in arcs]
    found = [one.target_number for one in asked if one.legal and one.hit_probability]
    return min((number for number in found if number is not None), default=None)


def _chances(found: list[tuple[Unit, int | None]]) -> tuple[Chance, ...]:
    return tuple(Chance(unit.id, number) for unit, number in found if number is not None)


def struck_by(attack: Attack) -> tuple[str, ...]:
    """Everybody in the strip or under the bombs of an attack on several."""
    battle, several = attack.battle, attack.kind_rules.several
    if several is not None:
        return tuple(several(attack))
    drops = drops_of(attack.command)
    areas = ((BOMBS.of(battle)[drop.bomb]["template"], drop.point) for drop in drops)
    return tuple(dict.fromkeys(name for area in areas for name in in_area(battle, *area)))
