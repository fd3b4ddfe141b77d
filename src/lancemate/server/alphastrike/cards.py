"""Unit cards and forces as a browser shows them. Knows what a card says; must not know a battle."""

from __future__ import annotations

from functools import lru_cache

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.points import point_value
from lancemate.alphastrike.cards.special_codes import explain
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.movement.modes import mode_called
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.turn.opening import body_of
from lancemate.kernel.codec import JSON
from lancemate.server.rule_names import page

RANGES = ("short", "medium", "long", "extreme")


@lru_cache(maxsize=2000)
def show_card(card: Card) -> dict[str, JSON]:
    """Everything a player reads off a card. The answer is shared: copy it before adding to it."""
    base = body_of(rules, card)
    return {
        "id": card.id,
        "name": card.name,
        "chassis": card.chassis,
        "model": card.model,
        "type": card.type,
        "type_name": card.type_name,
        "role": card.role,
        "size": card.size,
        "size_name": card.size_name,
        "legs": card.legs,
        "move": str(card.move),
        "moves": [
            {"mode": mode, "inches": inches, "words": mode_called(mode).words}
            for mode, inches in card.move.by_mode.items()
        ],
        "tmm": card.tmm,
        "damage": str(card.damage),
        "ranges": {name: str(strength) for name, strength in zip(RANGES, card.damage, strict=True)},
        "ov": card.ov,
        "armor": card.armor,
        "structure": card.structure,
        "threshold": card.threshold,
        "pv": card.pv,
        "specials": show_specials(card.specials),
        "arcs": {
            name: {"damage": str(arc.damage), "specials": show_specials(arc.specials)}
            for name, arc in card.arcs.items()
        },
        "sections": [
            {
                "name": section.name,
                "at": list(section.at),
                "armor": section.armor,
                "structure": section.structure,
                "damage": str(section.damage),
                "specials": show_specials(section.specials),
                "arcs": {name: {"damage": str(arc.damage)} for name, arc in section.arcs.items()},
            }
            for section in card.sections
        ],
        "crits": dict(card.critical_tracks),
        "radius": base.radius,
        "height": base.height if card.height is None else card.height,
        "tracks_heat": card.tracks_heat,
        "era": card.era,
        "factions": list(card.factions),
        "training": card.training,
        "note": card.note,
    }


def show_specials(specials: Specials) -> list[JSON]:
    return [
        {
            "text": special.text,
            "code": special.code,
            "name": special.ability.name,
            "explanation": explain(special),
            "rule": special.ability.rule,
            "page": page(special.ability.rule),
        }
        for special in specials
    ]


def show_recruit(card: Card, skill: int) -> dict[str, JSON]:
    """A card with the Skill of who drives it, and what that costs."""
    return {**show_card(card), "skill": skill, "skill_pv": point_value(card.pv, skill) if card.pv else 0}
