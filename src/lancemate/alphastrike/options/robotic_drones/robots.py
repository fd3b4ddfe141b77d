"""What robots are (pp. 175-177): how good, when they act, what they never have and never fear."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.play.events import InitiativeRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, SideId
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.options import brings
from lancemate.alphastrike.play.state import State
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.events import event

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster
    from lancemate.alphastrike.play.state import Unit

ROBOT, BETTER = "RBT", "SDCS"
DRONES: Final = ("DRO", ROBOT, BETTER)
ROBOTS: Final = rules.option("robotic_drones", "AS-OPT-590", "robots act by themselves, drones by remote control")
brings.add(ROBOTS, ("DRO", "DCC", ROBOT, BETTER))

PART: Final = "robots"
SKILLS: Final = rules.table("AS-OPT-592", {ROBOT: {"worse": 1, "best": 3}, BETTER: {"worse": 0, "best": 2}})
rules.also("AS-SPC-141", SKILLS)
rules.also("AS-SPC-143", SKILLS)
INITIATIVE: Final = rules.table("AS-OPT-591", {ROBOT: -2, BETTER: -1})

# Who acts after whom this turn, lowest roll first.
order = battle_memory("turn_order", list[str], default=[], rule="AS-OPT-591", expires="turn")


@rules.rule("AS-OPT-590", otherwise=False)
def is_robot(battle: Battle, card: Card) -> bool:
    """It has a mind of its own; drones are steered by others, and jammed differently."""
    return ROBOT in card.specials or BETTER in card.specials


def kind_of(card: Card) -> str:
    return BETTER if BETTER in card.specials else ROBOT


# -- how good -------------------------------------------------------------------------------------------------


@hooks.skill_in_play.rule("AS-OPT-592", "AS-SPC-141", "AS-SPC-143", when=ROBOTS, ability=(ROBOT, BETTER))
def less_intuitive(battle: Battle, muster: Muster, card: Card) -> Modifier | None:
    """One worse than a crew, or as good as one; and never among the very best."""
    if not is_robot(battle, card):
        return None
    row = SKILLS.of(battle)[kind_of(card)]
    value = max(row["best"], muster.skill + row["worse"]) - muster.skill
    return Modifier("Robot", value, "AS-OPT-592") if value else None


# -- when they act --------------------------------------------------------------------------------------------


@hooks.acts_apart.rule("AS-OPT-591", when=ROBOTS)
def robots_act_apart(battle: Battle, unit: Unit) -> str | None:
    return PART if is_robot(battle, unit.card) else None


@event
class RobotsRolled:
    """The robots of a side have rolled for their own Initiative."""

    type: ClassVar[str] = "robot_initiative"
    side: SideId
    roll: tuple[int, ...]
    modifier: int
    rule: RuleId = "AS-OPT-591"

    def apply(self, state: State) -> None:
        return None


@hooks.initiative_rolled.rule("AS-OPT-591", when=ROBOTS)
def robots_roll(battle: Battle, rolled: InitiativeRolled) -> None:
    """After both sides, those of the first side first; whoever ties with another rolls again."""
    totals = {side: dice_sum(battle, roll) + rolled.bonus.get(side, 0) for side, roll in rolled.rolls.items()}
    totals = totals or {rolled.loser: 0, rolled.winner: 1}
    for side in battle.sides:
        robots = [unit for unit in battle.units_of(side) if is_robot(battle, unit.card)]
        if not any(unit.in_play for unit in robots):
            continue
        worst = min(INITIATIVE.of(battle)[kind_of(unit.card)] for unit in robots if unit.in_play)
        while True:
            roll = battle.roll(2)
            battle.emit(RobotsRolled(side, roll, worst))
            if dice_sum(battle, roll) + worst not in totals.values():
                break
        totals[f"{side}/{PART}"] = dice_sum(battle, roll) + worst
    order.note(battle, None, sorted(totals, key=lambda party: totals[party]))


@hooks.turn_order.rule("AS-OPT-591", when=ROBOTS)
def by_their_own_roll(battle: Battle, first: str) -> tuple[str, ...] | None:
    """The lowest roll acts first; before anybody has rolled, robots follow the rest of their side."""
    known = order.of(battle.state)
    if known:
        return tuple(known)
    parties: list[str] = []
    for side in (first, battle.opponent(first)):
        own = [unit for unit in battle.units_of(side) if unit.in_play]
        robots = [unit for unit in own if is_robot(battle, unit.card)]
        parties += [side] if len(robots) < len(own) or not own else []
        parties += [f"{side}/{PART}"] if robots else []
    return tuple(parties)


# -- what they do not have ------------------------------------------------------------------------------------


@hooks.disabled.rule("AS-OPT-596", when=ROBOTS)
def no_headquarters(battle: Battle, unit: Unit, code: str) -> bool:
    """Whatever is steered by a machine commands nobody."""
    return code == "MHQ" and any(unit.has(drone) for drone in DRONES)
