"""The table as a seat sees it: the scene (what seldom changes) and the view (how it stands now).

Both show the battle as the viewer knows it (asking/knowledge.py), so they cannot tell more. Must not decide anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.knowledge import TOKEN, known_to
from lancemate.alphastrike.asking.views import view_of
from lancemate.alphastrike.cards.chassis import chassis_of, model_of
from lancemate.alphastrike.cards.pilot_names import PLAYED, bare_name
from lancemate.alphastrike.cards.pilot_words import words_of
from lancemate.alphastrike.combat.multi_arc import mounts_of
from lancemate.alphastrike.movement.badge import movement_die
from lancemate.alphastrike.movement.modes import Mode, current_modes, in_players_order, mode_called
from lancemate.alphastrike.movement.reach import moves_now
from lancemate.alphastrike.options.minefields.fields import hidden_mines
from lancemate.alphastrike.pilots.having import abilities_for_the_battle
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.knowing import Degree, not_all_known
from lancemate.alphastrike.play.names import proper_names
from lancemate.alphastrike.play.setup import SUPPORT
from lancemate.alphastrike.play.state import TABLE, Unit
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.scenarios.buildings import searched_buildings
from lancemate.alphastrike.scenarios.scoring import turn_limit
from lancemate.alphastrike.support.minefields import fields_of
from lancemate.alphastrike.telling.ground_words import about, legend
from lancemate.alphastrike.telling.winning import how_to_win
from lancemate.alphastrike.terrain.hexes import drawn_radius
from lancemate.alphastrike.turn.buying import QUESTION as BUYING
from lancemate.alphastrike.turn.deployment import deployment_areas
from lancemate.alphastrike.urban.buildings import construction_factor
from lancemate.field.data import feature_to_data
from lancemate.field.pierced import Pierced
from lancemate.field.shapes import Disc, Line
from lancemate.kernel.codec import JSON, encode
from lancemate.server.alphastrike.cards import show_recruit
from lancemate.server.alphastrike.conditions import show_weather
from lancemate.server.alphastrike.guide import guide, ready_units, to_do
from lancemate.server.alphastrike.offers import at_hand, remarks, show_switches, ways_to_fly
from lancemate.server.alphastrike.support import show_support_table
from lancemate.server.rule_names import page

Viewer = str | None


def show_scene(battle: Battle, viewer: Viewer) -> dict[str, JSON]:
    """Map, terrain and cards."""
    lowered, battle = not_all_known(battle, viewer), known_to(battle, viewer)
    table = battle.table
    terrain: list[JSON] = []
    for feature in table.features:
        data = encode(feature_to_data(feature))
        assert isinstance(data, dict)
        factor = construction_factor(battle, feature)
        if factor is not None:
            data["cf"] = factor
        shape = feature.shape
        if isinstance(shape, Line) and shape.gone:
            data["runs"] = [[list(point) for point in run] for run in shape.runs()]
        if isinstance(shape, Pierced):
            data["left"] = encode([part for part in shape.parts() if not isinstance(part, Disc)])
        words = about(feature.kind)
        told: dict[str, JSON] = {} if words is None else {"about": words}
        terrain.append({**data, "role": feature.role_name, "height": feature.height, "depth": feature.depth, **told})
    return {
        "map": {"kind": table.kind, "measure": table.measure, "width": table.width, "depth": table.depth},
        "options": encode(battle.options),
        "edition": battle.setup.edition,
        "sides": [
            {"name": side.name, "home": side.home, "preplotted": [list(at) for at in side.preplotted]}
            for side in battle.setup.sides
        ],
        "scenario": _scenario(battle),
        "modes": [_mode(mode) for mode in hooks.movement_modes.values()],
        "questions": dict(hooks.question_kinds),
        "names": dict(proper_names),
        "support": show_support_table(battle) if SUPPORT in battle.setup.switches else None,
        "terrain": terrain,
        "legend": [{**one._asdict(), "page": page(one.rule)} for one in legend(table.features)],
        "units": {
            unit.id: _outline(unit, lowered[unit.id]) if unit.id in lowered else _card(battle, unit)
            for unit in battle.units.values()
            if unit.card is not TOKEN
        },
    }


def _mode(mode: Mode) -> JSON:
    """A way to move, as far as a page must know it."""
    flown = mode.own is not None
    return {
        **{"name": mode.name, "words": mode.words, "done": mode.done},
        **{"stays": mode.stays, "leaps": mode.leaps, "flown": flown},
    }


def _card(battle: Battle, unit: Unit) -> JSON:
    return {**show_recruit(unit.card, unit.skill), "abilities": _abilities(battle, unit)}


def _outline(unit: Unit, known: Degree) -> JSON:
    """What is on a card that the viewer has not seen: what can be told from outside, or by a scan."""
    plain: dict[str, JSON] = {"name": chassis_of(unit.card), "chassis": chassis_of(unit.card), "type": unit.card.type}
    if known is Degree.SHEET:
        plain |= {"model": model_of(unit.card), "armor": unit.card.armor, "structure": unit.card.structure}
    return plain


def _abilities(battle: Battle, unit: Unit) -> list[JSON]:
    """What its pilot brings, and what its formation gives it for the whole battle."""
    shown = abilities_for_the_battle(battle, unit)
    return [
        {"text": text, "rule": rule, "page": page(rule), "words": words_of(text)}
        for text in shown
        if (rule := PLAYED[bare_name(text)])
    ]


def _scenario(battle: Battle) -> JSON:
    """What the battle is about, when that is more than who is left."""
    plan = battle.setup.scenario
    if plan is None:
        return None
    searched = searched_buildings(battle) if plan.search is not None else ()
    return {
        "id": plan.id,
        "name": plan.name,
        "about": plan.about,
        "page": plan.page,
        "turns": turn_limit(battle),
        "roles": dict(plan.sides),
        "searched": list(searched),
        "how": list(how_to_win(battle)),
    }


def scene_key(battle: Battle, viewer: Viewer) -> tuple[object, ...]:
    """As long as this stays the same, so does the scene."""
    return battle.table, *((unit.id, unit.card) for unit in known_to(battle, viewer).units.values())


def show_view(
    battle: Battle, viewer: Viewer, n: int, result: Mapping[str, JSON] | None = None, *, recorded: bool = False
) -> dict[str, JSON]:
    """How it stands. ``result`` is what the players have settled between them, if they have."""
    lowered, known = not_all_known(battle, viewer), known_to(battle, viewer)
    shown = view_of(battle, known, viewer)
    battle = known
    units = shown["units"]
    assert isinstance(units, dict)
    for name, data in units.items():
        assert isinstance(data, dict)
        if name in lowered:
            data.update(_from_outside(battle, battle.units[name]) | data)
            continue
        data.update(_more_of(battle, battle.units[name]))
        if viewer is not None and battle.units[name].side == viewer:
            data["offers"] = at_hand(battle, battle.units[name])
            data["remarks"] = remarks(battle, battle.units[name])
            data["switches"] = show_switches(battle, battle.units[name])
            data["modes"] = [*modes_of(battle, battle.units[name]), *ways_to_fly(battle, battle.units[name])]
        else:
            data["offers"], data["remarks"], data["switches"] = [], [], []
    state = battle.state
    outcome = shown["outcome"] if result is None else dict(result)
    over = outcome is not None
    deploying = orders.Deploy in battle.now.verbs
    return {
        "n": n,
        **shown,
        "outcome": outcome,
        "quota": [[side, count] for side, count in state.quota],
        "moving_group": state.moving_group,
        "weather": show_weather(battle),
        "phases": [{"name": name, "title": battle.course[name].title} for name in battle.course.turn],
        "for": to_do(battle),
        "guide": guide(battle, viewer, over=over, recorded=recorded),
        "ready": [] if over else [unit.id for unit in ready_units(battle) if unit.id in units],
        "zones": _zones(battle) if deploying or _buying(battle) else None,
        "deployment": _deployment(battle) if deploying else None,
        "minefields": _minefields(battle),
    }


def _from_outside(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """What a screen shows of a unit whose sheet is not known: what is seen of it, and nothing where a number stands."""
    return {
        "radius": unit.radius,
        "height": unit.body.height,
        **dict.fromkeys(("armor", "structure", "aboard", "declared", "doomed", "badge", "sections", "spotted")),
        **dict.fromkeys(("heat", "tmm", "overheat", "heat_taken"), 0),
        **dict.fromkeys(("riding", "immobile"), False),
        **{
            key: [] for key in ("pending", "carrying", "spent", "off", "modes", "arcs", "offers", "remarks", "switches")
        },
        **{key: {} for key in ("crits", "planned", "notes", "move_now")},
        **{
            key: getattr(unit, key)
            for key in ("shutdown", "stunned", "hull_down", "destroyed", "exited", "withdrawing")
        },
        "moved": unit.moved,
        "moved_words": mode_called(unit.moved).done,
        "inches": unit.inches,
        "attacks": list(unit.attacks),
        "damage_now": "",
        "wreck": _wreck(battle, unit),
    }


def _buying(battle: Battle) -> bool:
    """A side is about to buy support: it lays no mines where the enemy takes the field."""
    return battle.decision is not None and battle.decision.kind == BUYING


def modes_of(battle: Battle, unit: Unit) -> list[str]:
    """The ways in which a unit may move on the ground, as players look for them."""
    return in_players_order(current_modes(battle, unit)) if unit.in_play else []


def _more_of(battle: Battle, unit: Unit) -> dict[str, JSON]:
    """What a screen needs of a unit besides its state."""
    badge = movement_die(battle, unit)
    here = unit.place == TABLE
    return {
        "radius": drawn_radius(unit),
        "height": unit.body.height,
        "moved_words": mode_called(unit.moved).done,
        "move_now": dict(moves_now(battle, unit)),
        "modes": [*modes_of(battle, unit)],
        "damage_now": str(stats(battle, unit).damage),
        "badge": {"colour": badge.colour, "number": badge.number} if badge is not None else None,
        "wreck": _wreck(battle, unit),
        "arcs": [
            {"name": mount.name, "centre": arc.centre, "width": arc.width, "corridor": arc.corridor}
            for mount in mounts_of(battle, unit)
            if (arc := mount.arc) is not None
        ]
        if here
        else [],
    }


def _wreck(battle: Battle, unit: Unit) -> JSON:
    """Where what is left of a unit lies that fell on the table, and was not lost inside another or elsewhere. It stands
    in nobody's way; men leave nothing that is drawn.
    """
    if not unit.fell or unit.card.is_infantry:
        return None
    (x, y), table = unit.at, battle.table
    return {"at": [x, y], "facing": unit.facing} if 0 <= x <= table.width and 0 <= y <= table.depth else None


def _zones(battle: Battle) -> dict[str, JSON]:
    """Where each side may place its units: x, y, width, depth of the one area all of its places lie in."""
    zones: dict[str, JSON] = {}
    for side in battle.sides:
        areas = deployment_areas(battle, side)
        west, south = min(area.x for area in areas), min(area.y for area in areas)
        east, north = max(area.x + area.width for area in areas), max(area.y + area.depth for area in areas)
        zones[side] = [west, south, east - west, north - south]
    return zones


def _minefields(battle: Battle) -> list[JSON]:
    """Those of battlefield support, and one's own that lie hidden; all others are terrain."""
    found: list[JSON] = [
        {"side": one.side, "type": one.type, "at": list(one.at), "radius": one.radius, "hidden": one.hidden}
        for one in fields_of(battle)
    ]
    for one in hidden_mines(battle):
        for at, radius in one.circles:
            found.append({"side": one.side, "type": f"{one.type} mines", "at": [*at], "radius": radius, "hidden": True})
    return found


def _deployment(battle: Battle) -> dict[str, JSON]:
    """The same in full: each area for itself, and what a place must be near to."""
    return {
        side: [
            {
                "zone": [area.x, area.y, area.width, area.depth],
                "text": area.words,
                "rule": area.rule,
                "most": area.most,
                "near": [list(point) for point in area.points],
                "features": list(area.features),
                "within": area.within,
            }
            for area in deployment_areas(battle, side)
        ]
        for side in battle.sides
    }
