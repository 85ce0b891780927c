# SPDX-License-Identifier: Apache-2.0
"""Tasks from counts alone."""

import pytest

import kanon

COLUMNS = {"age": [34, 36, 47, None], "zip": ["a", "a", "b", "b"], "ill": ["x", "y", "x", "y"]}
WORDS = dict(k=4, quasi_identifiers=["age", "zip"], sensitive=["ill"])


def expanded(counts):
    return {name: [cell for cell, count in zip(cells, counts) for _ in range(count)]
            for name, cells in COLUMNS.items()}


@pytest.mark.parametrize("method", ["auto", "optimal", "mondrian"])
def test_a_solution_is_the_release_of_the_rows(method):
    counts = [3, 2, 4, 1]
    solution = kanon.Task(COLUMNS, counts, method=method, **WORDS).solve()
    release = kanon.anonymize(expanded(counts), method=method, shuffle=False, **WORDS)
    assert solution.loss == release.loss and solution.bound == release.bound
    rows = [row for _, row, count in solution.recoded for _ in range(count)]
    assert rows == list(zip(*release.table.values()))
    assert solution.audit.holds and sum(count for _, _, count in solution.recoded) == 10
    assert solution.names == list(release.table)


def test_counts_tell_the_risk():
    found = kanon.Task(COLUMNS, [3, 2, 4, 1], **WORDS).risk()
    assert found["before"]["rows"] == 10 and found["before"]["uniques"] == 1


def test_bad_counts_are_refused():
    for counts, says in (([1, 2, 3], "different lengths"), ([1, 2, 0, 1], "at least 1"),
                         ([1, 2, 1.5, 1], "whole number")):
        with pytest.raises(kanon.InputError, match=says):
            kanon.Task(COLUMNS, counts, **WORDS)
    with pytest.raises(kanon.InputError, match="several kinds"):
        kanon.Task({"a": [1, "b"]}, [1, 1], k=2)
    with pytest.raises(kanon.InfeasibleError):
        kanon.Task(COLUMNS, [1, 1, 1, 1], **dict(WORDS, k=5)).solve()
