"""The map as a seat sees it: the scene (what seldom changes), the view (how it stands now) and what to do next.

Both show the battle as the viewer knows it (asking/knowledge.py), so they cannot tell more. Must not decide anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from lancemate.battletroops.arms.armor import ARMOR
from lancemate.battletroops.arms.weapons import SATCHEL, weapon
from lancemate.battletroops.asking.knowledge import known_to
from lancemate.battletroops.asking.offers import offers_of
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.combat.reaction import KIND as FIRE_KIND
from lancemate.battletroops.machines.record import printed_records
from lancemate.battletroops.machines.speed import JUMP, MODES
from lancemate.battletroops.movement.activation import why_not_activate
from lancemate.battletroops.movement.plan import left_to
from lancemate.battletroops.play.orders import Act, Command, Move, command_to_data
from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.play.state import MAP
from lancemate.battletroops.scenarios.arming import choices_for
from lancemate.battletroops.scenarios.entering import ENTER, entry_dots
from lancemate.battletroops.scenarios.forces import LAUNCHER as WITH_LAUNCHER
from lancemate.battletroops.scenarios.race import sender_of
from lancemate.battletroops.scripts.terrain import feature_to_data
from lancemate.battletroops.sight.ranges import SIZES, arc_width
from lancemate.field.lattice import ROW
from lancemate.field.lattice_terrain import BUILDING
from lancemate.kernel.codec import JSON, encode
from lancemate.rulebook.wording import opened
from lancemate.server.games import BATTLETROOPS, acting_side

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Offer
    from lancemate.battletroops.play.state import Unit

PHASES: Final = ((HIDING, "Hiding"), ("movement", "Movement"), ("end", "End Phase"))
Viewer = str | None


def show_scene(battle: Battle, viewer: Viewer) -> dict[str, JSON]:
    """Map, terrain and what soldiers carry."""
    battle = known_to(battle, viewer)
    field = battle.map
    terrain: list[JSON] = []
    for feature in field.features:
        data = feature_to_data(feature)
        data["base"] = field.levels_of[feature.id]
        terrain.append(data)
    return {
        "game": BATTLETROOPS,
        "map": {"kind": field.kind, "measure": field.measure, "width": field.width, "depth": field.depth, "row": ROW},
        "floors": floors(battle),
        "options": encode(battle.options),
        "sides": [{"name": side.name, "home": side.home} for side in battle.setup.sides],
        "arcs": [{"size": size, "width": arc_width(battle, size)} for size in SIZES.of(battle)],
        "terrain": terrain,
        "units": {unit.id: _card(battle, unit) for unit in battle.units.values()},
    }


def floors(battle: Battle) -> list[JSON]:
    """The levels that one may step through, the lowest first."""
    field = battle.map
    levels = {field.ground(dot) for dot in field.dots}
    for one in field.features:
        if one.kind == BUILDING:
            levels |= {*field.floors(one), field.roof(one)}
    levels |= {unit.elevation for unit in battle.units.values() if unit.on_map}
    return [*range(min(levels), max(levels) + 1)]


def _card(battle: Battle, unit: Unit) -> JSON:
    arms: list[JSON] = []
    for name in (unit.primary, unit.secondary):
        arm = weapon(battle, name) if name is not None else None
        if arm is not None:
            arms.append(
                {
                    "name": arm.name,
                    "kind": arm.kind,
                    "lethal": [*arm.blast] or [arm.lethal],
                    "short": [*arm.short],
                    "long": [*arm.long],
                }
            )
    worn: JSON = None
    if unit.armor is not None:
        blocks = ARMOR.of(battle)[unit.armor.kind]["blocks"]
        worn = {"kind": unit.armor.kind, "first": unit.armor.first, "blocks": blocks}
    machine = unit.machine
    mounts: list[JSON] = [
        {"weapon": one.weapon, "in": one.location, "rear": one.rear} for one in (machine.mounts if machine else ())
    ]
    return {
        "name": unit.primary or (machine.name if machine is not None else unit.kind),
        "kind": unit.kind,
        "mounts": mounts,
        "modes": [mode for mode in MODES.get(unit.kind, ()) if mode != JUMP or (machine is not None and machine.jump)],
        "side": unit.side,
        "group": unit.group,
        "arms": arms,
        "armor": worn,
    }


def scene_key(battle: Battle, viewer: Viewer) -> tuple[object, ...]:
    """As long as this stays the same, so does the scene."""
    known = known_to(battle, viewer)
    carried = ((unit.id, unit.primary, unit.secondary, unit.elevation) for unit in known.units.values())
    return battle.map, *carried


def show_view(
    battle: Battle, viewer: Viewer, n: int, result: Mapping[str, JSON] | None = None, *, recorded: bool = False
) -> dict[str, JSON]:
    """How it stands. ``result`` is what the players have settled between them, if they have."""
    known = known_to(battle, viewer)
    shown = show_state(known)
    units = shown["units"]
    assert isinstance(units, dict)
    for name, data in units.items():
        assert isinstance(data, dict)
        data.update(_more_of(known, known.units[name], viewer))
    outcome = shown["outcome"] if result is None else dict(result)
    over = outcome is not None
    return {
        "n": n,
        **shown,
        "outcome": outcome,
        "phases": [
            {"name": name, "title": title} for name, title in PHASES if name != HIDING or shown["phase"] == name
        ],
        "for": "move" if known.decision is None and known.state.phase in (HIDING, "movement") else None,
        "guide": guide(known, viewer, over=over, recorded=recorded),
        "ready": [] if over else [unit.id for unit in ready_units(known)],
    }


def _more_of(battle: Battle, unit: Unit, viewer: Viewer) -> dict[str, JSON]:
    """What a screen needs of a unit besides its state."""
    own = viewer is not None and unit.side == viewer and battle.decision is None and battle.outcome is None
    found = offers_of(battle, unit) if own and battle.state.to_act == viewer else ()
    offers: list[JSON] = [show_offer(one) for one in found if not _by_map(unit, one.command)]
    shown: dict[str, JSON] = {"offers": offers, "left": left_to(battle, unit) if unit.able else 0}
    if own and unit.enters is not None and unit.place == MAP and not unit.acted and battle.state.to_act == viewer:
        shown["entries"] = [list(dot) for dot in entry_dots(battle, unit, unit.enters.edges[0])]
    if own and battle.state.phase == HIDING and battle.state.to_act == viewer:
        shown["kit"] = _kit(battle, unit)
    return shown


def _kit(battle: Battle, unit: Unit) -> JSON:
    """What his player may settle about him before the battle, and how it is."""
    choices, scenario = choices_for(battle, unit), battle.setup.scenario
    if scenario is None:
        return None
    armor = unit.machine is not None and scenario.damaged == unit.id
    sender = battle.units.get(sender_of(battle) or "") if scenario.control is not None else None
    if not choices and not armor and sender is None:
        return None
    squad = battle.setup.squad(unit.group)
    may_send = sender is not None and sender.group == unit.group and (squad is None or squad.leader != unit.id)
    return {
        "weapons": [*choices.get("weapons", ())],
        "secondary": [*choices.get("secondary", ())],
        "primary": f"{unit.primary}{WITH_LAUNCHER if unit.launcher else ''}",
        "second": SATCHEL if unit.satchel else unit.secondary or "none",
        "sends": sender is unit if may_send else None,
        "armor": {**printed_records()[unit.machine.name]["armor"]} if armor and unit.machine is not None else None,
    }


def _by_map(unit: Unit, command: Command) -> bool:
    """Whether a move is one that is pointed at on the map: a soldier's, or steps of a machine."""
    if isinstance(command, Act):
        return command.do == ENTER
    if not isinstance(command, Move):
        return False
    return unit.machine is None or any(not isinstance(part, str) for part in command.path)


