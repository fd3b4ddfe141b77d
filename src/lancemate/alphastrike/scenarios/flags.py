"""Capture the Flag (pp. 128-130): flags are picked up as external cargo, carried home and scored.

Where a flag lies and who carries it is noted in the battle's objectives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.move_value import usual_tmm
from lancemate.alphastrike.combat.instead import why_not_now
from lancemate.alphastrike.measure.apart import flat
from lancemate.alphastrike.measure.contact import meets
from lancemate.alphastrike.measure.places import Place, roof_at, spot
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Offer, offer
from lancemate.alphastrike.play.setup import KILLS
from lancemate.alphastrike.play.stats import current_move
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.acting import check_now
from lancemate.alphastrike.scenarios.beginning import at
from lancemate.alphastrike.scenarios.events import Acted, ObjectiveChanged
from lancemate.alphastrike.scenarios.notes import carrier, objective_memory, objective_notes, scenario_of
from lancemate.alphastrike.scenarios.plan import FLAG, Objective
from lancemate.alphastrike.scenarios.scoring import OUTRIGHT, award
from lancemate.alphastrike.stages import Move, Tmm
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.alphastrike.turn.deployment import in_deployment_zone
from lancemate.alphastrike.turn.victory import Verdict, left_of
from lancemate.field.bodies import TINY
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused, refuse

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

BLOCK: Final = "scenario:flags"

# The flag a unit reaches for, since which turn, and in which turn last.
taking = unit_memory("taking", dict[str, JSON], default={}, rule="AS-SCN-030")

moved = objective_memory("moved", bool, default=False, rule="AS-SCN-030")
# The level of the roof that it lies on.
on_roof = objective_memory("on_roof", float, default=None, rule="AS-SCN-031")
# The side it was brought to, in which turn, and the sides that have scored for taking it.
delivered = objective_memory("delivered", str, default=None, rule="AS-SCN-032")
since = objective_memory("since", int, default=None, rule="AS-SCN-032")
captured = objective_memory("captured", list[str], default=[], rule="AS-SCN-033")
# Both sides had brought theirs home at once; the turn in which its own side took it back.
tied = objective_memory("tied", bool, default=False, rule="AS-SCN-032")
rescued = objective_memory("rescued", int, default=None, rule="AS-SCN-032")

# Flags of a scenario: their Size as cargo, and how many a unit carries.
LIMITS: Final = rules.table("AS-SCN-030", {"per unit": 1})


# -- where they are -------------------------------------------------------------------------------------------


def flags(battle: Battle) -> tuple[Objective, ...]:
    return tuple(one for one in scenario_of(battle).objectives if one.kind == FLAG)


def flag_named(battle: Battle, name: str) -> Objective:
    found = next((flag for flag in flags(battle) if flag.id == name), None)
    if found is None:
        known = ", ".join(flag.id for flag in flags(battle)) or "none"
        raise refuse("unknown_flag", f"there is no flag {name!r}; there are {known}", "AS-SCN-028")
    return found


def place_of(battle: Battle, flag: Objective) -> tuple[float, float]:
    """Where a flag is: with its carrier, or where it lies."""
    unit = carrier_of(battle, flag)
    if unit is not None:
        return unit.at
    x, y = at.read(objective_notes(battle, flag.id)) or flag.at
    return x, y


def carrier_of(battle: Battle, flag: Objective) -> Unit | None:
    return battle.units.get(carrier.read(objective_notes(battle, flag.id)) or "")


def carried_by(battle: Battle, unit: Unit) -> Objective | None:
    """The flag a unit carries."""
    return next((flag for flag in flags(battle) if carrier.read(objective_notes(battle, flag.id)) == unit.id), None)


def delivered_to(battle: Battle, flag: Objective) -> str | None:
    return delivered.read(objective_notes(battle, flag.id))


def wanted_by(battle: Battle, side: str) -> tuple[Objective, ...]:
    """The flags a side has to fetch: the enemy's, or those that are nobody's."""
    enemy = battle.opponent(side)
    return tuple(flag for flag in flags(battle) if flag.side in (enemy, None))


# -- picking up -----------------------------------------------------------------------------------------------


@hooks.offers.rule("AS-SCN-030", when=BLOCK)
def take_or_put_down(battle: Battle, unit: Unit) -> tuple[Offer, ...] | None:
    """A flag at hand is taken in the Combat Phase; one that is carried is put down in the Movement Phase."""
    if battle.state.to_act != unit.side or not unit.on_table:
        return None
    if orders.Move in battle.now.verbs:
        flag = carried_by(battle, unit)
        return (offer(orders.Act(unit.id, "drop", flag.id), f"Put down {flag.id}", "AS-SCN-030"),) if flag else None
    if why_not_now(battle, unit, "AS-SCN-030", for_an_attack=False) is not None:
        return None
    able = [flag for flag in flags(battle) if why_not_take(battle, unit, flag) is None]
    return tuple(offer(orders.Act(unit.id, "take", flag.id), f"Take {flag.id}", "AS-SCN-030") for flag in able) or None


@hooks.deeds.entry("take")
def take(battle: Battle, unit: Unit, what: str) -> None:
    """Reach for a flag; it is lifted in the End Phase. Other things may be taken as well."""
    scenario = battle.setup.scenario
    is_flag = scenario is not None and any(one.id == what for one in scenario.objectives)
    if not is_flag and any(hook(battle, unit, what) for hook in battle.hooks[hooks.takes]):
        return
    flag = flag_named(battle, what)
    check_now(battle, unit, "AS-SCN-030", for_an_attack=False)  # as cargo is picked up (p. 129)
    refusal = why_not_take(battle, unit, flag)
    if refusal is not None:
        raise Refused(refusal)
    turn, known = battle.state.turn, taking.of(unit)
    begun: JSON = turn
    if known.get("flag") == flag.id and known.get("last") == turn - 1:
        begun = known.get("since", turn)
    taking.remember(battle, unit, {"flag": flag.id, "since": begun, "last": turn})
    battle.emit(Acted(unit.id, "take", flag.id, "AS-SCN-030"))


def why_not_take(battle: Battle, unit: Unit, flag: Objective) -> Refusal | None:
    """Why a unit cannot reach for a flag, or None."""
    refusal = cannot_carry(battle, unit, flag)
    if refusal is not None:
        return refusal
    bearer = carrier_of(battle, flag)
    if bearer is not None:
        text = f"{flag.id} is carried by {bearer.id}: stop that unit first"
        return Refusal("flag_is_carried", text, "AS-SCN-030")
    if delivered_to(battle, flag) == unit.side:
        return Refusal("flag_is_home", f"{flag.id} has been brought to {unit.side}'s zone already", "AS-SCN-032")
    if flag.side == unit.side and not moved.read(objective_notes(battle, flag.id)):
        return Refusal(
            "own_flag", f"{flag.id} is safe where it lies; a side takes its own flag back only", "AS-SCN-030"
        )
    if not meets(battle, unit, lies_at(battle, flag)):
        away = max(0.0, flat(battle, "AS-SCN-030", unit, lies_at(battle, flag)))
        where = f"{away:.1f} inches from" if away > battle.table.contact else "above or below"
        return Refusal("not_in_contact", f"{unit.id} is {where} {flag.id}; move up to it first", "AS-SCN-030")
    return None


@rules.rule("AS-SCN-030", otherwise=None)
def cannot_carry(battle: Battle, unit: Unit, flag: Objective) -> Refusal | None:
    """Who carries external cargo: no infantry, of what flies only VTOLs; up to its own Size, one flag each."""
    card = unit.card
    if card.is_infantry or card.is_aerospace or (unit.airborne and card.move.primary != "v"):
        text = f"{unit.id} cannot carry external cargo: 'Mechs, ProtoMechs and vehicles can"
        return Refusal("cannot_carry", text, "AS-SCN-030")
    if flag.size > card.size:
        return Refusal("cannot_carry", f"{flag.id} is of Size {flag.size}, too large for {unit.id}", "AS-SCN-030")
    carried = carried_by(battle, unit)
    if carried is not None and LIMITS.of(battle)["per unit"] == 1:
        return Refusal("cannot_carry", f"{unit.id} carries {carried.id} already; one flag is the most", "AS-SCN-030")
    return None


def lies_at(battle: Battle, flag: Objective) -> Place:
    """The place of its marker: on the ground, or on the roof where it was put down."""
    ground, level = spot(battle, place_of(battle, flag), flag.radius), on_roof.read(objective_notes(battle, flag.id))
    return ground if level is None else Place((ground.bodies[0]._replace(bottom=level, height=0.0),))


@rules.rule("AS-SCN-030", otherwise=True)
def lifts_at_once(battle: Battle, unit: Unit) -> bool:
    """'Mechs on two legs and ProtoMechs lift in the End Phase of the turn they arrive in; all others need one more."""
    return unit.card.is_protomech or (unit.card.is_mech and unit.card.legs == "biped")


