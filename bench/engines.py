#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Table to table in PostgreSQL, beside what the server takes for the bare work: CREATE TABLE AS of the
released columns and one GROUP BY of the quasi-identifiers.

    python3 bench/engines.py build/bin/kanon [--rows N] [--runs N] [--shards N] [--method NAME] [--same-sql]

Starts private servers (tests/engines/with_servers.py), fills them with made-up people, and prints a row
for each run: seconds of kanon, of the bare work, their ratio, and kanon's own memory. With several
shards the bare work is sent to all servers at once. Rows of both tables are compared before a time is
told. With --same-sql a further run has its statements logged by each server, and they are sent again, by
psql to all servers at once, without kanon: what is left of the ratio is kanon's own. Needs psql.
"""

import argparse
import concurrent.futures
import contextlib
import csv
import functools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "engines"))
import with_servers  # noqa: E402

import made_people  # noqa: E402


def filling(options, rows, shard):
    made = made_people.query(f"generate_series(1, {rows})", lambda text: f"(hashint4({text}) & 2147483647)",
                             options.kinds, options.own)
    return f"SELECT setseed(0.{shard + 1}); CREATE TABLE people AS {made}; ANALYZE people"


LOGS = ("logging_collector=on", "log_destination=csvlog", "log_rotation_age=0", "log_rotation_size=0")
LOGGING = "ConnSettings=SET log_statement = 'all'\n"  # of a DSN
LOG_SESSION, LOG_MESSAGE = 5, 13  # columns of csvlog


class Server:
    def __init__(self, lines, folder):
        self.entries = dict(line.split("=", 1) for line in lines.strip().splitlines())
        self.folder = folder

    def psql(self, *words, **how):
        place = ["-h", self.entries["Servername"], "-p", self.entries["Port"], "-U", self.entries["Username"]]
        return subprocess.run(["psql", "-X", "-q", "-t", "-A", *place, self.entries["Database"], *words], text=True, **how)

    def run(self, *statements):
        commands = [word for statement in statements for word in ("-c", statement)]
        return self.psql(*commands, capture_output=True, check=True).stdout.strip()

    def logged_sessions(self):
        """The statements that were logged, as one text for each session, in their order."""
        csv.field_size_limit(sys.maxsize)
        sessions = {}
        for log in sorted((self.folder / "data" / "log").glob("*.csv")):
            with open(log, encoding="utf-8", newline="") as lines:
                for line in csv.reader(lines):
                    kind, _, statement = line[LOG_MESSAGE].partition(": ")
                    if kind == "statement" or kind.startswith("execute "):
                        sessions.setdefault(line[LOG_SESSION], []).append(statement)
        return [";\n".join(statements) + ";\n" for statements in sessions.values()]

    def replay(self, sessions):
        """Whatever failed then fails again, and the rest goes on."""
        for session in sessions:
            self.psql("-f", "-", input=session, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def at_once(servers, *statements):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        return list(pool.map(lambda server: server.run(*statements), servers))


def bare_work(servers):
    columns = ", ".join([*made_people.QUASI, "disease"])
    begin = time.perf_counter()
    at_once(servers, "DROP TABLE IF EXISTS bare", f"CREATE TABLE bare AS SELECT {columns} FROM people",
            f"SELECT count(*) FROM (SELECT count(*) FROM people GROUP BY {', '.join(made_people.QUASI)}) t")
    return time.perf_counter() - begin


def kanon_work(kanon, folder, count, method):
    summary = folder / "summary.json"
    sources = [f"odbc:kanon_test{f'_{place + 1}' if place else ''}/" for place in range(count)]
    inputs = [word for source in sources for word in ("--input", source + "people")]
    outputs = [word for source in sources for word in ("-o", source + "freed")]
    begin = time.perf_counter()
    subprocess.run([kanon, "anonymize", *inputs, *outputs, "-p", folder / "policy.yaml", "--method", method,
                    "--summary", summary, "--force", "--quiet"], check=True)
    seconds = time.perf_counter() - begin
    return seconds, json.loads(summary.read_text(encoding="utf-8"))


def same_sql(options, servers, folder, lines):
    """Ratios of kanon's seconds to those of its statements without it, which it sends once to be logged."""
    at_once(servers, "DROP TABLE freed")
    with_servers.write_dsns(folder, [one + LOGGING for one in lines])
    kanon_work(options.kanon, folder, len(servers), options.method)
    with_servers.write_dsns(folder, lines)
    sessions = [server.logged_sessions() for server in servers]
    ratios = []
    for _ in range(options.runs):
        at_once(servers, "DROP TABLE freed")
        seconds, _ = kanon_work(options.kanon, folder, len(servers), options.method)
        at_once(servers, "DROP TABLE freed")
        begin = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            list(pool.map(Server.replay, servers, sessions))
        replayed = time.perf_counter() - begin
        check(servers)
        ratios.append(seconds / replayed)
        print(f"{seconds:8.1f} {replayed:8.1f} {ratios[-1]:6.2f}  kanon, and the same SQL without it", flush=True)
    return ratios


def check(servers):
    for server in servers:
        rows = [server.run(f"SELECT count(*) FROM {table}") for table in ("people", "freed")]
        alone = server.run(f"SELECT count(*) FROM (SELECT sum(count(*)) OVER () FROM freed GROUP BY {', '.join(made_people.QUASI)}) t")
        if rows[0] != rows[1] or int(alone) == 0:
            sys.exit(f"wrong answer: {rows[1]} rows were released of {rows[0]}")


def measure(options, servers, folder, lines):
    each = options.rows // len(servers)
    for shard, server in enumerate(servers):
        server.run(*filling(options, each, shard).split("; "))
    made_people.write_policy(folder)
    ratios = []
    print(f"{'kanon':>8} {'bare':>8} {'ratio':>6} {'MiB':>6}  {'read':>6} {'solve':>6} {'write':>6}  "
          f"seconds, {each * len(servers)} rows, {len(servers)} server(s), {options.method}")
    for _ in range(options.runs):
        bare = bare_work(servers)
        seconds, summary = kanon_work(options.kanon, folder, len(servers), options.method)
        check(servers)
        ratios.append(seconds / bare)
        spent = summary["seconds"]
        print(f"{seconds:8.1f} {bare:8.1f} {ratios[-1]:6.2f} {summary['peak_rss_mb']:6.0f}  "
              f"{spent['read']:6.1f} {spent['solve']:6.1f} {spent['write']:6.1f}", flush=True)
    print(f"median ratio {statistics.median(ratios):.2f}")
    if options.same_sql:
        print(f"median ratio to the same SQL {statistics.median(same_sql(options, servers, folder, lines)):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kanon")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--method", default="auto")
    parser.add_argument("--kinds", type=int, default=20000, help="of people: see made_people.py")
    parser.add_argument("--own", type=float, default=0.1, help="the share with an age of their own")
    parser.add_argument("--same-sql", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(with_servers.private_folder())
        own = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kanon-bench-")))
        server = functools.partial(with_servers.postgresql, settings=LOGS if options.same_sql else ())
        lines = stack.enter_context(with_servers.several(server, folder, options.shards))
        os.environ["ODBCINI"] = str(with_servers.write_dsns(own, lines))
        measure(options, [Server(one, folder / str(place)) for place, one in enumerate(lines)], own, lines)


if __name__ == "__main__":
    main()
