# SPDX-License-Identifier: Apache-2.0
"""How the library is asked to run: settings of every verb, and a release of a table that is here."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Dict, List, Mapping, Optional, Union

from kanon import _kanon
from kanon._errors import UsageError
from kanon._frames import Handed
from kanon._log import Run
from kanon._progress import ProgressLike
from kanon._result import Result
from kanon._warnings import announce, warn


def run_settings(seed: Optional[int] = None, threads: Optional[int] = None,
                 time_limit: Optional[float] = None, node_limit: Optional[int] = None,
                 stop_after: Optional[float] = None) -> Dict[str, Any]:
    return {"seed": seed, "threads": threads, "time_limit": time_limit, "node_limit": node_limit,
            "stop_after": stop_after}


def settings_of(tell: Any, read: Optional[Mapping[str, Any]],
                run: Dict[str, Any], options: Optional[Dict[str, Any]] = None,
                read_release: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
    files = dict(read or {})
    memory = {"memory": _bytes_of(files.pop("memory"))} if "memory" in files else {}
    return {"progress": tell, "read": files, "run": dict(run, **memory), "options": options or {},
            "read_release": dict(read_release or {})}


def _bytes_of(size: Union[int, str]) -> int:
    """A number of bytes, or a text such as `4G`."""
    if isinstance(size, int):
        return size
    found = re.fullmatch(r"(\d+) *([KMGT]?)i?B?", str(size).strip(), re.IGNORECASE)
    if not found:
        raise UsageError("memory: a number of bytes is needed, or a size such as '4G'",
                         attribute="memory")
    return int(found[1]) << (10 * " KMGT".index(found[2].upper() or " "))


def has_address(source: Any) -> bool:
    """Whether a table in a database is among what is read."""
    sources = source if isinstance(source, list) else [source]
    return any(isinstance(one, str) and _kanon.is_address(one) for one in sources)


def _warn_of_index(handed: Handed) -> None:
    if handed.index is None:
        raise UsageError("keep_index: only a data frame of pandas has an index",
                         attribute="keep_index")
    warn(UserWarning("the index is kept: if it identifies people, so does the release"))


@dataclasses.dataclass
class ReleaseOptions:
    """The options of kanon.anonymize() beside the policy."""

    output: Optional[List[str]] = None
    force: bool = False
    replace: bool = False
    shuffle: Optional[bool] = None
    prove: bool = False
    strict: bool = False
    protect: bool = False       # add what keeps a release without a policy from disclosing much
    require_fit: bool = False   # and refuse one that still does
    evaluate: bool = False
    apply: Optional[str] = None
    ledger: Optional[str] = None
    not_the_first: bool = False
    secret_seed: Optional[int] = None
    counts: Optional[List[int]] = None  # rows that each row stands for, which are elsewhere


@dataclasses.dataclass
class Form:
    """How the released table is given back."""

    keep_index: bool = False
    categories: bool = False


def release(handed: Handed, policy: _kanon.PolicyHandle, options: ReleaseOptions, *,
            progress: ProgressLike, read: Optional[Mapping[str, Any]] = None,
            run: Optional[Dict[str, Any]] = None, form: Form = Form()) -> Result:
    """As kanon.anonymize(), of a table that was handed over."""
    has_order = not has_address(handed.source)
    if options.shuffle is False and not has_order:
        raise UsageError("shuffle: rows of a database have no order to keep, and what is read of "
                         "them stands sorted; leave shuffle=False out", attribute="shuffle")
    if form.keep_index:
        if options.ledger is not None:
            raise UsageError("keep_index: an index would say whose rows are whose in all releases of "
                             "the ledger; leave it out", attribute="keep_index")
        _warn_of_index(handed)
    with Run("anonymize", handed.source, progress) as running:
        made = _kanon.anonymize(handed.source, policy,
                                settings_of(running.tell, read, run or run_settings(),
                                            dataclasses.asdict(options)))
        result = Result(made, handed, form.keep_index, form.categories)
        running.found(lambda: _figures_of(result))
    is_invariant = result.summary["counterfeits"] is not None
    if made.shuffled and options.shuffle is None and has_order and not is_invariant:
        warn(UserWarning("the released rows are in random order, because their order could reveal "
                         "hidden values; shuffle=False keeps it"))
    announce(result)
    return result


def _figures_of(result: Result) -> Dict[str, Any]:
    """What the logger is to know of a release."""
    summary = result.summary
    names = ("method", "k", "rows", "released_rows", "suppressed_rows", "classes")
    return {**{name: summary[name] for name in names}, "loss": f"{result.loss:.6g}",
            "open_warnings": sum(not one["accepted"] for one in result.warnings)}