@hooks.end_phase.rule("AS-SCN-030", part=hooks.HAPPENINGS, when=BLOCK)
def flags_are_lifted(battle: Battle) -> bool | None:
    """Who has reached for a flag all this while and still can, has it; two sides at once keep one another off."""
    done = None
    for flag in flags(battle):
        able = [unit for unit in battle.on_table() if _lifts(battle, unit, flag)]
        if not able or len({unit.side for unit in able}) > 1:
            continue
        _lift(battle, able[0], flag)
        done = True
    return done


def _lifts(battle: Battle, unit: Unit, flag: Objective) -> bool:
    known, turn = taking.of(unit), battle.state.turn
    if known.get("flag") != flag.id or known.get("last") != turn:
        return False
    if known.get("since") == turn and not lifts_at_once(battle, unit):
        return False
    return why_not_take(battle, unit, flag) is None


def _lift(battle: Battle, unit: Unit, flag: Objective) -> None:
    rescue = flag.side == unit.side
    notes = objective_notes(battle, flag.id)
    scorers = [] if rescue else captured.read(notes)
    fresh = not rescue and unit.side not in scorers
    if fresh:
        scorers = [*scorers, unit.side]
    changes = carrier.entry(unit.id) | moved.entry(True) | captured.entry(scorers) | delivered.entry(None)
    if rescue and delivered.read(notes) is not None:
        changes |= rescued.entry(battle.state.turn)
    verb = "takes back" if rescue else "takes"
    battle.emit(ObjectiveChanged(flag.id, changes, f"{unit.id} {verb} {flag.id}", "AS-SCN-030", unit.id))
    if fresh:
        score_capture(battle, unit, flag)


