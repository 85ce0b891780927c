#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run clang-tidy over sources that a build folder compiles, but not over what passed before.

A source passed if clang-tidy found nothing in the same text before: its own bytes, what the
preprocessor makes of it with comments and macros kept, its flags, .clang-tidy and the tool's
version. The marks lie in BUILD/passed. Sources that the build does not compile are left out.
"""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import subprocess
import sys


def output_of(command, folder):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True).stdout


def preprocessing(command):
    """The compiler's command, made to print the preprocessed text."""
    words = shlex.split(command)
    place = words.index("-o")
    kept = [word for word in words[:place] + words[place + 2:] if word != "-c"]
    return [*kept, "-E", "-P", "-C", "-dD"]


def mark_of(entry, common):
    """The name of the mark that a source leaves when it passes."""
    text = hashlib.sha256(common)
    text.update(entry["command"].encode())
    text.update(pathlib.Path(entry["file"]).read_bytes())
    text.update(output_of(preprocessing(entry["command"]), entry["directory"]))
    return text.hexdigest()


def tidy(entry, build, common):
    """(what clang-tidy says, did it run): None if the source passes."""
    mark = build / "passed" / mark_of(entry, common)
    if mark.exists():
        return None, False
    run = subprocess.run(["clang-tidy", "-p", build, "--quiet", entry["file"]], check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode == 0:
        mark.touch()
        return None, True
    return run.stdout or run.stderr, True


def chosen(build, sources):
    """Entries of the compile commands, of the given sources if there are any."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    wanted = {str(pathlib.Path(source).resolve()) for source in sources}
    return [entry for entry in entries if not wanted or entry["file"] in wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("sources", nargs="*", help="default: all that the build compiles")
    options = parser.parse_args()
    common = output_of(["clang-tidy", "--version"], None) + pathlib.Path(".clang-tidy").read_bytes()
    (options.build / "passed").mkdir(exist_ok=True)
    ran = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = [pool.submit(tidy, entry, options.build, common)
                 for entry in chosen(options.build, options.sources)]
        for task in concurrent.futures.as_completed(tasks):
            said, did_run = task.result()
            ran += did_run
            if said is not None:
                failed += 1
                print(said, flush=True)
    print(f"{len(tasks)} sources: {failed} failed, {len(tasks) - ran} known to pass", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
