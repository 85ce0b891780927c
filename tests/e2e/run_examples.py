#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run every example of every help text, and hold the help against docs/cli.md.

usage: run_examples.py PROGRAM docs/cli.md
"""
import os
import re
import subprocess
import sys
import tempfile

VERBS = ["", "anonymize", "verify", "inspect", "methods", "hierarchy", "hierarchy build",
         "hierarchy show", "hierarchy check", "explore", "patterns", "generate",
         "bench", "bench global",
         "bench patterns", "bench covers"]


SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def help_of(program, verb):
    result = subprocess.run([program, *verb.split(), "--help"], stdout=subprocess.PIPE, check=True)
    return result.stdout.decode("utf-8")


def examples_of(text):
    block = re.search(r"^EXAMPLE\n((?:  .*\n)+)", text, re.MULTILINE)
    return [line.strip() for line in block.group(1).splitlines()] if block else []


def run_examples(program, verb, examples):
    environment = dict(os.environ)
    environment["PATH"] = os.path.dirname(program) + os.pathsep + environment["PATH"]
    with tempfile.TemporaryDirectory(prefix="kanon-examples-") as folder:
        os.symlink(os.path.join(SOURCES, "bench"), os.path.join(folder, "bench"))
        for example in examples:
            result = subprocess.run(["sh", "-c", example], cwd=folder, env=environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if result.returncode != 0:
                print(f"{verb}: `{example}` ends with {result.returncode}:\n"
                      + result.stdout.decode("utf-8", "replace"))
                return False
    return True


def main(program, docs):
    program = os.path.abspath(program)
    with open(docs, encoding="utf-8") as file:
        documented = file.read()
    good = True
    for verb in VERBS:
        text = help_of(program, verb)
        examples = examples_of(text)
        if not examples and verb != "hierarchy":
            print(f"kanon {verb}: no example in its help")
            good = False
        good = run_examples(program, "kanon " + verb, examples) and good
        for flag in sorted(set(re.findall(r"--[a-z][a-z-]*", text))):
            if f"`{flag}" not in documented:
                print(f"kanon {verb}: {flag} is not in {docs}")
                good = False
        for status, meaning in re.findall(r"^ {2,4}(\d+)  (.*)$", text, re.MULTILINE):
            if not re.search(rf"^\| {status} \| {re.escape(meaning)} \|", documented, re.MULTILINE):
                print(f"exit status {status} ({meaning}) is not in {docs}")
                good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
