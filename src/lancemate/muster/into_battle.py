"""From a force to a battle: its units with their crews, and its formations with what they give in play.

Knows which bonus a formation has earned and who has it; what an ability does is the battle's affair. Nothing is chosen
for a player: what choosing.py says is left open nobody has. Abilities that are not played yet
(alphastrike/cards/pilot_names.py) stay on the roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.cards.command_names import FOCUS, WARRIOR_CODE
from lancemate.alphastrike.cards.pilot_names import DISRUPTION, LUCKY, TACTICAL_GENIUS, is_played
from lancemate.alphastrike.play.setup import MECHANIZED as MECHANIZED_IN_PLAY
from lancemate.alphastrike.play.setup import NOVA as NOVA_IN_PLAY
from lancemate.alphastrike.play.setup import CommandAbility, Muster, Side
from lancemate.alphastrike.play.setup import Formation as InPlay
from lancemate.muster.choosing import NOBODYS, chosen_for_all, for_everybody, for_some, left_open
from lancemate.muster.command_abilities import focused
from lancemate.muster.command_checks import abilities_of
from lancemate.muster.force import COMMANDER, MECHANIZED, NOVA, Force, Formation, Member, musters
from lancemate.muster.formations.bonuses import Bonus
from lancemate.muster.formations.book import bonuses, core_of, is_of_its_type, overlay_faults
from lancemate.muster.formations.command import initiative_bonus, leader_of
from lancemate.muster.grants import Grant, grants_of
from lancemate.muster.pilot_abilities import bare_name

FIXED: Final = "AS-FOR-052"  # gives something to two units a turn
_IN_PLAY: Final = {MECHANIZED: MECHANIZED_IN_PLAY, NOVA: NOVA_IN_PLAY}


def with_abilities(force: Force, side: str, *, prefix: str | None = None) -> tuple[Muster, ...]:
    """The units of a force as ``musters`` has them, with the abilities their pilots have of their own."""
    units = musters(force, side, prefix=prefix)
    return tuple(replace(unit, abilities=_own(member)) for unit, member in zip(units, force.members, strict=True))


def with_bombs(unit: Muster) -> Muster:
    """Aircraft take off with all the bombs they carry, where nobody has chosen any: they cost no more than Thrust."""
    room = int(unit.card.specials.value("BOMB")) if unit.card.is_aerospace else 0
    return unit if unit.bombs or not room else replace(unit, bombs=("HE",) * room)


def _own(member: Member) -> tuple[str, ...]:
    return tuple(ability for ability in member.bought if is_played(ability))


def formations_in_play(force: Force, side: str, *, prefix: str | None = None) -> tuple[InPlay, ...]:
    """The formations of a force as a battle knows them, with the ids that ``musters`` gives their units."""
    ids = iter([unit.id for unit in musters(force, side, prefix=prefix)])
    grants = iter(grants_of(force))
    return tuple(
        _in_play(formation, force, [(next(ids), next(grants)) for _ in formation.members])
        for formation in force.formations
    )


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


def plain_formations(forces: Mapping[str, Force]) -> tuple[InPlay, ...]:
    """The same where players have left the bonuses at home: who belongs together, as what, and who counts for it."""
    return tuple(
        InPlay(one.name, one.members, type=one.type, earned=one.earned, base=one.base) for one in all_formations(forces)
    )


def side_of(force: Force, side: Side, *, prefix: str | None = None) -> Side:
    """A side with the officers and the command abilities of its force, by the ids that ``musters`` gives its units."""
    ids = [unit.id for unit in musters(force, side.name, prefix=prefix)]
    by_rank = sorted(zip(ids, force.members, strict=True), key=lambda pair: pair[1].command != COMMANDER)
    officers = tuple(unit for unit, member in by_rank if member.command is not None)
    return replace(
        side,
        faction=side.faction or force.faction,
        command=side.command or force.name,
        officers=officers,
        command_abilities=tuple(_commands(force, ids)),
    )


def _commands(force: Force, ids: Sequence[str]) -> Iterator[CommandAbility]:
    """What a force has, each with what was chosen; who has it is told by ids, where nobody was chosen nobody has it."""
    for ability in abilities_of(force):
        if ability.name == FOCUS and ability.word is not None and ability.units is None:
            taught = [Grant(ability.word, focus=True) in own for own in grants_of(force)]
            yield replace(ability, units=tuple(unit for unit, learns in zip(ids, taught, strict=True) if learns))
        elif ability.units is not None:
            places = [int(place) for place in ability.units]
            if ability.name == WARRIOR_CODE:
                places = [place for place in places if is_of_its_type(_formation_at(force, place))]
            if ability.name == FOCUS and ability.word is not None:
                places = places[: focused(force.command_abilities, len(ids)).get(ability.word, 0)]
            yield replace(ability, units=tuple(ids[place - 1] for place in places))
        else:
            yield replace(ability, units=()) if ability.name in NOBODYS else ability


def _formation_at(force: Force, place: int) -> Formation:
    """The formation of a unit, by its place in the force."""
    for formation in force.formations:
        if place <= len(formation.members):
            return formation
        place -= len(formation.members)
    raise IndexError(place)


def _in_play(formation: Formation, force: Force, units: Sequence[tuple[str, tuple[Grant, ...]]]) -> InPlay:
    earned = bonuses(formation, force)
    core = core_of(formation)
    paired = list(zip(units, formation.members, strict=True))
    by_unit = {unit: member for (unit, _), member in paired if any(member is one for one in core)}
    gives = _given(formation, by_unit, earned, {unit: own for unit, own in units if unit in by_unit})
    pool = next((bonus for bonus in earned if bonus.pool is not None), None)
    usable = pool is not None and (LUCKY in gives or not for_some(pool, core))
    return InPlay(
        formation.name,
        tuple(unit for unit, _ in units),
        transport=_transport(formation),
        lucky=pool.pool or 0 if pool is not None and usable else 0,
        gives=tuple(gives.items()),
        names=_named(formation, core, earned, fixed=False),
        names_two=_named(formation, core, earned, fixed=True),
        type=formation.type,
        earned=formation.type is None or is_of_its_type(formation),
        base=tuple(by_unit) if 0 < len(by_unit) < len(units) else (),
    )


def _transport(formation: Formation) -> str | None:
    """What its infantry may do aboard; who claims both has chosen neither, and all of it finds room."""
    claimed = [_IN_PLAY[overlay] for overlay in formation.overlays if overlay in _IN_PLAY]
    odd = any(rule == "AS-FOR-076" for _, rule in overlay_faults(formation))
    return claimed[0] if claimed and not odd else None


def _named(formation: Formation, core: Sequence[Member], earned: Sequence[Bonus], *, fixed: bool) -> str | None:
    """The ability that is handed out anew every turn: the only one, or the one chosen for the scenario.

    With ``fixed`` the one that so many units have, however many there are: that of a Fast Assault Lance.
    """
    for bonus in earned:
        if not bonus.per_turn or (bonus.rule == FIXED) is not fixed or left_open(formation, core, bonus) is not None:
            continue
        name = formation.choice if formation.choice in bonus.abilities else bonus.abilities[0]
        if name is not None and is_played(name):
            return name
    return None


def _given(
    formation: Formation, core: dict[str, Member], earned: Sequence[Bonus], grants: Mapping[str, Sequence[Grant]]
) -> dict[str, tuple[str, ...]]:
    """Abilities that stay with certain units: by the book, by the choice for all, or written down with them."""
    gives: dict[str, list[str]] = {}

    def give(ability: str, unit: str) -> None:
        if is_played(ability) and unit not in gives.setdefault(ability, []):
            gives[ability].append(unit)

    members = tuple(core.values())
    for bonus in earned:
        if for_everybody(bonus, members):
            for place, unit in enumerate(core):
                if bonus.may_have(place):
                    give(bonus.abilities[0], unit)
        elif not bonus.per_turn and chosen_for_all(formation, bonus, members) and not _written_down(bonus, members):
            for place, unit in enumerate(core):
                if bonus.may_have(place):
                    give(str(formation.choice), unit)
    if any(DISRUPTION in bonus.abilities for bonus in earned):
        gives[DISRUPTION] = list(core)
    for unit, own in grants.items():
        for grant in own:
            if grant.bonus is not None:
                give(bare_name(grant.ability), unit)
    leader = leader_of(members) if any(TACTICAL_GENIUS in bonus.abilities for bonus in earned) else None
    if leader is not None and initiative_bonus(members):
        give(TACTICAL_GENIUS, list(core)[leader])
    return {ability: tuple(units) for ability, units in gives.items() if units}


def _written_down(bonus: Bonus, core: Sequence[Member]) -> bool:
    return any(bare_name(ability) in bonus.abilities for member in core for ability in member.granted)
