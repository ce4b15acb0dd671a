"""The list of behaviours names all of them, and only tests that exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROWS = [
    line.split("|")[1:4]
    for line in (TESTS / "behaviours.md").read_text("utf-8").splitlines()
    if re.match(r"\| \d", line)
]


def test_every_behaviour_is_listed_once():
    numbers = [int(number) for row in ROWS for number in row[0].split(",")]
    assert numbers == list(range(1, 74))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip())
def test_named_tests_exist(row):
    for place in row[2].split(";"):
        (path, *_), names = re.findall(r"tests/[\w./]+", place), re.findall(r"`(test_\w+)`", place)
        assert (TESTS.parent / path).exists(), path
        for name in names:
            assert f"def {name}(" in (TESTS.parent / path).read_text("utf-8"), name