# -- carrying -------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-SCN-030", part=hooks.ABLE, when=BLOCK)
def hands_full(attack: Attack) -> Refusal | None:
    """A carrier makes no attack of any kind."""
    flag = carried_by(attack.battle, attack.attacker)
    if flag is None:
        return None
    text = f"{attack.attacker.id} carries {flag.id} and cannot attack; it may drop it in the Movement Phase"
    return Refusal("carries_flag", text, "AS-SCN-030")


@hooks.may_move.rule("AS-SCN-030", part=-1, when=BLOCK)
def no_jump_with_a_flag(m: Movement) -> Refusal | None:
    if m.mode != "jump":
        return None
    flag = carried_by(m.battle, m.unit)
    if flag is None:
        return None
    return Refusal("carries_flag", f"{m.unit.id} carries {flag.id} and cannot jump; use mode ground", "AS-SCN-030")


@rules.rule("AS-SCN-030", otherwise=lambda battle, unit, inches, flag: inches)
def loaded_move(battle: Battle, unit: Unit, inches: float, flag: Objective) -> float:
    """Two thirds of the Move with cargo of up to a quarter of one's Size, half with larger, in whole inches."""
    share = 2 / 3 if flag.size <= max(1, unit.card.size // 4) else 1 / 2
    return float(int(inches * share + TINY))


@hooks.move_now.seeing("AS-SCN-030", part=Move.LOADED, when=BLOCK)
def slowed_by_the_flag(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    flag, whole = carried_by(battle, unit), so_far.total
    if flag is None or whole <= 0:
        return None
    left = 0.0 if mode == "jump" else loaded_move(battle, unit, whole, flag)
    return Cost(f"Carrying {flag.id}", left - whole, "AS-SCN-030")


@hooks.tmm.seeing("AS-SCN-030", part=Tmm.LOADED, when=BLOCK)
def easier_to_hit_with_a_flag(battle: Battle, unit: Unit, so_far: SoFar) -> Modifier | None:
    """The TMM follows the Move that is left."""
    flag = carried_by(battle, unit)
    if flag is None:
        return None
    left = current_move(battle, unit)
    change = so_far.instead(usual_tmm(battle, left))
    return Modifier(f"Carrying {flag.id}", int(change), "AS-SCN-030") if change < 0 else None


# -- putting down ---------------------------------------------------------------------------------------------


@hooks.deeds.entry("drop")
def drop(battle: Battle, unit: Unit, what: str) -> None:
    """Put a flag down in the Movement Phase, before or after the move; nothing can happen to it."""
    flag = flag_named(battle, what)
    if orders.Move not in battle.now.verbs:
        text = f"a flag is put down in {battle.course.where(orders.Move)}, not in the {battle.now.title.lower()}"
        raise refuse("wrong_phase", text, "AS-SCN-030")
    if carried_by(battle, unit) != flag:
        raise refuse("no_flag", f"{unit.id} does not carry {flag.id}", "AS-SCN-030")
    lay_down(battle, flag, unit, f"{unit.id} puts {flag.id} down", "AS-SCN-030")


def lay_down(battle: Battle, flag: Objective, unit: Unit, what: str, by: str) -> None:
    """It lies where its carrier stands, on the roof even; who flies drops it."""
    level, roof = roof_at(battle, unit.at), battle.table.surface(*unit.at)
    high = level if level > roof and (unit.airborne or unit.elevation > (level + roof) / 2) else None
    changes = carrier.entry(None) | at.entry(list(unit.at)) | on_roof.entry(high)
    battle.emit(ObjectiveChanged(flag.id, changes, what, by, unit.id))


@hooks.unit_destroyed.rule("AS-SCN-031", when=BLOCK)
def flag_stays_behind(battle: Battle, unit: Unit) -> None:
    """Nothing can destroy a flag: it lies where its carrier fell."""
    flag = carried_by(battle, unit)
    if flag is not None:
        lay_down(battle, flag, unit, f"{flag.id} lies where {unit.id} fell", "AS-SCN-031")


@hooks.end_phase.rule("AS-SCN-031", part=hooks.HAPPENINGS, when=BLOCK)
def flag_stays_on_the_table(battle: Battle) -> bool | None:
    """Nor does it leave the table with a carrier that does."""
    done = None
    for flag in flags(battle):
        unit = carrier_of(battle, flag)
        if unit is not None and not unit.in_play:
            lay_down(battle, flag, unit, f"{flag.id} is left where {unit.id} went", "AS-SCN-031")
            done = True
    return done


# -- bringing it home -----------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-SCN-032", part=hooks.HAPPENINGS, when=BLOCK)
def flags_are_delivered(battle: Battle) -> bool | None:
    """A flag is home when its carrier stands in its own deployment zone at the end of a turn."""
    done = None
    for flag in flags(battle):
        unit = carrier_of(battle, flag)
        if unit is None or flag.side == unit.side or not unit.on_table:
            continue
        if in_deployment_zone(battle, unit.side, unit.x, unit.y, unit.radius):
            home = delivered.entry(unit.side) | since.entry(battle.state.turn)
            changes = carrier.entry(None) | at.entry(list(unit.at)) | home
            what = f"{unit.id} brings {flag.id} home"
            battle.emit(ObjectiveChanged(flag.id, changes, what, "AS-SCN-032", unit.id))
            score_delivery(battle, unit, flag)
            done = True
    return done


@rules.rule("AS-SCN-033", otherwise=None)
def score_capture(battle: Battle, unit: Unit, flag: Objective) -> None:
    """With kill scoring a capture counts, once for each side and flag until its owner has it back."""
    block = scenario_of(battle).flags
    if block is not None and KILLS in battle.setup.switches:
        award(battle, unit.side, block.capture, f"{unit.id} has captured {flag.id}", "AS-SCN-033", unit.id)


@rules.rule("AS-SCN-033", otherwise=None)
def score_delivery(battle: Battle, unit: Unit, flag: Objective) -> None:
    block = scenario_of(battle).flags
    if block is not None and KILLS in battle.setup.switches:
        award(battle, unit.side, block.delivery, f"{unit.id} has brought {flag.id} home", "AS-SCN-033", unit.id)


def has_everything(battle: Battle, side: str) -> bool:
    """All the flags it had to fetch lie in its zone."""
    wanted = wanted_by(battle, side)
    return bool(wanted) and all(delivered_to(battle, flag) == side for flag in wanted)


@hooks.victory.rule("AS-SCN-032", "AS-SCN-034", "AS-SCN-035", "AS-SCN-036", part=OUTRIGHT, when=BLOCK)
def flags_decide(battle: Battle) -> Verdict | None:
    """Who has all flags home first wins; of two in the same turn the first that takes its own flag back."""
    rescuers = [side for side in battle.sides if _has_rescued(battle, side)]
    if rescuers:
        winner = rescuers[0] if len(rescuers) == 1 else None
        return Verdict(winner, f"{' and '.join(rescuers)} took the own flag back", "AS-SCN-032")
    home = [side for side in battle.sides if has_everything(battle, side)]
    if len(home) != 1:
        return None
    return Verdict(home[0], f"{home[0]} has brought home what it came for", "AS-SCN-032")


def _has_rescued(battle: Battle, side: str) -> bool:
    """It took a flag back this turn after both sides had brought theirs home in the same one."""
    own = [flag for flag in flags(battle) if flag.side == side]
    taken = [flag for flag in own if rescued.read(objective_notes(battle, flag.id)) == battle.state.turn]
    return bool(taken) and tied.read(objective_notes(battle, taken[0].id))


@hooks.end_phase.rule("AS-SCN-032", part=hooks.POINTS, when=BLOCK)
def both_at_once(battle: Battle) -> bool | None:
    """Both have everything: nobody has won, and from now on taking one's own flag back decides."""
    one, two = battle.sides
    if not (has_everything(battle, one) and has_everything(battle, two)):
        return None
    if all(tied.read(objective_notes(battle, flag.id)) for flag in flags(battle)):
        return None
    for flag in flags(battle):
        battle.emit(ObjectiveChanged(flag.id, tied.entry(True), "", "AS-SCN-032"))
    return True


@hooks.victory.rule("AS-SCN-036", part=OUTRIGHT, when=BLOCK)
def nobody_left_to_fetch(battle: Battle) -> Verdict | None:
    """A side that only guards wins when every enemy is destroyed or crippled."""
    scenario = scenario_of(battle)
    if scenario.flags is None or not scenario.flags.denied:
        return None
    guards = [side for side in battle.sides if not wanted_by(battle, side)]
    for side in guards:
        enemy = battle.opponent(side)
        if all(crippled(battle, unit) is not None for unit in left_of(battle, enemy)):
            return Verdict(side, f"{enemy} can fetch nothing any more", "AS-SCN-036")
    return None
