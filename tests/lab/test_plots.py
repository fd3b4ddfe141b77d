"""Pictures: what a reader must be able to tell apart."""

from itertools import combinations

from matplotlib.text import Text

from lancemate.lab.plots import surplus_figure, svg, value_figure
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


def test_bargains_stand_on_top_and_only_those_that_are_clear_have_a_colour() -> None:
    units = [
        Measured("fair", "Fair", 30, 20, Estimate(31.0, 25.0, 36.0)),
        Measured("good", "Bargain", 30, 20, Estimate(45.0, 36.0, 55.0)),
        Measured("bad", "Dear", 30, 20, Estimate(20.0, 16.0, 25.0)),
    ]
    axes = surplus_figure(units).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Dear (30)", "Fair (30)", "Bargain (30)"]
    bars = [line for line in axes.lines if len(line.get_xdata()) == 2 and line.get_ydata()[0] == line.get_ydata()[1]]
    assert len({bar.get_color() for bar in bars}) == 3
    assert [round(float(end)) for end in bars[2].get_xdata()] == [20, 83]
