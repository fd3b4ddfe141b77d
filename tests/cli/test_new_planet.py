"""`lancemate new --planet` writes the conditions of a world into the script."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from lancemate.cli.new import app
from lancemate.kernel.documents import read_document

ARGS = ("--red", "MAD-3R Marauder, MAD-3R Marauder", "--blue", "MAD-3R Marauder, MAD-3R Marauder", "--seed", "3")


def made(path: Path, planet: str) -> object:
    done = CliRunner().invoke(app, [*ARGS, "--planet", planet, "-o", str(path)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    data = read_document(path).data
    assert isinstance(data, dict)
    return data.get("conditions")


@pytest.mark.parametrize("planet", ["cinder", "Halvard's Rest", "random", "terra"])
def test_a_planet_is_written_into_the_script(tmp_path: Path, planet: str) -> None:
    found = made(tmp_path / "battle.yaml", planet)
    if planet == "terra":
        assert found is None
    elif planet == "cinder":
        assert isinstance(found, dict)
        assert (found["atmosphere"], found["temperature"]) == ("thick", 70)
    else:
        assert isinstance(found, dict)
