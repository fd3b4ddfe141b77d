"""The battle told in plain English: every event is a sentence or two, every number a sum with its pages.

Knows words; must not know rules nor how a sentence gets to a screen. ``tone`` tells the screen how a line is meant.
An option tells its own events with ``tells`` in a file of its own beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lancemate.battletroops.play import events as e
from lancemate.battletroops.play.setup import HIDING
from lancemate.kernel.explain import Cost, Modifier, listed
from lancemate.kernel.memory import Forgotten, Noted, Remembered
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import dice, opened, page_of, point, points, the_sum

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle, BattleEvent

E = TypeVar("E")
Teller = Callable[["Names", Any], Iterable[StoryLine]]
SENTENCES: Final[dict[type[Any], Teller]] = {}
PHASES: Final = {
    "hiding": "Hiding",
    "initiative": "Initiative",
    "movement": "Movement",
    "end": "End Phase",
    "over": "End of the Battle",
}


def tells(
    kind: type[E],
) -> Callable[[Callable[[Names, E], Iterable[StoryLine]]], Callable[[Names, E], Iterable[StoryLine]]]:
    """Register how an event is told."""

    def register(teller: Callable[[Names, E], Iterable[StoryLine]]) -> Callable[[Names, E], Iterable[StoryLine]]:
        SENTENCES[kind] = teller
        return teller

    return register


class Names:
    """What units are called: their ids, which players choose themselves."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def __getitem__(self, name: str | None) -> str:
        return "nobody" if name is None else name


def story(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[StoryLine]:
    """What happened, line by line."""
    names = Names(battle)
    for event in events:
        for line in SENTENCES[type(event)](names, event):
            named = line.text.split(" ", 1)[0].rstrip(",:") in battle.units
            text = line.text if named else line.text[:1].upper() + line.text[1:]
            yield StoryLine(text, line.tone, line.depth)


def level(elevation: int) -> str:
    """A floor, as players say it."""
    if elevation < 0:
        return "in the basement"
    return "on the ground" if elevation == 0 else f"on level {elevation}"


def mp(cost: int, parts: Iterable[Cost] = ()) -> str:
    """What something cost, and of what."""
    what = listed([part.label for part in parts if part.label != "clear"])
    return f"{cost} MP ({what})" if what else f"{cost} MP"


# -- the clock ----------------------------------------------------------------------------------------------------


@tells(e.TurnBegan)
def _turn(names: Names, event: e.TurnBegan) -> Iterator[StoryLine]:
    yield StoryLine(f"Turn {event.turn}", "turn")


@tells(e.PhaseBegan)
def _phase(names: Names, event: e.PhaseBegan) -> Iterator[StoryLine]:
    does = "hides" if event.phase == HIDING else "moves first"
    who = f": {event.to_act} {does}" if event.to_act else ""
    yield StoryLine(f"{PHASES.get(event.phase, event.phase)}{who}", "phase")


@tells(e.InitiativeRolled)
def _initiative(names: Names, event: e.InitiativeRolled) -> Iterator[StoryLine]:
    ties = f" after {points(event.ties, 'tie')}" if event.ties else ""
    rolls = []
    for side, roll in event.rolls.items():
        more = f" with {the_sum(event.modifiers[side])}" if event.modifiers[side] else ""
        rolls.append(f"{side} rolls {dice(roll)}{more}")
    text = f"Initiative{ties}: {'; '.join(rolls)}. {opened(event.first)} is Side A and moves first"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act")


@tells(e.SideBegan)
def _side(names: Names, event: e.SideBegan) -> Iterator[StoryLine]:
    yield StoryLine(f"{event.side} moves", "phase")
    if event.arcs:
        yield StoryLine(f"The arcs of {listed(list(event.arcs))} are taken away{page_of(event.rule)}.", "quiet", 1)


@tells(e.SideDone)
def _side_done(names: Names, event: e.SideDone) -> Iterator[StoryLine]:
    yield StoryLine(f"{event.side} has moved.", "quiet")


@tells(e.DecisionAsked)
def _asked(names: Names, event: e.DecisionAsked) -> Iterator[StoryLine]:
    question = event.decision
    if not question.choices:  # what the other side is asked is its secret
        yield StoryLine(f"{question.question}{page_of(question.rule)}.", "ask")
        return
    yield StoryLine(f"{question.side} is asked: {question.question}{page_of(question.rule)}", "ask")


@tells(e.Decided)
def _decided(names: Names, event: e.Decided) -> Iterator[StoryLine]:
    chosen = f"{listed(list(event.shooters))} to fire" if event.shooters else event.choice
    yield StoryLine(f"{event.side} decides: {chosen}.", "quiet")


@tells(e.BattleOver)
def _over(names: Names, event: e.BattleOver) -> Iterator[StoryLine]:
    who = f"{opened(event.winner)} wins" if event.winner else "It is a draw"
    yield StoryLine(f"The battle is over: {event.reason}. {who}{page_of(event.rule)}.", "loss")


# -- movement -----------------------------------------------------------------------------------------------------


@tells(e.Activated)
def _activated(names: Names, event: e.Activated) -> Iterator[StoryLine]:
    why = f" = {the_sum(event.parts)}" if len(event.parts) > 1 else ""
    yield StoryLine(f"{names[event.unit]} has {event.mp} MP{why}.", "act")


@tells(e.ActivationEnded)
def _activation_ended(names: Names, event: e.ActivationEnded) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is done.", "quiet", 1)


@tells(e.Exposed)
def _exposed(names: Names, event: e.Exposed) -> Iterator[StoryLine]:
    return iter(())


@tells(e.Stepped)
def _stepped(names: Names, event: e.Stepped) -> Iterator[StoryLine]:
    where = f", {level(event.elevation)}" if event.elevation else ""
    how = "flies" if event.mode == "jump" else "moves"
    yield StoryLine(f"{names[event.unit]} {how} to {point(event.at)}{where}: {mp(event.cost, event.parts)}.", "act", 1)


@tells(e.LevelChanged)
def _level(names: Names, event: e.LevelChanged) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is now {level(event.elevation)}: {mp(event.cost, event.parts)}.", "act", 1)


@tells(e.WentProne)
def _prone(names: Names, event: e.WentProne) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} lies down: {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


@tells(e.StoodUp)
def _stood_up(names: Names, event: e.StoodUp) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} stands up: {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


@tells(e.PutBack)
def _put_back(names: Names, event: e.PutBack) -> Iterator[StoryLine]:
    text = f"the dot is taken: {names[event.unit]} falls back to {point(event.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.Exited)
def _exited(names: Names, event: e.Exited) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} leaves the map over the {event.edge} edge: {mp(event.cost)}.", "act", 1)


