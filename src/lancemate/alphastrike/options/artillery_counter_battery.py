"""Artillery counter-battery fire (p. 153): guns answer guns beyond the table whose shells have been seen to land."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.optional import COUNTER_BATTERY as TABLE
from lancemate.alphastrike.cards.arithmetic import dice_sum, round_down
from lancemate.alphastrike.combat.artillery import inner_strength, pieces_of
from lancemate.alphastrike.combat.attack import Attack, automatic_miss, harder_still, succeeds
from lancemate.alphastrike.combat.resolution import missiles_are_in
from lancemate.alphastrike.combat.tohit import skill
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import deal
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.options.advanced_artillery.events import Shell, ShellLanded, offboard
from lancemate.alphastrike.options.advanced_artillery.landing import is_met
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, KIND, by_the_table, reach_of
from lancemate.alphastrike.options.advanced_artillery.shooting import somebody_sees
from lancemate.alphastrike.pilots.aiming import lobs_well, share_of_a_near_miss
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.play.traits import AREA, ARTILLERY, ATTACK, EXPLOSIVE, WEAPON
from lancemate.alphastrike.play.words import UnitWord, unit_words
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.reading import Reader

COUNTER: Final = rules.option(
    "artillery_counter_battery",
    "AS-OPT-190",
    "artillery fires at guns beyond the table whose shells have been seen to land",
    title="Counter-battery fire",
)
implied.add(COUNTER, ADVANCED)
rules.also("AS-OPT-193", TABLE)

ANSWER: Final = cause(
    "counter-battery fire", "AS-OPT-195", ATTACK, WEAPON, AREA, EXPLOSIVE, ARTILLERY, word="artillery"
)
UNTOLD: Final = -1  # turns that a shell flew of which nothing else is said
# The shells of a gun beyond the table that the enemy has seen land: the turn of each, and how long it flew.
seen_to_land = unit_memory("seen_to_land", list[JSON], default=[], rule="AS-OPT-191")


# -- finding the gun ------------------------------------------------------------------------------------------


@hooks.shell_came_down.rule("AS-OPT-191", when=COUNTER)
def witnessed(battle: Battle, unit: Unit, at: Point, turns: int) -> None:
    """A shell from beyond the table that an enemy sees land gives its gun away."""
    if unit.place == OFFBOARD and somebody_sees(battle, battle.opponent(unit.side), at):
        shells: list[JSON] = [*seen_to_land.of(unit), [battle.state.turn, turns]]
        seen_to_land.remember(battle, unit, shells)


def shells_seen(battle: Battle, unit: Unit) -> list[tuple[int, int]]:
    """Those of earlier turns: the turn, and how long each flew."""
    known = [one for one in seen_to_land.of(unit) if isinstance(one, list)]
    return [(int(str(turn)), int(str(far))) for turn, far in known if int(str(turn)) < battle.state.turn]


@hooks.found_out.rule("AS-OPT-191", when=COUNTER)
def is_acquired(battle: Battle, unit: Unit) -> bool:
    """From the next turn on the gun is known, and may be fired at."""
    return bool(shells_seen(battle, unit))


def acquired(battle: Battle, unit: Unit) -> JSON:
    seen = len(shells_seen(battle, unit))
    return seen - 1 if seen else None


def read_acquired(reader: Reader, name: str, card: Card) -> JSON:
    """So many further shells were seen in earlier turns; how long each flew is not said, unless in the notes."""
    notes = reader.raw("notes")
    kept: JSON = seen_to_land.read(notes) if isinstance(notes, dict) else None
    return kept or [[0, UNTOLD]] * (reader.whole(name, most=99) + 1)


unit_words.add("acquired", UnitWord(seen_to_land, (COUNTER,), read_acquired, shows=acquired))


# -- firing at it ---------------------------------------------------------------------------------------------


def is_counter_battery(attack: Attack) -> bool:
    return attack.kind == KIND and attack.target is not None and attack.target.place == OFFBOARD


@hooks.may_attack.rule("AS-OPT-191", part=hooks.AIM, kinds=KIND, when=COUNTER)
def not_found_yet(attack: Attack) -> Refusal | None:
    """No fire at a gun before it has been found."""
    target = attack.target
    if target is None or not is_counter_battery(attack) or is_acquired(attack.battle, target):
        return None
    text = f"{target.id} has not been found yet: one of its shells must have been seen to land in an earlier turn"
    return Refusal("not_acquired", text, "AS-OPT-191")


@hooks.may_attack.rule("AS-OPT-192", part=hooks.AIM, kinds=KIND, when=COUNTER)
def does_not_reach_back(attack: Attack) -> Refusal | None:
    """Only guns that reach at least as far as those they answer."""
    target = attack.target
    if target is None or not is_counter_battery(attack):
        return None
    farthest = max(pieces_of(target), key=lambda piece: reach_of(attack, piece.code), default=None)
    if farthest is None or reach_of(attack, attack.code) >= reach_of(attack, farthest.code):
        return None
    own, its = reach_of(attack, attack.code), reach_of(attack, farthest.code)
    text = f"{attack.code} reaches {own:g} inches, the {farthest.code} of {target.id} {its:g}: a longer gun is needed"
    return Refusal("out_of_range", text, "AS-OPT-192")


@hooks.may_attack.rule("AS-OPT-194", part=hooks.SIGHT, kinds=KIND, when=COUNTER)
def nobody_spots(attack: Attack) -> Refusal | None:
    """Neither spotters nor probes help against what nobody sees."""
    if attack.spotter is None or not is_counter_battery(attack):
        return None
    return Refusal("no_spotter", "nobody can spot for counter-battery fire: name no spotter", "AS-OPT-194")


@hooks.shell_number.rule("AS-OPT-193", when=COUNTER)
def counter_battery_number(attack: Attack) -> tuple[Modifier, ...] | None:
    """Skill and 7, less one for every further shell that was seen to land, up to four."""
    target, rows = attack.target, TABLE.of(attack)
    if target is None or not is_counter_battery(attack):
        return None
    further = len(shells_seen(attack.battle, target)) - 1
    fire = Modifier("Counter-battery fire", rows["counter-battery fire"], "AS-OPT-193")
    less = max(rows["at most"], further * rows["each successive shell"])
    seen = Modifier("Further shells seen", less, "AS-OPT-193") if further > 0 else None
    return tuple(part for part in (skill(attack), fire, seen, lobs_well(attack)) if part is not None)


@hooks.flight_turns.rule("AS-OPT-196", part=-1, when=COUNTER)
def as_long_as_its_own(attack: Attack) -> int | None:
    """As many turns as the shells of the gun take to the table."""
    target = attack.target
    if target is None or not is_counter_battery(attack):
        return None
    seen = shells_seen(attack.battle, target)
    if seen and seen[-1][1] == UNTOLD:
        return by_the_table(attack, float(str(offboard.of(target)["distance"])))
    return seen[-1][1] if seen else 0


# -- coming down ----------------------------------------------------------------------------------------------


@hooks.lands_otherwise.rule("AS-OPT-195", when=COUNTER)
def strikes_the_gun(attack: Attack, shell: Shell) -> bool:
    """A good roll does what the middle of the area would, a bare one half, and a miss nothing; some gunners do more."""
    target = attack.target
    if target is None or shell.target != target.id:
        return False
    if target.in_play and is_met(attack, shell):
        return True
    battle, parts = attack.battle, (*shell.modifiers, *harder_still(attack))
    number = total(parts)
    roll = () if automatic_miss(attack, number) or not target.in_play else battle.roll(2)
    rolled = dice_sum(attack, roll) if roll else 0
    hit = bool(roll) and succeeds(attack, number, rolled)
    told = (attack.attacker.side, attack.attacker.id, shell.weapon, target.id, None, number, parts)
    battle.emit(ShellLanded(*told, roll, hit, None))
    share = share_of_a_near_miss(attack, 0 if hit else number - rolled) if roll else 0.0
    if share is None:
        share = (0.5 if rolled == number else 1.0) if hit else 0.0
    if share:
        hurt(attack, target, half=share < 1.0)
    missiles_are_in(battle)
    return True


def hurt(attack: Attack, target: Unit, *, half: bool) -> None:
    full = inner_strength(attack).points
    points = round_down(attack, full / 2) if half else full
    base = Modifier("Counter-battery fire" + (", half of it" if half else ""), points, "AS-OPT-195")
    deal(attack.battle, Blow(target.id, ANSWER.by(attack.attacker), (base,)), "AS-OPT-195")
