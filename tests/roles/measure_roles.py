#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold the roles that `kanon inspect` suggests against labels: precision and recall per role.

    measure_roles.py KANON LABELS SHARED_DATA [--misses] [--check]

Prints a Markdown table. Precision of a role: of the columns that were given it, the share for which
it is acceptable. Recall of a role: of the columns whose best role it is, the share that were given
an acceptable one. Let through: columns suggested to be released as they are that must not be.
`--check` exits 1 if one of the floors below is missed; 3 if there is no shared data.
"""

import argparse
import pathlib
import sys
import tempfile

from tables import AS_IT_IS, ROLES, option, prepare, read_labels, suggested

FLOORS = {"precision": 0.85, "recall": 0.9}


class Tally:
    """Counts over all tables."""

    def __init__(self):
        self.given = {role: [0, 0] for role in ROLES}  # acceptable, all
        self.best = {role: [0, 0] for role in ROLES}
        self.let_through = []
        self.misses = []
        self.persons = [0, 0]

    def add(self, table, answer):
        for column in answer["columns"]:
            allowed = table["columns"][column["name"]]
            role = column["role"]
            good = role in allowed
            for counts, key in ((self.given, role), (self.best, allowed[0])):
                counts[key][0] += good
                counts[key][1] += 1
            where = f"{table['file']}: {column['name']}: {role}, not {'|'.join(allowed)} ({column['why']})"
            if not good:
                self.misses.append(where)
            if role in AS_IT_IS and not AS_IT_IS & set(allowed):
                self.let_through.append(where)
        self.add_person(table, answer)

    def add_person(self, table, answer):
        found = (answer.get("person") or {}).get("column", "-")
        wanted = option(table, "person", "-")
        right = wanted in ("*", found)  # *: any will do
        self.persons[0] += right
        self.persons[1] += 1
        if not right:
            self.misses.append(f"{table['file']}: persons by {found}, not {wanted}")

    def markdown(self):
        lines = ["| role | columns it is best for | given | precision | recall |", "|---|---:|---:|---:|---:|"]
        for role in ROLES:
            lines.append(f"| {role} | {self.best[role][1]} | {self.given[role][1]} | "
                         f"{share_text(self.given[role])} | {share_text(self.best[role])} |")
        good = sum(counts[0] for counts in self.given.values())
        every = sum(counts[1] for counts in self.given.values())
        lines.append(f"| all | {every} | {every} | {share_text((good, every))} | {share_text((good, every))} |")
        lines.append("")
        lines.append(f"Let through: {len(self.let_through)}. Tables whose persons are told apart rightly: "
                     f"{self.persons[0]} of {self.persons[1]}.")
        return "\n".join(lines)

    def faults(self):
        """What is below the floors."""
        out = [f"let through: {where}" for where in self.let_through]
        for name, counts in (("precision", self.given), ("recall", self.best)):
            for role, (good, every) in counts.items():
                if every > 0 and good < FLOORS[name] * every:
                    out.append(f"{name} of {role}: {good} of {every}, below {FLOORS[name]}")
        if self.persons[0] != self.persons[1]:
            out.append("persons are not told apart rightly everywhere")
        return out


def share_text(counts):
    good, every = counts
    return f"{good / every:.3f}" if every else "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kanon")
    parser.add_argument("labels", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--misses", action="store_true", help="name the columns too")
    parser.add_argument("--check", action="store_true", help="exit 1 below the floors")
    arguments = parser.parse_args()
    if not arguments.shared.is_dir():
        print(f"no shared data at {arguments.shared}")
        return 3
    tally = Tally()
    for table in read_labels(arguments.labels):
        with tempfile.TemporaryDirectory() as folder:
            path = prepare(table, arguments.shared / table["file"], pathlib.Path(folder))
            tally.add(table, suggested(arguments.kanon, table, path))
    print(tally.markdown())
    faults = tally.faults() if arguments.check else []
    for line in (tally.misses if arguments.misses else []) + faults:
        print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
