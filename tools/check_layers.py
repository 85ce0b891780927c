#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check that every include points down the layers of docs/architecture.md.

A folder of src/kanon may include only folders of a smaller rank and itself; programs and the
consumer of the installed library include only kanon/api and kanon.h, and a program of apps/ no other program,
but what all share in apps/terminal. Prints file:line and exits 1 otherwise.
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
    "learn": 1,
    "hierarchy": 2,
    "profile": 2,
    "release": 3,
    "io": 3,
    "generate": 3,
    "privacy": 4,
    "quality": 4,
    "risk": 4,
    "task": 4.5,
    "policy": 4.8,
    "problem": 5,
    "audit": 6,
    "views": 6,
    "methods/contract": 6.0,
    "methods/shared": 6.1,
    "methods/full_domain": 6.2,
    "methods/domain_cut": 6.2,
    "methods/cell_suppression": 6.2,
    "methods/classes": 6.2,
    "methods/microaggregation": 6.2,
    "methods/freeform": 6.25,
    "methods/node_cells": 6.26,
    "methods/catalogue": 6.3,
    "engine": 6,
    "evaluate": 6.5,
    "attack": 6.5,
    "assess": 6.5,
    "source": 6.6,
    "report": 7,
    "run": 7.4,
    "transfer": 7.6,
    "api": 8,
    "c_interface": 9,
}
# Beyond methods/, only these of its rooms may be included: what others need is in the contract.
METHOD_DOORS = ("methods/contract", "methods/catalogue")
FACE_ONLY = ("apps", "python", "tests/install")  # these see nothing but kanon/api
C_HEADER = "kanon/kanon.h"  # the one header for other languages; stands beside the rooms, and is that of c_interface
APPS_SHARED = "terminal"  # the folder of apps/ that the others may include
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
    """The ranked room of a file given by its path's parts: a folder, or one inside methods/."""
    return "/".join(parts[:2]) if parts[0] == "methods" else parts[0]


def fault_of(path, base, name):
    """What is wrong with an include of `name` in the library's file `path`, or None."""
    folder = room_of(path.relative_to(base).parts)
    if not name.startswith("kanon/"):
        ours = (path.parent / name).exists() or (base / name).exists()
        return f"write {name} in full, from kanon/" if ours else None
    target = "c_interface" if name == C_HEADER else room_of(name.split("/")[1:])
    if target not in RANKS:
        return f"kanon/{target} has no rank: give it one in tools/check_layers.py"
    if target == folder:
        return None
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
    for face in FACE_ONLY:
        for path in sources(root / face):
            for number, name in includes(path):
                if name.startswith("kanon/") and not name.startswith("kanon/api/") and name != C_HEADER:
                    where = path.relative_to(root)
                    yield f"{where}:{number}: {face} may include only kanon/api, not {name}"


def check_apps(root):
    base = root / "apps"
    for path in sources(base):
        own = path.relative_to(base).parts[0]
        for number, name in includes(path):
            for target in ((path.parent / name).resolve(), (base / name).resolve()):
                if not target.exists() or base.resolve() not in target.parents:
                    continue
                other = target.relative_to(base.resolve()).parts[0]
                if other not in (own, APPS_SHARED):
                    yield f"{path.relative_to(root)}:{number}: apps/{own} may not include apps/{other}"
                    break


def check(root):
    return [*check_library(root), *check_faces(root), *check_apps(root)]


PLANTED = {  # file: (text, line of the fault or 0)
    "src/kanon/table/up.cpp": ('#include "kanon/table/up.hpp"\n#include "kanon/io/x.hpp"\n', 2),
    "src/kanon/audit/side.hpp": ("#pragma once\n\n#include <kanon/methods/contract/x.hpp>\n", 3),
    "src/kanon/methods/cell_suppression/a/side.cpp": ('#include "kanon/methods/full_domain/x.hpp"\n', 1),
    "src/kanon/methods/contract/up.hpp": ('#include "kanon/methods/shared/x.hpp"\n', 1),
    "src/kanon/methods/domain_cut/down.cpp": (
        '#include "kanon/methods/domain_cut/a/x.hpp"\n#include "kanon/methods/shared/x.hpp"\n', 0),
    "src/kanon/methods/catalogue/all.cpp": ('#include "kanon/methods/cell_suppression/a/x.hpp"\n', 0),
    "src/kanon/methods/lost.cpp": ('#include "kanon/methods/contract/x.hpp"\n', 1),
    "src/kanon/api/inside.cpp": (
        '#include "kanon/methods/catalogue/x.hpp"\n#include "kanon/methods/shared/x.hpp"\n', 2),
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
    "tests/install/own.cpp": ("#include <kanon/kanon.h>\n", 0),
    "tests/install/deep.cpp": ("#include <kanon/table/x.hpp>\n", 1),
    "tests/unit/free.cpp": ('#include "kanon/io/x.hpp"\n', 0),
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, (text, _) in PLANTED.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        found = {":".join(fault.split(":")[:2]) for fault in check(root)}
    planted = {f"{name}:{line}" for name, (_, line) in PLANTED.items() if line}
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
