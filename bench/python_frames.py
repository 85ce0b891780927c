#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the Python module adds to a run: a data frame of pandas in and out, beside the C++ call on the
same codes, which the run itself times (`total` less `read` of its summary).

    PYTHONPATH=build/python python3 bench/python_frames.py [--rows N] [--runs N]

Prints a row for each run: seconds of all, of the call, and their difference. The release is audited
before any time is told.
"""

import argparse
import sys
import time

import numpy
import pandas

import kanon


def frame_of(rows):
    """People: six columns of categories, whole numbers, one of numbers with a point, one of texts."""
    random = numpy.random.default_rng(1)

    def categories(count):
        words = [f"value {i:03}" for i in range(count)]
        return pandas.Categorical.from_codes(random.integers(0, count, rows), words)
    texts = numpy.array([f"text {i}" for i in range(50)], dtype=object)
    return pandas.DataFrame({
        "age": random.integers(0, 90, rows), "sex": categories(2), "zip": categories(100),
        "education": categories(16), "race": categories(5), "disease": categories(40),
        "income": random.random(rows).round(3), "note": texts[random.integers(0, 50, rows)]})


def run_once(frame):
    begin = time.perf_counter()
    result = kanon.anonymize(frame, k=5, quasi_identifiers=["age", "sex", "zip", "education"],
                             sensitive=["disease"], insensitive=["race", "income", "note"],
                             method="mondrian", shuffle=False)
    table = result.table
    total = time.perf_counter() - begin
    if not result.audit.holds or len(table) != len(frame):
        sys.exit("wrong answer: the release is not proven, or lacks rows")
    seconds = result.summary["seconds"]
    return total, seconds["total"] - seconds["read"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    frame = frame_of(options.rows)
    print(f"{'all':>8} {'call':>8} {'over':>8}  seconds, {options.rows} rows")
    over = []
    for _ in range(options.runs):
        total, call = run_once(frame)
        over.append(total - call)
        print(f"{total:8.3f} {call:8.3f} {total - call:8.3f}")
    print(f"{'':17} {sorted(over)[len(over) // 2]:8.3f}  median")


if __name__ == "__main__":
    main()
