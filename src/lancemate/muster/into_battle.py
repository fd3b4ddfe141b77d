"""From a force to a battle: its units with their crews, and its formations with what they give in play.

Knows which bonus a formation has earned and who has it; what an ability does is the battle's affair. Abilities that are
not played yet (alphastrike/cards/pilot_names.py) stay on the roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.pilot_names import LUCKY, TACTICAL_GENIUS, is_played
from lancemate.alphastrike.play.setup import MECHANIZED as MECHANIZED_IN_PLAY
from lancemate.alphastrike.play.setup import NOVA as NOVA_IN_PLAY
from lancemate.alphastrike.play.setup import Formation as InPlay
from lancemate.alphastrike.play.setup import Muster
from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import COMMANDER, MECHANIZED, NOVA, Force, Formation, Member, musters
from lancemate.muster.formations.bonuses import Bonus
from lancemate.muster.formations.book import SUPPORT, bonuses, core_of

_IN_PLAY: Final = {MECHANIZED: MECHANIZED_IN_PLAY, NOVA: NOVA_IN_PLAY}


def with_abilities(force: Force, side: str, *, prefix: str | None = None) -> tuple[Muster, ...]:
    """The units of a force as ``musters`` has them, with the abilities their pilots have of their own."""
    units = musters(force, side, prefix=prefix)
    return tuple(replace(unit, abilities=_own(member)) for unit, member in zip(units, force.members, strict=True))


def _own(member: Member) -> tuple[str, ...]:
    return tuple(ability for ability in member.bought if is_played(ability) and _serves(member, ability))


def _serves(member: Member, ability: str) -> bool:
    """A tactical genius is one at the head of the force only."""
    return ability != TACTICAL_GENIUS or member.command == COMMANDER


def formations_in_play(force: Force, side: str, *, prefix: str | None = None) -> tuple[InPlay, ...]:
    """The formations of a force as a battle knows them, with the ids that ``musters`` gives their units."""
    ids = iter([unit.id for unit in musters(force, side, prefix=prefix)])
    return tuple(_in_play(formation, force, [next(ids) for _ in formation.members]) for formation in force.formations)


def all_formations(forces: Mapping[str, Force]) -> tuple[InPlay, ...]:
    """The formations of all sides, each by a name of its own: those of one name are told apart by side and number."""
    found = [(side, one) for side, force in forces.items() for one in formations_in_play(force, side)]
    names = Counter(formation.name for _, formation in found)
    before: Counter[str] = Counter()
    told: list[InPlay] = []
    for side, formation in found:
        name = f"{formation.name} of {side}" if names[formation.name] > 1 else formation.name
        before[name] += 1
        told.append(replace(formation, name=name if before[name] == 1 else f"{name} ({before[name]})"))
    return tuple(told)


def _in_play(formation: Formation, force: Force, ids: Sequence[str]) -> InPlay:
    earned = bonuses(formation, force)
    by_unit = dict(zip(ids, formation.members, strict=True))
    core = [unit for unit, member in by_unit.items() if any(member is one for one in core_of(formation))]
    gives = _given({unit: by_unit[unit] for unit in core}, formation.choice, earned)
    pool = next((bonus.pool for bonus in earned if bonus.pool is not None), 0)
    if pool and (formation.type == SUPPORT or len(core) < len(ids)):
        gives[LUCKY] = tuple(core[: round_down(rules, len(core) / 2)] if formation.type == SUPPORT else core)
    return InPlay(
        formation.name,
        tuple(ids),
        transport=next((_IN_PLAY[overlay] for overlay in formation.overlays if overlay in _IN_PLAY), None),
        lucky=pool,
        gives=tuple(gives.items()),
        names=_named(formation, earned),
    )


def _named(formation: Formation, earned: Sequence[Bonus]) -> str | None:
    """The ability that is handed out anew every turn: the one chosen for the scenario, or the one that is played."""
    for bonus in earned:
        names = (formation.choice,) if formation.choice in bonus.abilities else bonus.abilities
        for name in names if bonus.per_turn else ():
            if name is not None and is_played(name):
                return name
    return None


def _given(core: dict[str, Member], choice: str | None, earned: Sequence[Bonus]) -> dict[str, tuple[str, ...]]:
    """Abilities that stay with certain units: those written down with them, or the one chosen for all."""
    if not earned:
        return {}
    gives: dict[str, list[str]] = {}
    for unit, member in core.items():
        for ability in member.granted:
            if is_played(ability) and _serves(member, ability):
                gives.setdefault(ability, []).append(unit)
    for_all = any(choice in bonus.abilities and not bonus.per_turn and bonus.users == len(core) for bonus in earned)
    if choice is not None and for_all and is_played(choice) and choice not in gives:
        gives[choice] = list(core)
    return {ability: tuple(units) for ability, units in gives.items()}
