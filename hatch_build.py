"""Puts the web page and the machine code into the wheel. An editable install leaves that to make."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuiltParts(BuildHookInterface):  # type: ignore[type-arg]
    """Builds web/ into src/lancemate/server/static, and the kernels, before the wheel is packed."""

    def dependencies(self) -> list[str]:
        """A C compiler from PyPI, where the machine has none."""
        return [] if any(shutil.which(name) for name in ("cc", "gcc", "clang")) else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        finished = subprocess.run([sys.executable, str(root / "web" / "build.py"), "build"], env=dict(os.environ))
        if finished.returncode:
            raise SystemExit("The web page could not be built; the lines above say why.")
        # pip shows the tools it has brought along by PYTHONPATH: ours comes before it and takes nothing away.
        paths = [str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
        path = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        parts = ("lancemate.kernel.building", "lancemate.kernel.compiling.library")
        if [one for one in parts if subprocess.run([sys.executable, "-m", one], env=path).returncode == 0]:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
