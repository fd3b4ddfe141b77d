"""What scenes of all tables are staged with: a wish of the probe, and dice that fall as they are needed.

A scene takes a wish and plays: what the wish does not speak of is as it always is in that scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.conditions import FINE_DAY
from lancemate.alphastrike.play.options import check_options
from lancemate.alphastrike.play.setup import Muster, Purchase, Setup, Side
from lancemate.alphastrike.scripts.conditions import read_conditions
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table

Card = Mapping[str, Any]


STEADY = 8  # throws of two dice that are all the same; then every second is a little lower, or ties would never end


class SteadyDice:
    """Dice of a tape first, then always the same: so much for each of two, so much for any other number.

    ``pairs`` are what throws of two dice show before they become steady, whatever else is thrown in between.
    """

    def __init__(
        self,
        tape: Sequence[int] = (),
        two: tuple[int, int] = (5, 5),
        other: int = 5,
        pairs: Sequence[tuple[int, int]] = (),
    ) -> None:
        self.tape, self.two, self.other, self.pairs = tuple(tape), two, other, tuple(pairs)
        self.used = self.twos = 0

    def roll(self, count: int) -> tuple[int, ...]:
        given = self.tape[self.used : self.used + count]
        self.used += len(given)
        if given or count != 2:
            return given + (self.other,) * (count - len(given))
        self.twos += 1
        if self.twos <= len(self.pairs):
            return self.pairs[self.twos - 1]
        first, second = self.two
        odd = self.twos > STEADY and self.twos % 2
        return (first, (second - 1 or 2) if odd else second)

    def but(self, two: tuple[int, int] | None, other: int | None) -> SteadyDice:
        """The same tape, and other dice after it where they are wished."""
        return SteadyDice(self.tape, two or self.two, other or self.other, self.pairs)

    def clone(self) -> SteadyDice:
        twin = self.but(None, None)
        twin.used, twin.twos = self.used, self.twos
        return twin


@dataclass(frozen=True)
class Wish:
    """What a probe wants of a scene."""

    victim: Card = field(default_factory=dict)  # changes of the card of whoever is in question
    actor: Card = field(default_factory=dict)  # changes of the card of whoever does it
    options: tuple[str, ...] = ()
    terrain: tuple[Card, ...] = ()
    conditions: Card | None = None
    more: tuple[Any, ...] = ()  # units that stand by
    state: Mapping[str, Any] = field(default_factory=dict)  # what the victim has about it, beside what the scene needs
    words: Mapping[str, Any] = field(default_factory=dict)  # and what a script says of it besides
    settings: Mapping[str, Any] = field(default_factory=dict)  # what is agreed on, by option
    skill: int = 4
    turned: bool = False  # the victim looks away from where harm comes from
    vehicle: bool = False  # the victim is a vehicle, whatever else it usually is
    two: tuple[int, int] | None = None  # what each two dice show, where it is not what the scene needs
    other: int | None = None  # and what any other number of dice does
    changes: Mapping[str, Callable[[Muster], Muster]] = field(default_factory=dict)  # of units, by their ids


def battle(
    wish: Wish,
    *units: Muster,
    dice: SteadyDice | None = None,
    options: Sequence[str] = (),
    terrain: Sequence[Card] = (),
    conditions: Card | None = None,
    support: Sequence[Purchase] = (),
    settings: Mapping[str, Any] | None = None,
    phase: str = "combat",
    first: str = "red",
    turn: int = 1,
) -> Battle:
    """A battle as a scene has it and a probe wishes it; ``support`` is red's."""
    pieces = [*terrain, *wish.terrain]
    features = [feature_from_data({"id": f"{piece['kind']}{number}", **piece}) for number, piece in enumerate(pieces)]
    weather = {**(conditions or {}), **(wish.conditions or {})}
    table = Table(72.0, 48.0, features)
    setup = Setup(
        table=table,
        sides=(Side("red", "south", support=tuple(support)), Side("blue", "north")),
        units=tuple(wish.changes.get(one.id, _as_it_is)(one) for one in (*units, *wish.more)),
        options=check_options(tuple(sorted({"optional_abilities", *options, *wish.options}))),
        settings=agreed(settings or {}, wish.settings),
        turn=turn,
        phase=phase,
        first=first,
        conditions=read_conditions(weather, "conditions", table) if weather else FINE_DAY,
    )
    dice = dice or SteadyDice()
    return Battle(setup, dice.but(wish.two, wish.other))


def _as_it_is(one: Muster) -> Muster:
    return one


def agreed(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both settings; lists of one key are put together."""
    found = {**one, **other}
    for option in one.keys() & other.keys():
        found[option] = {key: [*one[option].get(key, []), *other[option].get(key, [])] for key in one[option]}
    return found


def until(fight: Battle, phase: str, side: str | None = None) -> None:
    """Go on until a phase of that name has begun, and a side is to act in it."""
    for _ in range(24):
        if fight.state.phase == phase and fight.decision is None and side in (None, fight.state.to_act):
            return
        go_on(fight)
    raise AssertionError(f"the {phase} phase never came")


def until_told(fight: Battle, kind: str, times: int = 1) -> None:
    """Go on until so many events of a kind have been told."""
    for _ in range(60):
        if sum(event.type == kind for event in fight.journal.events) >= times:
            return
        go_on(fight)
    raise AssertionError(f"there never was a {kind}")


def go_on(fight: Battle) -> None:
    """The next question is answered with its first choice, or the next part of a phase ended."""
    asked = fight.decision
    fight.do(orders.EndPhase() if asked is None else orders.Decide(asked.side, asked.choices[0]))


def next_turn(fight: Battle) -> None:
    """To the end of this turn, End Phase and all."""
    turn = fight.state.turn
    for _ in range(20):
        if fight.state.turn != turn or fight.outcome is not None:
            return
        go_on(fight)
    raise AssertionError("the turn never ended")
