#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make natural mistakes, and hold what is said of each against the golden file, which people can read through.

usage: run_mistakes.py PROGRAM GOLDEN [--write]

Each mistake is a command in a folder with the files below. The golden file has the command, the exit status and all
that was said on standard error; `--write` writes it anew. Exits 1 on any difference, or if a command that is to be
refused left a file behind.
"""
import difflib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PEOPLE = "age,sex,zip,illness,cost\n" + "".join(
    f"{30 + i % 4},{'fm'[i % 2]},{4051 + i % 3},{('flu', 'cold', 'none')[i // 4 % 3]},{1000 + 10 * i}\n" for i in range(24))
POLICY = """attributes:
  age: {role: quasi-identifying}
  sex: {role: quasi-identifying}
  zip: {role: quasi-identifying}
  illness: {role: sensitive}
  cost: {role: identifying}
privacy: {k-anonymity: 2}
"""
FILES = {
    "people.csv": PEOPLE,
    "policy.yaml": POLICY,
    "old.csv": "somebody's file\n",
    "empty.csv": "",
    "header.csv": "age,sex\n",
    "ragged.csv": "age,sex\n30,f\n31,m,x,y\n",
    "lines.txt": "this is no table\n\n\nbut a letter\n",
    "semicolon.csv": PEOPLE.replace(",", ";"),
    "zip.csv": "4051;405*;*\n4052;405*;*\n",
    "indent.yaml": POLICY.replace("  sex:", " sex:"),
    "blank.yaml": POLICY.replace("role: sensitive", "role:sensitive"),
    "key.yaml": POLICY.replace("privacy:", "privcy:"),
    "role.yaml": POLICY.replace("role: sensitive", "role: sensitiv"),
    "model.yaml": POLICY.replace("k-anonymity: 2", "k-anonimity: 2"),
    "zero.yaml": POLICY.replace("k-anonymity: 2", "k-anonymity: 0"),
    "word.yaml": POLICY.replace("k-anonymity: 2", "k-anonymity: five"),
    "both.yaml": POLICY.replace("{k-anonymity: 2}", "{k-anonymity: 2, l-diversity: {attribute: age, l: 2}}"),
    "column.yaml": POLICY.replace("  zip:", "  zipcode:"),
    "file.yaml": POLICY.replace("zip: {role: quasi-identifying}", "zip: {role: quasi-identifying, type: text, hierarchy: {file: zips.csv}}"),
    "lacks.yaml": POLICY.replace("zip: {role: quasi-identifying}", "zip: {role: quasi-identifying, type: text, hierarchy: {file: zip.csv}}"),
    "tab.yaml": POLICY.replace("  age:", "\tage:"),
    "twice.yaml": POLICY.replace("  sex:", "  age: {role: sensitive}\n  sex:"),
    "accept.yaml": POLICY + "accept: {row-ordr: they are shuffled}\n",
}
BINARY = {"picture.csv": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)),
          "latin.csv": "age,name\n30,J\xfcrgen\n31,\x81\xfe\n".encode("latin-1")}

MISTAKES = [
    ("a verb with a typo", "anonimize people.csv --k 2 -o out.csv"),
    ("no verb", "people.csv --k 2 -o out.csv"),
    ("no input", "anonymize --k 2 -o out.csv"),
    ("no output", "anonymize people.csv --k 2"),
    ("a flag with a typo", "anonymize people.csv --k 2 --sensitve illness -o out.csv"),
    ("a flag without its value", "anonymize people.csv -o out.csv --k"),
    ("a flag twice", "anonymize people.csv --k 2 --k 3 -o out.csv"),
    ("a list in two words", "anonymize people.csv --k 2 --qi age, zip -o out.csv"),
    ("a column with a typo", "anonymize people.csv --k 2 --qi agee,zip -o out.csv"),
    ("a column in other case", "anonymize people.csv --k 2 --qi Age,zip -o out.csv"),
    ("a column of two roles", "anonymize people.csv --k 2 --qi age --sensitive age -o out.csv"),
    ("a quasi-identifier that a model protects", "anonymize people.csv --k 2 --l-diversity age:2 -o out.csv"),
    ("k of 0", "anonymize people.csv --k 0 -o out.csv"),
    ("k of 1", "anonymize people.csv --k 1 -o out.csv"),
    ("k in letters", "anonymize people.csv --k five -o out.csv"),
    ("k with a fraction", "anonymize people.csv --k 2.5 -o out.csv"),
    ("k above the rows", "anonymize people.csv --k 500 -o out.csv"),
    ("k below 0", "anonymize people.csv --k=-5 -o out.csv"),
    ("a percentage above 100", "anonymize people.csv --k 2 --max-suppression 500% -o out.csv"),
    ("a share with a comma", "anonymize people.csv --k 2 --max-suppression 0,05 -o out.csv"),
    ("a share in letters", "anonymize people.csv --k 2 --max-suppression some -o out.csv"),
    ("l above the values", "anonymize people.csv --k 2 --l-diversity illness:9 -o out.csv"),
    ("a model without its parameter", "anonymize people.csv --k 2 --l-diversity illness -o out.csv"),
    ("t above 1", "anonymize people.csv --k 2 --t-closeness illness:2 -o out.csv"),
    ("a method with a typo", "anonymize people.csv --k 2 --method mondrain -o out.csv"),
    ("an objective with a typo", "anonymize people.csv --k 2 --objective gcpp -o out.csv"),
    ("a method's option that there is not", "anonymize people.csv --k 2 --method mondrian --method-option depth=3 -o out.csv"),
    ("a code of a warning with a typo", "anonymize people.csv --k 2 --accept disclosures -o out.csv"),
    ("a file that is not there", "anonymize peple.csv --k 2 -o out.csv"),
    ("a folder as input", "anonymize . --k 2 -o out.csv"),
    ("an empty file", "anonymize empty.csv --k 2 -o out.csv"),
    ("a header and no rows", "anonymize header.csv --k 2 -o out.csv"),
    ("lines of different length", "anonymize ragged.csv --k 2 -o out.csv"),
    ("a letter", "anonymize lines.txt --k 2 -o out.csv"),
    ("a picture", "anonymize picture.csv --k 2 -o out.csv"),
    ("a wrong delimiter", "anonymize semicolon.csv --k 2 --delimiter , --qi age -o out.csv"),
    ("a wrong encoding", "anonymize latin.csv --k 2 --encoding utf-8 -o out.csv"),
    ("an encoding with a typo", "anonymize people.csv --k 2 --encoding uft-8 -o out.csv"),
    ("a header that is said not to be there", "anonymize people.csv --k 2 --no-header --qi age -o out.csv"),
    ("a policy that is not there", "anonymize people.csv -p polcy.yaml -o out.csv"),
    ("a policy with wrong indentation", "anonymize people.csv -p indent.yaml -o out.csv"),
    ("a policy with a tab", "anonymize people.csv -p tab.yaml -o out.csv"),
    ("a blank missing behind a colon", "anonymize people.csv -p blank.yaml -o out.csv"),
    ("a policy's key with a typo", "anonymize people.csv -p key.yaml -o out.csv"),
    ("a role with a typo", "anonymize people.csv -p role.yaml -o out.csv"),
    ("a model with a typo", "anonymize people.csv -p model.yaml -o out.csv"),
    ("a policy's k of 0", "anonymize people.csv -p zero.yaml -o out.csv"),
    ("a policy's k in letters", "anonymize people.csv -p word.yaml -o out.csv"),
    ("a policy's column that the table lacks", "anonymize people.csv -p column.yaml -o out.csv"),
    ("a column twice in a policy", "anonymize people.csv -p twice.yaml -o out.csv"),
    ("a quasi-identifier that a policy's model protects", "anonymize people.csv -p both.yaml -o out.csv"),
    ("a warning's code with a typo", "anonymize people.csv -p accept.yaml -o out.csv"),
    ("a hierarchy file that is not there", "anonymize people.csv -p file.yaml -o out.csv"),
    ("a hierarchy that lacks a value", "anonymize people.csv -p lacks.yaml -o out.csv"),
    ("a target that exists", "anonymize people.csv -p policy.yaml -o old.csv"),
    ("the input as target", "anonymize people.csv -p policy.yaml -o people.csv --force"),
    ("a folder that is not there as target", "anonymize people.csv -p policy.yaml -o none/out.csv"),
    ("a format that there is not", "anonymize people.csv -p policy.yaml -o out.csv --output-format docx"),
    ("a release verified against another table", "verify people.csv header.csv -p policy.yaml"),
    ("a release without a policy that discloses", "anonymize people.csv --k 2 --no-protection -o out.csv"),
]


def make_files(folder):
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, data in BINARY.items():
        (folder / name).write_bytes(data)


def said_of(program, folder, words):
    made = subprocess.run([program, *words.split()], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return made.returncode, made.stderr


def main(program, golden, *flags):
    program = os.path.abspath(program)
    parts, good = [], True
    with tempfile.TemporaryDirectory(prefix="kanon-mistakes-") as name:
        folder = pathlib.Path(name) / "work"
        folder.mkdir()
        make_files(folder)
        there = {path.name: path.read_bytes() for path in folder.iterdir()}
        for what, words in MISTAKES:
            status, said = said_of(program, folder, words)
            parts.append(f"# {what}\n$ kanon {words}\n[{status}] {said.rstrip()}\n")
            now = {path.name: path.read_bytes() for path in folder.iterdir()}
            if status == 0 or now != there:
                print(f"{what}: status {status}, {sorted(set(now) ^ set(there)) or 'nothing new'}")
                good = False
                shutil.rmtree(folder)
                folder.mkdir()
                make_files(folder)
    text = "\n".join(parts)
    path = pathlib.Path(golden)
    if "--write" in flags:
        path.write_text(text, encoding="utf-8")
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), "golden", "said"))
    return 0 if good and before == text else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
