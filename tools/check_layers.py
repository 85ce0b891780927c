#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that every include points down the layers of docs/architecture.md.

A folder of src/kanon may include only folders of a smaller rank, without their _internal.hpp, and itself; programs and the Python module include
only kanon/api, the R package only kanon.h, the consumer of the installed library only the headers beside the rooms (kanon.h, kanon.hpp, ...), and a
program of apps/ no other program, but what all share in apps/terminal and the page in apps/serve, a verb. What cmake/KanonInstall.cmake installs is what those
headers need and nothing else, in at most so many headers; files that docs/architecture.md names exist. Prints
file:line and exits 1 otherwise.
`--self-test` plants violations in a made-up tree and exits 1 unless each is found.
"""

import argparse
import pathlib
import re
import sys
import tempfile

RANKS = {
    "base": 0,
    "table": 1,
    "solve": 1,
    "parties/crypto": 1,
    "learn": 1,
    "parties/channel": 1,
    "hierarchy": 2,
    "profile": 2,
    "release": 3,
    "io": 3,
    "generate": 3,
    "places/traces": 3,
    "privacy": 4,
    "quality": 4,
    "risk": 4,
    "ledger": 4.2,
    "task": 4.5,
    "policy": 4.8,
    "parties/agreement": 4.9,
    "problem": 5,
    "audit": 6,
    "views": 6,
    "lists": 6,
    "methods/contract": 6.0,
    "methods/shared": 6.1,
    "methods/full_domain": 6.2,
    "methods/domain_cut": 6.2,
    "methods/cell_suppression": 6.2,
    "methods/classes": 6.2,
    "methods/microaggregation": 6.2,
    "methods/freeform": 6.25,
    "methods/node_cells": 6.26,
    "methods/invariance": 6.26,
    "methods/catalogue": 6.3,
    "engine": 6,
    "places/requests": 6.7,
    "places/cloak": 6.8,
    "places/history": 6.8,
    "places/audit": 6.8,
    "places/attack": 6.8,
    "evaluate": 6.5,
    "attack": 6.5,
    "assess": 6.5,
    "source": 6.6,
    "report": 7,
    "run": 7.4,
    "transfer": 7.6,
    "places/run": 7.7,
    "parties/protocols": 7.7,
    "parties/run": 7.8,
    "linked/schema": 7.5,
    "linked/cluster": 7.6,
    "linked/audit": 7.6,
    "linked/risk": 7.6,
    "linked/release": 7.65,
    "linked/run": 7.75,
    "tabulate/contract": 5.9,
    "tabulate/method": 6,
    "tabulate/audit": 6,
    "tabulate/run": 7.4,
    "messages/protocols": 7.85,
    "messages/run": 7.9,
    "api": 8,
    "cpp_interface": 8.5,
    "c_interface": 9,
}
# Folders whose rooms have ranks of their own.
ROOMED = ("linked", "messages", "methods", "parties", "places", "tabulate")
# Beyond methods/, only these of its rooms may be included: what others need is in the contract.
METHOD_DOORS = ("methods/contract", "methods/catalogue")
# The headers for other programs stand beside the rooms; each is that of the room with its sources.
PUBLIC = {"kanon.h": "c_interface", "kanon.hpp": "cpp_interface", "tables.hpp": "cpp_interface",
          "verbs.hpp": "cpp_interface"}
FACES = {  # what may be included by whom
    "apps": ("kanon/api/",),
    "python": ("kanon/api/",),
    "r/src": ("kanon/kanon.h",),
    "tests/install": tuple(f"kanon/{name}" for name in PUBLIC),
}
INSTALLED = pathlib.PurePath("cmake/KanonInstall.cmake")
DOCUMENT = pathlib.PurePath("docs/architecture.md")
MOST_INSTALLED = 30  # headers
MOST_LINES = 1500  # of kanon.hpp with all that it includes of ours
APPS_SHARED = ("terminal", "serve")  # the folders of apps/ that the others may include
SUFFIXES = {".hpp", ".cpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]')


def includes(path):
    """(line number, included name) of each include of a file."""
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), start=1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(1)


def sources(folder):
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES)


def room_of(parts):
    """The ranked room of a file given by its path's parts: a folder, or one inside those of ROOMED."""
    if len(parts) == 1 and parts[0] in PUBLIC:
        return PUBLIC[parts[0]]
    return "/".join(parts[:2]) if parts[0] in ROOMED else parts[0]


