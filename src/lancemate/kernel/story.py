"""A battle told in lines of plain text. Knows no game and no screen."""

from __future__ import annotations

from lancemate.kernel.values import frozen


@frozen
class StoryLine:
    """One line of the story. ``depth`` is how far it hangs under the line before it."""

    text: str
    tone: str = "plain"  # turn, phase, act, hit, miss, sum, wound, later, loss, ask, refused, quiet, plain
    depth: int = 0
