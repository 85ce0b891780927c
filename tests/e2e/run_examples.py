#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run every example of every help text, and hold the help against its documentation.

usage: run_examples.py PROGRAM docs/cli.md...
"""
import os
import re
import subprocess
import sys
import tempfile

# What an example is about does not hang on the size of its made-up table; how long it takes does.
FEWER_ROWS = ("--rows 1000 ", "--rows 200 ")
# So does the search of a run that names no method; tests/roles has runs with nothing but --k.
LESS_SEARCH = (r"^kanon anonymize ((?:people|stays)\.csv) --k 5 ", r"kanon anonymize \1 --k 5 --effort low ")

SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def help_of(program, verb):
    result = subprocess.run([program, *verb.split(), "--help-all"], stdout=subprocess.PIPE, check=True)
    return result.stdout.decode("utf-8")


def verbs_below(program, verb):
    """A verb and all below it, as the help texts list them; "" is the program."""
    names = re.findall(r"^  ([a-z][a-z-]*) {2,}\S", help_of(program, verb), re.MULTILINE)
    return [verb] + [one for name in names for one in verbs_below(program, f"{verb} {name}".strip())]


def examples_of(text):
    block = re.search(r"^EXAMPLE\n((?:  .*\n)+)", text, re.MULTILINE)
    return [line.strip() for line in block.group(1).splitlines()] if block else []


def run_examples(program, verb, examples):
    environment = dict(os.environ)
    environment["PATH"] = os.path.dirname(program) + os.pathsep + environment["PATH"]
    with tempfile.TemporaryDirectory(prefix="kanon-examples-") as folder:
        os.symlink(os.path.join(SOURCES, "bench"), os.path.join(folder, "bench"))
        for example in examples:
            shorter = re.sub(*LESS_SEARCH, example.replace(*FEWER_ROWS))
            result = subprocess.run(["sh", "-c", shorter], cwd=folder, env=environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if result.returncode != 0:
                print(f"{verb}: `{example}` ends with {result.returncode}:\n"
                      + result.stdout.decode("utf-8", "replace"))
                return False
    return True


def main(program, *docs):
    program = os.path.abspath(program)
    name = os.path.basename(program)
    documented = "".join(open(file, encoding="utf-8").read() for file in docs)
    good = True
    verbs = verbs_below(program, "")
    for verb in verbs:
        text = help_of(program, verb)
        examples = examples_of(text)
        if not examples and not any(one.startswith(f"{verb} ") for one in verbs):
            print(f"{name} {verb}: no example in its help")
            good = False
        good = run_examples(program, f"{name} {verb}", examples) and good
        for flag in sorted(set(re.findall(r"--[a-z][a-z-]*", text))):
            if f"`{flag}" not in documented:
                print(f"{name} {verb}: {flag} is not in {' '.join(docs)}")
                good = False
        for status, meaning in re.findall(r"^ {2,4}(\d+)  (.*)$", text, re.MULTILINE):
            if not re.search(rf"^\| {status} \| {re.escape(meaning)} \|", documented, re.MULTILINE):
                print(f"exit status {status} ({meaning}) is not in {' '.join(docs)}")
                good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
