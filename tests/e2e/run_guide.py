#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the commands of pages of the guide, and hold what these show against what the commands print.

usage: run_guide.py PROGRAM [--shown] docs/guide/PAGE.md...      --shown: print what the commands printed

A command is a line of an indented block that begins with `$ `; a backslash at its end goes on, and so does `<<'END'`. The lines below it are what
it prints: each must be there, in this order, blanks aside; `...` alone stands for lines left out, at a line's end for the
rest of it. A command that is to fail says so: `# exit status 6` behind it. Links of a page must lead somewhere.
All commands of a page run in one copy of the folder that it names: `<!-- in examples/health -->`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]


class Command:
    def __init__(self, line, number):
        self.number = number
        found = re.search(r"\s+# exit status (\d+)$", line)
        self.status = int(found.group(1)) if found else 0
        self.line = line[:found.start()] if found else line
        self.shown = []

    def goes_on(self):
        """A backslash at the end, or a text for the command that has not come to its end."""
        text = re.search(r"<<'?(\w+)", self.line)
        return self.line.endswith("\\") or (text and not self.line.endswith("\n" + text.group(1)))


def commands_of(text):
    found = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            inside = inside and line == ""
            continue
        line = line[4:]
        if line.startswith("$ "):
            found.append(Command(line[2:], number))
            inside = True
        elif inside and found[-1].goes_on():
            found[-1].line += "\n" + line
        elif inside:
            found[-1].shown.append((number, line))
    return found


def plain(line):
    return " ".join(line.split())


def missing_line(command, output):
    """The first line that is shown and was not printed, or None."""
    printed = [plain(line) for line in output.splitlines()]
    for number, line in command.shown:
        wanted = plain(line)
        if wanted in ("", "..."):
            continue
        start = wanted[:-3].rstrip() if wanted.endswith("...") else None
        at = next((i for i, one in enumerate(printed)
                   if (one == wanted if start is None else one.startswith(start))), None)
        if at is None:
            return number, line
        printed = printed[at + 1:]
    return None


def broken_links(page, text):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target and not (page.parent / target).exists():
            yield f"{page}: {target} is not there"


def run_page(program, page, show):
    text = page.read_text(encoding="utf-8")
    faults = list(broken_links(page, text))
    commands = commands_of(text)
    source = re.search(r"<!-- in (\S+) -->", text)
    environment = dict(os.environ, PATH=os.path.dirname(program) + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8")
    with tempfile.TemporaryDirectory(prefix="kanon-guide-") as name:
        folder = pathlib.Path(name) / "work"
        if source:
            shutil.copytree(SOURCES / source.group(1), folder)
        else:
            folder.mkdir()
        for command in commands:
            result = subprocess.run(["sh", "-c", command.line], cwd=folder, env=environment, check=False, text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if show:
                print(f"$ {command.line}\n{result.stdout}")
            if result.returncode != command.status:
                faults.append(f"{page}:{command.number}: ends with {result.returncode}:\n{result.stdout}")
                break
            missing = missing_line(command, result.stdout)
            if missing:
                faults.append(f"{page}:{missing[0]}: not printed: {missing[1]}\n{result.stdout}")
    return faults, len(commands)


def main(program, *words):
    program = os.path.abspath(program)
    show = words[0] == "--shown"
    faults = []
    for name in words[1 if show else 0:]:
        found, count = run_page(program, pathlib.Path(name), show)
        print(f"{'FAILED' if found else 'passed'}   {name}: {count} commands")
        faults += found
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
