# SPDX-License-Identifier: Apache-2.0
"""Tables that stay where they are: addresses in place of tables."""

import contextlib
import shutil
import sqlite3
import subprocess

import pytest

import kanon


def folder_of(folder, ages):
    """A folder of Parquet files of people, of whom everybody has a twin."""
    folder.mkdir()
    people = {"age": ages, "zip": [4051 + age % 2 for age in ages], "sick": ["yes", "no"] * (len(ages) // 2)}
    kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"], sensitive="sick", shuffle=False, accept="disclosure",
                    progress=False).released.write(folder / "part-0.parquet")
    return f"parquet:{folder}"


WORDS = {"accept": "disclosure", "k": 2, "quasi_identifiers": ["age", "zip"], "sensitive": "sick", "progress": False}


def test_an_address_is_read_like_a_file(tmp_path):
    source = folder_of(tmp_path / "people", [30, 31, 30, 31, 50, 50])
    by_file = kanon.anonymize(tmp_path / "people" / "part-0.parquet", shuffle=False, **WORDS)
    found = kanon.anonymize(source, **WORDS)
    assert sorted(map(tuple, zip(*found.table.to_dict().values()))) == \
        sorted(map(tuple, zip(*by_file.table.to_dict().values())))
    assert kanon.inspect(source, read={"memory": "256M"})["rows"] == 6
    assert kanon.verify(source, found.released, found.policy, shuffled=True)


def test_a_release_goes_where_its_original_is(tmp_path):
    source = folder_of(tmp_path / "people", [30, 31, 30, 31, 50, 50])
    target = f"parquet:{tmp_path / 'released'}"
    found = kanon.anonymize(source, output=target, read={"memory": 1 << 28}, **WORDS)
    assert found.audit.holds and found.audit["min_class"] == 2
    assert sum(found.classes["rows"]) == 6
    assert kanon.verify(source, target, found.policy)
    with pytest.raises(kanon.UsageError, match="not in memory"):
        found.table
    with pytest.raises(kanon.UsageError, match="force"):
        kanon.anonymize(source, output=target, **WORDS)


def test_several_addresses_are_one_table(tmp_path):
    sources = [folder_of(tmp_path / name, [30, 31, 30, 31]) for name in ("north", "south")]
    targets = [f"parquet:{tmp_path / name}" for name in ("north_released", "south_released")]
    words = dict(WORDS, k=4)
    found = kanon.anonymize(sources, output=targets, **words)
    assert found.loss == 0  # in the other one there are two more
    assert kanon.inspect(targets[1])["rows"] == 4
    assert kanon.anonymize(sources, **words).loss == 0
    assert kanon.anonymize(sources[0], **words).loss > 0


@pytest.mark.parametrize("data, read, says", [
    ([], {}, "one of addresses"),
    ([3], {}, "one of addresses"),
    ("parquet:people", {"memory": "much"}, "memory"),
    ("parquet:people", {"memory": 5}, "from 128M on"),
])
def test_sources_that_are_none_are_refused(data, read, says):
    with pytest.raises(kanon.UsageError, match=says):
        kanon.anonymize(data, read=read, **WORDS)


@pytest.fixture
def database(tmp_path, monkeypatch):
    """An SQLite file with a table of people, by ODBC: the file, and its address without a table."""
    drivers = subprocess.run(["odbcinst", "-q", "-d", "-n", "SQLite3"], capture_output=True, check=False) \
        if shutil.which("odbcinst") else None
    if drivers is None or drivers.returncode != 0:
        pytest.skip("no ODBC driver for SQLite here (libsqliteodbc)")
    file = tmp_path / "made.db"
    (tmp_path / "odbc.ini").write_text(f"[made]\nDriver=SQLite3\nDatabase={file}\n", encoding="utf-8")
    monkeypatch.setenv("ODBCINI", str(tmp_path / "odbc.ini"))
    with contextlib.closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE TABLE people (age INTEGER, zip TEXT, sick TEXT)")
        made.executemany("INSERT INTO people VALUES (?, ?, ?)", [(30 + n % 3, "4051", "yes") for n in range(12)])
    return file, "odbc:made/"


def test_a_table_that_is_there_is_filled_in_place(database):
    file, address = database
    kanon.anonymize(address + "people", output=address + "freed", **WORDS)
    with contextlib.closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE VIEW seen AS SELECT * FROM freed")
        made.execute("DELETE FROM freed")
    with pytest.raises(kanon.UsageError, match="replace=True fills it in place"):
        kanon.anonymize(address + "people", output=address + "freed", **WORDS)
    with pytest.raises(kanon.UsageError, match="view seen depends on the table"):
        kanon.anonymize(address + "people", output=address + "freed", force=True, **WORDS)
    kanon.anonymize(address + "people", output=address + "freed", replace=True, **WORDS)
    with contextlib.closing(sqlite3.connect(file)) as made:
        assert made.execute("SELECT count(*) FROM seen").fetchone() == (12,)


def test_an_original_is_not_replaced_by_way_of_a_view(database):
    file, address = database
    with contextlib.closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE VIEW seen AS SELECT * FROM people")
    for how in ({"force": True}, {"replace": True}):
        with pytest.raises(kanon.UsageError, match="would be lost"):
            kanon.anonymize(address + "seen", output=address + "people", **how, **WORDS)
    with pytest.raises(kanon.UsageError, match="is for tables of databases"):
        kanon.anonymize(address + "people", output=file.with_suffix(".csv"), replace=True, **WORDS)
    with pytest.raises(kanon.UsageError, match="same file as an input"):
        kanon.anonymize(address + "people", output=file, force=True, **WORDS)
