"""The rulebook as data: every rule by its ledger id, with its page, its words, our rulings and its proof.

Knows the ledger files beside it and the registry of the kernel; knows nothing of how a rule is played.
"""

from typing import TYPE_CHECKING

from lancemate.kernel.shortcuts import shortcuts

if TYPE_CHECKING:
    from lancemate.rulebook.finding import index, search
    from lancemate.rulebook.ledger import (
        Chapter,
        Data,
        Example,
        Heading,
        Rule,
        UnknownRule,
        all_rules,
        chapter,
        chapters,
        heading,
        headings,
        page,
        rule,
        title,
    )

__all__ = [
    "Chapter",
    "Data",
    "Example",
    "Heading",
    "Rule",
    "UnknownRule",
    "all_rules",
    "chapter",
    "chapters",
    "heading",
    "headings",
    "index",
    "page",
    "rule",
    "search",
    "title",
]

__getattr__, __dir__ = shortcuts(__name__, __file__)
