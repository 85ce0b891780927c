# SPDX-License-Identifier: Apache-2.0
"""The package as such: examples in docstrings, types, and no need of other packages."""

import doctest
import importlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

import kanon

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["kanon", *(f"kanon.{name}" for name in (
    "_arrays", "_errors", "_flags", "_frames", "_log", "_notebook", "_policy", "_progress", "_result", "_runs",
    "_search", "_sklearn", "_table", "_task", "_verbs", "_warnings"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_of_the_page_are_true():
    assert doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False).failed == 0


def test_modules_import_one_another_in_one_direction():
    """Imports within functions count as well."""
    folder = pathlib.Path(kanon.__file__).parent
    imported = {}
    for path in folder.glob("*.py"):
        found = re.findall(r"^\s*from kanon\.(_\w+) import", path.read_text(encoding="utf-8"), re.M)
        also = re.findall(r"^\s*from kanon import (_[a-jl-z]\w*)", path.read_text(encoding="utf-8"), re.M)
        imported[path.stem] = set(found + also)
    assert len(imported) > 10 and "_frames" in imported["_verbs"]
    while imported:
        free = [name for name, others in imported.items() if not others & set(imported)]
        assert free, f"these import one another in circles: {sorted(imported)}"
        for name in free:
            del imported[name]


def test_every_public_name_is_there_and_told_of():
    for name in kanon.__all__:
        assert getattr(kanon, name) is not None
    for name in ("anonymize", "verify", "inspect", "risk", "explore", "compare", "evaluate",
                 "methods", "privacy_models", "Result", "Error", "Table", "Policy"):
        assert getattr(kanon, name).__doc__


def test_neither_pandas_nor_numpy_is_needed():
    script = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "pandas", "pyarrow", "sklearn", "dask"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import kanon
result = kanon.anonymize({"age": [34, 36, None, 49], "d": ["a", "b", "a", None]}, k=2,
                         quasi_identifiers=["age"], sensitive=["d"], shuffle=False)
print(result.table, result.classes["rows"], kanon.verify(
    {"age": [34, 36, None, 49], "d": ["a", "b", "a", None]}, result).holds)
"""
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert out.stdout.strip().endswith("True")


def test_examples_and_package_pass_mypy(tmp_path):
    pytest.importorskip("mypy")
    examples = sorted((ROOT / "examples" / "python").glob("*.py"))
    assert examples
    sources = ROOT / "python"
    environment = dict(os.environ, MYPYPATH=str(sources))
    for targets in ([str(one)] for one in examples):
        run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir",
                              str(tmp_path / "cache"), "--config-file",
                              str(ROOT / "python" / "mypy.ini"), *targets],
                             capture_output=True, text=True, env=environment)
        assert run.returncode == 0, run.stdout + run.stderr


def test_examples_run(tmp_path, capsys):
    pytest.importorskip("pandas")
    for path in sorted((ROOT / "examples" / "python").glob("*.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if path.stem != "tutorial":
            module.main()
            assert "every promise holds: True" in capsys.readouterr().out
            continue
        arguments = []
        if importlib.util.find_spec("matplotlib"):
            arguments = ["--pictures", str(tmp_path / "pictures")]
        module.main(arguments)
        told = capsys.readouterr().out
        assert "one in 5 at most" in told and "3 diagnoses: True" in told and "weighted" in told
        if arguments:
            assert {file.name for file in (tmp_path / "pictures").iterdir()} == {
                "census.png", "stays.png", "survey.png"}


def test_the_tutorial_takes_the_known_census_sample(tmp_path, capsys):
    pytest.importorskip("pandas")
    packed = ROOT.parent / "shared" / "data" / "arx" / "arx" / "adult.csv.xz"
    if not packed.exists():
        pytest.skip(f"no {packed}")
    import lzma
    rows = lzma.decompress(packed.read_bytes()).splitlines(keepends=True)[:2000]
    (tmp_path / "adult.csv").write_bytes(b"".join(rows))
    sys.path.insert(0, str(ROOT / "examples" / "python"))
    try:
        tutorial = importlib.import_module("tutorial")
        tutorial.census(tutorial.Pictures(None), tmp_path / "adult.csv")
    finally:
        sys.path.pop(0)
    assert "1999 rows" in capsys.readouterr().out
