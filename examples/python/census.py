# SPDX-License-Identifier: Apache-2.0
"""Answers of a census: look at them, release them, and see what the release is still good for.

Run from the project's folder: PYTHONPATH=build/python python3 examples/python/census.py
"""

from __future__ import annotations

import pathlib

import kanon

HERE = pathlib.Path(__file__).resolve().parent.parent / "census"


def main() -> None:
    people, policy = HERE / "people.csv", HERE / "policy.yaml"

    before = kanon.risk(people, policy=policy)
    print(f"unique by their quasi-identifiers: {before['before']['uniques']} rows")

    result = kanon.anonymize(people, policy, method="mondrian")
    print(f"{len(result.table)} rows in {result.summary['classes']} classes; "
          f"every promise holds: {result.audit.holds}; loss {result.loss:.3f}")
    print(repr(result))

    audit = kanon.verify(people, result)
    print(f"a second look agrees: {audit.holds}")

    runs = kanon.compare(people, policy, ks=[2, 5, 10], methods=["mondrian"])["runs"]
    for run in runs:
        print(f"k = {run['k']}: loss {run['objective']['value']:.3f}")


if __name__ == "__main__":
    main()
