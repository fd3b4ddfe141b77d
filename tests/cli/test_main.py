"""The entry of the command line: fast, lazy, and polite about what goes wrong."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import typer

from lancemate import __version__
from lancemate.cli import main as entry
from lancemate.compiled import CHOICE, PYTHON, how, is_in_use
from lancemate.kernel.errors import InputError


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        entry.main(list(words))
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """A sub-command `try` made for one test."""
    module = ModuleType("lancemate_try")
    module.app = typer.Typer(add_completion=False)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lancemate_try", module)
    monkeypatch.setitem(entry.COMMANDS, "try", ("lancemate_try:app", "Try something."))
    return module.app


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    python = ".".join(map(str, sys.version_info[:3]))
    assert capsys.readouterr().out == f"lancemate {__version__} (engine {how()}, Python {python})\n"


def test_the_version_says_how_the_engine_runs() -> None:
    words = [sys.executable, "-m", "lancemate.cli.main", "--version"]
    plain = subprocess.run(words, capture_output=True, text=True, env={**os.environ, CHOICE: PYTHON}).stdout
    usual = subprocess.run(words, capture_output=True, text=True).stdout
    assert "(engine as written, " in plain
    assert ("(engine compiled, " in usual) == is_in_use()


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_names_every_command(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 0
    said = capsys.readouterr().out
    for name, (_, text) in entry.COMMANDS.items():
        assert f"  {name}" in said
        assert text in said


def test_every_command_of_the_table_can_be_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    for name in entry.COMMANDS:
        assert run(name, "--help") == 0
        assert f"lancemate {name}" in capsys.readouterr().out


def test_an_unknown_command_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rulse") == 2
    assert capsys.readouterr().err == "lancemate: there is no command 'rulse'. Did you mean rules?\n"
    assert run("xyzzy") == 2
    assert "There are: " in capsys.readouterr().err


def test_an_error_for_people_is_one_line_and_status_2(command: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @command.command()
    def fail() -> None:
        raise InputError("give a number", file="a.yaml", line=3, key="at")

    assert run("try") == 2
    told = capsys.readouterr()
    assert told.err == "lancemate: a.yaml:3: at: give a number\n"
    assert told.out == ""


def test_a_file_that_cannot_be_opened_is_named(command: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @command.command()
    def fail() -> None:
        Path("/no/such/file").read_text()

    assert run("try") == 2
    assert capsys.readouterr().err == "lancemate: /no/such/file: No such file or directory\n"


def test_a_wrong_option_is_status_2(command: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @command.command()
    def fine() -> None: ...

    assert run("try", "--nonsense") == 2
    assert "--nonsense" in capsys.readouterr().err


def test_the_status_of_a_command_is_kept(command: typer.Typer) -> None:
    @command.command()
    def one() -> None:
        raise typer.Exit(1)

    assert run("try") == 1


def test_interrupting_leaves_with_130(command: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @command.command()
    def wait() -> None:
        raise KeyboardInterrupt

    assert run("try") == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("words", ["rules search the", "scenarios show hold-the-line", "rules --help", "--help"])
def test_a_reader_that_goes_away_is_no_error(words: str) -> None:
    """Whoever prints: Rich, Typer, or we ourselves."""
    command = f"set -o pipefail; {sys.executable} -m lancemate.cli.main {words} | true"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_rules_that_the_environment_switches_off_exist() -> None:
    words = [sys.executable, "-m", "lancemate.cli.main", "scenarios", "list"]
    known = {**os.environ, "LANCEMATE_WITHOUT": "AS-COM-052, AS-COM-053"}
    assert subprocess.run(words, capture_output=True, env=known).returncode == 0
    wrong = {**os.environ, "LANCEMATE_WITHOUT": "AS-COM-052,AS-COM-52"}
    done = subprocess.run(words, capture_output=True, text=True, env=wrong)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lancemate: LANCEMATE_WITHOUT: There is no rule AS-COM-52.")


def test_help_costs_no_import() -> None:
    code = (
        "import sys\nfrom lancemate.cli.main import main\n"
        "try:\n  main(['--help'])\nexcept SystemExit:\n"
        "  print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"typer", "rich", "yaml", "numpy", "numba", "dataclasses", "json", "re"} & set(loaded.split())


def test_letters_a_terminal_does_not_know_are_written_as_in_json() -> None:
    """Also those that are none: what the shell hands over need not be text."""
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "lancemate.cli.main", "units", "show"]
    done = subprocess.run([*words, "Caf\u00e9 \U0001f600"], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "Caf\\u00e9 \\ud83d\\ude00" in done.stderr
    done = subprocess.run([*words, b"\xff"], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_output_may_be_closed() -> None:
    line = f"{sys.executable} -m lancemate.cli.main --version >&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
