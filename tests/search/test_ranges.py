"""Filters are ranges of clause ids: how they are joined and intersected."""

import pytest

from raglib_core.search.catalogue import intersected, merged


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ([], ()),
        ([(3, 3)], ()),
        ([(5, 7), (0, 2)], ((0, 2), (5, 7))),
        ([(0, 2), (2, 4)], ((0, 4),)),
        ([(0, 9), (2, 4), (8, 12)], ((0, 12),)),
    ],
)
def test_ranges_are_merged(ranges, expected):
    assert merged(ranges) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([(0, 10)], [(3, 5), (8, 12)], ((3, 5), (8, 10))),
        ([(0, 2)], [(2, 4)], ()),
        ([(0, 2), (4, 6)], [(1, 5)], ((1, 2), (4, 5))),
        ([], [(0, 1)], ()),
    ],
)
def test_ranges_are_intersected(left, right, expected):
    assert intersected(left, right) == expected
