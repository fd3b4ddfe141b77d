"""The names a newcomer imports."""

import pytest

import lancemate
from lancemate import api


def test_every_name_of_the_api_is_found_at_the_top() -> None:
    assert set(api.__all__) == lancemate._NAMES
    assert all(getattr(lancemate, name) is getattr(api, name) for name in api.__all__)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Battel'"):
        _ = lancemate.Battel
