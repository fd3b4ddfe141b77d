"""What the units of a force could form, and what to change so that they form more.

Proposes formation types that units earn as they are, those they would earn with a unit or two replaced, and swaps
between formations. What would take a force over the points agreed upon is not proposed. Knows types, cards and what
they cost; must not know abilities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.formation_names import SUPPORT
from lancemate.alphastrike.cards.points import point_value
from lancemate.kernel.values import frozen
from lancemate.muster import catalogue
from lancemate.muster.force import COMMANDER, LIEUTENANT, Force, Formation, Member
from lancemate.muster.formations.bonuses import LEAST_UNITS, large_enough
from lancemate.muster.formations.book import (
    TYPES,
    FormationType,
    bonuses,
    core_of,
    distance,
    gaps,
    is_of_its_type,
    qualifies,
    suits_branch,
)
from lancemate.muster.formations.command import most_lieutenants
from lancemate.muster.formations.requirements import IN_COMMAND, Needs
from lancemate.muster.organisation import kind_of

Serves = Callable[[Sequence[Member]], bool]

MOST_CHANGES: Final = 2
FAR: Final = 3  # a type that lacks more than this many units is another formation, not a change to this one


@frozen
class Change:
    """One unit for another, or a unit put in command."""

    out: Member
    place: int
    card: Card | None  # None puts the unit in command
    command: str | None = None  # as what

    @property
    def points(self) -> int:
        """What it adds to the cost of the force."""
        return 0 if self.card is None else point_value(self.card.pv, self.out.skill) - self.out.pv

    @property
    def text(self) -> str:
        if self.card is None:
            return f"designate {self.out.called} as {self.command}"
        word = "point" if abs(self.points) == 1 else "points"
        price = f"{self.points:+d} {word}" if self.points else f"as many {word}"
        return f"replace {self.out.card.name} by {self.card.name} ({price})"


@frozen
class Proposal:
    """A type that a formation earns, or would with some changes."""

    formation: str
    type: FormationType
    changes: tuple[Change, ...]
    bonuses: tuple[str, ...]

    @property
    def points(self) -> int:
        return sum(change.points for change in self.changes)


@frozen
class Swap:
    """Two units of different formations that change places, so that more formations earn a type."""

    one: tuple[str, Member]
    other: tuple[str, Member]

    @property
    def text(self) -> str:
        (here, mine), (there, theirs) = self.one, self.other
        return f"swap {mine.card.name} of {here} and {theirs.card.name} of {there}"


# -- types ----------------------------------------------------------------------------------------------------


def earned(units: Sequence[Member]) -> tuple[FormationType, ...]:
    """The types these units earn as they are, in the order of the book. A Support Lance anybody can be."""
    if not large_enough(len(units)):
        return ()
    return tuple(
        kind for kind in TYPES if kind.name != SUPPORT and suits_branch(kind, units) and qualifies(kind, units)
    )


def proposals(formation: Formation, force: Force, cards: Sequence[Card] | None = None) -> tuple[Proposal, ...]:
    """Types within reach of a formation: earned ones first, then by the number of changes and the points they cost."""
    units = core_of(formation)
    if len(units) < LEAST_UNITS:
        return ()
    pool = _within_reach(force) if cards is None else cards
    reach = _Reach(pool, _to_spend(force), _vacancy(force))
    found: list[Proposal] = []
    for kind in TYPES:
        changes = _changes(kind, units, reach) if kind.name != SUPPORT and suits_branch(kind, units) else None
        if changes is not None:
            changed = replace(formation, type=kind.name, members=_changed(formation.members, units, changes))
            texts = tuple(bonus.text for bonus in bonuses(changed, force))
            found.append(Proposal(formation.name, kind, changes, texts))
    return tuple(sorted(found, key=lambda one: (len(one.changes), abs(one.points), TYPES.index(one.type))))


def _within_reach(force: Force) -> tuple[Card, ...]:
    """The cards its faction has; training units only beside training units."""
    training = None if any(member.card.training for member in force.members) else False
    return catalogue.search(faction=force.faction, era=force.era, training=training)


class _Reach(NamedTuple):
    """What a change has to work with."""

    cards: Sequence[Card]
    points: int | None  # that may be spent; None is without end
    command: str | None  # the post in command of the force that is vacant


def _to_spend(force: Force) -> int | None:
    """A force that is over its limit already may at least not become dearer."""
    return None if force.limit is None else max(0, force.limit - force.pv)


def _vacancy(force: Force) -> str | None:
    """Commander, if there is none yet, or else one more lieutenant, as far as they are not too many."""
    posts = {member.command for member in force.members}
    if COMMANDER not in posts:
        return COMMANDER
    return (
        LIEUTENANT if sum(member.command == LIEUTENANT for member in force.members) < most_lieutenants(force) else None
    )


def _changed(members: Sequence[Member], core: Sequence[Member], changes: Sequence[Change]) -> tuple[Member, ...]:
    after = list(core)
    for change in changes:
        after[change.place] = _with(after[change.place], change)
    fresh = {id(before): now for before, now in zip(core, after, strict=True)}
    return tuple(fresh.get(id(member), member) for member in members)


def _with(member: Member, change: Change) -> Member:
    if change.card is None:
        return replace(member, command=change.command)
    return replace(member, card=change.card, stated=None)


def _changes(kind: FormationType, units: Sequence[Member], reach: _Reach) -> tuple[Change, ...] | None:
    """The fewest changes that make units earn a type, the cheapest of them, or None. Found one after the other."""
    now = list(units)
    changes: list[Change] = []
    while (left := distance(kind, now)) > 0:
        if left > FAR or len(changes) == MOST_CHANGES:
            return None
        change = _best(kind, now, reach, left)
        if change is None:
            return None
        changes.append(change)
        if reach.points is not None:
            reach = reach._replace(points=reach.points - change.points)
        now[change.place] = _with(now[change.place], change)
    return tuple(changes)


def _best(kind: FormationType, units: Sequence[Member], reach: _Reach, before: int) -> Change | None:
    """The change that brings the type nearest, then the one that costs or saves the fewest points."""
    best: tuple[tuple[int, int, int, str], Change] | None = None
    for change in _tried(kind, units, reach):
        after = list(units)
        after[change.place] = _with(units[change.place], change)
        left = distance(kind, after)
        if left < before:
            name = change.card.name if change.card is not None else ""
            rank = (left, abs(change.points), change.place, name)
            if best is None or rank < best[0]:
                best = rank, change
    return best[1] if best is not None else None


def _tried(kind: FormationType, units: Sequence[Member], reach: _Reach) -> Iterator[Change]:
    """Changes to units that do not fit: somebody in command, or another unit of the same branch."""
    leaderless = any(isinstance(one, Needs) and one.trait is IN_COMMAND and not one.met(units) for one in kind.needs())
    if leaderless and reach.command is not None:
        yield Change(units[0], 0, None, reach.command)
    wrong = {place for gap in gaps(kind, units) for place in gap.wrong}
    for place in sorted(wrong):
        out = units[place]
        for card in reach.cards:
            change = Change(out, place, card)
            if card.pv and _alike(card, out.card) and (reach.points is None or change.points <= reach.points):
                yield change


def _alike(card: Card, other: Card) -> bool:
    """Of one branch; vehicles and infantry move in the same way, too."""
    kind = kind_of(card)
    if kind != kind_of(other) or card.type != other.type:
        return False
    return kind not in ("vehicles", "conventional infantry") or card.move.primary == other.move.primary


# -- swaps ----------------------------------------------------------------------------------------------------


def swaps(force: Force) -> tuple[Swap, ...]:
    """Units that should change places, one pair after the other, as long as that makes more formations earn a type.

    What was built as a type has to earn that one. A formation with something laid over it stays as it is.
    """
    lances = [list(formation.members) for formation in force.formations]
    free = [not formation.overlays for formation in force.formations]
    serves = [_serves(formation) for formation in force.formations]
    good = [not is_free or fits(units) for is_free, fits, units in zip(free, serves, lances, strict=True)]
    made: list[Swap] = []
    while not all(good):
        found = _swap(lances, good, free, serves)
        if found is None:
            break
        here, mine, there, theirs = found
        names = force.formations[here].name, force.formations[there].name
        made.append(Swap((names[0], lances[here][mine]), (names[1], lances[there][theirs])))
        lances[here][mine], lances[there][theirs] = lances[there][theirs], lances[here][mine]
        good[here], good[there] = serves[here](lances[here]), serves[there](lances[there])
    return tuple(made)


def _serves(formation: Formation) -> Serves:
    """Whether units would do in the place of those a formation has: for the type it was built as, or for any."""
    if formation.type is None:
        return lambda units: bool(earned(units))
    return lambda units: is_of_its_type(replace(formation, members=tuple(units)))


def _swap(
    lances: list[list[Member]], good: list[bool], free: list[bool], serves: Sequence[Serves]
) -> tuple[int, int, int, int] | None:
    """The first swap of units of one branch after which one more formation earns a type."""
    for here in range(len(lances)):
        if good[here]:
            continue
        for there in range(len(lances)):
            if there == here or not free[there]:
                continue
            before = good[here] + good[there]
            for mine in range(len(lances[here])):
                for theirs in range(len(lances[there])):
                    if not _alike(lances[here][mine].card, lances[there][theirs].card):
                        continue
                    one, other = list(lances[here]), list(lances[there])
                    one[mine], other[theirs] = other[theirs], one[mine]
                    if serves[here](one) + serves[there](other) > before:
                        return here, mine, there, theirs
    return None
