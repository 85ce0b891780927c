# SPDX-License-Identifier: Apache-2.0
"""Privacy models and losses that are callables."""

import pytest

import kanon

PEOPLE = {"age": [31, 33, 36, 38, 41, 43, 46, 48], "zip": ["11", "12", "11", "12"] * 2,
          "pay": [10, 20, 90, 80, 50, 60, 10, 95]}
WORDS = dict(k=2, sensitive=["pay"], attributes={
    "age": {"role": "quasi-identifying", "hierarchy": {"intervals": [5, 10, 20]}},
    "zip": {"role": "quasi-identifying", "hierarchy": {"mask": "right"}}})


def apart(rows):
    return max(rows["pay"]) - min(rows["pay"]) >= 60


def test_a_model_is_kept_by_each_class():
    found = kanon.search(PEOPLE, model=apart, **WORDS)
    plain = kanon.anonymize(PEOPLE, method="optimal", shuffle=False, **WORDS)
    assert plain.loss <= found.loss and found.audit.holds and found.tried[-1]["holds"]
    assert found.audit["proofs"][-1]["describe"] == "apart in each class"
    rows = {}
    for place, cells in enumerate(zip(found.table["age"], found.table["zip"])):
        rows.setdefault(cells, []).append(PEOPLE["pay"][place])
    assert all(max(pay) - min(pay) >= 60 for pay in rows.values())
    assert kanon.verify(PEOPLE, found.table, **WORDS)


def test_a_loss_is_as_small_as_it_can_be():
    def zips_lost(original, released):
        return sum(cell != "11" and cell != "12" for cell in released["zip"])
    found = kanon.search(PEOPLE, loss=zips_lost, **WORDS)
    assert found.loss == 0 == min(one["loss"] for one in found.tried) and found.bound is None
    assert set(found.table["zip"]) == {"11", "12"}
    assert found.tried[0]["levels"].keys() == {"age", "zip"}


def test_what_nothing_keeps_is_refused():
    with pytest.raises(kanon.InfeasibleError, match="keeps never"):
        def never(rows):
            return False
        kanon.search(PEOPLE, model=never, **WORDS)
    with pytest.raises(kanon.UsageError, match="a model or a loss"):
        kanon.search(PEOPLE, **WORDS)
    with pytest.raises(ZeroDivisionError):
        kanon.search(PEOPLE, loss=lambda original, released: 1 / 0, **WORDS)


def test_a_frame_comes_back_as_one():
    pandas = pytest.importorskip("pandas")
    found = kanon.search(pandas.DataFrame(PEOPLE), model=apart, **WORDS)
    assert isinstance(found.table, pandas.DataFrame)
    assert found.table["age"].dtype == object
    found = kanon.search(pandas.DataFrame(PEOPLE), model=apart, categories=True, **WORDS)
    assert isinstance(found.table["age"].dtype, pandas.CategoricalDtype)
