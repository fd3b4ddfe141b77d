"""Munitions: which are worth trying with an attack, and which a crew loads before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import is_allowed
from lancemate.alphastrike.combat.attack import attack_choices, open_attack
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.options.alternate_munitions.firing import HOMING
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.play import orders
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

LOADED: Final = (
    *("precision", "listen_kill", "heat_seeking", "tandem_charge", "cluster", "haywire", "explosive"),
    "air_to_air_arrow_iv",
)  # the first of these that there is
AT_GROUPS: Final = ("cluster", "flechette")  # shells that hurt


def loaded(choices: tuple[str, ...]) -> str:
    """What a crew takes along."""
    return next((word for word in LOADED if word in choices), choices[0])


def with_munitions(battle: Battle, command: orders.Attack) -> Iterator[orders.Attack]:
    """The same attack with everything else that may be fired in it."""
    if OPTION not in battle.options:
        return
    try:
        said = attack_choices(open_attack(battle, command))
    except Refused:
        return
    for choice in said:
        if choice.name == "ammo":
            yield from (one for word in choice.among if is_allowed(battle, one := replace(command, ammo=word)))


def shells_with_munitions(battle: Battle, command: orders.Attack) -> Iterator[orders.Attack]:
    """The same shell of other kinds that hurt."""
    return (one for one in with_munitions(battle, command) if one.ammo in AT_GROUPS)


def side_effects(attack: Attack) -> float:
    """What a hit is worth besides its damage: hook ``side_effects``."""
    return sum(hook(attack) for hook in attack.battle.hooks[hooks.side_effects])


def homing_rounds(battle: Battle, unit: Unit) -> Iterator[orders.Attack]:
    """Copperheads at every enemy that is painted."""
    kind = KINDS[HOMING]
    if OPTION not in battle.options or kind.at_points is None or kind.ammo_at_points is None:
        return
    for using in kind.at_points(unit):
        for enemy in battle.on_table(battle.opponent(unit.side)):
            target = orders.PointTarget(battle.table.snap(enemy.at))
            for word in kind.ammo_at_points(unit, using):
                command = orders.Attack(unit.id, target, HOMING, using, ammo=word)
                if is_allowed(battle, command):
                    yield command
