"""Autocannon ammunition (p. 145), in a standard attack or fired by the autocannons (AC) alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.flak import bursts, flies
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.damage.reckoning import ADDED, MUNITION, minimal_rounded
from lancemate.alphastrike.options.alternate_munitions.firing import Round, fires, less, more, share, value_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, row_of, title_of
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning, Settled
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.ruleset import Switched
    from lancemate.kernel.tally import SoFar

PIERCING, FLAK, FLECHETTE, PRECISION, TRACER = "armor_piercing", "flak", "flechette", "precision", "tracer"
GUNS: Final = "AC"
FAST: Final = rules.table("AS-OPT-120", {"Move": 10.0, "damage": 1, "alone": -2})
LUCK: Final = rules.table("AS-OPT-117", {"check on": 10})
LIGHTER: Final = rules.table("AS-OPT-121", {"darkness": 1})
NIGHT: Final = "AS-BAT-085"  # the rule whose modifier tracers make up for
SHREDDED: Final = ("woods", "jungle")


def rounds(attack: Attack, munition: str) -> Round | None:
    """What autocannons fire, if it is this."""
    one = fires(attack, munition)
    return one if one is not None and one.launcher == GUNS else None


def is_soft(attack: Attack) -> bool:
    """Conventional infantry, woods or jungle: what flechettes tear to pieces."""
    if attack.target is not None:
        return attack.target.card.type == "CI"
    return attack.feature is not None and any(word in attack.feature.kind for word in SHREDDED)


# -- armor-piercing -------------------------------------------------------------------------------------------


def pierces(attack: Attack) -> Round | None:
    """Armor-piercing rounds at something they are made for; to all else they are like any others."""
    target = attack.target
    if target is not None and (target.card.is_infantry or target.card.is_aerospace):
        return None
    return rounds(attack, PIERCING)


@hooks.to_hit.rule("AS-OPT-117", part=hooks.OTHER, when=OPTION)
def armor_piercing_aim(attack: Attack) -> Modifier | None:
    """They are harder to hit with."""
    one = pierces(attack)
    if one is None:
        return None
    return Modifier(title_of(PIERCING), int(row_of(attack, one.launcher, PIERCING).to_hit), "AS-OPT-117")


@hooks.damage.rule("AS-OPT-117", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def armor_piercing_damage(work: Reckoning) -> Modifier | None:
    """A point less from the autocannons, though never their last one."""
    one = pierces(work.attack)
    return less(work, one, 1, "AS-OPT-117") if one is not None and share(work, one) > 1 else None


@hooks.chancy_checks.entry(PIERCING)
def armor_piercing_luck(by: Switched) -> tuple[int, str]:
    """What two dice must show for that critical hit."""
    return LUCK.of(by)["check on"], "AS-OPT-117"


@hooks.hit_causes.rule("AS-OPT-117", when=OPTION)
def armor_piercing_check(attack: Attack, settled: Settled) -> str | None:
    """With luck a critical hit, whatever armor is left; ablative armor against penetration knows no such luck."""
    return PIERCING if pierces(attack) is not None and penetrates(attack) else None


@rules.rule("AS-SPC-071", otherwise=True)
def penetrates(attack: Attack) -> bool:
    """Anti-penetrative ablation armor takes such rounds for usual ones."""
    return attack.target is not None and not attack.target.has("ABA")


# -- flak -----------------------------------------------------------------------------------------------------


@hooks.attack_made.rule("AS-OPT-118", when=OPTION)
def shells_burst_near(attack: Attack, made: Made) -> bool | None:
    """A shot that misses something in the air by 1 or 2 still does the damage of the autocannons."""
    one = rounds(attack, FLAK)
    if one is None or attack.target is None or not flies(attack.target):
        return None
    if not value_of(attack, GUNS).harms or has_flak(attack):
        return None
    return bursts(attack, GUNS, made, "AS-OPT-118")


def has_flak(attack: Attack) -> bool:
    """Its flak guns (FLK) have fired as well, and burst by themselves."""
    return attack.code != GUNS and value_of(attack, "FLK").harms


@hooks.damage.rule("AS-OPT-118", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def flak_on_the_ground(work: Reckoning) -> Modifier | None:
    """Shells that burst in the air do nothing to what is not there."""
    one, target = rounds(work.attack, FLAK), work.attack.target
    if one is None or (target is not None and flies(target)):
        return None
    return less(work, one, share(work, one), "AS-OPT-118")


# -- flechettes -----------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-OPT-119", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def flechettes(work: Reckoning) -> Modifier | None:
    """The damage of the autocannons once more to infantry and woods, half of it less to everything else."""
    one = rounds(work.attack, FLECHETTE)
    if one is None:
        return None
    points = value_of(work.attack, GUNS).points
    if is_soft(work.attack):
        return more(one, points, "AS-OPT-119")
    if not one.alone:
        return less(work, one, round_down(work, points / 2), "AS-OPT-119")
    work.die = minimal_rounded(work, work.die)
    return less(work, one, work.points - round_down(work, points / 2) - work.die, "AS-OPT-119")


# -- precision ------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-120", part=hooks.OTHER, when=OPTION)
def precision_aim(attack: Attack) -> Modifier | None:
    """Fired alone they find their target."""
    one = rounds(attack, PRECISION)
    alone = FAST.of(attack)["alone"]
    return Modifier(title_of(PRECISION), int(alone), "AS-OPT-120") if one is not None and one.alone else None


@hooks.damage.rule("AS-OPT-120", part=ADDED, kinds=hooks.MADE, when=OPTION)
def precision_damage(work: Reckoning) -> Modifier | None:
    """Among all weapons they do a point more to whoever is fast."""
    one, target = rounds(work.attack, PRECISION), work.attack.target
    if one is None or one.alone or target is None or not is_fast(work.attack, target):
        return None
    return more(one, int(FAST.of(work)["damage"]), "AS-OPT-120")


def is_fast(attack: Attack, target: Unit) -> bool:
    """Ten inches of Move now, in whatever way it moves best; Thrust is no Move."""
    if target.card.is_aerospace:
        return False
    best = max(current_move(attack.battle, target, mode) for mode in ("ground", "jump"))
    return best >= FAST.of(attack)["Move"]


# -- tracers --------------------------------------------------------------------------------------------------


@hooks.to_hit.seeing("AS-OPT-121", part=ToHit.RELIEVED, when=OPTION)
def tracers(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Dusk and dawn are no darker than day to them, and everything darker a little less dark."""
    if rounds(attack, TRACER) is None:
        return None
    back = so_far.take_back(lambda part: part.rule == NIGHT, LIGHTER.of(attack)["darkness"])
    return Modifier(title_of(TRACER), int(back), "AS-OPT-121") if back else None
