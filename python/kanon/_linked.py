# SPDX-License-Identifier: Apache-2.0
"""Linked tables below one subject, and persons in households: docs/linked.md."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from kanon import _kanon
from kanon._errors import UsageError
from kanon._frames import Handed, hand_over
from kanon._log import Run
from kanon._progress import ProgressLike
from kanon._result import Report
from kanon._runs import run_settings, settings_of
from kanon._table import Table

Path = Union[str, "os.PathLike[str]"]
SchemaLike = Union[Path, Mapping[str, Any]]


class SchemaResult(Report):
    """A proven release of linked tables: its summary as a dict, with the keys of the command's
    `--summary`."""

    #: The released tables by name, each of the kind that came in.
    tables: Dict[str, Any]

    def __init__(self, tables: Dict[str, Any], values: Mapping[str, Any], text: str) -> None:
        super().__init__(values, text)
        self.tables = tables

    @property
    def loss(self) -> float:
        """What the quasi-identifiers of all tables lose, from 0 to 1."""
        return float(self["loss"]["all"])


def _schema_text(schema: SchemaLike) -> Tuple[str, str]:
    """The text of a schema, and the file that it is from."""
    if isinstance(schema, Mapping):
        return json.dumps(schema, default=str), "the schema"
    with open(schema, encoding="utf-8") as file:
        return file.read(), os.fspath(schema)


def _hand_over_tables(tables: Optional[Mapping[str, Any]]) -> Dict[str, Handed]:
    if tables is not None and not isinstance(tables, Mapping):
        raise UsageError("tables: a dict of tables by their names in the schema is needed, not "
                         f"{type(tables).__name__}", attribute="tables")
    return {name: hand_over(table, name) for name, table in (tables or {}).items()}


def _read(handed: Mapping[str, Handed], read: Optional[Mapping[str, Any]]
          ) -> List[Tuple[str, _kanon.TableHandle]]:
    return [(name, _kanon.read_table(one.source, dict(read or {}), {}, None))
            for name, one in handed.items()]


def _limit_text(max_suppression: Union[None, int, float, str]) -> Optional[str]:
    return None if max_suppression is None else str(max_suppression)


def _back(handed: Optional[Handed], table: Table) -> Any:
    return table if handed is None else handed.back(table, ())


def anonymize_schema(tables: Optional[Mapping[str, Any]], schema: SchemaLike, *,
                     k: Optional[int] = None,
                     max_suppression: Union[None, int, float, str] = None,
                     method: Optional[str] = None, output: Optional[Path] = None,
                     force: bool = False, threads: Optional[int] = None,
                     stop_after: Optional[float] = None, secret_seed: Optional[int] = None,
                     progress: ProgressLike = None,
                     read: Optional[Mapping[str, Any]] = None) -> SchemaResult:
    """Anonymize linked tables so that who knows a subject in all of them finds k subjects, or none.

    `tables`: by the names of the schema, whatever `kanon.anonymize` takes as a table; None: the files
    that the schema names. `schema`: a policy with the key `schema` (docs/linked.md), as a dict or the
    path of a YAML file; a table that is given needs no file, and any word may stand for it.
    `k`, `max_suppression` and `method` go over the schema. `output`: a folder to write all tables to
    as well. `force`, `threads`, `stop_after`, `secret_seed`, `progress`, `read`: as of
    `kanon.anonymize`.

    Keys are drawn anew, and rows stand in random order. Raises a `kanon.Error`, and then nothing is
    written.

    >>> import kanon
    >>> persons = {"pid": [1, 2, 3, 4], "age": [30, 31, 60, 61]}
    >>> stays = {"pid": [1, 2, 3, 3, 4, 4], "ward": ["A", "A", "B", "C", "C", "B"]}
    >>> known = {"role": "quasi-identifying"}
    >>> schema = {"schema": {"persons": {"file": "persons", "key": "pid", "attributes": {"age": known}},
    ...                      "stays": {"file": "stays", "of": "persons", "by": "pid",
    ...                                "attributes": {"ward": known}}}}
    >>> result = kanon.anonymize_schema({"persons": persons, "stays": stays}, schema, k=2)
    >>> sorted(result.tables["persons"]["age"]), sorted(result.tables["stays"]["ward"])
    (['[30, 31]', '[30, 31]', '[60, 61]', '[60, 61]'], ['A', 'A', 'B', 'B', 'C', 'C'])
    >>> result["audit"]["passed"], result["audit"]["least_class"]
    (True, 2)
    """
    text, file = _schema_text(schema)
    handed = _hand_over_tables(tables)
    options = {"k": k, "max_suppression": _limit_text(max_suppression), "method": method,
               "output": None if output is None else os.fspath(output), "force": force,
               "secret_seed": secret_seed}
    with Run("anonymize_schema", file, progress) as running:
        released, summary, said = _kanon.anonymize_linked(
            text, file, _read(handed, read),
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after), options))
    back = {name: _back(handed.get(name), Table(handle)) for name, handle in released}
    return SchemaResult(back, json.loads(summary), said)


def verify_schema(originals: Optional[Mapping[str, Any]], released: Mapping[str, Any],
                  schema: SchemaLike, *, k: Optional[int] = None,
                  max_suppression: Union[None, int, float, str] = None,
                  threads: Optional[int] = None, stop_after: Optional[float] = None,
                  progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None) -> Report:
    """Prove a release of linked tables against their originals, whoever made it.

    The arguments are those of `kanon.anonymize_schema`; the keys are those of `kanon verify --json`:
    `passed`, `subjects`, `classes`, `least_class`, `tables`, `proofs`, `checks`, `not_proven`,
    `fault_count`, `faults`.
    """
    text, file = _schema_text(schema)
    options = {"k": k, "max_suppression": _limit_text(max_suppression)}
    with Run("verify_schema", file, progress) as running:
        verdict, said = _kanon.verify_linked(
            text, file, _read(_hand_over_tables(originals), read),
            _read(_hand_over_tables(released), None),
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after), options))
    return Report(json.loads(verdict), said)


def risk_schema(originals: Optional[Mapping[str, Any]], schema: SchemaLike, *,
                released: Optional[Mapping[str, Any]] = None, threshold: Optional[float] = None,
                threads: Optional[int] = None, stop_after: Optional[float] = None,
                progress: ProgressLike = None, read: Optional[Mapping[str, Any]] = None) -> Report:
    """How easily subjects are found by all linked tables, and in a release of them.

    `originals`, `schema` and what follows: as of `kanon.anonymize_schema`. `released`: the tables of a
    release. `threshold`: of the risk, 0.2. The keys are those of `kanon risk --json` with a schema.
    """
    text, file = _schema_text(schema)
    with Run("risk_schema", file, progress) as running:
        found, said = _kanon.risk_linked(
            text, file, _read(_hand_over_tables(originals), read),
            _read(_hand_over_tables(released), None),
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after),
                        {"threshold": threshold}))
    return Report(json.loads(found), said)


def attack_schema(originals: Optional[Mapping[str, Any]], released: Mapping[str, Any],
                  schema: SchemaLike, *, k: Optional[int] = None, threads: Optional[int] = None,
                  stop_after: Optional[float] = None, progress: ProgressLike = None,
                  read: Optional[Mapping[str, Any]] = None) -> Report:
    """Who is found in all tables of a release together, knowing all quasi-identifiers of a subject.

    The arguments are those of `kanon.verify_schema`; the keys are those of `kanon attack link --json`
    with a schema.
    """
    text, file = _schema_text(schema)
    with Run("attack_schema", file, progress) as running:
        found, said = _kanon.attack_linked(
            text, file, _read(_hand_over_tables(originals), read),
            _read(_hand_over_tables(released), None),
            settings_of(running.tell, read, run_settings(threads=threads, stop_after=stop_after),
                        {"k": k}))
    return Report(json.loads(found), said)
