#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make pages and pictures of every kind with kanon, and look at them in Chromium (tools/pages/look.mjs).

usage: check_pages.py PROGRAM [FOLDER]      FOLDER: keep the pages there

Exit status 77, with a line that says what is missing, where there is no Chromium, no Node or no axe.
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]
LOOK = SOURCES / "tools" / "pages" / "look.mjs"
SKIPPED = 77

# Columns as people name them, and worse.
NAMES = ["the_exact_place_of_birth_as_it_stands_in_the_register_of_the_municipality", "עיר", "الجنس", "年齢と居住地",
         "größe", "x" * 60, "<b>&amp;\"'"]
WORDS = ["ירושלים", "القاهرة", "東京都港区", "a<b>&c", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"]

# A page shows a release as it was asked for, whatever the default would make of it.
AS_IT_IS = " --no-protection --accept singles-out,disclosure,exact-amounts"
PAGES = [
    ("classes.html", "anonymize stays.csv -p stays.yaml --method mondrian -o - --report {} --title"
                     " 'Stays of a year, for the health board'"),
    ("levels.html", "anonymize stays.csv -p stays.yaml --method optimal --max-suppression 20% -o - --report {}"),
    ("suppressed.html", "anonymize stays.csv -p stays.yaml --method optimal --k 40 --max-suppression 95%"
                        " --suppressed drop -o - --report {}"),
    ("freeform.html", "anonymize few.csv --qi age,sex,zip --recoding freeform --k 3 -o - --report {}" + AS_IT_IS),
    ("aggregates.html", "anonymize stays.csv --qi age,length_of_stay --recode age=mean,length_of_stay=median"
                        " --keep sex,zip,charges --drop name --round charges=100 --top charges=20000"
                        " --method mdav --k 4 -o - --report {}" + AS_IT_IS),
    ("persons.html", "anonymize visits.csv --qi age,zip --person id --k 2 -o - --report {}" + AS_IT_IS),
    ("names.html", "anonymize names.csv --qi '" + ",".join(NAMES[:-1]) + "' --k 3 --method mondrian -o - --report {}" + AS_IT_IS),
    ("evaluation.html", "evaluate stays.csv release.csv -p stays.yaml --html {}"),
    ("lattice.svg", "explore stays.csv --qi age,sex --keep zip --drop name --k 5 --svg {}"),
    ("scatter.svg", "explore stays.csv -p stays.yaml --node-limit 300 --svg {}"),
    ("compare.svg", "compare stays.csv -p stays.yaml --k 5,10,20 --method mondrian,optimal,datafly,two-anonymity"
                    " --svg {}"),
]


def skip(what):
    print(f"skipped: {what}; `./dev pages` installs it")
    return SKIPPED


def make_tables(folder):
    (folder / "visits.csv").write_text(
        "id,age,zip\n" + "".join(f"p{i % 20},{30 + i % 3},{10 + i % 2}\n" for i in range(60)), encoding="utf-8")
    quoted = ",".join('"' + name.replace('"', '""') + '"' for name in NAMES)
    rows = (",".join('"' + (WORDS[(i + j) % 5 if j % 2 else i % 3] + str(j)) + '"' for j in range(len(NAMES)))
            for i in range(60))
    (folder / "names.csv").write_text(quoted + "\n" + "\n".join(rows) + "\n", encoding="utf-8")


def make_pages(program, folder):
    make_tables(folder)
    run = "'" + program + "' {} > /dev/null"
    setup = ["generate --rows 300 --seed 5 -o stays.csv --policy stays.yaml -q --force",
             "generate --rows 60 --seed 6 -o few.csv -q --force",
             "anonymize stays.csv -p stays.yaml --method mondrian -o release.csv -q --force"]
    for words in setup + [words.format(name) + " -q --force" for name, words in PAGES]:
        subprocess.run(["sh", "-c", run.format(words)], cwd=folder, check=True)
    return [str(folder / name) for name, _ in PAGES]


def main(program, *kept):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return skip("there is no Chromium")
    if shutil.which("node") is None:
        return skip("there is no Node")
    if not (LOOK.parent / "node_modules" / "axe-core").is_dir():
        return skip("axe is not installed")
    with contextlib.ExitStack() as stack:
        folder = kept[0] if kept else stack.enter_context(tempfile.TemporaryDirectory(prefix="kanon-pages-"))
        os.makedirs(folder, exist_ok=True)
        pages = make_pages(os.path.abspath(program), pathlib.Path(folder).resolve())
        return subprocess.run(["node", str(LOOK), chromium, *pages], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
