# SPDX-License-Identifier: Apache-2.0
"""The same input gives the same bytes as the command line."""

import json
import subprocess

import pytest

import kanon

pandas = pytest.importorskip("pandas")


def command(program, table, policy, target, *flags):
    subprocess.run([program, "anonymize", table, "-p", policy, "-o", target, "--quiet", "--force",
                    *flags], check=True)
    return target.read_bytes()


@pytest.mark.parametrize("as_types", ["texts", "categories", "guessed"])
def test_frame_gives_the_bytes_of_the_command(program, stays, tmp_path, as_types):
    table, policy = stays
    frame = pandas.read_csv(table, dtype=None if as_types == "guessed" else str)
    if as_types == "guessed":  # what pandas took for numbers is spelled as it spells these
        table = tmp_path / "guessed.csv"
        frame.to_csv(table, index=False)
    if as_types == "categories":
        frame = frame.astype("category")
    result = kanon.anonymize(frame, policy, threads=2, method="mondrian")
    result.released.write(tmp_path / "ours.csv")
    theirs = command(program, table, policy, tmp_path / "theirs.csv", "--method", "mondrian")
    assert (tmp_path / "ours.csv").read_bytes() == theirs
    assert result.table.to_csv(index=False).encode() == theirs


def test_path_gives_the_bytes_of_the_command(program, stays, tmp_path):
    table, policy = stays
    kanon.anonymize(table, policy, output=tmp_path / "ours.csv", k=7, method="mondrian")
    theirs = command(program, table, policy, tmp_path / "theirs.csv", "--k", "7", "--method",
                     "mondrian")
    assert (tmp_path / "ours.csv").read_bytes() == theirs


def test_words_without_a_policy_are_the_flags(program, stays, tmp_path):
    table, _ = stays
    frame = pandas.read_csv(table, dtype=str)
    result = kanon.anonymize(frame, k=10, sensitive=["diagnosis"], shuffle=False,
                             max_suppression=0.02, seed=3, accept=["singles-out"])
    subprocess.run([program, "anonymize", table, "-o", tmp_path / "theirs.csv", "--k", "10",
                    "--sensitive", "diagnosis", "--no-shuffle", "--max-suppression", "0.02", "--seed",
                    "3", "--accept", "singles-out", "--quiet"], check=True)
    result.released.write(tmp_path / "ours.csv")
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "theirs.csv").read_bytes()


def test_summary_says_what_the_command_says(program, stays, tmp_path):
    table, policy = stays
    ours = kanon.anonymize(pandas.read_csv(table, dtype=str), policy).summary
    subprocess.run([program, "anonymize", table, "-p", policy, "-o", tmp_path / "r.csv", "--summary",
                    tmp_path / "s.json", "--quiet"], check=True)
    theirs = json.loads((tmp_path / "s.json").read_text())
    changing = {"seconds", "peak_rss_mb", "threads", "source", "target", "sha256", "search"}
    assert {key: value for key, value in ours.items() if key not in changing} == \
        {key: value for key, value in theirs.items() if key not in changing}
