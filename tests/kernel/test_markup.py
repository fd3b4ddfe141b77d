"""Text as XML wants it."""

from xml.sax import saxutils

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.kernel.markup import escape, quoteattr


@given(st.text(alphabet="ab&<>\"'\n\r\t;"))
def test_it_is_what_the_library_writes(text: str) -> None:
    assert escape(text) == saxutils.escape(text)
    assert quoteattr(text) == saxutils.quoteattr(text)


@pytest.mark.parametrize(("text", "written"), [("a & b", '"a &amp; b"'), ('say "x"', "'say \"x\"'")])
def test_an_attribute_has_its_quotes(text: str, written: str) -> None:
    assert quoteattr(text) == written
