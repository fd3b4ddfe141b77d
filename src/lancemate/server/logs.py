"""How the log is written: as words for people, or a line of JSON for each record, for programs that gather logs.

Knows logging; nothing of games.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from datetime import UTC, datetime
from typing import Final

from lancemate.server.settings import Log

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class AsJson(logging.Formatter):
    """One line for each record. `event` is the same for all of its kind; `values` are what differs."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": os.getpid(),
            "event": str(record.msg),
            "message": record.getMessage(),
        }
        if isinstance(record.args, tuple) and record.args:
            told["values"] = [str(value) for value in record.args]
        told |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def write_logs(form: Log) -> None:
    """From now on the log of this process is written like this, on standard error."""
    if form != "json":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
