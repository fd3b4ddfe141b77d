"""Tables are as wide as what they hold, and where a terminal is narrower a row stands in lines."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from lancemate.cli.screen import print_table
from lancemate.lab.report import number
from lancemate.lab.statistics import Estimate, mean, mean_of_sums

HEAD = ("side", "force", "share", "points killed")
ROW = ("red", "MAD-3R Marauder and three more of the Gray Death", "50.0% (40.4% to 59.6%)", Text("17.5 (12.0 to 23.0)"))


def printed(width: int, terminal: bool) -> list[str]:
    file = io.StringIO()
    print_table(Console(file=file, width=width, force_terminal=terminal, color_system=None), "Result", HEAD, [ROW])
    return file.getvalue().splitlines()


def test_a_narrow_terminal_gets_a_line_for_every_cell() -> None:
    lines = printed(80, True)
    assert max(map(len, lines)) <= 80
    assert lines[1:] == [
        "red  MAD-3R Marauder and three more of the Gray Death",
        "  share: 50.0% (40.4% to 59.6%)",
        "  points killed: 17.5 (12.0 to 23.0)",
    ]


@pytest.mark.parametrize(("width", "terminal"), [(200, True), (80, False)])
def test_what_has_room_or_reads_on_gets_whole_rows(width: int, terminal: bool) -> None:
    (row,) = [line for line in printed(width, terminal) if "Marauder" in line]
    assert all(str(cell) in row for cell in ROW)


def test_nothing_is_less_than_nothing() -> None:
    assert number(Estimate(-0.2, -0.4, 0.3), 0) == "0 (0 to 0)"
    assert number(Estimate(-0.0, -0.0, -0.0), 0) == "0"


def test_the_mean_of_sums_is_the_mean() -> None:
    values = [0, 3, 4, 4, 9]
    assert mean_of_sums(5, sum(values), sum(one * one for one in values)) == pytest.approx(mean(values))
    assert mean_of_sums(1, 4, 16) == mean([4])
    assert mean_of_sums(0, 0, 0) == mean([])
