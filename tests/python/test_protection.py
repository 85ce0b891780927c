# SPDX-License-Identifier: Apache-2.0
"""Without a policy the default protects; what still discloses too much is not released."""

import pandas
import pytest

import kanon


@pytest.fixture
def people():
    """Each cost is one person's; every third is ill, in each age."""
    rows = range(600)
    return pandas.DataFrame({"age": [30 + i % 6 for i in rows],
                             "cost": [1000.25 + (i * 7919) % 100003 for i in rows],
                             "illness": ["flu" if i // 6 % 3 == 0 else "none" for i in rows]})


@pytest.mark.filterwarnings("ignore::kanon.KanonWarning")
def test_amounts_are_rounded_and_sensitive_columns_diverse(people):
    result = kanon.anonymize(people, k=5, shuffle=False)
    assert set(result.summary["coded"]) == {"cost"}
    assert "illness" in result.summary["protection"]["diversity"]
    assert result.released.to_pandas()["cost"].nunique() < 200
    assert kanon.verify(people, result.released, k=5).holds


def test_without_protection_it_is_not_released_unless_accepted(people):
    with pytest.raises(kanon.WarnedError) as refused:
        kanon.anonymize(people, k=5, protect=False)
    assert "exact-amounts" in str(refused.value) and "1000.25" not in str(refused.value)
    result = kanon.anonymize(people, k=5, protect=False, shuffle=False,
                             accept=["singles-out", "exact-amounts", "disclosure"])
    assert list(result.released.to_pandas()["cost"]) == list(people["cost"])


@pytest.mark.filterwarnings("ignore::kanon.KanonWarning")
def test_a_policy_decides(people):
    policy = {"attributes": {"age": {"role": "quasi-identifying"}, "cost": {"role": "sensitive"},
                             "illness": {"role": "sensitive"}}, "privacy": {"k-anonymity": 5}}
    result = kanon.anonymize(people, policy, shuffle=False)
    assert not result.summary["coded"] and not result.summary["protection"]["diversity"]
