# SPDX-License-Identifier: Apache-2.0
"""Columns of lists: in frames as on the command line."""

import itertools

import pandas
import pytest

import kanon

PEOPLE = pandas.DataFrame({
    "age": [30, 31, 32, 33] * 10,
    "items": ["a1;b1;b2", "a2;b1", "a2;b1;b2", "a1;a2;b2"] * 10,
})
POLICY = {
    "attributes": {"age": {"role": "quasi-identifying"},
                   "items": {"type": "list", "separator": ";",
                             "hierarchy": {"tree": {"A": ["a1", "a2"], "B": ["b1", "b2"]}}}},
    "privacy": {"k-anonymity": 20, "km-anonymity": {"k": 15, "m": 2}},
}


def least_lists(frame):
    lists = [set(filter(None, str(cell).split(";"))) for cell in frame["items"]]
    return min(sum(set(known) <= other for other in lists)
               for own in lists for size in (1, 2)
               for known in itertools.combinations(sorted(own), size))


def test_a_frame_is_released_with_its_lists():
    result = kanon.anonymize(PEOPLE, POLICY)
    released = result.released.to_pandas()
    assert least_lists(released) >= 15
    assert result.summary["lists"]["least_lists"] >= 15
    assert kanon.verify(PEOPLE, released, POLICY).holds


def test_arguments_say_what_the_policy_says():
    released = kanon.anonymize(
        PEOPLE[["items"]], quasi_identifying=["items"], types={"items": "list"},
        separator={"items": ";"}, list_method={"items": "vpa"},
        privacy={"km-anonymity": {"k": 11, "m": 2}}, k=5).released.to_pandas()
    assert least_lists(released) >= 11


def test_two_columns_of_lists_are_refused():
    frame = PEOPLE.assign(more=PEOPLE["items"])
    with pytest.raises(kanon.PolicyError, match="second quasi-identifying column of lists"):
        kanon.anonymize(frame, quasi_identifying=["items", "more"],
                        types={"items": "list", "more": "list"}, k=5)
