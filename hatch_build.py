"""Puts the web page into the wheel. An editable install leaves that to make, which builds it when it has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebPage(BuildHookInterface):  # type: ignore[type-arg]
    """Builds web/ into src/lancemate/server/static before the wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        finished = subprocess.run([sys.executable, str(root / "web" / "build.py"), "build"], env=dict(os.environ))
        if finished.returncode:
            raise SystemExit("The web page could not be built; the lines above say why.")
