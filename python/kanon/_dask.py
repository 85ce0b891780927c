# SPDX-License-Identifier: Apache-2.0
"""Data frames of Dask: the rows stay where they are."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

import dask
import dask.dataframe
import pandas

from kanon._errors import UsageError
from kanon._plan import Plan, count_types
from kanon._policy import PolicyLike
from kanon._progress import ProgressLike
from kanon._result import Audit, Result
from kanon._table import Table
from kanon._warnings import announce, unannounced


class ClusterResult(Result):
    """A release that is on a cluster. Its figures were derived here, from counts; the audit is of the
    rows as they are there."""

    def __init__(self, result: Result, table: Any, audit: Audit) -> None:
        super().__init__(result._run, result._handed)
        self.__dict__["table"] = table
        self.__dict__["audit"] = audit

    @property
    def released(self) -> Table:
        raise UsageError("the release is on the cluster, and no row of it is here: write `table` from "
                         "there")


def anonymize(data: Any, policy: Optional[PolicyLike], arguments: Mapping[str, Any], *,
              run: Mapping[str, Any], progress: ProgressLike, categories: bool) -> ClusterResult:
    """As kanon.anonymize(), of a data frame of Dask."""
    columns = list(data.columns)
    keys = Plan.keys_of(columns, policy, **arguments)
    counted = _sum_of(data, _count, keys, _add, keys)
    counted = _in_order(counted, keys)
    with unannounced():
        plan = Plan(counted, columns, policy, run=run, progress=progress, categories=categories,
                    **arguments)
    result = plan.result
    assert result is not None
    shared = dask.delayed(plan)
    meta = plan.recode(_rows_like(data, counted, keys), counted.iloc[:0])
    parts = data.to_delayed()
    before = _before(parts, keys) if plan.splits else [None] * len(parts)
    released = [dask.delayed(_recode)(shared, part, one) for part, one in zip(parts, before)]
    table = dask.dataframe.from_delayed(released, meta=meta.iloc[:0], verify_meta=False).persist()
    pairs = [dask.delayed(_pairs)(shared, part, made)
             for part, made in zip(parts, table.to_delayed())]
    released_there = ClusterResult(result, table, plan.audit(_tree(pairs, shared)))
    announce(released_there)
    return released_there


def _count(frame: "pandas.DataFrame", keys: Sequence[Any]) -> "pandas.DataFrame":
    return count_types(frame, keys)


def _add(parts: Sequence["pandas.DataFrame"], keys: Sequence[Any]) -> "pandas.DataFrame":
    return count_types(pandas.concat(parts, ignore_index=True), keys)


def _recode(plan: Plan, frame: "pandas.DataFrame", before: Any) -> "pandas.DataFrame":
    return plan.recode(frame, before)


def _pairs(plan: Plan, frame: "pandas.DataFrame", released: "pandas.DataFrame") -> Any:
    return plan.count_pairs(frame, released)


def _add_pairs(plan: Plan, parts: Sequence["pandas.DataFrame"]) -> "pandas.DataFrame":
    return plan.add_pairs(pandas.concat(parts, ignore_index=True))


_MOST_AT_ONCE = 16  # parts that one worker adds up


def _sum_of(data: Any, count: Any, keys: Sequence[Any], add: Any,
            columns: Sequence[Any]) -> "pandas.DataFrame":
    """The counts of all partitions, added up on the workers as a tree."""
    parts = [dask.delayed(count)(part, keys) for part in data.to_delayed()]
    while len(parts) > 1:
        parts = [dask.delayed(add)(parts[place:place + _MOST_AT_ONCE], columns)
                 for place in range(0, len(parts), _MOST_AT_ONCE)]
    return parts[0].compute()


def _tree(parts: List[Any], plan: Any) -> "pandas.DataFrame":
    while True:
        parts = [dask.delayed(_add_pairs)(plan, parts[place:place + _MOST_AT_ONCE])
                 for place in range(0, len(parts), _MOST_AT_ONCE)]
        if len(parts) == 1:
            return parts[0].compute()


def _before(parts: Sequence[Any], keys: Sequence[Any]) -> List[Any]:
    """Of each partition the counts of the rows in those before it."""
    out: List[Any] = []
    so_far: Any = None
    for part in parts:
        counted = dask.delayed(_count)(part, keys)
        out.append(dask.delayed(_none_yet)(counted) if so_far is None else so_far)
        so_far = counted if so_far is None else dask.delayed(_add)([so_far, counted], keys)
    return out


def _none_yet(counted: "pandas.DataFrame") -> "pandas.DataFrame":
    return counted.iloc[:0]


def _in_order(counted: "pandas.DataFrame", keys: Sequence[Any]) -> "pandas.DataFrame":
    """The same however the rows lie on the cluster."""
    return counted.sort_values(list(keys), kind="stable").reset_index(drop=True)


def _rows_like(data: Any, counted: "pandas.DataFrame", keys: Sequence[Any]) -> "pandas.DataFrame":
    """A row that has the types of the data."""
    meta = data._meta_nonempty.iloc[:1].reset_index(drop=True)
    out: Dict[Any, Any] = {name: meta[name] for name in meta.columns}
    for name in keys:
        out[name] = counted[name].iloc[:1]
    return pandas.DataFrame(out)[list(meta.columns)]
