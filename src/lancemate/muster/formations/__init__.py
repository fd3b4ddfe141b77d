"""Formation types: one module for each family of the book, and the list of them all."""

from lancemate.muster.formations.bonuses import Bonus
from lancemate.muster.formations.book import (
    BY_NAME,
    TYPES,
    FormationType,
    bonuses,
    core_of,
    declared,
    distance,
    find_type,
    gaps,
    ideal_role,
    qualifies,
    requirements,
    suits_branch,
    title_of,
)

__all__ = [
    "BY_NAME",
    "TYPES",
    "Bonus",
    "FormationType",
    "bonuses",
    "core_of",
    "declared",
    "distance",
    "find_type",
    "gaps",
    "ideal_role",
    "qualifies",
    "requirements",
    "suits_branch",
    "title_of",
]
