#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kanon beside other packages of Python on Adult: what releases lose, and how long they take.

    PYTHONPATH=build/python python3 bench/python_peers.py [--shared FOLDER] [--k 2 10 50]

Two contests, each on the same attributes of the same 30,162 rows: without hierarchies, where age is
a number and the others are categories, against anonypy (Mondrian); and with the hierarchies of ARX,
against anjana (full-domain recoding with suppression of rows). Those that cannot be imported are
left out, with a line. One measure judges all: the mean of NCP over all cells, computed here from
what was released; a row that is gone counts as suppressed. Of kanon's releases it is compared with
kanon's own figure before anything is printed, and the smallest class of every release is counted
(beside pycanon's count, where that is there).
"""

import argparse
import lzma
import os
import re
import sys
import time

import pandas

import kanon

SENSITIVE = "salary-class"
HIERARCHY_SHARE = 0.05  # of the rows, at most, in the contest with hierarchies


def adult_of(folder):
    with lzma.open(os.path.join(folder, "adult.csv.xz"), "rt", encoding="utf-8") as file:
        return pandas.read_csv(file, sep=";", dtype=str)


def hierarchy_of(folder, name):
    """The rows of a hierarchy: a value and its labels, up to the star."""
    path = os.path.join(folder, f"adult_hierarchy_{name}.csv")
    return pandas.read_csv(path, sep=";", header=None, dtype=str)


# What a released cell covers, by the spelling of each package.

def bounds_of(cell):
    """A number, or a range of either package: least and greatest value."""
    found = re.fullmatch(r"\[?(\d+)(?:\.0)?(?:(?:, |-)(\d+)(?:\.0)?)?\]?", str(cell))
    if not found:
        sys.exit("wrong answer: a range that is none")
    least, greatest = found.groups()
    return int(least), int(greatest or least)


def size_of_set(cell):
    text = str(cell)
    text = text[1:-1] if text.startswith("{") else text
    return len(text.split(","))


def loss_of_cell(cell, numeric, domain):
    """NCP of a cell that is a value, a range or a set of values."""
    if cell == "*":
        return 1.0
    if numeric:
        least, greatest = bounds_of(cell)
        return (greatest - least) / (max(domain) - min(domain))
    return (size_of_set(cell) - 1) / (len(domain) - 1)


def label_losses(rows, values):
    """NCP of each label of a hierarchy: by the values of the table below it."""
    below = {}
    present = rows[rows[0].isin(values)]
    for row in present.itertuples(index=False):
        for label in row:
            below.setdefault(label, set()).add(row[0])
    return {label: (len(leaves) - 1) / (len(values) - 1) for label, leaves in below.items()}


def gcp(table, total, loss_of):
    """The mean of NCP over all cells; rows that are gone count 1."""
    sums = 0.0
    for name in table.columns:
        counts = table[name].astype(str).value_counts()
        sums += sum(count * loss_of(name, cell) for cell, count in counts.items())
    columns = len(table.columns)
    return (sums + (total - len(table)) * columns) / (total * columns)


def smallest_class(table):
    shown = table[~(table == "*").all(axis=1)].astype(str)
    return int(shown.groupby(list(shown.columns), observed=True).size().min())


class Contest:
    """The table of one contest: prints each entry after checking it."""

    def __init__(self, frame, names, loss_of):
        self.frame, self.names, self.loss_of = frame, names, loss_of

    def enter(self, who, k, seconds, table, stated=None):
        """`table`: the released quasi-identifiers, a row each; `stated`: the package's own loss."""
        table = table.astype(object)
        starred = int((table == "*").all(axis=1).sum()) + len(self.frame) - len(table)
        loss = gcp(table, len(self.frame), self.loss_of)
        if stated is not None and abs(stated - loss) > 1e-9:
            sys.exit(f"wrong answer: {who} says {stated}, counted {loss}")
        size = smallest_class(table)
        checked = pycanon_class(table)
        if checked is not None and checked != size:
            sys.exit(f"wrong answer: pycanon counts classes of {checked}, here {size}")
        print(f"{who:32} {k:4} {seconds:9.2f} {starred:7} {loss:8.4f} {size:5}", flush=True)

    def kanon(self, who, k, frame, **words):
        begin = time.perf_counter()
        result = kanon.anonymize(frame, k=k, quasi_identifiers=self.names, sensitive=SENSITIVE,
                                 shuffle=False, progress=False, **words)
        seconds = time.perf_counter() - begin
        if not result.audit.holds:
            sys.exit("wrong answer: the release is not proven")
        self.enter(who, k, seconds, result.table[self.names], result.loss_by("gcp"))


def pycanon_class(table):
    try:
        from pycanon import anonymity
    except ImportError:
        return None
    shown = table[~(table == "*").all(axis=1)].astype(str)
    return anonymity.k_anonymity(shown, list(shown.columns))


def by_anonypy(contest, k, frame):
    try:
        import anonypy
    except ImportError:
        print("anonypy is not there")
        return
    frame = frame.astype({name: "category" for name in contest.names if name != "age"})
    begin = time.perf_counter()
    rows = anonypy.Preserver(frame, contest.names, SENSITIVE).anonymize_k_anonymity(k=k)
    seconds = time.perf_counter() - begin
    released = pandas.DataFrame(rows)
    cells = released[contest.names].apply(
        lambda column: column.map(lambda cell: cell[0] if isinstance(cell, list) else cell))
    contest.enter("anonypy, Mondrian", k, seconds,
                  cells.loc[cells.index.repeat(released["count"])])


def by_anjana(contest, k, frame, hierarchies):
    try:
        from anjana.anonymity import k_anonymity
    except ImportError:
        print("anjana is not there")
        return
    levels = {name: dict(rows.items()) for name, rows in hierarchies.items()}
    begin = time.perf_counter()
    released = k_anonymity(frame.copy(), [], contest.names, k, 100 * HIERARCHY_SHARE, levels)
    seconds = time.perf_counter() - begin
    contest.enter("anjana, full-domain", k, seconds, released[contest.names])


def without_hierarchies(frame, ks):
    frame = frame.astype({"age": int})
    names = [name for name in frame.columns if name != SENSITIVE]
    domains = {name: set(frame[name]) for name in names}
    contest = Contest(frame, names, lambda name, cell: loss_of_cell(
        cell, name == "age", domains[name]))
    sets = {name: {"recode": "range" if name == "age" else "set"} for name in names}
    print("\nwithout hierarchies                 k   seconds    gone     loss class")
    for k in ks:
        by_anonypy(contest, k, frame)
        contest.kanon("kanon, Mondrian", k, frame, method="mondrian", attributes=sets)
        contest.kanon("kanon, default", k, frame, attributes=sets)


def with_hierarchies(frame, ks, folder):
    names = [name for name in frame.columns if name != SENSITIVE]
    hierarchies = {name: hierarchy_of(folder, name) for name in names}
    losses = {name: label_losses(hierarchies[name], set(frame[name])) for name in names}
    contest = Contest(frame, names, lambda name, cell: losses[name][cell])
    words = {"hierarchies": {
        name: {"file": os.path.join(folder, f"adult_hierarchy_{name}.csv")} for name in names},
        "attributes": {"age": {"type": "text"}}, "max_suppression": HIERARCHY_SHARE}
    print("\nwith hierarchies                    k   seconds    gone     loss class")
    for k in ks:
        by_anjana(contest, k, frame, hierarchies)
        contest.kanon("kanon, best full-domain", k, frame, method="optimal", **words)
        contest.kanon("kanon, default", k, frame, **words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", default="../shared", help="the folder of shared data")
    parser.add_argument("--k", type=int, nargs="+", default=[2, 10, 50])
    options = parser.parse_args()
    folder = os.path.join(options.shared, "data", "arx", "arx")
    frame = adult_of(folder)
    without_hierarchies(frame, options.k)
    with_hierarchies(frame, options.k, folder)


if __name__ == "__main__":
    main()
