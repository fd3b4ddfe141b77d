"""XML of strangers, read so that nothing in it can do more than be read: no document types, no entities, few elements.

Knows markup, no game.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Final, Never
from xml.parsers import expat

from lancemate.kernel.errors import InputError

MOST_ELEMENTS: Final = 400_000
DEEPEST: Final = 60


class _Limits:
    """Counts what is opened and closed on the way into a tree."""

    def __init__(self, builder: ElementTree.TreeBuilder, most: int) -> None:
        self.builder, self.most = builder, most
        self.count = self.depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        self.depth += 1
        if self.count > self.most or self.depth > DEEPEST:
            raise InputError("this XML file holds more, or deeper, elements than any list of units")
        self.builder.start(name.rpartition("}")[2], attributes)

    def end(self, name: str) -> None:
        self.depth -= 1
        self.builder.end(name.rpartition("}")[2])


def parse_markup(raw: bytes, *, most: int = MOST_ELEMENTS) -> ElementTree.Element:
    """The root of an XML document. Names lose the address of their vocabulary."""
    parser = expat.ParserCreate(namespace_separator="}")
    builder = ElementTree.TreeBuilder()
    limits = _Limits(builder, most)
    parser.StartElementHandler = limits.start
    parser.EndElementHandler = limits.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        raise InputError("this XML file is broken off or damaged", line=error.lineno) from None
    return builder.close()


def _refuse(*_: object) -> Never:
    raise InputError("this XML file declares a document type or entities, which no list of units does")
