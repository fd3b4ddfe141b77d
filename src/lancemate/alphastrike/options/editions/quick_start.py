"""The quick-start rules (first edition, pp. 6-18): BattleMechs alone, and few things to remember.

Blows and heat are those of the first edition (first.py). What the sides do before the battle, and what the booklet
tells of its own, is in scenarios and forces; here is what happens on the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.in_play import standard_only
from lancemate.alphastrike.asking.stalemate import stalemate
from lancemate.alphastrike.cards.damage_value import NONE, Strength
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.combat.amount import card_value, heat_value
from lancemate.alphastrike.combat.attack import automatic_hit, automatic_miss, enough
from lancemate.alphastrike.combat.charge import charge_modifier, dfa_modifier
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.resolution import natural_twelve
from lancemate.alphastrike.combat.sight import (
    Look,
    Obstacle,
    big_units,
    hidden_share,
    in_water,
    intervening_woods,
    surface_of_water,
    too_far_to_see,
    woods_at,
)
from lancemate.alphastrike.combat.tohit import (
    attacker_movement,
    partial_cover,
    target_movement,
    terrain_counts,
    woods,
)
from lancemate.alphastrike.combat.weapons import has_damage
from lancemate.alphastrike.heat.track import may_run_hot
from lancemate.alphastrike.movement.context import LEVEL, inches
from lancemate.alphastrike.movement.entry import home_edge
from lancemate.alphastrike.movement.jump import obstacles, too_high
from lancemate.alphastrike.movement.stacking import no_stacking
from lancemate.alphastrike.movement.terrain import COST_TABLE, LEVEL_CHANGES, Listed, underwater_walk
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import QUICK
from lancemate.alphastrike.play.stats import current_move, current_tmm, is_immobile, mp_hit, stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Tmm
from lancemate.field.layout import WOODS
from lancemate.kernel.changes import as_printed
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.orders import Attack as Strike
    from lancemate.alphastrike.play.state import Unit
    from lancemate.alphastrike.turn.victory import Verdict
    from lancemate.field.bodies import Body
    from lancemate.kernel.ruleset import Switched

KINDS: Final = ("weapon", "physical", "melee", "charge", "dfa")
HEAT: Final = "HT"

# From so many inches of Move that a unit could use, the number it is harder to hit by.
BY_MOVE: Final = rules.table("QS-013", {0: 0, 5: 1, 9: 2, 13: 3, 19: 4, 35: 5})
JUMPS: Final = 1  # more for the Move of a jump

COSTS: Final = rules.table(
    "QS-010",
    {
        "base": Listed(1.0),
        "clear": Listed(0.0),
        "paved": Listed(0.0),
        "rough": Listed(1.0),
        "rubble": Listed(1.0),
        "woods": Listed(1.0),
        "water surface": Listed(0.0, only=("Hover", "Naval", "WiGE")),
        "water depth 0": Listed(1.0),
        "water depth 1": Listed(1.0),
        "water depth 2+": Listed(1.0),
    },
    when=QUICK,
    replaces=COST_TABLE,
)
LEVELS: Final = rules.table(
    "QS-010",
    {"Mechs": 1.0, "ProtoMechs": 1.0, "VTOL": 1.0, "Sub": 1.0, "Infantry": 1.0, "Ground": 1.0},
    when=QUICK,
    replaces=LEVEL_CHANGES,
)


# -- who fights ------------------------------------------------------------------------------------------------

ABILITIES: Final = rules.table("QS-001", ["HT", "CASE", "CASEII", "ENE", "MEL"])


@rules.rule("QS-001", when=QUICK, replaces=standard_only)
def few_abilities(battle: Battle, specials: Specials) -> Specials:
    """Whatever else is printed on a card, these few count."""
    return Specials([one for one in specials if one.code in ABILITIES.of(battle)])


# -- what there is not ----------------------------------------------------------------------------------------


def _off(what: str, instead: str) -> Refusal:
    return Refusal("switched_off", f"the quick-start rules have no {what}: {instead}", "QS-001")


@hooks.may_move.rule("QS-001", part=-9, when=QUICK)
def plain_moves(m: Movement) -> Refusal | None:
    """Nobody sprints, goes hull down, gets aboard or off."""
    command = m.command
    if m.mode == "sprint":
        return _off("sprinting", "move on the ground or jump")
    if command.hull_down:
        return _off("hull down", "move behind something instead")
    if command.board is not None or command.unload:
        return _off("transport", "move by yourself")
    return None


@hooks.may_attack.rule("QS-001", part=-9, when=QUICK)
def plain_attacks(attack: Attack) -> Refusal | None:
    """All weapons at once, or a blow, and nobody fires at what others see."""
    if attack.kind not in KINDS:
        return _off(f"attacks of kind {attack.kind}", f"there are {', '.join(KINDS)}")
    if attack.indirect:
        return _off("attacks with a spotter", "fire all weapons at what the unit sees")
    return None


@hooks.announced_as.rule("QS-001", when=QUICK)
def all_weapons_at_once(battle: Battle, command: Strike) -> str | None:
    """No ability is fired by itself, whatever stands on the card."""
    if command.using is not None:
        raise Refused(_off(f"attacks with {command.using}", "fire all weapons at what the unit sees"))
    return None


@hooks.may_toggle.rule("QS-001", when=QUICK, replaces=may_run_hot)
def nothing_on_purpose(battle: Battle, unit: Unit, ability: str, on: bool) -> str | Refusal | None:
    """Nobody overheats on purpose."""
    return _off("switches", "heat comes of overheating weapons alone")


# -- moving ---------------------------------------------------------------------------------------------------


@hooks.may_exit.rule("QS-007", when=QUICK)
def home_again(battle: Battle, unit: Unit, edge: str) -> str | None:
    """A unit may leave over its own home edge, at any time."""
    return "QS-007" if edge == home_edge(battle, unit.side) else None


@rules.rule("QS-010", when=QUICK, replaces=underwater_walk)
def any_depth(battle: Battle, extra: float) -> float:
    """Water costs the same however deep it is."""
    return extra


@hooks.may_end.rule("QS-026", when=QUICK, replaces=no_stacking)
def a_space_for_each(m: Movement) -> Refusal | None:
    """No two units share a space; a unit that is forced into one goes where the full rules put it."""
    refusal = no_stacking(m)
    return None if refusal is None else replace(refusal, rule="QS-026")


@rules.rule("QS-011", when=QUICK, replaces=too_high)
def lower_than_the_jump(m: Movement) -> str | None:
    """A jump clears whatever is lower than its Move is long."""
    limit = m.start_level + current_move(m.battle, m.unit, "jump")
    for top, what in obstacles(m):
        if top >= limit - LEVEL:
            text = f"{what} reaches elevation {inches(top)}; {m.unit.id} jumps over what is lower than {inches(limit)}"
            raise refuse("too_high", text, "QS-011")
    return None


@hooks.tmm.rule("QS-013", part=Tmm.INSTEAD, when=QUICK)
def by_available_move(battle: Battle, unit: Unit) -> Modifier | None:
    """How hard a unit is to hit depends on the Move it could use now, by the mode that is best; not on its card."""
    best = 0
    for mode in stats(battle, unit).move:
        move = current_move(battle, unit, mode)
        row = max(number for least, number in BY_MOVE.of(battle).items() if move >= least)
        best = max(best, row + JUMPS if mode == "jump" and move > 0 else row)
    return Modifier("Available Move", best - stats(battle, unit).tmm, "QS-013")


# -- aiming ---------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("QS-012", part=hooks.ATTACKER, when=QUICK, replaces=attacker_movement)
def aims_alike(attack: Attack) -> Modifier | None:
    """How the attacker moved makes no difference."""
    return None


@hooks.to_hit.rule("QS-013", part=hooks.TARGET, when=QUICK, replaces=target_movement)
def could_move_so_far(attack: Attack) -> Modifier | None:
    """The same however it moved, or did not."""
    if attack.target is None:
        return None
    return helpless(attack, attack.target) or Modifier(
        "Target movement", current_tmm(attack.battle, attack.target), "QS-013"
    )


@rules.rule("QS-014", otherwise=None)
def helpless(attack: Attack, target: Unit) -> Modifier | None:
    """Shut down or immobile, it is much easier to hit, instead of all that."""
    return Modifier("Target immobile", -4, "QS-014") if is_immobile(attack.battle, target) else None


@hooks.to_hit.rule("QS-015", part=hooks.OTHER, when=QUICK, replaces=woods)
def woods_between_or_around(attack: Attack) -> Modifier | None:
    """Woods on the line, or around the target: once."""
    if attack.target is None or not terrain_counts(attack):
        return None
    by_id = attack.battle.table.by_id
    crossed = any(by_id[one.feature].role == WOODS for one in attack.sight.crossings if one.feature in by_id)
    if not crossed and not woods_at(attack.battle, attack.target.body):
        return None
    return Modifier("Woods", 2, "QS-015")


@hooks.to_hit.rule("QS-016", part=hooks.OTHER, when=QUICK, replaces=partial_cover)
def covered(attack: Attack) -> Modifier | None:
    """Between one and two thirds behind something solid, or in an inch of water."""
    if attack.sight.status != "partial" or not terrain_counts(attack):
        return None
    return Modifier("Partial cover", 2, "QS-016")


@hooks.to_hit.rule("QS-018", part=hooks.OTHER, kinds="charge", when=QUICK, replaces=charge_modifier)
def charging(attack: Attack) -> Modifier | None:
    return Modifier("Charge", 2, "QS-018")


@hooks.to_hit.rule("QS-018", part=hooks.OTHER, kinds="dfa", when=QUICK, replaces=dfa_modifier)
def from_above(attack: Attack) -> Modifier | None:
    return Modifier("Death From Above", 3, "QS-018")


@hooks.to_hit.rule("QS-018", part=hooks.OTHER, traits=trait.HAND_WEAPON, when=QUICK)
def with_a_weapon_in_hand(attack: Attack) -> Modifier | None:
    return Modifier("Melee", 1, "QS-018")


@hooks.may_attack.rule("QS-019", part=-8, when=QUICK)
def units_only(attack: Attack) -> Refusal | None:
    """Nobody shoots at the landscape."""
    if attack.target is not None:
        return None
    return Refusal("not_a_target", "in the quick-start rules only units are attacked: name an enemy", "QS-019")


@hooks.may_attack.rule("QS-020", part=hooks.AIM, traits=trait.SHOT, when=QUICK)
def nothing_beyond_long_range(attack: Attack) -> Refusal | None:
    """Three brackets, and nothing beyond them."""
    if attack.bracket in ("S", "M", "L"):
        return None
    reach = RANGES.of(attack)["L"]["up_to"]
    text = f"{attack.target_name} is {attack.distance:.1f} inches away, and weapons reach {reach:g}"
    return Refusal("out_of_range", text, "QS-020")


@hooks.may_attack.rule("QS-020", part=hooks.POWER, traits=trait.SHOT, when=QUICK, replaces=has_damage)
def has_a_value_there(attack: Attack) -> Refusal | None:
    """And nothing where the card has nothing."""
    refusal = has_damage(attack)
    return None if refusal is None else replace(refusal, rule="QS-020")


@rules.rule("QS-020", when=QUICK, replaces=card_value)
def no_minimal_damage(attack: Attack) -> Strength:
    """Where a card has 0, with or without a star, there is no attack."""
    value = as_printed(card_value)(attack)
    return NONE if value.minimal else value


@rules.rule("QS-021", when=QUICK, replaces=(automatic_hit, automatic_miss))
def nothing_is_certain(attack: Attack, number: int) -> bool:
    """The dice reach the number or they do not."""
    return False


@rules.rule("QS-021", when=QUICK, replaces=enough)
def reached(attack: Attack, number: int, roll: int) -> bool:
    return roll >= number


@rules.rule("QS-021", when=QUICK, replaces=natural_twelve)
def no_luck(attack: Attack, roll: tuple[int, ...]) -> bool:
    return False


@rules.rule("QS-023", "QS-025", when=QUICK, replaces=heat_value)
def one_number_of_heat(attack: Attack) -> int:
    """HT has one number for all ranges, which no weapon hit takes away."""
    special = attack.attacker.card.specials.get(HEAT)
    if special is None or special.strength is None or not attack.is_weapon:
        return 0
    return special.strength.points if isinstance(special.strength, Strength) else special.strength.S.points


@rules.rule("QS-024", when=QUICK, replaces=mp_hit)
def slower(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> tuple[dict[str, float], int]:
    """A hit on the legs takes half the Move; how hard the unit is to hit follows from what is left."""
    return as_printed(mp_hit)(battle, card, move, tmm)[0], tmm


# -- seeing ---------------------------------------------------------------------------------------------------


@hooks.line_of_sight.rule("QS-017", part=4, when=QUICK, replaces=too_far_to_see)
def sees_as_far_as_the_table_goes(sight: Look) -> Obstacle | None:
    return None


@rules.rule("QS-017", when=QUICK, replaces=hidden_share)
def what_of_the_target_is_hidden(sight: Look) -> float:
    """Who hides behind a hill himself still sees what stands in the open."""
    return sight.seen.hidden_target


@rules.rule("QS-017", when=QUICK, replaces=intervening_woods)
def every_inch_of_woods(sight: Look) -> float:
    """Those around the base count like any others."""
    return sight.seen.woods_crossed


@rules.rule("QS-017", when=QUICK, replaces=big_units)
def units_hide_nobody(battle: Battle) -> tuple[tuple[str, Body], ...]:
    return ()


@hooks.line_of_sight.rule("QS-017", part=1, when=QUICK, replaces=surface_of_water)
def nobody_sees_under_water(sight: Look) -> Obstacle | None:
    """A 'Mech that is submerged neither sees nor is seen."""
    for unit in (sight.viewer, sight.target):
        if unit is not None and in_water(sight.battle, unit) == "complete":
            return Obstacle("QS-017", f"{unit.id} is submerged: it neither sees nor is seen")
    return None


# -- the end --------------------------------------------------------------------------------------------------


@hooks.plain_victory.rule("QS-009", when=QUICK, replaces=stalemate)
def to_the_last(battle: Battle) -> Verdict | None:
    """A side wins by destroying the other; that nobody can move decides nothing."""
    return None
