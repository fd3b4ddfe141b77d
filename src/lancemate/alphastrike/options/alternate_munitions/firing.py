"""Naming a munition in an attack (p. 143): who has it, which ability fires it, alone or among all weapons.

Knows no munition; what each does stands with its family.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, carriers, munitions, title_of
from lancemate.alphastrike.play.explain import Modifier, listed
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Reckoning

PODS: Final = ("SNARC", "INARC", "CNARC")
SHELLS: Final = "artillery"
POINTS: Final = "missiles"  # the kind of attack that missiles make on a point of the table (points.py)
GUNS: Final = ("weapon", POINTS)
AIR_DEFENSE, AIR_ARROW, HOMING = "air_defense", "air_arrow", "homing_round"  # arrows.py, homing.py
KINDS: Final = (*GUNS, SHELLS, "offboard", "flak", *PODS, AIR_DEFENSE, AIR_ARROW, HOMING)
BESIDE: Final = (None, "TUR")  # all weapons fire, and those with the munition among them
AUTOCANNONS: Final = "AC"
LOBBED: Final = "IF"
MISSILES: Final = ("LRM", "SRM")
BOTH: Final = "+"  # between munitions of which more than one was named


class Round(NamedTuple):
    """What an attack fires: by which ability, which munition, and whether by that ability alone."""

    launcher: str
    munition: str
    alone: bool


def fired(attack: Attack) -> Round | None:
    """The munition of an attack, where one is named that its unit carries; nothing where its usual rounds are fired."""
    ammo = attack.command.ammo
    if ammo is None or attack.kind not in KINDS:
        return None
    launchers = launchers_meant(attack, ammo)
    return Round(launchers[0], ammo.rpartition(":")[2], is_alone(attack)) if len(launchers) == 1 else None


def fires(attack: Attack, munition: str) -> Round | None:
    """The same, if it is this munition."""
    if attack.command.ammo is None or not attack.command.ammo.endswith(munition):
        return None
    found = fired(attack)
    return found if found is not None and found.munition == munition else None


def is_alone(attack: Attack) -> bool:
    return attack.code not in BESIDE


def launchers_meant(attack: Attack, ammo: str) -> tuple[str, ...]:
    """The abilities of an attack that could fire a munition."""
    named, _, munition = ammo.rpartition(":")
    have = carriers(attack.attacker, munition)
    return tuple(one for one in have if named in ("", one) and takes_part(attack, one))


def takes_part(attack: Attack, launcher: str) -> bool:
    """Whether an ability fires in an attack: among all weapons, for itself, or as missiles over hills."""
    if launcher == AUTOCANNONS:
        return autocannons_take_part(attack)
    if attack.code in BESIDE:
        return attack.kind in GUNS and launcher in attack.mount.specials
    return launcher == ("LRM" if attack.code == LOBBED else attack.code)


@rules.rule("AS-OPT-116", otherwise=False)
def autocannons_take_part(attack: Attack) -> bool:
    """Autocannons fire among all weapons, which count their damage in, or for themselves."""
    together = attack.code in BESIDE and AUTOCANNONS in attack.mount.specials
    return attack.kind in GUNS and (together or attack.code == AUTOCANNONS)


def value_of(attack: Attack, launcher: str) -> Strength:
    """What an ability is worth at the target's range; over hills what its missiles are at Long."""
    special = attack.mount.specials.get(launcher)
    if special is None:
        return NONE
    values = special_damage(attack.battle, attack.attacker, special, attack.arc)
    return values.L if attack.indirect else values.at(attack.bracket)


def share(work: Reckoning, one: Round) -> int:
    """The points of an attack's damage that its munition brings: all of them where it is fired alone."""
    return work.points if one.alone else min(work.points, value_of(work.attack, one.launcher).points)


def less(work: Reckoning, one: Round, points: int, by: str) -> Modifier | None:
    """So many points less than the usual round would do."""
    taken = min(points, max(0, work.points))
    return Modifier(title_of(one.munition), -taken, by) if taken else None


def more(one: Round, points: int, by: str) -> Modifier | None:
    return Modifier(title_of(one.munition), points, by) if points else None


