# SPDX-License-Identifier: Apache-2.0
"""Pseudonyms and shifted dates under a secret key, by words."""
import os

import pytest

import kanon

KEY = "kanon key 1\n" + bytes(range(32)).hex() + "\n"
PEOPLE = {"pid": [f"N{i % 10}" for i in range(40)], "age": [30 + i % 4 for i in range(40)],
          "day": [f"2024-03-{1 + i % 28:02d}" for i in range(40)]}


@pytest.fixture(name="key")
def _key(tmp_path):
    path = tmp_path / "study.key"
    path.write_text(KEY, encoding="ascii")
    path.chmod(0o600)
    return str(path)


def test_pseudonyms_and_shifts_by_words(key):
    result = kanon.anonymize(
        PEOPLE, k=2, roles={"age": "quasi-identifying"}, shuffle=False,
        pseudonym={"pid": {"key": key, "format": "P+12"}},
        shift={"day": {"by": "pid", "within": "20d", "key": key}})
    released = result.table
    links = dict(zip(PEOPLE["pid"], released["pid"]))
    assert len(set(links.values())) == 10 and all(len(one) == 13 for one in links.values())
    assert [links[one] for one in PEOPLE["pid"]] == list(released["pid"])
    assert result.summary["roles"]["pid"] == "pseudonymous"
    assert "pseudonymous" in [warning["code"] for warning in result.summary["warnings"]]
    assert bool(kanon.verify(PEOPLE, released, result.policy))
    assert bool(kanon.verify(PEOPLE, released, result.policy, key=key))


def test_another_key_is_not_the_key(key, tmp_path):
    result = kanon.anonymize(PEOPLE, k=2, roles={"age": "quasi-identifying"}, shuffle=False,
                             pseudonym={"pid": {"key": key}})
    other = tmp_path / "other.key"
    other.write_text(KEY.replace("00", "ff", 1), encoding="ascii")
    other.chmod(0o600)
    assert not kanon.verify(PEOPLE, result.table, result.policy, key=other)


def test_a_key_that_others_can_read_is_refused(key):
    os.chmod(key, 0o644)
    with pytest.raises(kanon.InputError, match="chmod 600"):
        kanon.anonymize(PEOPLE, k=2, pseudonym={"pid": {"key": key}})
