# SPDX-License-Identifier: Apache-2.0
"""Tables of databases by their addresses: what they cannot honour is refused, what is secret stays so."""

import json

import pytest

import kanon


def made(folder):
    """A folder of Parquet files of people, of whom everybody has a twin."""
    folder.mkdir()
    people = {"age": [30, 30, 31, 31], "sick": ["yes", "no", "yes", "no"]}
    kanon.anonymize(people, k=2, quasi_identifiers=["age"], sensitive="sick", shuffle=False,
                    progress=False).released.write(folder / "part-0.parquet")
    return f"parquet:{folder}"


@pytest.mark.parametrize("address", ["duckdb:gone.db/t", ["odbc:a/t", "odbc:b/t"]])
def test_rows_of_a_database_keep_no_order(address):
    with pytest.raises(kanon.UsageError, match="shuffle: rows of a database have no order") as caught:
        kanon.anonymize(address, k=2, shuffle=False)
    assert caught.value.attribute == "shuffle"
    if isinstance(address, str):
        for verb in (kanon.verify, kanon.evaluate):
            with pytest.raises(kanon.UsageError, match="shuffled: rows of a database"):
                verb({"age": [1, 2]}, address, {"privacy": {"k-anonymity": 2}}, shuffled=False)


def test_a_release_of_a_database_is_shuffled_without_advice(tmp_path, recwarn):
    result = kanon.anonymize(made(tmp_path / "people"), k=2, quasi_identifiers=["age"], sensitive="sick")
    assert result.shuffled
    assert not [one for one in recwarn if "shuffle=False" in str(one.message)]


@pytest.mark.parametrize("address", [
    "postgres://ann:hunter2@host/d/t", "MySQL://ann:hunter2@host/d/t", "jdbc:oracle:thin:ann/hunter2@host",
    "https://ann:hunter2@host/people.csv", "odbc:postgres://ann:hunter2@host/d/t"])
def test_no_password_is_repeated(address, tmp_path):
    table = {"age": [1, 1, 2, 2]}
    for call in (lambda: kanon.anonymize(address, k=2), lambda: kanon.inspect(address),
                 lambda: kanon.anonymize(table, k=2, output=address),
                 lambda: kanon.anonymize(table, k=2, hierarchies={"age": {"file": address}}),
                 lambda: kanon.verify(table, address, {"privacy": {"k-anonymity": 2}}),
                 lambda: kanon.anonymize(table, address), lambda: kanon.anonymize(table, k=2, apply=address)):
        with pytest.raises(kanon.Error) as caught:
            call()
        assert "hunter2" not in str(caught.value) + json.dumps(vars(caught.value), default=str)


def test_the_summary_names_source_and_target(tmp_path):
    summary = kanon.anonymize({"age": [1, 1, 2, 2]}, k=2, output=str(tmp_path / "out.csv")).summary
    assert summary["source"] == ["a table in memory"]
    assert summary["target"] == [str(tmp_path / "out.csv")]
    assert kanon.anonymize({"age": [1, 1, 2, 2]}, k=2).summary["target"] == []
