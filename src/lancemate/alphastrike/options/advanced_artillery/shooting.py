"""Off-board fire (pp. 151-152): what may be aimed at, who spots, the target number, and the shell that leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.probes import probes_of
from lancemate.alphastrike.appendix.optional import OFF_BOARD
from lancemate.alphastrike.combat.artillery import (
    artillery_slot,
    inner_strength,
    on_top,
    only_piece,
    pieces_of,
    resolve,
    rings,
    serves_another_shell,
)
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind, modifiers
from lancemate.alphastrike.combat.indirect import cannot_spot_from_the_air, has_no_time_to_spot, spots_another
from lancemate.alphastrike.combat.sight import look_at
from lancemate.alphastrike.combat.tohit import fire_control_hits, heat, skill
from lancemate.alphastrike.commands.aiming import by_the_shots_before, count_the_shot
from lancemate.alphastrike.heat.track import works
from lancemate.alphastrike.options.advanced_artillery.events import Shell, ShellFired, plots, point_watched, point_word
from lancemate.alphastrike.options.advanced_artillery.off_board import (
    ADVANCED,
    GUIDED,
    KIND,
    reach_of,
)
from lancemate.alphastrike.pilots.aiming import aims_and_spots, lobs_well
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.orders import Attack as AttackOrder
from lancemate.alphastrike.play.state import OFFBOARD
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY, Body
from lancemate.kernel.codec import encode
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.codec import JSON

PROBES: Final = ("LPRB", "PRB", "BH")
rules.also("AS-OPT-172", OFF_BOARD)


# -- what may be aimed at -------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-166", part=hooks.AIM, kinds=KIND, when=ADVANCED)
def aims_at_a_point(attack: Attack) -> Refusal | None:
    """At a point of the table within its reach; a unit is struck by homing rounds alone."""
    target = attack.target
    if target is not None and target.place == OFFBOARD:
        return None
    if attack.point is None:
        what = target.id if target is not None else attack.target_name
        text = f"off-board artillery is aimed at a point, not at {what}: name the point it stands on"
        return Refusal("not_a_target", text, "AS-OPT-166")
    if not attack.battle.table.inside(*attack.point):
        return Refusal("off_table", "the point of impact must lie on the table", "AS-OPT-166")
    reach = reach_of(attack, attack.code)
    if attack.code is None or attack.distance <= reach + TINY:
        return None
    text = f"{attack.code} reaches {reach:g} inches; the point is {attack.distance:.1f} inches away"
    return Refusal("out_of_range", text, "AS-OPT-166")


@hooks.may_attack.rule("AS-OPT-190", part=hooks.AIM, kinds=KIND, when=ADVANCED)
def whom_guns_fire_back_at(attack: Attack) -> Refusal | None:
    """Guns beyond the table are fired at by counter-battery fire, where that is played."""
    target = attack.target
    if target is None or target.place != OFFBOARD or attack.battle.hooks[hooks.found_out]:
        return None
    text = f"{target.id} is beyond the table: only counter-battery fire (artillery_counter_battery) reaches it"
    return Refusal("not_a_target", text, "AS-OPT-190")


# -- spotters -------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-173", part=hooks.SIGHT, kinds=KIND, when=ADVANCED)
def spotter_sees_the_point(attack: Attack) -> Refusal | None:
    """A friend on the table that sees the point, one for each shot; of a shot at a unit there is none."""
    spotter, point, battle = attack.spotter, attack.point, attack.battle
    if spotter is None or (attack.target is not None and attack.target.place == OFFBOARD):
        return None
    if point is None or attack.command.ammo in GUIDED:
        return Refusal("no_spotter", "nobody spots for shells that are not aimed at a point alone", "AS-OPT-173")
    if spotter.id == attack.attacker.id or spotter.side != attack.attacker.side or not spotter.on_table:
        text = f"{spotter.id} cannot spot for {attack.attacker.id}: a spotter is another unit of its side on the table"
        return Refusal("no_spotter", text, "AS-OPT-173")
    if not sees_point(battle, spotter, point):
        return Refusal("no_spotter", f"{spotter.id} does not see the point", "AS-OPT-173")
    return (
        serves_another_shell(battle, spotter)
        or watches_another(battle, spotter, point)
        or cannot_spot_from_the_air(battle, spotter)
        or has_no_time_to_spot(battle, spotter)
    )


def watches_another(battle: Battle, spotter: Unit, point: Point) -> Refusal | None:
    """Whoever serves several shells does so at one point."""
    if point_watched.of(spotter) == point_word(point):
        return None
    return spots_another(battle, spotter, str(point))


def sees_point(battle: Battle, unit: Unit, point: Point) -> bool:
    return look_at(battle, unit, Body(*point, 0.0, battle.table.surface(*point), 0.0)).status != "blocked"


def somebody_sees(battle: Battle, side: str, point: Point, but: str | None = None) -> bool:
    """A unit of that side on the table has the point in sight."""
    return any(sees_point(battle, unit, point) for unit in battle.on_table(side) if unit.id != but)


@hooks.attack_choices.rule("AS-OPT-173", kinds=KIND, when=ADVANCED)
def may_have_a_spotter(attack: Attack) -> Choice | None:
    friends = tuple(one.id for one in attack.battle.on_table(attack.attacker.side) if one is not attack.attacker)
    if attack.point is None or not friends or attack.command.ammo in GUIDED:
        return None
    return Choice("spotter", "Seen by", "unit", "AS-OPT-173", among=friends)


@hooks.attack_choices.rule("AS-OPT-172", kinds=KIND, when=ADVANCED)
def spotter_may_attack(attack: Attack) -> Choice | None:
    if attack.point is None or attack.command.ammo in GUIDED:
        return None
    words = "The spotter keeps its own attack (harder to hit)"
    return Choice("spotter_attacks", words, "flag", "AS-OPT-172", beside="spotter")


# -- the target number ----------------------------------------------------------------------------------------


def number_of(attack: Attack) -> tuple[Modifier, ...]:
    """The sum, or what hook ``shell_number`` puts in its place."""
    for hook in attack.battle.hooks[hooks.shell_number]:
        parts = hook(attack)
        if parts is not None:
            return parts
    return (*as_fired(attack), *correction(attack))


@rules.rule("AS-OPT-171", otherwise=lambda attack: (skill(attack),))
def as_fired(attack: Attack) -> tuple[Modifier, ...]:
    """Skill, the table, and what is wrong with the gun itself; neither range nor movement nor terrain."""
    row = OFF_BOARD.of(attack)["off-board artillery"]
    gun = (skill(attack), fire_control_hits(attack), heat(attack), airborne(attack))
    own = (*gun, lobs_well(attack), by_the_shots_before(attack))
    table = (Modifier("Off-board artillery", row, "AS-OPT-172"), *spotting(attack))
    return (*(part for part in own if part is not None), *table)


@rules.rule("AS-OPT-163", otherwise=None)
def airborne(attack: Attack) -> Modifier | None:
    return Modifier("Artillery from an airborne unit", 1, "AS-OPT-163") if attack.attacker.airborne else None


def spotting(attack: Attack) -> Iterator[Modifier]:
    """What a spotter is worth, by what it has and does."""
    spotter, rows = attack.spotter, OFF_BOARD.of(attack)
    if spotter is None or not counts_when_fired(attack):
        return
    yield Modifier("Spotter", rows["friendly spotter"], "AS-OPT-172")
    if any(works(attack.battle, spotter, code) for code in PROBES) or _probed(attack, spotter):
        yield Modifier("Spotter with a probe", rows["spotter with LPRB, PRB or BH"], "AS-OPT-172")
    elif works(attack.battle, spotter, "RCN"):
        yield Modifier("Spotter with RCN", rows["spotter with RCN"], "AS-OPT-172")
    if attack.spotter_attacks:
        yield Modifier("Spotter attacks too", rows["spotter attacked"], "AS-OPT-172")
        spared = aims_and_spots(attack, spotter, rows["spotter attacked"])
        if spared is not None:
            yield spared


def _probed(attack: Attack, spotter: Unit) -> bool:
    return bool(probes_of(attack.battle, spotter))


@rules.rule("AS-OPT-173", otherwise=False)
def counts_when_fired(attack: Attack) -> bool:
    """Who spots does so when the gun fires, and not when the shell lands."""
    return attack.kind == KIND


def correction(attack: Attack) -> tuple[Modifier, ...]:
    """A point for every shot that has landed on the same point before, where a friend sees it as this one lands."""
    shots = landed_before(attack)
    seen = attack.point is not None and shots
    if not seen or not somebody_sees(attack.battle, attack.attacker.side, attack.point, attack.attacker.id):  # type: ignore[arg-type]
        return ()
    each = OFF_BOARD.of(attack)["each successive shot at the same point"]
    return (Modifier("Shots before at this point", shots * each, "AS-OPT-172"),)


def landed_before(attack: Attack) -> int:
    plot = plot_of(attack.attacker, attack.point)
    shots = plot.get("shots") if plot is not None else 0
    return shots if isinstance(shots, int) else 0


def plot_of(unit: Unit, point: Point | None) -> Mapping[str, JSON] | None:
    """What a unit has noted of a point it has fired at before."""
    known = [dict(one) for one in plots.of(unit) if isinstance(one, dict)]
    return next((one for one in known if point is not None and one["point"] == list(point)), None)


# -- the shell leaves -----------------------------------------------------------------------------------------


@rules.rule("AS-OPT-165")
def fire(attack: Attack) -> None:
    """Target, range and flight, number: then the shell is on its way, and what is left comes when it lands."""
    shell = record(attack)
    unlock_others(attack)
    count_the_shot(attack)
    if shell.flight == 0:
        attack.battle.then("land_shell", side=attack.attacker.side, unit=attack.attacker.id, weapon=shell.weapon)


@rules.rule("AS-OPT-174", otherwise=None)
def unlock_others(attack: Attack) -> None:
    """With its first shot at something else a gun has changed its target: no other point is locked in any longer."""
    at = None if attack.point is None else list(attack.point)
    known = [dict(one) for one in plots.of(attack.attacker) if isinstance(one, Mapping)]
    if any(one["locked"] and one["point"] != at for one in known):
        kept: list[JSON] = [{**one, "locked": bool(one["locked"]) and one["point"] == at} for one in known]
        plots.remember(attack.battle, attack.attacker, kept)


@rules.rule("AS-OPT-170")
def record(attack: Attack) -> Shell:
    """What is written down, and binds: the turn, the point, the number."""
    battle, unit, command = attack.battle, attack.attacker, attack.command
    turns = next((turns for hook in battle.hooks[hooks.flight_turns] if (turns := hook(attack)) is not None), 0)
    target = attack.target.id if attack.target is not None else None
    parts = modifiers(attack)
    kept = tuple(part for part in parts if part not in correction(attack))
    shell = Shell(
        unit=unit.id,
        weapon=attack.code or "",
        target=target,
        point=attack.point,
        lands=battle.state.turn + turns,
        target_number=total(parts),
        modifiers=kept,
        flight=turns,
        order=replace(command, spotter=None, spotter_attacks=False),
        ammo=command.ammo,
    )
    data = encode(shell)
    assert isinstance(data, dict)
    told = (attack.slot, command.spotter, attack.spotter_attacks)
    battle.emit(ShellFired(unit.side, unit.id, data, shell.lands, *told))
    return shell


def guns_to_answer(battle: Battle, unit: Unit) -> Iterator[AttackOrder]:
    """Guns beyond the table that are known, by every piece of a unit."""
    for enemy in battle.units.values():
        if enemy.place == OFFBOARD and enemy.side != unit.side:
            for code in dict.fromkeys(piece.code for piece in pieces_of(unit)):
                yield AttackOrder(unit.id, enemy.id, "artillery", code)


attack_kind(
    Kind(
        KIND,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.AREA, trait.EXPLOSIVE, trait.ARTILLERY, trait.AFAR),
        when=ADVANCED,
        slot=artillery_slot,
        strength=inner_strength,
        fires=only_piece,
        begin=fire,
        in_flight=lambda attack: True,
        resolve=resolve,
        extra=on_top,
        rings=rings,
        number=number_of,
        words="artillery",
        ready=guns_to_answer,
    )
)
