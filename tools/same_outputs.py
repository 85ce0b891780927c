#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Show that two builds of kanon give the same: releases, recodings and reports byte for byte, summaries
but for times, exit status and messages.

Runs every workload and every suite entry (data set x method x k ...) of bench/ that the first program
does within --limit seconds, every method on small made-up tables, and the other verbs. Prints one line
per difference and a count; exits 1 on any difference. What the first program gave is kept in --cache,
by the hash of the program, and not run again. Keys and sentences that were renamed since (RENAMED_KEYS,
REWORDED) are read in what the first program gave as they are called now. What has a time limit or runs out of time is not
repeatable and left out. `--self-test` plants differences and exits 1 unless each is found.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

from same_outputs_entries import ROOT, Bench

IGNORED_KEYS = {"seconds", "peak_rss_mb", "search", "version", "schema"}
# What the first program may call by its former name: JSON keys, and words in texts.
RENAMED_KEYS = {"told": "disclosed", "not_told": "undecided", "taught_rows": "training_rows",
                "alone_rows": "unique_rows", "alone_share": "unique_share"}
REWORDED = {
    "Told all the same, to who finds": "Disclosed all the same to whoever finds",
    "(l-diversity keeps it from being told)": "(l-diversity prevents this)",
    "<dfn>told</dfn>": "<dfn>disclosed</dfn>",
    "what they hold is not told": "what they hold is not shown",
    "cannot be told without": "cannot be decided without",
    "but not all could be told": "but not everything could be decided",
    "is always told": "is always decided",
    "taken as quasi-identifying without being told": "taken as quasi-identifying, as nobody gave a role",
}
QUICK_SECONDS = 3
PATIENCE = 10           # the second program may take so many times the limit


class Tables:
    """Tables made once, by the first program where they are made up, and kept in the cache."""

    def __init__(self, folder, shared, program, program_hash):
        self.folder = folder
        self.shared = shared
        self.program = program
        self.program_hash = program_hash
        self.lock = threading.Lock()
        self.locks = {}

    def path(self, table):
        made = f"-{self.program_hash}" if table.rows() else ""
        target = self.folder / f"{table.key()}{made}{table.extension()}"
        with self.lock:
            lock = self.locks.setdefault(target, threading.Lock())
        with lock:
            if not target.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                    unfinished = pathlib.Path(folder) / target.name
                    table.make(self.shared, self.program, unfinished)
                    unfinished.rename(target)
        return target


