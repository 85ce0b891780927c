# SPDX-License-Identifier: Apache-2.0
"""The labelled tables of shared/data: what labels.txt says of them, the tables as files, what kanon suggests."""

import json
import lzma
import subprocess
import sys

ROLES = ("identifying", "quasi-identifying", "sensitive", "insensitive")
AS_IT_IS = {"sensitive", "insensitive"}  # roles whose columns are released as they are
MOST_LINES = 50_000  # of a table: roles do not change with more, and the test stays short


def read_labels(path):
    """[{file, options, columns: {name: [roles]}}], as the file's head describes them."""
    tables = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("["):
            name, _, options = line[1:].partition("]")
            tables.append({"file": name, "options": options.split(), "columns": {}})
        else:
            column, _, roles = line.rpartition(" = ")
            tables[-1]["columns"][column] = roles.split("|")
    return tables


def option(table, name, default=None):
    found = [o.partition("=")[2] for o in table["options"] if o.partition("=")[0] == name]
    return found[0] if found else default


def separator_of(table):
    word = option(table, "separator", ",")
    return "\t" if word == "tab" else word


def tidied(text):
    lines = (line for line in text.splitlines() if line and not line.startswith("|"))
    return "".join(line.replace(", ", ",").removesuffix(".") + "\n" for line in lines)


def made_up(table):
    """A table whose values tell nothing: a dozen codes in each column."""
    rows = [",".join(f"k{(row * 7 + j) % 12}" for j in range(len(table["columns"]))) for row in range(600)]
    return "\n".join([",".join(table["columns"]), *rows]) + "\n"


def prepare(table, source, folder, most_lines=MOST_LINES):
    """The table as a file that has a header, cut after as many lines; its path."""
    target = folder / "table.csv"
    if "made-up" in table["options"]:
        target.write_text(made_up(table), encoding="utf-8")
        return target
    raw = lzma.open(source).read() if source.suffix == ".xz" else source.read_bytes()
    lines = raw.decode("utf-8").replace("\r\n", "\n").splitlines(keepends=True)
    text = "".join(lines[:most_lines])
    if "tidy" in table["options"]:
        text = tidied(text)
    if "no-header" in table["options"]:
        text = separator_of(table).join(table["columns"]) + "\n" + text
    target.write_text(text, encoding="utf-8")
    return target


def reading_options(table):
    """The flags by which kanon reads a prepared table."""
    separator = separator_of(table)
    return ["--delimiter", "tab" if separator == "\t" else separator, "--header"]


def suggested(kanon, table, path):
    """What `kanon inspect --json` answers of a prepared table."""
    run = subprocess.run([kanon, "inspect", str(path), "--json", *reading_options(table)],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{table['file']}: {run.stderr.strip()}")
    return json.loads(run.stdout)
