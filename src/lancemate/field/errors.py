"""What goes wrong with space: geometry that cannot be put on a table. It knows no rules of any game."""

from __future__ import annotations

from lancemate.kernel.errors import LancemateError


class FieldError(LancemateError, ValueError):
    """A shape, a table or a path that makes no sense; the message names the feature and what is wrong with it."""