def fault_of(path, base, name):
    """What is wrong with an include of `name` in the library's file `path`, or None."""
    folder = room_of(path.relative_to(base).parts)
    if not name.startswith("kanon/"):
        ours = (path.parent / name).exists() or (base / name).exists()
        return f"write {name} in full, from kanon/" if ours else None
    target = room_of(name.split("/")[1:])
    if target not in RANKS:
        return f"kanon/{target} has no rank: give it one in tools/check_layers.py"
    if target == folder:
        return None
    if name.endswith("_internal.hpp"):
        return f"{name} is for {target} alone"
    outside = not folder.startswith("methods/") and target.startswith("methods/")
    if outside and target not in METHOD_DOORS:
        return f"{folder} may see only {' and '.join(METHOD_DOORS)} of methods, not {target}"
    if RANKS[target] < RANKS[folder]:
        return None
    return f"{folder} ({RANKS[folder]}) may not include {target} ({RANKS[target]})"


def check_library(root):
    base = root / "src" / "kanon"
    for path in sources(base):
        where = path.relative_to(root)
        if room_of(path.relative_to(base).parts) not in RANKS:
            yield f"{where}:1: not in a folder that has a rank"
            continue
        for number, name in includes(path):
            fault = fault_of(path, base, name)
            if fault:
                yield f"{where}:{number}: {fault}"


def check_faces(root):
    for face, allowed in FACES.items():
        for path in sources(root / face):
            for number, name in includes(path):
                if name.startswith("kanon/") and not name.startswith(allowed):
                    where = path.relative_to(root)
                    yield f"{where}:{number}: {face} may include only {', '.join(allowed)}, not {name}"


def needed_by(base, names):
    """The headers `names` and all that they include of ours, as paths below src."""
    seen, open_names = set(), list(names)
    while open_names:
        name = open_names.pop()
        if name not in seen and (base / name).exists():
            seen.add(name)
            open_names += [other for _, other in includes(base / name) if other.startswith("kanon/")]
    return seen


def check_installed(root):
    if not (root / INSTALLED).exists():
        return
    base = root / "src"
    lines = (root / INSTALLED).read_text(encoding="utf-8").splitlines()
    installed = {}
    for number, line in enumerate(lines, start=1):
        found = re.match(r"\s*src/(kanon/\S+\.h(?:pp)?)\b", line)
        if found:
            installed[found.group(1)] = number
    needed = needed_by(base, [f"kanon/{name}" for name in PUBLIC])
    for name in sorted(needed - installed.keys()):
        yield f"{INSTALLED}:1: {name} is needed by what is public, and not installed"
    for name in sorted(installed.keys() - needed):
        yield f"{INSTALLED}:{installed[name]}: {name} is installed, and nothing public needs it"
    if len(installed) > MOST_INSTALLED:
        yield f"{INSTALLED}:1: {len(installed)} headers are installed, and {MOST_INSTALLED} is the most"
    size = sum(len((base / name).read_text(encoding="utf-8").splitlines())
               for name in needed_by(base, ["kanon/kanon.hpp"]))
    if size > MOST_LINES:
        yield f"src/kanon/kanon.hpp:1: {size} lines with what it includes, and {MOST_LINES} is the most"


def check_apps(root):
    base = root / "apps"
    for path in sources(base):
        own = path.relative_to(base).parts[0]
        for number, name in includes(path):
            for target in ((path.parent / name).resolve(), (base / name).resolve()):
                if not target.exists() or base.resolve() not in target.parents:
                    continue
                other = target.relative_to(base.resolve()).parts[0]
                if other not in (own, *APPS_SHARED):
                    yield f"{path.relative_to(root)}:{number}: apps/{own} may not include apps/{other}"
                    break


