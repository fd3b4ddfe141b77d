"""YAML as a person would write it: a line for each thing in a list, words that look like numbers in quotes.

This module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import yaml

from lancemate.kernel.codec import JSON


def yaml_text(data: Mapping[str, JSON]) -> str:
    """The text of a file; mappings that are ``OnOneLine`` have no line breaks of their own."""
    return yaml.dump(
        dict(data), Dumper=_Writer, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=False
    )


class OnOneLine(dict[str, JSON]):
    """A mapping without line breaks of its own."""


class _Writer(yaml.SafeDumper):
    """Indents the items of a list."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


_LIKE_A_NUMBER: Final = re.compile(r"[-+.]?[0-9.][0-9a-zA-Z_.+:-]*|[-+.]*(?:inf|infinity|nan)", re.IGNORECASE)
_TAGS: Final = "tag:yaml.org,2002:"


def _write_text(writer: _Writer, text: str) -> yaml.ScalarNode:
    return writer.represent_scalar(_TAGS + "str", text, style="'" if _LIKE_A_NUMBER.fullmatch(text) else None)


def _write_line(writer: _Writer, entries: OnOneLine) -> yaml.MappingNode:
    return writer.represent_mapping(_TAGS + "map", entries, flow_style=True)


def _write_list(writer: _Writer, items: list[JSON]) -> yaml.SequenceNode:
    long = any(isinstance(item, dict) or len(str(item)) > 40 for item in items)
    return writer.represent_sequence(_TAGS + "seq", items, flow_style=not long)


_Writer.add_representer(str, _write_text)
_Writer.add_representer(list, _write_list)
_Writer.add_representer(OnOneLine, _write_line)
