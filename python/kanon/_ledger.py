# SPDX-License-Identifier: Apache-2.0
"""Ledgers: what was released of whom, for the next release of these people."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Union

from kanon import _kanon

LedgerPath = Union[str, "os.PathLike[str]"]


def make_ledger(path: LedgerPath) -> None:
    """Make a ledger without releases, a private file that is never overwritten.

    >>> import kanon, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "study.ledger")
    >>> kanon.make_ledger(path)
    >>> people = {"pid": ["a", "b", "c", "d"], "age": [34, 36, 47, 49]}
    >>> result = kanon.anonymize(people, k=2, person="pid", quasi_identifiers=["age"], shuffle=False,
    ...                          ledger=path)
    >>> bool(kanon.verify(people, result.table, result.policy, ledger=path))
    True
    >>> kanon.ledger_releases(path)
    [{'persons': 4, 'k': 2}]
    """
    _kanon.make_ledger(os.fspath(path))


def ledger_releases(path: LedgerPath) -> List[Dict[str, Any]]:
    """The releases of a ledger, in their order: their `persons`, and `k`, or `m` of m-invariance."""
    return _kanon.ledger_releases(os.fspath(path))
