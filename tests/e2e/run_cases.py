#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run text cases against the program: files, command lines, what must come of them.

usage: run_cases.py PROGRAM CASES.test...     run_cases.py --self-test

A case begins with `=== its name` and runs in a folder of its own. Its blocks, in order:

    --- file NAME            the lines below, as a file
    --- bytes NAME           the one line below with \\x00, \\n ... replaced, as a file
    --- run                  the lines below, as a POSIX shell script; `kanon` is the program,
                             programs beside it are there as well
    --- status N             of the last run; 0 where not stated
    --- stdout | stderr      of the last run, exactly the lines below
    --- stdout has | stderr has       each line below is a pattern that must be found
    --- stdout lacks | stderr lacks   each line below is a pattern that must not be found
    --- stdout empty | stderr empty
    --- is NAME              the file holds exactly the lines below
    --- has NAME | lacks NAME         as for stdout
    --- files NAME ...       the folder holds these files and no others

`--- needs COMMAND` skips the case where the shell command fails. A run that ends with a status from
2 to 9 must have said so in one line on stderr that begins with `kanon: ` or `kanon-bench: `.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def parse(path):
    """[(case name, [(line number, head, body lines)])]"""
    cases = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if line.startswith("=== "):
                cases.append((line[4:], []))
            elif line.startswith("--- "):
                if not cases:
                    raise SystemExit(f"{path}:{number}: a block before the first case")
                cases[-1][1].append((number, line[4:].split(), []))
            elif cases and cases[-1][1]:
                cases[-1][1][-1][2].append(line)
            elif line and not line.startswith("#"):
                raise SystemExit(f"{path}:{number}: text outside a block")
    for _, blocks in cases:
        for _, _, body in blocks:
            while body and not body[-1]:  # blank lines part the blocks
                body.pop()
    return cases


def text_of(body):
    return "".join(line + "\n" for line in body)


def patterns(name, text, body, wanted):
    for pattern in body:
        if bool(re.search(pattern, text, re.MULTILINE)) != wanted:
            raise Failure(f"{name} {'lacks' if wanted else 'has'} /{pattern}/:\n{text}")


def compare(name, text, expected):
    if text != expected:
        raise Failure(f"{name} is not as expected; it is:\n{text}expected:\n{expected}")


class Case:
    def __init__(self, program, folder):
        self.folder = folder
        self.result = None
        self.status_checked = True
        bin_folder = os.path.dirname(os.path.abspath(program))
        self.environment = dict(
            os.environ, PATH=bin_folder + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8"
        )

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        try:
            with open(self.path(name), encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            raise Failure(f"file {name} is missing") from None

    def shell(self, script):
        return subprocess.run(
            ["sh", "-c", script], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)

    def run(self, body):
        self.finish_run()
        self.result = self.shell("\n".join(body))
        self.status_checked = False

    def output(self, which):
        return getattr(self.result, which).decode("utf-8", "replace")

    def status(self, expected):
        self.status_checked = True
        got = self.result.returncode
        if got != expected:
            raise Failure(f"status {got}, not {expected}\n{self.output('stdout')}"
                          f"{self.output('stderr')}")
        if 2 <= got <= 9 and not re.fullmatch(r"kanon(-bench)?: [^\n]+\n", self.output("stderr")):
            raise Failure(f"not one line on stderr:\n{self.output('stderr')}")

    def finish_run(self):
        if not self.status_checked:
            self.status(0)

    def check_text(self, name, text, rest, body):
        if not rest:
            compare(name, text, text_of(body))
        elif rest == ["empty"]:
            compare(name, text, "")
        elif rest in (["has"], ["lacks"]):
            patterns(name, text, body, rest == ["has"])
        else:
            raise Failure(f"unknown block: {name} {' '.join(rest)}")

    def block(self, head, body):
        word, rest = head[0], head[1:]
        if word == "file":
            with open(self.path(rest[0]), "w", encoding="utf-8", newline="") as file:
                file.write(text_of(body))
        elif word == "bytes":
            data = body[0].encode("utf-8").decode("unicode_escape").encode("latin-1")
            with open(self.path(rest[0]), "wb") as file:
                file.write(data)
        elif word == "needs":
            if self.shell(" ".join(rest)).returncode != 0:
                raise Skip("needs " + " ".join(rest))
        elif word == "run":
            self.run(body)
        elif word == "status":
            self.status(int(rest[0]))
        elif word in ("stdout", "stderr"):
            self.check_text(word, self.output(word), rest, body)
        elif word == "is":
            self.finish_run()
            compare(rest[0], self.read(rest[0]), text_of(body))
        elif word in ("has", "lacks"):
            self.finish_run()
            patterns(rest[0], self.read(rest[0]), body, word == "has")
        elif word == "files":
            compare("folder", "\n".join(sorted(os.listdir(self.folder))), "\n".join(sorted(rest)))
        else:
            raise Failure(f"unknown block: {word}")


def run_case(program, blocks):
    """None, or (line number, what is wrong). Raises Skip."""
    folder = tempfile.mkdtemp(prefix="kanon-e2e-")
    try:
        case = Case(program, folder)
        number = 0
        try:
            for number, head, body in blocks:
                if head[0] == "run":
                    case.finish_run()
                case.block(head, body)
            case.finish_run()
        except Failure as failure:
            return number, str(failure)
        return None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_file(program, path):
    failures = 0
    for name, blocks in parse(path):
        try:
            fault = run_case(program, blocks)
        except Skip as skip:
            print(f"skipped  {name}: {skip}")
            continue
        if fault:
            failures += 1
            print(f"FAILED   {name}\n{path}:{fault[0]}: {fault[1]}")
        else:
            print(f"passed   {name}")
    return failures


SELF_TEST = [
    (True, ["run", "echo a; echo b >&2"], ["stdout", "a"], ["stderr has", "^b$"]),
    (False, ["run", "echo a"], ["stdout", "b"]),
    (False, ["run", "exit 3"]),
    (False, ["run", "exit 3"], ["status 3"]),
    (True, ["run", "echo 'kanon: x' >&2; exit 3"], ["status 3"]),
    (False, ["run", "echo 'kanon: x' >&2; echo y >&2; exit 3"], ["status 3"]),
    (False, ["run", "echo abc"], ["stdout lacks", "b"]),
    (True, ["file x", "1"], ["run", "cat x"], ["stdout", "1"], ["is x", "1"], ["files x"]),
    (False, ["file x", "1"], ["run", "touch y"], ["files x"]),
    (True, ["bytes x", r"a\x00\n"], ["run", "wc -c < x"], ["stdout has", "3"]),
    (False, ["run", "true"], ["stdout gibberish"]),
]


def self_test():
    for good, *blocks in SELF_TEST:
        fault = run_case("/bin/true", [(0, block[0].split(), block[1:]) for block in blocks])
        if (fault is None) != good:
            print("self-test:", blocks, "->", fault)
            return 1
    return 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) < 2:
        print(__doc__)
        return 2
    failures = sum(run_file(arguments[0], path) for path in arguments[1:])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
