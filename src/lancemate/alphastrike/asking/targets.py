"""Every attack a unit could make now: what a bot chooses from and a player's screen lights up.

Knows no rule and no kind of attack: each kind names its candidates (``Kind.aims``), and the rules are asked about each.
Whoever needs only one legal attack draws from ``possible_targets`` and asks ``is_legal``, which is faster than weeding
out all of them.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.aims import Aim, Around, gap, mounts_fired
from lancemate.alphastrike.combat.attack import Attack, Kind, platform_of, why_not
from lancemate.alphastrike.combat.sight import look_around, sight_range
from lancemate.alphastrike.combat.weapons import BY_ITSELF, strikes_anybody
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.terrain.ground import names_of

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit


def legal_targets(battle: Battle, unit: Unit, *, terrain: bool = False) -> list[Aim]:
    """Every legal attack of a unit on units, and on terrain when asked for; attacks on points are not listed."""
    return [aim for aim in possible_targets(battle, unit, terrain=terrain) if is_legal(battle, unit, aim)]


def is_legal(battle: Battle, unit: Unit, aim: Aim) -> bool:
    return why_not(Attack(battle, aim.command(unit.id))) is None


def possible_targets(battle: Battle, unit: Unit, *, terrain: bool = False, spotters: bool = True) -> list[Aim]:
    """Attacks worth asking about: every enemy in sight's range with every weapon that bears on it.

    Without ``spotters`` those that somebody else sees the target for are left out (``through_the_eyes_of``).
    """
    platform = platform_of(battle, unit)
    if not platform.on_table:
        return aims_aboard(battle, unit)
    reach = inf if battle.hooks[hooks.aims_unseen] else sight_range(battle)
    friends = bool(battle.hooks[hooks.knows_no_friends]) and strikes_anybody(battle, unit)
    enemies = [
        enemy
        for enemy in battle.in_the_open()
        if (enemy.side != unit.side or (friends and enemy is not unit))
        and (enemy.airborne or gap(battle, platform, enemy) <= reach + 0.1)
    ]
    if len(enemies) > 1:
        look_around(battle, (platform,), enemies)
    around = Around(battle, unit, platform, enemies, names_of(battle.table) if terrain else (), spotters)
    found: list[Aim] = []
    for kind in _aimed_kinds(battle):
        if not kind.codes or not unit.card.all_codes.isdisjoint(kind.codes):
            found += kind.aims(around)  # type: ignore[misc]
    return found


def _aimed_kinds(battle: Battle) -> tuple[Kind, ...]:
    """The kinds of attack with candidates of their own that somebody here has the abilities for."""
    known: tuple[Kind, ...] | None = battle.memory.get("kinds of attack")
    if known is None:
        codes = frozenset().union(*(unit.card.all_codes for unit in battle.units.values()))
        kinds = sorted(KINDS.values(), key=_guns_before_blows)
        known = tuple(one for one in kinds if one.aims is not None and (not one.codes or codes & {*one.codes}))
        battle.memory["kinds of attack"] = known
    return known


def aims_aboard(battle: Battle, unit: Unit) -> list[Aim]:
    """Attacks that somebody aboard may make there."""
    around = Around(battle, unit, unit, (), (), False)
    inside = [kind for kind in KINDS.values() if trait.INDOORS in kind.traits]
    return [aim for kind in inside if kind.aims is not None for aim in kind.aims(around)]


def possible_deeds(battle: Battle, unit: Unit) -> list[Aim]:
    """Attacks worth asking about that serve a scenario and hurt nobody."""
    if not unit.on_table:
        return []
    around = Around(battle, unit, unit, (), tuple(battle.table.by_id), False)
    return [
        aim
        for kind in KINDS.values()
        if trait.DEED in kind.traits and kind.aims is not None
        for aim in kind.aims(around)
    ]


def _guns_before_blows(kind: Kind) -> int:
    """Direct fire, then blows, then what strikes an area or does no damage."""
    return 1 if trait.PHYSICAL in kind.traits else 2 if kind.resolve is not None else 0


def through_the_eyes_of(battle: Battle, unit: Unit, spotter: Unit, enemy: Unit) -> list[Aim]:
    """Indirect fire worth asking about, at one enemy that one other unit sees."""
    return [
        Aim(enemy.id, "weapon", BY_ITSELF, spotter.id, mount.name if mount.separate else None)
        for mount in mounts_fired(battle, unit)
        if BY_ITSELF in mount.specials.codes
    ]
