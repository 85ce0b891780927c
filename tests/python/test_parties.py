# SPDX-License-Identifier: Apache-2.0
"""Several parties make one release: as by `kanon party`."""
import json
import os
import re
import socket
import subprocess
import threading

import pytest

import kanon

KANON = os.environ["KANON_PROGRAM"]
POLICY = """
policy:
  attributes:
    age: {role: quasi-identifying}
    sex: {role: quasi-identifying}
    insurance: {role: quasi-identifying}
    diagnosis: {role: sensitive}
  privacy: {k-anonymity: 5}
"""
PARTIES = "protocol: jiang-clifton\nkey: patient_id\nparties:\n" \
    "  clinic: {%scolumns: [age, sex]}\n  registry: {%scolumns: [insurance, diagnosis]}\n"

MINER = """
protocol: zhong-yang-wright-1
parties: {a: {}, b: {}, m: {}}
miner: m
policy:
  attributes: {age: {role: quasi-identifying}}
  privacy: {k-anonymity: 5}
"""


@pytest.fixture(name="stays")
def _stays(tmp_path):
    path = tmp_path / "stays.csv"
    subprocess.run([KANON, "generate", "--rows", "300", "--seed", "5", "-o", path, "-q"], check=True)
    return path


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_shown_is_what_the_command_says(tmp_path):
    agreement = write(tmp_path / "agreement.yaml", PARTIES % ("", "") + POLICY)
    shown = kanon.party_show(agreement)
    said = subprocess.run([KANON, "party", "show", agreement], stdout=subprocess.PIPE, check=True)
    assert shown.text == said.stdout.decode("utf-8")
    assert shown["parties"][1]["columns"] == ["insurance", "diagnosis"]
    assert all(f"  - {line}\n" in shown.text for line in shown["leakage"])
    assert shown["sha256"] in shown.text


def test_a_rehearsal_proves_and_writes_the_joint_release(tmp_path, stays):
    agreement = write(tmp_path / "agreement.yaml", PARTIES % ("", "") + POLICY)
    folder = tmp_path / "made"
    folder.mkdir()
    inputs = {"clinic": stays, "registry": str(stays)}
    audit = kanon.party_rehearse(agreement, inputs, folder)
    assert audit and audit["min_class"] >= 5
    assert sorted(os.listdir(folder)) == ["clinic.csv", "clinic.json", "registry.csv", "registry.json"]
    assert (folder / "clinic.csv").read_bytes() == (folder / "registry.csv").read_bytes()
    clinic = json.loads((folder / "clinic.json").read_text(encoding="utf-8"))
    assert clinic == audit["parties"]["clinic"]
    assert clinic["released_rows"] == audit["released_rows"] == 300
    with pytest.raises(kanon.OutputError, match="force=True"):
        kanon.party_rehearse(agreement, inputs, folder)
    assert kanon.party_rehearse(agreement, inputs, folder, force=True)


def test_the_party_that_fails_is_named_and_the_others_end(tmp_path, stays):
    agreement = write(tmp_path / "agreement.yaml", PARTIES % ("", "") + POLICY)
    other = write(tmp_path / "other.csv", "patient_id,insurance\n1,a\n")
    with pytest.raises(kanon.InputError, match="^.*party 'registry': .*diagnosis"):
        kanon.party_rehearse(agreement, {"clinic": stays, "registry": other})
    hard = write(tmp_path / "hard.yaml", PARTIES % ("", "") + POLICY.replace("5", "500"))
    with pytest.raises(kanon.InfeasibleError, match="party 'clinic'"):
        kanon.party_rehearse(hard, {"clinic": stays, "registry": stays})


@pytest.mark.parametrize("inputs, said", [
    ({"clinic": "a.csv"}, """input=: party 'registry' has no table; add input={"registry": FILE}"""),
    ({"clinic": "a.csv", "nobody": "a.csv"}, "nobody"),
    ({"clinic": "a.csv", "registry": {"age": [1]}}, "write the table to a file first"),
])
def test_inputs_are_files_of_the_parties(tmp_path, inputs, said):
    agreement = write(tmp_path / "agreement.yaml", PARTIES % ("", "") + POLICY)
    with pytest.raises(kanon.UsageError, match=re.escape(said)):
        kanon.party_rehearse(agreement, inputs)


def keyed(tmp_path, name):
    """Make a key; returns its folder and fingerprint."""
    folder = tmp_path / name
    folder.mkdir()
    said = subprocess.run([KANON, "party", "init", "--name", name, "--folder", folder],
                          stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")
    return folder, re.search(r"^fingerprint: (.*)$", said, re.MULTILINE)[1]


def agreement_between(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _, clinic = keyed(tmp_path, "clinic")
    _, registry = keyed(tmp_path, "registry")
    marks = (f'address: "127.0.0.1:{port}", fingerprint: "{clinic}", ', f'fingerprint: "{registry}", ')
    return write(tmp_path / "agreement.yaml", PARTIES % marks + POLICY)


def test_parties_with_keys_run_each_on_its_own(tmp_path, stays):
    agreement = agreement_between(tmp_path)
    found = {}

    def run(name):
        found[name] = kanon.party_run(agreement, name, stays, tmp_path / f"{name}.csv", yes=True,
                                      identity=tmp_path / name, summary=tmp_path / f"{name}.json")

    threads = [threading.Thread(target=run, args=(name,)) for name in ("clinic", "registry")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found["clinic"]["released_rows"] == 300 and found["clinic"]["others"] == ["registry"]
    assert "300 rows of 300 released" in found["registry"].text
    assert (tmp_path / "clinic.csv").read_bytes() == (tmp_path / "registry.csv").read_bytes()
    assert json.loads((tmp_path / "clinic.json").read_text(encoding="utf-8")) == found["clinic"]


def test_nothing_begins_without_consent_and_the_wait_has_an_end(tmp_path, stays):
    agreement = agreement_between(tmp_path)
    with pytest.raises(kanon.UsageError, match="say yes=True"):
        kanon.party_run(agreement, "clinic", stays, tmp_path / "a.csv", identity=tmp_path / "clinic")
    with pytest.raises(kanon.UsageError, match=r"\(output=\)"):
        kanon.party_run(agreement, "clinic", stays, yes=True, identity=tmp_path / "clinic")
    with pytest.raises(kanon.UsageError, match=r"\(input=\)"):
        kanon.party_run(agreement, "clinic", None, tmp_path / "a.csv", yes=True, identity=tmp_path / "clinic")
    with pytest.raises(kanon.UsageError, match="has no rows by the agreement"):
        kanon.party_run(write(tmp_path / "miner.yaml", MINER), "m", stays, tmp_path / "a.csv", yes=True)
    with pytest.raises(kanon.TimedOutError):
        kanon.party_run(agreement, "clinic", stays, tmp_path / "a.csv", yes=True,
                        identity=tmp_path / "clinic", connect_seconds=0.5)
    with pytest.raises(kanon.CancelledError):
        kanon.party_run(agreement, "clinic", stays, tmp_path / "a.csv", yes=True,
                        identity=tmp_path / "clinic", stop_after=0.5)
    assert not (tmp_path / "a.csv").exists()