def file_hash(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def as_named_now(text):
    for old, new in RENAMED_KEYS.items():
        text = text.replace(f'"{old}":', f'"{new}":')
    for old, new in REWORDED.items():
        text = text.replace(old, new)
    return text


def without_times(tree):
    if isinstance(tree, dict):
        return {key: without_times(value) for key, value in tree.items() if key not in IGNORED_KEYS}
    return [without_times(value) for value in tree] if isinstance(tree, list) else tree


def without_version(text):
    return re.sub(r"kanon \d+\.\d+\.\d+\S*", "kanon VERSION", text)


def without_cost(text):
    """A text for the terminal, less version and times."""
    return re.sub(r"^Cost\n.*\n", "", without_version(text), flags=re.MULTILINE)


def content(path, words, drawn):
    """What of a file must be the same, in words that `words` makes of its text; of what is drawn anew
    each time its size, and no hash."""
    if path.name.endswith("summary.json"):
        tree = without_times(json.loads(words(path.read_text(encoding="utf-8"))))
        return {key: value for key, value in tree.items() if not drawn or key != "sha256"}
    if drawn:
        return f"{path.stat().st_size} bytes"
    if path.suffix == ".html":
        text = without_version(words(path.read_text(encoding="utf-8")))
        return f"{len(text)} characters, {hashlib.sha256(text.encode()).hexdigest()}"
    return f"{path.stat().st_size} bytes, {file_hash(path)}"


class Stopped(Exception):
    pass


class Runner:
    """Runs entries with one program. `words`: what its texts are read as."""

    def __init__(self, program, tables, limit, words=str):
        self.program = program
        self.words = words
        self.tables = tables
        self.limit = limit
        self.children = set()
        self.stopped = False

    def stop(self):
        self.stopped = True
        for child in list(self.children):
            child.kill()

    def command(self, words, folder, deadline):
        child = subprocess.Popen([self.program, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env=dict(os.environ, SOURCE_DATE_EPOCH="0"))
        self.children.add(child)
        try:
            out, err = child.communicate(timeout=max(deadline - time.monotonic(), 0.001))
        finally:
            child.kill()
            child.wait()
            self.children.discard(child)
        if self.stopped:
            raise Stopped
        texts = [without_cost(self.words(text.decode("utf-8", "replace"))) for text in (out, err)]
        return {"status": child.returncode, "output": texts[0], "messages": texts[1]}

    def run(self, entry):
        """What an entry gave: {"steps", "files", "seconds"}, or {"beyond": limit}."""
        table = self.tables.path(entry.table) if entry.table else ""
        with tempfile.TemporaryDirectory(prefix="kanon-same-") as name:
            folder = pathlib.Path(name)
            for file, text in entry.inputs.items():
                (folder / file).write_text(text, encoding="utf-8")
            start = time.monotonic()
            try:
                steps = [self.command([str(table) if word == "TABLE" else word for word in words],
                                      folder, start + self.limit) for words in entry.commands]
            except subprocess.TimeoutExpired:
                return {"beyond": self.limit}
            return {"steps": steps, "seconds": time.monotonic() - start,
                    "files": {path.name: content(path, self.words, entry.drawn)
                              for path in sorted(folder.iterdir())}}


class Kept:
    """What the first program gave, kept as one file per entry."""

    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder

    def result(self, entry):
        what = json.dumps([entry.commands, entry.inputs, entry.table and entry.table.source, RENAMED_KEYS, REWORDED],
                          sort_keys=True)
        file = self.folder / (hashlib.sha256(what.encode()).hexdigest()[:24] + ".json")
        if file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
            if kept.get("beyond", self.runner.limit) >= self.runner.limit:
                return kept
        result = self.runner.run(entry)
        with tempfile.NamedTemporaryFile("w", dir=self.folder, delete=False, encoding="utf-8") as out:
            json.dump(result, out)
        os.replace(out.name, file)
        return json.loads(file.read_text(encoding="utf-8"))


def timed_out(result):
    endings = [tree.get("ending") for tree in result["files"].values() if isinstance(tree, dict)]
    return "timed_out" in endings or any(step["status"] == 8 for step in result["steps"])


def tree_differences(before, after, path=""):
    """Where two JSON trees differ: `key.key: before, now after`."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            below = f"{path}.{key}" if path else key
            yield from tree_differences(before.get(key), after.get(key), below)
    elif before != after:
        yield f"{path}: {str(before)[:90]}, now {str(after)[:90]}"


def text_differences(before, after):
    """The first line in which two texts differ."""
    old, new = before.splitlines(), after.splitlines()
    for i in range(max(len(old), len(new))):
        pair = [lines[i] if i < len(lines) else "(no line)" for lines in (old, new)]
        if pair[0] != pair[1]:
            yield f"line {i + 1}: {pair[0][:90]!r}, now {pair[1][:90]!r}"
            return


def differences(before, after):
    """What differs between two results of one entry, in words."""
    for i, (old, new) in enumerate(zip(before["steps"], after["steps"])):
        if old["status"] != new["status"]:
            yield f"step {i + 1}: status {old['status']}, now {new['status']}"
        for stream in ("output", "messages"):
            for words in text_differences(old[stream], new[stream]):
                yield f"step {i + 1}, {stream}, {words}"
    for name in sorted(before["files"].keys() | after["files"].keys()):
        old, new = (files.get(name, "missing") for files in (before["files"], after["files"]))
        if isinstance(old, dict) and isinstance(new, dict):
            yield from (f"{name}: {words}" for words in list(tree_differences(old, new))[:5])
        elif old != new:
            yield f"{name}: {str(old)[:60]}, now {str(new)[:60]}"


@dataclasses.dataclass
class Count:
    """What came of all entries."""
    same: int = 0
    different: int = 0
    beyond: int = 0
    timed_out: int = 0


def compare(entry, kept, runner):
    """Which counter an entry belongs to, and the lines that tell of it."""
    before = kept.result(entry)
    if "beyond" in before:
        return "beyond", []
    if timed_out(before):
        return "timed_out", []
    after = runner.run(entry)
    if "beyond" in after:
        return "different", [f"{before['seconds']:.2f} s before, now not done in {runner.limit:.0f} s"]
    found = list(differences(before, after))
    return ("different" if found else "same"), found


def run_all(entries, kept, runner, jobs):
    count = Count()
    told = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(compare, entry, kept, runner): entry for entry in entries}
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), start=1):
                kind, lines = future.result()
                setattr(count, kind, getattr(count, kind) + 1)
                for line in lines:
                    print(f"{futures[future].name}: {line}", flush=True)
                if time.monotonic() - told > 30:
                    told = time.monotonic()
                    print(f"{done} of {len(entries)}", file=sys.stderr, flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            kept.runner.stop()
            runner.stop()
            raise
    return count


def self_test():
    """Plant differences in a made-up result; each must be found, and times must not be."""
    tree = {"rows": 3, "objective": {"value": 0.5}, "seconds": {"read": 1}, "search": {"n": 1}, "version": "0.1.0"}
    text = "kanon 0.1.0: 3 rows\nCost\n  0.07 s\n"

    def result(tree, text, release="3 bytes, ab", status=0):
        return {"steps": [{"status": status, "output": without_cost(text), "messages": ""}],
                "files": {"summary.json": without_times(tree), "release.csv": release}}

    former = '{"told": {"ill": 2}, "rows": 3, "note": "is always told"}'
    now = '{"schema": 2, "disclosed": {"ill": 2}, "rows": 3, "note": "is always decided"}'
    renamed = without_times(json.loads(as_named_now(former))) == without_times(json.loads(now))

    before = result(tree, text)
    slower = result({**tree, "seconds": {"read": 2}, "search": {}, "version": "0.2.0"},
                    "kanon 0.2.0: 3 rows\nCost\n  0.08 s\n")
    planted = {"status": result(tree, text, status=1), "release": result(tree, text, "3 bytes, ac"),
               "summary": result({**tree, "objective": {"value": 0.6}}, text),
               "key": result({**tree, "rows": None}, text), "output": result(tree, text.replace("3", "4"))}
    missed = [name for name, after in planted.items() if len(list(differences(before, after))) != 1]
    false = list(differences(before, slower))
    false += [] if renamed else ["a renamed key is a difference"]
    for line in [f"missed: {name}" for name in missed] + [f"false: {line}" for line in false]:
        print(f"self-test: {line}")
    return not missed and not false


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="KANON_SHARED: the folder of shared data")
    parser.add_argument("base", nargs="?", type=pathlib.Path, help="the program as it was")
    parser.add_argument("new", nargs="?", type=pathlib.Path, help="the program as it is")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "kanon-same-outputs",
                        help="folder of tables and of what the first program gave (%(default)s)")
    parser.add_argument("--limit", type=float, default=60, help="seconds of an entry with the first program (60)")
    parser.add_argument("--quick", action="store_true", help=f"as --limit {QUICK_SECONDS}")
    parser.add_argument("--only", action="append", default=[], help="entries with this in their name; may be repeated")
    parser.add_argument("--jobs", type=int, default=2, help="entries at once (2)")
    parser.add_argument("--threads", type=int, default=2, help="of each run (2)")
    parser.add_argument("--list", action="store_true", help="print the names of the entries")
    parser.add_argument("--self-test", action="store_true", help="plant differences and find them")
    options = parser.parse_args()
    if not options.self_test and (options.base is None or (options.new is None and not options.list)):
        parser.error("two programs are needed")
    return options


def shared_folder():
    for folder in (os.environ.get("KANON_SHARED", ""), ROOT / "shared", ROOT / ".." / "shared"):
        if folder and pathlib.Path(folder).is_dir():
            return pathlib.Path(folder).resolve()
    return ROOT / "shared"


def main():
    options = arguments()
    if options.self_test:
        return 0 if self_test() else 1
    base = options.base.resolve()
    bench = Bench(base, shared_folder(), options.threads)
    entries = [one for one in bench.entries() if any(word in one.name for word in options.only or [""])]
    if options.list:
        print("\n".join(one.name for one in entries))
        return 0
    base_hash = file_hash(base)[:16]
    results = options.cache / base_hash
    results.mkdir(parents=True, exist_ok=True)
    tables = Tables(options.cache / "tables", bench.shared, base, base_hash)
    limit = min(options.limit, QUICK_SECONDS) if options.quick else options.limit
    for line in bench.skipped:
        print(line)
    count = run_all(entries, Kept(Runner(base, tables, limit, as_named_now), results),
                    Runner(options.new.resolve(), tables, PATIENCE * limit), options.jobs)
    print(f"{count.same} the same, {count.different} different; left out: {count.beyond} above {limit:g} s, "
          f"{count.timed_out} ended by the clock, {len(bench.skipped)} without data or too long")
    return 1 if count.different or not count.same else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
