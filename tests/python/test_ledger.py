# SPDX-License-Identifier: Apache-2.0
"""Releases of the same people, proven together by a ledger."""
import collections
import random

import pytest

import kanon

ILLS = ["flu", "cold", "asthma", "gout"]


def people_of(year):
    drawn = random.Random(3)
    rows = [(f"N{i}", 20 + drawn.randrange(50), drawn.choice("ab"), drawn.choice(ILLS))
            for i in range(160)]
    rows = rows[20 * year:100 + 20 * year]
    return {"pid": [row[0] for row in rows], "age": [row[1] + year for row in rows],
            "town": [row[2] for row in rows], "ill": [row[3] for row in rows]}


@pytest.fixture(name="ledger")
def _ledger(tmp_path):
    path = tmp_path / "study.ledger"
    kanon.make_ledger(path)
    return path


def invariant(people, ledger, **more):
    return kanon.anonymize(
        people, qi=["age", "town"], identifying=["pid"], person="pid", sensitive="ill",
        privacy={"m-invariance": {"m": 3, "counterfeits": 0.5}}, protect=False, ledger=ledger, **more)


def test_candidates_over_releases(ledger):
    for year in range(2):
        people = people_of(year)
        result = kanon.anonymize(people, k=12 - 8 * year, qi=["age", "town"], person="pid",
                                 drop=["ill"], max_suppression=0.5, ledger=ledger)
        assert bool(kanon.verify(people, result, ledger=ledger))
    assert kanon.ledger_releases(ledger)[0] == {"persons": 100, "k": 12}
    assert len(kanon.ledger_releases(ledger)) == 2


def test_m_invariance(ledger, tmp_path):
    for year in range(3):
        people = people_of(year)
        output = tmp_path / f"out{year}.csv"
        result = invariant(people, ledger, output=output)
        table = result.table
        assert len(table["ill"]) == 100 + result.summary["counterfeits"]
        values = collections.defaultdict(list)
        for number, ill in zip(table["class"], table["ill"]):
            values[number].append(ill)
        assert all(len(set(ills)) == len(ills) >= 3 for ills in values.values())
        assert bool(kanon.verify(people, result, ledger=ledger))
        assert bool(kanon.verify(people, str(output), result.policy, ledger=str(ledger)))
    assert [one["m"] for one in kanon.ledger_releases(ledger)] == [3, 3, 3]


def test_a_changed_release_is_found(ledger):
    people = people_of(0)
    result = invariant(people, ledger)
    table = {name: list(cells) for name, cells in result.table.items()}
    table["ill"][0] = "cold" if table["ill"][0] == "flu" else "flu"
    assert not kanon.verify(people, table, result.policy, ledger=ledger)


def test_what_is_wrong_is_said_in_words(ledger, tmp_path):
    with pytest.raises(kanon.PolicyError, match="which a ledger knows"):
        invariant(people_of(0), None)
    with pytest.raises(kanon.OutputError, match="never overwritten"):
        kanon.make_ledger(ledger)
    with pytest.raises(kanon.InputError):
        kanon.ledger_releases(tmp_path / "none")
    result = invariant(people_of(0), ledger)
    with pytest.raises(kanon.UsageError, match="ledger="):
        kanon.verify(people_of(0), result)
    with pytest.warns(kanon.KanonWarning, match="released before"):
        kanon.anonymize(people_of(0), k=2, qi=["age", "town"], drop=["ill", "pid"],
                        not_the_first=True)


def test_the_risk_counts_people_and_no_counterfeits(ledger):
    people = people_of(0)
    result = invariant(people, ledger)
    known = kanon.risk(people, result.table, result.policy, ledger=ledger)
    assert known["after"]["rows"] == len(people["ill"])
    assert not any("counterfeits" in note for note in known["notes"])
    unknown = kanon.risk(people, result.table, result.policy)
    assert unknown["after"]["rows"] == len(result.table["ill"])
    assert any("counterfeits" in note for note in unknown["notes"])