def show_offer(one: Offer) -> JSON:
    return {
        "kind": one.kind,
        "unit": one.unit,
        "label": one.label,
        "rule": one.rule,
        "complete": one.complete,
        "command": command_to_data(one.command),
        "choose": [],
    }


def ready_units(battle: Battle) -> list[Unit]:
    """Units of the side to act that can do something now."""
    state = battle.state
    if battle.outcome is not None or battle.decision is not None or state.to_act is None:
        return []
    if state.phase == HIDING:
        scenario = battle.setup.scenario
        hurt = None if scenario is None else scenario.damaged
        own = battle.of_side(state.to_act)
        return [unit for unit in own if unit.hidden or unit.id == hurt or choices_for(battle, unit)]
    return [unit for unit in battle.of_side(state.to_act) if why_not_activate(battle, unit) is None]


def guide(battle: Battle, viewer: Viewer, *, over: bool, recorded: bool) -> dict[str, JSON]:
    """The sentence, the kind of thing to do, and whether it is up to this viewer."""
    side = acting_side(battle)
    if over or battle.outcome is not None:
        return _say("The battle is over. Look back with the bar at the bottom, or save it as a file.", "over", False)
    if recorded:
        return _say("A recording: look through it with the bar at the bottom.", "wait", False)
    if side is None:
        return _say("The dice decide; nobody has anything to do.", "wait", False)
    hiding = battle.state.phase == HIDING
    if side != viewer:
        fires = battle.decision is not None and battle.decision.kind == FIRE_KIND
        doing = (
            "decide who fires" if fires else "decide" if battle.decision is not None else "hide" if hiding else "move"
        )
        text = f"{opened(side)} is to {doing}." if viewer is None else f"Wait for {side} to {doing}."
        return _say(text, "wait", False)
    if battle.decision is not None:
        what = "Reaction fire: " if battle.decision.kind == FIRE_KIND else ""
        return _say(opened(f"{what}{battle.decision.question}"), "decide", True)
    left = len(ready_units(battle))
    if hiding:
        hide = sum(1 for unit in ready_units(battle) if unit.hidden)
        who = f"{hide} of your men hide: choose one and show him another place" if hide else "Nobody of yours hides"
        arms = "; what each carries is for you to say too" if left else ""
        return _say(f"Before the battle. {who}{arms}, or go on.", "move", True)
    acting = battle.state.acting
    if acting is not None:
        text = f"{acting} has {battle.state.mp_left} movement points left: move on, watch, throw, or be done with him."
        return _say(text, "move", True)
    if not left:
        return _say("All of your men have acted: end your movement.", "move", True)
    have = "soldier has" if left == 1 else "soldiers have"
    return _say(f"{left} of your {have} not acted: choose one, or end your movement.", "move", True)


def _say(text: str, what: str, yours: bool) -> dict[str, JSON]:
    return {"text": text, "do": what, "yours": yours}
