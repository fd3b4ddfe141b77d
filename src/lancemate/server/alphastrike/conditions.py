"""Air, light and weather as the table in the browser shows them: how it looks, and what it does with rule and page."""

from __future__ import annotations

from collections.abc import Iterable

from lancemate.alphastrike.environment.effects import Effect, effects_now
from lancemate.alphastrike.environment.notes import show_conditions
from lancemate.alphastrike.play.battle import Battle
from lancemate.kernel.codec import JSON
from lancemate.server.rule_names import page


def show_weather(battle: Battle) -> dict[str, JSON]:
    """What is in force now, and its effects as a list."""
    return {**show_conditions(battle), "effects": show_effects(effects_now(battle))}


def show_effects(effects: Iterable[Effect]) -> list[JSON]:
    return [{"name": one.name, "text": one.text, "rule": one.rule, "page": page(one.rule)} for one in effects]
