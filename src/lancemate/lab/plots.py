"""Pictures of results, as PNG and SVG. Needs the optional extra ``lancemate[lab]`` (matplotlib)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lancemate.kernel.errors import LancemateError
from lancemate.lab.results import BLUE, RED
from lancemate.lab.statistics import Estimate, wilson

if TYPE_CHECKING:
    from lancemate.lab.duel import Tally
    from lancemate.lab.pricing import Priced
    from lancemate.lab.strength import Measured

COLOURS: Final = {RED: "#b3372f", BLUE: "#2c5f9e"}
GREY: Final = "#666666"
POINTS_AN_INCH: Final = 72.0
FONT: Final = 8.0  # points, of names beside points
LETTER, ROW, GAP, DOT = 0.56 * FONT, 1.2 * FONT, 3.0, 2.0  # points: a letter's width, a name's height and distance
STEPS: Final = 25  # rows up and down in which room for a name is looked for
BINS: Final = 21  # an odd number: one of them is for battles that were even


def have_plots() -> bool:
    """Whether pictures can be drawn here."""
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise LancemateError("plots need matplotlib: pip install 'lancemate[lab]'") from error
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "lancemate"  # the same picture is the same file
    matplotlib.rcParams["svg.fonttype"] = "none"
    from matplotlib import pyplot

    return pyplot


def _figure(draw: Callable[[Any], None], size: tuple[float, float] = (6.4, 3.6)) -> Any:
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=size, layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    draw(axes)
    pyplot.close(figure)
    return figure


def svg(figure: Any) -> str:
    """The picture as SVG text without anything that changes from run to run."""
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def save(figure: Any, folder: Path, name: str) -> str:
    """Write the picture as PNG and as SVG; the text of the latter."""
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / f"{name}.png", dpi=150, metadata={"Software": None})
    text = svg(figure)
    (folder / f"{name}.svg").write_text(text, encoding="utf-8")
    return text


# -- duels ----------------------------------------------------------------------------------------------------


def duel_figures(tally: Tally) -> dict[str, Any]:
    """The pictures of a duel by name."""
    return {
        "win_rate": _figure(lambda axes: _win_rate(axes, tally.results)),
        "turns": _figure(lambda axes: _turns(axes, tally.turns)),
        "margin": _figure(lambda axes: _margins(axes, tally.margins)),
        "units": _figure(lambda axes: _units(axes, tally), (6.4, 1.2 + 0.3 * max(1, len(tally.units)))),
    }


def _win_rate(axes: Any, results: Sequence[float]) -> None:
    """How red's share came about, with the interval at every step."""
    steps = range(1, len(results) + 1)
    shares = [wilson(won, number) for number, won in zip(steps, accumulate(results), strict=True)]
    axes.fill_between(steps, [s.low for s in shares], [s.high for s in shares], color=COLOURS[RED], alpha=0.2, lw=0)
    axes.plot(steps, [s.value for s in shares], color=COLOURS[RED], lw=1.5)
    axes.axhline(0.5, color=GREY, lw=0.8, ls=":")
    axes.set(ylim=(0, 1), xlabel="battles", ylabel="share won by red (95 % interval)")


def _turns(axes: Any, turns: Sequence[int]) -> None:
    axes.hist(turns, bins=[turn + 0.5 for turn in range(min(turns) - 1, max(turns) + 1)], color=GREY, rwidth=0.9)
    axes.set(xlabel="turns", ylabel="battles")
    axes.locator_params(integer=True)


def _margins(axes: Any, margins: Sequence[int]) -> None:
    most = max(10.0, *(abs(margin) for margin in margins))
    edges = [most * (2 * place / BINS - 1) for place in range(BINS + 1)]
    axes.hist(margins, bins=edges, color=GREY, rwidth=0.9)
    axes.axvline(0.0, color="black", lw=0.8, ls=":")
    axes.set(xlabel="points lost by blue less points lost by red", ylabel="battles")


def _units(axes: Any, tally: Tally) -> None:
    units = sorted(tally.units.values(), key=lambda unit: (unit.side == RED, unit.marked / unit.battles))
    axes.barh(
        range(len(units)),
        [unit.marked / unit.battles for unit in units],
        color=[COLOURS[unit.side] for unit in units],
    )
    axes.set_yticks(range(len(units)), [unit.name for unit in units])
    axes.set(xlabel="points marked off enemies, per unit and battle")


# -- tournaments and point values -----------------------------------------------------------------------------


def ladder_figure(rows: Iterable[tuple[str, Estimate]]) -> Any:
    """Contestants with their strength and interval, best on top."""
    found = list(rows)[::-1]

    def draw(axes: Any) -> None:
        for place, (_, figure) in enumerate(found):
            axes.plot([figure.low, figure.high], [place, place], color=GREY, lw=1.5)
            axes.plot(figure.value, place, "o", color=COLOURS[BLUE])
        axes.set_yticks(range(len(found)), [name for name, _ in found])
        axes.axvline(0.0, color=GREY, lw=0.8, ls=":")
        axes.set(xlabel="Elo, 95 % interval")

    return _figure(draw, (6.4, 1.2 + 0.3 * max(1, len(found))))


