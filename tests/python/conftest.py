# SPDX-License-Identifier: Apache-2.0
"""What the tests of the module share. Run by ctest, or by hand: PYTHONPATH=build/python
KANON_PROGRAM=build/bin/kanon python3 -m pytest tests/python"""

import os
import pathlib
import subprocess

import pytest

import kanon

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """The command line's program; without it, what compares with it is skipped."""
    path = os.environ.get("KANON_PROGRAM", str(ROOT / "build" / "bin" / "kanon"))
    if not os.access(path, os.X_OK):
        pytest.skip(f"no program at {path}")
    return path


@pytest.fixture(scope="session")
def stays(tmp_path_factory, program):
    """A made-up table of 400 hospital stays as CSV, and a policy for it."""
    folder = tmp_path_factory.mktemp("stays")
    table, policy = folder / "stays.csv", folder / "policy.yaml"
    subprocess.run([program, "generate", "--rows", "400", "--seed", "1", "-o", table, "--policy",
                    policy, "--quiet"], check=True)
    return table, policy


@pytest.fixture
def people():
    """Eight people, two of each age."""
    return {"age": [34, 34, 36, 36, 47, 47, 49, 49],
            "zip": ["4051", "4052", "4051", "4052", "8001", "8002", "8001", "8002"],
            "disease": ["flu", "angina", "ulcer", "flu", "flu", "ulcer", "angina", "flu"]}


@pytest.fixture
def release(people):
    """A release of them by k = 2."""
    return kanon.anonymize(people, k=2, quasi_identifiers=["age", "zip"], sensitive="disease",
                           shuffle=False)