@tells(e.ArcSet)
def _arc(names: Names, event: e.ArcSet) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} sets an arc of {event.arc.size} MP towards {point(event.arc.towards)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.Prepared)
def _prepared(names: Names, event: e.Prepared) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} prepares: {event.what}, {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


# -- combat -------------------------------------------------------------------------------------------------------


def _result(roll: tuple[int, ...], number: int, parts: tuple[Modifier, ...], hit: bool) -> Iterator[StoryLine]:
    yield StoryLine(f"needs {number} = {the_sum(parts)}.", "sum", 2)
    yield StoryLine(f"rolls {dice(roll)}: {'a hit' if hit else 'a miss'}.", "hit" if hit else "miss", 2)


@tells(e.ShotFired)
def _shot(names: Names, event: e.ShotFired) -> Iterator[StoryLine]:
    far, shooter = points(event.distance, "dot"), names.battle.units.get(event.unit)
    whose = "his" if shooter is None or shooter.machine is None else "its"
    yield StoryLine(f"{names[event.unit]} fires {whose} {event.using} at {names[event.target]}, {far} away.", "act", 1)
    yield from _result(event.roll, event.target_number, event.modifiers, event.hit)


@tells(e.ArcRemoved)
def _arc_removed(names: Names, event: e.ArcRemoved) -> Iterator[StoryLine]:
    yield StoryLine(f"The arc of {names[event.unit]} is gone{page_of(event.rule)}.", "quiet", 2)


@tells(e.Announced)
def _announced(names: Names, event: e.Announced) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} goes for {names[event.target]} ({event.using}): {mp(event.cost)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.HandToHandOver)
def _hand_to_hand(names: Names, event: e.HandToHandOver) -> Iterator[StoryLine]:
    if event.lapsed:
        text = f"The attack of {names[event.unit]} on {names[event.target]} comes to nothing"
        yield StoryLine(f"{text}{page_of(event.rule)}.", "miss")