def price_figure(rows: Sequence[Priced]) -> Any:
    """Abilities with what they are worth and the interval, the most useful on top; the book's price beside the name."""
    found = rows[::-1]

    def draw(axes: Any) -> None:
        for place, one in enumerate(found):
            axes.plot([one.worth.low, one.worth.high], [place, place], color=GREY, lw=1.5)
            axes.plot(one.worth.value, place, "o", color=COLOURS[BLUE])
        charged = ["" if one.charged is None else f" ({one.charged})" for one in found]
        axes.set_yticks(range(len(found)), [one.name + price for one, price in zip(found, charged, strict=True)])
        axes.axvline(0.0, color=GREY, lw=0.8, ls=":")
        axes.set(xlabel="Point Values a unit, 95 % interval; in parentheses what the book charges a pilot")

    return _figure(draw, (7.2, 1.2 + 0.3 * max(1, len(found))))


def value_figure(units: Sequence[Measured], named: int = 12) -> Any:
    """Measured against printed Point Value; the outliers are named."""

    def draw(axes: Any) -> None:
        most = max([one.pv for one in units] + [one.effective.value for one in units], default=1.0)
        axes.plot([0, most], [0, most], color=GREY, lw=0.8, ls=":")
        axes.errorbar(
            [one.pv for one in units],
            [one.effective.value for one in units],
            yerr=[
                [one.effective.value - one.effective.low for one in units],
                [one.effective.high - one.effective.value for one in units],
            ],
            fmt="o",
            ms=3,
            lw=0.6,
            color=COLOURS[BLUE],
            ecolor="#aabbcc",
        )
        axes.set(xlabel="printed Point Value", ylabel="measured Point Value (95 % interval)")
        surprising = sorted(units, key=lambda one: -abs(one.surplus))
        spots = [(float(one.pv), one.effective.value) for one in surprising]
        _name(axes, spots, [one.name for one in surprising[:named]])

    return _figure(draw, (7.2, 5.4))


def surplus_figure(units: Sequence[Measured], most: int = 60) -> Any:
    """How much more or less than printed units are worth, with the interval, the best bargain on top.

    Of very many only the greatest surprises. Those whose interval leaves out what is printed are in colour.
    """
    shown = sorted(sorted(units, key=lambda one: -abs(one.surplus))[:most], key=lambda one: one.surplus)

    def draw(axes: Any) -> None:
        for place, one in enumerate(shown):
            ends = (one.effective.low, one.effective.value, one.effective.high)
            low, value, high = (100.0 * (worth / one.pv - 1.0) for worth in ends)
            clear = low > 0.0 or high < 0.0
            colour = GREY if not clear else COLOURS[BLUE] if value > 0 else COLOURS[RED]
            axes.plot([low, high], [place, place], color=colour, lw=1.5)
            axes.plot(value, place, "o", ms=4, color=colour)
        axes.set_yticks(range(len(shown)), [f"{one.name} ({one.pv})" for one in shown])
        axes.axvline(0.0, color=GREY, lw=0.8, ls=":")
        axes.set(xlabel="measured above or below the printed Point Value, in per cent, 95 % interval")

    return _figure(draw, (7.2, 1.2 + 0.24 * max(1, len(shown))))


class _Box(NamedTuple):
    """Room on the picture, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: _Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top


def _name(axes: Any, spots: Sequence[tuple[float, float]], names: Sequence[str]) -> None:
    """Write names beside the first of these spots: the nearest room that no other name and no spot takes, with a line
    where it is not right beside."""
    figure = axes.figure
    figure.draw_without_rendering()  # that settles the layout: now it is known where on the picture things are
    scale = POINTS_AN_INCH / figure.dpi
    shown = [(x * scale, y * scale) for x, y in axes.transData.transform(list(spots)).tolist()]
    frame = _Box(*(edge * scale for edge in axes.bbox.extents.tolist()))
    taken = [_Box(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in shown]
    for name, spot, at in zip(names, spots, shown, strict=False):
        wide = LETTER * len(name)
        for step, side in product(range(STEPS), (GAP, -GAP - wide)):
            shift = GAP + ROW * (step // 2 + step % 2) * (1 if step % 2 else -1)
            left, bottom = at[0] + side, at[1] + shift
            box = _Box(left, bottom, left + wide, bottom + ROW)
            if frame.left < left and box.right < frame.right and not any(box.meets(other) for other in taken):
                break
        taken.append(box)
        line = {"arrowstyle": "-", "lw": 0.4, "color": GREY, "shrinkA": 0, "shrinkB": 2}
        axes.annotate(
            name,
            spot,
            fontsize=FONT,
            xytext=(side, shift),
            textcoords="offset points",
            arrowprops={**line, "relpos": (0.0 if side > 0.0 else 1.0, 0.5)} if step else None,
        )
