#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Table to table in PostgreSQL, beside what the server takes for the bare work: CREATE TABLE AS of the
released columns and one GROUP BY of the quasi-identifiers.

    python3 bench/engines.py build/bin/kanon [--rows N] [--runs N] [--shards N] [--method NAME]

Starts private servers (tests/engines/with_servers.py), fills them with made-up people, and prints a row
for each run: seconds of kanon, of the bare work, their ratio, and kanon's own memory. With several
shards the bare work is sent to all servers at once. Rows of both tables are compared before a time is
told. Needs psql.
"""

import argparse
import concurrent.futures
import contextlib
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


def filling(rows, shard):
    made = made_people.query(f"generate_series(1, {rows})", lambda text: f"(hashint4({text}) & 2147483647)")
    return f"SELECT setseed(0.{shard + 1}); CREATE TABLE people AS {made}; ANALYZE people"


class Server:
    def __init__(self, lines):
        self.entries = dict(line.split("=", 1) for line in lines.strip().splitlines())

    def run(self, *statements):
        place = ["-h", self.entries["Servername"], "-p", self.entries["Port"], "-U", self.entries["Username"]]
        commands = [word for statement in statements for word in ("-c", statement)]
        found = subprocess.run(["psql", "-X", "-q", "-t", "-A", *place, self.entries["Database"], *commands],
                               capture_output=True, text=True, check=True)
        return found.stdout.strip()


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


def check(servers):
    for server in servers:
        rows = [server.run(f"SELECT count(*) FROM {table}") for table in ("people", "freed")]
        alone = server.run(f"SELECT count(*) FROM (SELECT sum(count(*)) OVER () FROM freed GROUP BY {', '.join(made_people.QUASI)}) t")
        if rows[0] != rows[1] or int(alone) == 0:
            sys.exit(f"wrong answer: {rows[1]} rows were released of {rows[0]}")


def measure(options, servers, folder):
    each = options.rows // len(servers)
    for shard, server in enumerate(servers):
        server.run(*filling(each, shard).split("; "))
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kanon")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--method", default="auto")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(with_servers.private_folder())
        own = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kanon-bench-")))
        lines = stack.enter_context(with_servers.several(with_servers.postgresql, folder, options.shards))
        os.environ["ODBCINI"] = str(with_servers.write_dsns(own, lines))
        measure(options, [Server(one) for one in lines], own)


if __name__ == "__main__":
    main()
