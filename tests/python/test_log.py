# SPDX-License-Identifier: Apache-2.0
"""What the logger `kanon` hears: runs with their figures, warnings, progress, and no value."""

import logging
import subprocess
import sys

import pytest

import kanon
from test_running import SLOW, large
from test_warnings import PEOPLE, POLICY

SECRET = {"age": [31, 33, 41, 43], "name": ["Huber", "Meier", "Moser", "Kunz"],
          "disease": ["flu", "Flu", "gout", "flu"]}


def lines(caplog, level):
    return [record.getMessage() for record in caplog.records
            if record.name == "kanon" and record.levelno == level]


def test_a_run_is_logged_with_its_figures(caplog):
    caplog.set_level(logging.INFO, "kanon")
    kanon.anonymize(PEOPLE, **POLICY)
    start, end = lines(caplog, logging.INFO)
    assert start == "anonymize starts on a table in memory"
    assert end.startswith("anonymize ends after ") and ", k 2, rows 8, released rows 8" in end
    assert end.endswith(", open warnings 1")
    assert [line.split(":")[0] for line in lines(caplog, logging.WARNING)] == ["twin-values"]


def test_every_verb_is_logged(caplog, people, release):
    caplog.set_level(logging.INFO, "kanon")
    roles = dict(k=2, qi=["age", "zip"], sensitive="disease")
    kanon.verify(people, release)
    kanon.inspect(people)
    kanon.risk(people, **roles)
    kanon.explore(people, **roles)
    kanon.compare(people, ks=[2], **roles)
    kanon.evaluate(people, release, parts="statistics")
    said = lines(caplog, logging.INFO)
    for verb in ("verify", "inspect", "risk", "explore", "compare", "evaluate"):
        assert sum(line.startswith(f"{verb} starts on ") for line in said) == 1
        assert sum(line.startswith(f"{verb} ends after ") for line in said) == 1


def test_a_run_that_fails_is_logged_by_its_code(caplog, tmp_path):
    caplog.set_level(logging.INFO, "kanon")
    with pytest.raises(kanon.InfeasibleError):
        kanon.anonymize(SECRET, k=5, qi="age", drop="name", sensitive="disease")
    with pytest.raises(kanon.Error):
        kanon.anonymize("duckdb:Geheimnis.duckdb/stays", k=5)
    with pytest.raises(kanon.InputError):
        kanon.inspect(tmp_path / "Huber.csv")
    said = lines(caplog, logging.INFO)
    assert "infeasible" in said[1] and said[2] == "anonymize starts on a table of a database"
    assert said[4] == "inspect starts on a file" and said[5].endswith(": bad_input")
    assert "Geheimnis" not in caplog.text and "Huber" not in caplog.text


def test_progress_is_logged_for_debugging(caplog):
    caplog.set_level(logging.DEBUG, "kanon")
    shown = []
    kanon.anonymize(large(), progress=lambda *news: shown.append(news), **dict(SLOW, time_limit=1))
    said = lines(caplog, logging.DEBUG)
    assert said and all(line.startswith("anonymize: ") for line in said)
    assert shown and {stage for stage, _, _ in shown} == {
        line.split(": ")[1].split(",")[0] for line in said}


def test_no_line_holds_a_value(caplog):
    caplog.set_level(logging.DEBUG, "kanon")
    result = kanon.anonymize(SECRET, k=2, qi="age", drop="name", shuffle=False,
                             privacy={"l-diversity": {"attribute": "disease", "l": 2}})
    kanon.verify(SECRET, result)
    kanon.inspect(SECRET)
    for value in ("Huber", "Kunz", "gout", "31", "[31", "43"):
        assert value not in "".join(line.split(" s,")[-1] for line in caplog.messages)


def test_nothing_is_printed_unless_somebody_asks():
    script = """
import kanon, logging, warnings
warnings.simplefilter("ignore")
kanon.anonymize({"age": [30, 30], "d": ["a", "b"]}, k=2, qi="age", sensitive="d", shuffle=False)
logger = logging.getLogger("kanon")
print([type(one).__name__ for one in logger.handlers], logger.level, logging.root.handlers)
"""
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "['NullHandler'] 0 []" and run.stderr == ""
