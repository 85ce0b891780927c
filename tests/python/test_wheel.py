# SPDX-License-Identifier: Apache-2.0
"""The wheel: pip installs it into a clean environment without a network, and it needs nothing."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import kanon

ROOT = pathlib.Path(__file__).resolve().parents[2]

SCRIPT = """
import kanon, re, sys
people = {"age": [34, 34, 36, 36, 47, 47], "zip": ["1", "2", "1", "2", "1", "2"]}
for method in ("pattern-ilp", "optimal", "mondrian"):
    result = kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"], method=method)
    assert result.audit.holds, method
assert kanon.anonymize("people.csv", k=2, quasi_identifiers=["age", "zip"], shuffle=False,
                       output="release.parquet").audit.holds
assert len(kanon.Table.from_columns("release.parquet")) == 4
assert kanon.__file__.startswith(sys.prefix), kanon.__file__
allowed = re.compile(r"/(ld-linux[^/]*|lib(c|m|dl|pthread|rt|util|resolv|gcc_s|stdc\\+\\+|expat|z|ssl|crypto"
                     r"|ffi|lzma|bz2|mpdec|uuid)[.-][^/]*)$")
with open("/proc/self/maps") as maps:
    loaded = {line.split(maxsplit=5)[5].strip() for line in maps if ".so" in line}
foreign = [path for path in loaded if not path.startswith(sys.prefix) and "python3" not in path
           and not allowed.search(path)]
print("foreign:", foreign)
ours = [path for path in loaded if "kanon.libs" in path]
assert any("libduckdb" in path for path in ours) and any("libCbc" in path for path in ours), ours
"""


def test_pip_installs_the_wheel_into_a_clean_environment(tmp_path):
    for tool in ("patchelf", "strip"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    pytest.importorskip("wheel")
    build = pathlib.Path(kanon.__file__).parents[2]
    made = subprocess.run([sys.executable, str(ROOT / "tools" / "dev" / "wheel.py"), "--build",
                           str(build), "--out", str(tmp_path / "out")], capture_output=True,
                          text=True)
    assert made.returncode == 0, made.stderr
    wheel = made.stdout.strip()
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    clean = tmp_path / "clean"
    subprocess.run([sys.executable, "-m", "venv", clean], check=True, env=environment)
    subprocess.run([clean / "bin" / "pip", "install", "--no-index", "--quiet",
                    "--disable-pip-version-check", wheel], check=True, env=environment)
    (tmp_path / "people.csv").write_text("age,zip\n34,1\n34,1\n47,2\n47,2\n")
    run = subprocess.run([clean / "bin" / "python", "-c", SCRIPT], cwd=tmp_path, env=environment,
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "foreign: []\n"
