# SPDX-License-Identifier: Apache-2.0
"""Runs: without Python's lock, with progress, and ended by Ctrl-C."""

import io
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import kanon
from kanon._progress import Line


def large(rows=2_000):
    """A table on which a thorough search takes long."""
    return {f"c{j}": [(i * (j + 7919) // (j + 1)) % (40 + j) for i in range(rows)] for j in range(8)}


SLOW = dict(k=5, quasi_identifiers=[f"c{j}" for j in range(8)], method="k-optimize",
            hierarchies={f"c{j}": {"intervals": [2, 4, 8, 16]} for j in range(8)}, shuffle=False,
            threads=1)


def test_other_threads_go_on_while_a_table_is_searched():
    counted = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted.append(time.monotonic())
            time.sleep(0.001)
    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    try:
        kanon.anonymize(large(), **dict(SLOW, time_limit=0.5))
    finally:
        stop.set()
        thread.join()
    assert sum(moment > begin for moment in counted) > 3


def test_progress_is_told_to_a_callable():
    told = []
    kanon.anonymize(large(), progress=lambda *news: told.append(news),
                    **dict(SLOW, time_limit=1))
    assert told and all(isinstance(stage, str) and done >= 0 and total >= 0
                        for stage, done, total in told)


def test_what_the_callable_raises_ends_the_run():
    def refuse(stage, done, total):
        raise LookupError(stage)
    with pytest.raises(LookupError):
        kanon.anonymize(large(), progress=refuse, **SLOW)


def test_progress_is_a_line_that_goes_away(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    line = Line(True)
    with line as tell:
        line._begin -= 1
        tell("solve", 1, 4)
    assert shown.getvalue() == "\rsolve  25%\r          \r"
    with Line(None) as tell:
        assert tell is None  # nobody looks


def test_ctrl_c_ends_the_run():
    script = """
import sys; sys.path.insert(0, %r)
import kanon, test_running
print("begin", flush=True)
try:
    kanon.anonymize(test_running.large(), **dict(test_running.SLOW, time_limit=300))
    print("no interrupt")
except KeyboardInterrupt:
    print("interrupted")
print(kanon.anonymize({"a": [1, 1]}, k=2, quasi_identifiers=["a"]).audit.holds)
""" % os.path.dirname(__file__)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begin\n"
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out.splitlines() == ["interrupted", "True"] and process.returncode == 0


def test_time_and_seeds_are_heeded():
    result = kanon.anonymize(large(), **dict(SLOW, time_limit=1))
    assert result.summary["ending"] == "timed_out"
    assert result.summary["threads"] == 1
    runs = [kanon.anonymize(large(500), seed=seed, threads=threads, k=5, shuffle=False,
                            quasi_identifiers=["c0", "c1"], insensitive=[f"c{j}" for j in range(2, 8)])
            for seed, threads in ((3, 1), (3, 4))]
    assert runs[0].table == runs[1].table and runs[0].summary["seed"] == 3


def test_a_run_stops_after_its_seconds():
    begin = time.monotonic()
    with pytest.raises(kanon.CancelledError, match="stop_after: the run was stopped after 0.3 sec") \
            as caught:
        kanon.anonymize(large(), **dict(SLOW, stop_after=0.3))
    assert time.monotonic() - begin < 30
    assert caught.value.attribute == "stop_after" and caught.value.code == "cancelled"


def test_what_stops_leaves_no_file(tmp_path):
    target = tmp_path / "release.csv"
    with pytest.raises(kanon.CancelledError):
        kanon.anonymize(large(), output=target, **dict(SLOW, stop_after=0.2))
    assert list(tmp_path.iterdir()) == []


def test_every_verb_takes_seconds_and_ends_before_them(people):
    policy = dict(k=2, qi=["age", "zip"], sensitive="disease")
    result = kanon.anonymize(people, shuffle=False, stop_after=60, **policy)
    assert kanon.verify(people, result, stop_after=60)
    assert kanon.inspect(people, stop_after=60)["rows"] == 8
    assert kanon.risk(people, stop_after=60, **policy)
    assert kanon.explore(people, stop_after=60, **policy)["nodes"]
    assert kanon.compare(people, ks=[2], stop_after=60, **policy)["runs"]
    assert kanon.evaluate(people, result, parts="statistics", stop_after=60)
    assert kanon.search(people, model=lambda rows: True, stop_after=60, **policy).audit.holds


def test_a_search_stops_as_a_whole(people):
    def slow(rows):
        time.sleep(0.1)
        return False
    with pytest.raises(kanon.CancelledError, match="stop_after"):
        kanon.search(people, k=2, qi=["age", "zip"], sensitive="disease", model=slow, stop_after=0.2)


def test_many_runs_at_once_do_not_disturb_each_other():
    tables = [None] * 6

    def run(place):
        tables[place] = kanon.anonymize(large(400), k=3 + place % 2, shuffle=False,
                                        quasi_identifiers=["c0", "c1"],
                                        insensitive=[f"c{j}" for j in range(2, 8)]).table
    threads = [threading.Thread(target=run, args=(place,)) for place in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tables[0] == tables[2] == tables[4] and tables[1] == tables[3] == tables[5]
