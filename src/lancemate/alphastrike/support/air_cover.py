"""Air cover (p. 55): fighters that may turn an attack from the air away before it is rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.support.catalogue import COVER_NUMBERS, FAMILIES, FROM_THE_AIR, words_of
from lancemate.alphastrike.support.events import AirCoverRolled
from lancemate.alphastrike.support.stock import is_spent, left_of
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import JSON, encode

if TYPE_CHECKING:
    from lancemate.alphastrike.play import orders
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("air_cover", "what air cover is sent")

NONE: Final = "none"
RULES: Final = {"light_air_cover": "AS-BAT-013", "heavy_air_cover": "AS-BAT-014"}


@rules.rule("AS-BAT-013", otherwise=None)
def light_cover(battle: Battle, against: str) -> int | None:
    """What light air cover needs to turn an attack away, if it can."""
    return COVER_NUMBERS.of(battle)["light_air_cover"].get(against)


@rules.rule("AS-BAT-014", otherwise=None)
def heavy_cover(battle: Battle, against: str) -> int | None:
    return COVER_NUMBERS.of(battle)["heavy_air_cover"].get(against)


COVERS: Final[dict[str, Callable[[Battle, str], int | None]]] = {
    "light_air_cover": light_cover,
    "heavy_air_cover": heavy_cover,
}


def covers_against(battle: Battle, side: str, against: str) -> dict[str, int]:
    """The kinds of air cover a side has left for an attack, with what each needs."""
    if FAMILIES[against] not in FROM_THE_AIR:
        return {}
    left = left_of(battle, side)
    numbers = {kind: number(battle, against) for kind, number in COVERS.items() if kind in left}
    return {kind: number for kind, number in numbers.items() if number is not None}


def question(battle: Battle, command: orders.SupportAttack) -> Decision | None:
    """Ask the other side, if it has fighters left, whether it sends some."""
    side = battle.opponent(command.side)
    covers = covers_against(battle, side, command.using)
    if not covers:
        return None
    chances = ", ".join(f"{words_of(kind)} on {number}+" for kind, number in covers.items())
    text = f"{command.side} announces {words_of(command.using)}: {chances} may turn it away"
    facts: dict[str, JSON] = {"numbers": dict(covers), "aim": encode(command.target)}
    return Decision(side, "air_cover", text, (*covers, NONE), "AS-BAT-013", facts=facts)


def send(battle: Battle, side: str, using: str, against: str) -> bool:
    """Roll for fighters; whether the attack is turned away."""
    number = covers_against(battle, side, against)[using]
    roll = battle.roll(2, lambda thrown: dice_sum(battle, thrown) >= number)
    stopped = dice_sum(battle, roll) >= number
    battle.emit(AirCoverRolled(side, using, against, number, roll, stopped, is_spent(battle, using), RULES[using]))
    return stopped