# -- may it be fired ------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-100", part=hooks.SLOT, plain=False)
def carries_it(attack: Attack) -> Refusal | None:
    """A unit has its usual ammunition, and what was written down for it before the battle."""
    ammo, unit = attack.command.ammo, attack.attacker
    if ammo is None or any(hook(attack) for hook in attack.battle.hooks[hooks.fires_unloaded]):
        return None
    if OPTION not in attack.battle.options:
        text = f"without the option {OPTION} all weapons fire their usual ammunition: name none"
        return Refusal("no_such_ammo", text, "AS-OPT-100")
    if carriers(unit, ammo.rpartition(":")[2]):
        return None
    has = listed([title_of(one) for types in munitions.of(unit).values() for one in types]) or "none but the usual"
    return Refusal("no_such_ammo", f"{unit.id} carries no {title_of(ammo)}: its munitions are {has}", "AS-OPT-100")


@hooks.may_attack.rule("AS-OPT-102", part=hooks.ABLE, when=OPTION)
def one_kind_of_ammunition(attack: Attack) -> Refusal | None:
    """An attack fires one kind of munition besides the usual ones."""
    ammo = attack.command.ammo
    if ammo is None or BOTH not in ammo:
        return None
    text = f"an attack fires one kind of special ammunition: name one of {listed(ammo.split(BOTH))}"
    return Refusal("one_ammo", text, "AS-OPT-102")


@hooks.may_attack.rule("AS-OPT-101", part=hooks.SPECIAL, when=OPTION)
def fires_it_so(attack: Attack) -> Refusal | None:
    """A munition goes with the ability that fires it, at the ranges where that does damage."""
    ammo = attack.command.ammo
    if ammo is None or not carriers(attack.attacker, ammo.rpartition(":")[2]):
        return None
    one, title = fired(attack), title_of(ammo.rpartition(":")[2])
    if one is None:
        return Refusal("no_such_ammo", _not_so(attack, ammo, title), "AS-OPT-101")
    for hook in attack.battle.hooks[hooks.munition_fits]:
        refusal = hook(attack)
        if refusal is not None:
            return refusal
    if attack.kind not in GUNS or value_of(attack, one.launcher).harms:
        return None
    text = f"{one.launcher} of {attack.attacker.id} does no damage at {RANGE_NAMES[attack.bracket]} range"
    return Refusal("out_of_range", f"{text}: {title} does not reach that far; fire the usual ammunition", "AS-OPT-101")


def _not_so(attack: Attack, ammo: str, title: str) -> str:
    """Which attacks would do for a munition that does not go with this one."""
    have = carriers(attack.attacker, ammo.rpartition(":")[2])
    if len(launchers_meant(attack, ammo)) > 1:
        return f"{' and '.join(have)} both carry {title}: say which, as in ammo: {{{have[0]}: {ammo}}}"
    guns = [one for one in have if one in ("AC", *MISSILES)]
    hint = f"a weapon attack with all weapons or using {' or '.join(guns)}" if guns else f"an attack using {have[0]}"
    return f"{title} is not fired so: it goes with {hint}"


# -- saying it ------------------------------------------------------------------------------------------------


@hooks.attack_choices.rule("AS-OPT-101", kinds=KINDS, when=OPTION)
def which_ammunition(attack: Attack) -> Choice | None:
    """One kind with every attack: the usual one, or another that goes with it."""
    words = tuple(word for word in words_for(attack) if fits_now(attack, word))
    if not words or attack.command.ammo is not None:
        return None
    one = title_of(words[0].rpartition(":")[2])
    label = "Ammunition" if len(words) > 1 else f"Special ammunition: {one}"
    return Choice("ammo", label, "word", "AS-OPT-101", among=words)


def words_for(attack: Attack) -> tuple[str, ...]:
    """The words for what a unit could fire in an attack; with its launcher where two have the same."""
    loads = [
        (launcher, munition)
        for launcher, types in munitions.of(attack.attacker).items()
        if takes_part(attack, launcher)
        for munition in types
    ]
    counted = [munition for _, munition in loads]
    return tuple(one if counted.count(one) == 1 else f"{launcher}:{one}" for launcher, one in loads)


def fits_now(attack: Attack, word: str) -> bool:
    """Whether a munition would do for this very attack."""
    tried = Attack(attack.battle, replace(attack.command, ammo=word))
    return fires_it_so(tried) is None