@tells(e.BlowStruck)
def _blow(names: Names, event: e.BlowStruck) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} strikes at {names[event.target]}: {event.using}.", "act")
    yield from _result(event.roll, event.target_number, event.modifiers, event.hit)


@tells(e.Thrown)
def _thrown(names: Names, event: e.Thrown) -> Iterator[StoryLine]:
    if event.kind == "place":
        yield StoryLine(f"{names[event.unit]} puts down: {event.using}, {mp(event.cost)}.", "act", 1)
        return
    verb = "throws" if event.kind == "throw" else "drops" if event.kind == "drop" else "fires"
    where = f"{point(event.target)}{', ' + level(event.elevation) if event.elevation else ''}"
    far = points(event.distance, "dot")
    yield StoryLine(f"{names[event.unit]} {verb}: {event.using} at {where}, {far} away, {mp(event.cost)}.", "act", 1)
    yield from _result(event.roll, event.target_number, event.modifiers, event.hit)


@tells(e.Scattered)
def _scattered(names: Names, event: e.Scattered) -> Iterator[StoryLine]:
    stop = f", stopped by {event.stopped_by}" if event.stopped_by else ""
    way = f"from {point(event.origin)} in direction {event.direction}, {points(event.distance, 'dot')}"
    yield StoryLine(f"it scatters {way}: to {point(event.at)}{stop}{page_of(event.rule)}.", "miss", 2)


@tells(e.ExplosivePlaced)
def _explosive(names: Names, event: e.ExplosivePlaced) -> Iterator[StoryLine]:
    one = event.explosive
    where = f"{point(one.at)}{', ' + level(one.elevation) if one.elevation else ''}"
    yield StoryLine(f"it lies at {where}.", "later", 2)


@tells(e.Exploded)
def _exploded(names: Names, event: e.Exploded) -> Iterator[StoryLine]:
    one = event.explosive
    yield StoryLine(f"{one.weapon} explodes at {point(one.at)}{page_of(event.rule)}.", "hit")


# -- damage -------------------------------------------------------------------------------------------------------


@tells(e.Hit)
def _hit(names: Names, event: e.Hit) -> Iterator[StoryLine]:
    harm = [f"{value} {word}" for value, word in ((event.lethal, "lethal"), (event.bruise, "bruise")) if value]
    text = f"{names[event.unit]} takes {listed(harm) or 'nothing'} from block {event.block} on ({dice(event.roll)})"
    yield StoryLine(f"{text}: {event.track}{page_of(event.rule)}.", "wound", 2)


@tells(e.KnockedDown)
def _knocked_down(names: Names, event: e.KnockedDown) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} goes down{page_of(event.rule)}.", "wound", 2)


@tells(e.ActivationLost)
def _activation_lost(names: Names, event: e.ActivationLost) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} does nothing more in this turn{page_of(event.rule)}.", "wound", 2)


@tells(e.Stunned)
def _stunned(names: Names, event: e.Stunned) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is stunned and loses the next activation{page_of(event.rule)}.", "wound", 2)


@tells(e.Recovered)
def _recovered(names: Names, event: e.Recovered) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is himself again{page_of(event.rule)}.", "quiet", 1)


@tells(e.SoldierOut)
def _out(names: Names, event: e.SoldierOut) -> Iterator[StoryLine]:
    state = "dead" if event.dead else "unconscious"
    yield StoryLine(f"{names[event.unit]} is {state}{page_of(event.rule)}.", "loss", 2)


@tells(Noted)
def _noted(names: Names, event: Noted) -> Iterator[StoryLine]:
    from lancemate.battletroops.play.memory import battle_memory, unit_memory

    key = (battle_memory if event.unit is None else unit_memory).get(event.key)
    words = "" if key is None else key.told if event.value else key.untold
    if words:
        who = f"{names[event.unit]} " if event.unit is not None else ""
        yield StoryLine(f"{who}{words}{page_of(event.rule)}.", "quiet", 1)


@tells(Remembered)
def _remembered(names: Names, event: Remembered) -> Iterator[StoryLine]:
    return iter(())


@tells(Forgotten)
def _forgotten(names: Names, event: Forgotten) -> Iterator[StoryLine]:
    return iter(())
