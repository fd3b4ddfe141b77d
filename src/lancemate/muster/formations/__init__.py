"""Formation types: one module for each family of the book, and the list of them all."""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.muster.formations.bonuses import Bonus
    from lancemate.muster.formations.book import (
        BY_NAME,
        TYPES,
        FormationType,
        core_of,
        declared,
        distance,
        find_type,
        gaps,
        ideal_role,
        qualifies,
        suits_branch,
        title_of,
    )

__all__ = [
    "BY_NAME",
    "TYPES",
    "Bonus",
    "FormationType",
    "core_of",
    "declared",
    "distance",
    "find_type",
    "gaps",
    "ideal_role",
    "qualifies",
    "suits_branch",
    "title_of",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
