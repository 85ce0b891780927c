#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A folder of Parquet files to a folder of Parquet files, within little memory.

    python3 bench/parquet_folders.py build/bin/kanon build/bin/run_sql [--rows N ...] [--memory SIZE] [--method NAME]

Makes people (made_people.py: 8 quasi-identifiers and a sensitive column), and
prints a row for each number of rows: seconds, rows per second, memory of the whole process. Every
release is verified from the files, by a run of its own, before its time is told, unless --trust.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import made_people

PIECE = 10_000_000  # rows that are made at once


def making(target, rows, first):
    made = made_people.query(f"range({rows})", lambda text: f"hash({text})")
    return f"COPY ({made}) TO '{target}/part-{first:03}.parquet' (FORMAT parquet);\n"


def make_people(options, folder, rows):
    folder.mkdir()
    pieces = [min(PIECE, rows - begin) for begin in range(0, rows, PIECE)]
    text = "".join(making(folder, piece, place) for place, piece in enumerate(pieces))
    subprocess.run([options.run_sql, f"duckdb:{folder.parent}/making.db/t"], input=text, text=True, check=True)


def measure(options, folder, rows):
    people, released, summary = folder / "people", folder / "released", folder / "summary.json"
    make_people(options, people, rows)
    policy = made_people.write_policy(folder)
    begin = time.perf_counter()
    subprocess.run([options.kanon, "anonymize", f"parquet:{people}", "-o", f"parquet:{released}", "-p", policy, "--method", options.method,
                    "--memory", options.memory, "--summary", summary, "--quiet"], check=True)
    seconds = time.perf_counter() - begin
    told = json.loads(summary.read_text(encoding="utf-8"))
    if told["released_rows"] != rows:
        sys.exit(f"wrong answer: {told['released_rows']} of {rows} rows")
    if not options.trust:
        subprocess.run([options.kanon, "verify", f"parquet:{people}", f"parquet:{released}", "-p", policy, "--quiet",
                        "--memory", options.memory], check=True)
    spent = told["seconds"]
    print(f"{rows:12} {seconds:8.1f} {rows / seconds:10.0f} {told['peak_rss_mb']:7.0f}  "
          f"{spent['read']:7.1f} {spent['solve']:6.1f} {spent['write']:7.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kanon")
    parser.add_argument("run_sql")
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000_000])
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--method", default="mondrian")
    parser.add_argument("--trust", action="store_true", help="do not verify the files again")
    options = parser.parse_args()
    print(f"{'rows':>12} {'seconds':>8} {'rows/s':>10} {'MiB':>7}  {'read':>7} {'solve':>6} {'write':>7}  --memory {options.memory}")
    for rows in options.rows:
        with tempfile.TemporaryDirectory(prefix="kanon-bench-") as folder:
            measure(options, pathlib.Path(folder), rows)


if __name__ == "__main__":
    main()
