"""Pilots who find the weak spot (pp. 97-100): a critical check more than the hit alone would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import HUMAN_TRO, MARKSMAN, SHARPSHOOTER, SWORDSMAN, piloted
from lancemate.alphastrike.damage import criticals
from lancemate.alphastrike.damage.damage import effects_wait
from lancemate.alphastrike.damage.reckoning import ADDED, HALVED, halved
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import AbilitySpent
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.steps import Step

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.state import Unit

hooks.question_kinds.add("swordsman", "what a blade strikes for")

MARKSMANSHIP: Final = rules.table("AS-SPA-043", {"margin": 3, "least damage": 1})
SHARP_EYES: Final = rules.table("AS-SPA-055", {"margin": 3})
SWORDPLAY: Final = rules.table("AS-SPA-063", {"damage": 1})
DAMAGE, CRITICAL = "damage", "critical"

# What a swordsman has made of the hit that is just being resolved.
swordplay = unit_memory("swordplay", str, default=None, expires="phase", rule="AS-SPA-063", told="goes for {}")


@rules.rule("AS-SPA-017", otherwise=None)
def one_check_more(attack: Attack, made: Made, cause: str) -> None:
    """A critical check that armor does not prevent, after all others; a hit that does nothing brings none."""
    settled = made.settled
    if attack.target is None or settled is None or (settled.minimal and not settled.damage and not settled.heat):
        return
    wait = effects_wait(attack.battle, attack.source)
    attack.battle.follow(Step(criticals.check, (attack.target.id, cause, wait, attack.attacker.id)))


def stood_still(unit: Unit) -> bool:
    """It could have moved and did not: whoever is immobile only stays where it is (AS-SPA-015)."""
    return unit.moved == "standstill"


# -- Sharpshooter and Marksman --------------------------------------------------------------------------------


@hooks.hit_landed.rule("AS-SPA-055", when=piloted(SHARPSHOOTER))
def sharpshooter(attack: Attack, made: Made) -> None:
    """A good hit of one who stood still finds a weak spot, and does all of its damage."""
    unit = attack.attacker
    if not attack.is_weapon or not stood_still(unit) or not has(attack.battle, unit, SHARPSHOOTER):
        return
    if made.margin >= SHARP_EYES.of(attack)["margin"]:
        one_check_more(attack, made, "sharpshooter")


@hooks.attack_choices.rule("AS-SPA-043", traits=trait.SHOT, when=piloted(MARKSMAN))
def aims_for_a_weak_spot(attack: Attack) -> Choice | None:
    """Whoever stood still may trade half its damage for a chance."""
    if not stood_still(attack.attacker) or not has(attack.battle, attack.attacker, MARKSMAN):
        return None
    text = "Marksman: half damage, a critical check on a good hit"
    return Choice("abilities", text, "flag", "AS-SPA-043", among=(MARKSMAN,))


@hooks.damage.rule("AS-SPA-043", part=HALVED, kinds=hooks.MADE, when=piloted(MARKSMAN))
def one_careful_shot(work: Reckoning) -> Modifier | None:
    """Half of what it would do, overheat included, and at least a point; of minimal damage nothing is left."""
    if MARKSMAN not in work.attack.command.abilities:
        return None
    half = halved(work, least=MARKSMANSHIP.of(work)["least damage"])
    return Modifier(MARKSMAN, half - work.points, "AS-SPA-043") if half != work.points else None


@hooks.hit_landed.rule("AS-SPA-043", when=piloted(MARKSMAN))
def marksman(attack: Attack, made: Made) -> None:
    """A good hit finds the weak spot; a Sharpshooter finds it anyway, and only once."""
    if MARKSMAN not in attack.command.abilities or made.margin < MARKSMANSHIP.of(attack)["margin"]:
        return
    if not has(attack.battle, attack.attacker, SHARPSHOOTER):
        one_check_more(attack, made, "marksman")


# -- Human TRO ------------------------------------------------------------------------------------------------


@hooks.attack_choices.rule("AS-SPA-038", when=piloted(HUMAN_TRO))
def knows_the_drawings(attack: Attack) -> Choice | None:
    """Once a game, announced before the dice."""
    unit = attack.attacker
    if attack.target is None or HUMAN_TRO in unit.spent or not has(attack.battle, unit, HUMAN_TRO):
        return None
    return Choice(
        "abilities", "Human TRO: a critical check on a hit, once a game", "flag", "AS-SPA-038", among=(HUMAN_TRO,)
    )


@hooks.hit_landed.rule("AS-SPA-038", when=piloted(HUMAN_TRO))
def human_tro(attack: Attack, made: Made) -> None:
    """It knows where this model can be hurt."""
    if HUMAN_TRO in attack.command.abilities:
        one_check_more(attack, made, "human_tro")


@hooks.attack_made.rule("AS-SPA-038", when=piloted(HUMAN_TRO))
def knowledge_is_used(attack: Attack, made: Made) -> None:
    """Hit or miss, that was the one time."""
    if HUMAN_TRO in attack.command.abilities:
        attack.battle.emit(AbilitySpent(attack.attacker.id, HUMAN_TRO, "AS-SPA-038"))


# -- Swordsman ------------------------------------------------------------------------------------------------


@hooks.hit_question.rule("AS-SPA-063", when=piloted(SWORDSMAN))
def swordsman(attack: Attack) -> Decision | None:
    """A hit with a hand weapon does more damage, or finds a weak spot: as its pilot chooses."""
    unit = attack.attacker
    if (
        trait.HAND_WEAPON not in attack.traits
        or swordplay.of(unit) is not None
        or not has(attack.battle, unit, SWORDSMAN)
    ):
        return None
    return Decision(
        side=unit.side,
        kind="swordsman",
        question=f"{unit.id} has hit {attack.target_name}: a point of damage more, or a critical check?",
        choices=(DAMAGE, CRITICAL),
        rule="AS-SPA-063",
        unit=unit.id,
    )


@hooks.hit_answered.rule("AS-SPA-063", when=piloted(SWORDSMAN))
def cut_or_thrust(attack: Attack, kind: str, choice: str) -> None:
    if kind == "swordsman":
        swordplay.note(attack.battle, attack.attacker, choice)


@hooks.damage.rule("AS-SPA-063", part=ADDED, kinds=hooks.MADE, when=piloted(SWORDSMAN))
def deeper_cut(work: Reckoning) -> Modifier | None:
    if trait.HAND_WEAPON not in work.attack.traits or swordplay.of(work.attack.attacker) != DAMAGE:
        return None
    return Modifier(SWORDSMAN, SWORDPLAY.of(work)["damage"], "AS-SPA-063")


@hooks.hit_landed.rule("AS-SPA-063", when=piloted(SWORDSMAN))
def thrust(attack: Attack, made: Made) -> None:
    if trait.HAND_WEAPON in attack.traits and swordplay.of(attack.attacker) == CRITICAL:
        one_check_more(attack, made, "swordsman")
