"""A shot in reaction: whether it may be made, what it needs, what comes of it (pp. 12-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.battletroops import hooks
from lancemate.battletroops.arms.weapons import Weapon, weapon
from lancemate.battletroops.damage.wounds import wound
from lancemate.battletroops.movement.plan import Left
from lancemate.battletroops.play.events import ArcRemoved, ShotFired
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.sight.look import Look, Place, look, place_of
from lancemate.battletroops.sight.ranges import reach, watches, within_arms_reach
from lancemate.battletroops.soldiers.track import condition
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, total
from lancemate.kernel.lazily import lazy

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.state import Unit
    from lancemate.kernel.changes import Changes

MOST: int = 12


class Shot:
    """One soldier fires at one target. ``target`` may be in the air or elsewhere than its unit says: ``place``."""

    def __init__(self, battle: Battle, shooter: Unit, target: Unit, using: str | None = None) -> None:
        self.battle, self.shooter, self.target = battle, shooter, target
        self.using = shooter.prepared if using is None else using

    @property
    def changed(self) -> Changes | None:
        return self.battle.changed

    @lazy
    def weapon(self) -> Weapon | None:
        return weapon(self.battle, self.using)

    @lazy
    def place(self) -> Place:
        return place_of(self.target)

    @lazy
    def look(self) -> Look:
        return look(self.battle, place_of(self.shooter), self.place)

    @lazy
    def distance(self) -> int:
        return reach(self.battle, self.shooter.at, self.target.at)

    @lazy
    def modifiers(self) -> tuple[Modifier, ...]:
        """The named parts of its number: hook ``to_hit``."""
        answers = (hook(self) for hook in self.battle.hooks[hooks.to_hit])
        return tuple(part for part in answers if part is not None)

    @property
    def order(self) -> str | None:
        """How a plan names it among the shots of one shooter."""
        return None

    @property
    def damage(self) -> int | None:
        """Its points against machines."""
        return None

    def land(self, left: Left | None) -> None:
        """It has hit."""
        arm = self.weapon
        assert arm is not None
        wound(self.battle, self.target, arm.name, arm.lethal, left=left)

    def spent(self) -> None:
        """What firing takes out of the shooter."""

    @property
    def target_number(self) -> int:
        return total(self.modifiers)

    @property
    def why_not(self) -> Refusal | None:
        """The first reason against it: hook ``may_shoot``."""
        for hook in self.battle.hooks[hooks.may_shoot]:
            refusal: Refusal | None = hook(self)
            if refusal is not None:
                return refusal
        return None


def shots_of(battle: Battle, shooter: Unit, target: Unit, using: str | None = None) -> list[Shot]:
    """What one may fire at another: of a machine every weapon, or those of a name."""
    if shooter.machine is None and target.machine is None:
        return [Shot(battle, shooter, target, using)]
    found: list[Shot] = hooks.questions["shots"](battle, shooter, target, using)
    return found


# -- whether it may be made -----------------------------------------------------------------------------------------


@hooks.may_shoot.rule("BT-COM-002", part=hooks.ABLE)
def able_to_shoot(shot: Shot) -> Refusal | None:
    """A shooter in his senses fires at an enemy who can still fight, at one who lies in his arc."""
    shooter, target = shot.shooter, shot.target
    if not shooter.able:
        return Refusal("out", f"{shooter.id} is out of the game", "BT-COM-002")
    if shooter.side == target.side:
        return Refusal("own_side", f"{target.id} is of the same side", "BT-COM-002")
    if not target.able:
        return Refusal("target_out", f"{target.id} is out of the game", "BT-COM-002")
    if shooter.arc is not None and not watches(shot.battle, shooter.at, shooter.arc, target.at):
        return Refusal("out_of_arc", f"{target.id} is not in the firing arc of {shooter.id}", "BT-COM-002")
    if target.id == shooter.hand_to_hand or shooter.id == target.hand_to_hand:
        return hand_to_hand_alone(shot.battle, shooter, target)
    return None


@rules.rule("BT-COM-029", otherwise=None)
def hand_to_hand_alone(battle: Battle, shooter: Unit, target: Unit) -> Refusal | None:
    """Once a blow is announced, neither of the two uses a firearm on the other while they are at each other."""
    if not within_arms_reach(battle, shooter, target):
        return None
    return Refusal("hand_to_hand", f"{shooter.id} and {target.id} fight hand to hand", "BT-COM-029")


@hooks.may_shoot.rule("BT-MOV-014", part=hooks.WATCHING)
def needs_an_arc(shot: Shot) -> Refusal | None:
    """Whoever has set no arc watches nobody."""
    if shot.shooter.arc is not None:
        return None
    return Refusal("no_arc", f"{shot.shooter.id} has no firing arc", "BT-MOV-014")


@hooks.may_shoot.rule("BT-COM-022", part=hooks.READY)
def needs_a_weapon(shot: Shot) -> Refusal | None:
    """A firearm must be ready, and reach so far."""
    arm = shot.weapon
    if arm is None or not arm.is_firearm or shot.using != shot.shooter.prepared:
        return Refusal("no_weapon", f"{shot.shooter.id} has no firearm ready", "BT-COM-022")
    if shot.distance > arm.reach:
        text = f"it is {shot.distance} dots away; the {arm.name} reaches {arm.reach}"
        return Refusal("out_of_range", text, "BT-COM-022")
    return None


@hooks.may_shoot.rule("BT-COM-004", part=hooks.READY)
def fires_once(shot: Shot) -> Refusal | None:
    """A semi-automatic weapon fires once in a turn."""
    arm = shot.weapon
    if arm is None or fires_bursts(shot, arm) or not shot.shooter.fired:
        return None
    text = f"{shot.shooter.id} has fired his {arm.name}: once in a turn"
    return Refusal("has_fired", text, "BT-COM-004")


@rules.rule("BT-COM-005", otherwise=False)
def fires_bursts(shot: Shot, arm: Weapon) -> bool:
    """An automatic weapon fires at every chance, at the same man and at others."""
    return arm.automatic


@hooks.may_shoot.rule("BT-COM-002", part=hooks.SIGHT)
def sees_the_target(shot: Shot) -> Refusal | None:
    if shot.look.clear:
        return None
    text = f"{shot.target.id} is hidden by {shot.look.hidden_by}"
    return Refusal("no_line_of_sight", text, shot.look.rule)


@hooks.may_shoot.rule("BT-COM-039", part=hooks.NUMBER)
def not_beyond_twelve(shot: Shot) -> Refusal | None:
    """What needs more than 12 is not tried."""
    if shot.target_number <= MOST:
        return None
    return Refusal("too_hard", f"it would need {shot.target_number}, more than {MOST}", "BT-COM-039")


# -- what it needs ----------------------------------------------------------------------------------------------


BASES = rules.table("BT-COM-022", {"short": 6, "long": 8})


@hooks.to_hit.rule("BT-COM-022", part=hooks.BASE)
def base_number(shot: Shot) -> Modifier | None:
    """Six at short range, eight at long."""
    arm = shot.weapon
    if arm is None:
        return None
    bracket = "short" if shot.distance <= arm.short[1] else "long"
    return Modifier(f"{bracket.capitalize()} range", BASES.of(shot)[bracket], "BT-COM-022")


MODIFIERS = rules.table(
    "BT-WPN-007",
    {"partial_cover": 1, "attacker_prone": -1, "target_prone": 1, "target_prone_next_to_him": -1, "hand_to_hand": 4},
)


@hooks.to_hit.rule("BT-COM-023", part=hooks.COVER)
def cover_modifier(shot: Shot) -> Modifier | None:
    """One more for each cover that counts."""
    found = shot.look.covers
    if not found:
        return None
    kinds = ", ".join(cover.kind for cover in found)
    return Modifier(f"Partial cover: {kinds}", MODIFIERS.of(shot)["partial_cover"] * len(found), "BT-COM-023")


@hooks.to_hit.rule("BT-COM-026", part=hooks.WOUND, types="soldier")
def wound_modifier(shot: Shot) -> Modifier | None:
    """The shooter's condition."""
    if not shot.shooter.is_soldier:
        return None
    return wounded(shot.battle, shot.shooter)


