"""Offers as a page reads them: words, the rule behind them, the order to send and what may still be chosen.

Knows how an offer is written down; must not know what any of them is about.
"""

from __future__ import annotations

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import all_deeds, deeds, deployments, switches, toggles
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.flight import can_fly
from lancemate.alphastrike.play.offer import Choice, Offer
from lancemate.alphastrike.play.order_data import command_to_data
from lancemate.alphastrike.play.state import Unit
from lancemate.kernel.codec import JSON
from lancemate.server.rule_names import page


def show_offer(offer: Offer) -> dict[str, JSON]:
    return {
        "kind": offer.kind,
        "unit": offer.unit,
        "label": offer.label,
        "rule": offer.rule,
        "page": page(offer.rule),
        "complete": offer.complete,
        "command": command_to_data(offer.command),
        "choose": [show_choice(choice) for choice in offer.choose],
    }


def show_choice(choice: Choice) -> dict[str, JSON]:
    return {
        "name": choice.name,
        "label": choice.label,
        "kind": choice.kind,
        "rule": choice.rule,
        "among": list(choice.among),
        "least": choice.least,
        "most": choice.most,
        "needed": choice.needed,
        "modes": list(choice.modes),
        "within": choice.within,
        "beside": choice.beside,
        "general": choice.general,
        "note": choice.note,
    }


def at_hand(battle: Battle, unit: Unit) -> list[JSON]:
    """What a unit may do now besides moving and attacking: take its place, deeds, and switches."""
    if battle.decision is not None or battle.outcome is not None:
        return []
    found = all_deeds(battle, unit) if battle.state.to_act == unit.side else deeds(battle, unit)
    placing = deployments(battle, unit) if orders.Deploy in battle.now.verbs else ()
    return [show_offer(offer) for offer in (*placing, *found, *toggles(battle, unit)) if offer.kind != "move"]


def ways_to_fly(battle: Battle, unit: Unit) -> list[str]:
    """The modes in which a unit is offered to fly, land or take off now."""
    if not can_fly(unit.card) or battle.decision is not None or battle.outcome is not None:
        return []
    found: dict[str, None] = {}
    for one in deeds(battle, unit):
        if isinstance(one.command, orders.Move):
            words = next((choice.among for choice in one.choose if choice.name == "mode"), (one.command.mode,))
            found.update(dict.fromkeys(words))
    return [*found]


def show_switches(battle: Battle, unit: Unit) -> list[JSON]:
    """What its player may turn: how it stands, how it will after the End Phase, and the rule behind it."""
    wishes = dict(unit.planned)
    return [
        {
            "ability": one.ability,
            "label": one.label,
            "note": one.note,
            "on": one.on,
            "will": wishes.get(one.ability, one.on),
            "rule": one.rule,
        }
        for one in switches(battle, unit)
    ]


def remarks(battle: Battle, unit: Unit) -> list[JSON]:
    """What its player should keep in mind: hook ``remarks`` (battle, unit) -> str | None."""
    return [words for hook in battle.hooks[hooks.remarks] if (words := hook(battle, unit)) is not None]
