"""The targets of the Makefile that developers call by hand, run on a small tree of their own."""

import os
import subprocess
import sys
from pathlib import Path

MAKEFILE = Path(__file__).parents[1] / "Makefile"


def test_format_formats_what_it_can_and_tells_what_it_cannot(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(MAKEFILE.read_text())
    (tmp_path / "pyproject.toml").write_text('[tool.ruff.lint]\nselect = ["F", "I"]\n')
    (tmp_path / "constraints.txt").touch()
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent, target_is_directory=True)
    (tmp_path / ".venv" / "made").touch()
    ready = tmp_path / ".venv" / "ready"
    ready.touch()
    later = (tmp_path / "constraints.txt").stat().st_mtime + 10
    os.utime(ready, (later, later))
    source = tmp_path / "untidy.py"
    source.write_text("import sys\nimport os\nprint( os.sep,sys.path , unknown_name )\n")

    made = subprocess.run(["make", "format"], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    assert source.read_text() == "import os\nimport sys\n\nprint(os.sep, sys.path, unknown_name)\n"
    assert made.returncode != 0
    assert "unknown_name" in made.stdout
    source.write_text("import sys\nimport os\nprint( os.sep,sys.path )\n")
    subprocess.run(["make", "format"], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert source.read_text() == "import os\nimport sys\n\nprint(os.sep, sys.path)\n"
