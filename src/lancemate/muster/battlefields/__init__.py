"""Tables to fight over: made by theme and number, alike in chances for both sides, or drawn by hand and kept in files.

``generate`` makes one, ``read_table`` reads one, ``table_to_data`` writes one; ``generated`` makes one for a scenario.
Everything follows from the number.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.muster.battlefields.files import HAND_MADE, find_table, read_table, table_to_data
    from lancemate.muster.battlefields.fitting import country_named, generated, home_edges
    from lancemate.muster.battlefields.generator import generate
    from lancemate.muster.battlefields.themes import THEMES, Theme, every_theme, find_theme

__all__ = [
    "HAND_MADE",
    "THEMES",
    "Theme",
    "country_named",
    "every_theme",
    "find_table",
    "find_theme",
    "generate",
    "generated",
    "home_edges",
    "read_table",
    "table_to_data",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
