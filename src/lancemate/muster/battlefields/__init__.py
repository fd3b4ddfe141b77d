"""Tables to fight over: made by theme and number, alike in chances for both sides, or drawn by hand and kept in files.

``generate`` makes one, ``read_table`` reads one, ``table_to_data`` writes one. Everything follows from the number.
"""

from lancemate.muster.battlefields.files import HAND_MADE, find_table, read_table, table_to_data
from lancemate.muster.battlefields.generator import generate
from lancemate.muster.battlefields.themes import THEMES, Theme, find_theme

__all__ = ["HAND_MADE", "THEMES", "Theme", "find_table", "find_theme", "generate", "read_table", "table_to_data"]
