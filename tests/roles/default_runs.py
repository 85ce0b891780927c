#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `kanon anonymize TABLE --k 5`, with nothing else said, makes of every labelled table.

    default_runs.py KANON LABELS SHARED_DATA [--rows N] [--quick] [--check]

Each release is verified, counted once more here, and held against the labels. Prints the Markdown of
docs/defaults.md: one row for each table, then its columns by role and its warnings, by name and never
by value. `--rows` cuts the tables after as many lines (0: never). `--quick` searches tables of more than 1,000
rows by `--effort low`, but those labelled `whole`: roles and protection are decided as ever, the loss is
greater, and a release that it leaves with too much disclosed is not written. `--check` exits 1 if a run or its
`verify` fails, a class is too small, a column that can only be identifying is released, or one is
released as it is that must not be and no warning names it; 3 if there is no shared data.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

from tables import AS_IT_IS, MOST_LINES, ROLES, option, prepare, read_labels, reading_options, suggested

K = 5
REFUSED = {  # tables of amounts alone: withheld or sensitive, so nothing is left to generalize
    "casc/census.csv": "no column is quasi-identifying",
    "casc/tarragona.csv": "no column is quasi-identifying",
}
NOT_FIT = 9                  # the exit status of a run that would disclose too much
UNFIT = {"singles-out", "exact-amounts", "disclosure"}
MOST_DISCLOSED = 0.05        # of the rows, by a release that is written
WORDS = {"identifying": "dropped"}  # of the page, where they are not those of kanon
MOST_WORSE = 1.01  # of the loss before
MOST_NAMES = 20  # of columns in one list
MOST_SEARCHED = 1000  # rows of a table that `--quick` leaves its whole search


def kanon_runs(kanon, verb, paths, options):
    return subprocess.run([kanon, verb, *map(str, paths), "--k", str(K), *options],
                          capture_output=True, text=True, check=False)


def is_long(path):
    """Does the prepared table, of which the first line is the header, have more rows than are searched in full?"""
    with open(path, encoding="utf-8") as file:
        return sum(1 for line in file) > MOST_SEARCHED + 1


def disclosed(classes):
    """Rows whose class has one value alone of a column; a missing one is none."""
    return sum(sum(values.values()) for values in classes.values() if len(values) == 1 and "" not in values)


