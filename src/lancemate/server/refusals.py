"""Refusals over HTTP: a status, a code for programs, a sentence for people, and the key it is about."""

from __future__ import annotations

from lancemate.server.models import Trouble


class NotOk(Exception):
    """A refusal with its status."""

    def __init__(self, status: int, code: str, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.key = status, code, message, key


def not_found(message: str) -> NotOk:
    return NotOk(404, "not_found", message)


def troubles(*statuses: int) -> dict[int | str, dict[str, object]]:
    """What OpenAPI says of a route that may refuse with these statuses."""
    return {status: {"model": Trouble} for status in statuses}