@rules.rule("BT-COM-026", otherwise=None)
def wounded(battle: Battle, unit: Unit) -> Modifier | None:
    """What his wounds add to every attack of his."""
    value = condition(battle, unit.track).to_hit
    return Modifier("Wounds", value, "BT-COM-026") if value else None


@hooks.to_hit.rule("BT-COM-027", part=hooks.PRONE)
def target_prone(shot: Shot) -> Modifier | None:
    """Whoever lies is harder to hit, but easier for one who stands next to him."""
    if not shot.target.prone:
        return None
    if shot.distance > 1:
        return Modifier("Target prone", MODIFIERS.of(shot)["target_prone"], "BT-COM-027")
    if shot.shooter.prone:
        return None
    return Modifier("Target prone next to him", MODIFIERS.of(shot)["target_prone_next_to_him"], "BT-COM-027")


@hooks.to_hit.rule("BT-COM-027", part=hooks.PRONE)
def shooter_prone(shot: Shot) -> Modifier | None:
    """Whoever lies aims better."""
    return Modifier("Prone", MODIFIERS.of(shot)["attacker_prone"], "BT-COM-027") if shot.shooter.prone else None


# -- making it --------------------------------------------------------------------------------------------------


@rules.rule("BT-COM-039", otherwise=True)
def is_hit(battle: Battle, roll: tuple[int, ...], number: int) -> bool:
    """Two dice, at least the number."""
    return sum(roll) >= number


def fire(shot: Shot, left: Left | None = None) -> None:
    """Roll it, and carry out what comes of it at once. ``left``: the last free dot the target came from."""
    battle, arm = shot.battle, shot.weapon
    assert arm is not None
    parts, number = shot.modifiers, shot.target_number
    for hook in battle.hooks[hooks.acts]:
        hook(battle, shot.shooter)
    roll = battle.roll(2)
    hit = is_hit(battle, roll, number)
    event = ShotFired(
        shot.shooter.id, shot.target.id, shot.using, shot.distance, number, parts, roll, hit, fires_bursts(shot, arm)
    )
    battle.emit(event)
    shot.spent()
    if hit:
        shot.land(left)
    for hook in battle.hooks[hooks.shot_made]:
        hook(battle, shot.shooter)


@hooks.shot_made.rule("BT-COM-004")
def arc_is_used_up(battle: Battle, shooter: Unit) -> None:
    """After his one shot his arc is gone."""
    if shooter.fired and shooter.arc is not None:
        battle.emit(ArcRemoved(shooter.id, "BT-COM-004"))