class Run:
    """The default run of one table: its release, its summary, and what is wrong with them."""

    def __init__(self, kanon, table, source, lines, quick):
        self.table = table
        self.file = table["file"]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            path = prepare(table, source, folder, lines)
            little = quick and "whole" not in table["options"] and is_long(path)
            self.anonymize(kanon, path, folder, ["--effort", "low"] if little else [])
            if self.summary is None:
                self.roles = {c["name"]: c["role"] for c in suggested(kanon, table, path)["columns"]}
            else:
                self.roles = self.summary["roles"]
                self.count(folder / "release.csv")

    def anonymize(self, kanon, path, folder, effort):
        release, summary = folder / "release.csv", folder / "summary.json"
        reading = reading_options(self.table)
        made = kanon_runs(kanon, "anonymize", [path],
                          ["-o", str(release), "--summary", str(summary), "--output-delimiter", ",", *reading, *effort])
        self.status = made.returncode
        self.refusal = made.stderr.strip()
        self.left_behind = made.returncode != 0 and release.exists()
        self.summary = self.verdict = None
        if made.returncode == 0:
            self.summary = json.loads(summary.read_text(encoding="utf-8"))
            self.verdict = kanon_runs(kanon, "verify", [path, release], ["--summary", str(summary), *reading])

    def unfit(self):
        """The warnings that kept the release from being written, by code; none where another fault did."""
        lines = [line.strip() for line in self.refusal.splitlines()[1:]]
        codes = [line.split(":")[0] for line in lines]
        return [code for code in codes if code in UNFIT] if self.status == NOT_FIT else []

    def count(self, release):
        """Classes of the release as written: the smallest one, and the rows whose sensitive value they tell."""
        with open(release, encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            self.released = next(rows)
            places = {role: [j for j, name in enumerate(self.released) if self.roles[name] == role]
                      for role in ROLES}
            sizes = collections.Counter()
            values = {j: collections.defaultdict(collections.Counter) for j in places["sensitive"]}
            for row in rows:
                key = tuple(row[j] for j in places["quasi-identifying"])
                sizes[key] += 1
                for j, classes in values.items():
                    classes[key][row[j]] += 1
        self.least = min(sizes.values())
        self.disclosed = {self.released[j]: disclosed(classes) for j, classes in values.items()}

    def columns(self, role):
        return [name for name, given in self.roles.items() if given == role]

    def otherwise(self):
        """Columns whose role is none that their label allows."""
        return [name for name, role in self.roles.items() if role not in self.table["columns"][name]]

    def let_through(self):
        """Columns released as they are that must not be, each with the codes of the warnings that name it."""
        if self.summary is None:
            return {}
        return {name: [w["code"] for w in self.summary["warnings"] if name in w["columns"]]
                for name in self.otherwise()
                if self.roles[name] in AS_IT_IS and not AS_IT_IS & set(self.table["columns"][name])}

    def faults(self):
        if self.summary is None:
            is_known = self.file in REFUSED and REFUSED[self.file] in self.refusal
            honest = (is_known or self.unfit()) and not self.left_behind
            return [] if honest else [f"no release: {self.refusal}"]
        out = [f"let through, and no warning says it: {name}"
               for name, codes in self.let_through().items() if not codes]
        out += [f"identifying, and released: {name}" for name in self.released
                if self.table["columns"][name] == ["identifying"]]
        if set(self.released) != set(self.roles) - set(self.columns("identifying")):
            out.append("the columns of the release are not those of the summary")
        if self.verdict.returncode != 0:
            out.append(f"verify: {self.verdict.stdout.strip()} {self.verdict.stderr.strip()}")
        out += [f"the classes give away {name} of {rows} rows" for name, rows in self.disclosed.items()
                if rows > MOST_DISCLOSED * self.summary["rows"]]
        if self.least < K:
            out.append(f"a class of {self.least} rows")
        return out


def word(role):
    return WORDS.get(role, role)


def percent(share):
    return f"{100 * share:.1f} %"


def names(columns):
    """A list of columns for Markdown."""
    shown = ", ".join(f"`{name}`" for name in columns[:MOST_NAMES])
    more = len(columns) - MOST_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


def verdict(run):
    """What came of a run: ready, written with open warnings, or not written and why."""
    if run.summary is None:
        return "not written: " + (", ".join(run.unfit()) or REFUSED.get(run.file, run.refusal))
    return "written, with open warnings" if run.summary["warnings"] else "ready"


def table_row(run):
    counts = [str(len(run.columns(role))) for role in ROLES]
    if run.summary is None:
        return [verdict(run), "–", *counts, "–", "–", "–", "–", "–", "–"]
    summary = run.summary
    bound = summary["objective"]["lower_bound"]
    most_disclosed = max(run.disclosed.values(), default=None)
    warnings = ", ".join(f"{w['code']} ({len(w['columns'])})" for w in summary["warnings"])
    return [
        verdict(run), f"{summary['rows']:,}", *counts,
        percent(summary["gcp"]), percent(bound) if bound is not None else "–",
        str(len(summary["protection"]["diversity"])), str(len(summary["coded"])),
        "–" if most_disclosed is None else percent(most_disclosed / summary["rows"]),
        warnings or "none",
    ]


def print_table(runs):
    head = ["table", "verdict", "rows", *map(word, ROLES), "loss", "at least", "2-diverse", "coded", "disclosed",
            "warnings"]
    print("| " + " | ".join(head) + " |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    for run in runs:
        print("| " + " | ".join([run.file, *table_row(run)]) + " |")


def print_columns(run):
    print(f"\n**{run.file}**\n")
    for role in ROLES:
        if run.columns(role):
            print(f"- {word(role)}: {names(run.columns(role))}")
    if run.summary is None:
        print(f"- {verdict(run)}")
        return
    for warning in run.summary["warnings"]:
        print(f"- `{warning['code']}` names {names(warning['columns'])}")
    for name, codes in run.let_through().items():
        print(f"- let through: `{name}`, which is {' or '.join(run.table['columns'][name])}; "
              f"{'said by ' + ', '.join(codes) if codes else 'NO WARNING SAYS IT'}")
    print_unusual(run)


def print_unusual(run):
    summary = run.summary
    wanted = option(run.table, "person", "-")
    if wanted not in ("*", summary["person"] or "-"):
        print(f"- persons should be counted by: {wanted}")
    other = [name for name in run.otherwise() if name not in run.let_through()]
    if other:
        print(f"- otherwise than labelled: {names(other)}")
    if summary["coded"]:
        print(f"- coded: {names(list(summary['coded']))}")
    if summary["suppressed_rows"]:
        print(f"- suppressed: {summary['suppressed_rows']:,} rows")


def print_totals(runs):
    made = [run for run in runs if run.summary is not None]
    unfit = sum(bool(run.unfit()) for run in runs)
    methods = collections.Counter(run.summary["method"] for run in made)
    let_through = sum(len(run.let_through()) for run in runs)
    print(f"\n{len(runs)} tables, {len(made)} released, {unfit} not fit, "
          f"{len(runs) - len(made) - unfit} without a quasi-identifier; "
          f"by {', '.join(f'{name} ({count})' for name, count in methods.items())}; "
          f"verified: {sum(run.verdict.returncode == 0 for run in made)}; "
          f"without a warning: {sum(not run.summary['warnings'] for run in made)}; "
          f"columns let through: {let_through}; "
          f"lines that say what was assumed: {sum(len(run.summary['assumptions']) for run in made)}.")


def losses(runs):
    """Loss and bound of the tables that are released, by file."""
    return {run.file: {"loss": run.summary["gcp"], "lower_bound": run.summary["objective"]["lower_bound"]}
            for run in runs if run.summary is not None}


def print_before(runs, before):
    """The losses beside those of an earlier program; returns the tables that lose more than 1 % more."""
    print("| table | loss before | now | | at least before | now |")
    print("|---|---:|---:|---:|---:|---:|")
    worse = []
    for file, now in losses(runs).items():
        was = before.get(file, {"loss": None, "lower_bound": None})
        change = "–" if not was["loss"] else f"{100 * (now['loss'] / was['loss'] - 1):+.1f} %"
        shown = ["–" if x is None else f"{100 * x:.3f} %"
                 for x in (was["loss"], now["loss"], was["lower_bound"], now["lower_bound"])]
        print(f"| {file} | {shown[0]} | {shown[1]} | {change} | {shown[2]} | {shown[3]} |")
        if was["loss"] is not None and now["loss"] > was["loss"] * MOST_WORSE:
            worse.append(file)
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kanon")
    parser.add_argument("labels", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=MOST_LINES, help="lines of a table that are read; 0: all")
    parser.add_argument("--quick", action="store_true",
                        help=f"little search in tables of more than {MOST_SEARCHED} rows")
    parser.add_argument("--check", action="store_true", help="exit 1 if something is wrong")
    parser.add_argument("--losses", type=pathlib.Path, help="write loss and bound of each table here (JSON)")
    parser.add_argument("--before", type=pathlib.Path, help="show the losses beside those that --losses wrote, alone")
    arguments = parser.parse_args()
    if not arguments.shared.is_dir():
        print(f"no shared data at {arguments.shared}")
        return 3
    runs = [Run(arguments.kanon, table, arguments.shared / table["file"], arguments.rows or None,
                arguments.quick)
            for table in read_labels(arguments.labels) if "made-up" not in table["options"]]
    if arguments.losses:
        arguments.losses.write_text(json.dumps(losses(runs), indent=2) + "\n", encoding="utf-8")
    if arguments.before:
        worse = print_before(runs, json.loads(arguments.before.read_text(encoding="utf-8")))
        for file in worse:
            print(f"{file}: loses more than before")
        return 1 if worse else 0
    print_table(runs)
    print_totals(runs)
    for run in runs:
        print_columns(run)
    faults = [f"{run.file}: {fault}" for run in runs for fault in run.faults()]
    for fault in faults:
        print(fault)
    return 1 if faults and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
