"""Forces by chance: units of a faction and an era drawn by lot, as many as the points pay for.

Nothing is sought in them: no roles, no formation types. building.py has the way to a force with a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.telling.wording import points as in_points
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.muster.building import NAMES
from lancemate.muster.factions import scheme_of
from lancemate.muster.force import COMMANDER, Force, Formation, Member
from lancemate.muster.organisation import formation_word, full_strength, kind_of
from lancemate.muster.tuning import tuned

MOST_UNITS: Final = 48
TRIES: Final = 40  # draws that bring nothing affordable before it is enough
SPARE: Final = 20  # one part in so many of the points may be left for better crews
SKILLS: Final = (2, 6)


def drawn_by_lot(
    cards: Sequence[Card],
    points: int,
    seed: int,
    *,
    faction: str | None = None,
    era: str | None = None,
    counts: Mapping[str, int] | None = None,
) -> Force:
    """A force of these cards by chance. The same seed gives the same force.

    With ``counts``, no more of a card than there are miniatures of it, by id.
    """
    luck = Generator(seed)
    pool = [card for card in cards if card.pv > 0 and not card.is_naval and (counts is None or counts.get(card.id))]
    if not pool or min(card.pv for card in pool) > points:
        raise InputError(f"no unit of {faction or 'the catalogue'} can be had for {in_points(points)}", key="points")
    chosen: list[Card] = []
    left, vain = points, 0
    while vain < TRIES and len(chosen) < MOST_UNITS and left > points // SPARE:
        card = luck.choice(pool)
        if card.pv > left or (counts is not None and chosen.count(card) >= counts[card.id]):
            vain += 1
            continue
        chosen.append(card)
        left -= card.pv
    scheme = scheme_of(faction)
    chosen.sort(key=lambda card: (kind_of(card), -card.pv))
    formations: list[Formation] = []
    for branch in dict.fromkeys(map(kind_of, chosen)):
        units = [Member(card) for card in chosen if kind_of(card) == branch]
        size = full_strength(scheme, branch)
        for start in range(0, len(units), size):
            number = len(formations)
            word = formation_word(scheme, aerospace=units[0].card.is_aerospace)
            name = f"{NAMES[number] if number < len(NAMES) else number + 1} {word}"
            formations.append(Formation(name, tuple(units[start : start + size])))
    first = formations[0]
    formations[0] = replace(first, members=(replace(first.members[0], command=COMMANDER), *first.members[1:]))
    force = Force("A force by chance", tuple(formations), faction=faction, era=era, limit=points)
    return tuned(force, points, SKILLS)
