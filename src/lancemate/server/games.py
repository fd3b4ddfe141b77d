"""What the server asks of a game: how a battle is opened, shown, told and asked about. One function for each game.

Knows names; decides nothing. Everything else in this room is the same whatever is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

ALPHA_STRIKE, BATTLETROOPS = "alpha-strike", "battletroops"


@dataclass(frozen=True, slots=True)
class Game:
    """One game as the server plays it."""

    name: str
    battle: Callable[..., Any]  # (setup, dice, without=...)
    setup_from_data: Callable[[Any], Any]
    setup_to_data: Callable[[Any], Any]
    command_from_data: Callable[[Any], Any]
    command_to_data: Callable[[Any], Any]
    asks: tuple[Any, ...]  # entries of scripts that are no commands
    read_script: Callable[[Any], Any]
    load: Callable[[Any], Any]  # a save
    save: Callable[[Any], Any]
    side_of: Callable[[Any, Any], str | None]
    # What a side knows, and may say.
    known_to: Callable[[Any, str | None], Any]
    events_for: Callable[[Any, str | None, Any], Any]
    check_names: Callable[[Any, Any], None]
    carry_out: Callable[[Any, str | None, Any], Any]
    may_keep_secrets: Callable[[Any, str | None], bool]
    unagreed_secret: Callable[[Any], str | None]  # a unit that is a secret though nobody agreed on any
    without_plans: Callable[[Any, Any, str | None], Any]  # commands, less those of others that nobody sees yet
    harmless: tuple[type[Any], ...]  # events from which nobody learns anything: what led to them may be taken back
    # What is told and shown.
    story: Callable[[Any, Any], Any]
    scene_key: Callable[[Any, str | None], tuple[object, ...]]
    show_scene: Callable[[Any, str | None], Any]
    show_view: Callable[..., Any]
    answer: Callable[[Any, str | None, Any], Any]
    state_error: type[Exception]


@cache
def _alpha_strike() -> Game:
    from lancemate.alphastrike.asking import knowledge
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.decisions import side_of
    from lancemate.alphastrike.play.order_data import (
        Measure,
        Preview,
        Question,
        Viewing,
        command_from_data,
        command_to_data,
    )
    from lancemate.alphastrike.play.setup import StateError
    from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
    from lancemate.alphastrike.scripts.running import script_from_data
    from lancemate.alphastrike.scripts.saves import load, save
    from lancemate.alphastrike.telling.log import story
    from lancemate.muster import catalogue
    from lancemate.server.alphastrike.questions import answer
    from lancemate.server.alphastrike.showing import scene_key, show_scene, show_view
    from lancemate.server.alphastrike.taking_back import HARMLESS

    return Game(
        name=ALPHA_STRIKE,
        battle=Battle,
        setup_from_data=setup_from_data,
        setup_to_data=setup_to_data,
        command_from_data=command_from_data,
        command_to_data=command_to_data,
        asks=(Preview, Viewing, Measure, Question),
        read_script=lambda data: script_from_data(data, find_card=catalogue.find),
        load=load,
        save=save,
        side_of=side_of,
        known_to=knowledge.known_to,
        events_for=knowledge.events_for,
        check_names=knowledge.check_names,
        carry_out=knowledge.carry_out,
        may_keep_secrets=knowledge.may_keep_secrets,
        unagreed_secret=knowledge.unagreed_secret,
        without_plans=knowledge.without_plans,
        harmless=HARMLESS,
        story=story,
        scene_key=scene_key,
        show_scene=show_scene,
        show_view=show_view,
        answer=answer,
        state_error=StateError,
    )


@cache
def _battletroops() -> Game:
    from lancemate.battletroops.asking import knowledge
    from lancemate.battletroops.play.battle import Battle
    from lancemate.battletroops.play.orders import Measure, Preview, command_from_data, command_to_data
    from lancemate.battletroops.play.setup import StateError
    from lancemate.battletroops.play.whose import side_of
    from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
    from lancemate.battletroops.scripts.running import script_from_data
    from lancemate.battletroops.scripts.saves import load, save
    from lancemate.battletroops.telling.log import story
    from lancemate.server.battletroops.questions import answer
    from lancemate.server.battletroops.showing import scene_key, show_scene, show_view
    from lancemate.server.battletroops.taking_back import HARMLESS

    return Game(
        name=BATTLETROOPS,
        battle=Battle,
        setup_from_data=setup_from_data,
        setup_to_data=setup_to_data,
        command_from_data=command_from_data,
        command_to_data=command_to_data,
        asks=(Preview, Measure),
        read_script=script_from_data,
        load=load,
        save=save,
        side_of=side_of,
        known_to=knowledge.known_to,
        events_for=knowledge.events_for,
        check_names=knowledge.check_names,
        carry_out=knowledge.carry_out,
        may_keep_secrets=knowledge.may_keep_secrets,
        unagreed_secret=knowledge.unagreed_secret,
        without_plans=knowledge.without_plans,
        harmless=HARMLESS,
        story=story,
        scene_key=scene_key,
        show_scene=show_scene,
        show_view=show_view,
        answer=answer,
        state_error=StateError,
    )


GAMES: Final[Mapping[str, Callable[[], Game]]] = {ALPHA_STRIKE: _alpha_strike, BATTLETROOPS: _battletroops}


def game_of(battle: Any) -> Game:
    """The game that a battle is of."""
    return GAMES[battle.ruleset.name]()


def game_of_data(data: Mapping[str, Any]) -> Game:
    """The game that a setup, a script or a save is of; Alpha Strike complains of names that nobody knows."""
    name = data.get("game")
    return GAMES[name]() if isinstance(name, str) and name in GAMES else _alpha_strike()


def acting_side(battle: Any) -> str | None:
    """Whose word a battle waits for."""
    if battle.outcome is not None:
        return None
    side: str | None = battle.decision.side if battle.decision is not None else battle.state.to_act
    return side
