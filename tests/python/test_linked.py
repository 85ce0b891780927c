# SPDX-License-Identifier: Apache-2.0
"""Linked tables in Python: what the command does, with dicts of frames."""
import collections
import datetime

import pytest

import kanon

KNOWN = {"role": "quasi-identifying"}
SCHEMA = {"schema": {
    "persons": {"file": "persons", "key": "pid", "attributes": {"age": KNOWN, "sex": KNOWN}},
    "stays": {"file": "stays", "key": "stay", "of": "persons", "by": "pid",
              "attributes": {"ward": KNOWN, "diagnosis": {"role": "sensitive"}}}}}


def tables():
    return {"persons": {"pid": [f"p{i}" for i in range(12)],
                        "age": [30 + i for i in range(12)],
                        "sex": ["m", "f"] * 6},
            "stays": {"stay": list(range(24)), "pid": [f"p{i % 12}" for i in range(24)],
                      "ward": ["A", "B", "C"] * 8,
                      "diagnosis": ["flu", "gout", "cold", "ulcer"] * 6}}


def test_classes_of_subjects_are_alike_in_all_tables():
    result = kanon.anonymize_schema(tables(), SCHEMA, k=3)
    persons, stays = result.tables["persons"], result.tables["stays"]
    wards = collections.defaultdict(list)
    for pid, ward in zip(stays["pid"], stays["ward"]):
        wards[pid].append(ward)
    forms = collections.Counter((age, sex, tuple(sorted(wards[pid]))) for pid, age, sex in
                                zip(persons["pid"], persons["age"], persons["sex"]))
    assert min(forms.values()) >= 3
    assert result["audit"]["passed"] and 0 < result.loss < 1
    assert "Proven by the auditor" in str(result)
    assert not set(persons["pid"]) & set(tables()["persons"]["pid"])


def test_verify_takes_what_was_released_and_finds_what_was_changed():
    result = kanon.anonymize_schema(tables(), SCHEMA, k=3)
    assert kanon.verify_schema(tables(), result.tables, SCHEMA, k=3)["passed"]
    changed = dict(result.tables, persons=dict(result.tables["persons"]))
    changed["persons"]["sex"] = ["m"] * 12
    verdict = kanon.verify_schema(tables(), changed, SCHEMA, k=3)
    assert not verdict["passed"] and verdict["faults"]


def test_frames_come_back_as_frames():
    pandas = pytest.importorskip("pandas")
    frames = {name: pandas.DataFrame(table) for name, table in tables().items()}
    result = kanon.anonymize_schema(frames, SCHEMA, k=2)
    assert all(isinstance(table, pandas.DataFrame) for table in result.tables.values())
    assert len(result.tables["persons"]) == 12


def test_files_of_the_schema_and_a_folder(tmp_path):
    for name, table in tables().items():
        kanon.Table.from_columns(table).write(tmp_path / f"{name}.csv")
    policy = tmp_path / "p.yaml"
    policy.write_text("schema:\n  persons: {file: persons.csv, key: pid}\n"
                      "  stays: {file: stays.csv, key: stay, of: persons, by: pid}\n"
                      "privacy: {k-anonymity: 2}\n")
    result = kanon.anonymize_schema(None, policy, output=tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["persons.csv", "stays.csv"]
    assert len(result.tables["persons"]) == 12


@pytest.mark.parametrize("change, error", [
    ({"stays": {"pid": ["nobody"], "ward": ["A"]}}, kanon.InputError),
    ({"persons": {"pid": ["p0", "p0"], "age": [1, 2]}}, kanon.InputError),
    ({"labs": {"x": [1]}}, kanon.PolicyError)])
def test_broken_tables_are_refused(change, error):
    given = dict(tables(), **change)
    with pytest.raises(error):
        kanon.anonymize_schema(given, {"schema": {
            "persons": {"file": "p", "key": "pid"},
            "stays": {"file": "s", "of": "persons", "by": "pid"}}}, k=2)


def test_a_table_that_is_missing_is_named():
    with pytest.raises(kanon.UsageError, match="'stays' of the schema is missing"):
        kanon.anonymize_schema({"persons": tables()["persons"]}, SCHEMA)


def test_risk_and_attack_take_dicts_of_tables():
    result = kanon.anonymize_schema(tables(), SCHEMA, k=3)
    before = kanon.risk_schema(tables(), SCHEMA)
    assert before["before"]["uniques"] > 0 and "after" not in before
    after = kanon.risk_schema(tables(), SCHEMA, released=result.tables, threshold=0.5)
    assert after["after"]["uniques"] == 0 and after["after"]["threshold"] == 0.5
    attack = kanon.attack_schema(tables(), result.tables, SCHEMA, k=3)
    assert attack["below_k"] == 0 and attack["least_candidates"] >= 3
    assert kanon.attack_schema(tables(), tables(), SCHEMA, k=3)["below_k"] > 0


def test_pseudonyms_and_shifted_dates_are_the_same_in_all_tables(tmp_path):
    key = tmp_path / "study.key"
    key.write_text("kanon key 1\n" + bytes(range(32)).hex() + "\n")
    key.chmod(0o600)
    shift = {"shift": {"by": "pid", "within": "60d", "key": str(key)}}
    schema = {"schema": {
        "persons": {"file": "persons", "key": "pid", "attributes": {
            "pid": {"pseudonym": {"key": str(key)}}, "age": KNOWN, "born": shift}},
        "stays": {"file": "stays", "of": "persons", "by": "pid", "attributes": {"day": shift}}}}
    before = {"persons": {"pid": [f"p{i}" for i in range(12)], "age": [30 + i % 2 for i in range(12)],
                          "born": [f"1950-01-{1 + i:02d}" for i in range(12)]},
              "stays": {"pid": [f"p{i}" for i in range(12)],
                        "day": [f"2020-02-{1 + i:02d}" for i in range(12)]}}
    result = kanon.anonymize_schema(before, schema, k=3)
    persons, stays = result.tables["persons"], result.tables["stays"]
    again = kanon.anonymize_schema(before, schema, k=3).tables["persons"]
    assert set(persons["pid"]) == set(stays["pid"]) == set(again["pid"])
    assert all(len(pid) == 33 for pid in persons["pid"])
    born = {pid: str(day)[:10] for pid, day in zip(persons["pid"], persons["born"])}
    for pid, day in zip(stays["pid"], stays["day"]):
        apart = datetime.date.fromisoformat(str(day)[:10]) - datetime.date.fromisoformat(born[pid])
        assert apart == datetime.date(2020, 2, 1) - datetime.date(1950, 1, 1)
    assert kanon.verify_schema(before, result.tables, schema, k=3)
