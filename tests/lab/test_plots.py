"""Pictures: what a reader must be able to tell apart."""

from itertools import combinations

from matplotlib.text import Text

from lancemate.lab.plots import svg, value_figure
from lancemate.lab.statistics import Estimate
from lancemate.lab.strength import Measured


def crowd() -> list[Measured]:
    """Twelve units of nearly the same Point Value, printed and measured."""
    values = [34.0 + 0.2 * number for number in range(12)]
    return [
        Measured(f"u{number}", f"UNT-{number} Something", 27 + number % 3, 20, Estimate(value, value - 4, value + 4))
        for number, value in enumerate(values)
    ]


def test_names_of_outliers_do_not_stand_on_one_another() -> None:
    figure = value_figure(crowd())
    figure.draw_without_rendering()
    names = [Text.get_window_extent(text) for text in figure.axes[0].texts]  # without the lines to their points
    assert len(names) == 12
    assert not any(one.overlaps(other) for one, other in combinations(names, 2))


def test_the_same_picture_is_the_same_text() -> None:
    assert svg(value_figure(crowd())) == svg(value_figure(crowd()))
