"""Answers told in plain English: why a command was refused, what a preview or a measure found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lancemate.battletroops.play.orders import Attack, Measure, PointTarget, Preview, ScriptEntry
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal
from lancemate.kernel.explain import Modifier, listed
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import page_of, point, points, sentence, the_sum

if TYPE_CHECKING:
    from lancemate.battletroops.play.battle import Battle


def tell_refusal(entry: ScriptEntry, refusal: Refusal) -> StoryLine:
    """Why a command was not allowed, and what would be."""
    who = getattr(entry, "unit", None) or getattr(entry, "side", None)
    verb = entry.name.replace("_", " ")
    what = f"{verb} {who}" if who else verb
    return StoryLine(f"Not allowed ({what}): {sentence(refusal.message)}{page_of(refusal.rule)}", "refused")


def tell_answer(battle: Battle, entry: ScriptEntry, answer: Mapping[str, JSON]) -> Iterator[StoryLine]:
    """What a preview or a measure found."""
    if isinstance(entry, Measure):
        yield StoryLine(f"From {entry.start} to {_aim(entry.end)}: {listed(_tape(answer))}.", "act")
    elif isinstance(entry, Preview) and not answer.get("legal"):
        reason = answer.get("reason")
        facts = reason if isinstance(reason, dict) else {"message": reason}
        told = f"{sentence(str(facts.get('message')))}{page_of(str(facts.get('rule')))}"
        yield StoryLine(f"{entry.command.unit} may not {entry.command.name}: {told}", "refused")
    elif isinstance(entry, Preview) and isinstance(entry.command, Attack):
        yield StoryLine(
            f"{entry.command.unit} may attack {_aim(entry.command.target)}: {listed(_tape(answer))}.", "act"
        )
        parts = answer.get("modifiers")
        sums = [Modifier(**part) for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []  # type: ignore[arg-type]
        chance = answer.get("hit_probability")
        odds = f", {chance:.1%} likely" if isinstance(chance, float) and chance else ""
        if sums:
            yield StoryLine(f"It would need {answer.get('target_number')} = {the_sum(sums)}{odds}.", "sum", 1)
    elif isinstance(entry, Preview):
        told = f"it costs {answer.get('cost')} MP of {answer.get('allowance')}"
        yield StoryLine(f"{entry.command.unit} may make this move: {told}.", "act")


def _aim(target: str | PointTarget) -> str:
    return target if isinstance(target, str) else point(target.point)


def _tape(answer: Mapping[str, JSON]) -> list[str]:
    """What a measuring tape tells, in words."""
    far = answer.get("distance")
    words = [points(far, "dot")] if isinstance(far, int) else []
    words.append(f"line of sight {answer.get('line_of_sight')}")
    cover = answer.get("cover")
    if isinstance(cover, list) and cover:
        words.append(f"behind {listed([str(kind) for kind in cover])}")
    if answer.get("hidden_by"):
        words.append(f"hidden by {answer['hidden_by']}")
    if "in_arc" in answer:
        words.append("in his arc" if answer["in_arc"] else "not in an arc of his")
    return words
