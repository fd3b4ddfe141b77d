"""What a sensible player answers when an ability asks: a word per kind of question, or None where any will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lancemate.kernel.agenda import Decision


def sensible(decision: Decision) -> str | None:
    """The answer to a question of a kind that is known here."""
    match decision.kind:
        case "point_defense":
            return _points(decision)
        case "rams":
            return "protect"
        case "bank":
            return "use" if "use" in decision.choices else "roll"
        case "force":
            return "force" if _number(decision, "modifier") > 0 else "roll"
        case "berserk":
            return "not yet"
        case "physical":
            return "as usual"
        case "false_flag":
            return "enter"
        case "in_the_moment":
            return decision.choices[-1]
        case _:
            return None


def _number(decision: Decision, fact: str) -> int:
    value = decision.facts.get(fact)
    return value if isinstance(value, int) else 0


def _points(decision: Decision) -> str:
    """Two points stop an attack; one is enough where it does little."""
    damage = decision.facts.get("damage")
    wanted = 1 if isinstance(damage, int) and damage <= 1 else 2
    return str(min(wanted, len(decision.choices) - 1))
