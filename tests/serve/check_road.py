#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walk the road on the page of `kanon serve` (tools/pages/road.mjs) on three tables: stays in a hospital, a census of 40
columns, 200,000 rows; twice more by tools/pages/byhand.mjs: by the keyboard alone, and over cells that are HTML; once over the network, by
tools/pages/network.mjs; and once with mistakes, whose remedies are tried, by tools/pages/mistakes.mjs.

usage: check_road.py PROGRAM [PICTURES]      PICTURES: a folder for pictures of each step on the first table

Exit status 77, with a line that says what is missing, where there is no Chromium, no Node or no axe.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PAGES = pathlib.Path(__file__).resolve().parents[2] / "tools" / "pages"
SKIPPED = 77
SEED = 20131017


def skip(what):
    print(f"skipped: {what}; `./dev pages` installs it")
    return SKIPPED


def make_census(path):
    """A census of 40 columns, of which a few tell people apart and most are answers."""
    draw = random.Random(SEED)
    names = ["serial", "age", "sex", "region", "education", "marital_status", "occupation", "income"]
    names += [f"question_{i}" for i in range(len(names), 40)]
    words = {"sex": ["female", "male"], "region": ["north", "east", "south", "west", "centre"],
             "education": ["primary", "lower secondary", "upper secondary", "bachelor", "master", "doctorate"],
             "marital_status": ["single", "married", "divorced", "widowed"],
             "occupation": ["clerk", "nurse", "farmer", "driver", "teacher", "miner", "cook", "retired"]}
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(names) + "\n")
        for row in range(3000):
            cells = [str(100_000 + row), str(draw.randrange(16, 95))]
            cells += [draw.choice(words[name]) for name in names[2:7]]
            cells += [str(draw.randrange(10, 90) * 1000)] + [draw.choice("12345") for _ in names[8:]]
            file.write(",".join(cells) + "\n")


def make_hostile(path):
    alive = ["<img src=x onerror=alert(1)>", "<svg/onload=alert(2)>", "<script>alert(3)</script>", "<b>bold</b>", "javascript:alert(4)"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("age,<b>name</b>,<img src=x onerror=alert(5)>\n")
        for row in range(200):
            file.write(f"{20 + row % 40},{alive[row % 5]},{alive[row % 3]}\n")


def make_tables(program, folder):
    def generate(rows, name):
        subprocess.run([program, "generate", "--rows", str(rows), "-o", str(folder / name), "-q"], check=True)

    generate(1000, "stays.csv")
    make_census(folder / "census.csv")
    generate(200_000, "many.csv")
    return ["stays.csv", "census.csv", "many.csv"]


def main(program, *pictures):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return skip("there is no Chromium")
    if shutil.which("node") is None:
        return skip("there is no Node")
    if not (PAGES / "node_modules" / "axe-core").is_dir():
        return skip("axe is not installed")
    program = os.path.abspath(program)
    worst = 0
    with tempfile.TemporaryDirectory(prefix="kanon-road-") as folder:
        folder = pathlib.Path(folder).resolve()
        for i, name in enumerate(make_tables(program, folder)):
            kept = list(pictures) if i == 0 else []
            run = subprocess.run(["node", str(PAGES / "road.mjs"), chromium, program, str(folder), name, *kept], check=False)
            worst = max(worst, run.returncode)
        hostile = "<img src=x onerror=alert(6)>.csv"
        make_hostile(folder / hostile)
        subprocess.run([program, "generate", "--rows", "300", "-o", str(folder / "few.csv"), "-q"], check=True)
        run = subprocess.run(["node", str(PAGES / "byhand.mjs"), chromium, program, str(folder), "few.csv", hostile], check=False)
        worst = max(worst, run.returncode)
        wrong = folder / "wrong"
        wrong.mkdir()
        shutil.copy(folder / "few.csv", wrong)
        run = subprocess.run(["node", str(PAGES / "mistakes.mjs"), chromium, program, str(wrong), "few.csv"], check=False)
        worst = max(worst, run.returncode)
        password = folder.parent / f"{folder.name}-password"  # not where the page reads
        password.write_text("correct horse battery\n", encoding="utf-8")
        password.chmod(0o600)
        run = subprocess.run(["node", str(PAGES / "network.mjs"), chromium, program, str(folder), "few.csv", str(password), *pictures], check=False)
        password.unlink()
        worst = max(worst, run.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