def check_document(root):
    """Files that docs/architecture.md names by a path below src/kanon or the root are there."""
    if not (root / DOCUMENT).exists():
        return
    for number, line in enumerate((root / DOCUMENT).read_text(encoding="utf-8").splitlines(), start=1):
        for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)+\.(?:hpp|cpp|py|md|txt))`", line):
            if not any((base / name).exists() for base in (root / "src" / "kanon", root)):
                yield f"{DOCUMENT}:{number}: there is no {name}"


def check(root):
    return [*check_library(root), *check_faces(root), *check_apps(root), *check_installed(root),
            *check_document(root)]


PLANTED = {  # file: (text, line of the fault or 0, or several)
    "src/kanon/table/up.cpp": ('#include "kanon/table/up.hpp"\n#include "kanon/io/x.hpp"\n', 2),
    "src/kanon/audit/side.hpp": ("#pragma once\n\n#include <kanon/methods/contract/x.hpp>\n", 3),
    "src/kanon/methods/cell_suppression/a/side.cpp": ('#include "kanon/methods/full_domain/x.hpp"\n', 1),
    "src/kanon/methods/contract/up.hpp": ('#include "kanon/methods/shared/x.hpp"\n', 1),
    "src/kanon/methods/domain_cut/down.cpp": (
        '#include "kanon/methods/domain_cut/a/x.hpp"\n#include "kanon/methods/shared/x.hpp"\n', 0),
    "src/kanon/methods/catalogue/all.cpp": ('#include "kanon/methods/cell_suppression/a/x.hpp"\n', 0),
    "src/kanon/parties/crypto/side.cpp": (
        '#include "kanon/base/x.hpp"\n#include "kanon/table/x.hpp"\n#include "kanon/parties/crypto/raw_internal.hpp"\n', 2),
    "src/kanon/task/raw.cpp": (
        '#include "kanon/parties/crypto/x.hpp"\n#include "kanon/parties/crypto/raw_internal.hpp"\n', 2),
    "src/kanon/parties/lost.cpp": ("\n", 1),
    "src/kanon/methods/lost.cpp": ('#include "kanon/methods/contract/x.hpp"\n', 1),
    "src/kanon/api/inside.cpp": (
        '#include "kanon/methods/catalogue/x.hpp"\n#include "kanon/methods/shared/x.hpp"\n', 2),
    "src/kanon/parties/channel/up.cpp": ('#include "kanon/base/x.hpp"\n#include "kanon/table/up.hpp"\n', 2),
    "src/kanon/parties/lost.cpp": ("", 1),
    "src/kanon/io/short.cpp": ('#include "short.hpp"\n', 1),
    "src/kanon/io/short.hpp": ("#include <vector>\n#include <yaml-cpp/yaml.h>\n", 0),
    "src/kanon/common/lost.hpp": ("#pragma once\n", 1),
    "src/kanon/base/odd.cpp": ('#  include "kanon/util/x.hpp"\n', 1),
    "src/kanon/report/down.cpp": ('#include "kanon/audit/x.hpp"\n#include <CLI/CLI.hpp>\n', 0),
    "apps/cli/deep.cpp": ('#include "kanon/api/kanon.hpp"\n#include "kanon/io/x.hpp"\n', 2),
    "apps/cli/beside.cpp": ('#include "bench/run.hpp"\n#include "terminal/flags.hpp"\n#include "own.hpp"\n', 1),
    "apps/cli/own.hpp": ('#include <string>\n', 0),
    "apps/bench/run.hpp": ('#include "../cli/own.hpp"\n#include "deep/run.hpp"\n', 1),
    "apps/bench/deep/run.hpp": ('#include "terminal/flags.hpp"\n', 0),
    "apps/terminal/flags.hpp": ('#include <string>\n#include "cli/own.hpp"\n', 2),
    "src/kanon/api/c.cpp": ('#include "kanon/kanon.h"\n', 1),
    "src/kanon/c_interface/own.cpp": ('#include "kanon/kanon.h"\n#include "kanon/api/x.hpp"\n', 0),
    "src/kanon/kanon.h": ("#include <stdint.h>\n", 0),
    "src/kanon/kanon.hpp": ('#include "kanon/api/kanon.hpp"\n' + "\n" * 1500, 1),
    "src/kanon/verbs.hpp": ('#include "kanon/c_interface/x.hpp"\n', 1),
    "src/kanon/api/kanon.hpp": ("\n", 0),
    "cmake/KanonInstall.cmake": ("".join(f"  src/kanon/{name}\n" for name in (
        "kanon.h", "kanon.hpp", "table/unused.hpp)", "verbs.hpp")), (1, 3)),
    "docs/architecture.md": ("`table/up.cpp`, `a/b`\n`table/lost.hpp`\n", 2),
    "tests/install/own.cpp": ("#include <kanon/kanon.h>\n#include <kanon/kanon.hpp>\n", 0),
    "tests/install/deep.cpp": ("#include <kanon/table/x.hpp>\n", 1),
    "r/src/own.cpp": ('#include "kanon/kanon.h"\n#include "arrow.h"\n', 0),
    "r/src/deep.cpp": ('#include "kanon/kanon.h"\n#include "kanon/api/x.hpp"\n', 2),
    "tests/unit/free.cpp": ('#include "kanon/io/x.hpp"\n', 0),
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, (text, _) in PLANTED.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        found = {":".join(fault.split(":")[:2]) for fault in check(root)}
    planted = {f"{name}:{line}" for name, (_, lines) in PLANTED.items()
               for line in (lines if isinstance(lines, tuple) else (lines,)) if line}
    for fault in sorted(planted ^ found):
        print(f"self-test: {'missed' if fault in planted else 'false'}: {fault}")
    return planted == found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return 0 if self_test() else 1
    if not sources(options.root / "src" / "kanon"):
        print(f"{options.root}: no sources under src/kanon")
        return 1
    faults = check(options.root)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
