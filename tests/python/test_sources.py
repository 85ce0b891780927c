# SPDX-License-Identifier: Apache-2.0
"""Tables that stay where they are: addresses in place of tables."""

import pytest

import kanon


def folder_of(folder, ages):
    """A folder of Parquet files of people, of whom everybody has a twin."""
    folder.mkdir()
    people = {"age": ages, "zip": [4051 + age % 2 for age in ages], "sick": ["yes", "no"] * (len(ages) // 2)}
    kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"], sensitive="sick", shuffle=False,
                    progress=False).released.write(folder / "part-0.parquet")
    return f"parquet:{folder}"


WORDS = {"k": 2, "quasi_identifiers": ["age", "zip"], "sensitive": "sick", "progress": False}


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
    with pytest.raises(kanon.UsageError, match="never left their engine"):
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
