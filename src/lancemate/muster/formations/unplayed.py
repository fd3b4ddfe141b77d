"""What nobody plays yet of the rules of formations (pp. 117-123): abilities that they give and no battle knows."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.cards.pilot_names import is_played
from lancemate.alphastrike.ruleset import rules
from lancemate.muster import catalogue
from lancemate.muster.force import COMMANDER, Formation, Member
from lancemate.muster.formations.bonuses import Bonus
from lancemate.muster.formations.book import TYPES, FormationType
from lancemate.muster.formations.support import supporting
from lancemate.rulebook.playing import MISSING


def missing() -> dict[str, tuple[str, ...]]:
    """For each rule of a formation the abilities it gives that are not played."""
    found: dict[str, dict[str, None]] = {}
    for kind in TYPES:
        for rule_id, bonus in _given(kind):
            unplayed = [one for one in (*bonus.abilities, bonus.rest) if one is not None and not is_played(one)]
            if unplayed:
                found.setdefault(rule_id, {}).update(dict.fromkeys(unplayed))
    return {rule_id: tuple(words) for rule_id, words in found.items()}


def _given(kind: FormationType) -> Iterator[tuple[str, Bonus]]:
    """What a type gives, by each rule that says so: its own, that of its variation, and that of who supports it."""
    units = _six(kind)
    earned = kind.gives(units)
    for bonus in earned:
        yield bonus.rule, bonus
        if kind.varies is not None:
            yield kind.rule, bonus
    for bonus in supporting(units, Formation("supported", units, kind.name), earned):
        yield bonus.rule, bonus


def _six(kind: FormationType) -> tuple[Member, ...]:
    """Six units, the first of them in command: what a type gives, though not to how many, is the same for any."""
    card = next(card for card in catalogue.search() if (card.is_fighter if kind.aerospace else card.is_mech))
    return tuple(Member(card, command=COMMANDER if place == 0 else None) for place in range(6))


rules.entries(MISSING).add("bonuses of formations", missing)
