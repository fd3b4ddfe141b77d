"""Rulers and markers to cut out are as large as the book says."""

import pytest

from lancemate.muster.printing.drawing import Box, Disc, Stroke
from lancemate.muster.printing.markers import INCH, PROFILES, marker_page, ruler_page
from lancemate.muster.printing.svg import to_svg


@pytest.mark.rule("AS-OPT-511", "AS-OPT-513")
def test_four_profiles_with_lines_at_the_thirds() -> None:
    page = ruler_page()
    sizes = [(mark.height / INCH, mark.width / INCH) for mark in page.marks if isinstance(mark, Box)]
    assert sizes == [(2.0, 1.25), (3.0, 1.5), (1.0, 1.25), (1.0, 1.0)]
    assert len([mark for mark in page.marks if isinstance(mark, Stroke)]) == 4 * len(PROFILES)


@pytest.mark.rule("AS-OPT-441", "AS-OPT-458", "AS-OPT-465")
def test_markers_in_their_true_size() -> None:
    page = marker_page()
    across = sorted({round(2 * mark.radius / INCH, 3) for mark in page.marks if isinstance(mark, Disc)})
    assert across == [1.0, 2.0]
    drawn = to_svg(page)
    assert all(word in drawn for word in ("Fire", "Heavy smoke", "Fortified", "Blip A", "Shell 1"))
